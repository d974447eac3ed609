"""A sheet as it was read: the card in it, its effect lists as rows, and everything that is wrong with it.

A sheet is the two texts of a card, and nothing else is kept of it. Every change makes another sheet, which is read
anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from tablewright.core.problems import Problem
from tablewright.games.marches.authoring.lint import check_documents
from tablewright.games.marches.authoring.lint_flow import FlowLint
from tablewright.games.marches.authoring.lint_keys import kind_of
from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import ILLUSTRATION, program_of, read_effects
from tablewright.games.marches.language.flow import FlowStep
from tablewright.games.marches.language.idioms import EffectRow, rows_of
from tablewright.games.marches.language.reader import Document
from tablewright.games.marches.language.shapes import Occasion
from tablewright.games.marches.language.vocabulary import INTERACTIONS, PLACES, TRIGGERS
from tablewright.games.marches.machine.chain import Program
from tablewright.games.marches.pieces import MarchesCard
from tablewright.games.marches.workshop.writing import Path, places_of, read_text, read_value

Effects = list[dict[str, Any]]
#: Stands between occasion and place in the name of a list.
AT: Final = "@"


class BadEdit(ValueError):
    """A change that cannot be made; its text is one sentence for people."""


class CardSheet(NamedTuple):
    """The two texts of a card: of its file, and of its illustration; that is "" if there is none."""

    card: str
    illustration: str = ""


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of an effect list: the idiom, and which effects of the list it stands for."""

    row: EffectRow
    first: int
    count: int


class EffectList(NamedTuple):
    """An effect list of a card: its name, where it is in the file, and its program, if it has effects."""

    id: str
    occasion: Occasion
    place: int
    path: Path
    effects: Effects
    program: Program | None
    rows: tuple[ListRow, ...]


class Spot(NamedTuple):
    """A problem and the way to what it is about, in the card or in the illustration."""

    problem: Problem
    drawn: bool
    path: Path | None


class Draft:
    """A sheet that was read."""

    def __init__(self, sheet: CardSheet, number: int, catalogue: Catalogue) -> None:
        self.sheet = sheet
        self.number = number
        self.catalogue = catalogue
        self.document = read_text(sheet.card, f"{number}.json")
        self.illustration = read_text(sheet.illustration, f"{number}{ILLUSTRATION}") if sheet.illustration else None
        #: The texts are JSON, so that they can be changed by anything else than rewriting them.
        self.whole = not self.document.problems and not (self.illustration and self.illustration.problems)
        self.card = check_documents(self.document, self.illustration, catalogue)
        self.value = _object(self.document)
        self.picture = _object(self.illustration)
        root = self.document.root
        self.kind = 0 if root is None else kind_of(root)

    @property
    def problems(self) -> list[Problem]:
        """Everything that is wrong with the card, and then with its illustration."""
        return self.document.problems + (self.illustration.problems if self.illustration else [])

    @cached_property
    def lists(self) -> list[EffectList]:
        """The effect lists of a card that loads."""
        return [] if self.card is None else lists_of(self.value, self.card)

    @cached_property
    def spots(self) -> list[Spot]:
        """The problems with their places."""
        return spots(self.document, False) + (spots(self.illustration, True) if self.illustration else [])

    def list_of(self, name: object) -> EffectList:
        """Return an effect list by its name, or raise ``BadEdit``."""
        for one in self.lists:
            if one.id == name:
                return one
        raise BadEdit("There is no such list of steps on this card any more.")

    def find(self, number: int) -> MarchesCard | None:
        """Return a card by number; this one is what it is now."""
        return self.card if number == self.number else self.catalogue.get(number)

    def name(self, number: int) -> str:
        """Return the name of a card."""
        card = self.find(number)
        return f"card {number}" if card is None else card.name


def _object(document: Document | None) -> dict[str, Any]:
    plain = None if document is None or document.root is None else document.root.plain()
    return plain if isinstance(plain, dict) else {}


def spots(document: Document, drawn: bool) -> list[Spot]:
    """Return the problems of a document with the ways to what they are about."""
    places = places_of(document.root) if document.problems else {}
    return [
        Spot(problem, drawn, places.get((problem.line, problem.column)) if problem.line else None)
        for problem in document.problems
    ]


