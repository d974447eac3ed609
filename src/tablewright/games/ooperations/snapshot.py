"""Positions as JSON values: the whole one for snapshots, and what one seat may know for views."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import Outcome
from tablewright.games.ooperations.cards import LANES, TRAIT_LETTERS, Creature, trait_letters
from tablewright.games.ooperations.state import OoperationsPlayer, OoperationsState

if TYPE_CHECKING:
    from typing import Any

    from tablewright.games.ooperations.cards import OoperationsCard
    from tablewright.games.ooperations.setup import OoperationsSetup


def view(state: OoperationsState, seat: int | None) -> dict[str, Any]:
    """Return what a seat may know: everything on the table, its own hand, and how many cards the rest has.

    ``unseen`` are the cards that are in places the seat cannot look into, sorted: deck lists are open, orders are not.
    """
    return {
        "round": state.round,
        "max_rounds": state.setup.max_rounds,
        "pool": state.pool,
        "attacker": state.attacker,
        "seat_to_act": state.seat_to_act,
        "outcome": None if state.outcome is None else _write_outcome(state.outcome),
        "players": [_view_player(player, seat == owner) for owner, player in enumerate(state.players)],
    }


def _view_player(player: OoperationsPlayer, own: bool) -> dict[str, Any]:
    unseen = list(player.deck[player.drawn :])
    if not own:
        unseen += player.hand
    return {
        "health": player.health,
        "mana": player.mana,
        "may_redraw": player.may_redraw,
        "hand": _keys(player.hand) if own else None,
        "hand_size": len(player.hand),
        "deck_size": player.cards_left(),
        "unseen": sorted(_keys(unseen)),
        "graveyard": [_write_creature(creature) for creature in player.graveyard],
        "field": [_write_creature(creature) for creature in player.field],
        "battle": [_write_creature(creature) for creature in player.battle],
    }


def snapshot(state: OoperationsState) -> dict[str, Any]:
    """Return the whole position."""
    from tablewright.games.ooperations.game import GAME

    return {
        "game": GAME.key,
        "version": GAME.version,
        "setup": GAME.write_setup(state.setup),
        "round": state.round,
        "pool": state.pool,
        "attacker": state.attacker,
        "seat_to_act": state.seat_to_act,
        "outcome": None if state.outcome is None else _write_outcome(state.outcome),
        "players": [
            {
                "health": player.health,
                "mana": player.mana,
                "may_redraw": player.may_redraw,
                "deck": _keys(player.deck[player.drawn :]),
                "hand": _keys(player.hand),
                "graveyard": [_write_creature(creature) for creature in player.graveyard],
                "field": [_write_creature(creature) for creature in player.field],
                "battle": [_write_creature(creature) for creature in player.battle],
            }
            for player in state.players
        ],
    }


def restore(value: Any, setup: OoperationsSetup) -> OoperationsState:
    """Return the state of a snapshot whose setup has been read; a bad one raises ``LookupError`` or ``TypeError``."""
    outcome = value["outcome"]
    one, two = (_read_player(player, setup) for player in value["players"])
    return OoperationsState(
        setup,
        (one, two),
        int(value["round"]),
        int(value["pool"]),
        int(value["attacker"]),
        int(value["seat_to_act"]),
        None if outcome is None else Outcome(outcome["cause"], tuple(outcome["returns"])),
    )


def _read_player(value: Any, setup: OoperationsSetup) -> OoperationsPlayer:
    by_key = setup.cards.by_key
    field, battle = ([_read_creature(creature, by_key) for creature in value[zone]] for zone in ("field", "battle"))
    if len(field) != LANES or len(battle) != LANES:
        raise TypeError(f"a zone has {LANES} slots")
    buried = [_read_creature(creature, by_key) for creature in value["graveyard"]]
    return OoperationsPlayer(
        int(value["health"]),
        int(value["mana"]),
        tuple(by_key[key] for key in value["deck"]),
        0,
        [by_key[key] for key in value["hand"]],
        [creature for creature in buried if creature is not None],
        field,
        battle,
        bool(value["may_redraw"]),
    )


def _keys(cards: list[OoperationsCard] | tuple[OoperationsCard, ...]) -> list[str]:
    return [card.key for card in cards]


def _write_outcome(outcome: Outcome) -> dict[str, Any]:
    return {"cause": outcome.cause, "returns": list(outcome.returns)}


def _write_creature(creature: Creature | None) -> dict[str, Any] | None:
    if creature is None:
        return None
    return {
        "card": creature.card.key,
        "attack": creature.attack,
        "health": creature.health,
        "traits": trait_letters(creature.traits),
        "entered": creature.entered,
    }


def _read_creature(value: Any, by_key: dict[str, OoperationsCard]) -> Creature | None:
    if value is None:
        return None
    traits = 0
    for letter in value["traits"]:
        traits |= 1 << TRAIT_LETTERS.index(letter)
    return Creature(by_key[value["card"]], int(value["attack"]), int(value["health"]), traits, int(value["entered"]))
