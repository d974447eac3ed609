"""The laws that every game obeys, for the tests of games made here and elsewhere.

>>> from tablewright.testing import check_match
>>> check_match(my_game, my_game.setup(), seed=1)        # raises AssertionError with a record that shows it
"""

from tablewright.testing.checks import (
    POSITION_LAWS,
    START_LAWS,
    check_bot,
    check_commands,
    check_match,
    random_match,
    random_record,
)
from tablewright.testing.mutations import check_record, check_restored, check_setup, damaged, damaged_text
from tablewright.testing.trial import Trial

__all__ = [
    "POSITION_LAWS",
    "START_LAWS",
    "Trial",
    "check_bot",
    "check_commands",
    "check_match",
    "check_record",
    "check_restored",
    "check_setup",
    "damaged",
    "damaged_text",
    "random_match",
    "random_record",
]
