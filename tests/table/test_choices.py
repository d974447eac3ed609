"""The choices are exactly what is legal, and say why the rest is not."""

from __future__ import annotations

import pytest

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.table.choices import Choices, Entry
from tablewright.table.table import Table
from tablewright.table.wording import Scene, wording_of

from ..support.tables import every_game, new_record, new_table


def choices_of(table: Table) -> Choices:
    match = table.match
    scene = Scene(match.state, match.turn, match.names)
    return Choices(match, table.offered() or [match.turn], wording_of(match.game, match.setup), scene)


def reachable(choices: Choices) -> list[str]:
    """Return every action that can be chosen by opening each group once."""
    found = []
    for entry in choices.top():
        entries = [entry] if entry.action is not None or entry.reason else choices.group(entry.command)
        found += [line.action.text for line in entries if line.action is not None]
    return found


def positions(game: Game, seed: int, every: int) -> list[Table]:
    table, dice, found = Table(new_record(game, seed, "Ann")), Dice(seed), []
    while not table.match.over and len(table.match) < 200:
        if len(table.match) % every == 0:
            found.append(Table(table.match.record()))
        legal = table.match.legal_actions()
        table.do(legal[dice.roll(len(legal)) - 1])
    return found


@pytest.mark.parametrize("game", every_game())
def test_every_legal_action_can_be_chosen_once_and_nothing_else(game: Game) -> None:
    for seed in range(2):
        for table in positions(game, seed, 9):
            choices = choices_of(table)
            assert sorted(reachable(choices)) == sorted(action.text for action in table.match.state.legal_actions())


@pytest.mark.parametrize("game", every_game())
def test_what_is_impossible_gives_the_reason_of_the_rules(game: Game) -> None:
    explained = 0
    for table in positions(game, 5, 9):
        choices = choices_of(table)
        for action, reason in choices.impossible:
            assert reason == str(table.match.state.why_not(action))
        refused = [entry for entry in choices.top() if entry.reason]
        explained += len(refused)
        assert all(entry.action is None and entry.title for entry in refused)
    assert explained > 0


@pytest.mark.parametrize("game", every_game())
def test_all_titles_fit_what_they_name(game: Game) -> None:
    for table in positions(game, 2, 15):
        choices = choices_of(table)
        titles = [entry.title for entry in choices.top()]
        assert len(titles) == len(set(titles))
        for entry in choices.top():
            if entry.action is None and not entry.reason:
                inside = [line.title for line in choices.group(entry.command) if not line.reason]
                assert len(inside) == len(set(inside)), inside


def titles(entries: list[Entry]) -> list[str]:
    return [entry.title for entry in entries]


def test_a_hand_of_cards_becomes_a_short_list() -> None:
    table = new_table("ooperations", 7, "Ann")
    choices = choices_of(table)
    assert titles(choices.top())[:3] == [
        "Play Squirrel Soldier (1 mana, 1/1)",
        "Redraw one card fewer",
        "Done: end the turn",
    ]
    assert titles(choices.group("creature SQIRL")) == [f"in F{slot}" for slot in range(1, 8)]
    refused = {entry.title: entry.reason for entry in choices.top() if entry.reason}
    assert refused["Play Ninja"] == "Ninja costs 4 mana, you have 2"


def test_a_taken_slot_stays_in_its_group_with_the_reason() -> None:
    table = new_table("ooperations", 7, "Ann")
    table.do(table.match.state.parse("creature SQIRL F3"))
    table.match.state.players[0].hand.append(table.match.state.setup.cards.by_key["CADET"])  # type: ignore[attr-defined]
    entries = choices_of(table).group("creature CADET")
    assert titles(entries)[-1] == "F3 Squirrel Soldier 1/1"
    assert entries[-1].reason == "F3 already holds a creature"


def test_touching_a_thing_lists_what_can_be_done_with_it() -> None:
    table = new_table("ooperations", 7, "Ann")
    choices = choices_of(table)
    assert [entry.command for entry in choices.touching("SQIRL")] == ["creature SQIRL"]
    assert [entry.command for entry in choices.touching("F2")] == ["creature SQIRL F2"]
    assert [entry.reason for entry in choices.touching("NINJA")] == ["Ninja costs 4 mana, you have 2"]
    assert choices.touching("OF1") == []


def test_a_spell_without_any_creature_to_aim_at_is_refused_once() -> None:
    table = new_table("ooperations", 7, "Ann")
    cards = table.match.state.setup.cards.by_key  # type: ignore[attr-defined]
    table.match.state.players[0].hand[:] = [cards["SHOCK"], cards["REVIV"]]  # type: ignore[attr-defined]
    table.match.state.players[0].mana = 9  # type: ignore[attr-defined]
    choices = choices_of(table)
    refused = [(entry.command, entry.reason) for entry in choices.top() if entry.reason]
    assert refused == [
        ("spell SHOCK", "there is no creature in the target slot"),
        ("spell REVIV", "your graveyard is empty"),
    ]
    assert [entry.reason for entry in choices.touching("SHOCK")] == ["there is no creature in the target slot"]


def test_people_of_one_party_choose_for_their_own_heroes_only() -> None:
    table = new_table("dungeons", 7, "Ann", "bot easy", "Cy", players="each")
    choices = choices_of(table)
    seat_of = table.match.state.seat_of
    assert {seat_of(action) for action in choices.legal} == {0, 2}
    assert {seat_of(action) for action, _ in choices.impossible} == {0, 2}
    assert len(choices.legal) == sum(len(table.match.legal_actions(seat)) for seat in (0, 2))


def test_each_seat_answers_for_its_own_actions() -> None:
    table = new_table("dungeons", 7, "Ann", "Bea", "Cy", players="each")
    match = table.match
    impossible = choices_of(table).impossible
    assert {match.state.seat_of(action) for action, _ in impossible} == {0, 1, 2}
    for action, reason in impossible:
        assert reason == str(match.perspective(match.state.seat_of(action)).why_not(action))


def test_many_different_reasons_are_counted() -> None:
    table = new_table("maze", 1, "Ann")
    entries = choices_of(table).group("move S right")
    assert titles(entries)[:2] == ["1 tile", "2 tiles"]
    assert entries[-1].title.endswith(" more")
    assert entries[-1].reason == "likewise impossible; type one to see why"


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        ("", ""),
        ("cr", "creature SQIRL F"),
        ("CREATURE  sq", "creature SQIRL F"),
        ("creature SQIRL F3", "creature SQIRL F3"),
        ("d", "done"),
        ("x", "x"),
    ],
)
def test_completion_goes_as_far_as_the_legal_actions_agree(typed: str, whole: str) -> None:
    assert choices_of(new_table("ooperations", 7, "Ann")).complete(typed) == whole
