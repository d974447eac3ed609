// The Marches: three lanes between two players, from left to right on a desktop and upwards on a phone, the own end
// first. Units are arrows that point where they march.
import { card, title } from "../card.js";
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { bar, glyph, icon, sigil } from "../ui.js";
import { pace, places, rest, short, table } from "./marches-table.js";

const GLYPHS = { PLAINS: "wheat", FOREST: "leaf", MOUNTAIN: "peak" };
// The room for units on a tile of a lane of so many, on the smallest desktop and phone, and a unit at its best there.
const ROOM = { 4: [158, 122, 94, 64], 6: [100, 122, 94, 42], 8: [72, 122, 94, 32] };
const UNIT = [48, 50, 30, 34];
const SMALLEST = 0.6;

// What only matters once something is looked at, picked or marches comes then, so that the page comes sooner.
const parts = {};

/** A part of this board, {} until it has come; then the page is drawn again. */
function part(name, m) {
  parts[name] ||= (import(`./marches-${name}.js`).then(module => {
    parts[name] = module;
    m.redraw();
  }, () => delete parts[name]), {});
  return parts[name];
}

// The unit that was clicked on a tile where several would do: the table asks which one in a second question.
let meant = null;

export const set = (m, change) => {
  Object.assign(m.ui, change);
  m.redraw();
};
export const classes = (...names) => names.filter(Boolean).join(" ");
export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
/** A name that fits into a sentence, however long it is. */
export const called = thing => (name => name.length > 30 ? `${name.slice(0, 28)}…` : name)(title(thing.name));
export const whose = (m, seat) => seat === m.eye ? "your" : `${m.seats[seat].name}'s`;
export const bold = text => h("b", null, String(text));
export const heading = (text, more) =>
  h("h2", { class: "panel-title" }, text, more != null && h("span", null, String(more)));
export const side = (t, seat) => seat === t.me ? "you" : "foe";

export function described(t, e) {
  const words = [`${whose(t.m, e.owner)} ${called(e)}`, e.attack && `${e.attack.total} attack`, `${e.health} health`,
    e.movement && `marches ${pace(e)}`, rest(e) && `rests ${rest(e)} more`];
  return words.filter(Boolean).join(", ");
}

/** Why a card of the hand cannot be played now; "" if it can, or if it is not one's turn. */
export function reason(t, c) {
  if (!t.mine || t.asked || places(t.m, c).length) return "";
  const refused = t.m.choices.find(choice => choice.reason && choice.group === `play ${c.play}`);
  return refused ? refused.reason.replace(c.name, called(c)) : "";
}

function shortReason(t, c) {
  const { gold } = t.view.players[t.me];
  if (!reason(t, c)) return "";
  if (c.cost > gold) return t.m.wide ? `Costs ${c.cost} gold, you have ${gold}` : `needs ${c.cost}`;
  return t.m.wide ? "Nothing it could be played on" : "no target";
}

// --- doing

/** Take a card of the hand or the power up, or put it back. */
function pick(t, which) {
  const c = t.catalog.cards[which === "power" ? t.view.players[t.me].power : which];
  const why = which === "power" ? t.mine && t.m.why("power") : reason(t, c);
  const can = t.mine && !t.asked && !why;
  const look = can ? null : `card ${c.id}`;
  set(t.m, { pick: can && t.m.ui.pick !== which ? which : null, aim: null, over: null, look });
  if (why) t.m.refuse(why);
}

export function take(t, target) {
  meant = target.choose ? { card: t.picked.id, number: target.entity.number } : null;
  t.m.act(target.line, target);
}

/** What the picked card can be aimed at on a tile, or at one thing that stands there. */
function targetsAt(t, name, entity) {
  const lane = t.catalog.lanes.find(one => one.letter === name[0]).name;
  const here = t.targets.filter(target => ["", lane, name].includes(target.place));
  return entity ? here.filter(target => !target.entity || target.entity.number === entity.number) : here;
}

