// The Marches: three lanes between two players. On a desktop they run from left to right, on a phone upwards, the own end
// first; units are arrows that point where they march.
import { card, title } from "../card.js";
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { find, run } from "../lib/motion.js";
import { bar, glyph, icon, keycap, sigil } from "../ui.js";
import { foretold, forecast, numbers, pace, places, rest, short, step, table } from "./marches-table.js";

const GLYPHS = { PLAINS: "wheat", FOREST: "leaf", MOUNTAIN: "peak" };
/** The room on a tile for units at the smallest size of a page, by the tiles of a lane; and a unit at its best. */
const ROOM = { wide: { 4: [158, 122], 6: [100, 122], 8: [72, 122] }, phone: { 4: [94, 64], 6: [94, 42], 8: [94, 32] } };
const UNIT = { wide: [48, 50], phone: [30, 34] };
const SMALLEST = 0.6;

// The unit that was clicked on a tile where several would do; the table asks for it in a second question.
let meant = null;

const set = (m, change) => {
  Object.assign(m.ui, change);
  m.redraw();
};
const names = m => m.seats.map(seat => seat.name);
const whose = (m, seat) => seat === m.eye ? "your" : `${names(m)[seat]}'s`;
const side = (t, seat) => seat === t.me ? "you" : "foe";
const called = (t, e) => `${whose(t.m, e.owner)} ${title(e.name)}`;
const sentence = text => text.charAt(0).toUpperCase() + text.slice(1);

function described(t, e) {
  const words = e.kind === "UNIT" ? [`${e.attack.total} attack`, `${e.health} health`, `marches ${pace(e)}`] : [`${e.health} health`];
  if (rest(e)) words.push(`rests ${rest(e)} more`);
  return [called(t, e), ...words].join(", ");
}

/** Why a card of the hand cannot be played now; "" if it can, or if it is not one's turn. */
function reason(t, c) {
  if (!t.mine || t.asked || places(t.m, c).length) return "";
  const refused = t.m.choices.find(choice => choice.reason && choice.group === `play ${c.play}`);
  return refused ? refused.reason.replace(c.name, title(c.name)) : "";
}

function shortReason(t, c) {
  const why = reason(t, c);
  const gold = t.view.players[t.me].gold;
  if (!why) return "";
  if (c.cost > gold) return t.m.wide ? `Costs ${c.cost} gold, you have ${gold}` : `needs ${c.cost} gold`;
  return t.m.wide ? "Nothing it could be played on" : "no target";
}

// ------------------------------------------------------------------------------------------------------------- doing

function pick(t, which) {
  const c = t.catalog.cards[which === "power" ? t.view.players[t.me].power : which];
  const why = which === "power" ? t.mine && t.m.why("power") : reason(t, c);
  if (why) t.m.refuse(why);
  const can = t.mine && !t.asked && !why;
  set(t.m, { pick: can && t.m.ui.pick !== which ? which : null, aim: null, over: null, look: can ? null : { card: c.id } });
}

function take(t, target) {
  meant = target.choose ? { card: t.picked.id, number: target.entity.number } : null;
  t.m.act(target.line);
}

/** A tile was clicked, perhaps one unit or building on it. */
function touch(t, name, entity) {
  const lane = t.catalog.lanes.find(one => one.letter === name[0]).name;
  const here = t.targets.filter(target => ["", lane, name].includes(target.place));
  const target = entity ? here.find(one => one.entity?.number === entity.number || !one.entity) : here[0];
  if (target && (entity || here.length === 1 || !t.asked)) take(t, entity ? target : { ...target, choose: false });
  else if (t.picked && !t.asked) t.m.refuse(t.m.why(`play ${t.picked.play} at ${name}`) || `${title(t.picked.name)} cannot be played at ${name}`);
  else if (entity && t.m.wide) set(t.m, { look: { card: entity.card, number: entity.number } });
  else details(`tile ${name}`, t.m);
}

