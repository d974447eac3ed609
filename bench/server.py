"""The server under load: own processes for server and load, on loopback, as many people would use it.

Rates are per second of wall time and latencies are what people would wait, so other programs on the machine show; CPU
per action is the time of all processes of the server (not of PostgreSQL) divided by the actions. The limit for the
messages of a player is off.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import measure

HERE = Path(__file__).resolve().parent
#: Where npm puts what it loads; not part of the repository.
PEER = HERE / "results" / "boardgameio"
#: So many matches of two at full speed, and at the speed of people who think.
MATCHES, CALM_MATCHES = 100, 1_000
#: Seconds between two actions of a match then, and how long that goes on.
PAUSE, CALM_SECONDS = 10.0, 20.0
#: Actions of a match at full speed: so that nearly no random match ends before.
ACTIONS = {"tictactoe": 60, "ooperations": 30, "marches": 30}
#: How games are called in a table.
TITLES = {"tictactoe": "tic-tac-toe", "ooperations": "OOPerations", "marches": "The Marches"}
#: Those with hidden cards.
CARD_GAMES = ("ooperations", "marches")
THEIRS = "boardgame.io, in memory, tic-tac-toe"
#: What is told of people who do nothing: the figure, its unit, and its digits.
IDLE = (
    ("memory of each, with half a match", "memory", "KiB", 1),
    ("ping, 99 % within", "p99", "ms", 2),
    ("cores busy with them", "busy", "", 3),
)
#: Nothing takes longer, in seconds.
PATIENCE = 300

Figures = dict[str, float]
Case = Callable[[], Figures]


def lines() -> list[measure.Line]:
    """Measure everything, print it as a table, and return it."""
    if not Path("/proc/self/stat").exists():
        print("  not measured: what a process uses is read from /proc, which is not here")
        return []
    quick = measure.effort is measure.QUICK
    many = CALM_MATCHES // 5 if quick else CALM_MATCHES
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stores = {"SQLite": "sqlite"}
        if postgresql := stack.enter_context(a_postgresql()):
            stores["PostgreSQL"] = postgresql
        cases: dict[str, Case] = {}
        if shutil.which("node") is not None and install_peer():
            cases[THEIRS] = theirs
        for name, store in stores.items():
            for workers in (1, 2):
                games = list(ACTIONS) if workers == 1 and name == "SQLite" else CARD_GAMES
                for game in games:
                    plan = {"pattern": "full", "game": game, "matches": MATCHES, "actions": ACTIONS[game]}
                    cases[label(name, workers, game)] = partial(ours, folder, store, workers, plan)
        rounds = [{what: case() for what, case in cases.items()} for _ in range(1 if quick else 3)]
        found = full_lines({what: [figures[what] for figures in rounds] for what in cases})
        idle = {"pattern": "idle", "matches": many}
        found += idle_lines({game: ours(folder, "sqlite", 1, {**idle, "game": game}) for game in CARD_GAMES})
        name, store = list(stores.items())[-1]
        calm = {"pattern": "calm", "matches": many, "pause": PAUSE, "seconds": CALM_SECONDS, "actions": 10**6}
        figures = ours(folder, store, 2, {**calm, "game": CARD_GAMES[0]})
        found += full_lines(
            {f"{label(name, 2, CARD_GAMES[0])}, {many:,} matches, one action in {PAUSE:.0f} s": [figures]}
        )
    return found


def label(store: str, workers: int, game: str) -> str:
    """Return how a case is called."""
    return f"{store}, {workers} worker{'s' if workers > 1 else ''}, {TITLES[game]}"


def full_lines(cases: dict[str, list[Figures]]) -> list[measure.Line]:
    """Print a table of people who play, with the medians of the rounds, and return what is in it.

    Ratios are those within a round.
    """
    found: list[measure.Line] = []
    print("\n| | actions/s | to boardgame.io | to both viewers, 50 % / 95 % | CPU per action |\n|---|---|---|---|---|")
    for what, rounds in cases.items():
        rate, p50, p95, cpu = (median(figures[key] for figures in rounds) for key in ("rate", "p50", "p95", "cpu"))
        ratio = ""
        if THEIRS in cases:
            times = median(ours["rate"] / peer["rate"] for ours, peer in zip(rounds, cases[THEIRS], strict=True))
            ratio = f"{times:.2f}x"
            found.append((f"{what}: actions / boardgame.io's", times, "x"))
        print(f"| {what} | {rate:,.0f} | {ratio} | {p50:.0f} / {p95:.0f} ms | {cpu:.0f} us |", flush=True)
        found += [
            (f"{what}: actions", rate, "/s"),
            (f"{what}: to both viewers, 50 % within", p50, "ms"),
            (f"{what}: to both viewers, 95 % within", p95, "ms"),
            (f"{what}: CPU per action", cpu, "us"),
        ]
        if trouble := sum(figures["refused"] + figures["lost"] for figures in rounds):
            found.append((f"{what}: actions refused and sockets lost", trouble, ""))
    return found


def idle_lines(games: dict[str, Figures]) -> list[measure.Line]:
    """Print a table of people who do nothing, and return what is in it."""
    found: list[measure.Line] = []
    sockets = max(figures["sockets"] for figures in games.values())
    print(f"\n| {sockets:,.0f} idle sockets, two for each match | {' | '.join(TITLES[game] for game in games)} |")
    print("|---" * (1 + len(games)) + "|")
    for what, key, unit, digits in IDLE:
        told = [f"{figures[key]:.{digits}f} {unit}".rstrip() for figures in games.values()]
        print(f"| {what} | {' | '.join(told)} |", flush=True)
        found += [(f"{label('SQLite', 1, game)}: {what}", figures[key], unit) for game, figures in games.items()]
    return found


def ours(folder: Path, store: str, workers: int, plan: dict[str, Any]) -> Figures:
    """Put our server under load."""
    with store_url(folder, store) as url, serving(["-m", "load.serve", url, str(workers)]) as server:
        return load(server, kind="tablewright", **plan)


def theirs() -> Figures:
    """Put the server of boardgame.io under the same load."""
    with serving([str(HERE / "boardgameio" / "server.cjs"), str(PEER)], "node") as server:
        return load(server, pattern="full", kind="boardgame.io", matches=MATCHES, actions=ACTIONS["tictactoe"])


def load(server: tuple[str, list[int]], **plan: Any) -> Figures:
    """Put a server under load, from another process."""
    plan |= {"hosts": [server[0]], "pids": server[1]}
    command = [sys.executable, "-m", "load.generate", json.dumps(plan)]
    done = subprocess.run(command, cwd=HERE, check=True, timeout=PATIENCE, stdout=subprocess.PIPE)
    figures: Figures = json.loads(done.stdout)
    return figures


@contextmanager
def serving(command: list[str], program: str = sys.executable) -> Iterator[tuple[str, list[int]]]:
    """Run a server that says its address first; gives its host and port and the ids of its processes."""
    environment = {**os.environ, "NODE_ENV": "production"}
    process = subprocess.Popen([program, *command], cwd=HERE, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        said = re.match(r"http://(\S+)", process.stdout.readline())
        if not said:
            raise RuntimeError(f"the server did not start: {' '.join(command)}")
        yield said[1], [process.pid, *children(process.pid)]
    finally:
        process.terminate()
        process.wait(30)


def children(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that they have."""
    try:
        own = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [one for child in map(int, own) for one in (child, *children(child))]


