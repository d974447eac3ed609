// What is known of the open card, and the changes that are on their way to the server. Changes go in order, one at a
// time; while the server is away they wait, also on the disk of this device, and are sent when it is back.
import { recall, remember } from "../lib/prefs.js";
import { api } from "./api.js";

/** Refusals that say nothing about the change itself: it is kept and sent again. */
const NOT_NOW = ["UNREACHED", "KEY", "BUSY", "LIMIT", "FAILED"];
const FIRST_WAIT = 500, LONGEST_WAIT = 2000; // milliseconds until a server that is away is asked again

/** The desk of the author: `sheet` as the server knows it, `queue` of what it does not know yet. */
export const desk = { sheet: null, queue: [], away: "", said: "", bad: false };

let draw = () => {};
let sending = false;
let timer = 0;
let wait = FIRST_WAIT;

/** Tell what is to be called when something has changed. */
export const onChange = listener => (draw = listener);

const kept = number => `workshop:${number}`;
const store = () => desk.sheet && remember(kept(desk.sheet.number), desk.queue.length ? desk.queue : undefined);

/** Lay a card on the desk; changes that could not be sent when it was open last go on their way now. */
export async function open(number) {
  if (desk.sheet?.number === number) return renew();
  Object.assign(desk, { sheet: null, queue: [], said: "", bad: false });
  const sheet = await api.get(`cards/${number}`);
  desk.sheet = sheet;
  desk.queue = recall(kept(number)) || [];
  send();
}

/** See whether the card was changed elsewhere. */
export async function renew() {
  const newest = await api.get(`cards/${desk.sheet.number}`).catch(() => null);
  if (newest && !desk.queue.length && newest.version !== desk.sheet.version) take(newest);
}

/** Take a sheet that the server has sent. */
export function take(sheet) {
  if (desk.sheet && sheet.number !== desk.sheet.number) return;
  desk.sheet = sheet;
  draw();
}

const fieldOf = edit => edit?.field ?? ("text" in (edit || {}) ? "text" : "json" in (edit || {}) ? "json" : null);

/** Change the card: at once on this page where it can be foreseen, else when the server has answered. What is typed is
 * sent after a pause in which nothing else came. */
export function change(edit, pause = 0) {
  const body = { edit: moved(edit), ready: Date.now() + pause };
  if (!body.edit) return; // its row is about to go
  const last = desk.queue.at(-1);
  // Of several values for one place, typed or stepped faster than they can be sent, the last one counts.
  if (last && last.base == null && fieldOf(edit) != null && fieldOf(edit) === fieldOf(last.edit)) Object.assign(last, body);
  else desk.queue.push(body);
  start();
}

/** Undo, redo, or restore a version: in order with all other changes. */
export function act(path, body = {}) {
  desk.queue.push({ act: path, body });
  start();
}

function start() {
  Object.assign(desk, { said: "", bad: false });
  store();
  draw();
  send();
}

const waiting = []; // those who wait until everything is sent

/** Wait until the server has every change; throws if it is away. */
export const idle = () => new Promise((resolve, reject) => {
  if (desk.queue.length) waiting.push({ resolve, reject });
  else resolve();
});

/** Where the row of an edit will be once the changes before it are made; null if it is removed by one of them. */
export function moved(edit) {
  return desk.queue.reduce((so, { edit: before }) => so && (before ? shifted(so, before) : so), edit);
}

const PLACED = ["chip", "add", "remove", "move", "copy"];
function shifted(edit, before) {
  const kind = PLACED.find(one => one in edit), other = PLACED.find(one => one in before);
  if (!kind || !other || edit[kind][0] !== before[other][0]) return edit;
  const [list, row, ...more] = edit[kind];
  const [, at] = before[other];
  const put = to => ({ ...edit, [kind]: [list, to, ...more] });
  if (other === "add") return row >= at ? put(row + 1) : edit;
  if (other === "copy") return row > at ? put(row + 1) : edit;
  if (other === "remove" && row === at && kind !== "add") return null;
  if (other === "remove") return row > at ? put(row - 1) : edit;
  return edit;
}

