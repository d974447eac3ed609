// What if: play on from a position against bots, in any seat.
import { post } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { words } from "../lib/options.js";
import { addKeys, recall, remember } from "../lib/prefs.js";
import { fault, oneOf } from "../lib/top.js";
import { button } from "../ui.js";

/** The form; p.wanted holds what is chosen: {seat, level, problem, busy}. */
export function whatIfForm(p) {
  const { wanted, names } = p;
  const set = part => value => {
    wanted[part] = value;
    p.draw();
  };
  const submit = event => {
    event.preventDefault();
    p.playOn();
  };
  return h("form", { class: "box whatif", key: "whatif", "aria-label": "Play on from here", on: { submit } },
    h("h2", null, `Play on from action ${p.whence}`),
    names.length > 1 && [
      oneOf("seat", "You play for", names.map((name, seat) => [seat, name]), wanted.seat, set("seat")),
      oneOf("level", "Against a bot", p.game.levels.map(level => [level, words(level)]), wanted.level, set("level")),
    ],
    fault(wanted.problem),
    h("div", { class: "row", key: "row" },
      h("button", { class: "btn main", "aria-disabled": wanted.busy ? "true" : null },
        wanted.busy ? "One moment ..." : "Play on"),
      button("Not now", { on: { click: () => p.open("") } })));
}

/** Make the table and return its id. */
export async function playOn({ id, whence, names, wanted }) {
  const person = { kind: "person", name: recall("name") || recall("guest") || "Guest" };
  const { id: made, seats } = await post("matches", {
    from: { match: id, number: whence },
    seats: names.map((_, seat) => (seat === wanted.seat ? person : { kind: "bot", bot: wanted.level })),
  });
  addKeys(made, { tokens: seats.filter(({ token }) => token).map(({ token }) => token) });
  remember(`seats:${made}`, [wanted.seat]);
  return made;
}
