// Questions to the server. What it refuses comes as an error whose message is a sentence for people.

/** A refusal: a stable code, a sentence, and the seconds to wait if that would help. */
export class Refusal extends Error {
  constructor({ code, text, wait }) {
    super(wait ? `${text} Try again in ${wait} s.` : text);
    this.code = code;
  }
}

const UNREACHED = { code: "UNREACHED", text: "The server cannot be reached. Is this device online?" };

async function ask(path, options, as = "json") {
  let answer;
  try {
    answer = await fetch(`/api/v1/${path}`, options);
  } catch {
    throw new Refusal(UNREACHED);
  }
  if (answer.ok) return answer[as]();
  const told = await answer.json().catch(() => null);
  throw new Refusal(told?.text ? told : { code: "FAILED", text: `The server failed (${answer.status}).` });
}

export const get = path => ask(path);
export const text = path => ask(path, {}, "text");
export const post = (path, body) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
