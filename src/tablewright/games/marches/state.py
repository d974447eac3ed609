"""The position, with the contract that every game keeps and the atoms that change it.

Entities are known by number; one that has died is remembered until the action is over, because effects may still refer
to it. What may be done and what it does is asked from ``rules.py``.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import State
from tablewright.games.marches import events, rules
from tablewright.games.marches.actions import MarchesAction, parse
from tablewright.games.marches.language import codes
from tablewright.games.marches.machine.chain import MatchEnded
from tablewright.games.marches.pieces import Entity, MarchesPlayer

if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

    from tablewright.core.dice import Dice
    from tablewright.core.state import Outcome, Reason
    from tablewright.games.marches.machine.chain import Chain, Trace
    from tablewright.games.marches.pieces import MarchesCard
    from tablewright.games.marches.setup import MarchesSetup


@final
class MarchesState(State[MarchesAction]):
    """One position of a match: the board and all that lies on and beside it."""

    __slots__ = (
        "chain",
        "choosing_card",
        "choosing_tile",
        "ending",
        "entities",
        "fault",
        "gone",
        "next_number",
        "players",
        "posted",
        "running",
        "setup",
        "steps",
        "tiles",
        "trace",
        "turn",
    )

    game = "marches"

    def __init__(
        self,
        setup: MarchesSetup,
        seat_to_act: int,
        outcome: Outcome | None,
        turn: int,
        players: list[MarchesPlayer],
        entities: dict[int, Entity],
        tiles: list[tuple[int, ...]],
        posted: tuple[int, ...],
        ending: tuple[int, ...],
        next_number: int,
        choosing_card: int,
        choosing_tile: int,
        fault: str,
    ) -> None:
        super().__init__(seat_to_act, outcome)
        self.setup = setup
        self.turn = turn
        self.players = players
        #: Everything in play by number: the players 0 and 1, then units and buildings in placement order.
        self.entities = entities
        #: For each tile the numbers of what stands there, in placement order.
        self.tiles = tiles
        #: The entities whose PLAY_TARGET triggers listen somewhere.
        self.posted = posted
        #: The entities that listen to the end of turns.
        self.ending = ending
        self.next_number = next_number
        #: The card whose target is to be chosen among several on a tile, and that tile; else ``NO_CARD``, ``NOWHERE``.
        self.choosing_card = choosing_card
        self.choosing_tile = choosing_tile
        #: Why the match is void; "" if it is not.
        self.fault = fault
        # What follows only lives while an action is carried out.
        self.gone: dict[int, Entity] = {}
        #: Of the effect list that is running innermost; the others hang on it.
        self.chain: Chain | None = None
        self.steps = 0
        #: Whose effect lists are running inside each other, the outermost first.
        self.running: tuple[Entity, ...] = ()
        #: Notes every instruction while it runs; ``None`` costs nothing. Clones start without.
        self.trace: Trace | None = None

    # -------------------------------------------------------------------------------------------- asking and doing

    def legal_actions(self) -> list[MarchesAction]:
        return rules.legal(self)

    def why_not(self, action: MarchesAction) -> Reason | None:
        return rules.why_not(self, action)

    def parse(self, line: str) -> MarchesAction:
        return parse(self, line)

    def apply(self, action: MarchesAction) -> None:
        self.steps = 0
        try:
            rules.carry_out(self, action)
        except MatchEnded:
            self.chain = None
            self.running = ()
            if self.trace is not None:
                self.trace.stopped(self)
        if self.gone:
            self.gone.clear()

    def clone(self) -> MarchesState:
        return MarchesState(
            self.setup,
            self.seat_to_act,
            self.outcome,
            self.turn,
            [self.players[0].clone(), self.players[1].clone()],
            self.entities.copy(),
            self.tiles[:],
            self.posted,
            self.ending,
            self.next_number,
            self.choosing_card,
            self.choosing_tile,
            self.fault,
        )

    # -------------------------------------------------------------------------------------------------- comparing

    def key(self) -> Hashable:
        return (
            self.seat_to_act,
            self.turn,
            self.choosing_card,
            self.choosing_tile,
            self.fault,
            self.outcome,
            self.players[0].key(),
            self.players[1].key(),
            tuple([entity.key() for entity in self.entities.values()]),
        )

    def table_key(self) -> Hashable:
        """Return a looser key for search tables: the order of placement counts only on each tile.

        Positions that differ only in the order of independent plays share it, though a search over the whole board
        or the order of marches could still tell them apart.
        """
        entities = self.entities
        return (
            self.seat_to_act,
            self.choosing_card,
            self.choosing_tile,
            None if self.outcome is None else self.outcome.returns,
            self.players[0].key(),
            self.players[1].key(),
            entities[0].key(),
            entities[1].key(),
            tuple([tuple([entities[number].key() for number in tile]) for tile in self.tiles]),
        )

    # ------------------------------------------------------------------------------------------ looking and saving

    def when(self) -> str:
        return f"turn {self.turn}"

    def view(self, seat: int | None) -> dict[str, Any]:
        from tablewright.games.marches.views import view

        return view(self, seat)

    def picture(self, seat: int | None) -> str:
        from tablewright.games.marches.drawing import picture

        return picture(self, seat)

    def snapshot(self) -> dict[str, Any]:
        from tablewright.games.marches.views import snapshot

        return snapshot(self)

    def resample(self, seat: int | None, dice: Dice) -> MarchesState:
        sample = self.clone()
        for owner, player in enumerate(sample.players):
            hidden = list(player.deck[player.drawn :])
            shown: list[int] = []
            if owner != seat:
                hidden += player.hand
                if self.choosing_tile != codes.NOWHERE and owner == self.seat_to_act:
                    shown.append(self.choosing_card)  # it is known to be in the hand, and nothing else is
                    hidden.remove(self.choosing_card)
            # Sorted, so that nothing depends on how the cards really lie.
            hidden.sort(key=self.setup.order.__getitem__)
            dealt = dice.shuffled(hidden)
            if owner != seat:
                count = len(player.held) - len(shown)
                player.held = self.setup.actions.held(owner, shown + dealt[:count])
                del dealt[:count]
            player.deck = tuple(dealt)
            player.drawn = 0
        return sample

    # ------------------------------------------------------------------------------------------- looking things up

    def known(self, number: int) -> Entity | None:
        """Return an entity in play, or one that left play during this action; ``None`` for ``NOBODY``."""
        entity = self.entities.get(number)
        return self.gone.get(number) if entity is None else entity

    def building_on(self, tile: int) -> Entity | None:
        """Return the building on a tile."""
        players = self.players
        if not (players[0].building_tiles | players[1].building_tiles) >> tile & 1:
            return None
        entities = self.entities
        for number in self.tiles[tile]:
            entity = entities[number]
            if entity.card.kind == codes.BUILDING:
                return entity
        return None

    # ---------------------------------------------------------------------------------------------------- the atoms

    def create(self, card: MarchesCard, owner: int, tile: int) -> Entity:
        """Put a new unit or building on a tile."""
        number = self.next_number
        self.next_number = number + 1
        entity = Entity(number, card, owner, tile, card.damage, 0, codes.NOWHERE, card.stats)
        self.entities[number] = entity
        self.tiles[tile] += (number,)
        self._count(entity)
        if self.watch is not None:
            self.watch(events.EntityCreated(entity))
        return entity

    def move(self, entity: Entity, tile: int) -> Entity:
        """Move a unit to another tile and return it."""
        number = entity.number
        tiles = self.tiles
        self._leave(entity)
        here = tiles[tile]
        there = here + (number,)  # noqa: RUF005 - compiled, it is twice as fast as with a star
        tiles[tile] = there if not here or here[-1] < number else tuple(sorted(there))
        self.players[entity.owner].unit_tiles |= 1 << tile
        moved = entity.moved(tile)
        self.entities[number] = moved
        if self.watch is not None:
            self.watch(events.EntityMoved(entity, tile))
        return moved

    def remove(self, entity: Entity) -> None:
        """Take a unit or building out of play for good."""
        number = entity.number
        del self.entities[number]
        self._leave(entity)
        player = self.players[entity.owner]
        if entity.card.kind == codes.UNIT:
            player.units = without(player.units, number)
        else:
            player.buildings = without(player.buildings, number)
        if entity.post != codes.NOWHERE:
            self.posted = without(self.posted, number)
        if entity.card.end_of_turn is not None:
            self.ending = without(self.ending, number)
        self.gone[number] = entity
        if self.watch is not None:
            self.watch(events.EntityDied(entity))

    def _count(self, entity: Entity) -> None:
        """Note among its owner's things what has come into play."""
        player = self.players[entity.owner]
        if entity.card.kind == codes.UNIT:
            player.units += (entity.number,)
            player.unit_tiles |= 1 << entity.tile
        elif entity.card.kind == codes.BUILDING:
            player.buildings += (entity.number,)
            player.building_tiles |= 1 << entity.tile
        if entity.card.end_of_turn is not None:
            self.ending += (entity.number,)

    def _leave(self, entity: Entity) -> None:
        """Take a unit or building off its tile."""
        tile, owner, kind = entity.tile, entity.owner, entity.card.kind
        left = self.tiles[tile]
        if len(left) == 1:
            self.tiles[tile] = ()
        else:
            left = without(left, entity.number)
            self.tiles[tile] = left
            entities = self.entities
            for n in left:
                other = entities[n]
                if other.owner == owner and other.card.kind == kind:
                    return
        player = self.players[owner]
        if kind == codes.UNIT:
            player.unit_tiles &= ~(1 << tile)
        else:
            player.building_tiles &= ~(1 << tile)

    def settle(self) -> None:
        """Work out from the entities what is kept beside them, after they have been put in place one by one."""
        self.tiles = [()] * codes.TILES
        self.posted = self.ending = ()
        for player in self.players:
            player.units = player.buildings = ()
            player.unit_tiles = player.building_tiles = 0
        for number, entity in self.entities.items():
            if entity.tile != codes.NOWHERE:
                self.tiles[entity.tile] += (number,)
            if entity.post != codes.NOWHERE:
                self.posted += (number,)
            self._count(entity)

    def pay(self, seat: int, gold: int) -> None:
        """Set a player's gold."""
        player = self.players[seat]
        before = player.gold
        player.gold = gold
        if self.watch is not None and gold != before:
            self.watch(events.GoldChanged(seat, before, gold))

    def draw(self, seat: int) -> bool:
        """Draw a card; say whether there was one."""
        player = self.players[seat]
        if player.drawn == len(player.deck):
            return False
        card = player.deck[player.drawn]
        player.drawn += 1
        held = player.held
        at = len(held)
        while at and held[at - 1].id > card:
            at -= 1
        held.insert(at, self.setup.actions.aims[seat][card])
        if self.watch is not None:
            self.watch(events.CardDrawn(seat, self.setup.cards[card]))
        return True


def without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return numbers without one that is there once."""
    return tuple([n for n in numbers if n != number])


def deal(setup: MarchesSetup, dice: Dice) -> MarchesState:
    """Begin a match: shuffle, deal, player 1 to act."""
    players: list[MarchesPlayer] = []
    entities: dict[int, Entity] = {}
    for seat in (0, 1):
        card = setup.cards[setup.classes[seat]]
        deck = tuple(dice.shuffled(setup.decks[seat]))
        held = setup.actions.held(seat, deck[: setup.options.starting_cards])
        players.append(MarchesPlayer(card.gold, held, deck, len(held), (), setup.cards[card.power], True))
        entities[seat] = Entity(seat, card, seat, codes.NOWHERE, card.damage, 0, codes.NOWHERE, card.stats)
    ending = tuple([seat for seat in (0, 1) if entities[seat].card.end_of_turn is not None])
    tiles: list[tuple[int, ...]] = [()] * codes.TILES
    first = codes.FIRST_PLACED
    return MarchesState(
        setup, 0, None, 1, players, entities, tiles, (), ending, first, codes.NO_CARD, codes.NOWHERE, ""
    )
