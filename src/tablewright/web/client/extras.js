// Parts of the match page that few people need in their first second: they are loaded when they are first asked for.

import { answer, choice, choices, note } from "./frame.js";
import { getText } from "./lib/api.js";
import { h } from "./lib/dom.js";
import { recall, remember } from "./lib/prefs.js";
import { timeText } from "./lib/table.js";
import { button, icon, keycap } from "./ui.js";

/** Put a text on the clipboard; pages without TLS, as on a home network, need the old way. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text, className: "unseen-words" });
    (document.querySelector("dialog[open]") || document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

const link = (href, name, label, more) => h("a", { class: "btn", href, ...more }, icon(name), h("span", null, label));

/** Who won and why, and what can be done then. */
export function ending(p, m) {
  const { words = "The match is over", why: cause = "" } = p.shown.outcome || {};
  const replay = `/r/${p.id}`;
  return h("section", { class: "note ending", key: "ending", "aria-label": "The end" },
    h("h2", null, words), cause && h("p", null, `${cause[0].toUpperCase()}${cause.slice(1)}.`.replace("..", ".")),
    choices(
      m.you.length > 0 && !p.table.offers.rematch && !p.table.rematch &&
        button("Rematch", { icon: "swap", class: "main", on: { click: () => p.offer("rematch") } }),
      link(replay, "play", "Replay"),
      button("Copy link", { icon: "link", on: { click: () => p.copy(location.origin + replay) } }),
      link(`/api/v1/matches/${p.id}/record`, "share", "Save record", { download: `${p.id}.record` }),
      button("Report a problem", { icon: "flag", on: { click: () => p.report(m) } })));
}

// What one player asks of the others: how it is put to them, and how the one who asked reads it.
const ASKED = {
  takeback: ["asks to take back the last move", "to take back the last move"],
  draw: ["offers a tie", "for a tie"],
  pause: ["asks for a pause", "for a pause"],
  rematch: ["asks for a rematch, with seats changed", "for a rematch"],
};

/** What another asks, with the answers; or what was asked of the others. */
export function offer(p, m, kind, seat) {
  const key = `offer ${kind}`;
  if (m.you.includes(seat)) return note("", key, `You have asked ${ASKED[kind][1]}. The answer is awaited.`);
  return note("askednote", key, h("b", null, `${m.seats[seat]?.name} ${ASKED[kind][0]}.`), m.you.length > 0 &&
    choices(choice("Yes", () => p.answer(kind, true), "main"), choice("No", () => p.answer(kind, false))));
}

/** A player who has gone: how long the others wait, and what they may do then. */
export function absent(p, m, seat) {
  const [name, key] = [m.seats[seat]?.name, `gone ${seat}`];
  const seconds = Math.ceil((p.table.gone[seat].until - performance.now()) / 1000);
  const time = seconds < 60 ? `${seconds} second${seconds === 1 ? "" : "s"}` : timeText(seconds * 1000);
  if (seconds > 0) return note("", key, `${name} is away; ${time} left to come back.`);
  if (!m.you.length) return note("", key, `${name} is away.`);
  if (p.waitFor === seat) {
    return note("", key, `Waiting for ${name}.`, choices(choice("Decide", () => p.change({ waitFor: null }))));
  }
  return note("askednote", key, h("b", null, `${name} has not come back.`), choices(
    !m.game.cooperative && choice("Claim the win", () => p.offer("claim")),
    choice("Let a bot play", () => p.offer("substitute")), choice("Wait", () => p.change({ waitFor: seat }))));
}

/** What a strong bot would do. */
export function advice(p) {
  const { title, why: reason, action } = p.hint;
  const words = h("span", null, h("b", null, "Hint: "), title, reason && ` (${reason})`);
  return note("legalnote", "hint", words, action && choices(choice("Do it", () => p.act(action))));
}

const PHRASES = ["Good luck", "Well played", "Thanks", "One moment", "Oops"];
const small = (label, click) => button(label, { class: "quiet small", on: { click } });

