// A match that is over: the result at /r/ID, and every position of it at /r/ID#NUMBER.
import { get, getText } from "./lib/api.js";
import { h, render } from "./lib/dom.js";
import { hands } from "./lib/drag.js";
import { Show, effects, glide, still } from "./lib/motion.js";
import { keysOf, recall } from "./lib/prefs.js";
import { keepFocus, roveKey } from "./lib/rove.js";
import { toldOf } from "./lib/table.js";
import { fault, top } from "./lib/top.js";
import { turningPoint } from "./replay/curve.js";
import { checkDeal } from "./replay/deal.js";
import { Positions } from "./replay/positions.js";
import { askRematch } from "./replay/rematch.js";
import { summary } from "./replay/summary.js";
import { boardPage, eyeWords, model, nextEye } from "./replay/view.js";
import { playOn, whatIfForm } from "./replay/whatif.js";
import { button } from "./ui.js";

const SPEEDS = [0.5, 1, 2, 4];
const PAUSE = 1100; // milliseconds between two actions at speed 1
const A_WORD = 1500; // milliseconds that "Copied" stays

const app = document.getElementById("app");
const sheet = document.getElementById("sheet");
const news = document.getElementById("news");
const wide = matchMedia("(min-width: 701px)");
const [, , id] = location.pathname.split("/");

let goal = 0; // the number that was asked for last: what comes late is not shown any more
let timer = 0;
let sounds = null;

const p = {
  id, file: `${id}.record`, title: "Replay", tokens: keysOf(id).tokens, at: 0, last: 0, eye: 0, speed: 1,
  playing: false, onBoard: false, position: null, ui: {}, form: "", wanted: { seat: 0, level: "normal" },
  said: "", asked: "", check: null, problem: "", draw,
  get wide() {
    return wide.matches;
  },
  /** Where *what if* begins: here, or on the page of the result just before it turned. */
  get whence() {
    return p.onBoard ? p.at : p.mark?.from ?? Math.max(0, p.last - 1);
  },

  /** Show a position at once. */
  async go(number) {
    sheet.close();
    show.skip();
    stop();
    const position = await reach(number);
    if (!position) return;
    if (!p.onBoard) history.pushState(null, "", `/r/${id}#${position.number}`);
    p.onBoard = true;
    put(position);
    draw();
  },
  stepOn() {
    stop();
    on();
  },
  async playPause() {
    if (p.playing) {
      stop();
      return draw();
    }
    if (!p.onBoard || p.at === p.last) await p.go(p.at === p.last ? 0 : p.at);
    p.playing = true;
    draw();
    timer = setTimeout(tick, still() ? PAUSE / p.speed : 150);
  },
  faster(by) {
    p.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(p.speed) + by))];
    draw();
  },
  nextSpeed() {
    p.speed = SPEEDS[(SPEEDS.indexOf(p.speed) + 1) % SPEEDS.length];
    draw();
  },
  turnEye() {
    show.skip();
    p.eye = nextEye(p);
    news.textContent = eyeWords(p);
    draw();
  },
  /** Back to the result. */
  leave(event) {
    event?.preventDefault();
    show.skip();
    stop();
    p.onBoard = false;
    history.pushState(null, "", `/r/${id}`);
    document.title = p.headline;
    draw();
  },

  copyLink: () => copy("link", `${location.origin}/r/${id}${location.hash}`),
  report() {
    const [, version] = new URL(import.meta.url).pathname.match(/\/static\/([^/]+)\//) || [];
    const place = `${p.title} (${p.replay.game.key}), match ${id}, action ${p.at} of ${p.last}`;
    return copy("report", `Tablewright, client ${version}, ${place}: ${location.origin}/r/${id}#${p.at}`);
  },
  /** Open a form, or close it with "". */
  open(form) {
    show.skip();
    stop();
    p.form = form;
    draw();
    app.querySelector(".whatif input:checked, .whatif .btn")?.focus();
  },
  whatIf: () => p.form === "whatif" && whatIfForm(p),
  async playOn() {
    if (p.wanted.busy) return;
    Object.assign(p.wanted, { busy: true, problem: "" });
    draw();
    try {
      location.assign(`/g/${await playOn(p)}`);
    } catch (refusal) {
      Object.assign(p.wanted, { busy: false, problem: refusal.message });
      draw();
    }
  },
  async verify() {
    try {
      p.check = await checkDeal(await getText(`matches/${id}/record`), recall(`seal:${id}`));
    } catch (refusal) {
      p.check = { problem: refusal.message };
    }
    draw();
  },
  askRematch: () => askRematch(id, p.tokens, {
    say(words) {
      p.asked = words;
      draw();
    },
    go: other => location.assign(`/g/${other}`),
  }),
  /** Show more about a card: over the board, until it is put away. */
  details(body) {
    sheet.setAttribute("aria-label", "Details");
    render(sheet, h("div", { class: "inside" }, body,
      button("Close", { class: "wide", on: { click: () => sheet.close() } })));
    if (!sheet.open) sheet.showModal();
  },
};

