// How the next march of The Marches will go. Loaded with the first unit.
import { h } from "../lib/dom.js";
import { bold, called, capital, counted, heading, whose } from "./marches.js";
import { rest, short } from "./marches-table.js";

/** The next march as the numbers alone let it go: fights and blows at players; `unsure` where a card may change it. */
export function forecast({ view, catalog, seat }) {
  const marching = 1 - seat;
  const board = view.entities.map(e => ({ ...e }));
  const hears = (e, what) => catalog.cards[e.card].hears.some(name => name.startsWith(what));
  // What listens to a tile that the view does not name, or acts before the march, leaves nothing sure.
  const players = view.players.map(player => ({ card: player.class }));
  const haunted = [...board, ...players].some(e => hears(e, "ON_MARCH PLAY") || hears(e, "ON_END"));
  const doubted = new Set();
  const told = [];
  for (const unit of board.filter(e => e.kind === "UNIT" && e.owner === marching)) {
    if (unit.health <= 0 || rest(unit)) continue;
    const lane = catalog.lanes.find(one => unit.tile >= one.first && unit.tile <= one.last);
    let unsure = haunted || doubted.has(lane);
    for (let steps = unit.movement.total; steps > 0; steps--) {
      const there = board.filter(e => e.tile === unit.tile && e.health > 0 && e !== unit);
      const foe = there.find(e => e.kind === "UNIT" && e.owner !== marching);
      unsure ||= there.some(e => hears(e, "ON_MARCH"));
      const atEnd = unit.tile === (marching ? lane.first : lane.last);
      if (foe || atEnd) {
        unsure ||= [unit, foe].some(e => e && (hears(e, "PRE_DAMAGE") || hears(e, "POST_DAMAGE")));
        const [attack, answer] = [unit.attack.total, foe ? foe.attack.total : 0];
        if (foe) foe.health -= attack;
        unit.health -= answer;
        const [dies, kills] = [unit, foe].map(one => one && one.health <= 0);
        told.push({ unit, foe, amount: attack, tile: unit.tile, dies, kills, unsure });
        break;
      }
      unit.tile += marching ? -1 : 1;
      const building = board.find(e => e.kind === "BUILDING" && e.tile === unit.tile && e.health > 0);
      if (building && building.owner !== marching) building.health -= 1;
      unsure ||= Boolean(building) && (hears(building, "UNIT_ENTERS") || hears(unit, "UNIT_ENTERS"));
    }
    if (unsure) doubted.add(lane);
  }
  return told;
}

function blowInWords(t, { unit: e, foe, amount, tile: at, dies, kills, unsure }) {
  const who = `${whose(t.m, e.owner)} ${called(e)}`;
  const victim = 1 - e.owner === t.m.eye ? "you" : t.m.seats[1 - e.owner].name;
  const end = dies && kills ? "; both die" : kills ? `; ${called(foe)} dies` : dies ? "; it dies" : "";
  const does = foe ? `fights ${called(foe)} on ${t.catalog.tiles[at]}${end}` : `hits ${victim} for ${short(amount)}`;
  return `${capital(unsure ? `perhaps ${who}` : who)} ${does}.`;
}

/** The next march in words, for the tray. */
export function nextMarch(t) {
  const lines = counted(t.forecast.map(blow => blowInWords(t, blow)));
  return lines.length > 0 && h("section", { class: "unseen" }, heading("Next march"),
    h("ul", { class: "fore" }, lines.map(([line, times]) => h("li", null, line, times > 1 && bold(` ×${times}`)))));
}
