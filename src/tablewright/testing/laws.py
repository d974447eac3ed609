"""Laws as functions: each takes a position that random play has reached and asserts one thing about it.

``hiding`` has those about what is hidden, and ``checks`` asks them all; docs/laws.md has them in a table.
"""

from __future__ import annotations

import json
import math
from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.outside import LONGEST_LINE, plain
from tablewright.core.state import Action, IllegalAction, Malformed, Outcome, Reason, State
from tablewright.testing.trial import Trial, difference

#: What somebody who makes a game has to write, and what it is for; compiled methods have no docstrings to say it.
STATE_METHODS = {
    "why_not": "returns the reason against an action, or None",
    "apply": "does a legal action",
    "view": "returns what a seat may know, as JSON",
}
GAME_METHODS = {
    "deal": "starts a match",
    "actions": "returns every action that can ever be legal",
}
#: Needed where others are derived from it, or where something is hidden.
ACTIONS = {"actions": "returns the same as Game.actions, from which legal_actions and parse are derived"}
RESAMPLE = {"resample": "returns a state in which all that a seat cannot see is dealt again"}
GAME_FACTS: dict[str, type] = {
    "key": str,
    "title": str,
    "version": int,
    "about": str,
    "hidden": bool,
    "chance": bool,
    "cooperative": bool,
    "seats": tuple,
}
#: What a record has among the actions that is none.
RESERVED = ("undo: ", "ended: ", "result: ", "secret: ", "sum: ")
#: What nobody means as a command.
NONSENSE = ("", "   ", "no such thing", "\x1b[2J", "x" * 2000)


# ------------------------------------------------------------------------------------------------ the start of a match


def contract_is_complete(game: Game, setup: Any, seed: int) -> None:
    """A game says what it has to say of itself, and game and state have every method that somebody must write."""
    name = type(game).__name__
    for fact, kind in GAME_FACTS.items():
        assert isinstance(getattr(game, fact, None), kind), f"{name} lacks {fact}, which is of the type {kind.__name__}"
    lacking = _lacking(game, Game, GAME_METHODS)
    if not lacking:
        state = game.new(setup, seed)
        derives = bool(_lacking(state, State, {"legal_actions": "", "parse": ""}))
        wanted = STATE_METHODS | (ACTIONS if derives else {}) | (RESAMPLE if game.hidden else {})
        lacking = _lacking(state, State, wanted)
    assert not lacking, "; ".join(lacking)
    assert isinstance(setup.seats, int) and game.seats[0] <= setup.seats <= game.seats[1], (
        f"the setup has {setup.seats} seats, but {name} says that there are {game.seats[0]} to {game.seats[1]}"
    )


def _lacking(thing: object, base: type, methods: dict[str, str]) -> list[str]:
    """List the methods that a thing has only from the class that leaves them open, with what they are for."""
    kind = type(thing)
    return [
        f"{kind.__name__} lacks {name}, which {purpose}"
        for name, purpose in methods.items()
        if getattr(kind, name) is getattr(base, name)
    ]


def setups_come_back(at: Trial) -> None:
    """A setup is written as JSON and read back as an equal one; equal setups have equal hashes."""
    written = at.game.write_setup(at.setup)
    again = at.game.read_setup(json.loads(json.dumps(written)))
    assert again == at.setup, _unequal_setups(at.setup, again)
    assert hash(again) == hash(at.setup), "a setup that was written and read has another hash"


def _unequal_setups(setup: Any, again: Any) -> str:
    where = difference(setup, again)
    if not where:
        return f"a setup that was written and read is not equal to it: {type(setup).__name__} lacks __eq__"
    return f"a setup that was written and read has another {where}"


def deals_repeat(at: Trial) -> None:
    """Equal setup and seed give equal matches, whoever deals and however many matches were played before."""
    seed = at.dice.raw()
    one, two = at.game.new(at.setup, seed), at.game.deal(at.setup, Dice(seed))
    assert one == two, f"two deals of one seed differ ({difference(one, two)})"


