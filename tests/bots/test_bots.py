"""Bots: found by name, legal, blind to what is hidden, and repeatable."""

from __future__ import annotations

import pytest

from tablewright.bots.play import play
from tablewright.bots.registry import bot_names, levels, make_bot
from tablewright.core.perspective import Perspective
from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.testing import check_bot

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
        bot = make_bot("pipe:sh bot.sh" if name == "pipe" else name, game)
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


def test_the_party_bot_tells_why() -> None:
    game = find_game("dungeons")
    bot = make_bot("party", game)
    state = game.new(game.setup(), 1)
    assert state.why_not(bot.choose(Perspective(state, 0))) is None
    assert "fight" in bot.why()


def test_a_match_is_a_record_that_replays() -> None:
    game = find_game("ooperations")
    match = play(game, [make_bot("greedy", game), make_bot("random", game)], 3)
    assert match.outcome is not None
    assert str(Record.parse(str(match.record())).replay().outcome) == str(match.outcome)
    assert match.names == ["greedy", "random"]
