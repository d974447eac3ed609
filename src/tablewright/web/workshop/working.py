"""The processes in which spaces are worked on, so that matches on the same server get their answers meanwhile."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any
from weakref import WeakValueDictionary

import orjson

from tablewright.web.thinking import CannotThink, ThoughtPool
from tablewright.web.workshop.bounds import Bounds
from tablewright.web.workshop.space import Space, WorkshopRefusal
from tablewright.web.workshop.spaces import OpenSpace

LOG = logging.getLogger("tablewright.web")
#: So many spaces are known to a process at a time.
MOST_SPACES = 20
PROCESSES = 2

_spaces: OrderedDict[tuple[str, Bounds], Space] = OrderedDict()


class Workbenches:
    """Calls the calls of ``answers`` for spaces; one at a time for each space."""

    def __init__(self, workers: int) -> None:
        # Workers that share a machine have one each.
        self._pool = ThoughtPool(PROCESSES if workers == 1 else 1, know_cards)
        #: By folder, while somebody asks.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def ask(self, space: OpenSpace, call: str, **arguments: Any) -> bytes:
        """Return the answer to a call as JSON; raises a refusal."""
        lock = self._locks.setdefault(space.folder, asyncio.Lock())
        try:
            async with lock:
                answer = await self._pool.do(
                    work, space.folder, space.bounds, call, arguments, limit=space.bounds.seconds
                )
        except CannotThink as error:
            LOG.warning("a request to a workshop was given up: %s: %s", call, error)
            raise WorkshopRefusal(503, "TOO_LONG", "That took too long, and was given up.") from error
        if isinstance(answer, bytes):
            return answer
        status, code, text, more = answer
        raise WorkshopRefusal(status, code, text, **more)

    def close(self) -> None:
        """End the processes."""
        self._pool.close()


def work(
    folder: str, bounds: Bounds, call: str, arguments: Mapping[str, Any]
) -> bytes | tuple[int, str, str, dict[str, Any]]:
    """Do one call in this process; a refusal is an answer too."""
    from tablewright.web.workshop import answers

    try:
        space = _space(folder, bounds)
        return _written(answers.CALLS[call](space, **arguments))
    except WorkshopRefusal as refusal:
        return refusal.status, refusal.code, str(refusal), refusal.more
    except OSError as error:
        LOG.error("a workshop cannot be read or written: %s", error)
        return 503, "BROKEN", f"The folder of the workshop cannot be read or written: {error.strerror}.", {}
    except Exception as error:
        LOG.exception("a request to a workshop failed: %s: %s", call, error)
        return 500, "BROKEN", "Something went wrong here; the server has noted it.", {}


def _written(value: Any) -> bytes:
    try:
        return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)
    except TypeError:  # a bench may hold half a character, which only the slow writer can say
        return json.dumps(value).encode()


def know_cards() -> None:
    """Load what a process needs before somebody waits for it."""
    from tablewright.web.workshop import answers

    answers.prepare()


def _space(folder: str, bounds: Bounds) -> Space:
    key = folder, bounds
    if key not in _spaces:
        _spaces[key] = Space.make(folder, bounds)
        _spaces[key].tidy()
        if len(_spaces) > MOST_SPACES:
            _spaces.popitem(last=False)
    _spaces.move_to_end(key)
    return _spaces[key]
