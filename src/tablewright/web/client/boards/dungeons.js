// Dungeons & Classes: a room of fields, the party beside it, deeds below. A deed that cannot be taken back is shown first
// (its fields, its damage) and done at the second tap; a step to a free field is done at once.
import { emblem } from "../heraldry/emblem.js";
import { h, raw } from "../lib/dom.js";
import { bar, glyph, icon, keycap, pips, sigil } from "../ui.js";
import { affected, forecast, inWords, near, rolls, same, step } from "./dungeons-reckoning.js";
import { play } from "./dungeons-story.js";

const TINCTURE = { B: "B", R: "V", L: "U", Z: "V", G: "C" };
const GLYPHS = {
  potion: "flask", armor: "shield", ARRW: "arrow", BOLT: "bolt", DAGG: "dagger", HAXE: "axe", GAXE: "axe", MACE: "hammer", WARH: "hammer",
  SBOW: "bow", LBOW: "bow", LCRS: "bow", HCRS: "bow", QFIR: "flame", QCLD: "star", QACD: "drop", QFRC: "orb",
};
const field = at => `${at[0]},${at[1]}`;
const parse = line => { const [verb, letter, word] = line.split(" "); return { verb, letter: letter.toUpperCase(), word, at: word.includes(",") ? word.split(",").map(Number) : null }; };
const glyphOf = (m, id) => GLYPHS[id] || GLYPHS[m.catalog.items[id].kind] || "sword";
const nameOf = (m, id) => m.catalog.items[id].name.replace("Normal ", "").replace("Quarterstaff", "Staff").replace("Potion of ", "");
const dice = (count, sides, plus = 0) => `${count > 1 ? `${count} ` : ""}d${sides}${plus ? ` + ${plus}` : ""}`;
const arms = attack => `${dice(attack.dice, attack.sides, attack.plus)}${attack.damage === "Physical" ? "" : ` ${attack.damage}`}, ${attack.pattern.toLowerCase()}`;
const portrait = (m, letter, size) => {
  const kind = m.catalog.heroes[letter];
  return emblem({ name: (kind || m.catalog.foes[letter]).name, kind: kind ? "spell" : "creature", cost: m.catalog.foes[letter]?.boss ? 9 : 1, traits: TINCTURE[letter] }, { size });
};
const foeName = (m, foe) => `${m.catalog.foes[foe.type].name} ${foe.id}`;
const attackOf = (m, hero) => hero.weapon && m.catalog.heroes[hero.type].attacks[hero.weapon];
const leads = (m, hero) => !m.back && m.choices.some(({ action }) => action.split(" ")[1] === hero.type.toLowerCase());

/** The hero whose deeds are shown: the one picked, else who acted last, else the first that this person leads. */
function picked(m) {
  const { heroes } = m.view;
  const last = (m.last || []).find(event => event.hero && event.kind !== "LostHealth" && event.kind !== "Defeated")?.hero.type;
  const hero = letter => heroes.find(one => one.type === letter && one.health);
  const able = hero(last) && (leads(m, hero(last)) || !m.choices.length) ? hero(last) : null;
  return hero(m.ui.hero) || able || heroes.find(one => one.health && leads(m, one)) || heroes.find(one => one.health) || heroes[0];
}

/** What stands or lies on a field: {kind, ...}. */
function contentOf(view, at) {
  for (const [kind, list] of [["hero", view.heroes], ["foe", view.room.foes], ["door", view.room.doors], ["chest", view.room.chests], ["remains", view.room.remains]]) {
    const found = list.find(one => same(one.at, at));
    if (found) return { kind, ...found };
  }
  return { kind: "" };
}

/** The command that a tap on a field means for a hero. */
function lineOf(m, hero, at) {
  const { kind } = contentOf(m.view, at);
  const verb = m.ui.verb || { foe: "attack", chest: "loot", remains: "loot" }[kind] || "move";
  return `${verb} ${hero.type.toLowerCase()} ${field(at)}`;
}

