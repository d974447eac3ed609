// Dungeons & Classes: a room of fields, the party beside it, deeds below. What cannot be taken back (a blow, a lock, a
// door) is shown first and done at the second tap; a step to a free field is done at once.
// m.ui: hero (its type), verb (what a tap means), plan (the line that is shown), hover (the same, unasked).
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { bar, glyph, icon, keycap, pips, sigil } from "../ui.js";
import { affected, forecast, inWords, near, percent, same } from "./dungeons-reckoning.js";

const TINCTURE = { B: "B", R: "V", L: "U", Z: "V", G: "C" };
const GLYPHS = {
  potion: "flask", armor: "shield", weapon: "sword", ARRW: "arrow", BOLT: "bolt", DAGG: "dagger", HAXE: "axe",
  GAXE: "axe", MACE: "hammer", WARH: "hammer", SBOW: "bow", LBOW: "bow", LCRS: "bow", HCRS: "bow", QFIR: "flame",
  QCLD: "star", QACD: "drop", QFRC: "orb",
};
const ENDED = {
  completion: "The Lich has fallen: the dungeon is completed.", defeat: "All heroes have fallen.",
  flight: "The heroes fled from the dungeon.", limit: "The heroes have lost their way.",
};

export const b = (...inside) => h("b", null, inside);
export const small = (...inside) => h("small", null, inside);
export const span = (kind, ...inside) => h("span", { class: kind }, inside);
const button = (kind, props, ...inside) => h("button", { class: kind, type: "button", ...props }, inside);

// --- Names

export const short = (m, id) => m.catalog.items[id].name
  .replace(/^Normal |^Potion of |(?<=r) Health/g, "").replace("Quarters", "S");
export const listed = (m, items) => Object.entries(items).map(([id, n]) => `${n} ${short(m, id)}`).join(", ");
const dice = (count, sides, plus) => `${count > 1 ? `${count} ` : ""}d${sides}${plus ? ` + ${plus}` : ""}`;
export const glyphOf = (m, id) => GLYPHS[id] || GLYPHS[m.catalog.items[id].kind];
export const foeName = (m, foe) => `${m.catalog.foes[foe.type].name} ${foe.id}`;

/** What an attack rolls and whom it hits: "d12 + 4, slash". */
export function arms({ dice: count, sides, plus, damage, pattern }) {
  return `${dice(count, sides, plus)}${damage === "Physical" ? "" : ` ${damage}`}, ${pattern.toLowerCase()}`;
}

/** The emblem of a type: heroes roundels, foes shields. */
export function portrait(m, type, size) {
  const [hero, foe] = [m.catalog.heroes[type], m.catalog.foes[type]];
  const kind = hero ? "spell" : "creature";
  return emblem({ name: (hero || foe).name, kind, cost: foe?.boss ? 9 : 1, traits: TINCTURE[type] }, { size });
}

/** What using an item would do. */
export function useNote(m, hero, id) {
  const { heals, resists, kind } = m.catalog.items[id];
  const { attacks, armor } = m.catalog.heroes[hero.type];
  if (heals) return `heals ${dice(...heals)}`;
  if (resists) return `half ${resists} damage`;
  return kind === "weapon" ? arms(attacks[id]) : `armour ${hero.armor_value} → ${armor[id]}`;
}

// --- What is there, and what can be done

export const named = (m, type) => m.view.heroes.find(one => one.type === type);
const attackOf = (m, hero) => hero.weapon && m.catalog.heroes[hero.type].attacks[hero.weapon];
const lineFor = (verb, hero, word) => `${verb} ${hero.type} ${word}`.toLowerCase();
/** May this person act with a hero now? Not while an action is being shown. */
const leads = (m, hero) => !m.back && !m.view.blow &&
  m.choices.some(({ action }) => action.split(" ")[1] === hero.type.toLowerCase());

function parse(line) {
  const [verb, type, word] = line.toUpperCase().split(" ");
  return { verb: verb.toLowerCase(), type, word, at: verb === "USE" ? null : word.split(",").map(Number) };
}

/** The hero whose deeds are shown: the one picked, else who acts or has acted last, else the first of this person's. */
function chosen(m) {
  const { heroes, blow } = m.view;
  const acted = m.last.find(event => event.hero && /Moved|Attacked|Tried|Looted|Consumed|Equipped/.test(event.kind));
  const type = m.ui.hero || (m.pending && parse(m.pending).type) || blow?.actor || acted?.hero.type;
  const alive = heroes.filter(one => one.health);
  const found = alive.find(one => one.type === type);
  const own = alive.find(one => leads(m, one));
  return (m.ui.hero || !own || (found && leads(m, found)) ? found : own) || own || alive[0] || heroes[0];
}

