"""The checks: what they say about a game that is not finished, about commands, and about bots that see too much."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.core import game as core_game
from tablewright.core import state as core_state
from tablewright.core.game import Game
from tablewright.core.registry import find_game
from tablewright.core.state import Action, IllegalAction, Reason, State
from tablewright.testing import Trial, check_bot, check_commands, check_match, checks, random_match
from tablewright.testing.laws import ACTIONS, GAME_METHODS, STATE_METHODS
from tests.testing.breaking import broken_game, broken_state
from tests.testing.test_broken_hiding import unchanged
from tests.testing.tiny import GAME, NOT_HELD, TABLE, Tiny, TinyState

SETUP = GAME.setup()


# -------------------------------------------------------------------------------------------------- unfinished games


class Unfinished(State):
    """A state of somebody who has just begun."""

    def __init__(self) -> None:
        super().__init__(0)

    def legal_actions(self) -> list[Action]:
        return []


def test_missing_methods_are_named_all_at_once_with_what_they_are_for() -> None:
    with pytest.raises(AssertionError) as caught:
        check_match(broken_game(deal=lambda self, setup, dice: Unfinished()), SETUP, 1)
    said = str(caught.value)
    assert said.startswith("contract_is_complete: Unfinished lacks why_not, which returns the reason against an action")
    for method in [*STATE_METHODS, "actions", "resample"]:  # parse is derived, and something is hidden
        assert f"Unfinished lacks {method}, which " in said
    assert "lacks legal_actions" not in said


def test_missing_methods_and_facts_of_a_game_are_named() -> None:
    class Empty(Game):
        pass

    class Begun(Tiny):
        actions = Game.actions
        deal = Game.deal

    with pytest.raises(AssertionError, match=r"^contract_is_complete: Empty lacks key, which is of the type str$"):
        check_match(Empty(), SETUP, 1)
    with pytest.raises(
        AssertionError, match=r"^contract_is_complete: Begun lacks deal, which starts a match; Begun lacks ac"
    ):
        check_match(Begun(), SETUP, 1)
    with pytest.raises(AssertionError, match=r"the setup has 2 seats, but BrokenTiny says that there are 3 to 4$"):
        check_match(broken_game(seats=(3, 4)), SETUP, 1)


@pytest.mark.parametrize(
    ("base", "listed"),
    [(core_state.State, STATE_METHODS | ACTIONS), (core_game.Game, GAME_METHODS)],
    ids=["state", "game"],
)
def test_the_methods_that_must_be_written_are_those_that_are_left_open(base: type, listed: dict[str, str]) -> None:
    methods = {name: thing for name, thing in vars(base).items() if hasattr(thing, "__code__")}
    if not methods:
        pytest.skip("compiled methods do not show what they do")
    assert set(listed) == {name for name, thing in methods.items() if "NotImplementedError" in thing.__code__.co_names}


def test_a_game_that_nobody_has_installed_or_registered_is_checked_too() -> None:
    record = check_match(broken_game(key="tiny-unheard-of"), SETUP, 1)
    assert record.result
    assert record.game.key == "tiny-unheard-of"


# ------------------------------------------------------------------------------------------------------------ matches


def test_a_broken_law_shows_the_position_and_the_record_that_leads_there(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("ooperations")
    assert check_match(game, game.setup(), 1, every=50).result

    def nothing_happens(at: Trial) -> None:
        if at.state.key() != game.new(game.setup(), 1).key():
            raise AssertionError("something has happened")

    monkeypatch.setattr(checks, "POSITION_LAWS", [nothing_happens])
    with pytest.raises(AssertionError) as caught:
        check_match(game, game.setup(), 1)
    first, second, third = str(caught.value).split("\n")[:3]
    tenth = random_match(game, game.setup(), 1).actions[9].text
    assert first == f'nothing_happens, position 10, after "{tenth}": something has happened'
    assert (second, third) == ("tablewright record 2", "game: ooperations 1")


def test_a_match_that_never_ends_is_caught() -> None:
    with pytest.raises(AssertionError, match="random play has not ended after 3 actions"):
        check_match(GAME, SETUP, 1, limit=3)


def test_a_match_in_which_nothing_can_be_done_is_caught() -> None:
    game = broken_state(legal_actions=lambda self: TinyState.legal_actions(self) if self.seat_to_act == 0 else [])
    with pytest.raises(
        AssertionError, match=r'^random play, position 1, after "0 play \d+": a match goes on exactly as'
    ):
        check_match(game, SETUP, 1)


def test_a_match_that_another_match_has_touched_is_caught() -> None:
    piles: list[int] = []

    def pile_up(self: TinyState, action: Action) -> None:
        piles.append(action.number)
        TinyState.apply(self, action)
        self.points[0] += len(piles)

    with pytest.raises(AssertionError, match=r"^clones_are_independent, position 0: two clones differ after .*points"):
        check_match(broken_state(apply=pile_up), SETUP, 1)


# ----------------------------------------------------------------------------------------------------------- commands


def legal(state: TinyState) -> list[Action]:
    return [action for action in TABLE if TinyState.why_not(state, action) is None]


@pytest.mark.parametrize(
    ("methods", "sentence"),
    [
        ({"why_not": lambda self, action: None}, "legal_actions and why_not disagree"),
        ({"submit": lambda self, action: None}, "it was done although why_not says: it is the other seat's turn"),
        (
            {"parse": lambda self, line: Action(self.legal_actions()[0].number, "take it")},
            "legal_actions and why_not disagree",
        ),
    ],
)
def test_a_game_that_treats_commands_wrongly_is_caught(methods: dict[str, Any], sentence: str) -> None:
    with pytest.raises(AssertionError, match=rf"'1 play 3': {sentence}\ntablewright record 2\ngame: tiny"):
        check_commands(broken_state(legal_actions=legal, **methods), SETUP, 1, ["1 play 3"])


def test_a_refused_command_that_changes_something_is_caught() -> None:
    def clumsy(self: TinyState, action: Action) -> None:
        reason = self.why_not(action)
        self.points[0] += 1
        raise IllegalAction(reason or NOT_HELD)

    with pytest.raises(AssertionError, match="'1 play 3' is refused and changes the state"):
        check_commands(broken_state(submit=clumsy), SETUP, 1, ["1 play 3"])


def test_a_refusal_with_another_reason_is_caught() -> None:
    answers = (Reason(f"NUMBER_{number}", "another one each time") for number in range(10_000))

    def moody(self: TinyState, action: Action) -> Reason | None:
        return next(answers) if TinyState.why_not(self, action) else None

    with pytest.raises(
        AssertionError, match=r"^refusals_change_nothing, position 0: submit and why_not give different"
    ):
        check_match(broken_state(why_not=moody), SETUP, 1)


# --------------------------------------------------------------------------------------------------------------- bots


class FirstBot:
    def choose(self, perspective: Any) -> Action:
        return perspective.legal_actions()[0]


class PeekingBot:
    """Reads the hand of the other seat."""

    def choose(self, perspective: Any) -> Action:
        legal = perspective.legal_actions()
        return legal[sum(perspective._state.hands[1 - perspective.seat]) % len(legal)]


class CheatingBot:
    def choose(self, perspective: Any) -> Action:
        return TABLE[0]


class RestlessBot:
    count = 0

    def choose(self, perspective: Any) -> Action:
        RestlessBot.count += 1
        legal = perspective.legal_actions()
        return legal[RestlessBot.count % len(legal)]


@pytest.mark.parametrize("seed", range(4))
def test_a_bot_that_plays_fair_passes(seed: int) -> None:
    check_bot(FirstBot, GAME, SETUP, seed, every=1)


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (PeekingBot, r'it chose "\d play \d+", but "\d play \d+" once its hidden cards were dealt again'),
        (RestlessBot, r'it chose "\d play \d+", but "\d play \d+" once its hidden cards were dealt again'),
        (CheatingBot, r'it chose "0 play 0": (you do not hold the 0|it is the other seat\'s turn)'),
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_a_bot_that_sees_too_much_or_does_not_repeat_or_cheats_is_caught(bot: type, sentence: str, seed: int) -> None:
    with pytest.raises(AssertionError, match=rf"^the bot, position \d+.*: {sentence}\ntablewright record 2"):
        check_bot(bot, GAME, SETUP, seed, every=1)


@pytest.mark.parametrize("seed", range(4))
def test_a_bot_that_peeks_is_caught_also_where_samples_deal_nothing_again(seed: int) -> None:
    with pytest.raises(AssertionError, match=r"^samples_depend_on_the_view_and_the_dice, position \d+"):
        check_bot(PeekingBot, broken_state(resample=unchanged), SETUP, seed, every=1)
