// What pages that are no table share: the bar at the top, and one of a few as a row.
import { icon, mark } from "../ui.js";
import { h } from "./dom.js";
import { switchTheme } from "./prefs.js";

/** The bar: the way home, a title, where one is, and tools; `redraw` is called when the theme has changed. */
export function top(title, redraw, { where = null, tools = null } = {}) {
  const dark = document.documentElement.dataset.theme !== "light";
  const label = dark ? "Light colours" : "Dark colours";
  const click = () => {
    switchTheme();
    redraw();
  };
  return h("header", { class: "top", key: "top" },
    h("a", { class: "brand", href: "/", "aria-label": "Tablewright, all games" }, mark(24)),
    h("h1", null, title), where && h("p", { class: "where" }, where),
    h("div", { class: "tools" }, tools,
      // The picture shows what a press brings, here as at a table.
      h("button", { type: "button", class: "ic", title: label, "aria-label": label, on: { click } },
        icon(dark ? "sun" : "moon"))));
}

/** One of a few, as radio buttons in a row; options are [value, label]. */
export function oneOf(name, title, options, chosen, choose) {
  const option = ([value, label]) => h("label", { key: value },
    h("input", { type: "radio", name, value, checked: value === chosen, on: { change: () => choose(value) } }),
    h("span", null, label));
  return h("fieldset", { class: "fieldset", key: name }, h("legend", null, title),
    h("div", { class: options.length > 4 ? "seg many" : "seg" }, options.map(option)));
}

/** What went wrong, at the place where it belongs. */
export const fault = sentence => sentence && h("p", { class: "fault", role: "alert" }, sentence);
