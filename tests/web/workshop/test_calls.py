"""What can be asked of a space, without a server around it: sets, tests, studies, wishes, the reference."""

from __future__ import annotations

import json
import os
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablewright.core.disk import Lock
from tablewright.games.marches.language.effects import EFFECTS
from tablewright.web.workshop import space as space_module
from tablewright.web.workshop.answers import CALLS, prepare
from tablewright.web.workshop.bounds import GUEST, OWN
from tablewright.web.workshop.space import Space, WorkshopRefusal
from tablewright.web.workshop.working import MOST_SPACES, work

from .authors import THIEF

ROTATE = {"json": {"card": "{", "illustration": ""}}


def do(space: Space, call: str, *arguments: Any, **named: Any) -> Any:
    return CALLS[call](space, *arguments, **named)


def refused(space: Space, call: str, *arguments: Any, **named: Any) -> tuple[int, str]:
    with pytest.raises(WorkshopRefusal) as refusal:
        do(space, call, *arguments, **named)
    assert str(refusal.value).endswith(".")
    return refusal.value.status, refusal.value.code


def begin(space: Space, **wish: Any) -> int:
    number: int = do(space, "make_card", **(wish or {"like": THIEF}))["number"]
    return number


def edit(space: Space, number: int, **change: Any) -> Any:
    return do(space, "edit_card", number, do(space, "open_card", number)["version"], change)


def keep_test(space: Space, number: int) -> Any:
    bench = do(space, "use_bench", number)
    play = next(one["do"] for one in bench["choices"] if not one.get("reason"))
    shown = do(space, "use_bench", number, bench={**bench["bench"], "steps": [{"do": play}]})
    keys = [change["key"] for change in shown["steps"][0]["changes"]]
    return do(space, "keep_test", number, shown["bench"], "", keys)["tests"][-1]


def test_the_reference_has_every_effect_and_its_examples_open(space: Space) -> None:
    sections = do(space, "reference")["sections"]
    effects = {entry["name"]: entry for entry in sections[0]["entries"]}
    assert list(effects) == [effect.name for effect in EFFECTS]
    for entry in effects.values():
        if "run" in entry:
            run = entry["run"]
            assert do(space, "use_bench", run["card"], bench=run["bench"])["choices"]
            assert entry["example"]["rows"]
    assert sum("run" in entry for entry in effects.values()) > len(effects) / 2
    assert do(space, "open_card", THIEF)["shipped"]
    assert refused(space, "edit_card", THIEF, 0, {"field": "Cost", "value": 1}) == (404, "NOT_FOUND")


def test_wishes_and_removed_cards_are_listed_by_name_also_those_that_do_not_load(space: Space) -> None:
    number = begin(space)
    do(space, "keep_wish", number, "It should fly.")
    edit(space, number, **ROTATE)
    (wish,) = do(space, "overview", "x", own=True)["wishes"]
    assert (wish["number"], wish["text"]) == (number, "It should fly.")
    do(space, "remove_card", number)
    assert do(space, "overview", "x", own=True)["wishes"] == []
    assert do(space, "restore_card", number, 1)["draft"] is False


def test_tests_follow_their_card_and_are_kept_in_a_journal_when_they_go(space: Space) -> None:
    number = begin(space)
    test = keep_test(space, number)
    assert (test["state"], test["title"]) == ("ok", "MY THIEF does what it did")
    edit(space, number, **ROTATE)
    (broken,) = do(space, "open_card", number)["tests"]
    assert broken["state"] == "broken"
    do(space, "undo_card", number)
    (line,) = do(space, "overview", "x", own=True)["cards"]
    assert line["tests"] == {"ok": 1, "fail": 0}
    assert do(space, "remove_test", test["name"])["tests"] == []
    assert test["name"] in space.journals("tests")
    other = keep_test(space, number)
    assert other["name"] != test["name"]
    # One that somebody has written by hand goes too.
    path = Path(space.folder) / f"{other['name']}.json"
    path.rename(path.with_name("by-hand.json"))
    text = path.with_name("by-hand.json").read_text().replace(other["name"], "by-hand")
    path.with_name("by-hand.json").write_text(text)
    assert do(space, "remove_test", "by-hand")["number"] == number


def test_a_set_needs_cards_that_load_and_takes_what_they_bring_along(space: Space, tmp_path: Path) -> None:
    number, other = begin(space), begin(space)
    do(space, "put_into_deck", number)
    keep_test(space, number)
    do(space, "keep_wish", number, "It should fly.")
    edit(space, other, **ROTATE)
    assert refused(space, "give_set", str(other)) == (409, "DRAFT")
    assert refused(space, "give_set", "nothing") == (404, "NOT_FOUND")
    text = do(space, "give_set", str(number))
    value = json.loads(text)
    assert [len(value[key]) for key in ("cards", "decks", "tests")] == [1, 1, 1]
    assert value["notes"] == "It should fly."
    there = Space.make(str(tmp_path / "there"), OWN)
    looked = do(there, "look_at_set", text)
    assert (looked["problems"], looked["tests"], looked["decks"][0]["size"]) == ([], ["my-thief-test"], 30)
    do(there, "take_set", text)
    (line,) = do(there, "overview", "x", own=True)["cards"]
    assert (line["number"], line["tests"]) == (number, {"ok": 1, "fail": 0})
    small = Space.make(str(tmp_path / "small"), replace(GUEST, cards=0, text=10))
    assert len(do(small, "look_at_set", text)["problems"]) == 2
    assert refused(small, "take_set", text) == (422, "BAD_SET")
    assert not small.numbers()


