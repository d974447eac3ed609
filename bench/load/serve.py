"""Our server as it is under load: as ``tablewright serve``, but whoever plays may send as fast as they can.

``python -m load.serve STORE WORKERS [PROFILE]``: with a file for it, the loop of a single worker is profiled until the
server ends.
"""

from __future__ import annotations

import cProfile
import sys

from load.tictactoe import TicTacToeGame
from tablewright.core.registry import register
from tablewright.web.app import ServerOptions
from tablewright.web.limits import Rate
from tablewright.web.running import listen, serve
from tablewright.web.store.sql import SqlStore
from tablewright.web.workers import WorkerPlan, Workers

HOST = "127.0.0.1"


def main() -> None:
    """Serve until somebody ends the process."""
    store, workers = sys.argv[1], int(sys.argv[2])
    listener = listen(HOST, 0)
    options = ServerOptions(workers=workers, frames=Rate(1_000_000, 1, 1_000_000))

    def announce() -> None:
        print(f"http://{HOST}:{listener.getsockname()[1]}", flush=True)

    if workers > 1:  # which know only the games that are installed
        Workers([WorkerPlan(store, options, HOST, 0) for _ in range(workers)], listener).run(announce)
        return
    register(TicTacToeGame())
    profile = cProfile.Profile() if len(sys.argv) > 3 else None
    if profile is not None:
        profile.enable()
    serve(SqlStore(store), options, listener, announce)
    if profile is not None:
        profile.disable()
        profile.dump_stats(sys.argv[3])


if __name__ == "__main__":
    main()
