"""What a seat may know of a position, and the whole position, as JSON values."""

from __future__ import annotations

from typing import Any, Final

from tablewright.core.values import fields, flag, items, number, read_outcome, text
from tablewright.games.marches.files import Catalogue, make_setup
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.vocabulary import KINDS
from tablewright.games.marches.pieces import ABSENT, Entity, MarchesCard, MarchesPlayer, Stat, Stats
from tablewright.games.marches.setup import BadSetup, MarchesSetup
from tablewright.games.marches.state import MarchesState

STATS: Final = ("hp", "attack", "movement", "denominator")
VERSION: Final = 1
SETUP_FIELDS: Final = ("classes", "decks", "options", "cards")
SNAPSHOT_FIELDS: Final = (
    *("game", "version", "setup", "also", "turn", "seat", "next_number", "choosing", "players", "entities"),
    *("outcome", "fault"),
)
PLAYER_FIELDS: Final = ("gold", "hand", "deck", "discard", "power", "power_available")
#: Bounds for what comes from outside: no match gets near them.
MOST_ITEMS: Final = 100_000
MOST_NUMBER: Final = 10**15


def view(state: MarchesState, seat: int | None) -> dict[str, Any]:
    """Return what a seat may know: everything but the other hand and the order of the decks."""
    players = []
    for owner, player in enumerate(state.players):
        entity = state.entities[owner]
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
            "power_name": state.setup.cards[player.power].name,
            "power_available": player.power_available,
        }
        if owner == seat:
            shown["hand"] = list(player.hand)
            shown["deck"] = sorted(player.deck[player.drawn :])
        players.append(shown)
    choosing = state.choosing_tile != codes.NOWHERE
    return {
        "turn": state.turn,
        "seat_to_act": state.seat_to_act,
        "choosing": {"card": state.choosing_card, "tile": state.choosing_tile} if choosing else None,
        "players": players,
        "entities": [view_entity(entity) for placed, entity in state.entities.items() if placed >= codes.FIRST_PLACED],
        "over": state.outcome is not None,
        "winner": state.outcome.winners[0] if state.outcome is not None and state.outcome.winners else None,
        "fault": state.fault,
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


def snapshot(state: MarchesState) -> dict[str, Any]:
    """Return the whole position as a JSON value."""
    return {
        "game": "marches",
        "version": VERSION,
        "setup": state.setup.written(),
        "also": sorted(set(state.setup.actions.aims[0]).difference(*state.setup.decks)),
        "turn": state.turn,
        "seat": state.seat_to_act,
        "next_number": state.next_number,
        "choosing": [state.choosing_card, state.choosing_tile],
        "players": [
            {
                "gold": player.gold,
                "hand": list(player.hand),
                "deck": list(player.deck[player.drawn :]),
                "discard": list(player.discard),
                "power": player.power,
                "power_available": player.power_available,
            }
            for player in state.players
        ],
        "entities": [
            [entity.number, entity.card.id, entity.owner, entity.tile, entity.damage, entity.cooldown, entity.post]
            + [number for name in STATS for number in getattr(entity.stats, name).key()]
            for entity in state.entities.values()
        ],
        "outcome": None if state.outcome is None else [state.outcome.cause, list(state.outcome.returns)],
        "fault": state.fault,
    }


def restore(value: Any) -> MarchesState:
    """Return the state of a snapshot; raises ``BadSetup`` with a sentence if it is none."""
    if not isinstance(value, dict) or value.get("game") != "marches":
        raise BadSetup("this is not a snapshot of The Marches")
    if value.get("version") != VERSION:
        raise BadSetup(f"the snapshot has version {value.get('version')}, this program reads version {VERSION}")
    try:
        return _state(fields(value, "it", SNAPSHOT_FIELDS))
    except BadSetup:
        raise
    except ValueError as error:
        raise BadSetup(f"the snapshot is damaged: {error}") from error


def _state(value: dict[str, Any]) -> MarchesState:
    setup = read_setup(value["setup"], value["also"])
    players = [_player(player, setup) for player in items(value["players"], "its players", 2, 2)]
    entities = [_entity(row, setup) for row in items(value["entities"], "its entities", 2, MOST_ITEMS)]
    card, tile = items(value["choosing"], "its choice", 2, 2)
    outcome = None
    if value["outcome"] is not None:
        cause, returns = items(value["outcome"], "its outcome", 2, 2)
        outcome = read_outcome(cause, returns, 2)
    state = MarchesState(
        setup,
        number(value["seat"], "its seat", 0, 1),
        outcome,
        _number(value["turn"], "its turn"),
        players,
        {entity.number: entity for entity in entities},
        [],
        (),
        (),
        _number(value["next_number"], "its next number"),
        _number(card, "its card to aim"),
        number(tile, "its tile to choose on", codes.NOWHERE, codes.TILES - 1),
        text(value["fault"], "its fault", MOST_ITEMS),
    )
    _check(state, [entity.number for entity in entities])
    state.settle()
    if state.choosing_tile != codes.NOWHERE and not state.legal_actions():
        raise ValueError("there is nothing to choose where it wants a choice")
    return state


def _player(value: Any, setup: MarchesSetup) -> MarchesPlayer:
    player = fields(value, "a player", PLAYER_FIELDS)
    return MarchesPlayer(
        _number(player["gold"], "the gold of a player"),
        sorted(_cards(player["hand"], "a hand", setup)),
        tuple(_cards(player["deck"], "a deck", setup)),
        0,
        tuple(_cards(player["discard"], "a discard pile", setup)),
        _card(player["power"], setup).id,
        flag(player["power_available"], "power_available"),
    )


def _entity(value: Any, setup: MarchesSetup) -> Entity:
    row = items(value, "an entity", 7 + 2 * len(STATS), 7 + 2 * len(STATS))
    entity_number, card_number, owner, tile, damage, cooldown, post, *numbers = [
        _number(one, "every part of an entity") for one in row
    ]
    card = _card(card_number, setup)
    stats = []
    for name, base, modifier in zip(STATS, numbers[0::2], numbers[1::2], strict=True):
        stat: Stat = getattr(card.stats, name)
        stats.append(ABSENT if stat is ABSENT else Stat(base, modifier, stat.cap))
    fits = owner == entity_number if card.kind == codes.PLAYER else entity_number >= codes.FIRST_PLACED
    on_board = tile in range(codes.TILES) and card.kind in (codes.UNIT, codes.BUILDING)
    if not fits or owner not in (0, 1) or not (on_board or (tile == codes.NOWHERE and card.kind == codes.PLAYER)):
        raise ValueError(f"entity {entity_number} is where it cannot be")
    if post != codes.NOWHERE and (post not in range(codes.TILES) or card.march_post is None):
        raise ValueError(f"entity {entity_number} listens where it cannot")
    return Entity(entity_number, card, owner, tile, damage, cooldown, post, Stats(*stats))


def _check(state: MarchesState, numbers: list[int]) -> None:
    """Refuse positions that no match can have."""
    playable = state.setup.actions.aims[0]
    if (
        numbers[:2] != [0, 1]
        or numbers != sorted(set(numbers))
        or numbers[-1] >= state.next_number
        or any(card not in playable for player in state.players for card in (*player.hand, *player.deck))
        or (state.choosing_tile != codes.NOWHERE and state.choosing_card not in state.players[state.seat_to_act].hand)
    ):
        raise ValueError("it shows a position that cannot be")


def _card(value: Any, setup: MarchesSetup) -> MarchesCard:
    card = setup.cards.get(_number(value, "a card"))
    if card is None:
        raise ValueError(f"it has a card {value} that is not in its setup")
    return card


def _cards(value: Any, what: str, setup: MarchesSetup) -> list[int]:
    return [_card(card, setup).id for card in items(value, what, 0, MOST_ITEMS)]


def _number(value: Any, what: str) -> int:
    return number(value, what, -MOST_NUMBER, MOST_NUMBER)


# ----------------------------------------------------------------------------------------------------------- setups


def read_setup(value: Any, also: Any = None) -> MarchesSetup:
    """Return the setup of a JSON value; ``also``: cards that are not in the decks. Raises ``BadSetup``."""
    try:
        setup = fields(value, "it", SETUP_FIELDS)
        catalogue = Catalogue()
        for source in items(setup["cards"], "its cards", 0, MOST_ITEMS):
            card, illustration = items(source, "a card with its illustration", 2, 2)
            catalogue.add_value(card, illustration)
        decks = [_numbers(deck, "a deck") for deck in items(setup["decks"], "its decks", 2, 2)]
        classes = [_number(card, "a class") for card in items(setup["classes"], "its classes", 2, 2)]
        if not isinstance(setup["options"], dict):
            raise ValueError("its options should be an object")
        options = {name: _number(option, f"the option {name}") for name, option in setup["options"].items()}
        return make_setup(decks, classes, options, catalogue, _numbers(also or [], "what can be played besides"))
    except BadSetup:
        raise
    except ValueError as error:
        raise BadSetup(f"this is not a setup of The Marches: {error}") from error


def _numbers(value: Any, what: str) -> list[int]:
    return [_number(one, what) for one in items(value, what, 0, MOST_ITEMS)]
