"""Deals: what decides everything random in a match, from a number or from a secret.

A number is the exact generator of the specification. Whoever knows it, or tries all of them, knows every card; so it is
for consoles, tests, studies, puzzles and matches against oneself. Where people have something to hide from each other
the cards come from a secret, by a scheme that anybody can check afterwards with ``sha256sum``::

    commitment = SHA-256("tw-deal-1" + id + secret)              published before anybody gives a nonce
    seal       = SHA-256("tw-seal-1" + commitment + content + nonces)        noted before the first card
    key        = SHA-256("tw-key-1" + secret + content + nonces)
    block i of stream s = SHA-256(key + s + i)                   s and i as eight bytes, highest first

The secret has 32 bytes of the operating system and is published after the last card. ``id`` names the match,
``content`` is the hash of its setup, and every seat gives a nonce of 16 bytes, so that not even whoever made the secret
could choose the cards. Dice read a block as eight 32-bit words, highest byte first, and pass over some words rather
than prefer some faces. Stream 0 belongs to the match, stream s + 1 to the bot in seat s, and the one behind the last
seat to whoever gives advice.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.state import State

SCHEME = "tw-deal-1"
SEAL_SCHEME = "tw-seal-1"
KEY_SCHEME = "tw-key-1"
SECRET_BYTES = 32
NONCE_BYTES = 16
ID_BYTES = 8
#: The number of a deal has at most so many digits.
SEED_DIGITS = 40
#: A block has so many words of four bytes.
BLOCK_WORDS = 8


class LookedAhead(Exception):
    """Somebody other than the match wanted the next number of a secret deal."""


class BadDeal(ValueError):
    """A deal is not what it says it is; the message is a sentence."""


def canonical(written: Any) -> str:
    """Return the one text of a JSON value: sorted keys, no blanks, and escapes only where UTF-8 needs them."""
    text = json.dumps(written, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a pair
        text = json.dumps(written, sort_keys=True, separators=(",", ":"))
    return text


def content_hash(written: Any) -> bytes:
    """Return the hash of a written setup: of its text in a record."""
    return hashlib.sha256(canonical(written).encode()).digest()


class Stream:
    """The numbers of a secret deal. It has the key only while the match itself draws."""

    __slots__ = ("_key",)

    def __init__(self) -> None:
        self._key: bytes | None = None

    def word(self, number: int) -> int:
        """Return a word by its number; raises ``LookedAhead`` unless the match has opened the stream."""
        if self._key is None:
            raise LookedAhead("the next number of a secret deal is known to nobody before it is drawn")
        return _word(self._key, 0, number)

    @contextmanager
    def opened(self, key: bytes) -> Iterator[None]:
        """Lend the stream its key."""
        before, self._key = self._key, key
        try:
            yield
        finally:
            self._key = before


def _word(key: bytes, stream: int, number: int) -> int:
    block, index = divmod(number, BLOCK_WORDS)
    digest = hashlib.sha256(key + stream.to_bytes(8, "big") + block.to_bytes(8, "big")).digest()
    return int.from_bytes(digest[4 * index : 4 * index + 4], "big")


class SecretDice(Dice):
    """Dice of a secret deal: a state that holds them, and every clone of it, knows how many were drawn and no more."""

    __slots__ = ("_stream",)

    def __init__(self, stream: Stream) -> None:
        super().__init__(0)
        self.seed = -1  # no number's dice are like these, and no snapshot brings them back
        self._stream = stream

    def raw(self) -> int:
        value = self._stream.word(self.drawn)
        self.drawn += 1
        return value

    def clone(self) -> Dice:
        twin = SecretDice(self._stream)
        twin.drawn = self.drawn
        return twin

    def __reduce__(self) -> Any:
        raise TypeError("the dice of a secret deal stay with their match")


class Deal:
    """A deal from a number.

    >>> tablewright.Match(game, game.setup(), seed=7).deal
    <deal from the number 7>
    """

    def __init__(self, seed: int) -> None:
        if abs(seed) >= 10**SEED_DIGITS:
            raise BadDeal(f"the number of a deal has at most {SEED_DIGITS} digits")
        #: The number; ``None`` where there is none to know.
        self.seed: int | None = seed

    def __repr__(self) -> str:
        return f"<deal from the number {self.seed}>"

    @property
    def known(self) -> bool:
        """Can the match be dealt from what is known?"""
        return True

    def seal(self, written: Any) -> str:
        """Return what stands for everything that decides the cards; "" where a number does."""
        return ""

    def public(self) -> Deal:
        """Return what may be known of the deal before the end; a number is no secret."""
        return self

    def header(self) -> list[str]:
        """Return the lines about the deal at the beginning of a record."""
        return [f"seed: {self.seed}"]

    def footer(self) -> list[str]:
        """Return the lines about the deal at the end of the record of a finished match."""
        return []

    def start(self, game: Game, setup: Any) -> State:
        """Return the position before the first action of the match that is dealt so."""
        assert self.seed is not None
        return game.new(setup, self.seed)

    def drawing(self) -> AbstractContextManager[None]:
        """Return a context in which the dice can be rolled."""
        return nullcontext()

    def seed_of_bot(self, seat: int) -> int:
        """Return the seed of the bot in a seat, from which nothing can be told about the cards."""
        digest = hashlib.sha256(f"tw-bot-1 {self.seed} {seat}".encode()).digest()
        return int.from_bytes(digest[:4], "big")


class SecretDeal(Deal):
    """A deal from a secret, made by ``SecretDeal.make``, or read from a record.

    >>> deal = SecretDeal.make(seats=2)
    >>> match = tablewright.Match(game, game.setup(), deal)
    """

    def __init__(self, match_id: str, commitment: bytes, nonces: Sequence[bytes], secret: bytes | None = None) -> None:
        if len(commitment) != SECRET_BYTES or any(len(nonce) != NONCE_BYTES for nonce in nonces):
            raise BadDeal("the commitment or a nonce of the deal has another length than its scheme gives it")
        self.seed = None
        #: A name of the match that no other has.
        self.match_id = match_id
        #: What is published before anybody gives a nonce.
        self.commitment = commitment
        #: What each seat adds.
        self.nonces = tuple(nonces)
        self._secret: bytes | None = None
        self._key: bytes | None = None
        self._stream = Stream()
        if secret is not None:
            self.reveal(secret)

    @classmethod
    def make(cls, seats: int, match_id: str = "", nonces: Sequence[bytes] = (), secret: bytes = b"") -> SecretDeal:
        """Make a deal; what is not given comes from the operating system."""
        name = match_id or secrets.token_hex(ID_BYTES)
        hidden = secret or secrets.token_bytes(SECRET_BYTES)
        given = nonces or [secrets.token_bytes(NONCE_BYTES) for _ in range(seats)]
        return cls(name, commitment_of(name, hidden), given, hidden)

    def __repr__(self) -> str:
        return f"<secret deal {self.match_id}, {'known' if self.known else 'not known'} here>"

    def __reduce__(self) -> Any:
        raise TypeError("a secret deal stays with its match")

    @property
    def known(self) -> bool:
        return self._secret is not None

    @property
    def secret(self) -> bytes:
        """The secret, for whoever stores it or publishes it after the end."""
        if self._secret is None:
            raise BadDeal("the secret of this deal is not known here")
        return self._secret

    def reveal(self, secret: bytes) -> None:
        """Learn the secret; raises ``BadDeal`` if it is not the one of the commitment."""
        fits = hmac.compare_digest(commitment_of(self.match_id, secret), self.commitment)
        if len(secret) != SECRET_BYTES or not fits:
            raise BadDeal("the secret is not the one that the deal was committed to")
        self._secret = secret

    def seal(self, written: Any) -> str:
        """Return the digits that stand for everything that decides the cards of a match with a written setup."""
        content = content_hash(written)
        return hashlib.sha256(SEAL_SCHEME.encode() + self.commitment + content + b"".join(self.nonces)).hexdigest()

    def public(self) -> SecretDeal:
        return SecretDeal(self.match_id, self.commitment, self.nonces)

    def header(self) -> list[str]:
        return [
            f"deal: {SCHEME} {self.match_id}",
            f"commitment: {self.commitment.hex()}",
            f"nonces: {' '.join(nonce.hex() for nonce in self.nonces)}",
        ]

    def footer(self) -> list[str]:
        return [f"secret: {self._secret.hex()}"] if self._secret is not None else []

    def start(self, game: Game, setup: Any) -> State:
        content = content_hash(game.write_setup(setup))
        key = hashlib.sha256(KEY_SCHEME.encode() + self.secret + content + b"".join(self.nonces)).digest()
        if self._key not in (None, key):
            raise BadDeal("a secret deal is for one match, and this one has another setup")
        self._key = key
        with self.drawing():
            return game.deal(setup, SecretDice(self._stream))

    def drawing(self) -> AbstractContextManager[None]:
        assert self._key is not None, "nothing is dealt yet"
        return self._stream.opened(self._key)

    def seed_of_bot(self, seat: int) -> int:
        assert self._key is not None, "nothing is dealt yet"
        return _word(self._key, seat + 1, 0)


def commitment_of(match_id: str, secret: bytes) -> bytes:
    """Return what is published of a secret before anybody gives a nonce."""
    return hashlib.sha256(SCHEME.encode() + match_id.encode() + secret).digest()


def read_deal(fields: dict[str, list[str]]) -> Deal:
    """Return the deal of a record from its header and footer lines; raises ``ValueError`` with a sentence."""
    if "deal" not in fields:
        digits = fields["seed"][0] if len(fields.get("seed", [])) == 1 else ""
        if not (digits.isascii() and digits.removeprefix("-").isdigit() and len(digits) <= SEED_DIGITS + 1):
            raise BadDeal("it lacks a readable seed line")
        return Deal(int(digits))
    scheme, _, match_id = fields["deal"][0].partition(" ")
    if scheme != SCHEME:
        raise BadDeal(f'it was dealt by the scheme "{scheme[:40]}", which this version does not know')
    try:
        commitment = bytes.fromhex(fields["commitment"][0])
        nonces = [bytes.fromhex(nonce) for nonce in fields["nonces"][0].split(" ")]
        secret = bytes.fromhex(fields["secret"][0]) if "secret" in fields else None
    except (LookupError, ValueError) as error:
        raise BadDeal("it lacks a readable commitment, nonces or secret line") from error
    return SecretDeal(match_id, commitment, nonces, secret)
