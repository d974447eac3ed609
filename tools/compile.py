"""Compile the core, the rules of the games and the bots with mypyc: the same sources, several times as fast.

    compile.py               compile into the environment of the Python that runs this
    compile.py --into DIR    make a folder for PYTHONPATH, and leave the environment alone
    compile.py --remove      take it out of the environment again

What is made is a copy of the package that consists of links to the sources, with compiled modules beside those of
``MODULES``. Such a folder is only good as long as no source of a rule changes. The environment looks at that each time
Python starts (``compiled_path.py``) and goes back to the sources when one has: an old binary is never run.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from itertools import chain
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"
PACKAGE = "tablewright"

#: What is compiled, by folder: everything that a random match and a search run through; readers, views and faces stay
#: as they are.
MODULES = {
    "bots": ["casual", "greedy", "heuristics", "rollout", "search", "simulate"],
    "bots/dungeons": ["expert", "heuristics", "tactics"],
    "bots/marches": ["heuristics", "minimax"],
    "bots/maze": ["heuristics"],
    "bots/ooperations": ["heuristics"],
    "core": ["dice", "state"],
    "envs": ["tables"],
    "games/dungeons": [
        *["actions", "battle", "events", "floor", "generate", "kinds", "pieces", "reasons", "rules", "setup", "state"]
    ],
    "games/marches": ["actions", "battle", "drawing", "events", "pieces", "reasons", "rules", "setup", "state"],
    "games/marches/language": ["codes"],
    "games/marches/machine": ["chain", "operations"],
    "games/maze": ["actions", "drawing", "events", "pieces", "reasons", "rules", "setup", "state"],
    "games/maze/solver": ["ground", "search"],
    "games/ooperations": ["actions", "battle", "events", "pieces", "reasons", "rules", "spells", "state"],
}

PLUGIN = Path(__file__).resolve().with_name("generic_states.py")
ENVIRONMENT = Path(sysconfig.get_path("purelib"))
IN_ENVIRONMENT = Path(sys.prefix) / "compiled"
PATH_MODULE = "tablewright_compiled"
#: In a compiled folder: what the sources were when they were compiled; until it is complete, what never fits.
STAMP = "sources.txt"
UNFINISHED = "0 1 unfinished\n"

# Functions of one library call each other directly, as nobody puts others in their place: together with -O2 that gains
# seven in a hundred over -O1 alone, and compiling takes half as long again. Optimizing once more when linking gains
# another two to three, in the same time, though the linker of clang may lack what it takes; calling the interpreter
# without a detour over a table gains nearly one.
BUILD = """
import sys
import sysconfig
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify(["--strict", "--follow-imports=silent", *sys.argv[1:]], opt_level="2", debug_level="0")
if sys.platform != "win32":
    linking = [] if "clang" in (sysconfig.get_config_var("CC") or "") else ["-flto"]
    for module in modules:
        module.extra_compile_args += ["-fno-semantic-interposition", "-fno-plt", *linking]
        module.extra_link_args += linking
setup(name="rules", packages=[], script_args=["--quiet", "build_ext", "--inplace"], ext_modules=modules)
"""


class CannotCompile(Exception):
    """Compiling has failed; the message says why."""


class NoCompiler(CannotCompile):
    """This machine lacks what it takes."""


def what_is_missing() -> str | None:
    """Say what this machine lacks for compiling; ``None`` if it is all there."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"there is no C compiler ({compiler})"
    if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
        return "the headers of Python are not installed (Python.h)"
    try:
        import mypyc.build  # noqa: F401
        import setuptools  # noqa: F401
    except ImportError as error:
        return f"{error.name} is not installed"
    return None


def sources() -> list[Path]:
    """Return the sources that are compiled."""
    return [SOURCE / PACKAGE / folder / f"{name}.py" for folder, names in MODULES.items() for name in names]


