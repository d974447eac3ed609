// A bot in JavaScript: it plays any game, by chance, and listens to what is told.
//
//     tablewright match ooperations --bots "pipe:node examples/bots/any_game.mjs,random" --games 10
//
// docs/bot-protocol.md describes what is said.

import { createInterface } from "node:readline";

let seed = 1; // a number of its own, so that a match can be played again
const told = [];

function roll(sides) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * sides);
}

function answer(message) {
  if (message.t === "hello") return { t: "hello", protocol: 1 };
  told.splice(message.from, told.length, ...message.told);
  const action = message.legal[roll(message.legal.length)];
  return { t: "action", id: message.id, action, why: `one of ${message.legal.length}, after ${told.length} lines` };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.t === "bye") break;
  console.log(JSON.stringify(answer(message)));
}
