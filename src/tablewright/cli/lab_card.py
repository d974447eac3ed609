"""``tablewright lab card CARD``: is this card too strong, fair, or too weak?"""

from __future__ import annotations

import argparse
import sys

from tablewright.lab.card import CardAnswer, ask, card_study
from tablewright.lab.runners import runner_for
from tablewright.lab.sequential import LOOK, MOST_PAIRS, Verdict
from tablewright.lab.swaps import BadCard


def add_card_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only a question about a card needs."""
    parser.add_argument("--in", dest="deck", default="", metavar="DECK", help="card: a deck that holds it, or its file")
    parser.add_argument("--game", default="", help="card: its game, where several have a card of that name")
    parser.add_argument("--bot", default="normal", help="card: who plays (default: normal)")
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
    answer = ask(study, runner_for(arguments.jobs), arguments.deals, _show if sys.stderr.isatty() else None)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for sentence in answer.words():
        print(sentence)
    return 0 if answer.verdict is not Verdict.UNKNOWN else 1


def _show(answer: CardAnswer) -> None:
    """Show how far it is, in one line that is written over."""
    pairs = answer.test.counts.pairs
    if pairs % LOOK == 0:
        left = answer.test.pairs_left()
        print(f"\r{pairs} deals; if it goes on like this, about {left} more  ", end="", file=sys.stderr, flush=True)
