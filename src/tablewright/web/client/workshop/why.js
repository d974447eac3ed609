// Why did this happen? The story of what was done, row by row: who was chosen, where, what number, why nothing came of it.
import { title } from "../card.js";
import { h } from "../lib/dom.js";
import { button, keycap, tool } from "../ui.js";

const ENTERED = 150; // milliseconds until another room is drawn

const NAMES = /\b(?!HP\b|OK\b)[A-Z][A-Z'-]+(?: [A-Z][A-Z'-]+)*/g;

/** Words of the rules for people, with names as they are written on cards; a sentence begins with a capital. */
export const named = text => text.replace(NAMES, title);
export const soft = text => named(text).replace(/^./, letter => letter.toUpperCase());

/** All rows of a step in the order in which they ran, each with the list that it belongs to. */
export const rowsOf = step => (step?.story || []).flatMap(list => list.rows.map(row => ({ ...row, list })));

/** The row that is looked at, as the board needs it: who stands where after it, and what it has changed. */
export function lookedAt(st) {
  if (!st.why) return null;
  const { step, at } = st.why;
  const rows = rowsOf(st.shown.steps[step]);
  const row = rows[at];
  if (!row) return null;
  const before = at > 0 ? rows[at - 1].entities : st.before?.steps === step ? st.before.entities : null;
  const after = row.entities || st.shown.view.entities;
  const gone = (before || []).filter(old => !after.some(e => e.number === old.number));
  const changes = new Map(gone.map(e => [e.number, "✕"]));
  for (const e of after) {
    const old = before?.find(one => one.number === e.number);
    const change = old && signs(old, e);
    if (change) changes.set(e.number, change);
  }
  return { seat: st.shown.steps[step].seat, row, changes, players: row.players || [],
    gone: new Set(gone.map(e => e.number)),
    entities: [...after, ...gone.map(e => ({ ...e, health: 0 }))] };
}

/** What has changed about one that stands on the board, in as few signs as can be. */
function signs(old, now) {
  const signed = n => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
  const attack = (now.attack?.total ?? 0) - (old.attack?.total ?? 0);
  const health = now.health - old.health;
  return attack ? `${signed(attack)}/${signed(health)}` : health ? signed(health) : "";
}

/** Go to a row of the story, counted over the whole step; keeps within it. */
export function goTo(st, step, at) {
  const last = rowsOf(st.shown.steps[step]).length - 1;
  st.why = last < 0 ? null : { step, at: Math.min(Math.max(at, 0), last) };
}

const FIRST_ROW = 0;
const moves = st => ({
  first: () => goTo(st, st.why.step, FIRST_ROW), back: () => goTo(st, st.why.step, st.why.at - 1),
  on: () => goTo(st, st.why.step, st.why.at + 1), last: () => goTo(st, st.why.step, Infinity),
});

/** Open the story of the last thing that was done, or close it. */
export function toggleWhy(st) {
  const last = st.shown.steps.findLastIndex(step => rowsOf(step).length);
  if (st.why) st.why = null;
  else if (last >= 0) goTo(st, last, FIRST_ROW);
}

/** Keys of the story: Y opens and closes it, comma and full stop go back and on. */
export function whyKey(event, st) {
  if (event.key === "y" || event.key === "Y") return toggleWhy(st), true;
  const move = st.why && { ",": "back", ".": "on", Home: "first", End: "last" }[event.key];
  if (move) moves(st)[move]();
  return Boolean(move);
}

/** The rows in which a result is told as a number or as those who were found. */
function outcome(row) {
  if (!row.did) return h("span", { class: "idle-why" }, row.reached && "nothing: ", h("i", null, soft(row.why)));
  return [row.result && row.result !== "done" && h("span", { class: "got" }, soft(row.result)),
    row.events.map(line => h("span", { class: "ev" }, soft(line)))];
}

function rowOf(ctx, st, step, row, at) {
  const on = st.why?.step === step && st.why.at === at;
  const click = () => {
    goTo(st, step, at);
    ctx.redraw();
  };
  return h("li", { key: at },
    h("button", { type: "button", class: `trow ${row.did ? "" : "idle"} ${on ? "on" : ""}`,
      "data-item": `${step} ${at}`,
      "aria-current": on ? "step" : null, on: { click } },
    h("span", { class: "nr" }, String(row.row + 1)), h("span", { class: "says" }, soft(row.says), outcome(row))));
}

