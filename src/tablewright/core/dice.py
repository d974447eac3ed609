"""All randomness of a game: the 32-bit Mersenne Twister with the C++ library's seeding and bounded draw.

A seed therefore gives the same game as the original programs. The raw outputs of a seed are a fixed stream, generated
in blocks that all clones share; a ``Dice`` is only a position in it, so cloning one costs nothing.
"""

from __future__ import annotations

from _random import Random  # the generator in C that `random` wraps; importing the wrapper costs start-up time
from _struct import unpack  # the same with `struct`

from tablewright.core.light import TYPE_CHECKING, mypyc_attr

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Final, TypeVar

    from mypy_extensions import i64

    T = TypeVar("T")

TWISTER: Final = 624  # words of the generator's state
SHIFT: Final = 397  # output n is made of the words n, n + 1 and n + SHIFT
BLOCK: Final = 64  # outputs that are generated at once: two shuffled decks, and most matches draw no more
WORD: Final = 0xFFFFFFFF
HIGH_BIT: Final = 0x80000000
#: The formulas below are faster than the generator in C as soon as they are compiled, and slower before.
COMPILED: Final = not __file__.endswith(".py")


@mypyc_attr(acyclic=True)
class _Block:
    """Outputs of the stream and, once somebody reads on, the block after them."""

    __slots__ = ("first", "generator", "outputs", "successor")

    def __init__(self, first: int, generator: Random | None, outputs: list[int]) -> None:
        #: How many outputs are before these.
        self.first = first
        #: What goes on behind these outputs; the first blocks have none.
        self.generator = generator
        self.outputs = outputs
        self.successor: _Block | None = None

    def next(self, seed: int) -> _Block:
        if self.successor is None:
            first, generator = self.first + BLOCK, self.generator
            if COMPILED and first + BLOCK <= TWISTER - SHIFT:
                self.successor = _Block(first, None, _computed(seed, first))
            else:
                if generator is None:
                    generator = _seeded(seed, TWISTER)
                    for _ in range(0, first, BLOCK):
                        _draw(generator)
                self.successor = _Block(first, generator, _draw(generator))
        return self.successor


def _first_block(seed: int) -> _Block:
    return _Block(0, None, _computed(seed, 0) if COMPILED else _generated(seed))


def _generated(seed: int) -> list[int]:
    """Return the first outputs of a seed, for which seeding three quarters of the state is enough."""
    return _draw(_seeded(seed, BLOCK + SHIFT))


def _computed(seed: int, first: int) -> list[int]:
    """Return a block of outputs before the state is used up, without a state: only three words at a time are needed."""
    word: i64 = seed
    before: i64 = first
    n: i64
    for n in range(1, before + 1):
        word = (1812433253 * (word ^ (word >> 30)) + n) & WORD
    ahead: i64 = word
    for n in range(before + 1, before + SHIFT + 1):
        ahead = (1812433253 * (ahead ^ (ahead >> 30)) + n) & WORD
    outputs = []
    for n in range(before + 1, before + BLOCK + 1):
        following: i64 = (1812433253 * (word ^ (word >> 30)) + n) & WORD
        mixed: i64 = (word & HIGH_BIT) | (following & ~HIGH_BIT)
        output: i64 = ahead ^ (mixed >> 1) ^ (0x9908B0DF if mixed & 1 else 0)
        output ^= output >> 11
        output ^= (output << 7) & 0x9D2C5680
        output ^= (output << 15) & 0xEFC60000
        output ^= output >> 18
        outputs.append(output)
        word = following
        ahead = (1812433253 * (ahead ^ (ahead >> 30)) + n + SHIFT) & WORD
    return outputs


def _draw(generator: Random) -> list[int]:
    return list(unpack(f"<{BLOCK}I", generator.getrandbits(32 * BLOCK).to_bytes(4 * BLOCK, "little")))


