"""Damaged snapshots, setups and records by the thousand: refused with a sentence, or sound; never anything else."""

from __future__ import annotations

from collections import Counter

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.record import Checksum, Record
from tablewright.testing.mutations import check_record, check_restored, check_setup, damaged, damaged_text
from tests.soak.matches import positions


def snapshots(game: Game, mutations: int, seed: int) -> Counter[str]:
    """Restore damaged snapshots of all stages of matches; returns how many were refused and taken."""
    dice, done = Dice(seed), Counter[str]()
    for match in positions(game, seed, every=7):
        snapshot = match.state.snapshot()
        for _ in range(10):
            if done.total() >= mutations:
                return done
            taken = check_restored(game, damaged(snapshot, dice, dice.roll(3)), dice)
            done["taken" if taken else "refused"] += 1
    return done


def setups(game: Game, mutations: int, seed: int) -> Counter[str]:
    """Read damaged setups; returns how many were refused and taken."""
    dice, done = Dice(seed), Counter[str]()
    for match in positions(game, seed, every=1000):
        written = game.write_setup(match.setup)
        for _ in range(20):
            if done.total() >= mutations:
                return done
            taken = check_setup(game, damaged(written, dice, dice.roll(3)), dice)
            done["taken" if taken else "refused"] += 1
    return done


def records(game: Game, mutations: int, seed: int) -> Counter[str]:
    """Read damaged records of matches that have come more or less far; returns how many were refused, cut and whole.

    What is taken as whole is the same match; what is cut off leads to an earlier position of it.
    """
    dice, done = Dice(seed), Counter[str]()
    for match in positions(game, seed, every=30):
        record = match.record()
        whole = Match.replay(record)
        saved = _appended(record)
        for number in range(10):
            if done.total() >= mutations:
                return done
            if number % 2:
                done[check_record(damaged_text(str(record), dice), whole)] += 1
            else:
                done[check_record(damaged_text(saved, dice), whole, saved)] += 1
    return done


def _appended(record: Record) -> str:
    """Return a record as a save that grew with its match: a checksum behind every action."""
    checksum = Checksum()
    parts = [checksum.seal(record.head())]
    parts += [checksum.seal(f"{line}\n") for line in record.actions]
    if record.result:
        parts.append(checksum.seal(record.tail()))
    return "".join(parts)
