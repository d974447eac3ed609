// How events are shown, one short motion each, while the position before them still stands.
import { find, run, still } from "../lib/motion.js";

const place = at => document.querySelector(`.dgrid [data-item="${at[0]},${at[1]}"]`);

function way(from, to) {
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  return { start: a, x: b.x + b.width / 2 - a.x - a.width / 2, y: b.y + b.height / 2 - a.y - a.height / 2 };
}

/** Something small flies from field to field: an arrow, a ball of fire. */
async function shot(from, to, foe) {
  const { start, x, y } = way(from, to);
  if (still() || !(x || y)) return;
  const missile = document.createElement("i");
  missile.className = `missile ${foe ? "foe" : "you"}`;
  Object.assign(missile.style, { left: `${start.x + start.width / 2}px`, top: `${start.y + start.height / 2}px` });
  document.body.append(missile);
  const turn = `rotate(${Math.atan2(y, x)}rad)`;
  await run(missile, { transform: [turn, `translate(${x}px, ${y}px) ${turn}`] }, 200, { easing: "linear" });
  missile.remove();
}

/** Three faces, then the result stands still; foes roll faster, there are more of them. */
async function roll({ dice, sides, total }, foe) {
  const element = document.querySelector(".die.flying");
  const face = element?.querySelector("b");
  if (!face || still()) return;
  element.classList.remove("waiting");
  element.querySelector("small").textContent = `${dice > 1 ? dice : ""}d${sides}`;
  for (let turn = 0; turn < 3; turn++) {
    face.textContent = dice + Math.floor(Math.random() * (dice * sides - dice + 1));
    await run(element, { transform: ["rotate(-25deg) scale(1.1)", "rotate(20deg)"] }, foe ? 55 : 85);
  }
  face.textContent = total;
  await run(element, { transform: ["scale(1.25)", "none"] }, foe ? 90 : 160);
}

/** Show one event on the board. */
export async function play(event, m, fx) {
  const id = event.hero ? event.hero.type : event.foe ? `${m.view.room.id}${event.foe.type}${event.foe.id}` : "";
  const figure = id && find(document, id);
  const sound = name => fx.sound?.(name);
  switch (event.kind) {
    case "Attacked": {
      const aim = place(event.aim);
      if (!figure || !aim) return;
      const { x, y } = way(figure, aim);
      const far = Math.hypot(x, y) || 1;
      const kind = event.foe ? m.catalog.foes[event.foe.type] : m.catalog.heroes[event.hero.type];
      sound("strike");
      if (kind.attacks[event.weapon].ranged) await shot(figure, aim, event.foe);
      else await run(figure, { transform: ["none", `translate(${(14 * x) / far}px, ${(14 * y) / far}px)`, "none"], zIndex: [5, 5, 5] }, 180);
      return;
    }
    case "Rolled":
      sound("dice");
      return roll(event, m.view.blow?.foe);
    case "LostHealth":
      if (event.lost) sound("direct hit");
      fx.number(id, event.lost ? `−${event.lost}` : "0");
      return fx.flash(id);
    case "Defeated":
      sound("death");
      return fx.death(id);
    case "Regenerated":
      fx.number(id, `+${event.regenerated}`, "good");
      return fx.flash(id);
    case "Consumed":
    case "Resistant":
    case "Equipped":
      sound("take up");
      return fx.flash(id);
    case "ChestLocked":
      return fx.shake(`${m.view.room.id}chest${event.at[0]},${event.at[1]}`);
    case "Looted":
      sound("coin");
      return fx.turnOver(`${m.view.room.id}chest${event.at[0]},${event.at[1]}`);
    case "RoomCompleted":
      sound("door");
      await Promise.all(m.view.room.doors.map(door => fx.turnOver(`${m.view.room.id}door${door.at[0]},${door.at[1]}`)));
      return;
    case "RoomEntered":
      sound("door");
      return run(document.querySelector(".dgrid"), { transform: ["none", "rotateY(90deg)"] }, 160);
    default:
  }
}
