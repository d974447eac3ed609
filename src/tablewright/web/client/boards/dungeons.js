// Dungeons & Classes: a room of fields, the party beside it, deeds below. What cannot be taken back (a blow, a lock, a
// door) is shown first and done at the second tap; a step to a free field is done at once.
// m.ui: hero (type), verb (move, attack, loot: what a tap means), plan (the line that is shown), hover (the same, unasked).
import { emblem } from "../heraldry/emblem.js";
import { h, raw } from "../lib/dom.js";
import { bar, glyph, icon, keycap, pips, sigil } from "../ui.js";
import { affected, forecast, inWords, near, percent, rolls, same } from "./dungeons-reckoning.js";

const TINCTURE = { B: "B", R: "V", L: "U", Z: "V", G: "C" };
const GLYPHS = {
  potion: "flask", armor: "shield", weapon: "sword", ARRW: "arrow", BOLT: "bolt", DAGG: "dagger", HAXE: "axe", GAXE: "axe",
  MACE: "hammer", WARH: "hammer", SBOW: "bow", LBOW: "bow", LCRS: "bow", HCRS: "bow", QFIR: "flame", QCLD: "star", QACD: "drop", QFRC: "orb",
};
const ENDED = {
  completion: "The Lich has fallen: the dungeon is completed.", defeat: "All heroes have fallen.",
  flight: "The heroes fled from the dungeon.", limit: "The heroes have lost their way.",
};

const b = (...inside) => h("b", null, inside);
const small = (...inside) => h("small", null, inside);
const span = (kind, ...inside) => h("span", { class: kind }, inside);
const button = (kind, props, ...inside) => h("button", { class: kind, type: "button", ...props }, inside);

// --- Names

const short = (m, id) => m.catalog.items[id].name.replace(/^Normal |^Potion of |(?<=r) Health/g, "").replace("Quarters", "S");
const listed = (m, items) => Object.entries(items).map(([id, n]) => `${n} ${short(m, id)}`).join(", ");
const dice = (count, sides, plus) => `${count > 1 ? `${count} ` : ""}d${sides}${plus ? ` + ${plus}` : ""}`;
export const glyphOf = (m, id) => GLYPHS[id] || GLYPHS[m.catalog.items[id].kind];
export const foeName = (m, foe) => `${m.catalog.foes[foe.type].name} ${foe.id}`;

/** What an attack rolls and whom it hits: "d12 + 4, slash". */
export const arms = attack => `${dice(attack.dice, attack.sides, attack.plus)}${attack.damage === "Physical" ? "" : ` ${attack.damage}`}, ` +
  attack.pattern.toLowerCase();

