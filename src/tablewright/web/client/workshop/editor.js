// The editor of a card: its head and numbers, its sentences, what players read, and beside it the card itself, its
// tests and what bots think of it.
import { title } from "../card.js";
import { emblem } from "../heraldry/emblem.js";
import { h } from "../lib/dom.js";
import { recall, remember } from "../lib/prefs.js";
import { button, icon } from "../ui.js";
import { fields, nameField, typed } from "./fields.js";
import { jsonBox } from "./json.js";
import { preview } from "./preview.js";
import { problemWords, problemsAt } from "./problems.js";
import { focusNext, lists, problemBox } from "./rows.js";
import { counted, desk, take } from "./state.js";
import { openVersions } from "./versions.js";

let jsonOpen = recall("workshop json", false);

/** The room of a card. */
export function editor(ctx) {
  const { sheet } = ctx;
  queueMicrotask(focusNext);
  return h("div", { class: "shop", key: `card ${sheet.number}` },
    h("section", { class: "work", key: "work", "aria-label": "The card" },
      head(ctx), said(), fields(ctx), loose(ctx), lists(ctx), reads(ctx), acts(ctx), jsonOpen && jsonBox(ctx), wish(ctx)),
    preview(ctx),
    h("aside", { class: "stack", key: "aside", "aria-label": "Tests and judgement" },
      ctx.late("tests"), sheet.card && ctx.late("probes"), ctx.late("fair"), ctx.late("play")));
}

/** Numbers in words, as one tells them: "building, 3 gold, 3 HP". */
function facts({ card, kind }) {
  if (!card) return kind.toLowerCase();
  const { cost, attack, health, move, gold } = card;
  return [card.kind, cost != null && `${cost} gold`, attack != null && `${attack} attack`, health != null && `${health} HP`,
    move != null && `moves ${move}`, gold != null && `${gold} gold`].filter(Boolean).join(", ");
}

function head(ctx) {
  const { sheet } = ctx;
  const drawn = sheet.card || { kind: sheet.kind.toLowerCase(), name: sheet.name };
  const name = sheet.fields.find(({ key }) => key === "Name");
  return h("h2", { class: "head", key: "head" }, emblem(drawn, { size: 44 }),
    name ? nameField(name) : h("span", null, title(sheet.name || `Card ${sheet.number}`)),
    h("small", null, facts(sheet), sheet.like && [", like ", h("u", null, title(sheet.like))]));
}

/** What the server has said about the last change, if it was not simply made. */
const said = () => desk.said
  && h("p", { class: `note ${desk.bad ? "badnote" : "askednote"}`, key: "said", role: "alert" }, desk.said);

/** Problems that have no row, no field and no place in the text. */
function loose(ctx) {
  const rows = new Set(ctx.sheet.lists.map(({ id }) => id));
  const found = problemsAt(({ at }) => !at || (at.list && !rows.has(at.list)));
  const json = problemsAt(({ at }) => at?.json);
  return (found.length > 0 || (json.length > 0 && !jsonOpen)) && h("div", { class: "loose", key: "loose" },
    found.map(one => problemBox(ctx, one)), !jsonOpen && json.map(one => problemBox(ctx, one)));
}

/** What players read, and what the card does in plain words where that is something else. */
function reads(ctx) {
  const { text, words } = ctx.sheet;
  const props = typed("text", text ?? "", value => ({ text: value }));
  const same = plain(text) === plain(words);
  return h("section", { class: "reads", key: "reads" },
    h("label", { for: "players-read" }, "Players read"),
    h("textarea", { id: "players-read", rows: "1", placeholder: "nothing yet", spellcheck: "true", ...props }),
    // Having the text written is offered once, below, and not again by each of its problems.
    problemsAt(({ at }) => at?.text)
      .map(one => problemBox(ctx, { ...one, mends: one.mends.filter(({ edit }) => !edit.writeText) })),
    words && !same && h("div", { class: "derived" }, h("p", null, h("small", null, "In plain words"), words),
      button("Write the text for me", { class: "small", key: "w", on: { click: () => ctx.edit({ writeText: true }) } })));
}

const plain = text => (text || "").replace(/[*#]/g, "").replace(/\s+/g, " ").trim().toLowerCase();

function acts(ctx) {
  const { sheet } = ctx;
  const json = () => {
    jsonOpen = !jsonOpen;
    remember("workshop json", jsonOpen);
    ctx.redraw();
    if (jsonOpen) document.getElementById("json-card")?.focus();
  };
  const tests = sheet.tests || [];
  const failing = tests.filter(({ state }) => state !== "ok").length;
  const all = counted(tests.length, "test");
  const state = [problemWords(sheet), tests.length > 0 && (failing ? `${failing} of ${all} fail` : `${all} ${tests.length === 1 ? "passes" : "pass"}`)];
  const tryIt = [icon("play"), h("span", null, "Try it"), h("kbd", null, "t")];
  return [h("div", { class: "shopacts mainacts", key: "acts" },
    sheet.card ? h("a", { class: "btn main", href: `#/card/${sheet.number}/try` }, tryIt)
      : button("Try it", { icon: "play", class: "main", disabled: "The card has problems that keep it out of play." }),
    button("Is it fair?", { icon: "swap", key: "f", on: { click: () => document.querySelector("[data-fair]")?.click() } }),
    h("span", { class: "saved", role: "status" }, state.filter(Boolean).join(", "))),
  h("div", { class: "shopacts", key: "more acts" },
    button("Versions", { icon: "clock", class: "quiet", on: { click: () => openVersions(ctx) } }),
    button("JSON", { class: "quiet", "data-json": true, "aria-pressed": String(jsonOpen), on: { click: json } }),
    button("Remove the card", { class: "quiet", on: { click: () => removeCard(ctx) } }))];
}

/** What the language cannot say stays beside the card. */
function wish(ctx) {
  const { number, wish: text = "" } = ctx.sheet;
  const keep = async event => {
    const value = event.target.value.trim();
    if (value === text) return;
    try {
      take(await ctx.api.post(`cards/${number}/wish`, { text: value }));
    } catch (refusal) {
      Object.assign(desk, { said: refusal.message, bad: true });
      ctx.redraw();
    }
  };
  return h("details", { class: "wish", key: "wish", open: text ? true : null },
    h("summary", null, "I cannot say this"),
    h("label", { for: "wish" },
      "What should the card do that no step says? It is kept beside this card, the nearest that is possible."),
    h("textarea", { id: "wish", rows: "2", value: text, on: { change: keep } }));
}

async function removeCard(ctx) {
  try {
    await ctx.api.remove(`cards/${ctx.sheet.number}`);
    ctx.announce("The card is removed; the start page brings it back.");
    ctx.go("#/");
  } catch (refusal) {
    Object.assign(desk, { said: refusal.message, bad: true });
    ctx.redraw();
  }
}
