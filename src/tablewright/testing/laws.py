"""Laws as functions: each takes a position that random play has reached and asserts one thing about it.

``check_match`` plays one random match and asks every law along the way. A broken law raises ``AssertionError`` with
the record that leads there, so that a failure can be replayed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective
from tablewright.core.record import Record
from tablewright.core.state import Event, IllegalAction, Refused, State

T = TypeVar("T")

#: No match of a well-made game takes more actions than this under random play.
LONGEST_MATCH = 50_000


class Trial:
    """A state on the way through a random match, with dice for whatever a law wants to try."""

    def __init__(self, game: Game, setup: Any, state: State, dice: Dice) -> None:
        self.game = game
        self.setup = setup
        self.state = state
        self.dice = dice

    @property
    def seats(self) -> list[int | None]:
        """All seats and the spectator."""
        return [*range(self.setup.seats), None]

    def some_of(self, items: Sequence[T]) -> list[T]:
        """Draw a few items, some perhaps twice: asking about all of a large table would be too slow."""
        return [items[self.dice.roll(len(items)) - 1] for _ in range(20)] if items else []


def legality_is_exact(at: Trial) -> None:
    """``legal_actions`` lists, without repetition, exactly the actions that ``why_not`` does not refuse."""
    legal = at.state.legal_actions()
    allowed = {action.number for action in at.game.actions(at.setup) if at.state.why_not(action) is None}
    assert len(legal) == len({action.number for action in legal}), "an action is listed twice"
    assert {action.number for action in legal} == allowed, "legal_actions and why_not disagree"
    assert bool(legal) == (at.state.outcome is None), "a match goes on exactly as long as something can be done"
    assert {at.state.seat_of(action) for action in legal} <= set(at.state.acting_seats()), "a seat acts out of turn"


def actions_are_their_command_lines(at: Trial) -> None:
    """Actions stand at their numbers and print as command lines that parse back to the same objects."""
    actions = at.game.actions(at.setup)
    for number in at.some_of(range(len(actions))):
        action = actions[number]
        assert action.number == number, "an action does not stand at its number"
        assert at.state.parse(action.text) is action, f'"{action.text}" parses to another action'


def refusals_change_nothing(at: Trial) -> None:
    """A refused action raises the reason that ``why_not`` gave and leaves the state as it was."""
    before = at.state.key()
    refused = [action for action in at.game.actions(at.setup) if at.state.why_not(action) is not None]
    for action in at.some_of(refused):
        reason = at.state.why_not(action)
        try:
            at.state.submit(action)
        except IllegalAction as refusal:
            assert refusal.reason == reason, "submit and why_not give different reasons"
        else:
            raise AssertionError(f'"{action.text}" was done although why_not says: {reason}')
    assert at.state.key() == before, "asking or refusing changed the state"


def clones_are_independent(at: Trial) -> None:
    """A clone is equal, plays on alike, and nothing done to it reaches the original."""
    before = at.state.key()
    one, two = at.state.clone(), at.state.clone()
    assert one == at.state, "a clone differs"
    for _ in range(20):
        legal = one.legal_actions()
        if not legal:
            break
        assert [action.text for action in legal] == [action.text for action in two.legal_actions()]
        action = legal[at.dice.roll(len(legal)) - 1]
        one.apply(action)
        two.apply(action)
        assert one == two, "two clones played alike and differ"
    assert at.state.key() == before, "playing a clone changed the original"


def snapshots_round_trip(at: Trial) -> None:
    """A snapshot is JSON from which an equal state with an equal future comes back."""
    text = json.dumps(at.state.snapshot())
    restored = at.game.restore(json.loads(text))
    assert restored.key() == at.state.key(), "the restored state differs"
    assert json.dumps(restored.snapshot()) == text, "the restored state has another snapshot"
    assert [a.text for a in restored.legal_actions()] == [a.text for a in at.state.legal_actions()]


def nothing_hidden_shows(at: Trial) -> None:
    """Dealing again what a seat cannot see changes nothing that it can ask for, in turn or out of turn.

    That is its view, which is JSON, its picture, its legal actions, and the reason against every action there is.
    """
    before = at.state.key()
    for seat in at.seats:
        view = at.state.view(seat)
        assert json.loads(json.dumps(view)) == view, "a view is not a JSON value"
        assert at.state.picture(seat).strip(), "there is nothing to see"
        sample = at.state.resample(seat, at.dice)
        assert sample.view(seat) == view, f"seat {seat} could tell a sample from the real state"
        assert sample.picture(seat) == at.state.picture(seat), f"the picture of seat {seat} shows hidden things"
        assert sample.acting_seats() == at.state.acting_seats(), f"who acts tells seat {seat} something hidden"
        if seat is None:
            continue
        real, dealt = Perspective(at.state, seat), Perspective(sample, seat)
        assert [a.text for a in real.legal_actions()] == [a.text for a in dealt.legal_actions()], (
            f"the legal actions of seat {seat} depend on hidden things"
        )
        for action in at.game.actions(at.setup):
            assert real.why_not(action) == dealt.why_not(action), (
                f'the reason against "{action.text}" tells seat {seat} something hidden'
            )
    assert at.state.key() == before, "looking changed the state"


def events_show_no_more_than_views(at: Trial) -> None:
    """Where an action looks the same to a seat in two deals, before and after it, the seat is told and shown the same.

    What is shown of an event is JSON, and there is something exactly if the event is told.
    """
    for action in at.some_of(at.state.legal_actions())[:3]:
        after = at.state.clone()
        events = after.apply_watched(action)
        for seat in at.seats:
            for event in events:
                seen, told = event.seen(seat), event.told(seat)
                assert json.loads(json.dumps(seen)) == seen, f"what is seen of {event!r} is not a JSON value"
                assert isinstance(told, str), f"{event!r} cannot be told"
                assert (seen is None) == (not told), f"{event!r} is told or seen, but not both, by seat {seat}"
            sample = at.state.resample(seat, at.dice)
            if after.rolled() != at.state.rolled() or sample.why_not(action) is not None:
                continue  # dice fall anew for everybody to see; what cannot be done shows that it is another deal
            others = sample.apply_watched(action)
            if sample.view(seat) == after.view(seat):
                assert learnt(events, seat) == learnt(others, seat), (
                    f'the events of "{action.text}" tell seat {seat} something hidden'
                )


def learnt(events: Sequence[Event], seat: int | None) -> list[tuple[str, Any]]:
    """Return all that a seat (``None``: a spectator) learns from events, in words and as JSON, whatever comes first.

    Two own cards may be drawn one after the other or the other way round: the seat sees that, and its view does not.
    """
    found = [(told, event.seen(seat)) for event in events if (told := event.told(seat))]
    return sorted(found, key=str)


def samples_can_be_played(at: Trial) -> None:
    """A sample obeys the rules too: it is exact about legality and can be played on."""
    sample = at.state.resample(at.state.seat_to_act, at.dice)
    for _ in range(20):
        legal = sample.legal_actions()
        if not legal:
            break
        sample.submit(legal[at.dice.roll(len(legal)) - 1])
    legality_is_exact(Trial(at.game, at.setup, sample, at.dice))


def samples_depend_on_the_view_and_the_dice(at: Trial) -> None:
    """Positions that look the same to a seat give it the same samples from the same dice: a sample betrays nothing."""
    for seat in at.seats:
        other = at.state.resample(seat, at.dice)
        seed = at.dice.raw()
        assert at.state.resample(seat, Dice(seed)).key() == other.resample(seat, Dice(seed)).key(), (
            f"a sample of seat {seat} depends on something that the seat cannot see"
        )


def only_games_of_chance_roll(at: Trial) -> None:
    """A game that says that chance ends with the deal draws no random number in a match."""
    assert at.game.chance or at.state.rolled() == 0, "something was rolled, but the game says that chance plays no part"


POSITION_LAWS: list[Callable[[Trial], None]] = [
    legality_is_exact,
    refusals_change_nothing,
    clones_are_independent,
    snapshots_round_trip,
    nothing_hidden_shows,
    events_show_no_more_than_views,
    samples_can_be_played,
    samples_depend_on_the_view_and_the_dice,
    only_games_of_chance_roll,
]


def random_match(game: Game, setup: Any, seed: int, limit: int = LONGEST_MATCH) -> Match:
    """Play a match at random, at most so many actions of it."""
    match, dice = Match(game, setup, seed, ["random"] * setup.seats, limit), Dice(seed + 1)
    while not match.over:
        legal = match.state.legal_actions()
        match.advance(legal[dice.roll(len(legal)) - 1])
    return match


def random_record(game: Game, setup: Any, seed: int, limit: int = LONGEST_MATCH) -> Record:
    """Play a match at random to its end and return its record."""
    match = random_match(game, setup, seed, limit)
    assert match.outcome is not None, f"random play has not ended after {limit} actions"
    return match.record()


def check_match(game: Game, setup: Any, seed: int, *, every: int = 10, limit: int = LONGEST_MATCH) -> Record:
    """Play one random match, ask every law at every ``every``-th position and at the end, and return its record."""
    record = random_record(game, setup, seed, limit)
    dice = Dice(seed + 2)
    try:
        actions_are_their_command_lines(Trial(game, setup, game.new(setup, seed), dice))
        for number, state in enumerate(record.states()):
            if number % every == 0 or number == len(record.actions):
                at = Trial(game, setup, state, dice)
                for law in POSITION_LAWS:
                    law(at)
        assert str(Record.parse(str(record))) == str(record), "the record does not survive its own text"
    except AssertionError as error:
        raise AssertionError(f"{error}\n{record}") from error
    return record


def check_commands(game: Game, setup: Any, seed: int, lines: Sequence[str], *, after: int = 0) -> None:
    """Try command lines one by one, whatever they are, in a random match that has come so far.

    A line names an action or is refused as malformed. What it names is done if it is legal. Any refusal has a sentence
    and changes nothing, and ``why_not`` gives the same reason beforehand.
    """
    match = random_match(game, setup, seed, after)
    for line in lines:
        before = match.state.key()
        try:
            _try_command(match.state, line)
        except Refused as refusal:
            assert str(refusal), f"{line!r} is refused without a sentence\n{match.record()}"
            assert match.state.key() == before, f"{line!r} is refused and changes the state\n{match.record()}"
        except AssertionError as error:
            raise AssertionError(f"{line!r}: {error}\n{match.record()}") from error


def _try_command(state: State, line: str) -> None:
    action = state.parse(line)
    assert state.parse(action.text).text == action.text, f'its action prints as "{action.text}", which is another one'
    reason = state.why_not(action)
    legal = any(action is one for one in state.legal_actions())
    assert legal == (reason is None), "legal_actions and why_not disagree"
    try:
        state.submit(action)
    except IllegalAction as refusal:
        assert refusal.reason == reason, "submit and why_not give different reasons"
        raise
    assert reason is None, f"it was done although why_not says: {reason}"


def check_bot(make_bot: Callable[[], Any], game: Game, setup: Any, seed: int, *, every: int = 10) -> None:
    """A bot's move is legal, repeats, and stays the same when what its seat cannot see is dealt again.

    ``make_bot`` returns a fresh bot; its ``choose`` takes a ``Perspective`` and returns an action.
    """
    match, dice = Match(game, setup, seed), Dice(seed + 3)
    state = match.state
    while not match.over:
        legal = state.legal_actions()
        if len(match) % every == 0:
            seat = match.turn
            choice = make_bot().choose(Perspective(state, seat))
            assert state.why_not(choice) is None, f'the bot chose "{choice.text}": {state.why_not(choice)}'
            again = make_bot().choose(Perspective(state.resample(seat, dice), seat))
            assert again.text == choice.text, f'the bot chose "{again.text}" once its hidden cards were dealt again'
        match.advance(legal[dice.roll(len(legal)) - 1])
