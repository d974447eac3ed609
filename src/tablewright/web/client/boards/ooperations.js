// The board of Magical OOPerations: seven lanes in four rows, strips of both players, the hand. What is picked is the
// beginning of a command line ("creature HWOLF", "spell SHOCK", "battle F3"); the place that is chosen completes it.
import { card, token } from "../card.js";
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { TRAITS, bar, button, glyph, icon, keycap, pips, sigil } from "../ui.js";
import {
  LANES, changed, costOn, losses, outlook, pieces, reaches, slotAt, slotName, standing, step, touched,
} from "./ooperations-rules.js";

const MANY = 7; // from more cards on, equal ones of a hand lie together
const MOST_PIPS = 15;

const sentence = text => text && `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
const names = letters => [...letters].map(letter => TRAITS[letter][0]).join(", ");
const figures = one => `${one.attack} / ${one.health}`;
const phones = (long, short) => [h("span", { class: "long" }, long), h("span", { class: "short" }, short)];

/** What every part of a drawing asks for. */
function scene(m) {
  const me = m.eye ?? 0;
  const { view } = m;
  const own = seat => (m.views?.[seat] || view).players[seat].hand;
  const live = !m.back && !m.over && !m.views && !m.pending && m.choices?.length > 0;
  const cards = m.catalog.cards;
  const pick = live ? m.ui.pick || "" : "";
  const [command, subject] = pick.split(" ");
  const picked = command === "battle" ? null : cards[subject];
  const s = {
    m, me, view, live, cards, pick, command, subject, picked, hands: [own(0), own(1)],
    creature: command === "battle" ? slotAt(view, me, subject).creature : null,
    mass: Boolean(picked?.aim) && picked.aim.endsWith("creatures"),
    targets: new Set(pick ? m.starts(`${pick} `).map(line => line.split(" ")[2]) : []),
    last: touched(m.last, me),
    pending: (m.pending || "").split(" "),
  };
  s.names = pieces(view, s.hands);
  if (s.mass) for (const one of standing(view)) if (reaches(picked, me, one.seat)) s.targets.add(slotName(me, one.seat, one.zone, one.lane));
  s.aim = s.targets.has(m.ui.aim) ? m.ui.aim : "";
  s.supposed = s.command === "battle" && s.aim ? sent(s) : view;
  return s;
}

const nameOf = (s, seat) => s.m.seats[seat]?.name || `Player ${seat + 1}`;
const possessive = name => `${name}'${name.endsWith("s") ? "" : "s"}`;

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

function redraw(s, change) {
  Object.assign(s.m.ui, change);
  s.m.redraw();
}

/** Why nothing can be done with a card of the hand; "" if something can. */
function whyNot(s, prefix, one) {
  if (!s.live || s.m.starts(prefix).length) return "";
  const reasons = s.m.choices.filter(choice => choice.reason && choice.action.startsWith(prefix)).map(choice => choice.reason);
  const mana = reasons.find(reason => reason.includes("mana"));
  return mana || (one.kind === "creature" && reasons.length ? "your Field Zone has no free slot" : reasons[0] || "");
}

function chooseCard(s, prefix, key, reason) {
  if (!s.live) return s.m.wide ? redraw(s, { look: { key } }) : details(`card ${key}`, s.m);
  if (reason) {
    s.m.refuse(sentence(reason));
    return redraw(s, { pick: "", look: { key } });
  }
  if (s.pick === prefix && s.m.can(prefix)) return s.m.act(prefix);
  redraw(s, { pick: s.pick === prefix ? "" : prefix, aim: "", look: { key } });
}

