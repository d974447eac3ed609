"""Rooms that are drawn, for tests that read like the rulebook.

``table(". Z1/5 D2", "B . D0", dice=[3])`` is a room two rows high: a Zombie with 5 health, the Barbarian below it, two
doors. Fields are separated by blanks: ``.`` empty, ``D2`` a door, ``T`` a chest, ``X`` a death location of nobody,
``W B R`` heroes, ``Z1`` a foe; ``/5`` is health, and ``Z1/0`` what a foe has left. Whatever is rolled comes from
``dice``.
"""

from __future__ import annotations

from typing import Any

from tablewright.core.dice import ScriptedDice
from tablewright.core.state import IllegalAction, Malformed
from tablewright.games.dungeons.floor import REMAINS, field_at
from tablewright.games.dungeons.game import GAME
from tablewright.games.dungeons.kinds import NONE
from tablewright.games.dungeons.pieces import Hoard, outfit
from tablewright.games.dungeons.state import DungeonsState
from tablewright.games.dungeons.tables import FOE_OF, HERO_OF, ITEM_OF, ITEMS, amounts_by_name

NAMES = {"W": "Ann", "B": "Bob", "R": "Cid"}


class Table:
    """A position with a memory of what was told."""

    def __init__(self, state: DungeonsState, dice: list[int]) -> None:
        self.state = state
        self.state.dice = ScriptedDice(dice)

    def do(self, *lines: str) -> list[str]:
        """Do actions and return what was told meanwhile."""
        told: list[str] = []
        self.state.watch = lambda event: told.append(event.told(None))
        for line in lines:
            self.state.submit(self.state.parse(line))
        return [line for line in told if line]

    def refused(self, line: str) -> str:
        """Try an action that must be refused and return the code of the reason."""
        before = self.state.key()
        try:
            self.state.submit(self.state.parse(line))
        except (IllegalAction, Malformed) as refusal:
            assert self.state.key() == before
            assert str(refusal)
            return refusal.reason.code
        raise AssertionError(f'"{line}" was done')

    def hero(self, letter: str) -> dict[str, Any]:
        """Return the view of a hero."""
        (found,) = [hero for hero in self.state.view(0)["heroes"] if hero["type"] == letter]
        return found

    def where(self) -> dict[str, tuple[int, int]]:
        """Return the fields of all living characters."""
        view = self.state.view(0)
        heroes = {hero["type"]: tuple(hero["at"]) for hero in view["heroes"] if hero["at"]}
        return heroes | {f"{foe['type']}{foe['id']}": tuple(foe["at"]) for foe in view["room"]["foes"]}

    def health(self) -> dict[str, int]:
        """Return the health of all living characters."""
        view = self.state.view(0)
        heroes = {hero["type"]: hero["health"] for hero in view["heroes"] if hero["at"]}
        return heroes | {f"{foe['type']}{foe['id']}": foe["health"] for foe in view["room"]["foes"]}

    def all_dice_used(self) -> bool:
        """Say whether the script is at its end."""
        dice = self.state.dice
        assert isinstance(dice, ScriptedDice)
        return dice.drawn == len(dice.script)

    def give(self, letter: str, *items: str, weapon: str | None = None, armor: str | None = None) -> Table:
        """Give a hero exactly these items, written as ``2 HAXE``, besides what it wears and wields."""
        kind = HERO_OF[letter]
        bag = [0] * len(ITEM_OF)
        for item in items:
            amount, abbreviation = item.split()
            bag[ITEM_OF[abbreviation].number] = int(amount)
        worn = [NONE if item is None else ITEM_OF[item].number for item in (armor, weapon)]
        number = self.state.setup.leaders[kind.number]
        self.state.heroes[number] = self.state.heroes[number].with_gear(outfit(kind, tuple(bag), worn[0], worn[1]))
        return self


def table(
    *rows: str,
    rooms: tuple[str, ...] = (),
    dice: list[int] | None = None,
    chest: str = "10,NHEP,2",
    remains: dict[str, int] | None = None,
    order: str = "WBR",
    seats: int = 1,
    limit: int = 0,
    count: int = 0,
) -> Table:
    """Return a drawn position in room 1; further rooms are lines of a dungeon file."""
    entities: list[str] = []
    heroes: dict[str, dict[str, Any]] = {}
    hoards: list[dict[str, Any]] = []
    graves: list[tuple[int, Hoard]] = []
    foes: dict[tuple[str, int], dict[str, Any]] = {}
    cells = [row.split() for row in rows]
    for y, row in enumerate(cells, 1):
        for x, cell in enumerate(row, 1):
            letter, at = cell[0], [y, x]
            name, _, health = cell.partition("/")
            if letter == "D":
                entities.append(f"D:{y},{x}:{name[1:]}")
            elif letter == "T":
                entities.append(f"T:{y},{x}:{chest}")
                hoards.append({"at": at})
            elif letter == "X":
                left = tuple([(remains or {}).get(item.abbreviation, 0) for item in ITEMS])
                graves.append((len(hoards) + len(graves), Hoard(field_at(y, x), False, 0, False, left)))
            elif letter in FOE_OF:
                entities.append(f"{letter}:{y},{x}:{name[1:]}")
                foes[letter, int(name[1:])] = {"at": at, "health": int(health or FOE_OF[letter].health)}
                if health == "0":
                    foes[letter, int(name[1:])]["at"] = None
                    hoards.append({"at": at, "chest": None, "items": amounts_by_name(FOE_OF[letter].loot)})
            elif letter in HERO_OF:
                heroes[letter] = {"at": at, "health": int(health or HERO_OF[letter].health)}
            else:
                assert cell == "."
    dungeon = [f"1:{len(cells[0])},{len(cells)};" + "".join(f"{entity};" for entity in entities), *rooms]
    letters = [letter for letter in order if letter in heroes]
    setup = GAME.read_setup(
        {
            "dungeon": dungeon,
            "heroes": [{"name": NAMES[letter], "type": letter} for letter in letters],
            "seats": seats,
            "limit": limit,
        }
    )
    snapshot = GAME.new(setup, 1).snapshot()
    for number, letter in enumerate(letters):
        snapshot["heroes"][number].update(heroes[letter])
    chests = {tuple(hoard["at"]): hoard for hoard in snapshot["hoards"]}
    hoards = [chests.get(tuple(hoard["at"]), hoard) for hoard in hoards]
    snapshot.update(foes=[foes[key] for key in sorted(foes)], hoards=hoards, count=count, total=count)
    state = GAME.restore(snapshot)
    for place, grave in graves:  # no match leaves such, so no snapshot has them
        state.hoards = (*state.hoards[:place], grave, *state.hoards[place:])
        state.board[grave.field] = REMAINS
    return Table(state, dice or [])