/** The attack that is shown before the blow: its fields and what it does to everybody on them. */
function outlookOf(m, line) {
  const { verb, letter, at } = parse(line);
  if (verb !== "attack") return null;
  const hero = m.view.heroes.find(one => one.type === letter);
  const attack = attackOf(m, hero);
  const fields = affected(m.catalog.patterns[attack.pattern], hero.at, at, m.view.room);
  const hits = fields.map(place => contentOf(m.view, place)).filter(({ kind }) => kind === "hero" || kind === "foe").map(who => {
    const friend = who.kind === "hero";
    const outlook = forecast(attack, friend ? who : { ...m.catalog.foes[who.type], health: who.health });
    return { at: who.at, friend, name: friend ? who.name : foeName(m, who), outlook, words: inWords(outlook, attack) };
  });
  return { aim: at, fields, hits };
}

/** The aim that hurts foes most and friends least; "" if there is none worth a blow. */
function bestAim(m, hero) {
  const worth = line => outlookOf(m, line).hits.reduce((sum, { friend, outlook }) => sum + (outlook.mean + 4 * outlook.falls) * (friend ? -2 : 1), 0);
  const [best] = m.starts(`attack ${hero.type.toLowerCase()} `).map(line => [worth(line), line]).sort((one, other) => other[0] - one[0]);
  return best && best[0] > 0 ? best[1] : "";
}

function plan(m, line) {
  if (m.ui.plan === line) return m.act(line);
  m.ui.plan = line;
  m.redraw();
}

function tap(m, at) {
  const hero = picked(m);
  const there = contentOf(m.view, at);
  if (there.kind === "hero" && m.ui.verb !== "attack") return choose(m, there.type);
  const line = lineOf(m, hero, at);
  if (!m.can(line)) return m.refuse(m.why(line) || whyNot(m, hero, at));
  if (line.startsWith("move") && !there.kind) return m.act(line);
  plan(m, line);
}

function whyNot(m, hero, at) {
  if (!leads(m, hero)) return idle(m, hero);
  if (!near(hero.at, at)) return `${field(at)} is not next to ${hero.name}`;
  return m.ui.verb === "loot" ? `there is nothing to loot on ${field(at)}` : `${hero.name} cannot do that on ${field(at)}`;
}

/** Why nothing can be done with a hero. */
function idle(m, hero) {
  if (m.over) return "the match is over";
  if (m.back) return "this is an earlier position";
  if (!hero.health) return `${hero.name} has been defeated`;
  return m.you.includes(hero.seat) ? "wait for the others" : `${m.seats[hero.seat].name} leads ${hero.name}`;
}

function choose(m, letter) {
  Object.assign(m.ui, { hero: letter, verb: "", plan: "" });
  m.redraw();
}

/** Everything that a hero can do, as buttons: {label, note, glyph, key, on, reason, act}. */
function deedsOf(m, hero) {
  const letter = hero.type.toLowerCase();
  const verb = (name, key, label, note, sign, best, none) => ({
    label, note, glyph: sign, key, on: m.ui.verb === name || (m.ui.plan || "").startsWith(`${name} `),
    reason: m.starts(`${name} ${letter} `).length ? "" : none,
    act() {
      const line = best();
      if (m.ui.plan && m.ui.plan === line) return m.act(line);
      Object.assign(m.ui, m.ui.verb === name && !line ? { verb: "", plan: "" } : { verb: name, plan: line });
      m.redraw();
    },
  });
  const attack = attackOf(m, hero);
  const loots = m.starts(`loot ${letter} `);
  const lock = loots.length && contentOf(m.view, parse(loots[0]).at);
  const deeds = [
    verb("move", "M", "Move", "to a neighbour", "boot", () => "", `no free field next to ${hero.name}`),
    verb("attack", "A", attack ? nameOf(m, hero.weapon) : "Attack", attack ? arms(attack) : "", attack ? glyphOf(m, hero.weapon) : "fist",
      () => (m.ui.plan?.startsWith("attack") ? m.ui.plan : bestAim(m, hero)),
      attack?.ammunition ? `no ${nameOf(m, attack.ammunition).toLowerCase()}s left` : "no weapon in hand"),
    verb("loot", "L", "Loot", lock ? lockNote(m, hero, lock) : "", "chest",
      () => (m.ui.plan?.startsWith("loot") ? m.ui.plan : loots.length === 1 ? loots[0] : ""), `nothing to loot next to ${hero.name}`),
  ];
  const order = ["potion", "weapon", "armor"];
  const bag = Object.keys(hero.bag).filter(id => m.catalog.items[id].kind !== "ammunition")
    .sort((one, other) => order.indexOf(m.catalog.items[one].kind) - order.indexOf(m.catalog.items[other].kind));
  for (const id of [...bag, hero.weapon, hero.armor].filter((item, i, all) => item && all.indexOf(item) === i)) {
    const line = `use ${letter} ${id.toLowerCase()}`;
    deeds.push({
      label: nameOf(m, id), note: useNote(m, hero, id), glyph: glyphOf(m, id), count: hero.bag[id], on: m.ui.plan === line, reason: m.why(line),
      key: deeds.length < 12 ? String(deeds.length - 2) : "", act() { m.ui.verb = ""; plan(m, line); },
    });
  }
  return leads(m, hero) ? deeds : deeds.map(deed => ({ ...deed, on: false, reason: idle(m, hero) }));
}

