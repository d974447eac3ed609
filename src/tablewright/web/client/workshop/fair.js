// Is it fair? Bots play the same deals with the card and with a plain one of its cost, and the answer grows on the page
// until it is known: in words, as one picture with a fuzzy end, and as three numbers.
import { h, raw } from "../lib/dom.js";
import { fault } from "../lib/top.js";
import { button } from "../ui.js";
import { counted } from "./state.js";

const EVERY = 500; // milliseconds between two looks at a study
const REACH = 15; // points of win rate from the middle of the picture to its end
const BOUND = 5; // points beyond which a card is too strong or too weak
const [WIDE, HIGH] = [260, 44];
const RUNNING = ["waiting", "playing"];
const LOOKS = { "too strong": "strong", "too weak": "weak", fair: "fair", "not known yet": "unknown" };

const studies = new Map(); // by number of the card: {study, problem, timer}

function stateOf(ctx) {
  const { number, study } = ctx.sheet;
  if (!studies.has(number)) studies.set(number, { study: study || null, problem: "", timer: 0, redraw: ctx.redraw });
  const st = studies.get(number);
  // What the sheet brings is newer about one thing: whether the card has changed since.
  if (study && st.study && !RUNNING.includes(st.study.state)) st.study = { ...st.study, stale: study.stale };
  if (st.study && RUNNING.includes(st.study.state) && !st.timer) follow(ctx, st, number);
  return st;
}

/** Look again and again until the study has ended. */
function follow(ctx, st, number) {
  st.timer = setTimeout(async () => {
    try {
      st.study = await ctx.api.get(`cards/${number}/study`);
      st.problem = "";
    } catch (refusal) {
      st.problem = refusal.message;
    }
    st.timer = 0;
    if (st.study && !RUNNING.includes(st.study.state)) ctx.announce(spoken(st.study));
    ctx.redraw(); // which follows it further while it runs
  }, EVERY);
}

async function start(ctx, st, costs) {
  try {
    st.study = await ctx.api.post(`cards/${ctx.sheet.number}/study`, { costs });
    st.problem = "";
    ctx.announce("The bots are playing.");
  } catch (refusal) {
    st.problem = refusal.message;
  }
  ctx.redraw();
}

async function stop(ctx, st) {
  try {
    st.study = await ctx.api.remove(`cards/${ctx.sheet.number}/study`);
  } catch (refusal) {
    st.problem = refusal.message;
  }
  ctx.redraw();
}

// --- the answer

const points = share => Math.round(share * 100);
const signed = n => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** What the card changes in a hundred matches. */
function sentence({ value, low, high }) {
  const n = points(value);
  const between = n < 0 ? `(between ${-points(high)} and ${-points(low)})` : `(between ${points(low)} and ${points(high)})`;
  const what = n > 0 ? `turns about ${n} ${n === 1 ? "loss into a win" : "losses into wins"}`
    : n < 0 ? `turns about ${-n} ${n === -1 ? "win into a loss" : "wins into losses"}` : "changes hardly any";
  return [n ? "In 100 matches this card " : "Of 100 matches this card ", h("b", null, what), " ",
    between.replace(/-(\d)/g, "−$1"), "."];
}

const spoken = study => study.answers.map(({ verdict, impact, cost }) =>
  `${study.answers.length > 1 ? `At ${cost} gold: ` : ""}${verdict}${impact ? `, ${signed(points(impact.value))} in 100 matches` : ""}`).join(". ");

let drawn = 0;

