"""Chooses an action for the party: strike a foe that can be struck, otherwise walk to a door or towards the foes."""

from __future__ import annotations

from tablewright.games.dungeons.actions import ATTACK, MOVE
from tablewright.games.dungeons.floor import distance, field_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tablewright.core.perspective import Perspective
    from tablewright.games.dungeons.actions import Deed


def choose(perspective: Perspective) -> Deed:
    """Return a legal action."""
    view = perspective.view
    actions: list[Deed] = perspective.legal_actions()
    foes = {field_at(*foe["at"]) for foe in view["room"]["foes"]}
    doors = {field_at(*door["at"]): door["to"] for door in view["room"]["doors"]}
    strikes = [deed for deed in actions if deed.verb == ATTACK and deed.field in foes]
    if strikes:
        return strikes[0]
    visited = {room["id"] for room in view["left"]}
    goals = foes or {field for field, room in doors.items() if room and room not in visited} or set(doors)
    moves = [deed for deed in actions if deed.verb == MOVE and (deed.field not in doors or deed.field in goals)]
    if moves:
        return min(moves, key=lambda deed: min(distance(deed.field, goal) for goal in goals))
    return actions[0]