function lockNote(m, hero, lock) {
  if (lock.kind !== "chest") return Object.keys(lock.items).map(id => nameOf(m, id)).join(", ") || "nothing left";
  if (lock.value == null) return "d20 for an unknown lock";
  const least = lock.value - m.catalog.heroes[hero.type].vitality;
  return `d20, ${Math.max(least, 1)} or more, ${Math.max(0, Math.min(100, (21 - least) * 5))} %`;
}

function useNote(m, hero, id) {
  const item = m.catalog.items[id];
  const kind = m.catalog.heroes[hero.type];
  if (item.heals) return `heals ${dice(...item.heals)}`;
  if (item.resists) return `half ${item.resists} damage`;
  if (item.kind === "weapon") return id === hero.weapon ? "put away" : arms(kind.attacks[id]);
  return id === hero.armor ? `put away, ${hero.armor_value} → ${kind.armor_value}` : `armour ${hero.armor_value} → ${kind.armor[id]}`;
}

/** The words of the main act for a command that is shown and not yet done. */
function labelOf(m, line) {
  const { verb, letter, word, at } = parse(line);
  const hero = m.view.heroes.find(one => one.type === letter);
  const there = at && contentOf(m.view, at);
  if (verb === "attack") return `${attackOf(m, hero).ranged ? "Shoot at" : "Strike"} ${word}`;
  if (verb === "loot") return there.kind === "chest" ? "Try the lock" : "Loot";
  if (verb === "move") return there.kind === "door" ? (there.to ? `Enter room ${there.to}` : "Leave the dungeon") : `Move to ${word}`;
  const id = word.toUpperCase();
  return m.catalog.items[id].kind === "potion" ? "Drink" : [hero.weapon, hero.armor].includes(id) ? "Put away" : m.catalog.items[id].kind === "weapon" ? "Take in hand" : "Put on";
}

// --- The room

function figure(m, who, side, chosen) {
  const tag = side === "you" ? who.type : `${who.type}${who.id}`;
  return h("div", {
    class: `fig ${side} ${chosen ? "sel" : ""}`, "data-id": side === "you" ? who.type : `${m.view.room.id}${tag}`,
    "data-drag": side === "you" && leads(m, who) ? `move ${who.type.toLowerCase()}` : null, "data-long": tag,
  }, portrait(m, who.type, 50), h("b", { class: "tag" }, tag), bar(who.health, who.max_health), h("span", { class: "hp" }, String(who.health)));
}

function thing(m, there) {
  const [sign, text, kind] = {
    door: () => ["door", [icon(there.open ? "step" : "cross", 11), there.to ? [h("span", { class: "long" }, "room"), ` ${there.to}`] : "out"], there.open ? "open" : ""],
    chest: () => ["chest", there.value ? `lock ${there.value}` : "lock ?", ""],
    remains: () => ["bone", Object.keys(there.items).length ? `${Object.values(there.items).reduce((sum, n) => sum + n, 0)} to take` : "bare", "rest"],
  }[there.kind]();
  return h("div", { class: `thing ${there.kind} ${kind}`, "data-id": `${m.view.room.id}${there.kind}${field(there.at)}` }, glyph(sign, 40), h("small", null, text));
}

