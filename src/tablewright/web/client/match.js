// The page of a match: joins the table, holds the link, shows what happens, and hands what people do to the table.
// `p` is the page: what is known (table), what is drawn of it (shown), and what a person is just doing.

import { acting, banner, bottom, clockOf, cover, hereOf, log, look, notices, right, talk, top, turn } from "./frame.js";
import { get, post } from "./lib/api.js";
import { h, render } from "./lib/dom.js";
import { sentence, SocketPort } from "./lib/port.js";
import { addKeys, keysOf, recall, remember, switchTheme } from "./lib/prefs.js";
import { keepFocus, roveKey } from "./lib/rove.js";
import { complete, deeds, isAct, left, named, NOTHING, positions, reduce, timeText, toldOf } from "./lib/table.js";
import { button } from "./ui.js";

const app = document.getElementById("app");
const sheet = document.getElementById("sheet");
const news = document.getElementById("news");
const wide = matchMedia("(min-width: 701px)");
const id = location.pathname.split("/")[2];
const fragment = location.hash.slice(1);
const { seat: ownToken, join: invite } = Object.fromEntries(new URLSearchParams(fragment));
// Seats and invitations leave the address bar before anybody can copy it.
if (fragment) history.replaceState(null, "", location.pathname);
if (ownToken) addKeys(id, { tokens: [ownToken] });

let board, port, sounds, extras, motion;
let touched = null; // what was pressed last: it shakes when the table refuses
let drawn = null; // the model that is on the page
const seen = new Map(); // earlier positions by number
let play; // the table has answered
const playing = new Promise(done => (play = done));