function chooseSlot(s, name) {
  const { seat, zone, creature } = slotAt(s.view, s.me, name);
  if (s.targets.has(name)) return s.m.act(s.mass ? s.pick : `${s.pick} ${name}`);
  const send = `battle ${name}`;
  const mine = s.live && creature && seat === s.me && zone === "field";
  if (mine && s.m.starts(`${send} `).length) return redraw(s, { pick: s.pick === send ? "" : send, aim: "", look: { slot: name } });
  const refusal = s.pick ? s.m.why(`${s.pick} ${name}`) : mine ? s.m.why(`${send} B${name.at(-1)}`) || s.m.why(`${send} B1`) : "";
  if (refusal) s.m.refuse(sentence(refusal));
  else if (creature && !s.m.wide) return details(`slot ${name}`, s.m);
  if (creature) redraw(s, { look: { slot: name } });
}

/** Listeners for what can be looked at and aimed at; fingers do not hover. */
function hover(s, look, aim = "") {
  const enter = () => (s.targets.has(aim) ? s.m.ui.aim !== aim && redraw(s, { aim }) : !s.pick && redraw(s, { look }));
  const leave = () => s.m.ui.aim === aim && aim && redraw(s, { aim: "" });
  return {
    pointerenter: event => event.pointerType === "mouse" && enter(), focus: enter,
    pointerleave: event => event.pointerType === "mouse" && leave(), blur: leave,
  };
}

// --- the board

function slot(s, seat, zone, lane) {
  const name = slotName(s.me, seat, zone, lane);
  const creature = s.view.players[seat][zone][lane];
  const lit = s.targets.has(name);
  const asleep = creature && zone === "field" && creature.entered === s.view.round && !creature.traits.includes("H");
  const says = [seat === s.me ? name : `${nameOf(s, seat)} ${name.slice(1)}`];
  if (creature) says.push(s.cards[creature.card].name, `${creature.attack} attack`, `${creature.health} health`, names(creature.traits));
  else says.push("empty");
  if (asleep) says.push("new in this round");
  if (s.last.has(name)) says.push("changed last");
  if (lit) says.push("can be chosen");
  const states = {
    legal: lit, aim: name === s.aim, last: s.last.has(name), picked: s.pick === `battle ${name}`, asleep,
    pending: s.pending.slice(1).includes(name), [creature ? "full" : "empty"]: true,
  };
  const drag = s.live && seat === s.me && zone === "field" && s.m.starts(`battle ${name} `).length > 0;
  return h("div", {
    class: `slot ${Object.keys(states).filter(state => states[state]).join(" ")}`, key: name, role: "gridcell",
    "aria-label": says.filter(Boolean).join(", "), "aria-selected": states.picked && "true",
    "data-item": name, "data-drop": name, "data-drag": drag && `battle ${name}`, "data-long": creature && `slot ${name}`,
    on: { click: () => chooseSlot(s, name), ...hover(s, { slot: name }, name) },
  },
  !creature && h("span", { class: "sn" }, name.replace("O", "")),
  creature && token(s.cards[creature.card], creature, seat === s.me ? "you" : "foe", "", {
    key: "token", "data-id": s.names.get(`${seat} ${zone} ${lane}`) }),
  asleep && h("span", { class: "new" }, "new"),
  creature && lit && s.picked?.effects && h("span", { class: "then" }, afterwards(creature, changed(creature, s.picked))));
}

/** What a spell makes of a creature, in two figures or letters. */
function afterwards(before, after) {
  if (after.health <= 0) return glyph("skull", 14);
  if (figures(before) !== figures(after)) return `→ ${figures(after)}`;
  const [more, less] = [[after, before], [before, after]].map(([a, b]) => [...a.traits].filter(letter => !b.traits.includes(letter)).join(""));
  return more ? `+ ${more}` : less ? `− ${less}` : "=";
}

const row = (s, seat, zone) => h("div", { class: "row", role: "row", key: `${seat} ${zone}` },
  h("div", { class: "rowlabel", role: "rowheader", "aria-label": `${nameOf(s, seat)}, ${zone}` }, zone === "field" ? "Field" : "Battle"),
  LANES.map(lane => slot(s, seat, zone, lane)));

