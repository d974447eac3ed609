// Try it: the card on a board, in both hands, with something of each kind in reach. Everything can be put and taken by
// tapping; whatever is done can be asked "why?", and kept as a test.
import { title } from "../card.js";
import { h } from "../lib/dom.js";
import { roveKey } from "../lib/rove.js";
import { fault } from "../lib/top.js";
import { button, icon } from "../ui.js";
import { keep, keepTest, tests } from "./keep.js";
import { palette } from "./palette.js";
import { probes } from "./probes.js";
import { boardKey, model, stage, styled, TILES } from "./stage.js";
import { lookedAt, rowWords, soft, stepButtons, toggleWhy, tracedRow, why, whyKey } from "./why.js";

const benches = new Map(); // by number of the card
let now = null; // what is on the page: {st, hands, m}

const path = number => `cards/${number}/bench`;
const fresh = () => ({
  shown: null, version: null, asked: Promise.resolve(), problem: "", past: [], before: null, ui: {}, told: null,
    why: null,
  holding: null, at: null, chosen: null, side: 0, into: "board", filter: "", tab: "why",
});

function stateOf(number) {
  if (!benches.has(number)) benches.set(number, fresh());
  return benches.get(number);
}

/** Ask the server for a bench, and show what it answers; what was there can be gone back to.
 *
 * Questions go one after the other: `body` makes each of the bench that the one before has brought. */
function ask(ctx, body = null, past = true) {
  const { number, version } = ctx.sheet; // asked for here: when the answer comes, another card may be open
  const st = stateOf(number);
  st.version = version;
  st.asked = st.asked.then(async () => {
    const { shown } = st;
    try {
      const answer = body ? await ctx.api.post(path(number), body(shown)) : await ctx.api.get(path(number));
      if (past && shown) st.past.push(shown.bench);
      st.before = shown && { steps: shown.steps.length, entities: shown.view.entities };
      Object.assign(st, { shown: answer, problem: "", ui: {}, why: null, at: null });
      if (!answer.view.entities.some(e => e.number === st.chosen)) st.chosen = null;
    } catch (refusal) {
      st.problem = refusal.message;
      ctx.announce(refusal.message);
    }
    ctx.redraw();
  });
  return st.asked;
}

/** Put a bench of the card on the table, one that a probe or a test brings, and go there. */
export async function lookAt(ctx, bench) {
  await ask(ctx, () => ({ bench }));
  ctx.go(`#/card/${ctx.sheet.number}/try`);
}

/** What a person can do with a bench. */
function handsOf(ctx, st) {
  const change = what => ask(ctx, ({ bench, view }) =>
    ({ bench, change: typeof what === "function" ? what(view) : what }));
  const set = what => {
    Object.assign(st, what);
    ctx.redraw();
  };
  const hands = {
    change,
    async act(deed) {
      await ask(ctx, ({ bench }) => ({ bench: { ...bench, steps: [...bench.steps, { do: deed }] } }));
      const done = st.shown.steps.at(-1);
      if (!st.problem && done) ctx.announce(soft(done.title));
    },
    undo() {
      if (st.past.length) ask(ctx, () => ({ bench: st.past.pop() }), false);
    },
    reset: () => ask(ctx, () => ({ reset: true })),
    put: (card, tile) => change({ put: { card, seat: st.side, tile } }),
    remove: number => change({ remove: number }),
    choose: number => set({ chosen: number, at: null, holding: null }),
    /** A card of the palette was tapped: it goes to the tile that was tapped before, into a hand, or waits for a tile. */
    hold(card) {
      if (st.into === "hand") change({ hand: { seat: st.side, card } });
      else if (st.at) hands.put(card, TILES.indexOf(st.at));
      else set({ holding: st.holding === card ? null : card, chosen: null, why: null });
    },
    /** Something on the board was tapped, "tile P3" or "unit 12"; false leaves it to the board. */
    touch(thing) {
      const [what, which] = thing.split(" ");
      const e = what === "unit" && st.shown.view.entities.find(one => one.number === Number(which));
      if (st.holding != null) hands.put(st.holding, e ? e.tile : TILES.indexOf(which));
      else if (st.ui.pick != null && !st.told) return false;
      else if (e) hands.choose(e.number);
      else {
        const here = st.shown.view.entities.filter(one => TILES[one.tile] === which);
        if (here.length === 1) hands.choose(here[0].number);
        else set({ at: st.at === which ? null : which, chosen: null, tab: "put" });
      }
      return true;
    },
    /** Whether what is held can be put on a tile: there is room for one building. */
    free(tile) {
      const isBuilding = st.shown.palette.find(one => one.card === st.holding)?.kind === "BUILDING";
      return !isBuilding || !st.shown.view.entities.some(e => e.kind === "BUILDING" && TILES[e.tile] === tile);
    },
    refuse(text) {
      set({ problem: text[0].toUpperCase() + text.slice(1) });
      ctx.announce(st.problem);
    },
    /** How a tile or somebody on it is lit. */
    marked(thing) {
      const { told } = st;
      if (typeof thing === "number") {
        const marks = told && [told.row.targets.includes(thing) && "told", told.gone.has(thing) && "gone"];
        return marks ? marks.filter(Boolean).join(" ") : st.chosen === thing ? "chosen" : "";
      }
      if (told) return inPlaces(told.row.places, thing) ? "tinted" : "";
      return st.holding != null ? hands.free(thing) && "legal" : st.at === thing ? "chosen" : "";
    },
  };
  return hands;
}

/** Whether a tile is one of the places of a row, which are tiles, lanes and the board. */
const inPlaces = (places, tile) => places.some(place =>
  place === tile || place === "BOARD" || (place.length > 2 && place[0] === tile[0]));

