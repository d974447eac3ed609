"""``tablewright serve``: let people play in their browsers."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import socket
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from tablewright.cli.play import EXIT_FILE, EXIT_HERE, EXIT_USAGE, fail
from tablewright.tui.places import HOME

HOST, PORT = "127.0.0.1", 8000
#: The folder of the store, for whoever wants it elsewhere than where the platform does.
DATA = "TABLEWRIGHT_DATA"
STORE = "matches.db"
#: Where in that folder the spaces of authors are.
SPACES = "workshops"
MOST_WORKERS = 100
#: What can be listened on, but leads nowhere.
EVERYWHERE = ("0.0.0.0", "::")
#: The libraries of the extra.
NEEDED = ("fastapi", "uvicorn", "websockets", "sqlalchemy", "alembic", "platformdirs", "httpx", "orjson")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add where to listen, where to keep matches, and what is allowed."""
    parser.add_argument("--host", default=HOST, help=f"address to listen on (default: {HOST}, this machine only)")
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"port (default: {PORT}; 0: any)")
    parser.add_argument("--store", metavar="URL", help="where matches are kept: sqlite:///FILE or postgresql://...")
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="another address under which people reach it, as behind a proxy: https://games.example",
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that serve (default: 1)")
    parser.add_argument(
        "--peer",
        metavar="HOST[:PORT]",
        help="address at which workers on other machines reach those here; only they may reach it (default with "
        f"several workers: {HOST})",
    )
    parser.add_argument("--no-hints", action="store_true", help="no advice from the strong bot, at no table")
    parser.add_argument(
        "--workshop", action="store_true", help="let everybody make cards of their own, each in a space of their own"
    )
    parser.add_argument("--no-watchers", action="store_true", help="nobody watches who does not play")


def run(arguments: argparse.Namespace) -> int:
    """Serve until somebody stops it."""
    if any(find_spec(library) is None for library in NEEDED):
        return fail('The server needs its extra: pip install "tablewright[web]"', EXIT_HERE)
    wrong = next((origin for origin in arguments.origin if not is_origin(origin)), None)
    if wrong is not None:
        return fail(f'"{wrong}" is no address like https://games.example', EXIT_USAGE)
    if not 0 <= arguments.port <= 65535:
        return fail("a port is a number from 0 to 65535", EXIT_USAGE)
    if not 1 <= arguments.workers <= MOST_WORKERS:
        return fail(f"there are 1 to {MOST_WORKERS} workers", EXIT_USAGE)
    try:
        peer_address = peer_of(arguments.peer or HOST)
    except ValueError:
        return fail(f'"{arguments.peer}" is no address at which others reach this machine, like 10.0.0.5', EXIT_USAGE)
    from tablewright.web.app import ServerOptions
    from tablewright.web.guard import is_loopback
    from tablewright.web.running import listen, serve
    from tablewright.web.store import BadStore
    from tablewright.web.store.sql import SqlStore
    from tablewright.web.workers import WorkerPlan, Workers
    from tablewright.web.workshop.spaces import GuestSpaces

    with contextlib.ExitStack() as stack:
        peer = None
        try:
            host, port = arguments.host, arguments.port
            listener = stack.enter_context(listen(host, port))
            if arguments.peer is not None and arguments.workers == 1:  # several open theirs themselves
                host, port = peer_address
                peer = stack.enter_context(listen(host, port))
        except OSError as error:
            return fail(f"it cannot listen on {host}, port {port}: {error.strerror or error}", EXIT_HERE)
        url = arguments.store or default_store()
        try:
            store = SqlStore(url)
        except BadStore as error:
            return fail(str(error), EXIT_FILE)
        local = is_loopback(arguments.host)

        def announce() -> None:
            print(f"Tablewright is at {address_of(listener, arguments.host)} (Ctrl-C stops it)", flush=True)
            if not local:
                print(beyond(bool(arguments.origin)), flush=True)

        try:
            spaces = GuestSpaces(os.path.join(data_folder(), SPACES)) if arguments.workshop else None
        except OSError as error:
            return fail(f"the workshop has no folder: {error.filename}: {error.strerror}", EXIT_FILE)
        options = ServerOptions(
            local,
            tuple(arguments.origin),
            not arguments.no_hints,
            not arguments.no_watchers,
            arguments.workers,
            spaces=spaces,
        )
        if arguments.workers > 1:
            asyncio.run(store.close())  # it is in order, and up to date; each worker opens it for itself
            host, port = peer_address
            plans = [WorkerPlan(url, options, host, port and port + number) for number in range(arguments.workers)]
            return Workers(plans, listener).run(announce)
        serve(store, options, listener, announce, peer)
    return 0


def peer_of(text: str) -> tuple[str, int]:
    """Return the host and the port of an address for other workers, 0 for any; raises ``ValueError`` if it is none."""
    parts = urlsplit(f"//{text}")
    if parts.netloc != text or not parts.hostname or parts.hostname in EVERYWHERE or parts.username is not None:
        raise ValueError
    return parts.hostname, parts.port or 0


def is_origin(text: str) -> bool:
    """Say whether a text is the address of a server: a scheme, a host, and nothing behind it."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path in ("", "/") and not parts.query


def data_folder() -> str:
    """Return the folder for data: where somebody has said, or where the platform wants it."""
    folder = os.environ.get(DATA) or os.environ.get(HOME)
    if not folder:
        from platformdirs import user_data_dir

        folder = user_data_dir("tablewright", appauthor=False)
    return str(Path(folder).absolute())


def default_store() -> str:
    """Return the address of the store where nobody has said another: a file in the folder for data."""
    return f"sqlite:///{Path(data_folder()) / STORE}"


def address_of(listener: socket.socket, host: str) -> str:
    """Return the address that people on this machine, or in its network, type."""
    port = listener.getsockname()[1]
    if host in (*EVERYWHERE, ""):
        host = socket.gethostname()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def beyond(proxied: bool) -> str:
    """Say what it means to listen beyond this machine."""
    said = "It listens beyond this machine: whoever reaches that address can make tables, play and watch"
    if proxied:
        return f"{said}."
    return f"{said}, and on the way everything can be read, for there is no TLS; docs/web.md says how to add it."
