"""``tablewright workshop [FOLDER]``: make cards of your own in the browser."""

from __future__ import annotations

import argparse
import os
import secrets
import threading
import webbrowser
from contextlib import ExitStack
from importlib.util import find_spec

from tablewright.cli.play import EXIT_FILE, EXIT_HERE, EXIT_USAGE, fail
from tablewright.cli.serve import HOST, NEEDED, data_folder
from tablewright.core.disk import Lock

#: The folder where nobody names one, in the folder for data.
FOLDER = "my-cards"
KEY_BYTES = 32
#: The same at every start: what a browser still has to send when the workshop is stopped, it keeps by address.
PORT = 8100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the folder, the port, and whether a browser is opened."""
    parser.add_argument("folder", nargs="?", metavar="FOLDER", help="the folder of your cards and decks, new or not")
    parser.add_argument("--port", type=int, metavar="N", help=f"port (default: {PORT} if it is free, else any)")
    parser.add_argument("--no-browser", action="store_true", help="only say where the page is")


def run(arguments: argparse.Namespace) -> int:
    """Serve the workshop of a folder until somebody stops it."""
    if any(find_spec(library) is None for library in NEEDED):
        return fail('The workshop needs its extra: pip install "tablewright[web]"', EXIT_HERE)
    if arguments.port is not None and not 0 <= arguments.port <= 65535:
        return fail("a port is a number from 0 to 65535", EXIT_USAGE)
    from tablewright.web.app import ServerOptions
    from tablewright.web.running import listen, serve
    from tablewright.web.store import BadStore
    from tablewright.web.store.sql import SqlStore
    from tablewright.web.workshop.bounds import OWN
    from tablewright.web.workshop.space import Space
    from tablewright.web.workshop.spaces import OwnSpaces

    folder = os.path.abspath(arguments.folder or os.path.join(data_folder(), FOLDER))
    with ExitStack() as stack:
        try:
            space = Space.make(folder, OWN)
            stack.enter_context(Lock(os.path.join(space.hidden, "open")))
        except BlockingIOError:
            return fail(f"the workshop of {folder} is open already, in another window", EXIT_HERE)
        except OSError as error:
            return fail(f"{folder} cannot be the folder of a workshop: {error.strerror}", EXIT_FILE)
        ports = [PORT, 0] if arguments.port is None else [arguments.port]
        for port in ports:
            try:
                listener = stack.enter_context(listen(HOST, port))
                break
            except OSError as error:
                if port == ports[-1]:
                    return fail(f"it cannot listen on {HOST}, port {port}: {error.strerror or error}", EXIT_HERE)
        try:
            store = SqlStore(f"sqlite:///{os.path.join(space.hidden, 'matches.db')}")
        except BadStore as error:
            return fail(str(error), EXIT_FILE)
        key = secrets.token_urlsafe(KEY_BYTES)
        page = f"http://{HOST}:{listener.getsockname()[1]}/workshop#key={key}"

        def announce() -> None:
            print(f"The workshop of {folder} is at {page} (Ctrl-C stops it)", flush=True)
            if not arguments.no_browser:  # which may take a while, or wait for a browser in the terminal
                threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()

        serve(store, ServerOptions(spaces=OwnSpaces(folder, key)), listener, announce)
    return 0
