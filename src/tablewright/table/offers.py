"""What players ask of each other: to take something back, a tie, a pause, a rematch; and what one does alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablewright.table import charter as log
from tablewright.table.charter import Charter, SeatPlan
from tablewright.table.story import AGAIN, ASKING, BREAK, DRAW, TAKEBACK
from tablewright.table.telling import Eye, Message

if TYPE_CHECKING:
    from tablewright.table.session import Session

#: The bot that plays on for a player who has left.
SUBSTITUTE_BOT = "normal"
#: Who was refused something waits ten seconds before asking again, then forty, ninety, ... at most this many times ten.
MOST_PATIENCE = 10


class Refusal(Exception):
    """What a viewer wants cannot be done; a stable code and a sentence."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class RematchPlan:
    """A table that is to be made: who sat where is now one seat further, with what was chosen for them."""

    charter: Charter
    chosen: dict[str, str]
    seats: tuple[SeatPlan, ...]
    #: For every new seat the old one of whoever sits there.
    before: tuple[int, ...]


def need_seat(eye: Eye) -> None:
    """Refuse what only those can do who sit at the table."""
    if not eye.seats:
        raise Refusal("NOT_SEATED", "You are watching; those who sit at the table play.")


class Offers:
    """The offers of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def offer(self, eye: Eye, message: Message, now: int) -> None:
        """Ask the others for something, or do what needs nobody else."""
        session, kind = self._session, message.get("kind")
        need_seat(eye)
        seat = eye.speaker
        at_once = {
            "resign": self._resign,
            "resume": self._resume,
            "claim": self._claim,
            "substitute": self._substitute,
        }
        if isinstance(kind, str) and kind in at_once:
            return at_once[kind](eye, seat, now)
        if not isinstance(kind, str) or kind not in ASKING:
            raise Refusal("NO_OFFER", "There is no such offer.")
        self._check_offer(kind, eye)
        session.need_room()
        why_not = self._why_not_free(eye) if kind == TAKEBACK else ""
        if kind == TAKEBACK and not why_not:
            return self._take_back(now)
        if set(session.story.deciding) <= set(eye.seats):
            if kind == TAKEBACK:
                raise Refusal("NO_UNDO", f"This cannot be taken back: {why_not}.")
            if kind == DRAW:
                raise Refusal("NO_OFFER", "There is nobody to agree with.")
            return self._fulfil(kind, seat, now)
        if kind in session.story.offers:
            return self._meet(kind, eye, now)
        times, at = session.story.refused.get((kind, seat), (0, 0))
        wait = at + 10_000 * min(times, MOST_PATIENCE) ** 2 - now
        if times and wait > 0:
            raise Refusal("LIMIT", f"This was refused; it can be asked again in {-(-wait // 1000)} seconds.")
        session.tell_entry(session.enter(log.OFFER, now, seat, kind=kind))
        return None

    def answer(self, eye: Eye, message: Message, now: int) -> None:
        """Agree to what another has offered, or refuse it."""
        session, kind = self._session, message.get("kind")
        need_seat(eye)
        if not isinstance(kind, str) or kind not in session.story.offers or session.story.offers[kind] in eye.seats:
            raise Refusal("NO_OFFER", "Nothing like that is offered any more.")
        if message.get("yes") is True:
            self._accept(kind, eye, now)
        else:
            session.tell_entry(session.enter(log.DECLINE, now, eye.speaker, kind=kind))

    def _check_offer(self, kind: str, eye: Eye) -> None:
        session = self._session
        if kind == AGAIN:
            if not session.over:
                raise Refusal("NO_OFFER", "The match is not over.")
            if session.story.rematch:
                raise Refusal("NO_OFFER", "The rematch has begun.")
            return
        match = session.need_play()
        if kind == TAKEBACK and not any(seat in eye.seats for seat in match.seats[session.story.inherited :]):
            raise Refusal("NO_UNDO", "There is nothing to take back.")
        if kind == DRAW and session.story.game.cooperative:
            raise Refusal("NO_OFFER", "There is nobody to agree with.")

    def _meet(self, kind: str, eye: Eye, now: int) -> None:
        """Take it as agreement that somebody offers what another has offered already."""
        asker = self._session.story.offers[kind]
        if asker in eye.seats:
            return
        if kind == TAKEBACK:  # that would be another action
            raise Refusal("NO_OFFER", f"{self._session.story.names[asker]} waits for your answer to the same question.")
        self._accept(kind, eye, now)

    def _accept(self, kind: str, eye: Eye, now: int) -> None:
        session, story = self._session, self._session.story
        asker = story.offers[kind]
        awaited = set(story.deciding) - {asker} - story.agreed[kind]
        for one in eye.seats:
            if one in awaited and len(awaited - set(eye.seats)):
                session.tell_entry(session.enter(log.OFFER, now, one, kind=kind))
        if not awaited - set(eye.seats):
            self._fulfil(kind, asker, now)

    def _fulfil(self, kind: str, asker: int, now: int) -> None:
        session = self._session
        if kind == TAKEBACK:
            numbers = [number for number, seat in enumerate(session.story.playing.seats) if seat == asker]
            if not numbers or numbers[-1] < session.story.inherited:
                raise Refusal("NO_UNDO", "There is nothing to take back.")
            self._undo_to(numbers[-1], asker, now)
        elif kind == DRAW:
            session.finish(now, "agreed", None)
        elif kind == BREAK:
            session.enter(log.PAUSE, now)
            session.show_all(now)
        else:
            session.batch.rematch = self._plan()

    def _why_not_free(self, eye: Eye) -> str:
        """Say why these seats cannot take back anything by themselves; "" if they can."""
        session, match = self._session, self._session.story.playing
        if match.turn not in eye.seats:
            return f"it is {session.story.names[match.turn]}'s turn"
        return match.why_not_undo(session.story.deciding)

    def _take_back(self, now: int) -> None:
        """Take back the last action of a person, with what bots have answered."""
        story = self._session.story
        seats, deciding = story.playing.seats, story.deciding
        number = max(number for number, seat in enumerate(seats) if seat in deciding)
        if number < story.inherited:
            raise Refusal("NO_UNDO", "There is nothing to take back.")
        self._undo_to(number, seats[number], now)

    def _undo_to(self, number: int, seat: int, now: int) -> None:
        session = self._session
        session.enter(log.UNDO, now, seat, to=number)
        session.show_all(now)
        session.let_bots_think()

    def _resign(self, eye: Eye, seat: int, now: int) -> None:
        session = self._session
        session.need_match()
        session.finish(now, "resigned", seat)

    def _resume(self, eye: Eye, seat: int, now: int) -> None:
        session = self._session
        if not session.story.paused:
            raise Refusal("NO_OFFER", "The match is not paused.")
        session.enter(log.RESUME, now, seat)
        session.forgive_absence(now)
        session.show_all(now)
        session.let_bots_think()

    def _absent(self, eye: Eye) -> int:
        session = self._session
        session.need_match()
        for seat in sorted(session.claimable):
            if seat not in eye.seats and not session.story.chairs[seat].bot:
                return seat
        raise Refusal("NOT_ABSENT", "Nobody has been away for long enough.")

    def _claim(self, eye: Eye, seat: int, now: int) -> None:
        session = self._session
        session.finish(now, "left", self._absent(eye))

    def _substitute(self, eye: Eye, seat: int, now: int) -> None:
        session = self._session
        session.enter(log.SUBSTITUTE, now, self._absent(eye), bot=SUBSTITUTE_BOT)
        session.welcome_all(now)
        session.show_all(now)
        session.let_bots_think()

    def _plan(self) -> RematchPlan:
        session, story = self._session, self._session.story
        count = len(story.chairs)
        before = tuple((seat + (0 if story.game.cooperative else 1)) % count for seat in range(count))
        seats = []
        for old in before:
            chair = story.chairs[old]  # who has left is not waited for: the bot stays
            seats.append(SeatPlan(log.BOT, bot=chair.bot) if chair.bot else SeatPlan(log.PERSON, chair.name))
        return RematchPlan(session.charter, self._swapped(before), tuple(seats), before)

    def _swapped(self, before: Sequence[int]) -> dict[str, str]:
        """Return what was chosen, so that decks and the like go with their players."""
        session = self._session
        chosen = dict(session.charter.chosen)
        by_seat: dict[int, list[Any]] = {}
        for choice in session.story.game.choices():
            if choice.seat is not None:
                by_seat.setdefault(choice.seat, []).append(choice)
        for seat, old in enumerate(before):
            for new, was in zip(by_seat.get(seat, []), by_seat.get(old, []), strict=False):
                name = session.charter.chosen.get(was.key, was.options[0].name)
                if any(option.name == name for option in new.options):
                    chosen[new.key] = name
        return chosen if session.charter.chosen else {}