const p = {
  id, catalog: null, keys: keysOf(id), table: NOTHING, shown: NOTHING, link: { name: "connecting" },
  back: null, wanted: null, middle: null, ui: {}, pending: null, words: null, hint: null, opened: null,
  typing: false, saying: false, fitting: "", quiet: recall("quiet", false), waitFor: null, sheet: null,

  // --- playing

  act(line) {
    if (p.back) p.look(positions(p.table).at(-1));
    if (p.pending) return p.refuse("The move before is not confirmed yet; it is sent again until it is.");
    const number = port.act(p.shown.request.id, line);
    if (!number) return p.refuse("Too much waits for the table already.");
    p.change({ pending: { id: number, line, from: touched }, ui: {}, words: null, hint: null });
  },
  /** Say why not, and shake what was pressed. */
  refuse(text, from = touched) {
    sound("refused");
    p.change({ words: { text: text[0].toUpperCase() + text.slice(1), bad: true } });
    motion?.shake(from?.isConnected ? from : app.querySelector(".pending"));
  },
  /** A short word about something just done. */
  tell(text) {
    say(text);
    p.change({ words: { text } });
  },
  /** Send what is not kept; says whether there was a link to send it over. */
  send(message) {
    const sent = port.send(message);
    if (!sent) p.refuse("There is no connection to the table just now.");
    return sent;
  },
  offer: kind => p.send({ t: "offer", kind }),
  answer: (kind, yes) => p.send({ t: "answer", kind, yes }),
  whyNoUndo: () => (p.table.request.undo ? "" : "There is nothing to take back."),
  undo() {
    const reason = p.whyNoUndo();
    if (reason) p.refuse(reason);
    else p.offer("takeback");
  },
  whyNoHint() {
    if (p.table.options.hints === false) return "There are no hints at this table.";
    return p.table.request.choices ? "" : "It is not your turn.";
  },
  askHint() {
    const reason = p.whyNoHint();
    if (reason) return p.refuse(reason);
    if (p.send({ t: "hint" })) p.change({ hint: { title: "a strong bot thinks about it" } });
  },
  /** Show the position under a number; the last one is now. */
  look(seq) {
    if (seq == null) return;
    p.wanted = seq;
    if (seq >= positions(p.table).at(-1)) p.back = p.wanted = null;
    else if (seen.get(seq)?.eye === p.shown.eye) p.back = seen.get(seq);
    else return askFor(seq);
    p.change({ ui: {} });
  },
  uncover() {
    p.change({ opened: p.shown.eye });
    (app.querySelector("[data-rove=hand] [data-item]") || app.querySelector("main")).focus();
  },

  // --- the page

  change(what) {
    Object.assign(p, what);
    draw();
  },
  say: text => !text.trim() || p.send({ t: "say", text: text.trim() }),
  async talk(saying) {
    await wakeExtras();
    p.change({ saying });
    document.querySelector(".talk [name=text]")?.focus();
  },
  async type() {
    await wakeExtras();
    if (!wide.matches) return p.open("commands");
    p.change({ typing: true });
    document.querySelector(".talk [name=line]")?.focus();
  },
  /** Tab completes a command as far as it can, and shows what it may become. */
  completeKey(event) {
    if (event.key !== "Tab" || event.shiftKey || !event.target.value) return;
    event.preventDefault();
    event.target.value = complete(event.target.value, drawn.choices);
    p.change({ fitting: drawn.starts(event.target.value).slice(0, 8).join(", ") });
  },
  hush() {
    remember("quiet", !p.quiet);
    p.change({ quiet: !p.quiet });
  },
  theme() {
    switchTheme();
    draw();
  },
  sounds: () => sounds,
  muted: () => sounds?.settings.mute ?? recall("sound")?.mute ?? false,
  async toggleSound() {
    await wakeSounds();
    sounds?.set({ mute: !p.muted() });
    sound("put down");
    draw();
  },
  async copy(text) {
    await wakeExtras();
    p.tell((await extras?.copyText(text)) ? "Copied." : `Copy this: ${text}`);
  },
  /** Copy a link to this position, which is what whoever looks into a problem needs. */
  report(m) {
    const seqs = positions(p.shown);
    const seq = p.back?.seq ?? seqs.at(-1);
    const before = p.shown.log.filter(line => isAct(line) && !line.seq).length; // played in another match
    p.copy(location.origin + (m.over ? `/r/${id}#${before + seqs.indexOf(seq)}` : `/g/${id}#${seq}`));
  },
  reconnect: () => port.take(),
  async sit(word) {
    // A key of our own making, so that asking again after a lost answer gets the same seat.
    const token = recall(`joining:${id}`) || [...crypto.getRandomValues(new Uint8Array(32))].map(hex).join("");
    remember(`joining:${id}`, token);
    await post(`matches/${id}/join`, { name: recall("name", ""), invite: word, token });
    addKeys(id, { tokens: [token] });
    p.keys = keysOf(id);
  },
  /** A part of the page that is loaded when it is first wanted. */
  late(name, ...given) {
    if (!extras) wakeExtras();
    return extras?.[name](...given);
  },
  /** Open a sheet: one of ours by name, or {title, body}. */
  async open(what) {
    if (typeof what === "string" && !SHEETS[what]) await wakeExtras();
    const chosen = typeof what === "string" ? SHEETS[what] || extras?.[what] : what;
    if (!chosen || (covered() && chosen === SHEETS.happened)) return;
    chosen.opened?.(p);
    sheet.classList.toggle("tall", chosen === SHEETS.happened);
    p.change({ sheet: chosen });
    if (!sheet.open) sheet.showModal();
    sheet.querySelector(".log")?.scrollTo(0, 1e6); // what happened last is what was asked for
  },
  close: () => sheet.close(),
  draw,
};

/** Sheets of phones, where there is no tray for them; the others are among the extras. */
const SHEETS = {
  happened: { title: "What happened", body: (_, m) => [log(p, m), look(p, m), talk(p, m)] },
  commands: { title: "Type a command", body: (_, m) => p.late("command", p, m) },
};

// --- what comes from the table

const hex = byte => byte.toString(16).padStart(2, "0");

