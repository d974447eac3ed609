"""The position: two players with their zones and piles, the round, and whose turn it is."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final, mypyc_attr
from tablewright.core.state import Outcome, Reason, State, words
from tablewright.games.ooperations import rules
from tablewright.games.ooperations.actions import OoperationsAction
from tablewright.games.ooperations.pieces import LANES, Creature, OoperationsCard

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Any

    from tablewright.core.dice import Dice
    from tablewright.games.ooperations.setup import OoperationsSetup


@final
@mypyc_attr(acyclic=True)
class OoperationsPlayer:
    """One side of the table. The deck is a shared tuple of which the first ``drawn`` cards are gone."""

    __slots__ = ("battle", "deck", "drawn", "field", "graveyard", "hand", "health", "mana", "may_redraw")

    def __init__(
        self,
        health: int,
        mana: int,
        deck: tuple[OoperationsCard, ...],
        drawn: int,
        hand: list[OoperationsCard],
        graveyard: list[Creature],
        field: list[Creature | None],
        battle: list[Creature | None],
        may_redraw: bool,
    ) -> None:
        self.health = health
        self.mana = mana
        self.deck = deck
        self.drawn = drawn
        #: In order of arrival.
        self.hand = hand
        #: The newest last.
        self.graveyard = graveyard
        self.field = field
        self.battle = battle
        self.may_redraw = may_redraw

    def clone(self) -> OoperationsPlayer:
        """Return an independent copy; cards and creatures are immutable and shared."""
        return OoperationsPlayer(
            self.health,
            self.mana,
            self.deck,
            self.drawn,
            self.hand[:],
            self.graveyard[:],
            self.field[:],
            self.battle[:],
            self.may_redraw,
        )

    def zone(self, zone: int) -> list[Creature | None]:
        """Return the Battle Zone for 0 and the Field Zone for 1: the order in which most rules visit them."""
        return self.field if zone else self.battle

    def cards_left(self) -> int:
        """Return how many cards can still be drawn."""
        return len(self.deck) - self.drawn

    def key(self) -> Hashable:
        """Return everything about this player as a hashable value."""
        return (
            self.health,
            self.mana,
            tuple([card.index for card in self.deck[self.drawn :]]),
            tuple([card.index for card in self.hand]),
            tuple([creature.key() for creature in self.graveyard]),
            tuple([None if creature is None else creature.key() for creature in self.field]),
            tuple([None if creature is None else creature.key() for creature in self.battle]),
            self.may_redraw,
        )


@final
class OoperationsState(State[OoperationsAction]):
    """A match of Magical OOPerations. Seat 0 is Player 1, seat 1 is Player 2."""

    __slots__ = ("attacker", "players", "pool", "round", "setup")

    game = "ooperations"

    def __init__(
        self,
        setup: OoperationsSetup,
        players: tuple[OoperationsPlayer, ...],
        round_number: int,
        pool: int,
        attacker: int,
        seat_to_act: int,
        outcome: Outcome | None,
    ) -> None:
        super().__init__(seat_to_act, outcome)
        self.setup = setup
        #: Always two; a fixed length in the type would make compiled code build the tuple anew for every look-up.
        self.players = players
        self.round = round_number
        #: The size of both players' mana pools.
        self.pool = pool
        self.attacker = attacker

    def legal_actions(self) -> list[OoperationsAction]:
        return rules.legal_actions(self)

    def why_not(self, action: OoperationsAction) -> Reason | None:
        return rules.why_not(self, action)

    def apply(self, action: OoperationsAction) -> None:
        rules.apply(self, action)

    def parse(self, line: str) -> OoperationsAction:
        return self.setup.cards.parse(words(line))

    def clone(self) -> OoperationsState:
        one, two = self.players
        return OoperationsState(
            self.setup, (one.clone(), two.clone()), self.round, self.pool, self.attacker, self.seat_to_act, self.outcome
        )

    def key(self) -> Hashable:
        one, two = self.players
        return (self.round, self.pool, self.seat_to_act, self.outcome, one.key(), two.key())

    def resample(self, seat: int | None, dice: Dice) -> OoperationsState:
        """Deal again: the order of all decks, and for a hand that the seat cannot see which cards are in it.

        Deck lists are open (they are part of the setup), so the cards that a player has left are known, but not where.
        """
        sample = self.clone()
        order = self.setup.cards.order
        for owner in range(2):
            player = sample.players[owner]
            hidden = list(player.deck[player.drawn :])
            left = len(hidden)
            if owner != seat:
                hidden += player.hand
            hidden.sort(key=order.__getitem__)
            hidden = dice.shuffled(hidden)
            if owner != seat:
                player.hand = hidden[left:]
            player.deck = tuple(hidden[:left])
            player.drawn = 0
        return sample

    def when(self) -> str:
        return f"round {self.round}"

    def view(self, seat: int | None) -> dict[str, Any]:
        from tablewright.games.ooperations.views import view

        return view(self, seat)

    def picture(self, seat: int | None) -> str:
        from tablewright.games.ooperations.drawing import picture

        return picture(self, seat)

    def snapshot(self) -> dict[str, Any]:
        from tablewright.games.ooperations.views import snapshot

        return snapshot(self)


def deal(setup: OoperationsSetup, dice: Dice | None, watch: Callable[[Any], None] | None = None) -> OoperationsState:
    """Begin a match: six cards for each player, and the first round. Without dice the decks keep their order.

    ``watch`` is told what happens from the very start.
    """
    players = []
    for deck in setup.decks:
        cards = tuple(dice.shuffled(deck)) if dice is not None else deck
        drawn = min(rules.FIRST_HAND, len(cards))
        empty: list[Creature | None] = [None] * LANES
        players.append(OoperationsPlayer(setup.health, 0, cards, drawn, list(cards[:drawn]), [], empty, empty[:], True))
    state = OoperationsState(setup, (players[0], players[1]), 0, setup.mana, 0, 0, None)
    state.watch = watch
    rules.start_round(state)
    return state
