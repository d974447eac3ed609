"""What a seat may know of a position, and the whole position, as JSON values."""

from __future__ import annotations

from typing import Any, Final

from tablewright.core.state import VOID, Outcome
from tablewright.core.values import fields, flag, items, number, read_outcome, text
from tablewright.games.marches.actions import Aim
from tablewright.games.marches.battle import DEFEATED
from tablewright.games.marches.files import MOST_CARDS, MOST_OWN_CARDS, Catalogue, make_setup
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import clean
from tablewright.games.marches.language.vocabulary import KINDS
from tablewright.games.marches.pieces import ABSENT, STAT_NAMES, Entity, MarchesCard, MarchesPlayer, Stat, Stats
from tablewright.games.marches.setup import OPTION_RULES, BadSetup, MarchesSetup
from tablewright.games.marches.state import MarchesState

STATS: Final = tuple(STAT_NAMES.values())
VERSION: Final = 1
SETUP_FIELDS: Final = ("classes", "decks", "options", "cards")
SNAPSHOT_FIELDS: Final = (
    *("game", "version", "setup", "also", "turn", "seat", "next_number", "choosing", "players", "entities"),
    *("outcome", "fault"),
)
PLAYER_FIELDS: Final = ("gold", "hand", "deck", "discard", "power", "power_available")
#: Bounds for what comes from outside: no match gets near them. Gold is bounded by effects only, not by costs.
MOST_NUMBER: Final = 10**15
MOST_TURNS: Final = 1_000_000
#: A stat of a card has a base and a modifier, each as large as any number.
MOST_STAT: Final = 2 * codes.MOST_NUMBER
LONGEST_FAULT: Final = 300
#: With fewer targets on a tile nobody is asked which one is meant.
FEWEST_TARGETS: Final = 2


def view(state: MarchesState, seat: int | None) -> dict[str, Any]:
    """Return what a seat may know: everything but the other hand and the order of the decks.

    ``unseen`` are the cards in places that the seat cannot look into, sorted: deck lists are open, orders are not.
    """
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
            "hand_count": len(player.held),
            "deck_count": len(player.deck) - player.drawn,
            "discard": list(player.discard),
            "power": player.power.id,
            "power_name": player.power.name,
            "power_available": player.power_available,
        }
        unseen = player.deck[player.drawn :]
        if owner == seat:
            shown["hand"] = list(player.hand)
        else:
            unseen += tuple(player.hand)
        shown["unseen"] = sorted(unseen)
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
        "blame": None if state.outcome is None else state.outcome.blame,
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
            shown[name] = stat.shown()
    return shown


# -------------------------------------------------------------------------------------------------------- snapshots


def snapshot(state: MarchesState) -> dict[str, Any]:
    """Return the whole position as a JSON value."""
    outcome = state.outcome
    blame = [] if outcome is None or outcome.blame is None else [outcome.blame]
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
                "power": player.power.id,
                "power_available": player.power_available,
            }
            for player in state.players
        ],
        "entities": [
            [entity.number, entity.card.id, entity.owner, entity.tile, entity.damage, entity.cooldown, entity.post]
            + [number for name in STATS for number in getattr(entity.stats, name).key()]
            for entity in state.entities.values()
        ],
        "outcome": None if outcome is None else [outcome.cause, list(outcome.returns), *blame],
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
    both = items(value["players"], "its players", 2, 2)
    players = [_player(player, seat, setup) for seat, player in enumerate(both)]
    most = codes.FIRST_PLACED + codes.MOST_ENTITIES
    entities = [_entity(row, setup) for row in items(value["entities"], "its entities", codes.FIRST_PLACED, most)]
    card, tile = items(value["choosing"], "its choice", 2, 2)
    fault = text(value["fault"], "its fault", LONGEST_FAULT)
    state = MarchesState(
        setup,
        number(value["seat"], "its seat", 0, 1),
        _outcome(value["outcome"], fault),
        number(value["turn"], "its turn", 0, MOST_TURNS),
        players,
        {entity.number: entity for entity in entities},
        [],
        (),
        (),
        number(value["next_number"], "its next number", codes.FIRST_PLACED, MOST_NUMBER),
        number(card, "its card to aim", -codes.MOST_NUMBER, codes.NO_CARD),
        number(tile, "its tile to choose on", codes.NOWHERE, codes.TILES - 1),
        fault,
    )
    _check_entities(state, [entity.number for entity in entities])
    state.settle()
    _check_cards(state)
    _check_choice(state)
    return state


