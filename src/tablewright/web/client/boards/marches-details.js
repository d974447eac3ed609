// Cards in full, and what there is to know of a tile or a player. Loaded with the first look.
import { card, marked, title } from "../card.js";
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { bold, capital, described, open, pile, reason, side, unseen } from "./marches.js";
import { numbers, pace } from "./marches-table.js";

/** A card in full: with the numbers of the one that stands on the board, and in exact words what it does. */
function whole(t, c, e) {
  const now = e && { attack: e.attack?.total, health: e.health };
  const why = !e && t.hand.includes(c.id) ? reason(t, c) : "";
  return h("div", { class: "wholecard" },
    card(e?.movement ? { ...c, move: pace(e) } : c, "l", { now, reason: why }),
    e && h("p", { class: "note" }, `${capital(described(t, e))}.`),
    c.does.length > 0 && h("details", { class: "exact" },
      h("summary", null, "In exact words"), c.does.map(line => h("p", null, line))));
}

/** What is known of "card 16", "unit 12", "tile P3", "player 1"; null if nothing is there. */
export function details(t, value) {
  const { cards, tiles } = t.catalog;
  const [what, which] = value.split(" ");
  if (what === "card") return whole(t, cards[which]);
  if (what === "player") return player(t, Number(which));
  const here = t.view.entities.filter(e => what === "unit" ? e.number === Number(which) : tiles[e.tile] === which);
  if (here.length < 2) return here.length ? whole(t, cards[here[0].card], here[0]) : null;
  return h("ul", { class: "targets" }, here.map(e => h("li", null, h("button", {
    type: "button", class: `target ${side(t, e.owner)}`, on: { click: () => open(t.m, `unit ${e.number}`) },
  }, emblem(cards[e.card], { size: 30 }), bold(numbers(e)), h("span", null, capital(described(t, e)))))));
}

function player(t, seat) {
  const { cards } = t.catalog;
  const { power, class: kind, discard } = t.view.players[seat];
  return h("div", { class: "wholecard" }, card(cards[kind], "l"),
    h("p", { class: "note" },
      h("span", null, bold(title(cards[power].name)), `, ${cards[power].cost} gold: `, marked(cards[power].text))),
    unseen(t, seat), pile(t, "Played", discard));
}
