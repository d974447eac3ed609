"""The ladder of a card game: every bot against every other, with decks that change from deal to deal.

    python studies/ladder.py GAME --bots easy,normal,hard,rusher [--deals 20] [--seed 1] [--decks all]

Each deal is played with both seatings; intervals are over deals. With ``--decks default`` the table is the one that a
new match offers. Ratings are openskill's, over all matches in their order, with twice their deviation.
"""

from __future__ import annotations

import argparse
import time
from itertools import combinations
from typing import Any

from openskill.models import PlackettLuce

from tablewright.bots.registry import make_bot
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.registry import find_game
from tablewright.lab.statistics import mean_interval


def table(game: Game, seed: int, decks: str) -> Any:
    """Return the setup of a deal."""
    if decks == "default":
        return game.setup()
    dice = Dice(seed)
    chosen = {}
    for choice in game.choices():
        chosen[choice.key] = choice.options[dice.roll(len(choice.options)) - 1].name
    return game.setup(**chosen)


def play(game: Game, setup: Any, names: tuple[str, str], seed: int, spent: dict[str, list[float]]) -> float:
    """Play one match; return what the first seat got of it, from 0 to 1."""
    match = Match(game, setup, seed)
    bots = [make_bot(name, game, match.deal.seed_of_bot(seat)) for seat, name in enumerate(names)]
    while not match.over:
        seat = match.turn
        perspective = match.perspective(seat)
        started = time.process_time()
        action = bots[seat].choose(perspective)
        spent[names[seat]].append(time.process_time() - started)
        match.do(seat, action)
    assert match.outcome is not None
    return (match.outcome.returns[0] + 1) / 2


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Every bot against every other.")
    parser.add_argument("game", choices=("ooperations", "marches"))
    parser.add_argument("--bots", required=True, help="names, with commas between them")
    parser.add_argument("--deals", type=int, default=20, help="of each pairing")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--decks", choices=("all", "default"), default="all")
    asked = parser.parse_args()
    game, names = find_game(asked.game), asked.bots.split(",")
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    spent: dict[str, list[float]] = {name: [] for name in names}
    seed = asked.seed
    firsts: list[float] = []
    for one, two in combinations(names, 2):
        won: list[float] = []
        for _ in range(asked.deals):
            setup = table(game, seed, asked.decks)
            results = []
            for seats in ((one, two), (two, one)):
                first = play(game, setup, seats, seed, spent)
                results.append(first if seats[0] == one else 1 - first)
                firsts.append(first)
                places = [[ratings[seats[0]]], [ratings[seats[1]]]]
                rated = model.rate(places, scores=[first, 1 - first])
                ratings[seats[0]], ratings[seats[1]] = rated[0][0], rated[1][0]
            won.append(sum(results) / 2)
            seed += 1
        middle, low, high = (100 * value for value in mean_interval(won))
        print(f"{one} - {two}: {middle:.1f} % ({low:.1f} to {high:.1f}) of {2 * len(won)}", flush=True)
    print(f"first seat: {100 * sum(firsts) / len(firsts):.1f} % of {len(firsts)}")
    for name in sorted(names, key=lambda name: -ratings[name].mu):
        rating, times = ratings[name], spent[name]
        cost = f"{1000 * sum(times) / len(times):.1f} ms a choice, at most {1000 * max(times):.0f}"
        print(f"{name:12} {rating.mu:5.1f} +- {2 * rating.sigma:.1f}   {cost}")


if __name__ == "__main__":
    main()
