"""Recorded matches are replayed to the same positions, in every version with the same rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablewright.core.record import Record
from tests.corpus.make import EVERY, GAMES, fingerprints, read_lines, record_paths

ENDINGS = {
    "ooperations": {"defeated", "round limit", "no card to draw"},
    "dungeons": {"completion", "flight", "defeat", "limit"},
    "maze": {"treasure found", "too many flips"},
    "marches": {"DEFEATED", "VOID"},
}


def first_difference(expected: str, found: str) -> str:
    """Say between which actions positions begin to differ."""
    pairs = zip(expected.split(" ")[2:], found.split(" ")[2:], strict=False)
    wrong = next((number for number, (one, two) in enumerate(pairs) if one != two), 0)
    return "at the start" if not wrong else f"between action {(wrong - 1) * EVERY} and action {wrong * EVERY}"


@pytest.mark.parametrize(
    "path", [path for game in GAMES for path in record_paths(game)], ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_a_recorded_match_replays_to_the_same_positions(path: Path) -> None:
    game = path.parent.name
    expected = read_lines(game).get(path.stem)
    assert expected is not None, f"{path.name} has no fingerprints yet: python -m tests.corpus.make --add"
    record = Record.read(str(path))
    found = fingerprints(record)
    assert found == expected, (
        f"the rules of {record.game.title} have changed: {path.name} differs {first_difference(expected, found)}. "
        "Raise the version of the game and make the corpus anew: python -m tests.corpus.make"
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_corpus_has_matches_with_every_ending(game: str) -> None:
    records = [Record.read(str(path)) for path in record_paths(game)]
    assert len(records) >= 50
    assert all(record.result for record in records)
    for ending in ENDINGS[game]:
        assert any(f"({ending}" in record.result for record in records), ending
    assert set(read_lines(game)) == {path.stem for path in record_paths(game)}
