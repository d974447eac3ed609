"""Small worlds: people who come, go, act, ask and answer as they like, and a server that is killed now and then.

After every step what was acknowledged is in the log, a session rebuilt from the log is the same, and everybody who
looks knows exactly what the position shows them.
"""

from __future__ import annotations

import random

import pytest

import tablewright
from tablewright.core.record import Record
from tablewright.table.charter import TableOptions
from tests.support.sessions import Room, make_charter

WISHES = ["takeback", "draw", "pause", "resume", "substitute", "claim", "rematch", "resign"]


class World:
    """Some people around one match."""

    def __init__(self, game: str, seed: int) -> None:
        self.dice = random.Random(seed)
        setup = tablewright.game(game).setup()
        names = ["{Ann}", "Marla}"][: setup.seats]
        if setup.seats == 2 and self.dice.random() < 0.4:
            names[1] = "bot easy"
        options = TableOptions(
            total=self.dice.choice([None, None, 600]) if setup.seats == 2 else None,
            increment=2,
            absence=self.dice.choice([None, 20]),
        )
        self.room = Room(make_charter(game, names, options))
        self.people = [seat for seat, name in enumerate(names) if not name.startswith("bot ")]
        self.since: dict[str, int] = {}
        self.acked: dict[tuple[int, int], int] = {}

    def step(self) -> None:
        """Let something happen."""
        dice, room = self.dice, self.room
        here = list(room.session.viewers)
        room.now += dice.choice([1, 50, 1_000, 9_000])
        if room.session.due is not None and room.session.due <= room.now:
            room.session.tick(room.now)
            room.pump()
        roll = dice.random()
        if not here or roll < 0.12:
            seat = dice.choice([*self.people, None])
            name = f"{seat}" if seat is not None else f"watcher {dice.randint(1, 2)}"
            since = dice.choice([-1, self.since.get(name, -1)])
            room.join(name, *([] if seat is None else [seat]), since=since)
        elif roll < 0.18:
            room.session.leave(dice.choice(here), room.now)
            room.pump()
        elif roll < 0.21:
            self.room = room.restart()
            self.since.clear()
        elif roll < 0.33:
            room.say(dice.choice(here), "offer", kind=dice.choice(WISHES[:-1] if dice.random() < 0.97 else WISHES))
        elif roll < 0.42:
            room.say(dice.choice(here), "answer", kind=dice.choice(WISHES[:4]), yes=dice.random() < 0.6)
        elif roll < 0.47:
            room.say(dice.choice(here), "say", text="well met")
        else:
            self.act(dice.choice(here))

    def act(self, viewer: str) -> None:
        room = self.room
        legal = room.legal(viewer) or ["done"]
        number = room.session.story.seq + 1_000
        room.say(viewer, "act", id=number, request=room.request(viewer)["id"], action=self.dice.choice(legal))
        for message in room.sent[viewer]:
            if message["t"] == "ack" and message["id"] == number:
                self.acked[int(viewer), number] = message["seq"]

    def check(self) -> None:
        """Compare everything with the log."""
        room, story = self.room, self.room.session.story
        assert [entry.seq for entry in room.stored] == list(range(1, len(room.stored) + 1))
        for (seat, number), seq in self.acked.items():
            entry = room.stored[seq - 1]
            assert (entry.seat, entry.act) == (seat, number)
        for viewer, eye in room.session.viewers.items():
            self.since[str(viewer)] = story.seq
            if story.match is not None:
                assert room.view(viewer) == story.match.state.view(eye.seat), viewer
                assert room.request(viewer)["id"] == story.moved
        twin = room.restart().session.story
        assert (twin.moved, twin.offers, twin.paused) == (
            story.moved,
            story.offers,
            story.paused,
        ) or story.clocks.running
        if story.match is not None and twin.match is not None:
            assert twin.match.state == story.match.state
            assert twin.history == story.history
            assert twin.outcome() == story.outcome()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ["dungeons", "marches", "maze", "ooperations"])
def test_a_world(game: str, seed: int) -> None:
    world = World(game, seed)
    for _ in range(120):
        world.step()
        world.check()
    if world.room.session.over:
        record = Record.parse(str(world.room.session.record()))
        assert record.replay() == world.room.session.story.playing.state
