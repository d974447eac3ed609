"""The laws about what is hidden: nobody learns more than the views show, and samples are dealt from nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tablewright.core.perspective import Perspective
from tablewright.core.state import Event, Reason, State
from tablewright.testing.laws import legality_is_exact
from tablewright.testing.trial import Trial, difference, named


def views_are_fresh(at: Trial) -> None:
    """Views are JSON values that belong to whoever asked; pictures are plain text with something on it."""
    for seat in at.seats:
        view = at.state.view(seat)
        kept = json.loads(json.dumps(view))
        assert kept == view, f"the view of {named(seat)} is not a JSON value ({difference(kept, view)})"
        _spoil(view)
        again = at.state.view(seat)
        assert again == kept, f"whoever changes a view of {named(seat)} changes the game ({difference(kept, again)})"
        picture = at.state.picture(seat)
        assert picture.strip(), f"there is nothing to see for {named(seat)}"
        assert _plain(picture), f"the picture for {named(seat)} has more in it than plain text"


def _plain(text: str) -> bool:
    """Say whether nothing in lines of text steers a terminal."""
    return text.replace("\n", "").isprintable()


def _spoil(value: Any) -> None:
    """Empty everything in a JSON value."""
    if isinstance(value, dict | list):
        for part in list(value.values() if isinstance(value, dict) else value):
            _spoil(part)
        value.clear()


def nothing_hidden_shows(at: Trial) -> None:
    """Dealing again what a seat cannot see changes nothing that it can ask for, in turn or out of turn.

    That is its view, its picture, its legal actions, and the reason against every action there is. A game in which a
    seat sees what another does not says so by ``hidden``.
    """
    before = at.state.key()
    for seat in at.seats:
        sample = at.state.resample(seat, at.dice)
        view, dealt = at.state.view(seat), sample.view(seat)
        assert dealt == view, f"{named(seat)} could tell a sample from the real state ({difference(view, dealt)})"
        assert json.dumps(dealt) == json.dumps(view), f"the order of what {named(seat)} sees depends on hidden things"
        for other in at.seats if not at.game.hidden else ():
            assert sample.view(other) == at.state.view(other), (
                f"{named(other)} knows more than {named(seat)}, but hidden is False"
            )
        _compare_questions(at, seat, sample)
    assert at.state.key() == before, f"looking changed the state ({at.changed()})"


def _compare_questions(at: Trial, seat: int | None, other: State) -> None:
    """Ask everything that a seat can ask in a position and in another one that looks the same to it."""
    state = at.state
    picture, again = state.picture(seat), other.picture(seat)
    assert again == picture, f"the picture of {named(seat)} shows hidden things ({_line(picture, again)})"
    acting = state.acting_seats()
    assert other.acting_seats() == acting, f"who acts tells {named(seat)} something hidden"
    assert other.outcome == state.outcome, f"the outcome tells {named(seat)} something hidden"
    if seat is None and type(state).seat_of is not State.seat_of:  # what is said out of turn, everybody may know
        for action in at.game.actions(at.setup):
            if state.seat_of(action) not in acting:
                _same_reason(action.text, seat, state.why_not(action), other.why_not(action))
    if seat is None or seat not in acting:
        return
    real, dealt = Perspective(state, seat), Perspective(other, seat)
    assert [a.text for a in real.legal_actions()] == [a.text for a in dealt.legal_actions()], (
        f"the legal actions of {named(seat)} depend on hidden things"
    )
    for action in at.game.actions(at.setup):
        _same_reason(action.text, seat, real.why_not(action), dealt.why_not(action))


def _line(one: str, other: str) -> str:
    return difference(one.split("\n"), other.split("\n"), "line")


def _same_reason(line: str, seat: int | None, one: Reason | None, other: Reason | None) -> None:
    same = one == other and (one is None or other is None or one.sentence == other.sentence)
    assert same, f'the reason against "{line}" tells {named(seat)} something hidden ("{one}", not "{other}")'


def events_show_no_more_than_views(at: Trial) -> None:
    """Where an action looks the same to a seat in two deals, before and after it, the seat is told and shown the same.

    What is shown of an event is JSON, what is told is plain text, and there is something exactly if the event is told.
    """
    for action in at.some_of(at.state.legal_actions(), 3):
        after = at.state.clone()
        events = after.apply_watched(action)
        for event in events:
            assert type(event).told is not Event.told, f"{type(event).__name__} lacks told: what a seat learns from it"
        rolled = after.rolled() != at.state.rolled()
        for seat in at.seats:
            for event in events:
                _check_event(event, seat)
            if rolled:
                continue  # dice fall anew for everybody to see
            for other in _other_deals(at, seat, at.state.seat_of(action)):
                if other.why_not(action) is not None:
                    continue  # what cannot be done shows that it is another deal
                others = other.apply_watched(action)
                if other.view(seat) == after.view(seat):
                    one, two = learnt(events, seat), learnt(others, seat)
                    assert one == two, (
                        f'the events of "{action.text}" tell {named(seat)} something hidden ({difference(one, two)})'
                    )


def _other_deals(at: Trial, seat: int | None, actor: int) -> list[State]:
    """Return positions that a seat cannot tell from this one; in some of them the actor can do the same as here."""
    found = [at.state.resample(seat, at.dice)]
    if seat is None:
        found.append(at.state.resample(actor, at.dice))
    return found + [other.clone() for other in at.alike(seat)]


def _check_event(event: Event, seat: int | None) -> None:
    seen, told = event.seen(seat), event.told(seat)
    assert json.loads(json.dumps(seen)) == seen, f"what is seen of {event!r} is not a JSON value"
    assert isinstance(told, str) and _plain(told), f"{event!r} is not told in plain text, but by {told!r}"
    assert (seen is None) == (not told), f"{event!r} is told or seen, but not both, by {named(seat)}"


def learnt(events: Sequence[Event], seat: int | None) -> list[tuple[str, Any]]:
    """Return all that a seat (``None``: a spectator) learns from events, in words and as JSON, whatever comes first.

    Two own cards may be drawn one after the other or the other way round: the seat sees that, and its view does not.
    """
    found = [(told, event.seen(seat)) for event in events if (told := event.told(seat))]
    return sorted(found, key=str)


def events_stay_as_they_were(at: Trial) -> None:
    """An action does the same whether somebody watches or not, and what an event tells does not change later."""
    for action in at.some_of(at.state.legal_actions(), 1):
        alone, watched = at.state.clone(), at.state.clone()
        alone.apply(action)
        events = watched.apply_watched(action)
        assert alone == watched, f'"{action.text}" does something else when watched ({difference(alone, watched)})'
        told = [learnt(events, seat) for seat in at.seats]
        for _ in at.play_on([watched], 3):
            pass
        later = [learnt(events, seat) for seat in at.seats]
        assert later == told, f'the events of "{action.text}" tell something else later ({difference(told, later)})'


def samples_can_be_played(at: Trial) -> None:
    """A sample obeys the rules too: it is exact about legality and can be played on, and the real state stays alone."""
    before = at.state.key()
    sample = at.state.resample(at.state.seat_to_act, at.dice)
    for _ in range(20):
        legal = sample.legal_actions()
        if not legal:
            break
        sample.submit(legal[at.dice.roll(len(legal)) - 1])
    legality_is_exact(Trial(at.game, at.setup, sample, at.dice))
    assert at.state.key() == before, f"playing a sample changed the real state, which shares {at.changed()}"


def samples_depend_on_the_view_and_the_dice(at: Trial) -> None:
    """Positions that look the same to a seat give it the same samples from the same dice: a sample betrays nothing.

    So what is hidden is dealt again, all of it, and future dice are new. Not only samples are compared, but other deals
    of the match too, which owe nothing to ``resample``.
    """
    for seat in at.seats:
        others = [at.state.resample(seat, at.dice), *at.alike(seat)]
        sample = at.state.resample(seat, at.dice.clone())
        for other in others:
            again = other.resample(seat, at.dice.clone())
            assert again.key() == sample.key(), (
                f"a sample of {named(seat)} depends on something that it cannot see ({difference(sample, again)})"
            )
