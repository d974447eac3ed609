"""What the player can do. Every action of a board is made once, with a stable number, and shared."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.outside import LONGEST_NAME, plain
from tablewright.core.state import Action, Malformed
from tablewright.games.maze.pieces import CHARACTERS, DIRECTIONS, NAMES, SIDE
from tablewright.games.maze.reasons import COMMAND, MOVE_FAR, MOVE_WHERE, MOVE_WHO, PARAMETERS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from tablewright.games.maze.pieces import Grid

FLIP: Final = 0
UNLOCK: Final = 1
FIGHT: Final = 2
MOVE: Final = 3
SCRY: Final = 4

#: How many parameters a command takes: fewest, most.
PARAMETERS_OF: Final = {"FLIP": (0, 0), "MOVE": (2, 3), "UNLOCK": (0, 0), "FIGHT": (0, 0), "SCRY": (2, 2)}
#: A distance that leads out of every board: 26 letters in one column are 130 tiles.
TOO_FAR: Final = 1000


@final
class MazeAction(Action):
    """One command. ``who``, ``direction`` and ``distance`` belong to moves, ``room`` and ``direction`` to scry."""

    __slots__ = ("direction", "distance", "kind", "room", "who")

    def __init__(
        self, number: int, text: str, kind: int, who: int = -1, direction: int = -1, distance: int = 0, room: str = ""
    ) -> None:
        super().__init__(number, text)
        self.kind = kind
        self.who = who
        self.direction = direction
        self.distance = distance
        self.room = room


@final
class Actions:
    """All actions of a board with certain rooms."""

    __slots__ = ("all", "fight", "flip", "moves", "scries", "unlock")

    def __init__(self, board: Grid, rooms: Iterable[str]) -> None:
        self.flip = MazeAction(0, "flip", FLIP)
        self.unlock = MazeAction(1, "unlock", UNLOCK)
        self.fight = MazeAction(2, "fight", FIGHT)
        self.all: list[MazeAction] = [self.flip, self.unlock, self.fight]
        #: By character, direction and distance - 1.
        self.moves: list[list[list[MazeAction]]] = []
        for who, letter in enumerate(CHARACTERS):
            of_character = []
            for direction, word in enumerate(DIRECTIONS):
                far = (board.columns if direction % 2 else board.rows) * SIDE - 1
                row: list[MazeAction] = []
                for distance in range(1, far + 1):
                    text = f"move {letter} {word} {distance}" if distance > 1 else f"move {letter} {word}"
                    row.append(MazeAction(len(self.all) + len(row), text, MOVE, who, direction, distance))
                self.all += row
                of_character.append(row)
            self.moves.append(of_character)
        #: By room letter and direction.
        self.scries: dict[str, list[MazeAction]] = {}
        for room in rooms:
            first = len(self.all)
            self.scries[room] = [
                MazeAction(first + direction, f"scry {room} {word}", SCRY, direction=direction, room=room)
                for direction, word in enumerate(DIRECTIONS)
            ]
            self.all += self.scries[room]

    def parse(self, words: list[str]) -> MazeAction:
        """Return the action that upper-case words name; raises ``Malformed`` if they name none."""
        command = words[0] if words else ""
        if command not in PARAMETERS_OF:
            raise Malformed(COMMAND.of(word=plain(command, LONGEST_NAME)))
        fewest, most = PARAMETERS_OF[command]
        given = len(words) - 1
        if not fewest <= given <= most:
            wanted = f"{fewest} or {most}" if fewest < most else fewest
            raise Malformed(PARAMETERS.of(command=command.lower(), wanted=wanted, given=given))
        if command == "MOVE":
            return self._parse_move(words)
        if command == "SCRY":
            return self._parse_scry(words)
        return self.all[("FLIP", "UNLOCK", "FIGHT").index(command)]

    def _parse_move(self, words: list[str]) -> MazeAction:
        if len(words[1]) != 1 or words[1] not in CHARACTERS:
            raise Malformed(MOVE_WHO.of(word=plain(words[1], LONGEST_NAME)))
        who = CHARACTERS.index(words[1])
        direction = direction_of(words[2])
        if direction < 0:
            raise Malformed(MOVE_WHERE.of(name=NAMES[who], word=plain(words[2], LONGEST_NAME)))
        distance = 1
        if len(words) == 4:
            digits = words[3]
            # Not int() at once: it refuses more than 4300 digits.
            significant = digits.lstrip("0")
            if not (digits.isascii() and digits.isdigit() and significant):
                raise Malformed(MOVE_FAR.of(name=NAMES[who], word=plain(digits, LONGEST_NAME)))
            distance = min(int(significant[:4]), TOO_FAR)
        row = self.moves[who][direction]
        if distance <= len(row):
            return row[distance - 1]
        return MazeAction(-1, " ".join(words).lower(), MOVE, who, direction, distance)

    def _parse_scry(self, words: list[str]) -> MazeAction:
        """Return an action also for words that name no room: whether the seer has a crystal ball ranks higher."""
        direction = direction_of(words[2])
        if words[1] in self.scries and direction >= 0:
            return self.scries[words[1]][direction]
        return MazeAction(-1, " ".join(words).lower(), SCRY)


def direction_of(word: str) -> int:
    """Return the direction of an upper-case word, or -1."""
    lower = word.lower() if word.isascii() else ""
    return DIRECTIONS.index(lower) if lower in DIRECTIONS else -1
