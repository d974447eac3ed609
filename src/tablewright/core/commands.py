"""How a typed line becomes words: ASCII case and ASCII white space only, whatever bytes arrive."""

from __future__ import annotations


def words(line: str | bytes) -> list[str]:
    """Split a line at runs of ASCII white space and put its ASCII letters into upper case.

    Bytes that are not UTF-8 survive as lone surrogates; they match nothing.
    """
    data = line if isinstance(line, bytes) else line.encode("utf-8", "surrogateescape")
    return [word.decode("utf-8", "surrogateescape") for word in data.upper().split()]
