// The decks of the workshop: those of one's own, and a new one from a ready deck.
import { title } from "../card.js";
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { optionLine, optionTitle, words } from "../lib/options.js";
import { fault } from "../lib/top.js";
import { icon } from "../ui.js";
import { mark } from "./keep.js";

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
  const { decks: own, shippedDecks, cards } = ctx.overview;
  const cardOf = number => cards.find(one => one.number === number)?.card;
  const shipped = shippedDecks.map(one => (typeof one === "string" ? { name: one, about: "" } : one));
  return h("section", { class: "box decksbox", key: "decks", "aria-label": "Decks" },
    h("h3", null, "Decks ", h("small", null, own.length ? `${own.length} of your own` : "none of your own yet")),
    h("ul", { class: "decklist" }, own.map(deck => {
      const face = cardOf(deck.cards?.find(cardOf)) || { kind: "class", name: deck.name };
      return plate(deck.name, face, h("a", { href: room(deck.name) }, words(deck.name)),
        deck.problems?.[0] || deck.about || `like ${title(deck.like || "a ready deck")}`,
        deck.legal === false ? mark("cross", "fail", "not legal") : mark("check", "ok", "legal"));
    })),
    h("details", { class: "fine", open: own.length ? null : true }, h("summary", null, "A new deck, like a ready one"),
      h("ul", { class: "decklist" }, shipped.map(deck => plate(deck.name, { kind: "class", name: optionTitle(deck) },
        h("b", null, optionTitle(deck)), optionLine(deck),
        h("button", { type: "button", class: "btn small", "aria-label": `A deck like ${optionTitle(deck)}`, on: { click: () => make(ctx, deck.name) } },
          icon("plus", 14), h("span", null, "Like it")))))),
    fault(problem));
}