/** The emblem of a type: heroes roundels, foes shields. */
export function portrait(m, type, size) {
  const [hero, foe] = [m.catalog.heroes[type], m.catalog.foes[type]];
  return emblem({ name: (hero || foe).name, kind: hero ? "spell" : "creature", cost: foe?.boss ? 9 : 1, traits: TINCTURE[type] }, { size });
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

const named = (m, type) => m.view.heroes.find(one => one.type === type);
const attackOf = (m, hero) => hero.weapon && m.catalog.heroes[hero.type].attacks[hero.weapon];
const lineFor = (verb, hero, word) => `${verb} ${hero.type} ${word}`.toLowerCase();
/** May this person act with a hero now? Not while an action is being shown. */
const leads = (m, hero) => !m.back && !m.view.blow && m.choices.some(({ action }) => action.split(" ")[1] === hero.type.toLowerCase());

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
  for (const [is, list] of Object.entries({ hero: heroes, foe: room.foes, door: room.doors, chest: room.chests, remains: room.remains })) {
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
  const worth = line => outlookOf(m, line).hits.reduce((sum, { friend, mean, falls }) => sum + (mean + 4 * falls) * (friend ? -2 : 1), 0);
  const lines = m.starts(lineFor("attack", hero, "")).map(line => [worth(line), line]).sort((one, other) => other[0] - one[0]);
  return lines.length && lines[0][0] > 0 ? lines[0][1] : "";
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
const plan = (m, line, verb = m.ui.verb) => (line && m.ui.plan === line ? m.act(line) : change(m, { plan: line, verb }));
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
  const ammunition = attack?.ammunition && `no ${short(m, attack.ammunition).toLowerCase()}s left`;
  const deeds = [
    verb("move", "M", "Move", "to a neighbour", "boot", "no free field in reach", () => ""),
    verb("attack", "A", attack ? short(m, hero.weapon) : "Attack", attack ? arms(attack) : "", attack ? glyphOf(m, hero.weapon) : "fist",
      ammunition || "no weapon in hand", () => bestAim(m, hero)),
    verb("loot", "L", "Loot", loots.length ? lootNote(m, hero, thingAt(m.view, parse(loots[0]).at)) : "", "chest", "nothing in reach",
      () => (loots.length === 1 ? loots[0] : "")),
  ];
  const order = id => ["potion", "weapon", "armor"].indexOf(m.catalog.items[id].kind);
  const bag = Object.keys(hero.bag).filter(id => order(id) >= 0).sort((one, other) => order(one) - order(other));
  for (const id of new Set([...bag, hero.weapon, hero.armor].filter(Boolean))) {
    const line = lineFor("use", hero, id);
    const worn = id === hero.weapon || id === hero.armor;
    deeds.push({
      label: worn ? "Put away" : short(m, id), note: worn ? short(m, id) : useNote(m, hero, id), count: worn ? 1 : hero.bag[id], sign: glyphOf(m, id),
      key: deeds.length < 12 ? `${deeds.length - 2}` : "", on: m.ui.plan === line, reason: m.why(line), act: () => plan(m, line, ""),
    });
  }
  return leads(m, hero) ? deeds : deeds.map(one => ({ ...one, on: false, rest: true, reason: idle(m, hero) }));
}

function lootNote(m, hero, there) {
  if (there.is !== "chest") return listed(m, there.items) || "nothing left";
  if (there.value == null) return "d20 for an unknown lock";
  const least = Math.max(1, there.value - m.catalog.heroes[hero.type].vitality);
  return least > 20 ? "d20 cannot reach it" : `d20, ${least} or more, ${percent((21 - least) / 20)}`;
}

/** The words of the main act for a line that is shown. */
function labelOf(m, line) {
  const { verb, type, word, at } = parse(line);
  const hero = named(m, type);
  const there = at && thingAt(m.view, at);
  if (verb === "attack") return `${attackOf(m, hero).ranged ? "Shoot at" : "Strike"} ${word}`;
  if (verb === "loot") return there.is === "chest" ? "Try the lock" : "Loot";
  if (verb === "move") return there.to ? `Enter room ${there.to}` : "Flee";
  return hero.weapon === word || hero.armor === word ? "Put away" : { potion: "Drink", weapon: "Take in hand", armor: "Put on" }[m.catalog.items[word].kind];
}

// --- The room

function figure(m, who, mine, on) {
  const tag = mine ? who.type : `${who.type}${who.id}`;
  const id = mine ? tag : m.view.room.id + tag;
  return h("div", {
    class: `fig ${mine ? "you" : "foe"} ${on ? "sel" : ""}`, key: id, "data-id": id, "data-long": tag,
    "data-drag": mine && leads(m, who) ? lineFor("move", who, "").trim() : null,
  }, portrait(m, who.type, 50), h("b", { class: "tag" }, tag), bar(who.health, who.max_health), span("hp", `${who.health}`));
}

/** Glyph and words of what does not walk. */
const THINGS = {
  door: ({ open, to }) => ["door", icon(open ? "step" : "cross", 11), to ? [span("long", "room"), `${to}`] : "out"],
  chest: ({ value }) => ["chest", value ? `lock ${value}` : "lock ?"],
  remains: ({ items }) => ["bone", Object.values(items).reduce((sum, n) => sum + n, 0) || "bare", Object.keys(items).length > 0 && span("long", "to take")],
};

function thing(m, there) {
  const [sign, ...words] = THINGS[there.is](there);
  const id = `${m.view.room.id}${there.is}${there.at}`;
  return h("div", { class: `thing ${there.open ? "open" : ""}`, key: id, "data-id": id }, glyph(sign, 40), small(words));
}

function said(m, there) {
  const health = `${there.health} of ${there.max_health} health`;
  if (there.is === "hero") return `${there.name}, ${m.catalog.heroes[there.type].name}, ${health}`;
  if (there.is === "foe") return `${foeName(m, there)}, ${health}`;
  if (there.is === "door") return `${there.to ? `door to room ${there.to}` : "way out of the dungeon"}, ${there.open ? "open" : "locked"}`;
  if (there.is === "chest") return `chest, ${there.value ? `its lock needs ${there.value}` : "lock unknown"}`;
  return there.is ? `remains, ${listed(m, there.items) || "nothing to take"}` : "empty";
}

const CAN = { move: "can be walked to", attack: "can be attacked", loot: "can be looted" };

function cell(m, at, hero, outlook, last) {
  const there = thingAt(m.view, at);
  const line = lineAt(m, hero, at);
  const legal = leads(m, hero) && m.can(line);
  const aim = same(outlook?.aim, at) || m.ui.plan === line;
  const hit = outlook?.hits.find(one => same(one.at, at));
  const marks = {
    legal, empty: legal && !there.is && !aim, full: legal && (there.is || aim), aim, last: last.has(`${at}`), pending: m.pending === line,
    hit: (outlook || m.view.blow)?.fields.some(one => same(one, at)),
  };
  const words = [`${at}`, said(m, there), hit && `loses ${hit.words.filter(Boolean).join(", ")}`, legal && CAN[parse(line).verb]];
  return h("div", {
    class: `dcell ${Object.keys(marks).filter(mark => marks[mark]).join(" ")}`, key: `${at}`, style: { "grid-area": `${at[0] + 1}/${at[1] + 1}` },
    role: "gridcell", "data-item": `${at}`, "data-drop": `${at}`, "aria-label": words.filter(Boolean).join(", "),
    on: { click: () => tap(m, at), mouseenter: () => hover(m, legal && !m.ui.plan && line.startsWith("attack") ? line : "") },
  },
  there.is === "hero" || there.is === "foe" ? figure(m, there, there.is === "hero", there.is === "hero" && there.type === hero.type) : there.is && thing(m, there),
  hit ? chip(hit, at, m.view.room, outlook.hits.length > 1) : aim && outlook?.hits.length === 0 && chip({ words: ["", "nobody there"] }, at, m.view.room));
}

/** What a blow would do, beside its field; of several only in short, the words stand below the room. */
function chip({ words: [range, more], friend, falls }, at, room, brief) {
  const place = `${at[0] === 1 ? "under" : ""} ${at[1] > room.width / 2 ? "west" : ""}`;
  return span(`forecast ${friend ? "friend" : ""} ${brief ? "brief" : place}`, b(range), brief ? falls > 0 && [glyph("skull", 11), percent(falls)] : more);
}

/** The fields that the last action changed. */
function changed({ last, view }) {
  const since = view.blow ? [] : last.slice(last.findIndex(event => event.kind === "RoomEntered") + 1);
  return new Set(since.flatMap(event => [event.from, event.to, event.kind !== "Attacked" && event.at]).filter(Boolean).map(String));
}

const DIE = '<svg viewBox="0 0 60 60" aria-hidden="true"><path d="M30 2L56 20V42L30 58L4 42V20z" fill="currentColor"/>' +
  '<path d="M30 2L48 38H12zM12 38L4 20L30 2zM48 38L56 20" fill="#0000001c"/><path d="M12 38L4 42L30 58L56 42L48 38z" fill="#00000038"/></svg>';
const die = (kind, foe, roll, props) => h("span", { class: `die ${kind}`, ...props }, raw("i", { class: foe ? "foe" : "you" }, DIE),
  b(roll ? `${roll.total}` : "?"), small(roll ? dice(roll.dice, roll.sides) : ""));

function roomOf(m, hero, outlook) {
  const { room, blow } = m.view;
  const [rows, columns] = [room.height, room.width].map(length => Array.from({ length }, (_, i) => i + 1));
  const last = changed(m);
  const axis = (n, area) => h("i", { class: "ax", "aria-hidden": "true", style: { "grid-area": area } }, `${n}`);
  return h("div", { class: "dwrap" }, h("div", {
    class: "dgrid", key: `room ${room.id}`, "data-id": `room ${room.id}`, style: { "--w": room.width, "--h": room.height },
    role: "grid", "aria-label": `Room ${room.id}`, "data-rove": "room", on: { mouseleave: () => hover(m, "") },
  },
  columns.map(c => axis(c, `1/${c + 1}`)),
  rows.map(r => h("div", { class: "drow", role: "row", key: r }, axis(r, `${r + 1}/1`), columns.map(c => cell(m, [r, c], hero, outlook, last)))),
  blow?.aim && die(`flying ${blow.roll ? "" : "waiting"}`, blow.foe, blow.roll, { key: "die", style: { "grid-area": `${blow.aim[0] + 1}/${blow.aim[1] + 1}` } })));
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
    wrap.scrollBy(one.x + one.width / 2 - all.x - all.width / 2, one.y + one.height / 2 - all.y - all.height / 2);
  });
}

