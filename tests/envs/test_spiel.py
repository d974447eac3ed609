from __future__ import annotations

import json
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.observation import make_observation

from tablewright.core.registry import find_game
from tablewright.envs import spiel

GAMES = ["ooperations", "marches", "dungeons", "dungeons(players=each)", "maze"]
every_game = pytest.mark.parametrize("name", [f"tablewright_{name}" for name in GAMES])


def play_on(state: Any, actions: int, seed: int = 0) -> None:
    random = np.random.default_rng(seed)
    for _ in range(actions):
        if state.is_terminal():
            return
        state.apply_action(int(random.choice(state.legal_actions())))


@every_game
def test_the_random_simulation_of_openspiel_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@every_game
def test_a_state_can_be_cloned_pickled_and_serialised_at_any_step(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    for number in range(4):
        again = [
            state.clone(),
            pickle.loads(pickle.dumps(state)),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        ]
        play_on(state, 20, seed=number)
        for other in again:
            play_on(other, 20, seed=number)
            assert other.history() == state.history()
            assert str(other) == str(state)
            assert other.match.state.key() == state.match.state.key()


def test_the_first_node_chooses_the_seed() -> None:
    game = pyspiel.load_game("tablewright_ooperations(seeds=4)")
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert str(state) == "before the seed"
    assert state.observation_string(0) == ""
    assert state.chance_outcomes() == [(seed, 0.25) for seed in range(4)]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 3) == "seed 3"
    state.apply_action(3)
    ours = find_game("ooperations")
    assert state.match.state.key() == ours.new(ours.setup(), 3).key()


def test_actions_have_names_both_ways() -> None:
    game = pyspiel.load_game("tablewright_ooperations")
    state = game.new_initial_state()
    state.apply_action(0)
    for action in state.legal_actions():
        assert state.string_to_action(state.action_to_string(action)) == action
    assert state.action_to_string(0) == "done"


def test_returns_are_those_of_the_match_and_nothing_before() -> None:
    state = pyspiel.load_game("tablewright_ooperations").new_initial_state()
    assert state.returns() == [0, 0]
    play_on(state, 10)
    assert state.returns() == [0, 0]
    play_on(state, 5000)
    assert state.is_terminal()
    assert state.returns() == list(state.match.state.outcome.returns)
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == []


def test_a_match_ends_without_winner_after_the_most_actions() -> None:
    state = pyspiel.load_game("tablewright_maze(max_actions=7)").new_initial_state()
    play_on(state, 100)
    assert state.is_terminal()
    assert len(state.match.played) == 7
    assert state.returns() == [0]


def test_games_declare_what_they_are() -> None:
    battle, party = (pyspiel.load_game(f"tablewright_{name}").get_type() for name in ("marches", "dungeons"))
    assert battle.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert party.utility == pyspiel.GameType.Utility.IDENTICAL
    assert party.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert pyspiel.load_game("tablewright_dungeons(players=each)").num_players() == 3
    assert pyspiel.load_game("tablewright_dungeons(players=one)").num_players() == 1


@every_game
def test_observers_give_the_pieces_of_the_layout(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    play_on(state, 12)
    observation = make_observation(game)
    for player in range(game.num_players()):
        observation.set_from(state, player)
        assert np.array_equal(observation.tensor, state.match.observation(player))
        assert state.observation_tensor(player) == observation.tensor.tolist()
        assert observation.string_from(state, player) == state.observation_string(player)
    layout = game.arena.encoder.layout
    assert game.observation_tensor_shape() == [layout.size]
    assert {piece: array.shape for piece, array in observation.dict.items()} == {
        piece.name: piece.shape for piece in layout.pieces
    }


def test_other_observations_than_the_one_there_is_are_refused() -> None:
    game = pyspiel.load_game("tablewright_maze")
    with pytest.raises(ValueError, match="there is one observation"):
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, public_info=False))
    with pytest.raises(ValueError, match="there are no numbers for the whole past, only a string"):
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=True)).set_from(game.new_initial_state(), 0)
    with pytest.raises(ValueError, match="the observer has no parameters"):
        make_observation(game, None, {"colour": "red"})


def test_samples_look_the_same_to_their_player_and_hide_the_rest() -> None:
    state = pyspiel.load_game("tablewright_ooperations").new_initial_state()
    sampler = np.random.default_rng(1).random
    assert state.resample_from_infostate(0, sampler).is_chance_node()
    play_on(state, 20)
    hands = set()
    for _ in range(10):
        sample = state.resample_from_infostate(0, sampler)
        assert sample.observation_string(0) == state.observation_string(0)
        hands.add(tuple(card.key for card in sample.match.state.players[1].hand))
        play_on(sample.clone(), 30)
    assert len(hands) > 1


@every_game
def test_information_set_search_of_openspiel_plays_with_its_default_arguments(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    play_on(state, 10)
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, RandomRolloutEvaluator(1, random), 1.0, 5, random_state=random)
    assert bot.step(state) in state.legal_actions()


def test_an_information_state_is_what_the_player_was_told_and_sees() -> None:
    state = pyspiel.load_game("tablewright_ooperations").new_initial_state()
    assert state.information_state_string(0) == ""
    play_on(state, 20)
    for player in (0, 1):
        *told, view = json.loads(state.information_state_string(player))
        assert told == state.match.perspective(player).told
        assert view == state.match.state.view(player)
    assert state.information_state_string(0) != state.information_state_string(1)


def test_a_sample_has_the_past_of_its_player_and_goes_on_from_there() -> None:
    state = pyspiel.load_game("tablewright_ooperations").new_initial_state()
    play_on(state, 20)
    sample = state.resample_from_infostate(0, np.random.default_rng(1).random)
    assert sample.information_state_string(0) == state.information_state_string(0)
    assert json.loads(sample.information_state_string(1))[:-1] == []  # there seat 1 may have been told something else
    before = json.loads(state.information_state_string(0))[:-1]
    twin = sample.clone()
    play_on(sample, 30)
    play_on(twin, 30)
    after = json.loads(sample.information_state_string(0))[:-1]
    assert after[: len(before)] == before
    assert len(after) > len(before)
    assert twin.information_state_string(0) == sample.information_state_string(0)


def test_an_unknown_option_is_told_in_a_sentence() -> None:
    with pytest.raises(ValueError, match='there is no deck of player 1 "nope"'):
        pyspiel.load_game("tablewright_ooperations(deck1=nope)")


def test_a_game_without_a_seed_or_action_is_refused() -> None:
    with pytest.raises(ValueError, match="seeds and max_actions must be at least 1, not 0 and 5000"):
        pyspiel.load_game("tablewright_maze(seeds=0)")


def test_registering_twice_does_no_harm() -> None:
    spiel.register()
    assert pyspiel.registered_names().count("tablewright_maze") == 1


def test_a_program_that_used_a_game_ends_cleanly() -> None:
    code = "import pyspiel, tablewright.envs.spiel; print(pyspiel.load_game('tablewright_maze').num_players())"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "1\n"), ran.stderr
