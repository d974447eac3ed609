// What the page of a match does for a board, in short: draws a model of what a test gives, and notes what is done.
import { h, render } from "/lib/dom.js";
import { stops } from "/lib/rove.js";

/** Lay a board out; `shown` is what a test gives of a model: {catalog, view, choices, ...}. */
export async function lay(name) {
  const board = (await import(`/boards/${name}.js`)).default;
  const app = document.getElementById("app");
  const bench = { board, acts: [], refusals: [], shown: null, ui: {}, main: null, sheet: null };

  bench.show = (shown, ui = {}) => {
    Object.assign(bench, { shown, ui, sheet: null });
    draw();
  };

  bench.model = () => {
    const { shown, ui } = bench;
    const legal = shown.choices.filter(one => !one.reason).map(one => one.action);
    return {
      back: false, over: false, views: null, last: [], pending: "", eye: 0, you: [0], groups: {},
      seats: [{ name: "Ann" }, { name: "Marla" }], ...shown, ui, wide: innerWidth > 700, redraw: draw,
      can: line => legal.includes(line), starts: text => legal.filter(line => line.startsWith(text)),
      why: line => shown.choices.find(one => one.reason && one.action === line)?.reason || "",
      refuse: text => bench.refusals.push(text),
      act(line) {
        bench.acts.push(line);
        bench.ui = {};
        draw();
      },
      details(body) {
        bench.sheet = body;
        draw();
      },
      strip: () => ({
        turn: false, here: h("small", null, "here"), clock: shown.clock && h("span", { class: "clock" }, shown.clock),
      }),
    };
  };

  bench.details = value => {
    const body = board.details(value, bench.model());
    if (body) bench.model().details(body);
  };

  function draw() {
    const m = bench.model();
    const parts = board.draw(m);
    bench.main = parts.main;
    render(app, h("header", { class: "top" }, h("p", { class: "where" }, parts.where)),
      m.wide && h("aside", { class: "left" }, parts.left), h("main", { class: "stage" }, parts.stage),
      !m.wide && h("nav", { class: "bar-bottom" }, h("p", { class: "msg" }, parts.message)),
      bench.sheet && h("dialog", { open: true }, bench.sheet));
    stops();
  }

  addEventListener("keydown", event => {
    const m = bench.model();
    if (event.key === "Escape" ? board.escape(m) : board.keydown(event, m)) event.preventDefault();
  });
  return bench;
}
