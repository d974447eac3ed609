// The card as players will see it: in the browser, in the terminal, on the console.
import { card } from "../card.js";
import { h } from "../lib/dom.js";
import { recall, remember } from "../lib/prefs.js";
import { oneOf } from "../lib/top.js";

const FACES = [["browser", "Browser"], ["terminal", "Terminal"], ["console", "Console"]];
let face = recall("workshop face", "browser");

/** The card, and the choice where it is seen. */
export function preview(ctx) {
  const { card: made, faces = {} } = ctx.sheet;
  const choose = one => {
    face = one;
    remember("workshop face", one);
    ctx.redraw();
  };
  const missing = h("p", { class: "small note" }, "The card cannot be drawn before its problems are mended.");
  return h("section", { class: "stack preview", key: "preview", "aria-label": "The card as players see it" },
    face === "browser" || !faces[face] ? made ? card(made, "l", { props: { key: "card" } }) : missing
      : h("pre", { class: "face", key: face, tabindex: "0", "aria-label": `The card in the ${face}` }, faces[face]),
    oneOf("face", "As players see it", FACES, face, choose));
}
