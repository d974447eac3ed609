"""Files are written whole or not at all, and a lock has one holder."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tablewright.core.disk import PART, Lock, remove_abandoned, write_whole

from ..support.process import PATIENCE, started


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(str(path), b"one")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    with path.open("rb") as reader:
        write_whole(str(path), b"two")
        assert reader.read() == b"one"
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert os.listdir(tmp_path) == ["file"]


def test_a_new_file_takes_no_name_that_there_is(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(str(path), b"one", new=True)
    with pytest.raises(FileExistsError):
        write_whole(str(path), b"two", new=True)
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        write_whole(str(tmp_path / "link"), b"two", new=True)
    assert path.read_bytes() == b"one"
    assert sorted(os.listdir(tmp_path)) == ["file", "link"]


def test_a_file_system_without_links_can_have_new_files_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*paths: str) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    test_a_new_file_takes_no_name_that_there_is(tmp_path)


@pytest.mark.parametrize("new", [False, True])
def test_what_fails_leaves_nothing_behind(new: bool, tmp_path: Path) -> None:
    (tmp_path / "folder" / "inner").mkdir(parents=True)
    with pytest.raises(OSError, match="folder"):
        write_whole(str(tmp_path / "folder"), b"data", new=new)
    with pytest.raises(FileNotFoundError):
        write_whole(str(tmp_path / "none" / "file"), b"data", new=new)
    assert os.listdir(tmp_path) == ["folder"]


def test_a_link_in_the_place_of_a_part_or_a_lock_leads_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even somebody who knew the name of the part in advance could not have another file overwritten."""
    target = tmp_path / "target"
    target.write_bytes(b"precious")
    monkeypatch.setattr("secrets.token_hex", lambda _: "0" * 16)
    for name in (PART.format("0" * 16), "file.part", "file.lock"):
        (tmp_path / name).symlink_to(target)
    with pytest.raises(FileExistsError):
        write_whole(str(tmp_path / "file"), b"data")
    with pytest.raises(OSError, match="symbolic links"):
        Lock(str(tmp_path / "file.lock"))
    monkeypatch.undo()
    write_whole(str(tmp_path / "file"), b"data")
    (tmp_path / "file").unlink()
    (tmp_path / "file").symlink_to(target)
    write_whole(str(tmp_path / "file"), b"data")
    assert (tmp_path / "file").read_bytes() == b"data"
    assert not (tmp_path / "file").is_symlink()
    assert target.read_bytes() == b"precious"


def test_only_old_parts_of_ours_are_removed(tmp_path: Path) -> None:
    names = [PART.format("0123456789abcdef"), ".tablewright-.part", "mine.part", ".tablewright-0123456789abcdef.record"]
    young = PART.format("f" * 16)
    for name in (*names, young):
        (tmp_path / name).write_text("")
    (tmp_path / "target").write_text("")
    (tmp_path / PART.format("a" * 16)).symlink_to("target")
    (tmp_path / PART.format("b" * 16)).mkdir()
    long_ago = time.time() - 7200
    for name in os.listdir(tmp_path):
        if name != young:
            os.utime(tmp_path / name, (long_ago, long_ago), follow_symlinks=False)
    before = set(os.listdir(tmp_path))
    remove_abandoned(str(tmp_path))
    assert before - set(os.listdir(tmp_path)) == {names[0]}
    remove_abandoned(str(tmp_path / "nowhere"))


def test_a_lock_has_one_holder_and_leaves_no_file(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    with Lock(path) as lock:
        assert lock.held
        with pytest.raises(BlockingIOError):
            Lock(path)
    lock.release()
    assert not lock.held
    assert os.listdir(tmp_path) == []
    Lock(path).release()


def test_a_lock_whose_file_somebody_removed_takes_nobody_elses_with_it(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    first = Lock(path)
    os.unlink(path)
    second = Lock(path)  # the harm is done
    first.release()
    with pytest.raises(BlockingIOError):
        Lock(path)
    second.release()


def test_a_holder_that_is_killed_lets_go(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    hold = "import sys, time; from tablewright.core.disk import Lock; lock = Lock(sys.argv[1]); print(flush=True)"
    with started([sys.executable, "-c", f"{hold}; time.sleep(600)", path], stdout=subprocess.PIPE) as holder:
        holder.stdout.readline()
        with pytest.raises(BlockingIOError):
            Lock(path)
        holder.kill()
        holder.wait(PATIENCE)
        Lock(path).release()


# Who holds the lock makes a file that nobody else has; between opening and locking others come and go.
RUSH = """
import os, sys, time
from tablewright.core.disk import Lock
end, held = time.monotonic() + float(sys.argv[2]), 0
while time.monotonic() < end:
    try:
        lock = Lock(sys.argv[1] + ".lock")
    except BlockingIOError:
        continue
    os.close(os.open(sys.argv[1], os.O_CREAT | os.O_EXCL))
    os.unlink(sys.argv[1])
    held += 1
    lock.release()
print(held)
"""


def test_in_a_rush_there_is_never_a_second_holder(tmp_path: Path) -> None:
    command = [sys.executable, "-c", RUSH, str(tmp_path / "witness"), "1.5"]
    with ExitStack() as stack:
        rush = [stack.enter_context(started(command, stdout=subprocess.PIPE, text=True)) for _ in range(4)]
        held = [int(process.communicate(timeout=PATIENCE)[0] or -1) for process in rush]
    assert min(held) >= 0 < sum(held), held
    assert os.listdir(tmp_path) == []
