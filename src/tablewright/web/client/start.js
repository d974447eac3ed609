// The start page: pick a game, pick who sits across, play.
import { get, post } from "./lib/api.js";
import { h, render } from "./lib/dom.js";
import { addKeys, recall, remember } from "./lib/prefs.js";
import { top } from "./lib/top.js";
import { goOn, tables } from "./start/lists.js";
import { fault } from "./start/parts.js";
import { nameOf, order, tableForm, waitingPanel } from "./start/table.js";
import { tile } from "./start/tiles.js";

const [WAIT, LIST] = [2000, 6000]; // milliseconds between two looks at the own table, at the open ones
const SHOWN = 6;

const phone = matchMedia("(max-width: 700px)");
const page = {
  games: [], picked: "", problem: "", busy: false, waiting: null, open: [], held: [], daily: null, problems: {},
  table: { name: "", kinds: {}, levels: {}, clock: "none", watchers: true, seats: 0, setup: {}, guest: `Guest ${100 + Math.floor(900 * Math.random())}`, ...recall("table"), name: recall("name") || "" },
};

const game = () => page.games.find(({ key }) => key === page.picked) || page.games[0];

function draw() {
  const picked = game();
  const list = goOn(page.held, page.games);
  render(document.getElementById("app"), top("Tablewright", draw),
    h("main", { class: "wrap start" },
      h("section", { class: "first", key: "first", "aria-label": "Games" },
        phone.matches && list,
        h("p", { class: "lede" }, "Pick a game, pick who sits across, play."),
        fault(page.problem && !picked ? page.problem : ""),
        h("div", { class: "games" }, page.games.map(one => tile(one, one === picked, () => change({}, one.key))))),
      picked && h("div", { class: "side", key: "side" }, page.waiting
        ? waitingPanel(page.waiting.game, page.waiting, { copy, share: navigator.share && (url => navigator.share({ url }).catch(() => {})), leave })
        : tableForm(picked, page.table, { busy: page.busy, problem: page.problem, change, start })),
      h("div", { class: "rest", key: "rest" }, !phone.matches && list, tables({ ...page, problem: page.problems }, { sit, tryDaily }))));
}

function change(parts, picked = page.picked) {
  Object.assign(page, { picked, problem: "", waiting: picked === page.picked ? page.waiting : null });
  Object.assign(page.table, parts);
  const { name, ...table } = page.table;
  remember("name", name.trim());
  remember("table", { ...table, picked });
  draw();
}

/** Keep the seats that an answer gives to this device, and the invitations, which the table shows again. */
function keepSeats(id, seats) {
  const own = seats.filter(({ token }) => token);
  addKeys(id, { tokens: own.map(({ token }) => token), invites: seats.filter(({ invite }) => invite).map(({ seat, invite }) => ({ seat, invite })) });
  remember(`seats:${id}`, own.map(({ seat }) => seat));
}

/** The matches in which this device holds a seat. */
function held() {
  try {
    return Object.keys(localStorage).map(key => key.slice(3)).filter(key => /^[a-z2-9]{12}$/.test(key));
  } catch {
    return [];
  }
}

async function make(wanted, picked) {
  const made = await post("matches", wanted);
  const links = made.seats.filter(({ invite }) => invite).map(({ seat, invite }) => ({ seat, url: `${location.origin}/g/${made.id}#join=${invite}` }));
  const open = made.seats.filter(({ kind }) => kind === "open").length;
  keepSeats(made.id, made.seats);
  if (!links.length && !open) return location.assign(`/g/${made.id}`);
  page.waiting = { id: made.id, game: picked, links, open };
  draw();
  document.querySelector(".table-panel h2").focus();
  setTimeout(() => look(made.id), WAIT);
}

async function start() {
  if (page.busy) return;
  Object.assign(page, { busy: true, problem: "" });
  draw();
  try {
    await make(order(game(), page.table), game());
  } catch (refusal) {
    page.problem = refusal.message;
  }
  page.busy = false;
  draw();
}

/** See whether everybody has come; then the page goes on to the match. */
async function look(id) {
  if (page.waiting?.id !== id) return;
  try {
    const { status, seats } = await get(`matches/${id}`);
    if (status !== "waiting" || seats.every(({ kind, taken }) => taken || !["friend", "open"].includes(kind))) return location.assign(`/g/${id}`);
    page.waiting.problem = "";
  } catch (refusal) {
    page.waiting.problem = refusal.message;
  }
  draw();
  setTimeout(() => look(id), WAIT);
}

async function copy(seat, url) {
  try {
    await navigator.clipboard.writeText(url);
    page.waiting.copied = seat;
  } catch {
    getSelection().selectAllChildren(document.querySelectorAll(".linkbox .url")[page.waiting.links.findIndex(link => link.seat === seat)]);
    page.waiting.problem = "This browser copies nothing by itself here: the link is marked, copy it by hand.";
  }
  draw();
}

function leave() {
  page.waiting = null;
  draw();
  showHeld();
}

/** Do something that may be refused, and say so at its place. */
async function attempt(place, what) {
  try {
    delete page.problems[place];
    await what();
  } catch (refusal) {
    page.problems[place] = refusal.message;
    draw();
  }
}

const sit = id => attempt(id, async () => {
  const { seat, token } = await post(`matches/${id}/join`, { name: nameOf(page.table) });
  keepSeats(id, [{ seat, token }]);
  location.assign(`/g/${id}`);
});

const tryDaily = () => attempt("daily", () => make({
  game: "maze", setup: { layout: page.daily.layout }, seed: page.daily.seed, seats: [{ kind: "person", name: nameOf(page.table) }], options: { watchers: true },
}, game()));

async function showHeld() {
  const found = await Promise.all(held().map(async id => {
    try {
      return { facts: { ...(await get(`matches/${id}`)), id }, mine: recall(`seats:${id}`) || [] };
    } catch (refusal) {
      if (refusal.code === "NO_MATCH") localStorage.removeItem(`tw:${id}`);
      return null;
    }
  }));
  const order = ["running", "waiting", "over"];
  const rank = ({ facts }) => order.indexOf(facts.status) * 1e15 - (facts.created || 0);
  page.held = found.filter(one => one && one.facts.id !== page.waiting?.id).sort((one, other) => rank(one) - rank(other)).slice(0, SHOWN);
  draw();
}

async function showOpen() {
  if (!document.hidden) {
    const open = await get("matches").catch(() => page.open);
    const mine = new Set(held());
    page.open = open.filter(({ id }) => !mine.has(id));
    draw();
  }
  setTimeout(showOpen, LIST);
}

draw();
phone.addEventListener("change", draw);
try {
  page.games = await get("games");
  page.picked = page.games.some(({ key }) => key === page.table.picked) ? page.table.picked : page.games[0]?.key;
} catch (refusal) {
  page.problem = refusal.message;
}
draw();
showHeld();
showOpen();
get("daily").then(daily => { page.daily = daily; draw(); }, () => {});
