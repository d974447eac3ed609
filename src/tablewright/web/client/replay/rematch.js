// Asking for a rematch from the page after the end: the table is joined once more, for this one question.
import { SocketPort } from "../lib/port.js";
import { addKeys, remember } from "../lib/prefs.js";

/** Ask; `say` gets sentences for the page, `go` the new match. */
export function askRematch(id, tokens, { say, go }) {
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/matches/${id}/socket`;
  const port = new SocketPort(address, {
    hello: () => ({ tokens, since: -1 }),
    onstate: ({ name, text }) => name === "refused" && say(text),
    onmessage: message => {
      if (message.t === "welcome") {
        port.send({ t: "offer", kind: "rematch" });
        say("The others have been asked. Seats change.");
      } else if (message.t === "nack") {
        say(message.text);
      } else if (message.t === "rematch") {
        addKeys(message.id, { tokens });
        remember(`seats:${message.id}`, message.seats);
        go(message.id);
      }
    },
  });
}
