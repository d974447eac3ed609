"""A server with a mistake in it does not get through the worlds: each of these is caught, and for the right reason."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from tablewright.table.session import Session
from tablewright.table.story import MatchStory
from tablewright.table.telling import Telling
from tablewright.web.hosting import LiveMatch
from tablewright.web.link import RESTART, Link
from tablewright.web.store import Progress
from tests.simulation.checks import check
from tests.simulation.disk import Disk, KeptMatch
from tests.simulation.world import World

#: A mistake is caught within so many worlds.
WORLDS = 40


def is_caught(text: str, disk: type[Disk] = Disk, workers: int | None = None) -> bool:
    """Say whether some world shows a mistake, and says so."""
    for seed in range(1000, 1000 + WORLDS):
        world = World(seed, disk(), workers)
        try:
            world.run()
            check(world)
        except AssertionError as error:
            if text in str(error):
                return True
    return False


def test_an_acknowledgement_before_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    settle = LiveMatch._settle

    async def tell_first(self: LiveMatch, session: Session, jobs: list[Any]) -> None:
        for viewer, message in session.batch.messages:
            viewer.send(message)  # type: ignore[attr-defined]
        session.batch.messages.clear()
        await settle(self, session, jobs)

    monkeypatch.setattr(LiveMatch, "_settle", tell_first)
    assert is_caught("was acknowledged, and is not stored")


def test_an_act_that_is_forgotten_when_it_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MatchStory, "answered", property(lambda self: {}, lambda self, value: None), raising=False)
    assert is_caught("was refused (STALE), and is stored")


def test_watchers_who_see_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    view = Telling.view
    monkeypatch.setattr(Telling, "view", lambda self, seat: view(self, 0 if seat is None else seat))
    assert is_caught("view tells None something")


def test_watchers_who_are_told_what_only_a_player_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    told = MatchStory.told
    monkeypatch.setattr(MatchStory, "told", lambda self, number, eye: told(self, number, 0 if eye is None else eye))
    assert is_caught("None is told")


class ForgetfulDisk(Disk):
    """Loses an entry now and then."""

    def __init__(self) -> None:
        super().__init__()
        self._dice = random.Random(1)

    def keep(self, kept: KeptMatch, progress: Progress) -> None:
        entries = list(progress.entries)
        super().keep(kept, replace(progress, entries=entries[:-1] if self._dice.random() < 0.1 else entries))


class CarelessDisk(Disk):
    """Takes what two workers say at the same time: it knows neither epochs nor which numbers are given."""

    def append(self, match: str, epoch: int, progress: Progress) -> None:
        self.keep(self.matches[match], progress)


def test_a_store_that_keeps_what_two_workers_say() -> None:
    assert is_caught("", CarelessDisk, workers=2)


class NumberedDisk(Disk):
    """Knows no epochs."""

    def append(self, match: str, epoch: int, progress: Progress) -> None:
        super().append(match, self.matches[match].epoch, progress)


def test_the_numbers_alone_keep_a_log_right() -> None:
    """The one that is no mistake: a lease only lets a worker find out sooner that it has lost a match."""
    for seed in range(1000, 1010):
        world = World(seed, NumberedDisk(), workers=2)
        world.run()
        assert check(world)["tables"] == len(world.people)


def test_a_store_that_forgets() -> None:
    assert is_caught("seconds after the last fault", ForgetfulDisk)


def test_a_server_that_gives_up_a_match_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    bye = Link.bye

    def say_nothing(self: Link, code: int, text: str = "", wait: int | None = None) -> None:
        if code != RESTART:
            bye(self, code, text, wait)

    monkeypatch.setattr(Link, "bye", say_nothing)
    assert is_caught("seconds")
