// The games as pictures. Ours have their own; a game of somebody else has the emblem of its title.
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";

const spell = (name, charge, traits = "") => ({ name, kind: "spell", charge, traits, cost: 1 });
const token = (name, charge, tribe) => ({ name, kind: "building", charge, tribe });

const PICTURES = {
  ooperations: [
    { name: "Dragon", kind: "creature", traits: "BC", charge: "dragon", cost: 1 },
    { name: "Hungry Wolf", kind: "creature", traits: "B", cost: 2 },
    { name: "Vampire Lord", kind: "creature", traits: "LC", cost: 6 },
    { name: "Meteor", kind: "spell", cost: 4 },
  ],
  marches: [
    { name: "Battering", kind: "unit", tribe: "FEN", charge: "ram", rarity: 1 },
    { name: "Hounds", kind: "unit", tribe: "BASE", rarity: 1 },
    { name: "Barracks", kind: "building", tribe: "BASE", rarity: 1 },
    { name: "Flaming Arrows", kind: "skill", tribe: "BASE", rarity: 1 },
  ],
  dungeons: [
    { name: "Lich", kind: "creature", traits: "UL", charge: "skull", cost: 1 },
    spell("Wizard", "star"), spell("Barbarian", "axe", "B"), spell("Rogue", "hood", "V"),
  ],
  maze: [
    { name: "Mazes", kind: "creature", traits: "R", charge: "eye", cost: 1 },
    token("Key", "key", "GUILD"), token("Hour", "hourglass", "FEN"), token("Chest", "chest", "GUILD"),
  ],
};

/** The emblem of a game: the last of its crew, or its own. */
export function gameEmblem(game, size = 36) {
  const [first, , , last] = PICTURES[game.key] || [];
  return emblem(last || first || { name: game.title, kind: "class" }, { size });
}

/** The emblem of something that has only a name: a deck, a dungeon. */
export const nameEmblem = (name, kind) => emblem({ name, kind, cost: 1 }, { size: 34 });

/** A game to pick. */
export function tile(game, picked, pick) {
  const [first, ...crew] = PICTURES[game.key] || [{ name: game.title, kind: "creature", cost: 1 }];
  return h("button", { key: game.key, type: "button", class: `game-tile ${picked ? "on" : ""}`, "aria-pressed": String(picked), on: { click: pick } },
    h("span", { class: "picture" },
      h("span", { class: "art" }, emblem(first, { size: 200, shape: "full", wide: 300, box: [-34, 11, 78] })),
      h("span", { class: "crew" }, crew.map(card => emblem(card, { size: 34 })))),
    h("span", { class: "txt" }, h("b", null, game.title), h("small", null, game.about)));
}
