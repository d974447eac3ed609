// The page of a match: joins the table, holds the link, shows what happens, and hands what people do to the table.
// `p` is the page: what is known (table), what is drawn of it (shown), and what a person is just doing.

import { acting, banner, bottom, clockOf, cover, hereOf, log, look, notices, right, talk, top, turn } from "./frame.js";
import { h, render } from "./lib/dom.js";
import { effects, glide, shake, Show } from "./lib/motion.js";
import { SocketPort } from "./lib/port.js";
import { addKeys, keysOf, recall, remember, switchTheme } from "./lib/prefs.js";
import { keepFocus, roveKey } from "./lib/rove.js";
import { complete, deeds, left, named, NOTHING, positions, reduce, timeText } from "./lib/table.js";
import { button } from "./ui.js";

const app = document.getElementById("app");
const sheet = document.getElementById("sheet");
const news = document.getElementById("news");
const wide = matchMedia("(min-width: 701px)");
const fragment = new URLSearchParams(location.hash.slice(1));
const id = location.pathname.split("/")[2];
const api = `/api/v1/matches/${id}`;
// Seats and invitations leave the address bar before anybody can copy it.
if (location.hash) history.replaceState(null, "", location.pathname);
if (fragment.get("seat")) addKeys(id, { tokens: [fragment.get("seat")] });

let board, port, sounds, extras;
let touched = null; // what was pressed last: it shakes when the table refuses
let drawn = null; // the model that is on the page

const p = {
  id, catalog: null, keys: keysOf(id), table: NOTHING, shown: NOTHING, link: { name: "connecting" },
  back: null, wanted: null, middle: null, ui: {}, pending: null, refusal: "", hint: null, opened: null,
  typing: false, saying: false, fitting: "", quiet: recall("quiet", false), waitFor: null, sheet: null,

  act(line) {
    if (p.back) p.look(positions(p.table).at(-1));
    if (p.pending) return p.refuse("The move before is not confirmed yet; it is sent again until it is.");
    const number = port.act(p.table.request.id, line);
    if (!number) return p.refuse("Too much waits for the table already.");
    Object.assign(p, { pending: { id: number, line, from: touched }, ui: {}, refusal: "", hint: null });
    draw();
  },
  /** Say why not, and shake what was pressed. */
  refuse(text, from = touched) {
    p.refusal = text[0].toUpperCase() + text.slice(1);
    sound("refused");
    draw();
    shake(from?.isConnected ? from : app.querySelector(".pending"));
  },
  send(message) {
    if (!port.send(message)) p.refuse("There is no connection to the table just now.");
  },
  offer: kind => p.send({ t: "offer", kind }),
  answer: (kind, yes) => p.send({ t: "answer", kind, yes }),
  undo() {
    const reason = p.whyNoUndo(drawn);
    if (reason) p.refuse(reason);
    else p.offer("takeback");
  },
  whyNoUndo(m) {
    const others = m.seats.some((one, seat) => one.kind !== "bot" && !m.you.includes(seat));
    return p.table.request.undo || (others && p.table.log.length) ? "" : "There is nothing that could be taken back.";
  },
  askHint() {
    const reason = p.whyNoHint();
    if (reason) return p.refuse(reason);
    p.hint = { title: "thinking ..." };
    p.send({ t: "hint" });
    draw();
  },
  whyNoHint() {
    if (p.table.options.hints === false) return "The host of this table has turned hints off.";
    return p.table.request.choices ? "" : "It is not your turn.";
  },
  say(text) {
    if (text.trim()) p.send({ t: "say", text: text.trim() });
  },
  talk(open) {
    p.saying = open;
    draw();
    if (open) document.querySelector(".talk [name=text]")?.focus();
  },
  hush() {
    remember("quiet", (p.quiet = !p.quiet));
    draw();
  },
  waitOn(seat) {
    p.waitFor = seat;
    draw();
  },
  reconnect: () => port.take(),
  theme() {
    switchTheme();
    draw();
  },
  muted: () => sounds?.settings.mute ?? recall("sound")?.mute ?? false,
  async toggleSound() {
    await wakeSounds();
    sounds.set({ mute: !p.muted() });
    sound("put down");
    draw();
  },
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      p.tell("Copied.");
    } catch {
      p.tell(`Copy this: ${text}`); // pages without TLS may not touch the clipboard
    }
  },
  /** A short word about something just done. */
  tell(text) {
    p.refusal = text;
    news.textContent = text;
    draw();
  },
  uncover() {
    p.opened = p.shown.eye;
    draw();
    app.querySelector("[data-rove] [data-item]")?.focus();
  },

  /** Show the position under a number; the last one is now. */
  look(seq) {
    if (seq == null) return;
    p.wanted = seq;
    if (seq >= positions(p.table).at(-1)) p.back = p.wanted = null;
    else if (seen.has(seq)) p.back = seen.get(seq);
    else return p.send({ t: "look", seq });
    p.ui = {};
    draw();
  },

  /** A part of the page that is loaded when it is first wanted. */
  late(name, ...given) {
    if (extras) return extras[name](...given);
    import("./extras.js").then(module => {
      extras = module;
      p.draw();
    }, () => p.refuse("There is no connection to the server just now."));
    return null;
  },
  /** Open a sheet: one of ours by name, or {title, body}. */
  async open(what) {
    if (typeof what === "string") what = SHEETS[what] || (extras ||= await import("./extras.js"))[what];
    p.sheet = what;
    what.opened?.(p);
    sheet.classList.toggle("tall", what === SHEETS.happened);
    draw();
    if (!sheet.open) sheet.showModal();
  },
  close: () => sheet.close(),

  /** Tab completes a command, Enter sends it, Escape leaves. */
  completeKey(event) {
    if (event.key !== "Tab" || event.shiftKey || !event.target.value) return;
    event.preventDefault();
    event.target.value = complete(event.target.value, drawn.choices);
    p.fitting = drawn.starts(event.target.value).slice(0, 8).join(", ");
    draw();
  },
  type() {
    if (!wide.matches) return p.open("commands");
    p.typing = true;
    draw();
    document.querySelector(".talk [name=line]")?.focus();
  },
  /** Copy a link to this position, which is what whoever looks into a problem needs. */
  report: m => p.copy(`${location.origin}${m.over ? "/r/" : "/g/"}${id}#${p.back?.seq ?? p.shown.seq}`),
  async sit(invite) {
    const { token } = await ask(`${api}/join`, { name: recall("name", ""), invite });
    addKeys(id, { tokens: [token] });
    p.keys = keysOf(id);
  },
  sounds: () => sounds,
  ask,
  draw,
};

