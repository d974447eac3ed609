"""The puzzles of the day: the same for everybody, and only those of these days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tablewright.core.record import Record
from tablewright.games.maze.solver.puzzles import daily_puzzle

from .serving import PERSON, Serving


def test_puzzle_of_the_day_is_the_same_match_for_everybody(server: Serving) -> None:
    (puzzle,) = server.get("puzzles")
    today = datetime.now(UTC).date()
    assert puzzle["day"] in (today.isoformat(), (today - timedelta(days=1)).isoformat())
    best = daily_puzzle(datetime.fromisoformat(puzzle["day"]).date())
    assert puzzle == {
        "game": "maze",
        "day": puzzle["day"],
        "title": "Maze of the day",
        "about": f"can be done in {best.flips} flips",
    }
    views = []
    for name in ("Ann", "Marla"):
        made = server.make("maze", {"kind": "person", "name": name}, day=puzzle["day"])
        assert made["commitment"] == "", "it is dealt from a number that everybody has"
        player = server.sit(made["id"], made["seats"][0]["token"])
        views.append(player.until("snap")["view"])
        player.send(t="offer", kind="resign")
        player.until("snap", lambda snap: snap["outcome"] is not None)
        record = Record.parse(server.http.get(f"/api/v1/matches/{made['id']}/record").text)
        assert (record.setup.layout, record.seed) == (best.layout, best.seed)
    assert views[0] == views[1]


def test_other_days_and_other_games_have_none(server: Serving) -> None:
    later = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()
    today = server.get("puzzles")[0]["day"]
    for game, seats, day, why in (
        ("maze", [PERSON], later, "There are puzzles of today only."),
        ("maze", [PERSON], "tomorrow", "There are puzzles of today only."),
        ("dungeons", [PERSON], today, "This game has no puzzle of the day."),
        ("maze", [PERSON, PERSON], today, "This table of OOP1 Maze has 1 seat."),
    ):
        answer = server.http.post("/api/v1/matches", json={"game": game, "seats": seats, "day": day})
        assert (answer.status_code, answer.json()["text"]) == (422, why)
