"""How often somebody may do something: token buckets, which fill up evenly and allow a short burst.

A refusal says how many seconds to wait. The clock is handed in, in seconds.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

#: Buckets that are looked after at most. Those that are full again are as good as new and forgotten, whenever there are
#: twice as many as after the last time and at least a few.
MOST_BUCKETS, FEW_BUCKETS = 10_000, 100


@dataclass(frozen=True, slots=True)
class Rate:
    """So many in so many seconds, and so many at once."""

    count: int
    seconds: float
    burst: int


#: Messages of somebody who plays, of somebody who watches, and what a player says.
PLAYER_FRAMES = Rate(60, 10, 30)
WATCHER_FRAMES = Rate(20, 10, 20)
SAYINGS = Rate(5, 10, 5)
#: Pings and pongs of the protocol itself, which no honest end sends more than a few of.
CONTROLS = Rate(20, 10, 20)
#: Advice costs seconds of a process that the bots of other tables wait for.
HINTS = Rate(20, 60, 10)
#: Per address: tables made, seats taken, sockets opened, requests about matches that have ended.
TABLES = (Rate(10, 60, 10), Rate(200, 86_400, 200))
JOINS = (Rate(30, 60, 30),)
SOCKETS = (Rate(120, 60, 60),)
#: Sockets that one address may have open: a class behind one router, but not all that the server can have.
MOST_SOCKETS = 200
LOOKS = (Rate(240, 60, 120),)


def whose(host: str) -> str:
    """Return whom an address belongs to: of the long ones everybody has 2^64, so that only their first half counts."""
    try:
        address = ip_address(host)
    except ValueError:  # no address at all, as behind a socket of the file system
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address.packed, 64), strict=False))
    return host


class Bucket:
    """What is left of a rate for somebody."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = float(rate.burst)
        self._at = now

    def take(self, now: float) -> int:
        """Take one and return 0; or take nothing and return the seconds to wait."""
        self._fill(now)
        if self._left >= 1:
            self._left -= 1
            return 0
        return max(1, math.ceil((1 - self._left) * self._rate.seconds / self._rate.count))

    def is_full(self, now: float) -> bool:
        """Say whether nobody has taken anything lately."""
        self._fill(now)
        return self._left >= self._rate.burst

    def _fill(self, now: float) -> None:
        gained = max(0.0, now - self._at) * self._rate.count / self._rate.seconds
        self._left = min(float(self._rate.burst), self._left + gained)
        self._at = now


class Limiter:
    """The buckets of everybody for one thing; where several rates hold, all of them have to allow it."""

    def __init__(self, *rates: Rate) -> None:
        self._rates = rates
        self._buckets: dict[Hashable, list[Bucket]] = {}
        self._enough = FEW_BUCKETS

    def take(self, who: Hashable, now: float) -> int:
        """Return 0 if somebody may do it now, else the seconds to wait."""
        buckets = self._buckets.get(who)
        if buckets is None:
            if len(self._buckets) >= self._enough:
                self._forget(now)
            buckets = self._buckets[who] = [Bucket(rate, now) for rate in self._rates]
        return max(bucket.take(now) for bucket in buckets)

    def _forget(self, now: float) -> None:
        busy = {who: some for who, some in self._buckets.items() if not all(bucket.is_full(now) for bucket in some)}
        self._buckets = busy if len(busy) < MOST_BUCKETS else {}
        self._enough = min(MOST_BUCKETS, max(FEW_BUCKETS, 2 * len(self._buckets)))
