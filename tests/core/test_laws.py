"""The laws find what they are there to find: a sound game passes, and each broken one is caught."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.core.registry import find_game
from tablewright.core.state import Action, IllegalAction, Reason
from tablewright.testing import Trial, check_bot, check_match
from tablewright.testing import laws as all_laws
from tests.core.toy import GAME, TOO_MANY, Taken, ToySetup, ToyState


def position(state: ToyState) -> Trial:
    return Trial(GAME, GAME.setup(), state, Dice(1))


def broken(**methods: Any) -> ToyState:
    """Return a state of the toy game with some methods done wrong."""
    kind = type("Broken", (ToyState,), {"__slots__": (), **methods})
    sound = GAME.new(ToySetup(2), 5)
    return kind(sound.setup, sound.stones, sound.secrets, sound.dice, sound.seat_to_act)


@pytest.mark.parametrize("law", all_laws.POSITION_LAWS, ids=lambda law: law.__name__)
def test_a_sound_game_passes(law: Any) -> None:
    law(position(GAME.new(GAME.setup(), 3)))


def refuse_nothing(self: ToyState, action: Action) -> Reason | None:
    return None


def same_object(self: ToyState) -> ToyState:
    return self


def shared_dice(self: ToyState) -> ToyState:
    return ToyState(self.setup, self.stones, self.secrets, self.dice, self.seat_to_act)


def peeking_resample(self: ToyState, seat: int | None, dice: Dice) -> ToyState:
    return ToyState(self.setup, self.stones, (self.secrets[1], self.secrets[0]), Dice(dice.raw()), self.seat_to_act)


class Whispered(Taken):
    """Tells everybody the number of the other seat."""

    __slots__ = ("secret",)

    def __init__(self, count: int, secret: int) -> None:
        super().__init__(count)
        self.secret = secret

    def told(self, seat: int | None) -> str:
        return f"the secret is {self.secret}"


class Blinked(Whispered):
    """Shows it, but does not tell it."""

    def told(self, seat: int | None) -> str:
        return "taken"

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"secret": self.secret}


class Hushed(Taken):
    """Shows something of which it tells nothing."""

    def told(self, seat: int | None) -> str:
        return ""

    def seen(self, seat: int | None) -> dict[str, Any]:
        return {"kind": "Hushed"}


def announcing(*events: type[Whispered]) -> Any:
    def apply(self: ToyState, action: Action) -> None:
        if self.watch is not None:
            for event in events:
                self.watch(event(1, self.secrets[1 - self.seat_to_act]))
        self.stones = 0

    return apply


def hush(self: ToyState, action: Action) -> None:
    if self.watch is not None:
        self.watch(Hushed(1))


@pytest.mark.parametrize(
    ("law", "methods"),
    [
        ("legality_is_exact", {"why_not": refuse_nothing}),
        ("legality_is_exact", {"legal_actions": lambda self: GAME.table[:1] * 2}),
        ("legality_is_exact", {"legal_actions": lambda self: []}),
        ("legality_is_exact", {"seat_of": lambda self, action: 1}),
        ("actions_are_their_command_lines", {"parse": lambda self, line: GAME.table[0]}),
        ("refusals_change_nothing", {"submit": lambda self, action: None}),
        ("clones_are_independent", {"clone": same_object}),
        ("clones_are_independent", {"clone": shared_dice}),
        ("snapshots_round_trip", {"snapshot": lambda self: {**ToyState.snapshot(self), "stones": 7}}),
        ("nothing_hidden_shows", {"view": lambda self, seat: {"secrets": list(self.secrets)}}),
        ("nothing_hidden_shows", {"view": lambda self, seat: {"secret": (1, 2)}}),
        ("samples_depend_on_the_view_and_the_dice", {"resample": peeking_resample}),
        ("nothing_hidden_shows", {"picture": lambda self, seat: ""}),
        ("nothing_hidden_shows", {"picture": lambda self, seat: str(self.secrets)}),
        ("nothing_hidden_shows", {"why_not": lambda self, action: TOO_MANY.of(left=self.secrets[1])}),
        ("nothing_hidden_shows", {"legal_actions": lambda self: GAME.table[: self.secrets[1] % 3 + 1]}),
        ("nothing_hidden_shows", {"acting_seats": lambda self: (self.secrets[1] % 2,)}),
        ("events_show_no_more_than_views", {"apply": announcing(Whispered)}),
        ("events_show_no_more_than_views", {"apply": announcing(Blinked)}),
        ("events_show_no_more_than_views", {"apply": hush}),
    ],
)
def test_a_broken_game_is_caught(law: str, methods: dict[str, Any]) -> None:
    at = position(broken(**methods))

    def look() -> None:
        for _ in range(20):  # what depends on a hidden number does not show with every one
            getattr(all_laws, law)(at)

    with pytest.raises(AssertionError):
        look()


@pytest.mark.parametrize(
    ("methods", "sentence"),
    [
        ({"why_not": refuse_nothing}, "legal_actions and why_not disagree"),
        ({"submit": lambda self, action: None}, "it was done although why_not says: there are only 2 stones"),
        ({"parse": lambda self, line: Action(0, "take it")}, "legal_actions and why_not disagree"),
    ],
)
def test_a_game_that_treats_commands_wrongly_is_caught(
    methods: dict[str, Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = broken(**methods)
    monkeypatch.setattr(GAME, "new", lambda setup, seed: state)
    with pytest.raises(AssertionError, match=rf"'take 3': {sentence}\ntablewright record 2\ngame: toy"):
        all_laws.check_commands(GAME, ToySetup(2), 1, ["take 3"])


def test_a_refused_command_that_changes_something_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def clumsy(self: ToyState, action: Action) -> None:
        self.stones += 1
        raise IllegalAction(TOO_MANY.of(left=self.stones - 1))

    state = broken(submit=clumsy)
    monkeypatch.setattr(GAME, "new", lambda setup, seed: state)
    with pytest.raises(AssertionError, match="'take 3' is refused and changes the state"):
        all_laws.check_commands(GAME, ToySetup(1), 1, ["take 3"])


def test_a_refusal_with_another_reason_is_caught() -> None:
    answers = (Reason(f"NUMBER_{number}", "another one each time") for number in range(1000))
    with pytest.raises(AssertionError):
        all_laws.refusals_change_nothing(position(broken(why_not=lambda self, action: next(answers))))


def test_a_broken_law_shows_the_record_that_leads_there(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("ooperations")
    record = check_match(game, game.setup(), 1, every=50)
    assert record.result

    def never(at: Trial) -> None:
        raise AssertionError("this law never holds")

    monkeypatch.setattr(all_laws, "POSITION_LAWS", [never])
    with pytest.raises(AssertionError, match=r"this law never holds\ntablewright record 2\ngame: ooperations"):
        check_match(game, game.setup(), 1)


def test_a_match_that_never_ends_is_caught() -> None:
    with pytest.raises(AssertionError, match="not ended after 3 actions"):
        check_match(GAME, ToySetup(3000), 1, limit=3)


class FirstBot:
    def choose(self, perspective: Any) -> Action:
        return perspective.legal_actions()[0]


class PeekingBot:
    def choose(self, perspective: Any) -> Action:
        return perspective.legal_actions()[sum(perspective._state.secrets) % len(perspective.legal_actions())]


class CheatingBot:
    def choose(self, perspective: Any) -> Action:
        return GAME.table[2]


def test_bots_are_checked_for_peeking_and_for_legality() -> None:
    check_bot(FirstBot, GAME, ToySetup(30), 1, every=1)
    with pytest.raises(AssertionError, match="dealt again"):
        check_bot(PeekingBot, GAME, ToySetup(30), 1, every=1)
    with pytest.raises(AssertionError, match="there are only 1 stones"):
        check_bot(CheatingBot, GAME, ToySetup(1), 1, every=1)