/** Something on the board was clicked: "tile P3", "unit 12". */
function touch(t, thing) {
  const [name, entity] = placed(t, thing);
  const [first, ...others] = targetsAt(t, name, entity);
  if (first && !(t.asked && others.length)) take(t, { ...first, choose: first.choose && entity });
  else if (t.picked && !t.asked) {
    t.m.refuse(t.m.why(`play ${t.picked.play} at ${name}`) || `${called(t.picked)} cannot be played at ${name}`);
  } else if (entity && t.m.wide) set(t.m, { look: thing });
  else open(t.m, `tile ${name}`);
}

function placed(t, thing) {
  const [what, which] = thing.split(" ");
  const entity = what === "unit" && t.view.entities.find(e => e.number === Number(which));
  return entity ? [t.catalog.tiles[entity.tile], entity] : [which, null];
}

/** The pointer shows what it is on, and aims where that is possible. */
function hover(t, event) {
  const thing = event.type === "mouseleave" ? "" : event.target.closest("[data-long]")?.dataset.long || "";
  const target = thing && targetsAt(t, ...placed(t, thing))[0];
  const change = { over: target?.id, look: t.picked || !thing.startsWith("unit") ? null : thing };
  if (t.m.wide && (change.over !== t.m.ui.over || change.look !== t.m.ui.look)) set(t.m, change);
}

// --- the board; who draws it may mark places and pieces (m.marked) and put something beside a piece (m.beside)

/** Choose columns and rows so that units are as large as they can be; what would be too small is only counted. */
function crowd(foes, own, built, lane, wide) {
  const [at, room] = [wide ? 0 : 2, ROOM[lane.last - lane.first + 1]];
  const height = room[at + 1] - (wide && built ? 32 : 0);
  for (let [a, b] = [foes, own]; ; a > b ? a-- : b--) {
    let best = { size: 0 };
    for (let columns = 1; columns <= Math.max(1, a + b); columns++) {
      const rows = Math.max(1, wide ? Math.ceil(a / columns) + Math.ceil(b / columns) : Math.ceil((a + b) / columns));
      const size = Math.min(1, room[at] / columns / UNIT[at], height / rows / UNIT[at + 1]);
      if (size > best.size) best = { columns, rows, size };
    }
    if (best.size >= SMALLEST || a + b <= 1) return { ...best, foes: a, own: b, left: foes + own - a - b };
  }
}

const lighted = (t, target) => target && (target === t.aimed ? "legal aim" : "legal");

function piece(t, e, kind, ...inside) {
  const target = t.targets.find(one => one.entity?.number === e.number);
  return h("div", {
    key: e.number, "data-id": `e${e.number}`, "data-long": `unit ${e.number}`, title: capital(described(t, e)),
    class: classes(kind, side(t, e.owner), lighted(t, target), target && "full", t.last.has(e.number) && "last",
      t.m.marked?.(e.number)),
  }, inside, t.m.beside?.(e.number));
}

function unit(t, e) {
  const c = t.catalog.cards[e.card];
  const [steps, wait] = [e.movement.total, e.denominator.total];
  const marks = steps === 0 ? "■" : steps > 1 || wait > 1 ? "›".repeat(Math.min(3, steps)) : "";
  return piece(t, e, rest(e) ? "unit rest" : "unit",
    h("div", { class: "shape" }, h("div", null, emblem(c, { size: 40, shape: "full", box: [14, 12, 68] }))),
    h("span", { class: "pair" }, h("b", { class: e.attack.total > c.attack ? "up" : "" }, short(e.attack.total)),
      h("b", { class: e.damage > 0 ? "down" : e.health > c.health ? "up" : "" }, short(e.health))),
    rest(e) > 0 ? h("i", { class: "mv zz" }, "z".repeat(Math.min(3, rest(e))))
      : marks && h("i", { class: "mv" }, h("u", null, marks), wait > 1 && `/${short(wait)}`));
}

