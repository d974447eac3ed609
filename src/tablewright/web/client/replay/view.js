// A match on its board, again: the board's own drawing in the frame of a table, with the bar of the replay below.
import { h } from "../lib/dom.js";
import { top } from "../lib/top.js";
import { button } from "../ui.js";
import { replayBar } from "./bar.js";

const eyes = p => [...p.names.map((_, seat) => seat), null];

/** The seat from which the match is looked at after this one; after the last the spectator's place. */
export const nextEye = p => eyes(p)[(eyes(p).indexOf(p.eye) + 1) % eyes(p).length];

export const eyeWords = p => (p.eye == null ? "Spectator's view" : `${p.names[p.eye]}'s view`);

function log(p) {
  let head = "";
  const items = p.replay.steps.flatMap(({ number, seat, when, told }) => {
    const words = (when || "").replace(/, action \d+$/, "");
    const heads = words && words !== head ? [h("li", { class: "head", key: `h${number}` }, words[0].toUpperCase() + words.slice(1))] : [];
    head = words || head;
    const now = number === p.at;
    const side = p.game?.cooperative || seat === (p.eye ?? 0) ? "y" : "f";
    return [...heads, h("li", { class: `${side} act ${now ? "now" : ""}`, key: number },
      h("button", { type: "button", "data-item": number, "aria-current": now && "step", on: { click: () => p.go(number) } }, told.map(line => h("span", null, line))))];
  });
  return h("ol", { class: "log", key: "log", "data-rove": "log", "aria-label": "What happened" }, items);
}

/** What a board is told of the page: nothing can be done, and all hands are open. */
export function model(p, position, { ui = {}, last = position.seen } = {}) {
  const nothing = () => {};
  return {
    view: position.views[p.eye ?? "watch"], views: position.views, picture: position.picture, eye: p.eye, seats: p.seats, you: [], catalog: p.catalog,
    wide: p.wide, over: position.number === p.last, back: true, last, pending: "", choices: [], groups: {}, ui,
    can: () => false, why: () => "", starts: () => [], act: nothing, refuse: nothing, redraw: p.draw, details: p.details,
    strip: seat => ({ turn: position.turn.includes(seat), here: h("small", null, h("i", { class: "dot" }), p.seats[seat]?.bot ? "bot" : "player"), clock: null }),
  };
}

/** The page with the board. */
export function boardPage(p, m) {
  const { where, left, stage } = p.board.draw(m);
  return [
    top(p.title, p.draw, { where, tools: h("a", { class: "turnflag", href: `/r/${p.id}`, on: { click: p.leave }, title: "Back to the result (Esc)" }, "replay") }),
    h("aside", { class: "left", key: "left", "aria-label": "Card in focus" }, left),
    h("main", { class: "stage", key: "stage", tabindex: "-1", "aria-label": "Board" }, stage),
    h("div", { class: "replay-acts", key: "acts" },
      p.whatIf(), replayBar(p),
      h("div", { class: "row" },
        button("Play on", { icon: "step", key: "B", on: { click: () => p.open("whatif") } }),
        button(eyeWords(p), { icon: "swap", key: "V", on: { click: p.turnEye } }),
        button(`${p.speed}×`, { icon: "clock", key: "+", "aria-label": `Speed ${p.speed}`, on: { click: () => p.faster(1, true) } }),
        button(p.said === "link" ? "Copied" : "Link to here", { icon: "link", on: { click: p.copyLink } }))),
    h("aside", { class: "right", key: "right", "aria-label": "What happened" }, h("h2", { class: "panel-title" }, "What happened"), log(p)),
  ];
}
