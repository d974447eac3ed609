// Keep as test: what was tried once is tried again at every change. And the tests of a card, with why one fails.
import { h } from "../lib/dom.js";
import { fault } from "../lib/top.js";
import { button, icon, keycap } from "../ui.js";
import { lookAt } from "./bench.js";
import { change as arrow, soft, told } from "./why.js";

const LONGEST = 90;

// Whatever is done changes these, so that they say little about the card.
const NOISE = /\.(current|turn|hand|deck_count|discard)$/;

const changesOf = shown => shown.steps.flatMap((step, at) => step.changes.map(change => ({ ...change, step: at, own: step })));

/** What is ticked before anybody has ticked anything: what effects of the card have changed; else what was done last. */
function firstTicks(shown, number) {
  const all = changesOf(shown);
  const own = all.filter(change => change.own.story.some(list => list.card === number && change.by.includes(list.number)));
  const last = all.filter(change => change.step === shown.steps.length - 1 && !NOISE.test(change.key));
  return new Set((own.length ? own : last).map(change => change.key));
}

/** A title that says what was done and what came of it. */
function proposed(shown, ticks) {
  const last = shown.steps.at(-1);
  const change = changesOf(shown).find(one => ticks.has(one.key));
  const words = [last && soft(last.title), change && told(change)].filter(Boolean).join("; ");
  return words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words;
}

/** The ticks and the title of a bench; they begin anew when something else was done. */
function draft(st, number) {
  if (st.kept?.of !== st.shown) {
    const ticks = firstTicks(st.shown, number);
    st.kept = { of: st.shown, ticks, title: proposed(st.shown, ticks), problem: "" };
  }
  return st.kept;
}

/** Keep what was done on the bench as a test of the card. */
export async function keepTest(ctx, st) {
  const kept = draft(st, ctx.sheet.number);
  if (!st.shown.steps.length) kept.problem = "Do something with the card first: a test is what was done and what came of it.";
  else if (!kept.ticks.size) kept.problem = "Tick at least one thing that matters.";
  else {
    try {
      const { bench } = st.shown;
      ctx.take(await ctx.api.post(`cards/${ctx.sheet.number}/tests`, { bench, title: kept.title.trim(), keep: [...kept.ticks] }));
      kept.problem = "";
      kept.done = true;
      ctx.announce("Kept as a test.");
    } catch (refusal) {
      kept.problem = refusal.message;
    }
  }
  ctx.redraw();
}

/** The form: what changed, with ticks. */
export function keep(ctx, st) {
  const { steps } = st.shown;
  const kept = draft(st, ctx.sheet.number);
  const tick = change => h("label", { class: "tick", key: `${change.step} ${change.key}` },
    h("input", { type: "checkbox", checked: kept.ticks.has(change.key), on: { change: event => {
      kept.ticks[event.target.checked ? "add" : "delete"](change.key);
      kept.done = false;
      ctx.redraw();
    } } }),
    h("span", null, soft(change.title), " ", h("b", null, soft(arrow(change.before, change.after)))));
  return h("section", { class: "box keepbox", key: "keep", "aria-label": "Keep as test" },
    h("h3", null, "Keep as test ", keycap("S"), h("small", null, "tick what matters")),
    !steps.length ? h("p", { class: "small" }, "What you try here can be kept: it runs again at every change of the card.")
      : [steps.map((step, at) => step.changes.length > 0 && h("fieldset", { class: "ticks", key: at },
        h("legend", null, soft(step.title)), step.changes.map(change => tick({ ...change, step: at })))),
      h("label", { class: "entryfield", key: "title" }, h("span", { class: "small" }, "Its title"),
        h("input", { value: kept.title, maxlength: 200, on: { input: event => (kept.title = event.target.value) } })),
      h("div", { key: "act", class: "keepact" }, button(kept.done ? "Kept" : "Keep it", { icon: "check", class: kept.done ? "" : "main",
        on: { click: () => keepTest(ctx, st) } }))],
    fault(kept.problem));
}

const MARKS = { ok: ["check", "ok", "passes"], fail: ["cross", "fail", "fails"], broken: ["cross", "fail", "cannot be run"] };

/** A mark with a word for those who do not see it. */
export const mark = (sign, kind, word) => h("span", { class: kind }, icon(sign, 16), h("span", { class: "unseen-words" }, word));

/** The tests of a card: marks, why one fails, and the ways to look at one and to be rid of it. */
export function tests(ctx) {
  const list = ctx.sheet.tests || [];
  const remove = async test => {
    try {
      await ctx.api.remove(`tests/${encodeURIComponent(test.name)}`);
      ctx.take(await ctx.api.get(`cards/${ctx.sheet.number}`));
      ctx.announce(`The test is removed: ${test.title}`);
    } catch (refusal) {
      ctx.announce(refusal.message);
    }
    ctx.redraw();
  };
  return h("section", { class: "box testbox", key: "tests", "aria-label": "Tests" },
    h("h3", null, "Tests ", h("small", null, list.length ? "run on each change" : "none yet")),
    h("ul", { class: "tests" }, list.map(test => h("li", { key: test.name }, mark(...MARKS[test.state]),
      h("span", { class: "tsay" }, h("b", { class: test.state === "ok" ? "plain" : "fail" }, test.title),
        test.says && h("small", null, soft(test.says))),
      h("span", { class: "tacts" },
        test.bench && h("button", { type: "button", class: "ic", "aria-label": `Open on the board: ${test.title}`, title: "Open on the board",
          on: { click: () => lookAt(ctx, test.bench) } }, icon("eye", 16)),
        h("button", { type: "button", class: "ic", "aria-label": `Remove the test: ${test.title}`, title: "Remove", on: { click: () => remove(test) } },
          icon("cross", 16)))))));
}
