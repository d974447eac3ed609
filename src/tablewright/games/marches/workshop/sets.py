"""A set: cards, decks and tests as one file that can be given to a stranger, and taken from one.

::

    {
      "format": "marches-set/1",
      "title": "...", "notes": "...",
      "cards": [{"number": 100, "card": "the text of 100.json", "illustration": "that of 100-illustration.json"}],
      "decks": ["the text of a deck file"],
      "tests": [{"name": "sawmill-test", "text": "the text of a scenario file"}]
    }

Looking at a set reads it within bounds and runs nothing. Numbers and names that are taken here become others, in the
cards and in everything that names them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tablewright.core.outside import LONGEST_NAME as LONGEST_TITLE
from tablewright.core.outside import MOST_BYTES, parse_json, plain
from tablewright.games.marches.authoring.start import FIRST_NUMBER
from tablewright.games.marches.files import Catalogue, read_deck, shipped_card, shipped_numbers
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import ILLUSTRATION, LONGEST_NAME, read_card
from tablewright.games.marches.language.reader import Document, Node, parse
from tablewright.games.marches.pieces import MarchesCard
from tablewright.games.marches.scenarios.scenario import SEATS, read_scenario
from tablewright.games.marches.workshop.decks import read_list, written
from tablewright.games.marches.workshop.draft import BadEdit, CardSheet

FORMAT: Final = "marches-set/1"
KEYS: Final = ("format", "title", "notes", "cards", "decks", "tests")
#: A set has at most so many of each, and of what is wrong with it so much is told.
MOST_CARDS, MOST_DECKS, MOST_TESTS, MOST_TOLD = 200, 50, 300, 50
LONGEST_NOTES: Final = 2_000
#: What stands in the place of a token of a text, by the line and column where it begins.
Changes = dict[tuple[int, int], str]


@dataclass
class MarchesSet:
    """A set that was looked at: what would be taken, under which numbers and names, or everything that is wrong."""

    title: str = ""
    notes: str = ""
    cards: dict[int, CardSheet] = field(default_factory=dict)
    decks: dict[str, str] = field(default_factory=dict)
    tests: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    #: New numbers and names of cards, decks and tests by the old ones.
    renumbered: dict[int, int] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    #: Cards that are here already, exactly as they are in the set.
    known: list[int] = field(default_factory=list)


def write_set(
    title: str, notes: str, cards: Mapping[int, CardSheet], decks: Iterable[str], tests: Mapping[str, str]
) -> str:
    """Return a set as a file."""
    value = {
        "format": FORMAT,
        "title": title,
        "notes": notes,
        "cards": [
            {"number": number, "card": sheet.card, "illustration": sheet.illustration}
            for number, sheet in sorted(cards.items())
        ],
        "decks": list(decks),
        "tests": [{"name": name, "text": text} for name, text in sorted(tests.items())],
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def look(
    text: str,
    here: Mapping[int, CardSheet],
    texts: Collection[str],
    taken: Collection[int],
    free: Callable[[str, Collection[str]], str],
    catalogue: Catalogue,
) -> MarchesSet:
    """Return what a set would bring into a space; nothing of it is run.

    ``here`` are the cards of the space, ``texts`` its decks and tests: what is there already is not taken again.
    ``taken`` are its numbers, those of removed cards among them, and ``free`` gives a name for a deck or a test that
    neither the space nor a collection has.
    """
    return _Look(here, texts, taken, free, catalogue).run(text)


class _Look:
    """One look."""

    def __init__(
        self,
        here: Mapping[int, CardSheet],
        texts: Collection[str],
        taken: Collection[int],
        free: Callable[[str, Collection[str]], str],
        catalogue: Catalogue,
    ) -> None:
        self.here = here
        self.texts = texts
        self.taken = taken
        self.free = free
        self.catalogue = catalogue
        self.found = MarchesSet()
        #: The cards of the set as its author has numbered and named them.
        self.cards: dict[int, tuple[CardSheet, MarchesCard, Document, Document | None]] = {}
        #: Names of some of them that are others here, by their old numbers.
        self.names: dict[int, str] = {}

    def wrong(self, where: str, what: str) -> None:
        if len(self.found.problems) < MOST_TOLD:
            self.found.problems.append(plain(f"{where}: {what}" if where else what, 300))

    def run(self, text: str) -> MarchesSet:
        value = self.parts(text)
        if value is None:
            return self.found
        for item in self.listed(value, "cards", MOST_CARDS):
            self.read(item)
        self.check_references()
        if self.found.problems:
            return self.found
        self.number()
        self.name()
        for number in self.cards:
            self.take_card(number)
        # The decks and tests of the set are read with its cards under the old numbers, and checked with the new ones.
        before, after = Catalogue(), self.catalogue.copy()
        for _, card, document, drawn in self.cards.values():
            before.add(card, document, drawn)
        for number, sheet in self.found.cards.items():
            self.add(after, number, sheet)
        for item in self.listed(value, "decks", MOST_DECKS):
            self.take_deck(item, before, after)
        for item in self.listed(value, "tests", MOST_TESTS):
            self.take_test(item, after)
        return self.found

    def parts(self, text: str) -> Mapping[str, Any] | None:
        """Return the outer value of a set; ``None`` if it is none."""
        if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
            self.wrong("", f"A set has at most {MOST_BYTES:,} bytes")
            return None
        try:
            value = parse_json(text)
        except ValueError as error:
            self.wrong("", f"This is no set: {error}")
            return None
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            self.wrong("", f'This is no set: it has no "format": "{FORMAT}"')
            return None
        for key in value:
            if key not in KEYS:
                self.wrong("", f'A set has no "{key[:40]}"')
        words = {}
        for key, most in (("title", LONGEST_TITLE), ("notes", LONGEST_NOTES)):
            word = value.get(key, "")
            if not isinstance(word, str):
                self.wrong("", f"{key} must be a text")
            else:
                words[key] = plain(word, most)
        self.found.title, self.found.notes = words.get("title", ""), words.get("notes", "")
        return value

    def listed(self, value: Mapping[str, Any], key: str, most: int) -> list[Any]:
        found = value.get(key, [])
        if not isinstance(found, list):
            self.wrong("", f"{key} must be a list")
            return []
        if len(found) > most:
            self.wrong("", f"A set has at most {most} {key}, not {len(found)}")
            return []
        return found

    # ---------------------------------------------------------------------------------------------------------- cards

    def read(self, item: Any) -> None:
        """Read a card of the set."""
        fits = isinstance(item, dict) and set(item) <= {"number", "card", "illustration"}
        number = item.get("number") if fits else None
        card, drawn = (item.get("card"), item.get("illustration", "")) if fits else (None, None)
        if type(number) is not int or not isinstance(card, str) or not isinstance(drawn, str):
            self.wrong("cards", "one has no number, or no texts")
            return
        where = f"card {number}"
        if not 0 < abs(number) < 1_000_000 or number in self.cards:
            self.wrong(where, "the number is there twice, or cannot be one")
            return
        document = parse(card, f"{number}.json")
        illustration = parse(drawn, f"{number}{ILLUSTRATION}") if drawn else None
        made = read_card(document, illustration)
        problems = [*document.problems, *(illustration.problems if illustration is not None else [])]
        for problem in problems:
            self.wrong(where, problem.message)
        if made is not None and made.id != number:
            self.wrong(where, f"its Id is {made.id}")
        elif made is not None and not problems:
            self.cards[number] = CardSheet(card, drawn), made, document, illustration

    def check_references(self) -> None:
        for number, (_, card, document, _) in self.cards.items():
            for _, other in _references(card, document):
                if other not in self.cards and shipped_card(other) is None:
                    self.wrong(f"card {number}", f"it names card {other}, which is not in the set")

    def number(self) -> None:
        """Give the cards numbers that are free here; a card that is here already, as it is, keeps its own."""
        known = [number for number, (sheet, *_) in self.cards.items() if self.here.get(number) == sheet]
        self.found.known = known
        taken = {*self.taken, *shipped_numbers(), *self.here}
        used = {*taken, *(number for number in self.cards if number not in taken)}
        for number, (_, card, *_) in self.cards.items():
            if number in known or number not in taken:
                continue
            step = -1 if card.kind == codes.PLAYER else 1
            new = step * FIRST_NUMBER
            while new in used:
                new += step
            used.add(new)
            self.found.renumbered[number] = new

    def name(self) -> None:
        """Give the cards names that no other card has."""
        other = [card for number in self.catalogue.numbers() if (card := self.catalogue.get(number)) is not None]
        known = set(self.found.known)
        names = {card.name.upper() for card in other if card.id not in known}
        for number, (_, card, *_) in self.cards.items():
            name, count = card.name, 2
            while number not in known and name.upper() in names:
                name = f"{card.name[: LONGEST_NAME - 4]} {count}"
                count += 1
            names.add(name.upper())
            if name != card.name:
                self.names[number] = name
                self.found.renamed.setdefault(card.name, name)

    def take_card(self, number: int) -> None:
        """Take a card with its new number and name, and with those of the cards that it names."""
        if number in self.found.known:
            return
        sheet, card, document, drawn = self.cards[number]
        numbers = self.found.renumbered
        changes: Changes = {}
        for node, other in _references(card, document):
            if other in numbers:
                changes[node.line, node.column] = str(numbers[other])
        shown: Changes = {}
        for one, changed in ((document, changes), (drawn, shown)):
            root = None if one is None else one.root
            if root is None:
                continue
            identity, name = root.get("Id"), root.get("Name")
            if identity is not None and number in numbers:
                changed[identity.line, identity.column] = _like(identity, numbers[number])
            if name is not None and name.value == card.name and number in self.names:
                changed[name.line, name.column] = json.dumps(self.names[number], ensure_ascii=False)
        text = None if drawn is None or drawn.root is None else drawn.root.get("Text")
        if text is not None and isinstance(text.value, str):
            told = text.value
            for old, new in self.found.renamed.items():
                told = told.replace(f"#{old}#", f"#{new}#")
            if told != text.value:
                shown[text.line, text.column] = json.dumps(told, ensure_ascii=False)
        new_sheet = CardSheet(_changed(sheet.card, changes), _changed(sheet.illustration, shown))
        self.found.cards[numbers.get(number, number)] = new_sheet

    def add(self, catalogue: Catalogue, number: int, sheet: CardSheet) -> None:
        """Let decks and tests know a card under its new number."""
        document = parse(sheet.card, f"{number}.json")
        drawn = parse(sheet.illustration, f"{number}{ILLUSTRATION}") if sheet.illustration else None
        card = read_card(document, drawn)
        if card is None or card.id != number:  # it was read before its numbers were changed
            self.wrong(f"card {number}", "it cannot be given another number")
            return
        catalogue.add(card, document, drawn)

    # -------------------------------------------------------------------------------------------------- decks and tests

    def take_deck(self, text: Any, before: Catalogue, after: Catalogue) -> None:
        """Take a deck whose cards have other numbers and names now."""
        if not isinstance(text, str):
            self.wrong("decks", "one is no text")
            return
        if text in self.texts:
            return
        document = parse(text)
        deck = read_deck(document, before)
        if deck is None:
            where = read_list(text, before).name or "a deck"
            for problem in document.problems:
                self.wrong(f"deck {where}", problem.message)
            return
        numbers = self.found.renumbered
        listed = read_list(text, before)
        cards = {numbers.get(number, number): copies for number, copies in listed.cards.items()}
        name = self.free(deck.name, self.found.decks)
        if name != deck.name:
            self.found.renamed.setdefault(deck.name, name)
        moved = replace(listed, name=name, class_=numbers.get(listed.class_, listed.class_), cards=cards)
        new = text if moved == listed and name == deck.name and not self.found.renamed else written(moved, after)
        checked = parse(new)
        if read_deck(checked, after) is None:
            for problem in checked.problems:
                self.wrong(f"deck {deck.name}", problem.message)
            return
        self.found.decks[name] = new

    def take_test(self, item: Any, after: Catalogue) -> None:
        """Take a test; it is read with all its cards, and not run."""
        fits = isinstance(item, dict) and set(item) == {"name", "text"}
        if not fits or not isinstance(item["name"], str) or not isinstance(item["text"], str):
            self.wrong("tests", "one has no name, or no text")
            return
        if item["text"] in self.texts:
            return
        old = plain(item["name"], LONGEST_TITLE)
        document = parse(item["text"], strict=True)
        root = document.root
        identity = None if root is None else root.get("id")
        if document.problems or root is None or identity is None or not isinstance(identity.value, str):
            told = [problem.message for problem in document.problems] or ["it has no id"]
            for message in told:
                self.wrong(f"test {old}", message)
            return
        name = self.free(identity.value, [*self.found.decks, *self.found.tests])
        changes: Changes = {}
        if name != identity.value:
            changes[identity.line, identity.column] = json.dumps(name)
            self.found.renamed.setdefault(identity.value, name)
        for node in card_nodes(root):
            if node.value in self.found.renumbered:
                changes[node.line, node.column] = str(self.found.renumbered[node.value])
        text = _changed(item["text"], changes)
        checked = parse(text, f"{name}.json", strict=True)
        if read_scenario(checked, after) is None:
            for problem in checked.problems:
                self.wrong(f"test {old}", problem.message)
            return
        self.found.tests[name] = text


# ---------------------------------------------------------------------------------------------------- numbers in texts


def _references(card: MarchesCard, document: Document) -> list[tuple[Node, int]]:
    """Return the places of a card at which it names others, and their numbers."""
    found = []
    root = document.root
    power = None if root is None else root.get("ActivePowerId")
    if card.kind == codes.PLAYER and power is not None:
        found.append((power, card.power))
    for program in card.programs:
        for step in program.instructions:
            if step.effect.card_number and step.values["Input"] == codes.TEMP_VARIABLE:
                node = step.node.get("TempVariable") if step.node is not None else None
                if node is not None:
                    found.append((node, step.values["TempVariable"]))
    return found


def card_nodes(root: Node) -> list[Node]:
    """Return the nodes of a scenario that are numbers of cards, except of those that it brings itself."""
    found: list[Node] = []
    for start in ("state", "new_game"):
        node = root.get(start)
        if node is not None:
            for seat in SEATS:
                found += _of_player(node.get(seat))
    found += _of_entities(root.get("state"))
    steps = root.get("steps")
    for step in steps.items() if steps is not None else ():
        done, expected = step.get("do"), step.get("expect")
        if done is not None:
            found += [node for key in ("play", "options") if (node := done.get(key)) is not None]
            checked = done.get("check_deck")
            found += checked.items() if checked is not None else []
        if expected is not None:
            for seat in SEATS:
                found += _of_player(expected.get(seat))
            found += _of_entities(expected)
            board = expected.get("board")
            found += _cards_of(board.items() if board is not None else ())
    own = root.get("cards")
    brought = {item.get("Id") for item in own.items()} if own is not None else set()
    inline = {node.value for node in brought if node is not None and isinstance(node.value, int)}
    return [node for node in found if type(node.value) is int and node.value not in inline]


def numbers_in(root: Node) -> set[int]:
    """Return the numbers of the cards that a scenario names."""
    return {node.value for node in card_nodes(root) if isinstance(node.value, int)}


def _of_player(player: Node | None) -> list[Node]:
    if player is None:
        return []
    found = [node for key in ("class", "power") if (node := player.get(key)) is not None]
    for key in ("hand", "deck", "discard"):
        pile = player.get(key)
        found += pile.items() if pile is not None else []
    return found


def _of_entities(holder: Node | None) -> list[Node]:
    entities = None if holder is None else holder.get("entities")
    return [] if entities is None else _cards_of([*entities.items(), *entities.members().values()])


def _cards_of(entities: Iterable[Node]) -> list[Node]:
    return [card for entity in entities if (card := entity.get("card")) is not None]


def _like(node: Node, number: int) -> str:
    """Write a number as it was written: illustrations may have it as a text."""
    return json.dumps(str(number)) if isinstance(node.value, str) else str(number)


def _changed(text: str, changes: Changes) -> str:
    """Return a JSON text with other tokens at some places; everything else stays as it was written."""
    lines = text.split("\n")
    for (row, column), new in sorted(changes.items(), reverse=True):
        line, start = lines[row - 1], column - 1
        end = _token_end(line, start)
        lines[row - 1] = line[:start] + new + line[end:]
    return "\n".join(lines)


def _token_end(line: str, start: int) -> int:
    """Return where a text or a number ends that begins at a place of a line."""
    end = start + 1
    if line[start] != '"':
        while end < len(line) and line[end] not in ' \t\r{}[],:"':
            end += 1
        return end
    while line[end] != '"':
        end += 2 if line[end] == "\\" else 1
    return end + 1


def references_of(number: int, catalogue: Catalogue) -> set[int]:
    """Return a card and all cards of authors that it can bring into play; raises ``BadEdit`` if one is missing."""
    try:
        reached = catalogue.reachable([number])
    except ValueError as error:
        raise BadEdit(f"{error}.") from error
    return {one for one in reached if one in catalogue.sources}
