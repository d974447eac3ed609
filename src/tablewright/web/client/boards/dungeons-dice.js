// Dice: the one that is thrown, and those of the last action in the tray of wide pages. Loaded with the first of them.
import { h, raw } from "../lib/dom.js";
import { b, foeName, listed, named, short, small, span } from "./dungeons.js";

const DIE = '<svg viewBox="0 0 60 60" aria-hidden="true">' +
  '<path d="M30 2L56 20V42L30 58L4 42V20z" fill="currentColor"/>' +
  '<path d="M30 2L48 38H12zM12 38L4 20L30 2zM48 38L56 20" fill="#0000001c"/>' +
  '<path d="M12 38L4 42L30 58L56 42L48 38z" fill="#00000038"/></svg>';
/** A die with what was rolled; props place it. */
export const die = (kind, foe, roll, props) => h("span", { class: `die ${kind}`, ...props },
  raw("i", { class: foe ? "foe" : "you" }, DIE), b(roll ? `${roll.total}` : "?"),
  small(roll ? `${roll.dice > 1 ? roll.dice : ""}d${roll.sides}` : ""));

/** The rolls of one action: what was rolled for, the dice, and what came of it. */
function rolls(events) {
  const told = [];
  let cause = null;
  for (const event of events) {
    if (/Attacked|ChestTried|Consumed/.test(event.kind)) cause = event;
    else if (event.kind === "Rolled") told.push({ cause, roll: event, results: [] });
    else if (/LostHealth|Regenerated|ChestLocked|Looted/.test(event.kind)) told.at(-1)?.results.push(event);
  }
  return told;
}

/** The dice of the last action with what came of them. */
export function rollsOf(m) {
  const rows = rolls(m.last).map(({ cause: { hero, foe, weapon, item, value, minimum }, roll, results }, i) => {
    const { attacks } = foe ? m.catalog.foes[foe.type] : m.catalog.heroes[hero.type];
    const plus = weapon ? attacks[weapon].plus : 0;
    const what = weapon || item ? short(m, weapon || item) : `lock ${value}, needs ${Math.max(1, minimum)}`;
    return h("div", { class: "rollrow", key: i }, die("", foe, roll),
      span("", b(foe ? foeName(m, foe) : named(m, hero.type).name), `, ${what}`,
        plus > 0 && span("sum", `${roll.total} + ${plus} = ${roll.total + plus}`),
        results.map(event => small(resultOf(m, event)))));
  });
  return rows.length > 0 && h("section", { class: "rolls" }, h("h2", { class: "panel-title" }, "Last rolls"), rows);
}

function resultOf(m, { kind, hero, foe, resisted, lost, health, regenerated, items }) {
  const name = foe ? foeName(m, foe) : named(m, hero.type).name;
  const number = (sort, text) => h("b", { class: sort }, text);
  if (kind === "Regenerated") return [`${name}: `, number("good", `+${regenerated}`), `, ${health} now`];
  if (kind === "ChestLocked") return "it remains locked";
  if (kind === "Looted") return `it opens: ${listed(m, items) || "empty"}`;
  const after = health ? `, ${health} left` : ", falls";
  return [`${name}${resisted ? ", resistant" : ""}: `, number("dmg", lost ? `−${lost}` : "0"), after];
}
