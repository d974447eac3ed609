// The workshop: one page, and what stands behind # says in which room of it one is.
//
//   #/               own cards and decks, and new ones        workshop/start.js
//   #/card/100       the editor of a card                     workshop/editor.js
//   #/card/100/try   the card on a board                      workshop/bench.js
//   #/deck/NAME      a deck                                   workshop/deck.js
//   #/set            a set as one file, out and in            workshop/share.js
//   #/reference      the words of the language                workshop/reference.js
//
// A room is a function of the name of its file, from `ctx` to a description made with h(): the inside of <main>. Some
// modules are boxes inside other rooms and work the same way: decks(ctx) on the start page; tests(ctx) (in
// keep.js), probes(ctx), fair(ctx) and play(ctx) beside the editor. What a room has to remember between two draws it keeps in its module, by the number of
// the card. A module may also export keys(event, ctx), which says true if it has handled a key.
//
//   ctx.api        get(path), text(path), post(path, body), remove(path), below /api/v1/workshop/; they throw a Refusal
//   ctx.sheet      the Sheet JSON of the card of this room, or null; ctx.overview: what GET / answers
//   ctx.room       {name, card, deck, hash}: where one is
//   ctx.go(hash)   to another room: ctx.go("#/card/100/try")
//   ctx.redraw()   draw again; focus stays where it is
//   ctx.edit(edit) change the card: kept in order, sent, drawn; ctx.take(sheet): draw a Sheet JSON that an answer brought
//   ctx.refresh()  ask for the overview again
//   ctx.announce(text)  say it to those who listen to the page
//   ctx.picker.open({anchor, title, offers, choose})  let one of [{title, about, group?, current?}] be chosen; offers may
//                  be a promise of them; choose(offer) is called once it is closed, and focus is back at anchor
//   ctx.sheetOf(title, body)  open a sheet over the page with a description; ctx.closeSheet()
import { api, makeSpace, onNewKey, takeKey } from "./workshop/api.js";
import { h, render } from "./lib/dom.js";
import { keepFocus, roveKey } from "./lib/rove.js";
import { fault, top } from "./lib/top.js";
import { button, icon, keycap } from "./ui.js";
import { editor } from "./workshop/editor.js";
import { handleKey, keyList } from "./workshop/keys.js";
import { close as closePicker, isOpen, openPicker } from "./workshop/picker.js";
import { start } from "./workshop/start.js";
import { act, change, desk, hurry, onChange, open, renew, savedWords, take } from "./workshop/state.js";

const app = document.getElementById("app");
const sheet = document.getElementById("sheet");
const news = document.getElementById("news");
const phone = matchMedia("(max-width: 700px)");

/** Modules that come when they are needed first. */
const LATE = {
  bench: () => import("./workshop/bench.js"), fair: () => import("./workshop/fair.js"),
  probes: () => import("./workshop/probes.js"), tests: () => import("./workshop/keep.js"), play: () => import("./workshop/play.js"),
  decks: () => import("./workshop/decks.js"), deck: () => import("./workshop/deck.js"),
  share: () => import("./workshop/share.js"), reference: () => import("./workshop/reference.js"),
};
const here = {}; // the modules that have come, by name; null while one is on its way

const ctx = {
  api, overview: null, room: null,
  get sheet() {
    return desk.sheet;
  },
  go(hash) {
    location.hash = hash;
    enter(); // at once: the next key counts there already
  },
  redraw: draw,
  edit: change,
  act,
  take,
  refresh,
  announce(text) {
    news.textContent = text;
  },
  picker: { open: openPicker, close: closePicker },
  sheetOf(title, body) {
    sheet.setAttribute("aria-label", title);
    render(sheet, h("div", { class: "inside" }, h("h2", { class: "panel-title" }, title), body),
      button("Close", { on: { click: () => sheet.close() } }));
    if (!sheet.open) sheet.showModal();
  },
  closeSheet: () => sheet.close(),
  late,
};

let problem = ""; // why the room cannot be shown

/** What a late module draws; nothing while it is on its way. */
function late(name, ...more) {
  if (here[name]) return here[name][name](ctx, ...more);
  if (here[name] === undefined) {
    here[name] = null;
    LATE[name]().then(module => {
      here[name] = module;
      draw();
    }, () => {
      delete here[name]; // asked again when it is drawn again
      ctx.announce("A part of this page could not be loaded.");
    });
  }
  return null;
}

/** Where one is. */
function roomOf(hash) {
  const [, kind = "", name = "", more = ""] = hash.split("/");
  if (kind === "card" && /^-?\d+$/.test(name)) return { name: more === "try" ? "bench" : "editor", card: Number(name), hash };
  if (kind === "deck" && name) return { name: "deck", deck: decodeURIComponent(name), hash };
  if (kind === "set") return { name: "share", hash };
  if (kind === "reference") return { name: "reference", hash };
  return { name: "start", hash: "#/" };
}

