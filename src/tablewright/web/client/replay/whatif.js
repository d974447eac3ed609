// What if: play on from a position against bots, in any seat.
import { post } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { addKeys, remember } from "../lib/prefs.js";
import { button } from "../ui.js";

/** The form; `asked` holds what is chosen: {seat, level, problem, busy}. */
export function whatIfForm({ at, names, levels, asked, change, start, close }) {
  const choice = (name, title, options, chosen) => h("fieldset", { class: "fieldset", key: name }, h("legend", null, title),
    h("div", { class: "seg" }, options.map(([value, label]) => h("label", { key: value },
      h("input", { type: "radio", name, value, checked: value === chosen, on: { change: () => change({ [name]: value }) } }), h("span", null, label)))));
  const submit = event => {
    event.preventDefault();
    start();
  };
  return h("form", { class: "box whatif", key: "whatif", "aria-label": "Play on from here", on: { submit } },
    h("h2", null, `Play on from action ${at}`),
    names.length > 1 && choice("seat", "You play for", names.map((name, seat) => [seat, name]), asked.seat),
    names.length > 1 && choice("level", "Against a bot", levels.map(level => [level, level[0].toUpperCase() + level.slice(1)]), asked.level),
    asked.problem && h("p", { class: "fault", role: "alert" }, asked.problem),
    h("div", { class: "row", key: "row" }, h("button", { class: "btn main", "aria-disabled": asked.busy ? "true" : null }, asked.busy ? "Laying the table ..." : "Play on"),
      button("Not now", { key: "", on: { click: close } })));
}

/** Make the table and return its id. */
export async function playOn({ id, game, at, name, seats, asked }) {
  const plan = Array.from({ length: seats }, (_, seat) => (seat === asked.seat ? { kind: "person", name } : { kind: "bot", bot: asked.level }));
  const made = await post("matches", { game, from: { match: id, number: at }, seats: plan, options: { watchers: true } });
  const own = made.seats.filter(({ token }) => token);
  addKeys(made.id, { tokens: own.map(({ token }) => token) });
  remember(`seats:${made.id}`, own.map(({ seat }) => seat));
  return made.id;
}
