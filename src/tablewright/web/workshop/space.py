"""A space: a folder of cards, decks and tests as every other command reads it, and all their versions beside it.

What loads is in the folder; what does not, yet or any more, is only in the journals below ``.workshop``, so that
nothing unfinished spoils the folder for others. Files that somebody edits with another program meanwhile become a new
version. Nothing below ``.workshop`` ends in ``.json``: no command takes it for content.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tablewright.core.disk import Lock, remove_abandoned, remove_file, write_whole
from tablewright.core.outside import read_bytes, read_text
from tablewright.games.marches.authoring.lint import DECK, SCENARIO, kind_of_file
from tablewright.games.marches.authoring.start import FIRST_NUMBER
from tablewright.games.marches.files import DATA, Catalogue, deck_names, is_number, read_deck, shipped_card
from tablewright.games.marches.language.cards import ILLUSTRATION, read_card
from tablewright.games.marches.language.reader import Document, parse
from tablewright.games.marches.pieces import MarchesCard
from tablewright.games.marches.workshop.decks import read_list, written
from tablewright.games.marches.workshop.draft import CardSheet
from tablewright.web.workshop.bounds import Bounds
from tablewright.web.workshop.journal import Journal

HIDDEN = ".workshop"
#: Seconds that one request waits for another about the same space.
PATIENCE = 10.0
PAUSE = 0.005
#: So much is remembered of each kind.
MOST_KNOWN = 5_000
#: What journals and other files of ours end in.
LINES, BENCH = ".jsonl", ".bench"
OUTSIDE = "edited outside of the workshop"
FOUND = "found in the folder"

CARDS, DECKS, TESTS, BENCHES, STUDIES = "cards", "decks", "tests", "benches", "studies"


class WorkshopRefusal(Exception):
    """Something cannot be done: the status, a stable code, a sentence, and perhaps more facts for the page."""

    def __init__(self, status: int, code: str, text: str, **more: Any) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.more = more


def missing(what: str) -> WorkshopRefusal:
    """Return the refusal for something that is not there."""
    return WorkshopRefusal(404, "NOT_FOUND", f"There is no {what} here.")


def refused_edit(error: ValueError) -> WorkshopRefusal:
    """Return the refusal for a change that makes no sense."""
    text = str(error).rstrip(".")
    return WorkshopRefusal(422, "BAD_EDIT", f"{text[:1].upper()}{text[1:]}.")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A card that can be played, with the documents it was made of."""

    card: MarchesCard
    document: Document
    illustration: Document | None


@dataclass(frozen=True, slots=True)
class Seen:
    """A file as it was when it was read last."""

    mark: tuple[int, int, int]
    text: str
    kind: str


