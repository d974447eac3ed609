"""Scenarios: rules tests as data. This is the companion ``scenarios`` of the game.

What each function needs is imported when it is called: the linter reads scenarios, but never runs one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tablewright.core.outside import read_bytes
from tablewright.core.problems import InvalidData

if TYPE_CHECKING:  # these import this package themselves
    from tablewright.games.marches.files import Catalogue
    from tablewright.games.marches.scenarios.runner import Report
    from tablewright.games.marches.state import MarchesState


def is_scenario(path: str) -> bool:
    """Say whether a file calls itself a scenario of this game."""
    from tablewright.games.marches.scenarios.scenario import FORMAT

    try:
        return FORMAT.partition("/")[0].encode() in read_bytes(path)
    except OSError:
        return False


def read_cards(folders: list[str]) -> tuple[Catalogue, list[str]]:
    """Return the cards of the game and of folders, and what is wrong with those that cannot be used."""
    from tablewright.games.marches.files import Catalogue
    from tablewright.games.marches.setup import BadSetup

    cards = Catalogue()
    problems = []
    for folder in folders:
        try:
            cards.add_folder(folder)
        except BadSetup as error:
            problems.append(str(error))
    return cards, problems


def run(path: str, cards: Catalogue) -> Report:
    """Run a scenario file and report what differs; raises ``InvalidData`` with all its mistakes if it has some."""
    from tablewright.games.marches.language.reader import read
    from tablewright.games.marches.scenarios.runner import run_scenario
    from tablewright.games.marches.scenarios.scenario import read_scenario

    document = read(path, strict=True)
    scenario = read_scenario(document, cards)
    if scenario is None:
        raise InvalidData(document.problems)
    return run_scenario(scenario)


def write(state: MarchesState, name: str, title: str, lines: Sequence[str] = ()) -> dict[str, Any]:
    """Return a scenario that starts at a position, as a JSON value; its steps are what was done then, in this turn.

    Raises ``ValueError`` if the position is one that a scenario cannot have.
    """
    from tablewright.games.marches.language import codes
    from tablewright.games.marches.scenarios.recording import written_steps
    from tablewright.games.marches.scenarios.staging import written_scenario

    if state.choosing_tile != codes.NOWHERE:
        raise ValueError("a scenario cannot begin in the middle of a choice: take the position before or after it")
    written = written_scenario(state, name, title)
    played = state.clone()
    by_text = {action.text: action for action in state.setup.actions.actions}
    written["steps"] = written_steps(played, [by_text[line] for line in lines])
    return written
