"""Problems at their places, each with changes that were tried and mend it."""

from __future__ import annotations

from typing import Any

from tablewright.games.marches.workshop.draft import Draft, Spot

Shown = dict[str, Any]


def shown_problems(draft: Draft, lists: list[Shown]) -> list[Shown]:
    """Return the problems of a sheet as the page shows them, and note each at its row."""
    found = []
    for spot in draft.spots:
        at = place_of_problem(draft, spot)
        problem = spot.problem
        shown = {"code": problem.code, "message": problem.message, "warning": problem.warning, "at": at, "mends": []}
        if at and "row" in at:
            for one in lists:
                if one["id"] == at["list"]:
                    one["rows"][at["row"]]["problems"].append(len(found))
        found.append(shown)
    return found


def place_of_problem(draft: Draft, spot: Spot) -> Shown | None:
    """Return where the page shows a problem."""
    path, problem = spot.path, spot.problem
    if spot.drawn:
        if path and path[0] == "Text":
            return {"text": True}
        return {"field": path[0]} if path else None
    if path:
        for one in draft.lists:
            size = len(one.path)
            if path[:size] == one.path:
                index = path[size] if len(path) > size else None
                row = next(
                    (
                        n
                        for n, r in enumerate(one.rows)
                        if isinstance(index, int) and r.first <= index < r.first + r.count
                    ),
                    None,
                )
                return {"list": one.id} if row is None else {"list": one.id, "row": row}
        if draft.card is not None or len(path) == 1:
            return {"field": path[0]}
    if problem.line and draft.card is None:
        return {"json": {"line": problem.line, "column": problem.column}}
    return None