/** The number of a lane, and what a battle that began now would do there. */
function lane(s, i) {
  const { attacker } = s.view;
  const seen = outlook(s.supposed, i);
  const [who, sign] = attacker === s.me ? ["you", "▲"] : ["foe", "▼"];
  const guess = s.supposed !== s.view && s.aim.endsWith(i + 1) ? "guess" : "";
  if (!seen) return h("div", { class: "lane" }, h("i", null, String(i + 1)));
  if (seen.hit != null) {
    const words = `Nobody opposite: ${seen.hit} damage to ${nameOf(s, 1 - attacker)}`;
    return h("div", { class: "lane", title: words }, h("i", null, String(i + 1)),
      h("span", { class: `hit ${who} ${guess}`, "aria-label": words, role: "img" }, `${sign} ${seen.hit}`));
  }
  const [mine, theirs] = attacker === s.me ? [seen.attacker, seen.defender] : [seen.defender, seen.attacker];
  const fate = (one, side) => one.health <= 0 && h("b", { class: side }, glyph("skull", 13));
  const words = [theirs, mine].map(one => `${s.cards[one.card].name} ${one.health <= 0 ? "falls" : `keeps ${one.health} health`}`).join(", ");
  return h("div", { class: "lane", title: words }, h("i", null, String(i + 1)),
    h("span", { class: `clash ${guess}`, "aria-label": words, role: "img" },
      fate(theirs, "foe"), glyph("blade", 13), glyph("blade", 13, "mirror"), fate(mine, "you")));
}

function board(s) {
  const foe = 1 - s.me;
  return h("div", { class: "oop", key: "board", role: "grid", "aria-label": "Seven lanes, four rows", "data-rove": "board" },
    row(s, foe, "field"), row(s, foe, "battle"),
    h("div", { class: "row lanes", key: "lanes", role: "presentation" }, h("div", { class: "rowlabel" }), LANES.map(i => lane(s, i))),
    row(s, s.me, "battle"), row(s, s.me, "field"));
}

// --- players

function strip(s, seat) {
  const { m, view } = s;
  const player = view.players[seat];
  const { turn, here, clock } = m.strip(seat);
  const [name, attacks] = [nameOf(s, seat), view.attacker === seat];
  const threat = m.over ? 0 : losses(s.supposed)[seat];
  const side = seat === s.me ? "you" : "foe";
  return h("section", {
    class: `strip ${side} ${turn ? "turn" : ""}`, key: `strip ${seat}`, "aria-label": name, "data-id": `player ${seat}`,
    "data-long": `player ${seat}`, on: m.wide ? {} : { click: () => details(`player ${seat}`, m) },
  },
  sigil(name, side), h("div", { class: "who" }, h("b", null, name), h("small", null, here)),
  h("span", { class: `role ${side === "you" ? "def" : "att"}` }, glyph(attacks ? "blade" : "shield", 13),
    h("span", { class: "long" }, attacks ? "attacks" : "defends")),
  h("span", { class: `vital health ${player.health <= m.catalog.health / 3 ? "low" : ""}` },
    glyph("heart", 17), h("b", null, String(player.health)), bar(player.health, m.catalog.health),
    threat > 0 && h("small", { class: "threat", title: `A battle that began now would cost ${name} ${threat} health` }, `−${threat}`)),
  h("span", { class: "vital mana" }, glyph("orb", 17), h("b", null, String(player.mana)),
    view.pool <= MOST_PIPS ? [h("small", { class: "short" }, `of ${view.pool}`), pips(player.mana, view.pool)] : h("small", null, `of ${view.pool}`)),
  h("span", { class: "piles" },
    h("span", { title: "Cards in hand" }, icon("cards", 16), h("b", null, String(player.hand_size))),
    h("span", { class: "long", title: "Cards in the deck" }, "deck ", h("b", null, String(player.deck_size))),
    h("button", { type: "button", class: "long pile", title: "Graveyard", "aria-label": `Graveyard of ${name}, ${player.graveyard.length}`,
      on: { click: () => details(`player ${seat}`, m) } }, glyph("tomb", 14), h("b", null, String(player.graveyard.length)))),
  clock);
}

function counted(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) || 0) + 1);
  return [...counts];
}