/** The box to say something, with phrases for those who would rather not type. */
export function talking(p, m, last) {
  const submit = event => {
    event.preventDefault();
    if (p.say(event.target.elements.text.value)) event.target.reset();
  };
  return h("form", { class: "talk", key: "talk", on: { submit } }, h("span", { class: "bubble" }, last),
    h("div", { class: "phrases" }, PHRASES.map(text => small(text, () => p.say(text)))),
    h("div", { class: "entry" },
      h("input", { name: "text", maxlength: 200, "aria-label": "Say something", autocomplete: "off" }),
      h("button", { class: "btn" }, "Say")),
    h("div", { class: "phrases" },
      small(p.quiet ? "Hear the others" : "Mute the others", p.hush), small("Close", () => p.talk(false))));
}

/** The box that takes any line of the console's grammar. */
export function command(p, m) {
  const submit = event => {
    event.preventDefault();
    const field = event.target.elements.line;
    if (field.value.trim()) p.act(field.value.trim());
    field.value = "";
  };
  return h("form", { class: "talk", key: "command", on: { submit } },
    h("div", { class: "entry" },
      h("input", {
        name: "line", class: "mono", maxlength: 200, "aria-label": "Command", placeholder: "a command; Tab completes",
        autocomplete: "off", autocapitalize: "off", spellcheck: "false", on: { keydown: p.completeKey },
      }),
      h("button", { class: "btn" }, "Do")),
    p.fitting && h("p", { class: "fits", "aria-live": "polite" }, p.fitting), !m.wide && answer(p));
}

const copied = (p, text, label) => h("span", { class: "entry" },
  h("input", { readonly: true, value: text, "aria-label": label, on: { focus: event => event.target.select() } }),
  button("Copy", { icon: "copy", on: { click: () => p.copy(text) } }));

/** A table that waits: who is awaited, and the links to send. */
export function waiting(p, m) {
  const rows = p.table.seats.map((one, seat) => {
    const invite = !one.taken && p.keys.invites.find(other => other.seat === seat)?.invite;
    const who = one.name || (one.kind === "open" ? "Anyone" : "Your friend");
    const state = m.you.includes(seat) ? "you" : one.kind === "bot" ? "a bot" : one.came ? "is here" : "is awaited";
    return h("li", { key: seat }, h("b", null, who), h("span", null, state),
      invite && copied(p, `${location.origin}/g/${p.id}#join=${invite}`, "The link for your friend"));
  });
  const open = p.table.seats.some(one => one.kind === "open" && !one.taken);
  return h("section", { class: "foyer", key: "waiting" }, h("h2", null, "Waiting for everybody to sit down"),
    p.keys.invites.length > 0 && h("p", null, "Send each friend a link; whoever opens it takes the seat."),
    h("ol", null, rows),
    open && h("p", null, "Whoever opens the address of this table may sit down."),
    open && copied(p, location.origin + location.pathname, "The address of this table"),
    p.table.commitment && h("p", { class: "seal" },
      "The cards are sealed already. This number stands for them; after the match everybody can check it.",
      h("code", null, p.table.commitment)));
}

/** Your name, and the seat is yours. */
export function sitting(p, invite, done = p.reconnect) {
  const submit = async event => {
    event.preventDefault();
    const form = event.target;
    remember("name", form.elements.name.value.trim());
    try {
      await p.sit(invite);
      done();
    } catch (error) {
      form.querySelector("[role=alert]").textContent = error.message;
    }
  };
  return h("form", { class: "talk", key: "sit", on: { submit } },
    h("label", null, "Your name", h("input", {
      name: "name", required: true, maxlength: 40, value: recall("name", ""), autocomplete: "nickname",
    })),
    h("button", { class: "btn main" }, "Sit down"), h("p", { role: "alert", class: "bad" }));
}

// --- sheets

const KEYS = [
  ["arrows", "move in hand and board"], ["Enter, Space", "choose"], ["1-9", "card of the hand, or choice"],
  ["Esc", "one step back"], ["E", "end the turn, the main act"], ["U", "undo"], ["H", "hint"], ["Y", "why not"],
  [", .", "look back, on"], ["Home End", "start, now"], [":", "type a command"], ["/", "say something"],
  ["?", "rules and keys"],
];
const GAME_KEYS = {
  dungeons: [["W B R", "hero"], ["M A L", "move, attack, loot"]],
  maze: [["T F S", "character"], ["Space", "flip"]],
};

