// The board of Magical OOPerations: seven lanes in four rows, strips of both players, the hand. What is picked is the
// beginning of a command line ("creature HWOLF", "spell SHOCK", "battle F3"); the place that is chosen completes it.
import { card, token } from "../card.js";
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { bar, button, glyph, icon, keycap, pips, sigil } from "../ui.js";
import {
  LANES, changed, costOn, differences, figures, losses, nameOf, outlook, pieces, reached, slotAt, slotName, touched,
  traits,
} from "./ooperations-rules.js";

const MANY = 7; // of more cards than this, equal ones lie together
const MOST_PIPS = 10;

// What only matters once somebody picks something or something happens comes then, so that the page comes sooner.
let words = null;
let events = null;

const capital = text => text && text[0].toUpperCase() + text.slice(1);
const sentence = text => text && `${capital(text)}${/[.!?]$/.test(text) ? "" : "."}`;
const strong = text => h("b", null, text);
const wider = (long, short) => [h("span", { class: "long" }, long), short && h("span", { class: "short" }, short)];

/** What every part of a drawing asks for. */
function scene(m) {
  const { view, catalog: { cards } } = m;
  const me = m.eye ?? 0;
  const live = !m.back && !m.over && !m.views && !m.pending && m.choices?.length > 0;
  const pick = (live && m.ui.pick) || "";
  const [command, subject] = pick.split(" ");
  const sends = command === "battle";
  const picked = sends ? null : cards[subject];
  const s = {
    m, me, view, cards, live, pick, command, subject, sends, picked,
    creature: sends ? slotAt(view, me, subject).creature : null,
    mass: Boolean(picked?.aim?.endsWith("creatures")),
    hands: [0, 1].map(seat => (m.views?.[seat] || view).players[seat].hand),
    targets: new Set(pick ? m.starts(`${pick} `).map(line => line.split(" ")[2]) : []),
    last: touched(m.last, me),
    pending: (m.pending || "").split(" "),
  };
  s.names = pieces(view, s.hands);
  if (s.mass) for (const one of reached(view, picked, me)) s.targets.add(slotName(me, one.seat, one.zone, one.lane));
  s.aim = s.targets.has(m.ui.aim) ? m.ui.aim : "";
  s.supposed = sends && s.aim ? sent(s) : view;
  return s;
}

const whose = (s, seat) => (seat === s.m.eye ? "Your" : `${nameOf(s, seat)}'s`);

/** The view if the picked creature were sent to the place that is aimed at; a Challenger drags another along. */
function sent(s) {
  const players = s.view.players.map(one => ({ ...one, field: [...one.field], battle: [...one.battle] }));
  const [mine, theirs] = [players[s.me], players[1 - s.me]];
  const lane = s.aim.at(-1) - 1;
  mine.field[s.subject.at(-1) - 1] = null;
  mine.battle[lane] = s.creature;
  if (s.creature.traits.includes("C") && !theirs.battle[lane]) {
    theirs.battle[lane] = theirs.field[lane];
    theirs.field[lane] = null;
  }
  return { ...s.view, players };
}

// --- choosing

function redraw(s, news) {
  Object.assign(s.m.ui, news);
  s.m.redraw();
}

/** Why nothing can be done with a card of the hand; "" if something can. */
function whyNot(s, key) {
  const one = s.cards[key];
  const prefix = `${one.kind} ${key}`;
  if (!s.live || s.m.starts(prefix).length || !s.hands[s.me]?.includes(key)) return "";
  const reasons = s.m.choices.filter(each => each.reason && each.action.startsWith(prefix)).map(each => each.reason);
  const full = one.kind === "creature" && reasons.length > 0 && "your Field Zone has no free slot";
  return reasons.find(reason => reason.includes("mana")) || full || reasons[0] || "";
}

function chooseCard(s, key) {
  const prefix = `${s.cards[key].kind} ${key}`;
  const reason = whyNot(s, key);
  if (!s.live) return s.m.wide ? redraw(s, { look: { key } }) : open(s, `card ${key}`);
  if (reason) s.m.refuse(sentence(reason));
  else if (s.pick === prefix && s.m.can(prefix)) return s.m.act(prefix);
  redraw(s, { pick: reason || s.pick === prefix ? "" : prefix, aim: "", look: { key } });
}

