"""``tablewright version``: what is installed."""

from __future__ import annotations

import argparse
import platform

import tablewright
from tablewright.core.registry import installed_games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """There are none."""


def run(arguments: argparse.Namespace) -> int:
    """Print the versions."""
    print(f"tablewright {tablewright.__version__}, Python {platform.python_version()}")
    for game in installed_games():
        print(f"  {game.key}: {game.title}, rules {game.version}")
    return 0
