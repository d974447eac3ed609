// The panel with which a table is made: what is played, who sits where, and the link for whoever comes.
import { h } from "../lib/dom.js";
import { optionLine, optionTitle } from "../lib/options.js";
import { button, icon } from "../ui.js";
import { fault, oneOf, pick } from "./parts.js";
import { nameEmblem } from "./tiles.js";

const CLOCKS = { none: ["None", null], short: ["10 min", { total: 600, increment: 0 }], long: ["3 days a turn", { turn: 3 * 86400 }] };
const KINDS = [["bot", "A bot"], ["friend", "A friend"], ["open", "Anyone"], ["person", "Same screen"]];
const LONGEST_NAME = 20;

/** How many seats a table has; where the choices decide it and the game is not one of ours, as many as were asked for. */
export function seatsOf(game, table) {
  const [least, most] = game.seats;
  if (game.key === "dungeons") return chosen(game, table, "players") === "one" ? 1 : chosen(game, table, "heroes").split("-").length;
  return Math.min(most, Math.max(least, table.seats || 2));
}

const chosen = (game, table, key) => {
  const { options } = game.choices.find(choice => choice.key === key);
  const wanted = table.setup[game.key]?.[key];
  return options.some(option => option.name === wanted) ? wanted : options[0].name;
};

/** The name that was given, or the one that this device has for a guest: two guests at one table need different ones. */
export const nameOf = table => table.name.trim() || table.guest;

/** What the server is asked for. */
export function order(game, table) {
  const count = seatsOf(game, table);
  const setup = Object.fromEntries(game.choices.filter(choice => choice.options.length).map(({ key }) => [key, chosen(game, table, key)]));
  const seats = Array.from({ length: count }, (_, seat) => {
    if (seat === 0) return { kind: "person", name: nameOf(table) };
    const kind = kindOf(table, seat);
    if (kind === "bot") return { kind, bot: levelOf(game, table, seat) };
    return kind === "person" ? { kind, name: `Player ${seat + 1}` } : { kind };
  });
  const clock = count > 1 ? CLOCKS[table.clock]?.[1] : null;
  return { game: game.key, setup, seats, options: { watchers: table.watchers, ...(clock && { clock }) } };
}

const kindOf = (table, seat) => table.kinds[seat] || "bot";
const levelOf = (game, table, seat) => (game.levels.includes(table.levels[seat]) ? table.levels[seat] : game.levels[Math.min(1, game.levels.length - 1)]);

/** The form; `change` takes what has changed of the table, `start` sends it. */
export function tableForm(game, table, { busy, problem, change, start }) {
  const count = seatsOf(game, table);
  const others = Array.from({ length: count - 1 }, (_, index) => index + 1);
  const waits = others.some(seat => ["friend", "open"].includes(kindOf(table, seat)));
  const set = (part, key, value) => change({ [part]: { ...table[part], [key]: value } });
  const choose = (key, value) => change({ setup: { ...table.setup, [game.key]: { ...table.setup[game.key], [key]: value } } });
  return h("form", { class: "table-panel", key: "form", "aria-label": "A new table", on: { submit: event => { event.preventDefault(); start(); } } },
    h("h2", null, `A table for ${game.title}`),
    game.seats[0] !== game.seats[1] && game.key !== "dungeons" && howMany(game, count, change),
    others.map(seat => [
      oneOf(`kind${seat}`, count === 2 ? "Who sits across" : `Who takes seat ${seat + 1}`, KINDS, kindOf(table, seat), kind => set("kinds", seat, kind)),
      kindOf(table, seat) === "bot" && oneOf(`level${seat}`, "How well it plays", game.levels.map(level => [level, level[0].toUpperCase() + level.slice(1)]),
        levelOf(game, table, seat), level => set("levels", seat, level)),
    ]),
    setupPicks(game, table, count, choose),
    count > 1 && oneOf("clock", "Clock", Object.entries(CLOCKS).map(([key, [label]]) => [key, label]), table.clock, clock => change({ clock })),
    h("div", { class: "pair", key: "pair" },
      h("label", { class: "field" }, h("span", null, "Your name"),
        h("input", { name: "name", maxlength: LONGEST_NAME, autocomplete: "nickname", placeholder: table.guest, value: table.name, on: { input: event => change({ name: event.target.value }) } })),
      h("label", { class: "tick" },
        h("input", { type: "checkbox", name: "watchers", checked: table.watchers, on: { change: event => change({ watchers: event.target.checked }) } }),
        h("span", null, "Others may watch"))),
    fault(problem),
    h("button", { key: "go", class: "btn main big wide", "aria-disabled": busy ? "true" : null }, busy ? "Laying the table ..." : waits ? "Make the table" : "Start"),
    h("p", { class: "note-line phone-hide", key: "note" }, "The deal is sealed before the first card and opened after the last, so anybody can check it."));
}

