"""Tablewright: exact turn-based tabletop games, and the tools to play, test, simulate and extend them.

>>> import tablewright as tw
>>> game = tw.game("ooperations")
>>> match = tw.play(game, ["greedy", "random"], seed=7)
>>> print(match.outcome)
seat 1 won (defeated)

Everything that a program needs to begin with is here; each name is loaded when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tablewright.bots.bot import Bot as Bot
    from tablewright.bots.play import play as play
    from tablewright.bots.registry import make_bot as make_bot
    from tablewright.bots.simulate import simulate as simulate
    from tablewright.core.dice import Dice as Dice
    from tablewright.core.game import Choice as Choice
    from tablewright.core.game import Game as Game
    from tablewright.core.game import Option as Option
    from tablewright.core.game import Setup as Setup
    from tablewright.core.match import Match as Match
    from tablewright.core.perspective import Perspective as Perspective
    from tablewright.core.record import Record as Record
    from tablewright.core.registry import all_games as all_games
    from tablewright.core.registry import find_game as game
    from tablewright.core.registry import register as register
    from tablewright.core.state import Action as Action
    from tablewright.core.state import Event as Event
    from tablewright.core.state import Outcome as Outcome
    from tablewright.core.state import Reason as Reason
    from tablewright.core.state import Refused as Refused
    from tablewright.core.state import State as State
    from tablewright.lab.run import study as study

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Bot",
    "Choice",
    "Dice",
    "Event",
    "Game",
    "Match",
    "Option",
    "Outcome",
    "Perspective",
    "Reason",
    "Record",
    "Refused",
    "Setup",
    "State",
    "all_games",
    "game",
    "make_bot",
    "play",
    "register",
    "simulate",
    "study",
]

#: Where each name lives. Nothing is imported before it is asked for: consoles start fast, and extras may be missing.
_HOMES = {
    "Action": "core.state",
    "Bot": "bots.bot",
    "Choice": "core.game",
    "Dice": "core.dice",
    "Event": "core.state",
    "Game": "core.game",
    "Match": "core.match",
    "Option": "core.game",
    "Outcome": "core.state",
    "Perspective": "core.perspective",
    "Reason": "core.state",
    "Record": "core.record",
    "Refused": "core.state",
    "Setup": "core.game",
    "State": "core.state",
    "all_games": "core.registry",
    "game": "core.registry:find_game",
    "make_bot": "bots.registry",
    "play": "bots.play",
    "register": "core.registry",
    "simulate": "bots.simulate",
    "study": "lab.run",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, _, original = _HOMES[name].partition(":")
    found = globals()[name] = getattr(import_module(f"{__name__}.{module}"), original or name)
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
