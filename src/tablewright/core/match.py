"""One playing of a game: whoever plays, in a face, a study, an environment or a test, plays a ``Match``."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, partial
from time import process_time
from typing import Any

from tablewright.core.dealing import Deal
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.perspective import Chooser, Perspective, decide
from tablewright.core.record import AGREED, BadRecord, Record, undone
from tablewright.core.state import (
    MATCH_OVER,
    OTHERS_DECISION,
    Action,
    Event,
    IllegalAction,
    Outcome,
    Reason,
    Refused,
    State,
)

#: A match that has not ended after this many actions is stopped; no sensible one comes near.
LONGEST_MATCH = 20_000
#: A record that takes more seconds to replay is not replayed to its end: somebody may have made it for that.
LONGEST_REPLAY = 20.0
#: A copy of the position is kept after every so many actions; those between are played again when asked for.
KEPT_EVERY = 20
#: How many deals that a seat could not tell from the real one are tried to see whether an action told it something new.
DEALS = 32


class Match:
    """A match: its deal, the actions so far, and the position that they lead to.

    Positions are numbered by the actions before them: 0 is the start, ``len(match)`` the position now.

    >>> match = tablewright.Match(game, game.setup(), seed=7)
    >>> [event.told(0) for event in match.do(match.turn, match.legal_actions()[0])]
    ['Player 1 is done.']
    >>> match.play([tablewright.make_bot("greedy", game), tablewright.make_bot("random", game)]).winners
    (0,)
    >>> match.told(2, None)                                 # what spectators were told on the way to position 2
    ['Player 2 redraws 6 cards.']
    """

    def __init__(
        self,
        game: Game,
        setup: Any,
        seed: int | Deal,
        names: Sequence[str] = (),
        limit: int = LONGEST_MATCH,
        owner_loses: bool = False,
    ) -> None:
        self.game = game
        self.setup = setup
        #: What decides everything random: a number, or a secret that nobody but the match knows before its end.
        self.deal = seed if isinstance(seed, Deal) else Deal(seed)
        #: Who sits where: a person's name or a bot's.
        given = dict(enumerate(names))
        self.names = [given.get(seat) or f"Seat {seat + 1}" for seat in range(max(len(names), setup.seats))]
        #: After this many actions the match is stopped.
        self.limit = limit
        #: Does whoever owns a card that breaks the match off lose it? By the rules nobody does.
        self.owner_loses = owner_loses
        #: How the table ended the match before the rules did: the cause, and the seat that it was about.
        self.ended: tuple[str, int | None] | None = None
        #: How many of the first actions are those of another match, from which this one is played on.
        self.branched: int | None = None
        #: The position now; changed only by the methods below.
        self.state: State = self.deal.start(game, setup)
        #: What was done, and who did it.
        self.actions: list[Action] = []
        self.seats: list[int] = []
        #: Why a record could not be replayed to its end; "" otherwise.
        self.fault = ""
        #: The seats that may act now; none when the match has ended.
        self.acting: tuple[int, ...] = ()
        #: The seat that is to act; after the end, the last one that was. Where the rules leave the order to the
        #: players, they take turns around the table, and who can do nothing is passed over. They need not keep to
        #: that: ``do`` takes what any acting seat does.
        self.turn = 0
        self._legal: list[Any] | None = None
        self._deciders: list[int] = []
        self._kept: dict[int, State] = {}
        self._events: dict[int, list[Event]] = {}
        self._news: dict[tuple[int, int], bool] = {}
        self._heard: dict[int, tuple[int, list[str]]] = {}
        self._look()

    @classmethod
    def replay(cls, record: Record, strict: bool = True, limit: int = LONGEST_MATCH) -> Match:
        """Return the match of a record. What does not replay raises ``BadRecord``, or else ends up in ``fault``.

        A match is never stopped before the end of its record.
        """
        if not record.deal.known:
            raise BadRecord("the cards of this match are secret until its end")
        limit = max(limit, len(record.actions))
        match = cls(record.game, record.setup, record.deal, record.seats, limit, record.owner_loses)
        match.branched = record.branched
        match.fault = match._repeat(record)
        if match.fault and strict:
            raise BadRecord(match.fault)
        return match

    def clone(self, state: State | None = None) -> Match:
        """Return an independent match at the same point, with another state if one is given."""
        twin = Match.__new__(Match)
        twin.game = self.game
        twin.setup = self.setup
        twin.deal = self.deal
        twin.owner_loses = self.owner_loses
        twin.ended = self.ended
        twin.branched = self.branched
        twin.names = self.names[:]
        twin.limit = self.limit
        twin.state = self.state.clone() if state is None else state
        twin.actions = self.actions[:]
        twin.seats = self.seats[:]
        twin.fault = self.fault
        twin._kept, twin._events, twin._news, twin._heard = {}, {}, {}, {}
        twin.acting = self.acting
        twin.turn = self.turn
        twin._legal = self._legal
        twin._deciders = self._deciders
        if state is not None:
            twin._look()  # others may have other hidden cards to play there
        return twin

    def _apply(self, state: State, action: Action) -> None:
        """Do an action in a position of this match, which nobody else can where dice of a secret are rolled."""
        with self.deal.drawing():
            state.apply(action)

    def _apply_watched(self, state: State, action: Action) -> list[Event]:
        with self.deal.drawing():
            return state.apply_watched(action)

    def _repeat(self, record: Record) -> str:
        end = process_time() + LONGEST_REPLAY
        for number, line in enumerate(record.history or record.actions, 1):
            if process_time() > end:
                return f"after {number - 1:,} actions it has taken {LONGEST_REPLAY:.0f} seconds, which is the most"
            back = undone(line) if record.history else None
            if back is not None:  # what was taken back has been possible too, or somebody has made it up
                if self.over:
                    return "something was taken back after its end"
                self.go_back(back)
                continue
            try:
                action = self.state.parse(line)
                self._check(self.state.seat_of(action), action)
            except Refused as refusal:
                return f'action {number}, "{line}", does not fit this match: {refusal}'
            self.advance(action)
        if record.ended is not None:
            if self.over:
                return "it was over before the table ended it"
            self.end(*record.ended)
        if record.result and record.result != self.result:
            return f'the record says "{record.result}", but its actions lead to "{self.result or "no end"}"'
        return ""

    def __len__(self) -> int:
        return len(self.actions)

    def __repr__(self) -> str:
        turn = self.result or f"seat {self.turn} to act"
        deal = "secret deal" if self.seed is None else f"seed {self.seed}"
        return f"<match of {self.game.key}, {deal}, {len(self)} actions, {turn}>"

    @property
    def seed(self) -> int | None:
        """The number from which everything random follows; ``None`` for a secret deal."""
        return self.deal.seed

    @cached_property
    def seal(self) -> str:
        """What stands for the whole deal of cards from a secret, to be noted before the first one; "" for a number."""
        return self.deal.seal(self.game.write_setup(self.setup))

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; ``None`` while it goes on, and for ever if it was stopped at its limit."""
        if self.ended is not None:
            return self._ending(*self.ended)
        outcome = self.state.outcome
        if outcome is None or outcome.blame is None or not self.owner_loses:
            return outcome
        returns = tuple(-1.0 if seat == outcome.blame else 1.0 for seat in range(self.setup.seats))
        return Outcome(outcome.cause, returns, outcome.score, outcome.blame)

    @property
    def result(self) -> str:
        """How the match ended, as a record says it; "" while it goes on."""
        outcome = self.outcome
        return "" if outcome is None else str(outcome)

    @property
    def over(self) -> bool:
        """Is there nothing more to do, because the match has ended or was stopped?"""
        return self.state.outcome is not None or self.ended is not None or len(self.actions) >= self.limit

    def end(self, cause: str, seat: int | None = None) -> None:
        """End the match before the rules do: a seat resigned, left or used up its time, or all agreed on a tie.

        Who plays together loses together. The causes are ``record.ENDINGS``.
        """
        assert not self.over, "the match is over"
        self.ended = (cause, seat)
        self.acting, self._legal = (), []

    def _ending(self, cause: str, loser: int | None) -> Outcome:
        seats = range(self.setup.seats)
        if cause == AGREED:
            return Outcome(cause, tuple(0.0 for _ in seats))
        return Outcome(cause, tuple(-1.0 if self.game.cooperative or seat == loser else 1.0 for seat in seats))

    # --- whose turn it is

    def _look(self) -> None:
        """See whose turn it is; ``_deciders`` are the seats of ``_legal`` where several may act."""
        state = self.state
        self.acting = acting = state.acting_seats()
        if len(acting) < 2:
            self.turn = acting[0] if acting else state.seat_to_act
            self._legal = None
        else:
            self._legal = state.legal_actions()
            self._deciders = deciders = list(map(state.seat_of, self._legal))
            seats: int = self.setup.seats
            first = self.seats[-1] + 1 if self.seats else 0
            for turn in range(first, first + seats):
                if turn % seats in deciders:
                    self.turn = turn % seats
                    break

    def legal_actions(self, seat: int | None = None) -> list[Any]:
        """List what a seat may do now; without one, what the seat at turn may do."""
        if seat is None:
            seat = self.turn
        if len(self.acting) > 1:
            legal = self._legal or []
            return [action for action, decider in zip(legal, self._deciders, strict=True) if decider == seat]
        if seat not in self.acting:
            return []
        if self._legal is None:
            self._legal = self.state.legal_actions()
        return self._legal

    def perspective(self, seat: int, others: Sequence[int] = ()) -> Perspective:
        """Return what the player in a seat decides with, who may lead others too; it stays while the match goes on."""
        return Perspective(self.state.clone(), seat, self.heard(seat).copy, others)

    # --- doing

    def why_not(self, seat: int, action: Action) -> Reason | None:
        """Say why a seat cannot do something now; ``None`` if it can."""
        if self.over:
            return MATCH_OVER
        reason = Perspective(self.state, seat).why_not(action)
        if reason is not None and reason.code == OTHERS_DECISION.code:
            return OTHERS_DECISION.of(name=self.names[self.state.seat_of(action)])
        return reason

    def parse(self, seat: int, line: str) -> Action:
        """Return the action that a line of a seat names, legal or not; raises ``Refused``, out of turn always."""
        if self.over:
            raise IllegalAction(MATCH_OVER)
        action: Action = Perspective(self.state, seat).parse(line)
        return action

    def _check(self, seat: int, action: Action) -> None:
        reason = self.why_not(seat, action)
        if reason is not None:
            raise IllegalAction(reason)

    def do(self, seat: int, action: Action) -> list[Event]:
        """Do what a seat has decided and return what happened, or raise ``IllegalAction`` and change nothing."""
        self._check(seat, action)
        events = self._apply_watched(self.state, action)
        self.seats.append(seat)
        self.actions.append(action)
        self._look()
        self._events[len(self.actions)] = events
        return events

    def advance(self, action: Action) -> None:
        """Do one of the legal actions, unchecked and without collecting events: the fast form for many matches."""
        state = self.state
        self.seats.append(self.turn if len(self.acting) == 1 else state.seat_of(action))
        if self.deal.seed is None:
            self._apply(state, action)
        else:
            state.apply(action)
        self.actions.append(action)
        self._look()

    def play(self, players: Sequence[Chooser]) -> Outcome | None:
        """Let a player in every seat choose until the match is over; returns how it ended, ``None`` if it was stopped.

        Who chooses what is not legal is named by ``PlayerFault``.
        """
        told = [partial(self.heard, seat) for seat in range(self.setup.seats)]
        while not self.over:
            seat = self.turn
            self.advance(decide(players[seat], Perspective(self.state, seat, told[seat]), self.names[seat]))
        return self.outcome

    # --- looking back

    def record(self) -> Record:
        """Return the match so far as a record, from which all of it can be rebuilt; a secret deal only after the end.

        Before it, the record of a secret deal has everything but the secret.
        """
        lines = [action.text for action in self.actions]
        deal = self.deal if self.outcome is not None else self.deal.public()
        record = Record(self.game, self.setup, deal, list(self.names), lines)
        record.result = self.result
        record.owner_loses = self.owner_loses
        record.branched = self.branched
        record.ended = self.ended
        return record

    def positions(self) -> Iterator[State]:
        """Yield every position from the start to now: always the same object, so copy what should stay."""
        state = self.at(0)
        yield state
        for action in self.actions:
            self._apply(state, action)
            yield state

    def at(self, number: int) -> State:
        """Return a copy of an earlier position."""
        if not 0 <= number <= len(self.actions):
            raise IndexError(f"this match has the positions 0 to {len(self.actions)}, not {number}")
        if number == len(self.actions):
            return self.state.clone()
        first = number - number % KEPT_EVERY
        while first and first not in self._kept:
            first -= KEPT_EVERY
        state: State = self._kept[first].clone() if first else self.deal.start(self.game, self.setup)
        for done in range(first, number):
            self._apply(state, self.actions[done])
            if (done + 1) % KEPT_EVERY == 0:
                self._kept[done + 1] = state.clone()
        return state

    def events(self, number: int) -> list[Event]:
        """Return what happened on the way to a position, from the one before it."""
        if number not in self._events:
            # Who asks for one usually wants its neighbours too: all up to the next kept position are played again.
            first = (number - 1) // KEPT_EVERY * KEPT_EVERY
            state = self.at(first)
            for done, action in enumerate(self.actions[first : first + KEPT_EVERY], first + 1):
                self._events.setdefault(done, self._apply_watched(state, action))
        return self._events[number]

    def seen(self, number: int, seat: int | None) -> list[dict[str, Any]]:
        """Return what a seat (``None``: a spectator) saw on the way to a position, as JSON values for drawing."""
        return [shown for event in self.events(number) if (shown := event.seen(seat))]

    def told(self, number: int, seat: int | None) -> list[str]:
        """Return what a seat (``None``: a spectator) was told on the way to a position."""
        return [line for event in self.events(number) if (line := event.told(seat))]

    def heard(self, seat: int) -> list[str]:
        """Return all that a seat was told since the start."""
        known, lines = self._heard.get(seat, (0, []))
        for number in range(known, len(self)):
            lines += self.told(number + 1, seat)
        self._heard[seat] = len(self), lines
        return lines.copy()

    def turns(self) -> list[int]:
        """Return the positions at which another seat took over, with start and end; alone, every tenth one."""
        if len(set(self.seats)) < 2:
            marks = list(range(0, len(self), 10))
        else:
            marks = [n for n in range(len(self)) if n == 0 or self.seats[n] != self.seats[n - 1]]
        return [*marks, len(self)]

    # --- taking back

    def why_not_undo(self, people: Collection[int]) -> str:
        """Say why the last action of a person cannot be taken back; "" if it can.

        What bots answered goes with it. Nothing can be taken back that told the seat at turn something new, nor, where
        people play against each other, what another person did.
        """
        return self._undo(people)[1]

    def undo(self, people: Collection[int]) -> None:
        """Take back the last action of a person; only when ``why_not_undo`` says nothing."""
        number, refusal = self._undo(people)
        assert not refusal, refusal
        self.go_back(number)

    def _undo(self, people: Collection[int]) -> tuple[int, str]:
        if self.outcome is not None:
            return 0, "the match is over"
        turn = self.turn
        for number in range(len(self) - 1, -1, -1):
            seat = self.seats[number]
            if seat in people and seat != turn and not self.game.cooperative:
                return 0, f"the last action was {self.names[seat]}'s"
            if self.told_new(number + 1, turn):
                return 0, f'"{self.actions[number].text}" has shown something that was hidden'
            if seat in people:
                return number, ""
        return 0, "there is nothing to take back"

    def go_back(self, number: int) -> None:
        """Return to an earlier position and forget everything behind it."""
        self.state = self.at(number)
        del self.actions[number:], self.seats[number:]
        self._look()
        self._kept = {kept: state for kept, state in self._kept.items() if kept <= number}
        self._events = {kept: events for kept, events in self._events.items() if kept <= number}
        self._news = {key: news for key, news in self._news.items() if key[0] <= number}
        self._heard = {}

    def told_new(self, number: int, seat: int) -> bool:
        """Say whether the last action before a position told a seat something that it could not know before.

        Dice that rolled do, and events that are told to this seat only. Otherwise the action is tried in deals that
        look the same to the seat: where it is impossible or looks different afterwards, it told something.
        """
        if (number, seat) not in self._news:
            self._news[number, seat] = self._find_news(number, seat)
        return self._news[number, seat]

    def _find_news(self, number: int, seat: int) -> bool:
        action = self.actions[number - 1]
        before = self.at(number - 1)
        after = before.clone()
        self._apply(after, action)
        told = self.told(number, seat)
        if before.rolled() != after.rolled() or told != self.told(number, None):
            return True
        view, dice = after.view(seat), Dice(number - 1)
        for _ in range(DEALS):
            sample = before.resample(seat, dice)
            if sample.why_not(action) is not None:
                return True
            heard = [line for event in sample.apply_watched(action) if (line := event.told(seat))]
            if heard != told or sample.view(seat) != view:
                return True
        return False