// --- what is drawn

function page() {
  if (p.problem) {
    return [top(p.title, draw), h("main", { class: "wrap stack" }, fault(p.problem),
      p.running && h("p", null, h("a", { class: "btn main", href: `/g/${id}` }, "To the table")))];
  }
  if (!p.position) {
    const wait = h("p", { class: "wait" }, h("i", null), "One moment.");
    return [top(p.title, draw), h("main", { class: "wrap" }, wait)];
  }
  if (p.onBoard) return boardPage(p, model(p, p.position));
  return [top(p.title, draw, { where: "finished" }), summary(p)];
}

function draw() {
  keepFocus(() => {
    app.className = p.onBoard && !p.problem ? "app replaying" : "page";
    render(app, page());
  });
  app.querySelector(".log .now")?.scrollIntoView({ block: "nearest" });
}

const show = new Show({
  async play({ events, before }, alive) {
    const stage = app.querySelector(".stage");
    const fx = { ...effects(stage), sound: name => sounds?.play(name) };
    for (const [name, effect] of Object.entries(fx)) {
      fx[name] = (...given) => (alive() ? effect(...given) : Promise.resolve());
    }
    let view = before.views[p.eye ?? "watch"];
    for (const event of events) {
      if (!alive()) return;
      await p.board.play?.(event, model(p, before, view), fx);
      if (!alive() || !p.board.step) continue;
      view = p.board.step(view, event);
      glide(stage, () => render(app, boardPage(p, model(p, before, view))));
    }
  },
  draw: ({ position }) => glide(app, () => {
    put(position);
    draw();
  }),
});

/** Make a position the one that is shown; the address follows. */
function put(position) {
  Object.assign(p, { position, at: position.number, ui: {} });
  history.replaceState(null, "", `/r/${id}#${p.at}`);
  document.title = `${p.title}, action ${p.at} of ${p.last}`;
  if (!p.playing) news.textContent = p.at ? `Action ${p.at}: ${p.steps[p.at - 1].told.join(" ")}` : "The start.";
  p.positions.expect(p.at + 1);
}

// --- moving

/** Fetch a position; null if another one was asked for meanwhile, or if it cannot be had. */
async function reach(number) {
  const wanted = (goal = Math.max(0, Math.min(p.last, number)));
  try {
    const position = await p.positions.at(wanted);
    return wanted === goal ? position : null;
  } catch (refusal) {
    stop();
    p.problem = refusal.message;
    draw();
    return null;
  }
}

/** One action on, with its motions. */
async function on() {
  show.skip();
  if (!p.onBoard) return p.go(p.at);
  const before = p.position;
  const position = await reach(before.number + 1);
  if (!position || position === before) return;
  show.push({ events: position.seen, before, position });
  while (show.busy && p.playing) await new Promise(done => setTimeout(done, 40));
}

async function tick() {
  await on();
  if (!p.playing) return;
  if (p.at < p.last) timer = setTimeout(tick, PAUSE / p.speed);
  else {
    stop();
    draw();
  }
}

function stop() {
  clearTimeout(timer);
  p.playing = false;
}

