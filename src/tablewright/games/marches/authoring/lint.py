"""``tablewright check`` for The Marches: every mistake in cards, illustrations, decks and scenarios at once.

The loaders report what cannot be used. This adds what can be used but makes no sense: key by key (``lint_keys``), by
following the effects (``lint_flow``), and by comparing the text with the program (``lint_text``). All codes are
declared in ``mistakes``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final

from tablewright.core.outside import read_bytes, read_text
from tablewright.core.problems import Problem
from tablewright.games.marches.actions import targets as listed_places
from tablewright.games.marches.authoring.lint_flow import FlowLint
from tablewright.games.marches.authoring.lint_keys import check_card_keys, distance
from tablewright.games.marches.authoring.lint_text import check_illustration, check_text
from tablewright.games.marches.files import (
    BASE_TRIBE,
    COPIES,
    DATA,
    DECK_FORMAT,
    Catalogue,
    class_problem,
    is_number,
    read_deck,
    shipped_cards,
)
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import (
    ILLUSTRATION,
    read_card,
    read_card_file,
    read_illustration,
    read_named_card,
)
from tablewright.games.marches.language.reader import Document, Node, read
from tablewright.games.marches.language.vocabulary import KINDS
from tablewright.games.marches.pieces import LANES, MarchesCard
from tablewright.games.marches.scenarios.scenario import FORMAT as SCENARIO_FORMAT
from tablewright.games.marches.scenarios.scenario import read_scenario

CARD: Final = "card"
PICTURE: Final = "illustration"
DECK: Final = "deck"
SCENARIO: Final = "scenario"
INDEX: Final = "index"
INDEX_NAME: Final = "index.csv"
LONGEST_INDEX: Final = 100


def claims(path: str) -> bool:
    """Say whether a file looks like one that authors write for The Marches."""
    return kind_of_file(path) != ""


def kind_of_file(path: str) -> str:
    """Return what kind of file this is: by its name, or by what is in it; "" if it is none of ours."""
    folder, name = os.path.split(path)
    if name == INDEX_NAME:
        return INDEX if card_numbers(folder) else ""
    if not name.lower().endswith(".json"):
        return ""
    if is_number(name.removesuffix(".json")):
        return CARD
    if name.endswith(ILLUSTRATION) and is_number(name.removesuffix(ILLUSTRATION)):
        return PICTURE
    try:
        text = read_bytes(path).decode("utf-8", "replace")
    except OSError:
        return ""
    _, _, rest = text.partition('"format"')
    written = rest.lstrip(" \t\r\n:").removeprefix('"').partition('"')[0][:40]
    for form, kind in ((SCENARIO_FORMAT, SCENARIO), (DECK_FORMAT, DECK)):
        if f'"{form}"' in text or (written and distance(written, form) <= 3):
            return kind
    return CARD if '"EntityType"' in text else ""


def card_numbers(folder: str) -> list[int]:
    """List the numbers of the card files in a folder."""
    try:
        names = os.listdir(folder or ".")
    except OSError:
        return []
    stems = [name.removesuffix(".json") for name in names if name.endswith(".json")]
    return sorted(int(stem) for stem in stems if is_number(stem) and len(stem) < 12)


def check(paths: list[str]) -> list[Problem]:
    """Report everything wrong with files; they know each other, the cards beside them, and those of the game."""
    return _Check(paths).run()


def check_documents(document: Document, illustration: Document | None, catalogue: Catalogue) -> MarchesCard | None:
    """Check one card that was read among the cards of a catalogue, and return it if it loads.

    Everything is reported in the documents, and the name of the first must be that of the card's file.
    """
    card = read_named_card(document, illustration)
    run = _Check(())
    run.catalogue = catalogue.copy()
    run.read[document.path] = card, document, illustration
    if card is not None:
        run.first[card.id] = document.path
        run.catalogue.cards[card.id] = card
    run.look_around()
    run.check_card(document.path)
    return card


class _Check:
    """One run over a set of files."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = list(dict.fromkeys(paths))
        self.catalogue = Catalogue()
        #: For each path of a card what came of reading it.
        self.read: dict[str, tuple[MarchesCard | None, Document, Document | None]] = {}
        #: For each number of a card the first file that has it.
        self.first: dict[int, str] = {}

    def run(self) -> list[Problem]:
        """Check all files."""
        kinds = {path: kind_of_file(path) for path in self.paths}
        for path, kind in kinds.items():
            if kind == CARD:
                self.load(path)
            elif kind == PICTURE:
                self.load(path.removesuffix(ILLUSTRATION) + ".json")
        for folder in sorted({os.path.dirname(path) for path in self.paths}):
            for number in card_numbers(folder):
                self.load(os.path.join(folder, f"{number}.json"))
        self.look_around()
        problems: list[Problem] = []
        for path, kind in kinds.items():
            problems += getattr(self, f"check_{kind}")(path) if kind else []
        return list(dict.fromkeys(problems))

    def look_around(self) -> None:
        """Find out what the cards say of each other."""
        self.powers, self.summoned = named_by_others(self.catalogue)
        self.names = names_of(self.catalogue)

    def load(self, path: str) -> None:
        """Read a card file once, and let the others know the card."""
        if path not in self.read:
            self.read[path] = card, document, illustration = read_card_file(path)
            if card is not None:
                self.first.setdefault(card.id, path)
                self.catalogue.add(card, document, illustration)

    def check_card(self, path: str) -> list[Problem]:
        """Check a card file together with its illustration."""
        card, document, illustration = self.read[path]
        check_card_keys(document)
        if illustration is not None:
            check_illustration(illustration, card)
        if card is not None:
            self.check_whole_card(document, card, illustration)
            check_text(document, card, illustration, set(self.names))
        return [*document.problems, *(illustration.problems if illustration is not None else [])]

    def check_illustration(self, path: str) -> list[Problem]:
        """Check an illustration, if that does not happen with its card."""
        card_path = path.removesuffix(ILLUSTRATION) + ".json"
        if card_path in self.paths:
            return []
        card, card_document, illustration = self.read[card_path]
        document = illustration or read(path)
        if card_document.root is None or not isinstance(card_document.root.value, dict):
            read_illustration(document)  # otherwise the loader has done it with the card
        check_illustration(document, card)
        return document.problems

    def check_deck(self, path: str) -> list[Problem]:
        """Check a deck file."""
        document = read(path)
        read_deck(document, self.catalogue)
        return document.problems

    def check_scenario(self, path: str) -> list[Problem]:
        """Check a scenario file and the cards in it."""
        document = read(path, strict=True)
        read_scenario(document, self.catalogue)
        known = Catalogue()
        known.cards.update(self.catalogue.cards)
        parts: list[tuple[Document, MarchesCard | None]] = []
        for node in inline_cards(document):
            part = Document(path)
            part.root = node
            card = read_card(part)
            part.problems.clear()  # the scenario's reader has reported them
            check_card_keys(part)
            if card is not None:
                known.add(card, part, None)
            parts.append((part, card))
        for part, card in parts:
            if card is not None:
                FlowLint(part, card, known.get).check()
            document.problems += part.problems
        return document.problems

    def check_index(self, path: str) -> list[Problem]:
        """Check the list of numbers beside card files."""
        document = Document(path)
        try:
            low, high = (int(part) for part in read_text(path, LONGEST_INDEX).split(","))
        except (OSError, ValueError):
            document.report("bad-index", "this must be one line with the lowest and the highest number: -1,20")
            return document.problems
        there = set(card_numbers(os.path.dirname(path)))
        missing = [number for number in range(max(low, -9999), min(high, 99999) + 1) if number and number not in there]
        if missing:
            document.report("bad-index", f"there is no file {missing[0]}.json; {len(missing)} of the range are missing")
        outside = sorted(number for number in there if not low <= number <= high)
        if outside:
            document.report("bad-index", f"card {outside[0]} is not in the range from {low} to {high}")
        return document.problems

    # ---------------------------------------------------------------------------------------------- cards as a whole

    def check_whole_card(self, document: Document, card: MarchesCard, illustration: Document | None) -> None:
        """Check a card that loads."""
        root = document.root
        assert root is not None
        FlowLint(document, card, self.catalogue.get).check()
        check_options(document, card, root)
        if card.kind == codes.PLAYER:
            problem = class_problem(card.id, self.catalogue)
            if problem:
                healthy = card.damage < card.stats.hp.total
                document.report("bad-class", problem, root.get("ActivePowerId" if healthy else "Hp") or root)
        elif card.kind != codes.SKILL and card.damage >= card.stats.hp.total:
            what = f"has {card.stats.hp.total} HP and {card.damage} damage"
            document.report(
                "dies-at-once", f"it {what} when it comes into play, so it dies", root.get("Hp") or root, True
            )
        self.check_playable(document, card, root)
        self.check_name(document, card, root, illustration)
        self.check_tribe(card, illustration)

    def check_playable(self, document: Document, card: MarchesCard, root: Node) -> None:
        """Check that a card can come into play somehow."""
        if card.kind == codes.PLAYER:
            return
        options = root.get("TargetOptions")
        reachable = bool(listed_places(card, 0, False) or listed_places(card, 1, False))
        is_power = card.kind == codes.SKILL and card.id in self.powers and reachable
        is_summoned = card.kind == codes.UNIT and card.id in self.summoned
        if card.rarity in COPIES:
            if not reachable:
                why = "TargetOptions is missing" if options is None else "there is no such target"
                message = f"it can be in a deck, but never be played from hand: {why}"
                document.report("never-played", message, options or root, True)
        elif not is_power and not is_summoned:
            kind = KINDS.write(card.kind)
            how = {codes.UNIT: "no card summons it", codes.SKILL: "it is the power of no class"}.get(card.kind, "")
            message = f"a {kind} of rarity {card.rarity} cannot be in a deck{f', and {how}' if how else ''}"
            document.report("never-played", f"{message}: nobody can ever use it", root.get("Rarity") or root, True)

    def check_name(self, document: Document, card: MarchesCard, root: Node, illustration: Document | None) -> None:
        """Check that a card has a name and number of its own."""
        drawn = None if illustration is None or illustration.root is None else illustration.root.get("Name")
        name = root.get("Name") if card.kind != codes.SKILL else None
        if drawn is None and name is None:
            where = "in the illustration file" if card.kind == codes.SKILL else "on the card"
            document.report("no-name", f"it has no Name {where}", root, True)
        elif drawn is not None and name is not None and drawn.value != name.value:
            message = f"Name is {drawn.kind}, but on the card it is {name.kind}"
            assert illustration is not None
            illustration.report("illustration-differs", message, drawn, True)
        others = [number for number in self.names.get(card.name.upper(), []) if number != card.id]
        if others:
            document.report("same-name", f"card {others[0]} is called {card.name} too", name or root, True)
        own = os.path.realpath(os.path.dirname(document.path)) == os.path.realpath(os.path.join(DATA, "cards"))
        shipped = shipped_cards().get(card.id)
        if shipped is not None and not own and shipped.name.upper() != card.name.upper():
            message = f"card {card.id} is {shipped.name} in the game; free numbers begin at {max(shipped_cards()) + 1}"
            document.report("same-number", message, root.get("Id"), True)
        first = self.first[card.id]
        if os.path.realpath(first) != os.path.realpath(document.path):
            message = f"{first} has a card {card.id} too: the two cannot be used together"
            document.report("same-number", message, root.get("Id"), True)

    def check_tribe(self, card: MarchesCard, illustration: Document | None) -> None:
        """Check that some class has the tribe of a card."""
        node = None if illustration is None or illustration.root is None else illustration.root.get("Tribe")
        tribes = {other.tribe for other in all_cards(self.catalogue) if other.kind == codes.PLAYER}
        if node is None or card.kind == codes.PLAYER or card.tribe in (BASE_TRIBE, *tribes):
            return
        assert illustration is not None
        near = illustration.near(card.tribe, sorted({BASE_TRIBE, *tribes}))
        illustration.report("unknown-tribe", f'no class has the tribe "{card.tribe}"{near}', node, True)


