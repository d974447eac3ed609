"""How well the levels of the maze and of the dungeon do, on deals that nobody has tuned anything with.

    python -m tools.solo maze --games 100            all levels on the default layout and on random ones that can be won
    python -m tools.solo dungeons --games 30         all levels in every shipped dungeon
    python -m tools.solo dungeons cellar             all levels in this one
    python -m tools.solo console FILE --games 200    `play` in the exact console, with other names and orders of heroes
    python -m tools.solo console FILE --patience 16  the same party, thinking that many times as long

Every table is the same on every machine; `--first` takes other deals. Rates carry their 95 % interval.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import permutations
from typing import Any

from tablewright.bots.dungeons import expert
from tablewright.bots.play import play
from tablewright.bots.registry import levels
from tablewright.consoles.dungeons import DungeonsConsole, Quit, Story
from tablewright.consoles.terminal import Terminal
from tablewright.core.dice import Dice
from tablewright.core.perspective import Perspective
from tablewright.core.registry import find_game
from tablewright.games.dungeons.events import COMPLETION
from tablewright.games.dungeons.files import read_dungeon
from tablewright.games.dungeons.game import dungeons
from tablewright.games.dungeons.state import DungeonsState
from tablewright.games.maze.solver.explore import explore
from tablewright.games.maze.solver.puzzles import FEWEST_ROOMS, MOST_ROOMS, random_layout
from tablewright.games.maze.solver.solve import winnable
from tablewright.lab.statistics import mean_interval, wilson

ORDERS = list(permutations("WBR"))
NAMES = (("Ann", "Bob", "Cid"), ("x", "y", "z"), ("Merlin", "Conan", "Robin"), ("1", "22", "333"), ("Ä", "quit", " "))
#: A party that has not come to an end by then would be stopped by anybody who watches.
MOST_ACTIONS = 2000


def rate(won: int, games: int) -> str:
    """Return a rate with its interval."""
    low, high = wilson(won, games)
    return f"{won} of {games} ({100 * low:.0f} to {100 * high:.0f} %)"


def mean(values: list[float]) -> str:
    """Return a mean with its interval."""
    middle, low, high = mean_interval(values)
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def maze(games: int, first: int) -> None:
    """Compare the levels with the plan that reacts, which knows no more than they but the order of the cards."""
    found: list[tuple[str, int]] = []
    seed = first
    while len(found) < games:
        seed += 1
        dice = Dice(seed)
        rooms = FEWEST_ROOMS - 1 + dice.roll(MOST_ROOMS - FEWEST_ROOMS + 1)
        layout = " ".join(random_layout(dice, rooms))
        if winnable(find_game("maze").new(find_game("maze").setup(layout=layout), seed)):
            found.append((layout, seed))
    for title, tables in (("default", [("example", first + n) for n in range(games)]), ("random", found)):
        _maze_table(title, tables)


def _maze_table(title: str, tables: list[tuple[str, int]]) -> None:
    game = find_game("maze")
    needed: list[int] = []
    for layout, seed in tables:
        flips = explore(game.new(game.setup(layout=layout), seed)).flips
        assert flips is not None, "every table can be won"
        needed.append(flips)
    print(f"maze, {title}: the plan that reacts needs {mean([float(flips) for flips in needed])} flips")
    for level, bot in levels(game).items():
        matches = [play(game, [bot], seed, layout=layout) for layout, seed in tables]
        won = sum(match.state.outcome.returns[0] > 0 for match in matches)
        flips = [float(match.state.counter) for match in matches]
        print(f"  {level} ({bot}): found {rate(won, len(tables))}, flips {mean(flips)},", end=" ")
        print(f"{sum(flips) / sum(needed):.3f} times the plan", flush=True)


def party_line(title: str, ends: list[DungeonsState]) -> None:
    """Print how a party did."""
    won = sum(end.outcome is not None and end.outcome.cause == COMPLETION for end in ends)
    alive = [float(sum(hero.health > 0 for hero in end.heroes)) for end in ends]
    rooms = [float(end.completed()) for end in ends]
    actions = sum(end.total for end in ends) / len(ends)
    print(
        f"{title}: won {rate(won, len(ends))}, alive {mean(alive)}, rooms {mean(rooms)}, {actions:.0f} actions",
        flush=True,
    )


def in_dungeons(names: list[str], games: int, first: int) -> None:
    """Let every level play every dungeon on the same deals."""
    game = find_game("dungeons")
    for name in names:
        for level, bot in levels(game).items():
            ends = [play(game, [bot], first + n, dungeon=name).state for n in range(games)]
            party_line(f"{name}, {level} ({bot})", ends)


class Watcher(Terminal):
    """Somebody who types the party and then only `play`, until the match is over."""

    def __init__(self, party: list[tuple[str, str]]) -> None:
        super().__init__()
        self.lines = ["3", *[line for hero in party for line in hero]]
        self.played = 0

    def read(self, prompt: str) -> bytes | None:
        if self.lines:
            return f"{self.lines.pop(0)}\n".encode()
        self.played += 1
        return b"play\n" if self.played <= MOST_ACTIONS else None

    def write(self, text: str) -> None:
        """Nobody reads it."""


class WatchedConsole(DungeonsConsole):
    """The console, which writes no score."""

    def save(self, score: bytes) -> None:
        raise Quit


def console(path: str, games: int, first: int, patience: int) -> None:
    """Play a dungeon file by `play` alone."""
    rooms = list(read_dungeon(path)[0])
    ends: list[DungeonsState] = []
    slowest = 0.0
    honest = expert.choose

    def timed(perspective: Perspective) -> Any:
        nonlocal slowest
        began = time.process_time()
        action = expert.advise(perspective, patience)[0]
        slowest = max(slowest, time.process_time() - began)
        return action

    expert.choose = timed
    try:
        for seed in range(first, first + games):
            names, order = NAMES[seed % len(NAMES)], ORDERS[seed // len(NAMES) % len(ORDERS)]
            played = WatchedConsole(Watcher(list(zip(names, order, strict=True))), path, rooms, Story({}))
            try:
                played.play(seed)
            except Quit:
                ends.append(played.state)
    finally:
        expert.choose = honest
    party_line(f"{path.rpartition('/')[2]}, patience {patience}", ends)
    print(f"  slowest decision {slowest:.2f} s of CPU time")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["maze", "dungeons", "console"])
    parser.add_argument("where", nargs="?", help="the dungeon file for the console, or the only dungeon for dungeons")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=1_000_000, help="the first seed (1000000)")
    parser.add_argument("--patience", type=int, default=1, help="how many times as long the party thinks (1)")
    arguments = parser.parse_args()
    shipped = list(dungeons())
    places = [arguments.where] if arguments.where else shipped
    parts: dict[str, Callable[[], None]] = {
        "maze": lambda: maze(arguments.games, arguments.first),
        "dungeons": lambda: in_dungeons(places, arguments.games, arguments.first),
        "console": lambda: console(arguments.where, arguments.games, arguments.first, arguments.patience),
    }
    if arguments.what == "console" and not arguments.where:
        parser.error("which dungeon file?")
    if arguments.what == "dungeons" and places[0] not in shipped:
        parser.error(f"the dungeons are {', '.join(shipped)}")
    parts[arguments.what]()


if __name__ == "__main__":
    main()