function chooseSlot(s, name) {
  const { seat, zone, creature } = slotAt(s.view, s.me, name);
  if (s.targets.has(name)) return s.m.act(s.mass ? s.pick : `${s.pick} ${name}`);
  const send = `battle ${name}`;
  const mine = s.live && creature && seat === s.me && zone === "field";
  const look = { slot: name };
  if (mine && s.m.starts(`${send} `).length) return redraw(s, { pick: s.pick === send ? "" : send, aim: "", look });
  const tried = s.pick ? [`${s.pick} ${name}`] : mine ? LANES.map(i => `${send} B${i + 1}`) : [];
  const refusal = tried.map(s.m.why).find(Boolean);
  if (refusal) s.m.refuse(sentence(refusal));
  else if (creature && !s.m.wide) open(s, `slot ${name}`);
  else if (creature) redraw(s, { look });
}

/** Listeners for what can be looked at and aimed at; fingers do not hover. */
function hover(s, look, aim = "") {
  const enter = () => {
    if (s.targets.has(aim)) return s.m.ui.aim !== aim && redraw(s, { aim });
    if (!s.pick && JSON.stringify(s.m.ui.look) !== JSON.stringify(look)) redraw(s, { look });
  };
  const leave = () => aim && s.m.ui.aim === aim && redraw(s, { aim: "" });
  const mouse = listener => event => event.pointerType === "mouse" && listener();
  return { pointerenter: mouse(enter), pointerleave: mouse(leave), focus: enter, blur: leave };
}

// --- the board

function slot(s, seat, zone, lane) {
  const name = slotName(s.me, seat, zone, lane);
  const one = s.view.players[seat][zone][lane];
  const mine = seat === s.me;
  const states = {
    [one ? "full" : "empty"]: true, legal: s.targets.has(name), aim: name === s.aim, last: s.last.has(name),
    picked: s.pick === `battle ${name}`, pending: s.pending.slice(1).includes(name),
    asleep: one && zone === "field" && one.entered === s.view.round && !one.traits.includes("H"),
  };
  const says = [
    mine ? name : `${nameOf(s, seat)} ${name.slice(1)}`, !one && "empty", one && s.cards[one.card].name,
    one && `${one.attack} attack, ${one.health} health`, one && traits(one.traits),
    states.asleep && "new in this round", states.last && "changed last", states.picked && "picked",
    states.legal && "can be chosen",
  ];
  const goes = s.live && mine && zone === "field" && s.m.starts(`battle ${name} `).length > 0;
  return h("div", {
    class: `slot ${Object.keys(states).filter(state => states[state]).join(" ")}`, key: name, role: "gridcell",
    "aria-label": says.filter(Boolean).join(", "), "data-item": name, "data-drop": name,
    "data-drag": goes && `battle ${name}`, "data-long": one && `slot ${name}`,
    on: { click: () => chooseSlot(s, name), ...hover(s, { slot: name }, name) },
  },
  one ? token(s.cards[one.card], one, mine ? "you" : "foe", "", { "data-id": s.names.get(`${seat} ${zone} ${lane}`) })
    : h("span", { class: "sn" }, name.replace("O", "")),
  states.asleep && h("span", { class: "new" }, "new"),
  one && states.legal && s.picked && h("span", { class: "then" }, afterwards(s, one, changed(one, s.picked))));
}

/** What a spell makes of a creature, in two figures or some letters. */
function afterwards(s, before, after) {
  if (after.health <= 0) return glyph("skull", 14);
  if (figures(before) !== figures(after)) return s.m.wide ? `→ ${figures(after)}` : `${after.attack}/${after.health}`;
  const [gains, loses] = differences(before, after);
  return gains ? `+ ${gains}` : loses ? `− ${loses}` : "=";
}

const row = (s, seat, zone) => h("div", { class: "row", role: "row", key: `${seat} ${zone}` },
  h("div", { class: "rowlabel", role: "rowheader", "aria-label": `${nameOf(s, seat)}, ${zone}` }, capital(zone)),
  LANES.map(lane => slot(s, seat, zone, lane)));

