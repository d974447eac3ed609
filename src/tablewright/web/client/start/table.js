// The panel with which a table is made: what is played, who sits where, and the links for whoever comes.
import { emblem } from "../heraldry/emblem.js";
import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { optionLine, optionTitle, words } from "../lib/options.js";
import { fault, oneOf } from "../lib/top.js";
import { button, icon } from "../ui.js";

const WAIT = 2000; // milliseconds between two looks at the own table
const CLOCKS = { none: null, short: { total: 600 }, long: { turn: 3 * 86400 } };
const CLOCK_WORDS = [["none", "None"], ["short", "10 min"], ["long", "3 days a turn"]];
const KINDS = [["bot", "A bot"], ["friend", "A friend"], ["open", "Anyone"], ["person", "Same screen"]];
const LONGEST_NAME = 20;
const SEALED = "The deal is sealed before the first card and opened after the last, so anybody can check it.";

/** A table before anybody has chosen anything. */
export const TABLE = { kinds: {}, levels: {}, clock: "none", watchers: true, seats: 2, setup: {} };

function optionOf(game, table, key) {
  const { options } = game.choices.find(choice => choice.key === key);
  return options.find(({ name }) => name === table.setup[game.key]?.[key]) || options[0];
}

/** How many seats the table has. In the dungeons the choices decide it. */
function seatsOf(game, table) {
  const [least, most] = game.seats;
  if (game.key !== "dungeons") return Math.min(most, Math.max(least, table.seats));
  return optionOf(game, table, "players").name === "one" ? 1 : optionOf(game, table, "heroes").name.split("-").length;
}

const kindOf = (table, seat) => table.kinds[seat] || "bot";
const opponents = ({ levels, styles }) => [...levels, ...styles.map(({ name }) => name)];
const levelOf = (game, table, seat) =>
  (opponents(game).includes(table.levels[seat]) ? table.levels[seat] : game.levels[Math.min(1, game.levels.length - 1)]);

/** What the server is asked for. */
export function order(game, table, name) {
  const count = seatsOf(game, table);
  const plan = seat => {
    const kind = seat ? kindOf(table, seat) : "person";
    if (kind === "bot") return { kind, bot: levelOf(game, table, seat) };
    return kind === "person" ? { kind, name: seat ? `Player ${seat + 1}` : name } : { kind };
  };
  return {
    game: game.key,
    setup: Object.fromEntries(game.choices.map(({ key }) => [key, optionOf(game, table, key).name])),
    seats: Array.from({ length: count }, (_, seat) => plan(seat)),
    options: { watchers: table.watchers, clock: count > 1 ? CLOCKS[table.clock] : null },
  };
}

/** The form; `p` is the page: p.table, p.change(parts of the table), p.start(). */
export function tableForm(game, p) {
  const { table } = p;
  const count = seatsOf(game, table);
  const others = Array.from({ length: count - 1 }, (_, index) => index + 1);
  const waits = others.some(seat => ["friend", "open"].includes(kindOf(table, seat)));
  const [least, most] = game.seats;
  const numbers = Array.from({ length: most - least + 1 }, (_, i) => [least + i, String(least + i)]);
  const setSeats = seats => p.change({ seats });
  const submit = event => {
    event.preventDefault();
    p.start();
  };
  return h("form", { class: "table-panel", key: "form", "aria-label": "A new table", on: { submit } },
    h("h2", null, `A table for ${game.title}`),
    least < most && game.key !== "dungeons" && oneOf("seats", "How many play", numbers, count, setSeats),
    others.map(seat => whoSits(game, p, seat, count === 2 ? "Who sits across" : `Who takes seat ${seat + 1}`)),
    picks(game, p, count),
    count > 1 && oneOf("clock", "Clock", CLOCK_WORDS, table.clock, clock => p.change({ clock })),
    h("div", { class: "pair", key: "pair" },
      h("label", { class: "fieldset entryfield" }, h("span", null, "Your name"),
        h("input", { name: "name", maxlength: LONGEST_NAME, autocomplete: "nickname", placeholder: p.guest,
          value: p.name, on: { input: event => p.rename(event.target.value) } })),
      h("label", { class: "tick" },
        h("input", { type: "checkbox", name: "watchers", checked: table.watchers,
          on: { change: event => p.change({ watchers: event.target.checked }) } }),
        h("span", null, "Others may watch"))),
    fault(p.problem),
    h("button", { key: "go", class: "btn main big wide", "aria-disabled": p.busy ? "true" : null },
      p.busy ? "Laying the table ..." : waits ? "Make the table" : "Start"),
    h("p", { class: "small phone-hide", key: "sealed" }, SEALED));
}

