// What a device remembers: name, theme, sound, and the seats it holds. Storage may be missing or full; then a page
// remembers for as long as it is open.

const kept = new Map();

/** Return what was remembered under a name, or `otherwise`. */
export function recall(name, otherwise = null) {
  if (kept.has(name)) return kept.get(name);
  try {
    const text = localStorage.getItem(`tw:${name}`);
    return text == null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Remember a JSON value under a name. */
export function remember(name, value) {
  kept.set(name, value);
  try {
    localStorage.setItem(`tw:${name}`, JSON.stringify(value));
  } catch {
    // kept for this page only
  }
}

/** The seats of a match that this device holds: {tokens: [..], invites: [{seat, invite}]}. */
export function keysOf(match) {
  const { tokens = [], invites = [] } = recall(match) || {};
  return { tokens, invites };
}

/** Add seats to those that this device holds in a match. */
export function addKeys(match, { tokens = [], invites = [] }) {
  const held = keysOf(match);
  remember(match, { tokens: [...new Set([...held.tokens, ...tokens])], invites: [...held.invites, ...invites] });
}

/** Keep the seats that this device has got at a new table, and the invitations, which the table shows again. */
export function keepSeats(match, seats) {
  const own = seats.filter(({ token }) => token);
  addKeys(match, { tokens: own.map(({ token }) => token), invites: seats.filter(({ invite }) => invite) });
  remember(`seats:${match}`, own.map(({ seat }) => seat));
}

/** Follow the chosen theme, or the system where none was chosen. */
export function applyTheme() {
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  document.documentElement.dataset.theme = recall("theme") || (light ? "light" : "dark");
}

/** Change between dark and light, and remember it. */
export function switchTheme() {
  remember("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  applyTheme();
}

matchMedia("(prefers-color-scheme: light)").addEventListener("change", applyTheme);
applyTheme();
