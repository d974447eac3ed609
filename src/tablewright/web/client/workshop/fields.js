// The numbers and choices of a card: steppers, chips, and a small board for the places where it may be played.
import { title } from "../card.js";
import { h } from "../lib/dom.js";
import { icon } from "../ui.js";
import { problemsAt } from "./problems.js";
import { offersAt, problemBox } from "./rows.js";
import { change, hurry, valueOf } from "./state.js";

const PAUSE = 350; // milliseconds after the last letter until what was typed is sent
const LANES = [["Plains", 0, 3], ["Forest", 4, 9], ["Mountain", 10, 17]];

/** What is being typed, by field: shown as it is typed, whatever the server makes of it meanwhile. */
const typing = new Map();

/** A field of text: what is typed is kept at every letter, and sent after a short pause or when the field is left. */
export function typed(key, value, edit) {
  return {
    value: typing.get(key) ?? valueOf(key, value),
    on: {
      input({ target }) {
        typing.set(key, target.value);
        change(edit(target.value), PAUSE);
      },
      blur() {
        typing.delete(key);
        hurry();
      },
    },
  };
}

/** The name, written large; cards are named in capitals, people write them as names. */
export function nameField(field) {
  const props = typed("Name", title(String(field.value ?? "")), text => ({ field: "Name", value: text.trim().toUpperCase() }));
  if (typeof props.value === "string" && props.value === props.value.toUpperCase()) props.value = title(props.value);
  return h("input", {
    class: "cardname", type: "text", "aria-label": "Name of the card", maxlength: String(field.most || 40),
    autocomplete: "off", spellcheck: "false",
    "data-field": "Name", size: String(Math.max(6, Math.min(24, props.value.length))), ...props,
  });
}

function number(field) {
  const { key, low = -99, high = 99, title: name, about } = field;
  const value = valueOf(key, field.value);
  const set = to => to !== value && (can(to) || value == null) && change({ field: key, value: to });
  const can = to => typeof value === "number" && to >= low && to <= high;
  const step = (by, sign, words) => h("button", {
    type: "button", class: "step", tabindex: "-1", "aria-label": `${words}: ${name}`,
    "aria-disabled": can(value + by) ? null : "true", on: { click: () => set(value + by) },
  }, sign);
  const typedIn = event => {
    const wanted = Number.parseInt(event.target.value, 10);
    if (Number.isNaN(wanted)) event.target.value = value ?? "";
    else set(Math.max(low, Math.min(high, wanted)));
  };
  return h("div", { class: "field", key, title: about },
    h("label", { for: `field-${key}` }, name),
    h("span", { class: "stepper" }, step(-1, "−", "less"),
      h("input", {
        id: `field-${key}`, type: "number", inputmode: "numeric", min: low, max: high, value: String(value ?? ""),
        "data-field": key, on: { change: typedIn },
      }), step(1, "+", "more")));
}

function choice(ctx, field) {
  const { key, title: name, says, about } = field;
  const label = says ?? String(valueOf(key, field.value) ?? "none");
  const open = event => ctx.picker.open({
    anchor: event.currentTarget, title: name, offers: offersAt(ctx, { field: key }),
    choose: offer => offer.edit && !offer.current && ctx.edit(offer.edit),
  });
  return h("div", { class: "field", key, title: about }, h("span", { class: "flabel" }, name),
    h("button", {
      type: "button", class: "chip c-what", "data-item": `field ${key}`, "data-field": key, "aria-haspopup": "dialog",
      "aria-label": `${label}, ${name}`, on: { click: open },
    }, label, icon("down", 12)));
}

function text(field) {
  const { key, title: name, about } = field;
  const props = typed(key, String(field.value ?? ""), value => ({ field: key, value }));
  return h("div", { class: "field", key, title: about }, h("label", { for: `field-${key}` }, name),
    h("input", { id: `field-${key}`, type: "text", autocomplete: "off", "data-field": key, ...props }));
}

/** Places in a few words: whole lanes by their names, few tiles by theirs. */
function placesSaid(value, rows) {
  if (!value?.length) return value ? "everywhere" : "nowhere";
  const whole = rows.filter(([, marks]) => marks.every(([number]) => value.includes(number)));
  const others = rows.filter(lane => !whole.includes(lane)).flatMap(([, marks]) => marks)
    .filter(([number]) => value.includes(number));
  const words = [...whole.map(([lane]) => lane.toLowerCase()), ...others.map(([, label]) => label)];
  return words.length > 4 ? `${value.length} tiles` : words.join(", ");
}

/** The places as a small board: each can be switched on and off. An empty list means all of them, none means nowhere. */
function places(field) {
  const { key, title: name, says } = field;
  const value = valueOf(key, field.value);
  const lanes = field.shape === "lanes";
  const rows = LANES.map(([lane, first, last], i) => [lane, lanes ? [[i, lane]]
    : Array.from({ length: last - first + 1 }, (_, at) => [first + at, `${lane[0]}${at + 1}`])]);
  const all = rows.flatMap(([, marks]) => marks.map(([number]) => number));
  const on = !value ? [] : value.length ? value : all;
  const set = now => change({ field: key, value: now });
  const toggle = number => set(all.filter(one => on.includes(one) !== (one === number)));
  const mark = ([number, label]) => h("button", {
    key: String(number), type: "button", class: `tilemark ${on.includes(number) ? "on" : ""}`,
    "data-item": `tile ${key} ${number}`, "aria-pressed": String(on.includes(number)), on: { click: () => toggle(number) },
  }, label);
  const whole = (label, now, pressed) => h("button", {
    type: "button", class: `tilemark wholly ${pressed ? "on" : ""}`, "aria-pressed": String(pressed),
    "data-item": `tile ${key} ${label}`, on: { click: () => set(now) },
  }, label);
  return h("details", { class: "field tilefield", key },
    h("summary", { "data-field": key }, h("span", { class: "flabel" }, name),
      h("span", { class: "chip c-where" }, says || placesSaid(value, rows), icon("down", 12))),
    h("div", {
      class: `smallboard ${field.shape}`, "data-rove": `tiles ${key}`, role: "group", "aria-label": `${name}, seen from your side`,
    },
      rows.map(([lane, marks]) => h("div", { class: "lane", key: lane }, marks.map(mark))),
      h("div", { class: "lane", key: "whole" }, whole("Everywhere", [], value?.length === 0), whole("Nowhere", null, !value))));
}

const SHAPES = { number, choice, text, tiles: places, lanes: places };

/** All fields but the name, each with its problems. */
export function fields(ctx) {
  const some = ctx.sheet.fields.filter(({ key, shape }) => key !== "Name" && SHAPES[shape]);
  return some.length > 0 && h("div", { class: "fields", key: "fields", role: "group", "aria-label": "Numbers of the card" },
    some.map(field => (field.shape === "choice" ? choice(ctx, field) : SHAPES[field.shape](field))),
    problemsAt(({ at }) => at?.field).map(problem => problemBox(ctx, problem)));
}
