"""Message catalogues: text files with a magic first line and a ``KEY:text`` in every other."""

from __future__ import annotations

PREFIXES = {"I": "[INFO] ", "E": "[ERROR] "}


class BadFile(Exception):
    """A file cannot be read or does not start with its magic line; ``path`` is as it was given."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


def read_magic(path: str, magic: str) -> list[str]:
    """Return the lines of a text file behind its magic first line, or raise ``BadFile``.

    Undecodable bytes are kept as surrogates, so that printing gives back the bytes of the file.
    """
    try:
        with open(path, "rb") as file:
            data = file.read()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise BadFile(path) from error
    if not data.startswith(magic.encode() + b"\n"):
        raise BadFile(path)
    return data.decode("utf-8", "surrogateescape").split("\n")[1:]


class Messages:
    """The texts of one catalogue, printed with the prefix that the first letter of the key asks for."""

    __slots__ = ("texts",)

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts

    @classmethod
    def read(cls, path: str, magic: str = "MESSAGE") -> Messages:
        """Read a catalogue; lines without a colon are skipped, a text may contain colons."""
        texts = {}
        for line in read_magic(path, magic):
            key, colon, text = line.partition(":")
            if colon:
                texts[key] = text
        return cls(texts)

    def line(self, key: str) -> str:
        """Return the printed line of a key with prefix and newline; a key without text shows itself."""
        return PREFIXES.get(key[:1], "") + self.texts.get(key, f"<{key}>") + "\n"
