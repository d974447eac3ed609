// How events are shown, one short motion each, and what the position is in between. Loaded with the first event.
import { find, run, still } from "../lib/motion.js";
import { same } from "./dungeons-reckoning.js";

export { die } from "./dungeons-dice.js";

const is = (one, other) => one.type === other.type && one.id === other.id;

/** The view after one event, as far as the room shows it. `blow` is what is going on: the attack or the lock with its
 * fields and dice. No real view has it, so that it also says that the events of an action are being shown. */
export function step(view, event) {
  const { hero, foe } = event;
  const { heroes, room } = view;
  const blow = { actor: hero?.type, fields: [], ...view.blow };
  const rest = list => list.filter(one => !same(one.at, event.at));
  const who = change => hero
    ? { ...view, blow, heroes: heroes.map(one => (one.type === hero.type ? { ...one, ...change } : one)) }
    : { ...view, blow, room: { ...room, foes: room.foes.map(one => (is(one, foe) ? { ...one, ...change } : one)) } };
  switch (event.kind) {
    case "HeroMoved":
    case "FoeMoved":
      return { ...who({ at: event.to }), blow: { actor: blow.actor, fields: [] } };
    case "Attacked":
    case "ChestTried":
      return { ...view, blow: { actor: blow.actor, fields: event.fields || [], aim: event.aim || event.at, foe } };
    case "Consumed":
      return { ...view, blow: { ...blow, aim: heroes.find(one => one.type === hero.type).at } };
    case "Rolled":
      return { ...view, blow: { ...blow, roll: event } };
    case "LostHealth":
    case "Regenerated":
      return who({ health: event.health });
    case "Defeated": {
      const after = hero ? who({ at: null }) : { ...view, blow };
      const foes = foe ? room.foes.filter(one => !is(one, foe)) : room.foes;
      return { ...after, room: { ...room, foes, remains: [...room.remains, { at: event.at, items: {} }] } };
    }
    case "RoomCompleted":
      return { ...view, blow, room: { ...room, doors: room.doors.map(door => ({ ...door, open: true })) } };
    case "Looted":
      return { ...view, blow, room: { ...room, chests: rest(room.chests), remains: rest(room.remains) } };
    default:
      return { ...view, blow };
  }
}

const place = at => document.querySelector(`.dgrid [data-item="${at}"]`);

function way(from, to) {
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  return { start: a, x: b.x + b.width / 2 - a.x - a.width / 2, y: b.y + b.height / 2 - a.y - a.height / 2 };
}

/** Something small flies from field to field: an arrow, a ball of fire. */
async function shoot(from, to, foe) {
  const { start, x, y } = way(from, to);
  if (still() || !(x || y)) return;
  const missile = document.createElement("i");
  missile.className = `missile ${foe ? "foe" : "you"}`;
  Object.assign(missile.style, { left: `${start.x + start.width / 2}px`, top: `${start.y + start.height / 2}px` });
  document.body.append(missile);
  const turn = `rotate(${Math.atan2(y, x)}rad)`;
  await run(missile, { transform: [turn, `translate(${x}px, ${y}px) ${turn}`] }, 180, { easing: "linear" });
  missile.remove();
}

function strike(from, to, foe) {
  const { x, y } = way(from, to);
  const far = Math.hypot(x, y) || 1;
  const there = `translate(${(14 * x) / far}px, ${(14 * y) / far}px)`;
  return run(from, { transform: ["none", there, "none"], zIndex: [5, 5, 5] }, foe ? 130 : 180);
}

/** Three faces, then the result stands still; foes roll faster, there are more of them. */
async function roll({ dice, sides, total }, foe) {
  const element = document.querySelector(".die.flying");
  if (!element || still()) return;
  const [face, kind] = [element.querySelector("b"), element.querySelector("small")];
  element.classList.remove("waiting");
  kind.textContent = `${dice > 1 ? dice : ""}d${sides}`;
  for (let turn = 0; turn < 3 && element.isConnected; turn++) {
    face.textContent = dice + Math.floor(Math.random() * (dice * sides - dice + 1));
    await run(element, { transform: ["rotate(-25deg) scale(1.1)", "rotate(20deg)"] }, foe ? 40 : 70);
  }
  face.textContent = total;
  await run(element, { transform: ["scale(1.25)", "none"] }, foe ? 80 : 120);
}

/** Show one event on the board. */
export async function play(event, m, fx) {
  const { kind, hero, foe, at } = event;
  const { room } = m.view;
  const id = hero ? hero.type : foe ? `${room.id}${foe.type}${foe.id}` : "";
  const figure = id && find(document, id);
  if (kind === "Attacked" && figure) {
    const { ranged, damage } = (hero ? m.catalog.heroes[hero.type] : m.catalog.foes[foe.type]).attacks[event.weapon];
    fx.sound(damage === "Physical" ? "strike" : "spell");
    await (ranged ? shoot : strike)(figure, place(event.aim), foe);
  } else if (kind === "Rolled") {
    fx.sound("dice");
    await roll(event, m.view.blow?.foe);
  } else if (kind === "LostHealth") {
    if (event.lost) fx.sound("direct hit");
    fx.number(id, event.lost ? `−${event.lost}` : "0");
    await run(figure, { opacity: [1, 0.4, 1] }, foe ? 200 : 140);
  } else if (kind === "Defeated") {
    fx.sound("death");
    await fx.death(id);
  } else if (kind === "Regenerated") {
    fx.number(id, `+${event.regenerated}`, "good");
    await fx.flash(id);
  } else if (/Consumed|Resistant|Equipped/.test(kind)) {
    fx.sound("take up");
    await fx.flash(id);
  } else if (kind === "ChestLocked") {
    await fx.shake(`${room.id}chest${at}`);
  } else if (kind === "Looted") {
    fx.sound("coin");
    await fx.turnOver(`${room.id}chest${at}`);
  } else if (kind === "RoomCompleted") {
    fx.sound("door");
    await Promise.all(room.doors.map(door => fx.turnOver(`${room.id}door${door.at}`)));
  } else if (kind === "RoomEntered") {
    fx.sound("door");
    await run(document.querySelector(".dgrid"), { transform: ["none", "rotateY(90deg)"] }, 160);
  }
}
