"""Cards of The Marches against plain units."""

from __future__ import annotations

from tablewright.core.outside import LONGEST_NAME, plain
from tablewright.core.problems import did_you_mean
from tablewright.games.marches.files import BASE_CLASS, MarchesDeck, make_setup, shipped_cards
from tablewright.games.marches.game import MarchesGame
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import FIRST
from tablewright.games.marches.setup import BadSetup, MarchesSetup
from tablewright.lab.swaps import BadCard, CardSwap, on_the_line

PLAIN_NAME = "PLAIN"


class MarchesSwap(CardSwap):
    """A unit, a building or a skill, against a unit without a program that marches one tile a turn; or a class,
    against the base class.
    """

    def __init__(self, word: str, game: MarchesGame) -> None:
        self.game = game
        self.catalogue = game.catalogue.copy()
        cards = [card for number in self.catalogue.numbers() if (card := self.catalogue.get(number)) is not None]
        asked = [card for card in cards if card.rarity or (card.kind == codes.PLAYER and card.id != BASE_CLASS)]
        names = {name: card for card in asked for name in (str(card.id), card.name.upper())}
        card = names.get(word.upper())
        if card is None:
            raise BadCard(
                f'{game.title} has no deck card "{plain(word, LONGEST_NAME)}"{did_you_mean(word.upper(), names)}'
            )
        self.title, self.number = card.name, card.id
        if card.kind == codes.PLAYER:
            self.noted, self.stand_in = "", BASE_CLASS
            self.plain = f"{shipped_cards()[BASE_CLASS].name} with the same deck"
            return
        units = [other for other in shipped_cards().values() if other.rarity and other.kind == codes.UNIT]
        attack = on_the_line([(other.cost, other.stats.attack.total) for other in units], card.cost)
        hp = max(1, on_the_line([(other.cost, other.stats.hp.total) for other in units], card.cost))
        self.noted = card.name
        self.plain = f"a unit of {card.cost} gold with {hp} HP, attack {attack}, movement 1 and no text"
        self.stand_in = max(self.catalogue.numbers()) + 1
        value = {
            "Id": self.stand_in,
            "EntityType": "UNIT",
            "Name": PLAIN_NAME,
            "Cost": card.cost,
            "Rarity": card.rarity,
            "Hp": hp,
            "Attack": attack,
            "Movement": 1,
            "TargetOptions": list(FIRST[0]),
        }
        self.catalogue.add_value(value, {"Id": self.stand_in, "Name": PLAIN_NAME, "Tribe": card.tribe})

    def copies(self, deck: str) -> int:
        chosen = self._deck(deck)
        return [*chosen.cards, chosen.class_].count(self.number)

    def setup(self, decks: tuple[str, str], plain_seat: int | None) -> MarchesSetup:
        both = [self._deck(deck) for deck in decks]
        # The plain cards lie where the card was, not where their number belongs: otherwise the deal would be another.
        one, two = (
            tuple(
                self.stand_in if seat == plain_seat and number == self.number else number
                for number in sorted(deck.cards)
            )
            for seat, deck in enumerate(both)
        )
        classes = [
            self.stand_in if seat == plain_seat and deck.class_ == self.number else deck.class_
            for seat, deck in enumerate(both)
        ]
        # The base class may not have all cards of another one, except where nothing else is to be different.
        options = {"any_deck": 1} if self.stand_in == BASE_CLASS else {}
        setup = make_setup([one, two], classes, options, self.catalogue)
        setup.decks = (one, two)
        return setup

    def _deck(self, name: str) -> MarchesDeck:
        try:
            return self.game.deck(name)
        except BadSetup as error:
            raise BadCard(str(error)) from error