function tile(t, lane, index) {
  const name = t.catalog.tiles[index];
  const here = t.view.entities.filter(e => e.tile === index);
  const built = here.find(e => e.kind === "BUILDING");
  const units = here.filter(e => e !== built);
  const [foes, own] = [units.filter(e => e.owner !== t.me), units.filter(e => e.owner === t.me)];
  const fit = crowd(foes.length, own.length, built, lane, t.m.wide);
  const targets = t.targets.filter(target => target.place === name);
  const label = [name, ...here.map(e => described(t, e)), !here.length && "empty", targets.length && "can be chosen"];
  return h("div", {
    key: name, role: "gridcell", "aria-label": label.filter(Boolean).join("; "),
    "data-item": name, "data-drop": name, "data-long": `tile ${name}`, "data-id": `tile${index}`,
    class: classes("tile slot", here.length ? "full" : "empty", lighted(t, targets.find(target => !target.entity)),
      foes.length && own.length && "fight", built && "built", t.last.has(name) && "last",
      t.m.pending.endsWith(` at ${name}`) && "pending", t.m.marked?.(name)),
    style: { "--c": fit.columns, "--r": fit.rows },
  },
  h("span", { class: "tn" }, name),
  h("div", { class: "band foe" }, foes.slice(0, fit.foes).map(e => unit(t, e))),
  built && piece(t, built, "bldg", emblem(t.catalog.cards[built.card], { size: 24 }),
    h("span", { class: "bn" }, title(built.name)),
    h("b", { class: built.damage > 0 ? "down" : "" }, short(built.health))),
  h("div", { class: "band you" }, own.slice(0, fit.own).map(e => unit(t, e))),
  fit.left > 0 && h("span", { class: "more" }, `+${fit.left}`));
}

function field(t) {
  const over = event => hover(t, event);
  const click = event => {
    const thing = event.target.closest("[data-long]");
    if (thing) touch(t, thing.dataset.long);
  };
  return h("div", {
    class: classes("field full", t.targets[0]?.place === "" && "legal"), role: "grid", "aria-label": "The three lanes",
    "data-rove": "board", "data-drop": "", on: { click, mouseover: over, mouseleave: over },
  }, t.catalog.lanes.map(lane => {
    const tiles = Array.from({ length: lane.last - lane.first + 1 }, (_, i) => t.me ? lane.last - i : lane.first + i);
    const lit = lighted(t, t.targets.find(target => target.place === lane.name));
    return h("section", {
      class: classes("mlane full", `n${tiles.length}`, lit), role: "row", "data-drop": lane.name,
      style: { "--n": tiles.length },
    },
      h("h2", { role: "rowheader" }, glyph(GLYPHS[lane.name], 14), h("span", null, title(lane.name))),
      h("div", { class: "tiles", role: "presentation" }, tiles.map(index => tile(t, lane, index))));
  }));
}

// --- the players

function power(t, seat) {
  const player = t.view.players[seat];
  const c = t.catalog.cards[player.power];
  const own = seat === t.me && t.mine;
  const can = own && t.m.can("power");
  const says = player.power_available ? `${c.cost} gold${can ? " · ready" : ""}` : "used this turn";
  return h("button", {
    type: "button", "aria-label": `Power ${title(c.name)}, ${says}`,
    "data-id": `power${seat}`, "data-long": `card ${c.id}`,
    class: classes("power", can && "can", !player.power_available && "used", own && t.m.ui.pick === "power" && "on"),
    on: { click: () => own ? pick(t, "power") : open(t.m, `card ${c.id}`) },
  }, emblem(c, { size: 30 }), h("span", { class: "long" }, bold(called(c)), h("small", null, says)));
}

