"""The log: one line on standard error for everything that needs somebody's attention, and nothing while all is well.

A line is made of ``key=value``, which people read and programs split: when, how bad, which process, what.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

#: Libraries that would write down what they carry, tokens and secrets included, if somebody asked for all details; and
#: a line for every broken request, so that strangers could fill the disk.
CARRIERS = ("uvicorn", "websockets", "sqlalchemy", "httpx", "httpcore", "asyncio")


class LogLine(logging.Formatter):
    """Makes one line of a record, whatever it holds."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        parts = {"at": at, "level": record.levelname.lower(), "pid": str(record.process), "text": record.getMessage()}
        if record.exc_info:
            parts["trace"] = self.formatException(record.exc_info)
        return " ".join(f"{key}={_quoted(value)}" for key, value in parts.items())


def _quoted(value: str) -> str:
    """Return a value as it is, or in quotes where it would fall apart."""
    return (
        value
        if value and value.isascii() and value.isprintable() and not set(value) & set(' ="\\')
        else json.dumps(value)
    )


def begin_log() -> None:
    """Write the log of this process to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(LogLine())
    root = logging.getLogger()
    root.addHandler(handler)
    for name in CARRIERS:
        logging.getLogger(name).setLevel(logging.ERROR)