function said(m, there) {
  return {
    hero: () => `${there.name}, ${m.catalog.heroes[there.type].name}, ${there.health} of ${there.max_health} health`,
    foe: () => `${foeName(m, there)}, ${there.health} of ${there.max_health} health`,
    door: () => `${there.to ? `door to room ${there.to}` : "way out of the dungeon"}, ${there.open ? "open" : "locked"}`,
    chest: () => `chest, ${there.value ? `needs ${there.value}` : "value of the lock unknown"}`,
    remains: () => `remains: ${Object.entries(there.items).map(([id, n]) => `${n} ${nameOf(m, id)}`).join(", ") || "nothing"}`,
  }[there.kind]?.() || "empty";
}

const CAN = { move: "can be walked to", attack: "can be attacked", loot: "can be looted" };

function cell(m, at, hero, outlook, last) {
  const there = contentOf(m.view, at);
  const line = lineOf(m, hero, at);
  const legal = hero.health && !m.back && m.can(line);
  const aim = same(outlook?.aim, at) || m.ui.plan === line;
  const hits = outlook?.fields || m.view.blow?.fields || [];
  const hit = outlook?.hits.find(one => same(one.at, at));
  const marks = { legal, empty: legal && !there.kind && !aim, full: legal && (there.kind || aim), aim, last: last.has(field(at)), pending: m.pending === line };
  const preview = m.ui.verb === "attack" || there.kind === "foe" ? line : "";
  return h("div", {
    class: ["dcell", hits.some(one => same(one, at)) && "hit", ...Object.keys(marks).filter(mark => marks[mark])].filter(Boolean).join(" "), key: field(at),
    style: { "grid-area": `${at[0] + 1}/${at[1] + 1}` }, role: "gridcell", "data-item": field(at), "data-drop": field(at),
    "aria-label": `${at[0]},${at[1]}, ${said(m, there)}${hit ? `, loses ${hit.words.join(", ")}` : ""}${legal ? `, ${CAN[line.split(" ")[0]]}` : ""}`,
    on: { click: () => tap(m, at), mouseenter: () => hover(m, legal && !m.ui.plan ? preview : "") },
  },
  there.kind === "hero" || there.kind === "foe" ? figure(m, there, there.kind === "hero" ? "you" : "foe", there.type === hero.type && there.kind === "hero") : there.kind && thing(m, there),
  hit ? chip(hit, at, m.view.room, outlook.hits.length > 1) : aim && outlook && !outlook.hits.length && chip({ words: ["nobody there", ""] }, at, m.view.room));
}

function hover(m, line) {
  if ((m.ui.hover || "") === line) return;
  m.ui.hover = line;
  m.redraw();
}

/** What a blow would do, beside its field; of several only the numbers, the words stand below the room. */
function chip({ words: [range, words], friend, outlook }, at, room, several) {
  const fall = several && outlook.falls > 0 && `falls ${Math.round(outlook.falls * 100)} %`;
  return h("span", { class: `forecast ${friend ? "friend" : ""} ${at[0] === 1 ? "under" : ""} ${at[1] > room.width / 2 ? "west" : ""} ${several ? "brief" : ""}` },
    h("b", null, range), several ? fall : words);
}

/** The fields that the last action changed. */
function changed(m) {
  const events = m.last || [];
  const since = events.slice(events.findIndex(event => event.kind === "RoomEntered") + 1);
  return new Set(since.flatMap(event => [event.from, event.to, event.kind !== "Attacked" && event.at]).filter(Boolean).map(field));
}

function die(roll, side) {
  const shape = '<svg viewBox="0 0 60 60" aria-hidden="true"><path d="M30 2L56 20V42L30 58L4 42V20z" fill="currentColor"/><path d="M30 2L48 38H12zM12 38L4 20L30 2zM48 38L56 20" fill="#0000001c"/><path d="M12 38L4 42L30 58L56 42L48 38z" fill="#00000038"/></svg>';
  return [raw("i", { class: `shape ${side}` }, shape), h("b", null, String(roll.total)), h("small", null, `${roll.dice > 1 ? roll.dice : ""}d${roll.sides}`)];
}

