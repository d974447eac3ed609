"""Studies from Python: ``study`` compares bots in one call, ``run`` runs whatever a study file can say."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from tablewright.core.game import Game
from tablewright.core.outside import plain
from tablewright.core.perspective import PlayerFault
from tablewright.core.registry import refer
from tablewright.lab.export import table_name, table_of
from tablewright.lab.identity import PARTS
from tablewright.lab.play import ContentChanged, check_unchanged
from tablewright.lab.report import render
from tablewright.lab.runners import LostWorker, Runner, runner_for
from tablewright.lab.store import BadFolder, Pieces, Store, write_result
from tablewright.lab.study import Study, make_study, read_study
from tablewright.lab.summary import summarise

#: Of the pairings that have changed so many are named.
MOST_NAMED = 10
#: Told how many pieces of work are finished, and of how many.
Progress = Callable[[int, int], None]


def study(
    game: Game | str,
    bots: Sequence[str],
    games: int = 100,
    seed: int = 1,
    *,
    entrants: Mapping[str, Sequence[str] | str] | None = None,
    tables: Mapping[str, Sequence[str] | str] | None = None,
    mirrors: bool = False,
    folder: str | PathLike[str] | None = None,
    jobs: int = 1,
) -> dict[str, Any]:
    """Compare bots on a game and return the summary of their matches: everybody meets everybody on the same deals.

    >>> summary = tablewright.study("ooperations", ["greedy", "random"], games=20)
    >>> for pairing in summary["pairings"]:
    ...     print(pairing["name"], pairing["share"])
    greedy - random 0.95

    ``games`` is the number of deals of each pairing, played once with either seating; alone or together, each bot plays
    all of them. What bots bring to their seats, and what concerns the whole table, is named by the game's choices, as a
    list or as ``"all"``; every combination is played: ``entrants={"deck": ["wolfpack", "venom"]}``,
    ``tables={"dungeon": "all"}``. With ``mirrors`` everybody also meets itself.

    ``folder`` and ``jobs`` are those of ``run``. Raises ``ValueError`` with a line for everything that is wrong.
    """
    settings = {
        "game": game,
        "bots": bots,
        "games": games,
        "seed": seed,
        "entrants": dict(entrants or {}),
        "tables": dict(tables or {}),
        "mirrors": mirrors,
    }
    return run(settings, folder, jobs=jobs)


def run(
    study: Study | Mapping[str, Any] | str | PathLike[str],
    folder: str | PathLike[str] | None = None,
    *,
    jobs: int = 1,
    runner: Runner | None = None,
    title: str = "",
    progress: Progress | None = None,
    notice: Callable[[str], None] | None = None,
    programs: bool = False,
) -> dict[str, Any]:
    """Run a study and return its summary; the study is one, or the path of a study file, or what such a file says.

    With a folder, every finished piece is kept there at once, and the matches, the summary, a table and a report with a
    title are written at the end. What an earlier run of the same study has finished is not played again, unless its
    cards, decks, tables, rules or bots have changed; ``notice`` is told which. Without a folder nothing is written.
    ``jobs`` processes share the work, unless a ``runner`` does it; the results are the same.

    A script with more than one job needs ``if __name__ == "__main__":``, as always where Python starts processes. They
    find their games themselves: one of your own has to be installed, or made in a module or outside of that block.
    Raises ``BadStudy`` (a ``ValueError``), ``BadFolder``, ``ContentChanged``, ``LostWorker`` or ``PlayerFault``, each
    with a sentence. A study file may come from a stranger: only with ``programs`` can it name bots that run some
    (``pipe:``).
    """
    if jobs < 1:
        raise ValueError(f"there must be at least 1 job, not {jobs}")
    if isinstance(study, Mapping):
        study = make_study(study)
    elif not isinstance(study, Study):
        title = title or Path(study).stem
        study = read_study(str(study), programs)
    if jobs > 1:
        refer(study.game)  # complains if other processes could not find it
    with Pieces(study) if folder is None else Store(Path(folder), study) as pieces:
        history = _history(study, pieces)
        if notice is not None:
            for sentence in history:
                notice(sentence)
        _play(study, pieces, runner or runner_for(jobs), progress)
        rows = pieces.merge()
        summary = summarise(study, rows)
        if isinstance(pieces, Store):
            _write(pieces.folder, study, rows, summary, plain(title or pieces.folder.name), history)
    return summary


def _history(study: Study, pieces: Pieces) -> list[str]:
    """Say in sentences what has changed since the study was last run, and what need not be played again."""
    told = []
    for part in PARTS.values():
        names = [str(study.pairings[number]) for number, parts in pieces.changed.items() if part in parts]
        if names:
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            told.append(
                f"The {part} of {len(names)} of {len(study.pairings)} pairings have changed since the last run, "
                f"so these are played again: {', '.join(names[:MOST_NAMED])}{more}."
            )
    finished, total = len(pieces.finished()), study.chunk_count()
    if finished:
        told.append(f"{finished} of {total} pieces are reused: what they were played with has not changed.")
    return told


def _play(study: Study, pieces: Pieces, runner: Runner, progress: Progress | None) -> None:
    """Play what is missing."""
    finished = pieces.finished()
    missing = (chunk for chunk in study.chunks() if chunk.number not in finished)
    done, total = len(finished), study.chunk_count()
    if progress is not None:
        progress(done, total)
    try:
        for chunk, piece in runner(study, missing):
            pieces.keep(chunk, piece.rows)
            done += 1
            if progress is not None:
                progress(done, total)
        check_unchanged(study)
    except (ContentChanged, LostWorker, PlayerFault) as error:
        if isinstance(pieces, Store):
            raise type(error)(f"{error}; what is finished is kept, run the study again to go on") from error
        raise


def _write(
    folder: Path,
    study: Study,
    rows: Iterable[dict[str, Any]],
    summary: dict[str, Any],
    title: str,
    history: Sequence[str],
) -> None:
    try:
        write_result(folder / "summary.json", (json.dumps(summary, indent=1) + "\n").encode())
        write_result(folder / "report.html", render(summary, title, history).encode())
        write_result(folder / table_name(), table_of(study, rows))
    except OSError as error:
        raise BadFolder(f"the report cannot be written: {error.strerror}; all matches are kept") from error
