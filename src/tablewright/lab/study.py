"""A study: which entrants meet on which tables, how often, and with which seeds.

::

    game = "ooperations"
    games = 200                  # deals per pairing; each is played once with either seating
    seed = 1
    bots = ["normal"]

    [entrants]                   # what a seat brings along; every combination with every bot is an entrant
    deck = ["wolfpack", "venom"]

    [tables]                     # what concerns the whole table; every combination is played
    dungeon = ["cellar", "crypt"]
"""

from __future__ import annotations

import hashlib
import json
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations_with_replacement, product
from typing import Any

from tablewright.bots.registry import make_bot
from tablewright.core.game import Game
from tablewright.core.problems import did_you_mean
from tablewright.core.registry import find_game

#: Deals in one piece of work: small enough to lose little, large enough to keep workers busy.
DEALS_PER_CHUNK = 5
MOST_GAMES = 10_000_000
KEYS = ("game", "games", "seed", "bots", "mirrors", "entrants", "tables")


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
        return " ".join([self.bot, *(name for _, name in self.brings)])


@dataclass(frozen=True)
class Pairing:
    """Who plays on which table: an entrant for each seat where they play against each other, or one in all seats."""

    entrants: tuple[Entrant, ...]
    table: tuple[tuple[str, str], ...] = ()

    def lineup(self, seating: int, seats: int) -> list[int]:
        """Return which entrant has each seat; with every seating they move one seat on."""
        return [(seat + seating) % len(self.entrants) for seat in range(seats)]

    def __str__(self) -> str:
        return " - ".join(map(str, self.entrants)) + "".join(f" @ {name}" for _, name in self.table)


@dataclass(frozen=True)
class Chunk:
    """A piece of work: some matches of one pairing, counted from its first deal with its first seating."""

    number: int
    pairing: int
    first: int
    matches: int


@dataclass(frozen=True)
class Study:
    """Everything that decides the results. Two studies with the same ``digest`` have the same results."""

    game: Game
    #: Matches of each pairing: every deal with all seatings, the last one perhaps with some only.
    matches: int
    seed: int
    pairings: tuple[Pairing, ...]
    digest: str
    seeding: Seeding = Seeding.CONSECUTIVE
    _setups: dict[tuple[int, int], Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    # A game is not copied to other processes: they find their own, and make their setups themselves.
    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "game": self.game.key, "_setups": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, game=find_game(state["game"]))

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

    def chunks(self, size: int = 0) -> list[Chunk]:
        """Cut the study into pieces of work, of a few deals or of so many matches; results come in the same order."""
        size = size or DEALS_PER_CHUNK * self.seatings
        pieces: list[Chunk] = []
        for pairing in range(len(self.pairings)):
            for first in range(0, self.matches, size):
                pieces.append(Chunk(len(pieces), pairing, first, min(size, self.matches - first)))
        return pieces

    def setup(self, pairing: int, seating: int) -> Any:
        """Return the setup of a pairing with its entrants in their seats; all its matches share it."""
        if (pairing, seating) not in self._setups:
            if len(self._setups) == self.seatings:  # those of the pairing before
                self._setups.clear()
            self._setups[pairing, seating] = self.game.setup(**self._choices(self.pairings[pairing], seating))
        return self._setups[pairing, seating]

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


