"""A space: the folder that every other command reads, its drafts, and what others do to the files meanwhile."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablewright.games.marches.files import DATA
from tablewright.games.marches.game import GAME
from tablewright.games.marches.workshop.sheet import edited
from tablewright.web.workshop.bounds import GUEST, OWN
from tablewright.web.workshop.space import Space, WorkshopRefusal, sheet_of, texts_of
from tests.cli.support import run

from .authors import THIEF, calls, value_of

BROKEN = {"json": {"card": '{"Id": 100', "illustration": ""}}


def edit(space: Space, number: int, **change: Any) -> Any:
    version = calls.open_card(space, number)["version"]
    return calls.edit_card(space, number, version, change)


def begin(space: Space, like: int = THIEF) -> int:
    number: int = calls.make_card(space, like=like)["number"]
    return number


def file(space: Space, name: str) -> Path:
    return Path(space.folder) / name


def again(space: Space) -> Space:
    """Return the same folder as another process sees it."""
    return Space.make(space.folder, space.bounds)


def test_the_folder_is_one_that_every_other_command_reads(space: Space) -> None:
    number = begin(space)
    edit(space, number, field="Name", value="CUT PURSE")
    deck = calls.put_into_deck(space, number)
    bench = calls.use_bench(space, number)
    play = next(one for one in bench["choices"] if "CUT PURSE" in one["title"] and not one.get("reason"))
    bench = calls.use_bench(space, number, bench={**bench["bench"], "steps": [{"do": play["do"]}]})
    keep = [change["key"] for change in bench["steps"][0]["changes"]]
    sheet = calls.keep_test(space, number, bench["bench"], "It is played", keep)
    assert [test["state"] for test in sheet["tests"]] == ["ok"]
    checked = run("check", space.folder)
    assert (checked.returncode, checked.stdout) == (0, "4 files checked: 0 errors, 0 warnings\n")
    tested = run("test", space.folder)
    assert tested.stdout.endswith("1 scenarios: 1 passed, 0 failed, 0 skipped\n")
    game = GAME.with_files([str(path) for path in Path(space.folder).glob("*.json")])
    assert game.setup(deck1=deck["name"]).cards[number].name == "CUT PURSE"
    (changed,) = edit(space, number, field="Cost", value=9)["tests"]
    assert changed["state"] == "fail"


def test_every_shipped_card_opens_and_keeps_its_bytes(space: Space) -> None:
    shutil.copytree(Path(DATA) / "cards", space.folder, dirs_exist_ok=True)
    before = {path.name: path.read_bytes() for path in Path(space.folder).glob("*.json")}
    numbers = [line["number"] for line in calls.overview(space, "", True)["cards"]]
    assert len(numbers) * 2 == len(before)
    for number in numbers:
        sheet = calls.open_card(space, number)
        assert sheet["json"]["card"].encode() == before[f"{number}.json"]
        calls.edit_card(space, number, sheet["version"], {"json": sheet["json"]})
    assert {path.name: path.read_bytes() for path in Path(space.folder).glob("*.json")} == before
    assert not calls.open_card(space, numbers[0])["canUndo"]


def test_a_card_that_does_not_load_is_a_draft_and_never_in_the_folder(space: Space) -> None:
    number = begin(space)
    good = file(space, "100.json").read_bytes()
    sheet = edit(space, number, **BROKEN)
    assert sheet["draft"]
    assert sheet["card"] is None
    assert sheet["problems"]
    assert file(space, "100.json").read_bytes() == good
    (line,) = calls.overview(again(space), "", True)["cards"]
    assert (line["draft"], line["number"]) == (True, number)
    for call in (calls.use_bench, calls.probe_card):
        with pytest.raises(WorkshopRefusal) as refused:
            call(space, number)
        assert refused.value.code == "DRAFT"
    sheet = calls.undo_card(again(space), number)
    assert not sheet["draft"]
    assert file(space, "100.json").read_bytes() == good
    assert calls.undo_card(space, number, redo=True)["json"]["card"] == BROKEN["json"]["card"]


def test_what_somebody_edits_outside_is_a_new_version_and_can_be_undone(space: Space) -> None:
    number = begin(space)
    base = edit(space, number, field="Cost", value=3)["version"]
    card = file(space, "100.json")
    mine = card.read_text()
    card.write_text(mine.replace('"Cost": 3', '"Cost": 5'))
    with pytest.raises(WorkshopRefusal) as refused:
        calls.edit_card(space, number, base, {"field": "Hp", "value": 7})
    assert refused.value.code == "CHANGED"
    sheet = refused.value.more["sheet"]
    assert value_of(sheet, "Cost") == 5
    versions = calls.list_versions(space, number)
    assert versions[0]["what"] == "edited outside of the workshop"
    assert versions[0]["lines"] == ["Gold: 3 → 5"]
    assert calls.undo_card(space, number)["json"]["card"] == mine
    assert card.read_text() == mine
    file(space, "100-illustration.json").unlink()
    card.unlink()
    assert calls.overview(space, "", True)["removed"][0]["number"] == number
    calls.restore_card(space, number)
    assert card.read_text() == mine


def test_what_a_crash_has_interrupted_is_finished(space: Space) -> None:
    number = begin(space)
    changed = edited(
        sheet_of(space.book(number).history.now.texts), number, {"field": "Name", "value": "X"}, space.catalogue
    )
    # The journal has the change, and of the files none, or one.
    for written in ([], ["100-illustration.json"], ["100-illustration.json", "100.json"]):
        journal = space.journal("cards", str(number))
        texts = {"100.json": changed.card, "100-illustration.json": changed.illustration}
        journal.add("a change", texts_of(changed))
        for name in written:
            file(space, name).write_text(texts[name])
        other = again(space)
        assert calls.open_card(other, number)["name"] == "X"
        assert {name: file(space, name).read_text() for name in texts} == texts
        assert calls.list_versions(other, number)[0]["what"] == "a change"
        calls.undo_card(other, number)
        assert file(space, "100.json").read_text() != changed.card


def test_a_card_is_removed_and_comes_back_with_its_decks(space: Space) -> None:
    number = begin(space)
    name = calls.put_into_deck(space, number)["name"]
    calls.remove_card(space, number)
    assert not list(Path(space.folder).glob("*.json"))
    assert calls.overview(space, "", True)["removed"] == [{"number": number, "name": "MY THIEF"}]
    assert calls.open_deck(space, name)["problems"] == [f"there is no card {number}"]
    with pytest.raises(WorkshopRefusal):
        calls.open_card(space, number)
    assert begin(space) == number + 1
    assert calls.restore_card(space, number)["decks"] == [name]
    assert calls.open_deck(space, name)["legal"]
    assert file(space, f"{name}.json").exists()


def test_decks_follow_the_name_of_a_card_and_leave_the_folder_when_they_are_against_the_rules(space: Space) -> None:
    number = begin(space)
    name = calls.put_into_deck(space, number)["name"]
    edit(space, number, field="Name", value="CUT PURSE")
    deck = json.loads(file(space, f"{name}.json").read_text())
    assert deck["cards"][f"{number} CUT PURSE"] == 3
    edit(space, number, field="Rarity", value=3)
    shown = calls.open_deck(space, name)
    assert shown["problems"] == [f"CUT PURSE ({number}) may be in a deck 1 times, not 3"]
    assert not file(space, f"{name}.json").exists()
    assert run("check", space.folder).returncode == 0
    calls.undo_card(space, number)
    assert calls.open_deck(space, name)["legal"]
    assert file(space, f"{name}.json").exists()


def test_a_deck_is_built_step_by_step_and_undone(space: Space) -> None:
    deck = calls.make_deck(space, "fen")
    name = deck["name"]
    assert (name, deck["size"], deck["legal"], sum(deck["curve"])) == ("my-fen", 30, True, 30)
    assert sum(deck["kinds"].values()) == 30
    less = calls.edit_deck(space, name, {"set": {str(THIEF): 1}})
    assert (less["size"], less["problems"]) == (28, ["a deck has 30 cards, not 28"])
    assert not file(space, "my-fen.json").exists()
    other = calls.edit_deck(space, name, {"name": "Thieves, and marsh"})
    with pytest.raises(WorkshopRefusal) as refused:
        calls.edit_deck(space, other["name"], {"set": {"777": 1}})
    assert str(refused.value) == "There is no card 777."
    assert [calls.undo_deck(space, other["name"])["name"], calls.undo_deck(space, name)["size"]] == [name, 30]
    assert calls.undo_deck(space, name, redo=True)["size"] == 28
    calls.remove_deck(space, name)
    assert calls.overview(space, "", True)["decks"] == []


def test_a_guest_has_bounds_and_is_told_so(tmp_path: Path) -> None:
    bounds = replace(GUEST, cards=2, decks=1, bytes=60_000, text=2_000)
    space = Space.make(str(tmp_path / "guest"), bounds)
    number = begin(space)
    begin(space)

    def code(call: Any, *arguments: Any, **named: Any) -> str:
        with pytest.raises(WorkshopRefusal) as refused:
            call(space, *arguments, **named)
        return refused.value.code

    assert code(calls.make_card, like=THIEF) == "FULL"
    calls.put_into_deck(space, number)
    assert code(calls.put_into_deck, number) == "FULL"
    long = {"json": {"card": "{" + " " * 3000, "illustration": ""}}
    assert code(calls.edit_card, number, 1, long) == "BAD_EDIT"
    calls.keep_wish(space, number, "x" * 2000)
    while space.size() <= 60_000:
        calls.keep_wish(space, number, "y" * 2000)
    assert code(calls.edit_card, number, 1, {"field": "Cost", "value": 1}) == "FULL"
    calls.remove_card(space, number)


def test_half_a_character_is_refused_and_spoils_nothing(space: Space) -> None:
    number = begin(space)
    for change in (
        {"json": {"card": "\ud800", "illustration": ""}},
        {"text": "\ud800"},
        {"field": "Name", "value": "\ud800"},
    ):
        with pytest.raises(WorkshopRefusal) as refused:
            edit(space, number, **change)
        assert refused.value.code == "BAD_EDIT"
    assert calls.open_card(space, number)["version"] == 1


def test_nothing_of_the_workshop_is_taken_for_content(space: Space) -> None:
    number = begin(space)
    calls.use_bench(space, number)
    edit(space, number, **BROKEN)
    assert not [path for path in Path(space.hidden).rglob("*") if path.name.endswith(".json")]
    assert run("test", space.folder).stderr.count("\n") == 1
    assert OWN.versions is None
