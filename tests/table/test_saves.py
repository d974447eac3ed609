"""Nothing that was done is lost: not by a crash, not by a full disk, not by a second window."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tablewright.core.dealing import SecretDeal
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.record import BadRecord, Checksum, Record
from tablewright.table.players import new_record as record_of_people
from tablewright.table.saves import CannotSave, SaveFile, list_saves
from tablewright.table.table import Table
from tablewright.testing import random_record

from ..support.process import PATIENCE, started
from ..support.tables import every_game, new_record
from ..support.transcript import ROOT


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
        assert Path(path).read_text().splitlines()[-1].startswith("sum: ")


def test_a_save_is_only_appended_to_until_the_match_ends(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    before, file = Path(path).read_bytes(), os.stat(path).st_ino
    for _ in range(10):
        table.do(table.match.state.legal_actions()[-1])
        now = Path(path).read_bytes()
        assert now.startswith(before)
        assert now != before
        before = now
    assert os.stat(path).st_ino == file


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
    before = Path(first).read_bytes()
    _, second = saved_table(ooperations, tmp_path)
    assert first != second
    os.unlink(second)  # its name is free, but somebody still holds it
    assert saved_table(ooperations, tmp_path)[1] not in (first, second)
    assert Path(first).read_bytes() == before


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


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="this platform has no full disk to try")
@pytest.mark.parametrize("really", [False, True])
def test_a_full_disk_is_told_loses_nothing_and_leaves_nothing_behind(really: bool, tmp_path: Path) -> None:
    """Forty actions in a row cannot be saved, whether the save exists already or not; the next one saves everything."""
    command = [sys.executable, "-m", "tests.table.full_disk", str(tmp_path)]
    if really:
        mount = 'mount -t tmpfs -o size=128k none "$0"'
        if subprocess.run(["unshare", "-rm", "sh", "-c", mount, str(tmp_path)], capture_output=True).returncode:
            pytest.skip("no small disk can be made here")
        command = ["unshare", "-rm", "sh", "-c", f'{mount} && exec "$@"', str(tmp_path), *command, "really"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "nothing lost, nothing left\n"


def test_a_record_that_does_not_replay_can_only_be_watched_and_is_left_alone(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    table.do(table.match.state.parse("done"))
    table.close()
    with open(path, "a") as file:
        file.write(Checksum(Path(path).read_text()).seal("creature DEVIL F1\n"))
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
    newer.write_text(Path(path).read_text().replace("record 2", "record 3", 1))
    (tmp_path / "notes.txt").write_text("not a save")
    saves = {os.path.basename(saved.path): saved for saved in list_saves(str(tmp_path))}
    assert len(saves) == 2
    assert saves["newer.record"].record is None
    assert saves["newer.record"].fault == "the record has format 3, this version of tablewright reads up to 2"
    assert list_saves(str(tmp_path / "nowhere")) == []


# --- what a crash leaves


@pytest.mark.parametrize("secret", [False, True])
def test_every_part_of_an_append_can_be_gone_on_with(secret: bool, ooperations: Game, tmp_path: Path) -> None:
    """Whatever of the bytes of one action a crash leaves, at the start, in the middle and at the end of a match."""
    setup = ooperations.setup()
    table = Table(record_of_people(ooperations, setup, ["Ann", "Bea"], None if secret else 7), folder=str(tmp_path))
    OPEN.append(table)
    dice, tried = Dice(7), 0
    while not table.match.over:
        legal = table.match.legal_actions()
        before = Path(table.save.path).read_bytes() if table.save else b""
        beside = secret_of(table).read_bytes() if secret and table.save else b""
        table.do(legal[dice.roll(len(legal)) - 1])
        assert table.save is not None
        if len(table.match) in (2, 3, 30) or table.match.over:
            sealed = Checksum(before.decode()).seal(table.match.actions[-1].text + "\n" + table.match.record().tail())
            for length in range(len(sealed) + 1):
                torn = tmp_path / "torn" / "torn.record"
                torn.parent.mkdir(exist_ok=True)
                torn.write_bytes(before + sealed.encode()[:length])
                if secret:
                    torn.with_suffix(".secret").write_bytes(beside)
                check_goes_on(torn, table, whole=length == len(sealed))
                tried += 1
    assert tried > 100


def check_goes_on(torn: Path, table: Table, whole: bool) -> None:
    again = Table.resume(str(torn))
    done = [action.text for action in table.match.actions]
    assert again.match.record().actions in ([done] if whole else [done[:-1], done])
    if not again.match.over:
        again.do(again.match.legal_actions()[0])
    again.close()
    kept = Record.read(str(torn))
    assert not kept.cut
    assert kept.actions == again.match.record().actions
    assert kept.result == again.match.result
    assert torn.with_suffix(".secret").exists() == (isinstance(kept.deal, SecretDeal) and not kept.result)


def test_a_save_of_format_1_is_read_and_written_in_format_2_when_the_match_goes_on(
    ooperations: Game, tmp_path: Path
) -> None:
    record = new_record(ooperations, 7, "Ann", "Bea")
    record.actions = ["redraw"]
    lines = str(record).replace("record 2", "record 1", 1).splitlines(keepends=True)[:-1]
    path = tmp_path / "old.record"
    path.write_text("".join(lines) + "crea")  # and a crash cut something off
    before = path.read_bytes()
    again = resumed(str(path))
    assert again.match.record().actions == ["redraw"]
    assert path.read_bytes() == before
    again.do(again.match.state.parse("done"))
    assert path.read_text() == str(again.match.record())
    assert path.read_text().startswith("tablewright record 2\n")


def test_a_save_with_line_ends_of_another_system_can_be_gone_on_with(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    table.do(table.match.state.parse("redraw"))
    table.close()
    Path(path).write_bytes(Path(path).read_bytes().replace(b"\n", b"\r\n"))
    again = resumed(path)
    again.do(again.match.state.parse("done"))
    assert Record.read(path).actions == ["redraw", "done"]
    assert not Record.read(path).cut


def test_a_save_whose_checksum_does_not_fit_is_named_and_left_alone(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    table.do(table.match.state.parse("redraw"))
    table.do(table.match.state.parse("done"))
    table.close()
    changed = Path(path).read_bytes().replace(b"redraw\n", b"done\n")
    Path(path).write_bytes(changed)
    assert list_saves(str(tmp_path))[0].fault == "the record was changed or damaged: its checksum does not fit"
    with pytest.raises(BadRecord, match="its checksum does not fit"):
        Table.resume(path)
    assert Path(path).read_bytes() == changed
    assert os.listdir(tmp_path) == [os.path.basename(path)]


def test_a_save_that_somebody_moved_or_changed_during_the_match_is_written_anew(
    ooperations: Game, tmp_path: Path
) -> None:
    table, path = saved_table(ooperations, tmp_path)
    table.do(table.match.state.parse("redraw"))
    for harm in (os.unlink, lambda path: Path(path).write_text("hello\n"), lambda path: shutil.copy(__file__, path)):
        harm(path)
        table.do(table.match.legal_actions()[-1])
        assert Record.read(path).actions == table.match.record().actions
    assert len(table.match) == 4


def test_a_very_long_match_is_written_anew_now_and_then(
    maze: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablewright.table.saves.MOST_APPENDED", 500)
    record = new_record(maze, 1, "Ann")
    table = Table(record, folder=str(tmp_path))
    OPEN.append(table)
    for _ in range(100):
        table.do(table.read("flip"))
    assert table.save is not None
    assert os.path.getsize(table.save.path) < len(str(table.match.record())) + 600
    assert len(Record.read(table.save.path).actions) == 100


def test_a_save_that_could_not_be_read_again_is_not_made(
    ooperations: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(new_record(ooperations, 1, "Ann"), folder=str(tmp_path))
    OPEN.append(table)
    table.do(table.match.legal_actions()[0])
    assert table.save is not None
    monkeypatch.setattr("tablewright.table.saves.MOST_BYTES", os.path.getsize(table.save.path))
    with pytest.raises(CannotSave, match="a save has at most"):
        table.do(table.match.legal_actions()[0])
    assert len(Record.read(table.save.path).actions) == 1
    monkeypatch.setattr("tablewright.table.saves.MOST_BYTES", 100)
    with pytest.raises(CannotSave, match="a save has at most 100 bytes"):
        SaveFile.create(new_record(ooperations, 1, "Ann"), str(tmp_path))


def test_more_actions_than_a_record_may_have_are_not_saved_rather_than_lost(
    maze: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablewright.table.saves.MOST_ACTIONS", 3)
    table = Table(new_record(maze, 1, "Ann"), folder=str(tmp_path))
    OPEN.append(table)
    for _ in range(3):
        table.do(table.read("flip"))
    with pytest.raises(CannotSave, match="a save has at most 3 actions"):
        table.do(table.read("flip"))
    assert table.save is not None
    assert len(Record.read(table.save.path).actions) == 3


# --- strange files


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "large"])
def test_what_is_no_regular_file_is_refused_at_once(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "strange.record"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            file.truncate(10**12)
    with pytest.raises((CannotSave, BadRecord), match=r"not a regular file|a directory|larger than 4,000,000 bytes"):
        Table.resume(str(path))
    assert [saved.record for saved in list_saves(str(tmp_path))] == [None] * (kind == "large")


def test_a_link_to_a_save_is_gone_on_with_where_it_leads(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path / "saves")
    link = tmp_path / "link.record"
    link.symlink_to(path)
    with pytest.raises(CannotSave, match="is being played in another window"):
        Table.resume(str(link))
    table.close()
    again = resumed(str(link))
    creature = next(action for action in again.match.state.legal_actions() if action.text.startswith("creature"))
    again.do(creature)
    again.undo()
    again.do(again.match.state.parse("done"))
    assert link.is_symlink()
    assert Record.read(path).actions == ["done"]


def test_names_of_files_cannot_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "\x1b[2J.record").write_bytes(b"\xff")
    assert [saved.fault.isprintable() for saved in list_saves(str(tmp_path))] == [True]


# --- several processes

HOLD = """
import sys
from tablewright.table.saves import CannotSave
from tablewright.table.table import Table
try:
    table = Table.resume(sys.argv[1])