/** The picture: how sure the answer is shows as where the bar fades out. */
export function picture({ value, low, high }, verdict) {
  const x = share => (WIDE * (Math.min(REACH, Math.max(-REACH, share * 100)) + REACH)) / (2 * REACH);
  const [from, to, at] = [x(low), Math.max(x(low) + 6, x(high)), x(value)];
  const id = `fuzzy${drawn++ % 8}`;
  const edge = (to - from > 0 ? (100 * Math.min(to - at, at - from)) / (to - from) : 30) / 2;
  const tick = (share, label) => `<path d="M${x(share)} 8V26" class="tick"/>` +
    `<text x="${x(share)}" y="41" text-anchor="middle">${label}</text>`;
  const label = `${verdict}: between ${points(low)} and ${points(high)} of 100 matches, about ${points(value)}`;
  return raw("tw-svg", { class: "fairpic" }, `<svg viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label="${label}">
    <defs><linearGradient id="${id}"><stop offset="0" class="none"/><stop offset="${Math.max(12, edge)}%" class="full"/>
    <stop offset="${100 - Math.max(12, edge)}%" class="full"/><stop offset="1" class="none"/></linearGradient></defs>
    <rect x="${x(-BOUND / 100)}" y="4" width="${x(BOUND / 100) - x(-BOUND / 100)}" height="26" rx="4" class="zone"/>
    <path d="M0 17H${WIDE}" class="axis"/>${tick(-BOUND / 100, "−5")}${tick(0, "fair")}${tick(BOUND / 100, "+5")}
    <rect x="${from}" y="9" width="${to - from}" height="16" fill="url(#${id})" class="band"/>
    <path d="M${at} 5V29" class="at"/></svg>`);
}

const percent = share => `${points(share)} %`;

function numbers({ impact, played, worst, best }) {
  const rate = one => signed(points(one.value));
  const line = (label, value, hint) => h("div", { key: label, title: hint || null }, h("dt", null, label),
    h("dd", null, value));
  return h("dl", { class: "stats" },
    line("Impact", `${signed(points(impact.value))} in 100`),
    line("Played when in hand", played ? percent(played.value) : "never drawn"),
    worst && best && line("Worst, best match-up", `${rate(worst)}, ${rate(best)}`,
      `worst ${worst.name}, best ${best.name}`));
}

function answer(study, one) {
  const { pairs, verdict, impact, left, cost, words } = one;
  const unsure = verdict === "not known yet";
  return h("div", { class: "answer", key: cost ?? "one" },
    h("p", { class: `verdictline v-${LOOKS[verdict]}` },
      study.answers.length > 1 && h("small", null, `At ${cost} gold `),
      h("b", null, verdict[0].toUpperCase() + verdict.slice(1)), h("small", null, counted(pairs, "deal"))),
    pairs > 0 && impact && [picture(impact, verdict), h("p", { class: "fairsay" }, sentence(impact))],
    unsure && pairs > 0 && h("p", { class: "small" },
      study.state === "done" ? "So many deals do not settle it: the card is close to a bound."
      : `Too early: about ${left} more deals.`),
    pairs > 0 && impact && numbers(one),
    words?.length > 0 && h("details", { class: "fine" }, h("summary", null, "In full"),
      words.map(line => h("p", { class: "small" }, line))));
}

/** The box beside the editor. */
export function fair(ctx) {
  const st = stateOf(ctx);
  const { study } = st;
  const running = study && RUNNING.includes(study.state);
  const level = study?.level || study?.bot;
  const grey = study?.stale && !running;
  const ask = costs => () => start(ctx, st, costs);
  const whyNot = ctx.sheet.card ? "" : "The card cannot be read yet";
  return h("section", { class: `box fairbox ${grey ? "stale" : ""}`, key: "fair", "aria-label": "Is it fair?" },
    h("h3", null, "Is it fair? ", h("small", { role: "status" },
      running ? (study.state === "waiting" ? "waiting for a free bot …" : "bots are playing …") : "")),
    grey && h("p", { class: "since" }, "The card has changed since."),
    study?.state === "failed" && fault(study.why || "The study has failed."),
    study?.answers?.map(one => answer(study, one)),
    !study && h("p", { class: "small" },
      "Bots play the same deals with the card and with a plain one of its cost, until the answer is known."),
    fault(st.problem),
    h("div", { class: "fairacts" }, running
      ? button("Stop", { icon: "pause", "data-fair": true, on: { click: () => stop(ctx, st) } })
      : [button(study ? "Ask again" : "Is it fair?", { icon: "swap", class: study && !grey ? "" : "main",
        "data-fair": true, disabled: whyNot,
        on: { click: () => whyNot || ask(false)() } }),
      button("At three costs", { class: "quiet", disabled: whyNot, on: { click: () => whyNot || ask(true)() } })]),
    level && h("p", { class: "small by" }, `Played by the bot ${level}, who may miss tricks.`));
}
