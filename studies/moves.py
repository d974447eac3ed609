"""Does playing pay in a card game? Every pairing of the ready decks, played by one bot against itself.

    python studies/moves.py GAME [--bot hard] [--deals 20] [--seed 1] [--decks fen,guild]

Prints who wins, how often the first seat does, how many matches last until the cards run out, and how many turns end
although a card could have been played. Each deal is played with both seatings; intervals are over deals.
"""

from __future__ import annotations

import argparse
from itertools import combinations
from statistics import mean
from typing import Any

from tablewright.bots.registry import make_bot
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.registry import find_game
from tablewright.games.marches.actions import PLAY
from tablewright.games.ooperations.actions import PLAY_CREATURE, SPELL
from tablewright.lab.statistics import mean_interval

#: The kinds of action that play a card.
PLAYS = {"ooperations": (PLAY_CREATURE, SPELL), "marches": (PLAY,)}


class Count:
    """What is counted over all matches: one value a deal, a match or a turn."""

    def __init__(self) -> None:
        self.first: list[float] = []
        self.out: list[float] = []
        self.playable: list[float] = []
        self.turns: list[float] = []


def out_of_cards(state: Any) -> bool:
    """Say whether the cards ran out; a match of Magical OOPerations that nobody loses before ends then."""
    if state.game == "ooperations":
        return bool(state.outcome.cause != "defeated")
    return any(player.drawn >= len(player.deck) for player in state.players)


def play(game: Game, decks: tuple[str, str], name: str, seed: int, count: Count) -> float:
    """Play one match; return what the first seat got of it, from 0 to 1."""
    match = Match(game, game.setup(deck1=decks[0], deck2=decks[1]), seed)
    bots = [make_bot(name, game, match.deal.seed_of_bot(seat)) for seat in (0, 1)]
    ended = playable = 0
    while not match.over:
        action = bots[match.turn].choose(match.perspective(match.turn))
        if action.text == "done":
            ended += 1
            playable += any(other.kind in PLAYS[game.key] for other in match.state.legal_actions())
        match.do(match.turn, action)
    assert match.outcome is not None
    count.out.append(float(out_of_cards(match.state)))
    count.playable.append(playable / ended)
    count.turns.append(ended)
    return (match.outcome.returns[0] + 1) / 2


def share(values: list[float]) -> str:
    """Return a mean in per cent with its 95 % interval."""
    middle, low, high = (100 * value for value in mean_interval(values))
    return f"{middle:.1f} % ({low:.1f} to {high:.1f})"


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Does playing pay in a card game?")
    parser.add_argument("game", choices=sorted(PLAYS))
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--deals", type=int, default=20, help="of each pairing")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--decks", help="names, with commas between them; all ready decks if none are given")
    asked = parser.parse_args()
    game = find_game(asked.game)
    names = asked.decks.split(",") if asked.decks else [option.name for option in game.choices()[0].options]
    count = Count()
    for one, two in combinations(sorted(names), 2):
        won: list[float] = []
        for seed in range(asked.seed, asked.seed + asked.deals):
            straight = play(game, (one, two), asked.bot, seed, count)
            swapped = play(game, (two, one), asked.bot, seed, count)
            won.append((straight + 1 - swapped) / 2)
            count.first.append((straight + swapped) / 2)
        print(f"{one} against {two}: {share(won)}", flush=True)
    print(f"{len(count.turns)} matches of {asked.bot}, {mean(count.turns):.1f} turns each")
    print(f"won by the first seat: {share(count.first)}")
    print(f"until the cards ran out: {share(count.out)}" if any(count.out) else "until the cards ran out: none")
    print(f"turns that end with a playable card: {share(count.playable)}")


if __name__ == "__main__":
    main()
