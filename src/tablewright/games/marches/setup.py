"""What a match is started with: cards, decks, classes and options."""

from __future__ import annotations

import os

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.problems import did_you_mean
from tablewright.games.marches.actions import ActionTable
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import read_card, read_card_file
from tablewright.games.marches.language.reader import Document

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, Final

    from tablewright.core.problems import Problem
    from tablewright.games.marches.state import MarchesCard

DATA: Final = os.path.join(os.path.dirname(__file__), "data")
DECK_SIZE: Final = 30
#: Copies that a deck may hold of a card, by rarity.
COPIES: Final = {1: 3, 2: 2, 3: 1}
BASE_TRIBE: Final = "BASE"
BASE_CLASS: Final = -1


class OptionRule:
    """A rule on which the sources of the game disagree: our default, and what setting it otherwise does."""

    __slots__ = ("about", "default", "name")

    def __init__(self, name: str, default: int, about: str) -> None:
        self.name = name
        #: A number; for a rule that is on or off, 0 or 1.
        self.default = default
        self.about = about


OPTION_RULES: Final = (
    OptionRule("starting_cards", 5, "Cards in the opening hands."),
    OptionRule("any_deck", 0, "Decks need not follow the deck rules."),
    OptionRule("mirrored_skill_tiles", 0, "TILE, UNIT and BUILDING targets of skills are mirrored for player 2 too."),
    OptionRule("extremes_from_zero", 0, "MAX is never below 0 and MIN never above it."),
    OptionRule("hp_zero_waits", 0, "HP lowered to 0 by an effect kills only at the next damage."),
    OptionRule("classes_do_not_listen", 0, "Triggers of class cards are ignored."),
    OptionRule("cooldown_waits", 0, "A cooldown equal to a lowered movement denominator still waits."),
    OptionRule("negative_search_reverses", 0, "A search with negative n also reverses the entities between players."),
    OptionRule("deck_out_first", 0, "An empty deck hurts at the beginning of the turn, before the march."),
)


@final
class Options:
    """The rules chosen for a match."""

    __slots__ = (
        "any_deck",
        "classes_do_not_listen",
        "cooldown_waits",
        "deck_out_first",
        "extremes_from_zero",
        "hp_zero_waits",
        "mirrored_skill_tiles",
        "negative_search_reverses",
        "starting_cards",
    )

    def __init__(self, chosen: Mapping[str, int]) -> None:
        values = {rule.name: chosen.get(rule.name, rule.default) for rule in OPTION_RULES}
        self.starting_cards = values["starting_cards"]
        self.any_deck = bool(values["any_deck"])
        self.mirrored_skill_tiles = bool(values["mirrored_skill_tiles"])
        self.extremes_from_zero = bool(values["extremes_from_zero"])
        self.hp_zero_waits = bool(values["hp_zero_waits"])
        self.classes_do_not_listen = bool(values["classes_do_not_listen"])
        self.cooldown_waits = bool(values["cooldown_waits"])
        self.negative_search_reverses = bool(values["negative_search_reverses"])
        self.deck_out_first = bool(values["deck_out_first"])

    def changed(self) -> dict[str, int]:
        """Return the options that differ from the defaults."""
        return {rule.name: value for rule in OPTION_RULES if (value := int(getattr(self, rule.name))) != rule.default}


# ------------------------------------------------------------------------------------------------------------ cards


class BadSetup(ValueError):
    """A match cannot be started like this; the message is a sentence."""


