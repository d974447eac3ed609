"""What tells the styles of a card game apart: each plays the same deals against the same opponent, and is counted.

    python studies/manners.py GAME [--bots rusher,builder,trickster] [--against normal] [--deals 50] [--seed 1]

Decks change from deal to deal and are the same for every bot, so that what is seen is its manner and not its deck. Each
deal is played from both seats; intervals are over deals.
"""

from __future__ import annotations

import argparse
from collections import Counter
from statistics import fmean
from typing import Any

from ladder import table

from tablewright.bots.registry import make_bot
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.registry import find_game
from tablewright.games.marches.actions import PLAY
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import LANE_OF
from tablewright.games.ooperations.actions import BATTLE, PLAY_CREATURE, SPELL
from tablewright.lab.statistics import mean_interval


def in_ooperations(state: Any, action: Any) -> str:
    """Say what an action is; "" for those that are not counted."""
    if action.kind == BATTLE:
        return "attacks" if state.seat_to_act == state.attacker else "blocks"
    return {PLAY_CREATURE: "creatures", SPELL: "spells"}.get(action.kind, "")


def in_marches(state: Any, action: Any) -> str:
    """Say what an action is; "" for those that are not counted."""
    if action.kind != PLAY:
        return ""
    kind = state.setup.cards[action.card].kind
    if kind == codes.UNIT:
        return "units on the plains" if LANE_OF[action.place] == 0 else "units elsewhere"
    return "skills" if kind == codes.SKILL else "buildings"


#: What an action is called, and what is counted.
DEEDS = {
    "ooperations": (in_ooperations, ("creatures", "attacks", "blocks", "spells")),
    "marches": (in_marches, ("units on the plains", "units elsewhere", "buildings", "skills")),
}


def health(state: Any, seat: int) -> int:
    """Return what a player has left."""
    left: int = state.players[seat].health if state.game == "ooperations" else state.entities[seat].health
    return max(0, left)


def figures(game: Game, setup: Any, bot: str, against: str, seed: int, seat: int) -> dict[str, float]:
    """Play one match and return what the bot in a seat has done, by name."""
    names = [against, against]
    names[seat] = bot
    match = Match(game, setup, seed)
    players = [make_bot(name, game, match.deal.seed_of_bot(place)) for place, name in enumerate(names)]
    start = health(match.state, 1 - seat)
    name_of, counted = DEEDS[game.key]
    deeds: Counter[str] = Counter()
    while not match.over:
        turn = match.turn
        action = players[turn].choose(match.perspective(turn))
        if turn == seat:
            deeds["turns" if action.text == "done" else name_of(match.state, action)] += 1
        match.do(turn, action)
    turns = max(1, deeds["turns"])
    return {
        "turns": float(turns),
        "health taken a turn": (start - health(match.state, 1 - seat)) / turns,
        **{f"{name} a turn": deeds[name] / turns for name in counted},
    }


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="What tells the styles of a card game apart.")
    parser.add_argument("game", choices=("ooperations", "marches"))
    parser.add_argument("--bots", default="rusher,builder,trickster", help="names, with commas between them")
    parser.add_argument("--against", default="normal")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    asked = parser.parse_args()
    game = find_game(asked.game)
    for bot in asked.bots.split(","):
        found: dict[str, list[float]] = {}
        for seed in range(asked.seed, asked.seed + asked.deals):
            both = [figures(game, table(game, seed, "all"), bot, asked.against, seed, seat) for seat in (0, 1)]
            for name in both[0]:
                found.setdefault(name, []).append(fmean(one[name] for one in both))
        print(bot)
        for name, values in found.items():
            middle, low, high = mean_interval(values)
            print(f"  {name}: {middle:.2f} ({low:.2f} to {high:.2f})", flush=True)


if __name__ == "__main__":
    main()