def test_a_study_is_planned_with_the_decks_that_hold_the_card(space: Space) -> None:
    number = begin(space)
    plan = do(space, "plan_study", number, costs=True)
    assert [cost for cost, _ in plan["costs"]] == [2, 1, 3]
    assert list(plan["decks"]) == ["workshop-trial"]
    name = do(space, "put_into_deck", number)["name"]
    assert list(do(space, "plan_study", number)["decks"]) == [name]
    class_ = begin(space, kind="PLAYER")
    assert do(space, "plan_study", class_, costs=True)["costs"][0][0] == 0
    assert do(space, "plan_study", number, bot="hard")["level"] == "rollout:12 (hard)"
    assert do(space, "plan_study", number, bot="random")["level"] == "random"
    assert refused(space, "plan_study", number, bot="nobody") == (422, "BAD_EDIT")
    assert refused(space, "tell_study", number) == (404, "NOT_FOUND")
    edit(space, number, field="Rarity", value=0)
    assert refused(space, "plan_study", number) == (409, "NO_STUDY")
    edit(space, number, **ROTATE)
    assert refused(space, "plan_study", number) == (409, "DRAFT")


def test_decks_are_begun_from_any_deck_and_refused_with_a_sentence(space: Space) -> None:
    number = begin(space)
    deck = do(space, "make_deck", "guild", number)
    assert (deck["legal"], deck["class"]) == (True, -7)
    assert do(space, "make_deck", deck["name"])["legal"]
    assert refused(space, "make_deck", "nobody") == (404, "NOT_FOUND")
    assert do(space, "open_deck", "fen")["shipped"]
    assert refused(space, "edit_deck", "fen", {"about": "x"}) == (404, "NOT_FOUND")
    version = deck["version"]
    do(space, "edit_deck", deck["name"], {"about": "first"}, version)
    assert refused(space, "edit_deck", deck["name"], {"about": "second"}, version) == (409, "CHANGED")
    assert refused(space, "edit_deck", deck["name"], {"name": "MY-MY-THIEF"}) == (422, "BAD_EDIT")
    shipped = do(space, "edit_deck", deck["name"], {"name": "fen"})
    assert (shipped["legal"], "ships with the game" in shipped["problems"][0]) == (False, True)
    edit(space, number, field="Rarity", value=0)
    assert refused(space, "put_into_deck", number) == (422, "BAD_EDIT")


def test_a_deck_that_is_edited_or_removed_outside_stays_what_its_author_made_of_it(space: Space) -> None:
    do(space, "make_deck", "fen")
    path = Path(space.folder) / "my-fen.json"
    path.write_text(path.read_text().replace("Begun like fen", "By hand"))
    assert do(space, "open_deck", "my-fen")["about"] == "By hand"
    assert do(space, "undo_deck", "my-fen")["about"] == "Begun like fen"
    path.unlink()
    assert do(space, "open_deck", "my-fen")["legal"]
    assert path.exists()
    (Path(space.folder) / "broken.json").write_text('{"format": "marches-deck/1", "cards": 3}')
    assert do(space, "open_deck", "broken")["legal"] is False


def test_whoever_comes_second_waits_or_is_told_so(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    number = begin(space)
    lock = Lock(os.path.join(space.hidden, "lock"))
    waiting = threading.Timer(0.2, lock.release)
    waiting.start()
    assert do(space, "open_card", number)["version"] == 1
    waiting.join()
    monkeypatch.setattr(space_module, "PATIENCE", 0.05)
    with Lock(os.path.join(space.hidden, "lock")):
        assert refused(space, "open_card", number) == (503, "BUSY")


def test_a_process_answers_for_many_spaces_and_says_what_is_wrong_with_a_disk(tmp_path: Path) -> None:
    prepare()
    for number in range(MOST_SPACES + 2):
        assert work(str(tmp_path / f"space{number}"), GUEST, "make_card", {"like": THIEF}) == b'{"number":100}'
    (tmp_path / "file").write_text("")
    answer = work(str(tmp_path / "file"), GUEST, "overview", {"title": "", "own": False})
    assert answer[:2] == (503, "BROKEN")
    assert work(str(tmp_path / "space0"), GUEST, "overview", {"nonsense": 1})[:2] == (500, "BROKEN")


def test_files_that_are_no_cards_are_left_alone(space: Space) -> None:
    folder = Path(space.folder)
    (folder / "007.json").write_text("{}")
    (folder / "notes.json").write_text("[]")
    (folder / "5.json").write_text('{"Id": 5, "EntityType": "UNIT", "Name": "OTHER", "Hp": 1}')
    (folder / "200.json").write_bytes(b"\xff\xfe{}")
    (folder / "300.json").write_bytes(b"\xef\xbb\xbf{}\r\n")
    (folder / "400.json").write_bytes(b" " * 1_000_001)
    os.mkfifo(folder / "500.json")
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    lines = {line["number"]: line for line in do(space, "overview", "x", own=True)["cards"]}
    assert sorted(lines) == [5, 200, 300]
    assert all(line["draft"] for line in lines.values())
    for number in lines:
        assert do(space, "open_card", number)["problems"]
    time.sleep(0.01)
    after = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert {name: after[name] for name in before if name != ".workshop"} == {
        name: before[name] for name in before if name != ".workshop"
    }
