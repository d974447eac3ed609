// A match that is over: the result at /r/ID, and every position of it at /r/ID#NUMBER.
import { get, text } from "./lib/api.js";
import { h, render } from "./lib/dom.js";
import { Show, effects, glide, still } from "./lib/motion.js";
import { keysOf, recall } from "./lib/prefs.js";
import { keepFocus, roveKey } from "./lib/rove.js";
import { top } from "./lib/top.js";
import { turningPoint } from "./replay/curve.js";
import { checkDeal } from "./replay/deal.js";
import { Positions } from "./replay/positions.js";
import { askRematch } from "./replay/rematch.js";
import { summary } from "./replay/summary.js";
import { boardPage, eyeWords, model, nextEye } from "./replay/view.js";
import { playOn, whatIfForm } from "./replay/whatif.js";

const SPEEDS = [0.5, 1, 2, 4];
const PAUSE = 1100; // milliseconds between two actions at speed 1
const LONGEST_WORD = 900; // milliseconds that "Copied" stays

const app = document.getElementById("app");
const wide = matchMedia("(min-width: 701px)");
const fx = effects(app);
const [, , id] = location.pathname.split("/");

const p = {
  id, file: `${id}.record`, title: "Replay", at: 0, last: 0, eye: 0, speed: 1, playing: false, onBoard: false, said: "", form: "", check: null,
  asked: "", tokens: keysOf(id).tokens, wanted: { seat: 0, level: "normal" }, position: null, ui: {}, problem: "", picture: null,
  get wide() { return wide.matches; },
};

// Drawing

function page() {
  if (p.problem || !p.replay) {
    return [top(p.title, draw), h("main", { class: "wrap" }, p.problem ? h("p", { class: "fault", role: "alert" }, p.problem) : h("p", { class: "wait" }, h("i", null), "Fetching the match."),
      p.running && h("p", null, h("a", { class: "btn main", href: `/g/${id}` }, "To the table")))];
  }
  if (p.onBoard) return boardPage(p, model(p, p.position, { ui: p.ui }));
  return [top(p.title, draw, { where: "finished" }), summary(p)];
}

function draw() {
  keepFocus(() => {
    app.className = p.onBoard ? "app replaying" : "page";
    render(app, page());
  });
  if (p.onBoard) app.querySelector(".log .now")?.scrollIntoView({ block: "nearest" });
}

const show = new Show({
  async play({ events, before }, alive) {
    const position = { ...before, views: { ...before.views } };
    for (const event of events) {
      if (!alive()) return;
      await p.board.play?.(event, model(p, position, { last: [] }), fx, () => {});
      if (!alive() || !p.board.step) continue;
      const eye = p.eye ?? "watch";
      position.views[eye] = p.board.step(position.views[eye], event);
      glide(app, () => render(app, boardPage(p, model(p, position, { last: [event] }))));
    }
  },
  draw: ({ position }) => glide(app, () => {
    put(position);
    draw();
  }),
});

function put(position) {
  Object.assign(p, { position, at: position.number, ui: {} });
  history.replaceState(null, "", `/r/${id}#${p.at}`);
  document.title = `${p.title}, action ${p.at} of ${p.last}`;
  if (!p.playing) document.getElementById("news").textContent = p.at ? `Action ${p.at}: ${p.replay.steps[p.at - 1].told.join(" ")}` : "The start.";
  p.positions.expect(p.at + 1);
}

// Moving

let goal = 0; // the latest number that was asked for: what comes late is not shown any more

async function reach(number) {
  goal = Math.max(0, Math.min(p.last, number));
  const wanted = goal;
  try {
    const position = await p.positions.at(wanted);
    return wanted === goal ? position : null;
  } catch (refusal) {
    p.problem = refusal.message;
    p.playing = false;
    draw();
    return null;
  }
}

p.draw = draw;

/** Show a position at once. */
p.go = async number => {
  show.skip();
  stop();
  const position = await reach(number);
  if (!position) return;
  if (!p.onBoard) history.pushState(null, "", `/r/${id}#${position.number}`);
  p.onBoard = true;
  put(position);
  draw();
};

p.enter = number => p.go(number);

/** One action on, with its motions. */
async function on() {
  show.skip();
  if (!p.onBoard) return p.go(p.at);
  const before = p.position;
  const position = await reach(before.number + 1);
  if (!position || position.number === before.number) return;
  show.push({ events: position.seen, before, position });
  while (show.busy && p.playing) await new Promise(done => setTimeout(done, 40));
}

p.stepOn = () => {
  stop();
  on();
};

let timer = 0;

function stop() {
  clearTimeout(timer);
  p.playing = false;
}

p.playPause = async () => {
  if (p.playing) {
    stop();
    return draw();
  }
  if (!p.onBoard || p.at === p.last) await p.go(p.at === p.last ? 0 : p.at);
  p.playing = true;
  draw();
  const tick = async () => {
    await on();
    if (!p.playing) return;
    if (p.at >= p.last) {
      stop();
      return draw();
    }
    timer = setTimeout(tick, PAUSE / p.speed);
  };
  timer = setTimeout(tick, still() ? PAUSE / p.speed : 150);
};

p.faster = (by, around = false) => {
  const next = SPEEDS.indexOf(p.speed) + by;
  p.speed = SPEEDS[around ? next % SPEEDS.length : Math.max(0, Math.min(SPEEDS.length - 1, next))];
  draw();
};

p.turnEye = () => {
  show.skip();
  p.eye = nextEye(p);
  document.getElementById("news").textContent = eyeWords(p);
  draw();
};