def actions_are_their_command_lines(at: Trial) -> None:
    """Actions stand at their numbers, are made once, and print as command lines that parse back to the same objects.

    A line is short and plain, no two actions have the same, and a record takes it for an action. What names no action
    is refused as malformed.
    """
    actions = at.game.actions(at.setup)
    lines = {action.text for action in actions}
    assert len(lines) == len(actions), "two actions have the same command line"
    for number in at.some_of(range(len(actions))):
        action = actions[number]
        assert action.number == number, f'"{action.text}" has the number {action.number} and stands at {number}'
        assert action is at.game.actions(at.setup)[number], "the actions of a setup are made anew each time"
        assert at.state.parse(action.text) is action, f'"{action.text}" parses to another action'
        kept = len(action.text) <= LONGEST_LINE and not action.text.startswith(RESERVED)
        assert kept and action.text == plain(action.text) != "", f"a record cannot keep the line {action.text!r}"
    for line in NONSENSE:
        try:
            named = at.state.parse(line)
        except Malformed as refusal:
            assert str(refusal), f"{line!r} is refused without a sentence"
        else:
            assert isinstance(named, Action), f"{line!r} parses to {named!r}, which is no action"


# ---------------------------------------------------------------------------------------------------- at any position


def legality_is_exact(at: Trial) -> None:
    """``legal_actions`` lists, without repetition, exactly the actions that ``why_not`` does not refuse."""
    state, actions = at.state, at.game.actions(at.setup)
    legal = state.legal_actions()
    numbers = {action.number for action in legal}
    assert len(legal) == len(numbers), "an action is listed twice"
    for action in legal:
        known = 0 <= action.number < len(actions) and actions[action.number] is action
        assert known, f'legal_actions has a "{action.text}" that is not the one of Game.actions'
    for action in actions:
        reason = state.why_not(action)
        assert reason is None or isinstance(reason, Reason), f'why_not answers "{action.text}" with {reason!r}'
        assert (reason is None) == (action.number in numbers), (
            f'legal_actions and why_not disagree about "{action.text}"'
        )
    assert bool(legal) == (state.outcome is None), "a match goes on exactly as long as something can be done"
    acting = state.acting_seats()
    assert {state.seat_of(action) for action in legal} <= set(acting), "a seat acts out of turn"
    assert bool(acting) == (state.outcome is None), "somebody acts exactly as long as the match goes on"
    for seat in (*acting, state.seat_to_act):
        assert 0 <= seat < at.setup.seats, f"seat {seat} is to act, and there are {at.setup.seats}"


def refusals_change_nothing(at: Trial) -> None:
    """A refused action raises the reason that ``why_not`` gave and changes nothing, as no question does."""
    before = at.state.key()
    at.state.legal_actions()
    refused = [action for action in at.game.actions(at.setup) if at.state.why_not(action) is not None]
    for action in at.some_of(refused):
        reason = at.state.why_not(action)
        assert str(reason), f'"{action.text}" is refused without a sentence'
        at.state.parse(action.text)
        try:
            at.state.submit(action)
        except IllegalAction as refusal:
            assert refusal.reason == reason, f'submit and why_not give different reasons against "{action.text}"'
        else:
            raise AssertionError(f'"{action.text}" was done although why_not says: {reason}')
    assert at.state.key() == before, f"asking or refusing changed the state ({at.changed()})"


def keys_tell_positions_apart(at: Trial) -> None:
    """Positions with equal keys look the same to everybody and have the same future."""
    state = at.state
    others = [("one with other hidden things", state.resample(None, at.dice))]
    others += [("that of another deal", other) for other in at.others]
    for action in at.some_of(state.legal_actions(), 1):
        after = state.clone()
        after.apply(action)
        others.append((f'the one after "{action.text}"', after))
    for which, other in others:
        if other.key() == state.key():
            where = difference(_looks(at, state), _looks(at, other))
            assert not where, f"this position and {which} have the same key and look different ({where})"
            one, two = state.clone(), other.clone()
            for done in at.play_on([one, two], 10):
                assert one.key() == two.key(), (
                    f'this position and {which} have the same key, but not after "{done.text}" ({difference(one, two)})'
                )


