from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.envs.table import Match, make_table
from tests.envs.tables import at_every_table, random_matches, random_number


@at_every_table
def test_actions_have_fixed_numbers_and_names(game: str, options: dict[str, str]) -> None:
    table = make_table(game, **options)
    for number in range(len(table.actions)):
        assert table.action_number(table.action_name(number)) == number


def test_an_unknown_action_name_or_number_is_a_sentence() -> None:
    table = make_table("ooperations")
    with pytest.raises(ValueError, match=r'there is no action "don"; did you mean "done"\?'):
        table.action_number("don")
    with pytest.raises(ValueError, match="there is no action 100000; actions are numbered from 0 to"):
        table.action_name(100000)
    with pytest.raises(ValueError, match="there is no action -1"):
        table.action_name(-1)


@at_every_table
def test_the_mask_has_exactly_what_the_seat_at_turn_can_do(game: str, options: dict[str, str]) -> None:
    table = make_table(game, **options)
    for match in random_matches(table, 10, every=7):
        state = match.state
        for seat in range(table.seats):
            allowed = [
                action.number
                for action in table.actions
                if seat == match.turn and state.why_not(action) is None and state.seat_of(action) == seat
            ]
            assert np.flatnonzero(match.mask(seat)).tolist() == allowed


@at_every_table
@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))])
def test_a_copy_goes_on_like_the_original(game: str, options: dict[str, str], twin: object) -> None:
    table = make_table(game, **options)
    assert callable(twin)
    for match in random_matches(table, 3, every=40):
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
    match = Match(make_table("ooperations"), 3)
    twin = match.clone()
    twin.play(0)
    assert match.played == []
    assert match.state.key() != twin.state.key()


@at_every_table
def test_a_match_is_a_record_that_replays(game: str, options: dict[str, str]) -> None:
    for match in random_matches(make_table(game, **options), 2, every=50):
        record = Record.parse(str(match.record()))
        assert record.replay().key() == match.state.key()
        assert record.result == ("" if match.state.outcome is None else str(match.state.outcome))


def test_a_pickle_of_cards_that_do_not_ship_replays_too() -> None:
    game = find_game("ooperations")
    shipped = game.setup()
    value = {**game.write_setup(shipped), "cards": shipped.cards.source + "\n# ours\n"}
    match = Match(make_table("ooperations", game.read_setup(value)), 5)
    match.play(1)
    twin = pickle.loads(pickle.dumps(match))
    assert twin.table.setup == match.table.setup
    assert twin.table.setup is not match.table.setup
    twin.play(0)
    match.play(0)
    assert twin.state.key() == match.state.key()


def test_heroes_of_several_players_take_turns_and_the_fallen_are_skipped() -> None:
    table = make_table("dungeons", players="each")
    skipped = 0
    for seed in range(20):
        random = np.random.default_rng(seed)
        match = Match(table, seed)
        while match.state.outcome is None:
            before = match.turn
            match.play(random_number(match.mask(before), random))
            alive = match.state.acting_seats()
            if alive:
                following = [(before + step) % 3 for step in (1, 2, 3)]
                assert match.turn == next(seat for seat in following if seat in alive)
                skipped += match.turn != following[0]
    assert skipped


def test_an_impossible_action_is_refused_with_its_reason_and_changes_nothing() -> None:
    match = Match(make_table("ooperations"), 1)
    before = match.state.key()
    number = match.table.action_number("creature D_GOD F1")
    with pytest.raises(ValueError, match=r'action [0-9]+, "creature D_GOD F1", is impossible: Demi-God'):
        match.play(number)
    assert match.state.key() == before
    party = Match(make_table("dungeons", players="each"), 1)
    number = next(action.number for action in party.state.legal_actions() if party.state.seat_of(action) == 2)
    with pytest.raises(ValueError, match="it is the turn of seat 0"):
        party.play(number)


def test_a_table_takes_options_or_a_setup() -> None:
    setup = find_game("maze").setup()
    assert make_table("maze", setup).setup is setup
    with pytest.raises(ValueError, match="name options or give a setup, not both"):
        make_table("maze", setup, layout="six")
    with pytest.raises(ValueError, match='there is no game "maize"; did you mean "maze"'):
        make_table("maize")
    with pytest.raises(ValueError, match='OOP1 Maze has no choice "deck"'):
        make_table("maze", deck="six")
