"""Setups and snapshots as JSON values: what is damaged is refused with a sentence that says what is wrong."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.games.ooperations.game import GAME
from tablewright.games.ooperations.state import OoperationsState
from tests.games.ooperations.story import do, table


def damaged(value: Any, path: str, change: Any) -> Any:
    """Return a copy in which what a path such as ``players.0.hand`` leads to is replaced, or taken out by ``...``."""
    value = copy.deepcopy(value)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = value
    for step in way:
        place = place[step]
    if change is ...:
        del place[last]
    else:
        place[last] = change
    return value


SETUP_DAMAGES = [
    ("health", ..., 'a setup of Magical OOPerations lacks "health"'),
    ("health", "20", "the health should be a whole number from 0 to"),
    ("health", -1, "the health should be a whole number from 0 to"),
    ("max_rounds", 2.5, "the last round should be a whole number"),
    ("mana", True, "the mana should be a whole number"),
    ("mana", 10**40, "the mana should be a whole number"),
    ("shuffle", 1, '"shuffle" should be true or false, not 1'),
    ("decks", [["CADET"]], "the decks should be a list of 2 entries"),
    ("decks.0", "CADET", "a deck should be a list of 0 to 100000 entries"),
    ("decks.1.3", "CADTE", "a card of a deck cannot be 'CADTE'; did you mean \"CADET\"?"),
    ("decks.1.3", None, "a card of a deck cannot be None"),
    ("cards", 7, "the card file should be a text"),
    ("cards", "CARDS\n", "the cards of the setup have mistakes: cards:1: error no-cards: the file has no cards"),
    ("helth", 20, 'a setup of Magical OOPerations has no field "helth"; did you mean "health"?'),
]


@pytest.mark.parametrize(("path", "change", "sentence"), SETUP_DAMAGES)
def test_a_damaged_setup_is_refused_with_a_sentence(path: str, change: object, sentence: str) -> None:
    value = damaged(GAME.write_setup(GAME.setup()), path, change)
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the sentence is compared below
        GAME.read_setup(value)
    assert str(refusal.value).startswith(sentence)
    snapshot = {**GAME.new(GAME.setup(), 1).snapshot(), "setup": value}
    with pytest.raises(ValueError) as refusal:  # noqa: PT011
        GAME.restore(snapshot)
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    ("path", "change", "sentence"),
    [
        ("version", ..., 'a snapshot of Magical OOPerations lacks "version"'),
        ("version", 99, "this snapshot is not of Magical OOPerations, rules 1"),
        ("game", "maze", "this snapshot is not of Magical OOPerations, rules 1"),
        ("round", None, "the round should be a whole number"),
        ("pool", -1, "the mana pool should be a whole number"),
        ("attacker", 2, "the attacker should be a whole number from 0 to 1, not 2"),
        ("seat_to_act", "0", "the seat to act should be a whole number from 0 to 1, not '0'"),
        ("players", {}, "the players should be a list of 2 entries"),
        ("players.0", [], "a player should be an object, not []"),
        ("players.0.hand", ..., 'a player lacks "hand"'),
        ("players.0.hand", None, "a hand should be a list"),
        ("players.0.hand.0", "NOPE!", "a card of a hand cannot be 'NOPE!'"),
        ("players.1.deck.0", ["CADET"], "a card of a deck cannot be ['CADET']"),
        ("players.1.health", 1.5, "the health of a player should be a whole number"),
        ("players.1.mana", -1, "the mana of a player should be a whole number"),
        ("players.1.may_redraw", "no", "\"may_redraw\" should be true or false, not 'no'"),
        ("players.0.field", [None] * 6, "the Field Zone should be a list of 7 entries"),
        ("players.0.battle", "", "the Battle Zone should be a list of 7 entries"),
        ("players.0.battle.1", "HWOLF", "a creature should be an object, not 'HWOLF'"),
        ("players.0.battle.0.card", "SHOCK", "the card of a creature cannot be 'SHOCK'"),
        ("players.0.battle.0.attack", -1, "the attack of a creature should be a whole number"),
        ("players.0.battle.0.health", [], "the health of a creature should be a whole number"),
        ("players.0.battle.0.traits", "X", "a trait cannot be 'X'"),
        ("players.0.battle.0.traits", ["B"], "the traits of a creature should be a text"),
        ("players.0.battle.0.entered", 9, "the round in which a creature entered should be a whole number from 0 to 1"),
        ("players.0.graveyard.0", None, "a creature should be an object, not None"),
        ("outcome", "tie", "the outcome should be an object, not 'tie'"),
        ("outcome", {"cause": "tie"}, 'the outcome lacks "returns"'),
        ("outcome", {"cause": "tie", "returns": [0]}, "the returns should be a list of 2 entries"),
        ("outcome", {"cause": "tie", "returns": [0, 5]}, "the returns should be numbers from -1 to 1"),
    ],
)
def test_a_damaged_snapshot_is_refused_with_a_sentence(path: str, change: object, sentence: str) -> None:
    snapshot = table("me battle: HWOLF@1 | me graveyard: CADET | me hand: SHOCK").snapshot()
    assert GAME.restore(snapshot).snapshot() == snapshot
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the sentence is compared below
        GAME.restore(damaged(snapshot, path, change))
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize("value", [None, {}, [], 7, "setup", {"decks": [["CADET"], ["NOPE!"]]}])
def test_what_is_not_a_setup_or_snapshot_at_all_is_refused_with_a_sentence(value: object) -> None:
    with pytest.raises(ValueError, match=r"^a setup of Magical OOPerations (should be an object, not|lacks) "):
        GAME.read_setup(value)
    with pytest.raises(ValueError, match=r"^a snapshot of Magical OOPerations (should be an object, not|lacks) "):
        GAME.restore(value)


def test_a_finished_match_comes_back_with_its_outcome() -> None:
    state = table("foe battle: DRAGN@1 | me health 1", seat=1, attacker=0)
    do(state, "done")
    assert state.outcome is not None
    assert GAME.restore(state.snapshot()).outcome == state.outcome


def test_a_sample_depends_on_the_view_and_the_dice_alone() -> None:
    def samples(state: OoperationsState, seat: int | None) -> list[object]:
        return [state.resample(seat, Dice(seed)).key() for seed in range(5)]

    for seed in range(10):
        state = GAME.new(GAME.setup(), seed)
        for seat in (0, 1, None):
            other = state.resample(seat, Dice(99))
            assert other.key() != state.key()
            assert other.view(seat) == state.view(seat)
            assert samples(other, seat) == samples(state, seat)
            assert len(set(samples(state, seat))) == 5