/** Note on this device what nobody should have to believe later: its seats, and the seal while the match goes on. */
function note({ you, seal, view, picture, outcome }) {
  if (you.length && !recall(`seats:${id}`)) remember(`seats:${id}`, you);
  if (seal && (view || picture) && !outcome && !recall(`seal:${id}`)) remember(`seal:${id}`, seal);
}

let asked = null; // the earlier position that the table was asked for: one at a time, however fast somebody turns the pages

function askFor(seq) {
  if (asked == null && p.send({ t: "look", seq })) asked = seq;
}

/** Go on looking for what is wanted now. */
function lookOn() {
  asked = null;
  if (p.wanted != null && p.wanted !== p.back?.seq) p.look(p.wanted);
}

function receive(message) {
  const before = p.table;
  const table = (p.table = reduce(before, message, performance.now()));
  if (table.gap) return port.take();
  if (message.t === "welcome") play();
  note(table);
  port.clockRuns = Boolean(table.clock?.running.length);
  const events = message.t === "ev" ? [message] : message.t === "tail" ? message.events : [];
  if (message.t === "snap" || events.length) {
    const { seq, view, picture, eye, last } = table;
    seen.set(seq, { seq, view, picture, eye, last });
  }
  HANDLE[message.t]?.(message);
  if (table === before) drawSoon();
  else show.push({ table, events: (message.t === "ev" && message.seen) || [] });
  events.forEach(announce);
  if (events.length) wakeMotion();
}

const HANDLE = {
  welcome({ rematch, you }) {
    // Who was away when the rematch was made opens it with the same keys.
    if (rematch && you.length) addKeys(rematch, { tokens: p.keys.tokens });
    // What was asked for over a link that broke is asked for again.
    if (p.hint && !p.hint.action) port.send({ t: "hint" });
    lookOn();
  },
  snap() {
    // The link to a position, as "Report a problem" makes it.
    if (p.shown.seq < 0 && /^\d+$/.test(fragment)) setTimeout(() => p.look(+fragment));
  },
  ack(message) {
    if (p.pending?.id === message.id) p.pending.seq = message.seq;
  },
  nack(message) {
    if (message.kept) {
      return p.change({ words: { text: `Too much at once: ${p.pending?.line} is sent again in ${message.wait} s.` } });
    }
    if (asked != null && message.wait) return void setTimeout(lookOn, message.wait * 1000);
    const mine = message.id && p.pending?.id === message.id;
    const from = mine ? p.pending.from : touched;
    if (mine) p.pending = null;
    if (p.hint && !p.hint.action) p.hint = null;
    asked = null;
    p.refuse(message.text, from);
  },
  hint(message) {
    if (message.request === p.table.request.id) p.hint = message;
  },
  at(message) {
    seen.set(message.seq, message);
    lookOn();
  },
  rematch(message) {
    p.table = { ...p.table, rematch: message.id };
    if (!p.table.you.length) return;
    addKeys(message.id, { tokens: p.keys.tokens });
    location.assign(`/g/${message.id}`);
  },
};

/** One line an event for whoever listens to the page instead of looking at it. */
function announce({ told, kind, seat }) {
  if (!told?.length || (kind === "say" && p.quiet)) return;
  const who = kind === "say" ? `${p.table.seats[seat]?.name}: ` : "";
  const words = told.map(text => (isAct({ kind }) ? toldOf : named)(text, p.table.seats));
  say(who + words.join(" "));
}

function say(text) {
  news.append(Object.assign(document.createElement("p"), { textContent: text }));
  if (news.childElementCount > 8) news.firstChild.remove();
}

/**
 * What was sent stays pending until what came of it is drawn, so that nothing jumps back in between; and until the table
 * asks anew, for what it asked before is answered, and would be refused.
 */
function settle() {
  if (p.pending?.seq <= p.shown.request.id) p.pending = null;
}