// --- The party, the dice, the deeds

/** A hero with everything that is worn and carried. */
export function heroCard(m, hero, on) {
  const { items, heroes } = m.catalog;
  const player = m.seats.length > 1 && m.seats[hero.seat];
  const strip = player && m.strip(hero.seat);
  const carried = ([id, n]) => h("span", { key: id, title: items[id].name, role: "img", "aria-label": `${n} ${items[id].name}` }, glyph(glyphOf(m, id), 13), n > 1 && `${n}`);
  const worn = (sign, ...words) => h("li", null, glyph(sign, 14), words);
  return h("section", { class: `hero ${on ? "on" : ""} ${hero.health ? "" : "fallen"}`, key: hero.type, "data-long": hero.type },
    button("hrow", { "aria-pressed": `${on}`, on: { click: () => choose(m, hero) } }, portrait(m, hero.type, 40),
      span("", b(hero.name), small(heroes[hero.type].name, " ", keycap(hero.type))),
      span(`vital health ${hero.health / hero.max_health <= 0.34 ? "low" : ""}`, b(`${hero.health}`), small(`of ${hero.max_health}`))),
    bar(hero.health, hero.max_health),
    player && h("p", { class: "lead" }, sigil(player.name, "you", 20), b(player.name), strip.here, strip.clock),
    hero.health ? h("ul", { class: "gear" },
      worn(hero.weapon ? glyphOf(m, hero.weapon) : "fist", hero.weapon ? items[hero.weapon].name : "nothing in hand"),
      worn("shield", hero.armor ? items[hero.armor].name : "no armour", b(`${hero.armor_value}`)),
      hero.resists && h("li", { class: "res" }, glyph("leaf", 14), `half ${hero.resists} damage`),
      h("li", { class: "bag" }, Object.entries(hero.bag).map(carried))) : h("p", { class: "gear" }, "has fallen"));
}

