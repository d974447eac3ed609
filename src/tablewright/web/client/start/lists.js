// What is there already: matches of this device to go on with, open tables, and the maze of the day.
import { h } from "../lib/dom.js";
import { button } from "../ui.js";
import { fault } from "./parts.js";
import { gameEmblem } from "./tiles.js";

const plate = (key, game, title, small, act, problem) => h("li", { class: "save", key }, gameEmblem(game),
  h("span", null, h("b", null, title), h("small", null, small), fault(problem)), act);

const names = (seats, mine) => seats.filter(({ seat }) => !mine.includes(seat)).map(({ name, bot, kind }) => name || bot || (kind === "open" ? "anyone" : "a friend")).join(" and ");

/** How long ago, in words: "two hours ago" in the words of the device's language. */
export function ago(then, now = Date.now()) {
  const seconds = Math.max(0, (now - then) / 1000);
  const [size, unit] = [[86400, "day"], [3600, "hour"], [60, "minute"]].find(([size]) => seconds >= size) || [1, "second"];
  return unit === "second" ? "just now" : new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(seconds / size), unit);
}

function goOnPlate({ facts, mine }, games) {
  const game = games.find(({ key }) => key === facts.game) || { key: facts.game, title: facts.title };
  const others = names(facts.seats, mine);
  const when = facts.created ? `, begun ${ago(facts.created)}` : "";
  const waits = facts.status === "waiting" ? "waiting for players" : !mine.length ? facts.when : facts.turn.some(seat => mine.includes(seat)) ? "your turn" : "their turn";
  const over = facts.status === "over";
  return plate(facts.id, game, others ? `${game.title} with ${others}` : game.title, (over ? facts.outcome?.words || "finished" : waits) + when,
    h("a", { class: "btn", href: over ? `/r/${facts.id}` : `/g/${facts.id}` }, over ? "Replay" : "Go on"));
}

/** Matches in which this device holds a seat. */
export const goOn = (held, games) => held.length > 0 && h("section", { class: "more", key: "goon", "aria-label": "Go on" },
  h("ul", { class: "goon" }, held.map(one => goOnPlate(one, games))));

/** Open tables, and the maze of the day. */
export function tables({ open, daily, games, problem }, { sit, tryDaily }) {
  const maze = games.find(({ key }) => key === "maze");
  return (open.length > 0 || (daily && maze)) && h("section", { class: "more", key: "open", "aria-label": "Open tables" },
    open.length > 0 && h("h2", { class: "small-head" }, "Open tables"),
    h("ul", { class: "goon" },
      open.map(({ id, game: key, title, seats, options }) => {
        const game = games.find(one => one.key === key) || { key, title };
        const host = names(seats.filter(({ name }) => name), []) || "Somebody";
        return plate(id, game, `${host} wants to play`, [game.title, clockWords(options?.clock)].filter(Boolean).join(", "),
          button("Sit down", { on: { click: () => sit(id) }, "aria-label": `Sit down with ${host}, ${game.title}` }), problem[id]);
      }),
      daily && maze && plate("daily", maze, "Maze of the day", `can be done in ${daily.flips} flips`,
        button("Try it", { on: { click: tryDaily }, "aria-label": "Try the maze of the day" }), problem.daily)));
}

function clockWords(clock) {
  if (!clock) return "no clock";
  if (clock.turn) return clock.turn >= 86400 ? `${clock.turn / 86400} days a turn` : `${clock.turn} s a turn`;
  return `${clock.total / 60} min${clock.increment ? ` + ${clock.increment} s` : ""}`;
}
