"""Every message in every state: each gets what it asks for, a refusal with a stable code, or a close with one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .serving import PERSON, Message, Player, Serving

FRIEND = {"kind": "friend"}
BEA = {"kind": "person", "name": "Bea"}

#: Words of the table below, and the messages they stand for. ACT is filled in with what can be done.
MESSAGES: dict[str, Message] = {
    "hello": {"t": "hello", "since": -1},
    "act": {"t": "act"},
    "act-stale": {"t": "act", "request": -1},
    "act-nonsense": {"t": "act", "action": "xyzzy"},
    "act-no-line": {"t": "act", "action": None},
    "say": {"t": "say", "text": "hi"},
    "say-nothing": {"t": "say"},
    "look": {"t": "look", "seq": 2},
    "look-nowhere": {"t": "look", "seq": "x"},
    "hint": {"t": "hint"},
    **{
        f"offer-{kind}": {"t": "offer", "kind": kind}
        for kind in ("takeback", "draw", "pause", "rematch", "resign", "resume", "claim", "substitute", "tea")
    },
    **{f"answer-{kind}": {"t": "answer", "kind": kind, "yes": True} for kind in ("draw", "rematch", "tea")},
    "dance": {"t": "dance"},
}


def early(server: Serving) -> Player:
    """Somebody who has not said hello."""
    return server.visit(server.make("marches", PERSON, BEA)["id"])


def waiting(server: Serving) -> Player:
    """Somebody whose friend has not come yet."""
    made = server.make("marches", PERSON, FRIEND)
    ann = server.sit(made["id"], made["seats"][0]["token"])
    ann.until("snap")
    return ann


def pair(server: Serving) -> tuple[str, Player, Player]:
    """Return a match, who is to act, and who is not."""
    made = server.make("marches", PERSON, BEA)
    people = [server.sit(made["id"], seat["token"]) for seat in made["seats"]]
    for person in people:
        person.until("snap", lambda snap: snap["view"] is not None)
    first = next(person for person in people if "choices" in person.request)
    people.remove(first)
    return made["id"], first, people[0]


def acting(server: Serving) -> Player:
    return pair(server)[1]


def idle(server: Serving) -> Player:
    _, first, other = pair(server)
    other.request = first.request  # what the other could do
    return other


def paused(server: Serving) -> Player:
    _, first, other = pair(server)
    request = first.request
    first.send(t="offer", kind="pause")
    other.until("ev")
    other.send(t="answer", kind="pause", yes=True)
    first.until("snap", lambda snap: snap["paused"])
    first.request = request
    return first


def over(server: Serving) -> Player:
    _, first, other = pair(server)
    request = first.request
    other.send(t="offer", kind="resign")
    first.until("snap", lambda snap: snap["outcome"] is not None)
    first.request = request
    return first


def watching(server: Serving) -> Player:
    match, first, _ = pair(server)
    watcher = server.sit(match)
    watcher.until("snap")
    watcher.request = first.request
    return watcher


def both(server: Serving) -> Player:
    """One device with all seats."""
    made = server.make("marches", PERSON, BEA)
    one = server.sit(made["id"], *(seat["token"] for seat in made["seats"]))
    one.until("snap", lambda snap: snap["view"] is not None)
    return one


STATES = {state.__name__: state for state in (early, waiting, acting, idle, paused, over, watching, both)}

#: What comes of each: the code of a refusal, or the type of the message that answers.
TABLE = """
                 waiting   acting          idle          paused     over       both