class Space:
    """One folder. Calls between ``locked`` see and leave it whole, whichever process they come from."""

    def __init__(self, folder: str, bounds: Bounds) -> None:
        self.folder = folder
        self.bounds = bounds
        self.hidden = os.path.join(folder, HIDDEN)
        self._files: dict[str, Seen] = {}
        self._journals: dict[tuple[str, str], Journal] = {}
        self._standing: dict[int, Loaded] = {}
        self.catalogue = Catalogue()
        #: Goes up whenever the cards of the folder change.
        self.generation = 0
        #: What was found out, by kind and key.
        self._memory: dict[str, dict[Any, Any]] = {}

    @classmethod
    def make(cls, folder: str, bounds: Bounds) -> Space:
        """Return the space of a folder, which is made if it is not there; raises ``OSError``."""
        for name in ("", CARDS, DECKS, TESTS, BENCHES, STUDIES):
            os.makedirs(os.path.join(folder, HIDDEN, name), mode=0o700, exist_ok=True)
        return cls(folder, bounds)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep everybody else out, and see what the folder holds now."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                lock = Lock(os.path.join(self.hidden, "lock"))
                break
            except BlockingIOError:
                if time.monotonic() > end:
                    raise WorkshopRefusal(
                        503, "BUSY", "The workshop is busy with another request; try again."
                    ) from None
                time.sleep(PAUSE)
        with lock:
            self.look()
            yield

    def recall(self, kind: str, key: Any, find: Callable[..., Any], *arguments: Any) -> Any:
        """Return what is known of something that depends on nothing but its key, and find it out if it is not."""
        known = self._memory.setdefault(kind, {})
        if key not in known:
            if len(known) > MOST_KNOWN:
                known.clear()
            known[key] = find(*arguments)
        return known[key]

    # ---------------------------------------------------------------------------------------------------- the folder

    def look(self) -> None:
        """Read the files that have changed since."""
        found: dict[str, Seen] = {}
        with os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.startswith(".") or not entry.name.endswith(".json") or not entry.is_file():
                    continue
                facts = entry.stat()
                mark = (facts.st_mtime_ns, facts.st_size, facts.st_ino)
                known = self._files.get(entry.name)
                if known is None or known.mark != mark:
                    known = self._seen(entry.path, mark)
                if known is not None:
                    found[entry.name] = known
        changed = found != self._files
        self._files = found
        if changed:
            self._gather()

    def _seen(self, path: str, mark: tuple[int, int, int]) -> Seen | None:
        try:
            text = read_bytes(path).decode("utf-8-sig", "replace")
        except OSError:  # too large, or gone again: it stays as it is, and out of the workshop
            return None
        return Seen(mark, text, kind_of_file(path))

    def _gather(self) -> None:
        """Make the catalogue of the cards in the folder."""
        standing = {}
        for number in self._numbers():
            loaded = self.load(number, self.files_of(number))
            if loaded is not None:
                standing[number] = loaded
        if standing != self._standing:
            self._standing = standing
            self.catalogue = self._catalogue(standing)
            self.generation += 1

    def _catalogue(self, standing: dict[int, Loaded]) -> Catalogue:
        catalogue = Catalogue()
        for number, loaded in sorted(standing.items()):
            catalogue.add(loaded.card, loaded.document, loaded.illustration)
            catalogue.files[number] = self._path(f"{number}.json")
        return catalogue

    def _numbers(self) -> list[int]:
        stems = [name.removesuffix(".json") for name in self._files]
        return sorted(int(stem) for stem in stems if is_number(stem) and str(int(stem)) == stem)

    def files_of(self, number: int) -> CardSheet | None:
        """Return a card as it is in the folder; ``None`` if it is not."""
        card = self._files.get(f"{number}.json")
        drawn = self._files.get(f"{number}{ILLUSTRATION}")
        return None if card is None else CardSheet(card.text, "" if drawn is None else drawn.text)

    def depends(self, numbers: Iterable[int]) -> tuple[tuple[int, CardSheet | None], ...]:
        """Return everything of authors that cards can bring into play, as it is: what is the same gives the same."""
        own = self.catalogue.sources
        known = [number for number in numbers if self.catalogue.get(number) is not None]
        try:
            reached = {number for number in self.catalogue.reachable(known) if number in own}
        except ValueError:  # the power of a class is not there
            reached = set(own)
        return tuple((number, self.files_of(number)) for number in sorted(reached))

    def load(self, number: int, sheet: CardSheet | None) -> Loaded | None:
        """Return the card that two texts make; ``None`` if they make none that a match could use."""
        if sheet is None:
            return None
        loaded: Loaded | None = self.recall("cards", (number, sheet), _load, number, sheet)
        return loaded

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def write(self, name: str, text: str) -> None:
        """Write a file of the folder, whole or not at all."""
        write_whole(self._path(name), text.encode(), mode=0o644)

    def remove(self, name: str) -> None:
        """Remove a file of the folder."""
        remove_file(self._path(name))

    def size(self) -> int:
        """Return how many bytes the space has."""
        return sum(
            os.lstat(os.path.join(folder, name)).st_size for folder, _, names in os.walk(self.folder) for name in names
        )

    def check_size(self) -> None:
        """Raise a refusal if the space is full; taking things away is always possible."""
        most = self.bounds.bytes
        if most is not None and self.size() > most:
            raise WorkshopRefusal(409, "FULL", f"This workshop is full: it has more than {most // 1_000_000} MB.")

    def tidy(self) -> None:
        """Remove what writers that crashed have left."""
        for name in ("", CARDS, DECKS, TESTS, BENCHES, STUDIES):
            remove_abandoned(os.path.join(self.hidden, name))
        remove_abandoned(self.folder)

    # ------------------------------------------------------------------------------------------------------- journals

    def journal(self, kind: str, stem: str) -> Journal:
        """Return a journal as it is now; it may be empty."""
        if (kind, stem) not in self._journals:
            self._journals[kind, stem] = Journal(os.path.join(self.hidden, kind, stem + LINES), self.bounds)
        return self._journals[kind, stem].refresh()

    def journals(self, kind: str) -> dict[str, Journal]:
        """Return all journals of a kind, by the stem of their names."""
        names = sorted(os.listdir(os.path.join(self.hidden, kind)))
        stems = [name.removesuffix(LINES) for name in names if name.endswith(LINES)]
        if kind == CARDS:
            stems = [stem for stem in stems if is_number(stem)]
        return {stem: journal for stem in stems if (journal := self.journal(kind, stem)).begun}

    # ---------------------------------------------------------------------------------------------------------- cards

    def numbers(self) -> list[int]:
        """List the cards of the space: in the folder, or drafts."""
        drafts = {int(stem): journal for stem, journal in self.journals(CARDS).items()}
        removed = {number for number, journal in drafts.items() if journal.history.removed}
        return sorted({*self._numbers(), *(number for number in drafts if number not in removed)})

    def removed(self) -> list[int]:
        """List the cards that were removed and can be brought back."""
        here = self._numbers()
        found = {int(stem): journal for stem, journal in self.journals(CARDS).items()}
        return sorted(number for number, one in found.items() if one.history.removed and number not in here)

    def sheet(self, number: int) -> CardSheet:
        """Return a card as it is now; raises a refusal if there is none."""
        journal = self.journal(CARDS, str(number))
        found = sheet_of(journal.history.now.texts) if journal.begun else self.files_of(number)
        if found is None:
            raise missing(f"card {number}")
        return found

    def settle(self) -> None:
        """Make all journals agree with the files; cards that nobody has opened yet have none."""
        for stem, journal in self.journals(CARDS).items():
            self._settle(int(stem), journal, self.files_of(int(stem)))

    def book(self, number: int, *, gone: bool = False) -> Journal:
        """Return the journal of a card that agrees with its files; raises a refusal if there is no such card."""
        journal = self.journal(CARDS, str(number))
        found = self.files_of(number)
        if not journal.begun:
            if found is None:
                raise missing(f"card {number}")
            journal.add(FOUND, texts_of(found), stood=1)
        else:
            self._settle(number, journal, found)
        if journal.history.removed and not gone:
            raise missing(f"card {number}")
        return journal

    def _settle(self, number: int, journal: Journal, found: CardSheet | None) -> None:
        """Note what somebody did to the files meanwhile, or finish what a crash has interrupted."""
        history = journal.history
        now, stood = history.now.texts, history.versions[history.stood].texts if history.stood else {}
        if found is None:
            if history.stood and self.load(number, sheet_of(now)) is not None and not history.removed:
                journal.note(removed=True, stood=0)  # somebody has taken it away
            elif history.stood:
                journal.note(stood=0)
            elif not history.removed:
                self.follow(number, journal)
            return
        texts = texts_of(found)
        if history.removed and texts == stood:
            self._remove_files(number)
            journal.note(stood=0, sync=False)
        elif texts == stood or (
            history.at != history.stood
            and not history.removed
            and all(texts[name] in (stood.get(name, ""), now[name]) for name in texts)
        ):
            self.follow(number, journal)
        else:
            journal.add(OUTSIDE, texts, stood=max(history.versions) + 1, removed=False)

    def follow(self, number: int, journal: Journal) -> None:
        """Let the files of a card follow its newest version, if that loads."""
        history = journal.history
        sheet = sheet_of(history.now.texts)
        if history.removed or self.load(number, sheet) is None:
            return
        if self.files_of(number) != sheet:
            before = self.catalogue
            # What is shown comes first: a card without it is a card, the reverse is nothing.
            if sheet.illustration:
                self.write(f"{number}{ILLUSTRATION}", sheet.illustration)
            else:
                self.remove(f"{number}{ILLUSTRATION}")
            self.write(f"{number}.json", sheet.card)
            self.look()
            self.follow_decks(number, before)
        if history.stood != history.at:
            journal.note(stood=history.at, sync=False)

    def take_away(self, number: int) -> None:
        """Remove the files of a card, and remember it."""
        journal = self.book(number)
        journal.note(removed=True)
        self._remove_files(number)
        journal.note(stood=0, sync=False)

    def _remove_files(self, number: int) -> None:
        before = self.catalogue
        self.remove(f"{number}.json")
        self.remove(f"{number}{ILLUSTRATION}")
        self.look()
        self.follow_decks(number, before)

    def free_number(self, *, player: bool) -> int:
        """Return a number that no card has or had."""
        taken = {*self.numbers(), *self.removed(), *self.catalogue.numbers()}
        step = -1 if player else 1
        number = step * FIRST_NUMBER
        while number in taken or shipped_card(number) is not None:
            number += step
        return number

    # ---------------------------------------------------------------------------------------------------------- decks

    def decks(self) -> dict[str, str]:
        """Return the stems of all decks, in the folder or drafts, by their names."""
        stems = [name.removesuffix(".json") for name, seen in self._files.items() if seen.kind == DECK]
        drafts = {stem: one for stem, one in self.journals(DECKS).items() if not one.history.removed}
        return {self._deck_name(stem): stem for stem in sorted({*stems, *drafts})}

    def deck_text(self, stem: str) -> str:
        """Return the text of a deck as it is now."""
        seen = self._files.get(f"{stem}.json")
        return self.journal(DECKS, stem).history.now.texts["deck"] if seen is None else seen.text

    def _deck_name(self, stem: str) -> str:
        try:
            name = json.loads(self.deck_text(stem))["name"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return stem
        return name if isinstance(name, str) and name else stem

    def deck_book(self, name: str) -> tuple[str, Journal]:
        """Return the stem and the journal of a deck; raises a refusal if there is none of that name."""
        stem = self.decks().get(name)
        if stem is None:
            raise missing("such deck")
        return stem, self.deck_journal(stem)

    def deck_journal(self, stem: str) -> Journal:
        """Return the journal of a deck that agrees with its file."""
        journal = self.journal(DECKS, stem)
        seen = self._files.get(f"{stem}.json")
        if not journal.begun:
            assert seen is not None
            journal.add(FOUND, {"deck": seen.text}, stood=1)
            return journal
        history = journal.history
        stood = history.versions[history.stood].texts["deck"] if history.stood else None
        if seen is None:
            if stood is not None:
                journal.note(stood=0, sync=False)
            self.follow_deck(stem, journal)
        elif seen.text == stood or (history.at != history.stood and seen.text == history.now.texts["deck"]):
            self.follow_deck(stem, journal)
        else:
            journal.add(OUTSIDE, {"deck": seen.text}, stood=max(history.versions) + 1, removed=False)
        return journal

    def follow_deck(self, stem: str, journal: Journal) -> None:
        """Let the file of a deck follow its newest version if it can be played; else the folder has none."""
        history = journal.history
        text, seen = history.now.texts["deck"], self._files.get(f"{stem}.json")
        stands = 0
        if not history.removed and self.is_legal(text):
            if seen is None or seen.text != text:
                self.write(f"{stem}.json", text)
            stands = history.at
        elif seen is not None:
            self.remove(f"{stem}.json")
        if stands != history.stood:
            journal.note(stood=stands, sync=False)
        self.look()

    def is_legal(self, text: str) -> bool:
        """Say whether a deck can be played with the cards of the folder, under a name that no ready deck has."""
        deck = read_deck(parse(text), self.catalogue)
        return deck is not None and deck.name.casefold() not in {name.casefold() for name in deck_names()}

    def follow_decks(self, number: int, before: Catalogue) -> None:
        """Let decks that hold a card follow its change: its name, or that it may not be there so often any more."""
        for stem in self.decks().values():
            text = self.deck_text(stem)
            listed = read_list(text, before)
            if number not in listed.cards and number != listed.class_:
                continue
            journal = self.deck_journal(stem)
            new = written(listed, self.catalogue)
            old, card = before.get(number), self.catalogue.get(number)
            if old is not None and card is not None and old.name != card.name and new != text:
                journal.add(f"{old.name} is called {card.name} now", {"deck": new})
            self.follow_deck(stem, journal)

    def free_stem(self, name: str, others: Collection[str] = ()) -> str:
        """Return the stem of a file for something of that name, and the name of a deck: no other has it."""
        taken = {
            *others,
            *(file.removesuffix(".json").casefold() for file in self._files),
            *self.journals(DECKS),
            *self.journals(TESTS),
            *(name.casefold() for name in deck_names()),
            *(name.casefold() for name in self.decks()),
        }
        stem = slug(name)
        number = 1
        while (word := stem if number == 1 else f"{stem}-{number}") in taken:
            number += 1
        return word

    # ---------------------------------------------------------------------------------------------------------- tests

    def tests(self) -> dict[str, str]:
        """Return the texts of the tests in the folder, by the stems of their names."""
        found = {name.removesuffix(".json"): seen.text for name, seen in self._files.items() if seen.kind == SCENARIO}
        return dict(sorted(found.items()))

    # ------------------------------------------------------------------------------------------------- small things

    def read_value(self, kind: str, name: str) -> Any:
        """Return what was kept; ``None`` if nothing was."""
        try:
            return json.loads(read_bytes(os.path.join(self.hidden, kind, name), 10_000_000))
        except (OSError, ValueError):
            return None

    def keep_value(self, kind: str, name: str, value: Any) -> None:
        """Keep a JSON value."""
        write_whole(os.path.join(self.hidden, kind, name), json.dumps(value).encode())


def _load(number: int, sheet: CardSheet) -> Loaded | None:
    document = parse(sheet.card, f"{number}.json")
    illustration = parse(sheet.illustration, f"{number}{ILLUSTRATION}") if sheet.illustration else None
    card = read_card(document, illustration)
    problems = [*document.problems, *(illustration.problems if illustration is not None else [])]
    if card is None or problems or card.id != number:
        return None
    shipped = shipped_card(number)
    if shipped is not None and shipped.name.upper() != card.name.upper():
        return None  # no set has a number of the game for something else
    return Loaded(card, document, illustration)


def shipped_sheet(number: int) -> CardSheet:
    """Return a card that ships with the game as its authors have written it."""
    path = os.path.join(DATA, "cards", f"{number}.json")
    beside = path.removesuffix(".json") + ILLUSTRATION
    return CardSheet(read_text(path), read_text(beside) if os.path.exists(beside) else "")


def texts_of(sheet: CardSheet) -> dict[str, str]:
    """Return the texts of a sheet as a journal keeps them."""
    return {"card": sheet.card, "illustration": sheet.illustration}


def sheet_of(texts: dict[str, str]) -> CardSheet:
    """Return the sheet of texts in a journal."""
    return CardSheet(texts["card"], texts["illustration"])


def slug(name: str) -> str:
    """Return the name of a file for a name: small letters, digits and hyphens; never that of a card."""
    word = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40].strip("-") or "own"
    return f"own-{word}" if word.partition("-")[0].isdigit() else word
