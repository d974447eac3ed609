"""The Battle Phase: fights lane by lane, then what leaves, returns and rises again."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import Outcome
from tablewright.games.ooperations.events import (
    IN_BATTLE,
    IN_FIELD,
    IN_GRAVEYARD,
    AttackStarted,
    BattleEnded,
    BattleStarted,
    Buried,
    CreatureDied,
    CreaturesReturned,
    DirectHit,
    FightStarted,
    FoundNoRoom,
    OoperationsEnded,
    PoisonedFoe,
    SlotReached,
    StoleLife,
    StruckFirst,
    TemporaryLeft,
    UndyingReturned,
    WasBrutal,
)
from tablewright.games.ooperations.pieces import (
    BRUTAL,
    FIRST_STRIKE,
    LANES,
    LIFESTEAL,
    POISONED,
    TEMPORARY,
    UNDYING,
    VENOMOUS,
    Creature,
    summoned,
)

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.ooperations.state import OoperationsPlayer, OoperationsState

STOLEN_LIFE: Final = 2


def fight_all_lanes(state: OoperationsState) -> None:
    """Evaluate every slot of the attacker's Battle Zone, then end the phase; stops as soon as somebody is defeated."""
    attacker, defender = state.players[state.attacker], state.players[1 - state.attacker]
    if state.watch is not None:
        state.watch(BattleStarted(state.attacker))
    for lane in range(LANES):
        if state.watch is not None:
            state.watch(SlotReached(state.attacker, lane + 1))
        creature = attacker.battle[lane]
        if creature is None:
            continue
        if defender.battle[lane] is None:
            defender.health -= creature.attack
            if state.watch is not None:
                state.watch(DirectHit(state.attacker, creature, lane + 1, defender.health))
            if defender.health <= 0:
                end_match(state, Outcome("defeated", returns(1 if state.attacker == 0 else -1)))
                return
        else:
            _fight(state, lane)
            one, two = state.players
            if one.health <= 0 or two.health <= 0:
                tied = one.health <= 0 and two.health <= 0
                end_match(state, Outcome("defeated", returns(0 if tied else one.health - two.health)))
                return
    if state.watch is not None:
        state.watch(BattleEnded(state.attacker))
    # Each pass covers the whole board: a Temporary creature with Undying leaves first and is back at the end.
    for seat in range(2):
        _remove_temporary(state, seat)
    for seat in range(2):
        _return_to_field(state, seat)
    for seat in range(2):
        _raise_undying(state, seat)


def _fight(state: OoperationsState, lane: int) -> None:
    first, second = state.attacker, 1 - state.attacker
    attacking, defending = state.players[first].battle[lane], state.players[second].battle[lane]
    assert attacking is not None
    assert defending is not None
    # The order is fixed before anything happens, by who alone has First Strike.
    strikes_first = (attacking.traits ^ defending.traits) & FIRST_STRIKE
    if strikes_first and defending.traits & FIRST_STRIKE:
        first, second = second, first
    if state.watch is not None:
        state.watch(FightStarted(state.attacker, attacking, IN_BATTLE, lane + 1))
    _attack(state, first, lane, 1, strikes_first != 0)
    victim = state.players[second].battle[lane]
    assert victim is not None
    if not strikes_first or victim.health > 0:
        _attack(state, second, lane, 2, False)
    for seat in [state.attacker, 1 - state.attacker]:
        bury_if_dead(state, seat, state.players[seat].battle, lane)


