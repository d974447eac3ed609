// The deck builder: every card with how many of it, the curve of costs, the kinds, and the rules, checked while one
// builds. Whatever is done can be taken back.
import { card as drawCard, title } from "../card.js";
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { fault, oneOf } from "../lib/top.js";
import { button, icon } from "../ui.js";
import { mark } from "./keep.js";
import { stepper } from "./palette.js";
import { deckTitle, playForm, select } from "./play.js";
import { counted } from "./state.js";
import { soft } from "./why.js";

const decks = new Map(); // by name: {deck, problem, asked}
const KINDS = [["all", "All"], ["unit", "Units"], ["building", "Buildings"], ["skill", "Skills"]];
const view = { filter: "", kind: "all", held: "all" };

/** What a rule says, for people: names as they are written on cards. */
const sentence = text => soft(/[.!?]$/.test(text) ? text : `${text}.`);

const path = name => `decks/${encodeURIComponent(name)}`;

/** Ask about a deck, one question after the other, and draw what is answered. */
function ask(ctx, name, question) {
  const st = decks.get(name);
  st.asked = st.asked.then(() => answer(ctx, name, st, question));
}

async function answer(ctx, name, st, question) {
  try {
    const deck = await question(st.deck);
    Object.assign(st, { deck, problem: "" });
    if (deck.name !== name) { // it has another name now
      decks.set(deck.name, st);
      ctx.go(`#/deck/${encodeURIComponent(deck.name)}`);
      await ctx.refresh();
      decks.delete(name); // only now nothing draws it any more
    }
  } catch (refusal) {
    st.problem = refusal.message;
    ctx.announce(refusal.message);
  }
  ctx.redraw();
}

/** Change a deck; `edit` may be made of how the deck is then. */
const change = (ctx, name, edit) => ask(ctx, name,
  deck => ctx.api.post(`${path(name)}/edit`, { edit: typeof edit === "function" ? edit(deck) : edit }));

const copiesOf = (deck, id) => deck.cards.find(one => one.number === id)?.copies ?? 0;

/** Cards that are or can be in a deck, own ones first, then by cost. */
function pool({ overview }, deck) {
  const own = overview.cards.map(line => line.card).filter(Boolean);
  const all = new Map([...overview.shipped, ...own].map(one => [one.id, one]));
  const mine = new Set(own.map(one => one.id));
  const fitting = [...deck.cards, ...deck.others].map(({ number }) => all.get(number)).filter(Boolean);
  const order = (a, b) => mine.has(b.id) - mine.has(a.id) || a.cost - b.cost || a.name.localeCompare(b.name);
  return { all, mine, cards: fitting.toSorted(order) };
}

function line(ctx, deck, c, mine, tokens) {
  const held = deck.cards.find(one => one.number === c.id);
  const copies = copiesOf(deck, c.id);
  const { most } = held || deck.others.find(one => one.number === c.id);
  const numbers = [c.attack != null && `${c.attack}/${c.health}`,
    c.attack == null && c.health != null && `${c.health} HP`, c.move != null && `moves ${c.move}`];
  const look = () => ctx.sheetOf(title(c.name), drawCard(c, "l"));
  return h("li", { key: c.id, class: `dline ${copies ? "in" : ""} ${tokens.has(c.id) ? "over" : ""}` },
    h("span", { class: "dcost" }, String(c.cost)), emblem(c, { size: 28 }),
    h("button", { type: "button", class: "dname", on: { click: look } }, h("b", null, title(c.name)),
      h("small", null, [c.kind, ...numbers, mine && "yours"].filter(Boolean).join(" · "))),
    stepper(title(c.name), copies,
      by => change(ctx, deck.name, now => ({ set: { [c.id]: copiesOf(now, c.id) + by } }))),
    h("small", { class: "dmost" }, `of ${most}`));
}

/** How many cards there are of each cost. */
function curve(deck) {
  const most = Math.max(1, ...deck.curve);
  return h("div", { class: "curvebars", role: "img",
    "aria-label": `Cards by cost: ${deck.curve.map((count, cost) => `${count} of ${cost}`).join(", ")}` },
  deck.curve.map((count, cost) => h("div", { key: cost, "aria-hidden": "true" },
    h("b", null, count ? String(count) : ""), h("i", { style: { height: `${(60 * count) / most}px` } }),
    h("span", null, cost === deck.curve.length - 1 && cost > 6 ? `${cost}+` : String(cost)))));
}

