"""The checks that a game or a bot passes: random matches in which every law is asked along the way.

A broken law raises ``AssertionError`` with the law, the position as a number of actions, what is wrong there, and then
the record that leads there, so that a failure can be replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective
from tablewright.core.record import Record
from tablewright.core.state import IllegalAction, Refused, State
from tablewright.testing import hiding, laws
from tablewright.testing.deals import KEPT, other_deals
from tablewright.testing.trial import Trial, difference

#: No match of a well-made game takes more actions than this under random play.
LONGEST_MATCH = 50_000

Law = Callable[[Trial], None]

#: Asked at the start of a match.
START_LAWS: list[Law] = [laws.setups_come_back, laws.deals_repeat, laws.actions_are_their_command_lines]
#: Asked at positions on the way, in this order: what later ones use has been looked at by earlier ones.
POSITION_LAWS: list[Law] = [
    laws.legality_is_exact,
    laws.refusals_change_nothing,
    laws.clones_are_independent,
    laws.snapshots_round_trip,
    laws.only_games_of_chance_roll,
    laws.outcomes_are_complete,
    hiding.views_are_fresh,
    hiding.nothing_hidden_shows,
    hiding.samples_can_be_played,
    hiding.samples_depend_on_the_view_and_the_dice,
    laws.keys_tell_positions_apart,
    hiding.events_show_no_more_than_views,
    hiding.events_stay_as_they_were,
]


def random_match(game: Game, setup: Any, seed: int, limit: int = LONGEST_MATCH) -> Match:
    """Play a match at random, at most so many actions of it."""
    match, dice = Match(game, setup, seed, ["random"] * setup.seats, limit), Dice(seed + 1)
    try:
        while not match.over:
            legal = match.state.legal_actions()
            assert legal, "a match goes on exactly as long as something can be done"
            match.advance(legal[dice.roll(len(legal)) - 1])
    except Exception as error:
        raise _broken("random play", match, len(match), error) from error
    return match


def random_record(game: Game, setup: Any, seed: int, limit: int = LONGEST_MATCH) -> Record:
    """Play a match at random to its end and return its record."""
    match = random_match(game, setup, seed, limit)
    assert match.outcome is not None, f"random play has not ended after {limit} actions"
    return match.record()


def check_match(game: Game, setup: Any, seed: int, *, every: int = 10, limit: int = LONGEST_MATCH) -> Record:
    """Play one random match, ask every law at every ``every``-th position and at the end, and return its record."""
    try:
        laws.contract_is_complete(game, setup, seed)
    except AssertionError as error:
        raise AssertionError(f"contract_is_complete: {error}") from error
    match = random_match(game, setup, seed, limit)
    assert match.outcome is not None, f"random play has not ended after {limit} actions"
    for number, at in trials(match, every):
        for law in [*START_LAWS, *POSITION_LAWS] if number == 0 else POSITION_LAWS:
            try:
                law(at)
            except Exception as error:
                raise _broken(law.__name__, match, number, error) from error
    record = match.record()
    assert str(Record.parse(str(record), game)) == str(record), f"the record does not survive its own text\n{record}"
    return record


def _broken(law: str, match: Match, number: int, error: Exception) -> AssertionError:
    """Return the failure of a law at a position, with the record that leads there behind it."""
    where = f'position {number}, after "{match.actions[number - 1].text}"' if number else "position 0"
    what = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}{_place(error)}"
    return AssertionError(f"{law}, {where}: {what}\n{match.record()}")


def _place(error: Exception) -> str:
    """Say where an exception was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    code = trace.tb_frame.f_code
    return f", in {code.co_name} ({Path(code.co_filename).name}, line {trace.tb_lineno})"


def trials(match: Match, every: int) -> Iterator[tuple[int, Trial]]:
    """Play a match again, by its command lines, and yield every ``every``-th position and the last one.

    Some other deals of the match play along as long as the actions fit them and some seat cannot tell them apart.
    """
    game, setup, seed = match.game, match.setup, match.seed or 0
    own, dice = Dice(seed), Dice(seed + 2)
    state = game.deal(setup, own)
    drawn = own.drawn
    others: list[State] = []
    for number in range(len(match) + 1):
        if number % every == 0 or number == len(match):
            at = Trial(game, setup, state, dice)
            at.drawn = own.drawn - drawn
            at.anew = lambda count=number: _played(match, count)
            at.others = other_deals(game, setup, seed, drawn, dice) if number == 0 else others
            yield number, at
            others = [one for one in at.others if any(one is same for seat in at.seats for same in at.alike(seat))]
            del others[KEPT:]
        if number < len(match):
            _repeat(match, number, state)
            others = [one for one in others if _followed(one, match.actions[number])]
    assert state == match.state, (
        f"the same actions led elsewhere when they were done again ({difference(match.state, state)})\n{match.record()}"
    )


def _repeat(match: Match, number: int, state: State) -> None:
    action = match.actions[number]
    try:
        state.submit(state.parse(action.text))
    except Refused as refusal:
        again = AssertionError(f'"{action.text}" cannot be done again: {refusal}')
        raise _broken("deals_repeat", match, number, again) from refusal


def _followed(other: State, action: Any) -> bool:
    """Do an action in another deal, if it can be done there."""
    if other.why_not(action) is not None:
        return False
    other.apply(action)
    return True


def _played(match: Match, count: int) -> State:
    """Return a position of a match, played anew and touched by nobody."""
    state = match.game.new(match.setup, match.seed or 0)
    for action in match.actions[:count]:
        state.apply(action)
    return state


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

    ``make_bot`` returns a fresh bot; its ``choose`` takes a ``Perspective`` and returns an action. Where the game does
    not deal again what it should, that is said, for then nobody knows what the bot has seen.
    """
    match = random_match(game, setup, seed)
    for number, at in trials(match, every):
        if number == len(match):
            break
        try:
            hiding.samples_depend_on_the_view_and_the_dice(at)
        except Exception as error:
            raise _broken("samples_depend_on_the_view_and_the_dice", match, number, error) from error
        try:
            _check_choice(make_bot, at, match.seats[number])
        except AssertionError as error:
            raise _broken("the bot", match, number, error) from error


def _check_choice(make_bot: Callable[[], Any], at: Trial, seat: int) -> None:
    choice = make_bot().choose(Perspective(at.state, seat))
    reason = at.state.why_not(choice)
    assert reason is None, f'it chose "{choice.text}": {reason}'
    again = make_bot().choose(Perspective(at.state.resample(seat, at.dice), seat))
    assert again.text == choice.text, (
        f'it chose "{choice.text}", but "{again.text}" once its hidden cards were dealt again'
    )
