"""What a seat may know of a position, and the whole position, as JSON values."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import Outcome
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.vocabulary import KINDS
from tablewright.games.marches.match import MarchesState
from tablewright.games.marches.setup import BadSetup, Catalogue, MarchesSetup, make_setup
from tablewright.games.marches.state import ABSENT, Entity, MarchesPlayer, Stat, Stats

if TYPE_CHECKING:
    from typing import Any, Final

    from tablewright.games.marches.state import Position

STATS: Final = ("hp", "attack", "movement", "denominator")
VERSION: Final = 1


def view(match: Position, seat: int | None) -> dict[str, Any]:
    """Return what a seat may know: everything but the other hand and the order of the decks."""
    players = []
    for owner, player in enumerate(match.players):
        entity = match.entities[owner]
        shown: dict[str, Any] = {
            "class": entity.card.id,
            "class_name": entity.card.name,
            "hp": entity.stats.hp.total,
            "damage": entity.damage,
            "health": entity.health,
            "gold": player.gold,
            "hand_count": len(player.hand),
            "deck_count": len(player.deck) - player.drawn,
            "discard": list(player.discard),
            "power": player.power,
            "power_name": match.setup.cards[player.power].name,
            "power_available": player.power_available,
        }
        if owner == seat:
            shown["hand"] = list(player.hand)
            shown["deck"] = sorted(player.deck[player.drawn :])
        players.append(shown)
    choosing = match.choosing_tile != codes.NOWHERE
    return {
        "turn": match.turn,
        "seat_to_act": match.seat_to_act,
        "choosing": {"card": match.choosing_card, "tile": match.choosing_tile} if choosing else None,
        "players": players,
        "entities": [view_entity(entity) for number, entity in match.entities.items() if number >= codes.FIRST_PLACED],
        "over": match.outcome is not None,
        "winner": match.outcome.winners[0] if match.outcome is not None and match.outcome.winners else None,
        "fault": match.fault,
    }


def view_entity(entity: Entity) -> dict[str, Any]:
    """Return a unit or building as everybody sees it."""
    shown: dict[str, Any] = {
        "number": entity.number,
        "card": entity.card.id,
        "name": entity.card.name,
        "kind": KINDS.write(entity.card.kind),
        "owner": entity.owner,
        "tile": entity.tile,
        "damage": entity.damage,
        "health": entity.health,
        "cooldown": entity.cooldown,
    }
    for name in STATS:
        stat: Stat = getattr(entity.stats, name)
        if stat is not ABSENT:
            shown[name] = {"total": stat.total, "base": stat.base, "modifier": stat.modifier}
    return shown


# -------------------------------------------------------------------------------------------------------- snapshots


def snapshot(match: Position) -> dict[str, Any]:
    """Return the whole position as a JSON value."""
    return {
        "game": "marches",
        "version": VERSION,
        "setup": match.setup.written(),
        "also": sorted(set(match.setup.actions.aims[0]).difference(*match.setup.decks)),
        "turn": match.turn,
        "seat": match.seat_to_act,
        "next_number": match.next_number,
        "choosing": [match.choosing_card, match.choosing_tile],
        "players": [
            {
                "gold": player.gold,
                "hand": list(player.hand),
                "deck": list(player.deck[player.drawn :]),
                "discard": list(player.discard),
                "power": player.power,
                "power_available": player.power_available,
            }
            for player in match.players
        ],
        "entities": [
            [entity.number, entity.card.id, entity.owner, entity.tile, entity.damage, entity.cooldown, entity.post]
            + [number for name in STATS for number in getattr(entity.stats, name).key()]
            for entity in match.entities.values()
        ],
        "outcome": None if match.outcome is None else [match.outcome.cause, list(match.outcome.returns)],
        "fault": match.fault,
    }


def restore(value: Any) -> MarchesState:
    """Return the match of a snapshot; raises ``BadSetup`` with a sentence if it is none."""
    if not isinstance(value, dict) or value.get("game") != "marches":
        raise BadSetup("this is no snapshot of The Marches")
    if value.get("version") != VERSION:
        raise BadSetup(f"the snapshot has version {value.get('version')}, this program reads version {VERSION}")
    try:
        setup = read_setup(value["setup"], value["also"])
        players = [
            MarchesPlayer(
                _int(player["gold"]),
                sorted(_cards(player["hand"], setup)),
                tuple(_cards(player["deck"], setup)),
                0,
                tuple(_cards(player["discard"], setup)),
                _cards([player["power"]], setup)[0],
                bool(player["power_available"]),
            )
            for player in value["players"]
        ]
        entities = {_int(row[0]): _entity(row, setup) for row in value["entities"]}
        card, tile = value["choosing"]
        outcome = None
        if value["outcome"] is not None:
            cause, returns = value["outcome"]
            outcome = Outcome(str(cause), (float(returns[0]), float(returns[1])))
        match = MarchesState(
            setup,
            _int(value["seat"]),
            outcome,
            _int(value["turn"]),
            players,
            entities,
            [],
            (),
            (),
            _int(value["next_number"]),
            _int(card),
            _int(tile),
            str(value["fault"]),
        )
        _check(match)
        match.settle()
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, BadSetup):
            raise
        raise BadSetup(f"the snapshot is damaged: {type(error).__name__} {error}") from error
    return match


def _check(match: MarchesState) -> None:
    """Refuse positions that no match can have."""
    numbers = list(match.entities)
    playable = match.setup.actions.aims[0]
    if (
        len(match.players) != 2
        or match.seat_to_act not in (0, 1)
        or numbers[:2] != [0, 1]
        or numbers != sorted(numbers)
        or numbers[-1] >= match.next_number
        or any(card not in playable for player in match.players for card in (*player.hand, *player.deck))
        or (match.choosing_tile != codes.NOWHERE and match.choosing_card not in match.players[match.seat_to_act].hand)
    ):
        raise BadSetup("the snapshot shows a position that cannot be")


def _entity(row: list[Any], setup: MarchesSetup) -> Entity:
    number, card, owner, tile, damage, cooldown, post = [_int(value) for value in row[:7]]
    made = setup.cards[card]
    caps = [stat if stat is ABSENT else stat.cap for stat in (getattr(made.stats, name) for name in STATS)]
    stats = [
        ABSENT if isinstance(cap, Stat) else Stat(_int(row[7 + 2 * at]), _int(row[8 + 2 * at]), cap)
        for at, cap in enumerate(caps)
    ]
    if owner not in (0, 1) or tile not in range(codes.NOWHERE, codes.TILES) or (tile < 0) != (number < 2):
        raise BadSetup(f"the snapshot has entity {number} where it cannot be")
    return Entity(number, made, owner, tile, damage, cooldown, post, Stats(*stats))


def _cards(numbers: list[Any], setup: MarchesSetup) -> list[int]:
    for number in numbers:
        if number not in setup.cards:
            raise BadSetup(f"the snapshot has a card {number} that is not in its setup")
    return [_int(number) for number in numbers]


def _int(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadSetup(f"the snapshot has {value!r} where a whole number belongs")
    return value


# ----------------------------------------------------------------------------------------------------------- setups


def read_setup(value: Any, also: Any = ()) -> MarchesSetup:
    """Return the setup of a JSON value; raises ``BadSetup``."""
    try:
        catalogue = Catalogue()
        for card, illustration in value["cards"]:
            catalogue.add_value(card, illustration)
        first, second = [[_int(card) for card in deck] for deck in value["decks"]]
        classes = [_int(number) for number in value["classes"]]
        options = {str(name): _int(number) for name, number in value["options"].items()}
        return make_setup([first, second], classes, options, catalogue, [_int(card) for card in also])
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, BadSetup):
            raise
        raise BadSetup(f"this is no setup of The Marches: {type(error).__name__} {error}") from error