const howMany = ({ seats: [least, most] }, count, change) =>
  oneOf("seats", "How many play", Array.from({ length: most - least + 1 }, (_, i) => [least + i, String(least + i)]), count, seats => change({ seats }));

function setupPicks(game, table, count, choose) {
  const plate = choice => {
    const option = choice.options.find(({ name }) => name === chosen(game, table, choice.key));
    const whose = choice.seat == null ? "" : choice.seat === 0 ? "yours" : count === 2 ? "theirs" : `seat ${choice.seat + 1}`;
    return pick(`${game.key} ${choice.key}`, {
      label: choice.seat == null ? choice.title : `${choice.title}, ${whose}`, picture: nameEmblem(optionTitle(option), choice.seat == null ? "building" : "creature"),
      title: optionTitle(option), small: whose || optionLine(option), chosen: option.name,
      options: choice.options.map(one => [one.name, choice.seat == null ? optionTitle(one) : `${optionTitle(one)}: ${optionLine(one)}`]),
      choose: name => choose(choice.key, name),
    });
  };
  const choices = game.choices.filter(choice => choice.options.length > 1);
  const [shared, seated] = [choices.filter(({ seat }) => seat == null), choices.filter(({ seat }) => seat != null && seat < count)];
  const mine = seated.find(({ seat }) => seat === 0);
  const about = mine && optionLine(mine.options.find(({ name }) => name === chosen(game, table, mine.key)));
  return [
    shared.map(choice => h("div", { class: "fieldset", key: `box ${choice.key}` }, h("span", null, choice.title), plate(choice))),
    seated.length > 0 && h("div", { class: "fieldset", key: "seated" }, h("span", null, plural(seated[0].title)),
      h("div", { class: "picks" }, seated.map(plate)), h("p", { class: "note-line" }, about)),
  ];
}

/** "Deck of player 1" names one of several: "Decks". */
const plural = title => `${title.split(" of ")[0]}s`;

/** The table is made and waits for people: their links, and how it goes on. */
export function waitingPanel(game, waiting, { copy, share, leave }) {
  return h("section", { class: "table-panel", key: "waiting", "aria-label": "Waiting for players" },
    h("h2", { tabindex: "-1" }, `A table for ${game.title}`),
    waiting.links.map(({ seat, url }) => h("div", { class: "fieldset", key: `link${seat}` },
      h("span", null, waiting.links.length > 1 ? `The link for seat ${seat + 1}. It works once.` : "Send this link. The match starts when it is opened."),
      h("div", { class: "linkbox" }, h("span", { class: "url" }, url.replace(/^https?:\/\//, "")),
        button(waiting.copied === seat ? "Copied" : "Copy", { icon: waiting.copied === seat ? "check" : "copy", on: { click: () => copy(seat, url) } }),
        share && button("Send", { icon: "share", on: { click: () => share(url) } })))),
    waiting.open > 0 && h("p", { class: "note-line", key: "open" }, "The table is listed on this page for everybody who comes by."),
    h("p", { class: "wait", role: "status", key: "wait" }, h("i", null), waiting.problem || (waiting.links.length && !waiting.open
      ? "Nobody has opened it yet. You can leave this page open or come back." : "Nobody has come yet. You can leave this page open or come back.")),
    h("div", { class: "row", key: "row" }, h("a", { class: "btn", href: `/g/${waiting.id}` }, icon("step"), h("span", null, "To the table")),
      button("Another table", { icon: "back", on: { click: leave } })));
}
