// Parts of forms: one of a few as a row of radio buttons, one of many as the list that the device knows best.
import { h } from "../lib/dom.js";
import { icon } from "../ui.js";

/** One of a few; options are [value, label]. */
export function oneOf(name, title, options, chosen, choose) {
  return h("fieldset", { class: "fieldset", key: name },
    h("legend", null, title),
    h("div", { class: "seg" }, options.map(([value, label]) =>
      h("label", null,
        h("input", { type: "radio", name, value, checked: value === chosen, on: { change: () => choose(value) } }),
        h("span", null, label)))));
}

/** One of many: what is chosen as a plate with a picture, and the device's own list over it. */
export function pick(key, { label, picture, title, small, options, chosen, choose }) {
  return h("label", { class: "pick", key }, picture,
    h("span", { class: "words" }, h("b", null, title), small && h("small", null, small)), icon("down", 16),
    h("select", { "aria-label": label, value: chosen, on: { change: event => choose(event.target.value) } },
      options.map(([value, words]) => h("option", { value, key: value, selected: value === chosen }, words))));
}

/** What went wrong, at the place where it belongs. */
export const fault = text => text && h("p", { class: "fault", role: "alert" }, text);