@contextmanager
def store_url(folder: Path, store: str) -> Iterator[str]:
    """Give the address of a new store."""
    if store == "sqlite":
        with tempfile.TemporaryDirectory(dir=folder) as own:
            yield f"sqlite:///{own}/matches.db"
    else:
        from tests.support.postgresql import new_database

        with new_database(store) as url:
            yield url


@contextmanager
def a_postgresql() -> Iterator[str]:
    """Run a PostgreSQL of the tests, or use the one that is announced; gives "" where there is none."""
    sys.path.append(str(HERE.parent))
    try:
        from tests.support.postgresql import ANNOUNCED, running
    except ImportError as error:
        print(f"  PostgreSQL: not measured ({error})")
        yield ""
        return
    if ANNOUNCED in os.environ:
        yield os.environ[ANNOUNCED]
    else:
        with running() as server:
            yield server.url


def install_peer() -> bool:
    """Load boardgame.io, once; says whether it is here."""
    if not (PEER / "node_modules" / "boardgame.io").exists():
        PEER.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "boardgameio" / "package.json", PEER)
        try:
            command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"]
            subprocess.run(command, cwd=PEER, check=True, timeout=PATIENCE, capture_output=True)
        except (OSError, subprocess.SubprocessError) as error:
            print(f"  boardgame.io: not measured ({error})")
            return False
    return True


if __name__ == "__main__":
    measure.effort = measure.QUICK
    for name, value, unit in lines():
        print(f"{name:75} {value:10,.1f} {unit}", flush=True)