def _attack(state: OoperationsState, seat: int, lane: int, number: int, strikes_first: bool) -> None:
    """Strike, then let Brutal, Lifesteal and Venomous work, in this order.

    Nobody is buried yet: Lifesteal may bring back a creature that was struck dead.
    """
    owner, opponent = state.players[seat], state.players[1 - seat]
    creature, victim = owner.battle[lane], opponent.battle[lane]
    assert creature is not None
    assert victim is not None
    victim = victim.with_health(victim.health - creature.attack)
    if state.watch is not None:
        state.watch(AttackStarted(seat, creature, lane + 1, number, victim))
        if strikes_first:
            state.watch(StruckFirst(seat, creature, IN_BATTLE, lane + 1))
    if creature.traits & BRUTAL and victim.health <= 0:
        opponent.health += victim.health
        if state.watch is not None:
            state.watch(WasBrutal(seat, creature, lane + 1, -victim.health, opponent.health))
    if creature.attack > 0:
        if creature.traits & LIFESTEAL:
            creature = owner.battle[lane] = creature.with_health(creature.health + STOLEN_LIFE)
            if state.watch is not None:
                state.watch(StoleLife(seat, creature, lane + 1, STOLEN_LIFE))
        if creature.traits & VENOMOUS:
            victim = victim.with_traits(victim.traits | POISONED)
            if state.watch is not None:
                state.watch(PoisonedFoe(seat, creature, lane + 1, victim))
    opponent.battle[lane] = victim


def bury_if_dead(state: OoperationsState, seat: int, zone: list[Creature | None], lane: int) -> None:
    """Move a creature without health to its owner's graveyard, with its values as they are."""
    creature = zone[lane]
    if creature is not None and creature.health <= 0:
        bury(state, seat, zone, lane, CreatureDied)


def bury(state: OoperationsState, seat: int, zone: list[Creature | None], lane: int, cause: type[Buried]) -> None:
    """Move the creature of a slot to its owner's graveyard and tell the cause."""
    creature = zone[lane]
    assert creature is not None
    zone[lane] = None
    player = state.players[seat]
    player.graveyard.append(creature)
    if state.watch is not None:
        name = IN_FIELD if zone is player.field else IN_BATTLE
        state.watch(cause(seat, creature, name, lane + 1, len(player.graveyard) - 1))


def _remove_temporary(state: OoperationsState, seat: int) -> None:
    player = state.players[seat]
    for place in range(2):
        zone = player.zone(place)
        for lane in range(LANES):
            creature = zone[lane]
            if creature is not None and creature.traits & TEMPORARY:
                bury(state, seat, zone, lane, TemporaryLeft)


def _return_to_field(state: OoperationsState, seat: int) -> None:
    player = state.players[seat]
    moves: list[tuple[Creature, int, int]] = []
    left = -1
    for lane in range(LANES):
        creature = player.battle[lane]
        if creature is None:
            continue
        slot = first_free_slot(player)
        if slot < 0:
            left = lane
            break
        player.battle[lane] = None
        player.field[slot] = creature
        if state.watch is not None:
            moves.append((creature, lane, slot))
    if moves and state.watch is not None:
        state.watch(CreaturesReturned(seat, moves))
    if left >= 0:
        for lane in range(left, LANES):
            if player.battle[lane] is not None:
                bury(state, seat, player.battle, lane, FoundNoRoom)


def _raise_undying(state: OoperationsState, seat: int) -> None:
    player = state.players[seat]
    for place in range(len(player.graveyard) - 1, -1, -1):
        creature = player.graveyard[place]
        if creature.traits & UNDYING:
            slot = first_free_slot(player)
            if slot < 0:
                return
            del player.graveyard[place]
            # It entered in the round just ended, so it may go to battle in the next one.
            risen = summoned(creature.card, state.round)
            risen = player.field[slot] = risen.with_traits(risen.traits & ~UNDYING)
            if state.watch is not None:
                state.watch(UndyingReturned(seat, risen, [IN_GRAVEYARD, place], IN_FIELD, slot + 1))


def first_free_slot(player: OoperationsPlayer) -> int:
    """Return the lowest empty slot of a player's Field Zone, or -1."""
    for slot in range(LANES):
        if player.field[slot] is None:
            return slot
    return -1


def returns(lead: int) -> tuple[float, float]:
    """Return what each seat gets when Player 1 leads by this much."""
    return (0.0, 0.0) if lead == 0 else (1.0, -1.0) if lead > 0 else (-1.0, 1.0)


def end_match(state: OoperationsState, outcome: Outcome) -> None:
    """Enter the Final Phase."""
    state.outcome = outcome
    if state.watch is not None:
        state.watch(OoperationsEnded(state.attacker, outcome))