/** What stands or lies on a field: {is: "foe", ...}; {is: ""} on a free one. */
function thingAt({ heroes, room }, at) {
  const { foes, doors, chests, remains } = room;
  for (const [is, list] of Object.entries({ hero: heroes, foe: foes, door: doors, chest: chests, remains })) {
    const found = list.find(one => same(one.at, at));
    if (found) return { is, ...found };
  }
  return { is: "" };
}

/** The command that a tap on a field means. */
function lineAt(m, hero, at) {
  const { is } = thingAt(m.view, at);
  return lineFor(m.ui.verb || { foe: "attack", chest: "loot", remains: "loot" }[is] || "move", hero, `${at}`);
}

/** An attack before the blow: its fields, and what it does to everybody on them. */
function outlookOf(m, line) {
  const { verb, type, at: aim } = parse(line);
  if (verb !== "attack") return null;
  const hero = named(m, type);
  const attack = attackOf(m, hero);
  const fields = affected(m.catalog.patterns[attack.pattern], hero.at, aim, m.view.room);
  const hits = fields.map(at => thingAt(m.view, at)).filter(({ is }) => is === "hero" || is === "foe").map(who => {
    const friend = who.is === "hero";
    const found = forecast(attack, friend ? who : { ...m.catalog.foes[who.type], health: who.health });
    return { at: who.at, friend, name: friend ? who.name : foeName(m, who), ...found, words: inWords(found, attack) };
  });
  return { aim, fields, hits };
}

/** The aim that hurts foes most and friends least; "" if none is worth a blow. */
function bestAim(m, hero) {
  const worth = line => outlookOf(m, line).hits
    .reduce((sum, { friend, mean, falls }) => sum + (mean + 4 * falls) * (friend ? -2 : 1), 0);
  const aims = m.starts(lineFor("attack", hero, "")).map(line => [worth(line), line]);
  const [best] = aims.sort((one, other) => other[0] - one[0]);
  return best?.[0] > 0 ? best[1] : "";
}

/** Why nothing can be done with a hero. */
function idle(m, hero) {
  if (m.over) return "the match is over";
  if (m.back) return "this is an earlier position";
  if (!hero.health) return `${hero.name} has been defeated`;
  return m.you.includes(hero.seat) ? "one moment" : `${m.seats[hero.seat].name} leads ${hero.name}`;
}

function whyNot(m, hero, at) {
  if (!leads(m, hero)) return idle(m, hero);
  if (!near(hero.at, at)) return `${at} is not next to ${hero.name}`;
  return m.ui.verb === "loot" ? `there is nothing to loot on ${at}` : `${at} is not free`;
}

// --- Hands

function change(m, ui) {
  Object.assign(m.ui, { hover: "" }, ui);
  m.redraw();
}

/** Show what a line would do; the second time, do it. */
const plan = (m, line, verb = m.ui.verb) =>
  line && m.ui.plan === line ? m.act(line) : change(m, { plan: line, verb });
const choose = (m, hero) => change(m, { hero: hero.type, verb: "", plan: "" });

function tap(m, at) {
  const hero = chosen(m);
  const there = thingAt(m.view, at);
  if (there.is === "hero" && m.ui.verb !== "attack") return choose(m, there);
  const line = lineAt(m, hero, at);
  if (!m.can(line)) return m.refuse(m.why(line) || whyNot(m, hero, at));
  return line.startsWith("move") && !there.is ? m.act(line) : plan(m, line);
}

function hover(m, line) {
  if ((m.ui.hover || "") !== line) change(m, { hover: line });
}

