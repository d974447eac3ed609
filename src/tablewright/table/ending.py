"""What is said when a match is over: who has won and why, how it went, and where it turned."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from tablewright.bots.heuristics import find_heuristics
from tablewright.core.match import Match
from tablewright.table.wording import Wording, as_you, told_by_names

#: So many turning points are named at most, and what one must change, of the way from lost to won.
MOST_TURNS = 3
LEAST_TURN = 0.15
#: Of so many actions is said what they did.
MOST_WORDS = 2


def verdict(match: Match, wording: Wording) -> str:
    """Say in names who has won and why; "" while nobody knows."""
    outcome = match.outcome
    if outcome is None:
        return ""
    winners = [match.names[seat] for seat in outcome.winners]
    losers = [match.names[seat] for seat in range(match.setup.seats) if seat not in outcome.winners]
    why = wording.causes.get(outcome.cause, outcome.cause)
    why = why.replace("{winner}", " and ".join(winners)).replace("{loser}", " and ".join(losers))
    why = why.replace("{score}", "" if outcome.score is None else str(outcome.score))
    who = f"{' and '.join(winners)} won" if winners else "lost" if min(outcome.returns) < 0 else "a tie"
    return as_you(f"{who}: {why}") if "You" in match.names else f"{who}: {why}"


def figures(match: Match) -> list[str]:
    """Return the length of a match and what each player did most."""
    turns = len(match.turns()) - 1
    lines = [f"{len(match)} actions" + (f" in {turns} turns." if match.setup.seats > 1 else ".")]
    for seat in range(match.setup.seats):
        done = Counter(
            action.text.split()[0] for who, action in zip(match.seats, match.actions, strict=True) if who == seat
        )
        told = ", ".join(f"{count} {what}" for what, count in done.most_common())
        lines.append(f"{match.names[seat]}: {told or 'nothing'}.")
    return lines


def turning_points(match: Match, wording: Wording) -> list[tuple[int, str]]:
    """Return the positions to which the prospects of the first seat changed most, in order, each with a sentence.

    Whoever judges sees everything, so this is for matches that are over. It may take a moment, and is thought of in
    another thread: it looks at a match of its own.
    """
    match = Match.replay(match.record(), strict=False)
    heuristics = find_heuristics(match.game)
    worth = [tuple(heuristics.outlook(state.clone())) for state in match.record().states()]
    if not all(worth):
        return []
    marks = match.turns()
    changes = [(worth[after][0] - worth[before][0], before, after) for before, after in pairwise(marks)]
    largest = sorted(changes, key=lambda change: -abs(change[0]))[:MOST_TURNS]
    found = []
    for change, before, after in sorted(largest, key=lambda change: change[2]):
        if abs(change) >= LEAST_TURN:
            good = match.names[0] if change > 0 or match.setup.seats == 1 else match.names[1]
            better = "worse" if change < 0 and match.setup.seats == 1 else "better"
            found.append((after, f"{better} for {good} after this: {_first_words(match, before, after, wording)}"))
    return found


def _first_words(match: Match, before: int, after: int, wording: Wording) -> str:
    """Return what everybody was told first of the actions between two positions."""
    told = (told_by_names(match, number, None, wording) for number in range(before + 1, after + 1))
    lines = [lines[0] if lines else match.actions[before + i].text for i, lines in enumerate(told)]
    return " ".join(lines[:MOST_WORDS]) + (" ..." if len(lines) > MOST_WORDS else "")
