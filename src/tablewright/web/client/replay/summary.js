// The page after the end: who won and why, how it went, where it turned, and what can be done now.
import { h } from "../lib/dom.js";
import { optionTitle } from "../lib/options.js";
import { listed } from "../lib/table.js";
import { fault } from "../lib/top.js";
import { button, icon, sigil } from "../ui.js";
import { replayBar } from "./bar.js";
import { curve, percent } from "./curve.js";

const REPORT = "Report a problem: copies a link to this position, with the game and the version";

const box = (key, title, small, ...children) =>
  h("section", { class: "box", key }, h("h2", null, title, small && h("small", null, small)), children);

const sentence = text => `${text[0].toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;

function verdict({ outcome, names }) {
  const [winner] = outcome.winners;
  return h("div", { class: "verdict", key: "verdict" }, sigil(names[winner ?? 0], winner ? "foe" : "you", 64),
    h("div", null, h("h2", null, outcome.words), outcome.why && h("p", null, sentence(outcome.why))),
    outcome.score != null && h("p", { class: "score" }, String(outcome.score), h("small", null, "score")));
}

function howItWent(p) {
  const { replay: { curve: points }, names, last, mark } = p;
  if (!(points?.length > 1)) return null;
  const who = p.game?.cooperative ? listed(names) : names[0];
  const turns = mark ? `, turning at action ${mark.to}` : "";
  const [first, end] = [points[0], points.at(-1)].map(([, value]) => percent(value));
  const label = `The bots' eye on ${who}: from ${first} to ${end} per cent${turns}`;
  return box("curve", "How it went", `how the bots' eye judges the position of ${who}, in per cent, by action`,
    curve({ points, last, mark, label, go: p.go }));
}

/** The position at which it turned, or the last one: a picture of its board that leads to it. */
function moment(p) {
  const { mark, last, steps } = p;
  const [title, number] = mark ? ["The turning point", mark.to] : ["The last position", last];
  const words = [`action ${number}`, ...(steps[number - 1]?.told.slice(0, 1) || [])];
  return box("moment", title, words.join(": "),
    h("button", { type: "button", class: "moment", "aria-label": `${title} on the board`,
      on: { click: () => p.go(number) } }, p.picture));
}

function numbers({ replay, names, last, game }) {
  const rows = [["Actions", last], ["Turns", replay.turns.length - 1]];
  const when = replay.steps.at(-1)?.when.replace(/, action \d+$/, "");
  if (when) rows.push(["Ended in", when]);
  for (const { key, title, seat, options } of game?.choices || []) {
    const option = options.find(({ name }) => name === replay.chosen?.[key]);
    const whose = seat == null ? "" : ` of ${names[seat]}`;
    if (option) rows.push([title.replace(/ of player \d+$/, "") + whose, optionTitle(option)]);
  }
  return box("numbers", "In numbers", "", h("dl", { class: "stats" }, rows.map(([name, value]) =>
    h("div", { key: name }, h("dt", null, name), h("dd", null, String(value))))));
}

function deal(p) {
  const { check, replay: { seal } } = p;
  const command = ["tablewright verify", p.file, check?.seal && `--seal ${check.seal.slice(0, 32)}`];
  return box("deal", "The deal", "",
    h("p", { class: "small" }, seal ? "Sealed before the first card, opened after the last."
      : "Dealt from a number, or played on from a match whose cards were known: it has no seal."),
    seal && button("Verify the deal", { icon: "check", on: { click: p.verify } }),
    check && h("div", { class: "check", role: "status" },
      fault(check.problem), check.note && h("p", { class: "small" }, check.note),
      check.points?.map(([good, so, not]) =>
        h("p", { class: good ? "ok" : "fail" }, icon(good ? "check" : "cross", 14), h("span", null, good ? so : not))),
      check.seal && h("p", { class: "small" }, "The seal is ", h("code", null, check.seal)),
      h("p", { class: "small" }, "The saved record is checked as a whole, every action replayed, by ",
        h("code", null, command.filter(Boolean).join(" ")))));
}

function again(p) {
  const wide = { class: "btn main big wide", key: "again" };
  if (p.rematch) return h("a", { ...wide, href: `/g/${p.rematch}` }, "To the rematch");
  if (!p.tokens.length) return h("a", { ...wide, href: "/" }, "A new table");
  return h("div", { class: "stack", key: "again" },
    button("Rematch", { icon: "swap", class: "main big wide", on: { click: p.askRematch } }),
    p.asked && h("p", { class: "wait", role: "status" }, h("i", null), p.asked));
}

function deeds(p) {
  const record = { class: "btn", href: `/api/v1/matches/${p.id}/record`, download: p.file };
  return h("div", { class: "acts", key: "deeds" },
    h("div", { class: "row" }, button("From here", { icon: "step", on: { click: () => p.open("whatif") } }),
      button(p.said === "link" ? "Copied" : "Copy link", { icon: "link", on: { click: p.copyLink } })),
    h("div", { class: "row" }, h("a", record, icon("share"), h("span", null, "Save record")),
      button(p.said === "report" ? "Copied" : "Report", { icon: "flag", title: REPORT, on: { click: p.report } })));
}

/** The whole page below the bar. */
export function summary(p) {
  return h("main", { class: "wrap end" },
    h("div", { class: "stack", key: "main" }, verdict(p.replay), howItWent(p), replayBar(p), moment(p)),
    h("aside", { class: "stack", key: "aside", "aria-label": "What now" },
      again(p), deeds(p), p.whatIf(), numbers(p), deal(p)));
}
