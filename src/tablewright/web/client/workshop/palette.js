// What is put on the bench by tapping: cards of either side, gold, wounds, hands, and whose turn it is.
import { card as drawCard, title } from "../card.js";
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { oneOf } from "../lib/top.js";
import { button, tool } from "../ui.js";
import { SEATS, TILES } from "./stage.js";

const KINDS = ["UNIT", "BUILDING", "SKILL"];

/** A number with a button on either side; `change` is told by how much. */
export function stepper(label, value, change, low = 0) {
  const side = (sign, by, can) => h("button", { type: "button", class: "ic",
    "aria-label": `${label}: ${by > 0 ? "one more" : "one less"}`,
    "aria-disabled": String(!can), on: { click: () => can && change(by) } }, sign);
  return h("span", { class: "counter", role: "group", "aria-label": `${label}: ${value}` },
    side("−", -1, value > low), h("b", null, String(value)), side("+", 1, true));
}

/** The cards that can be put somewhere; `hands.change` posts what the bench should become. */
function cards(ctx, st, hands, catalog) {
  const wanted = st.filter.trim().toLowerCase();
  const fits = one => (st.into === "hand" || one.kind !== "SKILL") && (!wanted || `${one.name} ${one.kind}`.toLowerCase().includes(wanted));
  const rank = one => (one.card === ctx.sheet.number ? -1 : KINDS.indexOf(one.kind));
  const shown = st.shown.palette.filter(fits).toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  return h("ul", { class: "palette", "data-rove": "palette", "aria-label": "Cards" },
    shown.map(one => h("li", { key: one.card },
    h("button", { type: "button", class: st.holding === one.card ? "on" : "", "data-item": String(one.card),
      "aria-pressed": String(st.holding === one.card),
      on: { click: () => hands.hold(one.card) } },
    catalog[one.card] && emblem(catalog[one.card], { size: 26 }), h("span", null, title(one.name)),
      h("small", null, one.kind.toLowerCase())))),
  !shown.length && h("li", { class: "small" }, "No card is called so."));
}

/** What can be done with the one that was tapped. */
function chosen(st, hands, e, catalog) {
  const c = catalog[e.card];
  return h("section", { class: "box chosenbox", key: "chosen", "aria-label": title(e.name) },
    h("h3", null, title(e.name), h("small", null, `${SEATS[e.owner]}, ${TILES[e.tile]}`),
      tool("cross", "Close", () => hands.choose(null), { class: "ic close", size: 16 })),
    c && h("details", { class: "face" }, h("summary", null, "The card"),
      drawCard(c, "l", { now: { attack: e.attack?.total, health: e.health } })),
    h("p", { class: "pline" }, h("span", null, "Damage"),
      stepper("Damage", e.damage, by => hands.change(({ entities }) => {
        const now = entities.find(one => one.number === e.number);
        return { damage: { number: e.number, to: (now?.damage ?? 0) + by } };
      }))),
    h("div", { class: "row2" },
      button("Other side", { icon: "swap", class: "small",
        on: { click: () => hands.change({ owner: { number: e.number, to: 1 - e.owner } }) } }),
      button("Remove", { icon: "cross", class: "small", key: "Del", on: { click: () => hands.remove(e.number) } })));
}

function player(st, hands, seat, catalog) {
  const one = st.shown.view.players[seat];
  const hand = [...new Set(one.hand)];
  return h("div", { class: `pl ${seat ? "foe" : "you"}`, key: seat, role: "group", "aria-label": SEATS[seat] },
    h("p", { class: "pline" }, h("b", null, SEATS[seat]),
      seat === st.shown.view.seat_to_act ? h("small", { class: "turnflag" }, "to act")
        : button("Give the turn", { class: "small quiet", "aria-label": `Give the turn to ${SEATS[seat]}`,
          on: { click: () => hands.change({ turn: seat }) } })),
    h("p", { class: "pline" }, h("span", null, "Gold"), stepper(`Gold of ${SEATS[seat]}`, one.gold,
      by => hands.change(({ players }) => ({ gold: { seat, to: players[seat].gold + by } })))),
    h("p", { class: "pline" }, h("span", null, "Health"), stepper(`Health of ${SEATS[seat]}`, one.health,
      by => hands.change(({ players }) => ({ wounds: { seat, to: players[seat].damage - by } })), 1)),
    hand.length > 0 && h("ul", { class: "inhand", "aria-label": `Hand of ${SEATS[seat]}` },
      hand.map(id => h("li", { key: id },
      h("span", null, title(catalog[id]?.name || `Card ${id}`)),
      tool("cross", `Take ${title(catalog[id]?.name || `card ${id}`)} out of the hand of ${SEATS[seat]}`,
        () => hands.change({ discard: { seat, card: id } }), { size: 14 })))));
}

/** Everything that can be laid on the table. */
export function palette(ctx, st, hands, catalog) {
  const e = st.chosen != null && st.shown.view.entities.find(one => one.number === st.chosen);
  const set = change => {
    Object.assign(st, change);
    ctx.redraw();
  };
  const says = st.at ? `onto ${st.at}` : st.holding != null ? "now tap tiles" : "tap a card, then a tile, or a tile first";
  return [
    e && chosen(st, hands, e, catalog),
    h("section", { class: "box putting", key: "put", "aria-label": "Put on the table" },
      h("h3", null, "Put on the table ", h("small", null, st.into === "hand" ? "tap a card" : says)),
      oneOf("side", "Whose", SEATS.map((name, seat) => [seat, name]), st.side, side => set({ side })),
      oneOf("into", "Where to", [["board", "Board"], ["hand", "Hand"]], st.into, into => set({ into, holding: null })),
      h("label", { class: "entryfield" }, h("span", { class: "unseen-words" }, "Which cards"),
        h("input", { type: "search", placeholder: "Which cards? Name or kind", value: st.filter,
          "data-focus": "palette",
          on: { input: event => set({ filter: event.target.value }) } })),
      cards(ctx, st, hands, catalog)),
    h("section", { class: "box players", key: "players", "aria-label": "Players" },
      h("h3", null, "Players"), [0, 1].map(seat => player(st, hands, seat, catalog))),
  ];
}
