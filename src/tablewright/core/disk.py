"""Files that a crash, a full disk or a second process cannot spoil: written whole or not at all, and locks."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
import time
from collections.abc import Iterable

#: What a file is called while it is written; whoever finds one that is older than this many seconds may remove it.
PART = ".tablewright-{}.part"
PART_NAME = re.compile(r"\.tablewright-[0-9a-f]{16}\.part")
ABANDONED = 3600.0

_FLAGS = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
#: How file systems say that they cannot do what is asked for here at all.
_UNSUPPORTED = (errno.EPERM, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EMLINK)


def write_whole(path: str, data: bytes | Iterable[bytes], *, new: bool = False, mode: int = 0o600) -> None:
    """Write a file so that after a crash all of it is there, or what was there before; it is on the disk at return.

    A ``new`` one must not exist yet: raises ``FileExistsError``. One that exists keeps its mode. Whatever else goes
    wrong raises ``OSError`` too, and leaves no part behind.
    """
    folder = os.path.dirname(path) or "."
    # Nobody can foresee the name and put something else there, or be writing the same.
    part = os.path.join(folder, PART.format(secrets.token_hex(8)))
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS, mode)
    try:
        with open(handle, "wb") as file:
            file.writelines([data] if isinstance(data, bytes) else data)
            file.flush()
            if not new:
                _keep_mode(path, handle)
            os.fsync(handle)
        if new:
            _name_new(part, path)
        else:
            os.replace(part, path)
    finally:
        with contextlib.suppress(OSError):
            os.unlink(part)
    _sync_folder(folder)


def remove_file(path: str) -> None:
    """Remove a file if it is there, for good also after a crash; raises ``OSError``."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
        _sync_folder(os.path.dirname(path) or ".")


def remove_abandoned(folder: str, age: float = ABANDONED) -> None:
    """Remove what writers that crashed have left in a folder, as far as that is possible.

    Whoever has locked the folder need not wait until it has some age.
    """
    oldest = time.time() - age
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if PART_NAME.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    if entry.is_file(follow_symlinks=False) and entry.stat(follow_symlinks=False).st_mtime <= oldest:
                        os.unlink(entry.path)


def _keep_mode(path: str, handle: int) -> None:
    with contextlib.suppress(OSError):
        before = os.lstat(path).st_mode
        if stat.S_ISREG(before) and hasattr(os, "fchmod"):
            os.fchmod(handle, stat.S_IMODE(before) & 0o777)


def _name_new(part: str, path: str) -> None:
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
        # Without links the name is taken first: a crash may leave it empty, but takes nobody else's.
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS, 0o600))
        try:
            os.replace(part, path)
        except OSError:
            os.unlink(path)
            raise


def _sync_folder(folder: str) -> None:
    """Put the names in a folder on the disk; some systems cannot, and need not."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
    finally:
        os.close(handle)


class Lock:
    """A lock that one holder at a time has, in this process or another; the system frees it when a holder dies.

    It is a file of its own, never the one that is protected: that may be written anew, and a lock on what it was before
    would keep nobody out. Raises ``BlockingIOError`` if somebody holds it, another ``OSError`` if it cannot be made.
    Where there are no locks nobody is kept out: that is no reason not to play.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._handle: int | None = None
        while self._handle is None:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | _FLAGS, 0o600)
            try:
                _lock(handle)
                # Whoever held it has removed the file before letting go: then this lock is one on nothing.
                if _is_named(handle, path):
                    self._handle = handle
            finally:
                if self._handle is None:
                    os.close(handle)

    @property
    def held(self) -> bool:
        """Has it not been released yet?"""
        return self._handle is not None

    def release(self) -> None:
        """Let the next one in; a second time does nothing."""
        if self._handle is None:
            return
        handle, self._handle = self._handle, None
        try:
            with contextlib.suppress(OSError):
                if _is_named(handle, self.path):
                    os.unlink(self.path)
            _unlock(handle)  # a process that was forked off may have the file open too
        finally:
            os.close(handle)

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *exception: object) -> None:
        self.release()


def _is_named(handle: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except FileNotFoundError:
        return False


def _lock(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # no such thing on this platform
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # nor on this file system
        return


def _unlock(handle: int) -> None:
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_UN)