function strip(t, seat) {
  const player = t.view.players[seat];
  const parts = t.m.strip(seat);
  const { name } = t.m.seats[seat];
  const blows = t.forecast.filter(blow => !blow.foe && blow.unit.owner !== seat);
  const coming = blows.reduce((sum, blow) => sum + blow.amount, 0);
  const about = () => open(t.m, `player ${seat}`);
  return h("section", { class: classes("strip", side(t, seat), parts.turn && "turn"), "aria-label": name },
    sigil(name, side(t, seat)),
    h("button", { type: "button", class: "who", title: "Class, deck and discard pile", on: { click: about } },
      bold(name), h("span", { class: "line2" }, parts.here, h("small", { class: "long" }, title(player.class_name)))),
    h("span", { class: classes("vital health", player.health < 7 && "low"), "data-id": `e${seat}`, title: "Health" },
      glyph("heart", 17), bold(short(player.health)), bar(player.health, player.hp),
      coming > 0 && h("em", { class: "coming", title: "Damage of the next march" }, `▼ ${short(coming)}`)),
    h("span", { class: "vital gold", "data-id": `gold${seat}`, title: "Gold" },
      glyph("coin", 17), bold(short(player.gold))),
    h("span", { class: "piles" }, h("span", { title: "Cards in hand" }, icon("cards", 16), bold(player.hand_count)),
      h("span", { class: "long" }, "deck ", bold(player.deck_count))),
    power(t, seat), parts.clock);
}

// --- cards

export const counted = cards => [...new Set(cards)].map(id => [id, cards.filter(one => one === id).length]);

function hand(t) {
  const cards = counted(t.hand);
  return h("div", {
    class: classes("hand mhand", cards.length > 6 && "tight"), style: { "--k": cards.length },
    role: "group", "aria-label": "Your hand", "data-rove": "hand",
  }, cards.map(([id, count], i) => {
    const c = t.catalog.cards[id];
    const picked = t.picked?.id === id;
    const look = thing => () => t.m.wide && !t.picked && set(t.m, { look: thing });
    return card(c, "m", {
      reason: shortReason(t, c), count, key: t.mine && t.m.wide && i < 9 ? String(i + 1) : "",
      state: classes(picked && "selected", `${t.m.pending} at`.startsWith(`play ${c.play} at`) && "pending"),
      props: {
        key: id, role: "button", "aria-pressed": String(picked),
        "data-id": `hand${id}`, "data-item": String(id), "data-long": `card ${id}`,
        "data-drag": t.m.can(`play ${c.play}`) ? `play ${c.play}` : `play ${c.play} at`,
        on: { click: () => pick(t, id), mouseenter: look(`card ${id}`), mouseleave: look(null) },
      },
    });
  }));
}

/** Cards by name, with how many; each opens in full. */
const names = (t, cards, size) => counted([...cards].sort((a, b) => a - b)).map(([id, count]) => {
  const c = t.catalog.cards[id];
  return h("li", { key: id },
    h("button", { type: "button", "data-long": `card ${id}`, on: { click: () => open(t.m, `card ${id}`) } },
      emblem(c, { size }), h("span", null, title(c.name)), count > 1 && bold(`×${count}`)));
});

export const pile = (t, name, cards) => cards.length > 0 && h("section", { class: "pile" },
  heading(name, cards.length), h("ul", null, names(t, cards, 18)));

/** The cards of a player that the viewer cannot tell apart: hand and deck, or the own deck without its order. */
export function unseen(t, seat) {
  const player = t.view.players[seat];
  const hidden = player.hand ? "deck, in some order" : "hand and deck";
  return pile(t, `${capital(whose(t.m, seat))} ${hidden}`, player.unseen);
}

/** The other hand, where all hands are open. */
function openHand(t) {
  const cards = t.m.views?.[1 - t.me]?.players[1 - t.me].hand;
  const whole = cards && `${capital(whose(t.m, 1 - t.me))} hand`;
  return cards && h("ul", { class: "openhand", "aria-label": whole }, names(t, cards, 22));
}

/** Show what is known of something over the board. */
export async function open(m, value) {
  const body = (await import("./marches-details.js")).details(prepared(m), value);
  if (body) m.details(body);
}

// --- the left tray

