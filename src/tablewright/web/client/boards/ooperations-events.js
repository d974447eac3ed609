// What happens in Magical OOPerations: the view after each event, and the motion that shows it.
// Loaded with the first event.

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

// --- motion

const SOUNDS = {
  SpellCast: "spell", DirectHit: "direct hit", CreatureDied: "death", TemporaryLeft: "death", FoundNoRoom: "death",
  CreaturePlayed: "put down", SentToBattle: "put down", DrewCard: "draw",
};

/** Show one event on the position before it, whose pieces have these names; what comes, moves and leaves is then shown
 * by the new position. */
export async function play(event, view, names, fx) {
  const { target, damage } = event;
  const before = one => view.players[one.seat][one.at[0]][one.at[1]];
  const at = one => names.get([one.seat, ...one.at].join(" "));
  const who = event.at && at(event);
  const whom = target && (target.at ? at(target) : `player ${target.seat}`);
  if (SOUNDS[event.kind]) fx.sound?.(SOUNDS[event.kind]);
  if (damage != null) fx.number(whom, `−${damage}`);
  if (event.kind === "AttackStarted") {
    // Both strike at once where both blows count: only a lone First Strike makes the other wait.
    const alone = before(event).traits.includes("F") !== before(target).traits.includes("F");
    if (event.number === 2 && !alone) return;
    fx.sound?.("strike");
    await Promise.all([fx.lunge(who, whom), !alone && fx.lunge(whom, who)]);
  } else if (event.kind === "DirectHit") {
    await fx.lunge(who, whom);
  } else if (event.kind === "SpellCast") {
    await Promise.all(event.changed.map(one => fx.flash(at(one))));
  } else if (["StoleLife", "CreatureRegenerated", "WeakenedByPoison"].includes(event.kind)) {
    const more = event.creature.health - before(event).health;
    fx.number(who, more > 0 ? `+${more}` : `−${-more}`, more > 0 ? "good" : "bad");
  }
}
