"""What may be done and what it does: playing cards, the active power, the turn."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.marches import events, reasons
from tablewright.games.marches.actions import CHOOSE, DONE, PLAY, POWER
from tablewright.games.marches.battle import arrive, both, damage_step, die_if_dead, march, situation
from tablewright.games.marches.language import codes
from tablewright.games.marches.machine.chain import Context, run, void
from tablewright.games.marches.pieces import ABSENT, Entity, Stats, place_name

if TYPE_CHECKING:
    from typing import Final

    from tablewright.core.state import Reason
    from tablewright.games.marches.actions import Aim, MarchesAction
    from tablewright.games.marches.pieces import MarchesCard
    from tablewright.games.marches.state import MarchesState

DECK_OUT_DAMAGE: Final = 5
GOLD_PER_TURN: Final = 2

NO_STATS: Final = Stats(ABSENT, ABSENT, ABSENT, ABSENT)

# -------------------------------------------------------------------------------------------------------- targeting


def legal(state: MarchesState) -> list[MarchesAction]:
    """List what the player may do now."""
    actions = state.setup.actions
    if state.outcome is not None:
        return []
    if state.choosing_tile != codes.NOWHERE:
        return actions.choices[: len(candidates(state, chosen_aim(state), state.choosing_tile))]
    seat = state.seat_to_act
    player = state.players[seat]
    gold = player.gold
    found = [actions.done]
    if player.power_available and player.power.cost <= gold and player.power.options is not None:
        found.append(actions.power)
    foe = state.players[1 - seat]
    previous: Aim | None = None
    for aim in player.held:
        if aim is previous or aim.cost > gold:
            continue
        previous = aim
        if aim.row is not None:
            found += aim.row
            continue
        mask = 0
        if aim.kinds & codes.UNIT:
            if aim.owners & codes.OWNER:
                mask |= player.unit_tiles
            if aim.owners & codes.OPPONENT:
                mask |= foe.unit_tiles
        if aim.kinds & codes.BUILDING:
            if aim.owners & codes.OWNER:
                mask |= player.building_tiles
            if aim.owners & codes.OPPONENT:
                mask |= foe.building_tiles
        mask &= aim.mask
        if aim.free:
            mask &= ~(player.building_tiles | foe.building_tiles)
        while mask:
            bit = mask & -mask
            found.append(aim.by_tile[bit.bit_length() - 1])
            mask ^= bit
    return found


def chosen_aim(state: MarchesState) -> Aim:
    """Return the aim of the card whose target is being chosen."""
    return state.setup.actions.aims[state.seat_to_act][state.choosing_card]


def candidates(state: MarchesState, aim: Aim, tile: int) -> list[int]:
    """List the entities on a tile that the player can play a card on."""
    if not aim.mask >> tile & 1 or (aim.free and state.building_on(tile) is not None):
        return []
    seat = state.seat_to_act
    found: list[int] = []
    for number in state.tiles[tile]:
        entity = state.entities[number]
        if entity.card.kind & aim.kinds and aim.owners & (codes.OWNER if entity.owner == seat else codes.OPPONENT):
            found.append(number)
    return found


def why_not(state: MarchesState, action: MarchesAction) -> Reason | None:
    """Return the highest-ranked reason against an action."""
    if state.outcome is not None:
        return reasons.MATCH_OVER
    if state.choosing_tile != codes.NOWHERE:
        count = len(candidates(state, chosen_aim(state), state.choosing_tile))
        if action.kind != CHOOSE:
            return reasons.CHOICE_OPEN.of(count=count, place=place_name(state.choosing_tile))
        return None if 0 <= action.index < count else reasons.NO_SUCH_CHOICE.of(count=count)
    if action.kind == CHOOSE:
        return reasons.NO_CHOICE
    if action.kind == DONE:
        return None
    player = state.players[state.seat_to_act]
    card = player.power if action.kind == POWER else state.setup.cards[action.card]
    if action.kind == POWER:
        if not player.power_available:
            return reasons.POWER_ALREADY_USED.of(card=card.name)
    elif card.id not in player.hand:
        return reasons.INVALID_CARD.of(card=card.name)
    if card.cost > player.gold:
        return reasons.CANT_AFFORD.of(card=card.name, cost=card.cost, gold=player.gold)
    if action.kind == POWER:
        return None if card.options is not None else reasons.NO_TARGET.of(card=card.name)
    aim = state.setup.actions.aims[state.seat_to_act][card.id]
    if can_play_at(state, aim, action.place):
        return None
    if can_play_somewhere(state, aim):
        return reasons.WRONG_TARGET.of(card=card.name, place=place_name(action.place))
    return reasons.NO_TARGET.of(card=card.name)


def can_play_at(state: MarchesState, aim: Aim, place: int) -> bool:
    """Say whether a card can be played at a place, gold and hand aside."""
    if aim.row is not None:
        return any(action.place == place for action in aim.row)
    return 0 <= place < codes.TILES and bool(candidates(state, aim, place))


def can_play_somewhere(state: MarchesState, aim: Aim) -> bool:
    """Say whether a card can be played at any place, gold and hand aside."""
    if aim.row is not None:
        return bool(aim.row)
    return any(aim.mask >> tile & 1 and candidates(state, aim, tile) for tile in range(codes.TILES))


# ---------------------------------------------------------------------------------------------------------- actions


def carry_out(state: MarchesState, action: MarchesAction) -> None:
    """Do an action that is legal."""
    if action.kind == PLAY:
        aim = state.setup.actions.aims[state.seat_to_act][action.card]
        if aim.row is not None:
            play(state, aim, action.place, codes.NOBODY)
            return
        there = candidates(state, aim, action.place)
        if len(there) == 1:
            play(state, aim, action.place, there[0])
        else:
            state.choosing_card = action.card
            state.choosing_tile = action.place
    elif action.kind == CHOOSE:
        aim = chosen_aim(state)
        tile = state.choosing_tile
        target = candidates(state, aim, tile)[action.index]
        state.choosing_card = codes.NO_CARD
        state.choosing_tile = codes.NOWHERE
        play(state, aim, tile, target)
    elif action.kind == DONE:
        end_turn(state)
    else:
        use_power(state)


def play(state: MarchesState, aim: Aim, place: int, target: int) -> None:
    """Play a card from hand at a place, perhaps on an entity there."""
    seat = state.seat_to_act
    player = state.players[seat]
    card = aim.card
    player.held.remove(aim)
    player.discard += (card.id,)
    if state.watch is not None:
        state.watch(events.CardPlayed(seat, card, place, state.entities.get(target)))
    if card.cost:
        state.pay(seat, player.gold - card.cost)
    if card.kind == codes.SKILL:
        cast(state, card, seat, place, target)
        return
    if len(state.entities) - codes.FIRST_PLACED >= codes.MOST_ENTITIES:
        void(state, card, f"there are {codes.MOST_ENTITIES} units and buildings in play already")
    if card.kind == codes.UNIT:
        entity = arrive(state, card, seat, place)
    else:
        entity = construct(state, card, state.entities[target])
    if card.march_post is not None:
        keep_post(state, entity.number, place)
    if card.played is not None:
        run(state, card.played, entity, playing(entity.number, place, target))


def playing(number: int, place: int, target: int) -> Context:
    """Return the context of a play: PLAY_TARGET is its place, and PLAY_TARGET_ENTITY the entity it is played on."""
    return Context(codes.PLAYING, number, codes.NOBODY, 0, 0, 0, target, place)


def keep_post(state: MarchesState, number: int, tile: int) -> None:
    """Let the PLAY_TARGET triggers of what has been played listen to its tile from now on, if it is still in play."""
    entity = state.entities.get(number)
    if entity is not None:
        state.entities[number] = entity.posted(tile)
        state.posted += (number,)


def construct(state: MarchesState, card: MarchesCard, unit: Entity) -> Entity:
    """Let a unit construct a building on its tile; nobody enters it by that."""
    building = state.create(card, unit.owner, unit.tile)
    both(state, unit.card.constructs, card.constructs, unit, building, codes.CONSTRUCTING)
    die_if_dead(state, building.number)
    return building


def cast(state: MarchesState, card: MarchesCard, seat: int, place: int, target: int) -> None:
    """Let a skill have its effect; while it does, it is an entity of its own that is not on the board."""
    if card.played is not None:
        skill = Entity(codes.SKILL_IN_PLAY, card, seat, codes.NOWHERE, 0, 0, codes.NOWHERE, NO_STATS)
        state.gone[codes.SKILL_IN_PLAY] = skill
        run(state, card.played, skill, playing(codes.SKILL_IN_PLAY, place, target))


def use_power(state: MarchesState) -> None:
    """Use the player's active power."""
    seat = state.seat_to_act
    player = state.players[seat]
    card = player.power
    player.power_available = False
    if state.watch is not None:
        state.watch(events.PowerUsed(seat, card))
    if card.cost:
        state.pay(seat, player.gold - card.cost)
    cast(state, card, seat, codes.BOARD, codes.NOBODY)


