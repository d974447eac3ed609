// How levels and the options of a setup are called.

/** A name of the data as people write it: "wizard-rogue" is "Wizard, Rogue". */
export const words = name => name.split("-").map(word => word[0].toUpperCase() + word.slice(1)).join(", ");

const letters = text => text.toLowerCase().replace(/[^a-z]/g, "");

/** The title that the line of an option begins with, if its name is in it, else the name: "Wolf Pack", "Cellar". */
export function optionTitle({ name, about }) {
  const [head] = about.split(": ", 1);
  return head !== about && letters(head).includes(letters(name)) ? head : words(name);
}

/** What is said about an option besides its title; letters that stand for rooms ("SAD BCL: Six rooms") say nothing. */
export function optionLine(option) {
  const [head] = option.about.split(": ", 1);
  const known = head === optionTitle(option) || head === head.toUpperCase();
  return known && head !== option.about ? option.about.slice(head.length + 2) : option.about;
}
