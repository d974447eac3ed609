// The board of a game that brings none: its text picture, and everything that can be done as buttons. Groups and
// options have numbers, so it is played with digits alone.

import { h } from "../lib/dom.js";
import { button, keycap } from "../ui.js";

/** The groups of choices: what can be done first, each with its title and options. */
function groupsOf(m) {
  const groups = new Map();
  for (const choice of m.choices) {
    if (!groups.has(choice.group)) groups.set(choice.group, []);
    groups.get(choice.group).push(choice);
  }
  const list = [...groups].map(([name, options]) => (
    { name, title: m.groups[name] || name, options, legal: options.filter(one => !one.reason) }));
  return [...list.filter(one => one.legal.length), ...list.filter(one => !one.legal.length)];
}

/** What the digits stand for now: groups, or the options of the group that was chosen. */
function entries(m) {
  const groups = groupsOf(m);
  const open = groups.find(group => group.name === m.ui.group);
  if (open) {
    return open.options.map(({ action, title, reason }) => (
      { key: action, title, reason, choose: () => m.act(action) }));
  }
  return groups.map(({ name, title, options, legal }) => {
    if (!legal.length) return { key: name, title, reason: options[0].reason };
    const [{ action, title: place }] = legal;
    const only = action === name ? title : `${title}: ${place}`;
    if (options.length === 1) return { key: name, title: only, choose: () => m.act(action) };
    return { key: name, title: `${title} ...`, choose: () => pick(m, name) };
  });
}

function pick(m, group) {
  m.ui.group = group;
  m.redraw();
}

const choose = (m, entry) => (entry.reason ? m.refuse(entry.reason) : entry.choose());

function line(m, entry, number) {
  const { key, title, reason } = entry;
  return h("li", { key }, h("button", {
    type: "button", class: "btn", "data-item": key, "aria-disabled": reason ? "true" : null,
    on: { click: () => choose(m, entry) },
  }, number <= 9 && keycap(number), h("span", null, title),
  reason && h("small", { class: "reason" }, `✕ ${reason}`)));
}

function person(m, one, seat) {
  const { turn, here, clock } = m.strip(seat);
  const side = m.you.includes(seat) ? "you" : "foe";
  return h("div", { class: `strip ${side} ${turn ? "turn" : ""}`, key: seat },
    h("div", { class: "who" }, h("b", null, one.name), here), clock);
}

function whatNow(m) {
  if (m.over) return "The match is over.";
  if (m.back) return "An earlier position.";
  return m.choices.length ? "Choose:" : "Others are to act.";
}

export default {
  draw(m) {
    const list = entries(m);
    const group = m.ui.group && (m.groups[m.ui.group] || m.ui.group);
    const back = group && button("Back", { class: "quiet", key: "Esc", on: { click: () => pick(m, "") } });
    return {
      where: null,
      left: h("section", { class: "people" }, m.seats.map((one, seat) => person(m, one, seat))),
      stage: [
        h("pre", { class: "picture", key: "picture", tabindex: "0", "aria-label": "The position" }, m.picture),
        h("section", { class: "deeds", key: "deeds" }, h("h2", { class: "panel-title" }, group || whatNow(m), back),
          h("ol", { "data-rove": "deeds" }, list.map((entry, i) => line(m, entry, i + 1)))),
      ],
      main: null,
      message: group ? `${group}: choose` : whatNow(m),
    };
  },

  keydown(event, m) {
    const entry = /^[1-9]$/.test(event.key) && entries(m)[event.key - 1];
    if (!entry) return false;
    choose(m, entry);
    return true;
  },

  escape(m) {
    if (!m.ui.group) return false;
    m.ui.group = "";
    return true;
  },
};
