// What a long press tells: a hero's bag, or what the rulebook says of a foe. Loaded when it is asked for.
import { h } from "../lib/dom.js";
import { bar, glyph } from "../ui.js";
import { arms, foeName, glyphOf, heroCard, portrait, useNote } from "./dungeons.js";

const row = (m, id, n, note) => h("li", null,
  glyph(glyphOf(m, id), 16), `${n}${m.catalog.items[id].name}`, h("small", null, note));
const amounts = (m, items) => Object.entries(items).map(([id, n]) => `${n} ${m.catalog.items[id].name}`).join(", ");

function heroDetails(m, hero) {
  const note = id => m.catalog.items[id].kind !== "ammunition" && useNote(m, hero, id);
  return [heroCard(m, hero, false),
    h("ul", { class: "inventory" }, Object.entries(hero.bag).map(([id, n]) => row(m, id, `${n} `, note(id))))];
}

function foeDetails(m, foe) {
  const kind = m.catalog.foes[foe.type];
  const about = `armour ${kind.armor_value}${kind.resists ? `, half ${kind.resists} damage` : ""}`;
  const attack = ([id, one]) => row(m, id, "", `${arms(one)}${one.ranged ? ", from afar" : ""}`);
  return h("section", { class: "hero" },
    h("div", { class: "hrow" }, portrait(m, foe.type, 64),
      h("span", null, h("b", null, foeName(m, foe)), h("small", null, about)),
      h("span", { class: "vital health" }, h("b", null, String(foe.health)), h("small", null, `of ${foe.max_health}`))),
    bar(foe.health, foe.max_health), h("ul", { class: "inventory" }, Object.entries(kind.attacks).map(attack)),
    h("p", { class: "gear" }, kind.boss ? "Its fall completes the dungeon." : `Leaves ${amounts(m, kind.leaves)}.`));
}

/** Describe the hero (W) or foe (Z1) of a tag. */
export function describe(m, tag) {
  const hero = m.view.heroes.find(one => one.type === tag);
  const foe = m.view.room.foes.find(one => one.type + one.id === tag);
  return h("div", { class: "party" }, hero ? heroDetails(m, hero) : foe && foeDetails(m, foe));
}
