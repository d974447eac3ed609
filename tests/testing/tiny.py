"""A tiny game with hidden cards and chance, written as somebody would who has never seen another one.

Two seats hold three cards each of a deck of twelve. Who is at turn plays a card openly and draws another one, and a die
adds to its points. When the deck is used up the higher points win. ``tests/testing`` breaks it in every way.
"""

from __future__ import annotations

from typing import Any

from tablewright.core.dice import Dice, dice_at
from tablewright.core.game import Choice, Game
from tablewright.core.state import Action, Event, Malformed, Outcome, Reason, State

NOT_HELD = Reason("NOT_HELD", "you do not hold the {card}")
NOT_NOW = Reason("NOT_NOW", "it is the other seat's turn")
OVER = Reason("OVER", "the match is over")
NO_COMMAND = Reason("NO_COMMAND", "say a seat, play and a card")
CARDS = 12


class TinySetup:
    def __init__(self, held: int) -> None:
        self.held = held
        self.seats = 2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TinySetup) and self.held == other.held

    def __hash__(self) -> int:
        return hash(self.held)


class Played(Event):
    def __init__(self, seat: int, card: int, points: int) -> None:
        self.seat = seat
        self.card = card
        self.points = points

    def told(self, seat: int | None) -> str:
        return f"seat {self.seat} plays the {self.card}"


class Drawn(Event):
    def __init__(self, seat: int, card: int) -> None:
        self.seat = seat
        self.card = card

    def told(self, seat: int | None) -> str:
        return f"you draw the {self.card}" if seat == self.seat else f"seat {self.seat} draws"


class TinyState(State):
    game = "tiny"
    drawn: type[Event] = Drawn

    def __init__(self, setup: TinySetup, deck: list[int], hands: list[list[int]], dice: Dice) -> None:
        super().__init__(0)
        self.setup = setup
        self.deck = deck
        self.hands = hands
        self.dice = dice
        self.table: list[int] = []
        self.points = [0, 0]

    def legal_actions(self) -> list[Action]:
        return [action for action in TABLE if self.why_not(action) is None]

    def seat_of(self, action: Action) -> int:
        return action.number // CARDS

    def why_not(self, action: Action) -> Reason | None:
        if self.outcome is not None:
            return OVER
        if self.seat_of(action) != self.seat_to_act:
            return NOT_NOW
        card = action.number % CARDS
        return None if card in self.hands[self.seat_to_act] else NOT_HELD.of(card=card)

    def apply(self, action: Action) -> None:
        seat, card = self.seat_to_act, action.number % CARDS
        self.hands[seat].remove(card)
        self.table.append(card)
        if card % 3 == 0:  # only some cards roll, so that not everything is public chance
            self.points[seat] += self.dice.roll(6)
        self.points[seat] += card
        self.tell(Played(seat, card, self.points[seat]))
        if self.deck:
            drawn = self.deck.pop()
            self.hands[seat] = sorted([*self.hands[seat], drawn])
            self.tell(self.drawn(seat, drawn))
        self.seat_to_act = 1 - seat
        if not self.hands[self.seat_to_act]:
            self.finish()

    def finish(self) -> None:
        one, two = self.points
        sign = (one > two) - (one < two)
        self.outcome = Outcome("points", (float(sign), float(-sign)))

    def tell(self, event: Event) -> None:
        if self.watch is not None:
            self.watch(event)

    def parse(self, line: str) -> Action:
        for action in TABLE:
            if action.text == line:
                return action
        raise Malformed(NO_COMMAND)

    def clone(self) -> TinyState:
        twin = type(self)(self.setup, self.deck[:], [hand[:] for hand in self.hands], self.dice.clone())
        twin.table = self.table[:]
        twin.points = self.points[:]
        twin.seat_to_act = self.seat_to_act
        twin.outcome = self.outcome
        return twin

    def key(self) -> Any:
        hands = tuple(map(tuple, self.hands))
        return (self.seat_to_act, tuple(self.deck), hands, tuple(self.table), tuple(self.points), self.dice.key())

    def rolled(self) -> int:
        return self.dice.drawn

    def view(self, seat: int | None) -> dict[str, Any]:
        return {
            "turn": self.seat_to_act,
            "deck": len(self.deck),
            "hand": None if seat is None else self.hands[seat][:],
            "held": [len(hand) for hand in self.hands],
            "table": self.table[:],
            "points": self.points[:],
        }

    def picture(self, seat: int | None) -> str:
        return f"table {self.table}, points {self.points}, hand {self.view(seat)['hand']}"

    def resample(self, seat: int | None, dice: Dice) -> TinyState:
        sample = self.clone()
        hidden = self.deck + [card for owner in (0, 1) if owner != seat for card in self.hands[owner]]
        cards = dice.shuffled(sorted(hidden))
        sample.deck = cards[: len(self.deck)]
        del cards[: len(self.deck)]
        for owner in (0, 1):
            if owner != seat:
                sample.hands[owner] = sorted(cards[: len(self.hands[owner])])
                del cards[: len(self.hands[owner])]
        sample.dice = Dice(dice.raw())
        return sample

    def snapshot(self) -> dict[str, Any]:
        return {
            "held": self.setup.held,
            "deck": self.deck,
            "hands": self.hands,
            "dice": list(self.dice.key()),
            "table": self.table,
            "points": self.points,
            "turn": self.seat_to_act,
            "outcome": None if self.outcome is None else [self.outcome.cause, list(self.outcome.returns)],
        }


TABLE = [Action(CARDS * seat + card, f"{seat} play {card}") for seat in (0, 1) for card in range(CARDS)]


class Tiny(Game):
    key = "tiny"
    title = "Tiny"
    version = 1
    about = "Play cards."
    hidden = True
    chance = True
    cooperative = False
    seats = (2, 2)
    state: type[TinyState] = TinyState

    def choices(self) -> list[Choice]:
        return []

    def setup(self, **chosen: str) -> TinySetup:
        return TinySetup(3)

    def deal(self, setup: TinySetup, dice: Dice) -> TinyState:
        cards = dice.shuffled(range(CARDS))
        hands = [sorted(cards.pop() for _ in range(setup.held)) for _ in (0, 1)]
        return self.state(setup, cards, hands, dice)

    def actions(self, setup: TinySetup) -> list[Action]:
        return TABLE

    def write_setup(self, setup: TinySetup) -> int:
        return setup.held

    def read_setup(self, value: Any) -> TinySetup:
        if type(value) is not int or not 1 <= value <= CARDS // 2:
            raise ValueError("a setup of Tiny is a number of cards")
        return TinySetup(value)

    def restore(self, snapshot: Any) -> TinyState:
        state = self.state(TinySetup(snapshot["held"]), snapshot["deck"], snapshot["hands"], dice_at(*snapshot["dice"]))
        state.table, state.points, state.seat_to_act = snapshot["table"], snapshot["points"], snapshot["turn"]
        if snapshot["outcome"] is not None:
            cause, returns = snapshot["outcome"]
            state.outcome = Outcome(cause, tuple(returns))
        return state


GAME = Tiny()
