from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.transcript import ROOT

POINTS = """\
[tablewright.games]
toy = tests.core.toy:GAME
[tablewright.observations]
toy = tests.envs.toy:ToyEncoder
"""


def test_a_game_of_another_package_brings_its_layout_and_passes_all_checkers(tmp_path: Path) -> None:
    info = tmp_path / "other_games-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-games\nVersion: 1\n")
    (info / "entry_points.txt").write_text(POINTS)
    code = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]; import tests.envs.toy as toy; toy.check()"
    ran = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.endswith("checked\n")
