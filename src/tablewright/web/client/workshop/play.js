// Play it: a deck against a bot, or against a friend who gets a link. The match carries its cards, also to the guest.
import { h } from "../lib/dom.js";
import { keepSeats, recall, remember } from "../lib/prefs.js";
import { fault, oneOf } from "../lib/top.js";
import { awaitPlayers, waitingPanel } from "../start/table.js";
import { button, icon } from "../ui.js";

const LEVELS = ["easy", "normal", "hard"];
const p = { kind: recall("workshop against", "bot"), level: recall("workshop level", "easy"), deck: "", theirs: "",
  busy: false, problem: "", waiting: null };

const nameHere = () => recall("name", "") || recall("guest") || "Author";

/** Start a match with a deck of the workshop; the page goes to it, or shows the link for the friend. */
async function start(ctx, deck) {
  const against = p.kind === "bot" ? { bot: p.level, deck: p.theirs } : { friend: true, deck: p.theirs };
  const { id, seats } = await ctx.api.post("play", { deck, against, name: nameHere() });
  keepSeats(id, seats);
  const links = seats.filter(({ invite }) => invite)
    .map(({ seat, invite }) => ({ seat, url: `${location.origin}/g/${id}#join=${invite}` }));
  if (!links.length) return location.assign(`/g/${id}`);
  p.waiting = { id, links, game: { title: "The Marches" } };
  awaitPlayers(p, ctx.redraw);
}

async function press(ctx, deckOf) {
  Object.assign(p, { busy: true, problem: "" });
  ctx.redraw();
  try {
    await start(ctx, await deckOf());
  } catch (refusal) {
    p.problem = refusal.message;
  }
  p.busy = false;
  ctx.redraw();
}

/** A deck as people call it: "my-trebuchet" is "My Trebuchet". */
export const deckTitle = name => name.replaceAll("-", " ").replace(/(^| )\w/g, letter => letter.toUpperCase());

/** The decks with which somebody can sit across: those that ship with the game, and own ones that are legal. */
const opponents = ({ decks, shippedDecks }) =>
  [...shippedDecks, ...decks.filter(({ legal }) => legal)].map(({ name }) => name);

export function select(label, options, chosen, choose) {
  return h("label", { class: "choose" }, h("span", { class: "small" }, label),
    h("select", { on: { change: event => choose(event.target.value) } },
      options.map(([value, text]) => h("option", { key: value, value, selected: value === chosen }, text))));
}

/** Who sits across, and the button; `deckOf` makes or names the deck, `name` is what it is called. */
export function playForm(ctx, deckOf, { title, disabled = "" }) {
  const set = change => {
    Object.assign(p, change);
    remember("workshop against", p.kind);
    remember("workshop level", p.level);
    ctx.redraw();
  };
  const theirs = opponents(ctx.overview);
  if (!theirs.includes(p.theirs)) [p.theirs] = theirs;
  if (p.waiting) return waitingPanel({ waiting: p.waiting, ...links(ctx) });
  const friend = p.kind === "friend";
  return h("div", { class: "playform" },
    oneOf("against", "Against", [["bot", "A bot"], ["friend", "A friend"]], p.kind, kind => set({ kind })),
    !friend && oneOf("botlevel", "How well it plays", LEVELS.map(level => [level, deckTitle(level)]), p.level,
      level => set({ level })),
    select("Deck of the other", theirs.map(name => [name, deckTitle(name)]), p.theirs, deck => set({ theirs: deck })),
    fault(p.problem),
    button(p.busy ? "One moment …" : title, { icon: friend ? "link" : "play", class: "main wide", disabled,
      on: { click: () => disabled || p.busy || press(ctx, deckOf) } }),
    disabled && h("p", { class: "small" }, disabled));
}

/** What the panel with the link can do. */
const links = ctx => ({
  async copy(seat, url) {
    try {
      await navigator.clipboard.writeText(url);
      p.waiting.copied = seat;
      ctx.announce("The link is copied.");
    } catch { // pages without TLS may not touch the clipboard
      getSelection().selectAllChildren(document.querySelector(".url"));
      p.waiting.problem = "The link is marked; copy it by hand.";
    }
    ctx.redraw();
  },
  send: url => navigator.share({ url }).catch(() => {}), // thought better of it
  leave() {
    p.waiting = null;
    ctx.redraw();
  },
});

/** The box beside the editor: the card in a ready deck with one click, and the match. */
export function play(ctx) {
  const { number, decks = [], card } = ctx.sheet;
  const own = ctx.overview.decks.filter(({ name }) => decks.includes(name));
  if (!decks.includes(p.deck)) p.deck = decks[0] || "";
  const deckOf = async () => {
    if (p.deck) return p.deck;
    const made = await ctx.api.post(`cards/${number}/deck`, {});
    await ctx.refresh();
    return made.name;
  };
  const put = async () => {
    try {
      const made = await ctx.api.post(`cards/${number}/deck`, {});
      await ctx.refresh();
      ctx.announce(`It is in the deck ${deckTitle(made.name)} now.`);
      ctx.go(`#/deck/${encodeURIComponent(made.name)}`);
    } catch (refusal) {
      p.problem = refusal.message;
      ctx.redraw();
    }
  };
  const isClass = card?.kind === "class";
  return h("section", { class: "box playbox", key: "play", "aria-label": "Play it" },
    h("h3", null, "Play it ", h("small", null,
      decks.length ? "" : isClass ? "a deck of this class is made" : "a ready deck gets the card")),
    decks.length > 0 ? h("ul", { class: "indecks" }, decks.map(name => h("li", { key: name },
      h("a", { class: "btn small", href: `#/deck/${encodeURIComponent(name)}` }, icon("cards", 16),
        h("span", null, deckTitle(name))),
      own.find(one => one.name === name)?.legal === false && h("small", { class: "bad" }, "not legal yet"))))
      : button("Put it into a deck", { icon: "cards", disabled: card ? "" : "The card cannot be read yet",
        on: { click: () => card && put() } }),
    playForm(ctx, deckOf, { title: p.kind === "friend" ? "Make a link" : "Play it",
      disabled: card ? "" : "The card cannot be read yet" }));
}
