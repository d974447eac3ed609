"""Keeps a program that plays (``pipe.py``): run as a script, with a descriptor and the command.

It ends with the program, and the program ends with whoever holds the other end of the descriptor, also where that one
was killed and could not tidy up. Nothing is imported that need not be: a match waits for it to start.
"""

import _thread
import os
import signal
import sys


def keep(lifeline: int, command: list[str]) -> int:
    """Run a command in a process group of its own and return its status; kill the group when the lifeline is cut."""
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        os.close(lifeline)
        for ignored in (signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ):  # by Python or by a worker, not by the program
            signal.signal(ignored, signal.SIG_DFL)
        try:
            os.execvp(command[0], command)
        except OSError as error:
            os.write(2, f"it cannot be run: {error.strerror}\n".encode())
            os._exit(127)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # the program alone has the others: when it closes them, they are closed
        os.dup2(nothing, stream)
    _thread.start_new_thread(_watch, (lifeline, pid))
    status = os.waitpid(pid, 0)[1]
    _kill(pid)  # what the program has started and left behind
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)


def _watch(lifeline: int, pid: int) -> None:
    os.read(lifeline, 1)  # nothing is ever written: it returns when the other end is closed
    _kill(pid)


def _kill(group: int) -> None:
    try:  # noqa: SIM105 - contextlib takes longer to import than everything else here
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # nobody is left
        pass


if __name__ == "__main__":
    sys.exit(keep(int(sys.argv[1]), sys.argv[2:]))
