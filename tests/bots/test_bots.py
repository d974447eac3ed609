"""Bots: found by name, legal, blind to what is hidden, repeatable, and counted fairly."""

from __future__ import annotations

import json
import subprocess

import pytest

from tablewright.bots.match import plan, play_match, play_table, tally, wilson
from tablewright.bots.registry import bot_names, levels, make_bot
from tablewright.core.perspective import Perspective
from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.testing import check_bot
from tests.support.transcript import program

GAMES = ["ooperations", "dungeons", "maze", "marches"]


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("name", ["random", "greedy", "search:4"])
def test_a_bot_is_legal_and_sees_no_more_than_a_person(key: str, name: str) -> None:
    game = find_game(key)
    check_bot(lambda: make_bot(name, game, seed=5), game, game.setup(), 3, every=40)


@pytest.mark.parametrize(("key", "name"), [("marches", "minimax:1"), ("maze", "solver"), ("dungeons", "party")])
def test_the_experts_of_single_games_see_no_more_either(key: str, name: str) -> None:
    game = find_game(key)
    check_bot(lambda: make_bot(name, game, seed=5), game, game.setup(), 3, every=400)


@pytest.mark.parametrize("key", GAMES)
def test_every_level_and_every_bot_of_a_game_can_be_made_and_says_what_it_is(key: str) -> None:
    game = find_game(key)
    assert list(levels(game)) == ["easy", "normal", "hard"]
    for name in [*bot_names(game), *levels(game)]:
        bot = make_bot(name, game)
        assert all([bot.profile.knows, bot.profile.thinks, bot.profile.costs])
        assert bot.why()


def test_a_choice_can_be_explained() -> None:
    game = find_game("ooperations")
    state = game.new(game.setup(), 1)
    bot = make_bot("search:5", game)
    bot.choose(Perspective(state, 0))
    assert bot.why()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gredy", 'did you mean "greedy"'),
        ("search:many", "must be a number of playouts"),
        ("search:0", "must be a number of playouts"),
        ("greedy:3", "takes nothing behind its name"),
        ("party", "does not play Magical OOPerations"),
    ],
)
def test_a_name_that_is_no_bot_is_refused_with_a_sentence(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_bot(name, "ooperations")


def test_the_party_bot_takes_nothing_behind_its_name_and_tells_why() -> None:
    game = find_game("dungeons")
    with pytest.raises(ValueError, match="takes nothing behind its name"):
        make_bot("party:9", game)
    bot = make_bot("party", game)
    state = game.new(game.setup(), 1)
    assert state.why_not(bot.choose(Perspective(state, 0))) is None
    assert "fight" in bot.why()


def test_a_match_is_a_record_that_replays() -> None:
    game = find_game("ooperations")
    match = play_match(game, game.setup(), 3, [make_bot("greedy", game), make_bot("random", game)])
    assert match.outcome is not None
    assert str(Record.parse(str(match.record)).replay().outcome) == str(match.outcome)
    assert sum(match.choices) == len(match.record.actions)


def test_a_bot_that_meets_itself_comes_out_exactly_even() -> None:
    game = find_game("ooperations")
    results = [play_table(table) for table in plan(game, game.setup(), ["random", "random"], 20, 1)]
    one, two = tally(["random", "random"], results)
    assert one.points == two.points == 10


def test_wilson_intervals_hold_the_rate() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)


def match(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program("tablewright"), "match", *arguments], capture_output=True, text=True, timeout=300)


def test_greedy_beats_random_in_ooperations_and_the_count_does_not_depend_on_the_workers() -> None:
    arguments = ["ooperations", "--bots", "greedy,random", "--games", "20", "--json"]
    one, two = match(*arguments), match(*arguments, "--jobs", "2")
    assert (one.returncode, one.stderr) == (0, "")
    assert one.stdout == two.stdout
    value = json.loads(one.stdout)
    assert value["game"] == "ooperations"
    assert value["bots"] == ["greedy", "random"]
    assert value["games"] == 20
    assert sum(value["wins"]) + value["ties"] == 20
    assert value["interval"][0] <= value["rate"] <= value["interval"][1]
    assert value["rate"] >= 0.8


def test_a_table_for_people_and_scores_where_all_win_or_lose_together() -> None:
    ran = match("dungeons", "--bots", "random,greedy", "--games", "2", "--setup", "dungeon=cellar")
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert lines[0].split()[:4] == ["bot", "games", "wins", "ties"]
    assert [line.split()[0] for line in lines[1:3]] == ["random", "greedy"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess", "--bots", "a,b"], 'there is no game "chess"'),
        (["ooperations", "--bots", "random"], "is played by 2 bots"),
        (["ooperations", "--bots", "random,gredy"], 'there is no bot "gredy"'),
        (["ooperations", "--bots", "random,random", "--games", "0"], "--games must be at least 1"),
        (["ooperations", "--bots", "random,random", "--setup", "deck1"], "--setup takes pairs"),
        (["ooperations", "--bots", "random,random", "--setup", "deck1=x"], 'there is no deck of player 1 "x"'),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(arguments: list[str], message: str) -> None:
    ran = match(*arguments)
    assert ran.returncode == 2
    assert message in ran.stderr
    assert "Traceback" not in ran.stderr
