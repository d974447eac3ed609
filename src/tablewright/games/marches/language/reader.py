"""A JSON reader for files that people write: every value knows its place, and every mistake is reported.

Cards in the wild end lists with a comma, so that is accepted (unless the file must be strict). What is not JSON but
can be understood (a missing comma, a key given twice, ``NaN``) is reported and read on, so that an author sees all
mistakes at once. Size, depth and numbers are bounded: a file cannot exhaust the program that reads it.
"""

from __future__ import annotations

from errno import EFBIG

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.outside import MOST_BYTES, read_bytes
from tablewright.core.problems import Problem, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Final

MOST_DEPTH: Final = 32
#: Values in one file; the largest card of the game has some sixty.
MOST_VALUES: Final = 20_000
#: Characters of one text or key.
LONGEST_TEXT: Final = 10_000
MOST_INTEGER: Final = 2**53 - 1
#: After so many mistakes a file is not worth reading on.
MOST_PROBLEMS: Final = 100
#: So many mistakes of a file that can be read are listed, and for so many unknown words the nearest known one is looked
#: for, which takes time.
MOST_REPORTED: Final = 1_000
MOST_SUGGESTIONS: Final = 20

BLANKS: Final = " \t\r"
MARKS: Final = "{}[],:"
ESCAPES: Final = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
LITERALS: Final = {"true": True, "false": False, "null": None}
END: Final = ""
NO_KEYS: Final[Mapping[str, tuple[int, int]]] = {}


class Node:
    """A JSON value and where it stands; lines and columns count from 1.

    ``value`` is a ``dict`` of nodes, a ``list`` of nodes, a text, an ``int``, a ``float``, a ``bool`` or ``None``.
    Of an object, ``keys`` tells where each key stands.
    """

    __slots__ = ("column", "keys", "line", "value")

    def __init__(self, value: object, line: int, column: int, keys: dict[str, tuple[int, int]] | None = None) -> None:
        self.value = value
        self.line = line
        self.column = column
        self.keys: Mapping[str, tuple[int, int]] = NO_KEYS if keys is None else keys

    def plain(self) -> object:
        """Return the value without places."""
        value = self.value
        if isinstance(value, dict):
            return {key: node.plain() for key, node in value.items()}
        if isinstance(value, list):
            return [node.plain() for node in value]
        return value

    def get(self, key: str) -> Node | None:
        """Return a member of an object; ``None`` if there is none or this is no object."""
        return self.value.get(key) if isinstance(self.value, dict) else None

    def members(self) -> dict[str, Node]:
        """Return the members of an object; none if this is something else."""
        return self.value if isinstance(self.value, dict) else {}

    def items(self) -> list[Node]:
        """Return the items of a list; none if this is something else."""
        return self.value if isinstance(self.value, list) else []

    @property
    def kind(self) -> str:
        """What this is, in the words of an error message."""
        value = self.value
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, str):
            return f'the text "{shown(value)}"'
        if isinstance(value, (int, float)):
            return f"the number {value}"
        return "a list" if isinstance(value, list) else "an object"

    def __repr__(self) -> str:
        return f"<{self.kind} at {self.line}:{self.column}>"


class Document:
    """A file that has been read: its root (``None`` if it is hopeless), how many values it has, and its problems."""

    __slots__ = ("path", "problems", "root", "suggested", "values")

    def __init__(self, path: str) -> None:
        self.path = path
        self.suggested = 0
        self.root: Node | None = None
        self.values = 0
        self.problems: list[Problem] = []

    def report(self, code: str, message: str, at: Node | tuple[int, int] | None = None, warning: bool = False) -> None:
        """Add a problem at a node, at a (line, column) such as that of a key, or of the file as a whole."""
        if len(self.problems) == MOST_REPORTED:
            code, message, at, warning = "too-many-problems", f"more than {MOST_REPORTED:,} are not listed", None, False
        elif len(self.problems) > MOST_REPORTED:
            return
        line, column = (0, 0) if at is None else (at.line, at.column) if isinstance(at, Node) else at
        if not message.isprintable():  # words of the file must not break the line of the report
            message = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in message)
        self.problems.append(Problem(self.path, line, column, code, message, warning))

    def near(self, word: str, known: Iterable[str]) -> str:
        """Return which known word may have been meant, as ``did_you_mean`` does, as long as that is quick."""
        self.suggested += 1
        return did_you_mean(word, known) if self.suggested <= MOST_SUGGESTIONS else ""

    @property
    def errors(self) -> int:
        """How many of the problems are not mere warnings."""
        return sum(not problem.warning for problem in self.problems)