// ------------------------------------------------------------------------------------------------------------ the board

/** Choose columns and rows so that units are as large as they can be; what then is still too small is only counted. */
function crowd(foes, own, building, lane, wide) {
  const layout = wide ? "wide" : "phone";
  const [width, height] = ROOM[layout][lane.last - lane.first + 1];
  const [w, h_] = UNIT[layout];
  const room = height - (wide && building ? 32 : 0);
  for (let [a, b] = [foes, own]; ; a > b ? a-- : b--) {
    let best = { size: 0 };
    for (let columns = 1; columns <= Math.max(1, a + b); columns++) {
      const rows = Math.max(1, wide ? Math.ceil(a / columns) + Math.ceil(b / columns) : Math.ceil((a + b) / columns));
      const size = Math.min(1, width / columns / w, room / rows / h_);
      if (size > best.size) best = { columns, rows, size };
    }
    if (best.size >= SMALLEST || a + b <= 1) return { ...best, foes: a, own: b, left: foes + own - a - b };
  }
}

function piece(t, e, inside, kind) {
  const target = t.targets.find(one => one.entity?.number === e.number);
  const state = [target && "legal full", target && target === t.aimed && "aim", t.last.has(e.number) && "last"];
  return h("div", {
    key: e.number, "data-id": `e${e.number}`, "data-long": `unit ${e.number}`, title: described(t, e),
    class: [kind, side(t, e.owner), ...state].filter(Boolean).join(" "),
    on: {
      click: event => { event.stopPropagation(); touch(t, t.catalog.tiles[e.tile], e); },
      mouseenter: () => t.m.wide && set(t.m, { over: target?.id, look: t.picked ? null : { card: e.card, number: e.number } }),
      mouseleave: () => t.m.wide && set(t.m, { over: null, look: null }),
    },
  }, inside);
}

function unit(t, e) {
  const c = t.catalog.cards[e.card];
  const [steps, wait] = [e.movement.total, e.denominator.total];
  const marks = [steps === 0 ? "■" : steps > 1 || wait > 1 ? "›".repeat(Math.min(3, steps)) : "", wait > 1 && h("s", null, `/${short(wait)}`)];
  return piece(t, e, [
    h("div", { class: "shape" }, h("div", null, emblem(c, { size: 40, shape: "full", box: [14, 12, 68] }))),
    h("span", { class: "pair" }, h("b", { class: e.attack.total > c.attack ? "up" : "" }, short(e.attack.total)),
      h("b", { class: e.damage > 0 ? "down" : e.health > c.health ? "up" : "" }, short(e.health))),
    marks.some(Boolean) && h("i", { class: "mv" }, h("u", null, marks[0]), marks[1]),
    rest(e) > 0 && h("i", { class: "zz" }, `z${rest(e)}`),
  ], rest(e) ? "unit rest" : "unit");
}

const building = (t, e) => piece(t, e, [
  emblem(t.catalog.cards[e.card], { size: 24 }), h("span", { class: "bn" }, title(e.name)),
  h("b", { class: e.damage ? "down" : "" }, short(e.health))], "bldg");

