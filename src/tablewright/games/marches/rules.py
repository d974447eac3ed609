"""What may be done and what it does: playing cards, the active power, the turn."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import MATCH_OVER, Reason
from tablewright.games.marches import events
from tablewright.games.marches.actions import CHOOSE, DONE, PLAY, POWER
from tablewright.games.marches.battle import arrive, both, damage_step, die_if_dead, march, situation
from tablewright.games.marches.board import place_name
from tablewright.games.marches.events import named
from tablewright.games.marches.language import codes
from tablewright.games.marches.machine.chain import Context, overrun, run
from tablewright.games.marches.state import ABSENT, Entity, Stats

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.marches.actions import Aim, MarchesAction
    from tablewright.games.marches.state import MarchesCard, Position

DECK_OUT_DAMAGE: Final = 5
GOLD_PER_TURN: Final = 2

CHOICE_OPEN = Reason("CHOICE_OPEN", "first choose one of the {count} targets on {place}", 2)
NO_CHOICE = Reason("NO_CHOICE", "there is nothing to choose", 3)
NO_SUCH_CHOICE = Reason("NO_SUCH_CHOICE", "choose a number from 1 to {count}", 3)
INVALID_CARD = Reason("INVALID_CARD", "{card} is not in your hand", 4)
POWER_ALREADY_USED = Reason("POWER_ALREADY_USED", "you have used your power {card} in this turn already", 4)
CANT_AFFORD = Reason("CANT_AFFORD", "{card} costs {cost} gold, and you have {gold}", 5)
NO_TARGET = Reason("NO_TARGET_AVAILABLE", "there is nothing that {card} could be played on", 6)
WRONG_TARGET = Reason("NO_TARGET_AVAILABLE", "{card} cannot be played at {place}", 6)

NO_STATS: Final = Stats(ABSENT, ABSENT, ABSENT, ABSENT)

# -------------------------------------------------------------------------------------------------------- targeting


def legal(table: Position) -> list[MarchesAction]:
    """List what the player may do now."""
    actions = table.setup.actions
    if table.outcome is not None:
        return []
    if table.choosing_tile != codes.NOWHERE:
        return actions.choices[: len(candidates(table, chosen_aim(table), table.choosing_tile))]
    seat = table.seat_to_act
    player = table.players[seat]
    gold = player.gold
    found = [actions.done]
    if player.power_available:
        power = table.setup.cards[player.power]
        if power.cost <= gold and power.options is not None:
            found.append(actions.power)
    aims = actions.aims[seat]
    foe = table.players[1 - seat]
    previous = codes.NO_CARD
    for card in player.hand:
        if card == previous:
            continue
        previous = card
        aim = aims[card]
        if aim.cost > gold:
            continue
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
            found.append(aim.by_tile[bit])
            mask ^= bit
    return found


def chosen_aim(table: Position) -> Aim:
    """Return the aim of the card whose target is being chosen."""
    return table.setup.actions.aims[table.seat_to_act][table.choosing_card]


def candidates(table: Position, aim: Aim, tile: int) -> list[int]:
    """List the entities on a tile that the player can play a card on."""
    if not aim.mask >> tile & 1 or (aim.free and table.building_on(tile) is not None):
        return []
    seat = table.seat_to_act
    found: list[int] = []
    for number in table.tiles[tile]:
        entity = table.entities[number]
        if entity.card.kind & aim.kinds and aim.owners & (codes.OWNER if entity.owner == seat else codes.OPPONENT):
            found.append(number)
    return found


def why_not(table: Position, action: MarchesAction) -> Reason | None:
    """Return the highest-ranked reason against an action."""
    if table.outcome is not None:
        return MATCH_OVER
    if table.choosing_tile != codes.NOWHERE:
        count = len(candidates(table, chosen_aim(table), table.choosing_tile))
        if action.kind != CHOOSE:
            return CHOICE_OPEN.of(count=count, place=place_name(table.choosing_tile))
        return None if 0 <= action.index < count else NO_SUCH_CHOICE.of(count=count)
    if action.kind == CHOOSE:
        return NO_CHOICE
    if action.kind == DONE:
        return None
    player = table.players[table.seat_to_act]
    card = table.setup.cards[player.power if action.kind == POWER else action.card]
    if action.kind == POWER:
        if not player.power_available:
            return POWER_ALREADY_USED.of(card=card.name)
    elif card.id not in player.hand:
        return INVALID_CARD.of(card=card.name)
    if card.cost > player.gold:
        return CANT_AFFORD.of(card=card.name, cost=card.cost, gold=player.gold)
    if action.kind == POWER:
        return None if card.options is not None else NO_TARGET.of(card=card.name)
    aim = table.setup.actions.aims[table.seat_to_act][card.id]
    if can_play_at(table, aim, action.place):
        return None
    if any(can_play_at(table, aim, place) for place in range(codes.BOARD + 1)):
        return WRONG_TARGET.of(card=card.name, place=place_name(action.place))
    return NO_TARGET.of(card=card.name)


def can_play_at(table: Position, aim: Aim, place: int) -> bool:
    """Say whether a card can be played at a place, gold and hand aside."""
    if aim.row is not None:
        return any(act.place == place for act in aim.row)
    return 0 <= place < codes.TILES and bool(candidates(table, aim, place))


# ---------------------------------------------------------------------------------------------------------- actions


def carry_out(table: Position, action: MarchesAction) -> None:
    """Do an action that is legal."""
    if action.kind == PLAY:
        aim = table.setup.actions.aims[table.seat_to_act][action.card]
        if aim.row is not None:
            play(table, aim.card, action.place, codes.NOBODY)
            return
        there = candidates(table, aim, action.place)
        if len(there) == 1:
            play(table, aim.card, action.place, there[0])
        else:
            table.choosing_card = action.card
            table.choosing_tile = action.place
    elif action.kind == CHOOSE:
        aim = chosen_aim(table)
        tile = table.choosing_tile
        target = candidates(table, aim, tile)[action.index]
        table.choosing_card = codes.NO_CARD
        table.choosing_tile = codes.NOWHERE
        play(table, aim.card, tile, target)
    elif action.kind == DONE:
        end_turn(table)
    else:
        use_power(table)


def play(table: Position, card: MarchesCard, place: int, target: int) -> None:
    """Play a card from hand at a place, perhaps on an entity there."""
    seat = table.seat_to_act
    player = table.players[seat]
    player.hand.remove(card.id)
    player.discard += (card.id,)
    if table.watch is not None:
        entity = table.entities.get(target)
        on = "" if entity is None else named(entity.card, entity.owner)
        table.watch(events.CardPlayed(seat, card, place, on))
    if card.cost:
        table.pay(seat, player.gold - card.cost)
    if card.kind == codes.SKILL:
        cast(table, card, seat, place, target)
        return
    if len(table.entities) - codes.FIRST_PLACED >= codes.MOST_ENTITIES:
        overrun(table, card, f"there are {codes.MOST_ENTITIES} units and buildings in play already")
    if card.kind == codes.UNIT:
        entity = arrive(table, card, seat, place)
    else:
        entity = construct(table, card, table.entities[target])
    if card.march_post is not None:
        keep_post(table, entity.number, place)
    if card.played is not None:
        context = Context(codes.PLAYING, entity.number, codes.NOBODY, 0, 0, 0, target, place)
        run(table, card.played, entity, context)


def keep_post(table: Position, number: int, tile: int) -> None:
    """Let an entity that has been played listen to the tile where it was played, if it is still in play."""
    entity = table.entities.get(number)
    if entity is not None:
        table.entities[number] = Entity(
            number, entity.card, entity.owner, entity.tile, entity.damage, entity.cooldown, tile, entity.stats
        )
        table.posted += (number,)


def construct(table: Position, card: MarchesCard, unit: Entity) -> Entity:
    """Let a unit construct a building on its tile; nobody enters it by that."""
    building = table.create(card, unit.owner, unit.tile)
    both(table, unit.card.constructs, card.constructs, unit, building, codes.CONSTRUCTING)
    die_if_dead(table, building.number)
    return building


def cast(table: Position, card: MarchesCard, seat: int, place: int, target: int) -> None:
    """Let a skill have its effect; while it does, it is an entity of its own that is not on the board."""
    if card.played is not None:
        skill = Entity(codes.SKILL_IN_PLAY, card, seat, codes.NOWHERE, 0, 0, codes.NOWHERE, NO_STATS)
        table.gone[codes.SKILL_IN_PLAY] = skill
        context = Context(codes.PLAYING, codes.SKILL_IN_PLAY, codes.NOBODY, 0, 0, 0, target, place)
        run(table, card.played, skill, context)


def use_power(table: Position) -> None:
    """Use the player's active power."""
    seat = table.seat_to_act
    player = table.players[seat]
    card = table.setup.cards[player.power]
    player.power_available = False
    if table.watch is not None:
        table.watch(events.PowerUsed(seat, card))
    if card.cost:
        table.pay(seat, player.gold - card.cost)
    cast(table, card, seat, codes.BOARD, codes.NOBODY)


