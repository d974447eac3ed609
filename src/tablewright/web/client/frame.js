// What stands around a board: bar, trays, log, looking back, offers. Functions from the page and the model to
// descriptions of elements; what is pressed goes to the page (p.act, p.offer ...), which draws anew.

import { h } from "./lib/dom.js";
import { sentence } from "./lib/port.js";
import { isAct, left, listed, named, positions, timeText } from "./lib/table.js";
import { button, icon, mark } from "./ui.js";

const tool = (name, label, click, kind = "") =>
  h("button", { type: "button", class: `ic ${kind}`, title: label, "aria-label": label, on: { click } }, icon(name));

/** Who is to act now, by seat. */
export const acting = request => (request.over ? [] : request.choices ? [request.seat] : request.seats || []);

/** Whose turn it is, in words, and whether it is this device's. */
export function turn(p, m) {
  const { request, waiting } = p.shown;
  const name = seat => m.seats[seat]?.name || `seat ${seat + 1}`;
  if (m.over) return { text: "over" };
  if (m.back) return { text: "looking back" };
  if (waiting) return { text: "waiting" };
  if (p.table.paused) return { text: "paused" };
  if (request.choices) return { yours: true, text: m.you.length > 1 ? `${name(request.seat)}'s turn` : "your turn" };
  const who = acting(request);
  return { text: who.length ? `${listed(who.map(name))}'s turn` : m.you.length ? "one moment" : "watching" };
}

/** The bar at the top. */
export function top(p, m, where) {
  const { text, yours } = turn(p, m);
  const { watchers } = p.table;
  return h("header", { class: "top", key: "top" },
    h("a", { class: "brand", href: "/", "aria-label": "Tablewright, all games" }, mark(22)),
    h("h1", null, m.game.title), h("p", { class: "where" }, where),
    h("div", { class: "tools" },
      m.wide && watchers > 0 && h("span", { class: "watchers" }, `${watchers} watching`),
      h("span", { class: `turnflag ${yours ? "" : "quiet"}` }, text),
      tool("help", "Rules and keys (?)", () => p.open("help")),
      tool(p.muted() ? "mute" : "sound", p.muted() ? "Sound on" : "Sound off", p.toggleSound, "wide"),
      tool(document.documentElement.dataset.theme === "dark" ? "sun" : "moon", "Dark or light", p.theme, "wide"),
      tool("menu", "Menu", () => p.open("menu"))));
}

/** The state of the link, in words; nothing while all is well. */
export function banner(p) {
  const text = sentence(p.link);
  return h("div", { class: `banner ${text ? "" : "well"}`, key: "banner", role: "status" }, text && [
    h("span", null, text), p.link.name === "taken" && button("Take it back", { on: { click: p.reconnect } }),
    p.link.next > Date.now() + 1500 && button("Now", { on: { click: p.reconnect } })]);
}

/** Something the table says. */
export const note = (kind, key, ...children) => h("div", { class: `note ${kind}`, key }, children);
/** The buttons of a note. */
export const choices = (...buttons) => h("div", { class: "choices" }, buttons);
const ask = { takeback: "asks to take back the last move", draw: "offers a tie", pause: "asks for a pause", rematch: "wants a rematch, with seats changed" };
const asked = { takeback: "to take back the last move", draw: "for a tie", pause: "for a pause", rematch: "for a rematch" };