function roomOf(m, hero, outlook) {
  const { room, blow } = m.view;
  const [rows, columns] = [room.height, room.width].map(length => Array.from({ length }, (_, i) => i + 1));
  const last = changed(m);
  const rolling = blow?.aim && { "grid-area": `${blow.aim[0] + 1}/${blow.aim[1] + 1}` };
  return h("div", { class: "dwrap" }, h("div", {
    class: "dgrid", key: `room ${room.id}`, "data-id": `room ${room.id}`, style: { "--w": room.width, "--h": room.height }, role: "grid", "aria-label": `Room ${room.id}`,
    "data-rove": "room", on: { mouseleave: () => hover(m, "") },
  },
  columns.map(c => h("i", { class: "ax", "aria-hidden": "true", style: { "grid-area": `1/${c + 1}` } }, String(c))),
  rows.map(r => h("div", { class: "drow", role: "row", key: `row ${r}` },
    h("i", { class: "ax", "aria-hidden": "true", style: { "grid-area": `${r + 1}/1` } }, String(r)), columns.map(c => cell(m, [r, c], hero, outlook, last)))),
  blow?.aim && h("div", { class: `die flying ${blow.roll ? "" : "waiting"}`, key: "die", style: rolling }, die(blow.roll || { total: "?", dice: 1, sides: "" }, blow.foe ? "foe" : "you"))));
}

// --- The party, the dice, the deeds

function heroCard(m, hero, chosen) {
  const { name } = m.catalog.heroes[hero.type];
  const player = m.seats.length > 1 && m.seats[hero.seat];
  const strip = player && m.strip(hero.seat);
  return h("section", { class: `hero ${chosen ? "on" : ""} ${hero.health ? "" : "fallen"}`, key: hero.type, "data-long": hero.type },
    h("button", { class: "hrow", type: "button", "aria-pressed": String(chosen), on: { click: () => choose(m, hero.type) } },
      portrait(m, hero.type, 40), h("span", null, h("b", null, hero.name), h("small", null, name, " ", keycap(hero.type))),
      h("span", { class: `vital health ${hero.health / hero.max_health <= 0.34 ? "low" : ""}` }, h("b", null, String(hero.health)), h("small", null, `of ${hero.max_health}`))),
    bar(hero.health, hero.max_health),
    player && h("p", { class: "lead" }, sigil(player.name, "you", 20), h("b", null, player.name), strip.here, strip.clock),
    hero.health ? gear(m, hero) : h("p", { class: "gear" }, "fell in this dungeon"));
}

function gear(m, hero) {
  return h("ul", { class: "gear" },
    h("li", null, glyph(hero.weapon ? glyphOf(m, hero.weapon) : "fist", 14), hero.weapon ? m.catalog.items[hero.weapon].name : "nothing in hand"),
    h("li", null, glyph("shield", 14), hero.armor ? m.catalog.items[hero.armor].name : "no armour", h("b", null, String(hero.armor_value))),
    hero.resists && h("li", { class: "res" }, glyph("leaf", 14), `half ${hero.resists} damage`),
    h("li", { class: "bag" }, Object.entries(hero.bag).map(([id, n]) => h("span", { key: id, title: m.catalog.items[id].name, "aria-label": `${n} ${m.catalog.items[id].name}` },
      glyph(glyphOf(m, id), 13), n > 1 && String(n)))));
}

const mini = (m, hero, chosen) => h("button", {
  class: `mini ${chosen ? "on" : ""} ${hero.health ? "" : "fallen"}`, type: "button", key: hero.type, "aria-pressed": String(chosen), "data-long": hero.type,
  "aria-label": `${hero.name}, ${hero.health} of ${hero.max_health} health`, on: { click: () => choose(m, hero.type) },
}, portrait(m, hero.type, 26), h("span", null, h("b", null, hero.name), h("small", null, hero.health ? [`${hero.health} of ${hero.max_health} `, glyph("shield", 10), String(hero.armor_value)] : "fallen")),
bar(hero.health, hero.max_health));

/** The dice of the last action with what came of them; while it is played, up to where it is. */
function rollsOf(m) {
  const told = rolls(m.last);
  return told.length > 0 && h("section", { class: "rolls", "aria-label": "Dice of the last action" }, h("h2", { class: "panel-title" }, "Last rolls"), told.map(({ cause, roll, results }, i) => {
    const foe = cause?.foe;
    const kind = foe ? m.catalog.foes[foe.type] : m.catalog.heroes[cause?.hero.type];
    const plus = cause?.kind === "Attacked" ? kind.attacks[cause.weapon].plus : 0;
    const who = foe ? foeName(m, foe) : m.view.heroes.find(hero => hero.type === cause?.hero.type)?.name;
    const what = cause?.weapon || cause?.item ? nameOf(m, cause.weapon || cause.item) : `lock ${cause?.value}, needs ${Math.max(1, cause?.minimum)}`;
    return h("div", { class: "rollrow", key: i }, h("span", { class: "die" }, die(roll, foe ? "foe" : "you")),
      h("span", null, h("b", null, who), `, ${what}`, h("span", { class: "sum" }, plus ? `${roll.total} + ${plus} = ${roll.total + plus}` : ""), results.map(event => h("small", null, resultOf(m, event)))));
  }));
}

