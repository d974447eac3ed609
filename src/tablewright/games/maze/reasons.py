"""Why a command is refused: the table of errors of the rulebook, in its order, which is the order of rank."""

from __future__ import annotations

from tablewright.core.state import Reason

COMMAND = Reason("COMMAND", '"{word}" is not a command of the maze', 1)
PARAMETERS = Reason("PARAMETERS", "{command} takes {wanted} parameters, not {given}", 2)
MOVE_WHO = Reason("MOVE_WHO", '"{word}" is not a character: T is the thief, F the fighter, S the seer', 3)
MOVE_WHERE = Reason("MOVE_WHERE", '{name}: "{word}" is not a direction: up, down, left or right', 4)
MOVE_FAR = Reason("MOVE_FAR", '{name}: "{word}" is not a distance: a whole number from 1', 5)
MOVE_CARD = Reason("MOVE_CARD", "the {name} cannot go {direction} now: the card shows {card}", 6)
MOVE_BLOCKED = Reason("MOVE_BLOCKED", "the {name} can go {free} tiles {direction}, not {distance}", 7)
MOVE_SPACE = Reason("MOVE_SPACE", "the {name} cannot stop where the {other} stands", 8)
MOVE_SCARY = Reason("MOVE_SCARY", "the {name} does not enter room {room} while a monster is in it", 9)
UNLOCK = Reason("UNLOCK", "no closed door is next to the Thief", 10)
FIGHT = Reason("FIGHT", "no monster is next to the Fighter", 11)
SCRY_BALL = Reason("SCRY_BALL", "the Seer does not stand on a crystal ball", 12)
SCRY_WHICH = Reason("SCRY_WHICH", "scry names a revealed room and a direction", 13)
SCRY_NO_ROOM = Reason("SCRY_NO_ROOM", "there is no room {direction} of room {room}", 14)
SCRY_KNOWN = Reason("SCRY_KNOWN", "the room {direction} of room {room} is revealed already", 15)
