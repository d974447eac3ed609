// The keys of the workshop. They do what a button does that is in sight, and none counts while one types.
import { h } from "../lib/dom.js";
import { keycap } from "../ui.js";
import { isOpen } from "./picker.js";
import { openVersions } from "./versions.js";
import { addStep, copyRow, moveRow, readOn, removeRow, stepNumber } from "./rows.js";
import { act, change, desk } from "./state.js";

const KEYS = [
  ["arrows", "from chip to chip, from step to step"], ["Enter", "open a chip, take a word"], ["Esc", "close; one room back"],
  ["a, Shift A", "add a step after, before this one"], ["Delete", "remove the step"], ["Alt ↑, Alt ↓", "move the step"],
  ["c", "copy the step"], ["+, −", "one more, one less, on a number"], ["m", "mend the first problem"],
  ["w", "write the text for me"], ["Ctrl Z", "undo"], ["Ctrl Shift Z", "redo"], ["v", "versions"], ["j", "JSON"],
  ["n", "a new card, on the first page"], ["t", "try the card, and back"], ["f", "is it fair?"],
  ["?", "all words of the language"], ["k", "these keys"],
];

const BOARD_KEYS = [
  ["1 to 9", "take a card of the hand"], ["arrows, Enter", "aim, and play it"], ["e", "end the turn"], ["y", "why? and back to now"],
  [",", "the row before"], [".", "the next row"], ["Home, End", "the first, the last row"], ["s", "keep as test"], ["p", "put something on the table"],
  ["Delete", "remove what is chosen"], ["u, Ctrl Z", "undo"],
];

/** The list of the keys. */
export const keyList = () => [listed(KEYS), h("h3", null, "On the board"), listed(BOARD_KEYS)];
const listed = keys => h("dl", { class: "keys" }, keys.map(([key, does]) => [h("dt", null, key.split(", ").map(keycap)), h("dd", null, does)]));

const isTyping = target => target.matches?.("input:not([type=checkbox], [type=radio], [type=range]), textarea, select");

/** Handle a key; true if it did something. */
export function handleKey(event, ctx) {
  const { room } = ctx;
  if (event.key === "Escape" && isOpen()) return done(() => ctx.picker.close());
  const control = event.ctrlKey || event.metaKey;
  if (!room || (isTyping(event.target) && !(control && event.key === "Enter"))) return event.key === "Escape" && leave(event);
  if (control) return room.name === "editor" && desk.sheet != null && undoKey(event);
  if (event.key === "?") return go(ctx, room.name === "reference" ? "back" : "#/reference");
  if (event.key === "k" && !event.altKey) return done(() => ctx.sheetOf("Keys", keyList()));
  if (event.key === "Escape") return back(ctx);
  if (event.key === "n" && room.name === "start") return press("[data-new]");
  if (!room.card || !desk.sheet) return false;
  const card = `#/card/${room.card}`;
  if (event.key === "t" && !event.altKey && desk.sheet.card) return go(ctx, room.name === "bench" ? card : `${card}/try`);
  return room.name === "editor" && editorKey(event, ctx);
}

const done = act => {
  act();
  return true;
};
const go = (ctx, hash) => done(() => (hash === "back" ? history.back() : ctx.go(hash)));

/** Esc in a field leaves it for the page, so that the keys count again. */
function leave(event) {
  event.target.blur();
  document.querySelector("main")?.focus({ preventScroll: true });
  return true;
}

function back(ctx) {
  const board = document.activeElement?.closest?.(".tilefield[open]");
  if (board) {
    board.open = false;
    board.querySelector("summary").focus();
    return true;
  }
  const { name, card } = ctx.room;
  if (name === "start") return false;
  return go(ctx, name === "bench" ? `#/card/${card}` : name === "reference" ? "back" : "#/");
}

function undoKey(event) {
  const key = event.key.toLowerCase();
  const redo = key === "y" || (key === "z" && event.shiftKey);
  if (key !== "z" && key !== "y") return false;
  if (redo ? desk.sheet.canRedo : desk.sheet.canUndo) act(redo ? "redo" : "undo");
  return true;
}

/** The row in which the focus is: [list, row], row -1 for the occasion itself. */
function rowHere() {
  const row = document.activeElement?.closest?.("[data-row]");
  if (row) return JSON.parse(row.dataset.row);
  const last = desk.sheet.lists.at(-1);
  return last ? [last.id, last.rows.length] : null;
}

const press = selector => {
  const found = document.querySelector(selector);
  found?.click();
  return Boolean(found);
};

function editorKey(event, ctx) {
  const inRow = document.activeElement?.closest?.("[data-row]");
  const here = rowHere();
  const real = inRow && here[1] >= 0 && here[1] < desk.sheet.lists.find(({ id }) => id === here[0])?.rows.length;
  if (event.altKey) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    return Boolean(by && real) && done(() => moveRow(...here, by));
  }
  if (readOn(event)) return true;
  switch (event.key) {
    case "a": case "A": {
      if (!here) return press("[data-newlist]");
      const index = Math.max(0, here[1] + (event.key === "a" && (real || here[1] < 0) ? 1 : 0));
      const anchor = inRow ? document.activeElement : document.querySelector(`[data-item="${CSS.escape(`${here[0]} add`)}"]`);
      return done(() => addStep(ctx, anchor, here[0], index));
    }
    case "Delete": case "Backspace":
      return Boolean(real) && done(() => removeRow(...here));
    case "c":
      return Boolean(real) && done(() => copyRow(...here));
    case "+": case "=": case "-": {
      const told = document.activeElement?.dataset?.number;
      return Boolean(told) && done(() => stepNumber(told, event.key === "-" ? -1 : 1));
    }
    case "m": return press("[data-mend]");
    case "w": return done(() => change({ writeText: true }));
    case "v": return done(() => openVersions(ctx));
    case "j": return press("[data-json]");
    case "f": return press("[data-fair]");
    default: return false;
  }
}