function resultOf(m, event) {
  const name = event.foe ? foeName(m, event.foe) : m.view.heroes.find(hero => hero.type === event.hero.type)?.name;
  if (event.kind === "LostHealth") return [`${name}${event.resisted ? ", resists half" : ""}: `, h("b", { class: "dmg" }, `−${event.lost}`), `, ${event.health || "falls"}${event.health ? " left" : ""}`];
  if (event.kind === "Regenerated") return [`${name}: `, h("b", { class: "good" }, `+${event.regenerated}`), `, ${event.health} now`];
  return event.kind === "ChestLocked" ? "it remains locked" : `it opens: ${Object.entries(event.items).map(([id, n]) => `${n} ${nameOf(m, id)}`).join(", ") || "empty"}`;
}

function budget(m, outlook) {
  const { phase, per_phase: all } = m.view.actions;
  const { foes } = m.view.room;
  const words = outlook?.hits.map(({ name, friend, words: [range, more] }) => h("span", { class: friend ? "friend" : "" }, h("b", null, friend ? `${name}, a friend: ` : `${name}: `), `${range}${more ? `, ${more}` : ""}`));
  return h("section", { class: "budget", role: "status" }, h("b", { class: "bl long" }, "Party"), pips(all - phase, all, "act"),
    words?.length ? h("span", { class: "outlook" }, words) : foes.length ? [h("span", { class: "bl2" }, `${all - phase} of ${all} left, then`),
      h("span", { class: "foes" }, foes.map(foe => h("span", { class: "next", key: `${foe.type}${foe.id}`, "data-long": `${foe.type}${foe.id}` }, portrait(m, foe.type, 24), `${foe.type}${foe.id}`))), h("span", { class: "bl2 long" }, "act")]
      : h("span", { class: "bl2" }, m.view.outcome ? ENDED[m.view.outcome] : "No foe is left here, the doors are open."));
}

const ENDED = { completion: "The Lich has fallen: the dungeon is completed.", defeat: "All heroes have fallen.", flight: "The heroes fled from the dungeon.", limit: "The heroes have lost their way." };

const deed = d => h("button", {
  class: `deed ${d.on ? "on" : ""} ${d.reason ? "no" : ""}`, type: "button", key: d.label + d.key, "aria-pressed": String(d.on), "aria-disabled": d.reason ? "true" : null, "data-item": d.label, on: { click: d.tap },
}, glyph(d.glyph, 22), h("span", null, h("b", null, d.label, d.count > 1 && ` ×${d.count}`), h("small", null, d.reason || d.note)), d.key && keycap(d.key));

const press = (m, d) => () => (d.reason ? m.refuse(d.reason) : d.act());

let centred = "";
/** On small screens the room pans so that the hero stands in the middle; again only when the hero has gone on. */
function centre(m, hero) {
  const now = `${m.view.room.id} ${hero.type} ${hero.at} ${m.wide}`;
  if (now === centred || !hero.at) return;
  centred = now;
  requestAnimationFrame(() => {
    const wrap = document.querySelector(".dwrap");
    const target = wrap?.querySelector(`[data-item="${field(hero.at)}"]`);
    if (!target) return;
    const [a, b] = [wrap.getBoundingClientRect(), target.getBoundingClientRect()];
    wrap.scrollLeft += b.x + b.width / 2 - a.x - a.width / 2;
    wrap.scrollTop += b.y + b.height / 2 - a.y - a.height / 2;
  });
}

