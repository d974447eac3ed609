"""Cards of Magical OOPerations against plain creatures."""

from __future__ import annotations

from statistics import fmean

from tablewright.core.outside import LONGEST_NAME, plain
from tablewright.core.problems import did_you_mean
from tablewright.games.ooperations.files import parse_cards, shipped_cards
from tablewright.games.ooperations.game import HEALTH, MANA, ROUNDS, OoperationsGame
from tablewright.games.ooperations.pieces import CREATURE, FIXED, HALF, OoperationsCard
from tablewright.games.ooperations.setup import OoperationsSetup
from tablewright.lab.swaps import BadCard, CardSwap, on_the_line


class OoperationsSwap(CardSwap):
    """A creature or a spell, against a creature without traits."""

    def __init__(self, word: str, game: OoperationsGame) -> None:
        self.game = game
        names = {name: card for card in game.cards.cards for name in (card.name.upper(), card.key)}
        card = names.get(word.upper())
        if card is None:
            raise BadCard(f'{game.title} has no card "{plain(word, LONGEST_NAME)}"{did_you_mean(word.upper(), names)}')
        creatures = [other for other in shipped_cards().cards if other.aim == CREATURE]
        mana = _mana(card, creatures)
        attack = on_the_line([(other.mana, other.attack) for other in creatures], mana)
        health = max(1, on_the_line([(other.mana, other.health) for other in creatures], mana))
        self.title, self.noted = card.name, f"{card.name} ({card.key})"
        self.plain = f"a creature of {mana} mana with attack {attack}, health {health} and no traits"
        key = next(key for key in ("PLAIN", "PLAI2", "PLAI3") if key not in game.cards.by_key)
        line = f"{key} | Plain | {mana} | {attack} | {health} |"
        self.cards = parse_cards(f"{game.cards.source}\ncreatures\n{line}\n")
        self.card, self.stand_in = self.cards.by_key[card.key], self.cards.by_key[key]

    def copies(self, deck: str) -> int:
        return self._deck(deck).count(self.card)

    def setup(self, decks: tuple[str, str], plain_seat: int | None) -> OoperationsSetup:
        one, two = (
            tuple(self.stand_in if seat == plain_seat and card is self.card else card for card in self._deck(deck))
            for seat, deck in enumerate(decks)
        )
        return OoperationsSetup(self.cards, HEALTH, ROUNDS, MANA, (one, two), shuffle=True)

    def _deck(self, name: str) -> tuple[OoperationsCard, ...]:
        ready = self.game.decks()
        if name not in ready:
            raise BadCard(f'there is no deck "{plain(name, LONGEST_NAME)}"{did_you_mean(name, ready)}')
        return tuple(self.cards.by_key[card.key] for card in ready[name].cards)


def _mana(card: OoperationsCard, creatures: list[OoperationsCard]) -> int:
    """Return what a card costs; a spell whose cost depends on a creature, what it costs on one of mean mana."""
    if card.cost == FIXED:
        return card.mana
    mean = round(fmean(other.mana for other in creatures))
    return (mean + 1) // 2 if card.cost == HALF else mean + 1
