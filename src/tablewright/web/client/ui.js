// Small parts that every screen shares, as descriptions made with h(); icons are markup of our own.
import { CHARGES } from "./heraldry/charges.js";
import { TINCTURES, hash } from "./heraldry/emblem.js";
import { h, raw } from "./lib/dom.js";

const svg = (size, box, attributes, inner) => raw("tw-svg", null,
  `<svg width="${size}" height="${size}" viewBox="0 0 ${box} ${box}" aria-hidden="true" ${attributes}>${inner}</svg>`);

/** A charge as an icon of one colour; its cuts show what is behind by --cut. */
export function glyph(name, size = 16, kind = "") {
  const parts = (CHARGES[name] || []).map(([part, path, width]) => {
    const colour = "kx".includes(part) ? 'class="cut"' : part === "m" ? 'opacity=".82"' : "";
    return `<path d="${path}" ${width ? `fill="none" stroke-width="${width}"` : 'stroke="none"'} ${colour}/>`;
  });
  const lines = 'fill="currentColor" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"';
  return svg(size, 100, `class="glyph ${kind}" ${lines}`, parts.join(""));
}

const LINES = {
  first: "M5 4v12M15 4l-8 6 8 6z", back: "M14 4l-8 6 8 6z", on: "M6 4l8 6-8 6z", last: "M15 4v12M5 4l8 6-8 6z",
  play: "M6 3l10 7-10 7z", pause: "M6 4v12M14 4v12", undo: "M8 4L3 9l5 5M3.5 9H12a5 5 0 0 1 0 9H9",
  hint: "M7 15h6M8 18h4M10 2a5.5 5.5 0 0 0-3 10c.6.5.8 1 .8 1.800h4.400c0-.8.2-1.3.8-1.800A5.5 5.5 0 0 0 10 2z",
  menu: "M3 5h14M3 10h14M3 15h14", sound: "M3 8h3l4-4v12l-4-4H3zM13 7a4 4 0 0 1 0 6M15 4.500a8 8 0 0 1 0 11",
  mute: "M3 8h3l4-4v12l-4-4H3zM13 8l4 4M17 8l-4 4", moon: "M15 12A7 7 0 1 1 8 4a6 6 0 0 0 7 8z",
  sun: "M10 6.500a3.500 3.500 0 1 0 .01 0zM10 1v2M10 17v2M1 10h2M17 10h2M4 4l1 1M15 15l1 1M16 4l-1 1M5 15l-1 1",
  help: "M7 7.500a3 3 0 1 1 4.5 2.600c-1 .6-1.5 1.2-1.5 2.400M10 16v.1", cross: "M5 5l10 10M15 5L5 15",
  link: "M8.5 11.500l3-3M7 9l-2.5 2.500a3.2 3.2 0 0 0 4.5 4.500L11.5 13.500M13 11l2.5-2.500A3.2 3.2 0 0 0 11 4L8.5 6.5",
  check: "M4 10.500l4 4 8-9", plus: "M10 4v12M4 10h12", chat: "M3 4h14v10H9l-4 3v-3H3z", down: "M5 8l5 5 5-5",
  swap: "M4 7h11l-3-3M16 13H5l3 3", flag: "M5 18V3h10l-2 4 2 4H5", clock: "M10 3a7 7 0 1 0 .01 0zM10 6v4l3 2",
  cards: "M4 5h8v12H4zM8 5V3h8v12h-4", share: "M10 12V3M6.5 6L10 2.5 13.5 6M5 10v7h10v-7",
  copy: "M7 7h9v10H7zM4 13V3h9", step: "M4 16V4M8 10h8M12 6l4 4-4 4",
  eye: "M2 10c4-7 12-7 16 0-4 7-12 7-16 0zM10 8a2 2 0 1 0 .01 0z",
};
/** An icon of lines: undo, hint, menu ... */
export const icon = (name, size = 18) => svg(size, 20, 'class="line" fill="none" stroke="currentColor" ' +
  'stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"', `<path d="${LINES[name]}"/>`);

/** The mark of Tablewright. */
export const mark = size => svg(size, 24, 'class="mark"',
  '<path d="M2 3h20v5h-7.500v13h-5V8H2z"/><path class="half" d="M12 3h10v5h-7.500v13H12z"/>');