function tile(t, lane, index) {
  const name = t.catalog.tiles[index];
  const here = t.view.entities.filter(e => e.tile === index);
  const units = here.filter(e => e.kind === "UNIT");
  const built = here.find(e => e.kind === "BUILDING");
  const [foes, own] = [units.filter(e => e.owner !== t.me), units.filter(e => e.owner === t.me)];
  const fit = crowd(foes.length, own.length, built, lane, t.m.wide);
  const targets = t.targets.filter(target => target.place === name || (target.place === lane.name));
  const lit = targets.some(target => !target.entity);
  const aimed = lit && targets.includes(t.aimed);
  const state = [lit && `legal ${here.length ? "full" : "empty"}`, aimed && "aim", foes.length && own.length && "fight",
    built && "built", t.lastTiles.has(index) && "last", t.m.pending.endsWith(` at ${name}`) && "pending"];
  const label = [name, ...here.map(e => described(t, e)), here.length ? "" : "empty", targets.length ? "can be chosen" : ""];
  return h("div", {
    key: name, role: "gridcell", "data-item": name, "data-drop": name, "data-long": `tile ${name}`,
    "data-id": `tile${name}`, "aria-label": label.filter(Boolean).join("; "),
    class: `tile slot ${state.filter(Boolean).join(" ")}`, style: { "--c": fit.columns, "--r": fit.rows },
    on: {
      click: () => touch(t, name),
      mouseenter: () => lit && t.m.wide && set(t.m, { over: targets[0].id }),
      mouseleave: () => lit && t.m.wide && set(t.m, { over: null }),
    },
  },
  h("span", { class: "tn" }, name),
  h("div", { class: "band foe" }, foes.slice(0, fit.foes).map(e => unit(t, e))),
  built && building(t, built),
  h("div", { class: "band you" }, own.slice(0, fit.own).map(e => unit(t, e))),
  fit.left > 0 && h("span", { class: "more" }, `+${fit.left}`));
}

function field(t) {
  const whole = t.targets.length && t.targets[0].place === "" && !t.asked;
  return h("div", {
    class: `field ${whole ? "legal full" : ""}`, role: "grid", "aria-label": "The three lanes", "data-rove": "board", "data-drop": "",
  }, t.catalog.lanes.map(lane => {
    const tiles = Array.from({ length: lane.last - lane.first + 1 }, (_, i) => t.me ? lane.last - i : lane.first + i);
    return h("section", { class: `mlane n${tiles.length}`, role: "row", "data-drop": lane.name, style: { "--n": tiles.length } },
      h("h2", { role: "rowheader" }, glyph(GLYPHS[lane.name], 14), h("span", null, title(lane.name))),
      h("div", { class: "tiles", role: "presentation" }, tiles.map(index => tile(t, lane, index))));
  }));
}

// ----------------------------------------------------------------------------------------------------------- the players

function power(t, seat) {
  const player = t.view.players[seat];
  const c = t.catalog.cards[player.power];
  const own = seat === t.me && t.mine;
  const can = own && t.m.can("power");
  const says = !player.power_available ? "used this turn" : `${c.cost} gold${can ? " · ready" : ""}`;
  const state = [can && "can", !player.power_available && "used", own && t.m.ui.pick === "power" && "on"];
  return h("button", {
    type: "button", class: ["power", ...state].filter(Boolean).join(" "), "data-id": `power${seat}`, "data-long": `card ${c.id}`,
    "aria-label": `Power ${title(c.name)}, ${says}`, on: { click: () => own || t.m.wide ? pick(t, "power") : details(`card ${c.id}`, t.m) },
  }, emblem(c, { size: 30 }), h("span", { class: "long" }, h("b", null, title(c.name)), h("small", null, says)));
}

function strip(t, seat) {
  const player = t.view.players[seat];
  const parts = t.m.strip(seat);
  const name = names(t.m)[seat];
  const coming = t.forecast.filter(blow => !blow.foe && blow.unit.owner !== seat).reduce((sum, blow) => sum + blow.amount, 0);
  return h("section", { class: `strip ${side(t, seat)} ${parts.turn ? "turn" : ""}`, "aria-label": name },
    sigil(name, side(t, seat)),
    h("button", { type: "button", class: "who", "aria-label": `${name}, ${title(player.class_name)}: class and cards`,
      on: { click: () => details(`player ${seat}`, t.m) } },
    h("b", null, name), h("small", null, parts.here, h("span", { class: "long" }, title(player.class_name)))),
    h("span", { class: `vital health ${player.health < 7 ? "low" : ""}`, "data-id": `e${seat}`, title: "Health" },
      glyph("heart", 17), h("b", null, short(player.health)), bar(player.health, player.hp),
      coming > 0 && h("em", { class: "coming", title: "Damage of the next march" }, `▼ ${short(coming)}`)),
    h("span", { class: "vital gold", "data-id": `gold${seat}`, title: "Gold" },
      glyph("coin", 17), h("b", null, short(player.gold)), h("small", { class: "long" }, "gold")),
    h("span", { class: "piles" }, h("span", { title: "Cards in hand" }, icon("cards", 16), h("b", null, String(player.hand_count))),
      h("span", { class: "long" }, "deck ", h("b", null, String(player.deck_count)))),
    power(t, seat), parts.clock);
}

