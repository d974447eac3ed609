"""What a player in a seat has to decide with: never the state itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tablewright.core.dice import Dice
from tablewright.core.outside import LONGEST_NAME, plain
from tablewright.core.state import MATCH_OVER, NOT_YOUR_TURN, OTHERS_DECISION, Action, IllegalAction, Reason, State


class Perspective:
    """The table as one seat sees it: its view, what it was told, its legal actions, and samples of what the rest
    could be.

    Bots get this and nothing else, so that none of them sees what a person in its seat could not.

    >>> perspective = match.perspective(0)
    >>> perspective.view["players"][1]["hand"] is None
    True
    >>> perspective.sample(tablewright.Dice(1))          # the other hand and both decks are dealt again
    <ooperations, round 1, seat 0 to act>
    """

    __slots__ = ("_state", "_told", "seat", "seats")

    def __init__(
        self, state: State, seat: int, told: Callable[[], list[str]] = list, others: Sequence[int] = ()
    ) -> None:
        self._state = state
        self.seat = seat
        #: The seats it decides for: its own, and others of somebody who leads several of those who play together.
        self.seats = (seat, *others)
        self._told = told  # asked only when somebody wants to know: most bots do not, and it takes time

    @property
    def view(self) -> dict[str, Any]:
        """What the seat may know, as a JSON value."""
        return self._state.view(self.seat)

    @property
    def told(self) -> list[str]:
        """What the seat was told since the start, the oldest line first; nothing where there is only a position."""
        return self._told()

    def legal_actions(self) -> list[Any]:
        """List what may be done now from here: nothing when it is not the turn of its seats."""
        state = self._state
        acting = state.acting_seats()
        if self.seat not in acting and not any(seat in acting for seat in self.seats):
            return []
        legal = state.legal_actions()
        return legal if len(acting) == 1 else [action for action in legal if state.seat_of(action) in self.seats]

    def why_not(self, action: Any) -> Reason | None:
        """Explain why this seat cannot do something; ``None`` if it can.

        Out of turn the answer is the same whatever the action and whatever is hidden.
        """
        reason = self._why_not_now()
        if reason is not None:
            return reason
        decider = self._state.seat_of(action)
        return (
            OTHERS_DECISION.of(name=f"Seat {decider + 1}") if decider not in self.seats else self._state.why_not(action)
        )

    def parse(self, line: str) -> Any:
        """Return the action that a command line of this seat names, legal or not; raises ``Refused``.

        Out of turn nothing is read: what a short name stands for may depend on the cards of whoever acts.
        """
        reason = self._why_not_now()
        if reason is not None:
            raise IllegalAction(reason)
        return self._state.parse(line)

    def _why_not_now(self) -> Reason | None:
        if self._state.outcome is not None:
            return MATCH_OVER
        acting = self._state.acting_seats()
        return None if any(seat in acting for seat in self.seats) else NOT_YOUR_TURN

    def sample(self, dice: Dice) -> Any:
        """Return a state that looks the same from this seat, with everything hidden dealt by the dice."""
        return self._state.resample(self.seat, dice)


class Chooser(Protocol):
    """Whoever decides for a seat: a bot, or anything else with this method."""

    def choose(self, perspective: Perspective) -> Any:
        """Return one of ``perspective.legal_actions()``."""


class PlayerFault(Exception):
    """A player cannot go on, or has chosen what cannot be done; the message is a sentence without its stop."""


def fault(seat: int, name: str, what: str) -> PlayerFault:
    """Return the complaint about a player, with the seat and name by which people know it."""
    return PlayerFault(f"seat {seat + 1} ({plain(name, LONGEST_NAME)}) {what}")


def decide(player: Chooser, perspective: Perspective, name: str) -> Any:
    """Return what a player chooses; raises ``PlayerFault`` if that is nonsense or cannot be done."""
    action = player.choose(perspective)
    seat = perspective.seat
    if not isinstance(action, Action):
        raise fault(seat, name, f"chose {plain(repr(action), LONGEST_NAME)}, which is no action")
    try:
        reason = perspective.why_not(action)
    except (AttributeError, TypeError, IndexError, KeyError) as error:  # an action, but not one that the rules know
        raise fault(seat, name, f'chose "{plain(action.text)}", which is no action of this game') from error
    if reason is not None:
        raise fault(seat, name, f'chose "{plain(action.text)}", which cannot be done: {reason}')
    return action