class _Hopeless(Exception):
    """The text cannot be read on; the problem has been reported."""


def _count_value(document: Document, depth: int, place: tuple[int, int] | None) -> None:
    """Count a value, and give up a document that has too many or nests too deep."""
    document.values += 1
    if document.values > MOST_VALUES:
        document.report("too-many-values", f"there are more than {MOST_VALUES:,} values", place)
        raise _Hopeless
    if depth > MOST_DEPTH:
        document.report("too-deep", f"values are nested more than {MOST_DEPTH} deep", place)
        raise _Hopeless


class _Parser:
    """Turns text into nodes. Tokens never span lines, because JSON texts contain no raw line ends."""

    def __init__(self, document: Document, text: str, strict: bool) -> None:
        self.document = document
        self.strict = strict
        self.lines = text.split("\n")
        self.row = 0
        self.at = 0  # index in the line behind the current token
        self.token = END  # a mark, '"' for a text, "w" for a bare word, END
        self.text = ""  # content of a text or word
        self.line = 1
        self.column = 1
        self.next()

    def report(self, code: str, message: str, place: tuple[int, int] | None = None) -> None:
        document = self.document
        document.report(code, message, place or (self.line, self.column))
        if len(document.problems) >= MOST_PROBLEMS:
            document.report("too-many-problems", f"reading stopped after {MOST_PROBLEMS} mistakes")
            raise _Hopeless

    def next(self) -> None:
        """Go to the next token."""
        line = self.lines[self.row]
        at = self.at
        while True:
            length = len(line)
            while at < length and line[at] in BLANKS:
                at += 1
            if at < length:
                break
            if self.row + 1 == len(self.lines):
                self.token, self.text, self.line, self.column, self.at = END, "", self.row + 1, length + 1, length
                return
            self.row += 1
            line = self.lines[self.row]
            at = len(line) - len(line.lstrip(BLANKS))
        self.line = self.row + 1
        self.column = at + 1
        mark = line[at]
        if mark in MARKS:
            self.token = mark
            self.at = at + 1
        elif mark == '"':
            self.token = '"'
            end = line.find('"', at + 1)
            if end > 0 and "\\" not in (content := line[at + 1 : end]) and content.isprintable():
                self.text = content
                self.at = end + 1
            else:
                self.slow_text(line, at + 1)
            if len(self.text) > LONGEST_TEXT:
                self.report("bad-text", f"this text has more than {LONGEST_TEXT:,} characters")
                raise _Hopeless
        else:
            end = at + 1
            while end < length and line[end] not in ' \t\r{}[],:"':
                end += 1
            self.token = "w"
            self.text = line[at:end]
            self.at = end

    def slow_text(self, line: str, at: int) -> None:
        """Read a text that has escapes, unusual characters or no end."""
        parts: list[str] = []
        length = len(line)
        while at < length and line[at] != '"':
            char = line[at]
            here = (self.line, at + 1)
            if char != "\\":
                if char < " ":
                    self.report("bad-text", f"a text must not contain the control character {ord(char)}", here)
                else:
                    parts.append(char)
                at += 1
                continue
            escape = line[at + 1 : at + 2]
            at += 2
            if escape in ESCAPES and escape:
                parts.append(ESCAPES[escape])
            elif escape == "u":
                code = _hexadecimal(line[at : at + 4])
                at += 4 if code >= 0 else 0
                if 0xD800 <= code < 0xDC00 and line[at : at + 2] == "\\u":
                    low = _hexadecimal(line[at + 2 : at + 6])
                    if 0xDC00 <= low < 0xE000:
                        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
                        at += 6
                if code < 0 or 0xD800 <= code < 0xE000:
                    self.report("bad-text", "\\u must be followed by the four hexadecimal digits of a character", here)
                else:
                    parts.append(chr(code))
            else:
                self.report("bad-text", f'"\\{shown(escape)}" means nothing; write \\\\ for a backslash', here)
            if len(parts) > LONGEST_TEXT:
                break  # it is refused anyway
        if at >= length:
            self.report("bad-json", 'this text does not end: a " is missing in its line')
        self.text = "".join(parts)
        self.at = at + 1

    def value(self, depth: int) -> Node:
        """Read one value and go behind it."""
        token, line, column = self.token, self.line, self.column
        inner = token == "{" or token == "["
        _count_value(self.document, depth + 1 if inner else depth, (line, column))
        if token == '"':
            node = Node(self.text, line, column)
            self.next()
            return node
        if token == "w":
            node = Node(self.word(self.text), line, column)
            self.next()
            return node
        if inner:
            self.next()
            return self.members(line, column, depth + 1) if token == "{" else self.items(line, column, depth + 1)
        what = "the file ends" if token == END else f'there is "{token}"'
        self.report("bad-json", f"a value is expected here, but {what}")
        raise _Hopeless

    def word(self, word: str) -> object:
        """Return what a bare word means: a number, true, false, null."""
        if word in LITERALS:
            return LITERALS[word]
        digits = word[1:] if word[:1] == "-" else word
        if digits.isascii() and digits.isdigit():
            if len(digits) > 1 and digits[0] == "0":
                self.report("bad-number", f"a number does not begin with 0: write {digits.lstrip('0') or '0'}")
            number = int(word) if len(digits) <= 16 else MOST_INTEGER + 1
            if abs(number) > MOST_INTEGER:
                self.report("bad-number", "this number is too large")
                return 0
            return number
        if _fractional(digits):
            return float(word)
        if digits in ("NaN", "Infinity"):
            self.report("bad-number", f"{word} is not a number in JSON")
            return 0
        for name in LITERALS:
            if word.lower() == name or (word, name) == ("None", "null"):
                self.report("bad-json", f"write {name} instead of {word}")
                return LITERALS[name]
        self.report("bad-json", f"{shown(word)} is not a value; a text needs double quotes around it")
        return word.strip("'")

    def members(self, line: int, column: int, depth: int) -> Node:
        """Read an object behind its brace."""
        found: dict[str, Node] = {}
        keys: dict[str, tuple[int, int]] = {}
        while self.token != "}":
            place = (self.line, self.column)
            if self.token == "w":
                self.report("bad-json", f"the key {shown(self.text)} needs double quotes around it")
            elif self.token != '"':
                what = "the file ends" if self.token == END else f'there is "{self.token}"'
                self.report("bad-json", f'a key or "}}" is expected here, but {what}')
                raise _Hopeless
            key = self.text
            self.next()
            if self.token == ":":
                self.next()
            else:
                self.report("bad-json", f'":" is missing behind the key "{shown(key)}"')
            node = self.value(depth)
            if key in found:
                self.report("duplicate-key", f'the key "{shown(key)}" is here a second time', place)
            else:
                found[key] = node
                keys[key] = place
            self.comma("}", key)
        self.next()
        return Node(found, line, column, keys)

    def items(self, line: int, column: int, depth: int) -> Node:
        """Read a list behind its bracket."""
        found: list[Node] = []
        while self.token != "]":
            found.append(self.value(depth))
            self.comma("]", None)
        self.next()
        return Node(found, line, column)

    def comma(self, closing: str, key: str | None) -> None:
        """Go over the comma behind the member with this key, or behind an item."""
        if self.token == ",":
            place = (self.line, self.column)
            self.next()
            if self.strict and self.token == closing:
                self.report("trailing-comma", f'there must be no comma before "{closing}"', place)
        elif self.token != closing:
            behind = "this item" if key is None else f'the value of "{shown(key)}"'
            if self.token in ('"', "w", "{", "["):
                self.report("bad-json", f'"," is missing behind {behind}')
                return
            what = "the file ends" if self.token == END else f'there is "{self.token}"'
            self.report("bad-json", f'"," or "{closing}" is expected behind {behind}, but {what}')
            raise _Hopeless