/** What the table asks or tells apart from the game: offers, absent players, a pause, a hint, the end. */
export function notices(p, m) {
  const { offers, gone, paused } = p.table;
  const name = seat => m.seats[seat]?.name || "somebody";
  const out = [];
  for (const [kind, { seat }] of Object.entries(offers)) {
    const mine = m.you.includes(seat);
    out.push(mine ? note("", `offer ${kind}`, `You have asked ${asked[kind]}. The answer is awaited.`)
      : note("askednote", `offer ${kind}`, h("b", null, `${name(seat)} ${ask[kind]}.`),
        m.you.length > 0 && choices(button("Yes", { class: "main", on: { click: () => p.answer(kind, true) } }),
          button("No", { on: { click: () => p.answer(kind, false) } }))));
  }
  if (paused && !m.over) {
    out.push(note("", "pause", "The match is paused.", m.you.length > 0 && choices(button("Go on", { on: { click: () => p.offer("resume") } }))));
  }
  if (!m.over) for (const seat of Object.keys(gone).map(Number)) if (!m.you.includes(seat)) out.push(absent(p, m, seat, name(seat)));
  if (p.hint) {
    out.push(note("legalnote", "hint", h("span", null, h("b", null, "Hint: "), p.hint.title, p.hint.why && ` (${p.hint.why})`),
      p.hint.action && choices(button("Do it", { on: { click: () => p.act(p.hint.action) } }))));
  }
  if (m.over) out.push(p.late("ending", p, m));
  if (p.table.rematch) out.push(note("askednote", "next", choices(h("a", { class: "btn main", href: `/g/${p.table.rematch}` }, "To the rematch"))));
  if (!m.you.length && p.table.seats.some(one => one.kind === "open" && !one.taken)) out.push(note("askednote", "sit", p.late("sitting", p)));
  return out;
}

function absent(p, m, seat, name) {
  const seconds = Math.ceil((p.table.gone[seat].until - performance.now()) / 1000);
  if (!m.you.length || seconds > 0) return note("", `gone ${seat}`, `${name} is away${seconds > 0 ? `; ${timeText(seconds * 1000)} left to come back` : ""}.`);
  if (p.waitFor === seat) return note("", `gone ${seat}`, `Waiting for ${name}.`, choices(button("Decide", { on: { click: () => p.waitOn(null) } })));
  return note("askednote", `gone ${seat}`, h("b", null, `${name} has not come back.`), choices(
    !m.game.cooperative && button("Claim the win", { on: { click: () => p.offer("claim") } }),
    button("Let a bot play", { on: { click: () => p.offer("substitute") } }), button("Wait", { on: { click: () => p.waitOn(seat) } })));
}

