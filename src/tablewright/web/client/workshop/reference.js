// The words of the language, from its own declarations, with examples that run on a board.
import { title } from "../card.js";
import { h } from "../lib/dom.js";
import { recall, remember } from "../lib/prefs.js";
import { fault } from "../lib/top.js";
import { button } from "../ui.js";

const r = { sections: null, problem: "", filter: "", asked: false };

async function load(ctx) {
  r.asked = true;
  try {
    ({ sections: r.sections } = await ctx.api.get("reference"));
    r.problem = "";
  } catch (refusal) {
    Object.assign(r, { problem: refusal.message, asked: false });
  }
  ctx.redraw();
}

/** Parts of a sentence: words, and chips as they look in a row. */
const parts = list => list.map(part => typeof part === "string" ? part
  : h("span", { class: `chip c-${part.kind} fixed` }, part.says));

/** The sentences of an example, as the editor shows them. */
const example = value => value && h("ol", { class: "refrows" }, value.rows.map((row, i) =>
  h("li", { key: i, style: { "margin-left": `${row.indent * 20}px` } }, parts(row.parts))));

/** Open an example on a bench: an own copy of a card that ships, which one may change as well. It is made once. */
async function run(ctx, card) {
  const made = recall("workshop examples", {});
  try {
    if (!ctx.overview.cards.some(({ number }) => number === made[card])) {
      made[card] = (await ctx.api.post("cards", { like: card })).number;
      remember("workshop examples", made);
    }
    ctx.go(`#/card/${made[card]}/try`);
  } catch (refusal) {
    r.problem = refusal.message;
    ctx.redraw();
  }
}

function entry(ctx, one) {
  return h("article", { class: "refentry", key: one.name },
    h("h4", null, one.says || one.name, one.says && one.says !== one.name && h("code", null, one.name)),
    one.about && h("p", null, one.about), example(one.example),
    one.run && button(`Try ${title(one.like)}`, { icon: "play", class: "small",
      "aria-label": `Try the example of ${one.says}: ${title(one.like)}`,
      on: { click: () => run(ctx, one.run.card) } }));
}

/** The room; ? opens it from everywhere, and goes back. */
export function reference(ctx) {
  if (!r.sections && !r.asked) load(ctx);
  const wanted = r.filter.trim().toLowerCase();
  const fits = one => !wanted || `${one.name} ${one.says} ${one.about}`.toLowerCase().includes(wanted);
  const shown = (r.sections || []).map(section => ({ ...section, entries: section.entries.filter(fits) }))
    .filter(section => section.entries.length);
  const filter = event => {
    r.filter = event.target.value;
    ctx.redraw();
  };
  return h("div", { class: "refpage", key: "reference" },
    h("header", { class: "refhead" }, h("h2", { class: "head" }, "The words of the language"),
      h("input", { type: "search", "aria-label": "Which words", placeholder: "Which words?", value: r.filter,
        "data-focus": "reference", on: { input: filter } })),
    fault(r.problem),
    !r.sections && !r.problem && h("p", { class: "wait" }, h("i"), "The words are fetched …"),
    h("nav", { class: "reftoc", "aria-label": "Sections" }, shown.map((section, i) => h("button", {
      type: "button", class: "btn small", key: section.title,
      on: { click: () => document.getElementById(`ref${i}`)?.scrollIntoView() } }, section.title))),
    shown.map((section, i) => h("section", { class: "refsection", key: section.title, id: `ref${i}`,
      "aria-label": section.title },
      h("h3", null, section.title), h("div", { class: "refentries" }, section.entries.map(one => entry(ctx, one))))),
    r.sections && !shown.length && h("p", { class: "small" }, "No word fits."));
}

/** Keys: / searches. */
export function keys(event) {
  if (event.key !== "/" || event.target.closest?.("input, textarea")) return false;
  document.querySelector("[data-focus=reference]")?.focus();
  return true;
}
