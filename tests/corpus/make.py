"""The corpus: recorded matches of every game, with fingerprints of the positions on the way.

    python -m tests.corpus.make           make the records below and all fingerprints anew, after the rules have changed
    python -m tests.corpus.make --add     write the lines of records that have none yet; other lines stay

Whoever meets a match that must never change again puts its record into the folder of its game and adds its line.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from tablewright.bots.registry import make_bot
from tablewright.core.match import Match
from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.core.state import State
from tests.games.marches.story import effect, unit

HERE = Path(__file__).parent
GAMES = ("ooperations", "dungeons", "maze", "marches")
LINES = "fingerprints.txt"
#: A fingerprint is taken after so many actions, at the start and at the end.
EVERY = 10


def fingerprint(state: State) -> str:
    """Return a short hash of a whole position."""
    snapshot = {key: value for key, value in state.snapshot().items() if key != "setup"}
    text = json.dumps(snapshot, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def fingerprints(record: Record) -> str:
    """Return the rules version of a record and the fingerprints of its positions, as they stand behind its name."""
    last = len(record.actions)
    prints = [fingerprint(state) for n, state in enumerate(record.states()) if n % EVERY == 0 or n == last]
    return f"rules {record.game.version}: {' '.join(prints)}"


def read_lines(game: str) -> dict[str, str]:
    """Return the lines of a game by the names of the records."""
    try:
        lines = (HERE / game / LINES).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    return {name: rest for name, _, rest in (line.partition(" ") for line in lines)}


def write_lines(game: str, lines: dict[str, str]) -> None:
    """Write the lines of a game."""
    text = "".join(f"{name} {lines[name]}\n" for name in sorted(lines))
    (HERE / game / LINES).write_text(text, encoding="utf-8")


def record_paths(game: str) -> list[Path]:
    """Return the records of a game."""
    return sorted((HERE / game).glob("*.record"))


# ------------------------------------------------------------------------------------------------- which matches

#: A name, the players, options, and changes of the setup's JSON value.
Plan = tuple[str, Sequence[str], dict[str, str], dict[str, Any]]


def plans(key: str) -> Iterator[tuple[Plan, int]]:
    """Yield what is played of a game, and how many matches of it are kept."""
    names = [[option.name for option in choice.options] for choice in find_game(key).choices()]
    if key == "ooperations":
        for one in names[0]:
            for two in names[0]:
                yield ((f"{one}-{two}", ("random", "random"), {"deck1": one, "deck2": two}, {}), 1)
        for one, two in zip(names[0], names[1], strict=True):
            decks = {"deck1": one, "deck2": two}
            yield ((f"{one}-{two}-greedy", ("greedy", "greedy"), decks, {}), 1)
            yield ((f"{one}-{two}-short", ("random", "random"), decks, {"max_rounds": 3}), 1)
        few = {"decks": [["CADET"] * 9, ["GUARD"] * 12]}
        yield (("few-cards", ("random", "random"), {}, few), 2)
        yield (("few-cards-greedy", ("greedy", "greedy"), {}, few), 1)
        yield (("no-rounds", ("random", "random"), {}, {"max_rounds": 1}), 1)
        yield (("long", ("greedy", "greedy"), {"deck1": "stonewall", "deck2": "graveyard"}, {"health": 60}), 1)
        yield (("rich", ("random", "random"), {}, {"mana": 9, "shuffle": False}), 3)
    elif key == "dungeons":
        for dungeon in names[0]:
            for heroes in names[1]:
                options = {"dungeon": dungeon, "heroes": heroes, "players": "each"}
                bots = ["random"] * len(heroes.split("-"))
                yield ((f"{dungeon}-{heroes}", bots, options, {}), 1)
            yield ((f"{dungeon}-one", ["random"], {"dungeon": dungeon}, {}), 1)
            yield ((f"{dungeon}-party", ["party"], {"dungeon": dungeon}, {}), 1)
            yield ((f"{dungeon}-limit", ["random"], {"dungeon": dungeon}, {"limit": 25}), 1)
        yield (("long", ["random"] * 3, {"dungeon": "abyss", "players": "each"}, {}), 1)
    elif key == "maze":
        for layout in names[0]:
            for flips in (5, 8, 12, 16, 20, 25):
                yield ((f"{layout}-{flips}", ["random"], {"layout": layout}, {"max_flips": flips}), 1)
            yield ((f"{layout}-solver", ["solver"], {"layout": layout}, {}), 2)
            yield ((f"{layout}-greedy", ["greedy"], {"layout": layout}, {"max_flips": 60}), 1)
        yield (("long", ["random"], {}, {}), 1)
    elif key == "marches":
        for one in names[0]:
            for two in names[0]:
                yield ((f"{one}-{two}", ("random", "random"), {"deck1": one, "deck2": two}, {}), 2)
                yield ((f"{one}-{two}-greedy", ("greedy", "greedy"), {"deck1": one, "deck2": two}, {}), 1)
        hit = effect("EFFECT_DAMAGE", TempVariable=0)
        endless = unit(100, Rarity=1, Interactions={"WHEN_PLAYED": [hit], "POST_DAMAGE": [hit]})
        decks = find_game(key).write_setup(find_game(key).setup())["decks"]
        void = {"cards": [[endless, None]], "decks": [[100, 100, 100, *decks[0][3:]], decks[1]]}
        yield (("long", ("greedy", "greedy"), {"deck1": "masons", "deck2": "masons"}, {}), 1)
        yield (("void", ("random", "random"), {}, void), 2)


def play(key: str, plan: Plan, seed: int) -> Match:
    """Play a match of a plan."""
    game = find_game(key)
    _, bots, options, changes = plan
    setup = game.setup(**options)
    if changes:
        setup = game.read_setup({**game.write_setup(setup), **changes})
    match = Match(game, setup, seed, bots)
    match.play([make_bot(bot, game, seed + seat) for seat, bot in enumerate(bots)])
    return match


def choose(matches: list[Match], count: int, kept: Counter[str]) -> list[Match]:
    """Return short matches, those first that ended as few others in the corpus have."""
    endings: dict[str, list[Match]] = {}
    for match in sorted(matches, key=len):
        endings.setdefault(_ending(match), []).append(match)
    ordered = sorted(endings, key=lambda ending: kept[ending])
    rounds = zip_longest(*[endings[ending] for ending in ordered])
    return [match for group in rounds for match in group if match is not None][:count]


def _ending(match: Match) -> str:
    return "" if match.outcome is None else f"{match.outcome.cause} {match.outcome.returns}"


def make(key: str) -> None:
    """Make the records of a game."""
    (HERE / key).mkdir(exist_ok=True)
    kept: Counter[str] = Counter()
    for plan, count in plans(key):
        for path in (HERE / key).glob(f"{plan[0]}-seed*.record"):
            path.unlink()
        matches = [play(key, plan, seed) for seed in range(1, 13 if plan[1][0] == "random" else 3)]
        for match in [max(matches, key=len)] if plan[0] == "long" else choose(matches, count, kept):
            (HERE / key / f"{plan[0]}-seed{match.seed}.record").write_text(str(match.record()), encoding="utf-8")
            kept[_ending(match)] += 1


def main() -> None:
    """Make the corpus or add to it."""
    parser = argparse.ArgumentParser(prog="python -m tests.corpus.make", description="Make the corpus anew.")
    parser.add_argument("--add", action="store_true", help="only write the lines of records that have none yet")
    add = parser.parse_args().add
    for key in GAMES:
        if not add:
            make(key)
        old = read_lines(key) if add else {}
        write_lines(
            key,
            {
                path.stem: old[path.stem] if path.stem in old else fingerprints(Record.read(str(path)))
                for path in record_paths(key)
            },
        )


if __name__ == "__main__":
    main()