/** The card in focus: looked at, picked, or just played by the other; else the cards that nobody sees. */
function left(t) {
  const { m } = t;
  const played = (m.last || []).find(event => ["CardPlayed", "PowerUsed"].includes(event.kind) && event.seat !== m.eye);
  const shown = t.picked ? t.picked.id : played?.card;
  const look = m.ui.look || (shown != null && `card ${shown}`);
  const focus = look && part("details", m).details?.(t, look);
  const verb = played?.kind === "PowerUsed" ? "used" : "played";
  const head = played && !m.ui.look && !t.picked && heading(`${m.seats[played.seat].name} ${verb}`);
  const where = t.targets.length > 0 && part("aims", m).aims?.(t);
  return [
    h("div", { class: classes("focus", where && "aimed") },
      focus ? [head, focus] : [unseen(t, 1 - t.me), unseen(t, t.me)], where),
    t.forecast.length > 0 && part("forecast", m).nextMarch(t),
  ];
}

function message(t) {
  if (!t.picked) return null;
  const [{ place, entity } = {}] = t.targets;
  const thing = place === "" ? "the board" : entity ? "a lit target" : place?.length > 2 ? "a lit lane" : "a lit tile";
  return [bold(called(t.picked)), h("br"), t.asked ? "which one?" : `tap ${thing}`];
}

// --- what the frame asks for

/** The model with all that drawing asks of it; `last`: numbers of what was changed, tiles where something died. */
function prepared(m) {
  const t = table(m);
  t.last = new Set((m.last || []).map(event => event.kind === "EntityCreated" ? event.entity.number
    : event.kind === "EntityDied" ? t.catalog.tiles[event.tile] : event.number));
  const marching = !t.view.over && t.view.entities.some(e => e.kind === "UNIT");
  t.forecast = (marching && part("forecast", m).forecast?.(t)) || [];
  return t;
}

export default {
  details: (value, m) => void open(m, value),

  draw(m) {
    const t = prepared(m);
    if (t.asked && t.mine && meant && !m.pending) {
      const target = meant.card === t.asked.card && t.targets.find(one => one.id === meant.number);
      meant = null;
      if (target) queueMicrotask(() => m.act(target.line));
    }
    const aiming = t.targets.length > 0 && !m.wide && part("aims", m).aiming?.(t);
    return {
      where: ["turn ", bold(t.view.turn)],
      left: left(t),
      stage: [strip(t, 1 - t.me), openHand(t), field(t), strip(t, t.me),
        aiming || (t.hand.length > 0 && hand(t))],
      main: t.mine ? { label: "Done", action: "done", key: "E", reason: m.why("done") } : null,
      message: message(t),
    };
  },

  /** 1 to 9 take a card or choose a target, 0 the power; with a card in hand arrows aim and Enter plays it. */
  keydown(event, m) {
    const t = prepared(m);
    if (!t.mine) return false;
    if (/^[0-9]$/.test(event.key)) {
      const at = Number(event.key) - 1;
      const which = at < 0 ? "power" : counted(t.hand)[at]?.[0];
      if (t.asked) return t.targets[at] ? (take(t, t.targets[at]), true) : false;
      if (which) pick(t, which);
      return Boolean(which);
    }
    if (!t.targets.length || event.target.closest("button, a, input, [data-rove=board]")) return false;
    const turn = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (turn) {
      const at = t.aimed ? t.targets.indexOf(t.aimed) + turn : turn > 0 ? 0 : -1;
      set(m, { aim: t.targets.at(at % t.targets.length).id });
    } else if (event.key === "Enter" && (m.ui.aim || t.targets.length === 1)) take(t, t.aimed);
    else return false;
    return true;
  },

  escape(m) {
    const held = m.ui.pick != null || m.ui.look != null;
    if (held) set(m, { pick: null, aim: null, over: null, look: null });
    return held;
  },

  async play(event, m, fx) {
    parts.events ||= await import("./marches-events.js");
    await parts.events.play(event, m, fx);
  },

  step: (view, event) => parts.events?.step(view, event) || view,
};
