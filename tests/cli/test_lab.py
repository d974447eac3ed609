"""``tablewright lab`` as its users run it: real processes, real folders, interrupted and resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.process import PATIENCE, started, unmeasured, wait_until
from tests.support.transcript import program

DECKS = """\
game = "ooperations"
games = 4
seed = 3
bots = ["random", "greedy"]

[entrants]
deck = ["wolfpack", "venom"]
"""


def lab(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    pipe = subprocess.PIPE
    with started(
        [program("tablewright"), "lab", *arguments], stdout=pipe, stderr=pipe, text=True, cwd=folder
    ) as process:
        output, errors = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a study that was run on one core."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "decks.toml").write_text(DECKS)
    ran = lab(folder, "decks.toml", "--jobs", "1")
    assert (ran.returncode, ran.stderr) == (0, "")
    return folder


def test_a_study_gives_matches_a_table_a_summary_and_a_report(finished: Path) -> None:
    results = finished / "decks"
    summary = json.loads((results / "summary.json").read_text())
    # Four entrants make ten pairings with mirrors, four deals each, both seatings.
    assert summary["matches"] == 10 * 4 * 2 == len((results / "matches.jsonl").read_text().splitlines())
    assert (results / "matches.parquet").stat().st_size > 0
    report = (results / "report.html").read_text()
    for heading in (
        "Who beats whom",
        "Who wins most?",
        "Does the first seat win more often?",
        "How long is a match?",
        "How do matches end?",
        "What is spent?",
        "Which cards go along with winning?",
        "What was not measured",
    ):
        assert heading in report
    assert "http" not in report.replace("http-equiv", "")


def test_a_mirror_pairing_is_exactly_even(finished: Path) -> None:
    summary = json.loads((finished / "decks" / "summary.json").read_text())
    assert [pairing["share"] for pairing in summary["pairings"] if pairing["mirror"]] == [0.5] * 4


def test_shares_and_seats_are_counted_right(finished: Path) -> None:
    lines = [json.loads(line) for line in (finished / "decks" / "matches.jsonl").read_text().splitlines()]
    summary = json.loads((finished / "decks" / "summary.json").read_text())
    for number, pairing in enumerate(summary["pairings"]):
        mine = [(row["returns"][row["seating"]] + 1) / 2 for row in lines if row["pairing"] == number]
        assert pairing["share"] == pytest.approx(sum(mine) / len(mine))
    first = sum((row["returns"][0] + 1) / 2 for row in lines) / len(lines)
    assert summary["first_seat"]["share"] == pytest.approx(first)
    row = lines[0]
    assert all(set(row["played"][seat]) <= set(row["drawn"][seat]) | set(row["deck"][seat]) for seat in (0, 1))
    assert sum(row["spent"][0]) > 0


def need_ray() -> None:
    """Skip a test where Ray itself cannot start a cluster: it needs at least a local network."""
    code = "import ray; ray.init(num_cpus=2, include_dashboard=False, _node_ip_address='127.0.0.1'); ray.shutdown()"
    with started([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            status = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            status = 1
    if status != 0:
        pytest.skip("Ray cannot start a cluster on this machine")


@pytest.mark.parametrize("how", [["--jobs", "2"], ["--on", "ray"]], ids=["two cores", "ray"])
def test_results_are_the_same_bytes_wherever_they_are_played(finished: Path, tmp_path: Path, how: list[str]) -> None:
    if "ray" in how:
        need_ray()
    (tmp_path / "decks.toml").write_text(DECKS)
    ran = lab(tmp_path, "decks.toml", *how)
    assert ran.returncode == 0, ran.stderr
    for name in ("matches.jsonl", "summary.json", "report.html"):
        assert (tmp_path / "decks" / name).read_bytes() == (finished / "decks" / name).read_bytes()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_what_is_finished_survives_and_the_study_goes_on(finished: Path, tmp_path: Path, how: signal.Signals) -> None:
    (tmp_path / "decks.toml").write_text(DECKS)
    command = [program("tablewright"), "lab", "decks.toml", "--jobs", "1"]
    pieces = tmp_path / "decks" / "pieces"
    pipe = subprocess.PIPE
    with started(command, cwd=tmp_path, env=unmeasured(), stdout=pipe, stderr=pipe, text=True) as process:
        wait_until(lambda: process.poll() is not None or any(pieces.glob("*.jsonl")))
        process.send_signal(how)
        _, errors = process.communicate(timeout=PATIENCE)
    kept = {path.name: path.read_bytes() for path in pieces.glob("*.jsonl")}
    assert kept
    if how == signal.SIGINT and process.returncode != 0:
        assert process.returncode == 130
        assert "pieces are kept, run it again to go on" in errors
        assert "Traceback" not in errors
    assert lab(tmp_path, "decks.toml", "--jobs", "1").returncode == 0
    for name, data in kept.items():
        assert (pieces / name).read_bytes() == data
    assert (tmp_path / "decks" / "matches.jsonl").read_bytes() == (finished / "decks" / "matches.jsonl").read_bytes()


def test_all_mistakes_are_told_at_once_and_nothing_is_left_behind(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(
        'game = "ooperations"\ngames = 0\nbots = ["gredy"]\n[entrants]\ndeck = ["x"]\n'
    )
    ran = lab(tmp_path, "study.toml")
    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 3
    assert sorted(os.listdir(tmp_path)) == ["study.toml"]
    assert lab(tmp_path, "missing.toml").returncode == 2
    assert lab(tmp_path, "a.toml", "b.toml").returncode == 2
    assert lab(tmp_path, "study.toml", "--jobs", "0").returncode == 2


def test_a_folder_of_another_study_is_not_touched(finished: Path, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(DECKS.replace("seed = 3", "seed = 4"))
    before = sorted(path.name for path in (finished / "decks").rglob("*"))
    ran = lab(tmp_path, "other.toml", "--out", str(finished / "decks"))
    assert ran.returncode == 1
    assert "has the results of another study" in ran.stderr
    assert sorted(path.name for path in (finished / "decks").rglob("*")) == before


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "decks.toml").write_text(DECKS)
    (tmp_path / "decks").write_text("in the way")
    ran = lab(tmp_path, "decks.toml", "--jobs", "1")
    assert ran.returncode == 1
    assert "decks cannot be used" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_full_disk_is_named_and_keeps_what_is_finished(tmp_path: Path) -> None:
    (tmp_path / "decks.toml").write_text(DECKS)
    # A limit on the size of files stands in for the full disk: the first piece does not fit.
    command = f'ulimit -f 8; exec "{program("tablewright")}" lab decks.toml --jobs 1'
    # Coverage would want to write too, and complain.
    quiet = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=tmp_path, timeout=120, env=quiet)
    assert ran.returncode == 1, ran.stderr
    assert "cannot be written" in ran.stderr
    assert "Traceback" not in ran.stderr


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """Return the processes that play for a study."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def is_running(worker: int) -> bool:
    """Say whether a process has not ended; one that nobody has buried yet counts as ended."""
    try:
        return Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the workers in /proc")
