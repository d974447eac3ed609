// What happens in The Marches: the view after each event, and the motion that shows it. Loaded with the first event.
import { find, run } from "../lib/motion.js";
import { short } from "./marches-table.js";

/** The view after one event, so that a march is seen step by step. */
export function step(view, event) {
  const next = { ...view, players: view.players.map(player => ({ ...player })), entities: view.entities };
  const player = next.players[event.seat];
  const put = (number, change) => {
    if (number === 0 || number === 1) Object.assign(next.players[number], change);
    else next.entities = next.entities.map(e => e.number === number ? { ...e, ...change } : e);
  };
  const without = (cards, card) => cards.filter((one, i) => one !== card || cards.indexOf(card) !== i);
  if (event.kind === "EntityCreated") next.entities = [...next.entities, event.entity];
  else if (event.kind === "EntityMoved") put(event.number, { tile: event.tile });
  else if (event.kind === "EntityDied") next.entities = next.entities.filter(e => e.number !== event.number);
  else if (event.kind === "Damage") put(event.number, { damage: event.damage, health: event.health });
  else if (event.kind === "StatChanged") {
    const stat = event[event.stat];
    put(event.number, { [event.stat]: event.number < 2 ? stat.total : stat, health: event.health });
  } else if (event.kind === "GoldChanged") player.gold = event.gold;
  else if (event.kind === "TurnBegan") Object.assign(next, { turn: event.turn, seat_to_act: event.seat });
  else if (event.kind === "PowerUsed") player.power_available = false;
  else if (event.kind === "CardPlayed") {
    next.choosing = null;
    player.discard = [...player.discard, event.card];
    player.hand_count -= 1;
    if (player.hand) player.hand = without(player.hand, event.card);
    else player.unseen = without(player.unseen, event.card);
  } else if (event.kind === "CardDrawn") {
    player.deck_count -= 1;
    player.hand_count += 1;
    if (player.hand && event.card != null) {
      player.hand = [...player.hand, event.card].sort((a, b) => a - b);
      player.unseen = without(player.unseen, event.card);
    }
  }
  return next;
}

// --- motion

const signed = n => `${n > 0 ? "+" : ""}${short(n)}`;
const SOUNDS = {
  GoldChanged: "coin", BuildingEntered: "door", EntityDied: "death", PowerUsed: "spell", CardDrawn: "draw",
};

/** Show one event on the picture of the position before it. */
export async function play(event, m, fx) {
  const id = number => `e${number}`;
  if (SOUNDS[event.kind]) fx.sound(SOUNDS[event.kind]);
  if (event.kind === "Combat") {
    fx.sound(event.victim < 2 ? "direct hit" : "strike");
    const answer = event.victim > 1 && fx.lunge(id(event.victim), id(event.attacker));
    await Promise.all([fx.lunge(id(event.attacker), id(event.victim)), answer]);
  } else if (event.kind === "Damage") {
    fx.number(id(event.number), event.amount ? `-${short(event.amount)}` : "0");
  } else if (event.kind === "StatChanged") {
    const change = event[event.stat].total - event.before;
    const slow = event.stat === "denominator";
    const words = slow ? (change > 0 ? "slower" : "faster") : `${signed(change)} ${event.stat}`;
    fx.number(id(event.number), words, change > 0 !== slow ? "good" : "bad");
  } else if (event.kind === "GoldChanged") {
    const change = event.gold - event.before;
    fx.number(`gold${event.seat}`, signed(change), change > 0 ? "good" : "bad");
  } else if (event.kind === "BuildingEntered") {
    await fx.flash(id(event.building));
  } else if (event.kind === "EntityDied") {
    await fx.death(id(event.number));
  } else if (event.kind === "PowerUsed") {
    await fx.flash(`power${event.seat}`);
  } else if (event.kind === "CardPlayed") {
    fx.sound(m.catalog.cards[event.card].kind === "skill" ? "spell" : "put down");
    await put(event, m, fx);
  }
}

/** A card goes from the hand to where it is played; one from a hidden hand only lights its target up. */
function put(event, m, fx) {
  const to = event.target != null ? `e${event.target}` : event.tile != null ? `tile${event.tile}` : `e${event.seat}`;
  const [from, goal] = [find(document, `hand${event.card}`), find(document, to)];
  if (!from || !goal || event.seat !== m.eye) return fx.flash(to);
  const [[ax, ay], [bx, by]] = [from, goal].map(one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  const way = `translate(${bx - ax}px, ${by - ay}px) scale(.4)`;
  return run(from, { transform: ["none", way], opacity: [1, 0.5], zIndex: [9, 9] }, 200);
}