# -------------------------------------------------------------------------------------------------------- the turn


def end_turn(state: MarchesState) -> None:
    """End the turn, and begin the other player's up to the moment they can act."""
    entities = state.entities
    actor = state.seat_to_act
    options = state.setup.options
    if state.ending:
        context = situation(codes.ENDING_TURN, actor, codes.NOBODY)
        for number in state.ending:
            entity = entities.get(number)
            if entity is not None and not (options.classes_do_not_listen and number < codes.FIRST_PLACED):
                program = entity.card.end_of_turn
                assert program is not None
                run(state, program, entity, context)
    seat = 1 - actor
    state.seat_to_act = seat
    state.turn += 1
    if state.watch is not None:
        state.watch(events.TurnBegan(seat, state.turn))
    player = state.players[seat]
    if options.deck_out_first and player.drawn == len(player.deck):
        deck_out(state, seat)
    for number in player.units:
        unit = entities.get(number)
        if unit is not None:
            march(state, unit)
    if not state.draw(seat) and not options.deck_out_first:
        deck_out(state, seat)
    state.pay(seat, player.gold + GOLD_PER_TURN)
    player.power_available = True


def deck_out(state: MarchesState, seat: int) -> None:
    """Hurt a player who has no card to draw."""
    if state.watch is not None:
        state.watch(events.DeckEmpty(seat))
    player = state.entities[seat]
    damage_step(state, player, player, DECK_OUT_DAMAGE, True)
