// What there is to know of a player, or of everything on a tile. Loaded when it is asked for.
import { card, marked, title } from "../card.js";
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { bold, capital, described, open, pile, side, unseen } from "./marches.js";
import { numbers } from "./marches-table.js";

/** Describe the player of a seat, or what stands on the tile of a name. */
export const describe = (t, what, which) => (what === "player" ? player(t, Number(which)) : tile(t, which));

function player(t, seat) {
  const { cards } = t.catalog;
  const { power, class: kind, discard } = t.view.players[seat];
  return h("div", { class: "wholecard" }, card(cards[kind], "l"),
    h("p", { class: "note" },
      h("span", null, bold(title(cards[power].name)), `, ${cards[power].cost} gold: `, marked(cards[power].text))),
    unseen(t, seat), pile(t, "Played", discard));
}

function tile(t, name) {
  const { cards, tiles } = t.catalog;
  return h("ul", { class: "targets" }, t.view.entities.filter(e => tiles[e.tile] === name).map(e =>
    h("li", null, h("button", {
      type: "button", class: `target ${side(t, e.owner)}`, on: { click: () => open(t.m, `unit ${e.number}`) },
    }, emblem(cards[e.card], { size: 30 }), bold(numbers(e)), h("span", null, capital(described(t, e)))))));
}
