// The bar with which a match is watched again.
import { h } from "../lib/dom.js";
import { icon } from "../ui.js";

const control = (name, label, click, kind = "") =>
  h("button", { type: "button", class: `ic ${kind}`, title: label, "aria-label": label, on: { click } }, icon(name));

/** Controls, a track with a tick wherever the turn changed, and where one is; `p` is the page. */
export function replayBar(p) {
  const { at, last, mark } = p;
  const tick = (number, kind) =>
    h("i", { class: kind, key: `${kind}${number}`, style: { left: `${(100 * number) / Math.max(1, last)}%` } });
  return h("div", { class: "replay", key: "bar", role: "group", "aria-label": "Replay" },
    h("div", { class: "ctl" },
      control("first", "Start (Home)", () => p.go(0), "far"), control("back", "One back (,)", () => p.go(at - 1)),
      control(p.playing ? "pause" : "play", p.playing ? "Pause (P)" : "Play (P)", p.playPause, "play"),
      control("on", "One on (.)", p.stepOn), control("last", "End (End)", () => p.go(last), "far")),
    h("div", { class: "track" },
      h("input", { type: "range", min: 0, max: last, value: String(at), "aria-label": "Action",
        "aria-valuetext": `action ${at} of ${last}`, on: { input: event => p.go(+event.target.value) } }),
      h("div", { class: "ticks" }, p.replay.turns.map(number => tick(number, "")), mark && tick(mark.to, "big"))),
    h("output", null, h("span", { class: "long" }, "action "), h("b", null, String(at)), ` of ${last}`));
}
