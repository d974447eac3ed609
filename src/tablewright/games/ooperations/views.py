"""Positions and setups as JSON values: what a seat may know, whole positions, and back from what may be damaged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tablewright.core.problems import InvalidData
from tablewright.core.state import Outcome
from tablewright.core.values import fields, flag, items, number, one_of, read_outcome, text
from tablewright.games.ooperations.actions import CardSet
from tablewright.games.ooperations.battle import STOLEN_LIFE, returns
from tablewright.games.ooperations.files import (
    LARGEST_NUMBER,
    LONGEST_NUMBER,
    MOST_CARDS,
    MOST_EFFECTS,
    card_rows,
    parse_cards,
    shipped_cards,
)
from tablewright.games.ooperations.pieces import (
    CLONE,
    CREATURE,
    LANES,
    TRAIT_LETTERS,
    Creature,
    OoperationsCard,
    trait_letters,
)
from tablewright.games.ooperations.setup import OoperationsSetup
from tablewright.games.ooperations.state import OoperationsPlayer, OoperationsState

#: No setup begins with larger numbers; a game config of the console does not either.
LARGEST = 10**LONGEST_NUMBER
#: A card file has at most so many characters.
LONGEST_CARD_FILE = 1_000_000
#: How a match ends.
CAUSES = ("defeated", "no card to draw", "round limit")


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


def shipped_content(setup: OoperationsSetup) -> dict[str, str]:
    """Return the cards of both decks that are written as their IDs only: their lines in the card file."""
    if setup.cards is not shipped_cards():
        return {}
    rows = {key: row for section in card_rows(setup.cards.source).values() for key, row in section.items()}
    return {key: rows[key] for key in sorted({card.key for deck in setup.decks for card in deck})}


def _read_cards(value: Any) -> CardSet:
    source = text(value, "the card file", LONGEST_CARD_FILE)
    try:
        source.encode("utf-8")
        return parse_cards(source)
    except UnicodeEncodeError as error:
        raise ValueError("the card file should be text that can be written as UTF-8") from error
    except InvalidData as error:
        raise ValueError(f"the cards of the setup have mistakes: {error.problems[0]}") from error


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
    outcome = _read_outcome(given["outcome"])
    if outcome is not None and outcome.cause == "round limit":
        round_number = _exactly(given["round"], "the round in which a match ends at its limit", setup.max_rounds + 1)
        begun = setup.max_rounds  # the round behind the last one is never begun
    else:
        round_number = begun = number(given["round"], "the round", 1, setup.max_rounds)
    pool = _exactly(given["pool"], "the mana pool", setup.mana + (begun + 1) // 2)
    attacker = _exactly(given["attacker"], "the attacker", 0 if begun % 4 < 2 else 1)
    one, two = (
        _read_player(player, setup, round_number, pool) for player in items(given["players"], "the players", 2, 2)
    )
    state = OoperationsState(
        setup,
        (one, two),
        round_number,
        pool,
        attacker,
        number(given["seat_to_act"], "the seat to act", 0, 1),
        outcome,
    )
    # Whoever cannot draw, and the one who would draw after that, has not drawn in the last round.
    _check_cards(state, begun - 1 if outcome is not None and outcome.cause == "no card to draw" else begun)
    _check_numbers(state)
    _check_end(state)
    return state


def _exactly(value: Any, what: str, expected: int) -> int:
    if type(value) is not int or value != expected:
        raise ValueError(f"{what} should be {expected} here")
    return value


def _check_cards(state: OoperationsState, drawn: int) -> None:
    """Look whether every card is from the deck of its player, or a clone of a card of either deck.

    Each clone has cost a spell, so nobody ever has more cards than in the beginning. As many cards as were ``drawn``
    for rounds are no longer in the deck; a hand that goes back keeps at least one card for the first round.
    """
    known = {card for deck in state.setup.decks for card in deck}
    for seat, (deck, player) in enumerate(zip(state.setup.decks, state.players, strict=True)):
        board = [creature.card for creature in (*player.field, *player.battle) if creature is not None]
        buried = [creature.card for creature in player.graveyard]
        there = Counter([*player.deck[player.drawn :], *player.hand, *board, *buried])
        listed = Counter(deck)
        added, gone = there - listed, listed - there
        for card in added:
            if card.aim != CREATURE or card not in known:
                raise ValueError(f"a player has more of the card {card.key} than the deck began with")
        clones = sum(count for card, count in gone.items() if any(what == CLONE for what, _ in card.effects))
        if added.total() > clones:
            raise ValueError("a player has more cards than the deck began with and than were cloned")
        if player.cards_left() + drawn > len(deck):
            raise ValueError(f"a player has drawn too few cards for round {state.round}")
        if player.may_redraw and (state.round > 1 or state.seat_to_act > seat or board or buried or gone):
            raise ValueError("a player who has done something may not redraw")


def _check_numbers(state: OoperationsState) -> None:
    """Look whether spells, stolen life and wounds can have made the numbers of creatures and players what they are.

    A limit that grows with the spells that were cast and the rounds holds for whatever comes of the position as well.
    """
    cast = 0
    for deck, player in zip(state.setup.decks, state.players, strict=True):
        cast += sum(card.aim != CREATURE for card in deck)
        cast -= sum(card.aim != CREATURE for card in (*player.deck[player.drawn :], *player.hand))
    fought = state.round - 1 if state.outcome is None else state.round
    most = LARGEST_NUMBER * (1 + MOST_EFFECTS * cast) + STOLEN_LIFE * fought
    for player in state.players:
        number(player.health, "the health of a player", -most, state.setup.health)
        for creature in (*player.field, *player.battle, *player.graveyard):
            if creature is not None:
                number(creature.attack, "the attack of a creature", 0, most)
                number(creature.health, "the health of a creature", -most, most)
        for creature in (*player.field, *player.battle):
            if creature is not None and creature.health < 1:
                raise ValueError(f"a creature with {creature.health} health is on the board instead of in a graveyard")


def _check_end(state: OoperationsState) -> None:
    """Look whether the match has ended exactly if it should have, and as it should have."""
    one, two = state.players
    outcome = state.outcome
    # Who begins without health is defeated only by the first hit.
    defeated = min(one.health, two.health) < min(1, state.setup.health)
    if outcome is None:
        if defeated:
            raise ValueError("a match in which somebody is defeated should be over")
        return
    actor = 1 - state.attacker
    if outcome.cause == "defeated":
        fits = min(one.health, two.health) <= 0
        ends = [returns(0 if max(one.health, two.health) <= 0 else one.health - two.health)]
        if state.setup.health == 0:
            ends.append(returns(-1 if state.attacker else 1))  # a direct hit, before anybody looks at the attacker
    elif outcome.cause == "no card to draw":
        actor = state.attacker
        fits = not defeated
        ends = [returns(seat or -1) for seat in (0, 1) if not state.players[seat].cards_left()]
    else:
        if state.round == 1:
            actor = state.attacker  # nobody has acted
        fits = not defeated
        ends = [returns(one.health - two.health)]
    if not fits or outcome.returns not in ends or state.seat_to_act != actor:
        raise ValueError(f'a match does not end like this with "{outcome.cause}"')


def _write_player(player: OoperationsPlayer) -> dict[str, Any]:
    return {
        "health": player.health,
        "mana": player.mana,
        "may_redraw": player.may_redraw,
        "deck": _keys(player.deck[player.drawn :]),
        "hand": _keys(player.hand),
        **_write_creatures(player),
    }


def _read_player(value: Any, setup: OoperationsSetup, round_number: int, pool: int) -> OoperationsPlayer:
    names = ("health", "mana", "may_redraw", "deck", "hand", "graveyard", "field", "battle")
    given = fields(value, "a player", names)
    cards = setup.cards
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
        number(given["health"], "the health of a player", -LARGEST, setup.health),
        number(given["mana"], "the mana of a player", 0, pool),
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
    return read_outcome(one_of(ended["cause"], "the cause", CAUSES), ended["returns"], 2)


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
    if trait_letters(traits) != given["traits"]:
        raise ValueError("the traits of a creature should be in order, and each of them once")
    return Creature(
        creatures[one_of(given["card"], "the card of a creature", creatures)],
        number(given["attack"], "the attack of a creature", 0, LARGEST),
        number(given["health"], "the health of a creature", -LARGEST, LARGEST),
        traits,
        number(given["entered"], "the round in which a creature entered", 0, round_number),
    )
