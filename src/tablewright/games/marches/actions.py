"""What a seat can do: play a card somewhere, choose among several targets there, use the power, end the turn.

All actions of a setup are made once. A card that is played on a unit or building is played on a tile; where several
there would do, the match stops and asks which one, so that the number of actions stays small.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import Action, words
from tablewright.games.marches.board import LANES, MIRROR, TILE_NAMES
from tablewright.games.marches.language import codes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from tablewright.games.marches.state import MarchesCard

DONE: Final = 0
POWER: Final = 1
PLAY: Final = 2
CHOOSE: Final = 3

ENTITY_TARGETS: Final = {
    codes.ON_UNIT: codes.UNIT,
    codes.ON_BUILDING: codes.BUILDING,
    codes.ON_UNIT_AND_BUILDING: codes.UNIT | codes.BUILDING,
    codes.ON_UNIT_RELATIVE: codes.UNIT,
    codes.ON_BUILDING_RELATIVE: codes.BUILDING,
    codes.ON_UNIT_AND_BUILDING_RELATIVE: codes.UNIT | codes.BUILDING,
}
RELATIVE: Final = (
    codes.ON_TILE_RELATIVE,
    codes.ON_UNIT_RELATIVE,
    codes.ON_BUILDING_RELATIVE,
    codes.ON_UNIT_AND_BUILDING_RELATIVE,
)


@final
class MarchesAction(Action):
    """One action. ``card`` and ``place`` belong to plays, ``index`` to choices."""

    __slots__ = ("card", "index", "kind", "place")

    def __init__(self, number: int, text: str, kind: int, card: int, place: int, index: int) -> None:
        super().__init__(number, text)
        self.kind = kind
        self.card = card
        #: The board, a lane or a tile.
        self.place = place
        #: Counted from 0.
        self.index = index


@final
class Aim:
    """Where one player can play one card."""

    __slots__ = ("by_tile", "card", "cost", "free", "kinds", "mask", "owners", "row")

    def __init__(
        self,
        card: MarchesCard,
        row: list[MarchesAction] | None,
        by_tile: dict[int, MarchesAction],
        mask: int,
        kinds: int,
        owners: int,
        free: bool,
    ) -> None:
        self.card = card
        self.cost = card.cost
        #: All plays, if they do not depend on what stands where.
        self.row = row
        #: Otherwise, for the bit of each tile the play on an entity there, and the sum of these bits.
        self.by_tile = by_tile
        self.mask = mask
        #: What must stand there and whose it must be; ``free``: there must be no building.
        self.kinds = kinds
        self.owners = owners
        self.free = free


def place_word(place: int) -> str:
    """Return how a place is typed; nothing for the board."""
    if place < codes.TILES:
        return TILE_NAMES[place]
    return "" if place == codes.BOARD else LANES[place - codes.TILES][0]


def targets(card: MarchesCard, seat: int, mirrored: bool) -> list[int]:
    """List the places that a card lists for a player: the board, lanes or tiles, absolute and in rising order.

    ``mirrored``: the tiles of every skill are mirrored for player 2, as an older version had it.
    """
    options = card.options
    if options is None or card.kind == codes.PLAYER:
        return []
    if card.kind == codes.SKILL and card.targeting == codes.ON_BOARD:
        return [codes.BOARD]
    if card.kind == codes.SKILL and card.targeting == codes.ON_LANE:
        return [codes.PLAINS + lane for lane in range(len(LANES)) if not options or lane in options]
    relative = mirrored or card.kind != codes.SKILL or card.targeting in RELATIVE
    tiles = range(codes.TILES)
    if seat == 1 and relative:
        return [tile for tile in tiles if not options or MIRROR[tile] in options]
    return [tile for tile in tiles if not options or tile in options]


class ActionTable:
    """Every action of a setup, with its numbers, and each player's aims."""

    __slots__ = ("actions", "aims", "choices", "done", "names", "plays", "power")

    def __init__(self, cards: Iterable[MarchesCard], mirrored: bool) -> None:
        self.done = MarchesAction(0, "done", DONE, 0, codes.NOWHERE, 0)
        self.power = MarchesAction(1, "power", POWER, 0, codes.BOARD, 0)
        actions = [self.done, self.power]
        #: Cards by the words that name them in a command, if these name no other.
        self.names: dict[str, list[int]] = {}
        ordered = sorted(cards, key=lambda card: card.id)
        for card in ordered:
            self.names.setdefault(" ".join(words(card.name)), []).append(card.id)
        #: For each card and place the play.
        self.plays: dict[tuple[int, int], MarchesAction] = {}
        #: For each player and card the aim.
        self.aims: tuple[dict[int, Aim], dict[int, Aim]] = ({}, {})
        for card in ordered:
            places = [targets(card, seat, mirrored) for seat in (0, 1)]
            for place in sorted({*places[0], *places[1]}):
                act = MarchesAction(len(actions), self.play_text(card, place), PLAY, card.id, place, 0)
                self.plays[card.id, place] = act
                actions.append(act)
            for seat in (0, 1):
                self.aims[seat][card.id] = self.aim(card, places[seat])
        self.choices = [
            MarchesAction(len(actions) + index, f"choose {index + 1}", CHOOSE, 0, codes.NOWHERE, index)
            for index in range(codes.MOST_ENTITIES)
        ]
        self.actions: list[MarchesAction] = actions + self.choices

    def aim(self, card: MarchesCard, places: list[int]) -> Aim:
        """Make the aim of a card at places."""
        acts = [self.plays[card.id, place] for place in places]
        building = card.kind == codes.BUILDING
        kinds = codes.UNIT if building else ENTITY_TARGETS.get(card.targeting, 0) if card.kind == codes.SKILL else 0
        if not kinds:
            return Aim(card, acts, {}, 0, 0, 0, False)
        owners = codes.OWNER if building else card.owners
        return Aim(
            card, None, {1 << act.place: act for act in acts}, sum(1 << p for p in places), kinds, owners, building
        )

    def play_text(self, card: MarchesCard, place: int) -> str:
        """Return the command that plays a card at a place."""
        name = " ".join(words(card.name))
        if len(self.names.get(name, ())) != 1 or name.isdigit() or not name:
            name = str(card.id)
        where = place_word(place)
        return f"play {name} at {where}" if where else f"play {name}"
