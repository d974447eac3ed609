"""The laws of every game, over thousands of random matches of this one."""

from __future__ import annotations

import pytest

from tablewright.core.dice import Dice
from tablewright.games.ooperations.files import shipped_cards
from tablewright.games.ooperations.game import GAME
from tablewright.games.ooperations.setup import OoperationsSetup
from tablewright.testing import check_match

DECKS = [option.name for option in GAME.choices()[0].options]
CARDS = shipped_cards()


@pytest.mark.parametrize("one", DECKS)
@pytest.mark.parametrize("two", DECKS)
def test_laws_hold_for_every_pair_of_decks(one: str, two: str) -> None:
    setup = GAME.setup(deck1=one, deck2=two)
    for seed in range(20):
        check_match(GAME, setup, seed, every=40)


@pytest.mark.parametrize("chunk", range(10))
def test_laws_hold_for_random_piles_of_all_cards(chunk: int) -> None:
    for seed in range(chunk * 200, chunk * 200 + 200):
        dice = Dice(seed)
        decks = tuple(tuple(CARDS.cards[dice.roll(49) - 1] for _ in range(5 + dice.roll(40))) for _ in (0, 1))
        setup = OoperationsSetup(CARDS, dice.roll(30), dice.roll(40), dice.roll(12) - 1, decks, shuffle=seed % 2 == 0)
        check_match(GAME, setup, seed, every=60)


def test_an_opponents_hand_and_both_deck_orders_are_hidden() -> None:
    state = GAME.new(GAME.setup(), 11)
    view = state.view(0)
    mine, theirs = view["players"]
    assert mine["hand"] == [card.key for card in state.players[0].hand]
    assert theirs["hand"] is None
    assert theirs["hand_size"] == 7
    assert theirs["unseen"] == sorted(card.key for card in state.players[1].deck)
    spectator = state.view(None)
    assert [player["hand"] for player in spectator["players"]] == [None, None]
    hands = {tuple(card.key for card in state.resample(0, Dice(seed)).players[1].hand) for seed in range(20)}
    assert len(hands) > 10
    orders = {tuple(card.key for card in state.resample(0, Dice(seed)).players[0].deck) for seed in range(20)}
    assert len(orders) == 20
