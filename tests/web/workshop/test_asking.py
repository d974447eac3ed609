"""The workshop of one folder, asked by HTTP in a real process: what is answered, and what survives a kill."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any

from tablewright.web.workshop.bounds import OWN
from tablewright.web.workshop.space import Space

from ..serving import PERSON
from .authors import THIEF, Author, calls, key_of, own_workshop, value_of


def test_a_card_is_begun_changed_and_undone(author: Author) -> None:
    number = author.card()
    sheet = author.get(f"cards/{number}")
    assert (sheet["name"], sheet["version"], sheet["draft"], sheet["like"]) == ("MY THIEF", 1, False, "THIEF")
    assert sheet["card"]["name"] == "MY THIEF"
    changed = author.cost(number, 5)
    assert (value_of(changed, "Cost"), changed["card"]["cost"], changed["canUndo"]) == (5, 5, True)
    assert author.post(f"cards/{number}/undo")["json"] == sheet["json"]
    assert author.post(f"cards/{number}/redo")["json"] == changed["json"]
    restored = author.post(f"cards/{number}/restore", version=1)
    assert (restored["json"], restored["version"]) == (sheet["json"], 3)
    newest = author.get(f"cards/{number}/versions")[0]
    assert (newest["version"], newest["lines"], newest["now"]) == (3, ["Gold: 5 → 2"], True)
    offered = author.post(f"cards/{number}/offers", at={"lists": True})
    added = author.post(f"cards/{number}/edit", base=3, edit=offered[0]["edit"])
    assert len(added["lists"]) == len(sheet["lists"]) + 1


def test_of_two_tabs_the_slower_one_gets_the_newest_sheet(author: Author) -> None:
    number = author.card()
    author.edit(number, base=1, field="Cost", value=4)
    answer = author.send("POST", f"cards/{number}/edit", {"base": 1, "edit": {"field": "Cost", "value": 6}})
    assert (answer.status_code, answer.json()["code"]) == (409, "CHANGED")
    assert value_of(answer.json()["sheet"], "Cost") == 4


def test_each_kind_begins_with_a_number_of_its_own(author: Author) -> None:
    numbers = [author.card(kind=kind) for kind in ("UNIT", "BUILDING", "SKILL", "PLAYER")]
    assert len(set(numbers)) == 4
    assert numbers[3] < 0 < numbers[0]
    lines = {line["number"]: line for line in author.get("")["cards"]}
    assert [lines[number]["kind"] for number in numbers] == ["UNIT", "BUILDING", "SKILL", "PLAYER"]
    assert not any(lines[number]["draft"] or lines[number]["errors"] for number in numbers)


def test_what_cannot_be_is_said_in_a_sentence(author: Author) -> None:
    number = author.card()
    assert author.refused("GET", "cards/4711") == (404, "NOT_FOUND")
    assert author.refused("POST", "cards", {}) == (422, "MALFORMED")
    assert author.refused("POST", "cards", {"like": 4711}) == (404, "NOT_FOUND")
    assert author.refused("POST", f"cards/{number}/edit", {"base": 1, "edit": {"nonsense": 1}}) == (422, "BAD_EDIT")
    assert author.refused("POST", f"cards/{number}/offers", {"at": {"chip": ["x", 0, "y"]}}) == (422, "BAD_EDIT")
    assert author.refused("POST", f"cards/{number}/bench", {"bench": {"state": 3}}) == (422, "BAD_EDIT")
    assert author.refused("POST", f"cards/{number}/restore", {"version": 9}) == (404, "NOT_FOUND")
    assert author.refused("GET", f"cards/{number}/study") == (404, "NOT_FOUND")
    assert author.refused("POST", f"cards/{number}/study", {"bot": "nobody"}) == (422, "BAD_EDIT")
    assert author.refused("DELETE", "tests/nothing") == (404, "NOT_FOUND")
    assert author.refused("GET", "decks/..%2F..%2Fetc") == (404, "NOT_FOUND")
    assert author.refused("POST", "decks/..%2Fx/edit", {"edit": {"about": ""}}) == (404, "NOT_FOUND")
    assert author.refused("POST", "spaces", {}) == (403, "OWN")
    assert author.refused("POST", "play", {"deck": "fen", "against": {}, "name": "Ann"}) == (422, "CANNOT_MAKE")
    assert author.refused("GET", "set?cards=x") == (404, "NOT_FOUND")
    long = {"text": "x" * 2_600_000}
    assert author.refused("POST", "set/look", long) == (413, "TOO_LONG")
    for key in ("", "x" * 43, author.key[:-1], author.key + "x"):
        stranger = Author(author.serving, key or "none")
        assert stranger.refused("GET", "") == (401, "KEY")
        assert stranger.refused("POST", f"cards/{number}/undo", {}) == (401, "KEY")


def test_no_page_from_elsewhere_can_ask(author: Author) -> None:
    headers = {"Authorization": f"Bearer {author.key}", "Origin": "http://evil.example"}
    answer = author.serving.http.post("/api/v1/workshop/cards", json={"like": THIEF}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "ORIGIN")


def test_the_page_the_games_and_the_description_are_there_too(author: Author) -> None:
    page = author.serving.http.get("/workshop")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert len(author.serving.get("games")) >= 4
    described = author.serving.get("openapi.json")["paths"]
    assert {"/api/v1/workshop/", "/api/v1/workshop/cards/{number}/edit", "/api/v1/workshop/play"} <= described.keys()
    assert author.serving.make("maze", PERSON)["id"]


def test_a_trial_is_kept_as_a_test_and_forgotten_again(author: Author) -> None:
    number = author.card()
    shown = author.get(f"cards/{number}/bench")
    play = next(one for one in shown["choices"] if "MY THIEF" in one["title"] and not one.get("reason"))
    bench = {**shown["bench"], "steps": [*shown["bench"]["steps"], {"do": play["do"]}]}
    shown = author.post(f"cards/{number}/bench", bench=bench)
    assert author.get(f"cards/{number}/bench")["bench"] == shown["bench"]
    keys = [change["key"] for change in shown["steps"][-1]["changes"]]
    (test,) = author.post(f"cards/{number}/tests", bench=shown["bench"], title="Played", keep=keys)["tests"]
    assert (test["title"], test["state"]) == ("Played", "ok")
    assert author.remove(f"tests/{test['name']}")["tests"] == []
    assert author.post(f"cards/{number}/bench", reset=True)["steps"] == []
    assert all(probe["state"] != "void" for probe in author.get(f"cards/{number}/probes"))


def test_a_wish_stands_beside_its_card(author: Author) -> None:
    number = author.card()
    assert author.post(f"cards/{number}/wish", text="It should fly.")["wish"] == "It should fly."
    assert {"number": number, "name": "MY THIEF", "text": "It should fly."} in author.get("")["wishes"]


def test_the_reference_is_made_of_the_declarations_and_its_examples_run(author: Author) -> None:
    sections = author.get("reference")["sections"]
    entries = {entry["name"]: entry for section in sections for entry in section["entries"]}
    assert entries["KILL_ENTITIES"]["about"]
    run = entries["EFFECT_DAMAGE"]["run"]
    shown = author.post(f"cards/{run['card']}/bench", bench=run["bench"])
    assert shown["choices"]
    assert author.get(f"cards/{run['card']}")["shipped"]


def test_a_guest_sees_the_new_card_with_face_and_text(author: Author) -> None:
    number = author.card()
    author.edit(number, text="It picks every pocket.")
    name = author.edit(number, field="Name", value="PICKPOCKET")["name"]
    deck = author.post(f"cards/{number}/deck")
    assert deck["legal"]
    made = author.post("play", deck=deck["name"], against={"friend": True, "deck": "fen"}, name="Ann")
    # Whoever has the link needs no key, and sees the card as its author does.
    http = author.serving.http
    facts = http.get(f"/api/v1/matches/{made['id']}").json()
    card = facts["catalog"]["cards"][str(number)]
    assert (card["name"], card["text"]) == (name, "It picks every pocket.")
    assert facts["catalog"]["decks"][0].count(number) == 3
    invite = made["seats"][1]["invite"]
    joined = http.post(f"/api/v1/matches/{made['id']}/join", json={"name": "Bob", "invite": invite}).json()
    ann = author.serving.sit(made["id"], made["seats"][0]["token"])
    bob = author.serving.sit(made["id"], joined["token"])
    assert ann.hear()["t"] == bob.hear()["t"] == "welcome"
    author.remove(f"cards/{number}")  # the match goes on with the cards that it has
    ann.wait_for_turn()
    assert ann.act("done")["t"] == "ack"
    assert bob.wait_for_turn()["choices"]
    against = author.post("play", deck="fen", against={"bot": "easy", "deck": "guild"}, name="Ann")
    assert against["seats"][1] == {"seat": 1, "kind": "bot", "bot": "easy"}


def test_a_study_is_followed_stopped_and_goes_grey_when_the_card_changes(author: Author) -> None:
    number = author.card()
    begun = author.post(f"cards/{number}/study", costs=True)
    assert begun["state"] in ("waiting", "playing")
    assert begun["level"] == "greedy"
    while not author.study(number, "playing")["answers"]:
        time.sleep(0.1)
    stopped = author.remove(f"cards/{number}/study")
    assert (stopped["state"], stopped["stale"]) == ("stopped", False)
    (answer,) = stopped["answers"]
    assert (answer["cost"], answer["verdict"]) == (2, "not known yet")
    assert answer["pairs"] >= 1
    assert answer["impact"]["low"] <= answer["impact"]["value"] <= answer["impact"]["high"]
    assert author.edit(number, text="Other words")["study"]["stale"] is False
    assert author.cost(number, 3)["study"]["stale"] is True
    assert author.post(f"cards/{number}/undo")["study"]["stale"] is False
    token = author.card(kind="UNIT")
    author.edit(token, field="Rarity", value=0)
    assert author.refused("POST", f"cards/{token}/study", {}) == (409, "NO_STUDY")


def test_one_study_is_played_at_a_time_and_others_wait(author: Author) -> None:
    first, second, third, fourth = (author.card() for _ in range(4))
    author.post(f"cards/{first}/study")
    author.study(first, "playing")
    for number in (second, third):
        assert author.post(f"cards/{number}/study")["state"] == "waiting"
    assert author.refused("POST", f"cards/{fourth}/study", {}) == (409, "FULL")
    assert author.remove(f"cards/{third}/study")["state"] == "stopped"
    assert author.remove(f"cards/{first}/study")["state"] == "stopped"
    author.study(second, "playing")
    assert author.post(f"cards/{second}/study")["state"] == "playing"  # it goes on
    assert author.remove(f"cards/{second}/study")["state"] == "stopped"


def test_a_study_ends_when_it_knows_and_is_kept(author: Author) -> None:
    number = author.card()
    for field, value in (("Cost", 0), ("Hp", 60), ("Attack", 60), ("Movement", 4)):
        author.edit(number, field=field, value=value)
    author.post(f"cards/{number}/study", bot="random")
    study = author.study(number, "done", "failed")
    assert study["state"] == "done", study
    (answer,) = study["answers"]
    assert (answer["verdict"], answer["left"]) == ("too strong", 0)
    assert answer["impact"]["low"] > 0
    assert answer["words"][0] == "MY THIEF in workshop-trial: too strong."
    (line,) = [line for line in author.get("")["cards"] if line["number"] == number]
    assert line["verdict"] == "too strong"


def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    with own_workshop(tmp_path) as author:
        number = author.card()
        first = author.get(f"cards/{number}")["json"]
        for cost in range(3, 9):
            author.cost(number, cost)
        author.edit(number, json={"card": "{", "illustration": ""})
        other = author.card()
        author.post(f"cards/{other}/study")
        author.study(other, "playing")
        before = author.get(f"cards/{number}")
        acknowledged: list[int] = []
        # It is killed while changes come in: each that was answered is there afterwards.
        hurried = threading.Thread(target=_hurry, args=(author, other, acknowledged))
        hurried.start()
        while len(acknowledged) < 5:
            time.sleep(0.01)
        author.serving.kill()
        hurried.join()
        author.serving.start()
        author.key = key_of(author.serving)
        assert author.get(f"cards/{number}") == before
        assert author.get(f"cards/{other}")["version"] >= acknowledged[-1]
        assert author.get(f"cards/{other}/study")["state"] == "stopped"
        sheet: Any = before
        undone = 0
        while sheet["canUndo"]:
            sheet = author.post(f"cards/{number}/undo")
            undone += 1
        assert (undone, sheet["json"]) == (7, first)
        assert json.loads((tmp_path / "cards" / f"{number}.json").read_text())["Cost"] == 2


def _hurry(author: Author, number: int, acknowledged: list[int]) -> None:
    import httpx

    try:
        while True:
            acknowledged.append(author.cost(number, len(acknowledged) % 9)["version"])
    except (httpx.HTTPError, RuntimeError):  # the server has gone
        pass


def test_a_set_goes_from_one_workshop_to_another(author: Author, tmp_path: Path) -> None:
    number = author.card()
    author.edit(number, field="Name", value="DRUMMER")
    author.post(f"cards/{number}/deck")
    answer = author.send("GET", f"set?cards={number}")
    assert json.loads(answer.text)["format"] == "marches-set/1"
    # Here it is already; elsewhere its number is taken.
    assert author.post("set/look", text=answer.text)["known"] == [number]
    space = Space.make(str(tmp_path / "other"), OWN)
    for _ in range(number - 99):
        calls.make_card(space, like=THIEF)
    looked = calls.look_at_set(space, answer.text)
    assert (looked["problems"], looked["renumbered"]) == ([], {str(number): number + 1})
    assert [card["name"] for card in looked["cards"]] == ["DRUMMER"]
    assert number + 1 not in space.numbers()
    calls.take_set(space, answer.text)
    assert calls.open_card(space, number + 1)["decks"] == ["drummer"]
    assert calls.look_at_set(space, calls.give_set(space, str(number + 1)))["known"] == [number + 1]
    assert author.refused("POST", "set/take", {"text": '{"format": "marches-set/1", "cards": 3}'}) == (422, "BAD_SET")
    before = author.get("")
    assert author.post("set/take", text=answer.text) == before


def test_a_call_that_there_is_not_is_no_answer(author: Author) -> None:
    for path in ("cards/x", "cards/100/nothing", "decks", "nothing"):
        assert author.refused("GET", path)[0] in (404, 405, 422)
    assert author.refused("POST", "cards", {"like": THIEF, "kind": "UNIT"}) == (422, "MALFORMED")
    assert author.refused("POST", "cards/100/edit", {"base": 1, "edit": 3}) == (422, "MALFORMED")
