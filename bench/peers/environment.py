"""The peers' own environment, ``bench/.venv-peers``: made when it is first needed or when its requirements change."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent
FOLDER = BENCH / ".venv-peers"
REQUIREMENTS = BENCH / "peers" / "requirements.txt"
STAMP = FOLDER / "installed.txt"


def python() -> str | None:
    """Return the peers' Python, set up if need be; ``None`` if that fails, which is told on standard output."""
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    program = FOLDER / "bin" / "python"
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return str(program)
    print("Setting up the peers in bench/.venv-peers (once)...", flush=True)
    pip = [str(program), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--ignore-requires-python"]
    for command in ([sys.executable, "-m", "venv", "--clear", str(FOLDER)], [*pip, "-r", str(REQUIREMENTS)]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            cause = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
            print(f"The peers cannot be installed, so only our own games are measured: {cause}")
            return None
    (FOLDER / ".gitignore").write_text("*\n", encoding="utf-8")
    STAMP.write_text(wanted, encoding="utf-8")
    return str(program)
