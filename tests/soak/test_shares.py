"""A share of every long check; docs/security.md has the figures of the whole."""

from __future__ import annotations

import pytest

from tablewright.core.game import Game
from tests.soak import damage
from tests.soak.frames import attack
from tests.soak.hidden import differential
from tests.soak.servers import come_back, kill_servers, kill_workers
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


def test_hostile_frames_are_refused_and_nobody_else_notices() -> None:
    done = attack(2_000, seed=5)
    assert done["frames"] >= 2_000
    assert done["answered nack"] > 1_000
    assert done["refused by a limit"] < 1_000, "most of them reach a match"
    assert done["honest actions"] > 5


def test_a_server_that_is_killed_under_load_loses_and_doubles_nothing() -> None:
    done = kill_servers(2, seed=6)
    assert done["kills"] == 2
    assert done["acknowledged"] > 1


def test_workers_that_are_killed_under_load_lose_and_double_nothing() -> None:
    done = kill_workers(3, seed=8)
    assert done["kills"] == 3
    assert done["acknowledged"] > 1


def test_everybody_comes_back_after_a_kill() -> None:
    assert come_back(30, seed=7)["sockets back"] == 60
