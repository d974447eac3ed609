"""The same sources, compiled: the tests that matter pass, and an old binary is never run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
SOURCE = REPOSITORY / "src"
TOOL = REPOSITORY / "tools" / "compile.py"
TOY = REPOSITORY / "tests" / "core" / "toy.py"
MARK, MARK_IMPORT = "@mypyc_attr(native_class=False)", "from tablewright.core.light import mypyc_attr"
PATH_MODULE = REPOSITORY / "tools" / "compiled_path.py"

#: Laws, transcripts, scenarios and rules of all games, and the bots. The other tests are about what is never compiled.
GAMES = ("ooperations", "dungeons", "maze", "marches")
NAMES = ("laws", "scenarios", "rules", "battle", "spells", "rounds", "moving", "bounds")
THAT_MATTER = [
    REPOSITORY / "tests" / "bots" / "test_bots.py",
    REPOSITORY / "tests" / "bots" / "test_levels.py",
    REPOSITORY / "tests" / "bots" / "test_search.py",
    REPOSITORY / "tests" / "core",
    REPOSITORY / "tests" / "testing",
    REPOSITORY / "tests" / "consoles" / "test_transcripts.py",
    *[REPOSITORY / "tests" / "games" / game / f"test_{name}.py" for game in GAMES for name in NAMES],
]


def run(*command: str | Path, **variables: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program without what coverage and the outer run have put into the environment."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("COV", "PYTEST"))}
    inherited.pop("PYTHONPATH", None)
    return subprocess.run(
        command,
        env={**inherited, **{name: str(value) for name, value in variables.items()}},
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=1800,
    )


def how_rules_run(python: str | Path, **variables: str | Path) -> str:
    """Return what ``tablewright version`` says about it."""
    ran = run(python, "-c", "from tablewright.cli import main; main(['version'])", **variables)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.partition("\n")[0].rpartition(", ")[2]


def test_compiled_rules_are_used_and_pass_the_tests_that_matter(tmp_path: Path) -> None:
    # An environment of its own, from which everything of the real one can be imported.
    environment = tmp_path / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    real = Path(sysconfig.get_path("purelib"))
    paths = environment / real.relative_to(sys.prefix) / "real.pth"
    paths.write_text(f"{SOURCE}\n{real}\n", encoding="utf-8")
    python, compiled = environment / "bin" / "python", environment / "compiled"

    built = run(sys.executable, TOOL, "--into", compiled)
    if built.returncode == 2:
        pytest.skip(built.stderr.strip())
    assert built.returncode == 0, built.stderr
    assert how_rules_run(python) == "interpreted"
    assert how_rules_run(python, PYTHONPATH=compiled) == "compiled"

    installed = run(python, TOOL)  # finds its folder up to date, and has only to put it on the path
    assert installed.returncode == 0, installed.stderr
    assert how_rules_run(python) == "compiled"
    assert how_rules_run(python, PYTHONPATH=SOURCE) == "interpreted"

    files = [file for file in THAT_MATTER if file.exists()]
    tests = run(sys.executable, "-m", "pytest", "-q", "-n2", "-pno:cacheprovider", *files, PYTHONPATH=compiled)
    assert tests.returncode == 0, tests.stdout[-5000:]

    check_wheels(tmp_path, compiled)

    assert run(python, TOOL, "--remove").returncode == 0
    assert how_rules_run(python) == "interpreted"
    assert not compiled.exists()


def check_wheels(folder: Path, compiled: Path) -> None:
    """Both wheels play all four games in environments that have nothing else; here, because compiling takes long."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    wheel = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir"]
    outsiders = folder / "outsiders"
    build_outsiders(outsiders)
    for how, variables in (("interpreted", {}), ("compiled", {"TABLEWRIGHT_COMPILED": compiled})):
        built = run(*wheel, folder / how, REPOSITORY, **variables)
        assert built.returncode == 0, built.stderr
        (file,) = (folder / how).glob("*.whl")
        assert file.name.endswith("-py3-none-any.whl") == (how == "interpreted")
        environment = folder / f"with {how}"
        run(sys.executable, "-m", "venv", "--without-pip", environment)
        python = environment / "bin" / "python"
        installed = run(*pip, "--python", python, "install", "--no-deps", "--no-index", file)
        assert installed.returncode == 0, installed.stderr
        assert how_rules_run(python) == how
        for game in GAMES:
            played = run(environment / "bin" / "tablewright", "laws", game, "--matches", "1")
            assert played.returncode == 0, played.stdout + played.stderr
        check_outsiders(outsiders, python)