/** Go into the room of the address. */
async function enter() {
  const before = ctx.room;
  takeKey();
  const room = (ctx.room = roomOf(location.hash));
  closePicker(false);
  sheet.close();
  problem = "";
  try {
    if (!ctx.overview || room.name === "start") await refresh();
    if (room.card) await open(room.card);
  } catch (refusal) {
    if (ctx.room === room) problem = refusal.message;
    ctx.door = refusal.code;
  }
  if (ctx.room !== room) return;
  draw();
  if (before && before.hash !== room.hash) {
    scrollTo(0, 0);
    app.querySelector("main")?.focus({ preventScroll: true });
  }
}

async function refresh() {
  ctx.overview = await api.get("");
  draw();
}

const ROOMS = { start, editor };
const inside = () => (ROOMS[ctx.room.name] ? ROOMS[ctx.room.name](ctx) : late(ctx.room.name, ctx.room.deck));

function draw() {
  const { room } = ctx;
  if (!room) return;
  const made = problem ? door() : !ctx.overview || (room.card && desk.sheet?.number !== room.card) ? null : inside();
  keepFocus(() => render(app, bar(),
    h("main", { key: room.name, class: `wrap shop-${room.name}`, tabindex: "-1" }, made)));
}

/** Why there is nothing to see here, and what can be done about it. */
function door() {
  const make = async () => {
    try {
      await makeSpace();
      await enter();
    } catch (refusal) {
      problem = refusal.message;
      draw();
    }
  };
  const keyless = ctx.door === "KEY";
  const first = keyless && !takeKey();
  return h("section", { class: "foyer", key: "door" }, h("h2", null, first ? "Invent a card" : "Card workshop"),
    first ? h("p", null, "Here you invent cards for The Marches, see them, try them and play them, without programming. ",
      "A workshop of your own has a link of its own; if you have one, open it.") : fault(problem),
    h("div", { class: "row" },
      ctx.room.name !== "start" && !keyless && h("a", { class: "btn", href: "#/" }, "To my workshop"),
      keyless ? button(first ? "Begin" : "Make a new one", { class: "main", on: { click: make } }) : button("Try again", { on: { click: enter } })));
}

function tool(name, label, click, off = false) {
  return h("button", {
    type: "button", class: "ic", title: label, "aria-label": label, "aria-disabled": off ? "true" : null,
    on: { click: () => off || click() },
  }, icon(name));
}

function bar() {
  const { name, card } = ctx.room;
  const open = card && desk.sheet?.number === card;
  const home = name !== "start" && h("a", { class: "btn quiet", href: name === "bench" ? `#/card/${card}` : "#/" },
    icon("back", 14), h("span", null, name === "bench" ? "The card" : phone.matches ? "All" : "My workshop"));
  const where = open && !desk.away && [h("span", { role: "status" }, savedWords()),
    desk.sheet.canUndo && h("span", { class: "wide" }, " ", keycap("Ctrl Z"), " all the way back")];
  const tools = [home, open && name === "editor" && [
    tool("undo", "Undo (Ctrl Z)", () => act("undo"), !desk.sheet.canUndo),
    h("span", { class: "mirrored" }, tool("undo", "Redo (Ctrl Shift Z)", () => act("redo"), !desk.sheet.canRedo))],
  tool("help", "Keys (k)", () => ctx.sheetOf("Keys", keyList()))];
  const words = phone.matches && open ? h("span", { class: "unseen-words" }, "Card workshop") : "Card workshop";
  return [top(words, draw, { where, tools }),
    desk.away && h("p", { class: "banner bad", key: "away", role: "alert" }, savedWords())];
}

addEventListener("hashchange", () => {
  if (location.hash.startsWith("#key=")) location.reload(); // another workshop
  else if (roomOf(location.hash).hash !== ctx.room.hash) enter();
});
addEventListener("keydown", event => {
  if (event.defaultPrevented || isOpen() && document.getElementById("picker").contains(event.target) && !event.key.startsWith("Arrow")) return;
  const late = here[ctx.room?.name]?.keys;
  if (!sheet.open && (late?.(event, ctx) || handleKey(event, ctx)) || roveKey(event)) event.preventDefault();
});
sheet.addEventListener("click", event => event.target === sheet && sheet.close());
phone.addEventListener("change", draw);
// What was changed in another tab is seen when one comes back to this one.
addEventListener("focus", () => ctx.room?.card && desk.sheet && !desk.queue.length && renew());
onNewKey(() => {
  takeKey();
  if (problem) enter();
  hurry();
});
onChange(draw);
enter();