def shown(text: str) -> str:
    """Return a text as it can stand in one line of a message."""
    text = text if len(text) <= 40 else text[:37] + "..."
    return text if text.isprintable() else ascii(text)[1:-1]


def _hexadecimal(digits: str) -> int:
    """Return the value of four hexadecimal digits, or -1."""
    return int(digits, 16) if len(digits) == 4 and all(d in "0123456789abcdefABCDEF" for d in digits) else -1


def _fractional(word: str) -> bool:
    """Say whether a word without its sign is a JSON number with fraction or exponent."""
    mantissa, mark, exponent = word.replace("E", "e").partition("e")
    if mark and exponent[:1] in ("+", "-"):
        exponent = exponent[1:]
    whole, point, fraction = mantissa.partition(".")
    parts = [whole] + [fraction] * bool(point) + [exponent] * bool(mark)
    return len(parts) > 1 and len(word) <= 40 and all(part.isascii() and part.isdigit() for part in parts)


def parse(text: str, path: str = "", strict: bool = False) -> Document:
    """Read JSON text; the problems are in the document. ``strict`` refuses trailing commas."""
    document = Document(path)
    try:
        parser = _Parser(document, text, strict)
        root = parser.value(0)
        if parser.token != END:
            parser.report("bad-json", "the file goes on behind its end")
        document.root = root
    except _Hopeless:
        pass
    return document


