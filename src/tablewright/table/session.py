"""The heart of a server: one match and everybody who looks at it, without input or output.

Messages of viewers go in (``receive``), messages to viewers come out (``drain``); time and entropy are handed in. What
has happened is a log of entries. Whoever hosts a session stores the entries of a batch first and sends its messages
afterwards, so that what was acknowledged is stored. docs/web.md has the messages.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablewright.core.match import Match
from tablewright.core.outside import LONGEST_LINE, plain
from tablewright.core.record import Record
from tablewright.core.state import MATCH_OVER, NOT_YOUR_TURN, Refused
from tablewright.table import charter as log
from tablewright.table.charter import Charter, LogEntry
from tablewright.table.offers import Offers, Refusal, RematchPlan, need_seat
from tablewright.table.players import why_no_person, why_not_together
from tablewright.table.story import MatchStory
from tablewright.table.telling import Eye, Message, Telling
from tablewright.table.thoughts import ADVISER, Thought

Viewer = Hashable

#: The longest thing a player can say, in characters.
LONGEST_SAYING = 200
NONCE_BYTES = 16
#: Milliseconds after which an absent player is announced.
NOTICED = 5_000
#: The number of watchers is told at most once in so many milliseconds.
COUNTED = 2_000
#: Larger numbers are no counters of a client.
LARGEST_ID = 2**53
#: In a log with more entries nobody talks, asks and takes back any more: it would grow for ever. Playing goes on.
LONGEST_LOG = 40_000


class NotYet(Exception):
    """Something can be had after the end of the match only; the message is a sentence."""


@dataclass(slots=True)
class Batch:
    """What came out of a session: store the entries first, then send, close and think."""

    entries: list[LogEntry] = field(default_factory=list)
    messages: list[tuple[Viewer, Message]] = field(default_factory=list)
    #: Viewers whose connection ends when their messages are sent, and the code to close it with.
    closes: list[tuple[Viewer, int]] = field(default_factory=list)
    thoughts: list[Thought] = field(default_factory=list)
    rematch: RematchPlan | None = None
    #: Is an action refused? Where several may host a match, make sure first that it has not gone on elsewhere: what is
    #: refused here may be stored there.
    refused: bool = False

    def __bool__(self) -> bool:
        return bool(self.entries or self.messages or self.closes or self.thoughts or self.rematch)


class Session:
    """One match with its viewers."""

    def __init__(
        self,
        charter: Charter,
        secret: bytes,
        entries: Sequence[LogEntry],
        now: int,
        entropy: Callable[[int], bytes],
    ) -> None:
        self.charter = charter
        self.story = MatchStory(charter, secret, entries)
        self._entropy = entropy
        self._telling = Telling(self.story)
        self._offers = Offers(self)
        self.viewers: dict[Viewer, Eye] = {}
        self.batch = Batch()
        #: Has the last entry put an end to an offer, or begun one?
        self._offers_changed = False
        #: Since when the seats of people have been empty, and who was told so.
        self._away = dict.fromkeys(self.story.people, now)
        self._announced: set[int] = set()
        self.claimable: set[int] = set()
        self._count_at: int | None = None
        #: What is thought about, by its number: for which position, and who asked for advice.
        self._thoughts: dict[int, tuple[int, Viewer | None]] = {}
        self._thought = 0
        if self.story.clocks.running and entries:
            self.enter(log.CREDIT, now)  # nobody could play while the server was away
        self.let_bots_think()

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
                elif seat not in self.claimable:
                    times.append(since + patience)
        return min((time for time in times if time is not None), default=None)

    @property
    def watched(self) -> bool:
        """Is anybody looking?"""
        return bool(self.viewers)

    def drain(self) -> Batch:
        """Return what has come out since the last time."""
        batch, self.batch = self.batch, Batch()
        return batch

    def facts(self) -> Message:
        """Return what everybody may know of the match."""
        return self._telling.facts(self._here())

    def record(self) -> Record:
        """Return the whole record; raises ``NotYet`` before the end."""
        self._check_over()
        return self.story.record()

    def replay(self) -> Message:
        """Return the match step by step, with everything that was hidden; raises ``NotYet`` before the end."""
        self._check_over()
        return self._telling.replay(self._here())

    def positions(self, first: int, last: int) -> list[Message]:
        """Return positions with all hands open; raises ``NotYet`` before the end."""
        self._check_over()
        return self._telling.positions(first, last)

    def _check_over(self) -> None:
        if not self.over:
            raise NotYet("The match goes on: its record can be had after the end, when no card is secret any more.")

    # --- coming and going

    def sit(self, seat: int, name: str, now: int) -> None:
        """Give a seat to a person by name; raises ``Refusal`` if it is taken or the name cannot be used."""
        chair = self.story.chairs[seat]
        if chair.name or not chair.person:
            raise Refusal("TAKEN", "Somebody else sits there already.")
        names = [chair.called for chair in self.story.chairs if chair.name]
        wrong = why_no_person(name) or why_not_together([*names, name])
        if wrong:
            raise Refusal("NAME", f"{wrong[0].upper()}{wrong[1:]}.")
        self.enter(log.SIT, now, seat, name=name)
        self.welcome_all(now)

    def join(self, viewer: Viewer, seats: Sequence[int], since: int, nonce: str | None, now: int) -> None:
        """Let a viewer look at the match, through seats whose tokens were checked; ``since`` is what it has already.

        Who looked through one of these seats before is told that another window has taken over.
        """
        for other, eye in list(self.viewers.items()):
            if set(eye.seats) & set(seats):
                self._send(other, "bye", code=4009, text="This seat is open in another window now.")
                self.batch.closes.append((other, 4009))
                del self.viewers[other]
                self._away |= dict.fromkeys(eye.seats, now)  # it may have had others too, which are empty now
        before = self.story.moved
        for seat in seats:
            self._away.pop(seat, None)
            self._announced.discard(seat)
            self.claimable.discard(seat)
            chair = self.story.chairs[seat]
            if not chair.nonce:
                self.enter(log.TAKE, now, seat, nonce=self._nonce(nonce))
            elif chair.bot and not self.over:
                self.enter(log.TAKE, now, seat)
        if not self.started and all(chair.nonce for chair in self.story.chairs if chair.person):
            for seat, chair in enumerate(self.story.chairs):
                if not chair.person:
                    self.enter(log.TAKE, now, seat, nonce=self._nonce(None))
        if self.story.moved != before:
            for other in self.viewers:
                self._welcome(other, now)
                self._show(other, now)
        self.viewers[viewer] = eye = Eye(tuple(seats))
        self._turn_eye(eye)
        self._welcome(viewer, now)
        tail = self._telling.tail(eye, since)
        if tail is None:
            self._show(viewer, now)
        else:
            self._send(viewer, "tail", events=tail)
            eye.view = self._telling.view(eye.seat)
            self._ask(viewer)
            self._send_clock(viewer, now)
        if seats:
            self._tell_presence()
        else:
            self._count_at = self._count_at or now + COUNTED
        if self._may_be_missed():
            for missed in self._announced:
                self._tell_gone(missed, max(0, self._away[missed] + self.story.options.patience * 1000 - now))
        self.let_bots_think()

    def leave(self, viewer: Viewer, now: int) -> None:
        """Let a viewer go; the seats it played are empty from now on."""
        eye = self.viewers.pop(viewer, None)
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
            self.finish(now, "time", late)
        if self._count_at is not None and self._count_at <= now:
            self._count_at = None
            self._tell_presence()
        if not self._may_be_missed():
            return
        patience = story.options.patience * 1000
        for seat, since in self._away.items():
            left = max(0, since + patience - now)
            if left == 0 and seat not in self.claimable:
                self.claimable.add(seat)
                self._announced.add(seat)
                self._tell_gone(seat, 0)
            elif seat not in self._announced and since + min(NOTICED, patience) <= now:
                self._announced.add(seat)
                self._tell_gone(seat, left)

    def forgive_absence(self, now: int) -> None:
        """Count the time of those who are away from now on: nobody had to be here before."""
        self._away = dict.fromkeys(self._away, now)
        self._announced.clear()
        self.claimable.clear()

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
            if viewer not in self.viewers:
                raise Refusal("NOT_HERE", "Say hello first.")
            wish(self, viewer, message, now)
        except Refusal as refusal:
            answer: Message = {"code": refusal.code, "text": str(refusal), "seq": self.story.seq}
            if isinstance(number, int):
                answer["id"] = number
            self._send(viewer, "nack", **answer)
            self.batch.refused |= message.get("t") == "act"

    def _act(self, viewer: Viewer, message: Message, now: int) -> None:
        story, eye = self.story, self.viewers[viewer]
        number, line = message.get("id"), message.get("action")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 < number < LARGEST_ID:
            raise Refusal("MALFORMED", "An action needs a number of its own.")
        if not isinstance(line, str) or len(line) > LONGEST_LINE:
            raise Refusal("MALFORMED", "An action is a command line.")
        need_seat(eye)
        for seat in eye.seats:
            if (seat, number) in story.answered:
                return self._send(viewer, "ack", id=number, seq=story.answered[seat, number])
        match = self.need_play()
        if message.get("request") != story.moved:
            raise Refusal("STALE", "The position has changed meanwhile.")
        seats = self._telling.acting(eye)
        try:
            action = match.parse(seats[0] if seats else eye.seats[0], line)
            decider = match.state.seat_of(action)
            seat = decider if decider in seats else seats[0]
            reason = match.why_not(seat, action)
        except Refused as refusal:
            raise Refusal(refusal.reason.code, str(refusal)) from refusal
        if reason is not None:
            raise Refusal(reason.code, str(reason))
        entry = self.enter(log.ACT, now, seat, number, line=action.text)
        self._send(viewer, "ack", id=number, seq=entry.seq)
        self._tell_action(entry, now)
        return None

    def _hint(self, viewer: Viewer, message: Message, now: int) -> None:
        eye = self.viewers[viewer]
        need_seat(eye)
        match = self.need_play()
        if not self.story.options.hints:
            raise Refusal("NO_HINTS", "There are no hints at this table.")
        seats = self._telling.acting(eye)
        if not seats:
            raise Refusal(NOT_YOUR_TURN.code, "There is nothing to decide: it is not your turn.")
        if (self.story.moved, viewer) not in self._thoughts.values():
            seat = match.turn if match.turn in seats else seats[0]
            self._think(seat, ADVISER, viewer, [other for other in seats if other != seat])

    def _say(self, viewer: Viewer, message: Message, now: int) -> None:
        eye = self.viewers[viewer]
        need_seat(eye)
        text = message.get("text")
        if not self.story.options.chat:
            raise Refusal("NO_CHAT", "There is no chat at this table.")
        if not isinstance(text, str) or len(text) > LONGEST_SAYING:
            raise Refusal("TOO_LONG", f"At most {LONGEST_SAYING} characters can be said at once.")
        self.need_room()
        if plain(text):
            self.tell_entry(self.enter(log.SAY, now, eye.speaker, text=plain(text, LONGEST_SAYING)))

    def _look(self, viewer: Viewer, message: Message, now: int) -> None:
        seq = message.get("seq")
        if not isinstance(seq, int) or not self.started:
            raise Refusal("MALFORMED", "There is no such position.")
        self._send(viewer, "at", **self._telling.at(seq, self.viewers[viewer].seat))

    def _offer(self, viewer: Viewer, message: Message, now: int) -> None:
        self._offers.offer(self.viewers[viewer], message, now)

    def _answer(self, viewer: Viewer, message: Message, now: int) -> None:
        self._offers.answer(self.viewers[viewer], message, now)

    def finish(self, now: int, cause: str, seat: int | None) -> None:
        """End the match before the rules do."""
        self.enter(log.END, now, seat, cause=cause)
        self.show_all(now)

    def rematched(self, match_id: str, before: Sequence[int], now: int) -> None:
        """Tell everybody that the rematch is made, and which of its seats their tokens open."""
        entry = self.enter(log.REMATCH, now, id=match_id)
        for viewer, eye in self.viewers.items():
            own = [seat for seat, old in enumerate(before) if old in eye.seats]
            self._send(viewer, "ev", seq=entry.seq, kind=log.REMATCH, at=entry.at, offers=self._telling.offers())
            self._send(viewer, "rematch", id=match_id, seats=own)

    # --- bots

    def let_bots_think(self) -> None:
        """Ask the bot whose turn it is for its decision, unless it thinks about it already."""
        match = self.story.match
        if match is None or match.over or self.story.paused or not self.watched:
            return  # bots play for somebody, not for themselves
        waiting = any(about == self.story.moved and asker is None for about, asker in self._thoughts.values())
        bot = self.story.chairs[match.turn].bot
        if bot and not waiting:
            self._think(match.turn, bot, None)

    def _think(self, seat: int, bot: str, asker: Viewer | None, others: Sequence[int] = ()) -> None:
        self._thought += 1
        self._thoughts[self._thought] = (self.story.moved, asker)
        self.batch.thoughts.append(Thought.about(self.story.playing, seat, bot, self._thought, others))

    def thought(self, thought: Thought, line: str, why: str, now: int) -> None:
        """Take the decision of a bot, or the advice that somebody asked for; too late, it is forgotten."""
        about, asker = self._thoughts.pop(thought.number, (-1, None))
        if about != self.story.moved or self.over or self.story.paused:
            return
        match = self.story.playing
        try:
            action = match.parse(thought.seat, line)
            decider = match.state.seat_of(action)
            reason = match.why_not(decider if decider in thought.others else thought.seat, action)
        except Refused as refusal:
            reason = refusal.reason
        if asker is not None:
            if asker in self.viewers and reason is None:
                title = self._telling.title(action, thought.seat)
                self._send(asker, "hint", action=action.text, title=title, why=why, request=self.story.moved)
            return
        if reason is not None:
            self._play_anything(thought.seat, now)
            return
        self._tell_action(self.enter(log.ACT, now, thought.seat, line=action.text), now)

    def thought_failed(self, thought: Thought, now: int) -> None:
        """Go on without the decision of a bot that has failed or taken too long."""
        about, asker = self._thoughts.pop(thought.number, (-1, None))
        if about != self.story.moved or self.over or self.story.paused:
            return
        if asker is not None:
            if asker in self.viewers:
                self._send(asker, "nack", code="NO_HINTS", text="There is no hint to be had now.", seq=self.story.seq)
        else:
            self._play_anything(thought.seat, now)

    def _play_anything(self, seat: int, now: int) -> None:
        """Do the first thing that is possible, so that the match goes on."""
        line = self.story.playing.legal_actions(seat)[0].text
        self._tell_action(self.enter(log.ACT, now, seat, line=line), now)

    # --- telling

    def enter(self, kind: str, now: int, seat: int | None = None, act: int | None = None, /, **body: Any) -> LogEntry:
        """Write something into the log."""
        entry = LogEntry(self.story.seq + 1, now, kind, seat, act, body)
        before = dict(self.story.offers)
        self.story.add(entry)
        self._offers_changed = before != self.story.offers
        self.batch.entries.append(entry)
        return entry

    def _send(self, viewer: Viewer, kind: str, /, **parts: Any) -> None:
        self.batch.messages.append((viewer, {"t": kind, **parts}))

    def _turn_eye(self, eye: Eye) -> bool:
        """Let a viewer look through the seat that it decides for now; says whether that is another one."""
        before = eye.seat
        if eye.seats:
            match = self.story.match
            mine = match is not None and match.turn in eye.seats
            eye.seat = match.turn if match is not None and mine else eye.seats[0] if before is None else before
        return eye.seat != before

    def _tell_action(self, entry: LogEntry, now: int) -> None:
        """Tell everybody what an action did, then what there is to decide."""
        events: dict[int | None, Message] = {}
        views: dict[int | None, Any] = {}
        for viewer, eye in self.viewers.items():
            if eye.seat not in events:
                views[eye.seat] = self._telling.view(eye.seat)
                events[eye.seat] = self._telling.action_event(entry, eye.seat)
            event = events[eye.seat] | ({"offers": self._telling.offers()} if self._offers_changed else {})
            if views[eye.seat] != eye.view:
                eye.view = views[eye.seat]
                event = event | {"view": eye.view} | self._telling.picture(self.story.playing.state, eye.seat)
            self._send(viewer, "ev", **event)
            if self._turn_eye(eye) and self.story.game.hidden:
                self._show(viewer, now)
            else:
                self._ask(viewer, views.get(eye.seat))
                self._send_clock(viewer, now)
        self.let_bots_think()

    def tell_entry(self, entry: LogEntry) -> None:
        """Tell everybody what is no action: something said, offered or refused."""
        event = self._telling.entry_event(entry.seq)
        for viewer in self.viewers:
            self._send(viewer, "ev", **event, at=entry.at, offers=self._telling.offers())

    def _welcome(self, viewer: Viewer, now: int) -> None:
        eye = self.viewers[viewer]
        self._send(viewer, "welcome", **self._telling.welcome(eye, self._here(), self._watchers(), now))

    def welcome_all(self, now: int) -> None:
        """Tell everybody anew who sits where."""
        for viewer in self.viewers:
            self._welcome(viewer, now)

    def _here(self) -> set[int]:
        """Return the seats whose players are looking."""
        return {seat for eye in self.viewers.values() for seat in eye.seats}

    def _watchers(self) -> int:
        return sum(1 for eye in self.viewers.values() if not eye.seats)

    def _tell_presence(self) -> None:
        seats = [{"seat": one["seat"], "here": one["here"]} for one in self._telling.seats(self._here())]
        for viewer in self.viewers:
            self._send(viewer, "presence", seats=seats, watchers=self._watchers())

    def _tell_gone(self, seat: int, left: int) -> None:
        if not self.story.chairs[seat].bot:
            for viewer in self.viewers:
                self._send(viewer, "gone", seat=seat, seconds=-(-left // 1000))

    def show_all(self, now: int) -> None:
        """Send everybody the whole position."""
        shown: dict[tuple[tuple[int, ...], int | None], Message] = {}
        for viewer, eye in self.viewers.items():
            self._turn_eye(eye)
            snap = shown.get((eye.seats, eye.seat))  # the same for all who watch
            shown[eye.seats, eye.seat] = self._show(viewer, now, snap)

    def _show(self, viewer: Viewer, now: int, snap: Message | None = None) -> Message:
        """Send a viewer everything that it may know: position, log, and what there is to decide."""
        eye = self.viewers[viewer]
        self._turn_eye(eye)
        snap = snap or self._telling.snap(eye, now)
        eye.view = snap["view"]
        self._send(viewer, "snap", **snap)
        return snap

    def _send_clock(self, viewer: Viewer, now: int) -> None:
        clock = self._telling.clock(now)
        if clock is not None:
            self._send(viewer, "clock", **clock)

    def _ask(self, viewer: Viewer, view: Any = None) -> None:
        self._send(viewer, "request", **self._telling.request(self.viewers[viewer], view))

    # --- conditions

    def need_match(self) -> Match:
        """Return the match, if it goes on."""
        if self.story.match is None:
            raise Refusal("WAITING", "The match begins when everybody has come.")
        if self.over:
            raise Refusal(MATCH_OVER.code, "The match is over.")
        return self.story.match

    def need_room(self) -> None:
        """Refuse what makes the log longer and does not bring the match forward, once it is very long."""
        if self.story.seq >= LONGEST_LOG:
            raise Refusal("LIMIT", "This match has become too long for that; playing goes on.")

    def need_play(self) -> Match:
        """Return the match, if it goes on and is not paused."""
        match = self.need_match()
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
