"""Dungeons & Classes as the rest of Tablewright sees it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.game import Choice, Game, Option
from tablewright.core.outside import read_text
from tablewright.core.own import Shelf, own_about
from tablewright.core.problems import Problem
from tablewright.games.dungeons.actions import ACTIONS, DungeonsAction
from tablewright.games.dungeons.files import DUNGEON_MAGIC, PLAYABLE, check, claims, magic_of, read_dungeon
from tablewright.games.dungeons.setup import ACTION_LIMIT, DungeonsSetup, Room, party, too_small
from tablewright.games.dungeons.state import DungeonsState, deal
from tablewright.games.dungeons.tables import DATA
from tablewright.games.dungeons.views import read_setup, restore, shipped_content, write_setup

DUNGEONS = os.path.join(DATA, "dungeons")

#: What heroes are called at a table that does not ask.
NAMES = {"W": "Willow", "B": "Bruna", "R": "Rook"}

PARTIES = {
    "wizard-barbarian-rogue": "all three of them",
    "wizard-barbarian": "force and steel",
    "wizard-rogue": "staff and bow, and nobody who can take a blow",
    "barbarian-rogue": "two blades and no magic",
    "wizard": "alone with a staff",
    "barbarian": "alone with an axe",
    "rogue": "alone with a rapier",
}

SEATS = {
    "one": "one player leads all heroes",
    "each": "every hero has a player of its own",
}


@cache
def dungeons() -> dict[str, str]:
    """Return the shipped dungeons by name, from easy to hard, each with a line about it."""
    lines = read_text(os.path.join(DUNGEONS, "index.txt")).splitlines()
    entries = [line.partition(": ") for line in lines]
    return {name: about for name, _, about in entries}


@cache
def shipped(name: str) -> tuple[Room, ...]:
    """Return the rooms of a shipped dungeon."""
    rooms, _ = read_dungeon(os.path.join(DUNGEONS, f"{name}.txt"))
    return tuple(rooms)


class DungeonsGame(Game):
    """Dungeons & Classes."""

    key = "dungeons"
    title = "Dungeons & Classes"
    version = 1
    about = "One to three heroes fight their way through a dungeon, room by room, to defeat its Lich."
    hidden = True  # all seats know the same, but none of them knows the chests and the rooms to come
    chance = True
    cooperative = True
    seats = (1, 3)

    def __init__(self, own_files: Sequence[str] = ()) -> None:
        self.own_files = tuple(own_files)
        #: By the name of their file: its path and its rooms.
        self._own: dict[str, tuple[str, tuple[Room, ...]]] = {}
        shelf = Shelf("dungeon", dungeons() if own_files else ())
        for path in own_files:
            if magic_of(path) != DUNGEON_MAGIC:
                continue
            wrong = [str(problem) for problem in check([path]) if problem.code not in PLAYABLE]
            shelf.wrong += wrong
            name = os.path.splitext(os.path.basename(path))[0]
            if not wrong and shelf.take(name, path):
                self._own[name] = path, tuple(read_dungeon(path)[0])
        shelf.check()

    def with_files(self, files: Sequence[str]) -> DungeonsGame:
        return DungeonsGame(files)

    def choices(self) -> list[Choice]:
        options = [Option(name, about) for name, about in dungeons().items()]
        for name, (path, rooms) in self._own.items():
            about = "one room" if len(rooms) == 1 else f"{len(rooms)} rooms"
            options.append(Option(name, own_about(about, path), path))
        return [
            Choice("dungeon", "Dungeon", options),
            Choice("heroes", "Heroes", [Option(name, about) for name, about in PARTIES.items()]),
            Choice("players", "Players", [Option(name, about) for name, about in SEATS.items()]),
        ]

    def setup(self, **chosen: str) -> DungeonsSetup:
        picked = self.pick(chosen)
        letters = [name[0].upper() for name in picked["heroes"].split("-")]
        seats = 1 if picked["players"] == "one" else len(letters)
        heroes = party([(NAMES[letter], letter) for letter in letters], seats)
        name = picked["dungeon"]
        if name not in self._own:
            return DungeonsSetup(shipped(name), heroes, seats, ACTION_LIMIT)
        path, rooms = self._own[name]
        small = too_small(rooms, len(heroes))
        if small is not None:
            raise ValueError(f"{path}: room {small.id} has only {small.free()} free fields for {len(heroes)} heroes")
        return DungeonsSetup(rooms, heroes, seats, ACTION_LIMIT)

    def deal(self, setup: DungeonsSetup, dice: Dice) -> DungeonsState:
        return deal(setup, dice)

    def actions(self, setup: DungeonsSetup) -> Sequence[DungeonsAction]:
        return ACTIONS

    def write_setup(self, setup: DungeonsSetup) -> dict[str, Any]:
        return write_setup(setup)

    def read_setup(self, value: Any) -> DungeonsSetup:
        return read_setup(value)

    def content(self, setup: DungeonsSetup) -> dict[str, str]:
        return shipped_content(setup)

    def restore(self, snapshot: Any) -> DungeonsState:
        return restore(snapshot)

    def claims(self, path: str) -> bool:
        return claims(path)

    def check(self, paths: list[str]) -> list[Problem]:
        return check(paths)


GAME = DungeonsGame()
