"""Put the compiled rules on the path, unless a source has changed since: then the sources run.

``compile.py`` copies this module into the environment, where it is imported whenever Python starts.
"""

import os
import sys

#: The first source that no longer fits; ``tablewright version`` tells it.
changed = ""


def _find_change(stamp: str) -> str:
    with open(stamp, encoding="utf-8") as file:
        for line in file:
            size, changed_at, path = line.rstrip("\n").split(" ", 2)
            try:
                if changed_at == "0":
                    fits = sum(name.endswith(".py") for name in os.listdir(path)) == int(size)
                else:
                    status = os.stat(path)
                    fits = status.st_size == int(size) and status.st_mtime_ns == int(changed_at)
            except OSError:
                fits = False
            if not fits:
                return path
    return ""


_folder = os.path.join(sys.prefix, "compiled")
if os.path.exists(_folder):
    changed = _find_change(os.path.join(_folder, "sources.txt"))
    if not changed:
        # Before the environment, which leads to the sources, but behind PYTHONPATH, which may ask for them.
        sys.path.insert(sys.path.index(os.path.dirname(__file__)), _folder)
