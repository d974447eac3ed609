// How the options of a setup are called.

const letters = text => text.toLowerCase().replace(/[^a-z]/g, "");

/** The title that the line of an option begins with, if it has its name in it, else the name: "Wolf Pack", "Cellar". */
export function optionTitle({ name, about }) {
  const [head] = about.split(": ", 1);
  if (head !== about && letters(head).includes(letters(name))) return head;
  return name.split("-").map(word => word[0].toUpperCase() + word.slice(1)).join(", ");
}

/** What is said about an option besides its title. */
export function optionLine(option) {
  const head = `${optionTitle(option)}: `;
  return option.about.startsWith(head) ? option.about.slice(head.length) : option.about;
}