def build_outsiders(folder: Path) -> None:
    """Compile a game of somebody else, without the core: once as it is, and once as docs/contributor.md says."""
    # The core alone is enough to check it; the front door leads to every room.
    shutil.copytree(SOURCE / "tablewright" / "core", folder / "checked" / "tablewright" / "core")
    (folder / "checked" / "tablewright" / "__init__.py").touch()
    toy = TOY.read_text(encoding="utf-8")
    marked = re.sub(r"^class (?=\w+\((State|Event|Action)\))", f"{MARK}\nclass ", toy, flags=re.MULTILINE)
    marked = marked.replace("import Any\n", f"import Any\n{MARK_IMPORT}\n", 1)
    for name, source in (("sources", toy), ("alone", toy), ("marked", marked)):
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    build = (
        f"import os; os.chdir({str(folder)!r}); from mypyc.build import mypycify; from setuptools import setup;"
        "setup(name='own', packages=[], script_args=['--quiet', 'build_ext', '--inplace'], ext_modules="
        "mypycify(['--follow-imports=silent', 'alone.py', 'marked.py'], opt_level='0', debug_level='0'))"
    )
    built = run(sys.executable, "-c", build, PYTHONPATH=folder / "checked")
    assert built.returncode == 0, built.stdout + built.stderr
    assert [name for name in ("alone", "marked") if not list(folder.glob(f"{name}.*.so"))] == []


def check_outsiders(folder: Path, python: Path) -> None:
    """A game of somebody else plays on this core, compiled or not; in no way does it crash."""

    def play(module: str) -> subprocess.CompletedProcess[str]:
        code = (
            f"import sys; sys.path.insert(0, {str(folder)!r}); from {module} import GAME;"
            "from tablewright import Match;"
            "match = Match(GAME, GAME.setup(), 3)\n"
            "while not match.over: match.advance(match.legal_actions()[0])\n"
            "print(match.outcome)"
        )
        return run(python, "-c", code)

    for module in ("sources", "marked"):
        assert play(module).stdout == "seat 1 won (last stone)\n", play(module).stderr
    refused = play("alone")
    assert refused.returncode == 1
    assert refused.stderr.splitlines()[-1].startswith(("ImportError: alone was compiled by itself", "TypeError: mypyc"))


def test_without_a_compiler_there_is_a_sentence_and_no_folder(tmp_path: Path) -> None:
    ran = run(sys.executable, TOOL, "--into", tmp_path / "compiled", PATH="")
    assert ran.returncode == 2
    assert ran.stderr.startswith("The rules cannot be compiled: there is no C compiler")
    assert not (tmp_path / "compiled").exists()


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").touch()
    ran = run(sys.executable, TOOL, "--into", tmp_path)
    assert ran.returncode == 1
    assert ran.stderr == f"The rules cannot be compiled: {tmp_path} has other things in it\n"
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


class Environment:
    """What ``compile.py`` leaves in an environment, with sources of our own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = folder / "rules.py"
        self.source.write_text("LANES = 7\n", encoding="utf-8")
        (folder / "tablewright_compiled.py").write_text(PATH_MODULE.read_text(encoding="utf-8"), encoding="utf-8")
        status = self.source.stat()
        (folder / "compiled").mkdir()
        (folder / "compiled" / "sources.txt").write_text(
            f"2 0 {folder}\n{status.st_size} {status.st_mtime_ns} {self.source}\n", encoding="utf-8"
        )

    def start(self) -> list[str]:
        """Start Python, and return whether the compiled folder is on the path and what has changed."""
        code = (
            f"import sys; sys.prefix = {str(self.folder)!r}; sys.path.append(sys.prefix); import tablewright_compiled;"
            f"print({str(self.folder / 'compiled')!r} in sys.path, tablewright_compiled.changed, sep='\\n')"
        )
        ran = run(sys.executable, "-IS", "-c", code)  # the real environment may have compiled rules of its own
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.splitlines()


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    return Environment(tmp_path)


def test_what_fits_the_sources_is_put_on_the_path(environment: Environment) -> None:
    assert environment.start() == ["True", ""]


def test_an_edited_source_takes_the_compiled_rules_off_the_path(environment: Environment) -> None:
    environment.source.write_text("LANES = 8\n", encoding="utf-8")
    os.utime(environment.source, (1, 1))
    assert environment.start() == ["False", str(environment.source)]


def test_so_does_a_source_that_is_gone(environment: Environment) -> None:
    environment.source.unlink()
    assert environment.start() == ["False", str(environment.folder)]


def test_so_does_a_new_source(environment: Environment) -> None:
    (environment.folder / "spells.py").touch()
    assert environment.start() == ["False", str(environment.folder)]


def test_a_build_that_was_not_finished_does_not_count(environment: Environment) -> None:
    (environment.folder / "compiled" / "sources.txt").write_text("0 1 unfinished\n", encoding="utf-8")
    assert environment.start() == ["False", "unfinished"]


def test_version_names_the_source_that_has_changed() -> None:
    code = (
        "import sys, types; found = types.ModuleType('tablewright_compiled'); found.changed = 'games/rules.py';"
        "sys.modules['tablewright_compiled'] = found; from tablewright.cli import main; main(['version'])"
    )
    ran = run(sys.executable, "-c", code, PYTHONPATH=SOURCE)
    assert "interpreted (since make compile this has changed: games/rules.py)" in ran.stdout.partition("\n")[0]