const small = (s, keys) => h("div", null, counted(keys).map(([key, count]) =>
  h("span", { title: s.cards[key].name, "data-long": `card ${key}`, on: hover(s, { key }) }, emblem(s.cards[key], { size: 26 }), h("b", null, String(count)))));

/** Deck lists are open: what has not been seen yet of somebody's cards. */
function unseen(s, seat) {
  const keys = (s.m.views?.[seat] || s.view).players[seat].unseen;
  const title = `${seat === s.m.eye ? "Your" : possessive(nameOf(s, seat))} ${s.hands[seat] ? "deck" : "unseen cards"}`;
  return h("section", { class: "unseen", key: `unseen ${seat}` }, h("h2", { class: "panel-title" }, title, h("span", null, String(keys.length))), small(s, keys));
}

// --- the hand

function hand(s) {
  const keys = s.hands[s.me];
  if (s.m.views) return null;
  if (!keys) return null;
  if (s.picked?.aim === "graveyard") return graveyard(s);
  const shown = keys.map((key, i) => ({ key, place: i, count: 1 }));
  const piles = keys.length <= MANY ? shown : counted(keys).map(([key, count]) => ({ key, place: keys.indexOf(key), count }));
  return h("div", { class: `hand oophand ${piles.length > MANY ? "many" : ""}`, key: "hand", role: "listbox", "aria-label": "Your hand", "data-rove": "hand" },
    piles.map(({ key, place, count }, i) => {
      const one = s.cards[key];
      const prefix = `${one.kind} ${key}`;
      const reason = whyNot(s, prefix, one);
      const [command, subject] = s.pending;
      const waits = `${command} ${subject}` === prefix && place === keys.indexOf(key);
      const chosen = s.pick === prefix && place === keys.indexOf(key);
      const drag = s.live && !reason && (one.kind === "creature" || one.aim === "target");
      return card(one, "m", {
        reason: reason && brief(s, reason, one), count, key: i < 9 ? String(i + 1) : "", state: `${chosen ? "selected" : ""} ${waits ? "pending" : ""}`,
        props: {
          key: s.names.get(`${s.me} hand ${place}`), "data-id": s.names.get(`${s.me} hand ${place}`), role: "option", "aria-selected": String(chosen),
          "data-item": `${key} ${place}`, "data-drag": drag && prefix, "data-long": `card ${key}`,
          on: { click: () => chooseCard(s, prefix, key, reason), ...hover(s, { key }) },
        },
      });
    }),
    s.live && s.m.can("redraw") && button(`Redraw ${keys.length - 1} cards`, { class: "redraw", key: "R", "data-item": "redraw", on: { click: () => s.m.act("redraw") } }),
    s.live && piles.length < 5 && h("p", { class: "hint", key: "hint" }, advice(s), " ", s.pick && [keycap("Esc"), " puts it back."]));
}

/** A reason on the card itself: without its name, on phones as short as can be. */
function brief(s, reason, one) {
  const need = reason.match(/costs (\d+) mana/);
  if (need && !s.m.wide) return `needs ${need[1]}`;
  const words = reason.startsWith(`${one.name} `) ? reason.slice(one.name.length + 1) : reason;
  return words[0].toUpperCase() + words.slice(1);
}

/** Whom a spell brings back, in the place of the hand. */
function graveyard(s) {
  const buried = s.view.players[s.me].graveyard.map(one => one.card);
  const choices = counted(buried).filter(([key]) => s.m.can(`${s.pick} ${key}`));
  return h("div", { class: "hand oophand graves", key: "graves", role: "listbox", "aria-label": `${s.picked.name}: who returns?`, "data-rove": "graves" },
    choices.map(([key, count]) => card(s.cards[key], "m", {
      count, props: {
        key, role: "option", "data-item": key, "data-long": `card ${key}`,
        on: { click: () => s.m.act(`${s.pick} ${key}`), ...hover(s, { key }) },
      },
    })),
    button("Back", { class: "quiet", icon: "undo", "data-item": "back", on: { click: () => redraw(s, { pick: "" }) } }));
}

