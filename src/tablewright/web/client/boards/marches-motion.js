// How an event of The Marches is shown. Loaded with the first event.
import { find, run } from "../lib/motion.js";
import { short } from "./marches-table.js";

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
