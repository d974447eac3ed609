// The board of the bench: what the server shows of a bench, as the model that the board of The Marches draws.
import marches from "../boards/marches.js";
import { h } from "../lib/dom.js";

const LANES = [["PLAINS", 0, 3], ["FOREST", 4, 9], ["MOUNTAIN", 10, 17]]
  .map(([name, first, last]) => ({ name, letter: name[0], first, last }));
export const TILES = LANES.flatMap(({ letter, first, last }) =>
  Array.from({ length: last - first + 1 }, (_, i) => `${letter}${i + 1}`));
export const SEATS = ["Player 1", "Player 2"];

let style = null; // the link to the style of the board: its rules hold only while a bench is on the page

/** Have the style of the board while a bench is shown; says whether it has come, and draws again when it has. */
export function styled(redraw) {
  if (!style) {
    style = document.createElement("link");
    Object.assign(style, { rel: "stylesheet", href: new URL("../boards/marches.css", import.meta.url).href });
    style.onload = style.onerror = () => {
      style.come = true;
      redraw();
    };
    document.head.append(style);
    addEventListener("hashchange", () => (style.disabled = !location.hash.endsWith("/try")));
  }
  if (style.come && style.disabled) style.disabled = false;
  return Boolean(style.come);
}

/** Every card that a bench can name, by number; a card of this name is played by its number here. */
function cardsOf({ overview, sheet }, view) {
  const known = [...overview.shipped, ...overview.cards.map(line => line.card), sheet.card].filter(Boolean);
  const cards = Object.fromEntries(known.map(card => [card.id, { ...card, play: card.id }]));
  const named = view.players.flatMap(one => [one.class, one.power, ...one.hand, ...one.discard, ...one.unseen]);
  for (const id of [...named, ...view.entities.map(e => e.card)]) {
    cards[id] ||= { id, play: id, name: `Card ${id}`, kind: "skill", tribe: "BASE", text: "", does: [], hears: [] };
  }
  return cards;
}

/** The command line that the board knows something to do by; an entity is the tile that it stands on. */
function lineOf({ do: deed }, shown, cards) {
  if (typeof deed === "string") return deed === "end_turn" ? "done" : deed;
  const { play, at } = deed;
  const card = cards[play];
  if (at == null) return `play ${play}`;
  const entity = standing(shown, at);
  const lane = !entity && card.kind === "skill" && ofLanes(shown, play);
  return `play ${play} at ${entity ? TILES[entity.tile] : lane ? LANES[at].name : TILES[at]}`;
}

/** Skills are played on lanes or on tiles, and both are numbers: the titles say which. */
const ofLanes = (shown, card) => shown.choices.some(one =>
  one.do?.play === card && !one.reason && / on the (plains|forest|mountain)$/i.test(one.title));

/** The one that a name of the scenario stands for. */
function standing(shown, ref) {
  if (typeof ref !== "string") return null;
  return shown.view.entities.find(e => e.number === shown.names[ref]);
}

/** What a card is played on, told by the choices: kinds, and whose they are (1: the own, 2: those of the other). */
function playedOn(shown, { id }) {
  const found = shown.choices.filter(one => one.do?.play === id).map(one => standing(shown, one.do.at)).filter(Boolean);
  const kinds = [...new Set(found.map(e => e.kind.toLowerCase()))];
  const owners = found.reduce((mask, e) => mask | (e.owner === shown.view.seat_to_act ? 1 : 2), 0);
  return { on: kinds.length > 1 ? "both" : kinds[0] || "", owners };
}

/** The model that the board draws; `st` is the bench of a card, `hands` what a person can do with it. */
export function model(ctx, st, hands) {
  const { shown, told } = st;
  const cards = cardsOf(ctx, shown.view);
  const choices = shown.choices.map(choice => {
    const line = choice.reason && choice.do?.play != null ? `play ${choice.do.play}` : lineOf(choice, shown, cards);
    return { ...choice, action: line, group: choice.reason ? line : choice.group };
  });
  for (const card of Object.values(cards)) Object.assign(card, playedOn(shown, card));
  const legal = new Set(choices.filter(one => !one.reason).map(one => one.action));
  const view = told ? { ...shown.view, entities: told.entities,
    players: shown.view.players.map((player, seat) => ({ ...player, ...told.players[seat] })) } : shown.view;
  return {
    view, catalog: { lanes: LANES, tiles: TILES, cards }, choices: told ? [] : choices, ui: st.ui,
    eye: told ? told.seat : shown.view.seat_to_act, views: null, seats: SEATS.map(name => ({ name })),
    back: Boolean(told), over: view.over, last: [], pending: "", you: [0, 1], groups: {}, wide: innerWidth > 700,
    redraw: ctx.redraw, can: line => legal.has(line), starts: text => [...legal].filter(one => one.startsWith(text)),
    why: line => choices.find(one => one.reason && (one.action === line || line.startsWith(`${one.action} `)))?.reason || "",
    refuse: hands.refuse,
    details: body => ctx.sheetOf("A closer look", body),
    marked: thing => hands.marked(thing),
    beside: number => told?.changes.has(number) && h("span", { class: "floats" }, told.changes.get(number)),
    strip: seat => ({ turn: seat === shown.view.seat_to_act && !view.over, here: null, clock: null }),
    act(line, target) {
      const fits = choices.filter(one => !one.reason && one.action === line);
      const meant = target?.entity && fits.find(one => standing(shown, one.do.at)?.number === target.entity.number);
      hands.act((meant || fits[0]).do);
    },
  };
}

/** The board, the players and the hand, as on a table; players whom a row has chosen are ringed too. */
export function stage(m, told) {
  const { stage: parts, message } = marches.draw(m);
  const strips = parts.filter(part => part?.props?.class?.startsWith("strip"));
  for (const [seat, strip] of [[1 - m.eye, strips[0]], [m.eye, strips[1]]]) {
    if (told?.row.targets.includes(seat)) strip.props.class += " told";
  }
  return { parts, message };
}

export const boardKey = (event, m) => event.key === "Escape" ? marches.escape(m) : marches.keydown(event, m);