/** A hand of a replay, open to everybody, in one line. */
function openHand(s, seat) {
  const keys = s.hands[seat];
  if (!s.m.views || !keys) return null;
  return h("div", { class: "openhand", key: `hand ${seat}`, role: "list", "aria-label": `${possessive(nameOf(s, seat))} hand` },
    keys.map((key, i) => h("span", {
      role: "listitem", key: s.names.get(`${seat} hand ${i}`), "data-id": s.names.get(`${seat} hand ${i}`), "data-long": `card ${key}`,
      title: s.cards[key].name, on: { click: () => chooseCard(s, "", key, ""), ...hover(s, { key }) },
    }, emblem(s.cards[key], { size: 26 }), h("b", null, String(s.cards[key].cost)), h("span", { class: "long" }, s.cards[key].name))),
    !keys.length && h("small", null, "no cards in hand"));
}

// --- words

/** What to do next with what is picked. */
function advice(s) {
  if (!s.pick) return "Choose a card, or a creature to send to battle.";
  if (s.command === "battle") return "Choose a lit Battle slot.";
  if (s.picked.kind === "creature") return "Choose a lit slot of your Field Zone.";
  if (s.mass) return "Choose it again to cast it.";
  return s.picked.aim === "graveyard" ? "Choose who returns." : "Choose a lit creature.";
}

/** The consequence before the click; null if nothing is aimed at. */
function consequence(s) {
  const mana = s.view.players[s.me].mana;
  const left = cost => ` Leaves ${mana - cost} mana.`;
  if (s.mass) return [...massWords(s), left(s.picked.cost)];
  if (!s.aim) return null;
  if (s.command === "battle") return battleWords(s);
  const { creature } = slotAt(s.view, s.me, s.aim);
  if (s.command === "creature") {
    const hasty = s.picked.traits.includes("H") ? " May battle at once." : "";
    return [h("b", null, `${s.picked.name} to ${s.aim}: `), h("span", { class: "change" }, figures(s.picked)), ".", hasty, left(s.picked.cost)];
  }
  const cost = left(costOn(s.picked, s.cards[creature.card]));
  if (s.picked.effects[0][0] === "clone") {
    const free = s.view.players[s.me].field.indexOf(null);
    const copy = changed(creature, s.picked);
    return free < 0 ? ["No free slot: nothing would happen.", cost]
      : [h("b", null, `A copy to F${free + 1}: `), h("span", { class: "change" }, figures(copy)), `, ${names(copy.traits)}.`, cost];
  }
  return [...spellWords(s, creature, s.aim), cost];
}

function spellWords(s, creature, place) {
  const after = changed(creature, s.picked);
  const [gains, loses] = [[after, creature], [creature, after]].map(([a, b]) => [...a.traits].filter(letter => !b.traits.includes(letter)));
  const numbers = figures(after) === figures(creature) ? "" : h("span", { class: "change" }, `${figures(creature)} → ${figures(after)}`);
  const words = [gains.length && `gains ${names(gains)}`, loses.length && `loses ${names(loses)}`, after.health <= 0 && "falls"].filter(Boolean).join(", ");
  return [h("b", null, `${s.cards[creature.card].name}, ${place}: `), numbers, numbers && words ? ", " : "", words || (numbers ? "" : "nothing changes"), "."];
}

function massWords(s) {
  const hit = standing(s.view).filter(one => reaches(s.picked, s.me, one.seat));
  const fall = seat => hit.filter(one => one.seat === seat && changed(one.creature, s.picked).health <= 0).map(one => s.cards[one.creature.card].name);
  const [own, other] = [fall(s.me), fall(1 - s.me)];
  return [h("b", null, `${s.picked.name}: `), `${hit.length} creature${hit.length === 1 ? "" : "s"}.`,
    other.length > 0 && h("span", { class: "change" }, ` ${other.join(", ")} fall${other.length === 1 ? "s" : ""}.`),
    own.length > 0 && h("span", { class: "change bad" }, ` Your ${own.join(", ")} fall${own.length === 1 ? "s" : ""}.`)];
}

