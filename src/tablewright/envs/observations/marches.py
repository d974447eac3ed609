"""What a player of The Marches sees, as numbers. Own things come first; tiles are numbered as on the board."""

from __future__ import annotations

from array import array
from itertools import islice
from struct import Struct
from typing import Any, Final

from tablewright.envs.observations.layout import MOST_ROWS, CardCounter, Encoder, Layout, Piece
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import TILE_NAMES, Entity, MarchesCard, Stats
from tablewright.games.marches.setup import MarchesSetup
from tablewright.games.marches.state import MarchesState

#: How many of a player's entities on a tile are told one by one.
SLOTS: Final = 4
#: What is told of every slot.
SLOT: Final = ("card", "building", "health", "attack", "movement", "denominator", "cooldown")
WIDTH: Final = len(SLOT)
PER_TILE: Final = SLOTS * WIDTH
#: What is told of each player.
PLAYER: Final = ("hp", "health", "gold", "hand count", "deck count", "power", "power available")

MOST: Final = codes.MOST_NUMBER

#: Writes the first pieces of the layout at once, which is faster than one by one; "choosing at" is left blank.
write_head: Final = Struct(f"4f{4 * codes.TILES}x{2 * len(PLAYER)}f").pack_into


def layout(setup: MarchesSetup) -> Layout:
    """Declare the numbers of an observation."""
    cards = tuple(setup.cards[number].name for number in _cards(setup))
    tile = "the first entities on each tile in the order in which they came: "
    columns = tuple(f"{slot + 1} {name}" for slot in range(SLOTS) for name in SLOT)
    return Layout(
        [
            Piece("turn", 0, MOST, "number of the turn"),
            Piece("seat", 0, 1, "1: I am player 2"),
            Piece("my turn", 0, 1, "1: the decision is mine"),
            Piece("choosing", 0, len(cards), "number from 1 of the card whose target is to be chosen; 0: none"),
            Piece("choosing at", 0, 1, "1 for the tile where it is chosen", TILE_NAMES),
            Piece(
                "own", -MOST, MOST, "my hit points, gold, cards, number of my power's card, 1 if it can be used", PLAYER
            ),
            Piece("foe", -MOST, MOST, "the same of my opponent", PLAYER),
            Piece("own hand", 0, MOST, "how many of each card I hold", cards),
            Piece("own unseen", 0, MOST, "how many of each card are in my deck", cards),
            Piece("foe unseen", 0, MOST, "how many of each card are in my opponent's hand or deck", cards),
            Piece("own discard", 0, MOST, "how many of each card I have played", cards),
            Piece("foe discard", 0, MOST, "how many of each card my opponent has played", cards),
            Piece("own count", 0, codes.MOST_ENTITIES, "how many entities of mine stand on each tile", TILE_NAMES),
            Piece("foe count", 0, codes.MOST_ENTITIES, "how many of my opponent's stand on each tile", TILE_NAMES),
            Piece("own tiles", -MOST, MOST, f"{tile}mine, with the number of the card from 1", TILE_NAMES, columns),
            Piece("foe tiles", -MOST, MOST, f"{tile}my opponent's", TILE_NAMES, columns),
        ]
    )


def _cards(setup: MarchesSetup) -> list[int]:
    return sorted(number for number, card in setup.cards.items() if card.kind != codes.PLAYER)


