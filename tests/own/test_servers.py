"""Own content on a real server, and matches in its store whose cards are others now."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx

from tests.web.serving import BOT, PATIENCE, PERSON, served


def test_all_workers_and_their_bots_know_own_content(own: Path, tmp_path: Path) -> None:
    with served(tmp_path / "data", "--workers", "2", "--content", str(own)) as server:
        for _ in range(6):  # each on a connection of its own, which may be another worker's
            games = httpx.get(f"{server.url}/api/v1/games", timeout=PATIENCE).json()
            choices = {game["key"]: game["choices"][0] for game in games}
            names = {key: [option["name"] for option in choice["options"]] for key, choice in choices.items()}
            assert "gatec" in names["ooperations"]
            assert "garden" in names["maze"]
        made = server.make("ooperations", PERSON, BOT, setup={"deck1": "gatec", "deck2": "gatec"})
        ann = server.sit(made["id"], made["seats"][0]["token"])
        for _ in range(3):
            assert "choices" in ann.wait_for_turn()
            assert ann.act("done")["t"] == "ack"
        ann.wait_for_turn()
        assert server.get(f"matches/{made['id']}")["catalog"]["cards"]["GATEC"]["name"] == "Gate Crasher"
        assert "gave no answer" not in server.errors()


def test_a_stored_match_whose_card_was_edited_says_so_and_is_no_other_match(tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        made, other = (server.make("marches", PERSON, BOT) for _ in range(2))
        for match in (made, other):
            ann = server.sit(match["id"], match["seats"][0]["token"])
            ann.wait_for_turn()
            ann.act("done")
            ann.wait_for_turn()
        server.stop()
        (store,) = (tmp_path / "data").glob("*.db")
        with closing(sqlite3.connect(store, isolation_level=None)) as matches:
            change = "update matches set charter = replace(charter, '2 gold, 2/2', '2 gold, 4/2') where id = ?"
            matches.execute(change, (made["id"],))
        server.start()
        told = re.compile(
            r"This match cannot be opened: The Marches has changed since the match, so that it would be another one: "
            r'9 THIEF was "unit, 2 gold, 4/2, \w+" and is "unit, 2 gold, 2/2, \w+"\.'
        )
        for path in ("", "/record"):
            answer = server.http.get(f"/api/v1/matches/{made['id']}{path}")
            assert (answer.status_code, answer.json()["code"]) == (503, "BROKEN")
            assert told.fullmatch(answer.json()["text"])
        assert told.fullmatch(server.sit(made["id"], made["seats"][0]["token"]).farewell()["text"])
        assert "choices" in server.sit(other["id"], other["seats"][0]["token"]).wait_for_turn()
