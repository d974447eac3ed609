"""Whatever is typed, in every game: it is done as a whole, or refused with a sentence and nothing has changed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.core.game import Game
from tablewright.core.registry import find_game
from tablewright.testing import check_commands
from tests.core.toy import GAME as TOY
from tests.support.lines import command_lines, setups

GAMES = [find_game(key) for key in ("ooperations", "dungeons", "maze", "marches")]


@pytest.mark.parametrize("game", [*GAMES, TOY], ids=lambda game: game.key)
@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_a_refused_command_changes_nothing(game: Game, data: st.DataObject) -> None:
    setup = data.draw(setups(game))
    lines = data.draw(st.lists(command_lines(game, setup), min_size=1, max_size=20))
    check_commands(game, setup, data.draw(st.integers(0, 2**32)), lines, after=data.draw(st.integers(0, 100)))
