// Was the deal fixed before the first card? The scheme of core/dealing.py once more, so that nobody has to take the
// server's word for it: the page computes commitment and seal from the text of the record.

const NUMBER = "It was dealt from a number, so whoever knew the number knew the cards. There is no seal to check.";
const NO_HASHES = "Browsers compute no hashes on pages without TLS. Save the record and use the command below.";

const NOT_NOTED = "This device has noted no seal while the match went on. Compare it with what a player noted.";

const bytes = text => new TextEncoder().encode(text);
const hex = buffer => Array.from(new Uint8Array(buffer), byte => byte.toString(16).padStart(2, "0")).join("");
const unhex = digits => Uint8Array.from(digits.match(/../g) || [], pair => parseInt(pair, 16));

async function sha256(...parts) {
  return crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
}

/** The lines of a record that say something about the deal, by their first word. */
function fieldsOf(record) {
  const [head] = record.split("\n\n", 1);
  const ending = record.slice(head.length).match(/^secret: .*$/gm) || [];
  const lines = [...head.split("\n"), ...ending].map(line => [line.split(": ", 1)[0], line]);
  return Object.fromEntries(lines.map(([key, line]) => [key, line.slice(key.length + 2)]));
}

/**
 * Check a record: {seal, points: [[whether it is so, sentence if so, sentence if not]], note}. `noted` is the seal that
 * this device saw while the match went on, if it did: only that tells whether the deal is still the same one. A deal
 * without a seal, or a browser that cannot compute one, has only a note.
 */
export async function checkDeal(record, noted) {
  const { deal, secret = "", commitment = "", nonces = "", setup = "", branched } = fieldsOf(record);
  if (!deal) return { points: [], note: NUMBER };
  if (!globalThis.crypto?.subtle) return { points: [], note: NO_HASHES };
  const [scheme, id] = deal.split(" ");
  const committed = await sha256(bytes(scheme), bytes(id), unhex(secret));
  const content = await sha256(bytes(setup));
  const seal = hex(await sha256(bytes("tw-seal-1"), unhex(commitment), content, ...nonces.split(" ").map(unhex)));
  const end = record.lastIndexOf("\nsum: ") + 1;
  const sum = hex(await sha256(bytes(record.slice(0, end)))).slice(0, 16);
  const points = [
    [scheme === "tw-deal-1", "The scheme of the deal is known.", "The scheme of the deal is not known to this page."],
    [hex(committed) === commitment, "The secret is the one that was committed to before anybody gave a nonce.",
      "The secret is not the one that was committed to."],
    [record.slice(end) === `sum: ${sum}\n`, "The checksum of the record fits.", "The checksum does not fit."],
  ];
  if (noted) points.push([noted === seal, "The seal is the one that this device noted while the match went on.",
    `The seal that this device noted while the match went on is another one: ${noted}`]);
  if (branched) points.push([false, "", "It was played on from another match, when the cards were known."]);
  return { seal, points, note: noted ? "" : NOT_NOTED };
}
