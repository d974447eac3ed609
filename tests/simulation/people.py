"""Those who sit at a table and those who watch: what they want, when they go away, and the windows they have open."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from tests.simulation.clients import Client

OFFERS = ("takeback", "takeback", "takeback", "draw", "pause", "rematch", "claim", "substitute", "resume")
#: Seconds between two things that somebody wants.
PACE = (0.1, 1.5)


class Person:
    """Somebody with one window or two, who does whatever is possible."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        dice: random.Random,
        name: str,
        make_client: Callable[[str], Client],
        plays: bool,
    ) -> None:
        self._loop = loop
        self._dice = dice
        self.name = name
        self._make_client = make_client
        self.plays = plays
        self.clients = [make_client(name)]
        #: Does this person still want anything, and only to play on?
        self.quiet = False
        self.calm = False
        self.clients[0].open()
        self._again()

    @property
    def client(self) -> Client:
        """The window that is looked at: the one that has the seat, or else the one opened last."""
        return next((client for client in self.clients if client.state == "live"), self.clients[-1])

    def settle_down(self) -> None:
        """From now on be here, and play on."""
        self.calm = True
        if all(client.state in ("away", "taken") for client in self.clients):
            self.client.open()

    def be_quiet(self) -> None:
        """Want nothing any more."""
        self.quiet = True

    def _again(self) -> None:
        self._loop.call_later(self._dice.uniform(*PACE), self._wish)

    def _wish(self) -> None:
        if self.quiet:
            return
        self._again()
        client, dice = self.client, self._dice
        roll = dice.random()
        if client.state in ("away", "taken"):
            if roll < 0.3:
                client.open()
        elif not self.calm and roll < 0.03:
            client.leave()
        elif not self.calm and roll < 0.05:
            self.clients.append(self._make_client(f"{self.name}'"))
            self.clients[-1].open()
        elif self.plays:
            self._play(client, roll)
        elif roll < 0.3 and client.table["seq"] > 0:
            client.send("look", seq=dice.randrange(client.table["seq"] + 1))

    def _play(self, client: Client, roll: float) -> None:
        dice = self._dice
        if self.calm and client.table.get("paused"):
            client.send("offer", kind="resume")
        elif self.calm or roll < 0.75:
            if client.unanswered:
                return
            lines = client.legal()
            if lines:
                client.act(dice.choice(lines))
            elif not self.calm and client.table["request"] and roll < 0.1:
                client.act("done")  # it is not their turn
        elif roll < 0.85:
            client.send("offer", kind=dice.choice(OFFERS))
        elif roll < 0.93:
            for kind in client.table["offers"] or ["draw"]:
                client.send("answer", kind=kind, yes=dice.random() < 0.7)
        elif roll < 0.96:
            client.send("say", text=f"well met {dice.randrange(1000)}")
        elif roll < 0.98:
            client.send("hint")
        elif roll < 0.983:
            client.send("offer", kind="resign")
        elif client.table["seq"] > 0:
            client.send("look", seq=dice.randrange(client.table["seq"] + 1))
