"""Every law about positions finds the mistake it is there for: one small mistake in a sound game, and its sentence."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.core.state import Action, Outcome, State
from tests.testing.breaking import Mistake, broken_game, broken_state, check, expect
from tests.testing.tiny import CARDS, GAME, TABLE, Tiny, TinySetup, TinyState


def sharing(name: str) -> Callable[[TinyState], TinyState]:
    """Return a ``clone`` that shares a field."""

    def clone(self: TinyState) -> TinyState:
        twin = TinyState.clone(self)
        setattr(twin, name, getattr(self, name))
        return twin

    return clone


def hands_shared_inside(self: TinyState) -> TinyState:
    twin = TinyState.clone(self)
    twin.hands = self.hands[:]
    return twin


def losing_points(self: TinyState) -> TinyState:
    twin = TinyState.clone(self)
    twin.points = [0, 0]
    return twin


def keeping_the_watcher(self: TinyState) -> TinyState:
    twin = TinyState.clone(self)
    twin.watch = self.watch
    return twin


def key_without(number: int) -> Callable[[TinyState], Any]:
    def key(self: TinyState) -> Any:
        whole = list(TinyState.key(self))
        del whole[number]
        return tuple(whole)

    return key


def at_random(self: TinyState, action: Action) -> None:
    TinyState.apply(self, action)
    self.points[0] += random.randint(1, 1000)


def cards_of_python(self: Tiny, setup: TinySetup, dice: Dice) -> TinyState:
    state = Tiny.deal(self, setup, dice)
    random.shuffle(state.deck)
    return state


def ending(*outcome: Any) -> Callable[[TinyState], None]:
    def finish(self: TinyState) -> None:
        self.outcome = Outcome(*outcome)

    return finish


def clumsy_submit(self: TinyState, action: Action) -> None:
    self.points[0] += self.why_not(action) is not None
    State.submit(self, action)


def legal_and_tidy(self: TinyState) -> list[Action]:
    self.points[1] += 1
    return TinyState.legal_actions(self)


def parse_and_count(self: TinyState, line: str) -> Action:
    self.points[1] += 1
    return TinyState.parse(self, line)


def parse_as_number(self: TinyState, line: str) -> Action:
    return TABLE[int(line.split()[2])] if not line.startswith("0") else TinyState.parse(self, line)


def snapshot_without_dice(self: TinyState) -> dict[str, Any]:
    return {**TinyState.snapshot(self), "dice": [self.dice.seed, 0]}


def restore_tired(self: Tiny, snapshot: Any) -> TinyState:
    """Restore dice that show the same and fall otherwise."""

    class Tired(Dice):
        def raw(self) -> int:
            return super().raw() // 2

    state = Tiny.restore(self, snapshot)
    dice = Tired(state.dice.seed)
    dice.skip(state.dice.drawn)
    state.dice = dice
    return state


class PlainSetup:
    """A setup as it is first written: it cannot be compared."""

    seats = 2
    held = 3


class UsedUpSetup(TinySetup):
    """Has a list of cards that every deal takes some from."""

    def __init__(self) -> None:
        super().__init__(3)
        self.cards = [*range(CARDS)] * 9


def deal_from_setup(self: Tiny, setup: UsedUpSetup, dice: Dice) -> TinyState:
    state = Tiny.deal(self, setup, dice)
    state.points[0] = len(setup.cards)
    setup.cards.pop()
    return state


def new_table(self: Tiny, setup: TinySetup) -> list[Action]:
    return [Action(action.number, action.text) for action in TABLE]


DOUBLE = [*TABLE[:-1], Action(len(TABLE) - 1, TABLE[0].text)]


MISTAKES: dict[str, Mistake] = {
    # --- the start of a match
    "setup_without_eq": (
        broken_game(setup=lambda self: PlainSetup(), read_setup=lambda self, value: PlainSetup()),
        "setups_come_back",
        "a setup that was written and read is not equal to it: PlainSetup lacks __eq__",
    ),
    "setup_comes_back_otherwise": (
        broken_game(read_setup=lambda self, value: TinySetup(value + 1)),
        "setups_come_back",
        "a setup that was written and read has another held: 3, not 4",
    ),
    "setup_without_hash": (
        broken_game(
            setup=lambda self: type("Moody", (TinySetup,), {"__hash__": lambda self: id(self)})(3),
        ),
        "setups_come_back",
        "a setup that was written and read has another hash",
    ),
    "deal_by_random": (
        broken_game(deal=cards_of_python),
        "deals_repeat",
        r"two deals of one seed differ \(deck\[\d+\]",
    ),
    "deal_uses_up_the_setup": (
        broken_game(setup=lambda self: UsedUpSetup(), deal=deal_from_setup),
        "deals_repeat",
        r"two deals of one seed differ \(",
    ),
    "parse_wrong": (
        broken_state(parse=parse_as_number),
        "actions_are_their_command_lines",
        r'"1 play \d+" parses to another action',
    ),
    "parse_with_value_error": (
        broken_state(parse=lambda self, line: TABLE[[action.text for action in TABLE].index(line)]),
        "actions_are_their_command_lines",
        "ValueError: '' is not in list, in <lambda>",
    ),
    "two_actions_with_one_line": (
        broken_game(actions=lambda self, setup: DOUBLE),
        "actions_are_their_command_lines",
        "two actions have the same command line",
    ),
    "actions_made_anew": (
        broken_game(actions=new_table),
        "actions_are_their_command_lines",
        "the actions of a setup are made anew each time",
    ),
    # --- any position
    "why_not_refuses_nothing": (
        broken_state(why_not=lambda self, action: None, legal_actions=TinyState.legal_actions),
        "random play",
        "ValueError",
    ),
    "why_not_says_yes": (
        broken_state(
            legal_actions=lambda self: [a for a in TABLE if TinyState.why_not(self, a) is None],
            why_not=lambda self, action: TinyState.why_not(self, action) and "no",
        ),
        "legality_is_exact",
        r'why_not answers "0 play \d+" with \'no\'',
    ),
    "an_action_forgotten": (
        broken_state(legal_actions=lambda self: TinyState.legal_actions(self)[:2]),
        "legality_is_exact",
        'legal_actions and why_not disagree about "0 play',
    ),
    "an_action_twice": (
        broken_state(legal_actions=lambda self: TinyState.legal_actions(self) * 2),
        "legality_is_exact",
        "an action is listed twice",
    ),
    "own_actions": (
        broken_state(
            legal_actions=lambda self: [Action(a.number, a.text) for a in TinyState.legal_actions(self)],
        ),
        "legality_is_exact",
        'legal_actions has a "0 play .*" that is not the one of Game.actions',
    ),
    "the_wrong_one_acts": (
        broken_state(acting_seats=lambda self: () if self.outcome else (1 - self.seat_to_act,)),
        "legality_is_exact",
        "a seat acts out of turn",
    ),
    "submit_does_everything": (
        broken_state(submit=lambda self, action: None),
        "refusals_change_nothing",
        "was done although why_not says: it is",
    ),
    "submit_changes_something": (
        broken_state(submit=clumsy_submit),
        "refusals_change_nothing",
        r"asking or refusing changed the state \(points\[0\]: 0, not 20\)",
    ),
    "asking_changes_something": (
        broken_state(legal_actions=legal_and_tidy),
        "refusals_change_nothing",
        r"asking or refusing changed the state \(points\[1\]: 0, not \d+\)",
    ),
    "parsing_changes_something": (
        broken_state(parse=parse_and_count),
        "refusals_change_nothing",
        r"asking or refusing changed the state \(points\[1\]: 0, not \d+\)",
    ),
    "clone_is_the_same": (
        broken_state(clone=lambda self: self),
        "clones_are_independent",
        "clone returns the state itself",
    ),
    "clone_shares_the_deck": (
        broken_state(clone=sharing("deck")),
        "clones_are_independent",
        "playing a clone changed the original, which shares deck: ",
    ),
    "clone_shares_a_hand": (
        broken_state(clone=hands_shared_inside),
        "clones_are_independent",
        r"playing a clone changed the original, which shares hands\[0\]: ",
    ),
    "clone_shares_the_dice": (
        broken_state(clone=sharing("dice")),
        "clones_are_independent",
        "playing a clone changed the original, which shares dice",
    ),
    "clone_loses_points": (
        broken_state(clone=losing_points),
        "clones_are_independent",
        r"a clone differs \(points\[0\]",
    ),
    "clone_keeps_the_watcher": (
        broken_state(clone=keeping_the_watcher),
        "clones_are_independent",
        "a clone has a watcher",
    ),
    "chance_of_python": (
        broken_state(apply=at_random),
        "clones_are_independent",
        r'two clones differ after "\d play \d+" \(points\[0\]: \d+, not \d+\)',
    ),
    "snapshot_forgets_the_dice": (
        broken_state(snapshot=snapshot_without_dice),
        "snapshots_round_trip",
        r"the restored state differs \(dice: \(\d, 12\), not \(\d, 0\)\)",
    ),
    "restored_dice_fall_otherwise": (
        broken_game(restore=restore_tired),
        "snapshots_round_trip",
        r'the restored state differs after "\d play \d+" \(points\[\d\]',
    ),
    "snapshot_is_no_json": (
        broken_state(snapshot=lambda self: {**TinyState.snapshot(self), "dice": self.dice}),
        "snapshots_round_trip",
        "TypeError: Object of type Dice is not JSON serializable",
    ),
    "chance_denied": (
        broken_game(chance=False),
        "only_games_of_chance_roll",
        "something was rolled, but the game says that chance plays no part",
    ),
    "rolls_not_counted": (
        broken_state(rolled=lambda self: 0),
        "only_games_of_chance_roll",
        r"rolled\(\) is 0, but 1 random numbers were drawn since the deal",
    ),
    "returns_for_one": (
        broken_state(finish=ending("points", (1.0,))),
        "outcomes_are_complete",
        r"the returns are \(1.0,\), but there are 2 seats",
    ),
    "returns_are_points": (
        broken_state(finish=ending("points", (42.0, 17.0))),
        "outcomes_are_complete",
        r"the returns \(42.0, 17.0\) are not all numbers from -1 to 1",
    ),
    "returns_of_a_team": (
        broken_game(cooperative=True, state=type("Won", (TinyState,), {"finish": ending("points", (1.0, -1.0))})),
        "outcomes_are_complete",
        r"all win or lose together, but the returns are \(1.0, -1.0\)",
    ),
    "cause_of_two_lines": (
        broken_state(finish=ending("more\npoints", (1.0, -1.0))),
        "outcomes_are_complete",
        r"the cause 'more\\npoints' is not one line of plain text",
    ),
    # --- keys
    "constant_key": (
        broken_state(key=lambda self: 0),
        "keys_tell_positions_apart",
        r"have the same key and look different \(",
    ),
    "key_without_hands": (
        broken_state(key=key_without(2)),
        "keys_tell_positions_apart",
        r"that of another deal have the same key and look different \(.*(hand|legal_actions)\[",
    ),
    "key_without_dice": (
        broken_state(key=key_without(5)),
        "keys_tell_positions_apart",
        r'have the same key, but not after "\d play \d+" \((dice|points)',
    ),
    "key_without_the_deck": (
        broken_state(key=key_without(1)),
        "keys_tell_positions_apart",
        r'that of another deal have the same key, but not after "\d play \d+" \((deck|hands)',
    ),
}


def test_the_sound_game_passes() -> None:
    check(GAME)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_breaks_its_law(name: str) -> None:
    expect(MISTAKES[name])
