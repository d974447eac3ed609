"""Keep as test: a scenario file with what was ticked, which passes now and fails once the card does otherwise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from tablewright.cli import main
from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.workshop.bench import changed_bench, new_bench, shown_bench
from tablewright.games.marches.workshop.keeping import kept_test, run_tests
from tablewright.games.marches.workshop.sheet import BadEdit
from tests.games.marches.story import BOARD, Json, effect, find, gold, modify, skill, unit
from tests.games.marches.workshop.benches import SEEDS, SHIPPED, after, any_catalogue, own, played, ticks


def outcome(text: str, catalogue: Catalogue) -> tuple[str, str]:
    (found,) = run_tests({"kept": text}, catalogue)
    return found["state"], found["says"]


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_with_everything_ticked_a_kept_test_passes(seed: int) -> None:
    catalogue, number = any_catalogue(seed)
    shown = played(seed, catalogue, number, 6)
    keys = ticks(shown)
    assert len(keys) == len(set(keys))
    text = kept_test(shown["bench"], number, "kept", "All of it", keys, catalogue)
    (found,) = run_tests({"kept": text}, catalogue)
    assert (found["state"], found["says"], found["title"]) == ("ok", "", "All of it")
    assert number in found["cards"]
    assert shown_bench(found["bench"], number, catalogue) == shown  # it can be opened on the board again


@pytest.mark.parametrize("number", SHIPPED[::8])
def test_single_ticks_are_all_that_is_expected(number: int) -> None:
    catalogue = Catalogue()
    shown = played(number, catalogue, number, 4)
    for key in ticks(shown)[::7]:
        text = kept_test(shown["bench"], number, "kept", "One thing", [key], catalogue)
        value = json.loads(text)
        step, _, rest = key.partition(".")
        found = {at: done["expect"] for at, done in enumerate(value["steps"]) if "expect" in done}
        assert list(found) == [int(step)]
        (name,) = found[int(step)]
        assert rest.startswith(name)
        assert outcome(text, catalogue) == ("ok", "")


def keep(catalogue: Catalogue, number: int, key: str, *deeds: object, changes: tuple[Json, ...] = ()) -> str:
    bench = new_bench(number, catalogue)
    for change in changes:
        bench = changed_bench(bench, change, catalogue)
    return kept_test(after(bench, *deeds), number, "kept", "One thing", [key], catalogue)


LINE = {"play": 100, "at": 4}


@pytest.mark.parametrize(
    ("card", "deeds", "key", "edited", "says"),
    [
        (skill(100, gold(2)), [{"play": 100}], "0.p1.gold", skill(100, gold(3)), "expected player 1's gold 14, was 15"),
        (unit(100), [LINE], "0.entities.unit-100", unit(101), "there is no card 100"),
        (
            unit(100, hp=4, Interactions={"WHEN_PLAYED": [effect("EFFECT_DAMAGE", TempVariable=1)]}),
            [LINE],
            "0.entities.unit-100.health",
            unit(100, hp=4),
            "expected health of unit-100 3, was 4",
        ),
        (
            unit(100),
            [LINE],
            "0.entities.unit-100",
            unit(100, hp=4, Interactions={"WHEN_PLAYED": [effect("KILL_ENTITIES")]}),
            "expected unit-100 ",
        ),
        (unit(100), [LINE], "0.outcome", unit(100, Cost=999), "it should be possible, but is not"),
        (unit(100, Cost=999), [LINE], "0.outcome", unit(100), "it should be refused, but is not"),
        (
            skill(100, gold(2)),
            [{"play": 100}],
            "0.p2.gold",
            skill(100, modify("ACC", "SET", 10**9), modify("ACC", "ADD", 1)),
            "CARD 100 (100) broke the match: its effects made a number beyond 1,000,000,000",
        ),
        (
            skill(100, modify("ACC", "SET", 10**9), modify("ACC", "ADD", 1)),
            [{"play": 100}],
            "0.void",
            skill(100, gold(2)),
            "the match should become void, but it goes on",
        ),
        (unit(100), [LINE, "end_turn"], "1.current", unit(100, Cost=999), ""),
        (
            skill(100, BOARD, find("OPPONENT", "PLAYER"), effect("KILL_ENTITIES")),
            [{"play": 100}],
            "0.winner",
            skill(100, gold(2)),
            'the match should end otherwise: expected winner "p1", was null',
        ),
    ],
)
def test_a_kept_test_fails_once_the_card_does_otherwise(
    card: Json, deeds: list[object], key: str, edited: Json, says: str
) -> None:
    poor: tuple[Json, ...] = ({"gold": {"seat": 0, "to": 12}},)
    text = keep(own(card), 100, key, *deeds, changes=poor)
    assert outcome(text, own(card)) == ("ok", "")
    state, said = outcome(text, own(edited))
    if says:
        assert state in ("fail", "broken")
        assert said.startswith(says)
    else:
        assert state == "ok"  # only what was ticked matters


def test_tablewright_runs_and_checks_what_was_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card = skill(100, gold(2))
    (tmp_path / "100.json").write_text(json.dumps(card))
    shown = shown_bench(after(new_bench(100, own(card)), {"play": 100}, "power", "end_turn"), 100, own(card))
    text = kept_test(shown["bench"], 100, "100-tithe", "You gain 2 gold", ticks(shown), own(card))
    (tmp_path / "100-tithe.json").write_text(text)
    assert main(["test", "--cards", str(tmp_path), str(tmp_path)]) == 0
    assert "1 scenarios: 1 passed" in capsys.readouterr().out
    assert main(["check", "--strict", str(tmp_path / "100-tithe.json")]) == 0
    assert "0 errors, 0 warnings" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "title", "keep", "deeds", "sentence"),
    [
        ("a/b", "title", ["0.turn"], ["end_turn"], "the name of a test has at most"),
        ("a", " ", ["0.turn"], ["end_turn"], "a test needs a title of one line"),
        ("a", "t" * 201, ["0.turn"], ["end_turn"], "a test needs a title of one line"),
        ("a", "title", [], ["end_turn"], "tick at least one thing that matters"),
        ("a", "title", ["0.p1.health", "0.fame"], ["end_turn"], "what was ticked is not so any more"),
        ("a", "title", [], [], "do something with the card first"),
    ],
)
def test_what_cannot_be_kept_is_told_in_a_sentence(
    name: str, title: str, keep: list[str], deeds: list[object], sentence: str
) -> None:
    catalogue = Catalogue()
    with pytest.raises(BadEdit, match=sentence):
        kept_test(after(new_bench(2, catalogue), *deeds), 2, name, title, keep, catalogue)


def test_what_should_come_into_play_but_does_not_is_named() -> None:
    summon = [
        effect("ADD_LOCATION_REFERENCE", EffectLocation="FOREST"),
        effect("SUMMON_UNIT", TargetPlayer="OWNER", TempVariable=2),
    ]
    catalogue = own(skill(100, *summon))
    deeds = ({"play": 100}, {"play": 5, "at": "militia-7"})
    text = keep(catalogue, 100, "1.outcome", *deeds)
    assert outcome(text, catalogue) == ("ok", "")
    assert json.loads(text)["steps"][0]["bind"] == ["militia-7"]
    missing = "militia-7 should come into play, but does not, and 1 more"
    assert outcome(text, own(skill(100, gold()))) == ("fail", missing)
    bench = after(new_bench(100, catalogue), *deeds)
    with pytest.raises(BadEdit, match="something on this bench cannot be done any more"):
        kept_test(bench, 100, "kept", "One thing", ["1.outcome"], own(skill(100, gold())))


def test_a_test_that_takes_for_ever_is_left_off() -> None:
    busy = unit(100, Triggers={"BOARD": {"ON_END_OF_TURN": [BOARD, *[find("BOTH", "UNIT")] * 199]}})
    entities = [{"card": 100, "owner": "p1", "tile": tile} for tile in (4, 5, 6, 10, 11, 12)]
    value = {"format": "marches-scenario/1", "id": "kept", "title": "x" * 500, "covers": [], "basis": []}
    text = json.dumps({**value, "state": {"entities": entities}, "steps": [{"do": "end_turn"}] * 4_000})
    (found,) = run_tests({"kept": text}, own(busy))
    assert (found["state"], found["says"]) == ("broken", "its effects take more than 100,000 steps")
    assert len(found["title"]) == 200


def test_tests_that_cannot_be_run_say_why() -> None:
    texts = {
        "none": "",
        "half": '{"format": "marches-scenario/1", "title": "Half"',
        "other": '{"format": "marches-scenario/1", "id": "x", "title": "", "covers": [], "basis": [], "steps": []}',
        "later": json.dumps(
            {
                "format": "marches-scenario/1",
                "id": "later",
                "title": "Later",
                "covers": [],
                "basis": [],
                "requires": ["flying"],
                "state": {"p1": {"hand": [2]}},
                "steps": [{"expect": {}}],
            }
        ),
    }
    found = run_tests(texts, Catalogue())
    assert [(one["name"], one["state"], one["bench"]) for one in found] == [(name, "broken", None) for name in texts]
    assert all(one["says"] for one in found)
    assert found[-1]["says"] == "it requires flying"
    assert found[-1]["cards"] == [2]
