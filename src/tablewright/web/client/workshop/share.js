// A set as one file: cards, decks, tests and notes go out together; what comes in is looked at first, and runs nothing.
import { card as drawCard, title } from "../card.js";
import { h } from "../lib/dom.js";
import { fault } from "../lib/top.js";
import { button } from "../ui.js";
import { deckTitle } from "./play.js";
import { counted } from "./state.js";

const s = { chosen: null, text: "", from: "", look: null, problem: "", busy: false, done: "" };
const LARGEST = 2_000_000; // characters; the server has its own, lower bound

/** Save a text as a file of this device. */
function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

async function download(ctx) {
  const numbers = [...s.chosen];
  try {
    save(numbers.length === 1 ? `${nameOf(ctx, numbers[0])}.marches-set.json` : "cards.marches-set.json",
      await ctx.api.text(`set?cards=${numbers.join(",")}`));
    Object.assign(s, { problem: "", done: `Saved: ${counted(numbers.length, "card")}.` });
  } catch (refusal) {
    s.problem = refusal.message;
  }
  ctx.redraw();
}

const nameOf = (ctx, number) => ctx.overview.cards.find(one => one.number === number).name
  .toLowerCase().replace(/[^a-z0-9]+/g, "-") || "card";

/** See what is in a set; nothing of it is taken yet. */
async function look(ctx, text, from) {
  Object.assign(s, { text, from, look: null, problem: "", done: "", busy: true });
  ctx.redraw();
  try {
    if (text.length > LARGEST) throw new Error("This file is too large for a set.");
    s.look = await ctx.api.post("set/look", { text });
  } catch (refusal) {
    s.problem = refusal.message;
  }
  s.busy = false;
  ctx.redraw();
  document.querySelector(".looked h3")?.focus();
}

async function take(ctx) {
  try {
    const { cards } = s.look;
    await ctx.api.post("set/take", { text: s.text });
    await ctx.refresh();
    Object.assign(s, { look: null, text: "", from: "", problem: "",
      done: `${counted(cards.length, "card")} taken: they are in your workshop now.` });
    ctx.announce(s.done);
  } catch (refusal) {
    s.problem = refusal.message;
  }
  ctx.redraw();
}

/** A file of this device was chosen, or dropped. */
async function opened(ctx, file) {
  if (!file) return;
  if (file.size > 4 * LARGEST) {
    s.problem = "This file is too large for a set.";
    return ctx.redraw();
  }
  look(ctx, await file.text(), file.name);
}

// --- what is drawn

function outgoing(ctx) {
  const { cards } = ctx.overview;
  s.chosen ||= new Set(cards.map(one => one.number));
  for (const number of s.chosen) if (!cards.some(one => one.number === number)) s.chosen.delete(number);
  return h("section", { class: "box outgoing", key: "out", "aria-label": "Give a set away" },
    h("h3", null, "Give a set away ", h("small", null, "one file with its decks and tests")),
    cards.length === 0 ? h("p", { class: "small" }, "There is no card of your own yet.")
      : h("ul", { class: "setcards" }, cards.map(({ number, name, errors }) => h("li", { key: number },
        h("label", { class: "tick" },
        h("input", { type: "checkbox", checked: s.chosen.has(number), on: { change: event => {
          s.chosen[event.target.checked ? "add" : "delete"](number);
          ctx.redraw();
        } } }), h("span", null, title(name || `Card ${number}`),
          errors > 0 && h("small", { class: "bad" }, ` ${counted(errors, "error")}`)))))),
    button("Save the file", { icon: "share", class: "main", disabled: s.chosen.size ? "" : "No card is ticked",
      on: { click: () => s.chosen.size && download(ctx) } }));
}

function looked(ctx) {
  const { title: called, notes, cards, known, decks, tests, problems, renumbered, renamed } = s.look;
  const moved = [...Object.entries(renumbered), ...Object.entries(renamed)];
  const whyNot = problems.length ? "There is something wrong with it." : cards.length + decks.length + tests.length ? "" : "There is nothing new in it.";
  const leave = () => {
    Object.assign(s, { look: null, text: "", from: "" });
    ctx.redraw();
  };
  return h("section", { class: "box looked", key: "looked", "aria-label": "What is in it" },
    h("h3", { tabindex: "-1" }, called || "What is in it", " ",
      h("small", null, [counted(cards.length, "card"), counted(decks.length, "deck"),
      counted(tests.length, "test")].join(", "))),
    notes && h("p", { class: "small" }, notes),
    h("div", { class: "faces" }, cards.map(one => drawCard(one, "m", { props: { key: one.id, tabindex: "0", role: "button",
      on: { click: () => ctx.sheetOf(title(one.name), drawCard(one, "l")),
        keydown: event => event.key === "Enter" && ctx.sheetOf(title(one.name), drawCard(one, "l")) } } }))),
    decks.length > 0 && h("p", { class: "small" }, `Decks: ${decks.map(({ name }) => deckTitle(name)).join(", ")}.`),
    known.length > 0 && h("p", { class: "small" },
      `${counted(known.length, "card")} of it ${known.length === 1 ? "is" : "are"} here already.`),
    moved.length > 0 && h("p", { class: "small" }, "Called otherwise, as the number or name is taken here: ",
      moved.map(([from, to]) => `${from} → ${to}`).join(", "), "."),
    problems.length > 0 && h("ul", { class: "dproblems" },
      problems.map(one => h("li", { key: one, class: "bad" }, one))),
    h("div", { class: "row2" }, button("Take it", { icon: "check", class: "main", disabled: whyNot,
      on: { click: () => whyNot || take(ctx) } }),
      button("Leave it", { class: "quiet", on: { click: leave } })));
}

function incoming(ctx) {
  return h("section", { class: "box incoming", key: "in", "aria-label": "Open a set" },
    h("h3", null, "Open a set ", h("small", null, "you see it before you take it")),
    h("label", { class: "btn filepick" }, h("input", { type: "file", accept: ".json,application/json",
      class: "unseen-words",
      on: { change: event => { opened(ctx, event.target.files[0]); event.target.value = ""; } } }),
        h("span", null, s.from || "Choose a file …")),
    h("label", { class: "entryfield" }, h("span", { class: "small" }, "or paste one"),
      h("textarea", { rows: "3", spellcheck: "false", value: s.look ? "" : s.text,
        on: { change: event => event.target.value.trim() && look(ctx, event.target.value, "") } })),
    s.busy && h("p", { class: "wait" }, h("i"), "It is looked through …"),
    fault(s.problem), s.done && h("p", { class: "ok", role: "status" }, s.done),
    h("p", { class: "small" }, "A set is only data. It can run nothing and touches nothing of yours."));
}

/** The wishes that no step of the language could say, with their cards. */
function wishes(ctx) {
  const list = ctx.overview.wishes || [];
  return list.length > 0 && h("section", { class: "box", key: "wishes", "aria-label": "I cannot say this" },
    h("h3", null, "I cannot say this ", h("small", null, "kept beside the nearest card")),
    h("ul", { class: "tests" }, list.map(({ number, name, text }) => h("li", { key: number },
      h("a", { href: `#/card/${number}` }, title(name || `Card ${number}`)), h("span", null, text)))));
}

/** The room. */
export function share(ctx) {
  return h("div", { class: "sharing", key: "sharing" }, h("h2", { class: "head" }, "Sets"),
    h("div", { class: "sharecols" }, incoming(ctx), outgoing(ctx)), s.look && looked(ctx), wishes(ctx));
}
