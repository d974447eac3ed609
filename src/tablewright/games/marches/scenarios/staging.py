"""From scenario to position and back: the state that a file describes, and the file that describes a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tablewright.core.dice import Dice
from tablewright.games.marches.files import BASE_CLASS, make_setup
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.reader import Node
from tablewright.games.marches.pieces import ABSENT, Entity, MarchesPlayer, Stat, Stats
from tablewright.games.marches.scenarios.scenario import FILLER, FORMAT, SEATS, STAT_KEYS, Scenario
from tablewright.games.marches.setup import MarchesSetup
from tablewright.games.marches.state import MarchesState, deal

#: What stats are called here, where it is not as in scenarios.
ATTRIBUTES: Final = {"movement_denominator": "denominator"}


def _stat(node: Node | None, stat: Stat) -> Stat:
    """Return a stat as it is set in a scenario; one that is not set stays."""
    if node is None or stat is ABSENT:
        return stat
    if isinstance(node.value, dict):
        base, modifier = node.get("BaseValue"), node.get("Modifier")
        return Stat(stat.cap if base is None else integer(base), 0 if modifier is None else integer(modifier), stat.cap)
    return Stat(integer(node), 0, stat.cap)


def _stats(node: Node, stats: Stats) -> Stats:
    changed = [_stat(node.get(key), getattr(stats, ATTRIBUTES.get(key, key))) for key in STAT_KEYS]
    return Stats(*changed)


def integer(node: Node) -> int:
    """Return a node's number."""
    assert isinstance(node.value, int)
    return node.value


def number_of(node: Node, key: str, default: int) -> int:
    """Return the number of a member, or the default."""
    member = node.get(key)
    return default if member is None else integer(member)


def numbers_of(node: Node | None) -> list[int]:
    """Return the numbers of a list; none if it is not there."""
    return [] if node is None else [integer(item) for item in node.items()]


def scenario_setup(scenario: Scenario) -> MarchesSetup:
    """Make the setup that a scenario needs; raises ``BadSetup``."""
    catalogue = scenario.catalogue
    mentioned = {FILLER}
    for step in scenario.steps:
        do = step.get("do")
        for key in ("play", "options"):
            node = None if do is None else do.get(key)
            if node is not None and isinstance(node.value, int) and catalogue.get(node.value) is not None:
                mentioned.add(node.value)
    start = scenario.state or scenario.new_game
    assert start is not None
    players = [start.get(seat) or Node({}, 0, 0) for seat in SEATS]
    classes = [number_of(player, "class", BASE_CLASS) for player in players]
    for player in players:
        for zone in ("hand", "deck", "discard"):
            mentioned.update(numbers_of(player.get(zone)))
        power = player.get("power")
        if power is not None:
            mentioned.add(integer(power))
    for item in (start.get("entities") or Node([], 0, 0)).items():
        mentioned.add(number_of(item, "card", FILLER))
    decks = [numbers_of(player.get("deck")) for player in players]
    options = scenario.options
    if scenario.state is not None:
        decks, options = [[], []], {**options, "any_deck": 1}
    return make_setup(decks, classes, options, catalogue, mentioned)


