// OOP1 Maze: rooms of five by five tiles, three characters, and the card that says where everybody may go.
import { h, raw } from "../lib/dom.js";
import { glyph, icon, keycap, sigil } from "../ui.js";

const SIDE = 5;
const WHO = ["T", "F", "S"];
const STEPS = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };
const BESIDE = { up: "above", right: "on the right", down: "below", left: "on the left" };
// What a character can do: its command, a line that says why not, its name, its glyph, the tiles that it is done to.
const DEEDS = {
  T: ["unlock", "unlock", "Unlock", "key", "HV"],
  F: ["fight", "fight", "Fight", "blade", "M"],
  S: ["scry", "scry S up", "Scry", "orb", ""],
};
const CHARGES = { G: "hourglass", C: "orb", L: "chest", M: "monster" };
// Nobody can tell a secret door from a wall.
const OBSTACLES = { "": "edge", "?": "covered room", W: "wall", X: "wall", H: "door", V: "door", M: "monster" };
const SOUNDS = {
  Flipped: "flip", Moved: "put down", Revealed: "draw", HourglassUsed: "coin", Fought: "strike", Scried: "spell",
  Unlocked: "door", SwitchesPressed: "door",
};

/** Who was chosen last stays chosen when the next request comes. */
let led = "T";

// The position: `at` is a row and a column of the whole maze, a place the number of a room

const placeOf = (view, [row, column]) => Math.floor(row / SIDE) * view.columns + Math.floor(column / SIDE);
const from = ([row, column], way, steps = 1) => [row + steps * STEPS[way][0], column + steps * STEPS[way][1]];
const beside = at => Object.keys(STEPS).map(way => from(at, way));
const same = (one, other) => String(one) === String(other);
const named = ([row, column]) => `row ${row + 1}, column ${column + 1}`;

/** The letter of a tile; "?" in a covered room, "" outside of the maze. */
function tileAt(view, [row, column]) {
  if (row < 0 || column < 0 || row >= view.rows * SIDE || column >= view.columns * SIDE) return "";
  return view.tiles[placeOf(view, [row, column])]?.[row % SIDE][column % SIDE] ?? "?";
}

const personAt = (view, at) => WHO.find(who => same(view.characters[who], at));
const nameOf = (m, who) => m.catalog.characters[who].name;
const tileName = (m, letter) => m.catalog.tiles[letter].split(":")[0];
const playing = m => m.choices.length > 0 && !m.back && !m.view.midway;

/** Where a character can stop now: the line that does it, its steps, the tile, and what it brings in words. */
function stopsOf(m, who) {
  return m.starts(`move ${who} `).map(line => {
    const [, , way, steps = 1] = line.split(" ");
    const at = from(m.view.characters[who], way, +steps);
    const reveals = beside(at).some(near => tileAt(m.view, near) === "?");
    const [letter, more] = [tileAt(m.view, at), reveals ? ", reveals a room" : ""];
    const words = `${nameOf(m, who)} ${way} ${steps}${letter === "P" ? "" : `, ${m.catalog.tiles[letter]}`}${more}`;
    return { line, at, steps: +steps, letter, reveals, words };
  });
}

/** Doors beside the thief, monsters beside the fighter and covered rooms for the seer, while they can be dealt with. */
function targets(m) {
  const { view } = m;
  const near = WHO.flatMap(who => {
    const [line, , label, , letters] = DEEDS[who];
    const found = beside(view.characters[who]).filter(at => letters.includes(tileAt(view, at) || "none"));
    const words = at => `${label}: ${tileName(m, tileAt(view, at))}, ${named(at)}`;
    return m.can(line) ? found.map(at => ({ line, at, words: words(at) })) : [];
  });
  const rooms = m.starts("scry ").map(line => {
    const [, room, way] = line.split(" ");
    return { line, place: placeOf(view, from([0, view.rooms.indexOf(room) * SIDE], way, SIDE)) };
  });
  return [...near, ...rooms];
}

function leader(m) {
  if (m.ui.who || !playing(m)) return m.ui.who;
  const able = WHO.filter(who => m.starts(`move ${who} `).length);
  return able.includes(led) || !able.length ? led : able[0];
}