// ----------------------------------------------------------------------------------------------------------------- cards

function counted(cards) {
  const found = new Map();
  for (const id of cards) found.set(id, (found.get(id) || 0) + 1);
  return [...found];
}

function hand(t) {
  const cards = counted(t.hand);
  return h("div", { class: "hand mhand", "data-rove": "hand", role: "group", "aria-label": "Your hand", style: { "--n": cards.length } },
    cards.map(([id, count], i) => {
      const c = t.catalog.cards[id];
      const picked = t.picked?.id === id;
      const line = places(t.m, c)[0]?.[0] === "" ? `play ${c.play}` : `play ${c.play} at`;
      return card(c, "m", {
        reason: shortReason(t, c), count, key: t.m.wide && i < 9 ? String(i + 1) : "",
        state: [picked && "selected", t.m.pending.startsWith(`play ${c.play}`) && "pending"].filter(Boolean).join(" "),
        props: {
          key: id, role: "button", "aria-pressed": String(picked), "data-id": `hand${id}`, "data-item": String(id),
          "data-drag": line, "data-long": `card ${id}`,
          on: {
            click: () => pick(t, id),
            mouseenter: () => t.m.wide && !t.picked && set(t.m, { look: { card: id } }),
            mouseleave: () => t.m.wide && !t.picked && set(t.m, { look: null }),
          },
        },
      });
    }));
}

/** What a picked card can be played on, with what would come of it: beside the board, and under the thumb of a phone. */
function aims(t) {
  const left = t.view.players[t.me].gold - t.picked.cost;
  return h("section", { class: "aims", "aria-label": "Where to" },
    h("h2", { class: "panel-title" }, t.asked ? `Which one on ${t.catalog.tiles[t.asked.tile]}?` : "Where?",
      h("span", null, `leaves ${short(left)} gold`)),
    h("div", { class: "targets", "data-rove": "targets" }, t.targets.map((target, i) => h("button", {
      type: "button", key: target.id, "data-item": String(target.id), class: `target ${target === t.aimed ? "on" : ""}`,
      on: { click: () => take(t, target), mouseenter: () => t.m.wide && set(t.m, { over: target.id }) },
    },
    t.asked && t.m.wide && i < 9 && keycap(String(i + 1)),
    h("b", null, target.place.length > 2 ? title(target.place) : target.place || (t.m.ui.pick === "power" ? "Use it" : "Play it")),
    h("span", null, target.entity && h("em", { class: side(t, target.entity.owner) }, title(target.entity.name)),
      " ", target.entity && !foretold(t, target, names(t.m)) ? numbers(target.entity) : foretold(t, target, names(t.m)))))));
}

const pickedRow = t => h("div", { class: "hand aiming" },
  card(t.picked, "m", { state: "selected", props: { role: "button", "aria-label": `Put ${title(t.picked.name)} back`, "data-long": `card ${t.picked.id}`,
    on: { click: () => t.asked || set(t.m, { pick: null, aim: null }) } } }), aims(t));

