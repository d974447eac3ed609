// The lists of a card as sentences: each row has its words, chips that open a picker, its problems with what mends
// them, and a menu. One tab stop a list; arrows go from chip to chip and from row to row.
import { h } from "../lib/dom.js";
import { button, icon } from "../ui.js";
import { problemsAt } from "./problems.js";
import { change, desk, idle, isWaiting, moved } from "./state.js";

const KINDS = { num: "how many", who: "who", what: "what", where: "where", name: "which", how: "how" };

const capital = word => word[0].toUpperCase() + word.slice(1);

/** Names of results that say nothing by themselves; "you" and "this unit" everybody knows. */
const NAMES = /^(it|them|those|that|the number)\b/;
const LINE = 14; // pixels: what stands higher or lower by less is in the same line of text

/** What will be focused once the row that was just added or moved is drawn. */
let next = null;

/** The question which words fit at a place; it is asked when the changes before it are made. */
export function offersAt(ctx, at) {
  const place = moved(at);
  return async () => {
    await idle();
    return ctx.api.post(`cards/${desk.sheet.number}/offers`, { base: desk.sheet.version, at: place || at });
  };
}

/** Let the word of a chip be chosen. */
function openChip(ctx, anchor, part, at, { number = false } = {}) {
  const typed = number && (text => /^-?\d+$/.test(text)
    && { title: text, about: "this number", edit: { chip: at.chip, value: Number(text) } });
  ctx.picker.open({
    anchor, title: capital(KINDS[part.kind] || "which"), offers: offersAt(ctx, at), typed: typed || null,
    choose: offer => offer.edit && !offer.current && ctx.edit(offer.edit),
  });
}

/** Let the next step be chosen; it goes before the row `index`. */
export function addStep(ctx, anchor, list, index) {
  const ask = offersAt(ctx, { add: [list, index] });
  // Each is a whole sentence; what is said about it only helps to find it.
  const offers = async () => (await ask()).map(({ about, ...offer }) => ({ ...offer, words: about }));
  ctx.picker.open({
    anchor, title: "Add a step", offers, wide: true, empty: "Nothing more can be said here.",
    choose(offer) {
      next = { list, row: index };
      ctx.edit(offer.edit);
    },
  });
}

/** Let a new occasion be chosen. */
export function addList(ctx, anchor) {
  const before = desk.sheet.lists.map(({ id }) => id);
  ctx.picker.open({
    anchor, title: "When does it do something?", offers: offersAt(ctx, { lists: true }),
    empty: "This kind of card has all the occasions that it can have.",
    choose(offer) {
      next = { fresh: before };
      ctx.edit(offer.edit);
    },
  });
}

const listOf = id => desk.sheet.lists.find(list => list.id === id);
const rowsOf = id => listOf(id)?.rows.length || 0;

/** Move a row by one; the focus goes with it. */
export function moveRow(list, row, by) {
  const to = row + by;
  if (to < 0 || to >= rowsOf(list)) return;
  next = { list, row: to, menu: true };
  change({ move: [list, row, to] });
}

/** Copy a row, or take it away. */
export function copyRow(list, row) {
  next = { list, row: row + 1 };
  change({ copy: [list, row] });
}
export function removeRow(list, row) {
  if (row > 0 && row === rowsOf(list) - 1) next = { list, row: row - 1 };
  change({ remove: [list, row] });
}

/** Change the number of a chip: `told` is what it says of itself, [place, number]. */
export function stepNumber(told, by) {
  const [at, value] = JSON.parse(told);
  change({ chip: at, value: value + by });
}