def scenario_start(scenario: Scenario) -> tuple[MarchesState, dict[str, int]]:
    """Return the starting position and the numbers of its named entities; raises ``BadSetup``."""
    setup = scenario_setup(scenario)
    if scenario.state is None:
        assert scenario.new_game is not None
        return deal(setup, Dice(number_of(scenario.new_game, "seed", 0))), {}
    start = scenario.state
    players: list[MarchesPlayer] = []
    entities: dict[int, Entity] = {}
    for seat, key in enumerate(SEATS):
        node = start.get(key) or Node({}, 0, 0)
        card = setup.cards[setup.classes[seat]]
        deck = node.get("deck")
        size = 10 if deck is None else deck.value
        cards = (FILLER,) * size if isinstance(size, int) else tuple(numbers_of(deck))
        available = node.get("power_available")
        players.append(
            MarchesPlayer(
                number_of(node, "gold", card.gold),
                setup.actions.held(seat, numbers_of(node.get("hand"))),
                cards,
                0,
                tuple(numbers_of(node.get("discard"))),
                setup.cards[number_of(node, "power", card.power)],
                available is None or bool(available.value),
            )
        )
        stats = Stats(_stat(node.get("hp"), card.stats.hp), ABSENT, ABSENT, ABSENT)
        damage = number_of(node, "damage", 0)  # not the class's: a scenario says what has happened to a player
        entities[seat] = Entity(seat, card, seat, codes.NOWHERE, damage, 0, codes.NOWHERE, stats)
    names: dict[str, int] = {}
    number = codes.FIRST_PLACED
    for item in (start.get("entities") or Node([], 0, 0)).items():
        card = setup.cards[number_of(item, "card", 0)]
        tile = number_of(item, "tile", 0)
        owner = item.get("owner")
        seat = SEATS.index(str(owner.value)) if owner is not None else 0
        damage, cooldown = number_of(item, "damage", card.damage), number_of(item, "cooldown", 0)
        post = codes.NOWHERE if card.march_post is None else number_of(item, "played_at", codes.NOWHERE)
        entities[number] = Entity(number, card, seat, tile, damage, cooldown, post, _stats(item, card.stats))
        ref = item.get("ref")
        if ref is not None:
            names[str(ref.value)] = number
        number += 1
    current = start.get("current")
    seat = SEATS.index(str(current.value)) if current is not None else 0
    turn = number_of(start, "turn", 1)
    state = MarchesState(
        setup, seat, None, turn, players, entities, [], (), (), number, codes.NO_CARD, codes.NOWHERE, ""
    )
    state.settle()
    return state, names


def entity_name(entity: Entity) -> str:
    """Return what an entity is called in a scenario that was made of a match."""
    return f"{entity.card.name.lower().replace(' ', '-')}-{entity.number}"


def written_scenario(state: MarchesState, name: str, title: str) -> dict[str, Any]:
    """Return a scenario that starts at a position, for its author to go on with.

    The format has no words for a choice that is open.
    """
    options = state.setup.options.changed()
    options.pop("any_deck", None)
    return {
        "format": FORMAT,
        "id": name,
        "title": title,
        "covers": [],
        "basis": [],
        "cards": [state.setup.sources[number][0] for number in sorted(state.setup.sources)],
        "options": options,
        "state": written_state(state, {number: entity_name(entity) for number, entity in state.entities.items()}),
        "steps": [],
    }


def written_state(state: MarchesState, names: Mapping[int, str]) -> dict[str, Any]:
    """Return the ``state`` of a scenario that starts at a position, with a name for every unit and building."""
    start: dict[str, Any] = {"current": SEATS[state.seat_to_act], "turn": state.turn}
    for seat, player in enumerate(state.players):
        entity = state.entities[seat]
        start[SEATS[seat]] = {
            "class": entity.card.id,
            "hp": _written_stat(entity.stats.hp),
            "damage": entity.damage,
            "gold": player.gold,
            "hand": list(player.hand),
            "deck": list(player.deck[player.drawn :]),
            "discard": list(player.discard),
            "power": player.power.id,
            "power_available": player.power_available,
        }
    start["entities"] = [
        {
            "ref": names[number],
            "card": entity.card.id,
            "owner": SEATS[entity.owner],
            "tile": entity.tile,
            **{
                key: _written_stat(stat)
                for key in STAT_KEYS
                if (stat := getattr(entity.stats, ATTRIBUTES.get(key, key))) is not ABSENT
            },
            "damage": entity.damage,
            "cooldown": entity.cooldown,
            **({} if entity.post == codes.NOWHERE else {"played_at": entity.post}),
        }
        for number, entity in state.entities.items()
        if number >= codes.FIRST_PLACED
    ]
    return start


def _written_stat(stat: Stat) -> Any:
    return stat.base if not stat.modifier else {"BaseValue": stat.base, "Modifier": stat.modifier}
