"""A study: which entrants meet on which tables, how often, and with which seeds.

::

    game = "ooperations"
    games = 200                  # deals per pairing; each is played once with either seating
    seed = 1
    bots = ["normal"]
    content = ["my-cards"]       # folders of own content, seen from the folder of the study

    [entrants]                   # what a seat brings along; every combination with every bot is an entrant
    deck = ["wolfpack", "venom"]

    [tables]                     # what concerns the whole table; every combination is played
    dungeon = ["cellar", "crypt"]
"""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from itertools import combinations_with_replacement, islice, product
from math import comb, prod
from typing import Any

from tablewright.bots.registry import make_bot
from tablewright.core.game import Game
from tablewright.core.outside import LONGEST_LINE, LONGEST_NAME, plain, read_text
from tablewright.core.own import accept_paths, with_content
from tablewright.core.problems import did_you_mean
from tablewright.core.registry import find_game
from tablewright.lab.identity import PieceIdentity, identity_of

#: Deals in one piece of work: small enough to lose little, large enough to keep workers busy.
DEALS_PER_CHUNK = 5
#: A study has at most so many matches of so many pairings, and a list in it so many names.
MOST_MATCHES = 1_000_000
MOST_PAIRINGS = 10_000
MOST_NAMES = 100
MOST_SEED = 10_000_000
#: A study file is no longer, and none of its lines has more than ``LONGEST_LINE`` characters.
MOST_BYTES = 50_000
#: Of everything that is wrong with a study so much is told.
MOST_COMPLAINTS = 20
KEYS = ("game", "games", "seed", "bots", "mirrors", "content", "entrants", "tables")


class BadStudy(ValueError):
    """A study cannot be run; the message has a line for everything that is wrong."""


class Seeding(Enum):
    """How the seeds of deals and bots follow from the seed of a study.

    Neither asks which bot it is, nor how the entrants are seated: who meets itself comes out exactly even.
    """

    #: Deals are numbered on from the seed of the study, and all bots have the seed of their deal.
    CONSECUTIVE = "consecutive"
    #: Every deal, and every seat of a deal for the bot in it, has a seed that looks like no other.
    MIXED = "mixed"

    def of_deal(self, seed: int, deal: int) -> int:
        """Return the seed of a deal."""
        return seed + deal if self is Seeding.CONSECUTIVE else _mixed(seed, deal)

    def of_bot(self, seed: int, deal: int, seat: int) -> int:
        """Return the seed of the bot that has a seat at a deal."""
        return seed + deal if self is Seeding.CONSECUTIVE else _mixed(seed, deal, seat)


def _mixed(*numbers: int) -> int:
    return zlib.crc32(" ".join(map(str, numbers)).encode())


@dataclass(frozen=True)
class Entrant:
    """What sits down at a table: a bot with what it brings along."""

    bot: str
    brings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return plain(" ".join([self.bot, *(name for _, name in self.brings)]))


@dataclass(frozen=True)
class Pairing:
    """Who plays on which table: an entrant for each seat where they play against each other, or one in all seats."""

    entrants: tuple[Entrant, ...]
    table: tuple[tuple[str, str], ...] = ()

    def lineup(self, seating: int, seats: int) -> list[int]:
        """Return which entrant has each seat; with every seating they move one seat on."""
        return [(seat + seating) % len(self.entrants) for seat in range(seats)]

    def __str__(self) -> str:
        return " - ".join(map(str, self.entrants)) + "".join(f" @ {plain(name)}" for _, name in self.table)


@dataclass(frozen=True)
class Chunk:
    """A piece of work: some matches of one pairing, counted from its first deal with its first seating."""

    number: int
    pairing: int
    first: int
    matches: int
    #: What it is played with; a worker that has something else does not play it.
    key: str = ""


