"""Does playing pay in The Marches? Every pairing of the ready decks, played by one bot against itself.

    python studies/marches_moves.py [--bot hard] [--deals 20] [--seed 1] [--decks fen,guild]

Prints who wins, how often the first seat does, how many matches see an empty deck, and how many turns end although a
card could have been played. Each deal is played with both seatings; intervals are over deals.
"""

from __future__ import annotations

import argparse
from itertools import combinations
from statistics import mean
from typing import Any

from tablewright.bots.bot import Bot
from tablewright.bots.registry import make_bot
from tablewright.core.match import Match
from tablewright.core.registry import find_game
from tablewright.lab.statistics import mean_interval

GAME = find_game("marches")


class Count:
    """What is counted over all matches: one value a deal, or one a turn."""

    def __init__(self) -> None:
        self.first: list[float] = []
        self.empty: list[float] = []
        self.playable: list[float] = []
        self.turns: list[float] = []


def play(decks: tuple[str, str], name: str, seed: int, count: Count) -> float:
    """Play one match; return what the first seat got of it, from 0 to 1."""
    match = Match(GAME, GAME.setup(deck1=decks[0], deck2=decks[1]), seed)
    bots: list[Bot] = [make_bot(name, GAME, match.deal.seed_of_bot(seat)) for seat in (0, 1)]
    ended = playable = 0
    while not match.over:
        state: Any = match.state
        action = bots[match.turn].choose(match.perspective(match.turn))
        if action is state.setup.actions.done:
            ended += 1
            others = {action.number, state.setup.actions.power.number}
            playable += any(other.number not in others for other in state.legal_actions())
        match.do(match.turn, action)
    assert match.outcome is not None
    count.empty.append(float(any(player.drawn >= len(player.deck) for player in match.state.players)))
    count.playable.append(playable / ended)
    count.turns.append(match.state.turn)
    return (match.outcome.returns[0] + 1) / 2


def share(values: list[float]) -> str:
    """Return a mean in per cent with its 95 % interval."""
    middle, low, high = (100 * value for value in mean_interval(values))
    return f"{middle:.1f} % ({low:.1f} to {high:.1f})"


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Does playing pay in The Marches?")
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--deals", type=int, default=20, help="of each pairing")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--decks", help="names, with commas between them; all ready decks if none are given")
    asked = parser.parse_args()
    names = asked.decks.split(",") if asked.decks else [option.name for option in GAME.choices()[0].options]
    count = Count()
    for one, two in combinations(sorted(names), 2):
        won: list[float] = []
        for seed in range(asked.seed, asked.seed + asked.deals):
            straight, swapped = play((one, two), asked.bot, seed, count), play((two, one), asked.bot, seed, count)
            won.append((straight + 1 - swapped) / 2)
            count.first.append((straight + swapped) / 2)
        print(f"{one} against {two}: {share(won)}", flush=True)
    print(f"{len(count.turns)} matches of {asked.bot}, {mean(count.turns):.1f} turns each")
    print(f"won by the first seat: {share(count.first)}")
    print(f"with an empty deck: {share(count.empty)}" if any(count.empty) else "with an empty deck: none")
    print(f"turns that end with a playable card: {share(count.playable)}")


if __name__ == "__main__":
    main()
