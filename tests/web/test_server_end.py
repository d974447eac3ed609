"""Matches to their end over the socket: records that verify, replays, what-if and rematches."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablewright.core.record import Record
from tests.cli.support import run
from tests.support.tables import SHIPPED

from .serving import BOT, PERSON, Message, Serving


def seats_of(server: Serving, key: str) -> int:
    game: Message = next(game for game in server.get("games") if game["key"] == key)
    return int(game["seats"][1])


@pytest.mark.parametrize("key", SHIPPED)
def test_bots_play_to_the_end_while_somebody_watches(server: Serving, tmp_path: Path, key: str) -> None:
    setup = {"players": "each"} if key == "dungeons" else {}
    made = server.make(key, *[BOT] * seats_of(server, key), setup=setup)
    early = server.http.get(f"/api/v1/matches/{made['id']}/record")
    assert early.status_code == 409
    assert early.json()["code"] == "NOT_YET"
    watcher = server.sit(made["id"])
    watcher.until("request", lambda request: request.get("over", False))
    numbers = [event["seq"] for event in watcher.heard if event["t"] == "ev"]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    facts = server.get(f"matches/{made['id']}")
    assert facts["status"] == "over"
    assert facts["outcome"]["words"]
    path = tmp_path / "match.record"
    path.write_text(server.http.get(f"/api/v1/matches/{made['id']}/record").text)
    verified = run("verify", str(path))
    assert verified.returncode == 0, verified.stderr
    assert "dealt by tw-deal-1" in verified.stdout
    record = Record.read(str(path))
    assert made["commitment"] in str(record)
    replay = server.get(f"matches/{made['id']}/replay")
    assert replay["actions"] == len(replay["steps"]) == len(record.actions)
    assert 2 <= len(replay["curve"]) <= 62
    assert all(0 <= value <= 1 for _, value in replay["curve"])
    positions = server.get(f"matches/{made['id']}/positions?from=0&to=2")
    assert [position["number"] for position in positions] == [0, 1, 2]
    assert "watch" in positions[0]["views"]


@pytest.fixture
def resigned(server: Serving) -> Message:
    """Return a match that was resigned after two actions."""
    made = server.make("marches", PERSON, {"kind": "person", "name": "Bea"})
    both = server.sit(made["id"], made["seats"][0]["token"], made["seats"][1]["token"])
    for _ in range(2):
        both.wait_for_turn()
        assert both.act("done")["t"] == "ack"
    both.send(t="offer", kind="resign")
    both.until("snap", lambda snap: snap["outcome"] is not None)
    both.close()
    return made


def test_a_match_that_was_resigned_has_a_record_too(server: Serving, resigned: Message, tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    path.write_text(server.http.get(f"/api/v1/matches/{resigned['id']}/record").text)
    assert run("verify", str(path)).returncode == 0
    assert server.get(f"matches/{resigned['id']}/replay")["outcome"]["cause"] == "resigned"


def test_what_if(server: Serving, resigned: Message) -> None:
    def branch(number: int, match: str = resigned["id"]) -> Message:
        wish = {"seats": [PERSON, BOT], "from": {"match": match, "number": number}}
        answer: Message = server.http.post("/api/v1/matches", json=wish).json()
        return answer

    made = branch(1)
    ann = server.sit(made["id"], made["seats"][0]["token"])
    snap = ann.until("snap", lambda snap: snap["view"] is not None)
    assert len(snap["log"]) >= 1
    ann.wait_for_turn()
    assert ann.act("done")["t"] == "ack"
    assert "has 2 actions" in branch(3)["text"]
    assert branch(1, made["id"])["code"] == "NOT_YET"
    assert branch(1, "abcdefghjkmn")["code"] == "NO_MATCH"
    other = {"game": "maze", "seats": [PERSON], "from": {"match": resigned["id"], "number": 1}}
    assert "was one of The Marches" in server.http.post("/api/v1/matches", json=other).json()["text"]


def test_a_rematch_is_a_new_table_for_the_same_tokens(server: Serving) -> None:
    made = server.make("marches", PERSON, {"kind": "person", "name": "Bea"})
    tokens = [seat["token"] for seat in made["seats"]]
    ann, bea = (server.sit(made["id"], token) for token in tokens)
    bea.until("snap", lambda snap: snap["view"] is not None)
    ann.send(t="offer", kind="resign")
    bea.until("snap", lambda snap: snap["outcome"] is not None)
    ann.send(t="offer", kind="rematch")
    bea.until("ev", lambda event: "rematch" in event.get("offers", {}))
    watcher = server.sit(made["id"])
    watcher.until("snap")
    bea.send(t="offer", kind="rematch")
    told = [person.until("rematch") for person in (ann, bea, watcher)]
    assert len({one["id"] for one in told}) == 1
    assert [one["seats"] for one in told] == [[1], [0], []], "the seats are swapped"
    assert not any(token in str(one) for one in told for token in tokens)
    # Who lost the message finds the new table at the old one, and has the key to it already.
    late = server.sit(made["id"], tokens[0]).until("welcome")
    again = server.sit(late["rematch"], tokens[0])
    assert again.until("welcome")["you"] == [1]
    server.sit(late["rematch"], tokens[1])
    again.until("snap", lambda snap: snap["view"] is not None)
    assert [seat["name"] for seat in server.get(f"matches/{told[0]['id']}")["seats"]] == ["Bea", "Ann"]
