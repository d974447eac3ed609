"""What spells do: small named effects that the card file puts together."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.ooperations.actions import OoperationsAction
from tablewright.games.ooperations.battle import bury_if_dead, first_free_slot
from tablewright.games.ooperations.events import SpellCast
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
    if state.watch is not None:
        state.watch(SpellCast(seat, card))


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
    for place in (0, 1):
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
    place = len(player.graveyard) - 1
    while player.graveyard[place].card is not buried:
        place -= 1
    del player.graveyard[place]
    if what == REVIVE:
        player.hand.append(buried)
    else:
        creature = summoned(buried, state.round)
        player.field[slot] = creature.with_traits(creature.traits | traits)