except CannotSave as error:
    print(error, flush=True)
else:
    print("mine", flush=True)
    sys.stdin.readline()
    table.do(table.match.state.parse("redraw"))
    print("done", flush=True)
"""


def test_of_several_processes_one_has_the_save_and_the_others_a_sentence(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    table.close()
    pipe = subprocess.PIPE
    with ExitStack() as stack:
        command = [sys.executable, "-c", HOLD, path]
        rivals = [stack.enter_context(started(command, stdin=pipe, stdout=pipe, text=True)) for _ in range(4)]
        said = [rival.stdout.readline() for rival in rivals]
        assert sorted(said) == sorted(["mine\n", *[f"{path} is being played in another window\n"] * 3])
        with pytest.raises(CannotSave, match="is being played in another window"):
            Table.resume(path)
        winner = rivals[said.index("mine\n")]
        winner.stdin.write("\n")
        winner.stdin.flush()
        assert winner.stdout.readline() == "done\n"
        winner.kill()
        winner.wait(PATIENCE)
        assert resumed(path).match.record().actions == ["redraw"]  # the lock died with its holder


def test_a_save_that_was_written_anew_is_still_held(ooperations: Game, tmp_path: Path) -> None:
    table, path = saved_table(ooperations, tmp_path)
    creature = next(action for action in table.match.state.legal_actions() if action.text.startswith("creature"))
    with open(path, "rb+") as before:
        table.do(creature)
        table.undo()
        assert not os.path.samestat(os.fstat(before.fileno()), os.stat(path))
        with pytest.raises(CannotSave, match="is being played in another window"):
            Table.resume(path)
        table.do(table.match.state.parse("done"))
    assert Record.read(path).actions == ["done"]


# --- secrets


def secret_of(table: Table) -> Path:
    assert table.save is not None
    return Path(table.save.path).with_suffix(".secret")


def secret_table(game: Game, folder: Path) -> Table:
    table = Table(record_of_people(game, game.setup(), ["Ann", "Bea"]), folder=str(folder))
    OPEN.append(table)
    table.do(table.match.legal_actions()[-1])
    return table


def test_a_match_between_people_is_dealt_from_a_secret_that_only_its_own_file_has(
    ooperations: Game, tmp_path: Path
) -> None:
    table = secret_table(ooperations, tmp_path)
    assert table.save is not None
    deal = table.match.deal
    assert isinstance(deal, SecretDeal)
    assert deal.secret.hex() not in Path(table.save.path).read_text()
    assert secret_of(table).read_text() == f"{deal.secret.hex()}\n"
    assert stat.S_IMODE(secret_of(table).stat().st_mode) == 0o600
    (saved,) = list_saves(str(tmp_path))
    assert saved.record is not None
    assert not saved.record.deal.known
    table.close()
    again = resumed(table.save.path)
    assert again.match.state == table.match.state
    while not again.match.over:
        assert secret_of(table).exists()
        assert deal.secret.hex() not in Path(table.save.path).read_text()
        again.do(again.match.legal_actions()[-1])
    assert not secret_of(table).exists()
    assert Path(table.save.path).read_text() == str(again.match.record())
    assert Record.read(table.save.path).replay() == again.match.state
    again.close()
    assert os.listdir(tmp_path) == [os.path.basename(table.save.path)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, r"cannot be read from .*\.secret: No such file or directory"),
        (b"", "is not the right one: the secret is not the one that the deal was committed to"),
        (b"ab" * 32 + b"\n", "is not the right one: the secret is not the one that the deal was committed to"),
        (b"\x1b[2J\xff", "is not the right one: it is not written as one"),
        (b"ab" * 10**6, "larger than 100 bytes"),
    ],
)
def test_a_missing_or_wrong_secret_is_one_sentence(
    text: bytes | None, sentence: str, ooperations: Game, tmp_path: Path
) -> None:
    table = secret_table(ooperations, tmp_path)
    assert table.save is not None
    right, record = secret_of(table).read_bytes(), Path(table.save.path).read_bytes()
    table.close()
    secret_of(table).unlink()
    if text is not None:
        secret_of(table).write_bytes(text)
    for _ in range(2):  # the first try lets go of everything
        with pytest.raises(BadRecord, match=f"cannot be gone on with: the secret of its cards .*{sentence}"):
            Table.resume(table.save.path)
    assert Path(table.save.path).read_bytes() == record
    secret_of(table).write_bytes(right)
    assert resumed(table.save.path).match.state == table.match.state


def test_a_secret_that_a_crash_left_beside_a_finished_match_goes_and_any_other_file_stays(
    ooperations: Game, tmp_path: Path
) -> None:
    table = secret_table(ooperations, tmp_path)
    right = secret_of(table).read_bytes()
    while not table.match.over:
        table.do(table.match.legal_actions()[-1])
    table.close()
    assert table.save is not None
    secret_of(table).write_text("precious")  # a stranger may have given the record the name of something else
    resumed(table.save.path).close()
    assert secret_of(table).read_text() == "precious"
    secret_of(table).write_bytes(right)
    resumed(table.save.path).close()
    assert not secret_of(table).exists()


def test_a_new_match_between_people_makes_owners_answer_for_their_cards(maze: Game, ooperations: Game) -> None:
    setup = ooperations.setup()
    people = record_of_people(ooperations, setup, ["Ann", "Bea"])
    assert people.owner_loses
    assert Table(people).match.owner_loses
    assert Record.parse(str(people)).owner_loses
    assert not record_of_people(ooperations, setup, ["Ann", "bot easy"]).owner_loses
    assert record_of_people(ooperations, setup, ["Ann", "Bea"], seed=7).seed == 7
    assert record_of_people(ooperations, setup, ["Ann", "bot easy"]).seed is not None
    assert not record_of_people(maze, maze.setup(), ["Ann"]).owner_loses
