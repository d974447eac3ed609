"""The folder of a study: one run at a time, nothing half written, nothing believed that does not fit."""

from __future__ import annotations

import csv
import json
import os
import resource
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import pyarrow.parquet
import pytest

from tablewright.core.dice import Dice
from tablewright.core.disk import Lock
from tablewright.lab import export
from tablewright.lab.play import play_chunk
from tablewright.lab.rows import check_rows
from tablewright.lab.run import run
from tablewright.lab.store import BadFolder, Pieces, Store, write_result
from tablewright.lab.study import Study, make_study
from tablewright.testing.mutations import damaged, damaged_text
from tests.support.process import PATIENCE, started

SETTINGS: dict[str, Any] = {"game": "maze", "games": 6, "bots": ["random"], "tables": {"layout": ["short"]}}


@pytest.fixture
def study() -> Study:
    return make_study(SETTINGS)


def test_a_file_is_there_whole_or_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_result(path, b"old")

    def breaks() -> Iterator[bytes]:
        yield b"new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_result(path, breaks())
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]
    write_result(path, iter([b"new", b"er"]))
    assert path.read_bytes() == b"newer"


def test_a_full_disk_leaves_no_part(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    heard = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
        with pytest.raises(OSError, match="File too large"):
            write_result(tmp_path / "file", b"x" * 2000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, heard)
    assert os.listdir(tmp_path) == []


def test_a_link_in_the_place_of_a_file_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("precious")
    (tmp_path / "file").symlink_to(tmp_path / "precious")
    write_result(tmp_path / "file", b"new")
    assert (tmp_path / "precious").read_text() == "precious"
    (tmp_path / "lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic links"):
        Lock(str(tmp_path / "lock"))
    assert not (tmp_path / "elsewhere").exists()


def test_the_second_run_in_a_folder_is_told_so(tmp_path: Path, study: Study) -> None:
    with Store(tmp_path, study):
        with pytest.raises(BadFolder, match="is being used by another run"):
            Store(tmp_path, study)
        assert (tmp_path / "study.json").exists()
    with Store(tmp_path, study):
        pass


HOLD = """
import sys
from tablewright.core.disk import Lock
lock = Lock(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


def test_a_run_that_is_killed_lets_go_of_its_folder(tmp_path: Path, study: Study) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path / "lock")]
    with started(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(BadFolder, match="is being used by another run"):
            Store(tmp_path, study)
        process.kill()
        process.wait(PATIENCE)
    with Store(tmp_path, study) as store:
        assert store.finished() == set()


def test_what_a_crashed_run_left_is_removed_and_nothing_else(tmp_path: Path, study: Study) -> None:
    (tmp_path / "pieces").mkdir()
    for name in (
        f".tablewright-{'0' * 16}.part",
        f"pieces/.tablewright-{'1' * 16}.part",
        "film.part",
        "pieces/000000.part",
    ):
        (tmp_path / name).write_text("half")
    with Store(tmp_path, study):
        kept = sorted(path.name for path in tmp_path.rglob("*.part"))
    assert kept == ["000000.part", "film.part"]


def test_files_that_are_no_pieces_are_not_counted(tmp_path: Path, study: Study) -> None:
    key = study.identity(0).key
    with Store(tmp_path, study) as store:
        for name in (
            f"000001-{key}.jsonl",
            "000000.jsonl",
            f"000000-{key[::-1]}.jsonl",
            f"000000-{key}.jsonl.part",
            "1.jsonl",
            "000009.jsonl",
            "x.jsonl",
            "٣٣٣٣٣٣.jsonl",
            "9" * 200 + ".jsonl",
            "notes",
        ):
            (store.pieces / name).write_text("")
        assert store.finished() == {1}


@pytest.mark.parametrize("text", ["", "x", "[" * 100_000, "[]", '{"digest": 7}', '{"digest": NaN}'])
def test_a_folder_that_does_not_say_whose_it_is_is_left_alone(tmp_path: Path, study: Study, text: str) -> None:
    (tmp_path / "study.json").write_text(text)
    with pytest.raises(BadFolder, match=r"is broken; remove the folder|has the results of another study"):
        Store(tmp_path, study)
    assert os.listdir(tmp_path) == ["study.json"]


def test_a_pipe_in_the_folder_makes_nobody_wait(tmp_path: Path, study: Study) -> None:
    os.mkfifo(tmp_path / "study.json")
    with pytest.raises(BadFolder, match="it is not a regular file"):
        Store(tmp_path, study)


def test_a_damaged_piece_is_named_and_can_be_played_again(tmp_path: Path) -> None:
    whole = run(SETTINGS, tmp_path)
    piece = next((tmp_path / "pieces").glob("000000-*.jsonl"))
    lines = piece.read_text()
    for text in (lines[:-20], lines + lines, lines.replace('"deal":1', '"deal":2'), lines.replace("-1", "1e999"), "\0"):
        piece.write_text(text)
        with pytest.raises(BadFolder, match=r"000000-\w+.jsonl is damaged: .*; remove it, and the study plays"):
            run(SETTINGS, tmp_path)
    piece.unlink()
    assert run(SETTINGS, tmp_path) == whole


def test_rows_from_strangers_are_refused_or_can_be_counted(tmp_path: Path) -> None:
    settings = {"game": "ooperations", "games": 1, "bots": ["random"], "entrants": {"deck": ["wolfpack"]}}
    study = make_study(settings)
    (chunk,) = study.chunks()
    rows = [json.loads(line) for line in play_chunk(study, chunk).rows.splitlines()]
    dice, taken = Dice(4), 0
    began = perf_counter()
    for _ in range(400):
        try:
            lines = "".join(json.dumps(row) + "\n" for row in damaged(rows, dice))
            check_rows(study, chunk, lines if dice.roll(4) > 1 else damaged_text(lines, dice))
        except ValueError as refusal:
            assert str(refusal)
        except TypeError:  # the damage is no list of rows any more
            continue
        else:
            with Store(tmp_path, study) as store:
                store.keep(chunk, lines)
            run(settings, tmp_path)
            taken += 1
    assert taken > 5
    assert perf_counter() - began < 60


def test_pieces_in_memory_take_a_fraction_of_their_text() -> None:
    study = make_study({"game": "ooperations", "games": 5_000, "bots": ["random"], "entrants": {"deck": ["wolfpack"]}})
    chunks = list(study.chunks())
    rows = play_chunk(study, chunks[0]).rows
    tracemalloc.start()
    try:
        with Pieces(study) as pieces:
            for chunk in chunks:
                pieces.keep(chunk, rows)
            kept = tracemalloc.get_traced_memory()[0]
            assert sum(1 for _ in pieces.merge()) == 10_000
            assert kept < len(rows) * len(chunks) / 4
            assert tracemalloc.get_traced_memory()[1] < kept + 1_000_000  # rows are read one piece at a time
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("arrow", [True, False])
def test_the_table_has_every_match_however_many_are_written_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arrow: bool
) -> None:
    monkeypatch.setattr(export, "ROWS", 4)
    if not arrow:
        monkeypatch.setattr(export, "find_spec", lambda name: None)
    run(SETTINGS, tmp_path)
    if arrow:
        table = pyarrow.parquet.read_table(tmp_path / "matches.parquet").to_pylist()
    else:
        with (tmp_path / "matches.csv").open(newline="", encoding="utf-8") as file:
            table = list(csv.DictReader(file))
    rows = [json.loads(line) for line in (tmp_path / "matches.jsonl").read_text().splitlines()]
    assert [int(line["deal"]) for line in table] == [row["deal"] for row in rows] == list(range(6))
    assert [int(line["actions"]) for line in table] == [row["actions"] for row in rows]
    assert {line["pairing"] for line in table} == {"random @ short"}
