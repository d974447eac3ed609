// One event, one short motion. Elements with data-id glide from where they were to where they are; everything uses
// transform and opacity only, a click skips to the end, and whoever wants no motion gets none.

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const EASE = "cubic-bezier(.2,.7,.2,1)";
const running = new Set();
/** Everything runs so many times as fast while more waits to be shown. */
let pace = 1;

export const still = () => reduced.matches || document.hidden;

/** Finish every motion at once. */
export function skip() {
  for (const motion of running) motion.finish();
}

/** Run a motion of an element; resolves at its end, at once where motion is not wanted. */
export async function run(element, frames, duration, options = {}) {
  if (!element || still()) return;
  const motion = element.animate(frames, { duration: duration / pace, easing: EASE, ...options });
  running.add(motion);
  try {
    await motion.finished;
  } catch {
    // taken off the page
  } finally {
    running.delete(motion);
  }
}

export const find = (root, id) => root.querySelector(`[data-id="${CSS.escape(id)}"]`);

/** Change a page by calling change(), and let what has a data-id glide to its new place; what has gone fades. */
export function glide(root, change) {
  if (still()) return change();
  const before = new Map();
  for (const element of root.querySelectorAll("[data-id]")) {
    before.set(element.dataset.id, [element.getBoundingClientRect(), element]);
  }
  const fallen = new Set(dead.keys());
  change();
  revive();
  for (const element of root.querySelectorAll("[data-id]")) {
    const [was] = before.get(element.dataset.id) || [];
    before.delete(element.dataset.id);
    const now = element.getBoundingClientRect();
    if (!was) {
      run(element, { opacity: [0, 1] }, 200);
    } else if (was.width && now.width && (Math.abs(was.x - now.x) > 1 || Math.abs(was.y - now.y) > 1)) {
      const [x, y] = [was.x + was.width / 2 - now.x - now.width / 2, was.y + was.height / 2 - now.y - now.height / 2];
      const from = `translate(${x}px, ${y}px) scale(${was.width / now.width})`;
      run(element, { transform: [from, "none"], zIndex: [5, 5] }, 200);
    }
  }
  for (const [rect, element] of before.values()) if (rect.width && !fallen.has(element)) vanish(element, rect);
}

/** What has died stays unseen until the next drawing takes it off the page: it must not fade a second time. */
const dead = new Map();

function die(element) {
  const motion = run(element, { transform: ["none", "scale(.6)"], opacity: [1, 0] }, 200, { fill: "forwards" });
  if (element) dead.set(element, element.getAnimations().at(-1));
  return motion;
}

/** Whoever is still there after the next drawing lives on, and is seen again. */
function revive() {
  for (const motion of dead.values()) motion?.cancel();
  dead.clear();
}

/** Let a copy of something that has left the page shrink and fade where it was. */
function vanish(element, rect) {
  const ghost = element.cloneNode(true);
  ghost.removeAttribute("data-id");
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("ghost");
  const [left, top, width, height] = [rect.x, rect.y, rect.width, rect.height].map(size => `${size}px`);
  Object.assign(ghost.style, { position: "fixed", left, top, width, height });
  document.body.append(ghost);
  run(ghost, { transform: ["none", "scale(.6)"], opacity: [1, 0] }, 200).then(() => ghost.remove());
}

/** No: twice to the side and back. */
export const shake = element =>
  run(element, { transform: ["none", "translateX(-4px)", "translateX(4px)", "translateX(-4px)", "none"] }, 160);

/** What a board plays an event with; every method takes data-ids and resolves at the end of the motion. */
export function effects(root) {
  const at = id => find(root, id);
  return {
    /** A blow: towards another element and back. */
    lunge(id, towards) {
      const [one, other] = [at(id), at(towards)];
      if (!one || !other) return Promise.resolve();
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const [x, y] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
      const far = Math.hypot(x, y) || 1;
      const there = `translate(${(14 * x) / far}px, ${(14 * y) / far}px)`;
      return run(one, { transform: ["none", there, "none"], zIndex: [5, 5, 5] }, 180);
    },
    /** A number that rises and fades: damage ("bad"), healing ("good"). */
    number(id, text, kind = "bad") {
      const rect = at(id)?.getBoundingClientRect();
      if (!rect || still()) return Promise.resolve();
      const tag = document.createElement("b");
      tag.className = `floating ${kind}`;
      tag.textContent = text;
      tag.setAttribute("aria-hidden", "true");
      Object.assign(tag.style, { left: `${rect.x + rect.width / 2}px`, top: `${rect.y + rect.height / 2}px` });
      document.body.append(tag);
      const rise = ["translate(-50%, -50%)", "translate(-50%, calc(-50% - 18px))"];
      return run(tag, { transform: rise, opacity: [1, 1, 0] }, 360).then(() => tag.remove());
    },
    death: id => die(at(id)),
    turnOver: id => run(at(id), { transform: ["rotateY(90deg)", "none"] }, 260),
    shake: id => shake(at(id)),
    flash: id => run(at(id), { opacity: [1, 0.4, 1] }, 200),
  };
}

// Milliseconds that the motions of one action may take: a turn that brings many events (all foes of a room strike)
// gets more for each of them, but nobody is kept waiting for ever.
const LONGEST = 1500, FEW = 6, MORE = 150, TOO_LONG = 4500;
const longest = ({ events }) => Math.min(TOO_LONG, LONGEST + MORE * Math.max(0, events.length - FEW));
const MANY = 12; // more actions than this are not watched any more, only their result
const pause = ms => new Promise(done => setTimeout(done, ms));

/**
 * Shows one step after the other. `play(step, alive)` moves what happened on the old picture, `draw(step)` makes the
 * new one. Steps without events are drawn in their turn; the more wait, the faster it goes.
 */
export class Show {
  #steps = [];
  #now = null;

  constructor({ play, draw }) {
    Object.assign(this, { play, draw });
  }

  get busy() {
    return this.#now !== null;
  }

  /** Show a step when those before it have been shown: {events, ...}. */
  push(step) {
    this.#steps.push(step);
    if (!this.busy) this.#go();
  }

  /** Leave out what has not been shown yet and draw the last step. */
  skip() {
    if (!this.busy) return;
    const now = this.#now;
    const later = this.#steps.pop();
    this.#steps.length = 0;
    now.alive = false;
    now.stop();
    skip();
    if (later || !now.drawn) this.#put(later || now.step);
    now.drawn = true;
  }

  /** A board that stumbles over one position or event must not hold up the match. */
  #put(step) {
    try {
      this.draw(step);
    } catch (error) {
      console.error(error);
    }
    revive();
  }

  async #go() {
    while (this.#steps.length) {
      const step = this.#steps.shift();
      const waiting = this.#steps.filter(one => one.events.length).length;
      if (!step.events.length || still() || waiting > MANY) {
        this.#put(step);
        continue;
      }
      const now = { step, alive: true, drawn: false };
      const stopped = new Promise(stop => (now.stop = stop));
      this.#now = now;
      pace = 1 + waiting / 3;
      const played = this.play(step, () => now.alive).catch(error => console.error(error));
      await Promise.race([played, pause(longest(step) / pace), stopped]);
      if (now.alive) {
        now.alive = false;
        skip();
        this.#put(step);
        now.drawn = true;
        // What has just been drawn glides to its place before the next blow falls.
        if (this.#steps.some(one => one.events.length)) await Promise.race([pause(200 / pace), stopped]);
      }
      this.#now = null;
    }
    pace = 1;
  }
}
