"""Positions and setups as JSON values: what a seat may know, whole positions, and back from what may be damaged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablewright.core.problems import InvalidData
from tablewright.core.state import Outcome
from tablewright.core.values import fields, flag, items, number, one_of, read_outcome, text
from tablewright.games.ooperations.actions import CardSet
from tablewright.games.ooperations.files import LONGEST_NUMBER, parse_cards, shipped_cards
from tablewright.games.ooperations.pieces import (
    CREATURE,
    LANES,
    TRAIT_LETTERS,
    Creature,
    OoperationsCard,
)
from tablewright.games.ooperations.setup import OoperationsSetup
from tablewright.games.ooperations.state import OoperationsPlayer, OoperationsState

#: A game config may begin with such health, and nothing grows beyond it by much.
LARGEST = 10 ** (LONGEST_NUMBER + 1)
#: No pile of cards is larger.
MOST_CARDS = 100_000
#: A card file has at most so many characters.
LONGEST_CARD_FILE = 1_000_000


# --- what a seat may know


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
        "outcome": _write_outcome(state.outcome),
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
        **_write_creatures(player),
    }


# --- setups


def write_setup(setup: OoperationsSetup) -> dict[str, Any]:
    """Return a setup as a JSON value; only cards that do not ship with the game are part of it."""
    value: dict[str, Any] = {
        "health": setup.health,
        "max_rounds": setup.max_rounds,
        "mana": setup.mana,
        "shuffle": setup.shuffle,
        "decks": [_keys(deck) for deck in setup.decks],
    }
    if setup.cards is not shipped_cards():
        value["cards"] = setup.cards.source
    return value


def read_setup(value: Any) -> OoperationsSetup:
    """Return the setup of a JSON value; raises ``ValueError`` with a sentence if it is damaged."""
    given = fields(
        value, "a setup of Magical OOPerations", ("health", "max_rounds", "mana", "shuffle", "decks"), ("cards",)
    )
    cards = _read_cards(given["cards"]) if "cards" in given else shipped_cards()
    one, two = (_read_cards_of(deck, "a deck", cards) for deck in items(given["decks"], "the decks", 2, 2))
    return OoperationsSetup(
        cards,
        number(given["health"], "the health", 0, LARGEST),
        number(given["max_rounds"], "the last round", 0, LARGEST),
        number(given["mana"], "the mana", 0, LARGEST),
        (tuple(one), tuple(two)),
        flag(given["shuffle"], '"shuffle"'),
    )


def _read_cards(value: Any) -> CardSet:
    source = text(value, "the card file", LONGEST_CARD_FILE)
    try:
        return parse_cards(source)
    except InvalidData as error:
        raise ValueError(f"the cards of the setup have mistakes: {error}") from error


# --- snapshots


def snapshot(state: OoperationsState) -> dict[str, Any]:
    """Return the whole position."""
    from tablewright.games.ooperations.game import GAME  # the game refers to this module

    return {
        "game": GAME.key,
        "version": GAME.version,
        "setup": write_setup(state.setup),
        "round": state.round,
        "pool": state.pool,
        "attacker": state.attacker,
        "seat_to_act": state.seat_to_act,
        "outcome": _write_outcome(state.outcome),
        "players": [_write_player(player) for player in state.players],
    }


def restore(value: Any) -> OoperationsState:
    """Return the state of a snapshot; raises ``ValueError`` with a sentence if it is damaged."""
    from tablewright.games.ooperations.game import GAME  # the game refers to this module

    names = ("game", "version", "setup", "round", "pool", "attacker", "seat_to_act", "outcome", "players")
    given = fields(value, "a snapshot of Magical OOPerations", names)
    if given["game"] != GAME.key or given["version"] != GAME.version:
        raise ValueError(f"this snapshot is not of {GAME.title}, rules {GAME.version}")
    setup = read_setup(given["setup"])
    round_number = number(given["round"], "the round", 0, LARGEST)
    one, two = (
        _read_player(player, setup.cards, round_number) for player in items(given["players"], "the players", 2, 2)
    )
    return OoperationsState(
        setup,
        (one, two),
        round_number,
        number(given["pool"], "the mana pool", 0, LARGEST),
        number(given["attacker"], "the attacker", 0, 1),
        number(given["seat_to_act"], "the seat to act", 0, 1),
        _read_outcome(given["outcome"]),
    )


def _write_player(player: OoperationsPlayer) -> dict[str, Any]:
    return {
        "health": player.health,
        "mana": player.mana,
        "may_redraw": player.may_redraw,
        "deck": _keys(player.deck[player.drawn :]),
        "hand": _keys(player.hand),
        **_write_creatures(player),
    }


def _read_player(value: Any, cards: CardSet, round_number: int) -> OoperationsPlayer:
    names = ("health", "mana", "may_redraw", "deck", "hand", "graveyard", "field", "battle")
    given = fields(value, "a player", names)
    creatures = {card.key: card for card in cards.cards if card.aim == CREATURE}
    field, battle = (
        [
            None if slot is None else _read_creature(slot, creatures, round_number)
            for slot in items(given[name], f"the {name.title()} Zone", LANES, LANES)
        ]
        for name in ("field", "battle")
    )
    buried = items(given["graveyard"], "the graveyard", 0, MOST_CARDS)
    return OoperationsPlayer(
        number(given["health"], "the health of a player", -LARGEST, LARGEST),
        number(given["mana"], "the mana of a player", 0, LARGEST),
        tuple(_read_cards_of(given["deck"], "a deck", cards)),
        0,
        _read_cards_of(given["hand"], "a hand", cards),
        [_read_creature(creature, creatures, round_number) for creature in buried],
        field,
        battle,
        flag(given["may_redraw"], '"may_redraw"'),
    )


def _keys(cards: Iterable[OoperationsCard]) -> list[str]:
    return [card.key for card in cards]


def _read_cards_of(value: Any, what: str, cards: CardSet) -> list[OoperationsCard]:
    known = cards.by_key
    return [known[one_of(key, f"a card of {what}", known)] for key in items(value, what, 0, MOST_CARDS)]


def _write_outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else {"cause": outcome.cause, "returns": list(outcome.returns)}


def _read_outcome(value: Any) -> Outcome | None:
    if value is None:
        return None
    ended = fields(value, "the outcome", ("cause", "returns"))
    return read_outcome(ended["cause"], ended["returns"], 2)


def _write_creatures(player: OoperationsPlayer) -> dict[str, Any]:
    return {
        "graveyard": [creature.view() for creature in player.graveyard],
        "field": [creature and creature.view() for creature in player.field],
        "battle": [creature and creature.view() for creature in player.battle],
    }


def _read_creature(value: Any, creatures: dict[str, OoperationsCard], round_number: int) -> Creature:
    given = fields(value, "a creature", ("card", "attack", "health", "traits", "entered"))
    traits = 0
    for letter in text(given["traits"], "the traits of a creature", len(TRAIT_LETTERS)):
        traits |= 1 << TRAIT_LETTERS.index(one_of(letter, "a trait", TRAIT_LETTERS))
    return Creature(
        creatures[one_of(given["card"], "the card of a creature", creatures)],
        number(given["attack"], "the attack of a creature", 0, LARGEST),
        number(given["health"], "the health of a creature", -LARGEST, LARGEST),
        traits,
        number(given["entered"], "the round in which a creature entered", 0, round_number),
    )