def read_study(path: str) -> Study:
    """Read a study file; raises ``BadStudy`` with everything that is wrong with it."""
    try:
        with open(path, "rb") as file:
            value = tomllib.load(file)
    except OSError as error:
        raise BadStudy(f"{path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadStudy(f"{path} is not a TOML file: {error}") from error
    return make_study(value, f"{path}: ")


def make_study(settings: Mapping[str, Any], place: str = "") -> Study:
    """Make a study of the settings of a study file; raises ``BadStudy`` with everything that is wrong with them.

    The game may be given as it is, instead of by its key. Complaints begin with ``place``.
    """
    complaints: list[str] = []
    study = _study(settings, complaints)
    if study is None:
        raise BadStudy("\n".join(place + complaint for complaint in complaints))
    return study


def at_one_table(game: Game, chosen: Mapping[str, str], bots: Sequence[str], matches: int, seed: int) -> Study:
    """Make the study of a single table with these choices: the bots against each other, or one after the other.

    Raises ``ValueError`` with a sentence.
    """
    setup = game.setup(**chosen)
    entrants = [Entrant(bot) for bot in bots]
    table = tuple(chosen.items())
    if game.cooperative or setup.seats == 1:
        pairings = tuple(Pairing((entrant,), table) for entrant in entrants)
    elif len(bots) == setup.seats:
        pairings = (Pairing(tuple(entrants), table),)
    else:
        raise ValueError(f"{game.title} is played by {setup.seats} bots, not by {len(bots)}")
    for bot in bots:
        make_bot(bot, game)
    digest = _digest(game, matches, seed, pairings, Seeding.MIXED.value, *chosen)
    return Study(game, matches, seed, pairings, digest, Seeding.MIXED)


def _digest(game: Game, games: int, seed: int, pairings: Sequence[Pairing], *more: str) -> str:
    identity = [game.key, game.version, games, seed, [str(pairing) for pairing in pairings], *more]
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:16]


def _study(value: Mapping[str, Any], complaints: list[str]) -> Study | None:
    complaints += [f'there is no setting "{key}"{did_you_mean(key, KEYS)}' for key in value if key not in KEYS]
    games, seed = _number(value, "games", 100, 1, complaints), _number(value, "seed", 1, 0, complaints)
    try:
        named = value.get("game", "")
        game = find_game(named if isinstance(named, Game) else str(named))
    except ValueError as error:
        complaints.append(str(error))
        return None
    bots = _names("bots", value.get("bots", ["normal"]), complaints)
    for bot in bots:
        try:
            make_bot(bot, game, seed=0)
        except ValueError as error:
            complaints.append(str(error))
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
    entrants = [Entrant(bot, things) for bot, things in product(bots, _combinations(brought))]
    if not against:
        groups: list[tuple[Entrant, ...]] = [(entrant,) for entrant in entrants]
    elif value.get("mirrors", True):
        groups = list(combinations_with_replacement(entrants, 2))
    else:
        groups = [(one, two) for one, two in combinations_with_replacement(entrants, 2) if one != two]
    if not groups:
        complaints.append("there is nobody to play against: name a second bot or a second thing to bring")
        return None
    pairings = tuple(Pairing(group, table) for table, group in product(_combinations(tables), groups))
    matches = games * (2 if against else 1)
    return Study(game, matches, seed, pairings, _digest(game, games, seed, pairings))


def _number(value: Mapping[str, Any], key: str, default: int, least: int, complaints: list[str]) -> int:
    number = value.get(key, default)
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= MOST_GAMES:
        complaints.append(f"{key} must be a whole number from {least} to {MOST_GAMES}, not {number!r}")
        return default
    return number


def _names(key: str, value: Any, complaints: list[str]) -> list[str]:
    if not isinstance(value, list | tuple) or not value or not all(isinstance(name, str) for name in value):
        complaints.append(f"{key} must be a list of at least one name")
        return []
    if len(set(value)) != len(value):
        complaints.append(f"{key} names something twice")
    return list(value)


def _offers(
    section: str, value: Any, known: dict[str, list[str]], complaints: list[str]
) -> list[tuple[str, list[str]]]:
    offers = []
    for key, names in value.items() if isinstance(value, dict) else ():
        if key not in known:
            complaints.append(f'[{section}] has no choice "{key}"{did_you_mean(key, known)}')
            continue
        names = known[key] if names == "all" else _names(f"{section}.{key}", names, complaints)
        unknown = [name for name in names if name not in known[key]]
        complaints += [f'there is no {key} "{name}"{did_you_mean(name, known[key])}' for name in unknown]
        offers.append((key, names))
    return offers


def _combinations(offers: list[tuple[str, list[str]]]) -> list[tuple[tuple[str, str], ...]]:
    keys = [key for key, _ in offers]
    return [tuple(zip(keys, names, strict=True)) for names in product(*(names for _, names in offers))]
