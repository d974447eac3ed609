from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "library"),
    [
        ("aec", "pettingzoo"),
        ("gym", "gymnasium"),
        ("spiel", "pyspiel"),
        ("arena", "numpy"),
    ],
)
def test_a_missing_library_is_told_with_the_extra_to_install(module: str, library: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None\nimport tablewright.envs.{module}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 1
    assert ran.stderr.strip().split("\n")[-1] == (
        f"ImportError: {library} is not installed: the standard environments need the extra [envs], "
        'install it with: pip install "tablewright[envs]"'
    )


def test_the_package_itself_needs_no_library() -> None:
    code = (
        "import sys\nfor name in ('numpy', 'gymnasium', 'pettingzoo', 'pyspiel'): sys.modules[name] = None\n"
        "import tablewright.envs"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