function draw(m) {
  const { view } = m;
  const hero = picked(m);
  const line = m.ui.plan || m.ui.hover || "";
  const outlook = line ? outlookOf(m, line) : null;
  const deeds = deedsOf(m, hero);
  const left = view.actions.per_phase - view.actions.phase;
  centre(m, hero);
  return {
    where: ["room ", h("b", null, String(view.room.id)), `, ${view.completed} of ${view.rooms} done`, !m.over && `, ${left} action${left === 1 ? "" : "s"} left`],
    left: [h("div", { class: "party" }, view.heroes.map(one => heroCard(m, one, one === hero))), rollsOf(m)],
    stage: [
      !m.wide && h("div", { class: "phoneparty", style: { "--n": view.heroes.length } }, view.heroes.map(one => mini(m, one, one === hero))),
      roomOf(m, hero, outlook), budget(m, outlook),
      h("div", { class: "deeds", role: "group", "aria-label": `What ${hero.name} can do`, "data-rove": "deeds" }, deeds.map(d => deed({ ...d, tap: press(m, d) }))),
    ],
    main: m.ui.plan ? { label: labelOf(m, m.ui.plan), action: m.ui.plan, key: "Enter" } : null,
    message: message(m, hero, outlook),
  };
}

function message(m, hero, outlook) {
  if (m.over) return ENDED[m.view.outcome] || "The match is over.";
  if (!leads(m, hero)) return idle(m, hero);
  if (outlook) return [h("b", null, nameOf(m, hero.weapon)), ` on ${field(outlook.aim)}`, h("br"), outlook.hits.length ? outlook.hits.map(({ name, words }) => `${name} ${words[0]}`).join(", ") : "nobody there"];
  if (m.ui.plan) return [h("b", null, hero.name), h("br"), labelOf(m, m.ui.plan)];
  return [h("b", null, hero.name), `: ${{ attack: "tap a field to aim at", loot: "tap what to loot" }[m.ui.verb] || "tap a lit field or a deed"}`];
}

function keydown(event, m) {
  const key = event.key.toUpperCase();
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (m.view.heroes.some(hero => hero.type === key && hero.health)) {
    choose(m, key);
    return true;
  }
  const hero = picked(m);
  const found = deedsOf(m, hero).find(one => one.key === key);
  if (found) {
    press(m, found)();
    document.querySelector(`.dgrid [data-item="${m.ui.plan ? parse(m.ui.plan).word : field(hero.at || [1, 1])}"]`)?.focus({ preventScroll: true });
    return true;
  }
  if (key !== "ENTER" || !m.ui.plan) return false;
  m.act(m.ui.plan);
  return true;
}

function escape(m) {
  if (!m.ui.plan && !m.ui.verb) return false;
  Object.assign(m.ui, m.ui.plan ? { plan: "", hover: "" } : { verb: "" });
  m.redraw();
  return true;
}

/** A hero's bag, or what the rulebook says of a foe. */
function details(tag, m) {
  const hero = m.view.heroes.find(one => one.type === tag);
  if (hero) return m.details(h("div", { class: "party" }, heroCard(m, hero, false), h("ul", { class: "inventory" },
    Object.entries(hero.bag).map(([id, n]) => h("li", null, glyph(glyphOf(m, id), 16), `${n} ${m.catalog.items[id].name}`, h("small", null, m.catalog.items[id].kind === "ammunition" ? "" : useNote(m, hero, id)))))));
  const foe = m.view.room.foes.find(one => `${one.type}${one.id}` === tag);
  const kind = foe && m.catalog.foes[foe.type];
  return kind && m.details(h("div", { class: "party" }, h("section", { class: "hero" },
    h("div", { class: "hrow" }, portrait(m, foe.type, 64), h("span", null, h("b", null, foeName(m, foe)), h("small", null, `armour ${kind.armor_value}${kind.resists ? `, half ${kind.resists} damage` : ""}`)),
      h("span", { class: "vital health" }, h("b", null, String(foe.health)), h("small", null, `of ${foe.max_health}`))),
    bar(foe.health, foe.max_health),
    h("ul", { class: "inventory" }, Object.entries(kind.attacks).map(([id, attack]) => h("li", null, glyph(glyphOf(m, id), 16), m.catalog.items[id].name, h("small", null, `${arms(attack)}${attack.ranged ? ", from afar" : ""}`)))),
    h("p", { class: "gear" }, kind.boss ? "Its fall completes the dungeon." : `Leaves ${Object.entries(kind.leaves).map(([id, n]) => `${n} ${m.catalog.items[id].name}`).join(", ")}.`))));
}

export default { draw, keydown, escape, play, step, details };
