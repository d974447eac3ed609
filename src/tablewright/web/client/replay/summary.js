// The page after the end: who won and why, how it went, where it turned, and what can be done now.
import { h } from "../lib/dom.js";
import { optionTitle } from "../lib/options.js";
import { listed } from "../lib/table.js";
import { button, icon, sigil } from "../ui.js";
import { replayBar } from "./bar.js";
import { curve } from "./curve.js";

const box = (key, title, small, ...children) =>
  h("section", { class: "box", key }, h("h2", null, title, small && h("small", null, small)), children);

function verdict({ replay: { outcome, names } }) {
  const side = outcome.winners.includes(0) || !outcome.winners.length ? "you" : "foe";
  return h("div", { class: "verdict", key: "verdict" }, sigil(names[outcome.winners[0] ?? 0], side, 64),
    h("div", null, h("h2", null, outcome.words), outcome.why && h("p", null, sentence(outcome.why))),
    outcome.score != null && h("div", { class: "score" }, h("span", null, String(outcome.score), h("small", null, "score"))));
}

const sentence = text => `${text[0].toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;

function numbers({ replay, last, game }) {
  const rows = [["Actions", last], ["Turns", replay.turns.length - 1]];
  const when = replay.steps.at(-1)?.when;
  if (when) rows.push(["Ended in", when.replace(/, action \d+$/, "")]);
  for (const choice of game?.choices || []) {
    const option = choice.options.find(({ name }) => name === replay.chosen?.[choice.key]);
    if (option) rows.push([choice.title.replace(/ of player \d+/, choice.seat == null ? "" : ` of ${replay.names[choice.seat]}`), optionTitle(option)]);
  }
  return box("numbers", "In numbers", "", h("dl", { class: "stats" }, rows.map(([name, value]) => h("div", { key: name }, h("dt", null, name), h("dd", null, String(value))))));
}

function deal(p) {
  const { check } = p;
  return box("deal", "The deal", "",
    h("p", { class: "words" }, p.replay.seal ? "Sealed before the first card, opened after the last." : "Dealt from a number, which is no secret."),
    p.replay.seal && button("Verify the deal", { icon: "check", on: { click: p.verify } }),
    check && h("div", { class: "check", role: "status" },
      check.problem && h("p", { class: "fault" }, check.problem),
      check.note && h("p", { class: "words" }, check.note),
      check.points?.map(([good, text]) => h("p", { class: good ? "ok" : "fail" }, icon(good ? "check" : "cross", 14), h("span", null, text))),
      check.seal && h("p", { class: "words" }, "The seal: ", h("code", null, check.seal)),
      h("p", { class: "words" }, "Save the record and let the command check everything, every action replayed: ",
        h("code", null, `tablewright verify ${p.file}${check.seal ? ` --seal ${check.seal.slice(0, 32)}` : ""}`))));
}

/** What can be done with the match: again, from here, share, keep. */
export function deeds(p) {
  return h("div", { class: "acts", key: "deeds" },
    h("div", { class: "row" }, button("From here", { icon: "step", on: { click: () => p.open("whatif") } }), button(p.said === "link" ? "Copied" : "Copy link", { icon: "link", on: { click: p.copyLink } })),
    h("div", { class: "row" }, h("a", { class: "btn", href: `/api/v1/matches/${p.id}/record`, download: p.file }, icon("share"), h("span", null, "Save record")),
      button(p.said === "report" ? "Copied" : "Report", { icon: "flag", title: "Report a problem: copies a link to this position with game and version", on: { click: p.report } })));
}

function again(p) {
  if (p.replay.rematch) return h("a", { class: "btn main big wide", href: `/g/${p.replay.rematch}`, key: "again" }, "To the rematch");
  if (!p.tokens.length) return h("a", { class: "btn main big wide", href: "/", key: "again" }, "A new table");
  return h("div", { class: "stack", key: "again" }, button("Rematch", { icon: "swap", class: "main big wide", on: { click: p.askRematch } }),
    p.asked && h("p", { class: "wait", role: "status" }, h("i", null), p.asked));
}

/** The whole page below the bar. */
export function summary(p) {
  const { replay, mark, names } = p;
  const told = mark ? replay.steps[mark.to - 1].told.join(" ") : "";
  const title = mark ? "The turning point" : "The last position";
  return h("main", { class: "wrap end" },
    h("div", { class: "stack", key: "main" }, verdict(p),
      replay.curve?.length > 1 && box("curve", "How it went", `how the bots' eye judges the position for ${p.game?.cooperative ? listed(names) : names[0]}, in per cent, by action`,
        curve({ points: replay.curve, last: p.last, mark: mark && { ...mark, words: `${(100 * mark.before).toFixed(0)} → ${(100 * mark.after).toFixed(0)}` }, go: p.enter,
          label: `The bots' eye on ${names[0]} over the match, from ${(100 * replay.curve[0][1]).toFixed(0)} to ${(100 * replay.curve.at(-1)[1]).toFixed(0)} per cent${mark ? `, turning at action ${mark.to}` : ""}` })),
      box("moment", title, `action ${mark ? mark.to : p.last}${told ? `, ${told}` : ""}`,
        h("button", { type: "button", class: "moment", "aria-label": `See ${title.toLowerCase()} on the board`, on: { click: () => p.enter(mark ? mark.to : p.last) } }, p.picture)),
      replayBar(p)),
    h("aside", { class: "stack", key: "aside", "aria-label": "What now" }, again(p), p.whatIf(), deeds(p), numbers(p), deal(p)));
}
