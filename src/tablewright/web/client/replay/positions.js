// The positions of a match, all hands open, fetched in pieces when they are looked at.
import { get } from "../lib/api.js";

const PIECE = 24;

export class Positions {
  #pieces = new Map();

  constructor(id, last) {
    Object.assign(this, { id, last });
  }

  /** A position by its number: {number, views, seen, turn, picture?}. */
  async at(number) {
    const first = number - (number % PIECE);
    if (!this.#pieces.has(first)) this.#pieces.set(first, this.#fetch(first));
    return (await this.#pieces.get(first))[number - first];
  }

  /** Fetch what comes next before it is asked for. */
  expect(number) {
    if (number <= this.last) this.at(number).catch(() => {});
  }

  #fetch(first) {
    const piece = get(`matches/${this.id}/positions?from=${first}&to=${Math.min(this.last, first + PIECE - 1)}`);
    piece.catch(() => this.#pieces.delete(first)); // the next look asks again
    return piece;
  }
}