/** Show what the address says: the result, or a position. */
async function follow() {
  show.skip();
  stop();
  const number = parseInt(location.hash.slice(1), 10);
  const position = Number.isFinite(number) ? await reach(number) : null;
  p.onBoard = position !== null;
  if (position) put(position);
  draw();
}

async function copy(what, words) {
  try {
    await navigator.clipboard.writeText(words);
    p.said = what;
  } catch { // pages without TLS may not touch the clipboard
    p.details(h("p", null, "Copy this by hand: ", h("code", { class: "url" }, words)));
  }
  draw();
  setTimeout(() => {
    p.said = "";
    draw();
  }, A_WORD);
}

// --- keys and hands

const KEYS = {
  ArrowRight: () => p.stepOn(), ".": () => p.stepOn(), ArrowLeft: () => p.go(p.at - 1), ",": () => p.go(p.at - 1),
  Home: () => p.go(0), End: () => p.go(p.last), " ": () => p.playPause(), p: () => p.playPause(),
  "[": () => p.go(p.replay.turns.findLast(number => number < p.at) ?? 0),
  "]": () => p.go(p.replay.turns.find(number => number > p.at) ?? p.last),
  "+": () => p.faster(1), "-": () => p.faster(-1), v: () => p.turnEye(), b: () => p.open(p.form ? "" : "whatif"),
  Escape: () => (p.form ? p.open("") : p.onBoard && p.leave()),
};

addEventListener("keydown", event => {
  if (!p.position || sheet.open || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const { target } = event;
  const field = target.closest("input");
  // The slider has the arrows for itself; whoever has dragged it and presses P or Space wants to watch.
  if (key !== "Escape" && field && (field.type !== "range" || /^(Arrow|Home|End)/.test(key))) return;
  if (key === " " && target.closest("button, a")) return;
  // In the log arrows go from line to line; on the board they step through the match.
  const done = target.closest(".log") && roveKey(event) ? true : KEYS[key] && (KEYS[key](), true);
  if (done) event.preventDefault();
});
addEventListener("popstate", follow);
wide.addEventListener("change", draw);
sheet.addEventListener("click", event => event.target === sheet && sheet.close());
app.addEventListener("pointerdown", () => show.skip(), { capture: true });
for (const gesture of ["pointerdown", "keydown"]) {
  addEventListener(gesture, async () => (sounds = await import("./lib/sound.js").catch(() => null)), { once: true });
}
hands(app, {
  can: () => false, act: () => {}, miss: () => {},
  details(value) {
    const body = p.board.details?.(value, model(p, p.position));
    if (body) p.details(body);
  },
});

// --- the door

async function boardOf(game) {
  if (!game?.board) return (await import("./boards/text.js")).default;
  const { script, style } = game.board;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: style }));
  return (await import(script)).default;
}

async function begin() {
  const [replay, facts, games] = await Promise.all([get(`matches/${id}/replay`), get(`matches/${id}`), get("games")]);
  const { catalog, rematch } = facts;
  const { seats, names, actions } = replay;
  // A step tells when the match is after it; a line belongs to the round in which it was done.
  const whens = [replay.steps[0]?.when, ...replay.steps.map(({ when }) => when)];
  const steps = replay.steps.map((step, i) =>
    ({ ...step, when: whens[i], told: step.told.map(line => toldOf(line, seats)) }));
  const game = games.find(({ key }) => key === replay.game.key);
  Object.assign(p, {
    replay, catalog, game, rematch, names, seats, steps, title: replay.game.title, last: actions, at: actions,
    headline: `${replay.outcome.words} · ${replay.game.title}`, mark: turningPoint(replay.curve || []),
    positions: new Positions(id, actions), board: await boardOf(game), eye: recall(`seats:${id}`)?.[0] ?? 0,
  });
  document.title = p.headline;
  p.position = await p.positions.at(p.mark ? p.mark.to : p.last);
  p.picture = h("div", { class: "tableau", inert: true }, p.board.draw(model(p, p.position)).stage);
  await follow();
}

draw();
begin().catch(refusal => {
  p.problem = refusal.message;
  p.running = refusal.code === "NOT_YET";
  draw();
});
