"""The course of a round, and what a player may do in the Setup Phase."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import MATCH_OVER, Outcome, Reason
from tablewright.games.ooperations import battle, reasons, spells
from tablewright.games.ooperations.actions import (
    BATTLE,
    DONE,
    OWN_SLOTS,
    PLAY_CREATURE,
    REDRAW,
    WRONG_COUNT,
    OoperationsAction,
)
from tablewright.games.ooperations.events import (
    IN_BATTLE,
    IN_FIELD,
    Challenged,
    CreaturePlayed,
    CreatureRegenerated,
    DrewCard,
    HandRedrawn,
    Hastened,
    RoundStarted,
    SentToBattle,
    TurnDone,
    WeakenedByPoison,
)
from tablewright.games.ooperations.pieces import (
    CHALLENGER,
    CREATURE,
    FIXED,
    GRAVEYARD,
    HASTE,
    LANES,
    POISONED,
    REGENERATE,
    TARGET,
    OoperationsCard,
    summoned,
)

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.ooperations.state import OoperationsPlayer, OoperationsState

FIRST_HAND: Final = 6


def why_not(state: OoperationsState, action: OoperationsAction) -> Reason | None:
    """Return the first error of a well-formed command in the order of the ranks, or ``None``."""
    if state.outcome is not None:
        return MATCH_OVER
    player = state.players[state.seat_to_act]
    if action.kind == DONE:
        return None
    if action.kind == REDRAW:
        if not player.may_redraw:
            return reasons.REDRAW_DISABLED
        return reasons.REDRAW_NOT_ENOUGH_CARDS.of(have=len(player.hand)) if len(player.hand) < 2 else None
    if action.kind == BATTLE:
        return _why_not_battle(state, player, action.slot, action.battle_slot)
    card = action.card
    assert card is not None
    if card not in player.hand:
        return reasons.NOT_IN_HAND.of(card=card.name)
    if action.kind == PLAY_CREATURE:
        if card.aim != CREATURE:
            return reasons.NOT_CREATURE.of(card=card.name)
        if action.slot >= LANES:
            return reasons.NOT_IN_FIELD
        if player.field[action.slot] is not None:
            return reasons.FIELD_OCCUPIED.of(lane=action.slot + 1)
        return _why_not_pay(player, card, card.mana)
    return _why_not_spell(state, player, card, action)


def _why_not_battle(state: OoperationsState, player: OoperationsPlayer, slot: int, battle_slot: int) -> Reason | None:
    if slot >= LANES:
        return reasons.NOT_IN_FIELD
    creature = player.field[slot]
    if creature is None:
        return reasons.FIELD_EMPTY.of(lane=slot + 1)
    if creature.entered == state.round and not creature.traits & HASTE:
        return reasons.CREATURE_CANNOT_BATTLE.of(card=creature.card.name)
    if not LANES <= battle_slot < OWN_SLOTS:
        return reasons.NOT_IN_BATTLE
    if player.battle[battle_slot - LANES] is not None:
        return reasons.BATTLE_OCCUPIED.of(lane=battle_slot - LANES + 1)
    return None


def _why_not_spell(
    state: OoperationsState, player: OoperationsPlayer, card: OoperationsCard, action: OoperationsAction
) -> Reason | None:
    if card.aim == CREATURE:
        return reasons.NOT_SPELL.of(card=card.name)
    if action.slot == WRONG_COUNT:
        return reasons.INVALID_PARAM_COUNT_SPELL.of(card=card.name)
    cost = card.mana
    if card.aim == TARGET:
        if action.slot < 0:
            return reasons.INVALID_SLOT_SPELL.of(card=card.name)
        target = spells.creature_at(state, state.seat_to_act, action.slot)
        if target is None:
            return reasons.TARGET_EMPTY
        cost = card.cost_on(target.card)
    elif card.aim == GRAVEYARD:
        buried = action.buried
        assert buried is not None
        if not any(creature.card is buried for creature in player.graveyard):
            return reasons.NOT_IN_GRAVEYARD.of(card=buried.name)
        cost = card.cost_on(buried)
    return _why_not_pay(player, card, cost)


def _why_not_pay(player: OoperationsPlayer, card: OoperationsCard, cost: int) -> Reason | None:
    return reasons.NOT_ENOUGH_MANA.of(card=card.name, need=cost, have=player.mana) if player.mana < cost else None


def legal_actions(state: OoperationsState) -> list[OoperationsAction]:
    """List what ``why_not`` allows, without asking it about every action there is."""
    if state.outcome is not None:
        return []
    seat = state.seat_to_act
    player = state.players[seat]
    cards = state.setup.cards
    actions = [cards.done]
    if player.may_redraw and len(player.hand) > 1:
        actions.append(cards.redraw)
    free_lanes = free_fields = 0
    for lane in range(LANES):
        if player.battle[lane] is None:
            free_lanes |= 1 << lane
    for slot in range(LANES):
        creature = player.field[slot]
        if creature is None:
            free_fields |= 1 << slot
        elif creature.entered != state.round or creature.traits & HASTE:
            actions += cards.battles_in[slot].among(free_lanes)
    mana = player.mana
    seen = 0
    for card in player.hand:
        if seen & card.bit:
            continue
        seen |= card.bit
        if card.cost == FIXED and card.mana > mana:
            continue
        if card.aim == CREATURE:
            assert card.row is not None
            actions += card.row.among(free_fields)
        elif card.aim == TARGET:
            _add_targets(state, seat, card, mana, actions)
        elif card.aim == GRAVEYARD:
            buried_seen = 0
            for creature in player.graveyard:
                buried = creature.card
                if not buried_seen & buried.bit and card.cost_on(buried) <= mana:
                    buried_seen |= buried.bit
                    actions.append(card.actions[buried.index])
        else:
            actions.append(card.actions[0])
    return actions


def _add_targets(
    state: OoperationsState, seat: int, card: OoperationsCard, mana: int, actions: list[OoperationsAction]
) -> None:
    player, foe = state.players[seat], state.players[1 - seat]
    slot = 0
    for zone in [player.field, player.battle, foe.field, foe.battle]:
        for creature in zone:
            if creature is not None and (card.cost == FIXED or card.cost_on(creature.card) <= mana):
                actions.append(card.actions[slot])
            slot += 1


def apply(state: OoperationsState, action: OoperationsAction) -> None:
    """Do a legal action."""
    seat = state.seat_to_act
    player = state.players[seat]
    if action.kind == REDRAW:
        _redraw(state, seat, player)
        return
    player.may_redraw = False
    if action.kind == DONE:
        _end_turn(state, seat)
    elif action.kind == BATTLE:
        _send_to_battle(state, seat, action.slot, action.battle_slot - LANES)
    elif action.kind == PLAY_CREATURE:
        card = action.card
        assert card is not None
        player.hand.remove(card)
        player.mana -= card.mana
        creature = player.field[action.slot] = summoned(card, state.round)
        if state.watch is not None:
            state.watch(CreaturePlayed(seat, creature, action.slot + 1, player.mana))
    else:
        spells.cast(state, seat, action)


def _redraw(state: OoperationsState, seat: int, player: OoperationsPlayer) -> None:
    count = len(player.hand) - 1
    deck = player.deck[player.drawn :] + tuple(player.hand)
    player.hand = list(deck[:count])
    player.deck = deck
    player.drawn = count
    if state.watch is not None:
        state.watch(HandRedrawn(seat, player.hand[:]))


def _send_to_battle(state: OoperationsState, seat: int, slot: int, lane: int) -> None:
    player, opponent = state.players[seat], state.players[1 - seat]
    creature = player.field[slot]
    assert creature is not None
    player.field[slot] = None
    player.battle[lane] = creature
    if state.watch is not None:
        state.watch(SentToBattle(seat, creature, [IN_FIELD, slot], IN_BATTLE, lane + 1))
        if creature.traits & HASTE and creature.entered == state.round:
            state.watch(Hastened(seat, creature, IN_BATTLE, lane + 1))
    if creature.traits & CHALLENGER and opponent.battle[lane] is None:
        challenged = opponent.field[lane]
        if challenged is not None:
            opponent.field[lane] = None
            opponent.battle[lane] = challenged
            if state.watch is not None:
                state.watch(Challenged(1 - seat, challenged, [IN_FIELD, lane], IN_BATTLE, lane + 1))


def _end_turn(state: OoperationsState, seat: int) -> None:
    """Let traits work creature by creature, Battle Zone first; then the other turn or the Battle Phase follows."""
    player = state.players[seat]
    for place in range(2):
        zone = player.zone(place)
        for lane in range(LANES):
            creature = zone[lane]
            if creature is None or not creature.traits & (REGENERATE | POISONED):
                continue
            if state.round % 2 and creature.traits & REGENERATE and creature.health < creature.card.health:
                creature = zone[lane] = creature.with_health(creature.card.health)
                if state.watch is not None:
                    state.watch(CreatureRegenerated(seat, creature, IN_FIELD if place else IN_BATTLE, lane + 1))
            if creature.traits & POISONED:
                creature = zone[lane] = creature.with_health(creature.health - 1)
                if state.watch is not None:
                    state.watch(WeakenedByPoison(seat, creature, IN_FIELD if place else IN_BATTLE, lane + 1))
                battle.bury_if_dead(state, seat, zone, lane)
    if state.watch is not None:
        state.watch(TurnDone(seat))
    if seat == state.attacker:
        state.seat_to_act = 1 - seat
    else:
        battle.fight_all_lanes(state)
        if state.outcome is None:
            start_round(state)


def start_round(state: OoperationsState) -> None:
    """Begin a round: limit, roles, mana, draws. Ends the match at the limit or when somebody cannot draw."""
    one, two = state.players
    if state.round >= state.setup.max_rounds:
        state.round += 1
        battle.end_match(state, Outcome("round limit", battle.returns(one.health - two.health)))
        return
    state.round += 1
    state.attacker = 0 if state.round % 4 < 2 else 1
    state.seat_to_act = state.attacker
    if state.round % 2:
        state.pool += 1
        one.mana = two.mana = state.pool
    if state.watch is not None:
        state.watch(RoundStarted(state.attacker, state.round, state.pool, [one.mana, two.mana]))
    for seat in [state.attacker, 1 - state.attacker]:
        player = state.players[seat]
        if player.drawn == len(player.deck):
            battle.end_match(state, Outcome("no card to draw", battle.returns(-1 if seat == 0 else 1)))
            return
        card = player.deck[player.drawn]
        player.drawn += 1
        player.hand.append(card)
        if state.watch is not None:
            state.watch(DrewCard(seat, card))
