"""A position on which laws are tried, and how a difference between two positions is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from tablewright.core.derived import fields
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.state import State

T = TypeVar("T")

#: So much is shown of a value.
SHOWN = 60
#: Objects are compared to this depth; what lies deeper is compared as it compares itself.
DEEPEST = 8
#: How things compare that do not say how they do.
BY_IDENTITY: Any = object.__eq__


class Trial:
    """A state on the way through a random match, with dice for whatever a law wants to try."""

    def __init__(self, game: Game, setup: Any, state: State, dice: Dice) -> None:
        self.game = game
        self.setup = setup
        self.state = state
        self.dice = dice
        #: Positions of other deals to which the same actions have led; a seat may be able to tell them from this one.
        self.others: list[State] = []
        #: How many numbers were drawn from the dice of the match since its deal.
        self.drawn = 0
        #: Plays to this position anew, for whoever wants to know how it was before a law went wrong.
        self.anew: Callable[[], State] | None = None
        self._alike: dict[int | None, list[State]] = {}

    @property
    def seats(self) -> list[int | None]:
        """All seats and the spectator."""
        return [*range(self.setup.seats), None]

    def alike(self, seat: int | None) -> list[State]:
        """Return those of the other deals that look the same to a seat (``None``: to spectators)."""
        if seat not in self._alike:
            view = self.state.view(seat) if self.others else {}
            self._alike[seat] = [other for other in self.others if other.view(seat) == view]
        return self._alike[seat]

    def some_of(self, items: Sequence[T], count: int = 20) -> list[T]:
        """Draw a few items, some perhaps twice: asking about all of a large table would be too slow."""
        return [items[self.dice.roll(len(items)) - 1] for _ in range(count)] if items else []

    def play_on(self, states: Sequence[State], count: int) -> Iterator[Any]:
        """Do the same random actions in all of some states; yields each one when it was done."""
        for _ in range(count):
            legal = states[0].legal_actions()
            if not legal:
                return
            action = legal[self.dice.roll(len(legal)) - 1]
            for state in states:
                state.apply(action)
            yield action

    def changed(self) -> str:
        """Say what in the state is not as the actions of the match have left it; "" if nothing is."""
        return "" if self.anew is None else difference(self.anew(), self.state)


def named(seat: int | None) -> str:
    """Say whom a law is about."""
    return "a spectator" if seat is None else f"seat {seat}"


def difference(one: Any, other: Any, path: str = "", depth: int = 0) -> str:
    """Say where two values differ first, as in "hands[1][0]: 3, not 7"; "" if they do not.

    Objects of a game are compared field by field, whether they can be compared themselves or not.
    """
    if one is other:
        return ""
    if isinstance(one, Dice) and isinstance(other, Dice):
        one, other = one.key(), other.key()
    elif type(one) is type(other) and depth < DEEPEST:
        if isinstance(one, list | tuple) and len(one) == len(other):
            pairs = enumerate(zip(one, other, strict=True))
            return _first(difference(*pair, f"{path}[{i}]", depth + 1) for i, pair in pairs)
        parts, others = (one, other) if isinstance(one, dict) else (fields(one), fields(other))
        known_by_fields = bool(parts) or type(one).__eq__ is BY_IDENTITY
        if known_by_fields and parts.keys() == others.keys():
            return _first(
                difference(part, others[name], f"{path}.{name}" if path else str(name), depth + 1)
                for name, part in parts.items()
            )
    return "" if one == other else f"{path or 'all of it'}: {_short(one)}, not {_short(other)}"


def _first(differences: Iterator[str]) -> str:
    return next(filter(None, differences), "")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
