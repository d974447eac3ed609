"""An effect list read as sentences: what people see, and that it stands for exactly what is in the file."""

from __future__ import annotations

import re

import pytest

from tablewright.games.marches.language.idioms import effects_of, rows_of
from tablewright.games.marches.workshop.draft import CardSheet, Draft, tried
from tablewright.games.marches.workshop.sentences import shown_lists
from tablewright.games.marches.workshop.sheet import start_sheet
from tests.games.marches.workshop.sheets import (
    CATALOGUE,
    NUMBER,
    REFERENCE,
    SHIPPED,
    change,
    random_sheets,
    says,
    sheets_in,
    shown,
    take,
)

END = "ON_END_OF_TURN@BOARD"
#: Words that only programs use.
HIDDEN = re.compile(r"[A-Z]+_[A-Z]+|\bACC\b|[{}]|[a-z][A-Z]|register|accumulator|\btargets?\b|reference")


def check_rows(sheet: CardSheet, number: int) -> int:
    """Check that the rows of a card are its program, and that they speak to people."""
    draft = Draft(sheet, number, CATALOGUE)
    assert draft.card is not None
    for one in draft.lists:
        if one.program is not None:
            rows = [row.row for row in one.rows]
            again = tried(draft, one, effects_of(rows), 0, len(one.effects))
            assert again is not None
            steps = [(step.effect, step.values) for step in again.program.instructions]
            assert steps == [(step.effect, step.values) for step in one.program.instructions]
            assert rows_of(again.program.instructions) == rows
            assert [row.first for row in one.rows] == [sum(r.count for r in one.rows[:n]) for n in range(len(rows))]
    names = {word for n in CATALOGUE.numbers() if (card := CATALOGUE.get(n)) for word in [card.name]}
    count = 0
    for shown_list in shown_lists(draft):
        for row in shown_list["rows"]:
            said = row["says"]
            for name in names:
                said = said.replace(name, "")
            assert not HIDDEN.search(said), row["says"]
            assert "  " not in row["says"]
            assert row["says"][0].isupper() or row["says"][0].isdigit()
            count += 1
    return count


def test_rows_of_shipped_cards_are_their_programs() -> None:
    assert sum(check_rows(sheet, number) for number, sheet in sheets_in(SHIPPED)) > 50


def test_rows_of_reference_cards_are_their_programs() -> None:
    if not REFERENCE.is_dir():
        pytest.skip("the reference cards are not beside the repository")
    assert sum(check_rows(sheet, number) for number, sheet in sheets_in(REFERENCE)) > 20


def test_rows_of_random_cards_are_their_programs() -> None:
    assert sum(check_rows(sheet, NUMBER) for sheet in random_sheets(11, 60)) > 100


def test_a_card_made_by_clicks_reads_like_one_thinks() -> None:
    sheet = start_sheet(NUMBER, CATALOGUE, kind="BUILDING", name="Sawmill")
    sheet = take(sheet, "At the end of a turn", lists=True)
    sheet = take(sheet, "If the player whose turn ends is you", add=[END, 0])
    sheet = take(sheet, "Deal 1 damage to every enemy unit on the board, and see how many are gone", add=[END, 1])
    sheet = take(sheet, "building", chip=[END, 1, "TargetType"])
    sheet = take(sheet, "the forest", chip=[END, 1, "EffectLocation"])
    sheet = take(sheet, "If any are gone", add=[END, 2])
    sheet = take(sheet, "You gain 1 gold", add=[END, 3])
    sheet = change(sheet, chip=[END, 3, "amount"], value=2)
    assert says(sheet) == [
        "[At the end of a turn]",
        "  If [the player whose turn ends] [is] [you]",
        "    Deal [1] damage to every [enemy] [building] on [the forest], and see how many are gone",
        "    If [any are] gone",
        "      [You] [gain] [2] gold",
    ]
    found = shown(change(sheet, writeText=True))
    assert found["problems"] == []
    assert [row["gives"] for row in found["lists"][0]["rows"]][:2] == ["you", "the number of those gone"]
    assert len(Draft(sheet, NUMBER, CATALOGUE).lists[0].effects) == 12


def test_what_rows_before_have_chosen_is_called_it_or_them() -> None:
    sheet = take(start_sheet(NUMBER, CATALOGUE, kind="SKILL"), "When this is played", lists=True)
    sheet = take(sheet, "Choose every friendly unit on the board", add=["WHEN_PLAYED", 0])
    sheet = take(sheet, "Their attack grows by 1", add=["WHEN_PLAYED", 1])
    sheet = take(sheet, "Make them march", add=["WHEN_PLAYED", 1])
    assert says(sheet)[1:] == [
        "  The [attack] of [every] [friendly] [unit] on [the board] [grows by] [1]",
        "  Make [them] march",
    ]
    them = shown(sheet)["lists"][0]["rows"][1]["parts"][1]
    assert (them["fixed"], them["title"]) == (True, "every friendly unit on the board")
    sheet = take(sheet, "Remember their total HP", add=["WHEN_PLAYED", 2])
    sheet = take(sheet, "Deal 1 damage to every enemy unit on the board", add=["WHEN_PLAYED", 3])
    sheet = take(sheet, "that number", chip=["WHEN_PLAYED", 3, "amount"])
    assert says(sheet)[-1] == "  Deal [that number] damage to [every] [enemy] [unit] on the board"


def test_taking_away_is_said_without_a_sign() -> None:
    sheet = take(start_sheet(NUMBER, CATALOGUE, kind="SKILL"), "When this is played", lists=True)
    sheet = take(sheet, "You gain 1 gold", add=["WHEN_PLAYED", 0])
    sheet = take(sheet, "lose", chip=["WHEN_PLAYED", 0, "ModifierOperation"])
    assert says(sheet)[1] == "  [You] [lose] [1] gold"
    sheet = change(sheet, chip=["WHEN_PLAYED", 0, "loss"], value=3)
    assert says(sheet)[1] == "  [You] [lose] [3] gold"
    assert '"TempVariable": -3' in sheet.card
    sheet = take(sheet, "Your opponent", chip=["WHEN_PLAYED", 0, "Receiver"])
    sheet = take(sheet, "gains", chip=["WHEN_PLAYED", 0, "ModifierOperation"])
    assert says(sheet)[1] == "  [Your opponent] [gains] [3] gold"
