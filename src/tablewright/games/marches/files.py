"""What authors write, read and checked with all mistakes at once: cards, and decks made of them.

A deck file is a class and thirty cards::

    {
      "format": "marches-deck/1",
      "name": "vanguard",
      "about": "one line for the menu",
      "class": -1,
      "cards": {"9 THIEF": 3, "WAR HOUNDS": 3, "13": 2}
    }

A card is named by its number, by its name, or by both, which must then agree.
"""

from __future__ import annotations

import os

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.outside import read_text
from tablewright.core.problems import did_you_mean
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import clean, read_card, read_card_file
from tablewright.games.marches.language.reader import Document, Node, from_value, read, read_trusted, shown
from tablewright.games.marches.language.vocabulary import KINDS
from tablewright.games.marches.setup import OPTION_RULES, BadSetup, MarchesSetup, Options

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Final

    from tablewright.games.marches.pieces import MarchesCard

DATA: Final = os.path.join(os.path.dirname(__file__), "data")
DECKS: Final = os.path.join(DATA, "decks")
DECK_FORMAT: Final = "marches-deck/1"
DECK_KEYS: Final = ("format", "name", "about", "class", "cards")
DECK_SIZE: Final = 30
#: No list of cards is longer, even where decks need not follow the deck rules.
MOST_CARDS: Final = 1_000
#: Cards beside those that ship with the game, in one setup or folder, and the values in all of their definitions.
MOST_OWN_CARDS: Final = 1_000
MOST_OWN_VALUES: Final = 100_000
#: Of a deck, the name has at most so many characters, and the line about it.
LONGEST_DECK_NAME: Final = 80
LONGEST_ABOUT: Final = 300
#: Copies that a deck may hold of a card, by rarity.
COPIES: Final = {1: 3, 2: 2, 3: 1}
BASE_TRIBE: Final = "BASE"
BASE_CLASS: Final = -1

# ------------------------------------------------------------------------------------------------------------ cards


class Catalogue:
    """Cards by id. Those that ship with the game are read when first wanted; others can be added over them."""

    def __init__(self) -> None:
        self.cards: dict[int, MarchesCard] = {}
        #: The JSON values (card, illustration) of cards that did not ship with the game, for records and snapshots.
        self.sources: dict[int, tuple[object, object]] = {}
        #: How many values the definitions of these have.
        self.sizes: dict[int, int] = {}
        #: The files that some of these were read from.
        self.files: dict[int, str] = {}

    def copy(self) -> Catalogue:
        """Return one with the same cards, to which others can be added."""
        other = Catalogue()
        other.cards.update(self.cards)
        other.sources.update(self.sources)
        other.sizes.update(self.sizes)
        other.files.update(self.files)
        return other

    def get(self, number: int) -> MarchesCard | None:
        """Return a card, or ``None`` if there is none of that number."""
        card = self.cards.get(number)
        return shipped_card(number) if card is None else card

    def add(self, card: MarchesCard, document: Document, illustration: Document | None) -> None:
        """Add a card that was made of documents; it replaces any other with its number."""
        self.cards[card.id] = card
        self.sources[card.id] = (_plain(document), _plain(illustration))
        self.sizes[card.id] = document.values + (0 if illustration is None else illustration.values)

    def add_folder(self, folder: str) -> None:
        """Add every card file of a folder; raises ``BadSetup`` with all that is wrong with them."""
        try:
            names = sorted(os.listdir(folder))
        except (OSError, ValueError) as error:
            raise BadSetup(f"the folder {folder} cannot be read") from error
        names = [name for name in names if name.endswith(".json") and is_number(name.removesuffix(".json"))]
        if len(names) > MOST_OWN_CARDS:
            raise BadSetup(f"the folder {folder} has {len(names)} cards; {MOST_OWN_CARDS} are the most")
        wrong = [sentence for name in names for sentence in self.add_file(os.path.join(folder, name))]
        if wrong:
            raise BadSetup("\n".join(wrong))

    def add_file(self, path: str) -> list[str]:
        """Add a card file, and return everything that is wrong with it; no two files have cards of one number."""
        card, document, illustration = read_card_file(path)
        problems = document.problems + (illustration.problems if illustration is not None else [])
        if card is None or problems:
            return [str(problem) for problem in problems]
        other = self.files.get(card.id)
        if other is not None and os.path.realpath(other) != os.path.realpath(path):
            return [f"{path}: {other} has a card {card.id} too; give one of them another number"]
        self.files[card.id] = path
        self.add(card, document, illustration)
        return []

    def add_value(self, card: object, illustration: object) -> None:
        """Add a card given as a JSON value; raises ``BadSetup`` if it is none, or one too many."""
        document = from_value(card, "card")
        drawn = None if illustration is None else from_value(illustration, "illustration")
        self.check_size(document.values + (0 if drawn is None else drawn.values), self.sizes)
        made = read_card(document, drawn)
        if made is None:
            raise BadSetup(str([*document.problems, *(drawn.problems if drawn else [])][0]))
        self.add(made, document, drawn)

    def check_size(self, more: int, own: Iterable[int]) -> None:
        """Raise ``BadSetup`` if own cards and some values more are too much for one match."""
        if more + sum([self.sizes.get(number, 0) for number in own]) > MOST_OWN_VALUES:
            raise BadSetup(f"the cards have more than {MOST_OWN_VALUES:,} values")

    def numbers(self) -> list[int]:
        """List the numbers of all cards."""
        return sorted({*shipped_numbers(), *self.cards})

    def reachable(self, wanted: Iterable[int]) -> dict[int, MarchesCard]:
        """Return cards and every card that they can bring into play; raises ``BadSetup`` for one that is missing."""
        found: dict[int, MarchesCard] = {}
        waiting = list(wanted)
        everything = False
        while waiting:
            number = waiting.pop()
            if number in found:
                continue
            card = self.get(number)
            if card is None:
                raise BadSetup(f"there is no card {number}")
            found[number] = card
            if card.kind == codes.PLAYER:
                waiting.append(card.power)
            for program in card.programs:
                for step in program.instructions:
                    if step.effect.card_number:
                        number = step.values["TempVariable"]
                        if step.values["Input"] != codes.TEMP_VARIABLE:
                            if not everything:
                                everything = True
                                waiting += self.numbers()  # which unit it will be is known only in play
                        elif self.get(number) is not None:
                            waiting.append(number)
        return found


