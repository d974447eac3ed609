"""Automatic probes: what goes wrong with cards again and again, tried from both seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import LANE_OF, LANES, MIRROR
from tablewright.games.marches.workshop.bench import choices
from tablewright.games.marches.workshop.laying import HOUSE, SOLDIER, BenchTable, any_card
from tablewright.games.marches.workshop.trial import BenchTrial, known_card

Json = dict[str, Any]

#: After so many steps of effects, in all probes together, no other is begun: so much takes a fraction of a second.
MOST_EFFORT: Final = 40_000
#: So many units and buildings are more than anybody wanted.
CROWD: Final = 100
LEFT_OUT: Final = {
    "title": "The others",
    "state": "odd",
    "says": "they were not tried: its effects take very many steps",
}
PLAY: Final = "play"
END: Final = "end_turn"


class _Probe:
    """A board, and what is done on it."""

    def __init__(self, title: str, lay: Callable[[BenchTable, int], None], script: list[str]) -> None:
        self.title = title
        self.lay = lay
        self.script = script


def probe(number: int, catalogue: Catalogue) -> list[Json]:
    """Try a card in the ways in which cards fail, and say of each what came of it; raises ``BadEdit``."""
    known_card(number, catalogue)
    card = catalogue.get(number)
    assert card is not None
    found: list[Json] = []
    effort = 0
    for one in PROBES:
        for seat in (0, 1):
            if effort > MOST_EFFORT:
                return [*found, {**LEFT_OUT, "bench": None}]
            table = BenchTable(card, catalogue)
            one.lay(table, seat)
            state = {**table.state(), "current": f"p{seat + 1}"}
            trial = BenchTrial({"state": state, "steps": []}, catalogue)
            notes: list[str] = []
            for turn, what in enumerate(one.script):
                if trial.state.outcome is None:
                    effort += _do(trial, number, what, turn, notes)
            found.append(_told(f"{one.title}, player {seat + 1}", trial, notes))
    return found


def _do(trial: BenchTrial, number: int, what: str, turn: int, notes: list[str]) -> int:
    """Do one thing of a script, if it can be done; returns how many steps of effects it took."""
    state = trial.state
    if what == END:
        trial.do(END)
        return state.steps
    ways = [way for way in choices(state, trial.of_number()) if not way.get("reason")]
    plays: list[object] = [way["do"] for way in ways if isinstance(way["do"], dict) and way["do"]["play"] == number]
    if not plays and any(way["do"] == "power" for way in ways) and number in _powers(trial):
        plays = ["power"]
    if not plays:
        return 0
    done = trial.do(plays[turn % len(plays)])
    if trial.state.outcome is not None and not trial.state.fault:
        notes.append("playing it ends the match at once")
    for seat in (0, 1):
        gold = done.after.players[seat].gold
        if gold < 0 <= done.before.players[seat].gold:
            notes.append(f"it leaves player {seat + 1} with {gold} gold")
    return state.steps


def _powers(trial: BenchTrial) -> set[int]:
    """Return the powers, and the classes that have them."""
    state = trial.state
    return {state.players[state.seat_to_act].power.id, state.entities[state.seat_to_act].card.id}


def _told(title: str, trial: BenchTrial, notes: list[str]) -> Json:
    state = trial.state
    crowd = len(state.entities) - codes.FIRST_PLACED
    if crowd >= CROWD:
        notes.append(f"there are {crowd} units and buildings in play in the end")
    says = "nothing went wrong"
    if state.fault:
        says = state.fault
    elif notes:
        says = notes[0]
    kind = "void" if state.fault else "odd" if notes else "ok"
    return {"title": title, "state": kind, "says": says, "bench": trial.bench()}


# ------------------------------------------------------------------------------------------------------- the boards


def _alone(table: BenchTable, seat: int) -> None:
    table.entities = []


def _copies(table: BenchTable, seat: int) -> None:
    table.entities = []
    for tile in (4, 5, 11):
        _put(table, seat, tile)
    _escort(table, seat, 12)


def _mirror(table: BenchTable, seat: int) -> None:
    table.make_playable(seat)
    table.make_playable(1 - seat)
    for owner in (seat, 1 - seat):
        _put(table, owner, 5)
        _put(table, owner, 12)
        if table.card.kind == codes.UNIT:  # they meet at once
            table.put(table.card, owner, 14)


def _full(table: BenchTable, seat: int) -> None:
    soldier, house = any_card(SOLDIER, codes.UNIT, table.catalogue), any_card(HOUSE, codes.BUILDING, table.catalogue)
    table.entities = []
    for tile in range(codes.TILES):
        _, first, last = LANES[LANE_OF[tile]]
        table.put(house, 0 if 2 * tile < first + last else 1, tile)
        for owner in (0, 1):
            table.put(soldier, owner, tile)
    _put(table, seat, 4)
    _put(table, 1 - seat, 4)


def _crowd(table: BenchTable, seat: int) -> None:
    _mirror(table, seat)
    for owner in (0, 1):
        for tile in (10, 11):
            _put(table, owner, tile)


def _put(table: BenchTable, seat: int, tile: int) -> None:
    """Put a copy of a unit or building on a tile as the player sees it, with somebody who can build there."""
    if table.card.kind in (codes.UNIT, codes.BUILDING):
        table.put(table.card, seat, MIRROR[tile] if seat else tile)
    _escort(table, seat, tile)


def _escort(table: BenchTable, seat: int, tile: int) -> None:
    if table.card.kind == codes.BUILDING:
        table.put(any_card(SOLDIER, codes.UNIT, table.catalogue), seat, MIRROR[tile] if seat else tile)


PROBES: Final = (
    _Probe("Nothing in reach", _alone, [PLAY, END, END]),
    _Probe("Among its own copies", _copies, [PLAY, PLAY, END, END]),
    _Probe("Against its mirror image", _mirror, [PLAY, END, PLAY, END, END]),
    _Probe("On a full board", _full, [PLAY, END, END]),
    _Probe("Again and again, six turns", _crowd, [PLAY, END] * 6),
)
