"""Nothing that was done is lost: not by a crash, not by a full disk, not by a second window."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablewright.core.game import Game
from tablewright.core.record import BadRecord, Record
from tablewright.table.saves import CannotSave, SaveFile, list_saves
from tablewright.table.table import Table
from tablewright.testing import random_record

from ..support.tables import every_game, new_record


def saved_table(game: Game, folder: Path) -> tuple[Table, str]:
    record = new_record(game, 7, "Ann", "Bea")
    save = SaveFile.create(record, str(folder))
    table = Table(record, save)
    OPEN.append(table)
    return table, save.path


OPEN: list[Table] = []


@pytest.fixture(autouse=True)
def close_tables() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def resumed(path: str) -> Table:
    OPEN.append(Table.resume(path))
    return OPEN[-1]


def test_every_action_is_in_the_file_before_the_next_one(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    for number in range(1, 30):
        table.do(table.match.state.legal_actions()[-1])
        assert Record.read(path).actions == table.match.record().actions
        assert len(table.match) == number
    assert Path(path).read_text() == str(table.match.record())


def test_a_finished_match_is_saved_with_its_result(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    for line in random_record(ooperations, table.match.setup, 7).actions:
        table.do(table.match.state.parse(line))
    assert Path(path).read_text() == str(table.match.record())
    assert Record.read(path).result == str(table.match.state.outcome)


def test_resuming_goes_on_where_the_file_ends(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    table.do(table.match.state.parse("redraw"))
    table.close()
    again = resumed(path)
    assert again.match.state == table.match.state
    again.do(again.match.state.parse("done"))
    assert Record.read(path).actions == ["redraw", "done"]


def test_a_line_that_a_crash_cut_off_is_dropped_and_written_over(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    table.do(table.match.state.parse("redraw"))
    table.close()
    with open(path, "ab") as file:
        file.write(b"crea")
    again = resumed(path)
    again.do(again.match.state.parse("done"))
    assert Record.read(path).actions == ["redraw", "done"]
    assert "crea" not in Path(path).read_text().partition("\n\n")[2]


def test_a_result_that_a_crash_cut_off_is_found_again(ooperations: Game, tmp_path: Path) -> None:
    record = random_record(ooperations, ooperations.setup(), 7)
    whole = str(record)
    path = tmp_path / "torn.record"
    for length in range(len(whole.rpartition("\nresult")[0]), len(whole)):
        path.write_text(whole[:length])
        resumed(str(path)).close()
        assert path.read_text() == whole


def test_a_save_of_somebody_else_in_the_same_second_is_left_alone(ooperations: Game, tmp_path: Path) -> None:
    _, first = saved_table(ooperations, tmp_path)
    os.rename(first, f"{first}.part")  # as if another process were just writing it
    _, second = saved_table(ooperations, tmp_path)
    assert Path(f"{first}.part").exists()
    assert first != second


def test_undo_shortens_the_file(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    creature = next(action for action in table.match.state.legal_actions() if action.text.startswith("creature"))
    table.do(creature)
    table.undo()
    assert Record.read(path).actions == []
    table.do(table.match.state.parse("done"))
    assert Record.read(path).actions == ["done"]


def test_two_windows_cannot_play_the_same_save(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    with pytest.raises(CannotSave, match="is being played in another window"):
        Table.resume(path)
    table.close()
    Table.resume(path).close()


def test_saves_of_the_same_second_have_names_of_their_own(ooperations: Game, tmp_path: Path) -> None:
    paths = {saved_table(ooperations, tmp_path)[1] for _ in range(5)}
    assert len(paths) == 5
    assert {saved.path for saved in list_saves(str(tmp_path))} == paths


def test_a_folder_that_cannot_be_made_is_a_sentence(ooperations: Game, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotSave, match=r"the match cannot be saved in .*: Not a directory"):
        SaveFile.create(new_record(ooperations, 1), str(tmp_path / "file" / "saves"))


def test_a_save_that_is_gone_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CannotSave, match="cannot be written: No such file"):
        Table.resume(str(tmp_path / "none.record"))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this platform has no full disk to try")
def test_a_full_disk_is_told_and_the_next_action_saves_everything(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    table.do(table.match.state.parse("redraw"))
    assert table.save is not None
    table.save.close()
    table.save._file = open("/dev/full", "rb+", buffering=0)  # noqa: SIM115 - every write to it fails
    with pytest.raises(CannotSave, match="No space left on device"):
        table.do(table.match.state.parse("redraw"))
    assert Record.read(path).actions == ["redraw"]
    table.do(table.match.state.parse("done"))
    assert Record.read(path).actions == ["redraw", "redraw", "done"]


def test_a_record_that_does_not_replay_can_only_be_watched_and_is_left_alone(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    table.do(table.match.state.parse("done"))
    table.close()
    with open(path, "a") as file:
        file.write("creature DEVIL F1\n")
    before = Path(path).read_bytes()
    with pytest.raises(BadRecord, match=r'can only be watched.*action 2, "creature DEVIL F1"'):
        Table.resume(path)
    assert Path(path).read_bytes() == before


def test_a_record_with_an_unknown_bot_is_a_sentence(ooperations: Game, tmp_path: Path) -> None:
    save = SaveFile.create(new_record(ooperations, 1, "Ann", "bot hrad"), str(tmp_path))
    save.close()
    with pytest.raises(BadRecord, match='no bot "hrad"; did you mean "hard"'):
        Table.resume(save.path)


@pytest.mark.parametrize("game", every_game())
def test_a_save_with_a_flipped_byte_is_a_sentence_or_another_good_save(game: Game, tmp_path: Path) -> None:
    record = new_record(game, 7, "Ann")
    record.actions = random_record(game, record.setup, 7).actions[:6]
    good = str(record).encode()
    path = tmp_path / "flipped.record"
    for place in range(0, len(good), 1 + len(good) // 200):
        path.write_bytes(good[:place] + bytes([good[place] ^ 0x15]) + good[place + 1 :])
        try:
            Table.resume(str(path)).close()
        except (BadRecord, CannotSave) as error:
            assert str(error)


def test_the_list_of_saves_names_what_cannot_be_read(ooperations: Game, tmp_path: Path) -> None:
    _, path = saved_table(ooperations, tmp_path)
    newer = tmp_path / "newer.record"
    newer.write_text(Path(path).read_text().replace("record 1", "record 2", 1))
    (tmp_path / "notes.txt").write_text("not a save")
    saves = {os.path.basename(saved.path): saved for saved in list_saves(str(tmp_path))}
    assert len(saves) == 2
    assert saves["newer.record"].record is None
    assert saves["newer.record"].fault == "the record has format 2, this version of tablewright reads up to 1"
    assert list_saves(str(tmp_path / "nowhere")) == []