/** The four cards from the one that shows; a single one that nobody has seen is the one that is missing. */
function cards({ deck, card }) {
  const unseen = Object.keys(STEPS).filter(way => !deck.includes(way));
  const order = deck.map((_, i) => (deck.indexOf(card) + i) % deck.length);
  return order.map(index => ({ index, way: deck[index] || (unseen.length === 1 ? unseen[0] : null) }));
}

// What a click does

function choose(m, who) {
  m.ui.who = led = who;
  m.redraw();
}

const attempt = (m, line) => (m.can(line) ? m.act(line) : m.refuse(m.why(line) || "that cannot be done now"));

/** A tile was tapped: go there, do something about what is there, or say why not. */
function tap(m, at) {
  const { view } = m;
  const there = personAt(view, at);
  if (there) return choose(m, there);
  if (!playing(m)) return;
  const [who, tile] = [leader(m), tileAt(view, at)];
  const here = one => (one.at ? same(one.at, at) : one.place === placeOf(view, at));
  const lit = [...stopsOf(m, who), ...targets(m)].find(here);
  if (lit) return m.act(lit.line);
  if (tile === "?") return m.refuse("a covered room is revealed when somebody stops next to it");
  const able = WHO.find(one => DEEDS[one][4].includes(tile));
  if (able) return m.refuse(m.why(DEEDS[able][1]) || `the ${nameOf(m, able)} does not stand next to it`);
  const start = view.characters[who];
  const far = Math.abs(at[0] - start[0]) + Math.abs(at[1] - start[1]);
  const line = `move ${who} ${Object.keys(STEPS).find(way => same(from(start, way, far), at))}`;
  const why = m.why(`${line} ${far}`) || m.why(line);
  m.refuse(why || `the ${nameOf(m, who)} can only go ${view.card} now, as the card shows`);
}

function doDeed(m, who) {
  const rooms = m.starts("scry ");
  if (who !== "S" || !rooms.length) return attempt(m, DEEDS[who][1]);
  if (rooms.length === 1) return m.act(rooms[0]);
  choose(m, "S");
  document.querySelector(".lit").focus();
}

// The maze

const OUTLINES = { T: "M20 3 37 33H3z", F: "M6 6h28v28H6z", S: "M4 20a16 16 0 1 0 32 0a16 16 0 1 0-32 0z" };
const COVER = '<rect x="4" y="4" width="192" height="192" rx="12"/><circle cx="100" cy="100" r="30"/>' +
  '<path d="M21 14h158q7 0 7 7v158q0 7-7 7H21q-7 0-7-7V21q0-7 7-7zM100 22 178 100 100 178 22 100zM100 44 156 100 ' +
  '100 156 44 100zM14 44 44 14M156 14 186 44M186 156 156 186M44 186 14 156"/>';
const drawing = (size, inside) =>
  raw("tw-svg", { "aria-hidden": "true" }, `<svg viewBox="0 0 ${size} ${size}">${inside}</svg>`);
const flag = (name, on) => (on ? name : "");
const press = (kind, click, props, ...inside) =>
  h("button", { type: "button", class: kind, on: { click }, ...props }, inside);

/** Each character has an outline of its own: the thief a triangle, the fighter a square, the seer a circle. */
const figure = (who, kind) =>
  h("span", { class: `${kind} ${who}` }, drawing(40, `<path d="${OUTLINES[who]}"/>`), h("b", null, who));

function art(letter) {
  if (letter === "H" || letter === "V") return h("span", { class: "door" }, glyph("key"));
  return WHO.includes(letter) ? figure(letter, "switch") : CHARGES[letter] && glyph(CHARGES[letter]);
}

const sample = letter => h("span", { class: `tile floor t-${letter}` }, art(letter));
const pending = (m, line) => flag("pending", m.pending === line);
const spot = (kind, at) => ({ class: `spot ${kind}`, style: { "--r": at[0], "--c": at[1] }, "data-at": at });

function tile(m, at, changed) {
  const letter = tileAt(m.view, at);
  if (OBSTACLES[letter] === "wall") {
    const ledge = at[0] % SIDE < SIDE - 1 && OBSTACLES[tileAt(m.view, from(at, "down"))] !== "wall";
    return h("div", { class: ledge ? "tile ledge" : "tile", "data-long": "tile W" });
  }
  return h("div", {
    class: `tile floor t-${letter} ${flag("changed", changed.has(String(at)))}`, role: "img",
    "aria-label": `${named(at)}, ${tileName(m, letter)}`, title: letter === "P" ? null : m.catalog.tiles[letter],
    "data-long": `tile ${letter}`, "data-id": letter === "M" ? `monster ${at}` : null,
  }, art(letter));
}