def _outcome(value: Any, fault: str) -> Outcome | None:
    """Read how the match ended: somebody is defeated, or a card has made it void."""
    if value is None:
        if fault:
            raise ValueError("it has a fault, but the match is not void")
        return None
    cause, returns, *blame = items(value, "its outcome", 2, 3)
    outcome = read_outcome(cause, returns, 2)
    if outcome.cause == VOID and fault and clean(fault) == fault and outcome.returns == (0.0, 0.0):
        return Outcome(VOID, outcome.returns, None, number(blame[0], "the seat to blame", 0, 1) if blame else None)
    if outcome.cause == DEFEATED and not fault and not blame and outcome.returns in ((1.0, -1.0), (-1.0, 1.0)):
        return outcome
    raise ValueError("it shows an end that no match can have")


def _player(value: Any, seat: int, setup: MarchesSetup) -> MarchesPlayer:
    player = fields(value, "a player", PLAYER_FIELDS)
    power = _card(player["power"], setup)
    if power.kind != codes.SKILL or power.targeting != codes.ON_BOARD:
        raise ValueError(f"{power.id} is not the card of a power")
    return MarchesPlayer(
        _number(player["gold"], "the gold of a player"),
        [_held(card, seat, setup) for card in sorted(_cards(player["hand"], "a hand", setup))],
        tuple(_cards(player["deck"], "a deck", setup)),
        0,
        tuple(_cards(player["discard"], "a discard pile", setup)),
        power,
        flag(player["power_available"], "power_available"),
    )


def _held(card: int, seat: int, setup: MarchesSetup) -> Aim:
    """Return a card as a player holds it; one that nobody can play is refused later, and goes nowhere till then."""
    return setup.actions.aims[seat].get(card) or setup.actions.aim(setup.cards[card], [])


def _entity(value: Any, setup: MarchesSetup) -> Entity:
    row = items(value, "an entity", 7 + 2 * len(STATS), 7 + 2 * len(STATS))
    entity_number = number(row[0], "the number of an entity", 0, MOST_NUMBER)
    card = _card(row[1], setup)
    owner = number(row[2], "the owner of an entity", 0, 1)
    tile = number(row[3], "the tile of an entity", codes.NOWHERE, codes.TILES - 1)
    damage = number(row[4], "the damage of an entity", -MOST_STAT, MOST_STAT)
    cooldown = number(row[5], "the cooldown of an entity", 0, MOST_STAT)
    post = number(row[6], "the post of an entity", codes.NOWHERE, codes.TILES - 1)
    numbers = [number(one, "every part of a stat", -MOST_STAT, MOST_STAT) for one in row[7:]]
    stats = []
    for name, base, modifier in zip(STATS, numbers[0::2], numbers[1::2], strict=True):
        stat: Stat = getattr(card.stats, name)
        stats.append(ABSENT if stat is ABSENT else Stat(base, modifier, stat.cap))
    if entity_number < codes.FIRST_PLACED:
        fits = owner == entity_number and card.id == setup.classes[owner] and tile == codes.NOWHERE
    else:
        fits = card.kind in (codes.UNIT, codes.BUILDING) and tile != codes.NOWHERE
    if not fits or (cooldown and card.kind != codes.UNIT):
        raise ValueError(f"entity {entity_number} is where it cannot be")
    if post != codes.NOWHERE and (card.march_post is None or entity_number < codes.FIRST_PLACED):
        raise ValueError(f"entity {entity_number} listens where it cannot")
    return Entity(entity_number, card, owner, tile, damage, cooldown, post, Stats(*stats))


