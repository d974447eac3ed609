"""What a game can tell bots about itself beyond its rules: which actions deserve a thought and how good a position is.

The search works without any of this, through the core contract alone. A game brings its knowledge as its companion
``heuristics``, an instance of ``Heuristics``. It speaks of traits, costs and places; none of it may name a single card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.light import mypyc_attr
from tablewright.core.registry import companion


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristics:
    """Knowledge of one game; this base class is what can be said of a game about which nothing is known.

    Wherever the prospects are asked for, the answer has a number from -1 (lost) to 1 (won) for every seat; an empty
    answer means that nothing is known. A state that is handed over to be judged may be used up.
    """

    #: How many actions a random playout may take before it is judged.
    horizon: ClassVar[int] = 400
    #: How much the search prefers what it has tried little, on a scale on which 1 is the spread of all results. The
    #: better the promises are, the less of it is needed.
    curiosity: ClassVar[float] = 0.4

    def shortlist(self, state: Any, legal: list[Any]) -> list[Any]:
        """Return the actions worth a thought, the most promising first; at least one of the legal ones."""
        return legal

    def idle(self, state: Any) -> Any:
        """Return the action that ends the turn and does nothing else; ``None`` where there is none."""
        return None

    def foolish(self, state: Any, action: Any) -> bool:
        """Say whether an action looks foolish to people, whatever it may be good for in a single case."""
        return False

    def charm(self, state: Any, action: Any) -> float:
        """Say what a style likes about an action for its own sake, on the scale of the prospects; others like nothing.

        The bot that thinks adds it to what comes of its own next action, and to nothing behind that.
        """
        return 0.0

    def outlook(self, state: Any) -> Sequence[float]:
        """Say how good a position is for every seat if nobody does anything more than has to be done."""
        return () if state.outcome is None else state.outcome.returns

    def promise(self, state: Any, action: Any) -> Sequence[float]:
        """Say at a glance what an action promises; the search asks this of every action before it tries one.

        The state stays as it is. Worth an answer only where a glance sees about what a playout finds.
        """
        return ()

    def playout(self, state: Any, dice: Dice) -> Sequence[float]:
        """Play on as sensibly as is cheap until the position can be judged, and judge it."""
        for _ in range(self.horizon):
            legal = state.legal_actions()
            if not legal:
                break
            state.apply(legal[dice.roll(len(legal)) - 1])
        return self.outlook(state)


def find_heuristics(game: Game | str) -> Heuristics:
    """Return the heuristics of a game, or the ones that know nothing."""
    return companion("heuristics", game) or Heuristics()
