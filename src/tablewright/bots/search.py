"""Information-set Monte Carlo tree search: one tree over what the seats do, in ever new hidden worlds.

All worlds share the tree (single-observer ISMCTS after Cowling, Powley and Whitehouse), so that an action's worth
is its mean over everything that could be hidden. An action that only some worlds allow is compared with the others by
how often it could have been taken. Where a game can say what an action promises, this counts as a first visit, so that
few playouts are spent on what is obviously bad, by the opponent too.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, Final, Self, final

from tablewright.bots.bot import Bot, Profile
from tablewright.bots.heuristics import Heuristics, find_heuristics
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.light import mypyc_attr
from tablewright.core.perspective import Perspective
from tablewright.core.state import Action, State

#: Of a search that is not told its budget.
PLAYOUTS: Final = 200
#: Playouts in each deal of what is hidden. Dealing takes nearly half as long as a whole playout, and dealing for each
#: of them won no more matches.
SHARED: Final = 2


@final
@mypyc_attr(acyclic=True)
class SearchNode:
    """An action at a place of the tree: how often it could be taken, how often it was, and what it brought."""

    __slots__ = ("action", "available", "charm", "children", "looks", "total", "visits")

    def __init__(self, action: Action, charm: float) -> None:
        self.action = action
        #: What speaks for it beside what it brings.
        self.charm = charm
        self.available = 1
        #: Playouts that went through it.
        self.visits = 0
        #: What the total is the sum of: the visits, and what was promised.
        self.looks = 0
        #: The sum of what came out for the seat that took the action.
        self.total = 0.0
        #: By the number of the action; most never get any.
        self.children: dict[int, SearchNode] | None = None


class SearchBot(Bot):
    """Plays out sampled worlds, following what has proved best so far and trying what has been tried little."""

    profile = Profile(
        knows="the rules, and its game's heuristics where there are some",
        thinks="deals what is hidden again and again and grows one tree of what all seats could do",
        costs="its budget, a number of playouts a choice: search:400 plays out 400 times",
    )

    def __init__(self, heuristics: Heuristics, playouts: int, seed: int = 0) -> None:
        super().__init__(seed)
        self.heuristics = heuristics
        self.playouts = playouts

    @classmethod
    def make(cls, game: Game, argument: str, seed: int) -> Self:
        if argument and not (argument.isascii() and argument.isdecimal() and 0 < int(argument[:9]) == int(argument)):
            raise ValueError(f'its budget must be a number of playouts, not "{argument}"')
        return cls(find_heuristics(game.key), int(argument or PLAYOUTS), seed)

    def choose(self, perspective: Perspective) -> Any:
        dice = self.dice(perspective)
        world = perspective.sample(dice)
        actions = self.heuristics.shortlist(world, perspective.legal_actions())
        if len(actions) == 1:
            self.reason = "nothing else is worth a thought"
            return actions[0]
        tree = Tree(self.heuristics, dice)
        for number in range(self.playouts):
            if number % SHARED == 0:
                world = perspective.sample(dice)
            tree.grow(world.clone(), actions)
        best = max(tree.root.values(), key=lambda node: (node.visits, node.total))
        self.reason = (
            f"worth {best.total / best.looks:+.2f} from -1 to +1 in {best.visits} of {self.playouts} playouts"
            f" about {len(actions)} actions"
        )
        return best.action


@final
class Tree:
    """One search."""

    def __init__(self, heuristics: Heuristics, dice: Dice) -> None:
        self.heuristics = heuristics
        self.curiosity = heuristics.curiosity
        self.dice = dice
        #: What can be done at the root, by the number of the action.
        self.root: dict[int, SearchNode] = {}
        #: The least and greatest result so far. Results that differ little are told apart as well as others.
        self.low = 1.0
        self.high = -1.0

    def grow(self, world: State, actions: list[Action]) -> None:
        """Walk down the tree, add one action to it, play out, and tell the result to all actions on the way.

        Consumes a sampled world; ``actions`` are those to choose from at the root.
        """
        heuristics = self.heuristics
        children = self.root
        path: list[SearchNode] = []
        seats: list[int] = []
        leaf = False
        while not leaf:
            node = self._select(children, actions, world)
            path.append(node)
            seats.append(world.seat_of(node.action))
            world.apply(node.action)
            leaf = node.visits == 0 or world.outcome is not None
            if not leaf:
                if node.children is None:
                    node.children = {}
                children = node.children
                actions = heuristics.shortlist(world, world.legal_actions())
        worths = heuristics.playout(world, self.dice)
        for node, seat in zip(path, seats, strict=True):
            node.visits += 1
            self._tell(node, worths[seat] if worths else 0.0)

    def _select(self, children: dict[int, SearchNode], actions: list[Action], world: State) -> SearchNode:
        """Return the first action of which nothing is known, otherwise the one with the highest upper confidence bound.

        ``world`` is where the choice is made; it stays as it is.
        """
        curiosity = self.curiosity * (self.high - self.low if self.high > self.low else 1.0)
        best: SearchNode | None = None
        best_bound = 0.0
        for action in actions:
            child = children.get(action.number)
            if child is None:
                charm = self.heuristics.charm(world, action) if children is self.root else 0.0
                child = children[action.number] = SearchNode(action, charm)
                promised = self.heuristics.promise(world, action)
                if not promised:
                    return child
                self._tell(child, promised[world.seat_of(action)])
            child.available += 1
            looks = child.looks
            bound = child.total / looks + child.charm + curiosity * sqrt(log(child.available) / looks)
            if best is None or bound > best_bound:
                best, best_bound = child, bound
        assert best is not None
        return best

    def _tell(self, node: SearchNode, worth: float) -> None:
        node.looks += 1
        node.total += worth
        if worth < self.low:
            self.low = worth
        if worth > self.high:
            self.high = worth
