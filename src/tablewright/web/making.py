"""Making a table: what somebody wishes becomes a charter, a secret, and the words that open its seats."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from tablewright.bots.registry import make_bot
from tablewright.core.dealing import SECRET_BYTES, commitment_of
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.record import BadRecord, Record
from tablewright.table.charter import BOT, FRIEND, OPEN, PERSON, Branch, Charter, SeatPlan, TableOptions
from tablewright.table.offers import RematchPlan
from tablewright.table.players import PREFIX, must_hide, why_no_person, why_not_together
from tablewright.web.store import NewMatch

#: The id of a match is public, but nobody can guess it: so many of these letters, none like another.
ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 12
TOKEN_BYTES = 32
INVITE_BYTES = 16


class CannotMake(Exception):
    """A table cannot be made as it was wished for; the message is a sentence."""


def new_token() -> str:
    """Return a word that opens a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_of(word: str) -> bytes:
    """Return what is stored of a token or an invitation, which are random and long: one hash is enough."""
    return hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()


def opened_by(word: str, hashes: Mapping[int, bytes]) -> int | None:
    """Return the seat that a token or an invitation opens; how long it takes says nothing about how near it was."""
    digest, found = hash_of(word), None
    for seat, known in hashes.items():
        if hmac.compare_digest(digest, known):
            found = seat
    return found


def is_id(text: str) -> bool:
    """Say whether a text could be the id of a match."""
    return len(text) == ID_LENGTH and set(text) <= set(ID_LETTERS)


@dataclass(frozen=True, slots=True)
class TableWish:
    """The table that somebody wishes for."""

    game: Game
    setup: Any
    chosen: dict[str, str]
    seats: tuple[SeatPlan, ...]
    options: TableOptions
    seed: int | None = None
    branch: Branch | None = None
    day: str = ""

    @classmethod
    def again(cls, plan: RematchPlan) -> Self:
        """Return the wish for a rematch."""
        charter = plan.charter
        game = charter.find_game()
        setup = game.setup(**plan.chosen) if plan.chosen else game.read_setup(charter.setup)
        return cls(game, setup, plan.chosen, plan.seats, charter.options)

    def check(self) -> None:
        """Raise ``CannotMake`` with a sentence if there can be no such table."""
        game, count = self.game, self.setup.seats
        if len(self.seats) != count:
            raise CannotMake(f"This table of {game.title} has {count} {'seat' if count == 1 else 'seats'}.")
        for plan in self.seats:
            if plan.kind == BOT:
                _check(lambda bot=plan.bot: make_bot(bot, game, programs=False))
            elif plan.kind == PERSON and (wrong := why_no_person(plan.name)):
                raise CannotMake(f"{wrong[0].upper()}{wrong[1:]}.")
        if wrong := why_not_together([plan.name for plan in self.seats if plan.name]):
            raise CannotMake(f"{wrong}.")
        # Whoever makes the table knows the number, and with it the cards of the others.
        if self.seed is not None and must_hide(game, _sitting(self.seats)):
            raise CannotMake("People who hide cards from each other cannot choose the number of the deal.")


def _check(attempt: Any) -> None:
    try:
        attempt()
    except ValueError as error:
        text = str(error)
        raise CannotMake(f"{text[0].upper()}{text[1:]}.") from error


def _sitting(seats: Sequence[SeatPlan]) -> list[str]:
    return [f"{PREFIX}{plan.bot}" if plan.kind == BOT else f"Person {seat}" for seat, plan in enumerate(seats)]


def branch_of(match: str, record: Record, number: int) -> Branch:
    """Return the position of a finished match to play on from; raises ``CannotMake`` if the match is over there."""
    try:
        replayed = Match.replay(record)
    except BadRecord as error:  # it was stopped at its limit, so that its cards stay secret; or it takes too long
        raise CannotMake(f"That match cannot be played on: {error}.") from error
    if not 0 <= number <= len(replayed):
        raise CannotMake(f"That match has {len(replayed)} actions.")
    if replayed.at(number).outcome is not None:
        raise CannotMake("The match is over in that position.")
    return Branch(match, str(record), number)


@dataclass(frozen=True, slots=True)
class MadeTable:
    """A table that is ready to be stored, and the words that open its seats: they are known here and nowhere else."""

    new: NewMatch
    tokens: dict[int, str]
    invites: dict[int, str]


def make_table(wish: TableWish, now: int, held: Mapping[int, bytes] | None = None) -> MadeTable:
    """Return the table that somebody wishes for; raises ``CannotMake``.

    ``held`` are hashes of tokens that people have already, by seat: a rematch is opened by the same ones, so that who
    did not hear of it is not locked out.
    """
    wish.check()
    name = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
    secret = secrets.token_bytes(SECRET_BYTES)
    charter = Charter(
        id=name,
        game=wish.game.key,
        rules=wish.game.version,
        setup=wish.game.write_setup(wish.setup),
        seats=wish.seats,
        options=wish.options,
        commitment=commitment_of(name, secret).hex() if wish.branch is None and wish.seed is None else "",
        created=now,
        chosen=wish.chosen,
        seed=wish.seed,
        day=wish.day,
        branch=wish.branch,
        content=wish.game.content(wish.setup),
    )
    kinds = [plan.kind for plan in wish.seats]
    held = held or {}
    tokens = {seat: new_token() for seat, kind in enumerate(kinds) if kind == PERSON and seat not in held}
    invites = {seat: secrets.token_urlsafe(INVITE_BYTES) for seat, kind in enumerate(kinds) if kind == FRIEND}
    new = NewMatch(charter, secret, {**_hashes(tokens), **held}, _hashes(invites), kinds.count(OPEN))
    return MadeTable(new, tokens, invites)


def _hashes(words: Mapping[int, str]) -> dict[int, bytes]:
    return {seat: hash_of(word) for seat, word in words.items()}