/** The other hand as a row of names: where all hands are open. */
function openHand(t) {
  const seat = 1 - t.me;
  const cards = t.m.views?.[seat]?.players[seat].hand;
  return cards && h("div", { class: "openhand", "aria-label": `Hand of ${names(t.m)[seat]}` }, counted(cards).map(([id, count]) =>
    h("button", { type: "button", class: "chip", "data-long": `card ${id}`, on: { click: () => details(`card ${id}`, t.m) } },
      h("b", null, String(t.catalog.cards[id].cost)), emblem(t.catalog.cards[id], { size: 22 }),
      h("span", null, title(t.catalog.cards[id].name)), count > 1 && h("small", null, `×${count}`))));
}

const list = (t, heading, cards) => cards.length > 0 && h("section", { class: "pile" },
  h("h2", { class: "panel-title" }, heading, h("span", null, String(cards.length))),
  h("ul", null, counted([...cards].sort((a, b) => a - b)).map(([id, count]) => h("li", null,
    h("button", { type: "button", "data-long": `card ${id}`, on: { click: () => details(`card ${id}`, t.m) } },
      emblem(t.catalog.cards[id], { size: 18 }), h("span", null, title(t.catalog.cards[id].name)), count > 1 && h("b", null, `×${count}`))))));

/** The cards of a player that nobody but they can tell apart: hand and deck, or the own deck without its order. */
function unseen(t, seat) {
  const player = t.view.players[seat];
  const open = Boolean(player.hand);
  const heading = open ? `${sentence(whose(t.m, seat))} deck, in some order` : `${sentence(whose(t.m, seat))} hand and deck`;
  return list(t, heading, player.unseen);
}

/** A card in full: with the numbers of the one that stands on the board, and in exact words what it does. */
function whole(t, c, e) {
  const now = e && { attack: e.attack?.total, health: e.health };
  const shown = e?.movement ? { ...c, move: pace(e) } : c;
  const resting = e && rest(e);
  return h("div", { class: "wholecard" }, card(shown, "l", { now, reason: !e && t.hand.includes(c.id) ? reason(t, c) : "" }),
    e && h("p", { class: "note" }, sentence(described(t, e)), resting ? "" : "."),
    c.does.length > 0 && h("details", { class: "exact" }, h("summary", null, "In exact words"), c.does.map(line => h("p", null, line))));
}

function details(value, m) {
  const t = prepared(m);
  const [what, which] = value.split(" ");
  const cards = t.catalog.cards;
  if (what === "card") m.details(whole(t, cards[which]));
  if (what === "unit") {
    const e = t.view.entities.find(one => one.number === Number(which));
    if (e) m.details(whole(t, cards[e.card], e));
  }
  if (what === "tile") {
    const here = t.view.entities.filter(e => t.catalog.tiles[e.tile] === which);
    if (here.length) m.details(h("div", { class: "onTile" }, h("h2", null, `On ${which}`), h("ul", null, here.map(e => h("li", null,
      h("button", { type: "button", class: `target ${side(t, e.owner)}`, on: { click: () => details(`unit ${e.number}`, m) } },
        emblem(cards[e.card], { size: 30 }), h("b", null, numbers(e)), h("span", null, described(t, e))))))));
  }
  if (what === "player") {
    const player = t.view.players[which];
    m.details(h("div", { class: "wholecard" }, card(cards[player.class], "l"), h("p", { class: "note" },
      h("span", null, h("b", null, title(player.power_name)), `, ${cards[player.power].cost} gold: ${cards[player.power].text.replace(/[*#]/g, "")}`)),
    unseen(t, Number(which)), list(t, "Played", player.discard)));
  }
}

// ------------------------------------------------------------------------------------------------------- the left tray

