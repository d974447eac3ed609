// What stands around a board: bar, trays, log, looking back, offers. Functions from the page and the model to
// descriptions of elements; what is pressed goes to the page (p.act, p.offer ...), which draws anew.

import { h } from "./lib/dom.js";
import { sentence } from "./lib/port.js";
import { isAct, left, listed, named, positions, timeText, toldOf } from "./lib/table.js";
import { button, icon, mark } from "./ui.js";

const tool = (name, label, click, kind = "") =>
  h("button", { type: "button", class: `ic ${kind}`, title: label, "aria-label": label, on: { click } }, icon(name));

/** Who is to act now, by seat. */
export const acting = request => (request.over ? [] : request.choices ? [request.seat] : request.seats || []);

/** Whose turn it is, in words, and whether it is this device's. */
export function turn(p, m) {
  const { request, waiting } = p.shown;
  const whose = seats => `${listed(seats.map(seat => m.seats[seat]?.name || `seat ${seat + 1}`))}'s turn`;
  if (m.over) return { text: "over" };
  if (m.back) return { text: "looking back" };
  if (waiting) return { text: "waiting" };
  if (p.table.paused) return { text: "paused" };
  if (request.choices) return { yours: true, text: m.you.length > 1 ? whose([request.seat]) : "your turn" };
  return { text: acting(request).length ? whose(acting(request)) : "one moment" };
}

/** The bar at the top. */
export function top(p, m, where) {
  const { text, yours } = turn(p, m);
  const { watchers } = p.table;
  const dark = document.documentElement.dataset.theme === "dark";
  return h("header", { class: "top", key: "top" },
    h("a", { class: "brand", href: "/", "aria-label": "Tablewright, all games" }, mark(22)),
    h("h1", null, m.game.title), h("p", { class: "where" }, where),
    h("div", { class: "tools" },
      m.wide && watchers > 0 && h("span", { class: "watchers" }, `${watchers} watching`),
      h("span", { class: `turnflag ${yours ? "" : "quiet"}` }, text),
      tool("help", "Rules and keys (?)", () => p.open("help")),
      tool(p.muted() ? "mute" : "sound", p.muted() ? "Sound on" : "Sound off", p.toggleSound, "wide"),
      tool(dark ? "sun" : "moon", dark ? "Light" : "Dark", p.theme, "wide"),
      tool("menu", "Menu", () => p.open("menu"))));
}

/** The state of the link, in words; nothing while all is well. */
export function banner(p) {
  const text = sentence(p.link);
  return h("div", { class: `banner ${text ? "" : "well"}`, key: "banner", role: "status" }, text && [
    h("span", null, text),
    p.link.name === "taken" && button("Take it back", { on: { click: p.reconnect } }),
    p.link.next > Date.now() + 1500 && button("Now", { on: { click: p.reconnect } })]);
}

/** Something that the table says. */
export const note = (kind, key, ...children) => h("div", { class: `note ${kind}`, key }, children);
/** The buttons of a note. */
export const choices = (...buttons) => h("div", { class: "choices" }, buttons);
/** A button of a note. */
export const choice = (label, click, kind = "") => button(label, { class: kind, on: { click } });

/** What the table asks or tells apart from the game: offers, absent players, a pause, a hint, the end. */
export function notices(p, m) {
  const { offers, gone, paused, rematch, seats } = p.table;
  const away = m.over ? [] : Object.keys(gone).map(Number).filter(seat => !m.you.includes(seat));
  const free = !m.you.length && seats.some(one => one.kind === "open" && !one.taken);
  const goOn = m.you.length > 0 && choices(choice("Go on", () => p.offer("resume")));
  return [
    m.over && p.late("ending", p, m),
    Object.entries(rematch ? {} : offers).map(([kind, { seat }]) => p.late("offer", p, m, kind, seat)),
    paused && !m.over && note("", "pause", "The match is paused.", goOn),
    away.map(seat => p.late("absent", p, m, seat)),
    p.hint && p.late("advice", p),
    rematch && note("askednote", "next", h("a", { class: "btn main wide", href: `/g/${rematch}` }, "To the rematch")),
    free && note("askednote", "sit", p.late("sitting", p)),
  ];
}

function logLine(p, m, line, i, at) {
  const side = line.seat == null ? "" : line.seat === (m.eye ?? 0) || m.game.cooperative ? "y" : "f";
  const now = isAct(line) && line.seq > 0 && line.seq === at;
  const who = line.kind === "say" ? `${m.seats[line.seat]?.name}: ` : "";
  const words = line.told.map(text => h("span", null, who + (isAct(line) ? toldOf : named)(text, m.seats)));
  const kind = isAct(line) ? "" : `of-${line.kind}`;
  const click = () => p.look(line.seq);
  return h("li", { class: `${side} ${kind} ${now ? "now" : ""}`, key: i }, !isAct(line) || !line.seq ? words
    : h("button", { type: "button", "data-item": line.seq, "aria-current": now && "step", on: { click } }, words));
}

/** The log, grouped by when; every line leads to its position. The same object as before while nothing has changed. */
export function log(p, m) {
  const at = m.back ? p.back.seq : p.shown.log.findLast(isAct)?.seq;
  const key = [p.shown.log, at, p.quiet, m.eye, m.seats.map(one => one.name).join()];
  if (log.key?.every((part, i) => part === key[i])) return log.made;
  let head = "";
  const items = p.shown.log.flatMap((line, i) => {
    if (line.kind === "say" && p.quiet && !m.you.includes(line.seat)) return [];
    const when = (line.when || head).replace(/, action \d+$/, "");
    const fresh = when !== head && h("li", { class: "head", key: `when ${i}` }, when[0].toUpperCase() + when.slice(1));
    head = when;
    return [fresh, logLine(p, m, line, i, at)];
  });
  log.key = key;
  log.made = h("ol", { class: "log", key: "log", "data-rove": "log", "aria-label": "What happened" }, items);
  return log.made;
}

