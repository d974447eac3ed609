from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from tablewright.core.dice import Dice, ScriptedDice
from tablewright.core.record import Record
from tablewright.core.registry import find_game, register
from tablewright.core.state import Action
from tablewright.envs.arena import NumberedMatch, make_arena
from tests.core.toy import Toy, ToySetup, ToyState
from tests.envs.arenas import in_every_arena, random_matches, random_number
from tests.envs.toy import ToyEncoder


@in_every_arena
def test_actions_have_fixed_numbers_and_names(game: str, options: dict[str, str]) -> None:
    arena = make_arena(game, **options)
    for number in range(len(arena.actions)):
        assert arena.action_number(arena.action_name(number)) == number


def test_an_unknown_action_name_or_number_is_a_sentence() -> None:
    arena = make_arena("ooperations")
    with pytest.raises(ValueError, match=r'there is no action "don"; did you mean "done"\?'):
        arena.action_number("don")
    with pytest.raises(ValueError, match="there is no action 100000; actions are numbered from 0 to"):
        arena.action_name(100000)
    with pytest.raises(ValueError, match="there is no action -1"):
        arena.action_name(-1)


@in_every_arena
def test_the_mask_has_exactly_what_the_seat_at_turn_can_do(game: str, options: dict[str, str]) -> None:
    arena = make_arena(game, **options)
    for match in random_matches(arena, 10, every=7):
        state = match.state
        for seat in range(arena.seats):
            allowed = [
                action.number
                for action in arena.actions
                if seat == match.turn and state.why_not(action) is None and state.seat_of(action) == seat
            ]
            assert np.flatnonzero(match.mask(seat)).tolist() == allowed


@in_every_arena
@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))])
def test_a_copy_goes_on_like_the_original(game: str, options: dict[str, str], twin: object) -> None:
    arena = make_arena(game, **options)
    assert callable(twin)
    for match in random_matches(arena, 3, every=40):
        other = twin(match)
        assert (other.turn, other.played, other.seed) == (match.turn, match.played, match.seed)
        random = np.random.default_rng(1)
        original = match.clone()
        for _ in range(20):
            assert other.state.key() == original.state.key()
            if original.state.outcome is not None:
                break
            number = random_number(original.mask(original.turn), random)
            original.play(number)
            other.play(number)


def test_playing_a_copy_leaves_the_original_alone() -> None:
    match = NumberedMatch(make_arena("ooperations"), 3)
    twin = match.clone()
    twin.play(0)
    assert match.played == []
    assert match.state.key() != twin.state.key()


@in_every_arena
def test_a_match_is_a_record_that_replays(game: str, options: dict[str, str]) -> None:
    for match in random_matches(make_arena(game, **options), 2, every=50):
        record = Record.parse(str(match.record()))
        assert record.replay().key() == match.state.key()
        assert record.result == ("" if match.state.outcome is None else str(match.state.outcome))


def test_a_pickle_of_cards_that_do_not_ship_replays_too() -> None:
    game = find_game("ooperations")
    shipped = game.setup()
    value = {**game.write_setup(shipped), "cards": shipped.cards.source + "\n# ours\n"}
    match = NumberedMatch(make_arena("ooperations", game.read_setup(value)), 5)
    match.play(1)
    twin = pickle.loads(pickle.dumps(match))
    assert twin.arena.setup == match.arena.setup
    assert twin.arena.setup is not match.arena.setup
    twin.play(0)
    match.play(0)
    assert twin.state.key() == match.state.key()


def test_heroes_of_several_players_take_turns_and_the_fallen_are_skipped() -> None:
    arena = make_arena("dungeons", players="each")
    skipped = 0
    for seed in range(20):
        random = np.random.default_rng(seed)
        match = NumberedMatch(arena, seed)
        while match.state.outcome is None:
            before = match.turn
            match.play(random_number(match.mask(before), random))
            alive = match.state.acting_seats()
            if alive:
                following = [(before + step) % 3 for step in (1, 2, 3)]
                assert match.turn == next(seat for seat in following if seat in alive)
                skipped += match.turn != following[0]
    assert skipped


class AnyOrderState(ToyState):
    """The toy game in any order: odd numbers of stones are taken by seat 0, two by seat 1."""

    __slots__ = ()

    def acting_seats(self) -> tuple[int, ...]:
        return () if self.outcome else (0, 1)

    def seat_of(self, action: Action) -> int:
        return action.number % 2


class AnyOrder(Toy):
    key = "any-order"

    def deal(self, setup: ToySetup, dice: Dice) -> ToyState:
        toy = super().deal(setup, dice)
        return AnyOrderState(setup, toy.stones, toy.secrets, ScriptedDice([1] * 9), 0)


def test_a_seat_that_can_do_nothing_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablewright.core.registry._registered", {})
    game = AnyOrder()
    register(game, observations=ToyEncoder)
    match = NumberedMatch(make_arena(game, ToySetup(7)), 1)
    turns = []
    for number in (0, 1, 0, 1):
        turns.append(match.turn)
        match.play(number)
    assert turns == [0, 1, 0, 1]
    assert (match.state.stones, match.turn) == (1, 0)
    match = NumberedMatch(make_arena(game, ToySetup(2)), 1)
    match.play(0)
    assert (match.state.acting_seats(), match.turn) == ((0, 1), 0)
    assert match.mask(0).tolist() == [1, 0, 0]


def test_an_impossible_action_is_refused_with_its_reason_and_changes_nothing() -> None:
    match = NumberedMatch(make_arena("ooperations"), 1)
    before = match.state.key()
    number = match.arena.action_number("creature D_GOD F1")
    with pytest.raises(ValueError, match=r'action [0-9]+, "creature D_GOD F1", is impossible: Demi-God'):
        match.play(number)
    assert match.state.key() == before
    party = NumberedMatch(make_arena("dungeons", players="each"), 1)
    number = next(action.number for action in party.state.legal_actions() if party.state.seat_of(action) == 2)
    with pytest.raises(ValueError, match="it is the turn of seat 0"):
        party.play(number)


def test_an_arena_takes_options_or_a_setup() -> None:
    setup = find_game("maze").setup()
    assert make_arena("maze", setup).setup is setup
    assert make_arena(find_game("maze"), layout="short").game is find_game("maze")
    with pytest.raises(ValueError, match="name options or give a setup, not both"):
        make_arena("maze", setup, layout="six")
    with pytest.raises(ValueError, match='there is no game "maize"; did you mean "maze"'):
        make_arena("maize")
    with pytest.raises(ValueError, match='OOP1 Maze has no choice "deck"'):
        make_arena("maze", deck="six")
