"""What games call things: their own words, or those of their command lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tablewright.core import registry
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.registry import find_game, game_keys
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


def played(key: str, seed: int, wanted: str) -> tuple[Match, int]:
    """Return a match of random players and the first position to which an action led that starts so."""
    game = find_game(key)
    for number in range(seed, seed + 60):
        match = Match.replay(random_record(game, game.setup(), number))
        for position, action in enumerate(match.actions, 1):
            if action.text.startswith(wanted):
                return match, position
    raise AssertionError(wanted)


def told(match: Match, position: int, names: list[str]) -> list[str]:
    wording = wording_of(match.game, match.setup)
    before = Scene(match.at(position - 1), None, names)
    pairs = [(event.told(None), event.seen(None)) for event in match.events(position)]
    return [wording.tell(line, seen, names, lambda: before) for line, seen in pairs if line and seen]


def test_the_log_says_who_did_what_to_whom() -> None:
    names = ["Ann", "Player 1"]  # whoever is called as another's seat is not taken for it
    match, position = played("ooperations", 1, "spell SHILD")
    slot = match.actions[position - 1].text.split()[-1]
    line = next(line for line in told(match, position, names) if "Shield" in line)
    caster = names[match.seats[position - 1]]
    owner = names[match.seats[position - 1] ^ slot.startswith("O")]
    assert line.startswith(f"{caster} casts Shield on {owner}'s ")
    for position in range(1, len(match) + 1):
        for line in told(match, position, names):
            assert "defender" not in line
            assert " attacks for " not in line
    assert "You send" in " ".join(line for n in range(1, len(match) + 1) for line in told(match, n, ["You", "You"]))
    march, position = played("marches", 1, "play")
    assert told(march, position, names)[0].split(" plays ")[0] == names[march.seats[position - 1]]


def test_a_spell_lists_those_first_for_whom_it_is_meant() -> None:
    game = find_game("ooperations")
    setup = game.setup()
    wording, scene = wording_of(game, setup), Scene(game.new(setup, 1), 0, ["Ann", "Bea"])
    for key, first in (("SHOCK", "OF1"), ("AMPUT", "OF1"), ("CURSE", "OF1"), ("SHILD", "F1"), ("MOBLZ", "F1")):
        actions = [action for action in setup.cards.by_key[key].actions if action.slot >= 0]
        assert wording.order(actions, scene)[0].text == f"spell {key} {first}", key


def test_a_foe_can_be_looked_up_with_its_weapons() -> None:
    game = find_game("dungeons")
    setup = game.setup()
    scene = Scene(game.new(setup, 1), 0, ["Ann"])
    row, column = scene.view["room"]["foes"][0]["at"]
    (text,) = wording_of(game, setup).describe([f"{row},{column}"], scene)
    assert re.search(r"armour \d.*; attacks with .+: \d+ d\d+.*(melee|ranged)", text), text


def test_advice_is_a_sentence_and_often_says_what_it_is_good_for() -> None:
    aimed = set()
    for game in map(find_game, game_keys()):
        setup = game.setup()
        for number, state in enumerate(random_record(game, setup, 3).states()):
            if number % 9 or number > 150 or state.outcome is not None:
                continue
            match = Match(game, setup, 1)
            match.state = state.clone()
            seat = state.seat_to_act
            choices = Choices(match, [seat], wording_of(game, setup), Scene(state, seat, ["Ann", "Bea", "Cy"]))
            for action in state.legal_actions():
                sentence = choices.sentence(action)
                assert sentence[0].isupper(), sentence
                assert sentence == sentence.strip(" :.")
                if ": it " in sentence or ": there is " in sentence:
                    aimed.add(game.key)
    assert {"dungeons", "marches", "ooperations"} <= aimed
