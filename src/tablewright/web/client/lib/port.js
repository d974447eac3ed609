// The link to the table. It may break at any moment and comes back by itself; what was done and not acknowledged is
// sent again with the same number until the table has answered, so nothing is lost and nothing is done twice.

// Milliseconds between attempts. They double twice only, so that a server that restarts is found again within a second,
// jitter and beat included; one that stays away is asked less and less, and nobody looks at a hidden page.
const FIRST = 100, LONGEST = 8000, HIDDEN = 60000;
const QUICK = 400; // attempts, some minutes
// Browsers hold back sockets to an address that has failed often, by seconds: after so many failures a page is asked
// for first, and the socket opened when there is somebody to answer.
const WARY = 4, ASKED = 5000;
const PING = 5000, PING_CLOCK = 2500, DEAD = 10000, AGAIN = 2000, BEAT = 250;
const QUEUE = 32;

/** How long to wait before the n-th attempt (from 1), with jitter so that a restarted server is not stormed. */
export function backoff(attempt, hidden = false, random = Math.random) {
  const doublings = hidden ? attempt - 1 : Math.min(attempt - 1, Math.max(2, attempt - QUICK));
  return Math.min(FIRST * 2 ** doublings, hidden ? HIDDEN : LONGEST) * (0.75 + 0.5 * random());
}

/** Does the server answer at all? */
const answers = () =>
  fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(ASKED) }).then(answer => answer.ok, () => false);

/** What the page says about a state of the link; "" while all is well. */
export function sentence(state) {
  const seconds = Math.max(0, Math.ceil((state.next - Date.now()) / 1000));
  const again = state.next && seconds ? `, attempt ${state.attempt} in ${seconds} s` : ", connecting";
  return {
    connecting: "Connecting to the table.",
    live: "",
    lost: `${state.text || "The connection is lost"}${again}. Moves wait and are sent then.`,
    offline: `This device is offline${again}. Moves wait and are sent then.`,
    restarting: `The server restarts${again}. The match is stored.`,
    taken: "Another tab has taken this seat over.",
    refused: state.text,
  }[state.name];
}

/**
 * A port to a table over a WebSocket. `hello()` gives the first message of every connection, `onmessage` gets every
 * message, `onstate` the state of the link: {name, attempt, next, text}, for `sentence`.
 */
