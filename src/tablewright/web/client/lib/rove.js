// One tab stop for every group of things (data-rove), arrows among its things (data-item) by where they stand on the
// page. Focus survives updates: what was focused keeps it, and when it has gone, what is nearest to its place gets it.

const chosen = new Map();
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const itemsOf = group =>
  [...group.querySelectorAll("[data-item]")].filter(item => item.closest("[data-rove]") === group);
const middle = rect => [rect.x + rect.width / 2, rect.y + rect.height / 2];

/** Written only where it changes: every draw comes by here, and a written attribute costs a new style. */
function setStop(item, yes) {
  const index = yes ? "0" : "-1";
  if (item.getAttribute("tabindex") !== index) item.setAttribute("tabindex", index);
}

/** Make one thing of every group the tab stop: the one that had focus last, else the first. */
export function stops(root = document) {
  for (const group of root.querySelectorAll("[data-rove]")) {
    const items = itemsOf(group);
    const stop = items.find(item => item.dataset.item === chosen.get(group.dataset.rove)) || items[0];
    for (const item of items) setStop(item, item === stop);
  }
}

/** Change the page by calling change(), and let focus stay where it is. */
export function keepFocus(change) {
  const focused = document.activeElement;
  const item = focused?.closest?.("[data-item]");
  const group = item?.closest("[data-rove]")?.dataset.rove;
  const place = item && middle(item.getBoundingClientRect());
  change();
  stops();
  if (!focused || focused === document.body || document.activeElement === focused) return;
  if (focused.isConnected && !focused.disabled) return focused.focus({ preventScroll: true });
  const home = group && document.querySelector(`[data-rove="${CSS.escape(group)}"]`);
  const items = home ? itemsOf(home) : [];
  const same = items.find(one => one.dataset.item === item.dataset.item);
  const next = same || (place && nearest(items, place)) || document.querySelector("main");
  next?.focus({ preventScroll: true });
}

function nearest(items, [x, y], fits = () => true, cost = (dx, dy) => Math.hypot(dx, dy)) {
  let [best, least] = [null, Infinity];
  for (const one of items) {
    const [ox, oy] = middle(one.getBoundingClientRect());
    const price = cost(ox - x, oy - y);
    if (fits(ox - x, oy - y) && price < least) [best, least] = [one, price];
  }
  return best;
}

/** Handle a key on a thing of a group: arrows move, Enter and Space choose. Returns true if it did. */
export function roveKey(event) {
  const item = event.target.closest?.("[data-item]");
  const group = item?.closest("[data-rove]");
  if (!group) return false;
  const arrow = ARROWS[event.key];
  if (arrow) {
    const along = (dx, dy) => dx * arrow[0] + dy * arrow[1];
    const across = (dx, dy) => Math.abs(dx * arrow[1]) + Math.abs(dy * arrow[0]);
    // What lies rather sideways than ahead is not "to the left".
    const ahead = (dx, dy) => along(dx, dy) > 3 && across(dx, dy) <= 2 * along(dx, dy);
    const others = itemsOf(group).filter(one => one !== item && one.checkVisibility());
    const cost = (dx, dy) => along(dx, dy) + 2.5 * across(dx, dy);
    nearest(others, middle(item.getBoundingClientRect()), ahead, cost)?.focus();
    return true;
  }
  if ((event.key === "Enter" || event.key === " ") && !event.target.closest("button, a, input, select, summary")) {
    item.click();
    return true;
  }
  return false;
}

document.addEventListener("focusin", event => {
  const item = event.target.closest("[data-item]");
  const group = item?.closest("[data-rove]");
  if (!group || chosen.get(group.dataset.rove) === item.dataset.item) return;
  chosen.set(group.dataset.rove, item.dataset.item);
  for (const one of itemsOf(group)) setStop(one, one === item);
});