/** The log, grouped by when; every line leads to its position. The same object as before while nothing has changed. */
export function log(p, m) {
  const at = m.back ? p.back.seq : p.shown.log.findLast(isAct)?.seq;
  const key = [p.shown.log, at, p.quiet, m.seats.map(one => one.name).join()];
  if (log.key?.every((part, i) => part === key[i])) return log.made;
  let head = "";
  const items = p.shown.log.flatMap((line, i) => {
    const when = (line.when || "").replace(/, action \d+$/, "");
    const mine = line.seat == null ? "" : line.seat === (m.eye ?? 0) || m.game.cooperative ? "y" : "f";
    if (line.kind === "say" && p.quiet && !m.you.includes(line.seat)) return [];
    const heads = when && when !== head ? [h("li", { class: "head", key: `when ${i}` }, when[0].toUpperCase() + when.slice(1))] : [];
    head = when || head;
    const words = line.told.map(text => h("span", null, (line.kind === "say" ? `${m.seats[line.seat]?.name}: ` : "") + named(text, m.seats)));
    const now = isAct(line) && line.seq === at && at > 0;
    return [...heads, h("li", { class: `${mine} ${line.kind || "act"} ${now ? "now" : ""}`, key: i }, !isAct(line) || !line.seq ? words
      : h("button", { type: "button", "data-item": line.seq, "aria-current": now && "step", title: "See this position", on: { click: () => p.look(line.seq) } }, words))];
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
  const step = (name, label, to, off) => h("button", { type: "button", class: "ic", title: label, "aria-label": label, disabled: off, on: { click: () => p.look(seqs[to]) } }, icon(name));
  return h("div", { class: "look", key: "look", role: "group", "aria-label": "Look back" },
    h("div", { class: "ctl" }, step("first", "Start (Home)", 0, at === 0), step("back", "One back (,)", at - 1, at === 0),
      step("on", "One on (.)", at + 1, at === last), step("last", "Now (End)", last, at === last),
      h("output", null, `${at} / ${last} `, m.back ? button("now", { class: "quiet", on: { click: () => p.look(seqs[last]) } }) : h("b", null, "now"))),
    h("input", { type: "range", min: 0, max: last, value: String(at), "aria-label": `Position ${at} of ${last}`, on: { input: event => p.look(seqs[event.target.value]) } }));
}

/** The one main act. */
export function mainAct(p, m, main, wide) {
  if (!main) return null;
  const off = !m.back && main.reason;
  return button(main.label, { class: `main ${wide ? "wide" : ""}`, key: main.key, disabled: m.back ? "looking back" : off, "data-main": true,
    on: { click: () => (m.back ? p.refuse("You look at an earlier position; End returns to now.") : off ? p.refuse(off) : p.act(main.action)) } });
}

/** Why not, in words. */
export const why = p => p.refusal && h("p", { class: "note badnote", key: "why", role: "alert" }, h("span", null, `✕ ${p.refusal}`));
const undo = (p, m, label) => button(label, { icon: "undo", key: label && "U", disabled: p.whyNoUndo(m), "aria-label": "Undo", on: { click: p.undo } });
const hint = (p, label) => button(label, { icon: "hint", key: label && "H", disabled: p.whyNoHint(), "aria-label": "Hint", on: { click: p.askHint } });

/** The right tray: log, notices, looking back, acts, talk. */
export function right(p, m, main) {
  return h("aside", { class: "right", key: "right", "aria-label": "What happened" },
    h("h2", { class: "panel-title", key: "title" }, "What happened"), log(p, m), notices(p, m), look(p, m), why(p),
    m.you.length > 0 && !m.over && h("div", { class: "acts", key: "acts" }, mainAct(p, m, main, true), h("div", { class: "row" }, undo(p, m, "Undo"), hint(p, "Hint"))),
    p.typing && p.late("command", p, m), talk(p, m));
}

/** The bar under the thumb on phones. */
export function bottom(p, m, main, message) {
  const words = p.refusal ? h("b", { class: "bad" }, p.refusal) : m.pending ? `Sent: ${m.pending}` : message;
  return h("nav", { class: "bar-bottom", key: "bottom", "aria-label": "Acts" }, m.you.length && !m.over ? [undo(p, m, ""), hint(p, "")] : [],
    button("", { icon: "chat", "aria-label": "What happened", on: { click: () => p.open("happened") } }),
    h("p", { class: "msg", role: p.refusal && "alert" }, words), m.you.length > 0 && !m.over && mainAct(p, m, main, false));
}

/** The last words and the box to say some; watchers only read. */
export function talk(p, m) {
  const words = p.shown.log.filter(line => line.kind === "say" && !(p.quiet && !m.you.includes(line.seat))).at(-1);
  const last = words ? `${m.seats[words.seat]?.name}: ${words.told.join(" ")}` : p.quiet ? "The others are muted." : "";
  if (!m.you.length || p.table.options.chat === false) return last && h("p", { class: "say", key: "say" }, icon("chat", 16), h("span", { class: "bubble" }, last));
  if (!p.saying) {
    return h("button", { type: "button", class: "say", key: "say", on: { click: () => p.talk(true) } },
      icon("chat", 16), h("span", { class: "bubble" }, last || "Say something"), m.wide && h("kbd", null, "/"));
  }
  return p.late("talking", p, m, last);
}

/** A clock as strips show it. */
export function clockOf(table, seat) {
  if (!table.clock || table.clock.left[seat] == null) return null;
  const ms = left(table.clock, seat, performance.now());
  return h("span", { class: `clock ${ms < 10000 ? "low" : ""}`, "data-clock": seat, role: "timer" }, timeText(ms));
}

/** Who sits behind a strip: you, here, away, bot. */
export function hereOf(p, m, seat) {
  const one = m.seats[seat] || {};
  const word = m.you.includes(seat) ? "you" : one.bot ? "bot" : one.here ? "here" : "away";
  return h("small", null, h("i", { class: `dot ${word === "away" ? "away" : ""}` }), word);
}

/** Between two people at one device: nothing is shown until the other has it in hand. */
export function cover(p, m) {
  const name = m.seats[p.shown.eye]?.name || "the next player";
  return h("section", { class: "room cover", key: "cover" }, h("h2", null, `Pass the device to ${name}`), h("p", null, "The cards are covered until then."),
    button(`I am ${name}`, { class: "main", "data-cover": true, on: { click: p.uncover } }));
}
