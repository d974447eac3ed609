// The games as pictures. Ours have their own; a game of somebody else has the emblem of its title.
import { emblem } from "../heraldry/emblem.js";
import { h, raw } from "../lib/dom.js";

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

// Every emblem has ids of its own inside, so one that is made anew would be put on the page anew.
const drawn = new Map();
const once = (key, make) => drawn.get(key) || drawn.set(key, make()).get(key);

/** The emblem of a game: what its picture shows largest. */
export function gameEmblem(game, size = 36) {
  const [first, , , crew] = PICTURES[game.key] || [];
  const card = crew || first || { name: game.title, kind: "class" };
  return raw("span", { class: "em" }, once(`${game.key} ${size}`, () => emblem(card, { size })));
}

/** The emblem of something that has only a name: a deck, a dungeon. */
export const nameEmblem = (name, kind = "creature", size = 34) =>
  raw("span", { class: "em" }, once(`${kind} ${name} ${size}`, () => emblem({ name, kind, cost: 1 }, { size })));

/** A game to pick. */
export function tile(game, picked, pick) {
  const [first, ...crew] = PICTURES[game.key] || [{ name: game.title, kind: "creature", cost: 1 }];
  const banner = once(`${game.key} banner`, () => emblem(first, { size: 200, shape: "full", wide: 300, box: [-34, 11, 78] }));
  return h("button", { key: game.key, type: "button", class: `game-tile ${picked ? "on" : ""}`, "aria-pressed": String(picked), on: { click: pick } },
    h("span", { class: "banner" },
      raw("span", { class: "art" }, banner),
      raw("span", { class: "crew" }, once(`${game.key} crew`, () => crew.map(card => emblem(card, { size: 34 })).join("")))),
    h("span", { class: "txt" }, h("b", null, game.title), h("small", null, game.about)));
}