function room(m, place, changed, target) {
  const { rooms, tiles, columns } = m.view;
  const [row, column] = [Math.floor(place / columns), place % columns];
  const id = `room ${place}`;
  const outer = { key: id, "data-id": id, class: `chamber ${flag("changed", changed.has(place))}` };
  if (tiles[place]) {
    const at = i => [row * SIDE + Math.floor(i / SIDE), column * SIDE + (i % SIDE)];
    const inside = Array.from({ length: SIDE * SIDE }, (_, i) => tile(m, at(i), changed));
    const letter = h("b", { class: "letter" }, rooms[place]);
    return h("div", { ...outer, role: "group", "aria-label": `Room ${rooms[place]}` }, inside, letter);
  }
  const words = `covered room, ${named([row, column])} of the rooms`;
  const face = [drawing(200, COVER), h("b", null, "?"), target && h("span", null, "Scry")];
  if (!target) return h("div", outer, h("div", { class: "back", role: "img", "aria-label": words }, face));
  const props = { "data-item": target.line, "aria-label": `Scry: ${words}`, "data-at": [row * SIDE, column * SIDE] };
  return h("div", outer, press(`back lit ${pending(m, target.line)}`, null, props, face));
}

/** What the last action changed: tiles as "row,column", rooms by place. */
const changes = m => new Set((m.last || []).flatMap(({ kind, place, cleared = [], from: start, to }) =>
  [...cleared, start, to].filter(Boolean).map(String).concat(kind === "Revealed" ? place : [])));

function maze(m, who, stops) {
  const { view } = m;
  const [changed, lit] = [changes(m), playing(m) ? targets(m) : []];
  // On phones a tile is smaller than a finger: there stops are chosen in the row below, and deeds with the people.
  const chosen = ({ line, at, words }) => (m.wide
    ? { type: "button", title: words, "aria-label": words, "data-item": `${line} ${at}` } : { "aria-hidden": "true" });
  const tag = m.wide ? "button" : "span";
  const deeds = lit.filter(one => one.at).map(one =>
    h(tag, { key: `deed ${one.at}`, ...spot(`target ${pending(m, one.line)}`, one.at), ...chosen(one) }));
  const numbers = stops.map(one => {
    const kind = `stop ${flag("badge", one.letter !== "P")} ${flag("reveals", one.reveals)} ${pending(m, one.line)}`;
    const drop = { "data-drop": one.steps > 1 ? one.steps : "" };
    return h(tag, { key: one.steps, ...spot(kind, one.at), ...chosen(one), ...drop }, h("b", null, one.steps));
  });
  const people = WHO.map(one => h("div", {
    key: one, ...spot(`person-at ${flag("on", one === who)}`, view.characters[one]), "data-id": one, role: "img",
    "aria-label": `${nameOf(m, one)}, ${named(view.characters[one])}`, "data-long": `who ${one}`,
    "data-drag": playing(m) ? `move ${one} ${view.card}` : null,
    on: { pointerdown: () => playing(m) && one !== leader(m) && choose(m, one) },
  }, figure(one, "figure")));
  const click = event => {
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    const size = width / (view.columns * SIDE);
    const at = event.target.closest("[data-at]")?.dataset.at.split(",").map(Number);
    tap(m, at || [Math.floor((event.clientY - top) / size), Math.floor((event.clientX - left) / size)]);
  };
  const [start, long] = [view.characters[who], stops.at(-1)?.steps];
  const style = long && { "--r": start[0], "--c": start[1], "--long": long };
  const way = long && h("i", { class: `spot way to-${view.card}`, style });
  const rooms = view.tiles.map((_, place) => room(m, place, changed, lit.find(one => one.place === place)));
  return h("div", {
    class: "mboard", role: "region", "aria-label": `The maze, ${view.rows} by ${view.columns} rooms`,
    tabindex: m.wide ? null : 0, style: { "--rows": view.rows * SIDE, "--cols": view.columns * SIDE },
  }, h("div", { class: "maze", "data-rove": "maze", on: { click } }, rooms, way, deeds, numbers, people));
}

