"""Whether the terminal is dark or light: asked from the terminal itself."""

from __future__ import annotations

import os
import re
import sys
import time

ANSWER = re.compile(rb"\x1b\]11;rgb:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)")
#: How long a terminal may take to answer, in seconds. Over a slow line it is better to guess than to wait.
PATIENCE = 0.3


def is_light() -> bool:
    """Say whether the terminal has a light background; a terminal that does not say so counts as dark."""
    hint = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    if hint.isdigit():
        return int(hint) in (7, 15)
    return is_light_answer(_ask())


def is_light_answer(answer: bytes) -> bool:
    """Read a terminal's answer about its background."""
    match = ANSWER.search(answer)
    if match is None:
        return False
    red, green, blue = (int(part, 16) / float(16 ** len(part) - 1) for part in match.groups())
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5


def _ask() -> bytes:
    """Ask for the background, then for the device: every terminal answers that, so nobody waits for the first."""
    try:
        import select
        import termios
        import tty
    except ImportError:  # not a POSIX system
        return b""
    descriptor = sys.stdin.fileno()
    try:
        before = termios.tcgetattr(descriptor)
    except termios.error:
        return b""
    answer = b""
    try:
        tty.setcbreak(descriptor)
        os.write(sys.stdout.fileno(), b"\x1b]11;?\x1b\\\x1b[c")
        end = time.monotonic() + PATIENCE
        while not re.search(rb"\x1b\[\?[0-9;]*c", answer):
            left = end - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                break
            answer += os.read(descriptor, 1024)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
    return answer
