// The problems of a card: each stands at its place, and those without one in a box of their own.
import { h } from "../lib/dom.js";
import { counted, desk } from "./state.js";

/** The problems of the open card that fit. */
export const problemsAt = fits => (desk.sheet?.problems || []).filter(fits);

/** How many problems there are, in words. */
export function problemWords(sheet) {
  const errors = sheet.problems.filter(({ warning }) => !warning).length;
  const warnings = sheet.problems.length - errors;
  return [counted(errors, "problem"), warnings && counted(warnings, "doubt")].filter(Boolean).join(", ");
}

/** The tests of the card as marks: how each ended, and what it says. */
export function testsBox(sheet, icon, { remove = null } = {}) {
  const tests = sheet.tests || [];
  return h("div", { class: "box", key: "tests" }, h("h3", null, "Tests", h("small", null, "run on each change")),
    tests.length === 0 && h("p", { class: "small" }, "None yet. Try the card, then keep what happened as a test."),
    h("ul", { class: "tests" }, tests.map(({ name, title, state, says }) => h("li", { key: name },
      h("span", { class: state === "ok" ? "ok" : "fail", role: "img", "aria-label": state === "ok" ? "passes" : state === "fail" ? "fails" : "cannot run" },
        icon(state === "ok" ? "check" : "cross", 16)),
      h("span", null, h(state === "ok" ? "span" : "b", { class: state === "ok" ? "" : "fail" }, title || name), says && h("small", null, says)),
      remove && h("button", { type: "button", class: "ic more", "aria-label": `Remove the test: ${title || name}`, title: "Remove this test", on: { click: () => remove(name) } }, icon("cross", 14))))));
}
