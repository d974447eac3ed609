// The start page: pick a game, pick who sits across, play.
import { get, post } from "./lib/api.js";
import { h, render } from "./lib/dom.js";
import { keepSeats, recall, remember } from "./lib/prefs.js";
import { fault, top } from "./lib/top.js";
import { goOn, inOrder, openTables, tile } from "./start/lists.js";
import { awaitPlayers, order, TABLE, tableForm, waitingPanel } from "./start/table.js";
import { icon } from "./ui.js";

const LIST = 6000; // milliseconds between two looks at the open tables
const SHOWN = 6;

const app = document.getElementById("app");
const phone = matchMedia("(max-width: 700px)");
const p = {
  games: [], table: { ...TABLE, ...recall("table") }, name: recall("name", ""), guest: recall("guest"),
  problem: "", busy: false, waiting: null, held: [], open: [], problems: {},
  puzzles: [], best: {}, // the lowest score of this device, by game and day

  change(parts) {
    Object.assign(p.table, parts);
    Object.assign(p, { problem: "", waiting: null });
    remember("table", p.table);
    draw();
  },
  rename(name) {
    p.name = name;
    remember("name", name.trim());
  },
  async start() {
    if (p.busy) return;
    Object.assign(p, { busy: true, problem: "" });
    draw();
    try {
      await make();
    } catch (refusal) {
      p.problem = refusal.message;
    }
    p.busy = !p.problem && !p.waiting; // on the way to the match until the browser is there
    draw();
  },
  async copy(seat, url) {
    try {
      await navigator.clipboard.writeText(url);
      p.waiting.copied = seat;
    } catch { // pages without TLS may not touch the clipboard
      const place = p.waiting.links.findIndex(link => link.seat === seat);
      getSelection().selectAllChildren(app.querySelectorAll(".url")[place]);
      p.waiting.problem = "The link is marked; copy it by hand.";
    }
    draw();
  },
  send: url => navigator.share({ url }).catch(() => {}), // thought better of it
  leave() {
    p.waiting = null;
    draw();
    showHeld();
  },
  async solve({ game, day, title }) {
    try {
      const { id, seats } = await post("matches", { game, day, seats: [{ kind: "person", name: nameHere() }] });
      keepSeats(id, seats);
      location.assign(`/g/${id}`);
    } catch (refusal) {
      p.problems[title] = refusal.message;
      draw();
    }
  },
  async sit(id) {
    try {
      keepSeats(id, [await post(`matches/${id}/join`, { name: nameHere() })]);
      location.assign(`/g/${id}`);
    } catch (refusal) {
      p.problems[id] = refusal.message;
      draw();
    }
  },
};

// Two guests at one table need different names.
if (!p.guest) remember("guest", (p.guest = `Guest ${100 + Math.floor(900 * Math.random())}`));

const nameHere = () => p.name.trim() || p.guest;
const picked = () => p.games.find(({ key }) => key === p.table.game) || p.games[0];

function draw() {
  const game = picked();
  render(app, top("Tablewright", draw), h("main", { class: "wrap start" },
    // Who comes back to a match with a phone should not have to look for it below the games.
    phone.matches && goOn(p.held),
    h("section", { class: "first", key: "first", "aria-label": "Games" },
      h("p", { class: "lede" }, "Pick a game, pick who sits across, play."), !game && fault(p.problem),
      h("div", { class: "games" }, p.games.map(one => tile(one, one === game, () => p.change({ game: one.key }))))),
    game && h("div", { class: "side", key: "side" }, p.waiting ? waitingPanel(p) : tableForm(game, p),
      game.workshop && h("a", { class: "btn quiet wide", href: game.workshop, key: "shop" }, icon("cards"), h("span", null, "Make cards of your own"))),
    h("div", { class: "rest", key: "rest" }, goOn(phone.matches ? [] : p.held, p), openTables(p))));
}

async function make() {
  const game = picked();
  const { id, seats } = await post("matches", order(game, p.table, nameHere()));
  keepSeats(id, seats);
  const links = seats.filter(({ invite }) => invite)
    .map(({ seat, invite }) => ({ seat, url: `${location.origin}/g/${id}#join=${invite}` }));
  const open = seats.some(({ kind }) => kind === "open");
  if (!links.length && !open) return location.assign(`/g/${id}`);
  p.waiting = { id, game, links, open };
  draw();
  app.querySelector(".table-panel h2").focus();
  awaitPlayers(p, draw);
}

/** The ids of the matches in which this device holds a seat. */
function heldHere() {
  try {
    return Object.keys(localStorage).map(key => key.slice(3)).filter(key => /^[a-z2-9]{12}$/.test(key));
  } catch {
    return []; // nothing can be stored here
  }
}

async function showHeld() {
  const found = await Promise.all(heldHere().map(async id => {
    try {
      return { facts: await get(`matches/${id}`), mine: recall(`seats:${id}`, []) };
    } catch (refusal) {
      if (refusal.code === "NO_MATCH") localStorage.removeItem(`tw:${id}`);
      return null;
    }
  }));
  for (const { facts } of found.filter(one => one?.facts.day && one.facts.outcome?.winners.length)) {
    const puzzle = `${facts.game} ${facts.day}`;
    p.best[puzzle] = Math.min(facts.outcome.score, p.best[puzzle] || Infinity);
  }
  const rank = ({ facts }) => ["running", "waiting", "over"].indexOf(facts.status);
  p.held = found.filter(one => one && one.facts.id !== p.waiting?.id)
    .sort((one, other) => rank(one) - rank(other) || other.facts.created - one.facts.created).slice(0, SHOWN);
  draw();
}

async function showPuzzles() {
  p.puzzles = await get("puzzles").catch(() => []);
  draw();
}

async function showOpen() {
  if (!document.hidden) {
    const open = await get("matches").catch(() => p.open);
    const mine = heldHere();
    p.open = open.filter(({ id }) => !mine.includes(id)).slice(0, SHOWN);
    draw();
  }
  setTimeout(showOpen, LIST);
}

draw();
phone.addEventListener("change", draw);
addEventListener("pageshow", () => { // also when somebody comes back with the browser's button
  p.busy = false;
  draw();
});
try {
  p.games = inOrder(await get("games"));
} catch (refusal) {
  p.problem = refusal.message;
}
draw();
showHeld();
showOpen();
showPuzzles();