const mini = (m, hero, on) => button(`mini ${on ? "on" : ""} ${hero.health ? "" : "fallen"}`, {
  key: hero.type, "aria-pressed": `${on}`, "data-long": hero.type, on: { click: () => choose(m, hero) },
}, portrait(m, hero.type, 26),
span("", b(hero.name), small(hero.health ? [`${hero.health} of ${hero.max_health} `, glyph("shield", 10), `${hero.armor_value}`] : "fallen")),
bar(hero.health, hero.max_health));

/** The dice of the last action with what came of them. */
function rollsOf(m) {
  const told = rolls(m.last);
  return told.length > 0 && h("section", { class: "rolls" }, h("h2", { class: "panel-title" }, "Last rolls"), told.map(({ cause, roll, results }, i) => {
    const { hero, foe, weapon, item } = cause;
    const { plus } = (weapon && (foe ? m.catalog.foes[foe.type] : m.catalog.heroes[hero.type]).attacks[weapon]) || {};
    return h("div", { class: "rollrow", key: i }, die("", foe, roll), span("",
      b(foe ? foeName(m, foe) : named(m, hero.type).name), `, ${weapon || item ? short(m, weapon || item) : `lock ${cause.value}, needs ${Math.max(1, cause.minimum)}`}`,
      plus > 0 && span("sum", `${roll.total} + ${plus} = ${roll.total + plus}`), results.map(event => small(resultOf(m, event)))));
  }));
}

function resultOf(m, { kind, hero, foe, resisted, lost, health, regenerated, items }) {
  const name = foe ? foeName(m, foe) : named(m, hero.type).name;
  if (kind === "LostHealth") return [`${name}${resisted ? ", resistant" : ""}: `, h("b", { class: "dmg" }, `−${lost}`), health ? `, ${health} left` : ", falls"];
  if (kind === "Regenerated") return [`${name}: `, h("b", { class: "good" }, `+${regenerated}`), `, ${health} now`];
  return kind === "ChestLocked" ? "it remains locked" : `it opens: ${listed(m, items) || "empty"}`;
}