document.addEventListener("click", event => {
  const thing = event.target.closest?.(".bench .field [data-long]");
  if (thing && now?.hands.touch(thing.dataset.long)) event.stopPropagation();
}, true); // before the board takes it for a move

// --- what is drawn

function banner(st) {
  const { shown } = st;
  if (shown.void) return h("p", { class: "voided", role: "alert" }, icon("cross", 18),
    h("span", null, h("b", null, "The match is void. "), soft(shown.void)));
  return shown.over && h("p", { class: "overed", role: "status" }, shown.over);
}

function tools(ctx, st, hands, m, wide, message) {
  const done = m.choices.find(one => one.action === "done");
  const last = st.shown.steps.at(-1);
  return h("div", { class: "benchbar", key: "bar" },
    button("Undo", { icon: "undo", key: "U", class: "short-bar", disabled: st.past.length ? "" : "Nothing was done yet",
      "aria-label": "Undo", on: { click: hands.undo } }),
    button("Start over", { icon: "first", class: "quiet short-bar bare", title: "Start over",
      "aria-label": "Start over", on: { click: hands.reset } }),
    h("p", { class: "msg" }, st.problem ? h("span", { class: "bad", role: "alert" }, st.problem)
      : message || (st.why ? rowWords(st) : st.holding != null ? "Tap tiles to put it there, Esc when done"
        : last ? soft(last.title) : "Take a card of the hand, or put something on the table")),
    button("Why?", { icon: "step", key: "Y", class: st.why ? "on" : "", "aria-pressed": String(Boolean(st.why)),
      disabled: st.shown.steps.some(step => step.story.length) ? "" : "Nothing was done yet",
      on: { click: () => { toggleWhy(st); st.tab = "why"; ctx.redraw(); } } }),
    !wide && st.why ? stepButtons(ctx, st)
      : done && button("End the turn", { key: "E", class: "main", disabled: m.why("done"), on: { click: () => m.act("done") } }));
}

const TABS = [["why", "Why?"], ["put", "Put"], ["keep", "Keep"], ["more", "Tests"]];

/** The room: on a wide page the palette, the board and the story side by side; on a phone one of them below the board. */
export function bench(ctx) {
  const { sheet } = ctx;
  const st = stateOf(sheet.number);
  if (!sheet.card) return h("div", { class: "bench", key: "bench" },
    h("p", { class: "wait" }, "The card cannot be played yet: its mistakes keep it out of play."));
  if (st.version !== sheet.version) ask(ctx, null, false);
  const ready = styled(ctx.redraw) && st.shown;
  if (!ready) {
    return h("div", { class: "bench", key: "bench" },
      st.problem ? fault(st.problem) : h("p", { class: "wait" }, h("i"), "The table is laid …"));
  }
  st.told = lookedAt(st);
  ctx.traced = tracedRow(st, sheet);
  const hands = handsOf(ctx, st);
  const m = model(ctx, st, hands);
  now = { st, hands, m };
  const drawn = stage(m, st.told);
  const wide = innerWidth > 900;
  const put = palette(ctx, st, hands, m.catalog.cards);
  const parts = { why: () => why(ctx, st), put: () => put, keep: () => keep(ctx, st),
    more: () => [tests(ctx), probes(ctx)] };
  const choose = tab => {
    st.tab = tab;
    ctx.redraw();
  };
  return h("div", { class: `bench ${st.told ? "telling" : ""}`, key: "bench" },
    h("h2", { class: "unseen-words" }, `Try ${title(sheet.name)}`),
    wide && h("div", { class: "benchleft", key: "left" }, put),
    h("div", { class: "benchstage stage", key: "stage" }, banner(st), drawn.parts),
    tools(ctx, st, hands, m, wide, drawn.message),
    wide ? h("div", { class: "benchright", key: "right" }, parts.why(), parts.keep(), tests(ctx), probes(ctx))
      : h("div", { class: "benchright", key: "right" },
        h("div", { class: "tabs", role: "tablist", "aria-label": "Beside the board" }, TABS.map(([key, label]) =>
          h("button", { type: "button", role: "tab", key, "aria-selected": String(st.tab === key),
            on: { click: () => choose(key) } }, label))),
        parts[st.tab]()));
}

/** Let keys be keys of the page, and not of the button that was pressed last. */
function toMain() {
  document.querySelector("main").focus({ preventScroll: true });
  return true;
}

/** Keys: Y , . story; E end of turn; U undo; S keep as test; P palette; digits and arrows as on a table. */
export function keys(event, ctx) {
  if (!now || ctx.sheet?.number == null || now.st !== benches.get(ctx.sheet.number)) return false;
  const { st, hands, m } = now;
  if (event.altKey || event.target.closest?.("input:not([type=radio], [type=checkbox]), select, textarea")) return false;
  if (event.ctrlKey || event.metaKey) return event.key === "z" && (hands.undo(), true);
  const redraw = () => (ctx.redraw(), ctx.announce(rowWords(st)), true);
  if (whyKey(event, st)) return redraw();
  const simple = {
    u: hands.undo, e: () => m.choices.length && m.act("done"), s: () => keepTest(ctx, st),
    p: () => { st.tab = "put"; ctx.redraw(); document.querySelector("[data-focus=palette]")?.focus(); },
    Delete: () => st.chosen != null && hands.remove(st.chosen),
  }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (simple) return simple(), true;
  if (event.key === "Escape" && (st.why || st.holding != null || st.at || st.chosen != null || st.problem)) {
    Object.assign(st, { why: null, holding: null, at: null, chosen: null, problem: "" });
    ctx.redraw();
    return toMain();
  }
  if (!boardKey(event, m)) return roveKey(event);
  return /^\d$/.test(event.key) ? toMain() : true; // a card is in the hand: Enter plays it now, whatever had the focus
}
