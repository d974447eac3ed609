"""A match being played: whose turn it is, what may be taken back, and the save that follows every action."""

from __future__ import annotations

from tablewright.bots.registry import make_bot
from tablewright.core.dice import Dice
from tablewright.core.light import TYPE_CHECKING
from tablewright.core.perspective import Perspective
from tablewright.core.record import BadRecord, Record
from tablewright.table.players import bot_name
from tablewright.table.saves import SaveFile
from tablewright.tui.history import History

if TYPE_CHECKING:
    from typing import Any

    from tablewright.bots.bot import Bot
    from tablewright.core.state import State

#: How many deals that a player could not tell from the real one are tried to see whether an action told something new.
DEALS = 32


class Table:
    """A record that grows, with the people and bots around it."""

    def __init__(self, record: Record, save: SaveFile | None = None, folder: str | None = None) -> None:
        self.record = record
        #: Where the save is made with the first action, so that matches that nobody played leave nothing behind.
        self.folder = folder
        self.game = record.game
        self.history = History(record)
        self.save = save
        self._bots: dict[int, Bot] = {}
        seats: int = record.setup.seats
        #: The seats of people.
        self.people = [seat for seat in range(seats) if not self.bot_name(seat)]
        self._tells: dict[tuple[int, int], bool] = {}
        self._behind = False  # does the save lack something because it could not be written?

    @classmethod
    def resume(cls, path: str) -> Table:
        """Return the table of a save, ready to go on; raises ``CannotSave`` or ``BadRecord`` with a sentence."""
        save = SaveFile.open(path)
        try:
            table = cls(Record.read(path), save)
            for seat in set(range(table.record.setup.seats)).difference(table.people):
                table.bot(seat)  # better told now than in the middle of the match
            if table.history.fault:
                raise BadRecord(f"{path} can only be watched, not gone on with: {table.history.fault}")
        except (BadRecord, ValueError) as error:
            save.close()
            raise BadRecord(str(error)) from error
        save.drop_torn_line()
        if table.state.outcome is not None and not table.record.result:  # the crash took the line with the result
            table.record.result = str(table.state.outcome)
            save.rewrite(table.record)
        return table

    @property
    def state(self) -> State:
        """The position now."""
        return self.history.state

    def bot_name(self, seat: int) -> str:
        """Return which bot sits in a seat, "" for a person."""
        return bot_name(self.history.name(seat))

    def bot(self, seat: int) -> Bot:
        """Return the bot in a seat; raises ``ValueError`` with a sentence if there is no such bot."""
        if seat not in self._bots:
            self._bots[seat] = make_bot(self.bot_name(seat), self.game, seed=self.record.seed + seat)
        return self._bots[seat]

    def play_bots(self) -> None:
        """Play to the end; all seats are bots."""
        while self.state.outcome is None:
            seat = self.turn()
            self.do(self.bot(seat).choose(self.perspective(seat)))

    def turn(self) -> int:
        """Return the seat that is to act. Where the rules leave the order open, who has waited longest goes first."""
        acting = self.state.acting_seats()
        if len(acting) == 1:
            return acting[0]
        last = {seat: number for number, seat in enumerate(self.history.seats)}
        return min(acting, key=lambda seat: (last.get(seat, -1), seat))

    def offered(self, seat: int) -> list[int]:
        """Return the seats a person may act for now: people who play together share one keyboard and one turn."""
        if self.game.cooperative:
            return [other for other in self.state.acting_seats() if other in self.people]
        return [seat]

    def perspective(self, seat: int) -> Perspective:
        """Return what the player in a seat decides with; it stays as it is while the match goes on."""
        return Perspective(self.state.clone(), seat)

    def needs_cover(self) -> bool:
        """Say whether people at this keyboard have something to hide from each other."""
        return self.game.hidden and not self.game.cooperative and len(self.people) > 1

    def do(self, action: Any) -> None:
        """Do a legal action; it is on the disk when this returns.

        Raises ``CannotSave`` when the action was done but not saved; the next one tries to save everything again.
        """
        self.history.do(action)
        self._store(whole=self._behind)

    def _store(self, whole: bool) -> None:
        self._behind = True
        if self.save is None:
            self.save = None if self.folder is None else SaveFile.create(self.record, self.folder)
        elif whole:
            self.save.rewrite(self.record)
        else:
            self.save.append(self.record)
        self._behind = False

    def why_not_undo(self) -> str:
        """Say why nothing can be taken back; "" if something can."""
        return self._undo()[1]

    def undo(self) -> None:
        """Take back the last action of a person, and what bots answered; only when ``why_not_undo`` says nothing."""
        number, refusal = self._undo()
        assert not refusal, refusal
        self.history.cut(number)
        self._tells = {key: tells for key, tells in self._tells.items() if key[0] < number}
        self._store(whole=True)

    def _undo(self) -> tuple[int, str]:
        if self.state.outcome is not None:
            return 0, "the match is over"
        turn = self.turn()
        for number in range(len(self.history) - 1, -1, -1):
            seat = self.history.seats[number]
            if seat in self.people and seat != turn and not self.game.cooperative:
                return 0, f"the last action was {self.history.name(seat)}'s"
            if self.tells_new(number, turn):
                return 0, f'"{self.record.actions[number]}" has shown something that was hidden'
            if seat in self.people:
                return number, ""
        return 0, "there is nothing to take back"

    def tells_new(self, number: int, seat: int) -> bool:
        """Say whether the action at a position told a seat something that it could not know before it.

        Dice that rolled do, and events that are told to this seat only. Otherwise the action is tried in deals that
        look the same to the seat: where it is impossible or looks different afterwards, it told something.
        """
        if (number, seat) not in self._tells:
            self._tells[number, seat] = self._find_news(number, seat)
        return self._tells[number, seat]

    def _find_news(self, number: int, seat: int) -> bool:
        before, after = self.history.at(number), self.history.at(number + 1)
        events = self.history.events[number]
        told = [event.told(seat) for event in events]
        if _dice(before) != _dice(after) or told != [event.told(None) for event in events]:
            return True
        view, dice = after.view(seat), Dice(number)
        for _ in range(DEALS):
            deal = before.resample(seat, dice)
            action = deal.parse(self.record.actions[number])
            if deal.why_not(action) is not None:
                return True
            seen: list[Any] = []
            deal.watch = seen.append
            deal.apply(action)
            if deal.view(seat) != view or [event.told(seat) for event in seen] != told:
                return True
        return False

    def close(self) -> None:
        """Let go of the save."""
        if self.save is not None:
            self.save.close()


def _dice(state: State) -> Any:
    dice = getattr(state, "dice", None)
    return dice.key() if isinstance(dice, Dice) else None