/** Everything that a hero can do: {label, note, sign, key, on, reason, act}. */
function deedsOf(m, hero) {
  const attack = attackOf(m, hero);
  const loots = m.starts(lineFor("loot", hero, ""));
  const verb = (name, key, label, note, sign, none, best) => ({
    label, note, sign, key, on: m.ui.verb === name || (m.ui.plan || "").startsWith(name),
    reason: m.starts(lineFor(name, hero, "")).length ? "" : none,
    act() {
      const line = m.ui.plan?.startsWith(name) ? m.ui.plan : best();
      plan(m, line, !line && m.ui.verb === name ? "" : name);
    },
  });
  const [weapon, note, sign] = attack
    ? [short(m, hero.weapon), arms(attack), glyphOf(m, hero.weapon)] : ["Attack", "", "fist"];
  const unarmed = attack?.ammunition ? `no ${short(m, attack.ammunition).toLowerCase()}s left` : "no weapon in hand";
  const find = loots.length ? lootNote(m, hero, thingAt(m.view, parse(loots[0]).at)) : "";
  const deeds = [
    verb("move", "M", "Move", "to a neighbour", "boot", "no free field in reach", () => ""),
    verb("attack", "A", weapon, note, sign, unarmed, () => bestAim(m, hero)),
    verb("loot", "L", "Loot", find, "chest", "nothing in reach", () => (loots.length === 1 ? loots[0] : "")),
  ];
  const order = id => ["potion", "weapon", "armor"].indexOf(m.catalog.items[id].kind);
  const bag = Object.keys(hero.bag).filter(id => order(id) >= 0).sort((one, other) => order(one) - order(other));
  for (const id of new Set([...bag, hero.weapon, hero.armor].filter(Boolean))) {
    const line = lineFor("use", hero, id);
    const worn = id === hero.weapon || id === hero.armor;
    deeds.push({
      label: worn ? "Put away" : short(m, id), note: worn ? short(m, id) : useNote(m, hero, id),
      count: worn ? 1 : hero.bag[id], sign: glyphOf(m, id), key: deeds.length < 12 ? `${deeds.length - 2}` : "",
      on: m.ui.plan === line, reason: m.why(line), act: () => plan(m, line, ""),
    });
  }
  return leads(m, hero) ? deeds : deeds.map(one => ({ ...one, on: false, rest: true, reason: idle(m, hero) }));
}

function lootNote(m, hero, there) {
  if (there.is !== "chest") return listed(m, there.items || {}) || "nothing left";
  if (there.value == null) return "d20 for an unknown lock";
  const least = Math.max(1, there.value - m.catalog.heroes[hero.type].vitality);
  return least > 20 ? "d20 cannot reach it" : `d20, ${least} or more, ${percent((21 - least) / 20)}`;
}

/** The words of the main act for a line that is shown. */
function labelOf(m, line) {
  const { verb, type, word, at } = parse(line);
  const hero = named(m, type);
  const there = at && thingAt(m.view, at);
  if (verb === "attack") return `${attackOf(m, hero).ranged ? "Shoot" : "Strike"}${m.wide ? ` ${word}` : ""}`;
  if (verb === "loot") return there.is === "chest" ? "Try the lock" : "Loot";
  if (verb === "move") return there.to ? `Enter room ${there.to}` : "Flee";
  if (hero.weapon === word || hero.armor === word) return "Put away";
  return { potion: "Drink", weapon: "Take in hand", armor: "Put on" }[m.catalog.items[word].kind];
}

// --- The room

function figure(m, who, mine, on) {
  const tag = mine ? who.type : `${who.type}${who.id}`;
  const id = mine ? tag : m.view.room.id + tag;
  return h("div", {
    class: `fig ${mine ? "you" : "foe"} ${on ? "sel" : ""}`, key: id, "data-id": id, "data-long": tag,
    "data-drag": mine && leads(m, who) ? lineFor("move", who, "").trim() : null,
  }, portrait(m, who.type, 50), h("b", { class: "tag" }, tag), bar(who.health, who.max_health),
  span("hp", `${who.health}`));
}

/** Glyph and words of what does not walk. */
const THINGS = {
  door: ({ open, to }) => ["door", icon(open ? "step" : "cross", 11), to ? [span("long", "room"), `${to}`] : "out"],
  chest: ({ value }) => ["chest", value ? `lock ${value}` : "lock ?"],
  remains({ items }) {
    const all = Object.values(items).reduce((sum, n) => sum + n, 0);
    return all ? ["bone", `${all}`, span("long", "to take")] : ["bone", "bare"];
  },
};

function thing(m, there) {
  const [sign, ...words] = THINGS[there.is](there);
  const id = `${m.view.room.id}${there.is}${there.at}`;
  const kind = there.open ? "thing open" : "thing";
  return h("div", { class: kind, key: id, "data-id": id }, glyph(sign, 40), small(words));
}