/** Words with [b] and [/b] around what is bold, as the rules are written; lines were broken for a terminal's width. */
const bold = text => text.replace(/([^\n])\n(?![\n\s[•])/g, "$1 ").split(/\[b\](.*?)\[\/b\]/s)
  .map((part, i) => (i % 2 ? h("b", null, part) : part));

let rules = "";
let failed = "";

export const help = {
  title: "Rules and keys",
  opened(p) {
    const answer = rules ? rules : getText(`games/${p.table.game.key}/help`);
    Promise.resolve(answer).then(text => (rules = text), error => (failed = error.message)).then(p.draw);
  },
  body(p, m) {
    const keys = [...KEYS, ...(GAME_KEYS[m.game.key] || [])];
    return [h("pre", { class: "rules" }, rules ? bold(rules) : failed || "The rules are being fetched."),
      h("h3", null, "Keys"),
      h("dl", { class: "keys" }, keys.map(([key, does]) => [h("dt", null, keycap(key)), h("dd", null, does)]))];
  },
};

/** What cannot be done now, and why; each reason once. */
export const reasons = {
  title: "Why not",
  body(p, m) {
    const found = new Map();
    for (const { action, title, group, reason } of m.choices) {
      if (!reason) continue;
      const named = m.groups[group] || group;
      found.set(reason, [...(found.get(reason) || []), action === group ? named : `${named}: ${title}`]);
    }
    if (!found.size) return h("p", null, m.choices.length ? "Nothing is impossible now." : "It is not your turn.");
    return h("dl", { class: "reasons" }, [...found].map(([reason, what]) => [h("dt", null, `✕ ${reason}`),
      h("dd", null, what.slice(0, 6).join("; "), what.length > 6 && ` and ${what.length - 6} more`)]));
  },
};

function item(p, name, label, act, more = {}) {
  const click = () => {
    p.close();
    act();
  };
  return button(label, { icon: name, class: "wide", ...more, on: { click } });
}

export const menu = {
  title: "Menu",
  opened: p => (p.sure = false),
  body(p, m) {
    const seated = m.you.length > 0;
    const playing = seated && !m.over && !p.table.waiting;
    const { watchers } = p.table;
    const resign = p.sure ? item(p, "flag", "Resign, really", () => p.offer("resign"), { class: "wide danger" })
      : button("Resign", { icon: "flag", class: "wide", on: { click: () => p.change({ sure: true }) } });
    return [
      h("p", { class: "who-here" }, `${watchers || "Nobody"} ${watchers > 1 ? "are" : "is"} watching.`),
      !m.wide && item(p, "chat", "What happened", () => p.open("happened")),
      seated && item(p, "step", "Type a command", p.type, { key: m.wide && ":" }),
      item(p, "help", "Why not", () => p.open("reasons"), { key: m.wide && "Y" }),
      playing && !p.table.paused && item(p, "pause", "Ask for a pause", () => p.offer("pause")),
      playing && p.table.paused && item(p, "play", "Go on", () => p.offer("resume")),
      playing && !m.game.cooperative && item(p, "swap", "Offer a tie", () => p.offer("draw")),
      playing && resign,
      item(p, "link", "Copy the address to watch", () => p.copy(location.origin + location.pathname)),
      item(p, "flag", "Report a problem", () => p.report(m)),
      h("hr"), item(p, "moon", "Dark or light", p.theme), soundSettings(p), h("hr"),
      h("a", { class: "btn wide", href: "/" }, "All games")];
  },
};

function soundSettings(p) {
  const sounds = p.sounds();
  if (!sounds) return null;
  const { settings, NAMES, set, play } = sounds;
  const change = (values, name) => {
    set(values);
    play(name);
    p.draw();
  };
  const check = (checked, label, choose) => h("label", { key: label },
    h("input", { type: "checkbox", checked, on: { change: event => choose(event.target.checked) } }), label);
  const others = name => settings.off.filter(one => one !== name);
  const hear = name => on => change({ off: on ? others(name) : [...others(name), name] }, name);
  const louder = event => change({ volume: +event.target.value }, "coin");
  return h("details", { class: "sounds" }, h("summary", null, "Sound"),
    check(!settings.mute, "Sounds", on => change({ mute: !on }, "put down")),
    h("label", null, "Volume", h("input", {
      type: "range", min: 0, max: 1, step: 0.05, value: String(settings.volume), on: { change: louder },
    })),
    NAMES.map(name => check(!settings.off.includes(name), name, hear(name))));
}
