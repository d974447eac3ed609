// What the board of Magical OOPerations has to know of the rules: places, which piece is which, and what a card or a
// battle would do. Forecasts only; what happens is decided by the server.
import { TRAITS } from "../ui.js";

export const LANES = [0, 1, 2, 3, 4, 5, 6];
const ZONES = ["field", "battle"];

/** The name of a place as a player says it: F3 on the own side, OB7 on the other. */
export const slotName = (me, seat, zone, lane) => `${seat === me ? "" : "O"}${zone[0].toUpperCase()}${lane + 1}`;

/** The place that a name stands for: {seat, zone, lane}, and the creature there. */
export function slotAt(view, me, name) {
  const seat = name[0] === "O" ? 1 - me : me;
  const zone = name.includes("B") ? "battle" : "field";
  const lane = name.at(-1) - 1;
  return { seat, zone, lane, creature: view.players[seat][zone][lane] };
}

/** All creatures on the board: {seat, zone, lane, creature}. */
const standing = view => view.players.flatMap((player, seat) => ZONES.flatMap(zone => LANES
  .map(lane => ({ seat, zone, lane, creature: player[zone][lane] })).filter(one => one.creature)));

/** Names of traits, and attack and health, in words. */
export const traits = letters => [...letters].map(letter => TRAITS[letter][0]).join(", ");
export const figures = one => `${one.attack} / ${one.health}`;

/** How the player of a seat is called, for a scene of the board. */
export const nameOf = (s, seat) => s.m.seats[seat]?.name || `Player ${seat + 1}`;

// --- forecasts

/** The mana that a card takes, cast on a creature of the given type. */
export const costOn = (card, target) =>
  card.costs === "half" ? Math.ceil(target.cost / 2) : card.costs === "one more" ? target.cost + 1 : card.cost;

const sorted = letters => [...new Set(letters)].sort().join("");

/** A creature as a spell leaves it. */
export function changed(creature, spell) {
  let { attack, health, traits } = creature;
  for (const [what, amount] of spell.effects) {
    if (what === "gain" || what === "clone") traits = sorted(traits + amount);
    else if (what === "attack") attack += amount;
    else if (what === "health") health += amount;
    else if (what === "halve") health = Math.ceil(health / 2);
    else if (what === "amputate") traits = traits.slice(1);
  }
  return { ...creature, attack, health, traits };
}

/** The creatures that a spell without a target works on. */
export const reached = (view, spell, me) => standing(view).filter(({ seat }) =>
  spell.aim === "all creatures" || spell.aim === (seat === me ? "own creatures" : "enemy creatures"));

/** Traits that a creature gains and loses. */
export const differences = (before, after) => [[after, before], [before, after]]
  .map(([some, others]) => [...some.traits].filter(letter => !others.traits.includes(letter)).join(""));

/** Both creatures after a fight, and what Brutal costs their owners: {attacker, defender, hurts: [one's, other's]}. */
export function fight(attacker, defender) {
  const both = [{ ...attacker }, { ...defender }];
  const hurts = [0, 0];
  const first = both.map(one => one.traits.includes("F"));
  const alone = first[0] !== first[1];
  const order = alone && first[1] ? [1, 0] : [0, 1];
  order.forEach((who, turn) => {
    const [one, other] = [both[who], both[1 - who]];
    if (turn && alone && one.health <= 0) return;
    other.health -= one.attack;
    if (one.traits.includes("B") && other.health <= 0) hurts[1 - who] -= other.health;
    if (!one.attack) return;
    if (one.traits.includes("L")) one.health += 2;
    if (one.traits.includes("V")) other.traits = sorted(other.traits + "P");
  });
  return { attacker: both[0], defender: both[1], hurts };
}

/** What a battle that began now would do in a lane: {hit: damage}, a fight, or null. */
export function outlook(view, lane) {
  const attacker = view.players[view.attacker].battle[lane];
  const defender = view.players[1 - view.attacker].battle[lane];
  if (!attacker) return null;
  return defender ? fight(attacker, defender) : { hit: attacker.attack };
}

/** What both players would lose in a battle that began now: [seat 0, seat 1]. */
export function losses(view) {
  const lost = [0, 0];
  for (const lane of LANES) {
    const { hit = 0, hurts = [0, 0] } = outlook(view, lane) || {};
    lost[view.attacker] += hurts[0];
    lost[1 - view.attacker] += hit + hurts[1];
  }
  return lost;
}

// --- marks

/** The places that the events of an action have changed, as names. */
export function touched(events, me) {
  const places = (events || []).flatMap(event => event.moves || event.changed || [event])
    .map(({ seat, at, to }) => [seat, ...(to || at || [])]);
  return new Set(places.filter(([, zone]) => ZONES.includes(zone)).map(place => slotName(me, ...place)));
}

// --- which piece is which

let last = [];
let serial = 0;
const known = new WeakMap();

/** Names of all pieces in sight, by place ("0 field 3", "0 hand 2"). A piece keeps its name when it moves, although
 * views have no names: what stands where it stood is the same, then whatever is alike in seat, card and arrival. */
export function pieces(view, hands) {
  if (!known.has(view)) known.set(view, recognise(view, hands));
  last = known.get(view);
  return new Map(last.map(one => [one.place, one.name]));
}

function recognise(view, hands) {
  const now = standing(view).map(({ seat, zone, lane, creature }) =>
    ({ place: `${seat} ${zone} ${lane}`, card: `${seat} ${creature.card}`, entered: creature.entered }));
  hands.forEach((hand, seat) => (hand || []).forEach((card, i) =>
    now.push({ place: `${seat} hand ${i}`, card: `${seat} ${card}` })));
  const old = [...last];
  const tests = [
    (one, was) => one.place === was.place && one.entered === was.entered,
    (one, was) => one.entered === was.entered,
    (one, was) => !one.entered || !was.entered, // from the hand or back to it
  ];
  for (const alike of tests) {
    for (const one of now.filter(each => !each.name)) {
      const at = old.findIndex(was => one.card === was.card && alike(one, was));
      if (at >= 0) one.name = old.splice(at, 1)[0].name;
    }
  }
  for (const one of now) one.name ||= `piece${++serial}`;
  return now;
}
