"""The reference transcripts, byte for byte, each as a real process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.transcript import Case, cases, check_case, program


@pytest.mark.parametrize("case", cases("ooperations"))
def test_reference_transcript(case: Case, tmp_path: Path) -> None:
    check_case(case, [program("ooperations")], tmp_path)
