// The two texts of the card, for those who want them: what is typed is the card, mistakes are told with their place.
import { h } from "../lib/dom.js";
import { button } from "../ui.js";
import { problemsAt } from "./problems.js";
import { problemBox } from "./rows.js";
import { change, desk, hurry, valueOf } from "./state.js";

const PAUSE = 500; // milliseconds after the last letter until the texts are sent

function area(name, label) {
  const texts = valueOf("json", desk.sheet.json);
  const text = texts[name] ?? "";
  const id = `json-${name}`;
  const input = ({ target }) => change({ json: { ...valueOf("json", desk.sheet.json), [name]: target.value } }, PAUSE);
  return h("div", { class: "jsonfield", key: name }, h("label", { for: id }, label),
    h("textarea", {
      id, class: "mono", spellcheck: "false", autocomplete: "off", value: text,
      rows: String(Math.max(6, Math.min(26, text.split("\n").length + 1))), on: { input, blur: hurry },
    }));
}

/** Put the cursor at a place of the text. */
function show({ line, column }) {
  const field = document.getElementById("json-card");
  const lines = field.value.split("\n").slice(0, line - 1);
  const at = lines.join("\n").length + (lines.length ? 1 : 0) + column - 1;
  field.focus();
  field.setSelectionRange(at, at + 1);
}

/** Both texts, with the mistakes that were found in them. */
export function jsonBox(ctx) {
  const found = problemsAt(({ at }) => at?.json);
  return h("section", { class: "box json", key: "json", "aria-label": "JSON" },
    h("h3", null, "JSON", h("small", null, "this is the card; both ways")),
    found.map(problem => h("div", { class: "mistake", key: problem.message }, problemBox(ctx, problem),
      button(`Line ${problem.at.json.line}`, { class: "small", on: { click: () => show(problem.at.json) } }))),
    h("div", { class: "jsons" }, area("card", `${ctx.sheet.number}.json`),
      area("illustration", `${ctx.sheet.number}-illustration.json`)));
}
