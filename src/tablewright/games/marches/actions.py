"""What a seat can do: play a card somewhere, choose among several targets there, use the power, end the turn.

All actions of a setup are made once. A card that is played on a unit or building is played on a tile; where several
there would do, the match stops and asks which one, so that the number of actions stays small.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import Action, Malformed, words
from tablewright.games.marches import reasons
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import FIRST, LANES, MIRROR, TILE_NAMES, TILE_OF_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from tablewright.games.marches.pieces import MarchesCard
    from tablewright.games.marches.state import MarchesState

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

    __slots__ = ("by_tile", "card", "cost", "free", "id", "kinds", "mask", "owners", "row")

    def __init__(
        self,
        card: MarchesCard,
        row: list[MarchesAction] | None,
        by_tile: list[MarchesAction],
        mask: int,
        kinds: int,
        owners: int,
        free: bool,
    ) -> None:
        self.card = card
        self.id = card.id
        self.cost = card.cost
        #: All plays, if they do not depend on what stands where.
        self.row = row
        #: Otherwise, for each tile the play on an entity there, and the bits of the tiles for which there is one.
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


def play_text(name: str, place: int) -> str:
    """Return the command that plays a card at a place."""
    where = place_word(place)
    return f"play {name} at {where}" if where else f"play {name}"


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
        self.aims: tuple[dict[int, Aim], ...] = ({}, {})
        for card in ordered:
            places = [targets(card, seat, mirrored) for seat in (0, 1)]
            name = self.name_of(card)
            for place in sorted({*places[0], *places[1]}):
                action = MarchesAction(len(actions), play_text(name, place), PLAY, card.id, place, 0)
                self.plays[card.id, place] = action
                actions.append(action)
            for seat in (0, 1):
                self.aims[seat][card.id] = self.aim(card, places[seat])
        self.choices = [
            MarchesAction(len(actions) + index, f"choose {index + 1}", CHOOSE, 0, codes.NOWHERE, index)
            for index in range(codes.MOST_ENTITIES)
        ]
        self.actions: list[MarchesAction] = actions + self.choices

    def aim(self, card: MarchesCard, places: list[int]) -> Aim:
        """Make the aim of a card at places."""
        plays = [self.plays[card.id, place] for place in places]
        building = card.kind == codes.BUILDING
        kinds = codes.UNIT if building else ENTITY_TARGETS.get(card.targeting, 0) if card.kind == codes.SKILL else 0
        if not kinds:
            return Aim(card, plays, [], 0, 0, 0, False)
        owners = codes.OWNER if building else card.owners
        by_tile = plays[:1] * codes.TILES  # what stands at other tiles is never asked for
        mask = 0
        for action in plays:
            by_tile[action.place] = action
            mask |= 1 << action.place
        return Aim(card, None, by_tile, mask, kinds, owners, building)

    def held(self, seat: int, cards: Iterable[int]) -> list[Aim]:
        """Return cards as a player holds them."""
        aims = self.aims[seat]
        return [aims[card] for card in sorted(cards)]

    def name_of(self, card: MarchesCard) -> str:
        """Return what names a card in a command: its name, or its number where the name is not enough."""
        name = " ".join(words(card.name))
        return name if name and len(self.names.get(name, ())) == 1 and not name.isdigit() else str(card.id)


# --------------------------------------------------------------------------------------------------------- commands


def parse(state: MarchesState, line: str) -> MarchesAction:
    """Return the action that a command line names to the player to act; raises ``Malformed``."""
    typed = words(line)
    actions = state.setup.actions
    if typed == ["DONE"]:
        return actions.done
    if typed == ["POWER"]:
        return actions.power
    if len(typed) == 2 and typed[0] == "CHOOSE" and typed[1].isascii() and typed[1].isdigit():
        index = int(typed[1][:9]) - 1
        if 0 <= index < len(actions.choices):
            return actions.choices[index]
        return MarchesAction(-1, f"choose {index + 1}", CHOOSE, codes.NO_CARD, codes.NOWHERE, index)
    if len(typed) < 2 or typed[0] != "PLAY":
        raise Malformed(reasons.UNKNOWN_COMMAND)
    name, where = card_and_place(typed[1:], actions)
    card = named_card(state, name)
    place = named_place(state, card, where)
    action = actions.plays.get((card.id, place))
    return action or MarchesAction(-1, play_text(actions.name_of(card), place), PLAY, card.id, place, 0)


def card_and_place(typed: list[str], actions: ActionTable) -> tuple[str, str]:
    """Tell the card from the place in the words behind ``play``."""
    whole = " ".join(typed)
    if whole in actions.names:
        return whole, ""
    if len(typed) > 2 and typed[-2] in ("AT", "ON"):
        return " ".join(typed[:-2]), typed[-1]
    if len(typed) > 1 and read_place(typed[-1]) != codes.NOWHERE:
        return " ".join(typed[:-1]), typed[-1]
    return whole, ""


def named_card(state: MarchesState, name: str) -> MarchesCard:
    """Return the card that is called so, has this number, or whose name begins so; raises ``Malformed``.

    Where several do, those in the player's hand come first, then those that are in a deck.
    """
    cards = state.setup.cards
    number = name.removeprefix("#")
    if number.removeprefix("-").isdigit() and number.isascii() and int(number[:12]) in cards:
        return cards[int(number[:12])]
    names = state.setup.names
    found = [card for card, known in names.items() if known == name]
    if not found:
        found = [card for card, known in names.items() if known.startswith(name)]
    for better in (state.players[state.seat_to_act].hand, state.setup.actions.aims[0]):
        preferred = [card for card in found if card in better]
        found = preferred or found
    if len(found) == 1:
        return cards[found[0]]
    name = name[:40]
    if found:
        listed = " or ".join(f"{cards[card].name} ({card})" for card in sorted(found))
        raise Malformed(reasons.AMBIGUOUS_CARD.of(name=name, cards=listed))
    from tablewright.core.problems import did_you_mean

    raise Malformed(reasons.UNKNOWN_CARD.of(name=name, near=did_you_mean(name, names.values())))


def read_place(word: str) -> int:
    """Return the place that a word names: a tile by name or number, or a lane; else ``NOWHERE``."""
    if word in TILE_OF_NAME:
        return TILE_OF_NAME[word]
    for lane, (name, _, _) in enumerate(LANES):
        if word == name:
            return codes.PLAINS + lane
    if len(word) <= 2 and word.isascii() and word.isdigit() and int(word) < codes.TILES:
        return int(word)
    return codes.NOWHERE


def named_place(state: MarchesState, card: MarchesCard, word: str) -> int:
    """Return the place that is meant for a card; raises ``Malformed``.

    A lane means its first tile to cards that go on tiles, and the numbers 0 to 2 mean lanes to cards that go on lanes.
    Without a word it is the only place there is for the card.
    """
    aim = state.setup.actions.aims[state.seat_to_act].get(card.id)
    row = [] if aim is None or aim.row is None else aim.row
    if word:
        place = read_place(word)
        if place == codes.NOWHERE:
            raise Malformed(reasons.UNKNOWN_PLACE.of(word=word[:40]))
        on_lanes = any(action.place >= codes.TILES for action in row)
        if place >= codes.TILES and not on_lanes:
            return FIRST[state.seat_to_act][place - codes.TILES]
        if place < len(LANES) and on_lanes and word.isdigit():
            return codes.PLAINS + place
        return place
    if card.kind == codes.SKILL and card.targeting == codes.ON_BOARD:
        return codes.BOARD
    if len(row) == 1:
        return row[0].place
    raise Malformed(reasons.NO_PLACE.of(card=card.name))
