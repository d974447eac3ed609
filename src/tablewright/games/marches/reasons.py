"""Every refusal: what is not a command, and what the rules do not allow. The highest-ranked one is told."""

from __future__ import annotations

from tablewright.core.state import MATCH_OVER as MATCH_OVER
from tablewright.core.state import Reason

# What cannot be understood.
UNKNOWN_COMMAND = Reason(
    "UNKNOWN_COMMAND", "the commands of a turn are: play CARD at PLACE, power, choose NUMBER, done"
)
UNKNOWN_CARD = Reason("UNKNOWN_CARD", 'there is no card called "{name}" in this match{near}')
AMBIGUOUS_CARD = Reason("AMBIGUOUS_CARD", '"{name}" could be {cards}')
UNKNOWN_PLACE = Reason("UNKNOWN_PLACE", '"{word}" is not a place: say P1 to P4, F1 to F6, M1 to M8, or a lane')
NO_PLACE = Reason("NO_PLACE", "say where: play {card} at PLACE")

# What is not allowed, the highest rank first; MATCH_OVER is above them all.
CHOICE_OPEN = Reason("CHOICE_OPEN", "first choose one of the {count} targets on {place}", 2)
NO_CHOICE = Reason("NO_CHOICE", "there is nothing to choose", 3)
NO_SUCH_CHOICE = Reason("NO_SUCH_CHOICE", "choose a number from 1 to {count}", 3)
INVALID_CARD = Reason("INVALID_CARD", "{card} is not in your hand", 4)
POWER_ALREADY_USED = Reason("POWER_ALREADY_USED", "you have used your power {card} in this turn already", 4)
CANT_AFFORD = Reason("CANT_AFFORD", "{card} costs {cost} gold, and you have {gold}", 5)
NO_TARGET = Reason("NO_TARGET_AVAILABLE", "there is nothing that {card} could be played on", 6)
WRONG_TARGET = Reason("NO_TARGET_AVAILABLE", "{card} cannot be played at {place}", 6)