/** Move on the old picture what one action did. */
async function playStep(step, alive) {
  if (!board?.play || p.back || covered()) return;
  const stage = app.querySelector(".stage");
  const fx = Object.fromEntries(Object.entries({ ...motion.effects(stage), sound }).map(([name, effect]) => [
    name, (...given) => (alive() ? effect(...given) : Promise.resolve())]));
  for (const event of step.events) {
    if (!alive()) return;
    await board.play(event, drawn, fx);
    if (!alive() || !board.step) continue;
    p.middle = board.step(p.middle || p.shown.view, event);
    motion.glide(stage, draw);
  }
}

/** Draw the picture after a message. */
function drawStep(step) {
  const [before, after] = [p.shown, step.table];
  p.shown = after;
  p.middle = null;
  if (before.request.id !== after.request.id) {
    Object.assign(p, { ui: {}, hint: null, words: p.typing ? p.words : null });
  }
  if (before.eye !== after.eye) p.back = p.wanted = null; // another person's eyes: nothing of the one before
  // What glides leaves a fading copy behind, and under the cover nothing of a hand may stay.
  const moved = before.view && before.view !== after.view && !p.back && !covered();
  if (motion && moved && !motion.still()) motion.glide(app, draw);
  else drawSoon();
  if (before.seq < 0) return;
  const [mine, won] = [after.you, after.outcome?.winners];
  if (after.request.choices && !before.request.choices && mine.length === 1) sound("your turn");
  if (won && !before.outcome && mine.some(seat => won.includes(seat))) sound("win");
  else if (won && !before.outcome && mine.length && (won.length || after.game.cooperative)) sound("loss");
}

/** Until motion is loaded, everything is drawn at once. */
let show = { push: drawStep, skip() {} };

// --- what is drawn

/** Do several people at this device have cards to hide from each other, and has the next one not taken it yet? */
function covered() {
  const { you, game, outcome, eye, view, picture } = p.shown;
  return you.length > 1 && game.hidden && !game.cooperative && !outcome && (view || picture) && eye !== p.opened;
}

function model() {
  const { shown, table } = p;
  const at = p.back || shown;
  const { game, seats } = table;
  const over = Boolean(shown.outcome || shown.request.over);
  const m = {
    ...deeds(p.back || over ? {} : shown.request),
    view: p.back ? at.view : p.middle || at.view, picture: at.picture, eye: at.eye, last: at.last || [],
    seats, game, over, you: shown.you, catalog: p.catalog, wide: wide.matches, back: Boolean(p.back), views: null,
    pending: p.pending?.line || "", ui: p.ui, redraw: draw, act: p.act, refuse: p.refuse,
    strip: seat => ({
      turn: !over && !p.back && acting(shown.request).includes(seat),
      here: hereOf(m, seat),
      clock: clockOf(table, seat),
    }),
    details: body => p.open({ title: "Details", body: () => body }),
  };
  return m;
}

/** What stands where the board will be: the waiting room, or the cover between two people. */
function instead(m) {
  if (covered()) return cover(p, m);
  if (m.view || m.picture) return null;
  return p.late("waiting", p, m) || h("p", { class: "foyer", key: "set" }, "The table is being set.");
}

let frame = 0;

/** Draw in the next frame: the table answers with several messages at once, and one picture shows them all. */
function drawSoon() {
  if (document.hidden) draw(); // a hidden page has no frames
  else frame ||= requestAnimationFrame(draw);
}

function draw() {
  cancelAnimationFrame(frame);
  frame = 0;
  if (!board || !p.table.game.key) return;
  settle();
  const m = (drawn = model());
  const room = instead(m);
  const parts = room ? { stage: room } : board.draw(m);
  const { text, yours } = turn(p, m);
  document.title = yours ? `${text[0].toUpperCase()}${text.slice(1)} · ${m.game.title}` : m.game.title;
  const before = document.querySelector(".log");
  const low = !before || before.scrollTop + before.clientHeight >= before.scrollHeight - 8;
  keepFocus(() => {
    const stage = h("main", { class: `stage ${m.pending ? "sent" : ""}`, key: "stage", tabindex: "-1" }, parts.stage);
    const left = h("aside", { class: "left", key: "left", "aria-label": "In focus" }, parts.left);
    const around = m.wide ? [left, stage, right(p, m, parts.main, covered())]
      : [h("div", { class: "notices", key: "notices" }, notices(p, m)), stage, bottom(p, m, parts.main, parts.message)];
    render(app, top(p, m, parts.where), banner(p), around);
    if (p.sheet) drawSheet(m);
  });
  const list = document.querySelector(".log");
  if (p.back) list?.querySelector(".now")?.scrollIntoView({ block: "nearest" });
  else if (low && list) list.scrollTop = list.scrollHeight;
}