/** Focus what was added or moved, once it is there. */
export function focusNext() {
  if (!next || desk.queue.length) return;
  const list = next.fresh ? desk.sheet.lists.find(({ id }) => !next.fresh.includes(id))?.id : next.list;
  const find = what => list && document.querySelector(`[data-item="${CSS.escape(`${list} ${what}`)}"]`);
  const row = next.row;
  const found = next.fresh ? find("add") : next.menu ? find(`${row} menu`)
    : document.querySelector(`[data-item^="${CSS.escape(`${list} ${row} chip`)}"]`) || find(`${row} menu`);
  next = null;
  found?.focus();
  found?.scrollIntoView({ block: "nearest" });
}

/** Go on among sentences: left and right as one reads, up and down to the next line, to what is nearest there. */
export function readOn(event) {
  const item = event.target.closest?.("[data-item]");
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
  const group = item?.closest(".rows");
  if (!group || !by) return false;
  const all = [...group.querySelectorAll("[data-item]")];
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") all[all.indexOf(item) + by]?.focus();
  else lineOn(all, item, by)?.focus();
  return true;
}

function lineOn(all, item, by) {
  const middle = one => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(item);
  const ahead = all.map(one => [one, middle(one)]).map(([one, [ox, oy]]) => [one, by * (oy - y), Math.abs(ox - x)])
    .filter(([, down]) => down > LINE);
  const nearest = Math.min(...ahead.map(([, down]) => down));
  return ahead.filter(([, down]) => down < nearest + LINE).sort((one, other) => one[2] - other[2])[0]?.[0];
}

/** A word of a sentence, or a chip. */
function word(ctx, part, at, item, where) {
  if (typeof part === "string") return part;
  const kind = `c-${part.kind}`;
  if (part.fixed) return h("b", { class: `chip fixed ${kind}`, title: part.title }, part.says);
  const number = at.chip != null && typeof part.value === "number";
  return h("button", {
    key: item, type: "button", class: `chip ${kind}`, "data-item": item, "aria-haspopup": "dialog",
    "data-number": number ? JSON.stringify([at.chip, part.value]) : null,
    "aria-label": `${part.says}, ${KINDS[part.kind] || "which"}, ${where}`,
    on: { click: event => openChip(ctx, event.currentTarget, part, at, { number }) },
  }, part.says, icon("down", 12));
}

function rowMenu(ctx, anchor, list, row) {
  const last = rowsOf(list) - 1;
  const all = [
    ["Add a step after this", "a", () => addStep(ctx, anchor, list, row + 1)],
    ["Add a step before this", "Shift A", () => addStep(ctx, anchor, list, row)],
    row > 0 && ["Move up", "Alt ↑", () => moveRow(list, row, -1)],
    row < last && ["Move down", "Alt ↓", () => moveRow(list, row, 1)],
    ["Copy", "c", () => copyRow(list, row)],
    ["Remove", "Delete", () => removeRow(list, row)],
  ].filter(Boolean);
  ctx.picker.open({
    anchor, title: `Step ${row + 1}`, offers: all.map(([title, about, act]) => ({ title, about, act })),
    choose: offer => offer.act(),
  });
}

function row(ctx, list, one, index) {
  const name = `step ${index + 1}`;
  const indent = Math.min(one.indent || 0, 4);
  const chips = one.parts.map((part, i) =>
    word(ctx, part, { chip: [list, index, part.chip] }, `${list} ${index} chip ${i}`, name));
  const problems = problemsAt(({ at }) => at?.list === list && at.row === index);
  const bad = problems.some(({ warning }) => !warning);
  const { traced, sheet } = ctx; // the row that the bench is telling of
  const told = traced?.card === sheet.number && traced.version === sheet.version && traced.list === list && traced.row === index;
  return h("li", {
    key: `${list} ${index}`, "data-row": JSON.stringify([list, index]),
    class: `srow ${indent ? `in in${indent}` : ""} ${isWaiting(list, index) ? "waiting" : ""} ${bad ? "wrong" : ""} ${told ? "trace" : ""}`,
  },
  h("span", { class: "nr" }, String(index + 1)),
  h("div", { class: "sentence" }, h("p", null, chips,
    NAMES.test(one.gives) && h("span", { class: "gives", title: `Later steps call this “${one.gives}”.` }, ` → ${one.gives}`)),
    told && traced.got && h("p", { class: "got" }, traced.got),
    problems.map(problem => problemBox(ctx, problem, `${list} ${index}`))),
  h("button", {
    type: "button", class: "ic more", "data-item": `${list} ${index} menu`, "aria-haspopup": "dialog",
    "aria-label": `Step ${index + 1}: move, copy, remove`, title: "Move, copy, remove",
    on: { click: event => rowMenu(ctx, event.currentTarget, list, index) },
  }, icon("menu", 16)),
  h("button", {
    type: "button", class: "between", tabindex: "-1", title: "Add a step here", "aria-label": `Add a step before step ${index + 1}`,
    on: { click: event => addStep(ctx, event.currentTarget, list, index) },
  }, icon("plus", 14)));
}

