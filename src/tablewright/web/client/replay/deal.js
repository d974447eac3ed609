// Was the deal fixed before the first card? The scheme of core/dealing.py once more, so that nobody has to take the
// server's word for it: the page computes commitment and seal from the text of the record.

const bytes = text => new TextEncoder().encode(text);
const digits = buffer => [...new Uint8Array(buffer)].map(byte => byte.toString(16).padStart(2, "0")).join("");
const unhex = hex => Uint8Array.from(hex.match(/../g) || [], pair => parseInt(pair, 16));

async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer()));
}

/** The lines of a record that say something about the deal. */
function fieldsOf(record) {
  const fields = {};
  const [head] = record.split("\n\n", 1);
  const ending = record.slice(head.length).match(/^(?:result|secret): .*$/gm) || [];
  for (const line of [...head.split("\n"), ...ending]) {
    const [key] = line.split(": ", 1);
    fields[key] = line.slice(key.length + 2);
  }
  return fields;
}

/**
 * Check a record: {seal, points: [[true or false, sentence]], note}. `noted` is the seal that was shown before the first
 * card; without crypto.subtle, or for a deal that has no seal, there is only a note.
 */
export async function checkDeal(record, noted) {
  const fields = fieldsOf(record);
  if (!fields.deal) return { points: [], note: "This match was dealt from a number, so whoever knew the number knew the cards. There is no seal to check." };
  if (!globalThis.crypto?.subtle) return { points: [], note: "This browser computes no hashes on a page without TLS. Save the record and check it with the command below." };
  const [scheme, id] = fields.deal.split(" ");
  if (scheme !== "tw-deal-1") return { points: [[false, `It was dealt by the scheme "${scheme}", which this page does not know.`]] };
  const [secret, commitment] = [unhex(fields.secret || ""), unhex(fields.commitment || "")];
  const content = await sha256(bytes(fields.setup || ""));
  const nonces = (fields.nonces || "").split(" ").map(unhex);
  const promised = digits(await sha256(bytes("tw-deal-1"), bytes(id), secret)) === digits(commitment);
  const seal = digits(await sha256(bytes("tw-seal-1"), commitment, content, ...nonces));
  const end = record.lastIndexOf("sum: ");
  const whole = digits(await sha256(bytes(record.slice(0, end)))).startsWith(record.slice(end + 5).trim());
  const points = [
    [promised, promised ? "The secret is the one that was committed to before anybody gave a nonce." : "The secret is not the one that was committed to."],
    [whole, whole ? "The checksum of the record fits." : "The checksum of the record does not fit."],
  ];
  if (noted) points.push([noted === seal, noted === seal ? "The seal is the one that was shown before the first card." : `The seal that was shown before the first card is another: ${noted}`]);
  if (fields.branched) points.push([false, `It was played on from action ${fields.branched} of another match, when the cards were known.`]);
  return { seal, points };
}