function said(m, there) {
  const health = `${there.health} of ${there.max_health} health`;
  if (there.is === "hero") return `${there.name}, ${m.catalog.heroes[there.type].name}, ${health}`;
  if (there.is === "foe") return `${foeName(m, there)}, ${health}`;
  const way = there.to ? `door to room ${there.to}` : "way out of the dungeon";
  if (there.is === "door") return `${way}, ${there.open ? "open" : "locked"}`;
  if (there.is === "chest") return `chest, ${there.value ? `its lock needs ${there.value}` : "lock unknown"}`;
  return there.is ? `remains, ${listed(m, there.items) || "nothing to take"}` : "empty";
}

const CAN = { move: "can be walked to", attack: "can be attacked", loot: "can be looted" };

function cell(m, at, { hero, able, outlook, last }) {
  const there = thingAt(m.view, at);
  const walks = there.is === "hero" || there.is === "foe";
  const line = lineAt(m, hero, at);
  const legal = able && m.can(line);
  const aim = same(outlook?.aim, at) || m.ui.plan === line;
  const hit = outlook?.hits.find(one => same(one.at, at));
  const marks = {
    legal, empty: legal && !there.is && !aim, full: legal && (there.is || aim), aim, last: last.has(`${at}`),
    pending: m.pending === line, hit: (outlook || m.view.blow)?.fields.some(one => same(one, at)),
  };
  const loses = hit && `loses ${hit.words.filter(Boolean).join(", ")}`;
  return h("div", {
    class: `dcell ${Object.keys(marks).filter(mark => marks[mark]).join(" ")}`, key: `${at}`,
    style: { "grid-area": `${at[0] + 1}/${at[1] + 1}` }, role: "gridcell", "data-item": `${at}`, "data-drop": `${at}`,
    "aria-label": [`${at}`, said(m, there), loses, legal && CAN[parse(line).verb]].filter(Boolean).join(", "),
    on: {
      click: () => tap(m, at),
      mouseenter: () => hover(m, legal && !m.ui.plan && line.startsWith("attack") ? line : ""),
    },
  },
  walks ? figure(m, there, there.is === "hero", there.type === hero.type) : there.is && thing(m, there),
  hit ? chip(hit, at, m.view.room, outlook.hits.length > 1)
    : aim && outlook?.hits.length === 0 && chip({ words: ["", "nobody there"] }, at, m.view.room));
}

/** What a blow would do, beside its field; of several only in short, the words stand below the room. */
function chip({ words: [range, more], friend, falls }, at, room, brief) {
  const place = `${at[0] === 1 ? "under" : ""} ${at[1] > room.width / 2 ? "west" : ""}`;
  return span(`forecast ${friend ? "friend" : ""} ${brief ? "brief" : place}`, range && b(range),
    brief ? falls > 0 && glyph("skull", 11) : more);
}

/** The fields that the last action changed. */
function changed({ last, view }) {
  const since = view.blow ? [] : last.slice(last.findIndex(event => event.kind === "RoomEntered") + 1);
  const places = since.flatMap(event => [event.from, event.to, event.kind !== "Attacked" && event.at]);
  return new Set(places.filter(Boolean).map(String));
}

let story = null; // how events are shown, once there are some: no blow without it

function roomOf(m, scene) {
  const { room, blow } = m.view;
  const [rows, columns] = [room.height, room.width].map(length => Array.from({ length }, (_, i) => i + 1));
  const axis = (n, area) => h("i", { class: "ax", "aria-hidden": "true", style: { "grid-area": area } }, `${n}`);
  const rolling = blow?.aim && { key: "die", style: { "grid-area": `${blow.aim[0] + 1}/${blow.aim[1] + 1}` } };
  return h("div", { class: "dwrap" }, h("div", {
    class: m.ui.verb === "attack" ? "dgrid aiming" : "dgrid", key: room.id, "data-id": `room ${room.id}`,
    style: { "--w": room.width, "--h": room.height },
    role: "grid", "aria-label": `Room ${room.id}`, "data-rove": "room", on: { mouseleave: () => hover(m, "") },
  },
  columns.map(c => axis(c, `1/${c + 1}`)),
  rows.map(r => h("div", { class: "drow", role: "row", key: r },
    axis(r, `${r + 1}/1`), columns.map(c => cell(m, [r, c], scene)))),
  rolling && story.die(`flying ${blow.roll ? "" : "waiting"}`, blow.foe, blow.roll, rolling)));
}

