// Hands on the page: dragging data-drag="creature HWOLF" onto data-drop="F1" does "creature HWOLF F1"; a long press or
// the right button on data-long asks for details. What neither moves nor stays is a click and none of our business.
// A place that is named in several ways lists them: data-drop="F1|at F1"; data-drop="" adds nothing to the line.

const FAR = 6, LONG = 500; // pixels, milliseconds

/**
 * Listen to an element. `can(line)` says what is legal, `act(line)` does it, `miss(line)` is told of an illegal drop.
 * Returns what hears of a touch, for one that happened before anybody listened.
 */
export function hands(root, { can, act, miss, details }) {
  let held = null;

  const linesAt = drop => drop.dataset.drop.split("|").map(word => `${held.line} ${word}`.trim());

  root.addEventListener("pointerdown", down);
  function down(event) {
    if (event.button || held) return;
    const from = event.target.closest("[data-drag]");
    const long = event.target.closest("[data-long]");
    if (!from && !long) return;
    const [x, y, id] = [event.clientX, event.clientY, event.pointerId];
    held = { from, line: from?.dataset.drag, x, y, id, ghost: null, lit: [] };
    if (long && event.pointerType !== "mouse") held.timer = setTimeout(() => press(long), LONG);
  }

  addEventListener("pointermove", event => {
    if (held?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost) {
      if (Math.hypot(dx, dy) < FAR) return;
      clearTimeout(held.timer);
      if (!held.from?.isConnected) return end();
      lift();
    }
    held.ghost.style.transform = `translate(${dx}px, ${dy}px)`;
    const over = dropAt(event);
    for (const [drop] of held.lit) drop.classList.toggle("over-drop", drop === over);
  });

  addEventListener("pointerup", event => {
    if (held?.id !== event.pointerId) return;
    if (!held.ghost) return end();
    swallowClick();
    const drop = dropAt(event);
    const lit = held.lit.find(([one]) => one === drop);
    const [from, line] = [held.from, drop && (lit ? lit[1] : linesAt(drop)[0])];
    end();
    if (lit) act(line);
    else if (drop && drop !== from && !from.contains(drop)) miss(line);
  });
  addEventListener("pointercancel", event => held?.id === event.pointerId && end());
  addEventListener("keydown", event => event.key === "Escape" && held?.ghost && end());

  root.addEventListener("contextmenu", event => {
    const long = event.target.closest("[data-long]");
    if (!long) return;
    event.preventDefault();
    if (!held?.timer) details(long.dataset.long);
  });

  function press(long) {
    end();
    swallowClick();
    details(long.dataset.long);
  }

  /** Of the places under a finger the topmost that is lit, else the topmost. */
  function dropAt(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const drops = under.map(one => one.closest("[data-drop]")).filter(Boolean);
    return drops.find(drop => held.lit.some(([lit]) => lit === drop)) || drops[0];
  }

  function lift() {
    const rect = held.from.getBoundingClientRect();
    const ghost = held.from.cloneNode(true);
    ghost.removeAttribute("data-id");
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.add("dragged");
    const [left, top, width, height] = [rect.x, rect.y, rect.width, rect.height].map(size => `${size}px`);
    Object.assign(ghost.style, { position: "fixed", left, top, width, height });
    document.body.append(ghost);
    held.ghost = ghost;
    held.from.classList.add("lifted");
    for (const drop of root.querySelectorAll("[data-drop]")) {
      const line = linesAt(drop).find(can);
      if (!line) continue;
      held.lit.push([drop, line, drop.classList.contains("legal")]);
      drop.classList.add("legal");
    }
  }

  function end() {
    clearTimeout(held.timer);
    held.ghost?.remove();
    held.from?.classList.remove("lifted");
    for (const [drop, , before] of held.lit) {
      drop.classList.remove("over-drop");
      if (!before) drop.classList.remove("legal");
    }
    held = null;
  }

  /** The browser makes a click of what was a drag or a long press. */
  function swallowClick() {
    const stop = event => {
      event.stopPropagation();
      event.preventDefault();
    };
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }), 400);
  }

  return down;
}
