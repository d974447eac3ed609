"""What games call things: their own words, or those of their command lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablewright.core import registry
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.state import Action
from tablewright.table.choices import Choices
from tablewright.table.wording import Scene, Wording, help_of, wording_of
from tablewright.testing import random_record

from ..core.toy import GAME as TOY
from ..support.tables import every_game


@pytest.fixture
def clean_registry() -> Iterator[None]:
    before = {kind: dict(things) for kind, things in registry._registered.items()}
    yield
    registry._registered.clear()
    registry._registered.update(before)


def test_a_game_without_words_of_its_own_is_called_by_its_command_lines() -> None:
    setup = TOY.setup()
    wording = wording_of(TOY, setup)
    assert type(wording) is Wording
    state = TOY.new(setup, 1)
    scene = Scene(state, 0, ["Ann", "Bea"])
    action = state.legal_actions()[0]
    assert wording.group(action) == "take"
    assert (wording.group_title("take", scene), wording.title(action, scene)) == ("take", "1")
    assert (wording.words(action, scene), wording.group_words("take", scene)) == (["take", "1"], ["take"])
    assert wording.order([action], scene) == [action]
    assert wording.explained(scene) == TOY.actions(setup)
    assert wording.describe(["take"], scene) == []
    assert (wording.news(scene), wording.ender, wording.late) == ("", "", ())
    assert help_of(TOY) == "[b]Toy[/b]\n\nTake stones.\n\nSeats: 2."


class ToyWording(Wording):
    def title(self, action: Action, scene: Scene) -> str:
        return f"{action.number + 1} of {scene.view['stones']} stones"


def test_a_game_of_another_author_brings_its_words_and_its_rules(clean_registry: None) -> None:
    registry.register(TOY, wordings=ToyWording, help=lambda: "Take the [b]last[/b] stone.")
    match = Match(TOY, TOY.setup(), 1)
    choices = Choices(match, [0], wording_of(TOY, match.setup), Scene(match.state, 0, match.names))
    assert [entry.title for entry in choices.group("take")] == [f"{count} of 12 stones" for count in (1, 2, 3)]
    assert help_of(TOY) == "Take the [b]last[/b] stone."


@pytest.mark.parametrize("game", every_game())
def test_every_game_that_ships_has_words_and_a_page_of_rules(game: Game) -> None:
    assert type(wording_of(game, game.setup())) is not Wording
    assert "[b]" in help_of(game)
    assert game.about not in help_of(game)


@pytest.mark.parametrize("game", every_game())
def test_words_are_made_of_what_a_seat_sees(game: Game) -> None:
    """Titles come from a view alone: they are the same where everything hidden is dealt again."""
    dice = Dice(1)
    wording = wording_of(game, game.setup())
    for number, state in enumerate(random_record(game, game.setup(), 2).states()):
        if number % 17 or number > 200 or state.outcome is not None:
            continue
        seat = state.seat_to_act
        real, dealt = (Scene(one, seat, ["Ann", "Bea", "Cy"]) for one in (state, state.resample(seat, dice)))
        for action in state.legal_actions():
            group = wording.group(action)
            words = wording.words(action, real)
            if group != action.text:  # otherwise it is called as its group
                assert wording.title(action, real) == wording.title(action, dealt)
            assert wording.group_title(group, real) == wording.group_title(group, dealt)
            assert (words, wording.describe(words, real)) == (
                wording.words(action, dealt),
                wording.describe(words, dealt),
            )