function drawSheet(m) {
  const { title, body } = p.sheet;
  sheet.setAttribute("aria-label", title);
  render(sheet, h("div", { class: "inside" }, h("h2", { class: "panel-title" }, title), body(p, m)),
    button("Close", { class: "wide", on: { click: p.close } }));
}

sheet.addEventListener("close", () => {
  if (sheet.open) return; // the event comes late: the next sheet is open already
  p.sheet = null;
  render(sheet);
});
sheet.addEventListener("click", event => event.target === sheet && p.close());
wide.addEventListener("change", draw);

// --- keys, hands, sounds, time

const KEYS = {
  u: p.undo,
  h: p.askHint,
  y: () => p.open("reasons"),
  ",": () => p.look(around(-1)),
  ".": () => p.look(around(1)),
  home: () => p.look(positions(p.shown)[0]),
  end: () => p.look(positions(p.shown).at(-1)),
  ":": p.type,
  "/": () => (wide.matches ? p.talk(true) : p.open("happened")),
  "?": () => p.open("help"),
};

/** The number of the position before or after the one that is looked at. */
function around(step) {
  const seqs = positions(p.shown);
  const at = p.wanted == null ? seqs.length - 1 : seqs.indexOf(p.wanted);
  return seqs[Math.max(0, Math.min(seqs.length - 1, at + step))];
}

/** Press the main act if a key is its own; E always is. */
function mainKey(key) {
  const main = app.querySelector("[data-main]");
  const own = main?.querySelector("kbd")?.textContent.toLowerCase();
  if (!main || (key !== "e" && key !== own)) return false;
  main.click();
  return true;
}

function frameKey(key) {
  KEYS[key]?.();
  return key in KEYS;
}

addEventListener("keydown", event => {
  if (!drawn || sheet.open || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.closest("input, textarea, select");
  if (event.key === "Escape") return stepBack(field);
  if (field && (field.type !== "range" || /^(Arrow|Home|End)/.test(event.key))) return;
  // A button of the frame is pressed by its own keys.
  const pressing = event.key === "Enter" || event.key === " ";
  if (pressing && event.target.closest("button, a, summary") && !event.target.closest("[data-item]")) return;
  show.skip();
  if (frame) draw(); // a key means what the table asks now
  touched = event.target.closest("[data-item], button") || touched;
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  const play = () => (key === "e" && mainKey(key)) || frameKey(key) || board.keydown?.(event, drawn) || mainKey(key);
  if ((!covered() && play()) || roveKey(event)) event.preventDefault();
});

/** One step back: out of a field, out of what the board has begun, out of the past. */
function stepBack(field) {
  field?.blur();
  if (p.typing || p.saying) return p.change({ typing: false, saying: false, words: null });
  if (!covered() && board.escape?.(drawn)) return draw();
  if (p.back) return p.look(positions(p.shown).at(-1));
  p.change({ words: null });
}

app.addEventListener("pointerdown", event => {
  show.skip();
  touched = event.target.closest("[data-id], [data-item], button") || touched;
}, { capture: true });

const sound = name => sounds?.play(name);
const once = load => {
  let loading = null;
  return () => (loading ||= load().catch(() => void setTimeout(() => (loading = null), 3000)));
};
const wakeSounds = once(async () => (sounds = await import("./lib/sound.js")));
const wakeExtras = once(async () => {
  extras = await import("./extras.js");
  draw();
});
const wakeMotion = once(async () => {
  motion = await import("./lib/motion.js");
  show = new motion.Show({ play: playStep, draw: drawStep });
});
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wakeSounds, { once: true });
for (const gesture of ["pointermove", "pointerdown", "keydown"]) addEventListener(gesture, wakeMotion, { once: true });

