// Keep as test: what was tried once is tried again at every change. And the tests of a card, with why one fails.
import { h } from "../lib/dom.js";
import { fault } from "../lib/top.js";
import { button, icon, keycap, tool } from "../ui.js";
import { lookAt } from "./bench.js";
import { arrow, soft, told } from "./why.js";

const LONGEST = 90;
// Whatever is done changes these, so that they say little about the card.
const NOISE = /\.(current|turn|hand|deck_count|discard)$/;

/** All that can be expected of a bench, in three parts: what matters first, the rest that has changed, what has not. */
function sorted({ steps }, number) {
  const changed = steps.flatMap(step => step.changes.map(change => ({ ...change, step })));
  const own = changed.filter(({ by, step }) =>
    step.story.some(list => list.card === number && by.includes(list.number)));
  const last = changed.filter(({ step }) => step === steps.at(-1));
  const telling = last.filter(({ key }) => !NOISE.test(key));
  const first = own.length ? own : telling.length ? telling : last;
  return { first, rest: changed.filter(change => !first.includes(change)), same: steps.flatMap(step => step.same) };
}

/** A title that says what was done and what came of it. */
function proposed({ steps }, [change]) {
  const last = steps.at(-1);
  const words = [last && soft(last.title), change && told(change)].filter(Boolean).join("; ");
  return words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words;
}

/** The ticks and the title of a bench; they begin anew when something else was done. */
function draft(st, number) {
  if (st.kept?.of !== st.shown) {
    const facts = sorted(st.shown, number);
    const ticks = new Set(facts.first.map(({ key }) => key));
    st.kept = { of: st.shown, facts, ticks, title: proposed(st.shown, facts.first), problem: "", done: false };
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
      ctx.take(await ctx.api.post(`cards/${ctx.sheet.number}/tests`,
        { bench, title: kept.title.trim(), keep: [...kept.ticks] }));
      kept.problem = "";
      kept.done = true;
      ctx.announce("Kept as a test.");
    } catch (refusal) {
      kept.problem = refusal.message;
    }
  }
  ctx.redraw();
}

/** The form: what changed, with ticks; what the card itself did comes first. */
export function keep(ctx, st) {
  const kept = draft(st, ctx.sheet.number);
  const { first, rest, same } = kept.facts;
  const tick = change => h("label", { class: "tick", key: change.key },
    h("input", { type: "checkbox", checked: kept.ticks.has(change.key), on: { change: event => {
      kept.ticks[event.target.checked ? "add" : "delete"](change.key);
      kept.done = false;
      ctx.redraw();
    } } }),
    h("span", null, soft(change.title), " ", h("b", null, arrow(change))));
  const more = (label, list) => list.length > 0 && h("details", { class: "fine", key: label },
    h("summary", null, `${label} (${list.length})`), list.map(tick));
  return h("section", { class: "box keepbox", key: "keep", "aria-label": "Keep as test" },
    h("h3", null, "Keep as test ", keycap("S"), h("small", null, "tick what matters")),
    !st.shown.steps.length ? h("p", { class: "small" },
      "What you try here can be kept: it runs again at every change of the card.")
      : [h("div", { class: "ticks", key: "first" }, first.map(tick)), more("What else changed", rest),
        more("What stayed as it was", same),
        h("label", { class: "entryfield", key: "title" }, h("span", { class: "small" }, "Its title"),
          h("input", { value: kept.title, maxlength: 200, on: { input: event => (kept.title = event.target.value) } })),
        h("div", { key: "act", class: "keepact" },
          button(kept.done ? "Kept" : "Keep it", { icon: "check", class: kept.done ? "" : "main",
          on: { click: () => keepTest(ctx, st) } }))],
    fault(kept.problem));
}

const MARKS = { ok: ["check", "ok", "passes"], fail: ["cross", "fail", "fails"],
  broken: ["cross", "fail", "cannot be run"] };

/** A mark with a word for those who do not see it. */
export const mark = (sign, kind, word) => h("span", { class: kind }, icon(sign, 16),
  h("span", { class: "unseen-words" }, word));

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
    !list.length && h("p", { class: "small" }, "Try the card, then keep what happened as a test."),
    h("ul", { class: "tests" }, list.map(test => h("li", { key: test.name }, mark(...MARKS[test.state]),
      h("span", { class: "tsay" }, h("b", { class: test.state === "ok" ? "plain" : "fail" }, test.title),
        test.says && h("small", null, soft(test.says))),
      h("span", { class: "tacts" },
        test.bench && tool("eye", `Open on the board: ${test.title}`, () => lookAt(ctx, test.bench), { size: 16 }),
        tool("cross", `Remove the test: ${test.title}`, () => remove(test), { size: 16 }))))));
}
