// The two texts of the card, for those who want them: what is typed is the card, mistakes are told with their place.
import { h } from "../lib/dom.js";
import { problemsAt } from "./problems.js";
import { problemBox } from "./rows.js";
import { change, desk, valueOf } from "./state.js";

const PAUSE = 500; // milliseconds after the last letter
const draft = { number: 0, unsent: false, timer: 0, texts: null };

function send() {
  clearTimeout(draft.timer);
  if (!draft.unsent || desk.sheet?.number !== draft.number) return;
  draft.unsent = false;
  change({ json: draft.texts });
}

function area(name, label) {
  const { number, json } = desk.sheet;
  const texts = draft.number === number && draft.texts ? draft.texts : valueOf("json", json);
  const input = event => {
    clearTimeout(draft.timer);
    const now = { ...texts, ...draft.number === number && draft.texts, [name]: event.target.value };
    Object.assign(draft, { number, unsent: true, timer: setTimeout(send, PAUSE), texts: now });
  };
  const blur = () => {
    send();
    Object.assign(draft, { texts: null });
  };
  const id = `json-${name}`;
  return h("div", { class: "jsonfield", key: name }, h("label", { for: id }, label),
    h("textarea", {
      id, class: "mono", spellcheck: "false", autocomplete: "off", value: texts[name] ?? "",
      rows: String(Math.max(6, Math.min(26, (texts[name] ?? "").split("\n").length + 1))), on: { input, blur },
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
  return h("section", { class: "box json", key: "json", "aria-label": "JSON" }, h("h3", null, "JSON", h("small", null, "this is the card; both ways")),
    found.map(problem => h("div", { class: "mistake", key: problem.message }, problemBox(ctx, problem),
      h("button", { type: "button", class: "btn small", on: { click: () => show(problem.at.json) } }, `Line ${problem.at.json.line}`))),
    h("div", { class: "jsons" }, area("card", `${ctx.sheet.number}.json`), area("illustration", `${ctx.sheet.number}-illustration.json`)));
}