/** A problem in a sentence, and the clicks that mend it. */
export function problemBox(ctx, problem, place = "") {
  return h("div", { class: `problem ${problem.warning ? "warning" : ""}`, key: `problem ${problem.code} ${problem.message}` },
    h("p", null, h("span", { "aria-hidden": "true" }, problem.warning ? "! " : "✕ "), capital(problem.message)),
    (problem.mends || []).length > 0 && h("div", { class: "mends" }, problem.mends.map((mend, i) => button(mend.title, {
      class: "small", icon: "check", "data-mend": true, "data-item": place && `${place} mend ${problem.code} ${i}`,
      on: { click: () => ctx.edit(mend.edit) },
    }))));
}

function list(ctx, one) {
  const parts = one.parts.map((part, i) => word(ctx, part, { relist: one.id }, `${one.id} when ${i}`, "when it happens"));
  const problems = problemsAt(({ at }) => at?.list === one.id && at.row == null);
  const remove = () => ctx.edit({ removeList: one.id });
  const add = one.rows.length ? "Add a step" : "Add the first step";
  return h("ol", { class: "rows", key: one.id, "data-rove": `rows ${one.id}`, "aria-label": plain(one.parts) },
    h("li", { class: "srow when", key: "when", "data-row": JSON.stringify([one.id, -1]) },
      h("span", { class: "nr" }),
      h("div", { class: "sentence" }, h("p", null, parts), problems.map(problem => problemBox(ctx, problem, one.id))),
      h("button", {
        type: "button", class: "ic more", "data-item": `${one.id} remove`, "aria-label": `Remove all of: ${plain(one.parts)}`,
        title: "Remove this occasion with its steps", on: { click: remove },
      }, icon("cross", 16))),
    one.rows.map((each, index) => row(ctx, one.id, each, index)),
    h("li", { class: "srow addrow", key: "add", "data-row": JSON.stringify([one.id, one.rows.length]) },
      h("span", { class: "nr" }),
      button(add, {
        icon: "plus", class: "quiet", key: "a", "aria-label": add, "data-item": `${one.id} add`, "aria-haspopup": "dialog",
        on: { click: event => addStep(ctx, event.currentTarget, one.id, one.rows.length) },
      })));
}

export const plain = parts => parts.map(part => (typeof part === "string" ? part : part.says)).join("");

/** All lists of the card, and the way to another one. */
export function lists(ctx) {
  const { lists: all, canAddList, card } = ctx.sheet;
  return h("div", { class: "lists", key: "lists" },
    !all.length && h("p", { class: "small" },
      card ? "This card does nothing special yet." : "The steps cannot be read; the JSON of the card says why."),
    all.map(one => list(ctx, one)),
    canAddList && button(all.length ? "Another occasion" : "Let it do something", {
      icon: "plus", class: all.length ? "quiet" : "", "data-newlist": true, "aria-haspopup": "dialog",
      on: { click: event => addList(ctx, event.currentTarget) },
    }));
}