/** Sheets of phones, where there is no tray for them; the others are among the extras. */
const SHEETS = {
  happened: { title: "What happened", body: (p, m) => [log(p, m), look(p, m), talk(p, m)] },
  commands: { title: "Type a command", body: (p, m) => p.late("command", p, m) },
};

/** Earlier positions by number. */
const seen = new Map();

// --- what comes from the table

function receive(message) {
  const before = p.table;
  const table = (p.table = reduce(before, message, performance.now()));
  if (table.gap) return port.take();
  port.clockRuns = Boolean(table.clock?.running.length && !table.clock.paused);
  const events = message.t === "ev" ? [message] : message.t === "tail" ? message.events : [];
  if (message.t === "snap" || events.length) {
    const { seq, view, picture, eye, last } = table;
    seen.set(seq, { seq, view, picture, eye, last });
  }
  const answer = HANDLE[message.t];
  if (answer) answer(message);
  if (table !== before) show.push({ table, events: message.t === "ev" && message.seen ? message.seen : [] });
  else draw();
  for (const event of events) announce(event);
}

const HANDLE = {
  ack(message) {
    if (p.pending?.id === message.id) p.pending.seq = message.seq;
    settle();
  },
  nack(message) {
    const from = message.id && p.pending?.id === message.id ? p.pending.from : touched;
    if (message.id && p.pending?.id === message.id) p.pending = null;
    if (p.hint && !p.hint.action) p.hint = null;
    p.refuse(message.text, from);
  },
  hint(message) {
    p.hint = message;
  },
  at(message) {
    const { t, ...position } = message;
    seen.set(message.seq, position);
    if (p.wanted === message.seq) p.look(message.seq);
  },
  rematch(message) {
    p.table = { ...p.table, rematch: message.id };
    if (!p.table.you.length) return;
    addKeys(message.id, { tokens: Object.values(message.tokens) });
    location.assign(`/g/${message.id}`);
  },
};

/** One line an event for whoever listens to the page instead of looking at it. */
function announce({ told, kind, seat }) {
  if (!told?.length || (kind === "say" && p.quiet)) return;
  const who = kind === "say" ? `${p.table.seats[seat]?.name}: ` : "";
  news.textContent = who + named(told.join(" "), p.table.seats);
}

/** What was sent stays pending until the answer is drawn, so that nothing jumps back in between. */
function settle() {
  if (p.pending?.seq <= p.shown.seq) p.pending = null;
}