def _seeded(seed: int, count: int) -> Random:
    """Return the generator of a seed, of whose state only so many words are right."""
    word: i64 = seed  # no intermediate result below needs more bits, and compiled this is ten times as fast
    words = [seed]
    for i in range(1, count):
        word = (1812433253 * (word ^ (word >> 30)) + i) & WORD
        words.append(word)
    words += [0] * (TWISTER - count)
    words.append(TWISTER)  # the index: everything used up, so that the first output twists the state
    generator = Random(0)  # any seed: without one it would be fetched from the system
    generator.setstate(tuple(words))
    return generator


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """Seeded dice. Equal seed and equal number of draws mean equal future.

    >>> dice = tablewright.Dice(7)
    >>> dice.roll(6), dice.roll(6), dice.shuffled("abc")
    (1, 2, ['c', 'a', 'b'])
    """

    __slots__ = ("_block", "drawn", "seed")

    def __init__(self, seed: int) -> None:
        #: Reduced modulo 2^32, as the original generator does.
        self.seed: int = seed & WORD
        #: How many raw outputs have been used.
        self.drawn: int = 0
        self._block: _Block | None = None  # made when first needed: many games never roll

    def raw(self) -> int:
        """Draw the next 32-bit output."""
        block = self._block
        index = self.drawn % BLOCK
        if block is None:
            block = self._block = _first_block(self.seed)
        elif index == 0:
            block = self._block = block.next(self.seed)
        self.drawn += 1
        return block.outputs[index]

    def roll(self, sides: int) -> int:
        """Draw from 1 to ``sides``; one side uses up an output too."""
        faces: i64 = sides
        product: i64 = self.raw() * faces
        if product & WORD < faces:
            threshold = (WORD + 1 - faces) % faces
            while product & WORD < threshold:
                product = self.raw() * faces
        return 1 + (product >> 32 & WORD)  # compiled, what does not fit goes round, and the mask undoes that

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order: each time one of those that are left, counted from the front."""
        left = list(items)
        return [left.pop(self.roll(n) - 1) for n in range(len(left), 0, -1)]

    def skip(self, outputs: int) -> None:
        """Use up raw outputs."""
        for _ in range(outputs):
            self.raw()

    def clone(self) -> Dice:
        """Return dice with the same future."""
        twin = Dice(self.seed)
        twin.drawn = self.drawn
        twin._block = self._block
        return twin

    def key(self) -> tuple[int, int]:
        """Return seed and number of draws, which say everything about the future."""
        return (self.seed, self.drawn)

    def __reduce__(self) -> Any:
        return (dice_at, (self.seed, self.drawn))


def dice_at(seed: int, drawn: int) -> Dice:
    """Return dice of a seed from which some outputs have been used, as a snapshot stores them."""
    dice = Dice(seed)
    dice.skip(drawn)
    return dice


class ScriptedDice(Dice):
    """Dice for tests that read like a story: each roll is the next number of the script."""

    __slots__ = ("script",)

    def __init__(self, script: Iterable[int]) -> None:
        super().__init__(0)
        self.script = list(script)

    def roll(self, sides: int) -> int:
        if self.drawn == len(self.script):
            raise ValueError(f"the script has {self.drawn} rolls, and a d{sides} is wanted")
        value = self.script[self.drawn]
        if not 1 <= value <= sides:
            raise ValueError(f"the script says {value}, but a d{sides} is rolled")
        self.drawn += 1
        return value

    def clone(self) -> Dice:
        twin = ScriptedDice(self.script)
        twin.drawn = self.drawn
        return twin


def seed_from_text(text: str | None) -> int | None:
    """Read a seed as the original programs read ``RAND_SEED``; ``None`` means: take a random one.

    Leading blanks, a sign and leading zeros are allowed, an empty value is 0, numbers saturate at 2^64 - 1, a minus
    counts back from 2^64; anything behind the digits makes the seed random.
    """
    if text is None:
        return None
    digits = text.lstrip(" \t\n\v\f\r")
    negative = digits.startswith("-")
    if digits[:1] in ("+", "-"):
        digits = digits[1:]
    if not digits:
        return 0
    if not (digits.isascii() and digits.isdigit()):
        return None
    value = min(int(digits), 2**64 - 1) if len(digits) < 1000 else 2**64 - 1
    return (-value if negative else value) & WORD
