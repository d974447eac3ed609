"""A match with people and bots around it: who is asked, who gives hints, and the save that follows every action."""

from __future__ import annotations

import sys

from tablewright.bots.bot import Bot
from tablewright.bots.registry import make_bot
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective, decide
from tablewright.core.record import BadRecord, Record
from tablewright.core.state import MATCH_OVER, NOT_YOUR_TURN, Action, IllegalAction
from tablewright.table.players import bot_name, by_names, must_hide
from tablewright.table.saves import SaveFile
from tablewright.table.thoughts import ADVISER


class Table:
    """A match that people play, perhaps with bots; nobody stops it before its end."""

    def __init__(
        self, record: Record, save: SaveFile | None = None, folder: str | None = None, programs: bool = True
    ) -> None:
        self.match = Match.replay(record, strict=False, limit=sys.maxsize)
        self.game = record.game
        #: Where the save is made with the first action, so that matches that nobody played leave nothing behind.
        self.folder = folder
        self.save = save
        #: May seats name programs of this machine (``pipe:``)? Whoever made the record may be a stranger.
        self.programs = programs
        self._bots: dict[int, Bot] = {}
        #: The seats of people.
        self.people = [seat for seat in range(record.setup.seats) if not self.bot_name(seat)]

    @classmethod
    def resume(cls, path: str, programs: bool = False) -> Table:
        """Return the table of a save, ready to go on; raises ``CannotSave`` or ``BadRecord`` with a sentence.

        Seats with a bot that runs a program are refused unless ``programs`` allows them.
        """
        save = SaveFile.open(path)
        try:
            record = save.read()
            table = cls(record, save, programs=programs)
            table.seat_bots()
            if table.match.fault:
                raise BadRecord(f"{path} can only be watched, not gone on with: {table.match.fault}")
            if table.match.result and (record.cut or not record.result):  # the crash came with the last action
                save.store(table.match.record())
        except ValueError as error:
            save.close()
            raise BadRecord(str(error)) from error
        except BaseException:
            save.close()
            raise
        return table

    # --- who sits here

    def bot_name(self, seat: int) -> str:
        """Return which bot sits in a seat, "" for a person."""
        return bot_name(self.match.names[seat])

    def bot(self, seat: int) -> Bot:
        """Return the bot in a seat; raises ``ValueError`` with a sentence if there is no such bot."""
        if seat not in self._bots:
            seed = self.match.deal.seed_of_bot(seat)
            self._bots[seat] = make_bot(self.bot_name(seat), self.game, seed, programs=self.programs)
        return self._bots[seat]

    def seat_bots(self) -> list[Bot]:
        """Return the bots of all seats without a person; one that does not exist is better told before the match."""
        return [self.bot(seat) for seat in range(self.match.setup.seats) if seat not in self.people]

    def choose(self, seat: int, perspective: Perspective) -> Action:
        """Return what the bot in a seat decides; it may take seconds. Raises ``PlayerFault`` with a sentence."""
        action: Action = decide(self.bot(seat), perspective, self.match.names[seat])
        return action

    def offered(self) -> list[int]:
        """Return the seats a person may act for now: people who play together share one keyboard and one turn."""
        seats = self.match.state.acting_seats() if self.game.cooperative else [self.match.turn]
        return [seat for seat in seats if seat in self.people]

    def needs_cover(self) -> bool:
        """Say whether people at this keyboard have something to hide from each other."""
        return must_hide(self.game, self.match.names)

    # --- playing

    def read(self, line: str) -> Action:
        """Return what a person may do by typing a line; raises ``Refused`` with the reason against it."""
        match, offered = self.match, self.offered()
        if match.over or not offered:
            raise IllegalAction(MATCH_OVER if match.over else NOT_YOUR_TURN)
        action = match.parse(offered[0], line)
        decider = match.state.seat_of(action)
        reason = match.why_not(decider if decider in offered else offered[0], action)
        if reason is not None:
            raise IllegalAction(reason)
        return action

    def do(self, action: Action) -> None:
        """Do what the seat that an action belongs to has decided; it is on the disk when this returns.

        Raises ``CannotSave`` when the action was done but not saved; the next one tries to save everything again.
        """
        self.match.do(self.match.state.seat_of(action), action)
        self._store()

    def _store(self) -> None:
        record = self.match.record()
        if self.save is not None:
            self.save.store(record)
        elif self.folder is not None:
            self.save = SaveFile.create(record, self.folder, self.match.deal)

    def why_not_undo(self) -> str:
        """Say why nothing can be taken back; "" if something can."""
        return self.match.why_not_undo(self.people)

    def undo(self) -> None:
        """Take back the last action of a person, and what bots answered; only when ``why_not_undo`` says nothing."""
        self.match.undo(self.people)
        self._store()

    def question(self, seat: int) -> Perspective:
        """Return what advice for a seat is about: people at one keyboard may as well do what another of them can."""
        return self.match.perspective(seat, [other for other in self.offered() if other != seat])

    def advice(self, perspective: Perspective) -> tuple[Action, str]:
        """Return what a strong bot would do, and why; it may take seconds, and another thread can wait for it."""
        bot = make_bot(ADVISER, self.game, seed=self.match.deal.seed_of_bot(self.match.setup.seats))
        try:
            action: Action = decide(bot, perspective, ADVISER)
            return action, bot.why()
        finally:
            bot.close()

    @property
    def ending(self) -> str:
        """How the match ended, with the names of who sits where."""
        return by_names(self.match.result or "no result", self.match.names)

    def close(self) -> None:
        """Let go of the bots and of the save."""
        for bot in self._bots.values():
            bot.close()
        if self.save is not None:
            self.save.close()
