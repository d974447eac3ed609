"""Magical OOPerations as a game that can be found, set up, saved and checked."""

from __future__ import annotations

from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.game import Choice, Game, Option
from tablewright.core.problems import InvalidData, Problem, read_magic
from tablewright.games.ooperations import catalogue
from tablewright.games.ooperations.actions import CardSet, OoperationsAction
from tablewright.games.ooperations.cards import CREATURE, OoperationsCard
from tablewright.games.ooperations.setup import (
    CONFIG_MAGIC,
    DECK_MAGIC,
    OoperationsSetup,
    parse_config,
    parse_deck,
    ready_decks,
    table,
)
from tablewright.games.ooperations.state import OoperationsState, deal

MESSAGE_MAGIC = "MESSAGE"


class OoperationsGame(Game):
    """Two players, creatures and spells on seven lanes."""

    key = "ooperations"
    title = "Magical OOPerations"
    version = 1
    about = "Two players send creatures along seven lanes and turn battles with spells."
    hidden = True
    chance = False
    cooperative = False
    seats = (2, 2)

    def choices(self) -> list[Choice]:
        decks = ready_decks(catalogue.shipped_cards())
        options = [Option(name, f"{deck.name}: {deck.about}") for name, deck in decks.items()]
        return [
            Choice("deck1", "Deck of player 1", options, 0),
            Choice("deck2", "Deck of player 2", options[1:] + options[:1], 1),  # another default than player 1's
        ]

    def setup(self, **chosen: str) -> OoperationsSetup:
        names = self.pick(chosen)
        cards = catalogue.shipped_cards()
        decks = ready_decks(cards)
        return table(cards, decks[names["deck1"]], decks[names["deck2"]])

    def new(self, setup: OoperationsSetup, seed: int) -> OoperationsState:
        state = deal(setup, Dice(seed) if setup.shuffle else None)
        state.start()
        return state

    def actions(self, setup: OoperationsSetup) -> list[OoperationsAction]:
        return setup.cards.moves

    def write_setup(self, setup: OoperationsSetup) -> dict[str, Any]:
        value: dict[str, Any] = {
            "health": setup.health,
            "max_rounds": setup.max_rounds,
            "mana": setup.mana,
            "shuffle": setup.shuffle,
            "decks": [[card.key for card in deck] for deck in setup.decks],
        }
        if setup.cards is not catalogue.shipped_cards():
            value["cards"] = setup.cards.source
        return value

    def read_setup(self, value: Any) -> OoperationsSetup:
        try:
            cards = catalogue.parse_cards(value["cards"]) if "cards" in value else catalogue.shipped_cards()
            one, two = (tuple(cards.by_key[key] for key in deck) for deck in value["decks"])
            health, max_rounds, mana = (int(value[key]) for key in ("health", "max_rounds", "mana"))
            return OoperationsSetup(cards, health, max_rounds, mana, (one, two), bool(value["shuffle"]))
        except InvalidData as error:
            raise ValueError(f"the cards of the setup have mistakes: {error}") from error
        except (LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"this is no setup of {self.title}: {error!r}") from error

    def restore(self, snapshot: Any) -> OoperationsState:
        from tablewright.games.ooperations.snapshot import restore

        try:
            if snapshot["game"] != self.key or snapshot["version"] != self.version:
                raise ValueError(f"this snapshot is not of {self.title}, rules {self.version}")
            return restore(snapshot, self.read_setup(snapshot["setup"]))
        except (LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"this is no snapshot of {self.title}: {error!r}") from error

    def claims(self, path: str) -> bool:
        return _magic(path) in (CONFIG_MAGIC, DECK_MAGIC, catalogue.MAGIC, MESSAGE_MAGIC)

    def check(self, paths: list[str]) -> list[Problem]:
        """Check card files first: the other files given with exactly one may use its cards."""
        problems: list[Problem] = []
        sets: list[CardSet] = []
        for path in paths:
            if _magic(path) == catalogue.MAGIC:
                try:
                    sets.append(catalogue.read_cards(path))
                except InvalidData as invalid:
                    problems += invalid.problems
        cards = sets[0] if len(sets) == 1 else catalogue.shipped_cards()
        for path in paths:
            magic = _magic(path)
            if magic == CONFIG_MAGIC:
                found: list[Problem] = []
                parse_config(read_magic(path, CONFIG_MAGIC), cards, path, found)
                problems += found
            elif magic == MESSAGE_MAGIC:
                problems += _check_messages(path, cards.cards)
            elif magic == DECK_MAGIC:
                try:
                    with open(path, encoding="utf-8", errors="surrogateescape") as file:
                        parse_deck(file.read(), cards, path)
                except InvalidData as invalid:
                    problems += invalid.problems
        return problems


def message_keys(cards: list[OoperationsCard]) -> list[str]:
    """Return every key that the console prints from a message config."""
    from tablewright.consoles import ooperations as console
    from tablewright.core.state import Reason
    from tablewright.games.ooperations import actions, rules

    reasons = [value for module in (actions, rules) for value in vars(module).values() if isinstance(value, Reason)]
    keys = ["E_" + reason.code for reason in reasons if reason.rank]
    keys += ["I_" + card.key for card in cards]
    keys += ["D_" + card.key for card in cards if card.aim != CREATURE]
    keys += [*console.EVENT_MESSAGES.values(), *console.END_MESSAGES.values(), *console.LAYOUT_MESSAGES]
    return sorted(set(keys))


def _check_messages(path: str, cards: list[OoperationsCard]) -> list[Problem]:
    problems = []
    known = message_keys(cards)
    seen: dict[str, int] = {}
    for number, line in enumerate(read_magic(path, MESSAGE_MAGIC), 2):
        key, colon, _ = line.partition(":")
        if not line:
            continue
        if not colon:
            problems.append(Problem(path, number, 0, "colon", "there is no colon behind the key", warning=True))
        elif key in seen:
            message = f"{key} was given in line {seen[key]} already; this text replaces that one"
            problems.append(Problem(path, number, 0, "key", message, warning=True))
        elif key not in known:
            problems.append(Problem(path, number, 0, "key", f"{key} is never printed", warning=True))
        seen[key] = number
    problems += [Problem(path, 0, 0, "key", f"{key} has no text") for key in known if key not in seen]
    return problems


def _magic(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.readline(32).rstrip(b"\n").decode("ascii", "replace")
    except OSError:
        return ""


GAME = OoperationsGame()