def check_options(document: Document, card: MarchesCard, root: Node) -> None:
    """Check the numbers in ``TargetOptions``."""
    node = root.get("TargetOptions")
    if node is None or card.kind == codes.PLAYER or (card.kind == codes.SKILL and card.targeting == codes.ON_BOARD):
        return
    lanes = card.kind == codes.SKILL and card.targeting == codes.ON_LANE
    count, what = (len(LANES), "lanes") if lanes else (codes.TILES, "tiles")
    seen: set[object] = set()
    for item in node.items():
        if item.value in seen:
            document.report("odd-options", f"{item.value} is listed twice", item, True)
        elif isinstance(item.value, int) and not 0 <= item.value < count:
            message = f"there is no {item.value}; the {what} are 0 to {count - 1}"
            document.report("odd-options", message, item, True)
        seen.add(item.value)


def inline_cards(document: Document) -> list[Node]:
    """List the cards in a scenario file."""
    root = document.root
    cards = None if root is None else root.get("cards")
    return [] if cards is None else [item for item in cards.items() if isinstance(item.value, dict)]


def all_cards(catalogue: Catalogue) -> list[MarchesCard]:
    """List all cards, those of the game and those that were added."""
    return list({**shipped_cards(), **catalogue.cards}.values())


def named_by_others(catalogue: Catalogue) -> tuple[set[int], set[int]]:
    """Return the numbers of the cards that are powers of classes, and of those that are summoned."""
    powers: set[int] = set()
    summoned: set[int] = set()
    for card in all_cards(catalogue):
        if card.kind == codes.PLAYER:
            powers.add(card.power)
        for program in card.programs:
            for step in program.instructions:
                if step.effect.card_number and step.values["Input"] == codes.TEMP_VARIABLE:
                    summoned.add(step.values["TempVariable"])
    return powers, summoned


def names_of(catalogue: Catalogue) -> dict[str, list[int]]:
    """Return the numbers of all cards by name in upper case."""
    names: dict[str, list[int]] = {}
    for card in all_cards(catalogue):
        names.setdefault(card.name.upper(), []).append(card.id)
    return names
