"""Tables and who sits at them: invitations, open seats, names, and what cannot be made."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from .serving import BOT, PERSON, Message, Serving


def join(server: Serving, match: str, **wish: str) -> Any:
    return server.http.post(f"/api/v1/matches/{match}/join", json=wish)


def test_an_invitation_is_for_one_person_once(server: Serving) -> None:
    made = server.make("ooperations", PERSON, {"kind": "friend"})
    invite = made["seats"][1]["invite"]
    assert "token" not in made["seats"][1]
    ann = server.sit(made["id"], made["seats"][0]["token"])
    assert ann.hear()["waiting"] is True
    assert join(server, made["id"], name="Bea", invite="x" * 22).json()["code"] == "INVITE"
    assert join(server, made["id"], name="Bea").json()["code"] == "FULL"
    alike = join(server, made["id"], name="Αnn", invite=invite)
    assert alike.status_code == 409
    assert alike.json() == {"code": "NAME", "text": alike.json()["text"]}
    joined = join(server, made["id"], name="Bea", invite=invite)
    assert joined.status_code == 200
    assert joined.json()["seat"] == 1
    again = join(server, made["id"], name="Cid", invite=invite)
    assert again.status_code == 409
    assert again.json()["code"] == "INVITE"
    bea = server.sit(made["id"], joined.json()["token"])
    assert bea.until("snap", lambda snap: snap["view"] is not None)["eye"] == 1
    ann.wait_for_turn()
    assert [seat["name"] for seat in server.get(f"matches/{made['id']}")["seats"]] == ["Ann", "Bea"]


def test_who_lost_the_answer_asks_again_and_sits_in_the_same_seat(server: Serving) -> None:
    made = server.make("marches", {"kind": "open"}, {"kind": "friend"})
    key, other = "k" * 43, "o" * 43
    with ThreadPoolExecutor(4) as many:
        wish = {"name": "Ann", "token": key}
        answers = list(many.map(lambda _: join(server, made["id"], **wish).json(), range(4)))
    assert answers == [{"seat": 0, "token": key}] * 4
    assert join(server, made["id"], **wish).json() == {"seat": 0, "token": key}
    assert join(server, made["id"], name="Eve", token=other).json()["code"] == "FULL"
    invite = made["seats"][1]["invite"]
    for _ in range(2):
        assert join(server, made["id"], name="Bea", invite=invite, token=other).json() == {"seat": 1, "token": other}
    assert join(server, made["id"], name="Eve", invite=invite, token="e" * 43).json()["code"] == "INVITE"
    assert server.sit(made["id"], key).until("welcome")["you"] == [0]
    assert server.sit(made["id"], other).until("welcome")["you"] == [1]
    for weak in ("", "short", "k" * 42, "k" * 200, "k" * 43 + "\n", "k" * 42 + "/"):
        assert join(server, made["id"], name="Ann", token=weak).json()["code"] == "MALFORMED"


def test_anybody_may_take_an_open_seat(server: Serving) -> None:
    made = server.make("marches", PERSON, {"kind": "open"})
    listed = [table["id"] for table in server.get("matches")]
    assert made["id"] in listed
    ann = server.sit(made["id"], made["seats"][0]["token"])
    ann.hear()
    assert server.get("matches")[0]["id"] == made["id"], "somebody waits there"
    joined = join(server, made["id"], name="Bea").json()
    assert joined["seat"] == 1
    assert made["id"] not in [table["id"] for table in server.get("matches")]
    assert join(server, made["id"], name="Cid").json()["code"] == "FULL"
    server.sit(made["id"], joined["token"])
    ann.wait_for_turn()


def test_a_table_of_friends_plays_together(server: Serving) -> None:
    seats = [PERSON, {"kind": "friend"}, {"kind": "open"}]
    made = server.make("dungeons", *seats, setup={"players": "each"})
    tokens = [
        made["seats"][0]["token"],
        join(server, made["id"], name="Bea", invite=made["seats"][1]["invite"]).json()["token"],
        join(server, made["id"], name="Cid").json()["token"],
    ]
    people = [server.sit(made["id"], token) for token in tokens]
    for person in people:
        person.until("snap", lambda snap: snap["view"] is not None)


def game(server: Serving, key: str) -> Message:
    found: Message = next(game for game in server.get("games") if game["key"] == key)
    return found


def test_games_say_what_the_start_page_needs(server: Serving) -> None:
    games = server.get("games")
    assert [game["key"] for game in games] == ["dungeons", "marches", "maze", "ooperations"]
    for one in games:
        assert one["about"].endswith(".")
        assert one["levels"] == ["easy", "normal", "hard"]
        assert one["choices"][0]["options"][0]["name"]
        styles = {style["name"]: style for style in one["styles"]}
        assert set(styles) == (
            {"rusher", "builder", "trickster"} if one["key"] in ("marches", "ooperations") else set()
        )
        assert all(style["line"] and style["deck"] for style in styles.values())
        assert one["board"]["script"].endswith(f"/boards/{one['key']}.js")


def test_the_catalog_has_the_public_parts_of_the_setup(server: Serving) -> None:
    for key in ("ooperations", "maze"):
        seats = [PERSON, BOT][: game(server, key)["seats"][1]]
        made = server.make(key, *seats)
        assert server.get(f"matches/{made['id']}")["catalog"]


@pytest.mark.parametrize(
    ("wish", "code", "words"),
    [
        ({"game": "chess", "seats": []}, "CANNOT_MAKE", 'There is no game "chess"'),
        ({"game": "maze", "seats": []}, "CANNOT_MAKE", "has 1 seat"),
        ({"seats": []}, "CANNOT_MAKE", "needs a game"),
        ({"game": "maze", "seats": [PERSON, PERSON]}, "CANNOT_MAKE", "has 1 seat"),
        ({"game": "maze", "seats": [{"kind": "bot", "bot": "deep"}]}, "CANNOT_MAKE", 'no bot "deep"'),
        ({"game": "maze", "seats": [{"kind": "bot", "bot": "minimax"}]}, "CANNOT_MAKE", "does not play"),
        ({"game": "maze", "seats": [{"kind": "bot", "bot": "pipe:sh -c id"}]}, "CANNOT_MAKE", "would run a program"),
        ({"game": "maze", "seats": [{"kind": "person", "name": "bot easy"}]}, "CANNOT_MAKE", "how a bot is called"),
        ({"game": "maze", "seats": [{"kind": "person", "name": "x" * 30}]}, "CANNOT_MAKE", "at most 20"),
        ({"game": "maze", "seats": [{"kind": "king"}]}, "MALFORMED", "seats.0.kind"),
        ({"game": "maze", "seats": [PERSON], "colour": 1}, "MALFORMED", "colour"),
        ({"game": "maze", "seats": [PERSON], "setup": {"deck": "x"}}, "CANNOT_MAKE", 'no choice "deck"'),
        ({"game": "maze", "seats": [PERSON], "setup": {"\ud800": "x"}}, "MALFORMED", "setup"),
        ({"game": "maze", "seats": [PERSON], "options": {"clock": {}}}, "CANNOT_MAKE", "A clock has"),
        ({"game": "maze", "seats": [PERSON], "options": {"clock": {"total": 1}}}, "MALFORMED", "clock.total"),
        ({"game": "ooperations", "seats": [PERSON, {"kind": "open"}], "seed": 7}, "CANNOT_MAKE", "hide cards"),
        ({"game": "ooperations", "seats": [PERSON, PERSON]}, "CANNOT_MAKE", "look the same"),
        ({"game": "maze", "seats": [PERSON], "seed": "7"}, "MALFORMED", "seed"),
        ([], "MALFORMED", "dict"),
        ("x", "MALFORMED", "dict"),
    ],
)
def test_what_cannot_be_made_is_refused_with_a_sentence(server: Serving, wish: Any, code: str, words: str) -> None:
    body = json.dumps(wish)  # httpx would refuse half of a pair
    answer = server.http.post("/api/v1/matches", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422, answer.text
    assert answer.json()["code"] == code
    assert words in answer.json()["text"]


@pytest.mark.parametrize(
    "body", [b"{", b"\xff\xfe", b"[" * 5000, b"x" * 70_000, b'{"seed": ' + b"9" * 5000 + b"}", b""]
)
def test_bodies_that_are_none_are_refused(server: Serving, body: bytes) -> None:
    answer = server.http.post("/api/v1/matches", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 413, 422)
    assert answer.json()["code"] in ("MALFORMED", "TOO_LONG")


def test_what_does_not_exist_is_not_there(server: Serving) -> None:
    for path in ("matches/abcdefghjkmn", "matches/x", "matches/abcdefghjkmn/record", "matches/x/replay"):
        answer = server.http.get(f"/api/v1/{path}")
        assert answer.status_code == 404
        assert answer.json()["code"] == "NO_MATCH"
    assert join(server, "abcdefghjkmn", name="Ann").json()["code"] == "NO_MATCH"
    assert join(server, "abcdefghjkmn", name="Ann", invite="x").json()["code"] == "NO_MATCH"
    assert server.http.get("/api/v1/nothing").json()["code"] == "NOT_FOUND"
    assert server.http.delete("/api/v1/games").status_code == 405


def test_a_number_can_be_asked_for_where_nobody_is_cheated(server: Serving) -> None:
    views = []
    for _ in range(2):
        made = server.make("ooperations", PERSON, BOT, seed=7)
        ann = server.sit(made["id"], made["seats"][0]["token"])
        views.append(ann.until("snap", lambda snap: snap["view"] is not None)["view"])
    assert views[0] == views[1]


def test_the_interface_describes_itself(server: Serving) -> None:
    described = server.http.get("/api/v1/openapi.json").json()
    assert set(described["paths"]["/api/v1/matches"]) == {"get", "post"}
    assert "MatchWish" in described["components"]["schemas"]
    assert server.http.get("/healthz").json() == {"status": "ok"}