def list_name(occasion: Occasion, place: int) -> str:
    """Return the name of an effect list."""
    return f"{occasion.name}{AT}{PLACES.write(place)}" if occasion.trigger else occasion.name


def named_list(name: str) -> tuple[Occasion, int]:
    """Return occasion and place of the name of a list; raises ``BadEdit`` if there is no such list."""
    word, at, place = name.partition(AT)
    occasion = TRIGGERS.get(word) if at else INTERACTIONS.get(word)
    where = PLACES.read(place) if at else codes.NOWHERE
    if occasion is None or where is None:
        raise BadEdit("There is no such occasion.")
    return occasion, where


def lists_of(value: dict[str, Any], card: MarchesCard) -> list[EffectList]:
    """Return the effect lists of a card that loads, also empty ones, in the order of the file."""
    programs = {program.name: program for program in card.programs}
    found: list[EffectList] = []

    def add(occasion: Occasion, place: int, path: Path, effects: Any) -> None:
        name = list_name(occasion, place)
        program = programs.get(name.replace(AT, " "))
        rows = () if program is None else tuple(rows_in(program))
        found.append(EffectList(name, occasion, place, path, effects or [], program, rows))

    for name, effects in (value.get("Interactions") or {}).items():
        add(INTERACTIONS[name.upper()], codes.NOWHERE, ("Interactions", name), effects)
    if card.kind != codes.SKILL:
        for where, members in (value.get("Triggers") or {}).items():
            for name, effects in (members or {}).items():
                place = PLACES.read(where)
                assert place is not None
                add(TRIGGERS[name.upper()], place, ("Triggers", where, name), effects)
    return found


def rows_in(program: Program) -> list[ListRow]:
    """Return the rows of a program with the effects they stand for."""
    found: list[ListRow] = []
    first = 0
    for row in rows_of(program.instructions):
        count = len(row.idiom.effects)
        found.append(ListRow(row, first, count))
        first += count
    return found


# ----------------------------------------------------------------------------------------------------------- trials


class TriedCard(NamedTuple):
    """What comes of an effect list that a card might have instead of one it has."""

    card: MarchesCard
    program: Program
    #: For each effect that was looked at, the codes of what is wrong with it.
    codes: dict[int, set[str]]
    steps: list[FlowStep]

    @property
    def wrong(self) -> set[str]:
        """The codes of everything that is wrong with them."""
        return {code for found in self.codes.values() for code in found}


def tried(
    draft: Draft,
    where: EffectList,
    new: Sequence[Mapping[str, Any]],
    start: int,
    instead: int = 0,
    cautious: bool = False,
) -> TriedCard | None:
    """Look what a list would be with other effects at a place, and what is wrong with these.

    They go before the effect ``start``, or take the place of some; ``None`` is returned if they cannot be read. What
    only makes sense because other cards may interfere counts as wrong, unless one is ``cautious``.
    """
    assert draft.card is not None
    document = read_value(list(new), "trial")
    assert document.root is not None
    effects = read_effects(document, document.root, where.occasion)
    old = () if where.program is None else where.program.instructions
    instructions = [*old[:start], *effects, *old[start + instead :]]
    if document.problems or not instructions or len(instructions) > codes.MOST_EFFECTS:
        return None
    program = program_of(where.occasion, where.place, instructions)
    card = with_program(draft.card, program)
    find = draft.catalogue.get
    lint = FlowLint(document, card, lambda number: card if number == card.id else find(number))
    lint.check_steps(program, range(start, start + len(effects)), cautious)
    starts = [item.line for item in document.root.items()]
    found: dict[int, set[str]] = {}
    for problem in document.problems:
        found.setdefault(start + sum(line <= problem.line for line in starts) - 1, set()).add(problem.code)
    return TriedCard(card, program, found, lint.steps)


def with_program(card: MarchesCard, program: Program) -> MarchesCard:
    """Return the card with another effect list."""
    programs = [program if other.name == program.name else other for other in card.programs]
    return MarchesCard(
        id=card.id,
        kind=card.kind,
        name=card.name,
        cost=card.cost,
        rarity=card.rarity,
        tribe=card.tribe,
        text=card.text,
        options=card.options,
        targeting=card.targeting,
        owners=card.owners,
        stats=card.stats,
        damage=card.damage,
        gold=card.gold,
        power=card.power,
        programs=tuple(programs if program in programs else [*programs, program]),
    )
