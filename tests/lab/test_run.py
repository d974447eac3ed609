"""Studies from Python: one call, the same figures as the command, nothing but the standard library."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import tablewright
from tablewright.lab.play import PlayedChunk
from tablewright.lab.run import run
from tablewright.lab.runners import LostWorker, here
from tablewright.lab.statistics import mean_interval
from tablewright.lab.store import BadFolder
from tablewright.lab.study import BadStudy, Chunk, Study, make_study
from tests.core import toy

SETTINGS: dict[str, Any] = {
    "game": "ooperations",
    "games": 6,
    "seed": 3,
    "bots": ["random", "greedy"],
    "entrants": {"deck": ["wolfpack"]},
}


def test_one_call_compares_bots() -> None:
    summary = tablewright.study("ooperations", ["greedy", "random"], games=4)
    (pairing,) = summary["pairings"]
    assert (pairing["name"], pairing["matches"], summary["seed"]) == ("greedy - random", 8, 1)
    assert pairing["share"] > 0.7


def test_what_was_drawn_played_and_spent_is_noted(tmp_path: Path) -> None:
    tablewright.study("marches", ["greedy", "random"], games=2, folder=tmp_path)
    rows = [json.loads(line) for line in (tmp_path / "matches.jsonl").read_text("utf-8").splitlines()]
    for row in rows:
        assert row["length"] == sum(map(len, row["spent"]))
        for deck, drawn, played in zip(row["deck"], row["drawn"], row["played"], strict=True):
            assert set(played) <= set(drawn) <= set(deck)
        assert any(row["played"])
        assert all(gold >= 0 for seat in row["spent"] for gold in seat)
    assert sum(map(sum, rows[0]["spent"])) > 0


def test_decks_tables_and_mirrors_can_be_named() -> None:
    decks = tablewright.study("ooperations", ("random",), 2, 5, entrants={"deck": ("wolfpack", "venom")}, mirrors=True)
    assert [pairing["mirror"] for pairing in decks["pairings"]] == [True, False, True]
    dungeons = tablewright.study("dungeons", ["random"], 1, tables={"dungeon": ["cellar"]})
    assert [pairing["name"] for pairing in dungeons["pairings"]] == ["random @ cellar"]


def test_intervals_are_over_deals_as_both_matches_of_a_mirror_may_be_the_same(tmp_path: Path) -> None:
    decks = {"deck": ["wolfpack", "venom"]}
    summary = tablewright.study("ooperations", ["greedy"], games=12, entrants=decks, mirrors=True, folder=tmp_path)
    rows = [json.loads(line) for line in (tmp_path / "matches.jsonl").read_text("utf-8").splitlines()]
    deals: dict[tuple[int, int], list[float]] = {}
    for row in rows:
        deals.setdefault((row["pairing"], row["deal"]), []).append((row["returns"][0] + 1) / 2)
    assert all(one == two for (pairing, _), (one, two) in deals.items() if pairing != 1)  # the mirrors
    mean, low, high = mean_interval([sum(won) / 2 for won in deals.values()])
    assert summary["first_seat"] == {
        "matches": 72,
        "share": pytest.approx(mean),
        "interval": pytest.approx([low, high]),
    }
    # Whoever meets one other only has the share of that pairing.
    between = next(pairing for pairing in summary["pairings"] if not pairing["mirror"])
    for entrant in summary["entrants"]:
        mine = entrant["name"] == between["entrants"][0]
        low, high = between["interval"] if mine else (1 - end for end in reversed(between["interval"]))
        assert (entrant["matches"], entrant["interval"]) == (24, pytest.approx([low, high]))


def test_a_game_that_is_not_installed_can_be_studied() -> None:
    summary = tablewright.study(toy.GAME, ["random", "search:5"], 3, tables={"stones": "all"})
    assert [pairing["table"] for pairing in summary["pairings"]] == [{"stones": "12"}, {"stones": "30"}]


def test_a_game_that_other_processes_cannot_find_is_not_given_to_them() -> None:
    with pytest.raises(ValueError, match="Toy cannot be sent to other processes: make it once in a module, as GAME = "):
        tablewright.study(toy.Toy(), ["random"], games=1, mirrors=True, jobs=2)


def test_a_game_in_a_module_is_found_there_by_other_processes() -> None:
    settings = {"bots": ["random", "search:5"], "games": 3}
    assert tablewright.study(toy.GAME, jobs=2, **settings) == tablewright.study(toy.GAME, **settings)


def test_what_cannot_be_studied_is_told_in_sentences() -> None:
    with pytest.raises(ValueError, match='there is no game "chess"'):
        tablewright.study("chess", ["random"])
    with pytest.raises(ValueError, match="nobody to play against"):
        tablewright.study("ooperations", ["random"])
    with pytest.raises(ValueError, match='has no choice "dekc"; did you mean "deck"'):
        tablewright.study("ooperations", ["random"], entrants={"dekc": "all"})
    with pytest.raises(ValueError, match="bots must be a list of at least one name"):
        tablewright.study("maze", "solver")
    with pytest.raises(ValueError, match="at least 1 job"):
        tablewright.study("ooperations", ["random", "greedy"], jobs=0)
    with pytest.raises(BadStudy, match="cannot be read"):
        run("missing.toml")


def test_a_study_is_the_same_as_settings_as_a_file_and_as_an_object(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = 'game = "ooperations"\ngames = 6\nseed = 3\nbots = ["random", "greedy"]\nentrants.deck = ["wolfpack"]\n'
    path = tmp_path / "wolves.toml"
    path.write_text(text)
    summary = run(SETTINGS)
    assert summary == run(make_study(SETTINGS)) == run(path)
    assert [file.name for file in tmp_path.iterdir()] == ["wolves.toml"]


def test_a_folder_keeps_everything_and_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "wolves"

    def fragile(study: Study, chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, PlayedChunk]]:
        yield from here(study, islice(chunks, 2))
        raise LostWorker("a worker process died")

    with pytest.raises(LostWorker, match="what is finished is kept, run the study again"):
        run(SETTINGS, folder, runner=fragile)
    seen: list[tuple[int, int]] = []
    summary = run(SETTINGS, folder, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(2, 6), (3, 6), (4, 6), (5, 6), (6, 6)]
    assert summary == run(SETTINGS) == json.loads((folder / "summary.json").read_text())
    assert "<title>wolves</title>" in (folder / "report.html").read_text()
    with pytest.raises(BadFolder, match="another study"):
        run({**SETTINGS, "seed": 4}, folder)


def test_without_a_folder_a_lost_worker_is_just_lost() -> None:
    def broken(study: Study, chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, PlayedChunk]]:
        yield from here(study, islice(chunks, 1))
        raise LostWorker("a worker process died")

    with pytest.raises(LostWorker, match=r"^a worker process died$"):
        run(SETTINGS, runner=broken)


#: Imports of everything that is not the standard library fail behind this.
ALONE = """
import sys
class Alone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in sys.stdlib_module_names | {"tablewright"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Alone())
"""


def test_the_standard_library_is_enough() -> None:
    code = ALONE + (
        "import tablewright\n"
        "summary = tablewright.study('ooperations', ['random', 'greedy'], 2)\n"
        "assert summary['matches'] == 4 and summary['ratings'] == {}, summary\n"
        "from tablewright.cli import main\n"
        "sys.exit(main(['match', 'maze', '--bots', 'random', '--games', '1', '--json']))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["games"] == 1