function nextMarch(t) {
  if (!t.forecast.length) return null;
  const later = [...t.view.entities, ...t.view.players.map(player => ({ card: player.class }))]
    .some(e => t.catalog.cards[e.card].hears.some(name => name.startsWith("ON_END")));
  return h("section", { class: "unseen" }, h("h2", { class: "panel-title" }, "Next march"),
    h("ul", { class: "fore" }, t.forecast.slice(0, 6).map(blow => h("li", null,
      blow.unsure ? "Perhaps " : "", blow.unsure ? called(t, blow.unit) : sentence(called(t, blow.unit)), " ",
      blow.foe ? ["fights ", h("b", null, title(blow.foe.name)), ` on ${t.catalog.tiles[blow.tile]}`,
        blow.dies && blow.kills ? "; both die" : blow.kills ? `; ${title(blow.foe.name)} dies` : blow.dies ? "; it dies" : ""]
        : ["hits ", h("b", null, blow.unit.owner === t.m.eye ? names(t.m)[1 - blow.unit.owner] : t.m.eye == null ? names(t.m)[1 - blow.unit.owner] : "you"),
          ` for ${short(blow.amount)}`], "."))),
    t.forecast.length > 6 && h("p", { class: "fore" }, `and ${t.forecast.length - 6} more blows`),
    later && h("p", { class: "fore" }, "The end of the turn may change it."));
}

/** The card in focus: looked at, picked, or just played by the other. */
function left(t) {
  const { m, catalog } = t;
  const look = m.ui.look || (t.picked && { card: t.picked.id });
  const played = (m.last || []).find(event => (event.kind === "CardPlayed" || event.kind === "PowerUsed") && event.seat !== m.eye);
  const entity = look?.number != null && t.view.entities.find(e => e.number === look.number);
  const focus = look ? [whole(t, catalog.cards[look.card], entity || null)]
    : played ? [h("h2", { class: "panel-title" }, `${names(m)[played.seat]} ${played.kind === "PowerUsed" ? "used" : "played"}`), whole(t, catalog.cards[played.card])]
      : [unseen(t, 1 - t.me), unseen(t, t.me)];
  return [h("div", { class: `focus ${t.targets.length ? "aimed" : ""}` }, focus, t.targets.length > 0 && aims(t)), nextMarch(t)];
}

function message(t) {
  if (!t.mine) return null;
  if (t.asked) return [h("b", null, title(t.picked.name)), h("br"), "which one?"];
  if (!t.picked) return null;
  const place = t.targets[0]?.place;
  const thing = t.targets[0]?.entity ? t.picked.on === "both" ? "target" : t.picked.on : place === "" ? "board" : place?.length > 2 ? "lane" : "tile";
  return [h("b", null, title(t.picked.name)), h("br"), place === "" ? "tap the board" : `tap a lit ${thing}`];
}

/** What was changed last, for the violet marks. */
function changes(m) {
  const [last, tiles] = [new Set(), new Set()];
  for (const event of m.last || []) {
    if (event.kind === "EntityCreated") last.add(event.entity.number);
    else if (event.kind === "EntityDied") tiles.add(event.tile);
    else if (["EntityMoved", "Damage", "StatChanged"].includes(event.kind)) last.add(event.number);
  }
  return [last, tiles];
}

function prepared(m) {
  const t = table(m);
  [t.last, t.lastTiles] = changes(m);
  t.forecast = t.view.over ? [] : forecast(t);
  return t;
}

// -------------------------------------------------------------------------------------------------------------- the board