def read(path: str, strict: bool = False) -> Document:
    """Read a JSON file; a file that cannot be read is a problem in the document too."""
    document = Document(path)
    try:
        data = read_bytes(path)
    except OSError as error:
        if error.errno == EFBIG:
            document.report("too-large", f"this file is larger than {MOST_BYTES:,} bytes")
        else:
            document.report("unreadable", f"this file cannot be read: {error.strerror}")
        return document
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        document.report("bad-text", "this file is not UTF-8 text", (line, 0))
        return document
    return parse(text, path, strict)


def from_value(value: object, path: str) -> Document:
    """Make a document of a JSON value, which knows no places; problems of such a value are those of a file with it."""
    document = Document(path)
    try:
        document.root = _checked(document, value, 0)
    except _Hopeless:
        document.root = None
    return document


def _checked(document: Document, value: object, depth: int) -> Node:
    """Make nodes of a value from outside."""
    inner = isinstance(value, (dict, list))
    _count_value(document, depth + 1 if inner else depth, None)
    if isinstance(value, dict):
        for key in value:
            _check_text(document, key)
        nodes = {key: _checked(document, item, depth + 1) for key, item in value.items()}
        return Node(nodes, 0, 0, dict.fromkeys(value, (0, 0)))
    if isinstance(value, list):
        return Node([_checked(document, item, depth + 1) for item in value], 0, 0)
    if isinstance(value, str):
        _check_text(document, value)
    elif isinstance(value, (int, float)) and not -MOST_INTEGER <= value <= MOST_INTEGER:
        document.report("bad-number", "a number is too large")
        raise _Hopeless
    return Node(value, 0, 0)


def _check_text(document: Document, text: str) -> None:
    half = not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text)
    if half or len(text) > LONGEST_TEXT:
        what = "half a character" if half else f"more than {LONGEST_TEXT:,} characters"
        document.report("bad-text", f"a text has {what}")
        raise _Hopeless


def read_trusted(path: str) -> Document:
    """Read a file that ships with the game: quickly, without places. One with mistakes is read as any other."""
    try:
        from _json import make_scanner  # the scanner in C that `json` wraps; importing the wrapper costs start-up time
    except ImportError:  # pragma: no cover - another Python
        return read(path)
    document = Document(path)
    with open(path, "rb") as file:
        text = file.read().decode()
    try:
        value, end = make_scanner(_Plain)(text, 0)  # type: ignore[arg-type] # it only wants these attributes
    except (StopIteration, ValueError):
        return read(path)
    if text[end:].strip():
        return read(path)
    document.root = _node(value)
    return document


def _node(value: object) -> Node:
    """Make nodes of plain values; they do not know their place."""
    if isinstance(value, dict):
        return Node({key: _node(item) for key, item in value.items()}, 0, 0, dict.fromkeys(value, (0, 0)))
    if isinstance(value, list):
        return Node([_node(item) for item in value], 0, 0)
    return Node(value, 0, 0)


class _Plain:
    """What the scanner asks for."""

    strict = True
    memo = None
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