/** The number of a lane, and what a battle that began now would do there. */
function lane(s, i) {
  const attacks = s.view.attacker === s.me;
  const seen = s.m.over ? null : outlook(s.supposed, i);
  const guess = s.supposed !== s.view && s.aim.endsWith(i + 1) ? "guess" : "";
  const fate = (one, side) => one.health <= 0 && h("b", { class: side }, glyph("skull", 13));
  let [words, sign] = ["", null];
  if (seen?.hit != null) {
    words = `Nobody opposite: ${seen.hit} damage to ${nameOf(s, 1 - s.view.attacker)}`;
    sign = h("span", { class: `hit ${attacks ? "you" : "foe"} ${guess}` }, `${attacks ? "▲" : "▼"} ${seen.hit}`);
  } else if (seen) {
    const [mine, theirs] = attacks ? [seen.attacker, seen.defender] : [seen.defender, seen.attacker];
    const ends = one => `${s.cards[one.card].name} ${one.health <= 0 ? "falls" : `keeps ${one.health} health`}`;
    words = `${ends(theirs)}, ${ends(mine)}`;
    const blades = [glyph("blade", 14), glyph("blade", 14, "mirror")];
    sign = h("span", { class: `clash ${guess}` }, fate(theirs, "foe"), h("i", null, blades), fate(mine, "you"));
  }
  const says = { role: "columnheader", title: words, "aria-label": `Lane ${i + 1}${words && `: ${words}`}` };
  return h("div", { class: "lane", ...says }, h("i", null, String(i + 1)), sign);
}

function board(s) {
  const foe = 1 - s.me;
  const says = { role: "grid", "aria-label": "Seven lanes, four rows" };
  return h("div", { class: "oop", key: "board", "data-rove": "board", ...says },
    row(s, foe, "field"), row(s, foe, "battle"),
    h("div", { class: "row", role: "row", key: "lanes" }, h("div", { class: "rowlabel" }), LANES.map(i => lane(s, i))),
    row(s, s.me, "battle"), row(s, s.me, "field"));
}

// --- players

function strip(s, seat) {
  const { m, view } = s;
  const player = view.players[seat];
  const [name, side, attacks] = [nameOf(s, seat), seat === s.me ? "you" : "foe", view.attacker === seat];
  const { turn, here, clock } = m.strip(seat);
  const threat = m.over ? 0 : losses(s.supposed)[seat];
  const opens = { click: () => open(s, `player ${seat}`) };
  const few = view.pool <= MOST_PIPS;
  return h("section", {
    class: `strip ${side} ${turn ? "turn" : ""}`, key: `strip ${seat}`, "aria-label": name, "data-id": `player ${seat}`,
    "data-long": `player ${seat}`, on: m.wide ? {} : opens,
  },
  sigil(name, side), h("div", { class: "who" }, strong(name), here),
  h("span", { class: `role ${side === "you" ? "def" : "att"}`, title: attacks ? "attacks" : "defends" },
    glyph(attacks ? "blade" : "shield", 13), wider(attacks ? "attacks" : "defends")),
  h("span", { class: `vital health ${3 * player.health <= m.catalog.health ? "low" : ""}` },
    glyph("heart", 17), strong(String(player.health)), bar(player.health, m.catalog.health),
    threat > 0 && h("small", { class: "threat", title: "what a battle that began now would cost" }, `−${threat}`)),
  h("span", { class: "vital mana" }, glyph("orb", 17), strong(String(player.mana)),
    h("small", { class: few ? "short" : "" }, `/ ${view.pool}`), few && pips(player.mana, view.pool)),
  h("span", { class: "piles" },
    h("span", { title: "Cards in hand" }, icon("cards", 16), strong(String(player.hand_size))),
    h("span", { class: "long", title: "Cards in the deck" }, "deck ", strong(String(player.deck_size))),
    h("button", { type: "button", class: "long pile", "aria-label": `Graveyard of ${name}`, on: opens },
      glyph("tomb", 14), strong(String(player.graveyard.length)))),
  clock);
}

/** Equal cards together: [card, count, where the first of them is]. */
const counted = keys => [...new Set(keys)].map(key => [key, keys.filter(one => one === key).length, keys.indexOf(key)]);

const emblems = (s, keys) => h("div", null, counted(keys).map(([key, count]) =>
  h("span", { title: s.cards[key].name, "data-long": `card ${key}`, on: hover(s, { key }) },
    emblem(s.cards[key], { size: 26 }), strong(String(count)))));

const listed = (s, title, keys) => h("section", { class: "unseen", key: title },
  h("h2", { class: "panel-title" }, title, h("span", null, String(keys.length))), emblems(s, keys));

/** Deck lists are open: what has not been seen yet of somebody's cards. */
function unseen(s, seat) {
  const { unseen: keys } = (s.m.views?.[seat] || s.view).players[seat];
  return listed(s, `${whose(s, seat)} ${s.hands[seat] ? "deck" : "unseen cards"}`, keys);
}

