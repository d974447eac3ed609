// What a click would do in Magical OOPerations, in words. Loaded with the first pick.
import { h } from "../lib/dom.js";
import {
  changed, costOn, differences, figures, nameOf, outlook, reached, slotAt, traits,
} from "./ooperations-rules.js";

const strong = text => h("b", null, text);
const change = (text, kind = "") => h("span", { class: `change ${kind}` }, text);

/** The consequence before the click; null if nothing is aimed at. */
export function consequence(s) {
  if (!s.aim && !s.mass) return null;
  if (s.sends) return battleWords(s);
  const { creature } = s.mass ? {} : slotAt(s.view, s.me, s.aim);
  const left = ` Leaves ${s.view.players[s.me].mana - costOn(s.picked, creature && s.cards[creature.card])} mana.`;
  if (s.mass) return [massWords(s), left];
  if (creature) return [spellWords(s, creature), left];
  const haste = s.picked.traits.includes("H") && " May battle at once.";
  return [strong(`${s.picked.name} to ${s.aim}: `), change(figures(s.picked)), ".", haste, left];
}

function spellWords(s, creature) {
  const after = changed(creature, s.picked);
  if (s.picked.effects[0][0] === "clone") {
    const free = s.view.players[s.me].field.indexOf(null);
    if (free < 0) return "No free slot: nothing would happen.";
    return [strong(`A copy to F${free + 1}: `), change(figures(after)), `, ${traits(after.traits)}.`];
  }
  const [gains, loses] = differences(creature, after);
  const parts = [
    figures(after) !== figures(creature) && change(`${figures(creature)} → ${figures(after)}`),
    gains && `gains ${traits(gains)}`, loses && `loses ${traits(loses)}`, after.health <= 0 && "falls",
  ].filter(Boolean);
  const listed = parts.length ? parts.flatMap((part, i) => (i ? [", ", part] : [part])) : "nothing changes";
  return [strong(`${s.cards[creature.card].name}, ${s.aim}: `), listed, "."];
}

function massWords(s) {
  const hit = reached(s.view, s.picked, s.me);
  const fall = (seat, whose, kind) => {
    const dead = hit.filter(one => one.seat === seat && changed(one.creature, s.picked).health <= 0);
    const names = dead.map(one => s.cards[one.creature.card].name).join(", ");
    return names && change(` ${whose}${names} fall${dead.length > 1 ? "" : "s"}.`, kind);
  };
  return [strong(`${s.picked.name}: `), `${hit.length} creature${hit.length === 1 ? "" : "s"}.`,
    fall(1 - s.me, "", ""), fall(s.me, "Your ", "bad")];
}

function battleWords(s) {
  const lane = s.aim.at(-1) - 1;
  const [name, foe, attacks] = [s.cards[s.creature.card].name, nameOf(s, 1 - s.me), s.view.attacker === s.me];
  const theirs = s.supposed.players[1 - s.me].battle[lane];
  const head = strong(`${name} to ${s.aim}: `);
  const seen = outlook(s.supposed, lane);
  if (!seen) return [head, "nobody attacks there."];
  if (seen.hit != null) return [head, "nobody opposite, ", change(`${seen.hit} damage to ${foe}`), "."];
  const [mine, other] = attacks ? [seen.attacker, seen.defender] : [seen.defender, seen.attacker];
  const fate = (was, one, kind) =>
    one.health > 0 ? change(`${figures(was)} → ${figures(one)}`) : change("falls", kind);
  const hurt = seen.hurts[attacks ? 1 : 0];
  return [head, !s.view.players[1 - s.me].battle[lane] && "drags its rival along: ", `${s.cards[theirs.card].name} `,
    fate(theirs, other), `, ${name} `, fate(s.creature, mine, "bad"), hurt > 0 && `, ${hurt} more to ${foe}`, "."];
}
