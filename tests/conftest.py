"""What all tests share."""

from __future__ import annotations

import signal

# A shell that starts the tests in the background lets them ignore Ctrl-C, and every process they start would too.
signal.signal(signal.SIGINT, signal.default_int_handler)
