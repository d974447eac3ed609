"""One piece of a study, played. What comes out depends on the study alone, wherever it runs."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from tablewright.bots.bot import Bot
from tablewright.bots.random import RandomBot
from tablewright.bots.registry import make_bot
from tablewright.bots.simulate import play_at_random
from tablewright.core.dice import Dice
from tablewright.core.match import Match
from tablewright.core.own import reread
from tablewright.core.perspective import Perspective
from tablewright.core.state import Outcome
from tablewright.lab.observers import observe
from tablewright.lab.study import Chunk, Study

#: The cause of an end that is none: the match was stopped at its limit.
STOPPED = "stopped"


class ContentChanged(Exception):
    """Cards, tables or bots have changed since the study began; the message is a sentence without its stop."""


@dataclass(frozen=True)
class Thinking:
    """How often each seat of a match had to choose, and how many seconds it thought in all."""

    choices: tuple[int, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True)
class PlayedChunk:
    """A chunk that was played."""

    #: A JSON line for each match: the same bytes wherever it is played.
    rows: str
    #: Beside them, in the same order, what is not the same in every run.
    thinking: tuple[Thinking, ...]


class TimedPlayer:
    """A bot with a clock."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.choices = 0
        self.seconds = 0.0

    def choose(self, perspective: Perspective) -> Any:
        """Let the bot choose, and take the time."""
        start = perf_counter()
        action = self.bot.choose(perspective)
        self.seconds += perf_counter() - start
        self.choices += 1
        return action


def check_unchanged(study: Study) -> None:
    """Raise ``ContentChanged`` if own files were edited since the study has read them: its results are of the past."""
    if not study.game.own_files:
        return
    try:
        now = replace(study, game=reread(study.game))
        changed = [
            str(pairing) for one, pairing in enumerate(study.pairings) if now.identity(one) != study.identity(one)
        ]
    except ValueError as error:
        raise ContentChanged(
            f"own content was edited since the study began, and cannot be used now: {error}"
        ) from error
    if changed:
        raise ContentChanged(f"what {changed[0]} is played with has changed since the study began")


def play_chunk(study: Study, chunk: Chunk) -> PlayedChunk:
    """Play some matches of a pairing; raises ``ContentChanged`` where they would be played with something else."""
    if chunk.key and chunk.key != study.identity(chunk.pairing).key:
        raise ContentChanged(f"what {study.pairings[chunk.pairing]} is played with has changed since the study began")
    rows, thinking = [], []
    for number in range(chunk.first, chunk.first + chunk.matches):
        deal, seating = divmod(number, study.seatings)
        row, thought = _play_match(study, chunk.pairing, deal, seating)
        rows.append(json.dumps(row, separators=(",", ":")) + "\n")
        thinking.append(thought)
    return PlayedChunk("".join(rows), tuple(thinking))


def _play_match(study: Study, number: int, deal: int, seating: int) -> tuple[dict[str, Any], Thinking]:
    game, pairing, seeding = study.game, study.pairings[number], study.seeding
    setup = study.setup(number, seating)
    names = [pairing.entrants[entrant].bot for entrant in pairing.lineup(seating, setup.seats)]
    bots = [make_bot(name, game, seeding.of_bot(study.seed, deal, seat)) for seat, name in enumerate(names)]
    match = Match(game, setup, seeding.of_deal(study.seed, deal), names)
    observer = observe(game.key, match.state)
    match.state.watch = observer.told
    thinking = _play_at_random(match, bots) if all(type(bot) is RandomBot for bot in bots) else _play(match, bots)
    # What did not end is a tie of those who play against each other; alone or together it was not won.
    outcome = match.outcome or Outcome(STOPPED, (0.0 if study.against else -1.0,) * setup.seats)
    row = {
        "pairing": number,
        "deal": deal,
        "seating": seating,
        "seed": match.seed,
        "returns": list(outcome.returns),
        "cause": outcome.cause,
        "score": outcome.score,
        "actions": sum(thinking.choices),
        **observer.notes(),
    }
    return row, thinking


def _play(match: Match, bots: list[Bot]) -> Thinking:
    players = [TimedPlayer(bot) for bot in bots]
    try:
        match.play(players)
    finally:
        for bot in bots:
            bot.close()
    return Thinking(tuple(player.choices for player in players), tuple(player.seconds for player in players))


def _play_at_random(match: Match, bots: list[Bot]) -> Thinking:
    """Play the same as ``_play`` does, several times as fast; chance takes no time that a clock could see."""
    streams = [Dice(bot.seed) for bot in bots]
    return Thinking(tuple(play_at_random(match.state, streams, match.limit)), (0.0,) * len(bots))
