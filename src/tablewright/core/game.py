"""What a game says of itself, and the one way to set up a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from tablewright.core.dice import Dice
from tablewright.core.problems import Problem, did_you_mean
from tablewright.core.state import Action, State

#: How many options are listed to somebody who named one that there is not.
MOST_NAMED = 20


class Option:
    """One value that a choice can take, with a line about it; ``source`` is the file of an author that it is from.

    >>> tablewright.Option("short", "18 goods").name
    'short'
    """

    __slots__ = ("about", "name", "source")

    def __init__(self, name: str, about: str, source: str = "") -> None:
        self.name = name
        self.about = about
        self.source = source


class Choice:
    """Something to choose before a match: a deck, a dungeon, a hero. The first option is the default.

    ``seat`` is the seat it belongs to, or ``None`` if it concerns the whole table.

    >>> length = tablewright.Choice("length", "Length", [tablewright.Option("short", "18 goods")])
    >>> length.options[0].about
    '18 goods'
    """

    __slots__ = ("key", "options", "seat", "title")

    def __init__(self, key: str, title: str, options: Sequence[Option], seat: int | None = None) -> None:
        self.key = key
        self.title = title
        self.options = tuple(options)
        self.seat = seat


class Setup:
    """What a table of a game starts with that needs no more than its choices: how many seats, and what was chosen.

    >>> setup = tablewright.Setup(2, {"length": "short"})
    >>> setup.seats, setup["length"]
    (2, 'short')
    """

    __slots__ = ("chosen", "seats")

    def __init__(self, seats: int, chosen: Mapping[str, str]) -> None:
        self.seats = seats
        self.chosen = dict(chosen)

    def __getitem__(self, key: str) -> str:
        return self.chosen[key]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and (self.seats, self.chosen) == (other.seats, other.chosen)

    def __hash__(self) -> int:
        return hash((self.seats, *self.chosen.items()))

    def __repr__(self) -> str:
        return f"Setup({self.seats}, {self.chosen})"


class Game:
    """The rules of one game; one stateless object, found by the entry point group ``tablewright.games``.

    A setup is the game's own immutable value with an attribute ``seats``, or a ``Setup``; everything else about it is
    known to its game only. Equal setup, seed and actions give equal states, today and in every version with the same
    ``version``.

    >>> game = tablewright.game("ooperations")
    >>> [choice.key for choice in game.choices()]
    ['deck1', 'deck2']
    >>> game.new(game.setup(deck1="wolfpack"), seed=7)
    <ooperations, round 1, seat 0 to act>
    """

    key: str
    title: str
    #: Raised whenever an old record would no longer replay to the same positions.
    version: int
    #: One sentence for the menu.
    about: str
    #: Do seats know different things?
    hidden: bool
    #: Is there randomness after the setup?
    chance: bool
    #: Do all seats win or lose together?
    cooperative: bool
    #: Smallest and largest number of seats.
    seats: tuple[int, int]
    #: The files of authors whose content this object offers besides what ships with the game.
    own_files: tuple[str, ...] = ()

    # Rules are never copied: there is one object of them in every process.
    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from tablewright.core.registry import refer  # which knows games

        return refer(self)

    def choices(self) -> list[Choice]:
        """List what can be chosen for a table: what ships with the game, then what its own files offer."""
        return []

    def setup(self, **chosen: str) -> Any:
        """Make a setup from names of options; what is not named takes its default. Raises ``ValueError``.

        A choice with the key "seats" says how many there are; without one there are as many as the game needs.
        """
        picked = self.pick(chosen)
        return Setup(int(picked.get("seats", self.seats[0])), picked)

    def deal(self, setup: Any, dice: Dice) -> State:
        """Start a match; the dice, which the state keeps if it needs more of them, decide everything random in it."""
        raise NotImplementedError(f"{type(self).__name__} says nothing about how a match is dealt")

    def new(self, setup: Any, seed: int) -> State:
        """Start a match whose dice are those of a number: equal numbers, equal matches."""
        return self.deal(setup, Dice(seed))

    def actions(self, setup: Any) -> Sequence[Action]:
        """Return every action that can ever be legal with this setup; ``actions[i].number == i``."""
        raise NotImplementedError

    def write_setup(self, setup: Any) -> Any:
        """Return a setup as a JSON value that ``read_setup`` turns back into an equal one."""
        return dict(setup.chosen)

    def read_setup(self, value: Any) -> Any:
        """Return the setup of a JSON value; raises ``ValueError`` with a sentence if it is none."""
        if not isinstance(value, dict) or not all(isinstance(name, str) for name in value.values()):
            raise ValueError(f"a setup of {self.title} has a name for each of its choices")
        return self.setup(**value)

    def content(self, setup: Any) -> dict[str, str]:
        """Return what a written setup names without holding it: by name, a line that changes whenever the thing does.

        That is what ships with the game and may be edited, such as a card that is written as its number. A record
        keeps it, and is refused with the difference where it is not the same any more; see ``content``.
        """
        return {}

    def restore(self, snapshot: Any) -> State:
        """Return the state of a ``State.snapshot()``; raises ``ValueError`` with a sentence if it is none."""
        from tablewright.core.derived import read_state

        return read_state(self, snapshot)

    def claims(self, path: str) -> bool:
        """Say whether a file looks like one that authors write for this game (a deck, a dungeon, a card)."""
        return False

    def check(self, paths: list[str]) -> list[Problem]:
        """Report everything wrong with files that this game claims; they may refer to each other."""
        return []

    def with_files(self, files: Sequence[str]) -> Game:
        """Return this game with the content of files that it claims, and of no others, besides what ships with it.

        Raises ``ValueError`` with everything that is wrong with them. ``own`` finds the files.
        """
        raise ValueError(f"{self.title} takes no own content")

    def pick(self, chosen: dict[str, str]) -> dict[str, str]:
        """Complete named options with the defaults; raises ``ValueError`` with a sentence for an unknown name."""
        choices = {choice.key: choice for choice in self.choices()}
        for key, name in chosen.items():
            if key not in choices:
                raise ValueError(f'{self.title} has no choice "{key}"{did_you_mean(key, choices)}')
            names = [option.name for option in choices[key].options]
            if name not in names:
                near, known = did_you_mean(name, names), ", ".join(names[:MOST_NAMED])
                more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
                title = choices[key].title.lower()
                raise ValueError(
                    f'there is no {title} "{name}"{f"{near} There" if near else "; there"} are {known}{more}'
                )
        return {key: chosen.get(key, choice.options[0].name) for key, choice in choices.items()}