def _plain(document: Document | None) -> object:
    """Return what stands in a document as a JSON value; ``None`` if there is none."""
    return None if document is None or document.root is None else document.root.plain()


def is_number(name: str) -> bool:
    """Say whether a file name without its ending is a card number."""
    return name.removeprefix("-").isdigit() and name.isascii()


_numbers: list[int] = []
_shipped: dict[int, MarchesCard | None] = {}
#: What each of them was read from, and the line about it once somebody has asked.
_documents: dict[int, Document] = {}
_lines: dict[int, str] = {}


def shipped_numbers() -> list[int]:
    """Return the numbers of the cards that ship with the game."""
    if not _numbers:
        low, high = read_text(os.path.join(DATA, "cards", "index.csv")).split(",")
        # All at once: another thread may look meanwhile.
        _numbers[:] = [number for number in range(int(low), int(high) + 1) if number != 0]
    return _numbers


def shipped_card(number: int) -> MarchesCard | None:
    """Return a card that ships with the game."""
    if number not in _shipped:
        if number not in shipped_numbers():
            return None
        path = os.path.join(DATA, "cards", f"{number}.json")
        card = None
        if os.path.exists(path):
            card, _documents[number], _ = read_card_file(path, trusted=True)
        # The same object for everybody, also where threads ask at once.
        return _shipped.setdefault(number, card)
    return _shipped[number]


def card_line(card: MarchesCard, document: Document) -> str:
    """Return a line about a card: the numbers that people look at, and a digest of everything that decides a match."""
    from tablewright.core.content import digest

    stats, facts = card.stats, ["class" if card.kind == codes.PLAYER else KINDS.by_value[card.kind].says]
    if card.kind != codes.PLAYER:
        facts.append(f"{card.cost} gold")
    if card.kind == codes.UNIT:
        facts.append(f"{stats.attack.total}/{stats.hp.total}")
    elif card.kind != codes.SKILL:
        facts.append(f"{stats.hp.total} HP")
    return ", ".join([*facts, digest([_plain(document), card.name, card.tribe])])


def shipped_content(setup: MarchesSetup) -> dict[str, str]:
    """Return the cards of a setup that ship with the game, by number and name."""
    cards = [setup.cards[number] for number in sorted(setup.cards) if number not in setup.sources]
    for card in cards:
        if card.id not in _lines:
            _lines[card.id] = card_line(card, _documents[card.id])
    return {f"{card.id} {card.name}": _lines[card.id] for card in cards}


def shipped_cards() -> dict[int, MarchesCard]:
    """Return all cards that ship with the game."""
    cards = {number: shipped_card(number) for number in shipped_numbers()}
    return {number: card for number, card in cards.items() if card is not None}


# -------------------------------------------------------------------------------------------------- a table's setup


def class_problem(number: int, catalogue: Catalogue) -> str:
    """Say what is wrong with a class; "" if nothing is."""
    card = catalogue.get(number)
    if card is None or card.kind != codes.PLAYER:
        return f"card {number} is not a class"
    power = catalogue.get(card.power)
    if power is None:
        return f"{card.name} has the active power {card.power}, but there is no such card"
    if power.kind != codes.SKILL or power.targeting != codes.ON_BOARD:
        return f"{card.name} has the active power {power.name}, which is not a skill played on the board"
    if card.damage >= card.stats.hp.total:
        return f"{card.name} has no health to begin with"
    return ""


