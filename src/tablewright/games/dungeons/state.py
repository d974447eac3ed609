"""One position in a dungeon."""

from __future__ import annotations

from tablewright.core.dice import Dice
from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import Outcome, State
from tablewright.games.dungeons import rules
from tablewright.games.dungeons.actions import DungeonsAction, parse
from tablewright.games.dungeons.events import COMPLETION, FLIGHT, Ended
from tablewright.games.dungeons.kinds import NONE
from tablewright.games.dungeons.pieces import Hero, outfit
from tablewright.games.dungeons.setup import FIRST_ROOM, WAY_OUT

if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

    from tablewright.core.state import Reason
    from tablewright.games.dungeons.pieces import Foe, Hoard
    from tablewright.games.dungeons.setup import DungeonsSetup, Room


@final
class DungeonsState(State[DungeonsAction]):
    """The room that the party is in, everybody in it, and what was left in other rooms.

    Rooms are left only when all their foes have fallen, so of those only what can be looted must be remembered.
    """

    __slots__ = ("board", "count", "dice", "foes", "foes_left", "heroes", "hoards", "memory", "room", "setup", "total")

    game = "dungeons"

    def __init__(
        self,
        setup: DungeonsSetup,
        dice: Dice,
        seat_to_act: int,
        outcome: Outcome | None,
        room: Room,
        board: list[int],
        heroes: list[Hero],
        foes: list[Foe],
        foes_left: int,
        hoards: tuple[Hoard, ...],
        memory: tuple[tuple[Hoard, ...] | None, ...],
        count: int,
        total: int,
    ) -> None:
        super().__init__(seat_to_act, outcome)
        self.setup = setup
        self.dice = dice
        self.room = room
        #: What is on each field (see ``floor``); follows from everything else.
        self.board = board
        #: By player number, the fallen included.
        self.heroes = heroes
        #: In the order they act in, the fallen included.
        self.foes = foes
        self.foes_left = foes_left
        #: The chests and death locations of the room.
        self.hoards = hoards
        #: By place of the room in the setup: the hoards of a room that was left, ``None`` of one never entered.
        self.memory = memory
        #: Actions in this player phase, and in the whole match.
        self.count = count
        self.total = total

    def hero(self, kind: int) -> Hero | None:
        """Return the hero of a player type by its number; ``None`` if nobody leads one."""
        leader = self.setup.leaders[kind]
        return None if leader < 0 else self.heroes[leader]

    def hoard(self, field: int) -> Hoard:
        """Return what can be looted on a field."""
        for hoard in self.hoards:
            if hoard.field == field:
                return hoard
        raise ValueError(f"there is nothing to loot on field {field}")

    def over(self) -> bool:
        """Say whether the match has ended.

        Asked where a call may just have ended it: a type checker, and with it the compiler, takes ``outcome`` for
        unchanged there.
        """
        return self.outcome is not None

    def completed(self) -> int:
        """Return how many rooms have been entered and have no foe left."""
        entered = sum([1 for hoards in self.memory if hoards is not None])
        return entered - 1 if self.foes_left else entered

    def end(self, cause: str) -> None:
        """End the match: won by completion, lost by defeat or by the limit of actions, a tie by flight.

        The score is 2 for a completed dungeon, plus the heroes alive, plus the completed rooms.
        """
        value = 1.0 if cause == COMPLETION else 0.0 if cause == FLIGHT else -1.0
        alive = sum([1 for hero in self.heroes if hero.health])
        score = (2 if cause == COMPLETION else 0) + alive + self.completed()
        self.outcome = Outcome(cause, (value,) * self.setup.seats, score)
        if self.watch is not None:
            self.watch(Ended(cause))

    def legal_actions(self) -> list[DungeonsAction]:
        return rules.legal_actions(self)

    def why_not(self, action: DungeonsAction) -> Reason | None:
        return rules.why_not(self, action)

    def apply(self, action: DungeonsAction) -> None:
        rules.apply(self, action)

    def parse(self, line: str) -> DungeonsAction:
        return parse(line)

    def acting_seats(self) -> tuple[int, ...]:
        if self.outcome is not None:
            return ()
        if self.setup.seats == 1:
            return (0,)
        return tuple([hero.player.seat for hero in self.heroes if hero.health])

    def seat_of(self, action: DungeonsAction) -> int:
        leader = self.setup.leaders[action.hero]
        return self.seat_to_act if leader < 0 else self.setup.players[leader].seat

    def clone(self) -> DungeonsState:
        return DungeonsState(
            self.setup,
            self.dice.clone(),
            self.seat_to_act,
            self.outcome,
            self.room,
            self.board.copy(),
            self.heroes.copy(),
            self.foes.copy(),
            self.foes_left,
            self.hoards,
            self.memory,
            self.count,
            self.total,
        )

    def key(self) -> Hashable:
        memory = [None if hoards is None else tuple([hoard.key() for hoard in hoards]) for hoards in self.memory]
        return (
            self.setup,
            self.dice.key(),
            self.outcome,
            self.room.id,
            tuple([hero.key() for hero in self.heroes]),
            tuple([foe.key() for foe in self.foes]),
            tuple([hoard.key() for hoard in self.hoards]),
            tuple(memory),
            self.count,
            self.total,
        )

    def rolled(self) -> int:
        return self.dice.drawn

    def when(self) -> str:
        return f"room {self.room.id}, action {self.total}"

    def view(self, seat: int | None) -> dict[str, Any]:
        from tablewright.games.dungeons.views import view

        return view(self)

    def picture(self, seat: int | None) -> str:
        from tablewright.games.dungeons.drawing import picture

        return picture(self)

    def snapshot(self) -> dict[str, Any]:
        from tablewright.games.dungeons.views import snapshot

        return snapshot(self)

    def resample(self, seat: int | None, dice: Dice) -> DungeonsState:
        from tablewright.games.dungeons.generate import imagine

        return imagine(self, dice)


def deal(setup: DungeonsSetup, dice: Dice) -> DungeonsState:
    """Begin a match: the heroes, with full health and what they start with, have entered the first room."""
    heroes = []
    for player in setup.players:
        kind = player.kind
        heroes.append(Hero(player, NONE, kind.health, NONE, outfit(kind, kind.bag, kind.armor, kind.weapon)))
    room = setup.rooms[setup.positions[FIRST_ROOM]]
    memory = (None,) * len(setup.rooms)
    state = DungeonsState(setup, dice, 0, None, room, [], heroes, [], 0, (), memory, 0, 0)
    rules.enter(state, FIRST_ROOM, WAY_OUT)
    return state
