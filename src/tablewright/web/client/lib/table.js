// What is known of a table: a pure function of the messages that came. A resync brings everything back, so nothing
// else is kept; what a person is just doing (selection, what was sent and not answered) is the page's.

/** A table of which nothing is known yet. */
export const NOTHING = {
  seq: -1, you: [], seats: [], game: {}, options: {}, commitment: "", waiting: true, eye: null, view: null, picture: "",
  log: [], request: { wait: true, seats: [] }, last: [], clock: null, paused: false, offers: {}, outcome: null,
  watchers: 0, gone: {}, gap: false,
};

/** Fields that any event may bring anew as a whole. */
const WHOLE = ["seats", "offers", "outcome", "picture", "paused"];

/** Return what is known after a message; `now` is this device's clock, performance.now(). */
export function reduce(table, message, now = 0) {
  switch (message.t) {
    case "welcome": {
      const { you, seats, game, options, commitment, seal, waiting, watchers = 0, rematch = "" } = message;
      const gone = missed(table.gone, seats);
      return { ...table, you, seats, game, options, commitment, seal, waiting, watchers, rematch, gone, gap: false };
    }
    case "snap": {
      const { t, ...snap } = message;
      const { clock = null, offers = {}, outcome = null } = snap;
      return { ...table, picture: "", last: [], ...snap, clock: timed(clock, now), offers, outcome, gap: false };
    }
    case "tail":
      return message.events.reduce((so, event) => happen(so, event), table);
    case "ev":
      return happen(table, message);
    case "request": {
      const { t, ...request } = message;
      return { ...table, request, eye: request.eye ?? table.eye };
    }
    case "presence":
      return present(table, message);
    case "gone":
      return { ...table, gone: { ...table.gone, [message.seat]: { until: now + message.seconds * 1000 } } };
    case "clock":
      return { ...table, clock: timed(message, now) };
    default:
      return table;
  }
}

function happen(table, event) {
  if (event.seq <= table.seq) return table; // sent twice
  if (!table.waiting && event.seq > table.seq + 1) return { ...table, gap: true }; // something is missing
  const after = { ...table, seq: event.seq };
  if ("view" in event) after.view = event.view;
  for (const name of WHOLE) if (name in event) after[name] = event[name];
  const { seq, seat = null, when = "", told = [], kind = "act" } = event;
  if (event.seen || (kind === "act" && told.length)) after.last = event.seen || [];
  if (told.length) after.log = [...table.log, { seq, seat, when, told, kind }];
  return after;
}

function present(table, { seats, watchers }) {
  const here = new Map(seats.map(one => [one.seat, one.here]));
  const sitting = table.seats.map(one => ({ ...one, here: here.get(one.seat) ?? one.here }));
  return { ...table, watchers, seats: sitting, gone: missed(table.gone, sitting) };
}

/** Those who are still away: they have not come back, and no bot plays for them (which is always here). */
const missed = (gone, seats) =>
  Object.fromEntries(Object.entries(gone).filter(([seat]) => !seats.find(one => one.seat === +seat)?.here));

const timed = (clock, now) => clock && { ...clock, at: now };

/** The milliseconds that a seat has left, counted on from what the server said. */
export function left(clock, seat, now) {
  const spent = clock.paused || !clock.running.includes(seat) ? 0 : now - clock.at;
  return Math.max(0, clock.left[seat] - spent);
}

/** How a clock shows what is left: 4:12, and tenths in the last ten seconds. */
export function timeText(ms) {
  if (ms < 10000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Is a line of the log about an action, and not talk or a word of the table? */
export const isAct = line => (line.kind || "act") === "act";

/** The numbers under which earlier positions are asked for: the start, and after every action. */
export function positions(table) {
  const acts = table.log.filter(line => isAct(line) && line.seq).map(line => line.seq);
  return acts.length ? [acts[0] - 1, ...acts] : [table.seq];
}

/** A text with names for seats ("Player 1 draws"): rules do not know who sits where. */
export const named = (text, seats) =>
  text.replace(/\b(?:player|seat) (\d+)\b/gi, (whole, number) => seats[number - 1]?.name || whole);

/** What rules tell, as a sentence: SIEGE ORDER is written as on its card, people as they call themselves. */
export function toldOf(text, seats) {
  const small = word => (seats.some(({ name }) => name?.includes(word)) ? word : word[0] + word.slice(1).toLowerCase());
  const plain = text.replace(/\b[A-Z]{3,}\b/g, small);
  return named(plain.charAt(0).toUpperCase() + plain.slice(1), seats);
}

/** Names as a list in words: Ann, Marla and Jonas. */
export const listed = names => names.join(", ").replace(/, ([^,]*)$/, " and $1");

/** What can be done at a request, as boards ask for it. */
export function deeds(request) {
  const choices = request.choices || [];
  const byLine = new Map(choices.map(choice => [choice.action, choice]));
  return {
    choices,
    groups: request.groups || {},
    can: line => byLine.has(line) && !byLine.get(line).reason,
    why: line => byLine.get(line)?.reason || "",
    starts: prefix => choices.filter(one => !one.reason && one.action.startsWith(prefix)).map(one => one.action),
  };
}

/** Complete a typed line as far as all legal lines that start so agree; letters may be typed small. */
export function complete(typed, choices) {
  const start = typed.toLowerCase().replace(/\s+/g, " ").trimStart();
  const lines = choices.filter(one => !one.reason && one.action.toLowerCase().startsWith(start)).map(one => one.action);
  if (!lines.length) return typed;
  let common = lines[0];
  for (const line of lines) while (!line.startsWith(common)) common = common.slice(0, -1);
  return common;
}