function battleWords(s) {
  const lane = s.aim.at(-1) - 1;
  const [mine, theirs] = [s.creature, s.supposed.players[1 - s.me].battle[lane]];
  const [name, foe] = [s.cards[mine.card].name, nameOf(s, 1 - s.me)];
  const dragged = theirs && !s.view.players[1 - s.me].battle[lane] ? ` drags ${s.cards[theirs.card].name} along:` : "";
  const head = h("b", null, `${name} to ${s.aim}: `);
  const seen = outlook(s.supposed, lane);
  if (!seen) return [head, "nobody attacks there."];
  if (seen.hit != null) return [head, "nobody opposite, ", h("span", { class: "change" }, `${seen.hit} damage to ${foe}`), "."];
  const [after, other] = s.view.attacker === s.me ? [seen.attacker, seen.defender] : [seen.defender, seen.attacker];
  const fate = (before, one) => one.health <= 0 ? "falls" : `${figures(before)} → ${figures(one)}`;
  const hurt = seen.hurts[s.view.attacker === s.me ? 1 : 0];
  return [head, dragged, ` ${s.cards[theirs.card].name} `, h("span", { class: "change" }, fate(theirs, other)), `, ${name} `,
    h("span", { class: `change ${after.health <= 0 ? "bad" : ""}` }, fate(mine, after)), hurt > 0 && `, ${hurt} more to ${foe}`, "."];
}

/** The card in focus: what is picked, else what was looked at last. */
function focus(s) {
  const { look } = s.m.ui;
  const seen = look?.slot && slotAt(s.view, s.me, look.slot).creature;
  if (s.creature) return card(s.cards[s.creature.card], "l", { now: s.creature, props: { key: "focus" } });
  if (s.picked) return card(s.picked, "l", { props: { key: "focus" } });
  if (seen) return card(s.cards[seen.card], "l", { now: seen, props: { key: "focus" } });
  if (!look?.key) return null;
  const one = s.cards[look.key];
  const reason = s.hands[s.me]?.includes(look.key) ? whyNot(s, `${one.kind} ${look.key}`, one) : "";
  return card(one, "l", { reason: sentence(reason), props: { key: "focus" } });
}

function left(s) {
  const told = consequence(s);
  const idle = s.live ? "Choose a card of your hand, or a creature to send to battle." : "Point at a card or a creature to see it whole.";
  return [
    focus(s) || h("p", { class: "note", key: "idle" }, h("span", null, idle)),
    told && h("p", { class: "note legalnote", key: "told", role: "status" }, h("span", null, told)),
    h("div", { class: "lists", key: "lists" }, (s.m.eye == null || s.m.views ? [1 - s.me, s.me] : [1 - s.me]).map(seat => unseen(s, seat))),
  ];
}

function message(s) {
  if (s.m.over || s.m.back || !s.live) return null;
  if (!s.pick) return [h("b", null, "Your turn"), h("br"), `${s.view.players[s.me].mana} mana`];
  const what = s.creature ? s.cards[s.creature.card] : s.picked;
  const tap = s.command === "battle" || what.kind === "creature" ? "tap a lit slot" : s.mass ? "tap it again to cast" : s.picked.aim === "graveyard" ? "who returns?" : "tap a lit creature";
  return [h("b", null, what.name), h("br"), tap];
}

/** Details by long press or right click: "card HWOLF", "slot OB3", "player 1". */
function details(value, m) {
  const s = scene(m);
  const [what, which] = value.split(" ");
  if (what === "player") return m.details(playerDetails(s, Number(which)));
  const creature = what === "slot" ? slotAt(m.view, s.me, which).creature : null;
  const one = s.cards[creature ? creature.card : which];
  if (!one) return;
  const reason = what === "card" && s.hands[s.me]?.includes(which) ? whyNot(s, `${one.kind} ${which}`, one) : "";
  m.details(card(one, "l", { now: creature, reason: sentence(reason) }));
}

