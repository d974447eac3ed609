"""The heart of a server: one match and everybody who looks at it, without input or output.

Messages of viewers go in (``receive``), messages to viewers come out (``drain``); time and entropy are handed in. What
has happened is a log of entries. Whoever hosts a session stores the entries of a batch first and sends its messages
afterwards, so that what was acknowledged is stored. docs/web.md has the messages.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablewright.core.outside import LONGEST_LINE, plain
from tablewright.core.record import Record
from tablewright.core.registry import names
from tablewright.core.state import MATCH_OVER, NOT_YOUR_TURN, Refused
from tablewright.table import charter as log
from tablewright.table.charter import Charter, Entry, SeatPlan
from tablewright.table.choices import Choices
from tablewright.table.players import why_no_person, why_not_together
from tablewright.table.story import AGAIN, ASKING, BREAK, DRAW, TAKEBACK, Story
from tablewright.table.thoughts import ADVISER, Thought
from tablewright.table.wording import Scene

Viewer = Hashable
Message = dict[str, Any]

#: The longest thing a player can say, in characters.
LONGEST_SAYING = 200
#: So many entries are sent one by one to a viewer that comes back; behind more it gets the whole position.
LONGEST_TAIL = 256
NONCE_BYTES = 16
#: Milliseconds after which an absent player is announced.
NOTICED = 5_000
#: The number of watchers is told at most once in so many milliseconds.
COUNTED = 2_000
#: The bot that plays on for a player who has left.
SUBSTITUTE_BOT = "normal"
#: Who was refused something waits ten seconds before asking again, then forty, ninety, ... at most this many times ten.
MOST_PATIENCE = 10
#: Larger numbers are no counters of a client.
LARGEST_ID = 2**53


class NotYet(Exception):
    """Something can be had after the end of the match only; the message is a sentence."""


class Refusal(Exception):
    """What a viewer wants cannot be done; a stable code and a sentence."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(slots=True)
class _Eye:
    """A viewer: the seats it plays (none: it watches), the one it looks through, and the view it has."""

    seats: tuple[int, ...]
    seat: int | None
    view: Any = None


@dataclass(frozen=True, slots=True)
class RematchPlan:
    """A table that is to be made: who sat where is now one seat further, with what was chosen for them."""

    charter: Charter
    chosen: dict[str, str]
    seats: tuple[SeatPlan, ...]
    #: For every new seat the old one of whoever sits there.
    before: tuple[int, ...]


@dataclass(slots=True)
class Batch:
    """What came out of a session: store the entries first, then send, close and think."""

    entries: list[Entry] = field(default_factory=list)
    messages: list[tuple[Viewer, Message]] = field(default_factory=list)
    #: Viewers whose connection ends when their messages are sent, and the code to close it with.
    closes: list[tuple[Viewer, int]] = field(default_factory=list)
    thoughts: list[Thought] = field(default_factory=list)
    rematch: RematchPlan | None = None

    def __bool__(self) -> bool:
        return bool(self.entries or self.messages or self.closes or self.thoughts or self.rematch)


