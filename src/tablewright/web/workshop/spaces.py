"""Whose space a key opens: the folder of whoever started the workshop, or one of many on a server for a group.

A key is the name of a space and a secret behind it; of the secret only a hash is on the disk. No other word from
outside ever becomes a part of a path.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import shutil
import time
from dataclasses import dataclass
from typing import Protocol

from tablewright.core.disk import write_whole
from tablewright.core.outside import read_bytes
from tablewright.web.making import ID_LENGTH, ID_LETTERS, hash_of, is_id
from tablewright.web.workshop.bounds import GUEST, OWN, Bounds
from tablewright.web.workshop.space import CARDS, HIDDEN, Space, WorkshopRefusal

SECRET_BYTES = 32
KEY = "key"
#: Spaces on one server. When there are so many, those go that nobody has put a card into for a day.
MOST_SPACES = 2_000
UNUSED = 86_400.0


@dataclass(frozen=True, slots=True)
class OpenSpace:
    """What somebody's key has opened."""

    folder: str
    title: str
    own: bool
    bounds: Bounds


class Spaces(Protocol):
    """Finds spaces by their keys."""

    #: Where locks are that all spaces share.
    folder: str
    #: May anybody make a space?
    open: bool

    def find(self, key: str) -> OpenSpace | None:
        """Return the space that a key opens; ``None`` if it opens none."""

    def make(self) -> str:
        """Make a space and return its key; raises a refusal."""


class OwnSpaces:
    """One space: the folder of whoever has started the workshop. Its key is new with every start."""

    open = False

    def __init__(self, folder: str, key: str) -> None:
        self._space = OpenSpace(folder, os.path.basename(os.path.abspath(folder)), True, OWN)
        self._hash = hash_of(key)
        self.folder = os.path.join(folder, HIDDEN)

    def find(self, key: str) -> OpenSpace | None:
        return self._space if hmac.compare_digest(hash_of(key), self._hash) else None

    def make(self) -> str:
        raise WorkshopRefusal(403, "OWN", "This workshop has one space: that of the folder it was started with.")


class GuestSpaces:
    """A space for everybody who wants one, each in a folder of its own."""

    open = True

    def __init__(self, folder: str) -> None:
        self.folder = folder
        os.makedirs(folder, mode=0o700, exist_ok=True)

    def find(self, key: str) -> OpenSpace | None:
        name, secret = key[:ID_LENGTH], key[ID_LENGTH:]
        if not is_id(name):
            return None
        folder = os.path.join(self.folder, name)
        try:
            known = bytes.fromhex(read_bytes(os.path.join(folder, HIDDEN, KEY), 100).decode())
        except (OSError, ValueError):
            return None
        return OpenSpace(folder, "", False, GUEST) if hmac.compare_digest(hash_of(secret), known) else None

    def make(self) -> str:
        if len(os.listdir(self.folder)) >= MOST_SPACES:
            self._forget_unused()
        if len(os.listdir(self.folder)) >= MOST_SPACES:
            raise WorkshopRefusal(409, "FULL", "This server has as many workshops as it can hold.")
        name = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        secret = secrets.token_urlsafe(SECRET_BYTES)
        folder = os.path.join(self.folder, name)
        Space.make(folder, GUEST)
        write_whole(os.path.join(folder, HIDDEN, KEY), hash_of(secret).hex().encode(), new=True)
        return name + secret

    def _forget_unused(self) -> None:
        oldest = time.time() - UNUSED
        for name in os.listdir(self.folder):
            folder = os.path.join(self.folder, name)
            with contextlib.suppress(OSError):
                unused = not os.listdir(os.path.join(folder, HIDDEN, CARDS)) and os.listdir(folder) == [HIDDEN]
                if is_id(name) and unused and os.stat(folder).st_mtime < oldest:
                    shutil.rmtree(folder)
