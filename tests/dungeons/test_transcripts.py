"""The reference transcripts, byte for byte, as real processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.transcript import Case, cases, check_case, program


@pytest.mark.parametrize("case", cases("dungeons"))
def test_transcript_comes_out_byte_for_byte(case: Case, tmp_path: Path) -> None:
    check_case(case, [program("dungeons")], tmp_path)