def _check_entities(state: MarchesState, numbers: list[int]) -> None:
    """Refuse what no match can have in play: others than the players at the head, two buildings, the dead."""
    if numbers[:2] != [0, 1] or numbers != sorted(set(numbers)) or numbers[-1] >= state.next_number:
        raise ValueError("its entities are not in the order in which they came into play")
    built = [entity.tile for entity in state.entities.values() if entity.card.kind == codes.BUILDING]
    if len(built) > len(set(built)):
        raise ValueError("it has two buildings on one tile")
    if state.outcome is None and not state.setup.options.hp_zero_waits:
        for entity in state.entities.values():
            if entity.health <= 0:
                raise ValueError(f"entity {entity.number} has no health left, but is in play")


def _check_cards(state: MarchesState) -> None:
    """Refuse cards that nobody can hold: in a match, hand, deck and discard pile are what the deck list says."""
    playable = state.setup.actions.aims[0]
    staged = len(playable) > len({*state.setup.decks[0], *state.setup.decks[1]})
    for player, deck in zip(state.players, state.setup.decks, strict=True):
        held = [*player.hand, *player.deck, *player.discard]
        if len(held) > 2 * MOST_CARDS:
            raise ValueError(f"a player has {len(held)} cards; {2 * MOST_CARDS} are the most")
        if not staged and tuple(sorted(held)) != deck:
            raise ValueError("a player has other cards than the deck list says")
        if any(card not in playable or state.setup.cards[card].kind == codes.PLAYER for card in held):
            raise ValueError("a player has a card that nobody can play")


def _check_choice(state: MarchesState) -> None:
    """Refuse a choice that no play of a card can have left open."""
    card = state.choosing_card
    if state.choosing_tile == codes.NOWHERE:
        if card != codes.NO_CARD:
            raise ValueError("it has a card to aim, but no tile to choose on")
        return
    player = state.players[state.seat_to_act]
    if state.outcome is not None or card not in player.hand or state.setup.cards[card].cost > player.gold:
        raise ValueError("it wants a choice for a card that cannot be played")
    if len(state.legal_actions()) < FEWEST_TARGETS:
        raise ValueError("there is nothing to choose where it wants a choice")


def _card(value: Any, setup: MarchesSetup) -> MarchesCard:
    card = setup.cards.get(number(value, "a card", -codes.MOST_NUMBER, codes.MOST_NUMBER))
    if card is None:
        raise ValueError(f"it has a card {value} that is not in its setup")
    return card


def _cards(value: Any, what: str, setup: MarchesSetup) -> list[int]:
    return [_card(card, setup).id for card in items(value, what, 0, 2 * MOST_CARDS)]


def _number(value: Any, what: str) -> int:
    return number(value, what, -MOST_NUMBER, MOST_NUMBER)


# ----------------------------------------------------------------------------------------------------------- setups


def read_setup(value: Any, also: Any = None) -> MarchesSetup:
    """Return the setup of a JSON value; ``also``: cards that are not in the decks. Raises ``BadSetup``."""
    try:
        setup = fields(value, "it", SETUP_FIELDS)
        decks = [_numbers(deck, "a deck") for deck in items(setup["decks"], "its decks", 2, 2)]
        classes = [_number(card, "a class") for card in items(setup["classes"], "its classes", 2, 2)]
        others = _numbers([] if also is None else also, "what can be played besides")
        names = [rule.name for rule in OPTION_RULES]
        chosen = fields(setup["options"], "its options", (), names)
        options = {name: _number(option, f"the option {name}") for name, option in chosen.items()}
        catalogue = Catalogue()
        for source in items(setup["cards"], "its cards", 0, MOST_OWN_CARDS):
            card, illustration = items(source, "a card with its illustration", 2, 2)
            catalogue.add_value(card, illustration)
        return make_setup(decks, classes, options, catalogue, others)
    except BadSetup:
        raise
    except ValueError as error:
        raise BadSetup(f"this is not a setup of The Marches: {error}") from error


def _numbers(value: Any, what: str) -> list[int]:
    return [_number(one, what) for one in items(value, what, 0, MOST_CARDS)]