function listOf(ctx, st, step, list, from) {
  return h("section", { class: `tlist d${Math.min(3, list.depth)}`, key: from },
    h("h4", null, soft(list.who), h("small", null, list.occasion)),
    h("ol", null, list.rows.map((row, i) => rowOf(ctx, st, step, row, from + i))));
}

/** The buttons with which one goes through the rows, as many as there is room for. */
export function stepButtons(ctx, st, names = ["back", "on"]) {
  const { step, at } = st.why;
  const last = rowsOf(st.shown.steps[step]).length - 1;
  const one = name => {
    const [label, key] = STEPS[name];
    const end = ["first", "back"].includes(name) ? FIRST_ROW : last;
    const click = () => {
      moves(st)[name]();
      ctx.announce(rowWords(st));
      ctx.redraw();
    };
    return tool(name, label, click, { key: name, title: `${label} (${key})`, "aria-disabled": String(at === end) });
  };
  return names.map(one);
}

const STEPS = { first: ["First row", "Home"], back: ["Row before", ","], on: ["Next row", "."],
  last: ["Last row", "End"] };

function controls(ctx, st) {
  return st.why && h("div", { class: "steps", role: "group", "aria-label": "Rows" },
    stepButtons(ctx, st, Object.keys(STEPS)),
    h("output", null, `${st.why.at + 1} / ${rowsOf(st.shown.steps[st.why.step]).length}`),
    h("button", { type: "button", class: "btn small", on: { click: () => { st.why = null; ctx.redraw(); } } }, "Now"));
}

/** A row in words, for those who listen. */
export function rowWords(st) {
  const row = st.why && rowsOf(st.shown.steps[st.why.step])[st.why.at];
  if (!row) return "";
  const came = !row.did ? `${row.reached ? "nothing: " : ""}${row.why}` : row.result === "done" ? "" : row.result;
  return [row.says, came].filter(Boolean).map(soft).join(". ");
}

/** What was done, the last first in sight, and the story of each thing. */
export function why(ctx, st) {
  const { steps } = st.shown;
  const one = (step, index) => {
    const rows = rowsOf(step);
    const open = st.why ? st.why.step === index : index === steps.length - 1;
    let from = 0;
    return h("details", { class: "deed", key: index, open }, h("summary", null, soft(step.title),
      !rows.length && h("small", null, "no card had anything to do")),
    step.story.map(list => {
      const drawn = listOf(ctx, st, index, list, from);
      from += list.rows.length;
      return drawn;
    }),
    !rows.length && step.changes.map(change => h("p", { class: "small", key: change.key }, told(change))));
  };
  const row = ctx.traced && st.told.row;
  return h("section", { class: "box whybox", key: "why", "aria-label": "Why?" },
    h("h3", null, "Why? ", keycap("Y"), h("small", null,
      steps.length ? "what was done, row by row" : "play something, then step through it")),
    controls(ctx, st),
    row && button(`Change row ${row.row + 1}`, { class: "small torow", on: { click: () => toEditor(ctx) } }),
    h("div", { class: "deeds", "data-rove": "story" }, steps.map(one)));
}

/** A change in words: "Player 1's gold 5 → 7". */
export const told = change => `${soft(change.title)} ${arrow(change)}`;
export const arrow = ({ before, after }) =>
  named(before == null || before === after ? String(after) : `${before} → ${after}`);

/** The row that is looked at, for the editor of its card: which one, and what came of it; null if it is of another card. */
export function tracedRow(st, { number, version }) {
  const row = st.told?.row;
  if (row?.list.card !== number) return null;
  return { card: number, version, list: row.list.list, row: row.row,
    got: soft(row.did ? row.result : `nothing: ${row.why}`) };
}

/** Go to a row in the editor. */
function toEditor(ctx) {
  ctx.go(`#/card/${ctx.sheet.number}`);
  setTimeout(() => { // when the room has been entered
    const row = document.querySelector(".srow.trace");
    row?.scrollIntoView({ block: "nearest" });
    row?.querySelector("button")?.focus({ preventScroll: true });
  }, ENTERED);
}
