// The decks of the workshop: those of one's own, and a new one from a ready deck.
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { optionLine, optionTitle } from "../lib/options.js";
import { fault } from "../lib/top.js";
import { icon } from "../ui.js";
import { mark } from "./keep.js";
import { deckTitle } from "./play.js";

let problem = "";

const room = name => `#/deck/${encodeURIComponent(name)}`;

async function make(ctx, like) {
  try {
    const { name } = await ctx.api.post("decks", { like });
    problem = "";
    await ctx.refresh();
    ctx.go(room(name));
  } catch (refusal) {
    problem = refusal.message;
    ctx.redraw();
  }
}

const plate = (key, picture, head, line, act) => h("li", { class: "deckline", key }, emblem(picture, { size: 34 }),
  h("span", { class: "decksay" }, head, line && h("small", null, line)), act);

/** The box on the start page. */
export function decks(ctx) {
  const { decks: own, shippedDecks } = ctx.overview;
  return h("section", { class: "box decksbox", key: "decks", "aria-label": "Decks" },
    h("h3", null, "Decks ", h("small", null, own.length ? `${own.length} of your own` : "none of your own yet")),
    h("ul", { class: "decklist" }, own.map(({ name, about, legal, problems }) => plate(name, { kind: "class", name },
      h("a", { href: room(name) }, deckTitle(name)), problems[0] || about,
      legal ? mark("check", "ok", "legal") : mark("cross", "fail", "not legal")))),
    h("details", { class: "fine", open: own.length ? null : true }, h("summary", null, "A new deck, like a ready one"),
      h("ul", { class: "decklist" }, shippedDecks.map(deck => plate(deck.name,
        { kind: "class", name: optionTitle(deck) },
        h("b", null, optionTitle(deck)), optionLine(deck),
        h("button", { type: "button", class: "btn small", "aria-label": `A deck like ${optionTitle(deck)}`,
          on: { click: () => make(ctx, deck.name) } },
          icon("plus", 14), h("span", null, "Like it")))))),
    fault(problem));
}
