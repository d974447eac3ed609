"""The reference transcripts, byte for byte, each as a real process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.transcript import Case, cases, check_case, program


@pytest.mark.parametrize("case", [case for game in ("ooperations", "dungeons", "maze") for case in cases(game)])
def test_the_console_prints_the_transcript(case: Case, tmp_path: Path) -> None:
    check_case(case, [program(case.game)], tmp_path)
