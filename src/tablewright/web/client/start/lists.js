// The games as pictures, matches of this device to go on with, and open tables.
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { fault } from "../lib/top.js";
import { button } from "../ui.js";

const card = (kind, name, charge, more) => ({ kind, name, charge, cost: 1, ...more });

/** The picture of each of our games, and three of its pieces; a game of somebody else has the emblem of its title. */
const PICTURES = {
  ooperations: [card("creature", "Dragon", "dragon", { traits: "BC" }), card("creature", "Wolf", "", { traits: "B" }),
    card("creature", "Vampire", "", { traits: "LC" }), card("spell", "Meteor", "")],
  marches: [card("unit", "Battering", "ram", { tribe: "FEN" }), card("unit", "Hounds", "", { tribe: "BASE" }),
    card("building", "Barracks", "", { tribe: "BASE" }), card("skill", "Flaming Arrows", "", { tribe: "BASE" })],
  dungeons: [card("creature", "Lich", "skull", { traits: "UL" }), card("spell", "Wizard", "star"),
    card("spell", "Barbarian", "axe", { traits: "B" }), card("spell", "Rogue", "hood", { traits: "V" })],
  maze: [card("creature", "Mazes", "eye", { traits: "R" }), card("building", "Key", "key", { tribe: "GUILD" }),
    card("building", "Hour", "hourglass", { tribe: "FEN" }), card("building", "Chest", "chest", { tribe: "GUILD" })],
};
/** Our games in the order of their pictures, then those of others. */
export function inOrder(games) {
  const place = ({ key }) => (Object.keys(PICTURES).indexOf(key) + 1 || Infinity);
  return games.toSorted((one, other) => place(one) - place(other) || one.title.localeCompare(other.title));
}

const pictureOf = ({ key, title }) => PICTURES[key] || [card("creature", title)];

/** A game to pick. */
export function tile(game, picked, click) {
  const [first, ...crew] = pictureOf(game);
  const shape = { class: `game-tile ${picked ? "on" : ""}`, "aria-pressed": String(picked) };
  return h("button", { key: game.key, type: "button", ...shape, on: { click } },
    h("span", { class: "picture" }, emblem(first, { size: 200, shape: "full", wide: 300, box: [-34, 11, 78] }),
      h("span", { class: "crew" }, crew.map(one => emblem(one, { size: 34 })))),
    h("span", { class: "txt" }, h("b", null, game.title), h("small", null, game.about)));
}

const plate = ({ id, game, title }, head, small, act, problem) => h("li", { class: "save", key: id },
  emblem(pictureOf({ key: game, title }).at(-1), { size: 36 }),
  h("span", null, h("b", null, head), h("small", null, small), fault(problem)), act);

/** Who sits there, and who is awaited; without the seats of this device. */
const namesOf = (seats, mine) => seats.filter(({ seat }) => !mine.includes(seat))
  .map(({ name, kind }) => name || (kind === "open" ? "anyone" : "a friend")).join(" and ");

const UNITS = [[86400, "day"], [3600, "hour"], [60, "minute"]];

/** How long ago something was, in words. */
function ago(then) {
  const seconds = (Date.now() - then) / 1000;
  const [size, unit] = UNITS.find(([least]) => seconds >= least) || [];
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  return size ? words.format(-Math.floor(seconds / size), unit) : "just now";
}

function status({ status, turn, when, outcome }, mine) {
  if (status === "over") return outcome?.words || "finished";
  if (status === "waiting") return "waiting for players";
  const whose = turn.some(seat => mine.includes(seat)) ? "your turn" : "their turn";
  return [mine.length && whose, when.replace(/, action \d+$/, "")].filter(Boolean).join(", ");
}

/** The matches in which this device holds a seat, [{facts, mine}], and the puzzles of the day that the page offers. */
export function goOn(held, { puzzles, best, problems, solve } = { puzzles: [] }) {
  const some = held.length + puzzles.length > 0;
  return some && h("section", { key: "held", "aria-label": "Go on" }, h("ul", { class: "goon" },
    held.map(({ facts, mine }) => {
      const others = namesOf(facts.seats, mine);
      const over = facts.status === "over";
      const head = others ? `${facts.title} with ${others}` : facts.title;
      return plate(facts, head, `${status(facts, mine)}, begun ${ago(facts.created)}`,
        h("a", { class: "btn", href: `/${over ? "r" : "g"}/${facts.id}` }, over ? "Replay" : "Go on"));
    }),
    puzzles.map(puzzle => {
      const { game, day, title, about } = puzzle;
      const own = best[`${game} ${day}`];
      const shape = { "aria-label": `Try the ${title.toLowerCase()}`, on: { click: () => solve(puzzle) } };
      return plate({ id: title, game, title }, title, own ? `${about}, you needed ${own}` : about,
        button(own ? "Again" : "Try it", shape), problems[title]);
    })));
}

/** The tables at which anybody may sit down. */
export function openTables({ open, problems, sit }) {
  return open.length > 0 && h("section", { key: "open", "aria-label": "Open tables" }, h("h2", null, "Open tables"),
    h("ul", { class: "goon" }, open.map(facts => {
      const host = facts.seats.filter(({ kind }) => kind === "person").map(({ name }) => name).join(" and ");
      const seat = { "aria-label": `Sit down with ${host}: ${facts.title}`, on: { click: () => sit(facts.id) } };
      return plate(facts, `${host} wants to play`, facts.title, button("Sit down", seat), problems[facts.id]);
    })));
}
