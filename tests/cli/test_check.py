"""``tablewright check`` and the frame of the command, as real processes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tablewright.games.ooperations.files import DATA
from tests.support.process import with_closed_output
from tests.support.transcript import program


def tablewright(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program("tablewright"), *arguments], capture_output=True, text=True, cwd=cwd, timeout=120)


def test_a_folder_of_good_files_is_fine() -> None:
    ran = tablewright("check", os.path.join(DATA, "decks"))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "7 files checked: 0 errors, 0 warnings\n"


def test_every_mistake_is_printed_with_its_place_and_the_status_is_1(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("DECK\nName\nAbout\n4 HWLOF\n5 CADET\n")
    (tmp_path / "notes.txt").write_text("nothing of ours")
    ran = tablewright("check", ".", cwd=tmp_path)
    assert ran.returncode == 1
    assert ran.stdout.split("\n") == [
        './deck.txt:4: error no-card: there is no card "HWLOF"; did you mean "HWOLF"?',
        "./deck.txt:5: error copies: say once how many CADET the deck has, from 1 to 4",
        "1 files checked: 2 errors, 0 warnings",
        "",
    ]


def test_paths_that_are_no_use_are_named_and_the_status_is_2(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing of ours")
    ran = tablewright("check", "missing.txt", "notes.txt", cwd=tmp_path)
    assert ran.returncode == 2
    assert ran.stderr.split("\n") == [
        "missing.txt: there is no such file or folder",
        "notes.txt: this is not a card, a deck, a dungeon or another file of an installed game",
        "",
    ]


def test_versions_of_the_package_and_its_games() -> None:
    ran = tablewright("version")
    assert ran.returncode == 0
    assert ran.stdout.startswith("tablewright 0.")
    assert "ooperations: Magical OOPerations, rules 1" in ran.stdout


def test_an_unknown_command_is_one_sentence_and_status_2() -> None:
    ran = tablewright("dance")
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr
    assert "invalid choice: 'dance'" in ran.stderr


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    assert with_closed_output("tablewright", ["--help"], b"", tmp_path) == (0, b"")
    assert with_closed_output("tablewright", ["version"], b"", tmp_path) == (0, b"")


def test_warnings_fail_only_when_asked_to(tmp_path: Path) -> None:
    deck = ";".join(["CADET"] * 7)
    (tmp_path / "game.txt").write_text(f"GAME\n5\n9\n8\n1\n\n{deck}\n{deck}\n")
    assert tablewright("check", "game.txt", cwd=tmp_path).returncode == 0
    ran = tablewright("check", "game.txt", "--strict", cwd=tmp_path)
    assert ran.returncode == 1
    assert ran.stdout.endswith("1 files checked: 0 errors, 2 warnings\n")
