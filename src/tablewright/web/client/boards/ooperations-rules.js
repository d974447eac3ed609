// What the board of Magical OOPerations has to know of the rules: what an event changes, which piece is which, and what
// a card or a battle would do. Forecasts only; what happens is decided by the server.

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
export const standing = view => view.players.flatMap((player, seat) => ZONES.flatMap(zone => LANES
  .map(lane => ({ seat, zone, lane, creature: player[zone][lane] })).filter(one => one.creature)));

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

/** Whether a spell without a target works on a creature of a seat. */
export const reaches = (spell, me, seat) =>
  spell.aim === "all creatures" || spell.aim === (seat === me ? "own creatures" : "enemy creatures");

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

// --- events

/** The view after one event, so that a battle is seen lane by lane. */
export function step(view, event) {
  const next = structuredClone(view);
  const players = next.players;
  const player = players[event.seat];
  switch (event.kind) {
    case "RoundStarted":
      Object.assign(next, { round: event.round, pool: event.pool, attacker: event.seat, seat_to_act: event.seat });
      event.mana.forEach((mana, seat) => { players[seat].mana = mana; });
      break;
    case "TurnDone":
      if (event.seat === next.attacker) next.seat_to_act = 1 - event.seat;
      player.may_redraw = false;
      break;
    case "HandRedrawn":
      redraw(player, event);
      break;
    case "OoperationsEnded":
      next.outcome = event.outcome;
      if (event.outcome.cause === "round limit") next.round += 1;
      break;
    case "SpellCast":
      cast(players, event);
      break;
    default:
      for (const move of event.moves || [event]) if (move.from) shift(players[move.seat], move);
      if (event.at) put(players, event);
  }
  if (event.target?.health != null) players[event.target.seat].health = event.target.health;
  else if (event.target?.creature) put(players, event.target);
  if (event.mana != null && player && event.kind !== "RoundStarted") player.mana = event.mana;
  return next;
}

const put = (players, { seat, at: [zone, lane], creature }) => { players[seat][zone][lane] = creature; };

function drop(list, card) {
  const at = list ? list.indexOf(card) : -1;
  if (at >= 0) list.splice(at, 1);
}

/** Take a card out of the hand: whoever cannot see the hand has known it as one of the unseen cards. */
function leaveHand(player, card) {
  player.hand_size -= 1;
  player.may_redraw = false;
  drop(player.hand || player.unseen, card);
}

function enterHand(player, card) {
  player.hand_size += 1;
  if (player.hand) player.hand.push(card);
}

function shift(player, { card, creature, from, to }) {
  if (from[0] === "hand") leaveHand(player, card);
  else if (from[0] === "deck") player.deck_size -= 1;
  else if (from[0] === "graveyard") player.graveyard.splice(from[1], 1);
  else player[from[0]][from[1]] = null;
  if (to[0] === "hand") {
    enterHand(player, card);
    if (player.hand) drop(player.unseen, card);
  } else if (to[0] === "graveyard") {
    player.graveyard.push(creature);
  } else {
    player[to[0]][to[1]] = creature;
  }
  player.may_redraw &&= from[0] === "deck";
}

function cast(players, { seat, card, changed: creatures, target, to }) {
  const player = players[seat];
  leaveHand(player, card);
  if (target?.at[0] === "graveyard" && to) {
    const [buried] = player.graveyard.splice(target.at[1], 1);
    if (to[0] === "hand") {
      enterHand(player, buried.card);
      if (!player.hand) player.unseen = [...player.unseen, buried.card].sort();
    }
  }
  for (const one of creatures) put(players, one);
}

function redraw(player, event) {
  player.deck_size += player.hand_size - event.hand_size;
  player.hand_size = event.hand_size;
  if (!event.hand) return;
  player.unseen.push(...player.hand);
  for (const card of event.hand) drop(player.unseen, card);
  player.unseen.sort();
  player.hand = event.hand;
}

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