// Hands are needed when somebody touches the page; the touch that wakes them counts already.
const wakeHands = once(async () => {
  const { hands } = await import("./lib/drag.js");
  return hands(app, {
    can: line => drawn?.can(line),
    act: p.act,
    miss: line => drawn.why(line) && p.refuse(drawn.why(line)),
    details(value) {
      const body = board.details?.(value, drawn);
      if (body) drawn.details(body);
    },
  });
});
addEventListener("pointermove", wakeHands, { once: true });
addEventListener("pointerdown", async event => {
  let down = true;
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (down = false), { once: true });
  const hear = await wakeHands();
  if (down) hear?.(event); // a finger that has left meanwhile would be held for ever
}, { once: true });

let beat = 0;
let warned = false;
setInterval(() => {
  const { clock, gone, you, outcome } = p.table;
  if (++beat % 5 === 0 && !outcome && Object.keys(gone).length) draw();
  if (!clock?.running.length) return;
  const now = performance.now();
  for (const one of document.querySelectorAll("[data-clock]")) {
    const ms = left(clock, +one.dataset.clock, now);
    one.classList.toggle("low", ms < 10000);
    if (one.firstChild.data !== timeText(ms)) one.firstChild.data = timeText(ms);
  }
  const short = you.some(seat => clock.running.includes(seat) && left(clock, seat, now) < 10000);
  if (short && !warned) sound("ten seconds left");
  warned = short;
}, 200);

// --- the door

/** A page without a table. */
const alone = (...children) => render(app, h("main", { class: "foyer alone" }, h("h1", null, "Tablewright"), children));

/** Take the seat of an invitation; the name is asked for only where none is remembered. */
async function join() {
  if (!invite || p.keys.tokens.length) return;
  if (recall("name", "")) return p.sit(invite).catch(error => (p.words = { text: error.message, bad: true }));
  await wakeExtras();
  const welcome = h("p", null, "You are invited to a match. How may the others call you?");
  await new Promise(done => alone(welcome, p.late("sitting", p, invite, done)));
}

/** Load the board of the game, and what it has to know of this match. */
async function loadBoard() {
  const [facts] = await Promise.all([get(`matches/${id}`), playing]);
  const own = kind => new URL(`./boards/text.${kind}`, import.meta.url).href;
  const { script, style } = facts.board || { script: own("js"), style: own("css") };
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: style }));
  p.catalog = facts.catalog;
  board = (await import(script)).default;
  draw();
}

/** The seat that was remembered is not known at this table. */
function watchInstead() {
  p.keys.tokens = [];
  port.take();
}

/** Say that there is no table, or not yet, and what can be done about it. */
function noTable(text, ...more) {
  alone(h("p", { role: "status" }, text), more, h("a", { class: "btn", href: "/" }, "All games"));
}

function connect() {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map(hex).join("");
  const at = `${location.protocol.replace("http", "ws")}//${location.host}/api/v1/matches/${id}/socket`;
  port = new SocketPort(at, {
    hello: () => ({ tokens: p.keys.tokens, since: p.table.seq, nonce }),
    onmessage: receive,
    onstate(link) {
      p.change({ link });
      if (drawn) return;
      const held = link.name === "refused" && p.keys.tokens.length > 0;
      const watch = held && button("Watch instead", { on: { click: watchInstead } });
      noTable(sentence(link) || "The table is being set.", watch);
    },
  });
}

async function open() {
  try {
    if (!port) {
      await join();
      connect();
    }
    await loadBoard();
  } catch (error) {
    noTable(error.message, button("Try again", { class: "main", on: { click: open } }));
  }
}

alone(h("p", { role: "status" }, "Looking for the table."));
open();