/** Traits of creatures by letter: name, glyph, tincture, what it does. */
export const TRAITS = {
  B: ["Brutal", "fist", "gules", "Damage beyond a kill hits the owner."],
  C: ["Challenger", "helm", "ochre", "Sent to battle, it drags the opposing Field creature of its lane along."],
  F: ["First Strike", "dagger", "azure", "Strikes first if it alone has the trait."],
  H: ["Haste", "boot", "tenne", "May battle in the round it arrived."],
  L: ["Lifesteal", "drop", "murrey", "+2 health for each attack that wounds a creature."],
  P: ["Poisoned", "skull", "vert", "-1 health whenever its owner is done."],
  R: ["Regenerate", "leaf", "celeste", "Back to full health in odd rounds."],
  T: ["Temporary", "hourglass", "sable", "Leaves after the battle."],
  U: ["Undying", "tomb", "purpure", "Returns once from the graveyard."],
  V: ["Venomous", "snake", "vert", "Poisons every creature it wounds."],
};

/** The badge of a trait in the tincture of its emblems; sizes s (letter), m, l. */
export function trait(letter, size = "m") {
  const [name, charge, tincture] = TRAITS[letter];
  const colour = TINCTURES[tincture].b;
  return h("span", { class: `trait ${size}`, title: name, style: { "--cut": colour, background: colour } },
    size === "s" ? null : glyph(charge, size === "l" ? 15 : 12), h("b", null, letter));
}

const GLYPHS = { attack: "blade", health: "heart", move: "boot", gold: "coin", mana: "orb" };

/** A number with its sign: attack, health, move, gold, mana; change: "up" or "down" from what is printed. */
export function stat(kind, value, change = "", ...more) {
  const sign = kind === "health" && change === "down" ? "wound" : GLYPHS[kind];
  return h("span", { class: `stat ${kind} ${change}` }, glyph(sign, 13), h("b", null, String(value)), more);
}

/** A player's own mark: a mirrored grid of five by five from the name; yours in a circle, the other's in a diamond. */
export function sigil(name, side, size = 34) {
  const [one, two] = [hash(name), hash(name + "'")];
  let path = "";
  for (let y = 0; y < 5; y++) {
    for (let x = 0; x < 3; x++) {
      if (!(((one >>> (x + y * 3)) | ((two >>> (x * 5 + y)) & (one >>> (17 - x - y)))) & 1)) continue;
      path += `M${x + 1} ${y + 1}h1v1h-1z${x < 2 ? `M${5 - x} ${y + 1}h1v1h-1z` : ""}`;
    }
  }
  const yours = side === "you";
  const frame = yours ? '<circle cx="3.5" cy="3.5" r="3.3"/>'
    : '<rect x="1.05" y="1.05" width="4.9" height="4.9" rx=".5" transform="rotate(45 3.5 3.5)"/>';
  const inside = `translate(3.5 3.5) scale(${yours ? 0.62 : 0.52}) translate(-3.5 -3.5)`;
  return svg(size, 7, `class="sigil ${side}"`, `${frame}<path transform="${inside}" d="${path}"/>`);
}

/** So many of so many, as small marks: mana, act. */
export function pips(have, of, kind = "mana") {
  const marks = Array.from({ length: of }, (_, i) => h("i", { class: i < have ? "on" : "" }));
  return h("span", { class: `pips ${kind}`, role: "img", "aria-label": `${have} of ${of} ${kind}` }, marks);
}

/** So much of so much, as a bar; at a third and below it warns. */
export const bar = (have, of, kind = "health") => h("span", { class: `bar ${kind} ${have / of <= 0.34 ? "low" : ""}` },
  h("i", { style: { width: `${Math.min(100, Math.max(0, (100 * have) / of))}%` } }));

export const keycap = key => h("kbd", null, key);

/** A button that is only an icon; its word is for those who listen or wait with the pointer. */
export const tool = (name, label, click, { size = 18, ...more } = {}) =>
  h("button", { type: "button", class: "ic", "aria-label": label, title: label, on: { click }, ...more }, icon(name, size));

/** A button with its word, perhaps an icon before and a key after it; `disabled` is the reason why it cannot be. */
export function button(label, { icon: name = "", key = "", class: kind = "", on = null, disabled = "", ...more } = {}) {
  const props = { type: "button", class: `btn ${kind}`, on, ...more };
  if (disabled) Object.assign(props, { "aria-disabled": "true", title: disabled });
  return h("button", props, name && icon(name), h("span", null, label), key && keycap(key));
}
