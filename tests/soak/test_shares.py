"""A share of every long check; docs/security.md has the figures of the whole."""

from __future__ import annotations

import pytest

from tablewright.core.game import Game
from tests.soak import damage
from tests.soak.hidden import differential
from tests.support.tables import every_game


@pytest.mark.parametrize("game", every_game())
def test_nothing_that_a_viewer_gets_depends_on_what_is_hidden(game: Game) -> None:
    done = differential(game, 300, seed=1)
    assert done["position x viewer"] >= 300
    assert min(done["observations"], done["choices"], done["moves"]) > 50


@pytest.mark.parametrize("game", every_game())
def test_damaged_snapshots_are_refused_or_sound(game: Game) -> None:
    done = damage.snapshots(game, 1500, seed=2)
    assert min(done["refused"], done["taken"]) > 20


@pytest.mark.parametrize("game", every_game())
def test_damaged_setups_are_refused_or_sound(game: Game) -> None:
    done = damage.setups(game, 1000, seed=3)
    assert min(done["refused"], done["taken"]) > 20


@pytest.mark.parametrize("game", every_game())
def test_damaged_records_are_refused_or_said_to_be_cut_off(game: Game) -> None:
    done = damage.records(game, 500, seed=4)
    assert min(done["refused"], done["cut"]) > 10
