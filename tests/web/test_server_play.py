"""Playing through the socket: hello, act, coming back, and everything that a client can do wrong."""

from __future__ import annotations

import pytest

from .serving import BOT, PERSON, Message, Serving

NONCE = "00112233445566778899aabbccddeeff"


def token(made: Message, seat: int = 0) -> str:
    found: str = made["seats"][seat]["token"]
    return found


def test_a_table_is_made_and_its_maker_plays(server: Serving) -> None:
    made = server.make("ooperations", PERSON, BOT, setup={"deck1": "stonewall"})
    assert len(made["id"]) == 12
    assert made["watch"] == f"/g/{made['id']}"
    assert [seat["kind"] for seat in made["seats"]] == ["person", "bot"]
    assert "token" not in made["seats"][1]
    ann = server.sit(made["id"], token(made))
    welcome = ann.hear()
    assert welcome["t"] == "welcome"
    assert welcome["you"] == [0]
    assert welcome["seats"][0]["name"] == "Ann"
    assert welcome["commitment"] == made["commitment"]
    snap = ann.hear()
    assert snap["t"] == "snap"
    assert snap["eye"] == 0
    assert snap["view"]["players"][1]["hand"] is None
    ann.wait_for_turn()
    answer = ann.act(ann.choices()[0])
    assert answer["t"] == "ack"
    assert ann.until("ev", lambda event: event["seq"] == answer["seq"])["told"]
    facts = server.get(f"matches/{made['id']}")
    assert facts["status"] == "running"
    assert facts["chosen"]["deck1"] == "stonewall"


def test_what_cannot_be_done_is_refused_with_its_reason(server: Serving) -> None:
    made = server.make("ooperations", PERSON, BOT)
    ann = server.sit(made["id"], token(made))
    ann.wait_for_turn()
    request = ann.request
    refused = next(choice for choice in request["choices"] if "reason" in choice)
    answer = ann.act(refused["action"])
    assert answer["t"] == "nack"
    assert answer["text"] == refused["reason"]
    ann.request = request
    assert ann.act("xyzzy")["t"] == "nack"
    ann.request = {"id": request["id"] + 1000}
    assert ann.act("done")["code"] == "STALE"


def test_the_same_action_again_gets_the_same_answer(server: Serving) -> None:
    made = server.make("ooperations", PERSON, BOT)
    ann = server.sit(made["id"], token(made))
    request = ann.wait_for_turn()
    action = ann.choices()[0]
    first = ann.act(action)
    ann.send(t="act", id=ann.acts, request=request["id"], action=action)
    assert ann.answer(ann.acts) == first
    again = server.sit(made["id"], token(made))
    again.until("snap")
    again.send(t="act", id=ann.acts, request=request["id"], action=action)
    assert again.answer(ann.acts) == first
    assert sum(line.get("seq") == first["seq"] for line in again.heard[1]["log"]) <= 1


def test_who_comes_back_gets_what_was_missed(server: Serving) -> None:
    made = server.make("ooperations", {"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bea"})
    ann, bea = server.sit(made["id"], token(made)), server.sit(made["id"], token(made, 1))
    ann.wait_for_turn()
    bea.until("snap", lambda snap: snap["view"] is not None)
    bea.close()
    first = ann.act(ann.choices()[0])
    back = server.sit(made["id"], token(made, 1), since=bea.seq)
    assert back.hear()["t"] == "welcome"
    tail = back.hear()
    assert tail["t"] == "tail"
    assert first["seq"] in [event["seq"] for event in tail["events"]]
    assert [event["seq"] for event in tail["events"]] == list(range(bea.seq + 1, tail["events"][-1]["seq"] + 1))
    assert tail["events"][-1]["view"]["players"][0]["hand"] is None
    assert back.hear()["t"] == "request"


def test_a_second_tab_takes_over(server: Serving) -> None:
    made = server.make("maze", PERSON)
    first = server.sit(made["id"], token(made))
    first.wait_for_turn()
    second = server.sit(made["id"], token(made))
    assert first.farewell()["code"] == 4009
    second.wait_for_turn()
    assert second.act(second.choices()[0])["t"] == "ack"


def test_one_device_can_hold_all_seats(server: Serving) -> None:
    made = server.make("marches", {"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bea"})
    both = server.sit(made["id"], token(made), token(made, 1))
    assert both.hear()["you"] == [0, 1]
    for _ in range(3):
        both.wait_for_turn()
        assert both.act("done")["t"] == "ack"


def test_a_wrong_token_opens_nothing(server: Serving) -> None:
    made = server.make("ooperations", PERSON, {"kind": "friend"})
    assert server.sit(made["id"], "x" * 43).farewell()["code"] == 4001
    assert server.sit(made["id"], token(made), "x").farewell()["code"] == 4001
    other = server.make("ooperations", PERSON, {"kind": "friend"})
    assert server.sit(made["id"], token(other)).farewell()["code"] == 4001
    assert server.sit(made["id"], made["seats"][1]["invite"]).farewell()["code"] == 4001
    assert server.sit("abcdefghjkmn", token(made)).farewell()["code"] == 4004
    assert server.sit("nothing", token(made)).farewell()["code"] == 4004