def build(into: Path) -> None:
    """Make a compiled folder unless it is there already and fits, or raise ``CannotCompile`` and leave nothing."""
    if is_fresh(into):
        return
    if into.exists() and not (into / STAMP).exists() and any(into.iterdir()):
        raise CannotCompile(f"{into} has other things in it")
    missing = what_is_missing()
    if missing is not None:
        raise NoCompiler(missing)
    stamp = _stamp()
    with tempfile.TemporaryDirectory() as folder:
        staging = Path(folder)
        shutil.copytree(SOURCE / PACKAGE, staging / PACKAGE, ignore=shutil.ignore_patterns("__pycache__", "data"))
        # The front door leads to every room and every library; the rules are checked in a second without it.
        (staging / PACKAGE / "__init__.py").write_text("", encoding="utf-8")
        (staging / "mypy.ini").write_text(f"[mypy]\nplugins = {PLUGIN}\n", encoding="utf-8")
        files = [str(path.relative_to(SOURCE)) for path in sources()]
        done = subprocess.run([sys.executable, "-c", BUILD, *files], cwd=staging, capture_output=True, text=True)
        if done.returncode:
            raise CannotCompile("the compiler stopped:\n" + (done.stdout + done.stderr)[-3000:])
        shutil.rmtree(staging / "build")
        shutil.rmtree(into, ignore_errors=True)
        into.mkdir(parents=True)
        (into / STAMP).write_text(UNFINISHED, encoding="utf-8")
        _link(SOURCE / PACKAGE, into / PACKAGE)
        for binary in staging.rglob("*" + sysconfig.get_config_var("EXT_SUFFIX")):
            shutil.move(binary, into / binary.relative_to(staging))
    (into / STAMP).write_text(stamp, encoding="utf-8")


def _link(source: Path, target: Path) -> None:
    """Rebuild a folder of the package from links: folder by folder where something is compiled, else as a whole."""
    target.mkdir()
    for entry in source.iterdir():
        if entry.is_dir() and any(path.is_relative_to(entry) for path in sources()):
            _link(entry, target / entry.name)
        elif entry.name != "__pycache__":
            (target / entry.name).symlink_to(entry, entry.is_dir())


def _stamp() -> str:
    """Describe what the outcome depends on.

    That is all sources in the folders where something is compiled, because they see each other's constants and types,
    this tool with its plug-in, and the interpreter.
    """
    folders = {folder: sorted(folder.glob("*.py")) for folder in sorted({path.parent for path in sources()})}
    lines = [f"{len(files)} 0 {folder}\n" for folder, files in folders.items()]
    for file in [Path(__file__).resolve(), PLUGIN, Path(sys.executable).resolve(), *chain(*folders.values())]:
        status = file.stat()
        lines.append(f"{status.st_size} {status.st_mtime_ns} {file}\n")
    return "".join(lines)


def is_fresh(folder: Path) -> bool:
    """Say whether a compiled folder still fits the sources."""
    try:
        return (folder / STAMP).read_text(encoding="utf-8") == _stamp()
    except OSError:
        return False


def install() -> None:
    """Compile into the environment."""
    if sys.prefix == sys.base_prefix:
        raise CannotCompile("this Python has no environment of its own; use the one that make sets up in .venv")
    build(IN_ENVIRONMENT)
    shutil.copy(Path(__file__).with_name("compiled_path.py"), ENVIRONMENT / f"{PATH_MODULE}.py")
    (ENVIRONMENT / f"{PATH_MODULE}.pth").write_text(f"import {PATH_MODULE}\n", encoding="utf-8")


def remove() -> None:
    """Take everything out of the environment that ``install`` has put there."""
    for suffix in ("pth", "py"):
        (ENVIRONMENT / f"{PATH_MODULE}.{suffix}").unlink(missing_ok=True)
    shutil.rmtree(IN_ENVIRONMENT, ignore_errors=True)


def main() -> int:
    """Run the command line: 0 if all is well, 1 if compiling fails, 2 if there is no compiler."""
    parser = argparse.ArgumentParser(description="Compile the core, the rules of the games and the bots with mypyc.")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--into", metavar="DIR", type=Path, help="make a folder for PYTHONPATH instead")
    where.add_argument("--remove", action="store_true", help="run from the sources again")
    arguments = parser.parse_args()
    try:
        if arguments.remove:
            remove()
        elif arguments.into is not None:
            build(arguments.into.absolute())
        else:
            install()
    except CannotCompile as error:
        print(f"The rules cannot be compiled: {error}", file=sys.stderr)
        return 2 if isinstance(error, NoCompiler) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