// --- the hand

/** A card of the hand or the graveyard that can be chosen. */
const chooseable = (s, key, name, item, more, click) => card(s.cards[key], "m", {
  ...more,
  props: {
    key: name, "data-id": name, role: "option", "aria-selected": String(/selected/.test(more.state)), "data-item": item,
    "data-long": `card ${key}`, ...more.props, on: { click, ...hover(s, { key }) },
  },
});

function hand(s) {
  const keys = s.hands[s.me];
  if (s.m.views || !keys) return null;
  if (s.picked?.aim === "graveyard") return graveyard(s);
  const piles = keys.length > MANY ? counted(keys) : keys.map((key, place) => [key, 1, place]);
  const pending = s.pending.slice(0, 2).join(" ");
  const tight = piles.length > (s.m.wide ? 5 : 12);
  const cards = piles.map(([key, count, place], i) => {
    const one = s.cards[key];
    const [prefix, reason, first] = [`${one.kind} ${key}`, whyNot(s, key), place === keys.indexOf(key)];
    const state = first && s.pick === prefix ? "selected" : first && pending === prefix ? "pending" : "";
    const drag = s.live && !reason && (one.kind === "creature" || one.aim === "target") && prefix;
    const number = i < 9 ? String(i + 1) : "";
    const said = brief(reason, one, s.m.wide && !tight);
    const more = { state, count, reason: said, key: number, props: { "data-drag": drag } };
    return chooseable(s, key, s.names.get(`${s.me} hand ${place}`), `${key} ${place}`, more, () => chooseCard(s, key));
  });
  const again = s.live && s.m.can("redraw") && button(`Redraw ${keys.length - 1} cards`,
    { class: "redraw", key: "R", "data-item": "redraw", on: { click: () => s.m.act("redraw") } });
  const back = s.pick && [" ", keycap("Esc"), " puts it back."];
  const hint = s.live && piles.length < 5 && h("p", { class: "hint" }, advice(s), back);
  return h("div", {
    class: `hand oophand ${tight ? "tight" : ""} ${piles.length > 2 * MANY ? "many" : ""}`,
    style: { "--n": piles.length }, key: "hand", "data-rove": "hand",
  },
  cards.length > 0 && h("div", { class: "cards", role: "listbox", "aria-label": "Your hand" }, cards), again, hint);
}

/** A reason on the card itself: without its name, and as short as can be where there is no room. */
function brief(reason, one, room) {
  const need = reason.match(/costs (\d+) mana/);
  if (reason && !room) return need ? `needs ${need[1]}` : one.kind === "creature" ? "no free slot" : "no target";
  return capital(reason.replace(`${one.name} `, ""));
}

/** Whom a spell brings back, in the place of the hand. */
function graveyard(s) {
  const { mana, graveyard: graves } = s.view.players[s.me];
  const buried = counted(graves.map(one => one.card)).filter(([key]) => s.m.can(`${s.pick} ${key}`));
  const choice = ([key, count]) => {
    const left = `leaves ${mana - costOn(s.picked, s.cards[key])}`;
    return chooseable(s, key, `buried ${key}`, key, { count, key: left }, () => s.m.act(`${s.pick} ${key}`));
  };
  return h("div", {
    class: "hand oophand graves", style: { "--n": buried.length + 1 }, key: "graves", "data-rove": "graves",
  },
  h("div", { class: "cards", role: "listbox", "aria-label": `${s.picked.name}: who returns?` }, buried.map(choice)),
  button("Back", { icon: "undo", class: "redraw", "data-item": "back", on: { click: () => redraw(s, { pick: "" }) } }));
}

/** A hand of a replay, open to everybody, in one line. */
function openHand(s, seat) {
  const keys = s.hands[seat];
  if (!s.m.views || !keys) return null;
  const says = { role: "list", "aria-label": `${whose(s, seat)} hand`, "data-rove": `hand ${seat}` };
  return h("div", { class: "openhand", key: `hand ${seat}`, ...says },
    counted(keys).map(([key, count, place]) => h("span", {
      role: "listitem", key, title: s.cards[key].name, "data-item": key,
      "data-id": s.names.get(`${seat} hand ${place}`), "data-long": `card ${key}`,
      on: { click: () => chooseCard(s, key), ...hover(s, { key }) },
    },
    emblem(s.cards[key], { size: 26 }), strong(String(s.cards[key].cost)), wider(s.cards[key].name),
    count > 1 && `×${count}`)),
    !keys.length && h("small", null, "no cards in hand"));
}