class Catalogue:
    """Cards by id. Those that ship with the game are read when first wanted; others can be added over them."""

    def __init__(self) -> None:
        self.cards: dict[int, MarchesCard] = {}
        #: The JSON values (card, illustration) of cards that did not ship with the game, for records and snapshots.
        self.sources: dict[int, tuple[object, object]] = {}

    def get(self, number: int) -> MarchesCard | None:
        """Return a card, or ``None`` if there is none of that number."""
        card = self.cards.get(number)
        return shipped_card(number) if card is None else card

    def add(self, card: MarchesCard, document: Document, illustration: Document | None) -> None:
        """Add a card, replacing any other with its number."""
        self.cards[card.id] = card
        assert document.root is not None
        drawn = None if illustration is None or illustration.root is None else illustration.root.plain()
        self.sources[card.id] = (document.root.plain(), drawn)

    def add_folder(self, folder: str) -> None:
        """Add every card file of a folder; raises ``BadSetup`` with all that is wrong with them."""
        try:
            names = sorted(os.listdir(folder))
        except (OSError, ValueError) as error:
            raise BadSetup(f"the folder {folder} cannot be read") from error
        problems: list[Problem] = []
        for name in names:
            if name.endswith(".json") and name.removesuffix(".json").removeprefix("-").isdigit():
                card, document, illustration = read_card_file(os.path.join(folder, name))
                problems += document.problems + (illustration.problems if illustration is not None else [])
                if card is not None:
                    self.add(card, document, illustration)
        if problems:
            raise BadSetup("\n".join(str(problem) for problem in problems))

    def add_value(self, card: object, illustration: object) -> None:
        """Add a card given as a JSON value; raises ``BadSetup`` if it is none."""
        import json

        from tablewright.games.marches.language.reader import parse

        document = parse(json.dumps(card), "card")
        drawn = None if illustration is None else parse(json.dumps(illustration), "illustration")
        made = read_card(document, drawn)
        if made is None:
            raise BadSetup(str([*document.problems, *(drawn.problems if drawn else [])][0]))
        self.add(made, document, drawn)

    def numbers(self) -> list[int]:
        """List the numbers of all cards."""
        return sorted({*shipped_numbers(), *self.cards})

    def reachable(self, wanted: Iterable[int]) -> dict[int, MarchesCard]:
        """Return cards and every card that they can bring into play; raises ``BadSetup`` for one that is missing."""
        found: dict[int, MarchesCard] = {}
        waiting = list(wanted)
        while waiting:
            number = waiting.pop()
            if number in found:
                continue
            card = self.get(number)
            if card is None:
                raise BadSetup(f"there is no card {number}")
            found[number] = card
            if card.kind == codes.PLAYER:
                waiting.append(card.power)
            for program in card.programs:
                for step in program.instructions:
                    if step.effect.card_number:
                        number = step.values["TempVariable"]
                        if step.values["Input"] != codes.TEMP_VARIABLE:
                            waiting += self.numbers()  # which unit it will be is known only in play
                        elif self.get(number) is not None:
                            waiting.append(number)
        return found


_shipped: dict[int, MarchesCard | None] = {}


def shipped_numbers() -> list[int]:
    """Return the numbers of the cards that ship with the game."""
    with open(os.path.join(DATA, "cards", "index.csv"), encoding="ascii") as file:
        low, high = file.read().split(",")
    return [number for number in range(int(low), int(high) + 1) if number != 0]


def shipped_card(number: int) -> MarchesCard | None:
    """Return a card that ships with the game."""
    if number not in _shipped:
        path = os.path.join(DATA, "cards", f"{number}.json")
        _shipped[number] = read_card_file(path, trusted=True)[0] if os.path.exists(path) else None
    return _shipped[number]


def shipped_cards() -> dict[int, MarchesCard]:
    """Return all cards that ship with the game."""
    cards = {number: shipped_card(number) for number in shipped_numbers()}
    return {number: card for number, card in cards.items() if card is not None}


# ----------------------------------------------------------------------------------------------------------- checks


def class_problem(number: int, catalogue: Catalogue) -> str:
    """Say what is wrong with a class; "" if nothing is."""
    card = catalogue.get(number)
    if card is None or card.kind != codes.PLAYER:
        return f"card {number} is no class"
    power = catalogue.get(card.power)
    if power is None:
        return f"{card.name} has the active power {card.power}, but there is no such card"
    if power.kind != codes.SKILL or power.targeting != codes.ON_BOARD:
        return f"{card.name} has the active power {power.name}, which is no skill that is played on the board"
    return ""


