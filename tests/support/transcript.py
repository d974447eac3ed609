"""Reference transcripts: read them, and run a console program as a real process against one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONFORMANCE = Path(os.environ.get("TABLEWRIGHT_CONFORMANCE", ROOT.parent / "shared" / "conformance"))


def program(name: str) -> str:
    """Return the path of an installed console program."""
    return str(Path(sysconfig.get_path("scripts")) / name)


@dataclass
class Transcript:
    """Everything one run prints and reads."""

    output: bytes
    typed: bytes

    @classmethod
    def parse(cls, data: bytes) -> Transcript:
        output, typed = bytearray(), bytearray()
        for line in data.split(b"\n"):
            mark, text = line[:1], line[2:]
            if mark == b">":
                output += text + b"\n"
            elif mark == b"?":
                output += text
            elif mark == b"<":
                typed += text + b"\n"
        return cls(bytes(output), bytes(typed))


@dataclass
class Case:
    """One entry of a manifest."""

    game: str
    name: str
    argv: list[str]
    exit_code: int
    io: str
    env: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] | list[dict[str, str]] = field(default_factory=dict)
    appended: str | None = None
    about: str = ""

    def written_files(self) -> dict[str, str]:
        """Return which file must equal which reference afterwards; manifests say it in two ways."""
        if isinstance(self.files, dict):
            return self.files
        return {pair["written"]: pair["expected"] for pair in self.files}

    @property
    def folder(self) -> Path:
        return CONFORMANCE / self.game


def cases(game: str) -> list[object]:
    """Return the cases of a game as pytest parameters; one skipped parameter where the data is absent."""
    manifest = CONFORMANCE / game / "manifest.toml"
    if not manifest.exists():
        reason = f"no reference transcripts at {manifest.parent}"
        return [pytest.param(None, marks=pytest.mark.skip(reason=reason), id=f"{game}-absent")]
    tests = tomllib.loads(manifest.read_text("utf-8"))["test"]
    return [pytest.param(Case(game=game, **test), id=f"{game}-{test['name']}".replace(" ", "-")) for test in tests]


def check_case(case: Case, command: list[str], scratch: Path) -> None:
    """Run a case in a scratch copy of its folder and compare output, exit status and files byte for byte."""
    work = scratch / "work"
    shutil.copytree(case.folder, work, copy_function=shutil.copyfile)
    for folder in (work, *(path for path in work.rglob("*") if path.is_dir())):
        folder.chmod(0o755)
    (work / "saves").mkdir(exist_ok=True)
    transcript = Transcript.parse((case.folder / case.io).read_bytes())
    ran = subprocess.run(
        [*command, *case.argv], input=transcript.typed, capture_output=True, cwd=work, env={**os.environ, **case.env}
    )
    assert ran.stdout.decode("utf-8", "backslashreplace") == transcript.output.decode("utf-8", "backslashreplace")
    assert all(line.startswith(b"tablewright check finds ") for line in ran.stderr.splitlines()), ran.stderr
    assert ran.returncode == case.exit_code
    if case.appended is not None and (case.folder / case.argv[0]).exists():
        assert (work / case.argv[0]).read_bytes() == (case.folder / case.argv[0]).read_bytes() + case.appended.encode()
    for made, wanted in case.written_files().items():
        assert (work / made).read_bytes() == (case.folder / wanted).read_bytes()
