"""The course of a round, and what a player may do in the Setup Phase."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import MATCH_OVER, Outcome, Reason
from tablewright.games.ooperations import battle, events, spells
from tablewright.games.ooperations.actions import (
    BATTLE,
    DONE,
    OWN_SLOTS,
    PLAY_CREATURE,
    REDRAW,
    WRONG_COUNT,
    OoperationsAction,
)
from tablewright.games.ooperations.cards import (
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
from tablewright.games.ooperations.events import Happened

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.ooperations.state import OoperationsPlayer, OoperationsState

FIRST_HAND: Final = 6

# Ranks 1 to 5 are told by the parser. The order of the checks below is the order of the ranks.
REDRAW_DISABLED: Final = Reason("REDRAW_DISABLED", "redraw is only possible before the first card, move or done", 6)
REDRAW_NOT_ENOUGH_CARDS: Final = Reason(
    "REDRAW_NOT_ENOUGH_CARDS", "redraw needs at least two cards in hand, you have {have}", 7
)
NOT_IN_HAND: Final = Reason("NOT_IN_HAND", "{card} is not in your hand", 8)
NOT_CREATURE: Final = Reason("NOT_CREATURE", "{card} is a spell, not a creature", 9)
NOT_SPELL: Final = Reason("NOT_SPELL", "{card} is a creature, not a spell", 10)
INVALID_PARAM_COUNT_SPELL: Final = Reason(
    "INVALID_PARAM_COUNT_SPELL", "{card} needs another number of parameters after its ID", 11
)
NOT_IN_FIELD: Final = Reason("NOT_IN_FIELD", "the slot is not in your own Field Zone", 12)
FIELD_EMPTY: Final = Reason("FIELD_EMPTY", "there is no creature in F{lane}", 13)
CREATURE_CANNOT_BATTLE: Final = Reason(
    "CREATURE_CANNOT_BATTLE", "{card} entered the board in this round and has no Haste", 14
)
NOT_IN_BATTLE: Final = Reason("NOT_IN_BATTLE", "the slot to move to is not in your own Battle Zone", 15)
BATTLE_OCCUPIED: Final = Reason("BATTLE_OCCUPIED", "B{lane} already holds a creature", 16)
FIELD_OCCUPIED: Final = Reason("FIELD_OCCUPIED", "F{lane} already holds a creature", 17)
INVALID_SLOT_SPELL: Final = Reason("INVALID_SLOT_SPELL", "{card} must target a slot such as F1 or OB7", 18)
TARGET_EMPTY: Final = Reason("TARGET_EMPTY", "there is no creature in the target slot", 19)
NOT_IN_GRAVEYARD: Final = Reason("NOT_IN_GRAVEYARD", "{card} is not in your graveyard", 20)
NOT_ENOUGH_MANA: Final = Reason("NOT_ENOUGH_MANA", "{card} costs {need} mana, you have {have}", 21)


def why_not(state: OoperationsState, move: OoperationsAction) -> Reason | None:
    """Return the lowest-ranked error of a well-formed command, or ``None``."""
    if state.outcome is not None:
        return MATCH_OVER
    player = state.players[state.seat_to_act]
    if move.kind == DONE:
        return None
    if move.kind == REDRAW:
        if not player.may_redraw:
            return REDRAW_DISABLED
        return REDRAW_NOT_ENOUGH_CARDS.of(have=len(player.hand)) if len(player.hand) < 2 else None
    if move.kind == BATTLE:
        return _why_not_battle(state, player, move.slot, move.battle_slot)
    card = move.card
    assert card is not None
    if card not in player.hand:
        return NOT_IN_HAND.of(card=card.name)
    if move.kind == PLAY_CREATURE:
        if card.aim != CREATURE:
            return NOT_CREATURE.of(card=card.name)
        if move.slot >= LANES:
            return NOT_IN_FIELD
        if player.field[move.slot] is not None:
            return FIELD_OCCUPIED.of(lane=move.slot + 1)
        return _why_not_pay(player, card, card.mana)
    return _why_not_spell(state, player, card, move)


def _why_not_battle(state: OoperationsState, player: OoperationsPlayer, slot: int, battle_slot: int) -> Reason | None:
    if slot >= LANES:
        return NOT_IN_FIELD
    creature = player.field[slot]
    if creature is None:
        return FIELD_EMPTY.of(lane=slot + 1)
    if creature.entered == state.round and not creature.traits & HASTE:
        return CREATURE_CANNOT_BATTLE.of(card=creature.card.name)
    if not LANES <= battle_slot < OWN_SLOTS:
        return NOT_IN_BATTLE
    if player.battle[battle_slot - LANES] is not None:
        return BATTLE_OCCUPIED.of(lane=battle_slot - LANES + 1)
    return None


def _why_not_spell(
    state: OoperationsState, player: OoperationsPlayer, card: OoperationsCard, move: OoperationsAction
) -> Reason | None:
    if card.aim == CREATURE:
        return NOT_SPELL.of(card=card.name)
    if move.slot == WRONG_COUNT:
        return INVALID_PARAM_COUNT_SPELL.of(card=card.name)
    cost = card.mana
    if card.aim == TARGET:
        if move.slot < 0:
            return INVALID_SLOT_SPELL.of(card=card.name)
        target = spells.creature_at(state, state.seat_to_act, move.slot)
        if target is None:
            return TARGET_EMPTY
        cost = card.cost_on(target.card)
    elif card.aim == GRAVEYARD:
        buried = move.buried
        assert buried is not None
        if not any(creature.card is buried for creature in player.graveyard):
            return NOT_IN_GRAVEYARD.of(card=buried.name)
        cost = card.cost_on(buried)
    return _why_not_pay(player, card, cost)


def _why_not_pay(player: OoperationsPlayer, card: OoperationsCard, cost: int) -> Reason | None:
    return NOT_ENOUGH_MANA.of(card=card.name, need=cost, have=player.mana) if player.mana < cost else None


def legal_actions(state: OoperationsState) -> list[OoperationsAction]:
    """List what ``why_not`` allows, without asking it about every action there is."""
    if state.outcome is not None:
        return []
    seat = state.seat_to_act
    player = state.players[seat]
    cards = state.setup.cards
    moves = [cards.done]
    if player.may_redraw and len(player.hand) > 1:
        moves.append(cards.redraw)
    free_lanes = [lane for lane in range(LANES) if player.battle[lane] is None]
    free_fields = []
    for slot in range(LANES):
        creature = player.field[slot]
        if creature is None:
            free_fields.append(slot)
        elif creature.entered != state.round or creature.traits & HASTE:
            row = cards.battles[slot]
            for lane in free_lanes:
                moves.append(row[lane])  # noqa: PERF401 - the loop is faster than extend with a generator
    mana = player.mana
    seen = 0
    for card in player.hand:
        if seen & card.bit:
            continue
        seen |= card.bit
        if card.cost == FIXED and card.mana > mana:
            continue
        if card.aim == CREATURE:
            row = card.moves
            for slot in free_fields:
                moves.append(row[slot])  # noqa: PERF401
        elif card.aim == TARGET:
            _add_targets(state, seat, card, mana, moves)
        elif card.aim == GRAVEYARD:
            buried_seen = 0
            for creature in player.graveyard:
                buried = creature.card
                if not buried_seen & buried.bit and card.cost_on(buried) <= mana:
                    buried_seen |= buried.bit
                    moves.append(card.moves[buried.index])
        else:
            moves.append(card.moves[0])
    return moves


def _add_targets(
    state: OoperationsState, seat: int, card: OoperationsCard, mana: int, moves: list[OoperationsAction]
) -> None:
    slot = 0
    for owner in (state.players[seat], state.players[1 - seat]):
        for zone in (owner.field, owner.battle):
            for creature in zone:
                if creature is not None and (card.cost == FIXED or card.cost_on(creature.card) <= mana):
                    moves.append(card.moves[slot])
                slot += 1


def apply(state: OoperationsState, move: OoperationsAction) -> None:
    """Do a legal action."""
    seat = state.seat_to_act
    player = state.players[seat]
    if move.kind == REDRAW:
        _redraw(state, seat, player)
        return
    player.may_redraw = False
    if move.kind == DONE:
        _end_turn(state, seat)
    elif move.kind == BATTLE:
        _send_to_battle(state, seat, move.slot, move.battle_slot - LANES)
    elif move.kind == PLAY_CREATURE:
        card = move.card
        assert card is not None
        player.hand.remove(card)
        player.mana -= card.mana
        player.field[move.slot] = summoned(card, state.round)
        if state.watch is not None:
            state.watch(Happened(events.CREATURE_PLAYED, seat, card, move.slot + 1))
    else:
        spells.cast(state, seat, move)


def _redraw(state: OoperationsState, seat: int, player: OoperationsPlayer) -> None:
    count = len(player.hand) - 1
    deck = player.deck[player.drawn :] + tuple(player.hand)
    player.hand = list(deck[:count])
    player.deck = deck
    player.drawn = count
    if state.watch is not None:
        state.watch(Happened(events.HAND_REDRAWN, seat, None, 0, count))


def _send_to_battle(state: OoperationsState, seat: int, slot: int, lane: int) -> None:
    player, opponent = state.players[seat], state.players[1 - seat]
    creature = player.field[slot]
    assert creature is not None
    player.field[slot] = None
    player.battle[lane] = creature
    if state.watch is not None:
        state.watch(Happened(events.SENT_TO_BATTLE, seat, creature.card, lane + 1))
        if creature.traits & HASTE and creature.entered == state.round:
            state.watch(Happened(events.HASTENED, seat, creature.card, lane + 1))
    if creature.traits & CHALLENGER and opponent.battle[lane] is None:
        challenged = opponent.field[lane]
        if challenged is not None:
            opponent.field[lane] = None
            opponent.battle[lane] = challenged
            if state.watch is not None:
                state.watch(Happened(events.CHALLENGED, 1 - seat, challenged.card, lane + 1))


def _end_turn(state: OoperationsState, seat: int) -> None:
    """M2 done: trait effects creature by creature, Battle Zone first; then the other turn or the Battle Phase."""
    player = state.players[seat]
    for place in (0, 1):
        zone = player.zone(place)
        for lane in range(LANES):
            creature = zone[lane]
            if creature is None or not creature.traits & (REGENERATE | POISONED):
                continue
            if state.round % 2 and creature.traits & REGENERATE and creature.health < creature.card.health:
                creature = zone[lane] = creature.with_health(creature.card.health)
                if state.watch is not None:
                    state.watch(Happened(events.REGENERATED, seat, creature.card, lane + 1))
            if creature.traits & POISONED:
                zone[lane] = creature.with_health(creature.health - 1)
                if state.watch is not None:
                    state.watch(Happened(events.WEAKENED_BY_POISON, seat, creature.card, lane + 1))
                battle.bury_if_dead(state, seat, zone, lane)
    if state.watch is not None:
        state.watch(Happened(events.TURN_ENDED, seat))
    if seat == state.attacker:
        state.seat_to_act = 1 - seat
    else:
        battle.fight_all_lanes(state)
        if state.outcome is None:
            start_round(state)


def start_round(state: OoperationsState) -> None:
    """M1 Round Start: limit, roles, mana, draws. Ends the match at the limit or when somebody cannot draw."""
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
        state.watch(Happened(events.ROUND_STARTED, state.attacker, None, 0, state.round))
    for seat in (state.attacker, 1 - state.attacker):
        player = state.players[seat]
        if player.drawn == len(player.deck):
            battle.end_match(state, Outcome("no card to draw", battle.returns(-1 if seat == 0 else 1)))
            return
        card = player.deck[player.drawn]
        player.drawn += 1
        player.hand.append(card)
        if state.watch is not None:
            state.watch(Happened(events.CARD_DRAWN, seat, card))