const show = new Show({
  async play(step, alive) {
    if (!board.play || p.back || covered()) return;
    const stage = app.querySelector(".stage");
    const fx = { ...effects(stage), sound };
    for (const name of Object.keys(fx)) {
      const effect = fx[name];
      fx[name] = (...given) => (alive() ? effect(...given) : Promise.resolve());
    }
    for (const event of step.events) {
      if (!alive()) return;
      await board.play(event, drawn, fx);
      if (!alive() || !board.step) continue;
      p.middle = board.step(p.middle || p.shown.view, event);
      glide(stage, draw);
    }
  },
  draw(step) {
    const [before, after] = [p.shown, step.table];
    p.shown = after;
    p.middle = null;
    settle();
    if (before.request.id !== after.request.id) Object.assign(p, { ui: {}, hint: null, refusal: p.typing ? p.refusal : "" });
    const moved = before.view !== after.view && before.view && !p.back;
    if (moved) glide(app.querySelector(".stage"), draw);
    else draw();
    if (after.request.choices && !before.request.choices && before !== NOTHING) sound("your turn");
    if (after.outcome && !before.outcome && before.seq >= 0) sound(after.you.some(seat => after.outcome.winners?.includes(seat)) ? "win" : "loss");
  },
});

// --- what is drawn

/** Several people at one device, and cards to hide from each other. */
const hot = () => p.shown.you.length > 1 && p.shown.game.hidden && !p.shown.game.cooperative && !p.shown.outcome;
const covered = () => hot() && p.shown.eye !== p.opened;

function model() {
  const { shown, table } = p;
  const at = p.back || shown;
  const doing = deeds(p.back || shown.outcome ? {} : shown.request);
  const m = {
    ...doing, view: p.back ? at.view : p.middle || at.view, picture: at.picture, eye: at.eye, last: at.last || [], you: shown.you, catalog: p.catalog, wide: wide.matches,
    seats: table.seats.length ? table.seats : shown.seats, over: Boolean(shown.outcome || shown.request.over), back: Boolean(p.back), views: null, game: table.game,
    pending: p.pending?.line || "", ui: p.ui, redraw: draw, act: p.act, refuse: p.refuse,
    strip: seat => ({ turn: !m.over && !m.back && acting(shown.request).includes(seat), here: hereOf(p, m, seat), clock: clockOf(table, seat) }),
    details: body => p.open({ title: "Details", body: () => body }),
  };
  return m;
}

function draw() {
  if (!board || !p.table.game.key) return;
  const m = (drawn = model());
  const room = p.table.waiting && !m.view && !m.picture ? p.late("waiting", p, m) : covered() ? cover(p, m) : !m.view && !m.picture ? h("p", { class: "room" }, "The table is being set.")
    : hot() && m.back && m.eye !== p.opened ? h("p", { class: "room" }, `${m.seats[m.eye]?.name || "Somebody else"} looked at this position.`) : null;
  const parts = room ? { stage: room } : board.draw(m);
  const flag = turn(p, m);
  document.title = flag.yours ? `${flag.text[0].toUpperCase()}${flag.text.slice(1)} · ${m.game.title}` : m.game.title;
  const list = app.querySelector(".log");
  const low = !list || list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
  keepFocus(() => {
    render(app, top(p, m, parts.where), banner(p), !m.wide && h("div", { class: "notices", key: "notices" }, notices(p, m)),
      m.wide && h("aside", { class: "left", key: "left", "aria-label": "In focus" }, parts.left),
      h("main", { class: `stage ${m.pending ? "sent" : ""}`, key: "stage", tabindex: "-1" }, parts.stage),
      m.wide ? covered() ? h("aside", { class: "right", key: "right" }, notices(p, m)) : right(p, m, parts.main) : bottom(p, m, parts.main, parts.message));
    if (p.sheet) drawSheet(m);
  });
  const now = app.querySelector(".log .now");
  if (p.back) now?.scrollIntoView({ block: "nearest" });
  else if (low && app.querySelector(".log")) app.querySelector(".log").scrollTop = 1e9;
}

function drawSheet(m) {
  const { title, body } = p.sheet;
  sheet.setAttribute("aria-label", title);
  render(sheet, h("div", { class: "inside" }, h("h2", { class: "panel-title" }, title), body(p, m)),
    button("Close", { class: "wide", on: { click: p.close } }));
}

sheet.addEventListener("close", () => {
  p.sheet = null;
  render(sheet);
});
sheet.addEventListener("click", event => event.target === sheet && p.close());
wide.addEventListener("change", draw);

// --- keys, hands, sounds, time

const sound = name => sounds?.play(name);
const wakeSounds = async () => (sounds ||= await import("./lib/sound.js").catch(() => undefined));

const KEYS = {
  e: m => m.main?.(),
  u: () => p.undo(),
  h: () => p.askHint(),
  y: () => p.open("reasons"),
  ",": () => p.look(around(-1)),
  ".": () => p.look(around(1)),
  home: () => p.look(positions(p.shown)[0]),
  end: () => p.look(positions(p.shown).at(-1)),
  ":": () => p.type(),
  "/": () => (wide.matches ? p.talk(true) : p.open("happened")),
  "?": () => p.open("help"),
};