function budget(m, outlook) {
  const { actions: { phase, per_phase: all }, room: { foes }, outcome } = m.view;
  const next = foe => h("span", { class: "next", key: foe.type + foe.id, "data-long": foe.type + foe.id }, portrait(m, foe.type, 24), foe.type + foe.id);
  const hit = ({ name, friend, words }) => span(friend ? "friend" : "", b(`${name}${friend ? ", a friend" : ""}: `), words.filter(Boolean).join(", "));
  return h("section", { class: "budget", role: "status" }, h("b", { class: "bl long" }, "Party"), pips(all - phase, all, "act"),
    outlook?.hits.length ? span("outlook", outlook.hits.map(hit))
      : outcome || !foes.length ? span("bl2", ENDED[outcome] || "No foe is left here, the doors are open.")
      : [span("bl2", `${all - phase} of ${all} left, then`), span("foes", foes.map(next)), span("bl2 long", "act")]);
}

const press = (m, { reason, act }) => (reason ? m.refuse(reason) : act());

const deed = (m, one) => button(`deed ${one.on ? "on" : ""} ${one.rest ? "rest" : one.reason ? "no" : ""}`, {
  key: one.label + one.note, "aria-pressed": `${one.on}`, "aria-disabled": one.reason ? "true" : null, "data-item": one.label + one.note, on: { click: () => press(m, one) },
}, glyph(one.sign, 22), span("", b(one.label, one.count > 1 && ` ×${one.count}`), small((!one.rest && one.reason) || one.note)), one.key && keycap(one.key));

function message(m, hero, outlook) {
  if (m.over) return ENDED[m.view.outcome] || "The match is over.";
  if (!leads(m, hero)) return idle(m, hero);
  if (outlook) return [b(short(m, hero.weapon)), ` on ${outlook.aim}`, h("br"), outlook.hits.map(({ name, words }) => `${name} ${words[0]}`).join(", ") || "nobody there"];
  if (m.ui.plan) return [b(hero.name), h("br"), labelOf(m, m.ui.plan)];
  return [b(hero.name), `: ${{ attack: "tap a field to aim at", loot: "tap what to loot" }[m.ui.verb] || "tap a lit field or a deed"}`];
}

function draw(m) {
  const { view, ui } = m;
  const hero = chosen(m);
  const line = leads(m, hero) && (ui.plan || ui.hover);
  const outlook = line ? outlookOf(m, line) : null;
  const deeds = deedsOf(m, hero);
  centre(m, hero);
  return {
    where: ["room ", b(`${view.room.id}`), `, ${view.completed} of ${view.rooms} done`],
    left: [h("div", { class: "party" }, view.heroes.map(one => heroCard(m, one, one === hero))), rollsOf(m)],
    stage: [
      !m.wide && h("div", { class: "phoneparty", style: { "--n": view.heroes.length } }, view.heroes.map(one => mini(m, one, one === hero))),
      roomOf(m, hero, outlook), budget(m, outlook),
      h("div", {
        class: `deeds ${deeds.length > 6 ? "many" : ""}`, style: { "--n": Math.ceil(deeds.length / 2) }, role: "group", "aria-label": `What ${hero.name} can do`, "data-rove": "deeds",
      }, deeds.map(one => deed(m, one))),
    ],
    main: ui.plan ? { label: labelOf(m, ui.plan), action: ui.plan, key: "Enter" } : null,
    message: message(m, hero, outlook),
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
    const word = m.ui.plan && parse(m.ui.plan).at;
    document.querySelector(`.dgrid [data-item="${word || chosen(m).at}"]`)?.focus({ preventScroll: true });
  } else if (key === "ENTER" && field) field.click(); // the field under the ring, not what was planned before
  else return false;
  return true;
}

function escape(m) {
  if (!m.ui.plan && !m.ui.verb) return false;
  change(m, { verb: "", plan: "" });
  return true;
}

let story = null;
export default {
  draw, keydown, escape,
  async play(event, m, fx) {
    story ||= await import("./dungeons-story.js");
    await story.play(event, m, fx);
  },
  step: (view, event) => (story ? story.step(view, event) : view),
  details: (tag, m) => void import("./dungeons-details.js").then(({ describe }) => m.details(describe(m, tag))),
};
