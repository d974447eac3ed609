// The problems of a card: each stands at its place.
import { counted, desk } from "./state.js";

/** The problems of the open card that fit. */
export const problemsAt = fits => (desk.sheet?.problems || []).filter(fits);

/** How many problems there are, in words. */
export function problemWords(sheet) {
  const errors = sheet.problems.filter(({ warning }) => !warning).length;
  const warnings = sheet.problems.length - errors;
  return [counted(errors, "problem"), warnings && counted(warnings, "doubt")].filter(Boolean).join(", ");
}
