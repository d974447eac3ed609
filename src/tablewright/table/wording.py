"""How a game speaks to people: what its actions, groups of actions and places on the board are called.

Every face says the same. A game brings its own words as the companion ``wordings``, a class made with game and setup,
and its rules on one page as the companion ``help``, a function that returns the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.registry import companion
from tablewright.core.state import Action, State

#: A game of another author with more actions than this has only its legal ones listed.
FEW_ACTIONS = 200
_PLAYER = re.compile(r"\b[Pp]layer \d\b")
#: Said of a record whose end is missing.
CUT = "its end is missing, so this is an earlier position than the match has reached"


def as_you(told: str) -> str:
    """Return a sentence about somebody called You, as the application calls a person first, as one speaks to them."""
    told = re.sub(r"\bYou's\b", "your", told)
    told = re.sub(r"\bYou (?:is|has)\b", lambda verb: {"You is": "You are", "You has": "You have"}[verb[0]], told)
    return re.sub(r"\bYou (\w+)s\b", r"You \1", told)


class Scene:
    """A position as one seat sees it. People are shown and told only this, never the state."""

    def __init__(self, state: State, seat: int | None, names: list[str], view: dict[str, Any] | None = None) -> None:
        self.seat = seat
        #: Who sits where.
        self.names = names
        #: What the seat sees, which is given where it is known already.
        self.view: dict[str, Any] = state.view(seat) if view is None else view
        #: The places, such as cards in hand, with which something can be done now; a board marks them.
        self.playable: frozenset[str] = frozenset()
        #: What words call a place, which many actions are about.
        self.places: dict[str, str] = {}
        self._state = state

    @property
    def picture(self) -> str:
        """The game's own drawing."""
        return self._state.picture(self.seat)


class Wording:
    """The words of a game that brings none of its own: its command lines."""

    #: The command that ends a turn; "" if there is none.
    ender = ""
    #: Why a match ends, by the cause of its outcome, as the rest of a sentence; ``{winner}``, ``{loser}`` and
    #: ``{score}`` are filled in.
    causes: ClassVar[Mapping[str, str]] = {}
    #: Commands that are listed last, so that nobody does them by pressing Enter once too often.
    late: tuple[str, ...] = ()
    #: Do the last words of actions end with a digit that is their place, such as a lane? It is the key of the choice.
    numbered = False

    def __init__(self, game: Game, setup: Any) -> None:
        self.game = game
        self.setup = setup

    def news(self, scene: Scene) -> str:
        """Return what a headline says of a position, such as the round; "" if nothing."""
        return ""

    def group(self, action: Action) -> str:
        """Return the group of an action: its command line without the last word, if it has several."""
        return action.text.rpartition(" ")[0] or action.text

    def group_title(self, group: str, scene: Scene) -> str:
        """Return how a group is called among the choices."""
        return group

    def title(self, action: Action, scene: Scene) -> str:
        """Return how an action is called within its group; one that is a group by itself is called as the group."""
        return action.text.rpartition(" ")[2]

    def words(self, action: Action, scene: Scene) -> list[str]:
        """Return the names of the places on the board that an action is about, and the words of its command."""
        return action.text.split()

    def group_words(self, group: str, scene: Scene) -> list[str]:
        """Return the names of the places on the board that a whole group is about."""
        return group.split()

    def order(self, actions: list[Any], scene: Scene) -> list[Any]:
        """Return the actions of a group in the order in which they are listed."""
        return actions

    def explained(self, scene: Scene) -> Sequence[Action]:
        """Return the actions of which a player might want to know why they are impossible, in order of their numbers.

        Legal ones may be among them.
        """
        actions = self.game.actions(self.setup)
        return actions if len(actions) <= FEW_ACTIONS else ()

    def refusal(self, group: str, reason: str, scene: Scene) -> str:
        """Return why nothing of a group can be done, given the commonest reason against its actions."""
        return reason

    def advice(self, action: Action, scene: Scene) -> str:
        """Say what an action is good for, as the rest of a sentence that names it; "" where there are no words."""
        return ""

    def tell(self, told: str, seen: dict[str, Any], names: list[str], before: Callable[[], Scene]) -> str:
        """Return what happened by the names of who sits where; ``before`` is the position from which it came.

        A game speaks of players by their numbers, for it does not know who plays it.
        """
        called = {f"{word} {seat}": name for word in ("Player", "player") for seat, name in enumerate(names, 1)}
        told = _PLAYER.sub(lambda player: called.get(player[0], player[0]), told)
        return as_you(told) if "You" in names else told

    def pauses(self, seen: dict[str, Any]) -> bool:
        """Say whether an event is one before which people want to have seen what came before it."""
        return False

    def follow(self, view: dict[str, Any], seen: dict[str, Any]) -> None:
        """Bring a view of the position before an action as far as an event has come, so that it can be drawn."""

    def why(self, state: State, action: Action) -> list[str]:
        """Tell line by line what the effects of an action do in a position, as everybody may know it; [] if nothing."""
        return []

    def describe(self, words: list[str], scene: Scene) -> list[str]:
        """Explain what places on the board stand for, one text for each that has something to tell."""
        return []


def told_by_names(match: Match, number: int, seat: int | None, wording: Wording) -> list[str]:
    """Return what a seat was told on the way to a position of a match, by the names of who sits where."""

    def before() -> Scene:
        return Scene(match.at(number - 1), seat, match.names)

    lines = ((event.told(seat), event.seen(seat)) for event in match.events(number))
    return [wording.tell(line, seen, match.names, before) for line, seen in lines if line and seen is not None]


def wording_of(game: Game, setup: Any) -> Wording:
    """Return the words of a game for a table."""
    make = companion("wordings", game) or Wording
    wording: Wording = make(game, setup)
    return wording


def help_of(game: Game) -> str:
    """Return the rules on one page, with ``[b]`` and ``[/b]`` around what is bold; a game without one is introduced."""
    page = companion("help", game)
    if page is not None:
        text: str = page()
        return text
    seats = "-".join(str(number) for number in dict.fromkeys(game.seats))
    return f"[b]{game.title}[/b]\n\n{game.about}\n\nSeats: {seats}."
