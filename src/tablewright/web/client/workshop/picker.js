// The picker: a few words to choose from, below what was pressed, or under the thumb on a phone. Focus goes into it
// and comes back; letters look for a word, Enter takes it, Esc closes.
import { h, render } from "../lib/dom.js";
import { stops } from "../lib/rove.js";
import { button } from "../ui.js";

const MANY = 7; // more than this, and there is a field to look for a word
const host = document.getElementById("picker");
const phone = matchMedia("(max-width: 700px)");
let asked = null; // {anchor, title, offers, choose, typed?}
let wanted = ""; // what is looked for

const letters = text => String(text).toLowerCase();
const fitting = () => asked.offers.filter(({ title, about = "", group = "", words = "" }) =>
  letters(wanted).split(" ").every(word => letters(`${title} ${about} ${group} ${words}`).includes(word)));

/** The offers that are shown: those that fit, by how well, and perhaps what was typed itself. */
function shown() {
  const found = fitting();
  const first = found.filter(({ title }) => letters(title).startsWith(letters(wanted)));
  const own = wanted && asked.typed?.(wanted);
  const some = wanted ? [...first, ...found.filter(one => !first.includes(one))] : found;
  return own && !some.some(({ title }) => title === own.title) ? [own, ...some] : some;
}

export const isOpen = () => !host.hidden;

/** Let one of the offers be chosen: [{title, about?, group?, current?, picture?}], a promise of them, or a function that
 * asks for them. `typed(text)` may make an offer of what was typed. */
export async function openPicker({ anchor, title, offers, choose, typed = null, empty = "Nothing fits here.", wide = false }) {
  if (asked?.anchor === anchor) return close();
  close(false);
  const mine = (asked = { anchor, title, offers: null, choose, typed, empty, item: itemOf(anchor) });
  wanted = "";
  anchor.classList.add("open");
  anchor.setAttribute("aria-expanded", "true");
  host.hidden = false;
  host.classList.toggle("wide-pick", wide);
  draw();
  host.focus({ preventScroll: true }); // what is typed while the offers are on their way is not lost
  try {
    mine.offers = await (typeof offers === "function" ? offers() : offers);
  } catch (refusal) {
    mine.offers = [];
    mine.empty = refusal.message;
  }
  if (asked !== mine) return;
  if (mine.hasty && wanted && shown().length) return take(shown()[0]);
  draw();
  const field = host.querySelector("input");
  const current = host.querySelector(".on") || host.querySelector("[data-item]");
  (field && (wanted || !phone.matches) ? field : current || host.querySelector("button"))?.focus({ preventScroll: true });
  current?.scrollIntoView({ block: "nearest" });
  place();
}

function draw() {
  const { title, offers } = asked;
  const some = offers && shown();
  let group = "";
  host.setAttribute("role", "dialog");
  host.setAttribute("aria-label", title);
  render(host,
    h("div", { class: "pickhead", key: "head" }, h("span", null, title),
      button("Close", { class: "quiet small", on: { click: () => close() } })),
    offers && (offers.length > MANY || asked.typed || wanted) && h("input", {
      key: "field", type: "search", value: wanted, autocomplete: "off", spellcheck: "false",
      placeholder: asked.typed ? "a number" : "look for a word", "aria-label": asked.typed ? "Another number" : "Look for a word",
      inputmode: asked.typed ? "numeric" : null, on: { input: event => look(event.target.value), keydown: fieldKey },
    }),
    h("div", { class: "picks-list", key: "list", "data-rove": "picker" }, !offers ? h("p", { class: "small" }, "One moment …")
      : !some.length ? h("p", { class: "small", role: "status" }, wanted ? "No such word fits here." : asked.empty)
        : some.map((offer, i) => {
          const head = offer.group && offer.group !== group && h("h3", { key: `group ${offer.group}` }, offer.group);
          group = offer.group || group;
          return [head, option(offer, i)];
        })));
  stops(host);
  place();
}

const option = (offer, i) => h("button", {
  key: `${offer.title} ${i}`, type: "button", class: offer.current ? "on" : "", "data-item": `${i} ${offer.title}`,
  "aria-current": offer.current ? "true" : null, on: { click: () => take(offer) },
}, offer.picture, h("span", null, h("b", null, offer.title), offer.about && h("small", null, offer.about)));

function look(text) {
  wanted = text.trim();
  draw();
}

function fieldKey(event) {
  const list = [...host.querySelectorAll("[data-item]")];
  if (event.key === "Enter" && list.length) list[0].click();
  else if (event.key === "ArrowDown") (wanted ? list[0] : list.find(one => one.matches(".on")) || list[0])?.focus();
  else return;
  event.preventDefault();
}

function take(offer) {
  const { choose } = asked;
  close();
  choose(offer);
}

const itemOf = anchor => anchor.dataset.item && `[data-item="${CSS.escape(anchor.dataset.item)}"]`;

/** Put the picker away; focus goes back to what opened it. */
export function close(back = true) {
  if (!asked) return;
  const { anchor, item } = asked;
  asked = null;
  host.hidden = true;
  render(host);
  anchor.classList.remove("open");
  anchor.removeAttribute("aria-expanded");
  if (back) (anchor.isConnected ? anchor : document.querySelector(item || "main"))?.focus({ preventScroll: true });
}

/** Below what was pressed, or above it where there is more room; on phones the style sheet knows the place. */
function place() {
  if (phone.matches || !asked?.anchor.isConnected) return host.removeAttribute("style");
  const box = asked.anchor.getBoundingClientRect();
  const below = innerHeight - box.bottom - 14, above = box.top - 14;
  const up = below < Math.min(300, host.scrollHeight) && above > below;
  host.style.setProperty("max-height", `${Math.min(440, up ? above : below)}px`);
  host.style.setProperty("left", `${Math.max(8, Math.min(box.left, innerWidth - host.offsetWidth - 8))}px`);
  host.style.setProperty("top", up ? "auto" : `${box.bottom + 6}px`);
  host.style.setProperty("bottom", up ? `${innerHeight - box.top + 6}px` : "auto");
}

/** Tab goes round inside the picker. */
function around(event) {
  const all = [...host.querySelectorAll("button, input")].filter(one => one.tabIndex >= 0);
  const next = all.indexOf(document.activeElement) + (event.shiftKey ? -1 : 1);
  all.at(next % all.length)?.focus();
  event.preventDefault();
}

host.addEventListener("keydown", event => {
  if (!asked) return; // its field has handled the key already
  if (event.key === "Escape") close();
  else if (event.key === "Tab") around(event);
  else if (event.key === "Enter" && !asked.offers) asked.hasty = true; // taken when it comes
  else if (event.key.length === 1 && (event.key !== " " || !asked.offers) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const field = host.querySelector("input");
    if (event.target === field) return;
    if (field) return field.focus(); // the letter itself follows into it
    wanted += event.key;
    draw();
    host.querySelector("input")?.focus();
    event.preventDefault();
  } else return;
  event.stopPropagation();
});
addEventListener("pointerdown", event =>
  asked && !host.contains(event.target) && !asked.anchor.contains(event.target) && close(false));
addEventListener("resize", () => asked && place());
addEventListener("scroll", () => asked && !phone.matches && place(), { passive: true });