@pytest.mark.parametrize("killed", ["worker", "study"])
def test_nobody_waits_for_a_process_that_is_gone(tmp_path: Path, killed: str) -> None:
    (tmp_path / "decks.toml").write_text(DECKS.replace("games = 4", "games = 500").replace(', "greedy"', ""))
    command = [program("tablewright"), "lab", "decks.toml", "--jobs", "2"]
    pieces = tmp_path / "decks" / "pieces"
    with started(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: process.poll() is not None or any(pieces.glob("*.jsonl")))
        workers = workers_of(process)
        os.kill(workers[0] if killed == "worker" else process.pid, signal.SIGKILL)
        _, errors = process.communicate(timeout=PATIENCE)
        wait_until(lambda: not any(map(is_running, workers)))
    if killed == "worker":
        assert process.returncode == 1
        assert "a worker process died; what is finished is kept" in errors
        assert "Traceback" not in errors


def changed(summary: dict[str, object], shift: float) -> dict[str, object]:
    """Return a summary in which the first entrant of every pairing gained some points."""
    value = json.loads(json.dumps(summary))
    for pairing in value["pairings"]:
        pairing["per_deal"] = [min(1.0, share + shift) for share in pairing["per_deal"]]
        pairing["share"] = sum(pairing["per_deal"]) / len(pairing["per_deal"])
    return value


def test_compare_prints_every_pairing_and_one_sentence(finished: Path, tmp_path: Path) -> None:
    path = finished / "decks" / "summary.json"
    other = tmp_path / "after.json"
    other.write_text(json.dumps(changed(json.loads(path.read_text()), 0.3)))
    ran = lab(tmp_path, "compare", str(path), str(other))
    assert ran.returncode == 0
    lines = ran.stdout.splitlines()
    assert len(lines) == 7
    assert lines[-1].startswith("The change is real")


def test_files_that_cannot_be_compared_are_refused(finished: Path, tmp_path: Path) -> None:
    good = str(finished / "decks" / "summary.json")
    bad = tmp_path / "bad.json"
    for text in ("nonsense", "[]", '{"pairings": [], "format": 99}'):
        bad.write_text(text)
        ran = lab(tmp_path, "compare", good, str(bad))
        assert (ran.returncode, ran.stdout) == (2, "")
    assert lab(tmp_path, "compare", good).returncode == 2
    assert lab(tmp_path, "compare", good, "missing.json").returncode == 2