let centred = "";
/** Small screens pan, so that the hero stands in the middle; again only when the hero has gone on. */
function centre(m, hero) {
  const now = [m.view.room.id, hero.type, hero.at, m.wide].join();
  if (now === centred || !hero.at) return;
  centred = now;
  requestAnimationFrame(() => {
    const place = document.querySelector(`.dgrid [data-item="${hero.at}"]`);
    const wrap = place?.closest(".dwrap");
    if (!wrap) return;
    const [all, one] = [wrap.getBoundingClientRect(), place.getBoundingClientRect()];
    wrap.scrollLeft += one.x + one.width / 2 - all.x - all.width / 2;
    wrap.scrollTop += one.y + one.height / 2 - all.y - all.height / 2;
  });
}

// --- The party, the dice, the deeds

const wounded = hero => (hero.health / hero.max_health <= 0.34 ? "low" : "");

function gear(m, hero) {
  const { items } = m.catalog;
  const worn = (sign, ...words) => h("li", null, glyph(sign, 14), words);
  return h("ul", { class: "gear" },
    hero.weapon ? worn(glyphOf(m, hero.weapon), items[hero.weapon].name) : worn("fist", "nothing in hand"),
    worn("shield", hero.armor ? items[hero.armor].name : "no armour", b(`${hero.armor_value}`)),
    hero.resists && h("li", { class: "res" }, glyph("leaf", 14), `half ${hero.resists} damage`),
    h("li", { class: "bag" }, Object.entries(hero.bag).map(([id, n]) => h("span", {
      key: id, title: items[id].name, role: "img", "aria-label": `${n} ${items[id].name}`,
    }, glyph(glyphOf(m, id), 13), n > 1 && `${n}`))));
}

/** A hero with everything that is worn and carried, and who leads it. */
export function heroCard(m, hero, on) {
  const player = m.seats.length > 1 && m.seats[hero.seat];
  const strip = player && m.strip(hero.seat);
  const kind = `hero ${on ? "on" : ""} ${hero.health ? "" : "fallen"}`;
  return h("section", { class: kind, key: hero.type, "data-long": hero.type },
    button("hrow", { "aria-pressed": `${on}`, on: { click: () => choose(m, hero) } }, portrait(m, hero.type, 40),
      span("", b(hero.name), small(m.catalog.heroes[hero.type].name, " ", keycap(hero.type))),
      span(`vital health ${wounded(hero)}`, b(`${hero.health}`), small(`of ${hero.max_health}`))),
    bar(hero.health, hero.max_health),
    player && h("p", { class: "lead" }, sigil(player.name, "you", 20), b(player.name), strip.here, strip.clock),
    hero.health ? gear(m, hero) : h("p", { class: "gear" }, "has fallen"));
}

function mini(m, hero, on) {
  const health = [`${hero.health} of ${hero.max_health} `, glyph("shield", 10), `${hero.armor_value}`];
  return button(`mini ${on ? "on" : ""} ${hero.health ? "" : "fallen"}`, {
    key: hero.type, "aria-pressed": `${on}`, "data-long": hero.type, on: { click: () => choose(m, hero) },
  }, portrait(m, hero.type, 26), span("", b(hero.name), small(hero.health ? health : "fallen")),
  bar(hero.health, hero.max_health));
}

/** How many actions are left, and who acts then; while a blow is shown, what it would do. */
function budget(m, outlook) {
  const { actions: { phase, per_phase: all }, room: { foes }, outcome } = m.view;
  const next = ({ type, id }) => h("span", { class: "next", key: type + id, "data-long": type + id },
    portrait(m, type, 24), type + id);
  const most = m.wide || outlook?.hits.length === 1 ? 2 : 1; // words of each, so that two lines are enough on phones
  const hit = ({ name, friend, words }) => span(friend ? "friend" : "",
    b(`${friend ? "friend " : ""}${name}: `), words.slice(0, most).filter(Boolean).join(", "));
  const calm = outcome || !foes.length ? ENDED[outcome] || "No foe is left here, the doors are open." : "";
  return h("section", { class: "budget", role: "status" },
    h("b", { class: "bl long" }, "Party"), pips(all - phase, all, "act"),
    outlook?.hits.length ? span("outlook", outlook.hits.map(hit)) : calm ? span("bl2", calm)
      : [span("bl2", `${all - phase} of ${all} left, then`), span("foes", foes.map(next)), span("bl2 long", "act")]);
}

const press = (m, { reason, act }) => (reason ? m.refuse(reason) : act());

