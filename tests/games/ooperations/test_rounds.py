"""Rounds, roles, mana, draws and the three endings."""

from __future__ import annotations

import pytest

from tablewright.games.ooperations.files import shipped_cards
from tablewright.games.ooperations.game import GAME
from tablewright.games.ooperations.setup import OoperationsSetup
from tests.games.ooperations.story import do, table


def bare(deck: int, rounds: int = 100, mana: int = 0) -> OoperationsSetup:
    """Return a setup in which nothing but the course of the rounds matters."""
    cards = shipped_cards()
    pile = (cards.by_key["CADET"],) * deck
    return OoperationsSetup(cards, 5, rounds, mana, (pile, pile), shuffle=False)


def test_roles_and_mana_follow_the_table_of_the_rulebook() -> None:
    state = GAME.new(bare(40), 0)
    seen = []
    for _ in range(8):
        seen.append((state.round, state.pool, state.attacker))
        state.players[0].mana = 0  # so that a refill shows
        do(state, "done", "done")
        refilled = state.players[0].mana == state.pool
        assert refilled is (state.round % 2 == 1)
    assert seen == [(1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 2, 0), (5, 3, 0), (6, 3, 1), (7, 4, 1), (8, 4, 0)]


def test_each_player_holds_seven_cards_at_the_first_prompt() -> None:
    state = GAME.new(bare(40), 0)
    assert [len(player.hand) for player in state.players] == [7, 7]
    assert [player.cards_left() for player in state.players] == [33, 33]


def test_whoever_cannot_draw_loses_and_the_attacker_draws_first() -> None:
    state = GAME.new(bare(7), 0)
    do(state, "done", "done")
    assert state.outcome is not None
    assert (state.outcome.cause, state.outcome.winners) == ("no card to draw", (0,))


def test_a_deck_of_six_ends_the_match_in_round_one() -> None:
    state = GAME.new(bare(6), 0)
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


def test_the_round_limit_is_decided_by_health() -> None:
    state = GAME.new(bare(40, rounds=1), 0)
    do(state, "done", "done")
    assert state.outcome is not None
    assert (state.outcome.cause, state.outcome.returns) == ("round limit", (0.0, 0.0))
    assert GAME.new(bare(40, rounds=0), 0).outcome == state.outcome


@pytest.mark.parametrize("health", [4, 6])
def test_at_the_round_limit_more_health_wins(health: int) -> None:
    state = GAME.new(bare(40, rounds=1), 0)
    state.players[0].health = health
    do(state, "done", "done")
    assert state.outcome is not None
    assert state.outcome.winners == ((0,) if health > 5 else (1,))


def test_effects_carry_over_into_the_next_round() -> None:
    state = table("me hand: SHOCK | me field: GOLEM@1", round_number=2, seat=1)
    do(state, "spell SHOCK F1", "done", "done")
    assert state.round == 3
    assert state.players[1].field[0].health == 11


def test_seeds_shuffle_tables_and_leave_given_orders_alone() -> None:
    orders = {tuple(card.key for card in GAME.new(GAME.setup(), seed).players[0].deck) for seed in range(5)}
    assert len(orders) == 5
    cards = shipped_cards()
    order = tuple(cards.by_key[key] for key in "CADET SHOCK ANGEL DEVIL FARMR SNAKE SOLDR".split())
    setup = OoperationsSetup(cards, 5, 9, 0, (order, order), shuffle=False)
    assert [card.key for card in GAME.new(setup, 3).players[1].hand] == [card.key for card in order]
