// How a match went, as a curve: above the middle the first player is ahead, below it the others.
import { h, raw } from "../lib/dom.js";

const LEAST_TURN = 0.1;

/** The step at which the judgement changed most: {from, to, before, after}; null if it never changed much. */
export function turningPoint(points) {
  let best = null;
  for (let i = 1; i < points.length; i++) {
    const [[from, before], [to, after]] = [points[i - 1], points[i]];
    if (!best || Math.abs(after - before) > Math.abs(best.after - best.before)) best = { from, to, before, after };
  }
  return best && Math.abs(best.after - best.before) >= LEAST_TURN ? best : null;
}

export const percent = value => Math.round(100 * value);

/** Round numbers, about five of them, up to the last. */
function ticks(last) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find(size => last / size <= 6) || 5000;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
}

/** The drawing is stretched to its place; words and numbers stand beside it in their own size. */
function drawing(points, last) {
  const [x, y] = [number => ((1000 * number) / last).toFixed(1), value => (100 - 100 * value).toFixed(1)];
  const line = points.map(([number, value], i) => `${i ? "L" : "M"}${x(number)} ${y(value)}`).join("");
  const area = `${line}L${x(points.at(-1)[0])} 50L${x(points[0][0])} 50z`;
  return `<svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
    <clipPath id="above"><path d="M0 0H1000V50H0z"/></clipPath>
    <clipPath id="below"><path d="M0 50H1000V100H0z"/></clipPath>
    <pattern id="hatching" width="9" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(20)">
      <path class="hatch" d="M0 0V4"/></pattern>
    <path class="above" d="${area}" clip-path="url(#above)"/>
    <path d="${area}" fill="url(#hatching)" clip-path="url(#below)"/>
    <path class="middle" d="M0 50H1000"/><path class="trend" d="${line}"/></svg>`;
}

/** The curve; `points` are [number, value of the first seat], `mark` is the turning point, `go` takes a number. */
export function curve({ points, last, mark, label, go }) {
  const click = ({ currentTarget, clientX }) => {
    const { x, width } = currentTarget.getBoundingClientRect();
    go(Math.round((last * (clientX - x)) / width));
  };
  const share = number => (100 * number) / last;
  const at = mark && share((mark.from + mark.to) / 2);
  const beside = at > 50 ? { right: `${100 - at}%` } : { left: `${at}%` };
  const level = value => h("span", { class: "scale", style: { top: `${100 - 100 * value}%` } }, String(percent(value)));
  return h("figure", { class: "curve", role: "img", "aria-label": label }, [1, 0.5, 0].map(level),
    h("div", { class: "plot", on: { click } }, raw("tw-svg", null, drawing(points, last)),
      mark && h("i", { class: "turning", style: { left: `${at}%` } }),
      mark && h("span", { class: `lab ${mark.before + mark.after > 1 ? "low" : ""}`, style: beside }, // away from the line
        `${percent(mark.before)} → ${percent(mark.after)}`)),
    h("div", { class: "scale below" }, ticks(last).map(number =>
      h("span", { key: number, style: { left: `${share(number)}%` } }, String(number)))));
}
