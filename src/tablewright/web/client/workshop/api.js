// Questions to the workshop. Whoever asks shows the key of a space; a refusal carries its sentence, its code, and the
// newest sheet if another tab was faster.
import { Refusal } from "../lib/api.js";
import { recall, remember } from "../lib/prefs.js";

const BASE = "/api/v1/workshop/";
let key = "";

/** Take the key out of the address (`#key=...`), where it would be seen, into what this device remembers. */
export function takeKey() {
  const [, shown] = location.hash.match(/^#key=([\w-]+)$/) || [];
  if (shown) {
    remember("workshop", shown);
    history.replaceState(null, "", `${location.pathname}#/`);
  }
  key = recall("workshop", "");
  return key;
}

/** Follow a new link of this workshop that was opened in another tab; calls `then`. */
export const onNewKey = then => addEventListener("storage", ({ key: name, newValue }) => {
  if (name !== "tw:workshop" || !newValue) return;
  remember("workshop", JSON.parse(newValue));
  then();
});

/** Make a space of one's own, where the server lets anybody do so. */
export async function makeSpace() {
  const made = await api.post("spaces", {});
  remember("workshop", made.key);
  key = made.key;
}

/** The address that opens this space on another device. */
export const ownLink = () => `${location.origin}${location.pathname}#key=${key}`;

async function ask(path, options = {}) {
  let answer;
  try {
    answer = await fetch(BASE + path, { ...options, headers: { ...options.headers, ...(key && { Authorization: `Bearer ${key}` }) } });
  } catch {
    throw new Refusal("UNREACHED", "The server cannot be reached.");
  }
  if (answer.ok) return answer;
  const body = await answer.json().catch(() => ({}));
  const refusal = new Refusal(body.code || "FAILED", body.text || `The server failed (${answer.status}).`);
  throw Object.assign(refusal, { sheet: body.sheet, wait: body.wait });
}

const send = (method, body) => ({ method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** Paths are below the workshop: api.get("cards/100"). Every call may throw a Refusal. */
export const api = {
  get: async path => (await ask(path)).json(),
  text: async path => (await ask(path)).text(),
  post: async (path, body = {}) => (await ask(path, send("POST", body))).json(),
  remove: async path => (await ask(path, { method: "DELETE" })).json(),
};