/** The stops once more, large enough for a thumb, with what lies there. */
function lens(m, who, stops) {
  const fields = stops.map(({ line, letter, steps, reveals, words }) =>
    press(`${flag("reveals", reveals)} ${pending(m, line)}`, () => m.act(line),
      { key: line, "data-item": line, "aria-label": words }, sample(letter), h("b", { class: "count" }, steps)));
  const none = playing(m) && !fields.length && `The ${nameOf(m, who)} cannot go ${m.view.card}.`;
  return h("div", { class: "lens", "data-rove": "stops", role: "group", "aria-label": "Stops" }, fields, none);
}

// People, deck and flip

/** How far somebody can go, or what is in the way; for those who only look, the room. */
function prospect(m, who, stops) {
  const { view } = m;
  const at = view.characters[who];
  if (!playing(m)) return `room ${view.rooms[placeOf(view, at)]}`;
  if (stops.length) return `${stops.length > 1 ? "up to " : ""}${stops.at(-1).steps} ${view.card}`;
  const near = from(at, view.card);
  const other = personAt(view, near);
  const obstacle = other ? nameOf(m, other) : OBSTACLES[tileAt(view, near)];
  return obstacle ? `✕ ${obstacle} ${BESIDE[view.card]}` : "✕ monster in that room";
}

function person(m, who, chosen) {
  const [command, line, label, charge] = DEEDS[who];
  const { name, does } = m.catalog.characters[who];
  const stops = playing(m) ? stopsOf(m, who) : [];
  const on = tileAt(m.view, m.view.characters[who]);
  const can = playing(m) && m.starts(command).length > 0;
  const why = !can && m.why(line);
  return h("section", { key: who, class: `person ${flag("on", who === chosen)} ${flag("able", stops.length)}` },
    press("pick", () => choose(m, who),
      { "aria-pressed": String(who === chosen), "data-long": `who ${who}`, "data-item": who },
      figure(who, "portrait"), h("span", null, h("b", null, `${name} `, m.wide && keycap(who)),
        h("small", null, prospect(m, who, stops)),
        on !== "P" && h("small", null, on === who ? "own switch" : `on ${tileName(m, on)}`))),
    press(`deed ${flag("yes", can)} ${flag("no", why)} ${flag("pending", m.pending.startsWith(command))}`,
      () => playing(m) && doDeed(m, who), { "aria-disabled": can ? null : "true", "data-item": command },
      glyph(charge, 18), h("span", null, h("b", null, label), h("small", null, why ? `✕ ${why}` : does))));
}

const arrow = way => h("span", { class: `arrow to-${way}` }, drawing(40, '<path d="M15 4v18H6l14 14 14-14h-9V4z"/>'));

function deck(m) {
  const flipped = (m.last || []).some(event => event.kind === "Flipped");
  const drawn = cards(m.view).map(({ index, way }, i) => h("div", {
    key: index, "data-id": `card ${index}`, role: "listitem",
    class: `dcard ${flag("up", !i)} ${flag("changed", flipped && !i)}`,
  }, way ? arrow(way) : h("b", null, "?"), way || "unseen", i === 1 && h("em", null, "next")));
  return h("div", { class: "dcards", role: "list", "aria-label": "The cards, from the one that shows" }, drawn);
}

/** What a flip brings, before it is done. */
function outlook(view) {
  if (view.max_flips && view.counter >= view.max_flips) return ["one too many:", "it loses the match"];
  return [`next is ${cards(view)[1].way || "not known"}`, `counter ${view.counter} → ${view.counter + 1}`];
}

const flip = (m, can) => press(`flip ${pending(m, "flip")}`, () => attempt(m, "flip"),
  { "aria-keyshortcuts": "Space", "aria-disabled": can ? null : "true" }, icon("swap", 26),
  h("span", null, h("b", null, "Flip"), outlook(m.view).map(words => h("small", null, words))), keycap("Space"));

/** Who plays: told to those who watch, and where a clock runs. */
function strip(m) {
  const { turn, here, clock } = m.strip(0);
  const { name } = m.seats[0];
  return (clock || !m.you.length) && h("div", { class: `strip you ${turn ? "turn" : ""}` },
    sigil(name, "you"), h("span", { class: "who" }, h("b", null, name), here), clock);
}

// Between two positions