class Session:
    """One match with its viewers."""

    def __init__(
        self,
        charter: Charter,
        secret: bytes,
        entries: Sequence[Entry],
        now: int,
        entropy: Callable[[int], bytes],
    ) -> None:
        self.charter = charter
        self.story = Story(charter, secret, entries)
        self._entropy = entropy
        self._viewers: dict[Viewer, _Eye] = {}
        self._batch = Batch()
        self._pictures = self.story.game.key not in names("pages")
        #: Since when the seats of people have been empty, and who was told so.
        self._away = dict.fromkeys(self.story.people, now)
        self._announced: set[int] = set()
        self._claimable: set[int] = set()
        self._count_at: int | None = None
        #: What is thought about, by its number: for which position, and who asked for advice.
        self._thoughts: dict[int, tuple[int, Viewer | None]] = {}
        self._thought = 0
        if self.story.clocks.running and entries:
            self._enter(log.CREDIT, now)  # nobody could play while the server was away
        self._let_bots_think()

    # --- what the host asks

    @property
    def started(self) -> bool:
        """Has everybody come, so that the cards are dealt?"""
        return self.story.match is not None

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.story.over

    @property
    def due(self) -> int | None:
        """When ``tick`` is to be called, in milliseconds of the server's clock; ``None``: nothing will happen."""
        times = [self._count_at, self.story.clocks.due]
        if self._may_be_missed():
            patience = self.story.options.patience * 1000
            for seat, since in self._away.items():
                if seat not in self._announced:
                    times.append(since + min(NOTICED, patience))
                elif seat not in self._claimable:
                    times.append(since + patience)
        return min((time for time in times if time is not None), default=None)

    @property
    def watched(self) -> bool:
        """Is anybody looking?"""
        return bool(self._viewers)

    def drain(self) -> Batch:
        """Return what has come out since the last time."""
        batch, self._batch = self._batch, Batch()
        return batch

    def facts(self) -> dict[str, Any]:
        """Return what everybody may know of the match."""
        story = self.story
        status = "over" if self.over else "running" if self.started else "waiting"
        return {
            "id": self.charter.id,
            "game": story.game.key,
            "title": story.game.title,
            "status": status,
            "seats": self._seats(),
            "turn": list(story.match.acting) if story.match is not None else [],
            "when": story.match.state.when() if story.match is not None else "",
            "chosen": self.charter.chosen,
            "created": self.charter.created,
            "commitment": self.charter.commitment,
            "outcome": story.outcome(),
            "rematch": story.rematch,
        }

    def record(self) -> Record:
        """Return the whole record; raises ``NotYet`` before the end."""
        self._check_over()
        return self.story.record()

    def replay(self) -> dict[str, Any]:
        """Return the match step by step, with everything that was hidden; raises ``NotYet`` before the end."""
        self._check_over()
        story, match = self.story, self.story.playing
        steps = []
        for number, seat in enumerate(match.seats, 1):
            when = match.at(number).when() if number <= story.inherited else story.whens[number - story.inherited - 1]
            steps.append({"number": number, "seat": seat, "when": when, "told": story.told(number, seat)})
        return {
            "id": self.charter.id,
            "game": {"key": story.game.key, "title": story.game.title, "hidden": story.game.hidden},
            "names": story.names,
            "seats": self._seats(),
            "actions": len(match),
            "turns": match.turns(),
            "steps": steps,
            "chosen": self.charter.chosen,
            "outcome": story.outcome(),
            "seal": match.seal,
            "branched": match.branched,
        }

    def positions(self, first: int, last: int) -> list[dict[str, Any]]:
        """Return positions with all hands open; raises ``NotYet`` before the end."""
        self._check_over()
        match = self.story.playing
        found = []
        for number in range(max(0, first), min(last, len(match)) + 1):
            state = match.at(number)
            views: dict[str, Any] = {str(seat): state.view(seat) for seat in range(len(self.story.chairs))}
            views["watch"] = state.view(None)
            seen = match.seen(number, match.seats[number - 1]) if number else []
            position = {"number": number, "views": views, "seen": seen, "turn": list(state.acting_seats())}
            found.append(position | ({"picture": state.picture(None)} if self._pictures else {}))
        return found

    def _check_over(self) -> None:
        if not self.over:
            raise NotYet("the match goes on: its record can be had after the end, when no card is secret any more")

    # --- coming and going

    def sit(self, seat: int, name: str, now: int) -> None:
        """Give a seat to a person by name; raises ``Refusal`` if it is taken or the name cannot be used."""
        chair = self.story.chairs[seat]
        if chair.name or not chair.person:
            raise Refusal("TAKEN", "somebody else sits there already")
        names = [chair.called for chair in self.story.chairs if chair.name]
        wrong = why_no_person(name) or why_not_together([*names, name])
        if wrong:
            raise Refusal("NAME", f"{wrong[0].upper()}{wrong[1:]}.")
        self._enter(log.SIT, now, seat, name=name)
        for viewer in self._viewers:
            self._welcome(viewer, now)

    def join(self, viewer: Viewer, seats: Sequence[int], since: int, nonce: str | None, now: int) -> None:
        """Let a viewer look at the match, through seats whose tokens were checked; ``since`` is what it has already.

        Who looked through one of these seats before is told that another window has taken over.
        """
        for other, eye in list(self._viewers.items()):
            if set(eye.seats) & set(seats):
                self._send(other, "bye", code=4009, text="This seat is open in another window now.")
                self._batch.closes.append((other, 4009))
                del self._viewers[other]
        before = self.story.moved
        for seat in seats:
            self._away.pop(seat, None)
            self._announced.discard(seat)
            self._claimable.discard(seat)
            chair = self.story.chairs[seat]
            if not chair.nonce:
                self._enter(log.TAKE, now, seat, nonce=self._nonce(nonce))
            elif chair.bot and not self.over:
                self._enter(log.TAKE, now, seat)
        if not self.started and all(chair.nonce for chair in self.story.chairs if chair.person):
            for seat, chair in enumerate(self.story.chairs):
                if not chair.person:
                    self._enter(log.TAKE, now, seat, nonce=self._nonce(None))
        if self.story.moved != before:
            for other in self._viewers:
                self._welcome(other, now)
                self._show(other, now)
        self._viewers[viewer] = eye = _Eye(tuple(seats), None)
        self._turn_eye(eye)
        self._welcome(viewer, now)
        tail = self._tail(eye, since)
        if tail is None:
            self._show(viewer, now)
        else:
            self._send(viewer, "tail", events=tail)
            eye.view = self._view(eye.seat)
            self._ask(viewer)
            self._send_clock(viewer, now)
        if seats:
            self._tell_presence()
        else:
            self._count_at = self._count_at or now + COUNTED
        self._let_bots_think()

    def leave(self, viewer: Viewer, now: int) -> None:
        """Let a viewer go; the seats it played are empty from now on."""
        eye = self._viewers.pop(viewer, None)
        if eye is None:
            return
        for seat in eye.seats:
            self._away[seat] = now
        if eye.seats:
            self._tell_presence()
        else:
            self._count_at = self._count_at or now + COUNTED

    def tick(self, now: int) -> None:
        """Do what happens by itself: time runs out, somebody is missed, watchers are counted."""
        story = self.story
        if not self.over and (late := story.clocks.run_out(now)) is not None:
            self._finish(now, "time", late)
        if self._count_at is not None and self._count_at <= now:
            self._count_at = None
            self._tell_presence()
        if not self._may_be_missed():
            return
        patience = story.options.patience * 1000
        for seat, since in self._away.items():
            left = max(0, since + patience - now)
            if left == 0 and seat not in self._claimable:
                self._claimable.add(seat)
                self._announced.add(seat)
                self._tell_gone(seat, 0)
            elif seat not in self._announced and since + min(NOTICED, patience) <= now:
                self._announced.add(seat)
                self._tell_gone(seat, left)

    def _may_be_missed(self) -> bool:
        """Say whether somebody waits for people who are not here."""
        story = self.story
        return self.started and not self.over and not story.paused and len(story.people) > 1 and self.watched

    def _nonce(self, given: str | None) -> str:
        return given if given is not None and _is_nonce(given) else self._entropy(NONCE_BYTES).hex()

    # --- messages

    def receive(self, viewer: Viewer, message: Message, now: int) -> None:
        """Do what a viewer wants, or tell it why not; nothing that it can send raises anything."""
        number = message.get("id")
        try:
            wish = _WISHES.get(message.get("t") if isinstance(message.get("t"), str) else "")
            if wish is None:
                raise Refusal("UNKNOWN", "There is no such message.")
            if viewer not in self._viewers:
                raise Refusal("NOT_HERE", "Say hello first.")
            wish(self, viewer, message, now)
        except Refusal as refusal:
            answer: Message = {"code": refusal.code, "text": str(refusal), "seq": self.story.seq}
            if isinstance(number, int):
                answer["id"] = number
            self._send(viewer, "nack", **answer)

    def _act(self, viewer: Viewer, message: Message, now: int) -> None:
        story, eye = self.story, self._viewers[viewer]
        number, line = message.get("id"), message.get("action")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 < number < LARGEST_ID:
            raise Refusal("MALFORMED", "An action needs a number of its own.")
        if not isinstance(line, str) or len(line) > LONGEST_LINE:
            raise Refusal("MALFORMED", "An action is a command line.")
        self._need_seat(eye)
        for seat in eye.seats:
            if (seat, number) in story.answered:
                return self._send(viewer, "ack", id=number, seq=story.answered[seat, number])
        match = self._need_play()
        if message.get("request") != story.moved:
            raise Refusal("STALE", "The position has changed meanwhile.")
        seats = self._acting(eye)
        try:
            action = match.parse(seats[0] if seats else eye.seats[0], line)
            decider = match.state.seat_of(action)
            seat = decider if decider in seats else seats[0]
            reason = match.why_not(seat, action)
        except Refused as refusal:
            raise Refusal(refusal.reason.code, str(refusal)) from refusal
        if reason is not None:
            raise Refusal(reason.code, str(reason))
        entry = self._enter(log.ACT, now, seat, number, line=action.text)
        self._send(viewer, "ack", id=number, seq=entry.seq)
        self._tell_action(entry, now)
        return None

    def _hint(self, viewer: Viewer, message: Message, now: int) -> None:
        eye = self._viewers[viewer]
        self._need_seat(eye)
        match = self._need_play()
        if not self.story.options.hints:
            raise Refusal("NO_HINTS", "There are no hints at this table.")
        seats = self._acting(eye)
        if not seats:
            raise Refusal(NOT_YOUR_TURN.code, "There is nothing to decide: it is not your turn.")
        if all(asker != viewer for _, asker in self._thoughts.values()):
            self._think(match.turn if match.turn in seats else seats[0], ADVISER, viewer)

    def _say(self, viewer: Viewer, message: Message, now: int) -> None:
        eye = self._viewers[viewer]
        self._need_seat(eye)
        text = message.get("text")
        if not self.story.options.chat:
            raise Refusal("NO_CHAT", "There is no chat at this table.")
        if not isinstance(text, str) or len(text) > LONGEST_SAYING:
            raise Refusal("TOO_LONG", f"At most {LONGEST_SAYING} characters can be said at once.")
        if plain(text):
            seat = eye.seat if eye.seat is not None else eye.seats[0]
            self._tell_entry(self._enter(log.SAY, now, seat, text=plain(text, LONGEST_SAYING)))

    def _look(self, viewer: Viewer, message: Message, now: int) -> None:
        seq = message.get("seq")
        if not isinstance(seq, int) or not self.started:
            raise Refusal("MALFORMED", "There is no such position.")
        eye, match = self._viewers[viewer], self.story.playing
        number = self.story.number_at(seq)
        state = match.at(number)
        shown = {"seq": seq, "number": number, "eye": eye.seat, "view": state.view(eye.seat), "when": state.when()}
        last = match.seen(number, eye.seat) if number else []
        self._send(viewer, "at", **shown, last=last, **self._picture(state, eye.seat))

    # --- offers

    def _offer(self, viewer: Viewer, message: Message, now: int) -> None:
        eye, kind = self._viewers[viewer], message.get("kind")
        self._need_seat(eye)
        seat = eye.seat if eye.seat is not None else eye.seats[0]
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
        others = [other for other in self.story.people if other not in eye.seats and not self.story.chairs[other].bot]
        if kind == TAKEBACK and not self._why_not_free(eye):
            return self._take_back(eye, seat, now)
        if not others:
            if kind == TAKEBACK:
                raise Refusal("NO_UNDO", f"This cannot be taken back: {self._why_not_free(eye)}.")
            if kind == DRAW:
                raise Refusal("NO_OFFER", "There is nobody to agree with.")
            return self._fulfil(kind, seat, now)
        if kind in self.story.offers:
            return self._accept(kind, eye, seat, now) if self.story.offers[kind] not in eye.seats else None
        times, at = self.story.refused.get((kind, seat), (0, 0))
        wait = at + 10_000 * min(times, MOST_PATIENCE) ** 2 - now
        if times and wait > 0:
            raise Refusal("LIMIT", f"This was refused; it can be asked again in {-(-wait // 1000)} seconds.")
        self._tell_entry(self._enter(log.OFFER, now, seat, kind=kind))
        return None

    def _answer(self, viewer: Viewer, message: Message, now: int) -> None:
        eye, kind = self._viewers[viewer], message.get("kind")
        self._need_seat(eye)
        if not isinstance(kind, str) or kind not in self.story.offers or self.story.offers[kind] in eye.seats:
            raise Refusal("NO_OFFER", "Nothing like that is offered any more.")
        seat = eye.seat if eye.seat is not None else eye.seats[0]
        if message.get("yes") is True:
            self._accept(kind, eye, seat, now)
        else:
            self._tell_entry(self._enter(log.DECLINE, now, seat, kind=kind))

    def _check_offer(self, kind: str, eye: _Eye) -> None:
        if kind == AGAIN:
            if not self.over:
                raise Refusal("NO_OFFER", "The match is not over.")
            if self.story.rematch:
                raise Refusal("NO_OFFER", "The rematch has begun.")
            return
        match = self._need_play()
        if kind == TAKEBACK and not any(seat in eye.seats for seat in match.seats[self.story.inherited :]):
            raise Refusal("NO_UNDO", "There is nothing to take back.")
        if kind == DRAW and self.story.game.cooperative:
            raise Refusal("NO_OFFER", "There is nobody to agree with.")

    def _accept(self, kind: str, eye: _Eye, seat: int, now: int) -> None:
        story = self.story
        asker = story.offers[kind]
        awaited = {other for other in story.people if not story.chairs[other].bot} - {asker} - story.agreed[kind]
        for one in eye.seats:
            if one in awaited and len(awaited - set(eye.seats)):
                self._tell_entry(self._enter(log.OFFER, now, one, kind=kind))
        if not awaited - set(eye.seats):
            self._fulfil(kind, asker, now)

    def _fulfil(self, kind: str, asker: int, now: int) -> None:
        if kind == TAKEBACK:
            numbers = [number for number, seat in enumerate(self.story.playing.seats) if seat == asker]
            if not numbers or numbers[-1] < self.story.inherited:
                raise Refusal("NO_UNDO", "There is nothing to take back.")
            self._undo_to(numbers[-1], asker, now)
        elif kind == DRAW:
            self._finish(now, "agreed", None)
        elif kind == BREAK:
            self._enter(log.PAUSE, now)
            self._show_all(now)
        else:
            self._batch.rematch = self._plan()

    def _why_not_free(self, eye: _Eye) -> str:
        """Say why these seats cannot take back anything by themselves; "" if they can."""
        match = self.story.playing
        if match.turn not in eye.seats:
            return f"it is {self.story.names[match.turn]}'s turn"
        return match.why_not_undo([seat for seat in self.story.people if not self.story.chairs[seat].bot])

    def _take_back(self, eye: _Eye, seat: int, now: int) -> None:
        match = self.story.playing
        twin = match.clone()
        twin.undo([seat for seat in self.story.people if not self.story.chairs[seat].bot])
        if len(twin) < self.story.inherited:
            raise Refusal("NO_UNDO", "There is nothing to take back.")
        self._undo_to(len(twin), match.seats[len(twin)], now)

    def _undo_to(self, number: int, seat: int, now: int) -> None:
        self._enter(log.UNDO, now, seat, to=number)
        self._show_all(now)
        self._let_bots_think()

    def _resign(self, eye: _Eye, seat: int, now: int) -> None:
        self._need_match()
        self._finish(now, "resigned", seat)

    def _resume(self, eye: _Eye, seat: int, now: int) -> None:
        if not self.story.paused:
            raise Refusal("NO_OFFER", "The match is not paused.")
        self._enter(log.RESUME, now, seat)
        self._show_all(now)
        self._let_bots_think()

    def _absent(self, eye: _Eye) -> int:
        self._need_match()
        for seat in sorted(self._claimable):
            if seat not in eye.seats and not self.story.chairs[seat].bot:
                return seat
        raise Refusal("NOT_ABSENT", "Nobody has been away for long enough.")

    def _claim(self, eye: _Eye, seat: int, now: int) -> None:
        self._finish(now, "left", self._absent(eye))

    def _substitute(self, eye: _Eye, seat: int, now: int) -> None:
        self._enter(log.SUBSTITUTE, now, self._absent(eye), bot=SUBSTITUTE_BOT)
        for viewer in self._viewers:
            self._welcome(viewer, now)
        self._show_all(now)
        self._let_bots_think()

    def _finish(self, now: int, cause: str, seat: int | None) -> None:
        self._enter(log.END, now, seat, cause=cause)
        self._show_all(now)

    # --- a rematch

    def _plan(self) -> RematchPlan:
        story, count = self.story, len(self.story.chairs)
        before = tuple((seat + (0 if story.game.cooperative else 1)) % count for seat in range(count))
        seats = []
        for old in before:
            chair, plan = story.chairs[old], self.charter.seats[old]
            seats.append(SeatPlan(log.PERSON, chair.name) if chair.person else plan)
        return RematchPlan(self.charter, self._swapped(before), tuple(seats), before)

    def _swapped(self, before: Sequence[int]) -> dict[str, str]:
        """Return what was chosen, so that decks and the like go with their players."""
        chosen = dict(self.charter.chosen)
        by_seat: dict[int, list[Any]] = {}
        for choice in self.story.game.choices():
            if choice.seat is not None:
                by_seat.setdefault(choice.seat, []).append(choice)
        for seat, old in enumerate(before):
            for new, was in zip(by_seat.get(seat, []), by_seat.get(old, []), strict=False):
                name = self.charter.chosen.get(was.key, was.options[0].name)
                if any(option.name == name for option in new.options):
                    chosen[new.key] = name
        return chosen if self.charter.chosen else {}

    def rematched(self, match_id: str, tokens: Mapping[int, str], before: Sequence[int], now: int) -> None:
        """Tell everybody that the rematch is made; each learns the tokens of its own new seats only."""
        entry = self._enter(log.REMATCH, now, id=match_id)
        for viewer, eye in self._viewers.items():
            own = {str(seat): token for seat, token in tokens.items() if before[seat] in eye.seats}
            self._send(viewer, "ev", seq=entry.seq, kind=log.REMATCH, at=entry.at)
            self._send(viewer, "rematch", id=match_id, tokens=own)

    # --- bots

    def _let_bots_think(self) -> None:
        match = self.story.match
        if match is None or match.over or self.story.paused:
            return
        waiting = any(about == self.story.moved and asker is None for about, asker in self._thoughts.values())
        bot = self.story.chairs[match.turn].bot
        if bot and not waiting:
            self._think(match.turn, bot, None)

    def _think(self, seat: int, bot: str, asker: Viewer | None) -> None:
        self._thought += 1
        self._thoughts[self._thought] = (self.story.moved, asker)
        self._batch.thoughts.append(Thought.about(self.story.playing, seat, bot, self._thought))

    def thought(self, thought: Thought, line: str, why: str, now: int) -> None:
        """Take the decision of a bot, or the advice that somebody asked for; too late, it is forgotten."""
        about, asker = self._thoughts.pop(thought.number, (-1, None))
        if about != self.story.moved or self.over or self.story.paused:
            return
        match = self.story.playing
        try:
            action = match.parse(thought.seat, line)
            reason = match.why_not(thought.seat, action)
        except Refused as refusal:
            reason = refusal.reason
        if asker is not None:
            if asker in self._viewers and reason is None:
                title = self._title(action, thought.seat)
                self._send(asker, "hint", action=action.text, title=title, why=why, request=self.story.moved)
            return
        if reason is not None:
            self._play_anything(thought.seat, now)
            return
        self._tell_action(self._enter(log.ACT, now, thought.seat, line=action.text), now)

    def thought_failed(self, thought: Thought, now: int) -> None:
        """Go on without the decision of a bot that has failed or taken too long."""
        about, asker = self._thoughts.pop(thought.number, (-1, None))
        if about != self.story.moved or self.over or self.story.paused:
            return
        if asker is not None:
            if asker in self._viewers:
                self._send(asker, "nack", code="NO_HINTS", text="There is no hint to be had now.", seq=self.story.seq)
        else:
            self._play_anything(thought.seat, now)

    def _play_anything(self, seat: int, now: int) -> None:
        """Do the first thing that is possible, so that the match goes on."""
        line = self.story.playing.legal_actions(seat)[0].text
        self._tell_action(self._enter(log.ACT, now, seat, line=line), now)

    # --- telling

    def _enter(self, kind: str, now: int, seat: int | None = None, act: int | None = None, /, **body: Any) -> Entry:
        entry = Entry(self.story.seq + 1, now, kind, seat, act, body)
        self.story.add(entry)
        self._batch.entries.append(entry)
        return entry

    def _send(self, viewer: Viewer, kind: str, /, **parts: Any) -> None:
        self._batch.messages.append((viewer, {"t": kind, **parts}))

    def _view(self, seat: int | None) -> Any:
        return None if self.story.match is None else self.story.match.state.view(seat)

    def _picture(self, state: Any, seat: int | None) -> Message:
        """Return the text picture of a position for pages that have no board for the game."""
        return {"picture": state.picture(seat)} if self._pictures else {}

    def _turn_eye(self, eye: _Eye) -> bool:
        """Let a viewer look through the seat that it decides for now; says whether that is another one."""
        before = eye.seat
        if eye.seats:
            match = self.story.match
            mine = match is not None and match.turn in eye.seats
            eye.seat = match.turn if match is not None and mine else eye.seats[0] if before is None else before
        return eye.seat != before

    def _tell_action(self, entry: Entry, now: int) -> None:
        """Tell everybody what an action did, then what there is to decide."""
        events: dict[int | None, Message] = {}
        views: dict[int | None, Any] = {}
        for viewer, eye in self._viewers.items():
            if eye.seat not in events:
                views[eye.seat] = self._view(eye.seat)
                events[eye.seat] = self._action_event(entry, eye.seat)
            event = events[eye.seat]
            if views[eye.seat] != eye.view:
                eye.view = views[eye.seat]
                event = event | {"view": eye.view} | self._picture(self.story.playing.state, eye.seat)
            self._send(viewer, "ev", **event)
            if self._turn_eye(eye) and self.story.game.hidden:
                self._show(viewer, now)
            else:
                self._ask(viewer)
                self._send_clock(viewer, now)
        self._let_bots_think()

    def _action_event(self, entry: Entry, eye: int | None) -> Message:
        story = self.story
        number = story.number_at(entry.seq)
        told = story.told(number, eye)
        if not told:
            return {"seq": entry.seq}
        event = {"seq": entry.seq, "kind": log.ACT, "seat": entry.seat, "at": entry.at, "told": told}
        event |= {"when": story.whens[number - story.inherited - 1], "seen": story.playing.seen(number, eye)}
        return event | ({"outcome": story.outcome()} if self.over and number == len(story.playing) else {})

    def _entry_event(self, entry_seq: int) -> Message:
        """Return what everybody is told of an entry that is no action; nothing but its number for most."""
        for line in reversed(self.story.lines):
            if line.seq == entry_seq:
                kind = line.kind
                return {"seq": line.seq, "kind": kind, "seat": line.seat, "told": [line.text]}
        return {"seq": entry_seq}

    def _tell_entry(self, entry: Entry) -> None:
        event = self._entry_event(entry.seq)
        for viewer in self._viewers:
            self._send(viewer, "ev", **event, at=entry.at, offers=self._offers())

    def _tail(self, eye: _Eye, since: int) -> list[Message] | None:
        """Return what a viewer has missed, or ``None`` if it is better shown the whole position."""
        story = self.story
        if story.match is None or len(eye.seats) > 1 or not 0 < since <= story.seq or story.seq - since > LONGEST_TAIL:
            return None
        acts = {seq: number for number, seq in enumerate(story.seqs, story.inherited + 1)}
        if since < story.moved and any(seq not in acts for seq in self._moves_since(since)):
            return None
        tail = []
        for seq in range(since + 1, story.seq + 1):
            if seq in acts:
                entry = Entry(seq, 0, log.ACT, story.playing.seats[acts[seq] - 1])
                tail.append(self._action_event(entry, eye.seat))
            else:
                tail.append(self._entry_event(seq))
        if tail:
            tail[-1] |= {"view": self._view(eye.seat), "offers": self._offers()}
            tail[-1] |= self._picture(story.playing.state, eye.seat)
        return tail

    def _moves_since(self, since: int) -> list[int]:
        """Return the entries behind one that changed the position, by an action or otherwise."""
        noted = [line.seq for line in self.story.lines if line.kind == "note" and line.seq > since]
        return [*noted, self.story.moved]

    def _welcome(self, viewer: Viewer, now: int) -> None:
        story, eye = self.story, self._viewers[viewer]
        acts = [act for seat, act in story.answered if seat in eye.seats]
        self._send(
            viewer,
            "welcome",
            seq=story.seq,
            you=list(eye.seats),
            seats=self._seats(),
            watchers=self._watchers(),
            game={
                "key": story.game.key,
                "title": story.game.title,
                "hidden": story.game.hidden,
                "cooperative": story.game.cooperative,
            },
            options=self._options(),
            commitment=self.charter.commitment,
            seal=story.match.seal if story.match is not None else "",
            ender=story.wording.ender,
            acts=max(acts, default=0),
            waiting=not self.started,
            rematch=story.rematch,
            now=now,
        )

    def _options(self) -> Message:
        options = self.story.options
        clock = {"total": options.total, "increment": options.increment, "turn": options.turn}
        return {
            "clock": clock if options.timed else None,
            "watchers": options.watchers,
            "hints": options.hints,
            "chat": options.chat,
            "absence": options.patience,
        }

    def _seats(self) -> list[Message]:
        here = {seat for eye in self._viewers.values() for seat in eye.seats}
        return [
            {
                "seat": seat,
                "kind": chair.kind,
                "name": chair.called if chair.name or chair.bot else "",
                "bot": chair.bot,
                "taken": bool(chair.name) or not chair.person,
                "came": bool(chair.nonce),
                "here": seat in here or bool(chair.bot),
            }
            for seat, chair in enumerate(self.story.chairs)
        ]

    def _watchers(self) -> int:
        return sum(1 for eye in self._viewers.values() if not eye.seats)

    def _tell_presence(self) -> None:
        seats = [{"seat": one["seat"], "here": one["here"]} for one in self._seats()]
        for viewer in self._viewers:
            self._send(viewer, "presence", seats=seats, watchers=self._watchers())

    def _tell_gone(self, seat: int, left: int) -> None:
        if not self.story.chairs[seat].bot:
            for viewer in self._viewers:
                self._send(viewer, "gone", seat=seat, seconds=-(-left // 1000))

    def _show_all(self, now: int) -> None:
        for viewer in self._viewers:
            self._show(viewer, now)

    def _show(self, viewer: Viewer, now: int) -> None:
        """Send a viewer everything that it may know: position, log, and what there is to decide."""
        story, eye = self.story, self._viewers[viewer]
        self._turn_eye(eye)
        eye.view = self._view(eye.seat)
        snap: Message = {"seq": story.seq, "eye": eye.seat, "view": eye.view, "log": self._log(eye.seat)}
        match = story.match
        if match is not None:
            snap |= {"when": match.state.when(), "outcome": story.outcome(), "clock": self._clock(now)}
            snap |= {"last": match.seen(len(match), eye.seat) if len(match) else []}
            snap |= self._picture(match.state, eye.seat)
        self._send(viewer, "snap", **snap, offers=self._offers(), paused=story.paused, request=self._request(eye))

    def _log(self, eye: int | None) -> list[Message]:
        story = self.story
        lines: list[Message] = []
        for number in range(1, len(story.playing) + 1) if story.match is not None else ():
            told = story.told(number, eye)
            if told:
                own = number - story.inherited - 1
                seq, when = (story.seqs[own], story.whens[own]) if own >= 0 else (0, "before")
                lines.append({"seq": seq, "seat": story.playing.seats[number - 1], "when": when, "told": told})
        lines += [{"seq": one.seq, "seat": one.seat, "kind": one.kind, "told": [one.text]} for one in story.lines]
        lines.sort(key=lambda line: line["seq"])
        return lines

    def _offers(self) -> Message:
        return {kind: {"seat": seat} for kind, seat in self.story.offers.items()}

    def _clock(self, now: int) -> Message | None:
        clocks = self.story.clocks
        if not self.story.options.timed:
            return None
        return {"left": clocks.left(now), "running": list(clocks.running), "now": now, "paused": self.story.paused}

    def _send_clock(self, viewer: Viewer, now: int) -> None:
        clock = self._clock(now)
        if clock is not None:
            self._send(viewer, "clock", **clock)

    # --- what there is to decide

    def _acting(self, eye: _Eye) -> list[int]:
        """Return the seats of a viewer that may act now."""
        match = self.story.match
        return [] if match is None else [seat for seat in match.acting if seat in eye.seats]

    def _ask(self, viewer: Viewer) -> None:
        self._send(viewer, "request", **self._request(self._viewers[viewer]))

    def _request(self, eye: _Eye) -> Message:
        story, match = self.story, self.story.match
        request: Message = {"id": story.moved}
        if self.over:
            return request | {"over": True}
        seats = self._acting(eye)
        undo = match is not None and any(seat in eye.seats for seat in match.seats[story.inherited :])
        if match is None or story.paused or not seats:
            awaited = [] if match is None or story.paused else list(match.acting)
            return request | {"wait": True, "seats": awaited, "undo": undo, "paused": story.paused}
        scene = Scene(match.state, eye.seat, story.names)
        choices = Choices(match, seats, story.wording, scene)
        listed, groups = [], {}
        for action, reason in [*((action, "") for action in choices.legal), *choices.impossible]:
            group = story.wording.group(action)
            if group not in groups:
                groups[group] = story.wording.group_title(group, scene)
            title = groups[group] if group == action.text else story.wording.title(action, scene)
            choice = {"action": action.text, "title": title, "group": group}
            listed.append(choice | {"reason": reason} if reason else choice)
        turn = match.turn if match.turn in seats else seats[0]
        return request | {"seat": turn, "eye": eye.seat, "choices": listed, "groups": groups, "undo": undo}

    def _title(self, action: Any, seat: int) -> str:
        wording, scene = self.story.wording, Scene(self.story.playing.state, seat, self.story.names)
        group = wording.group(action)
        title = wording.group_title(group, scene)
        return title if group == action.text else f"{title}: {wording.title(action, scene)}"

    # --- conditions

    @staticmethod
    def _need_seat(eye: _Eye) -> None:
        if not eye.seats:
            raise Refusal("NOT_SEATED", "You are watching; those who sit at the table play.")

    def _need_match(self) -> Any:
        if self.story.match is None:
            raise Refusal("WAITING", "The match begins when everybody has come.")
        if self.over:
            raise Refusal(MATCH_OVER.code, "The match is over.")
        return self.story.match

    def _need_play(self) -> Any:
        match = self._need_match()
        if self.story.paused:
            raise Refusal("PAUSED", "The match is paused.")
        return match


def _is_nonce(text: str) -> bool:
    return isinstance(text, str) and len(text) == 2 * NONCE_BYTES and set(text) <= set("0123456789abcdef")


#: What a viewer can want.
_WISHES: dict[str | None, Callable[[Session, Viewer, Message, int], None]] = {
    "act": Session._act,
    "offer": Session._offer,
    "answer": Session._answer,
    "say": Session._say,
    "hint": Session._hint,
    "look": Session._look,
}
