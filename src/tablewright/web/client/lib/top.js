// The bar at the top of pages that are no table.
import { icon, mark } from "../ui.js";
import { h } from "./dom.js";
import { switchTheme } from "./prefs.js";

/** The bar: the way home, a title, where one is, and tools; `redraw` is called when the theme has changed. */
export function top(title, redraw, { where = null, tools = null } = {}) {
  const dark = document.documentElement.dataset.theme !== "light";
  const change = () => {
    switchTheme();
    redraw();
  };
  return h("header", { class: "top", key: "top" },
    h("a", { class: "brand", href: "/", "aria-label": "Tablewright, all games" }, mark(24)),
    h("h1", null, title), where && h("p", { class: "where" }, where),
    h("div", { class: "tools" }, tools,
      h("button", { type: "button", class: "ic", title: "Dark or light", "aria-label": dark ? "Light colours" : "Dark colours", on: { click: change } },
        icon(dark ? "moon" : "sun"))));
}
