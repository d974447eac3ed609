"""What one table starts with: cards, classes, decks and options."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import words
from tablewright.games.marches.actions import ActionTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Final

    from tablewright.games.marches.pieces import MarchesCard


class BadSetup(ValueError):
    """A match cannot be started like this; the message is a sentence."""


@final
class OptionRule:
    """A rule on which the sources of the game disagree: our default, and what setting it otherwise does."""

    __slots__ = ("about", "default", "name")

    def __init__(self, name: str, default: int, about: str) -> None:
        self.name = name
        #: A number; for a rule that is on or off, 0 or 1.
        self.default = default
        self.about = about


@final
class Options:
    """The rules chosen for a match: each is declared by the line that reads it."""

    def __init__(self, chosen: Mapping[str, int]) -> None:
        self.rules: list[OptionRule] = []
        self._chosen = chosen
        self.starting_cards = self._number("starting_cards", 5, "Cards in the opening hands.")
        self.any_deck = self._flag("any_deck", "Decks need not follow the deck rules.")
        self.mirrored_skill_tiles = self._flag(
            "mirrored_skill_tiles", "TILE, UNIT and BUILDING targets of skills are mirrored for player 2 too."
        )
        self.extremes_from_zero = self._flag("extremes_from_zero", "MAX is never below 0 and MIN never above it.")
        self.hp_zero_waits = self._flag("hp_zero_waits", "HP lowered to 0 by an effect kills only at the next damage.")
        self.classes_do_not_listen = self._flag("classes_do_not_listen", "Triggers of class cards are ignored.")
        self.cooldown_waits = self._flag(
            "cooldown_waits", "A cooldown equal to a lowered movement denominator still waits."
        )
        self.negative_search_reverses = self._flag(
            "negative_search_reverses", "A search with negative n also reverses the entities between players."
        )
        self.deck_out_first = self._flag(
            "deck_out_first", "An empty deck hurts at the beginning of the turn, before the march."
        )

    def _number(self, name: str, default: int, about: str) -> int:
        self.rules.append(OptionRule(name, default, about))
        return self._chosen.get(name, default)

    def _flag(self, name: str, about: str) -> bool:
        return self._number(name, 0, about) != 0

    def changed(self) -> dict[str, int]:
        """Return the options that differ from the defaults."""
        return {rule.name: value for rule in self.rules if (value := int(getattr(self, rule.name))) != rule.default}


OPTION_RULES: Final = tuple(Options({}).rules)


@final
class MarchesSetup:
    """Everything that is fixed before a match begins; the seed decides the rest."""

    __slots__ = (
        "actions",
        "brings",
        "brings_own",
        "cards",
        "classes",
        "decks",
        "names",
        "options",
        "order",
        "seats",
        "sources",
    )

    def __init__(
        self,
        cards: dict[int, MarchesCard],
        classes: tuple[int, int],
        decks: tuple[tuple[int, ...], tuple[int, ...]],
        options: Options,
        sources: dict[int, tuple[object, object]],
        playable: Iterable[int],
        brings: tuple[frozenset[int], frozenset[int]],
    ) -> None:
        self.seats = 2
        #: Every card that can matter in the match.
        self.cards = cards
        #: The words that name each of them in a command.
        self.names = {card.id: " ".join(words(card.name)) for card in cards.values()}
        #: The order in which cards are laid before they are dealt anew: as texts, because the choices of seeded bots in
        #: earlier versions depend on it.
        self.order = {number: place for place, number in enumerate(sorted(cards, key=str))}
        self.classes = classes
        #: The deck lists, before shuffling.
        self.decks = decks
        self.options = options
        #: Definitions of the cards that did not ship with the game.
        self.sources = sources
        #: For each seat the cards that its class and its deck can bring into play.
        self.brings = brings
        #: For each seat: are there any among them that did not ship with the game?
        self.brings_own = (not brings[0].isdisjoint(sources), not brings[1].isdisjoint(sources))
        self.actions = ActionTable([cards[number] for number in playable], options.mirrored_skill_tiles)

    def seat_of_card(self, card: int, owner: int) -> int:
        """Return who brought a card: the only seat that can, or else the owner of what was made of it.

        A unit that was summoned for the opponent is the opponent's, but what it does is the card of whoever brought it.
        """
        one, other = card in self.brings[0], card in self.brings[1]
        return owner if one == other else 0 if one else 1

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
