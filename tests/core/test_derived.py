"""What a game need not write is derived from what it writes: copies, keys, snapshots, pictures, setups, commands."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest

import tablewright
from tablewright.core.dice import Dice
from tablewright.core.game import Choice, Game, Option, Setup
from tablewright.core.state import MATCH_OVER, Action, Malformed, Outcome, Reason, State
from tablewright.testing import check_commands, check_match, damaged
from tablewright.testing.speed import slow_methods

USED = Reason("USED", "the {place} is used up")
PLACES = ["left", "right", "Far away"]
ACTIONS = [Action(number, f"go {place}") for number, place in enumerate(PLACES)]


class Weather(Enum):
    FAIR = 1
    FOUL = 2


@dataclass
class Traveller:
    """Changes, so that it must be copied."""

    steps: int
    luggage: list[str]


@dataclass(frozen=True)
class Card:
    """Never changes, so that it may be shared."""

    name: str


class WalkState(State):
    def __init__(self, setup: Setup, dice: Dice) -> None:
        super().__init__(0)
        self.setup = setup
        self.dice = dice
        self.travellers = [Traveller(0, []) for _ in range(setup.seats)]
        self.left = {"left": 3, "right": 3, "Far away": 2}
        self.weather = Weather.FAIR
        self.seen = {0}
        self.card = Card("map")
        self.last: Action | None = None
        self.path: tuple[Any, ...] = ()

    def actions(self) -> list[Action]:
        return ACTIONS

    def why_not(self, action: Action) -> Reason | None:
        if self.outcome is not None:
            return MATCH_OVER
        place = PLACES[action.number]
        return None if self.left[place] else USED.of(place=place)

    def apply(self, action: Action) -> None:
        place = PLACES[action.number]
        self.left[place] -= 1
        roll = self.dice.roll(6)
        self.weather = Weather.FOUL if roll == 1 else Weather.FAIR
        self.seen.add(roll)
        traveller = self.travellers[self.seat_to_act]
        traveller.steps += roll
        traveller.luggage.append(place)
        self.last = action
        self.path = (*self.path, (place, roll))
        self.seat_to_act = (self.seat_to_act + 1) % self.setup.seats
        if not any(self.left.values()):
            best = max(one.steps for one in self.travellers)
            self.outcome = Outcome(
                "the end", tuple(1.0 if one.steps == best else -1.0 for one in self.travellers), best
            )

    def rolled(self) -> int:
        return self.dice.drawn

    def view(self, seat: int | None) -> dict[str, Any]:
        return {
            "weather": self.weather.name,
            "left": dict(self.left),
            "travellers": [[one.steps, *one.luggage] for one in self.travellers],
            "seen": sorted(self.seen),
            "nobody": None,
        }


class WalkGame(Game):
    key = "walk"
    title = "Walk"
    version = 1
    about = "Go."
    hidden = False
    chance = True
    cooperative = False
    seats = (2, 3)

    def choices(self) -> list[Choice]:
        return [Choice("seats", "Seats", [Option("2", "two"), Option("3", "three")])]

    def actions(self, setup: Setup) -> list[Action]:
        return ACTIONS

    def deal(self, setup: Setup, dice: Dice) -> WalkState:
        return WalkState(setup, dice)


GAME = WalkGame()


@pytest.mark.parametrize("seats", ["2", "3"])
def test_a_game_that_writes_only_its_rules_obeys_every_law(seats: str) -> None:
    for seed in range(3):
        check_match(GAME, GAME.setup(seats=seats), seed, every=1)


def test_a_copy_shares_what_never_changes_and_nothing_else() -> None:
    state = GAME.deal(GAME.setup(), Dice(1))
    state.first = state.travellers[0]
    twin = state.clone()
    assert twin.setup is state.setup
    assert twin.card is state.card
    assert twin.travellers[0] is not state.travellers[0]
    assert twin.first is twin.travellers[0]  # what was one thing stays one


def test_command_lines_are_found_in_any_case_and_nonsense_gets_an_example() -> None:
    state = GAME.new(GAME.setup(), 1)
    assert state.parse("  GO  far AWAY ") is ACTIONS[2]
    with pytest.raises(Malformed, match='there is no such command; "go left" would be one'):
        state.parse("fly")
    check_commands(GAME, GAME.setup(), 1, ["go left", "go", "", "GO RIGHT", "\x00", "go left"])


def test_pictures_tell_the_view() -> None:
    state = GAME.new(GAME.setup(), 1)
    state.do("go left")
    assert str(state).split("\n")[:5] == [
        "weather: FAIR",
        "left: left 2, right 3, Far away 2",
        "travellers 1: 3 left",
        "travellers 2: 0",
        "seen: 0 3",
    ]


def test_setups_are_the_choices() -> None:
    setup = GAME.setup(seats="3")
    assert (setup.seats, setup["seats"], repr(setup)) == (3, "3", "Setup(3, {'seats': '3'})")
    assert GAME.read_setup(GAME.write_setup(setup)) == setup != GAME.setup()
    for wrong in [None, [], {"seats": 3}, {"seats": "4"}, {"places": "3"}]:
        with pytest.raises(ValueError, match=r"."):
            GAME.read_setup(wrong)


def test_damaged_snapshots_are_refused_or_can_be_looked_at() -> None:
    state, dice = GAME.new(GAME.setup(), 1), Dice(5)
    state.do("go left")
    snapshot = json.loads(json.dumps(state.snapshot()))
    assert GAME.restore(snapshot) == state
    refused = 0
    for _ in range(200):
        try:
            GAME.restore(damaged(snapshot, dice))
        except ValueError as error:
            assert str(error).startswith("this is no snapshot of Walk: ")
            refused += 1
    assert refused > 100


def test_what_cannot_be_derived_is_told() -> None:
    state = GAME.new(GAME.setup(), 1)
    state.odd = iter([])
    for derive in (state.clone, state.key, state.snapshot):
        with pytest.raises(TypeError, match=r"a list_iterator cannot be .* by default: keep numbers, texts, lists"):
            derive()


def test_a_derived_method_that_holds_a_game_up_is_named() -> None:
    many = [Action(number, f"go {number}") for number in range(3000)]

    class SlowState(WalkState):
        def actions(self) -> list[Action]:
            return many

        def why_not(self, action: Action) -> Reason | None:
            return super().why_not(action) if action.number < 3 else USED.of(place=action.number)

    class SlowGame(WalkGame):
        def actions(self, setup: Setup) -> list[Action]:
            return many

        def deal(self, setup: Setup, dice: Dice) -> SlowState:
            return SlowState(setup, dice)

    told = slow_methods(SlowGame(), GAME.setup(), 1)
    assert any(line.startswith("slow: legal_actions takes ") for line in told)
    assert any(
        line.endswith("derived by asking why_not about every action: list what is possible instead") for line in told
    )


def test_bots_play_it() -> None:
    assert tablewright.play(GAME, ["search:20", "random"], seed=2).outcome is not None
