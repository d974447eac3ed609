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
from dataclasses import dataclass
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


class BadStudy(Exception):
    """A study cannot be run; the message has a line for everything that is wrong."""


@dataclass(frozen=True)
class Entrant:
    """What sits down at a table: a bot with what it brings along."""

    bot: str
    brings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.bot, *(name for _, name in self.brings)])


@dataclass(frozen=True)
class Pairing:
    """Who plays on which table: two entrants of a two-player game, or one that fills all seats."""

    entrants: tuple[Entrant, ...]
    table: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return " - ".join(map(str, self.entrants)) + "".join(f" @ {name}" for _, name in self.table)


@dataclass(frozen=True)
class Chunk:
    """A piece of work: some deals of one pairing."""

    number: int
    pairing: int
    first_deal: int
    deals: int


@dataclass(frozen=True)
class Study:
    """Everything that decides the results. Two studies with the same ``digest`` have the same results."""

    game_key: str
    games: int
    seed: int
    pairings: tuple[Pairing, ...]
    digest: str

    @property
    def game(self) -> Game:
        """The game that is studied."""
        return find_game(self.game_key)

    @property
    def seatings(self) -> int:
        """How often a deal is played: with both seatings if the entrants sit against each other."""
        return 2 if self.against else 1

    @property
    def against(self) -> bool:
        """Do entrants play against each other?"""
        return len(self.pairings[0].entrants) == 2

    def chunks(self) -> list[Chunk]:
        """Cut the study into pieces of work; the order of the results is the order of this list."""
        pieces: list[Chunk] = []
        for pairing in range(len(self.pairings)):
            for first in range(0, self.games, DEALS_PER_CHUNK):
                deals = min(DEALS_PER_CHUNK, self.games - first)
                pieces.append(Chunk(len(pieces), pairing, first, deals))
        return pieces

    def setup_choices(self, pairing: Pairing, seating: int) -> dict[str, str]:
        """Return the choices of a table with the pairing's entrants in their seats."""
        chosen = dict(pairing.table)
        if self.against:
            seated = seat_choices(self.game)
            for seat, entrant in enumerate(reversed(pairing.entrants) if seating else pairing.entrants):
                for name, value in entrant.brings:
                    chosen[seated[name][seat]] = value
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
        raise BadStudy(f"{path} is no TOML file: {error}") from error
    complaints: list[str] = []
    study = _study(value, complaints)
    if study is None:
        raise BadStudy("\n".join(f"{path}: {complaint}" for complaint in complaints))
    return study


def _study(value: dict[str, Any], complaints: list[str]) -> Study | None:
    complaints += [f'there is no setting "{key}"{did_you_mean(key, KEYS)}' for key in value if key not in KEYS]
    games, seed = _number(value, "games", 100, 1, complaints), _number(value, "seed", 1, 0, complaints)
    try:
        game = find_game(str(value.get("game", "")))
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
    identity = [game.key, game.version, games, seed, [str(pairing) for pairing in pairings]]
    digest = hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:16]
    return Study(game.key, games, seed, pairings, digest)


def _number(value: dict[str, Any], key: str, default: int, least: int, complaints: list[str]) -> int:
    number = value.get(key, default)
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= MOST_GAMES:
        complaints.append(f"{key} must be a whole number from {least} to {MOST_GAMES}, not {number!r}")
        return default
    return number


def _names(key: str, value: Any, complaints: list[str]) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(name, str) for name in value):
        complaints.append(f"{key} must be a list of at least one name")
        return []
    if len(set(value)) != len(value):
        complaints.append(f"{key} names something twice")
    return value


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
