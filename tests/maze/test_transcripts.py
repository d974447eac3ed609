"""The console against the reference transcripts, as a real process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.transcript import Case, cases, check_case, program


@pytest.mark.parametrize("case", cases("maze"))
def test_console_prints_the_transcript(case: Case, tmp_path: Path) -> None:
    check_case(case, [program("maze")], tmp_path)