function whoSits(game, p, seat, title) {
  const { kinds, levels } = p.table;
  const kind = kindOf(p.table, seat);
  const named = opponents(game).map(name => [name, words(name)]);
  const style = game.styles.find(({ name }) => name === levelOf(game, p.table, seat));
  // A style brings the deck that it likes, which can be changed again.
  const choose = name => {
    const { deck } = game.styles.find(one => one.name === name) || {};
    const choice = game.choices.find(one => one.seat === seat && one.options.some(option => option.name === deck));
    const { setup } = p.table;
    const chosen = choice ? { setup: { ...setup, [game.key]: { ...setup[game.key], [choice.key]: deck } } } : {};
    p.change({ levels: { ...levels, [seat]: name }, ...chosen });
  };
  return [
    oneOf(`kind${seat}`, title, KINDS, kind, value => p.change({ kinds: { ...kinds, [seat]: value } })),
    kind === "bot" && oneOf(`level${seat}`, "How it plays", named, levelOf(game, p.table, seat), choose),
    kind === "bot" && style && h("p", { class: "small", key: `line${seat}` }, `\u201c${style.line}\u201d`),
  ];
}

/** What can be chosen for the table: a plate for each choice, those of the seats side by side. */
function picks(game, p, count) {
  const plate = ({ key, title, seat, options }) => {
    const option = optionOf(game, p.table, key);
    const whose = seat == null ? "" : seat === 0 ? "yours" : count === 2 ? "theirs" : `seat ${seat + 1}`;
    const { setup } = p.table;
    const choose = name => p.change({ setup: { ...setup, [game.key]: { ...setup[game.key], [key]: name } } });
    const line = one => `${optionTitle(one)}: ${optionLine(one)}`;
    return h("label", { class: "pick", key: `${game.key} ${key}` },
      emblem({ name: optionTitle(option), kind: whose ? "creature" : "building", cost: 1 }, { size: 34 }),
      h("span", null, h("b", null, optionTitle(option)), h("small", null, whose || optionLine(option))),
      icon("down", 16),
      // The list of the device itself lies over the plate: it is the one that everybody knows how to use.
      h("select", { "aria-label": whose ? `${title}, ${whose}` : title,
        on: { change: event => choose(event.target.value) } },
        options.map(one => h("option", { key: one.name, value: one.name, selected: one === option }, line(one)))));
  };
  const choices = game.choices.filter(({ options, seat }) => options.length > 1 && (seat ?? 0) < count);
  const ofSeats = choices.filter(({ seat }) => seat != null);
  const mine = ofSeats.find(({ seat }) => seat === 0);
  return [
    choices.filter(({ seat }) => seat == null).map(choice =>
      h("div", { class: "fieldset", key: choice.key }, h("span", null, choice.title), plate(choice))),
    ofSeats.length > 0 && h("div", { class: "fieldset", key: "of seats" },
      h("span", null, `${ofSeats[0].title.split(" of ")[0]}s`), // "Deck of player 1" is one of the decks
      h("div", { class: "picks" }, ofSeats.map(plate)),
      mine && h("p", { class: "small" }, optionLine(optionOf(game, p.table, mine.key)))),
  ];
}

/** See again and again whether everybody has come to the table of p.waiting; then the page goes on to the match. */
export async function awaitPlayers(p, draw) {
  const { waiting } = p;
  await new Promise(done => setTimeout(done, WAIT));
  if (p.waiting !== waiting) return; // somebody has thought better of it
  try {
    const { seats } = await get(`matches/${waiting.id}`);
    if (seats.every(({ taken }) => taken)) return location.assign(`/g/${waiting.id}`);
    waiting.problem = "";
  } catch (refusal) {
    waiting.problem = refusal.message;
  }
  draw();
  awaitPlayers(p, draw);
}

/** The table is made and waits for people: their links, and how it goes on. */
export function waitingPanel(p) {
  const { id, game, links, open, copied, problem } = p.waiting;
  const link = ({ seat, url }) => h("div", { class: "fieldset", key: seat },
    h("span", null, links.length > 1 ? `The link for seat ${seat + 1}. It works once.`
      : "Send this link. The match starts when it is opened."),
    h("div", { class: "linkbox" }, h("span", { class: "url" }, url.replace(/^https?:\/\//, "")),
      copied === seat ? button("Copied", { icon: "check" })
        : button("Copy", { icon: "copy", on: { click: () => p.copy(seat, url) } }),
      navigator.share && button("Send", { icon: "share", on: { click: () => p.send(url) } })));
  return h("section", { class: "table-panel", key: "waiting", "aria-label": "Waiting for players" },
    h("h2", { tabindex: "-1" }, `A table for ${game.title}`),
    links.map(link),
    open && h("p", { class: "small", key: "open" }, "The table is listed on this page for everybody who comes by."),
    h("p", { class: "wait", role: "status", key: "wait" }, h("i", null),
      problem || `Nobody has ${open ? "sat down" : "opened it"} yet. You can leave this page open or come back.`),
    h("div", { class: "row", key: "row" },
      h("a", { class: "btn", href: `/g/${id}` }, icon("step"), h("span", null, "To the table")),
      button("Another table", { icon: "back", on: { click: p.leave } })));
}
