// Probes: what goes wrong with cards again and again is tried by itself, from both seats, whenever the card has changed.
import { h } from "../lib/dom.js";
import { fault } from "../lib/top.js";
import { button } from "../ui.js";
import { mark } from "./keep.js";
import { lookAt } from "./bench.js";
import { soft } from "./why.js";

const QUIET = 600; // milliseconds without a change
const found = new Map(); // by number of the card: {version, list, problem, running}

/** Try the card when nothing has been changed for a while, so that probes never keep a change waiting. */
function look(ctx, { number, version, card }) {
  const before = found.get(number);
  const mine = { version, list: before?.list || null, problem: "", running: Boolean(card) };
  found.set(number, mine);
  if (!card) return;
  setTimeout(async () => {
    if (found.get(number) !== mine) return; // it has been changed again
    try {
      mine.list = await ctx.api.get(`cards/${number}/probes`);
    } catch (refusal) {
      mine.problem = refusal.message;
    }
    mine.running = false;
    ctx.redraw();
  }, before ? QUIET : 0);
}

const MARKS = { ok: ["check", "ok", "fine"], odd: ["help", "odd", "odd"],
  void: ["cross", "fail", "makes the match void"] };
const RANK = ["void", "odd", "ok"];

/** The probes of a card; the worst first. */
export function probes(ctx) {
  const { number, version } = ctx.sheet;
  if (found.get(number)?.version !== version) look(ctx, ctx.sheet);
  const { list, problem, running } = found.get(number);
  const sorted = (list || []).toSorted((one, other) => RANK.indexOf(one.state) - RANK.indexOf(other.state));
  const bad = sorted.filter(one => one.state !== "ok");
  const one = probe => h("li", { key: probe.title, class: `is-${probe.state}` }, mark(...MARKS[probe.state]),
    h("span", { class: "tsay" }, h("b", { class: probe.state === "void" ? "fail" : "plain" }, probe.title),
      probe.state !== "ok" && h("small", null, soft(probe.says))),
    probe.bench && h("span", { class: "tacts" },
      button("Look", { class: "small quiet", "aria-label": `Look at it on the board: ${probe.title}`,
      on: { click: () => lookAt(ctx, probe.bench) } })));
  const says = !ctx.sheet.card ? "when the card can be played" : !list || running ? "running …"
    : bad.length ? `${bad.length} of ${list.length} found something` : `${list.length} tried, nothing odd`;
  return h("section", { class: "box probebox", key: "probes", "aria-label": "Probes" },
    h("h3", null, "Probes ", h("small", { role: "status" }, says)),
    fault(problem),
    list && (bad.length
      ? h("ul", { class: "tests" }, bad.map(one))
      : h("p", { class: "small" }, "Without targets, with own copies, in the mirror, in loops, from both seats.")),
    sorted.length > bad.length && h("details", { class: "fine" }, h("summary", null, "What was tried"),
      h("ul", { class: "tests" }, sorted.filter(probe => probe.state === "ok").map(one))));
}
