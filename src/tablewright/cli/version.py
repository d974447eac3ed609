"""``tablewright version``: what is installed, and whether the rules are compiled."""

from __future__ import annotations

import argparse
import platform
import sys

import tablewright
from tablewright.core import state
from tablewright.core.registry import all_games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """There are none."""


def run(arguments: argparse.Namespace) -> int:
    """Print the versions."""
    print(f"tablewright {tablewright.__version__}, Python {platform.python_version()}, {how_rules_run()}")
    for game in all_games():
        print(f"  {game.key}: {game.title}, rules {game.version}")
    return 0


def how_rules_run() -> str:
    """Say whether the rules run interpreted or compiled; a compiled build that no longer fits is not used."""
    if not (state.__file__ or "").endswith(".py"):
        return "compiled"
    changed = getattr(sys.modules.get("tablewright_compiled"), "changed", "")
    return f"interpreted (since make compile this has changed: {changed})" if changed else "interpreted"
