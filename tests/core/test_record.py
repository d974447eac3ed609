"""Records: readable, exact, and clear about what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablewright.core.record import BadRecord, Record
from tablewright.games.ooperations.game import GAME
from tablewright.testing import random_record


@pytest.fixture(scope="module")
def record() -> Record:
    return random_record(GAME, GAME.setup(), 7)


def test_a_record_survives_its_own_text_and_replays_to_the_same_end(record: Record) -> None:
    again = Record.parse(str(record))
    assert str(again) == str(record)
    assert again.seats == ["random", "random"]
    assert str(again.replay().outcome) == record.result


def test_a_record_reads_like_a_short_text(record: Record) -> None:
    lines = str(record).split("\n")
    assert lines[:3] == ["tablewright record 1", "game: ooperations 1", "seed: 7"]
    assert lines[lines.index("") + 1] == record.actions[0]
    assert lines[-2] == f"result: {record.result}"


def test_a_match_that_goes_on_has_no_result_and_may_be_cut_off_mid_line(record: Record) -> None:
    text = record.head() + "".join(f"{line}\n" for line in record.actions[:5])
    torn = Record.parse(text + "creat")
    assert torn.actions == record.actions[:5]
    assert torn.result == ""
    assert torn.replay().outcome is None


def test_replaying_yields_every_position(record: Record) -> None:
    assert sum(1 for _ in record.states()) == len(record.actions) + 1


def test_an_action_that_does_not_fit_is_named(record: Record) -> None:
    other = Record(GAME, GAME.setup(), 7, [], ["done", "battle F1 B1"])
    with pytest.raises(
        BadRecord, match=r'action 2, "battle F1 B1", does not fit this match: there is no creature in F1'
    ):
        other.replay()
    garbled = Record(GAME, GAME.setup(), 7, [], ["dance"])
    with pytest.raises(BadRecord, match='action 1, "dance", does not fit this match: "dance" is not a command'):
        garbled.replay()


def test_a_wrong_result_is_noticed(record: Record) -> None:
    forged = Record.parse(str(record))
    forged.result = "seat 2 won (bribery)"
    with pytest.raises(BadRecord, match="bribery"):
        forged.replay()
    cut = Record(GAME, GAME.setup(), 7, [], ["done"])
    cut.result = "tie (round limit)"
    with pytest.raises(BadRecord, match="no end"):
        cut.replay()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("tablewright record 1", "something else", "this is not a record"),
        ("tablewright record 1", "tablewright record x", "this is not a record"),
        ("tablewright record 1", "tablewright record 2", "has format 2"),
        ("seed: 7", "seed: seven", "lacks a readable game, seed or setup"),
        ("game: ", "gane: ", "lacks a readable game, seed or setup"),
        ("setup: {", "setup: ", "lacks a readable game, seed or setup"),
        ("ooperations 1", "ooperations 99", "needs Magical OOPerations rules 99"),
        ("ooperations 1", "chess 1", 'there is no game "chess"'),
        ('"decks"', '"dekcs"', 'a setup of Magical OOPerations lacks "decks"'),
    ],
)
def test_a_broken_record_is_refused_with_a_sentence(record: Record, old: str, new: str, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        Record.parse(str(record).replace(old, new, 1))


def test_files_that_cannot_be_read_are_refused_with_a_sentence(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(str(record))
    assert Record.read(str(path)).actions == record.actions
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadRecord, match="not UTF-8"):
        Record.read(str(path))
    with pytest.raises(BadRecord, match="No such file"):
        Record.read(str(tmp_path / "missing"))
