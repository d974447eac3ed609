"""The load itself: ``python -m load.generate PLAN`` puts a server under it and prints what came of it, both as JSON."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import sys
import time
from dataclasses import dataclass
from typing import Any

from load.players import OurPair, Pair, TheirPair
from load.wire import Wire

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGESIZE")
#: So many sockets are opened at once.
DOORS = 20
#: Nothing takes longer, in seconds.
PATIENCE = 120.0
#: So many pings are timed.
PINGS = 1_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What a server is put under."""

    #: ``full`` (everybody acts at once), ``calm`` (everybody takes their time), or ``idle`` (nobody acts).
    pattern: str
    #: ``tablewright`` or ``boardgame.io``.
    kind: str
    #: HOST:PORT of every worker, and the ids of all processes.
    hosts: list[str]
    pids: list[int]
    game: str = "tictactoe"
    matches: int = 100
    #: Actions in a match; seconds between two of them.
    actions: int = 100
    pause: float = 0.0
    #: How long a calm load lasts.
    seconds: float = 0.0


def cpu(pids: list[int]) -> float:
    """Return the CPU seconds that processes have used."""
    total = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def memory(pids: list[int]) -> int:
    """Return the bytes of memory that processes hold."""
    total = 0
    for pid in pids:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            total += int(file.read().split()[1])
    return total * PAGE


def percentile(values: list[float], share: int) -> float:
    """Return the value that so many per cent do not exceed."""
    ranked = sorted(values)
    return ranked[max(0, -(-share * len(ranked) // 100) - 1)]


async def until(what: str, condition: Any) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"after {PATIENCE:.0f} s {what}")
        await asyncio.sleep(0.005)


async def sit_down(pairs: list[Pair]) -> None:
    """Let everybody come, some at a time."""
    doors = asyncio.Semaphore(DOORS)

    async def come(pair: Pair) -> None:
        async with doors:
            await pair.sit_down()

    await asyncio.gather(*map(come, pairs))
    await until("not everybody sat down", lambda: all(pair.ready for pair in pairs))


def make_pairs(plan: Plan) -> list[Pair]:
    """Return those who will play, spread over the workers."""
    hosts = [plan.hosts[number % len(plan.hosts)] for number in range(plan.matches)]
    if plan.kind == "boardgame.io":
        return [TheirPair(host, number, plan.actions) for number, host in enumerate(hosts)]
    tables = {host: OurPair.make_tables(host, plan.game, hosts.count(host)) for host in plan.hosts}
    return [OurPair(host, number, plan.actions, tables[host].pop(), plan.pause) for number, host in enumerate(hosts)]


async def play(plan: Plan) -> dict[str, float]:
    """Let everybody play, at once or with pauses."""
    pairs = make_pairs(plan)
    await sit_down(pairs)
    began, used, own = time.perf_counter(), cpu(plan.pids), time.process_time()
    for pair in pairs:
        pair.go()
    if plan.seconds:
        await asyncio.sleep(plan.seconds)
        for pair in pairs:
            pair.stop()
    await until("not all actions had come to both", lambda: all(pair.done or wire_lost(pair) for pair in pairs))
    seconds, used, own = time.perf_counter() - began, cpu(plan.pids) - used, time.process_time() - own
    times = [took for pair in pairs for took in pair.times]
    lost = sum(wire_lost(pair) for pair in pairs)
    for pair in pairs:
        pair.close()
    return {
        "actions": len(times),
        "rate": len(times) / seconds,
        "p50": 1e3 * percentile(times, 50),
        "p95": 1e3 * percentile(times, 95),
        "cpu": 1e6 * used / len(times),
        "busy": used / seconds,
        "load": own / seconds,
        "refused": sum(pair.refused for pair in pairs),
        "lost": lost,
    }


def wire_lost(pair: Pair) -> bool:
    """Say whether a socket was closed by the server."""
    return any(wire.closed for wire in pair.wires)


async def idle(plan: Plan) -> dict[str, float]:
    """Let everybody sit there, and see what that costs and how fast a ping is answered then."""
    # The first tables load what all share: code, cards, caches.
    first = make_pairs(Plan(plan.pattern, plan.kind, plan.hosts, plan.pids, plan.game, 20))
    await sit_down(first)
    pairs = make_pairs(plan)
    await asyncio.sleep(1)
    before = memory(plan.pids)
    await sit_down(pairs)
    await asyncio.sleep(1)
    sockets = 2 * len(pairs)
    each = (memory(plan.pids) - before) / sockets
    used = cpu(plan.pids)
    await asyncio.sleep(5)
    used = cpu(plan.pids) - used
    wires = [wire for pair in pairs for wire in pair.wires]
    times = await ping(random.Random(1).choices(wires, k=PINGS))
    for pair in (*first, *pairs):
        pair.close()
    return {
        "sockets": sockets,
        "memory": each / 1024,
        "p50": 1e3 * percentile(times, 50),
        "p99": 1e3 * percentile(times, 99),
        "busy": used / 5,
        "lost": sum(map(wire_lost, pairs)),
    }


async def ping(wires: list[Wire]) -> list[float]:
    """Ping one socket after the other and return what each took."""
    times = []
    for wire in wires:
        answered = asyncio.get_running_loop().create_future()
        wire.heard = lambda _, text, answered=answered: answered.set_result(text)
        began = time.perf_counter()
        wire.send("p")
        async with asyncio.timeout(10):
            await answered
        times.append(time.perf_counter() - began)
    return times


def main() -> None:
    """Do what the plan says."""
    plan = Plan(**json.loads(sys.argv[1]))
    gc.freeze()
    print(json.dumps(asyncio.run(idle(plan) if plan.pattern == "idle" else play(plan))))


if __name__ == "__main__":
    main()