// --- words

/** What to do next with what is picked. */
function advice(s) {
  if (!s.pick) return "Choose a card, or a creature to send to battle.";
  if (s.sends) return "Choose a lit Battle slot.";
  if (s.mass) return "Choose it again to cast it.";
  if (s.picked.kind === "creature") return "Choose a lit slot.";
  return s.picked.aim === "graveyard" ? "Who returns?" : "Choose a lit creature.";
}

/** The card in focus: what is picked, else what was looked at last. */
function focus(s) {
  const { key, slot: place } = s.m.ui.look || {};
  const now = s.creature || (!s.picked && place && slotAt(s.view, s.me, place).creature);
  const one = now ? s.cards[now.card] : s.picked || s.cards[key];
  const reason = now || s.picked || !key ? "" : sentence(whyNot(s, key));
  return one && card(one, "l", { now, reason, props: { key: "focus" } });
}

function left(s) {
  if (s.pick && !words) {
    import("./ooperations-consequences.js").then(module => {
      words = module;
      s.m.redraw();
    });
  }
  const told = s.pick && words?.consequence(s);
  const idle = s.live ? advice(s) : "Point at a card or a creature to see it whole.";
  const lists = s.m.eye == null || s.m.views ? [1 - s.me, s.me] : [1 - s.me];
  return [
    focus(s) || h("p", { class: "note", key: "idle" }, h("span", null, idle)),
    told && h("p", { class: "note legalnote", key: "told", role: "status" }, h("span", null, told)),
    h("div", { class: "lists", key: "lists" }, lists.map(seat => unseen(s, seat))),
  ];
}

function message(s) {
  if (!s.live) return null;
  const { mana } = s.view.players[s.me];
  if (!s.pick) return [strong("Your turn"), h("br"), `${mana} mana`];
  return [strong((s.picked || s.cards[s.creature.card]).name), h("br"), advice(s)];
}

/** Details by long press or right click: "card HWOLF", "slot OB3", "player 1". */
function details(value, m) {
  const s = scene(m);
  const [what, which] = value.split(" ");
  if (what === "player") return playerDetails(s, Number(which));
  const now = what === "slot" ? slotAt(m.view, s.me, which).creature : null;
  const one = s.cards[now ? now.card : which];
  return one && card(one, "l", { now, reason: now ? "" : sentence(whyNot(s, which)) });
}

const open = (s, value) => s.m.details(details(value, s.m));

function playerDetails(s, seat) {
  const { health, mana, hand_size: cards, deck_size: deck, graveyard: buried } = s.view.players[seat];
  return h("div", { class: "ooplayer" }, h("h2", null, nameOf(s, seat)),
    h("p", null, `${health} health, ${mana} of ${s.view.pool} mana, ${cards} cards in hand, ${deck} in the deck`),
    listed(s, "Graveyard", buried.map(one => one.card)), unseen(s, seat));
}

export default {
  draw(m) {
    const s = scene(m);
    const [foe, most] = [1 - s.me, s.view.max_rounds];
    return {
      where: [wider("round "), strong(String(Math.min(s.view.round, most))), wider(" of ", " / "), String(most)],
      left: left(s),
      stage: [strip(s, foe), openHand(s, foe), board(s), openHand(s, s.me), strip(s, s.me), hand(s)],
      main: m.choices?.length ? { label: "Done", action: "done", key: "E", reason: m.why("done") } : null,
      message: message(s),
    };
  },

  keydown(event, m) {
    if (event.key.toLowerCase() === "r" && scene(m).live && m.can("redraw")) {
      m.act("redraw");
      return true;
    }
    const one = document.querySelectorAll(".oophand .card")[event.key - 1];
    if (!one) return false;
    one.click();
    // On to the places that the card can go to, so that arrows and Enter do the rest.
    const next = document.querySelector(".oop .legal") || document.querySelector(".graves .card") || one;
    if (one.classList.contains("selected") || !one.isConnected) next.focus();
    return true;
  },

  escape(m) {
    if (!m.ui.pick) return false;
    Object.assign(m.ui, { pick: "", aim: "" });
    m.redraw();
    return true;
  },

  async play(event, m, fx) {
    events ||= await import("./ooperations-events.js");
    await events.play(event, m.view, scene(m).names, fx);
  },

  step: (view, event) => (events ? events.step(view, event) : view),

  details,
};
