// A match on its board, again: the board's own drawing in the frame of a table, with the bar of the replay below.
import { h } from "../lib/dom.js";
import { top } from "../lib/top.js";
import { button } from "../ui.js";
import { replayBar } from "./bar.js";

/** The seat from which the match is looked at after this one; after the last comes the spectator's place. */
export const nextEye = ({ eye, names }) => (eye == null ? 0 : eye + 1 < names.length ? eye + 1 : null);

/** From where one looks, in words. */
export const eyeWords = ({ eye, names }) => (eye == null ? "Spectator's view" : `${names[eye]}'s view`);

/** What happened, line by line; every line leads to its position. */
function log(p) {
  let head = "";
  const lines = p.steps.flatMap(({ number, seat, when, told }) => {
    const now = number === p.at;
    const side = p.game?.cooperative || seat === (p.eye ?? 0) ? "y" : "f";
    const round = when.replace(/, action \d+$/, "");
    const heads = round !== head ? [h("li", { class: "head", key: `h${number}` }, round)] : [];
    head = round;
    if (!told.length) return heads;
    const click = () => p.go(number);
    return [...heads, h("li", { class: `${side} act ${now ? "now" : ""}`, key: number },
      h("button", { type: "button", "data-item": number, "aria-current": now && "step", on: { click } },
        told.map(line => h("span", null, line))))];
  });
  return h("ol", { class: "log", key: "log", "data-rove": "log", "aria-label": "What happened" }, lines);
}

/** What a board is told: nothing can be done, and all hands are open. `view` may be one between two positions. */
export function model(p, position, view = position.views[p.eye ?? "watch"]) {
  const { views, picture, number, turn, seen: last } = position;
  const { eye, seats, catalog, game, wide, ui, draw, details } = p;
  const nothing = () => {};
  const here = seat => h("small", null, h("i", { class: "dot" }), seats[seat]?.bot ? "bot" : "player");
  return {
    view, views, picture, eye, seats, you: [], catalog, game, wide, ui, last,
    over: number === p.last, back: true, pending: "", choices: [], groups: {}, can: () => false, why: () => "",
    starts: () => [], act: nothing, refuse: nothing, redraw: draw, details,
    strip: seat => ({ turn: turn.includes(seat), here: here(seat), clock: null }),
  };
}

/** The page with the board. */
export function boardPage(p, m) {
  const { where, left, stage } = p.board.draw(m);
  const [told = "The start"] = p.steps[p.at - 1]?.told || [];
  const [speed, link] = [`${p.speed}×`, p.said === "link" ? "Copied" : p.wide ? "Link to here" : "Link"];
  const back = { class: "turnflag", href: `/r/${p.id}`, title: "Back to the result (Esc)", on: { click: p.leave } };
  return [
    top(p.title, p.draw, { where, tools: h("a", back, "← result") }),
    p.wide && h("aside", { class: "left", key: "left", "aria-label": "In focus" }, left),
    h("main", { class: "stage", key: "stage", tabindex: "-1" }, stage),
    h("div", { class: "replay-acts", key: "acts" }, p.whatIf(),
      !p.wide && h("button", { type: "button", class: "told", on: { click: () => p.details(log(p)) } }, told),
      replayBar(p),
      h("div", { class: "row" },
        button("Play on", { icon: "step", key: "B", on: { click: () => p.open("whatif") } }),
        button(p.wide ? eyeWords(p) : eyeWords(p).replace(/'s view$/, ""),
          { icon: "swap", key: "V", "aria-label": eyeWords(p), on: { click: p.turnEye } }),
        button(speed, { icon: "clock", key: "+", "aria-label": `Speed ${speed}`, on: { click: p.nextSpeed } }),
        button(link, { icon: "link", on: { click: p.copyLink } }))),
    p.wide && h("aside", { class: "right", key: "right", "aria-label": "What happened" },
      h("h2", { class: "panel-title" }, "What happened"), log(p)),
  ];
}
