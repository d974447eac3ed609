// A frame for tests of the board of The Marches: draws one position and notes what is done.
import { h, render } from "/lib/dom.js";
import board from "/boards/marches.js";
import { forecast, step, table } from "/boards/marches-table.js";

const noted = { acts: [], refused: [], shown: null };

/** Draw a position for "0", "1" or "watch"; `more` changes the model. */
function show(catalog, at, eye, ui = {}, more = {}) {
  const seat = eye === "watch" ? null : Number(eye);
  const choices = at.request.seat === seat ? at.request.choices : [];
  const legal = new Set(choices.filter(one => !one.reason).map(one => one.action));
  const draw = () => {
    const { left, stage, message, main } = board.draw(window.m);
    render(document.getElementById("app"), h("aside", { class: "left" }, innerWidth > 700 && left),
      h("main", { class: "stage" }, stage), h("p", null, message), window.shown);
    for (const item of document.querySelectorAll("[data-item]")) item.tabIndex = 0;
    return { main };
  };
  window.m = {
    catalog, choices, ui, eye: seat, you: [seat], view: at.views[eye], over: at.views[eye].over, last: at.seen[eye],
    wide: innerWidth > 700, back: false, views: null, pending: "", seats: [{ name: "Ann" }, { name: "Jonas" }],
    can: line => legal.has(line),
    why: line => choices.find(one => one.action === line)?.reason || "",
    act: line => window.acts.push(line),
    refuse: text => window.refused.push(text),
    redraw: draw,
    details: body => Object.assign(window, { shown: body }),
    strip: () => ({ turn: true, here: h("small", null, "here"), clock: null }),
    ...more,
  };
  return draw();
}

Object.assign(window, noted, { board, forecast, step, table, show, ready: true });
