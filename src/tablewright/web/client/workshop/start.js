// The start of the workshop: own cards as faces, new ones, what was removed, decks, and the way to sets and to this
// space from another device.
import { card, title } from "../card.js";
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { fault } from "../lib/top.js";
import { button, icon } from "../ui.js";
import { ownLink } from "./api.js";
import { counted } from "./state.js";

const KINDS = [["UNIT", "Unit", "marches along a lane"], ["BUILDING", "Building", "stands where it was put"],
  ["SKILL", "Skill", "happens once"], ["PLAYER", "Class", "a player with a passive"]];
const GROUPS = [["unit", "Units"], ["building", "Buildings"], ["skill", "Skills"], ["class", "Classes"]];
const page = { problem: "", busy: false, copied: "" };

/** The first room. */
export function start(ctx) {
  const { cards = [], removed = [], title: name } = ctx.overview;
  return h("div", { class: `shop-start-in ${cards.length ? "" : "first"}`, key: "start" },
    h("section", { class: "own", key: "own", "aria-label": "Own cards" },
      h("h2", { class: "head" }, name ? title(name) : "My workshop",
        cards.length > 0 && h("small", null, counted(cards.length, "card"))),
      fault(page.problem),
      cards.length === 0 && h("p", { class: "lede" }, "Invent a card: begin with one that is like it."),
      h("ul", { class: "faces", "data-rove": "faces" }, cards.map(one => face(one)),
        cards.length > 0 && h("li", { key: "another" }, h("button", {
          type: "button", class: "another", "data-item": "another", "aria-haspopup": "dialog",
          on: { click: event => openLike(ctx, event.currentTarget) },
        }, icon("plus", 28), "New card"))),
      ctx.late("decks"),
      removed.length > 0 && gone(ctx, removed)),
    h("aside", { class: "stack new", key: "new" }, newCard(ctx), space(ctx)));
}

/** What is the matter with a card, in a few words. */
function marks({ draft, errors, warnings, tests, verdict }) {
  const { ok = 0, fail = 0 } = tests || {};
  return h("span", { class: "marks" },
    draft && h("span", { class: "mark-draft" }, "draft"),
    errors > 0 && h("span", { class: "fail" }, icon("cross", 13), counted(errors, "problem")),
    !errors && warnings > 0 && h("span", null, counted(warnings, "doubt")),
    fail > 0 && h("span", { class: "fail" }, icon("cross", 13), `${fail} of ${counted(ok + fail, "test")} fail`),
    !fail && ok > 0 && h("span", { class: "ok" }, icon("check", 13), counted(ok, "test")),
    verdict && h("span", null, verdict));
}

function face(one) {
  const { number, name, kind } = one;
  const drawn = one.card || { kind: kind.toLowerCase(), name: name || `Card ${number}`, text: "cannot be read yet" };
  return h("li", { key: String(number) },
    h("a", { class: "face-link", href: `#/card/${number}`, "data-item": `card ${number}` }, card(drawn, "m"), marks(one)));
}

async function make(ctx, wish) {
  if (page.busy) return;
  Object.assign(page, { busy: true, problem: "" });
  try {
    const { number } = await ctx.api.post("cards", wish);
    ctx.announce("A new card.");
    ctx.go(`#/card/${number}`);
  } catch (refusal) {
    page.problem = refusal.message;
  }
  page.busy = false;
  ctx.redraw();
}

/** Let the card be chosen that a new one is to be like: first the own ones, then those of the game by kind and cost. */
function openLike(ctx, anchor) {
  const { cards = [], shipped = [] } = ctx.overview;
  const rank = ({ kind, cost = 0 }) => GROUPS.findIndex(([one]) => one === kind) * 1000 + cost;
  const groupOf = kind => GROUPS.find(([one]) => one === kind)?.[1] || kind;
  const all = [...cards.filter(one => one.card).map(one => [one.card, "Own cards"]),
    ...shipped.toSorted((one, other) => rank(one) - rank(other)).map(one => [one, groupOf(one.kind)])];
  ctx.picker.open({
    anchor, title: "Like which card?", choose: offer => make(ctx, { like: offer.like }),
    offers: all.map(([one, group]) => ({
      title: title(one.name), about: about(one), group, like: one.id, picture: emblem(one, { size: 36 }),
    })),
  });
}

/** A new card: like one that there is, or an empty kind. */
function newCard(ctx) {
  return h("section", { class: "box", key: "new", "aria-label": "A new card" }, h("h2", null, "A new card"),
    button("Like this one …", {
      icon: "copy", class: "main big wide", key: "n", "data-new": true, "data-item": "like", "aria-haspopup": "dialog",
      on: { click: event => openLike(ctx, event.currentTarget) },
    }),
    h("p", { class: "small" }, "Begins as a copy, and you change what is different. Or from nothing:"),
    h("div", { class: "kinds" }, KINDS.map(([kind, word, says]) => h("button", {
      type: "button", class: "kindpick", key: kind, on: { click: () => make(ctx, { kind }) },
    }, emblem({ kind: word.toLowerCase(), name: word, tribe: "BASE" }, { size: 36 }),
    h("span", null, h("b", null, word), h("small", null, says))))));
}

/** A card in one line: what it costs, what it can, what it says. */
function about({ cost, attack, health, text = "" }) {
  const numbers = [cost != null && `${cost} gold`, attack != null && `${attack} attack`, health != null && `${health} HP`];
  return [numbers.filter(Boolean).join(", "), text.replace(/[*#]/g, "")].filter(Boolean).join(". ");
}

/** Cards that were removed come back by a click. */
function gone(ctx, removed) {
  const back = async number => {
    try {
      await ctx.api.post(`cards/${number}/restore`);
      await ctx.refresh();
    } catch (refusal) {
      page.problem = refusal.message;
      ctx.redraw();
    }
  };
  return h("details", { class: "gone", key: "gone" }, h("summary", null, `Removed: ${counted(removed.length, "card")}`),
    h("ul", null, removed.map(one => {
      const { number, name } = typeof one === "object" ? one : { number: one };
      const words = title(name || `Card ${number}`);
      const again = { class: "small", "aria-label": `Bring ${words} back`, on: { click: () => back(number) } };
      return h("li", { key: String(number) }, words, button("Bring it back", again));
    })));
}

/** Sets, the language, and this space: whoever has its link has the space. */
function space(ctx) {
  const { own } = ctx.overview;
  const copy = async event => {
    const url = event.currentTarget.closest(".linkbox").querySelector(".url");
    try {
      await navigator.clipboard.writeText(ownLink());
      page.copied = "Copied.";
    } catch { // pages without TLS may not touch the clipboard
      getSelection().selectAllChildren(url);
      page.copied = "The link is marked; copy it by hand.";
    }
    ctx.redraw();
  };
  return h("section", { class: "box", key: "space", "aria-label": "This workshop" }, h("h2", null, "This workshop"),
    h("div", { class: "ways" }, h("a", { class: "btn", href: "#/set" }, icon("share"), h("span", null, "Share or open a set")),
      h("a", { class: "btn quiet", href: "#/reference" }, icon("help"), h("span", null, "All words of the language"),
        h("kbd", null, "?"))),
    !own && [h("p", { class: "small" }, "This is my workshop. Keep the link: whoever has it can change everything here."),
      h("div", { class: "linkbox" }, h("span", { class: "url" }, ownLink()),
        button("Copy", { icon: "copy", class: "small", on: { click: copy } })),
      page.copied && h("p", { class: "small", role: "status" }, page.copied)]);
}