def deck_problems(deck: Sequence[int], tribe: str, catalogue: Catalogue) -> list[str]:
    """List everything in a deck that is against the deck rules; ``tribe`` is that of the class."""
    return [sentence for _, sentence in deck_faults(deck, tribe, catalogue)]


def deck_faults(deck: Sequence[int], tribe: str, catalogue: Catalogue) -> list[tuple[int | None, str]]:
    """List the same with the number of the card that it is about, ``None`` for the deck as a whole."""
    found: list[tuple[int | None, str]] = []
    if len(deck) != DECK_SIZE:
        found.append((None, f"a deck has {DECK_SIZE} cards, not {len(deck)}"))
    tribes = BASE_TRIBE if tribe == BASE_TRIBE else f"{tribe} or {BASE_TRIBE}"
    for number in sorted(set(deck)):
        card, copies = catalogue.get(number), deck.count(number)
        if card is None:
            found.append((number, f"there is no card {number}"))
        elif card.kind == codes.PLAYER:
            found.append((number, f"{card.name} ({number}) is a class and cannot be in a deck"))
        elif card.rarity not in COPIES:
            found.append((number, f"{card.name} ({number}) has rarity {card.rarity} and cannot be in a deck"))
        elif card.tribe not in (BASE_TRIBE, tribe):
            found.append((number, f"{card.name} ({number}) belongs to the tribe {card.tribe}, not to {tribes}"))
        elif copies > COPIES[card.rarity]:
            found.append((number, f"{card.name} ({number}) may be in a deck {COPIES[card.rarity]} times, not {copies}"))
    return found


def make_setup(
    decks: Sequence[Sequence[int]],
    classes: Sequence[int] = (BASE_CLASS, BASE_CLASS),
    options: Mapping[str, int] | None = None,
    catalogue: Catalogue | None = None,
    also: Iterable[int] = (),
) -> MarchesSetup:
    """Check and make a setup; raises ``BadSetup``. ``also``: cards in hands that are not in the decks."""
    catalogue = catalogue or Catalogue()
    for name in options or {}:
        known = [rule.name for rule in OPTION_RULES]
        if name not in known:
            raise BadSetup(f'there is no rule "{name[:40]}"{did_you_mean(name[:40], known)}')
    most = max(len(deck) for deck in decks)
    if most > MOST_CARDS:
        raise BadSetup(f"a deck has {most:,} cards; {MOST_CARDS:,} are the most")
    rules = Options(options or {})
    if not 0 <= rules.starting_cards <= DECK_SIZE:
        raise BadSetup(f"starting_cards must be from 0 to {DECK_SIZE}, not {rules.starting_cards}")
    for seat, (deck, number) in enumerate(zip(decks, classes, strict=True)):
        problem = class_problem(number, catalogue)
        card = catalogue.get(number)
        if problem or card is None:
            raise BadSetup(problem)
        problems = [] if rules.any_deck else deck_problems(deck, card.tribe, catalogue)
        if problems:
            raise BadSetup(f"the deck of player {seat + 1} is against the rules: {'; '.join(problems)}")
        for number in deck:
            held = catalogue.get(number)
            if held is not None and held.kind == codes.PLAYER:
                raise BadSetup(f"{held.name} ({number}) is a class and cannot be in a deck")
    playable = {*decks[0], *decks[1], *also}
    cards = catalogue.reachable([*playable, *classes])
    one, other = [frozenset(catalogue.reachable([*decks[seat], classes[seat]])) for seat in (0, 1)]
    sources = {number: source for number, source in catalogue.sources.items() if number in cards}
    catalogue.check_size(0, sources)
    first, second = tuple(sorted(decks[0])), tuple(sorted(decks[1]))
    return MarchesSetup(cards, (classes[0], classes[1]), (first, second), rules, sources, playable, (one, other))


# ------------------------------------------------------------------------------------------------------- deck files


@final
class MarchesDeck:
    """A deck that can be played."""

    __slots__ = ("about", "cards", "class_", "name")

    def __init__(self, name: str, about: str, class_: int, cards: tuple[int, ...]) -> None:
        self.name = name
        self.about = about
        self.class_ = class_
        self.cards = cards