function deed(m, one) {
  const { label, note, count, sign, key, on, rest, reason } = one;
  return button(`deed ${on ? "on" : ""} ${rest ? "rest" : reason ? "no" : ""}`, {
    key: label + note, "data-item": label + note, title: `${label}, ${note}`, "aria-pressed": `${on}`,
    "aria-disabled": reason ? "true" : null, on: { click: () => press(m, one) },
  }, glyph(sign, 22), span("", b(label, count > 1 && ` ×${count}`), small((!rest && reason) || note)),
  key && keycap(key));
}

function message(m, { hero, able, outlook }) {
  if (m.over) return ENDED[m.view.outcome] || "The match is over.";
  if (!able) return idle(m, hero);
  if (outlook) {
    const { aim, hits } = outlook;
    const harm = hits.length > 1 ? `hits ${hits.length}` : hits.length ? `${hits[0].words[0]} damage` : "nobody there";
    const friend = hits.some(one => one.friend) && h("b", { class: "bad" }, ", a friend");
    return [b(short(m, hero.weapon)), ` on ${aim}`, h("br"), harm, friend];
  }
  if (m.ui.plan) return [b(hero.name), h("br"), labelOf(m, m.ui.plan)];
  const asked = { attack: "tap a field to aim at", loot: "tap what to loot" }[m.ui.verb];
  return [b(hero.name), `: ${asked || "tap a lit field or a deed"}`];
}

let tray = null;
/** The dice of the last action with what came of them; nobody needs them before the first roll. */
function lastRolls(m) {
  if (!m.wide || !m.last.some(event => event.kind === "Rolled")) return null;
  if (!tray) {
    import("./dungeons-dice.js").then(module => {
      tray = module;
      m.redraw();
    });
  }
  return tray?.rollsOf(m);
}

function draw(m) {
  const { view, ui } = m;
  const hero = chosen(m);
  const able = leads(m, hero);
  const line = able && (ui.plan || ui.hover);
  const outlook = line ? outlookOf(m, line) : null;
  const scene = { hero, able, outlook, last: changed(m) };
  const deeds = deedsOf(m, hero);
  const done = [view.completed, view.rooms];
  const party = one => view.heroes.map(two => one(m, two, two === hero));
  centre(m, hero);
  return {
    where: ["room ", b(`${view.room.id}`), m.wide ? `, ${done.join(" of ")} done` : ` · ${done.join("/")}`],
    left: [h("div", { class: "party" }, party(heroCard)), lastRolls(m)],
    stage: [
      !m.wide && h("div", { class: "phoneparty", style: { "--n": view.heroes.length } }, party(mini)),
      roomOf(m, scene), budget(m, outlook),
      m.you.length > 0 && !m.over && h("div", {
        class: `deeds ${deeds.length > 6 ? "many" : ""}`,
        key: `${hero.type} with ${hero.weapon}`, // a new one begins on the left again
        role: "group", "aria-label": `What ${hero.name} can do`, "data-rove": "deeds",
      }, deeds.map(one => deed(m, one))),
    ],
    main: able && ui.plan ? { label: labelOf(m, ui.plan), action: ui.plan, key: "Enter" } : null,
    message: message(m, scene),
  };
}

function keydown(event, m) {
  const key = event.key.toUpperCase();
  const hero = named(m, key);
  const field = event.target.closest(".dcell");
  const found = deedsOf(m, chosen(m)).find(one => one.key === key);
  if (hero) choose(m, hero);
  else if (found) {
    press(m, found);
    focus(m, found);
  } else if (key === "ENTER" && field) field.click(); // the field under the ring, not what was planned before
  else return false;
  return true;
}

/** After a key the ring is where Enter does what is shown: on the field aimed at, or on the item. */
function focus(m, { label, note, key }) {
  const at = /\d/.test(key) ? label + note : (m.ui.plan && parse(m.ui.plan).at) || chosen(m).at;
  document.querySelector(`.stage [data-item="${CSS.escape(at)}"]`)?.focus({ preventScroll: true });
}

function escape(m) {
  if (!m.ui.plan && !m.ui.verb) return false;
  change(m, { verb: "", plan: "" });
  return true;
}

export default {
  draw, keydown, escape,
  async play(event, m, fx) {
    story ||= await import("./dungeons-story.js");
    await story.play(event, m, fx);
  },
  step: (view, event) => (story ? story.step(view, event) : view),
  details: (tag, m) => void import("./dungeons-details.js").then(({ describe }) => m.details(describe(m, tag))),
};
