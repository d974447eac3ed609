"""Sheets to try things on: of the cards that ship, of the reference cards if they are there, and of random ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablewright.games.marches.files import DATA, Catalogue
from tablewright.games.marches.workshop.draft import Draft
from tablewright.games.marches.workshop.sheet import CardSheet, edited, offers, shown_sheet
from tablewright.games.marches.workshop.writing import written
from tests.games.marches.random_cards import random_card, random_class

CATALOGUE = Catalogue()
SHIPPED = Path(DATA, "cards")
REFERENCE = Path(__file__).parents[5] / "shared" / "conformance" / "marches" / "cards"
NUMBER = 100
Shown = dict[str, Any]


def sheets_in(folder: Path) -> list[tuple[int, CardSheet]]:
    """Return the cards of a folder with their numbers."""
    found = []
    for path in sorted(folder.glob("*.json")):
        if not path.stem.endswith("-illustration"):
            beside = path.with_name(f"{path.stem}-illustration.json")
            drawn = beside.read_bytes().decode() if beside.exists() else ""
            found.append((int(path.stem), CardSheet(path.read_bytes().decode(), drawn)))
    assert found
    return found


def random_sheets(seed: int, count: int) -> Iterator[CardSheet]:
    """Go through cards made by dice, which load and make little sense."""
    rng = random.Random(seed)
    for number in range(count):
        yield CardSheet(written(random_class(rng, NUMBER) if number % 10 == 9 else random_card(rng, NUMBER)))


def shown(sheet: CardSheet, number: int = NUMBER) -> Shown:
    return shown_sheet(sheet, number, CATALOGUE)


def change(sheet: CardSheet, **edit: Any) -> CardSheet:
    return edited(sheet, NUMBER, edit, CATALOGUE)


def offered(sheet: CardSheet, number: int = NUMBER, **at: Any) -> list[Shown]:
    return offers(sheet, number, at, CATALOGUE)


def take(sheet: CardSheet, title: str, **at: Any) -> CardSheet:
    """Take the offer with a title, as a click does."""
    found = {offer["title"]: offer for offer in offered(sheet, **at)}
    assert title in found, sorted(found)
    return edited(sheet, NUMBER, found[title]["edit"], CATALOGUE)


def says(sheet: CardSheet) -> list[str]:
    """Return the sentences of a card, indented, with chips in brackets."""
    lines = []
    for one in shown(sheet)["lists"]:
        lines.append(in_brackets(one["parts"]))
        lines += ["  " * (row["indent"] + 1) + in_brackets(row["parts"]) for row in one["rows"]]
    return lines


def in_brackets(parts: list[Any]) -> str:
    return "".join(part if isinstance(part, str) else f"[{part['says']}]" for part in parts)


def chips(sheet: CardSheet, number: int = NUMBER) -> list[tuple[str, int, str]]:
    """Return the places of all chips that can be changed."""
    return [
        (one["id"], index, part["chip"])
        for one in shown(sheet, number)["lists"]
        for index, row in enumerate(one["rows"])
        for part in row["parts"]
        if isinstance(part, dict) and not part.get("fixed")
    ]


def codes_at(sheet: CardSheet, where: str, row: int) -> set[str]:
    """Return what is wrong with a row."""
    draft = Draft(sheet, NUMBER, CATALOGUE)
    one = draft.list_of(where)
    first, count = one.rows[row].first, one.rows[row].count
    ways = [(*one.path, index) for index in range(first, first + count)]
    return {spot.problem.code for spot in draft.spots if spot.path and spot.path[: len(ways[0])] in ways}