def _looks(at: Trial, state: State) -> dict[str, Any]:
    """Return what can be seen of a position, for comparison."""
    return {
        "outcome": state.outcome,
        "acting_seats": state.acting_seats(),
        "legal_actions": [action.text for action in state.legal_actions()],
        **{f"view({seat})": state.view(seat) for seat in at.seats},
    }


def clones_are_independent(at: Trial) -> None:
    """A clone is equal, plays on alike, and nothing done to it reaches the original, nor its watcher."""
    before = at.state.key()
    one, two = at.state.clone(), at.state.clone()
    assert one is not at.state, "clone returns the state itself"
    assert one == at.state, f"a clone differs ({difference(at.state, one)})"
    assert one.outcome == at.state.outcome, "a clone has another outcome"
    assert one.acting_seats() == at.state.acting_seats(), "in a clone other seats are to act"
    at.state.watch = print
    assert at.state.clone().watch is None, "a clone has a watcher"
    at.state.watch = None
    try:
        for action in at.play_on([one, two], 20):
            assert one == two, f'two clones differ after "{action.text}" ({difference(one, two)})'
            assert [a.text for a in one.legal_actions()] == [a.text for a in two.legal_actions()], (
                f'two clones have different legal actions after "{action.text}"'
            )
    except Exception as error:
        shared = at.changed()
        if not shared:
            raise
        raise AssertionError(f"playing a clone changed the original, which shares {shared}") from error
    assert at.state.key() == before, f"playing a clone changed the original, which shares {at.changed()}"


def snapshots_round_trip(at: Trial) -> None:
    """A snapshot is JSON from which an equal state with an equal future comes back."""
    text = json.dumps(at.state.snapshot())
    restored = at.game.restore(json.loads(text))
    assert restored.key() == at.state.key(), f"the restored state differs ({difference(at.state, restored)})"
    again = restored.snapshot()
    assert json.dumps(again) == text, (
        f"the restored state has another snapshot ({difference(json.loads(text), again) or 'in its order'})"
    )
    assert restored.outcome == at.state.outcome, "the restored state has another outcome"
    assert [a.text for a in restored.legal_actions()] == [a.text for a in at.state.legal_actions()], (
        "the restored state has other legal actions"
    )
    original = at.state.clone()
    for action in at.play_on([original], 3):
        restored.apply(restored.parse(action.text))  # it may have a setup, and with it actions, of its own
        assert original.key() == restored.key(), (
            f'the restored state differs after "{action.text}" ({difference(original, restored)})'
        )


def only_games_of_chance_roll(at: Trial) -> None:
    """A game that says that chance ends with the deal draws no random number in a match; others count their draws."""
    rolled = at.state.rolled() > 0 or at.drawn > 0
    assert at.game.chance or not rolled, "something was rolled, but the game says that chance plays no part"
    assert at.state.rolled() or not at.drawn, f"rolled() is 0, but {at.drawn} random numbers were drawn since the deal"


def outcomes_are_complete(at: Trial) -> None:
    """An outcome has a cause in one plain line and a number from -1 to 1 for every seat, the same in a team of all."""
    outcome = at.state.outcome
    if outcome is None:
        return
    assert isinstance(outcome, Outcome), f"the outcome is {outcome!r}, which is no Outcome"
    returns, seats = outcome.returns, at.setup.seats
    assert isinstance(returns, tuple) and len(returns) == seats, (
        f"the returns are {returns!r}, but there are {seats} seats"
    )
    numbers = all(isinstance(one, int | float) and math.isfinite(one) and -1 <= one <= 1 for one in returns)
    assert numbers, f"the returns {returns!r} are not all numbers from -1 to 1"
    assert not at.game.cooperative or len(set(returns)) == 1, (
        f"all win or lose together, but the returns are {returns!r}"
    )
    assert outcome.score is None or isinstance(outcome.score, int), f"the score {outcome.score!r} is no whole number"
    assert outcome.cause == plain(outcome.cause) != "", f"the cause {outcome.cause!r} is not one line of plain text"