class MarchesEncoder(Encoder):
    """Fills the layout."""

    canvas = (140, 34)

    def __init__(self, setup: MarchesSetup) -> None:
        super().__init__(layout(setup))
        #: Where each card stands in lists of cards.
        self.index = {number: place for place, number in enumerate(_cards(setup))}
        self.piles = CardCounter(self.index)
        self._rows: dict[Entity, array[float]] = {}
        self._told: dict[tuple[MarchesCard, Stats, int, int], array[float]] = {}
        places = self.layout
        self.choosing = places["choosing at"]
        self.hand = places["own hand"]
        self.unseen = (places["own unseen"], places["foe unseen"])
        # Of both players, who follow each other.
        self.counts, self.tiles = places["own count"], places["own tiles"]
        self.sides = [
            (places[who], places[f"{who} discard"], places[f"{who} count"], places[f"{who} tiles"])
            for who in ("own", "foe")
        ]

    def write(self, state: MarchesState, seat: int, out: array[float]) -> None:
        index, entities = self.index, state.entities
        player, foe = state.players[seat], state.players[1 - seat]
        entity, other = entities[seat], entities[1 - seat]
        hp, foe_hp = entity.stats.hp.total, other.stats.hp.total
        choosing = state.choosing_tile != codes.NOWHERE
        write_head(
            out,
            0,
            state.turn,
            seat,
            state.seat_to_act == seat,
            index[state.choosing_card] + 1 if choosing else 0,
            hp,
            hp - entity.damage,
            player.gold,
            len(player.held),
            len(player.deck) - player.drawn,
            index[player.power.id] + 1,
            player.power_available,
            foe_hp,
            foe_hp - other.damage,
            foe.gold,
            len(foe.held),
            len(foe.deck) - foe.drawn,
            index[foe.power.id] + 1,
            foe.power_available,
        )
        if choosing:
            out[self.choosing + state.choosing_tile] = 1.0
        place = self.hand
        for aim in player.held:
            out[place + index[aim.id]] += 1.0
        piles = self.piles
        own_unseen, foe_unseen = self.unseen
        out[own_unseen : self.counts] = (
            piles.left(player.deck, player.drawn)
            + piles.left(foe.deck, foe.drawn)
            + piles.pile(player.discard)
            + piles.pile(foe.discard)
        )
        for aim in foe.held:
            out[foe_unseen + index[aim.id]] += 1.0
        rows, counts, tiles = self._rows, self.counts, self.tiles
        standing = [0] * (2 * codes.TILES)
        for entity in islice(entities.values(), codes.FIRST_PLACED, None):
            tile = entity.tile if entity.owner == seat else codes.TILES + entity.tile
            slot = standing[tile]
            standing[tile] = out[counts + tile] = slot + 1
            if slot < SLOTS:
                place = tiles + tile * PER_TILE + slot * WIDTH
                out[place : place + WIDTH] = rows.get(entity) or self._row(entity)

    def _row(self, entity: Entity) -> array[float]:
        """Return the numbers of an entity and keep them: entities are replaced when they change, mostly by moving."""
        card, stats = entity.card, entity.stats
        told = (card, stats, entity.damage, entity.cooldown)
        row = self._told.get(told)
        if row is None:
            building = card.kind == codes.BUILDING
            health = stats.hp.total - entity.damage
            speed = (stats.movement.total, stats.denominator.total, entity.cooldown)
            row = array("f", (self.index[card.id] + 1, building, health, stats.attack.total, *speed))
            if len(self._told) >= MOST_ROWS:
                self._told.clear()
            self._told[told] = row
        if len(self._rows) >= MOST_ROWS:
            self._rows.clear()
        self._rows[entity] = row
        return row

    def write_view(self, view: dict[str, Any], seat: int, out: array[float]) -> None:
        index = self.index
        out[0] = view["turn"]
        out[1] = seat
        out[2] = view["seat_to_act"] == seat
        if view["choosing"] is not None:
            out[3] = index[view["choosing"]["card"]] + 1
            out[self.choosing + view["choosing"]["tile"]] = 1.0
        for owner, player in enumerate(view["players"]):
            base, discard, _, _ = self.sides[owner != seat]
            for place, name in enumerate(("hp", "health", "gold", "hand_count", "deck_count"), base):
                out[place] = player[name]
            out[base + 5] = index[player["power"]] + 1
            out[base + 6] = player["power_available"]
            for card in player["discard"]:
                out[discard + index[card]] += 1.0
            unseen = self.unseen[owner != seat]
            for card in player["unseen"]:
                out[unseen + index[card]] += 1.0
        for card in view["players"][seat]["hand"]:
            out[self.hand + index[card]] += 1.0
        for entity in view["entities"]:
            _, _, counts, tiles = self.sides[entity["owner"] != seat]
            slot = int(out[counts + entity["tile"]])
            out[counts + entity["tile"]] = slot + 1
            if slot < SLOTS:
                place = tiles + entity["tile"] * PER_TILE + slot * WIDTH
                out[place] = index[entity["card"]] + 1
                out[place + 1] = entity["kind"] == "BUILDING"
                out[place + 2] = entity["health"]
                for column, name in enumerate(("attack", "movement", "denominator"), place + 3):
                    out[column] = entity[name]["total"] if name in entity else 0
                out[place + 6] = entity["cooldown"]


encoder = MarchesEncoder