/** The number of the position before or after the one that is looked at. */
function around(step) {
  const seqs = positions(p.shown);
  const at = p.wanted == null ? seqs.length - 1 : seqs.indexOf(p.wanted);
  return seqs[Math.max(0, Math.min(seqs.length - 1, at + step))];
}

addEventListener("keydown", event => {
  if (!drawn || sheet.open || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.closest("input, textarea, select");
  if (event.key === "Escape") return escape(field);
  if (field && field.type !== "range") return;
  show.skip();
  touched = event.target.closest("[data-item], button") || touched;
  const main = app.querySelector("[data-main]");
  const key = event.key.toLowerCase();
  const mine = event.key === " " ? "space" : key;
  const done = !covered() && (main && key === "e" ? (main.click(), true) : KEYS[key] ? (KEYS[key](drawn), true) : board.keydown?.(event, drawn))
    || (main && main.querySelector("kbd")?.textContent.toLowerCase() === mine && !event.target.closest("button, a") ? (main.click(), true) : false) || roveKey(event);
  if (done) event.preventDefault();
});

/** One step back: out of a field, out of the past, out of what the board has begun. */
function escape(field) {
  if (field) field.blur();
  if (p.typing || p.saying) Object.assign(p, { typing: false, saying: false });
  else if (board.escape?.(drawn)) return draw();
  else if (p.back) return p.look(positions(p.shown).at(-1));
  p.refusal = "";
  draw();
}

app.addEventListener("pointerdown", event => {
  show.skip();
  touched = event.target.closest("[data-id], [data-item], button") || touched;
}, { capture: true });
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wakeSounds, { once: true });

/** Hands are needed when somebody touches the page; the touch that wakes them counts already. */
const wakeHands = event => import("./lib/drag.js").then(({ hands }) => hands(app, {
  can: line => drawn?.can(line),
  act: p.act,
  miss: line => drawn.why(line) && p.refuse(drawn.why(line)),
  details(value) {
    const body = board.details?.(value, drawn);
    if (body) drawn.details(body);
  },
}, event));
for (const touch of ["pointermove", "pointerdown"]) addEventListener(touch, once, { capture: true });
function once(event) {
  for (const touch of ["pointermove", "pointerdown"]) removeEventListener(touch, once, { capture: true });
  wakeHands(event);
}

let warned = false;
setInterval(() => {
  const { clock, gone, you, outcome } = p.table;
  if (!outcome && Object.keys(gone).length) draw();
  if (!clock?.running.length) return;
  const now = performance.now();
  for (const one of app.querySelectorAll("[data-clock]")) {
    const ms = left(clock, +one.dataset.clock, now);
    one.classList.toggle("low", ms < 10000);
    if (one.firstChild.data !== timeText(ms)) one.firstChild.data = timeText(ms);
  }
  const short = you.some(seat => clock.running.includes(seat) && !clock.paused && left(clock, seat, now) < 10000);
  if (short && !warned) sound("ten seconds left");
  warned = short;
}, 200);

// --- the door

const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");

async function ask(path, body) {
  const answer = await fetch(path, body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const text = await answer.text();
  const value = /json/.test(answer.headers.get("content-type")) ? JSON.parse(text) : text;
  if (!answer.ok) throw new Error(value.text || "The server does not answer as it should.");
  return value;
}

const page = (...children) => render(app, h("main", { class: "room alone" }, h("h1", null, "Tablewright"), children));

/** Take the seat of an invitation; without a name, ask for one first. */
async function join() {
  const invite = fragment.get("join");
  if (!invite || p.keys.tokens.length) return;
  if (recall("name", "")) return p.sit(invite).catch(error => (p.refusal = error.message));
  extras ||= await import("./extras.js");
  await new Promise(done => page(h("p", null, "You are invited to a match. How may the others call you?"), extras.sitting(p, invite, done)));
}

async function open() {
  page(h("p", { role: "status" }, "Looking for the table."));
  try {
    await join();
    const facts = await ask(api);
    const here = name => new URL(`./boards/text.${name}`, import.meta.url).href;
    const { script, style } = facts.board || { script: here("js"), style: here("css") };
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: style }));
    const [module, catalog] = await Promise.all([import(script), facts.catalog ?? ask(`${api}/catalog`).catch(() => null)]);
    board = module.default;
    p.catalog = catalog;
  } catch (error) {
    return page(h("p", { role: "alert" }, error.message), button("Try again", { class: "main", on: { click: open } }), h("a", { class: "btn", href: "/" }, "All games"));
  }
  port = new SocketPort(`${location.protocol.replace("http", "ws")}//${location.host}${api}/socket`, {
    hello: () => ({ tokens: p.keys.tokens, since: p.table.seq, nonce }),
    onmessage: receive,
    onstate(link) {
      p.link = link;
      draw();
    },
  });
}

open();
