"""The rules of Squall.

Two captains hold four goods each, worth 1 to 6. Whoever is at turn sends one of them out to sea, draws another and
rolls a die: if it shows less than the number of goods at sea, a squall takes them all. Or the captain lands what is
still at sea and scores its worth. When nobody can do anything any more, the higher score wins.
"""

from __future__ import annotations

from typing import Any

from tablewright import Action, Choice, Dice, Event, Game, Option, Outcome, Reason, Setup, State
from tablewright.core.state import MATCH_OVER

HELD = 4
COPIES = {"short": 3, "long": 5}
ACTIONS = [Action(0, "land"), *(Action(worth, f"sail {worth}") for worth in range(1, 7))]
LAND = ACTIONS[0]

NOT_HELD = Reason("NOT_HELD", "you hold no {worth}")
NOTHING_AT_SEA = Reason("NOTHING_AT_SEA", "you have nothing at sea")


class Sailed(Event):
    """Goods went out, the die was rolled, and perhaps a squall came."""

    def __init__(self, seat: int, worth: int, roll: int, lost: int) -> None:
        self.seat = seat
        self.worth = worth
        self.roll = roll
        self.lost = lost

    def told(self, seat: int | None) -> str:
        squall = f": a squall takes goods worth {self.lost}" if self.lost else ""
        return f"Captain {self.seat + 1} sails with {self.worth} and rolls {self.roll}{squall}."


class Drawn(Event):
    """A captain took goods from the store; only that captain sees them."""

    def __init__(self, seat: int, worth: int) -> None:
        self.seat = seat
        self.worth = worth

    def told(self, seat: int | None) -> str:
        return f"You draw {self.worth}." if seat == self.seat else ""


class Landed(Event):
    """What was at sea came home."""

    def __init__(self, seat: int, worth: int) -> None:
        self.seat = seat
        self.worth = worth

    def told(self, seat: int | None) -> str:
        return f"Captain {self.seat + 1} lands goods worth {self.worth}."


class SquallState(State):
    """One position: what lies in the store, in the hands and at sea, and the scores."""

    game = "squall"

    def __init__(self, setup: Setup, store: list[int], dice: Dice) -> None:
        super().__init__(0)
        self.setup = setup
        self.dice = dice
        self.hands = [sorted(store.pop() for _ in range(HELD)) for _ in range(setup.seats)]
        self.store = store
        self.sea: list[list[int]] = [[] for _ in range(setup.seats)]
        self.scores = [0] * setup.seats

    def actions(self) -> list[Action]:
        return ACTIONS

    def why_not(self, action: Action) -> Reason | None:
        if self.outcome is not None:
            return MATCH_OVER
        if action is LAND:
            return None if self.sea[self.seat_to_act] else NOTHING_AT_SEA
        return None if action.number in self.hands[self.seat_to_act] else NOT_HELD.of(worth=action.number)

    def apply(self, action: Action) -> None:
        if action is LAND:
            self.land(self.seat_to_act)
        else:
            self.sail(self.seat_to_act, action.number)
        order = [*range(self.seat_to_act + 1, self.setup.seats), *range(self.seat_to_act + 1)]
        able = [seat for seat in order if self.hands[seat] or self.sea[seat]]
        if able:
            self.seat_to_act = able[0]
        else:
            self.outcome = Outcome("all is landed or lost", self.returns(), max(self.scores))

    def land(self, seat: int) -> None:
        worth = sum(self.sea[seat])
        self.scores[seat] += worth
        self.sea[seat] = []
        self.tell(Landed(seat, worth))

    def sail(self, seat: int, worth: int) -> None:
        self.hands[seat].remove(worth)
        self.sea[seat].append(worth)
        roll = self.dice.roll(6)
        squall = roll < len(self.sea[seat])
        self.tell(Sailed(seat, worth, roll, sum(self.sea[seat]) if squall else 0))
        if squall:
            self.sea[seat] = []
        if self.store:
            drawn = self.store.pop()
            self.hands[seat] = sorted([*self.hands[seat], drawn])
            self.tell(Drawn(seat, drawn))

    def tell(self, event: Event) -> None:
        if self.watch is not None:
            self.watch(event)

    def returns(self) -> tuple[float, ...]:
        one, two = self.scores
        sign = float((one > two) - (one < two))
        return (sign, -sign)

    def rolled(self) -> int:
        return self.dice.drawn

    def view(self, seat: int | None) -> dict[str, Any]:
        return {
            "turn": self.seat_to_act,
            "store": len(self.store),
            "hand": None if seat is None else self.hands[seat].copy(),
            "held": [len(hand) for hand in self.hands],
            "sea": [goods.copy() for goods in self.sea],
            "scores": self.scores.copy(),
        }

    def picture(self, seat: int | None) -> str:
        lines = [f"In store: {len(self.store)}"]
        for captain, goods in enumerate(self.sea):
            hand = self.hands[captain]
            at_sea = " ".join(map(str, goods)) or "nothing"
            held = " ".join(map(str, hand)) if captain == seat and hand else f"{len(hand)} goods"
            lines.append(f"Captain {captain + 1}: score {self.scores[captain]}, at sea {at_sea}, holds {held}")
        return "\n".join(lines) + "\n"

    def resample(self, seat: int | None, dice: Dice) -> SquallState:
        sample = self.clone()
        others = [other for other in range(self.setup.seats) if other != seat]
        hidden = dice.shuffled(sorted([*self.store, *(worth for other in others for worth in self.hands[other])]))
        for other in others:
            sample.hands[other] = sorted(hidden.pop() for _ in self.hands[other])
        sample.store = hidden
        sample.dice = Dice(dice.raw())
        return sample


class SquallGame(Game):
    """Squall as a game of the table."""

    key = "squall"
    title = "Squall"
    version = 1
    about = "Send goods out to sea, and land them before the weather turns."
    hidden = True
    chance = True
    cooperative = False
    seats = (2, 2)

    def choices(self) -> list[Choice]:
        return [Choice("length", "Length", [Option("short", "18 goods"), Option("long", "30 goods")])]

    def actions(self, setup: Setup) -> list[Action]:
        return ACTIONS

    def deal(self, setup: Setup, dice: Dice) -> SquallState:
        store = dice.shuffled(worth for worth in range(1, 7) for _ in range(COPIES[setup["length"]]))
        return SquallState(setup, store, dice)


GAME = SquallGame()
