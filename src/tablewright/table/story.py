"""A match as its log tells it: who sits where, what was done and taken back, offers, pauses, clocks and talk."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tablewright.core.content import check_content
from tablewright.core.dealing import Deal, SecretDeal, canonical
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.record import Record, undo_line
from tablewright.table.charter import (
    ACT,
    BOT,
    CREDIT,
    DECLINE,
    END,
    OFFER,
    PAUSE,
    REMATCH,
    RESUME,
    SAY,
    SIT,
    SUBSTITUTE,
    TAKE,
    UNDO,
    Charter,
    LogEntry,
)
from tablewright.table.clocks import Clocks
from tablewright.table.players import PREFIX, are_rivals
from tablewright.table.wording import wording_of

#: So many setups are kept for further matches.
MOST_SHARED = 64

#: How the words of the rules call those who sit at the table.
SEATED = re.compile(r"\b([Pp]layer|[Ss]eat) (\d{1,2})\b")

TAKEBACK, DRAW, BREAK, AGAIN = "takeback", "draw", "pause", "rematch"
#: A line of the log in which the table speaks.
NOTE = "note"
#: What one player can ask the others, and how the log says so.
ASKING = {
    TAKEBACK: "{name} asks to take the last action back.",
    DRAW: "{name} offers a tie.",
    BREAK: "{name} asks for a pause.",
    AGAIN: "{name} asks for a rematch.",
}
#: How the log says that the table ended a match before the rules did.
ENDED = {
    "agreed": "All agree on a tie.",
    "resigned": "{name} resigns.",
    "left": "{name} has left the table.",
    "time": "{name} has used up the time.",
}


@lru_cache(MOST_SHARED)
def _shared_setup(game: Game, written: str, content: str) -> Any:
    """Return a setup, which never changes and may be large, so that matches with equal ones share it.

    Raises ``ValueError`` unless what it names is what it was when the match began.
    """
    setup = game.read_setup(json.loads(written))
    if kept := json.loads(content):
        check_content(game, setup, kept)
    return setup


class Chair:
    """A seat of the table, and who sits there."""

    def __init__(self, kind: str, name: str, bot: str) -> None:
        self.kind = kind
        #: A person's name; "" while nobody has sat down.
        self.name = name
        #: The bot that plays here, also for a person who has left; "" where a person plays.
        self.bot = bot
        #: What this seat adds to the deal; "" until somebody has come to play.
        self.nonce = ""

    @property
    def person(self) -> bool:
        """Is it a person's seat, even if a bot plays there for a while?"""
        return self.kind != BOT

    @property
    def called(self) -> str:
        """How people call whoever sits here."""
        return self.name or (f"Bot ({self.bot})" if self.bot else "nobody yet")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log that is not about an action."""

    seq: int
    kind: str
    seat: int | None
    text: str


class MatchStory:
    """A match, rebuilt from its charter, its secret and its log, entry by entry."""

    def __init__(self, charter: Charter, secret: bytes, entries: Iterable[LogEntry]) -> None:
        self.charter = charter
        self.options = charter.options
        self.game = charter.find_game()
        self.setup = _shared_setup(self.game, canonical(charter.setup), canonical(charter.content))
        self.wording = wording_of(self.game, self.setup)
        self._secret = secret
        self.chairs = [Chair(plan.kind, plan.name, plan.bot) for plan in charter.seats]
        #: ``None`` until everybody has come.
        self.match: Match | None = None
        #: How many of the first actions come from the match that this one is played on from.
        self.inherited = 0
        #: The number of the last entry, and of the last one that changed what a seat can do.
        self.seq = 0
        self.moved = 0
        #: For every action that stands: the number of its entry, and how far the match was.
        self.seqs: list[int] = []
        self.whens: list[str] = []
        #: What was done, with what was taken back.
        self.history: list[str] = []
        self.lines: list[Line] = []
        #: What is asked, and who asked; who has agreed already.
        self.offers: dict[str, int] = {}
        self.agreed: dict[str, set[int]] = {}
        #: How often and when last a seat was refused something.
        self.refused: dict[tuple[str, int], tuple[int, int]] = {}
        self.paused = False
        #: The answers to actions, by seat and the client's number.
        self.answered: dict[tuple[int, int], int] = {}
        self.rematch = ""
        self.clocks = Clocks(self.options, [chair.person for chair in self.chairs])
        for entry in entries:
            self.add(entry)

    # --- what is known

    @property
    def playing(self) -> Match:
        """The match, which has begun."""
        assert self.match is not None, "the match has not begun"
        return self.match

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.match is not None and self.match.over

    @property
    def names(self) -> list[str]:
        """Return how those who sit here are called."""
        return [chair.called for chair in self.chairs]

    @property
    def people(self) -> list[int]:
        """Return the seats of people."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person]

    @property
    def deciding(self) -> list[int]:
        """Return the seats in which people decide: not those that a bot plays on for."""
        return [seat for seat in self.people if not self.chairs[seat].bot]

    def named(self, text: str) -> str:
        """Return words of the rules with the names of players."""
        names = self.names

        def name(found: re.Match[str]) -> str:
            number = int(found[2])
            return names[number - 1] if 0 < number <= len(names) else found[0]

        return SEATED.sub(name, text)

    def told(self, number: int, eye: int | None) -> list[str]:
        """Return the words for what happened on the way to a position, as they are told through an eye."""
        return [self.named(line) for line in self.playing.told(number, eye)]

    def number_at(self, seq: int) -> int:
        """Return the position that the match had reached with an entry, as far as it still stands."""
        return self.inherited + bisect_right(self.seqs, seq)

    def outcome(self) -> dict[str, Any] | None:
        """Return how the match ended, for people and for drawing."""
        match = self.match
        if match is None or not match.over:
            return None
        outcome = match.outcome
        if outcome is None:
            why = "it had become too long"
            return {"words": "The match was stopped", "why": why, "winners": [], "cause": "stopped", "score": None}
        names = self.names
        winners = [names[seat] for seat in outcome.winners]
        losers = [name for seat, name in enumerate(names) if outcome.returns[seat] < 0]
        if winners:
            words = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"
        else:
            words = "Lost" if losers else "Neither won nor lost" if self.game.cooperative else "A tie"
        if match.ended is not None:
            named = "" if match.ended[1] is None else names[match.ended[1]]
            why = ENDED[outcome.cause].removesuffix(".").format(name=named)
        else:
            form = self.wording.causes.get(outcome.cause, "{cause}")  # names come in last: they may hold braces
            parts = {"winner": " and ".join(winners), "loser": " and ".join(losers), "score": outcome.score}
            why = form.format(cause=outcome.cause, **parts)
        return {
            "words": words,
            "why": why,
            "winners": list(outcome.winners),
            "cause": outcome.cause,
            "score": outcome.score,
        }

    def record(self) -> Record:
        """Return the record of the match so far."""
        record = self.playing.record()
        if len(self.history) > len(record.actions):
            record.history = self.history[:]
        return record

    # --- the log

    def add(self, entry: LogEntry) -> None:
        """Count in what has happened; raises ``ValueError`` or ``Refused`` if it cannot have."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} of the log follows entry {self.seq}")
        if entry.kind not in _HAPPENS:
            raise ValueError(f'entry {entry.seq} of the log is a "{entry.kind}", which this version does not know')
        self.seq = entry.seq
        _HAPPENS[entry.kind](self, entry)

    def _note(self, entry: LogEntry, text: str, seat: int | None = None) -> None:
        name = "" if seat is None else self.names[seat]
        self.lines.append(Line(entry.seq, NOTE, seat, text.format(name=name)))

    def _change(self, entry: LogEntry) -> None:
        """Say that the seats have other things to decide now."""
        self.moved = entry.seq
        match = self.playing
        running = [] if match.over or self.paused else list(match.acting)
        self.clocks.switch([seat for seat in running if not self.chairs[seat].bot], entry.at)

    def _sit(self, entry: LogEntry) -> None:
        self.chairs[self._seat(entry)].name = entry.body["name"]

    def _take(self, entry: LogEntry) -> None:
        chair = self.chairs[self._seat(entry)]
        if chair.nonce:  # back again: nobody else plays for this person any more
            chair.bot = ""
            self._note(entry, "{name} is back.", entry.seat)
            self._change(entry)
            return
        chair.nonce = entry.body["nonce"]
        if all(chair.nonce for chair in self.chairs):
            self._begin(entry)

    def _begin(self, entry: LogEntry) -> None:
        charter = self.charter
        seats = [f"{PREFIX}{chair.bot}" if chair.bot else chair.name for chair in self.chairs]
        if charter.branch is not None:
            record = Record.parse(charter.branch.record)
            record.seats, record.result, record.ended, record.history = seats, "", None, []
            del record.actions[charter.branch.number :]
            record.branched = self.inherited = len(record.actions)
            self.match = Match.replay(record)
            self.history = record.actions[:]
        else:
            owner_loses = are_rivals(self.game, seats)
            self.match = Match(self.game, self.setup, self._deal(), seats, owner_loses=owner_loses)
        self._change(entry)

    def _deal(self) -> Deal:
        charter = self.charter
        if charter.seed is not None:
            return Deal(charter.seed)
        nonces = [bytes.fromhex(chair.nonce) for chair in self.chairs]
        return SecretDeal(charter.id, bytes.fromhex(charter.commitment), nonces, self._secret)

    def _act(self, entry: LogEntry) -> None:
        match, seat = self.playing, self._seat(entry)
        match.do(seat, match.parse(seat, entry.body["line"]))
        self.history.append(match.actions[-1].text)
        self.seqs.append(entry.seq)
        self.whens.append(match.state.when())
        if entry.act is not None:
            self.answered[seat, entry.act] = entry.seq
        self.offers.pop(TAKEBACK, None)
        if self.offers.get(DRAW, seat) != seat:
            del self.offers[DRAW]
        if match.over:
            self.offers.clear()
        self._change(entry)

    def _undo(self, entry: LogEntry) -> None:
        number = entry.body["to"]
        self.playing.go_back(number)
        self.history.append(undo_line(number))
        del self.seqs[number - self.inherited :], self.whens[number - self.inherited :]
        self.offers.pop(TAKEBACK, None)
        self._note(entry, "{name} takes the last action back.", entry.seat)
        self._change(entry)

    def _end(self, entry: LogEntry) -> None:
        self.playing.end(entry.body["cause"], entry.seat)
        self.offers.clear()
        self._note(entry, ENDED[entry.body["cause"]], entry.seat)
        self._change(entry)

    def _pause(self, entry: LogEntry) -> None:
        self.paused = True
        self.offers.pop(BREAK, None)
        self.clocks.stop(entry.at)
        self._note(entry, "The match is paused.")
        self.moved = entry.seq

    def _resume(self, entry: LogEntry) -> None:
        self.paused = False
        self._note(entry, "{name} goes on.", entry.seat)
        self._change(entry)

    def _credit(self, entry: LogEntry) -> None:
        self.clocks.forgive(entry.at)

    def _substitute(self, entry: LogEntry) -> None:
        self.chairs[self._seat(entry)].bot = entry.body["bot"]
        self._note(entry, "A bot plays on for {name}.", entry.seat)
        self._change(entry)

    def _say(self, entry: LogEntry) -> None:
        self.lines.append(Line(entry.seq, SAY, entry.seat, entry.body["text"]))

    def _offer(self, entry: LogEntry) -> None:
        kind, seat = entry.body["kind"], self._seat(entry)
        if kind in self.offers:
            self.agreed[kind].add(seat)
        else:
            self.offers[kind], self.agreed[kind] = seat, {seat}
            self._note(entry, ASKING[kind], seat)

    def _decline(self, entry: LogEntry) -> None:
        kind = entry.body["kind"]
        asker = self.offers.pop(kind)
        times, _ = self.refused.get((kind, asker), (0, 0))
        self.refused[kind, asker] = times + 1, entry.at
        self._note(entry, "{name} does not agree.", entry.seat)

    def _rematch(self, entry: LogEntry) -> None:
        self.rematch = entry.body["id"]
        self.offers.pop(AGAIN, None)

    @staticmethod
    def _seat(entry: LogEntry) -> int:
        assert entry.seat is not None, "the entry is about a seat"
        return entry.seat


#: What each kind of entry does to the story.
_HAPPENS: dict[str, Callable[[MatchStory, LogEntry], None]] = {
    SIT: MatchStory._sit,
    TAKE: MatchStory._take,
    ACT: MatchStory._act,
    UNDO: MatchStory._undo,
    END: MatchStory._end,
    PAUSE: MatchStory._pause,
    RESUME: MatchStory._resume,
    CREDIT: MatchStory._credit,
    SUBSTITUTE: MatchStory._substitute,
    SAY: MatchStory._say,
    OFFER: MatchStory._offer,
    DECLINE: MatchStory._decline,
    REMATCH: MatchStory._rematch,
}