export class SocketPort {
  constructor(url, { hello, onmessage, onstate }) {
    Object.assign(this, { url, hello, onmessage, onstate });
    this.state = { name: "connecting", attempt: 0, next: 0, text: "" };
    this.attempt = 0;
    // Two windows of a seat count on from the same number; they must not use the same one for different acts.
    this.lastId = 0;
    this.leap = Math.floor(Math.random() * 1e6);
    /** Acts without an answer: {message, again: when it is sent once more}. */
    this.unanswered = [];
    /** Pings are closer while a clock runs: who loses the link should know soon. */
    this.clockRuns = false;
    addEventListener("online", () => this.#now());
    addEventListener("offline", () => this.#doubt());
    document.addEventListener("visibilitychange", () => document.hidden || this.#now());
    setInterval(() => this.#beat(), BEAT);
    this.#open();
  }

  /** Send a message now; false if there is no link. */
  send(message) {
    if (this.state.name !== "live") return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Send an act, again and again until it is answered; returns its number, 0 if too many wait already. */
  act(request, action) {
    if (this.unanswered.length >= QUEUE) return 0;
    const message = { t: "act", id: ++this.lastId, request, action };
    this.unanswered.push({ message, again: Date.now() + AGAIN });
    this.send(message);
    return message.id;
  }

  /** Connect again after another tab took the seat over, or at once while waiting for the next attempt. */
  take() {
    this.attempt = 0;
    this.#say("connecting");
    this.#open();
  }

  async #open() {
    this.#drop();
    const asking = (this.asking = {});
    const there = this.attempt < WARY || (await answers());
    if (asking !== this.asking) return; // something else was begun meanwhile
    this.asking = null;
    if (!there) return this.#lost(0);
    this.heard = this.pinged = Date.now();
    const socket = new WebSocket(this.url);
    this.socket = socket;
    // A socket that was given up may still speak; it is not listened to.
    const mine = listener => event => socket === this.socket && listener(event);
    socket.onopen = mine(() => socket.send(JSON.stringify({ t: "hello", ...this.hello() })));
    socket.onmessage = mine(event => this.#hear(event.data));
    socket.onclose = mine(event => this.#lost(event.code, event.reason));
  }

  #drop() {
    const socket = this.socket;
    this.socket = this.asking = null;
    socket?.close();
  }

  #hear(data) {
    this.heard = Date.now();
    if (data === "0") return;
    if (data === "p") return this.socket.send("0");
    const message = JSON.parse(data);
    if (message.t === "bye") return this.#lost(message.code, message.text, message.wait);
    if (message.t === "ack" || message.t === "nack") this.#answer(message);
    if (message.t === "welcome") {
      this.attempt = 0;
      if (!this.lastId || message.acts > this.lastId) this.lastId = message.acts + this.leap;
      this.#say("live");
    }
    this.onmessage(message);
    if (message.t === "welcome") this.#resend(true);
  }

  /** An act is answered; one that only came too soon is sent again later, and its nack says so by `kept`. */
  #answer(message) {
    const act = this.unanswered.find(one => one.message.id === message.id);
    if (act && message.code === "LIMIT" && message.wait) {
      act.again = Date.now() + message.wait * 1000;
      message.kept = true;
    } else {
      this.unanswered = this.unanswered.filter(one => one !== act);
    }
  }

  #lost(code, text = "", wait = 0) {
    this.#drop();
    if (code === 4009) {
      this.#giveUp();
      this.#say("taken");
    } else if ([4001, 4003, 4004].includes(code)) {
      this.#giveUp();
      this.#say("refused", text || "The table does not know this seat.");
    } else {
      this.attempt++;
      const pause = Math.max(wait * 1000, backoff(this.attempt, document.hidden));
      const next = Date.now() + pause;
      setTimeout(() => this.#beat(), pause);
      const name = code === 1012 ? "restarting" : navigator.onLine ? "lost" : "offline";
      this.#say(name, [1008, 1011, 1013].includes(code) ? text.replace(/\.$/, "") : "", next);
    }
  }

  /** Nobody will answer any more; say so instead of dropping what was done in silence. */
  #giveUp() {
    for (const { message } of this.unanswered.splice(0)) {
      this.onmessage({ t: "nack", id: message.id, code: "LOST", text: "not done: the seat is held elsewhere" });
    }
  }

  #say(name, text = "", next = 0) {
    this.state = { name, text, next, attempt: this.attempt };
    this.onstate(this.state);
  }

  #resend(all = false) {
    const now = Date.now();
    for (const one of this.unanswered) {
      if (!all && now < one.again) continue;
      one.again = now + AGAIN;
      this.send(one.message);
    }
  }

  /** Something happened that makes a new attempt worth it. */
  #now() {
    if (this.state.next) this.take();
    else this.#doubt();
  }

  /** Perhaps the link is dead: ask, and do not wait long for the answer. */
  #doubt() {
    if (this.state.name !== "live") return;
    this.heard = Math.min(this.heard, Date.now() - DEAD + PING_CLOCK);
    this.#ping();
  }

  #ping() {
    this.pinged = Date.now();
    this.socket.send("p");
  }

  #beat() {
    const now = Date.now();
    if (!this.socket) {
      if (!this.state.next) return;
      if (now >= this.state.next && !this.asking) this.#open();
      return this.onstate(this.state);
    }
    if (now - this.heard >= DEAD) return this.#lost(0);
    if (this.state.name !== "live") return;
    if (now - this.pinged >= (this.clockRuns ? PING_CLOCK : PING)) this.#ping();
    this.#resend();
  }
}