/** First, back, on, now, and the slider over all positions. */
export function look(p, m) {
  const seqs = positions(p.shown);
  const last = seqs.length - 1;
  const at = m.back ? Math.max(0, seqs.indexOf(p.back.seq)) : last;
  // Not `disabled`: a button that goes away under the finger takes the focus with it.
  const step = (name, label, to) => h("button", {
    type: "button", class: "ic", title: label, "aria-label": label,
    "aria-disabled": to < 0 || to > last || to === at ? "true" : null, on: { click: () => p.look(seqs[to]) },
  }, icon(name));
  const now = m.back ? choice("now", () => p.look(seqs[last]), "quiet") : h("b", null, "now");
  const input = event => p.look(seqs[event.target.value]);
  return h("div", { class: "look", key: "look", role: "group", "aria-label": "Look back" },
    h("div", { class: "ctl" }, step("first", "Start (Home)", 0), step("back", "One back (,)", at - 1),
      step("on", "One on (.)", at + 1), step("last", "Now (End)", last),
      h("output", null, `${at} / ${last} `, now)),
    h("input", {
      type: "range", min: 0, max: last, value: String(at), "aria-label": `Position ${at} of ${last}`, on: { input },
    }));
}

/** Why not, or what was just done, in words. */
export function answer(p) {
  if (!p.words) return null;
  const { text, bad } = p.words;
  return h("p", { class: `note ${bad ? "badnote" : ""}`, key: "words", role: "alert" }, (bad ? "✕ " : "") + text);
}

/** The one main act. */
function mainAct(p, m, main, kind = "") {
  if (!main) return null;
  const reason = m.back ? "You look at an earlier position; End returns to now." : main.reason;
  const click = () => (reason ? p.refuse(reason) : p.act(main.action));
  return button(main.label, {
    class: `main ${kind}`, key: main.key, disabled: reason, "data-main": true, on: { click },
  });
}

/** Undo and hint, on phones without their words. */
function helpers(p, wide) {
  const one = (icon, label, key, disabled, click) => button(wide ? label : "", {
    icon, key: wide && key, disabled, "aria-label": label, on: { click },
  });
  return [one("undo", "Undo", "U", p.whyNoUndo(), p.undo), one("hint", "Hint", "H", p.whyNoHint(), p.askHint)];
}

/** The right tray: log, notices, looking back, acts, talk. */
export function right(p, m, main, covered) {
  const open = !covered && !p.shown.waiting;
  return h("aside", { class: "right", key: "right", "aria-label": "What happened" },
    h("h2", { class: "panel-title", key: "title" }, "What happened"),
    covered ? h("p", { class: "log", key: "log" }) : log(p, m), notices(p, m), open && look(p, m), answer(p),
    open && m.you.length > 0 && !m.over && h("div", { class: "acts", key: "acts" },
      mainAct(p, m, main, "wide"), h("div", { class: "row" }, helpers(p, true))),
    p.typing && p.late("command", p, m), talk(p, m));
}

/** The bar under the thumb on phones. */
export function bottom(p, m, main, message) {
  const playing = m.you.length > 0 && !m.over && !p.shown.waiting;
  const said = p.words && h("b", { class: p.words.bad ? "bad" : "", role: "alert" }, p.words.text);
  const happened = button("", { icon: "chat", "aria-label": "What happened", on: { click: () => p.open("happened") } });
  return h("nav", { class: "bar-bottom", key: "bottom", "aria-label": "Acts" }, playing && helpers(p, false), happened,
    h("p", { class: "msg" }, said || (m.pending ? "Sent, the table is about to answer." : message)), playing && mainAct(p, m, main));
}

/** The last words, and the way to say some; watchers only read. */
export function talk(p, m) {
  const words = p.shown.log.findLast(line => line.kind === "say" && !(p.quiet && !m.you.includes(line.seat)));
  const last = words ? `${m.seats[words.seat]?.name}: ${words.told.join(" ")}` : p.quiet ? "The others are muted." : "";
  const bubble = h("span", { class: "bubble" }, last || "Say something");
  const mute = !m.you.length || p.table.options.chat === false;
  if (mute) return last && h("p", { class: "say", key: "say" }, icon("chat", 16), bubble);
  if (p.saying) return p.late("talking", p, m, last);
  return h("button", { type: "button", class: "say", key: "say", on: { click: () => p.talk(true) } },
    icon("chat", 16), bubble, m.wide && h("kbd", null, "/"));
}

/** A clock as strips show it. */
export function clockOf(table, seat) {
  if (table.clock?.left[seat] == null) return null;
  const ms = left(table.clock, seat, performance.now());
  return h("span", { class: `clock ${ms < 10000 ? "low" : ""}`, "data-clock": seat, role: "timer" }, timeText(ms));
}

/** Who sits behind a strip: you, here, away, bot. */
export function hereOf(m, seat) {
  const one = m.seats[seat] || {};
  const word = m.you.includes(seat) ? "you" : one.bot ? "bot" : one.here ? "here" : "away";
  return h("small", null, h("i", { class: `dot ${word === "away" ? "away" : ""}` }), word);
}

/** Between two people at one device: nothing is shown until the other has it in hand. */
export function cover(p, m) {
  const name = m.seats[p.shown.eye]?.name || "the next player";
  return h("section", { class: "foyer cover", key: "cover" }, h("h2", null, `Pass the device to ${name}`),
    h("p", null, "The cards are covered until then."),
    button(`I am ${name}`, { class: "main", on: { click: p.uncover } }));
}
