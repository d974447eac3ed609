"""How a match went, as a curve: what the heuristics of its game think of its positions, for one seat."""

from __future__ import annotations

from tablewright.core.match import Match
from tablewright.core.record import Record
from tablewright.core.registry import companion

#: A curve has about so many points.
POINTS = 60


def curve_of(text: str) -> list[list[float]] | None:
    """Return points of a position's number and its worth for seat 0, from 0 (lost) to 1 (won); work for a process.

    ``None`` where nothing is known about the game. It takes the text of a finished record, as nothing else is secret.
    """
    record = Record.parse(text)
    heuristics = companion("heuristics", record.game)
    if heuristics is None:
        return None
    match = Match.replay(record, strict=False)
    step = max(1, -(-len(match) // POINTS))
    points = []
    for number in sorted({*range(0, len(match), step), len(match)}):
        state = match.at(number).clone()
        worth = match.outcome.returns if number == len(match) and match.outcome else heuristics.outlook(state)
        if worth:
            points.append([float(number), round((float(worth[0]) + 1) / 2, 3)])
    return points
