"""``tablewright lab card CARD``: is this card too strong, fair, or too weak?"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from tablewright.core.outside import plain
from tablewright.lab.card import CardAnswer, ask, card_study
from tablewright.lab.play import ContentChanged, check_unchanged
from tablewright.lab.runners import runner_for
from tablewright.lab.sequential import LOOK, MOST_PAIRS, Verdict
from tablewright.lab.swaps import BadCard

#: Whoever would wait longer is told of a bot that is quicker, in seconds.
LONG = 600.0
QUICK = "greedy"


def add_card_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only a question about a card needs."""
    parser.add_argument("--in", dest="deck", default="", metavar="DECK", help="card: a deck that holds it, or its file")
    parser.add_argument("--game", default="", help="card: its game, where several have a card of that name")
    parser.add_argument("--bot", default="normal", help=f"card: who plays (default: normal; {QUICK} is quicker)")
    parser.add_argument("--seed", type=int, default=1, help="card: of the first deal (default: 1)")
    parser.add_argument(
        "--deals", type=int, default=MOST_PAIRS, help=f"card: give up after so many (default: {MOST_PAIRS})"
    )


def ask_card(words: list[str], arguments: argparse.Namespace) -> int:
    """Answer the question; 0 if the verdict is known, 1 if it is not known yet. Raises ``ValueError``."""
    if not words:
        raise BadCard("name a card: lab card THIEF")
    if not 1 <= arguments.deals <= MOST_PAIRS:
        raise BadCard(f"--deals must be from 1 to {MOST_PAIRS}, not {arguments.deals}")
    study = card_study(" ".join(words), arguments.deck, arguments.bot, arguments.seed, arguments.game)
    waiting = Waiting(arguments.bot, arguments.deals, sys.stderr.isatty())
    answer = ask(study, runner_for(arguments.jobs), arguments.deals, waiting)
    waiting.close()
    try:
        check_unchanged(study)
    except ContentChanged as changed:  # whoever has waited so long still gets what was found out
        print(plain(f"{changed}; the answer is about what it was"), file=sys.stderr)
    for sentence in answer.words():
        print(sentence)
    return 0 if answer.verdict is not Verdict.UNKNOWN else 1


class Waiting:
    """Tells whoever waits, on standard error, how far it is and how long it may take.

    A terminal gets one line that is written over, a file or pipe a line a minute.
    """

    def __init__(self, bot: str, deals: int, terminal: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._bot, self._deals, self._terminal, self._clock = bot, deals, terminal, clock
        self._every = 1.0 if terminal else 60.0
        self._begun = self._told = clock()
        self._advised = bot == QUICK
        self._width = 0
        self._say(
            f"At most {deals:,} deals, each played twice by {plain(bot)}, until the answer is known; "
            "Ctrl-C shows what is known so far."
        )

    def __call__(self, answer: CardAnswer) -> None:
        """Tell how far it is, if it is time for that."""
        done, now = answer.test.counts.pairs + answer.void, self._clock()
        if now - self._told < self._every:
            return
        self._told = now
        each, most = (now - self._begun) / done, self._deals - done
        left = each * min(answer.test.pairs_left(), most) if done >= LOOK else 0.0
        likely = f"about {duration(left)} as it looks now, " if left else ""
        line = f"{done:,} deals in {duration(now - self._begun)}; {likely}at most {duration(each * most)} more"
        if left > LONG and not self._advised:
            self._advised = True
            self.close()
            self._say(f"{plain(self._bot)} thinks long; --bot {QUICK} answers sooner, and misses more tricks.")
        if self._terminal:
            print("\r" + line.ljust(self._width), end="", file=sys.stderr, flush=True)
            self._width = len(line)
        else:
            self._say(line)

    def close(self) -> None:
        """End the line that was written over."""
        if self._width:
            self._say("")
        self._width = 0

    @staticmethod
    def _say(line: str) -> None:
        print(line, file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """Return a time that somebody waits, as people say it."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