def read_deck(document: Document, catalogue: Catalogue) -> MarchesDeck | None:
    """Make a deck of a document; ``None`` if it has errors, which are reported there."""
    root = document.root
    if root is None:
        return None
    if not isinstance(root.value, dict):
        document.report("wrong-kind", f"a deck must be an object, not {root.kind}", root)
        return None
    for key in root.value:
        if key not in DECK_KEYS:
            word = shown(key)
            document.report("unknown-key", f'a deck has no "{word}"{document.near(word, DECK_KEYS)}', root.keys[key])
    form = root.get("format")
    if form is None or form.value != DECK_FORMAT:
        document.report("wrong-format", f'a deck must have "format": "{DECK_FORMAT}"', form or root)
    texts = {key: _text(document, root, key) for key in ("name", "about")}
    number = root.get("class")
    class_ = BASE_CLASS if number is None else number.value
    if not isinstance(class_, int) or isinstance(class_, bool):
        document.report("wrong-kind", "class must be the number of a class card", number)
        return None
    cards = root.get("cards")
    if cards is None or not isinstance(cards.value, dict):
        document.report(
            "missing-field", 'a deck needs "cards": an object with the number of copies of each', cards or root
        )
        return None
    found: list[int] = []
    if len(cards.value) > MOST_CARDS:
        document.report("too-many-values", f"a deck names at most {MOST_CARDS:,} cards", cards)
        return None
    names: dict[str, list[int]] = {}
    entries: dict[int, tuple[int, int]] = {}
    for key, copies in cards.value.items():
        card = _card(document, catalogue, names, key, cards.keys[key])
        if not isinstance(copies.value, int) or isinstance(copies.value, bool) or not 1 <= copies.value <= 30:
            document.report("wrong-kind", f"the number of copies must be from 1 to 30, not {copies.kind}", copies)
        elif card is not None:
            found += [card] * copies.value
            entries[card] = cards.keys[key]
    problem = class_problem(class_, catalogue)
    if problem:
        document.report("bad-class", problem, number or root)
    else:
        chosen = catalogue.get(class_)
        assert chosen is not None
        whole = not document.errors  # else entries are missing, and only what concerns single ones can be judged
        for about, sentence in deck_faults(found, chosen.tribe, catalogue):
            if about is not None or whole:
                document.report("deck-rule", sentence, cards if about is None else entries[about])
    return None if document.errors else MarchesDeck(texts["name"], texts["about"], class_, tuple(sorted(found)))


def _text(document: Document, root: Node, key: str) -> str:
    node = root.get(key)
    if node is None:
        if key == "name":
            document.report("missing-field", "a deck needs a name", root)
        return ""
    if not isinstance(node.value, str) or not node.value.isprintable():
        document.report("wrong-kind", f"{key} must be a text of one line, not {node.kind}", node)
        return ""
    most = LONGEST_DECK_NAME if key == "name" else LONGEST_ABOUT
    if len(node.value) > most:
        document.report("wrong-kind", f"{key} has at most {most} characters", node)
        return ""
    return clean(node.value)


def _card(
    document: Document, catalogue: Catalogue, names: dict[str, list[int]], key: str, at: tuple[int, int]
) -> int | None:
    """Return the number of the card that a key names; ``names`` is filled when the first one needs it.

    Only then all cards have to be read.
    """
    first, _, rest = key.strip().partition(" ")
    if first.removeprefix("-").isdigit() and first.isascii() and len(first) < 12:
        number = int(first)
        card = catalogue.get(number)
        if card is None:
            document.report("unknown-card", f"there is no card {number}", at)
            return None
        if rest.strip() and rest.strip().upper() != card.name.upper():
            document.report("unknown-card", f'card {number} is {card.name}, not "{shown(rest.strip())}"', at)
            return None
        return number
    if not names:
        for one in catalogue.numbers():
            known = catalogue.get(one)
            if known is not None and known.kind != codes.PLAYER:
                names.setdefault(known.name.upper(), []).append(one)
    found = names.get(key.strip().upper(), [])
    key = shown(key)
    if len(found) == 1:
        return found[0]
    if found:
        document.report("unknown-card", f'"{key}" could be any of the cards {found}: write the number', at)
    else:
        document.report("unknown-card", f'there is no card "{key}"{document.near(key, names)}', at)
    return None


def deck_names() -> list[str]:
    """List the decks that ship with the game."""
    return sorted(name.removesuffix(".json") for name in os.listdir(DECKS))


def find_deck(name: str, catalogue: Catalogue) -> MarchesDeck:
    """Return a deck by the name of one that ships with the game, or by its path; raises ``BadSetup``."""
    names = deck_names()
    if name.lower() in names:
        document = read_trusted(os.path.join(DECKS, f"{name.lower()}.json"))
    elif name.endswith(".json") or os.sep in name:
        document = read(name)
    else:
        raise BadSetup(f'there is no deck "{name}"{did_you_mean(name, names)} (decks: {", ".join(names)})')
    deck = read_deck(document, catalogue)
    if deck is None:
        raise BadSetup("\n".join(str(problem) for problem in document.problems))
    return deck