p.leave = event => {
  event?.preventDefault();
  show.skip();
  stop();
  p.onBoard = false;
  history.pushState(null, "", `/r/${id}`);
  document.title = p.headline;
  draw();
};

// Doing something with it

async function copied(what, words) {
  try {
    await navigator.clipboard.writeText(words);
    p.said = what;
  } catch {
    prompt("Copy this by hand:", words);
  }
  draw();
  setTimeout(() => {
    p.said = "";
    draw();
  }, LONGEST_WORD);
}

const here = () => `${location.origin}/r/${id}${p.onBoard ? `#${p.at}` : ""}`;
p.copyLink = () => copied("link", here());
p.report = () => {
  const [, version] = new URL(import.meta.url).pathname.match(/\/static\/([^/]+)\//) || [];
  copied("report", `Tablewright ${version}, ${p.title} (${p.replay.game.key}), match ${id}, action ${p.at} of ${p.last}: ${location.origin}/r/${id}#${p.at}`);
};

p.open = form => {
  show.skip();
  stop();
  p.form = form;
  draw();
  app.querySelector(".whatif input:checked, .whatif .btn")?.focus();
};

p.whatIf = () => p.form === "whatif" && whatIfForm({
  at: p.at, names: p.names, levels: p.game?.levels || ["normal"], asked: p.wanted, close: () => p.open(""),
  change: parts => {
    Object.assign(p.wanted, parts);
    draw();
  },
  async start() {
    if (p.wanted.busy) return;
    Object.assign(p.wanted, { busy: true, problem: "" });
    draw();
    try {
      location.assign(`/g/${await playOn({ id, game: p.replay.game.key, at: p.at, name: recall("name") || "Guest", seats: p.names.length, asked: p.wanted })}`);
    } catch (refusal) {
      p.wanted.problem = refusal.message;
    }
    p.wanted.busy = false;
    draw();
  },
});

p.verify = async () => {
  try {
    p.check = await checkDeal(await text(`matches/${id}/record`), p.replay.seal);
  } catch (refusal) {
    p.check = { problem: refusal.message };
  }
  draw();
};

p.askRematch = () => askRematch(id, p.tokens, {
  say: words => {
    p.asked = words;
    draw();
  },
  go: other => location.assign(`/g/${other}`),
});

const sheet = document.getElementById("sheet");
p.details = content => {
  render(sheet, content);
  if (!sheet.open) sheet.showModal();
};
sheet.addEventListener("click", () => sheet.close());

// Hands

const KEYS = {
  ArrowRight: p.stepOn, ".": p.stepOn, ArrowLeft: () => p.go(p.at - 1), ",": () => p.go(p.at - 1), Home: () => p.go(0), End: () => p.go(p.last),
  "[": () => p.go(p.turns.findLast(number => number < p.at) ?? 0), "]": () => p.go(p.turns.find(number => number > p.at) ?? p.last),
  " ": p.playPause, p: p.playPause, "+": () => p.faster(1), "-": () => p.faster(-1), v: p.turnEye, b: () => p.open(p.form ? "" : "whatif"),
  Escape: () => (p.form ? p.open("") : p.onBoard && p.leave()),
};

document.addEventListener("keydown", event => {
  if (!p.replay || event.ctrlKey || event.metaKey || event.altKey || sheet.open) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const field = event.target.closest("input, select, textarea");
  const pressed = key === " " && event.target.closest("button, a, summary");
  if ((field && key !== "Escape") || pressed) return;
  if (key.startsWith("Arrow") && event.target.closest("[data-rove]") && roveKey(event)) return event.preventDefault();
  if (!KEYS[key]) return;
  event.preventDefault();
  KEYS[key]();
});
addEventListener("popstate", follow);
wide.addEventListener("change", draw);

/** Show what the address says: the result, or a position. */
async function follow() {
  const number = parseInt(location.hash.slice(1), 10);
  if (!Number.isFinite(number)) {
    stop();
    p.onBoard = false;
    return draw();
  }
  p.onBoard = true;
  const position = await reach(number);
  if (!position) return;
  put(position);
  draw();
}

/** Games without a board of their own have their picture in letters. */
const PLAIN = { draw: m => ({ stage: h("pre", { class: "letters" }, m.picture) }) };

async function boardOf(game) {
  if (!game?.board) return PLAIN;
  if (game.board.style) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: game.board.style }));
  return (await import(game.board.script)).default;
}

async function begin() {
  const [replay, catalog, games] = await Promise.all([get(`matches/${id}/replay`), get(`matches/${id}/catalog`), get("games")]);
  const game = games.find(({ key }) => key === replay.game.key);
  Object.assign(p, {
    replay, catalog, game, title: replay.game.title, names: replay.names, seats: replay.seats, last: replay.actions, at: replay.actions, turns: replay.turns,
    mark: turningPoint(replay.curve || []), positions: new Positions(id, replay.actions), board: await boardOf(game),
  });
  p.eye = recall(`seats:${id}`)?.[0] ?? 0;
  p.headline = `${replay.outcome.words} · ${p.title}`;
  document.title = p.headline;
  p.position = await p.positions.at(p.mark ? p.mark.to : p.last);
  p.picture = h("div", { class: "mini", inert: true }, p.board.draw(model(p, p.position)).stage);
  await follow();
}

draw();
begin().catch(refusal => {
  p.problem = refusal.message;
  p.running = refusal.code === "NOT_YET";
  draw();
});
