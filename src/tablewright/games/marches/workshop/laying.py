"""Laying the table: a position in which a card can be tried at once, from both seats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from tablewright.games.marches.actions import ENTITY_TARGETS, targets
from tablewright.games.marches.files import BASE_CLASS, COPIES, Catalogue, class_problem
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import MIRROR, MarchesCard
from tablewright.games.marches.scenarios.scenario import SEATS
from tablewright.games.marches.workshop.draft import BadEdit
from tablewright.games.marches.workshop.trial import BenchTrial, known_card

Json = dict[str, Any]

#: Cards for whoever stands on a bench: the first that is still of that kind.
SOLDIER: Final = (2, 10, 11)
GUARD: Final = (10, 2, 13)
HOUSE: Final = (3, 7, 34)
#: What stands on every bench: the card, its kind, the tile of either player, wounds. On the plains own and enemy
#: buildings lie ahead, in the forest an enemy building, and in the mountains the units meet in the next march.
LAID: Final = (
    (SOLDIER, codes.UNIT, (0, 3), 0),
    (GUARD, codes.UNIT, (0, 3), 2),
    (HOUSE, codes.BUILDING, (1, 2), 0),
    (SOLDIER, codes.UNIT, (4, 9), 0),
    (HOUSE, codes.BUILDING, (8, 5), 0),
    (HOUSE, codes.BUILDING, (11, 16), 0),
    (SOLDIER, codes.UNIT, (13, 13), 0),
)
#: Where a card that cannot be played stands from the beginning, in sight of the enemy.
FIRST_SIGHT: Final = {codes.UNIT: 5, codes.BUILDING: 6}
LEAST_GOLD: Final = 12
#: What is in the hands beside the card, and comes out of the decks, as far as it is there.
IN_HAND: Final = (2, 5)
IN_DECK: Final = (2, 11, 5, 16)


def new_bench(number: int, catalogue: Catalogue) -> Json:
    """Return a bench for a card; raises ``BadEdit`` if there can be none."""
    known_card(number, catalogue)
    card = catalogue.get(number)
    assert card is not None
    table = BenchTable(card, catalogue)
    for seat in (0, 1):
        table.make_playable(seat)
    bench = {"state": table.state(), "steps": []}
    return BenchTrial(bench, catalogue).bench()


class BenchTable:
    """A table while it is laid for a card."""

    def __init__(self, card: MarchesCard, catalogue: Catalogue) -> None:
        self.card = card
        self.catalogue = catalogue
        self.class_ = card.id if card.kind == codes.PLAYER else BASE_CLASS
        problem = class_problem(self.class_, catalogue)
        if problem:
            raise BadEdit(problem)
        self.entities: list[Json] = []
        for wanted, kind, tiles, damage in LAID:
            for seat, tile in enumerate(tiles):
                self.put(any_card(wanted, kind, catalogue), seat, tile, damage)

    def put(self, card: MarchesCard | None, seat: int, tile: int, damage: int = 0) -> None:
        """Put a unit or building on a tile; a building takes the place of another."""
        if card is None:
            return
        if card.kind == codes.BUILDING:
            self.entities = [one for one in self.entities if one["tile"] != tile or self.kind(one) != codes.BUILDING]
        entity: Json = {"card": card.id, "owner": SEATS[seat], "tile": tile}
        if 0 < damage < card.stats.hp.total:
            entity["damage"] = damage
        self.entities.append(entity)

    def kind(self, entity: Json) -> int:
        """Return what a unit or building is."""
        card = self.catalogue.get(entity["card"])
        assert card is not None
        return card.kind

    def make_playable(self, seat: int) -> None:
        """Put there what the card must be played on; one that cannot be played stands there itself."""
        card = self.card
        if card.kind == codes.PLAYER:
            return
        places = targets(card, seat, False)
        if not places:
            if card.kind in FIRST_SIGHT:
                tile = FIRST_SIGHT[card.kind]
                self.put(card, seat, tile if seat == 0 else MIRROR[tile])
            return
        building = card.kind == codes.BUILDING
        kinds = codes.UNIT if building else ENTITY_TARGETS.get(card.targeting, 0) if card.kind == codes.SKILL else 0
        if not kinds:
            return
        owners = codes.OWNER if building else card.owners
        for whose in (codes.OWNER, codes.OPPONENT):
            if owners & whose:
                self.make_target(seat, whose, kinds, places, building)

    def make_target(self, seat: int, whose: int, kinds: int, places: Iterable[int], building: bool) -> None:
        """Let there be somebody that a card can be played on."""
        owner = SEATS[seat if whose == codes.OWNER else 1 - seat]
        built = {one["tile"] for one in self.entities if self.kind(one) == codes.BUILDING} if building else set()
        free = [place for place in places if place not in built]
        for one in self.entities:
            if one["tile"] in free and one["owner"] == owner and self.kind(one) & kinds:
                return
        tile = free[0] if free else next(iter(places))
        if not free:  # there is a building wherever this one could be built
            self.entities = [one for one in self.entities if one["tile"] != tile or self.kind(one) != codes.BUILDING]
        kind = codes.UNIT if kinds & codes.UNIT else codes.BUILDING
        card = any_card(SOLDIER if kind == codes.UNIT else HOUSE, kind, self.catalogue)
        self.put(card, SEATS.index(owner), tile)

    def state(self) -> Json:
        """Return the position as a scenario has it."""
        card = self.card
        held = [] if card.kind == codes.PLAYER else [card.id]
        hand = [*held, *held, *self.holdable(IN_HAND)]
        deck = [*self.holdable(IN_DECK), *held] * 2
        gold = min(codes.MOST_NUMBER, max(LEAST_GOLD, 2 * card.cost + LEAST_GOLD // 2))
        player: Json = {"class": self.class_, "gold": gold}
        if card.kind == codes.SKILL and card.targeting == codes.ON_BOARD and self.is_power():
            player["power"] = card.id
        seats = {seat: {**player, "hand": hand[:], "deck": deck[:]} for seat in SEATS}
        return {"current": SEATS[0], "turn": 1, **seats, "entities": self.entities}

    def is_power(self) -> bool:
        """Say whether the card is an active power rather than one of a deck."""
        if self.card.rarity not in COPIES:
            return True
        cards = [self.catalogue.get(number) for number in self.catalogue.numbers()]
        return any(one is not None and one.kind == codes.PLAYER and one.power == self.card.id for one in cards)

    def holdable(self, numbers: Iterable[int]) -> list[int]:
        """Return those of some cards that can be in a hand."""
        cards = [self.catalogue.get(number) for number in numbers if number != self.card.id]
        return [card.id for card in cards if card is not None and card.kind != codes.PLAYER]


def any_card(wanted: Iterable[int], kind: int, catalogue: Catalogue) -> MarchesCard | None:
    """Return the first of some cards that is of a kind and can live, or else any other, the plainest first."""
    for number in wanted:
        card = catalogue.get(number)
        if card is not None and card.kind == kind and card.damage < card.stats.hp.total:
            return card
    cards = [card for number in catalogue.numbers() if (card := catalogue.get(number)) is not None]
    living = [card for card in cards if card.kind == kind and card.damage < card.stats.hp.total]
    return min(living, key=lambda card: (len(card.programs), card.id), default=None)