function playerDetails(s, seat) {
  const player = s.view.players[seat];
  return h("div", { class: "ooplayer" }, h("h2", null, nameOf(s, seat)),
    h("p", null, `${player.health} health, ${player.mana} of ${s.view.pool} mana, ${player.hand_size} cards in hand, ${player.deck_size} in the deck`),
    h("section", { class: "unseen" }, h("h3", { class: "panel-title" }, "Graveyard, the newest last", h("span", null, String(player.graveyard.length))),
      player.graveyard.length ? small(s, player.graveyard.map(one => one.card)) : h("p", null, "nobody")),
    unseen(s, seat));
}

// --- motion

/** Show one event on the position before it. */
async function play(event, m, fx) {
  const s = scene(m);
  const at = one => one?.at && s.names.get([one.seat, ...one.at].join(" "));
  const [who, whom] = [at(event), event.target && (event.target.health == null ? at(event.target) : `player ${event.target.seat}`)];
  const before = one => m.view.players[one.seat][one.at[0]][one.at[1]];
  switch (event.kind) {
    case "AttackStarted": {
      // Both blows at once where both count: only a lone First Strike makes the other wait.
      const alone = before(event).traits.includes("F") !== before(event.target).traits.includes("F");
      fx.number(whom, `−${event.damage}`);
      if (event.number === 2 && !alone) return;
      fx.sound?.("strike");
      await Promise.all([fx.lunge(who, whom), !alone && fx.lunge(whom, who)]);
      break;
    }
    case "DirectHit":
      fx.sound?.("direct hit");
      fx.number(whom, `−${event.damage}`);
      await fx.lunge(who, whom);
      break;
    case "WasBrutal":
      fx.number(whom, `−${event.damage}`);
      break;
    case "StoleLife":
    case "CreatureRegenerated":
    case "WeakenedByPoison": {
      const more = event.creature.health - before(event).health;
      fx.number(who, more > 0 ? `+${more}` : `−${-more}`, more > 0 ? "good" : "bad");
      break;
    }
    case "SpellCast":
      fx.sound?.("spell");
      await Promise.all([...event.changed.map(one => fx.flash(at(one))), !event.changed.length && whom && fx.flash(whom)]);
      break;
    case "CreatureDied":
    case "TemporaryLeft":
    case "FoundNoRoom":
      fx.sound?.("death");
      break;
    case "CreaturePlayed":
    case "SentToBattle":
      fx.sound?.("put down");
      break;
    case "DrewCard":
      fx.sound?.("draw");
  }
}

export default {
  draw(m) {
    const s = scene(m);
    const foe = 1 - s.me;
    const { round, max_rounds: most } = s.view;
    return {
      where: [...phones("round ", ""), h("b", null, String(Math.min(round, most))), ...phones(" of ", " / "), String(most)],
      left: left(s),
      stage: [strip(s, foe), openHand(s, foe), board(s), openHand(s, s.me), strip(s, s.me), hand(s)],
      main: m.can("done") || m.why("done") ? { label: "Done", action: "done", key: "E", reason: m.why("done") } : null,
      message: message(s),
    };
  },

  keydown(event, m) {
    const s = scene(m);
    const number = Number(event.key);
    if (event.key.toLowerCase() === "r" && s.live && m.can("redraw")) {
      m.act("redraw");
      return true;
    }
    if (!number || !s.hands[s.me]) return false;
    const cards = document.querySelectorAll(".oophand > .card");
    const one = cards[number - 1];
    if (!one) return false;
    one.click();
    // On to the places that the card can go to, so that arrows and Enter do the rest.
    if (!one.classList.contains("impossible")) (document.querySelector(".oop .legal") || document.querySelector(".graves .card") || one).focus();
    return true;
  },

  escape(m) {
    if (!m.ui.pick) return false;
    Object.assign(m.ui, { pick: "", aim: "" });
    m.redraw();
    return true;
  },

  details, play, step,
};
