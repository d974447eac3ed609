"""What spells do: small named effects that the card file puts together."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.ooperations.actions import OoperationsAction
from tablewright.games.ooperations.battle import bury_if_dead, first_free_slot
from tablewright.games.ooperations.events import IN_BATTLE, IN_FIELD, IN_GRAVEYARD, IN_HAND, SpellCast, creature_shown
from tablewright.games.ooperations.pieces import (
    ALL_CREATURES,
    AMPUTATE,
    ATTACK,
    CLONE,
    ENEMY_CREATURES,
    GAIN,
    GRAVEYARD,
    HALVE,
    HEALTH,
    LANES,
    OWN_CREATURES,
    REVIVE,
    TARGET,
    Creature,
    OoperationsCard,
    summoned,
)

if TYPE_CHECKING:
    from typing import Any

    from tablewright.games.ooperations.state import OoperationsPlayer, OoperationsState


def creature_at(state: OoperationsState, seat: int, slot: int) -> Creature | None:
    """Return the creature in a slot as the given seat numbers the slots."""
    return _zone(state, seat, slot)[slot % LANES]


def _zone(state: OoperationsState, seat: int, slot: int) -> list[Creature | None]:
    place = slot // LANES
    owner = state.players[seat if place < 2 else 1 - seat]
    return owner.battle if place % 2 else owner.field


def cast(state: OoperationsState, seat: int, action: OoperationsAction) -> None:
    """Cast a spell: pay, apply the effect, lose the card. A spell without any effect is cast all the same."""
    card = action.card
    assert card is not None
    player = state.players[seat]
    player.hand.remove(card)
    if state.watch is None:
        _take_effect(state, seat, player, card, action)
    else:
        _cast_watched(state, seat, player, card, action)


def _cast_watched(
    state: OoperationsState, seat: int, player: OoperationsPlayer, card: OoperationsCard, action: OoperationsAction
) -> None:
    """Cast a spell and show every creature that is another one afterwards: creatures never change."""
    before = [list(zone) for one in state.players for zone in (one.field, one.battle)]
    target: dict[str, Any] | None = None
    if card.aim == TARGET:
        owner = seat if action.slot < 2 * LANES else 1 - seat
        target = {"seat": owner, "at": [IN_BATTLE if action.slot // LANES % 2 else IN_FIELD, action.slot % LANES]}
    elif card.aim == GRAVEYARD:
        assert action.buried is not None
        target = {"seat": seat, "at": [IN_GRAVEYARD, _newest(player, action.buried)]}
    _take_effect(state, seat, player, card, action)
    changed: list[dict[str, Any]] = []
    for owner in range(2):
        for place in range(2):
            zone = state.players[owner].battle if place else state.players[owner].field
            for lane in range(LANES):
                creature = zone[lane]
                if creature is not None and creature is not before[2 * owner + place][lane]:
                    changed.append(creature_shown(owner, IN_BATTLE if place else IN_FIELD, lane, creature))
    goal: list[Any] | None = None
    if card.aim == GRAVEYARD:
        goal = [IN_HAND] if card.effects[0][0] == REVIVE else changed[0]["at"] if changed else None
    if state.watch is not None:
        state.watch(SpellCast(seat, card, player.mana, changed, target, goal))


def _take_effect(
    state: OoperationsState, seat: int, player: OoperationsPlayer, card: OoperationsCard, action: OoperationsAction
) -> None:
    if card.aim == TARGET:
        _cast_on_target(state, seat, player, card, action.slot)
    elif card.aim == GRAVEYARD:
        assert action.buried is not None
        player.mana -= card.cost_on(action.buried)
        _bring_back(state, player, card, action.buried)
    else:
        player.mana -= card.mana
        if card.aim == OWN_CREATURES or card.aim == ALL_CREATURES:
            _change_all(state, seat, card)
        if card.aim == ENEMY_CREATURES or card.aim == ALL_CREATURES:
            _change_all(state, 1 - seat, card)


def _cast_on_target(
    state: OoperationsState, seat: int, player: OoperationsPlayer, card: OoperationsCard, slot: int
) -> None:
    zone, lane = _zone(state, seat, slot), slot % LANES
    target = zone[lane]
    assert target is not None
    player.mana -= card.cost_on(target.card)
    if card.effects[0][0] == CLONE:
        free = first_free_slot(player)
        if free >= 0:
            traits = target.traits | card.effects[0][1]
            player.field[free] = Creature(target.card, target.attack, target.health, traits, state.round)
    else:
        zone[lane] = changed(target, card)
        bury_if_dead(state, seat if slot < 2 * LANES else 1 - seat, zone, lane)


def _change_all(state: OoperationsState, seat: int, card: OoperationsCard) -> None:
    player = state.players[seat]
    for place in range(2):
        zone = player.zone(place)
        for lane in range(LANES):
            creature = zone[lane]
            if creature is not None:
                zone[lane] = changed(creature, card)
                bury_if_dead(state, seat, zone, lane)


def changed(creature: Creature, card: OoperationsCard) -> Creature:
    """Return a creature as a spell leaves it."""
    attack, health, traits = creature.attack, creature.health, creature.traits
    for what, amount in card.effects:
        if what == GAIN:
            traits |= amount
        elif what == ATTACK:
            attack += amount
        elif what == HEALTH:
            health += amount
        elif what == HALVE:
            health = (health + 1) // 2
        else:
            assert what == AMPUTATE
            traits &= traits - 1  # the alphabetically first trait is the lowest bit
    return Creature(creature.card, attack, health, traits, creature.entered)


def _bring_back(
    state: OoperationsState, player: OoperationsPlayer, card: OoperationsCard, buried: OoperationsCard
) -> None:
    """Take the newest creature of a type out of the graveyard, into the hand or onto the board."""
    what, traits = card.effects[0]
    slot = first_free_slot(player)
    if what != REVIVE and slot < 0:
        return  # Heroic Memory without a free slot: paid for, and the creature stays where it lies
    del player.graveyard[_newest(player, buried)]
    if what == REVIVE:
        player.hand.append(buried)
    else:
        creature = summoned(buried, state.round)
        player.field[slot] = creature.with_traits(creature.traits | traits)


def _newest(player: OoperationsPlayer, buried: OoperationsCard) -> int:
    """Return the place of the newest creature of a type in a graveyard."""
    place = len(player.graveyard) - 1
    while player.graveyard[place].card is not buried:
        place -= 1
    return place
