"""Every position can be reached again, and a broken record is good as far as it goes."""

from __future__ import annotations

import pytest
from tablewright.tui.history import KEPT_EVERY, History

from tablewright.core.game import Game
from tablewright.core.record import Record
from tablewright.testing import random_record

from .support import every_game


@pytest.mark.parametrize("game", every_game())
def test_every_position_is_the_one_that_the_record_replays(game: Game) -> None:
    record = random_record(game, game.setup(), 3, limit=50_000)
    record.actions, record.result = record.actions[: 3 * KEPT_EVERY + 1], ""
    history = History(record)
    assert history.fault == ""
    assert len(history) == len(record.actions)
    for number, state in enumerate(record.states()):
        assert history.at(number) == state
    assert history.state == record.replay()


def test_cutting_goes_back_to_an_earlier_position(ooperations: Game) -> None:
    history = History(random_record(ooperations, ooperations.setup(), 1))
    for number in (KEPT_EVERY + 3, KEPT_EVERY, 3, 0):
        wanted = history.at(number)
        history.cut(number)
        assert history.state == wanted
        assert len(history) == len(history.record.actions) == len(history.events) == number
        assert history.record.result == ""
    history.do(history.state.legal_actions()[0])
    assert history.at(1) == history.state


def test_an_action_that_does_not_fit_ends_the_history_with_a_sentence(ooperations: Game) -> None:
    record = random_record(ooperations, ooperations.setup(), 1)
    record.actions[5:5] = ["creature DEVIL F1"]
    history = History(record)
    assert len(history) == 5
    assert history.fault.startswith('action 6, "creature DEVIL F1", does not fit this match: ')
    assert history.at(5) == history.state


def test_a_line_that_is_no_command_ends_the_history_too(ooperations: Game) -> None:
    history = History(Record(ooperations, ooperations.setup(), 1, ["Ann", "Bea"], ["done", "dance"]))
    assert len(history) == 1
    assert history.fault == 'action 2, "dance", does not fit this match: "dance" is not a command that changes the game'


def test_a_result_that_was_not_reached_is_a_fault(ooperations: Game) -> None:
    record = random_record(ooperations, ooperations.setup(), 1)
    record.result = "seat 2 won (bribery)"
    assert "bribery" in History(record).fault
    record.actions.pop()
    assert '"no end"' in History(record).fault


def test_turns_are_where_another_seat_takes_over(ooperations: Game, maze: Game) -> None:
    record = Record(ooperations, ooperations.setup(), 1, ["Ann", "Bea"], ["redraw", "done", "redraw", "redraw", "done"])
    assert History(record).turns() == [0, 2, 5]
    alone = random_record(maze, maze.setup(), 1)
    assert History(alone).turns()[:3] == [0, 10, 20]


def test_seats_without_a_name_are_numbered(ooperations: Game) -> None:
    assert History(Record(ooperations, ooperations.setup(), 1, ["Ann"])).name(1) == "Seat 2"