const put = (list, index, value) => list.map((old, i) => (i === index ? value : old));

/** A view with a passage at a row and column. */
function clear(view, [row, column]) {
  const place = placeOf(view, [row, column]);
  const line = put([...view.tiles[place][row % SIDE]], column % SIDE, "P").join("");
  return { ...view, tiles: put(view.tiles, place, put(view.tiles[place], row % SIDE, line)) };
}

function after(view, { kind, place, card, room: letter, tiles, character, to, cleared = [], counter = view.counter }) {
  if (kind === "Flipped") return { ...view, counter, card, deck: put(view.deck, cards(view)[1].index, card) };
  if (kind === "Moved") return { ...view, characters: { ...view.characters, [character]: to } };
  const seen = (list, value) => put(list, place, value);
  if (kind === "Revealed") return { ...view, rooms: seen(view.rooms, letter), tiles: seen(view.tiles, tiles) };
  return { ...cleared.reduce(clear, view), counter, pressed: view.pressed || kind === "SwitchesPressed" };
}

/** The space bar flips wherever the focus is on the board; controls of the frame keep it. */
const flips = target => !target.closest?.("button, a, input, summary") || target.closest(".mz");

export default {
  draw(m) {
    const { view } = m;
    const who = leader(m);
    const stops = playing(m) ? stopsOf(m, who) : [];
    const can = m.can("flip") && !m.back;
    const seen = `, ${view.rooms.filter(Boolean).length} of ${view.rooms.length} rooms seen`;
    const people = h("div", { class: "people", "data-rove": "people" }, WHO.map(one => person(m, one, who)));
    // What is pressed keeps its place while one looks back; those who only watch need none.
    const seated = m.you.length > 0 && !m.over;
    return {
      where: [h("b", null, `counter ${view.counter}`), m.wide && [flag(` of ${view.max_flips}`, view.max_flips), seen]],
      left: [],
      stage: [h("div", { class: "mz" }, strip(m), maze(m, who, stops), !m.wide && seated && lens(m, who, stops),
        h("div", { class: "deckrow" }, people, deck(m), m.wide && seated && flip(m, can)))],
      main: can && !m.wide ? { label: "Flip", action: "flip", key: "Space" } : null,
      message: can ? outlook(view)[0] : "",
    };
  },

  keydown(event, m) {
    const { key, target } = event;
    const lit = document.querySelector(".maze [tabindex='0'], .lens [tabindex='0']");
    if (key.startsWith("Arrow") && !target.closest?.("[data-item]")) lit?.focus();
    else if (!playing(m)) return false;
    else if (WHO.includes(key.toUpperCase())) choose(m, key.toUpperCase());
    else if (key === " " && flips(target)) attempt(m, "flip");
    else if (/^[1-9]$/.test(key)) attempt(m, `move ${leader(m)} ${m.view.card}${key > 1 ? ` ${key}` : ""}`);
    else return false;
    return true;
  },

  escape(m) {
    if (!m.ui.who) return false;
    delete m.ui.who;
    m.redraw();
    return true;
  },

  details(value, m) {
    const [kind, letter] = value.split(" ");
    const { name, does } = kind === "who" ? m.catalog.characters[letter] : {};
    const [title, text] = name ? [name, does] : m.catalog.tiles[letter].split(": ");
    const sign = name ? figure(letter, "portrait") : sample(letter);
    return h("div", { class: "mzinfo" }, sign, h("div", null, h("h3", null, title), h("p", null, text || "")));
  },

  async play(event, m, fx) {
    const { kind } = event;
    if (SOUNDS[kind]) fx.sound(SOUNDS[kind]);
    if (kind === "HourglassUsed") await fx.number(event.character, String(event.counter - m.view.counter), "good");
    if (kind === "Fought") await fx.lunge("F", `monster ${event.cleared[0]}`);
    if (kind !== "Revealed") return;
    const { find, run } = await import("../lib/motion.js"); // the page has it before the first event
    const turn = (...ends) => run(find(document, `room ${event.place}`), { transform: ends }, 130);
    await turn("none", "rotateY(90deg)");
    // The other half, when its face has been drawn.
    requestAnimationFrame(() => turn("rotateY(90deg)", "none"));
  },

  /** The view after one event; what can be done is not known before the last of them. */
  step: (view, event) => ({ ...after(view, event), midway: true }),
};
