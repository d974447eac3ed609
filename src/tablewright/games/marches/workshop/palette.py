"""What a tap on the palette changes: somebody on a tile, gold, wounds, a hand, whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import TILE_NAMES
from tablewright.games.marches.scenarios.scenario import SEATS, STAT_KEYS
from tablewright.games.marches.scenarios.staging import ATTRIBUTES, written_state
from tablewright.games.marches.workshop.draft import BadEdit
from tablewright.games.marches.workshop.trial import MOST_HELD, BenchTrial

Json = dict[str, Any]
MOST: Final = 1_000


def changed_bench(bench: object, change: object, catalogue: Catalogue) -> Json:
    """Return a bench with one thing changed; raises ``BadEdit``.

    What is changed is what one sees: the position after all steps, which are no part of the new bench. Only ``back``
    leaves it as it is and takes back the last steps.
    """
    if not isinstance(change, Mapping) or len(change) != 1:
        raise BadEdit("a change of a bench is one thing")
    ((word, value),) = change.items()
    trial = BenchTrial(bench, catalogue)
    if word == "back":
        changed = trial.bench()
        changed["steps"] = changed["steps"][: -_number(value, "the steps to go back", 1, MOST)]
        return changed
    make = CHANGES.get(str(word))
    if make is None:
        raise BadEdit(f"a bench cannot be changed like this; there are {', '.join(CHANGES)}, back")
    state = settled(trial)
    make(_Hand(state, trial, catalogue), value)
    return BenchTrial({"state": state, "steps": []}, catalogue).bench()


def settled(trial: BenchTrial) -> Json:
    """Return the position after all steps as the start of another bench."""
    if not trial.steps:
        return trial.start
    state = trial.state
    if state.outcome is not None:
        raise BadEdit("the match on this bench is over: go back a step first")
    names = trial.of_number()
    unnamed = {
        number: trial.fresh_name(entity.card.name) for number, entity in state.entities.items() if number not in names
    }
    written = written_state(state, {**unnamed, **names})
    entities = [entity for number, entity in state.entities.items() if number >= codes.FIRST_PLACED]
    for item, entity in zip(written["entities"], entities, strict=True):
        for key in STAT_KEYS:  # what is as on the card stays so if the card changes
            name = ATTRIBUTES.get(key, key)
            if key in item and getattr(entity.stats, name).key() == getattr(entity.card.stats, name).key():
                del item[key]
    for seat, player in enumerate(SEATS):
        if state.entities[seat].stats.hp.key() == state.entities[seat].card.stats.hp.key():
            del written[player]["hp"]
        del written[player]["discard"][:-MOST_HELD]
    return written


class _Hand:
    """The hand that changes a position."""

    def __init__(self, state: Json, trial: BenchTrial, catalogue: Catalogue) -> None:
        self.state = state
        self.trial = trial
        self.catalogue = catalogue

    def entity(self, value: object) -> Json:
        """Return a unit or building by its number or name."""
        names = self.trial.of_number()
        name = names.get(value) if isinstance(value, int) else value
        for item in self.state["entities"]:
            if item["ref"] == name:
                return item  # type: ignore[no-any-return]
        raise BadEdit("what is to be changed is not on the board any more")

    def player(self, value: object) -> Json:
        """Return what is said of a player, by seat."""
        seat = _number(value, "the seat", 0, 1)
        return self.state.setdefault(SEATS[seat], {})  # type: ignore[no-any-return]

    # ------------------------------------------------------------------------------------------------- the changes

    def put(self, value: object) -> None:
        card, seat, tile = _parts(value, "card", "seat", "tile")
        known = self.catalogue.get(_number(card, "the card", -codes.MOST_NUMBER, codes.MOST_NUMBER))
        if known is None or known.kind not in (codes.UNIT, codes.BUILDING):
            raise BadEdit("only units and buildings can be put on a tile")
        place = _tile(tile)
        self.free(known.kind, place)
        owner = SEATS[_number(seat, "the seat", 0, 1)]
        ref = self.trial.fresh_name(known.name)
        self.state["entities"].append({"ref": ref, "card": known.id, "owner": owner, "tile": place})

    def free(self, kind: int, tile: int) -> None:
        """Raise ``BadEdit`` if a building cannot be on a tile because of another."""
        for item in self.state["entities"] if kind == codes.BUILDING else ():
            card = self.catalogue.get(item["card"])
            if item["tile"] == tile and card is not None and card.kind == codes.BUILDING:
                raise BadEdit(f"there is a building on {TILE_NAMES[tile]} already: remove it first")

    def remove(self, value: object) -> None:
        self.state["entities"].remove(self.entity(value))

    def move(self, value: object) -> None:
        number, to = _parts(value, "number", "to")
        item, tile = self.entity(number), _tile(to)
        card = self.catalogue.get(item["card"])
        if card is not None and item["tile"] != tile:
            self.free(card.kind, tile)
        item["tile"] = tile

    def owner(self, value: object) -> None:
        number, to = _parts(value, "number", "to")
        self.entity(number)["owner"] = SEATS[_number(to, "the seat", 0, 1)]

    def damage(self, value: object) -> None:
        number, to = _parts(value, "number", "to")
        self.entity(number)["damage"] = _number(to, "damage", 0, MOST)

    def cooldown(self, value: object) -> None:
        number, to = _parts(value, "number", "to")
        self.entity(number)["cooldown"] = _number(to, "the turns rested", 0, MOST)

    def wounds(self, value: object) -> None:
        seat, to = _parts(value, "seat", "to")
        self.player(seat)["damage"] = _number(to, "damage", -MOST, MOST)

    def gold(self, value: object) -> None:
        seat, to = _parts(value, "seat", "to")
        self.player(seat)["gold"] = _number(to, "gold", -codes.MOST_NUMBER, codes.MOST_NUMBER)

    def hand(self, value: object) -> None:
        seat, card = _parts(value, "seat", "card")
        known = self.catalogue.get(_number(card, "the card", -codes.MOST_NUMBER, codes.MOST_NUMBER))
        if known is None or known.kind == codes.PLAYER:
            raise BadEdit("only units, buildings and skills can be in a hand")
        held = self.player(seat).setdefault("hand", [])
        held.append(known.id)

    def discard(self, value: object) -> None:
        seat, card = _parts(value, "seat", "card")
        held = self.player(seat).get("hand", [])
        if card not in held:
            raise BadEdit("this card is not in that hand")
        held.remove(card)

    def power(self, value: object) -> None:
        seat, to = _parts(value, "seat", "to")
        self.player(seat)["power_available"] = to is True

    def turn(self, value: object) -> None:
        self.state["current"] = SEATS[_number(value, "the seat", 0, 1)]

    def clear(self, value: object) -> None:
        self.state["entities"] = []


CHANGES: Final[dict[str, Callable[[_Hand, object], None]]] = {
    "put": _Hand.put,
    "remove": _Hand.remove,
    "move": _Hand.move,
    "owner": _Hand.owner,
    "damage": _Hand.damage,
    "cooldown": _Hand.cooldown,
    "wounds": _Hand.wounds,
    "gold": _Hand.gold,
    "hand": _Hand.hand,
    "discard": _Hand.discard,
    "power": _Hand.power,
    "turn": _Hand.turn,
    "clear": _Hand.clear,
}


def _parts(value: object, *names: str) -> list[object]:
    """Return the parts of a change."""
    if not isinstance(value, Mapping) or set(value) != set(names):
        raise BadEdit(f"this change needs {', '.join(names)}, and nothing else")
    return [value[name] for name in names]


def _number(value: object, name: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadEdit(f"{name} must be a whole number from {low:,} to {high:,}")
    return value


def _tile(value: object) -> int:
    return _number(value, "the tile", 0, codes.TILES - 1)