# -------------------------------------------------------------------------------------------------------- the turn


def end_turn(table: Position) -> None:
    """End the turn, and begin the other player's up to the moment they can act."""
    entities = table.entities
    actor = table.seat_to_act
    options = table.setup.options
    if table.ending:
        context = situation(codes.ENDING_TURN, actor, codes.NOBODY)
        for number in table.ending:
            entity = entities.get(number)
            if entity is not None and not (options.classes_do_not_listen and number < codes.FIRST_PLACED):
                program = entity.card.end_of_turn
                assert program is not None
                run(table, program, entity, context)
    seat = 1 - actor
    table.seat_to_act = seat
    table.turn += 1
    if table.watch is not None:
        table.watch(events.TurnBegan(seat, table.turn))
    player = table.players[seat]
    if options.deck_out_first and player.drawn == len(player.deck):
        deck_out(table, seat)
    for number in player.units:
        if number in entities:
            march(table, number)
    if not table.draw(seat) and not options.deck_out_first:
        deck_out(table, seat)
    table.pay(seat, player.gold + GOLD_PER_TURN)
    player.power_available = True


def deck_out(table: Position, seat: int) -> None:
    """Hurt a player who has no card to draw."""
    if table.watch is not None:
        table.watch(events.DeckEmpty(seat))
    player = table.entities[seat]
    damage_step(table, player, player, DECK_OUT_DAMAGE, True)