function sum(ctx, deck, st) {
  const full = deck.size === deck.wanted;
  return h("section", { class: "box decksum", key: "sum", "aria-label": "The deck" },
    h("h3", null, h("span", { class: `dsize ${full ? "ok" : "bad"}` }, `${deck.size} of ${deck.wanted} cards`),
      h("small", null, Object.entries(deck.kinds).map(([kind, count]) => counted(count, kind)).join(", "))),
    curve(deck),
    h("div", { role: "status" }, h("ul", { class: "dproblems" }, deck.problems.length
      ? deck.problems.map(text => h("li", { key: text, class: "bad" }, icon("cross", 14),
        h("span", null, sentence(text))))
      : h("li", { key: "", class: "ok" }, icon("check", 14), h("span", null, "The deck is legal.")))),
    fault(st.problem),
    h("div", { class: "row2" },
      button("Undo", { icon: "undo", key: "U", disabled: deck.canUndo ? "" : "Nothing was changed yet",
        on: { click: () => undo(ctx, deck.name) } }),
      button("Remove", { class: "quiet", on: { click: () => remove(ctx, deck.name) } })));
}

const undo = (ctx, name) => ask(ctx, name, () => ctx.api.post(`${path(name)}/undo`, {}));

async function remove(ctx, name) {
  try {
    await ctx.api.remove(path(name));
    decks.delete(name);
    await ctx.refresh();
    ctx.announce(`The deck ${deckTitle(name)} is removed.`);
    ctx.go("#/");
  } catch (refusal) {
    decks.get(name).problem = refusal.message;
    ctx.redraw();
  }
}

/** What the deck is called, what is said about it, and whose it is. */
function facts(ctx, deck, all) {
  const classes = deck.classes.map(id => [String(id), title(all.get(id)?.name || `Class ${id}`)]);
  const entry = (key, label, value) => h("label", { class: "choose", key }, h("span", { class: "small" }, label),
    h("input", { value, maxlength: 120,
      on: { change: event => change(ctx, deck.name, { [key]: event.target.value }) } }));
  return h("div", { class: "dfacts" }, entry("name", "Name", deck.name), entry("about", "About it", deck.about || ""),
    classes.length > 1 && select("Class", classes, String(deck.class),
      id => change(ctx, deck.name, { class: Number(id) })));
}

/** The room of a deck. */
export function deck(ctx) {
  const { deck: name } = ctx.room;
  if (!decks.has(name)) {
    decks.set(name, { deck: null, problem: "", asked: Promise.resolve() });
    ask(ctx, name, () => ctx.api.get(path(name)));
  }
  const st = decks.get(name);
  if (!st.deck) return h("div", { class: "builder", key: "builder" },
    st.problem ? fault(st.problem) : h("p", { class: "wait" }, h("i"), "The deck is opened …"));
  const one = st.deck;
  const { all, mine, cards } = pool(ctx, one);
  const wanted = view.filter.trim().toLowerCase();
  const over = new Set(one.cards.filter(each => each.copies > each.most).map(each => each.number));
  const shown = cards.filter(c => (view.kind === "all" || c.kind === view.kind) &&
    (view.held === "all" || copiesOf(one, c.id)) &&
    (!wanted || `${c.name} ${c.text} ${c.tribe}`.toLowerCase().includes(wanted)));
  const set = what => {
    Object.assign(view, what);
    ctx.redraw();
  };
  return h("div", { class: "builder", key: "builder" },
    h("h2", { class: "head" }, emblem({ kind: "class", name: one.name }, { size: 36 }), deckTitle(one.name),
      one.legal ? mark("check", "ok", "legal") : mark("cross", "fail", "not legal")),
    h("section", { class: "pool", key: "pool", "aria-label": "Cards" },
      h("div", { class: "poolhead" },
        h("input", { type: "search", "aria-label": "Which cards", placeholder: "Which cards? Name, words, tribe",
          value: view.filter, "data-focus": "pool",
          on: { input: event => set({ filter: event.target.value }) } }),
        oneOf("kind", "Kind", KINDS, view.kind, kind => set({ kind })),
        oneOf("held", "Which", [["all", "All cards"], ["in", "In the deck"]], view.held, held => set({ held }))),
      h("ul", { class: "dlines" }, shown.map(c => line(ctx, one, c, mine.has(c.id), over)),
        !shown.length && h("li", { class: "small" }, "No card fits."))),
    h("aside", { class: "deckside", key: "side" }, sum(ctx, one, st), facts(ctx, one, all),
      h("section", { class: "box playbox", "aria-label": "Play it" }, h("h3", null, "Play it"),
        playForm(ctx, () => one.name, { title: "Start", disabled: one.legal ? "" : "The deck is not legal yet" }))));
}

/** Keys: U undo, / filter. */
export function keys(event, ctx) {
  if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey) return false;
  if (event.key === "u") return undo(ctx, ctx.room.deck), true;
  if (event.key === "/") return document.querySelector("[data-focus=pool]")?.focus(), true;
  return false;
}
