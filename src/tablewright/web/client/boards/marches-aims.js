// What the picked card of The Marches can be aimed at, and what it would do there. Loaded with the first pick.
import { card, title } from "../card.js";
import { h } from "../lib/dom.js";
import { keycap } from "../ui.js";
import { bold, called, classes, heading, set, take } from "./marches.js";
import { numbers, pace, short } from "./marches-table.js";

/** What is known of a target before it is chosen, in a few words. */
function foretold({ view, catalog, me, picked }, { place, entity }, seats) {
  if (entity && picked.kind === "building") return "builds it";
  if (entity) return changed(picked.effect, entity, catalog.cards[entity.card]);
  const tile = catalog.tiles.indexOf(place);
  if (picked.kind !== "unit" || tile < 0) return "";
  const there = view.entities.filter(e => e.tile === tile);
  const foe = there.find(e => e.kind === "UNIT" && e.owner !== me);
  const building = there.find(e => e.kind === "BUILDING");
  const enters = building ? `enters ${title(building.name)}; ` : "";
  if (foe) return `${enters}fights ${title(foe.name)}`;
  const [steps, wait = 1] = picked.move.split("/").map(Number);
  if (!steps) return enters && `enters ${title(building.name)}`;
  const lane = catalog.lanes.find(one => tile >= one.first && tile <= one.last);
  const way = (me ? tile - lane.first : lane.last - tile) + 1;
  return `${enters}hits ${seats[1 - me].name} in ${(Math.ceil(way / steps) - 1) * wait + 1} turns`;
}

/** How an effect changes the numbers of the one it is played on; "" if that cannot be known from the card alone. */
function changed(effect, entity, card) {
  if (!effect || (effect.some(([what]) => what === "damage") && card.hears.includes("PRE_DAMAGE"))) return "";
  if (effect.some(([what]) => what === "kill")) return "dies";
  const after = structuredClone(entity);
  for (const [what, how, n] of effect) {
    if (what === "damage") after.health -= Math.max(0, n);
    else if (after[what]) {
      const before = after[what].total;
      const total = how === "set" ? n : how === "add" ? before + n : before * n;
      after[what].total = Math.max(what === "denominator" ? 1 : 0, total);
      if (what === "hp") after.health += after.hp.total - before;
    }
  }
  if (after.health <= 0) return "dies";
  const parts = [numbers(entity) === numbers(after) ? "" : `${numbers(entity)} → ${numbers(after)}`];
  if (entity.kind === "UNIT" && pace(entity) !== pace(after)) parts.push(`marches ${pace(entity)} → ${pace(after)}`);
  return parts.filter(Boolean).join(", ");
}

/** What the picked card can be played on, with what would come of it: in the tray, or under the thumb of a phone. */
export function aims(t) {
  const [{ place }] = t.targets;
  return h("section", { class: "aims" },
    heading(t.asked ? `Which one on ${place}?` : place ? "Where?" : "On the whole board",
      `leaves ${short(t.view.players[t.me].gold - t.picked.cost)} gold`),
    h("div", { class: "targets", "data-rove": "targets" }, t.targets.map((target, i) => {
      const { entity, place: at } = target;
      const words = foretold(t, target, t.m.seats) || (entity && numbers(entity));
      return h("button", {
        type: "button", class: classes("target", target === t.aimed && "on"),
        key: target.id, "data-item": String(target.id),
        on: { click: () => take(t, target), mouseenter: () => t.m.wide && set(t.m, { over: target.id }) },
      }, t.asked && t.m.wide && i < 9 && keycap(String(i + 1)),
      bold(at.length > 2 ? title(at) : at || (t.m.ui.pick === "power" ? "Use it" : "Play it")),
      h("span", null, entity && h("em", null, called(entity), " "), words));
    })));
}

/** A phone has no tray: the picked card and its aims stand in the place of the hand. */
export function aiming(t) {
  const c = t.picked;
  const props = {
    role: "button", "aria-label": `Put ${title(c.name)} back`, "data-item": String(c.id), "data-long": `card ${c.id}`,
    on: { click: () => t.asked || set(t.m, { pick: null, aim: null }) },
  };
  return h("div", { class: "hand aiming", "data-rove": "hand" }, card(c, "m", { state: "selected", props }), aims(t));
}
