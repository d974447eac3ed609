"""Steps of a scenario from what was done in a match: each with what it changed, so that it must change again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablewright.games.marches import rules
from tablewright.games.marches.actions import CHOOSE, DONE, PLAY, POWER, MarchesAction
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import ABSENT, Entity
from tablewright.games.marches.scenarios.scenario import SEATS, STAT_KEYS
from tablewright.games.marches.scenarios.staging import ATTRIBUTES, entity_name
from tablewright.games.marches.state import MarchesState


def written_steps(state: MarchesState, actions: Sequence[MarchesAction]) -> list[dict[str, Any]]:
    """Return a step for each action, up to the end of the turn; the state is played on."""
    steps: list[dict[str, Any]] = []
    names = {number: entity_name(entity) for number, entity in state.entities.items()}
    waiting = list(actions)
    while waiting and state.outcome is None:
        action = waiting.pop(0)
        before, created = state.clone(), state.next_number
        state.apply(action)
        chosen = None
        if state.outcome is None and state.choosing_tile != codes.NOWHERE:
            if not waiting:  # the match was left with a choice open, for which there are no words
                break
            chosen = waiting.pop(0)
            assert chosen.kind == CHOOSE, "nothing else can be done then"
            state.apply(chosen)
        step: dict[str, Any] = {"do": _done(before, action, chosen, names)}
        new = range(created, state.next_number)
        for number in new:  # one that is out of play already has a name too: they are counted
            entity = state.entities.get(number)
            names[number] = f"new-{number}" if entity is None else entity_name(entity)
        if new:
            step["bind"] = [names[number] for number in new]
        step["expect"] = {"outcome": "OK", **expected(changes(before, state, names))}
        steps.append(step)
        if action.kind == DONE:
            break
    return steps


def _done(state: MarchesState, action: MarchesAction, chosen: MarchesAction | None, names: dict[int, str]) -> Any:
    if action.kind != PLAY:
        return "power" if action.kind == POWER else "end_turn"
    aim = state.setup.actions.aims[state.seat_to_act][action.card]
    if aim.kinds:
        there = rules.candidates(state, aim, action.place)
        return {"play": action.card, "at": names[there[0 if chosen is None else chosen.index]]}
    if action.place == codes.BOARD:
        return {"play": action.card}
    lane = aim.card.kind == codes.SKILL and aim.card.targeting == codes.ON_LANE
    return {"play": action.card, "at": action.place - codes.PLAINS if lane else action.place}


def changes(before: MarchesState, after: MarchesState, names: Mapping[int, str]) -> dict[tuple[str, ...], Any]:
    """Return what is another than it was, by the keys under which a scenario expects it."""
    found: dict[tuple[str, ...], Any] = {}
    if after.outcome is not None and before.outcome is None:
        found["game_over",] = True
        if after.fault:
            found["void",] = True
        elif after.outcome.winners:
            found["winner",] = SEATS[after.outcome.winners[0]]
    elif after.turn != before.turn:
        found["current",], found["turn",] = SEATS[after.seat_to_act], after.turn
    for seat, name in enumerate(SEATS):
        found |= _different((name,), player_facts(before, seat), player_facts(after, seat))
    for number, name in names.items():
        old, new = before.entities.get(number), after.entities.get(number)
        if number < codes.FIRST_PLACED or old is new:
            continue
        if new is None:
            found["entities", name] = None
        else:
            found |= _different(("entities", name), {} if old is None else entity_facts(old), entity_facts(new))
    return found


def expected(facts: Mapping[tuple[str, ...], Any]) -> dict[str, Any]:
    """Return the ``expect`` of a scenario for values by their keys."""
    expect: dict[str, Any] = {}
    for keys, value in facts.items():
        inner = expect
        for key in keys[:-1]:
            inner = inner.setdefault(key, {})
        inner[keys[-1]] = value
    return expect


def _different(keys: tuple[str, ...], old: dict[str, Any], new: dict[str, Any]) -> dict[tuple[str, ...], Any]:
    return {(*keys, key): value for key, value in new.items() if key not in old or old[key] != value}


def player_facts(state: MarchesState, seat: int) -> dict[str, Any]:
    """Return what a scenario can expect of a player."""
    player, entity = state.players[seat], state.entities[seat]
    return {
        "health": entity.health,
        "gold": player.gold,
        "hand": sorted(player.hand),
        "deck_count": len(player.deck) - player.drawn,
        "discard": sorted(player.discard),
        "power_available": player.power_available,
    }


def entity_facts(entity: Entity) -> dict[str, Any]:
    """Return what a scenario can expect of a unit or building."""
    stats = {key: getattr(entity.stats, ATTRIBUTES.get(key, key)) for key in STAT_KEYS}
    return {
        "card": entity.card.id,
        "owner": SEATS[entity.owner],
        "tile": entity.tile,
        **{key: stat.total for key, stat in stats.items() if stat is not ABSENT},
        "damage": entity.damage,
        "cooldown": entity.cooldown,
    }