@dataclass(frozen=True)
class Study:
    """Everything that decides the results, in names.

    Two studies with the same ``digest`` have the same results, if the identities of their pairings are the same too.
    """

    game: Game
    #: Matches of each pairing: every deal with all seatings, the last one perhaps with some only.
    matches: int
    seed: int
    pairings: tuple[Pairing, ...]
    digest: str
    seeding: Seeding = Seeding.CONSECUTIVE
    _setups: dict[tuple[int, int], Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    _identities: dict[int, PieceIdentity] = field(default_factory=dict, init=False, repr=False, compare=False)

    # A game is not copied to other processes: they find their own, and make their setups themselves.
    def __getstate__(self) -> dict[str, Any]:
        game = self.game
        sent = (game.key, game.own_files) if game.own_files else game  # files are read once, not with every chunk
        return {**self.__dict__, "game": sent, "_setups": {}, "_identities": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        sent = state["game"]
        self.__dict__.update(state, game=_game_here(*sent) if isinstance(sent, tuple) else sent)

    @property
    def deals(self) -> int:
        """How many deals each pairing plays."""
        return -(-self.matches // self.seatings)

    @property
    def seatings(self) -> int:
        """How often a deal is played: until every entrant has had every seat."""
        return len(self.pairings[0].entrants)

    @property
    def against(self) -> bool:
        """Do entrants play against each other?"""
        return self.seatings > 1

    def chunks(self, size: int = 0) -> Iterator[Chunk]:
        """Cut the study into pieces of work, of a few deals or of so many matches; results come in the same order."""
        size = size or self._chunk_size
        number = 0
        for pairing in range(len(self.pairings)):
            key = self.identity(pairing).key
            for first in range(0, self.matches, size):
                yield Chunk(number, pairing, first, min(size, self.matches - first), key)
                number += 1

    def chunk_count(self, size: int = 0) -> int:
        """Return how many pieces of work that are."""
        return len(self.pairings) * -(-self.matches // (size or self._chunk_size))

    @property
    def _chunk_size(self) -> int:
        return DEALS_PER_CHUNK * self.seatings

    def setup(self, pairing: int, seating: int) -> Any:
        """Return the setup of a pairing with its entrants in their seats; all its matches share it."""
        if (pairing, seating) not in self._setups:
            if len(self._setups) == self.seatings:  # those of the pairing before
                self._setups.clear()
            self._setups[pairing, seating] = self.game.setup(**self._choices(self.pairings[pairing], seating))
        return self._setups[pairing, seating]

    def identity(self, pairing: int) -> PieceIdentity:
        """Return what a pairing is played with: where it differs, so may the results."""
        if pairing not in self._identities:
            bots = [entrant.bot for entrant in self.pairings[pairing].entrants]
            self._identities[pairing] = identity_of(self.game, self.setup(pairing, 0), bots)
        return self._identities[pairing]

    def _choices(self, pairing: Pairing, seating: int) -> dict[str, str]:
        chosen = dict(pairing.table)
        if self.against:
            own = seat_choices(self.game)
            for seat, entrant in enumerate(pairing.lineup(seating, self.seatings)):
                for name, value in pairing.entrants[entrant].brings:
                    chosen[own[name][seat]] = value
        return chosen


def seat_choices(game: Game) -> dict[str, list[str]]:
    """Return the choices that every seat makes for itself: "deck" is ``deck1`` for one and ``deck2`` for the other."""
    found: dict[str, list[str]] = {}
    for choice in game.choices():
        if choice.seat is not None:
            found.setdefault(choice.key.rstrip("0123456789"), []).append(choice.key)
    return found


@lru_cache(maxsize=8)
def _game_here(key: str, own_files: tuple[str, ...]) -> Game:
    """Return a game in a process that plays for a study, which is sent anew with every chunk."""
    return find_game(key, own_files)


def read_study(path: str, programs: bool = False) -> Study:
    """Read a study file; raises ``BadStudy`` with everything that is wrong with it.

    Bots that run programs of this machine (``pipe:``) are refused unless ``programs`` allows them.
    """
    try:
        text = read_text(path, MOST_BYTES)
    except OSError as error:
        raise BadStudy(f"{plain(path)} cannot be read: {error.strerror}") from error
    # A key of thousands of parts would take the reader minutes; it stands on one line.
    if any(len(line) > LONGEST_LINE for line in text.split("\n")):
        raise BadStudy(f"{plain(path)} cannot be used: a line has more than {LONGEST_LINE:,} characters")
    try:
        return make_study(tomllib.loads(text), f"{plain(path)}: ", os.path.dirname(path), programs)
    except tomllib.TOMLDecodeError as error:
        raise BadStudy(f"{plain(path)} is not a TOML file: {error}") from error
    except RecursionError as error:
        raise BadStudy(f"{plain(path)} cannot be used: it nests too deep") from error


def make_study(settings: Mapping[str, Any], place: str = "", folder: str = "", programs: bool = True) -> Study:
    """Make a study of the settings of a study file; raises ``BadStudy`` with everything that is wrong with them.

    The game may be given as it is, instead of by its key. Complaints begin with ``place``, and paths are seen from a
    folder.
    """
    complaints: list[str] = []
    study = _study(settings, complaints, folder, programs)
    if study is None:
        told = [*complaints[:MOST_COMPLAINTS], *(["and more"] if len(complaints) > MOST_COMPLAINTS else [])]
        raise BadStudy("\n".join(place + complaint for complaint in told))
    return study


def at_one_table(game: Game, chosen: Mapping[str, str], bots: Sequence[str], matches: int, seed: int) -> Study:
    """Make the study of a single table with these choices: the bots against each other, or one after the other.

    Raises ``ValueError`` with a sentence.
    """
    if len(bots) > MOST_NAMES:
        raise ValueError(f"{len(bots):,} bots are too many: {MOST_NAMES} are the most")
    setup = game.setup(**chosen)
    entrants = [Entrant(bot) for bot in bots]
    table = tuple(chosen.items())
    if game.cooperative or setup.seats == 1:
        pairings = tuple(Pairing((entrant,), table) for entrant in entrants)
    elif len(bots) == setup.seats:
        pairings = (Pairing(tuple(entrants), table),)
    else:
        raise ValueError(f"{game.title} is played by {setup.seats} bots, not by {len(bots)}")
    if matches * len(pairings) > MOST_MATCHES:
        raise ValueError(_too_many(matches * len(pairings), "matches", MOST_MATCHES))
    for bot in bots:
        make_bot(bot, game)
    digest = _digest(game, matches, seed, pairings, Seeding.MIXED.value, *chosen)
    return Study(game, matches, seed, pairings, digest, Seeding.MIXED)


def _digest(game: Game, games: int, seed: int, pairings: Sequence[Pairing], *more: str) -> str:
    identity = [game.key, games, seed, [str(pairing) for pairing in pairings], *more]
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:16]


def _too_many(count: int, things: str, most: int) -> str:
    return f"that makes {count:,} {things}; a study has at most {most:,}"


def _own_content(
    game: Game, value: Mapping[str, Any], folder: str, complaints: list[str]
) -> tuple[Game, Mapping[str, Any]]:
    """Return the game with the own content that a study names, and its settings with names in place of paths."""
    settings = dict(value)
    paths = _names("content", value["content"], complaints) if value.get("content", []) != [] else []
    try:
        game = with_content(game, [os.path.join(folder, path) for path in paths])
        keys = {name: keys[0] for name, keys in seat_choices(game).items()}
        for section in ("entrants", "tables"):
            offers = value.get(section)
            if isinstance(offers, dict):
                settings[section] = dict(offers)
                for key, names in islice(offers.items(), MOST_NAMES):
                    if isinstance(names, list) and len(names) <= MOST_NAMES:
                        settings[section][key] = []
                        for name in names:
                            if isinstance(name, str):
                                choice = str(keys.get(key, key))
                                game, named = accept_paths(game, {choice: name}, folder)
                                name = named[choice]
                            settings[section][key].append(name)
    except ValueError as error:
        complaints += str(error).split("\n")
    return game, settings


def _study(value: Mapping[str, Any], complaints: list[str], folder: str, programs: bool) -> Study | None:
    unknown = (plain(key, LONGEST_NAME) for key in value if key not in KEYS)
    # One more than is told, and no more: to look for what was meant takes its time.
    few = islice(unknown, MOST_COMPLAINTS + 1)
    complaints += [f'there is no setting "{key}"{did_you_mean(key, KEYS)}' for key in few]
    games = _number(value, "games", 100, 1, MOST_MATCHES, complaints)
    seed = _number(value, "seed", 1, 0, MOST_SEED, complaints)
    mirrors = value.get("mirrors", True)
    if not isinstance(mirrors, bool):
        complaints.append("mirrors must be true or false")
    try:
        named = value.get("game", "")
        game = find_game(named if isinstance(named, Game) else plain(str(named), LONGEST_NAME))
    except ValueError as error:
        complaints.append(str(error))
        return None
    game, value = _own_content(game, value, folder, complaints)
    bots = _names("bots", value.get("bots", ["normal"]), complaints)
    for bot in bots:
        try:
            make_bot(bot, game, programs=programs)
        except ValueError as error:
            complaints.append(plain(str(error)))
    against = game.seats == (2, 2) and not game.cooperative
    own = seat_choices(game) if against else {}
    options = {choice.key: [option.name for option in choice.options] for choice in game.choices()}
    shared = {key: names for key, names in options.items() if all(key not in keys for keys in own.values())}
    brought = _offers(
        "entrants", value.get("entrants", {}), {name: options[keys[0]] for name, keys in own.items()}, complaints
    )
    tables = _offers("tables", value.get("tables", {}), shared, complaints)
    if complaints:
        return None
    count = len(bots) * prod(len(names) for _, names in brought)
    count = (comb(count + 1, 2) if mirrors else comb(count, 2)) if against else count
    count *= prod(len(names) for _, names in tables)
    matches = games * (2 if against else 1)
    if count > MOST_PAIRINGS:
        complaints.append(_too_many(count, "pairings", MOST_PAIRINGS))
    elif count * matches > MOST_MATCHES:
        complaints.append(_too_many(count * matches, "matches", MOST_MATCHES))
    if complaints:
        return None
    entrants = [Entrant(bot, things) for bot, things in product(bots, _combinations(brought))]
    if not against:
        groups: list[tuple[Entrant, ...]] = [(entrant,) for entrant in entrants]
    elif mirrors:
        groups = list(combinations_with_replacement(entrants, 2))
    else:
        groups = [(one, two) for one, two in combinations_with_replacement(entrants, 2) if one != two]
    if not groups:
        complaints.append("there is nobody to play against: name a second bot or a second thing to bring")
        return None
    pairings = tuple(Pairing(group, table) for table, group in product(_combinations(tables), groups))
    return Study(game, matches, seed, pairings, _digest(game, games, seed, pairings))


def _number(value: Mapping[str, Any], key: str, default: int, least: int, most: int, complaints: list[str]) -> int:
    number = value.get(key, default)
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        shown = plain(repr(number), LONGEST_NAME)
        complaints.append(f"{key} must be a whole number from {least} to {most}, not {shown}")
        return default
    return number


def _names(key: str, value: Any, complaints: list[str]) -> list[str]:
    if not isinstance(value, list | tuple) or not value or not all(isinstance(name, str) for name in value):
        complaints.append(f"{key} must be a list of at least one name")
        return []
    if len(value) > MOST_NAMES:
        complaints.append(f"{key} has {len(value):,} names; {MOST_NAMES} are the most")
        return []
    if len(set(value)) != len(value):
        complaints.append(f"{key} names something twice")
    return list(value)


def _offers(
    section: str, value: Any, known: dict[str, list[str]], complaints: list[str]
) -> list[tuple[str, list[str]]]:
    if not isinstance(value, dict):
        complaints.append(f"[{section}] must be a table of choices")
        return []
    offers = []
    for key, names in islice(value.items(), MOST_NAMES):
        if key not in known:
            shown = plain(key, LONGEST_NAME)
            complaints.append(f'[{section}] has no choice "{shown}"{did_you_mean(shown, known)}')
            continue
        names = known[key] if names == "all" else _names(f"{section}.{key}", names, complaints)
        unknown = [plain(name, LONGEST_NAME) for name in names if name not in known[key]]
        complaints += [f'there is no {key} "{name}"{did_you_mean(name, known[key])}' for name in unknown]
        offers.append((key, names))
    return offers


def _combinations(offers: list[tuple[str, list[str]]]) -> list[tuple[tuple[str, str], ...]]:
    keys = [key for key, _ in offers]
    return [tuple(zip(keys, names, strict=True)) for names in product(*(names for _, names in offers))]
