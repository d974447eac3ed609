// Questions to the server. What it refuses comes as an error whose message is a sentence for people.

/** A refusal: its message is the sentence, its code a stable word. */
export class Refusal extends Error {
  constructor(code, sentence) {
    super(sentence);
    this.code = code;
  }
}

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(`/api/v1/${path}`, options);
  } catch {
    throw new Refusal("UNREACHED", "The server cannot be reached. Is this device online?");
  }
  if (answer.ok) return answer;
  const { code = "FAILED", text = `The server failed (${answer.status}).` } = await answer.json().catch(() => ({}));
  throw new Refusal(code, text);
}

export const get = async path => (await ask(path)).json();
export const getText = async path => (await ask(path)).text();

/** Send a JSON value. */
export async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  return (await ask(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}
