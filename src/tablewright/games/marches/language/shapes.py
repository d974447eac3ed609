"""What the card language is made of: words, registers, parameters, occasions, fields.

These are the shapes of the declarations. The declarations themselves are in ``vocabulary.py`` and ``effects.py``;
loader, linter, schema, reference page, card text, trace and dispatch are all derived from them.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Word:
    """A word of a vocabulary. ``says`` is how it is said inside a sentence; it may contain other placeholders."""

    __slots__ = ("about", "name", "says", "value")

    def __init__(self, name: str, value: int, says: str, about: str) -> None:
        self.name = name
        self.value = value
        self.says = says
        self.about = about

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Register(Word):
    """A value that effects can read as ``Input`` and, if it is ``writable``, change as ``Output``.

    ``noun`` is its bare name. ``of_targets`` registers exist once per target. ``during`` is the situation of
    ``codes`` outside of which it reads 0 and cannot be changed, or ``None``.
    """

    __slots__ = ("during", "noun", "of_targets", "writable")

    def __init__(
        self,
        name: str,
        value: int,
        noun: str,
        says: str,
        about: str,
        *,
        writable: bool = True,
        of_targets: bool = False,
        during: int | None = None,
    ) -> None:
        super().__init__(name, value, says, about)
        self.noun = noun
        self.writable = writable
        self.of_targets = of_targets
        self.during = during


class Vocabulary:
    """The words that a parameter or field takes. Words of a ``flags`` vocabulary can be joined with ``|``.

    ``nothing`` is the word for "none of them"; it may be written, and is what an absent parameter means.
    """

    __slots__ = ("about", "by_name", "by_value", "flags", "name", "nothing", "words")

    def __init__(
        self, name: str, about: str, words: Sequence[Word], *, flags: bool = False, nothing: str | None = None
    ) -> None:
        self.name = name
        self.about = about
        self.words = tuple(words)
        self.flags = flags
        self.nothing = nothing
        self.by_name = {word.name: word for word in self.words}
        self.by_value = {word.value: word for word in self.words}

    def read(self, text: str) -> int | None:
        """Return the number that a text means, or ``None`` if one of its words is unknown. Case does not matter."""
        if not self.flags:
            name = text.upper()
            if name == self.nothing:
                return 0
            word = self.by_name.get(name)
            return None if word is None else word.value
        value = 0
        for part in text.split("|"):
            name = part.strip(" \t").upper()
            word = self.by_name.get(name)
            if word is not None:
                value |= word.value
            elif name != "" and name != self.nothing:
                return None
        return value

    def unknown(self, text: str) -> list[str]:
        """List the words of a text that ``read`` does not know."""
        parts = [part.strip(" \t") for part in text.split("|")] if self.flags else [text]
        return [part for part in parts if self.read(part) is None]

    def write(self, value: int) -> str:
        """Return the text that ``read`` turns into this number."""
        word = self.by_value.get(value)
        if word is not None:
            return word.name
        if self.flags and value:
            return "|".join(word.name for word in self.words if word.value & value == word.value)
        return self.nothing or ""

    @property
    def names(self) -> list[str]:
        """Every word that may be written, the one for nothing last."""
        return [word.name for word in self.words] + ([self.nothing] if self.nothing else [])


class Parameter:
    """A parameter of an effect. Its vocabulary is ``None`` when it is a whole number.

    ``allowed`` names the words that make sense for the effect (all, if ``None``); others load but do nothing.
    ``needed``: left out, the effect does nothing. ``says`` overrides what single values say in this effect.
    """

    __slots__ = ("about", "allowed", "default", "name", "needed", "says", "vocabulary")

    def __init__(
        self,
        name: str,
        vocabulary: Vocabulary | None,
        default: int,
        about: str,
        *,
        allowed: Sequence[str] | None = None,
        needed: bool = False,
        says: Mapping[int, str] | None = None,
    ) -> None:
        self.name = name
        self.vocabulary = vocabulary
        self.default = default
        self.about = about
        self.allowed = None if allowed is None else tuple(allowed)
        self.needed = needed
        self.says = says

    @property
    def words(self) -> list[Word]:
        """The words that make sense here."""
        if self.vocabulary is None:
            return []
        return [word for word in self.vocabulary.words if self.allowed is None or word.name in self.allowed]

    def say(self, value: int) -> str:
        """Say a value inside a sentence."""
        if self.says is not None and value in self.says:
            return self.says[value]
        vocabulary = self.vocabulary
        if vocabulary is None:
            return str(value)
        if value in vocabulary.by_value:
            return vocabulary.by_value[value].says
        if vocabulary.flags and value:
            return " or ".join(word.says for word in vocabulary.words if word.value & value == word.value)
        return "nothing"


class Occasion:
    """When an effect list runs: an interaction of the card itself, or a trigger that listens to a place.

    ``kinds`` are the cards that can have it, ``known`` the search criteria that name somebody then, ``during`` the
    situation. A trigger fires only where it is listened for at one of the ``places``.
    """

    __slots__ = ("about", "during", "kinds", "known", "name", "places", "says", "trigger")

    def __init__(
        self,
        name: str,
        says: str,
        about: str,
        *,
        kinds: int,
        known: Sequence[int],
        during: int,
        trigger: bool = False,
        places: Sequence[int] = (),
    ) -> None:
        self.name = name
        self.says = says
        self.about = about
        self.kinds = kinds
        self.known = tuple(known)
        self.during = during
        self.trigger = trigger
        self.places = tuple(places)


class Field:
    """A field of a card file.

    ``shape`` is one of "integer", "stat" (an integer or base and modifier), "text", "word" (of ``vocabulary``),
    "tiles" (a list of integers, ``null``, or "BOARD"), "interactions", "triggers". Numbers outside of ``low`` to
    ``high`` load, but make no sense.
    """

    __slots__ = ("about", "default", "high", "kinds", "low", "name", "needed", "shape", "vocabulary")

    def __init__(
        self,
        name: str,
        shape: str,
        kinds: int,
        default: object,
        about: str,
        *,
        needed: bool = False,
        vocabulary: Vocabulary | None = None,
        low: int = -1_000_000,
        high: int = 1_000_000,
    ) -> None:
        self.name = name
        self.shape = shape
        self.kinds = kinds
        self.default = default
        self.about = about
        self.needed = needed
        self.vocabulary = vocabulary
        self.low = low
        self.high = high
