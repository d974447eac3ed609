"""A person plays while the disk is full: run as a process of its own, because the limit holds for all of it."""

from __future__ import annotations

import errno
import os
import resource
import sys
from collections.abc import Callable

from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.table.players import new_record
from tablewright.table.saves import CannotSave
from tablewright.table.table import Table

#: So many actions are done and cannot be saved.
FAILURES = 40


def new_table(folder: str, key: str) -> Table:
    game = find_game(key)
    setup = game.setup()
    return Table(new_record(game, setup, ["Ann", "Bea"][: setup.seats]), folder=folder)


def act(table: Table) -> bool:
    """Do something that does not end the match, and say whether it was saved."""
    line = "flip" if table.game.key == "maze" else "redraw"
    legal = {action.text: action for action in table.match.legal_actions()}
    try:
        table.do(legal[line] if line in legal else table.match.legal_actions()[-1])
    except CannotSave as error:
        assert str(error).endswith((os.strerror(errno.EFBIG), os.strerror(errno.ENOSPC))), error
        return False
    return True


def sizes(folder: str) -> dict[str, int]:
    return {name: os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder)}


def check(folder: str, key: str, before: int, fill: Callable[[int], None], empty: Callable[[], None]) -> None:
    """Play in a folder whose disk is full after some saved actions; without any, it is full at once."""
    os.makedirs(folder)
    table = new_table(folder, key)
    for _ in range(before):
        assert act(table)
    handles = len(os.listdir("/proc/self/fd"))
    there = sizes(folder)
    fill(max((size for name, size in there.items() if name.endswith(".record")), default=100) + 5)
    failures = 0
    kept = table.match.record().actions
    while failures < FAILURES:
        if act(table):  # the last page of a file may have room for a line
            kept, there = table.match.record().actions, sizes(folder)
            continue
        failures += 1
        assert sizes(folder) == there
        assert table.save is None or Record.read(table.save.path).actions == kept
    assert len(os.listdir("/proc/self/fd")) == handles
    empty()
    assert act(table)
    assert table.save is not None
    table.close()
    again = Table.resume(table.save.path)
    assert len(again.match) == len(table.match) > before + FAILURES
    assert again.match.state == table.match.state
    again.close()
    suffixes = sorted(os.path.splitext(name)[1] for name in os.listdir(folder))
    assert suffixes == ([".record"] if key == "maze" else [".record", ".secret"]), suffixes


def allow(size: int) -> None:
    """Let no file of this process grow beyond a size."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def main(folder: str, really: bool) -> None:
    ballast = os.path.join(folder, "ballast")

    def fill(size: int) -> None:
        with open(ballast, "wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError as error:
                assert error.errno == errno.ENOSPC, error

    for before in (0, 1, 7):
        for key in ("maze",) if really else ("maze", "ooperations"):
            place = os.path.join(folder, f"{key}-{before}")
            if really:
                check(place, key, before, fill, lambda: os.unlink(ballast))
            else:
                check(place, key, before, allow, lambda: allow(resource.RLIM_INFINITY))
    print("nothing lost, nothing left")


if __name__ == "__main__":
    main(sys.argv[1], really="really" in sys.argv[2:])
