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
  const list = [...groups].map(([name, options]) => ({ name, title: m.groups[name] || name, options, legal: options.filter(one => !one.reason) }));
  return [...list.filter(one => one.legal.length), ...list.filter(one => !one.legal.length)];
}

/** What the digits stand for now: groups, or the options of the group that was chosen. */
function entries(m) {
  const groups = groupsOf(m);
  const open = groups.find(group => group.name === m.ui.group);
  if (open) return open.options.map(one => ({ key: one.action, title: one.title, reason: one.reason, choose: () => m.act(one.action) }));
  return groups.map(({ name, title, options, legal }) => {
    if (!legal.length) return { key: name, title, reason: options[0].reason };
    if (options.length === 1) return { key: name, title: name === legal[0].action ? title : `${title}: ${legal[0].title}`, choose: () => m.act(legal[0].action) };
    return { key: name, title: `${title} ...`, more: true, choose: () => pick(m, name) };
  });
}

function pick(m, group) {
  m.ui.group = group;
  m.redraw();
}

const choose = (m, entry) => (entry.reason ? m.refuse(entry.reason) : entry.choose());

function line(m, entry, number) {
  return h("li", { key: entry.key }, h("button", { type: "button", class: `btn ${entry.reason ? "impossible" : ""}`, "data-item": entry.key,
    "aria-disabled": entry.reason ? "true" : null, "aria-haspopup": entry.more && "true", on: { click: () => choose(m, entry) } },
  number <= 9 && keycap(number), h("span", null, entry.title), entry.reason && h("small", { class: "reason" }, `✕ ${entry.reason}`)));
}

export default {
  draw(m) {
    const list = entries(m);
    const group = m.ui.group && (m.groups[m.ui.group] || m.ui.group);
    const whose = m.over ? "The match is over." : m.back ? "An earlier position." : m.choices.length ? "Choose:" : "Others are to act.";
    return {
      where: null,
      left: [h("section", { class: "people" }, m.seats.map((one, seat) => {
        const { turn, here, clock } = m.strip(seat);
        return h("div", { class: `strip ${m.you.includes(seat) ? "you" : "foe"} ${turn ? "turn" : ""}`, key: seat }, h("div", { class: "who" }, h("b", null, one.name), here), clock);
      }))],
      stage: [h("pre", { class: "picture", key: "picture", tabindex: "0", "aria-label": "The position" }, m.picture),
        h("section", { class: "deeds", key: "deeds" }, h("h2", { class: "panel-title" }, group || whose, group && button("Back", { class: "quiet", key: "Esc", on: { click: () => pick(m, "") } })),
          h("ol", { "data-rove": "deeds" }, list.map((entry, i) => line(m, entry, i + 1))))],
      main: null,
      message: group ? `${group}: choose` : whose,
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
