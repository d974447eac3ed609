"""The rows of a study: one JSON line for each match, looked at before they are counted."""

from __future__ import annotations

from itertools import chain
from typing import Any

from tablewright.core.outside import LONGEST_LINE, parse_json
from tablewright.core.values import items, number, read_outcome, text
from tablewright.lab.study import Chunk, Study

#: No number of a match comes near, and no match has so many rounds or cards.
LARGEST = 10**12
LONGEST = 50_000


def check_rows(study: Study, chunk: Chunk, lines: str) -> None:
    """Raise ``ValueError`` with a sentence unless these can be the rows of a piece of a study."""
    rows = lines.splitlines()
    if len(rows) != chunk.matches:
        raise ValueError(f"it should have {chunk.matches} lines, not {len(rows)}")
    for match, line in enumerate(rows, chunk.first):
        row = parse_json(line)
        if not isinstance(row, dict):
            raise ValueError("a row should be an object")
        deal, seating = divmod(match, study.seatings)
        seed = study.seeding.of_deal(study.seed, deal)
        for name, expected in (("pairing", chunk.pairing), ("deal", deal), ("seating", seating), ("seed", seed)):
            number(row.get(name), f"the {name}", expected, expected)
        _check_result(row, study.setup(chunk.pairing, seating).seats)


def _check_result(row: dict[str, Any], seats: int) -> None:
    read_outcome("", row.get("returns"), seats)
    text(row.get("cause"), "the cause", LONGEST_LINE)
    if row.get("score", 0) is not None:
        _check_amount(row.get("score"), "the score")
    _check_amount(row.get("actions"), "the number of actions")
    _check_amount(row.get("length", 0), "the length")
    for name in ("deck", "drawn", "played", "spent"):
        if name in row:
            parts = [
                items(part, f'"{name}" of a seat', 0, LONGEST) for part in items(row[name], f'"{name}"', seats, seats)
            ]
            for value in chain.from_iterable(parts):
                if name == "spent":
                    _check_amount(value, "what is spent")
                else:
                    text(value, "the name of a card", LONGEST_LINE)


def _check_amount(value: Any, what: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not -LARGEST <= value <= LARGEST:
        raise ValueError(f"{what} should be a whole number")
