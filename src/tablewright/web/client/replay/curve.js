// How a match went, as a curve: above the middle the first player is ahead, below it the others.
import { h, raw } from "../lib/dom.js";

/** The step at which the judgement changed most: {from, to, before, after}; null if it never did. */
export function turningPoint(points) {
  let best = null;
  for (let i = 1; i < points.length; i++) {
    const [[from, before], [to, after]] = [points[i - 1], points[i]];
    if (!best || Math.abs(after - before) > Math.abs(best.after - best.before)) best = { from, to, before, after };
  }
  return best && Math.abs(best.after - best.before) >= 0.1 ? best : null;
}

/** Round numbers, about five of them, up to the last. */
function ticks(last) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find(size => last / size <= 6) || 5000;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
}

/** The curve; `points` are [number, value of the first seat], `mark` the turning point with its words, `go` takes a number. */
export function curve({ points, last, mark, label, go }) {
  const [x, y] = [number => (1000 * number) / last, value => 100 - 100 * value];
  const line = points.map(([number, value], i) => `${i ? "L" : "M"}${x(number).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const area = `${line}L${x(points.at(-1)[0])} 50L${x(points[0][0])} 50z`;
  const drawing = `<svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
    <defs><clipPath id="above"><path d="M0 0H1000V50H0z"/></clipPath><clipPath id="below"><path d="M0 50H1000V100H0z"/></clipPath>
    <pattern id="hatching" width="9" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(20)"><path class="hatch" d="M0 0V4"/></pattern></defs>
    <path class="above" d="${area}" clip-path="url(#above)"/><path d="${area}" fill="url(#hatching)" clip-path="url(#below)"/>
    <path class="middle" d="M0 50H1000"/><path class="line" d="${line}"/></svg>`;
  const at = event => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.round((last * (event.clientX - box.x)) / box.width);
  };
  const middle = mark && (mark.from + mark.to) / 2;
  return h("figure", { class: "curve", role: "img", "aria-label": label },
    [1, 0.5, 0].map(value => h("span", { class: "scale", style: { top: `${y(value)}%` } }, String(100 * value))),
    h("div", { class: "plot", on: { click: event => go(at(event)) } }, raw("tw-svg", null, drawing),
      mark && h("i", { class: "turning", style: { left: `${(100 * middle) / last}%` } }),
      mark && h("span", { class: `lab ${middle > last / 2 ? "before" : ""}`, style: { [middle > last / 2 ? "right" : "left"]: `${middle > last / 2 ? 100 - (100 * middle) / last : (100 * middle) / last}%` } }, mark.words)),
    h("div", { class: "numbers" }, ticks(last).map(number => h("span", { style: { left: `${(100 * number) / last}%` } }, String(number)))));
}
