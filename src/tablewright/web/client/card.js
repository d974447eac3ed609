// A card in three sizes. s: emblem, cost, numbers. m: for the hand. l: everything, text in full, traits explained.
import { blazon, emblem } from "./heraldry/emblem.js";
import { h } from "./lib/dom.js";
import { TRAITS, glyph, keycap, stat, trait } from "./ui.js";

const capital = word => word && word[0].toUpperCase() + word.slice(1).toLowerCase();

/** A name as people write it: cards of The Marches are named in capitals. */
export const title = name => name === name.toUpperCase() && /[A-Z]{2}/.test(name)
  ? name.toLowerCase().replace(/(^|[\s-])\w/g, letter => letter.toUpperCase()).replace(/-O-/, "-o-") : name;

/** The words of a card; what stands between * or # is set off. */
export const marked = text => (text || "").split(/\*([^*]+)\*|#([^#]+)#/)
  .map((part, i) => part && (i % 3 ? h("em", null, part) : part));

const change = (now, printed) => now > printed ? "up" : now < printed ? "down" : "";
const words = letters => [...letters].map(letter => TRAITS[letter][0]).join(", ");

/** A card. now: what stands on the board {attack, health, traits} where it differs from the card; reason: why it cannot
 * be played; state: classes; key: what key takes it; count: how many; props: more attributes of the element. */
export function card(c, size = "m", { now = null, reason = "", state = "", key = "", count = 1, props = {} } = {}) {
  const live = { attack: c.attack, health: c.health, traits: (c.kind === "creature" && c.traits) || "", ...now };
  const money = c.tribe ? "gold" : "mana";
  const large = size === "l";
  const letters = [...live.traits];
  const [px, wide] = { s: [64, 110], m: [96, 136], l: [200, 150] }[size];
  const cost = c.cost == null ? "" : h("span", { class: `cost ${money}` }, String(c.cost));
  const says = [
    title(c.name), c.cost != null && `costs ${c.cost} ${money}`, c.attack != null && `${live.attack} attack`,
    c.health != null && `${live.health} health`, words(live.traits), reason && `not now: ${reason}`,
  ];
  return h("article", {
    class: `card ${size} k-${c.kind} ${state} ${reason ? "impossible" : ""}`,
    "aria-label": says.filter(Boolean).join(", "), ...props,
  },
  h("div", { class: `art rank${blazon(c).rank}` }, emblem(c, { size: px, shape: "full", wide })), cost,
  key && h("kbd", { class: "nr" }, key), count > 1 && h("span", { class: "count" }, `×${count}`),
  !large && letters.length > 0 && h("div", { class: "traitcol" }, letters.map(letter => trait(letter))),
  h("div", { class: "body" },
    h("h3", null, title(c.name)), large && h("p", { class: "kind" }, kindOf(c)),
    size !== "s" && text(c, live, large), large && explained(c, letters)),
  numbers(c, live, large),
  reason && h("p", { class: "reason" }, h("span", { "aria-hidden": "true" }, "✕ "), reason));
}

function kindOf(c) {
  return [capital(c.kind), capital(c.tribe), "◆".repeat(c.rarity || 0)].filter(Boolean).join(" · ");
}

function text(c, live, large) {
  const inside = c.kind === "creature" ? !large && words(live.traits) : marked(c.text);
  return inside && inside.length ? h("p", { class: "text" }, inside) : null;
}

function explained(c, letters) {
  const gained = letter => c.kind === "creature" && !(c.traits || "").includes(letter) && h("i", null, "gained");
  return letters.length > 0 && h("dl", { class: "explained" }, letters.map(letter => [
    h("dt", null, trait(letter, "l"), TRAITS[letter][0], gained(letter)), h("dd", null, TRAITS[letter][3])]));
}

function numbers(c, live, large) {
  if (c.attack == null && c.health == null) return null;
  const printed = large && live.health < c.health && h("small", null, `of ${c.health}`);
  return h("div", { class: "numbers" },
    c.attack == null ? h("span") : stat("attack", live.attack, change(live.attack, c.attack)),
    c.move != null && stat("move", c.move),
    c.health != null && stat("health", live.health, change(live.health, c.health), printed));
}

/** What stands on a slot: emblem with numbers and traits; side is "you" or "foe", now {attack, health, traits}. */
export function token(c, now, side, state = "", props = {}) {
  const heart = now.health < c.health ? "wound" : "heart";
  return h("div", { class: `token ${side} ${state}`, title: title(c.name), ...props },
    h("div", { class: "art" }, emblem(c, { size: 72, shape: "full", wide: 112, box: [23, 15, 54] })),
    h("span", { class: "tname" }, title(c.name)),
    h("div", { class: "ttraits" }, [...now.traits].map(letter => trait(letter, "s"))),
    h("span", { class: `num attack ${change(now.attack, c.attack)}` }, glyph("blade", 12), String(now.attack)),
    h("span", { class: `num health ${change(now.health, c.health)}` }, String(now.health), glyph(heart, 12)));
}