def deck_problems(deck: Sequence[int], tribe: str, catalogue: Catalogue) -> list[str]:
    """List everything in a deck that is against the deck rules; ``tribe`` is that of the class."""
    found = []
    if len(deck) != DECK_SIZE:
        found.append(f"a deck has {DECK_SIZE} cards, not {len(deck)}")
    for number in sorted(set(deck)):
        card, copies = catalogue.get(number), deck.count(number)
        if card is None:
            found.append(f"there is no card {number}")
        elif card.kind == codes.PLAYER:
            found.append(f"{card.name} ({number}) is a class and cannot be in a deck")
        elif card.rarity not in COPIES:
            found.append(f"{card.name} ({number}) has rarity {card.rarity} and cannot be in a deck")
        elif card.tribe not in (BASE_TRIBE, tribe):
            found.append(f"{card.name} ({number}) belongs to the tribe {card.tribe}, not to {tribe} or {BASE_TRIBE}")
        elif copies > COPIES[card.rarity]:
            found.append(f"{card.name} ({number}) may be in a deck {COPIES[card.rarity]} times, not {copies}")
    return found


# ------------------------------------------------------------------------------------------------------------ setup


@final
class MarchesSetup:
    """Everything that is fixed before a match begins; the seed decides the rest."""

    __slots__ = ("actions", "cards", "classes", "decks", "options", "seats", "sources")

    def __init__(
        self,
        cards: dict[int, MarchesCard],
        classes: tuple[int, int],
        decks: tuple[tuple[int, ...], tuple[int, ...]],
        options: Options,
        sources: dict[int, tuple[object, object]],
        playable: Iterable[int],
    ) -> None:
        self.seats = 2
        #: Every card that can matter in the match.
        self.cards = cards
        self.classes = classes
        #: The deck lists, before shuffling.
        self.decks = decks
        self.options = options
        #: Definitions of the cards that did not ship with the game.
        self.sources = sources
        self.actions = ActionTable([cards[number] for number in playable], options.mirrored_skill_tiles)

    def written(self) -> dict[str, Any]:
        """Return it as a JSON value."""
        return {
            "classes": list(self.classes),
            "decks": [list(deck) for deck in self.decks],
            "options": self.options.changed(),
            "cards": [list(self.sources[number]) for number in sorted(self.sources)],
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MarchesSetup) and self.written() == other.written()

    def __hash__(self) -> int:
        return hash((self.classes, self.decks))


def make_setup(
    decks: Sequence[Sequence[int]],
    classes: Sequence[int] = (BASE_CLASS, BASE_CLASS),
    options: Mapping[str, int] | None = None,
    catalogue: Catalogue | None = None,
    also: Iterable[int] = (),
) -> MarchesSetup:
    """Check and make a setup; raises ``BadSetup``. ``also``: cards in hands that are not in the decks."""
    catalogue = catalogue or Catalogue()
    for name in options or {}:
        known = [rule.name for rule in OPTION_RULES]
        if name not in known:
            raise BadSetup(f'there is no rule "{name[:40]}"{did_you_mean(name[:40], known)}')
    rules = Options(options or {})
    if not 0 <= rules.starting_cards <= DECK_SIZE:
        raise BadSetup(f"starting_cards must be from 0 to {DECK_SIZE}, not {rules.starting_cards}")
    for seat, (deck, number) in enumerate(zip(decks, classes, strict=True)):
        problem = class_problem(number, catalogue)
        card = catalogue.get(number)
        if problem or card is None:
            raise BadSetup(problem)
        problems = [] if rules.any_deck else deck_problems(deck, card.tribe, catalogue)
        if problems:
            raise BadSetup(f"the deck of player {seat + 1} is against the rules: {'; '.join(problems)}")
    playable = {*decks[0], *decks[1], *also}
    cards = catalogue.reachable([*playable, *classes])
    sources = {number: source for number, source in catalogue.sources.items() if number in cards}
    first, second = tuple(sorted(decks[0])), tuple(sorted(decks[1]))
    return MarchesSetup(cards, (classes[0], classes[1]), (first, second), rules, sources, playable)