hello            MALFORMED MALFORMED       MALFORMED     MALFORMED  MALFORMED  MALFORMED
act              WAITING   ack             NOT_YOUR_TURN PAUSED     MATCH_OVER ack
act-stale        WAITING   STALE           STALE         PAUSED     MATCH_OVER STALE
act-nonsense     WAITING   UNKNOWN_COMMAND NOT_YOUR_TURN PAUSED     MATCH_OVER UNKNOWN_COMMAND
act-no-line      MALFORMED MALFORMED       MALFORMED     MALFORMED  MALFORMED  MALFORMED
say              ev        ev              ev            ev         ev         ev
say-nothing      TOO_LONG  TOO_LONG        TOO_LONG      TOO_LONG   TOO_LONG   TOO_LONG
look             MALFORMED at              at            at         at         at
look-nowhere     MALFORMED MALFORMED       MALFORMED     MALFORMED  MALFORMED  MALFORMED
hint             WAITING   hint            NOT_YOUR_TURN PAUSED     MATCH_OVER hint
offer-takeback   WAITING   NO_UNDO         NO_UNDO       PAUSED     MATCH_OVER NO_UNDO
offer-draw       WAITING   ev              ev            PAUSED     MATCH_OVER NO_OFFER
offer-pause      WAITING   ev              ev            PAUSED     MATCH_OVER snap
offer-rematch    NO_OFFER  NO_OFFER        NO_OFFER      NO_OFFER   ev         NO_OFFER
offer-resign     WAITING   snap            snap          snap       MATCH_OVER snap
offer-resume     NO_OFFER  NO_OFFER        NO_OFFER      snap       NO_OFFER   NO_OFFER
offer-claim      WAITING   NOT_ABSENT      NOT_ABSENT    NOT_ABSENT MATCH_OVER NOT_ABSENT
offer-substitute WAITING   NOT_ABSENT      NOT_ABSENT    NOT_ABSENT MATCH_OVER NOT_ABSENT
offer-tea        NO_OFFER  NO_OFFER        NO_OFFER      NO_OFFER   NO_OFFER   NO_OFFER
answer-draw      NO_OFFER  NO_OFFER        NO_OFFER      NO_OFFER   NO_OFFER   NO_OFFER
answer-rematch   NO_OFFER  NO_OFFER        NO_OFFER      NO_OFFER   NO_OFFER   NO_OFFER
answer-tea       NO_OFFER  NO_OFFER        NO_OFFER      NO_OFFER   NO_OFFER   NO_OFFER
dance            UNKNOWN   UNKNOWN         UNKNOWN       UNKNOWN    UNKNOWN    UNKNOWN
"""
#: So many messages are sent before somebody else goes on, whom no limit stops.
FEW = 15


def expected(state: str) -> dict[str, str]:
    head, *rows = [line.split() for line in TABLE.strip().splitlines()]
    if state == "early":
        return {word: "welcome" if word == "hello" else "MALFORMED" for word in MESSAGES}
    if state == "watching":
        but = {"hello": "MALFORMED", "act-no-line": "MALFORMED", "look": "at", "look-nowhere": "MALFORMED"}
        return {word: but.get(word, "NOT_SEATED") for word in MESSAGES} | {"dance": "UNKNOWN"}
    return {word: outcomes[head.index(state)] for word, *outcomes in rows}


@pytest.mark.parametrize("state", STATES)
def test_every_message_in_every_state(server: Serving, state: str) -> None:
    wanted = expected(state)
    assert list(wanted) == list(MESSAGES)
    found: dict[str, str] = {}
    who, asked = STATES[state](server), 0
    for number, (word, message) in enumerate(MESSAGES.items(), 1):
        if asked == FEW or (found and not list(found.values())[-1].isupper()):
            who, asked = STATES[state](server), 0  # what came before has changed something
        asked += 1
        line = who.choices()[0] if "choices" in who.request else "done"
        who.send(**{"id": number, "request": who.request.get("id", 0), "action": line, **message})
        answer = who.until(*answer_to(wanted[word], number, state))
        found[word] = answer["code"] if answer["t"] == "nack" else answer["t"]
    assert found == wanted


def answer_to(outcome: str, number: int, state: str) -> tuple[str, Callable[[Message], bool]]:
    """Return the kind of message to wait for, and which of them it is."""
    if outcome.isupper():
        return "nack", lambda nack: nack.get("id") == number or state == "early"
    return outcome, lambda _: True
