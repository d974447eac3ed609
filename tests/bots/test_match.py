"""Studies of many matches: fair seats, honest counts, and a bar for those who wait."""

from __future__ import annotations

import json
import os
import pty
import subprocess

from tablewright.bots.bot import Bot
from tablewright.bots.match import Table, plan, play_match, play_table, tally
from tablewright.bots.registry import make_bot
from tablewright.core.registry import find_game
from tests.support.transcript import program


def test_bots_change_seats_on_the_same_deal() -> None:
    game = find_game("ooperations")
    one, two, three = plan(game, game.setup(), ["greedy", "random"], 3, 9)
    assert (one.seed, one.bot_seeds) == (two.seed, two.bot_seeds)
    assert (one.bots, two.bots) == (("greedy", "random"), ("random", "greedy"))
    assert three.seed != one.seed
    assert plan(game, game.setup(), ["greedy", "random"], 3, 10)[0].seed != one.seed


def test_where_all_win_or_lose_together_each_bot_plays_every_deal_in_all_seats() -> None:
    game = find_game("dungeons")
    setup = game.setup(players="each", dungeon="cellar")
    tables = plan(game, setup, ["random", "greedy"], 2, 0)
    assert [table.bots for table in tables] == [("random",) * 3] * 2 + [("greedy",) * 3] * 2
    assert [table.seed for table in tables[:2]] == [table.seed for table in tables[2:]]


def test_where_the_order_is_free_all_seats_take_turns() -> None:
    game = find_game("dungeons")
    setup = game.setup(players="each", dungeon="cellar")
    match = play_match(game, setup, 1, [make_bot("greedy", game) for _ in range(3)])
    assert match.outcome is not None
    assert min(match.choices) > 0
    assert sum(match.choices) == len(match.record.actions)


def test_a_match_that_does_not_end_is_stopped_and_is_no_win() -> None:
    game = find_game("ooperations")
    bots: list[Bot] = [make_bot("random", game), make_bot("random", game)]
    stopped = play_match(game, game.setup(), 1, bots, limit=5)
    assert stopped.outcome is None
    assert len(stopped.record.actions) == 5
    assert stopped.record.result == ""


def test_a_stopped_match_counts_as_half_a_point_for_both() -> None:
    game = find_game("ooperations")
    table = plan(game, game.setup(), ["random", "random"], 1, 0)[0]
    result = play_table(table)
    unfinished = type(result)(table, (), "stopped", None, (3, 2), (0.0, 0.0), "")
    one, two = tally(["random", "random"], [unfinished])
    assert (one.stopped, one.wins, one.ties, one.points, two.points) == (1, 0, 0, 0.5, 0.5)
    assert one.mean_score is None


def test_a_table_can_be_played_again_elsewhere() -> None:
    game = find_game("ooperations")
    table = plan(game, game.setup(), ["greedy", "random"], 1, 4)[0]
    copy = Table(**{name: getattr(table, name) for name in Table.__dataclass_fields__})
    assert play_table(copy).record == play_table(table).record


def test_alone_the_object_has_win_rate_and_mean_scores() -> None:
    ran = subprocess.run(
        [program("tablewright"), "match", "maze", "--bots", "solver,random", "--games", "2", "--json"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    value = json.loads(ran.stdout)
    assert (value["games"], value["wins"], value["rate"]) == (2, [2, 0], 1.0)
    assert value["scores"][0] < value["scores"][1]


def test_on_a_terminal_a_bar_shows_how_far_it_is() -> None:
    shown, end = pty.openpty()
    command = [program("tablewright"), "match", "ooperations", "--bots", "random,random", "--games", "3"]
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=end, timeout=300)
    os.close(end)
    bar = os.read(shown, 10_000).decode()
    os.close(shown)
    assert ran.returncode == 0
    assert "1 of 3 games" in bar
    assert "#" not in ran.stdout.decode()
