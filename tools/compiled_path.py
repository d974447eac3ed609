"""Put the compiled rules on the path, unless a source has changed since: then the sources run.

``compile.py`` copies this module into the environment, where it is imported whenever Python starts.
"""

import os
import sys

#: The first source that no longer fits; ``tablewright version`` tells it.
changed = ""


def _find_change(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        for line in lines:
            size, changed_at, path = line.split(" ", 2)
            if changed_at == "0":  # a folder, with the number of its sources
                fits = sum(name.endswith(".py") for name in os.listdir(path)) == int(size)
            else:
                status = os.stat(path)
                fits = status.st_size == int(size) and status.st_mtime_ns == int(changed_at)
            if not fits:
                return path
    except OSError:
        return path
    return ""


_folder = os.path.join(sys.prefix, "compiled")
if os.path.exists(_folder):
    changed = _find_change(os.path.join(_folder, "sources.txt"))
    if not changed:
        # Before the environment, which leads to the sources, but behind PYTHONPATH, which may ask for them.
        sys.path.insert(sys.path.index(os.path.dirname(__file__)), _folder)