def test_who_watches_sees_no_hand_and_plays_nothing(server: Serving) -> None:
    made = server.make("ooperations", PERSON, BOT)
    ann, watcher = server.sit(made["id"], token(made)), server.sit(made["id"])
    ann.wait_for_turn()
    welcome = watcher.hear()
    assert welcome["you"] == []
    snap = watcher.until("snap", lambda snap: snap["view"] is not None)
    assert snap["eye"] is None
    assert [player["hand"] for player in snap["view"]["players"]] == [None, None]
    watcher.send(t="act", id=1, request=ann.request["id"], action=ann.choices()[0])
    assert watcher.answer(1)["code"] == "NOT_SEATED"
    watcher.send(t="say", text="hello")
    assert watcher.until("nack")["code"] == "NOT_SEATED"


def test_a_table_without_watchers_has_none(server: Serving) -> None:
    made = server.make("ooperations", PERSON, BOT, options={"watchers": False})
    assert server.sit(made["id"]).farewell()["code"] == 4001
    server.sit(made["id"], token(made)).wait_for_turn()


def test_players_talk_ask_and_look_back(server: Serving) -> None:
    made = server.make("marches", PERSON, {"kind": "person", "name": "Bea"})
    ann, bea = server.sit(made["id"], token(made)), server.sit(made["id"], token(made, 1))
    bea.until("snap", lambda snap: snap["view"] is not None)
    ann.send(t="say", text="good \u202eluck")
    assert bea.until("ev", lambda event: event.get("kind") == "say")["told"] == ["good luck"]
    ann.wait_for_turn()
    start = ann.seq
    ann.act("done")
    ann.send(t="look", seq=start)
    assert ann.until("at")["seq"] == start
    ann.send(t="offer", kind="draw")
    bea.until("ev", lambda event: "draw" in event.get("offers", {}))
    bea.send(t="answer", kind="draw", yes=True)
    assert ann.until("snap", lambda snap: snap["outcome"] is not None)["outcome"]["winners"] == []


def test_the_strong_bot_gives_a_hint(server: Serving) -> None:
    made = server.make("maze", PERSON)
    ann = server.sit(made["id"], token(made))
    ann.wait_for_turn()
    ann.send(t="hint")
    hint = ann.until("hint")
    assert hint["action"] in ann.choices()
    assert hint["why"]


def test_pings_are_answered(server: Serving) -> None:
    made = server.make("maze", PERSON)
    ann = server.visit(made["id"])
    ann.socket.send("p")
    assert ann.hear() == {"t": "0"}


@pytest.mark.parametrize(
    "frame",
    [
        b"\x00\x01",
        "",
        "{",
        "[]",
        "7",
        "null",
        '{"t": 7}',
        '{"t": null}',
        "[" * 5000,
        '{"t": "act", "id": ' + "9" * 1000 + "}",
        '{"t": "act", "id": NaN}',
        '{"t": "nonsense"}',
        '{"t": "hello", "token": 7}',
        '{"t": "hello", "since": "x"}',
        '{"t": "hello", "tokens": [' + ",".join(['"x"'] * 150) + "]}",
        '{"t": "hello", "nonce": []}',
        '{"t": "act", "id": true}',
        '{"t": "act", "id": 1, "request": {}, "action": ["x"]}',
        '{"t": "say", "text": {"a": 1}}',
        '{"t": "look", "seq": "\\ud800"}',
        '{"t": "offer", "kind": ["resign"]}',
        '{"t": "answer", "kind": {}, "yes": 1}',
        '{"t": "act", "id": 5, "request": 3, "action": "\\ud800 \\u0000"}',
    ],
)
def test_strange_frames_are_refused_and_nothing_breaks(server: Serving, frame: str | bytes) -> None:
    made = server.make("maze", PERSON)
    ann = server.visit(made["id"])
    ann.socket.send(frame)
    assert ann.until("nack")["code"] == "MALFORMED"
    ann.send(t="hello", token=token(made), since=-1, nonce=NONCE)
    ann.wait_for_turn()
    ann.socket.send(frame)
    assert ann.until("nack")["text"]
    assert ann.act(ann.choices()[0])["t"] == "ack"


def test_a_frame_that_is_too_long_ends_the_socket_and_nothing_else(server: Serving) -> None:
    made = server.make("maze", PERSON)
    ann = server.sit(made["id"], token(made))
    ann.wait_for_turn()
    ann.socket.send("x" * 10_000)
    assert ann.closed() == 1009
    server.sit(made["id"], token(made)).wait_for_turn()
