// What follows from a view of The Marches: how a unit marches, and where a card can go. Nothing here draws.

/** Numbers that somebody's card has made huge stay short enough for a unit. */
export function short(n) {
  for (const [size, letter] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (Math.abs(n) >= size) return `${Math.trunc(n / size)}${letter}`;
  }
  return String(n);
}

/** How a unit marches: "1", "2", "2/3". */
export const pace = e => short(e.movement.total) + (e.denominator.total === 1 ? "" : `/${short(e.denominator.total)}`);

/** In how many marches of its owner a unit marches again; 0: in the next one. */
export const rest = e => e.cooldown ? Math.max(0, e.denominator.total - e.cooldown) : 0;

export const numbers = e => e.kind === "UNIT" ? `${short(e.attack.total)} / ${short(e.health)}` : short(e.health);

/** A model with what the board asks of it again and again. */
export function table(m) {
  const { view, catalog } = m;
  const me = m.eye ?? 0;
  const hand = (view.players[me].hand || m.views?.[me]?.players[me].hand || []);
  const seat = view.seat_to_act;
  const mine = !m.back && !m.over && m.choices.length > 0;
  const { choosing } = view;
  const asked = choosing && !view.over ? { ...choosing, candidates: candidates(catalog, view, choosing) } : null;
  const t = { m, view, catalog, me, seat, hand, mine, asked, picked: null, targets: [] };
  if (mine && asked) t.picked = catalog.cards[asked.card];
  else if (mine && m.ui.pick === "power") t.picked = catalog.cards[view.players[me].power];
  else if (mine && hand.includes(m.ui.pick)) t.picked = catalog.cards[m.ui.pick];
  if (t.picked) t.targets = targets(t);
  t.aimed = t.targets.find(one => one.id === (m.ui.aim || m.ui.over)) || (t.targets.length === 1 ? t.targets[0] : null);
  return t;
}

/** The entities on a tile that a card can be played on, in the order in which the table counts them. */
function candidates(catalog, view, { card, tile }) {
  const { on, owners } = catalog.cards[card];
  return view.entities.filter(e => e.tile === tile && (on === "both" || on === e.kind.toLowerCase()) &&
    owners & (e.owner === view.seat_to_act ? 1 : 2));
}

/** The legal lines of a card by place, the own end first; the place of the whole board is "". */
export function places(m, card) {
  const start = `play ${card.play}`;
  const { lanes, tiles } = m.catalog;
  const words = lanes.flatMap(lane => {
    const inLane = tiles.slice(lane.first, lane.last + 1);
    return [lane.name, ...(m.eye ? inLane.reverse() : inLane)];
  });
  const lines = words.map(word => [word, `${start} at ${word}`]).filter(([, line]) => m.can(line));
  return m.can(start) ? [["", start], ...lines] : lines;
}

/** Everything that the picked card can be aimed at: a place, or one entity there. */
function targets({ m, view, catalog, asked, picked }) {
  if (asked) {
    const place = catalog.tiles[asked.tile];
    return asked.candidates.map((entity, i) => ({ line: `choose ${i + 1}`, place, entity, id: entity.number }));
  }
  if (m.ui.pick === "power") return m.can("power") ? [{ line: "power", place: "", id: "power" }] : [];
  return places(m, picked).flatMap(([place, line]) => {
    if (!picked.on) return [{ line, place, id: line }];
    const there = candidates(catalog, view, { card: picked.id, tile: catalog.tiles.indexOf(place) });
    return there.map(entity => ({ line, place, entity, id: entity.number, choose: there.length > 1 }));
  });
}
