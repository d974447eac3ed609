// All versions of a card, newest first: when, what, what it did to the card in words, and the way back to each.
import { h } from "../lib/dom.js";
import { button } from "../ui.js";
import { act, desk } from "./state.js";

const clock = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

/** Show the versions over the page. */
export async function openVersions(ctx) {
  const { room } = ctx;
  let versions;
  try {
    versions = await ctx.api.get(`cards/${desk.sheet.number}/versions`);
  } catch (refusal) {
    return ctx.sheetOf("Versions", h("p", { class: "fault", role: "alert" }, refusal.message));
  }
  if (ctx.room === room) ctx.sheetOf("Versions, newest first", h("ol", { class: "versions" }, versions.map(one => line(ctx, one))));
}

function line(ctx, { version, when, what, lines = [], now }) {
  const back = () => {
    ctx.closeSheet();
    act("restore", { version });
    ctx.announce(`Version ${version} is restored.`);
  };
  return h("li", { key: String(version) },
    h("p", null, h("b", null, what || `Version ${version}`), h("small", null, ` ${clock.format(when)}`)),
    lines.length > 0 && h("ul", { class: "diff" }, lines.map((text, i) =>
      h("li", { key: `${i}`, class: /^\+/.test(text) ? "more" : /^[-−]/.test(text) ? "less" : "" }, text))),
    now ? h("p", { class: "small" }, "as it is now")
      : button("Restore", { class: "small", "aria-label": `Restore version ${version}`, on: { click: back } }));
}