async function send() {
  if (sending || !desk.queue.length) return;
  const { number } = desk.sheet;
  const first = desk.queue[0];
  const left = (first.ready || 0) - Date.now();
  if (left > 0 && desk.queue.length === 1) {
    clearTimeout(timer);
    timer = setTimeout(send, left);
    return;
  }
  sending = true;
  let answer = null, refusal = null;
  try {
    answer = await sent(number, first);
  } catch (problem) {
    refusal = problem;
  }
  sending = false;
  if (desk.sheet?.number !== number) return send(); // another card was opened meanwhile
  if (NOT_NOW.includes(refusal?.code)) return later(refusal);
  wait = FIRST_WAIT;
  desk.away = "";
  desk.queue.shift();
  if (answer) desk.sheet = answer;
  else refuse(first, refusal);
  store();
  draw();
  if (!desk.queue.length) for (const one of waiting.splice(0)) one.resolve();
  send();
}

/** Send a change. If it was sent before and no answer came, the card says whether it was made; then it is not sent again. */
async function sent(number, first) {
  if (first.base != null) {
    const newest = await api.get(`cards/${number}`);
    if (newest.version !== first.base) return newest;
  }
  first.base = desk.sheet.version;
  store();
  return first.act ? api.post(`cards/${number}/${first.act}`, first.body)
    : api.post(`cards/${number}/edit`, { base: first.base, edit: first.edit });
}

function later(refusal) {
  desk.away = refusal.code;
  for (const one of waiting.splice(0)) one.reject(refusal);
  clearTimeout(timer);
  timer = setTimeout(send, refusal.wait ? 1000 * refusal.wait : wait);
  wait = Math.min(LONGEST_WAIT, 2 * wait);
  draw();
}

/** What a change meets that is not made. Where another tab was faster, values still mean the same, places do not. */
function refuse(first, refusal) {
  Object.assign(desk, { said: refusal.message, bad: true });
  if (!refusal.sheet) return;
  desk.sheet = refusal.sheet;
  const all = [{ edit: first.edit, act: first.act }, ...desk.queue];
  desk.queue = all.filter(({ edit }) => [null, "json"].every(lost => fieldOf(edit) !== lost));
  const whole = desk.queue.length === all.length;
  const became = whole ? "made again on it" : "not made";
  desk.said = `The card was changed elsewhere; this is the newest. Your last change was ${became}.`;
  desk.bad = !whole;
}

/** The value that a field shows: what was typed or stepped last, also while it is on its way. */
export function valueOf(key, otherwise) {
  const waiting = desk.queue.findLast(({ edit }) => fieldOf(edit) === key)?.edit;
  if (!waiting) return otherwise;
  return key === "text" ? waiting.text : key === "json" ? waiting.json : waiting.value;
}

/** Whether a row is about to change. */
export const isWaiting = (list, row) => desk.queue.some(({ edit }) =>
  edit && ["chip", "remove", "move"].some(kind => edit[kind]?.[0] === list && edit[kind][1] === row));

/** What is kept and what is not, in words. */
export function savedWords() {
  const { sheet, queue, away } = desk;
  const waiting = `${counted(queue.length, "change")} kept here, sent when`;
  if (away === "KEY") return `This workshop has got another link. ${waiting} that is opened in this browser.`;
  if (away) return `The server is away. ${waiting} it is back.`;
  if (queue.length) return "keeping …";
  return sheet?.draft ? "draft, kept" : "kept";
}

export const counted = (many, word) => `${many} ${word}${many === 1 ? "" : "s"}`;

/** Send what waits, now. */
export function hurry() {
  for (const one of desk.queue) one.ready = 0;
  send();
}
addEventListener("online", send);
