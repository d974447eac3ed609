"""Matches between bots: a single one, and studies of many whose results can be compared.

Every match of a study is a ``Table`` that says everything about it in plain values, so that it can be played anywhere,
in any order and by any number of workers, with the same result.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from tablewright.bots.bot import Bot
from tablewright.bots.registry import make_bot
from tablewright.core.game import Game
from tablewright.core.perspective import Perspective
from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.core.state import Outcome, State

#: A match that has not ended after this many actions is stopped; no sensible one comes near.
LONGEST_MATCH = 20_000


@dataclass(frozen=True)
class Match:
    """A match that bots have played; ``outcome`` is ``None`` if it had to be stopped."""

    record: Record
    outcome: Outcome | None
    #: How often each seat had to choose, and how many seconds it thought in all.
    choices: tuple[int, ...]
    seconds: tuple[float, ...]


def play_match(game: Game, setup: Any, seed: int, bots: Sequence[Bot], limit: int = LONGEST_MATCH) -> Match:
    """Play one match, a bot for every seat."""
    state = game.new(setup, seed)
    record = Record(game, setup, seed, [bot.name for bot in bots])
    choices = [0] * len(bots)
    seconds = [0.0] * len(bots)
    perspective: Perspective | None = None
    while state.outcome is None and len(record.actions) < limit:
        perspective = _next_to_choose(state, perspective, len(bots))
        seat = perspective.seat
        start = time.perf_counter()
        action = bots[seat].choose(perspective)
        seconds[seat] += time.perf_counter() - start
        choices[seat] += 1
        state.submit(action)
        record.add(state, action.text)
    return Match(record, state.outcome, tuple(choices), tuple(seconds))


def _next_to_choose(state: State, last: Perspective | None, seats: int) -> Perspective:
    """Return who chooses now. Where the rules leave the order to the players, they take turns around the table."""
    acting = state.acting_seats()
    if len(acting) > 1 and last is not None:
        acting = tuple(sorted(acting, key=lambda seat: (seat - last.seat - 1) % seats))
    return next(one for one in (Perspective(state, seat) for seat in acting) if one.legal_actions())


@dataclass(frozen=True)
class Table:
    """A match to be played: the game by its key, its setup as a JSON value, and the bots by name in order of the seats.

    Bot seeds belong to seats, whoever sits there: a bot that meets itself comes out exactly even.
    """

    game: str
    setup: Any
    seed: int
    bots: tuple[str, ...]
    bot_seeds: tuple[int, ...]
    #: Which of the compared bots sits in each seat.
    lineup: tuple[int, ...]


@dataclass(frozen=True)
class Result:
    """What came out at a table, in plain values; ``returns`` is empty if the match had to be stopped."""

    table: Table
    returns: tuple[float, ...]
    cause: str
    score: int | None
    choices: tuple[int, ...]
    seconds: tuple[float, ...]
    #: The text of the record.
    record: str


def play_table(table: Table) -> Result:
    """Play the match of a table."""
    game = find_game(table.game)
    bots = [make_bot(name, game, seed) for name, seed in zip(table.bots, table.bot_seeds, strict=True)]
    match = play_match(game, game.read_setup(table.setup), table.seed, bots)
    outcome = match.outcome or Outcome("stopped", ())
    return Result(table, outcome.returns, outcome.cause, outcome.score, match.choices, match.seconds, str(match.record))


def against_each_other(game: Game, setup: Any) -> bool:
    """Say whether the seats of such a table play against each other, rather than alone or together."""
    return not game.cooperative and bool(setup.seats > 1)


def plan(game: Game, setup: Any, bots: Sequence[str], games: int, seed: int) -> list[Table]:
    """Plan a comparison of bots.

    Bots that play against each other change seats on the same deal until each has had every seat, so that neither luck
    nor the better seat decides. Where all seats win or lose together, each bot plays every deal alone, in all seats.
    """
    value = game.write_setup(setup)
    seats = range(setup.seats)
    if against_each_other(game, setup):
        places = [(number // setup.seats, number % setup.seats) for number in range(games)]
        lineups = [(deal, tuple((seat + turn) % setup.seats for seat in seats)) for deal, turn in places]
    else:
        lineups = [(deal, (bot,) * setup.seats) for bot in range(len(bots)) for deal in range(games)]
    return [
        Table(
            game.key,
            value,
            _mixed(seed, deal),
            tuple(bots[bot] for bot in lineup),
            tuple(_mixed(seed, deal, seat) for seat in seats),
            lineup,
        )
        for deal, lineup in lineups
    ]


def _mixed(*numbers: int) -> int:
    return zlib.crc32(" ".join(map(str, numbers)).encode())


@dataclass
class Tally:
    """What one bot has reached in a study."""

    bot: str
    games: int = 0
    wins: int = 0
    ties: int = 0
    #: Matches that had to be stopped. Against others they count as ties.
    stopped: int = 0
    score: int = 0
    scored: int = 0
    choices: int = 0
    seconds: float = 0.0

    def add(self, result: Result, seats: Sequence[int]) -> None:
        """Count a match in which the bot had some seats."""
        self.games += 1
        won = [result.returns[seat] > 0 for seat in seats if result.returns]
        self.wins += any(won)
        self.ties += bool(won) and not any(won) and result.returns[seats[0]] == 0
        self.stopped += not won
        if result.score is not None:
            self.score += result.score
            self.scored += 1
        self.choices += sum(result.choices[seat] for seat in seats)
        self.seconds += sum(result.seconds[seat] for seat in seats)

    @property
    def points(self) -> float:
        """Wins, and half of what nobody won."""
        return self.wins + (self.ties + self.stopped) / 2

    @property
    def mean_score(self) -> float | None:
        """The mean score; ``None`` in a game without scores."""
        return self.score / self.scored if self.scored else None


def tally(bots: Sequence[str], results: Iterable[Result]) -> list[Tally]:
    """Count the results of a study, for each bot."""
    tallies = [Tally(bot) for bot in bots]
    for result in results:
        lineup = result.table.lineup
        for bot in sorted(set(lineup)):
            tallies[bot].add(result, [seat for seat, other in enumerate(lineup) if other == bot])
    return tallies


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a rate; a tie may count as half a success."""
    z = 1.959964
    rate = successes / trials
    middle = rate + z * z / (2 * trials)
    spread = z * sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    whole = 1 + z * z / trials
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