export default {
  step,
  details,

  draw(m) {
    const t = prepared(m);
    if (t.asked && t.mine && meant) {
      const at = meant.card === t.asked.card ? t.asked.candidates.findIndex(e => e.number === meant.number) : -1;
      meant = null;
      if (at >= 0) queueMicrotask(() => m.act(`choose ${at + 1}`));
    }
    const aiming = t.picked && t.targets.length > 0 && !m.wide;
    return {
      where: ["turn ", h("b", null, String(t.view.turn))],
      left: left(t),
      stage: [strip(t, 1 - t.me), openHand(t), field(t), strip(t, t.me), aiming ? pickedRow(t) : t.hand.length > 0 && hand(t)],
      main: t.mine ? { label: "Done", action: "done", key: "E", reason: m.why("done") } : null,
      message: message(t),
    };
  },

  keydown(event, m) {
    const t = prepared(m);
    if (!t.mine || event.ctrlKey || event.metaKey || event.altKey) return false;
    const digit = /^[0-9]$/.test(event.key) ? Number(event.key) : -1;
    if (t.asked && digit > 0 && t.targets[digit - 1]) return take(t, t.targets[digit - 1]), true;
    if (t.asked && digit >= 0) return false;
    if (digit === 0) return pick(t, "power"), true;
    const cards = counted(t.hand);
    if (digit > 0) return cards[digit - 1] ? (pick(t, cards[digit - 1][0]), true) : false;
    if (!t.targets.length || event.target?.closest?.("button, input, textarea, select, a")) return false;
    const turn = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (turn) {
      const at = t.aimed ? t.targets.indexOf(t.aimed) : turn > 0 ? -1 : 0;
      set(m, { aim: t.targets[(at + turn + t.targets.length) % t.targets.length].id });
      return true;
    }
    if (event.key === "Enter" && (m.ui.aim || t.targets.length === 1)) return take(t, t.aimed), true;
    return false;
  },

  escape(m) {
    if (m.ui.pick == null && !m.ui.look) return false;
    set(m, { pick: null, aim: null, over: null, look: null });
    return true;
  },

  async play(event, m, fx) {
    const id = number => `e${number}`;
    if (event.kind === "Combat") {
      fx.sound?.(event.victim < 2 ? "direct hit" : "strike");
      await Promise.all([fx.lunge(id(event.attacker), id(event.victim)), event.victim > 1 && fx.lunge(id(event.victim), id(event.attacker))]);
    } else if (event.kind === "Damage") {
      fx.number(id(event.number), event.amount ? `-${short(event.amount)}` : "0");
    } else if (event.kind === "StatChanged") {
      const change = event[event.stat].total - event.before;
      const word = event.stat === "denominator" ? "slower" : event.stat === "hp" ? "health" : event.stat;
      const good = change > 0 === (event.stat !== "denominator");
      fx.number(id(event.number), event.stat === "denominator" ? (good ? "faster" : word) : `${change > 0 ? "+" : ""}${short(change)} ${word}`, good ? "good" : "bad");
    } else if (event.kind === "GoldChanged") {
      const change = event.gold - event.before;
      fx.sound?.("coin");
      fx.number(`gold${event.seat}`, `${change > 0 ? "+" : ""}${short(change)}`, change > 0 ? "good" : "bad");
    } else if (event.kind === "BuildingEntered") {
      fx.sound?.("door");
      await fx.flash(id(event.building));
    } else if (event.kind === "EntityDied") {
      fx.sound?.("death");
      await fx.death(id(event.number));
    } else if (event.kind === "PowerUsed") {
      fx.sound?.("spell");
      await fx.flash(`power${event.seat}`);
    } else if (event.kind === "CardDrawn") {
      fx.sound?.("draw");
    } else if (event.kind === "CardPlayed") {
      fx.sound?.(m.catalog.cards[event.card].kind === "skill" ? "spell" : "put down");
      await played(event, m, fx);
    }
  },
};

/** A card goes from the hand to where it is played; one from a hidden hand only lights its target up. */
async function played(event, m, fx) {
  const to = event.target != null ? `e${event.target}` : event.tile != null ? `tile${m.catalog.tiles[event.tile]}` : "";
  const [from, goal] = [`hand${event.card}`, to].map(id => id && find(document, id));
  if (!from || event.seat !== m.eye) return to ? fx.flash(to) : undefined;
  const [a, b] = [from, goal || find(document, `gold${1 - event.seat}`)].map(element => element.getBoundingClientRect());
  const way = `translate(${b.x + b.width / 2 - a.x - a.width / 2}px, ${b.y + b.height / 2 - a.y - a.height / 2}px) scale(.4)`;
  return run(from, { transform: ["none", way], opacity: [1, 0.5], zIndex: [9, 9] }, 200);
}
