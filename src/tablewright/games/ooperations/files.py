"""What authors write: card files, decks, game configs and message configs, each read with all its mistakes at once.

Some mistakes of a game config or a message config are only warnings: the exact console demands no more than it needs.
"""

from __future__ import annotations

import errno
import os

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.outside import LONGEST_LINE, LONGEST_NAME, plain, read_bytes, read_text
from tablewright.core.problems import InvalidData, Problem, did_you_mean, read_texts
from tablewright.games.ooperations import pieces
from tablewright.games.ooperations.actions import CardSet
from tablewright.games.ooperations.pieces import TRAIT_LETTERS, OoperationsCard
from tablewright.games.ooperations.reasons import REASONS
from tablewright.games.ooperations.rules import FIRST_HAND
from tablewright.games.ooperations.setup import OoperationsSetup

if TYPE_CHECKING:
    from typing import Final

# The first line of each kind of file.
CARDS: Final = "CARDS"
DECK: Final = "DECK"
CONFIG: Final = "GAME"
MESSAGES: Final = "MESSAGE"
#: How such files go on: with this, one whose first line is misspelt is still recognised.
LOOKS: Final = {
    CARDS: r"^[^|\n]+(\|[^|\n]*){4,5}$",
    DECK: r"^\s*\d+\s+[A-Z0-9_]{5}\b",
    CONFIG: r"\A\s*\d+\s*\n\s*\d+\s*\n",
    MESSAGES: r"^[DEI]_[A-Z0-9_]+:",
}
LONGEST_FIRST: Final = 20
LOOKED_AT: Final = 5_000

DATA: Final = os.path.join(os.path.dirname(__file__), "data")
SHIPPED_MESSAGES: Final = os.path.join(DATA, "messages.txt")

#: A card file has at most so many cards, a spell so many effects, and a deck that no deck builder made so many cards.
MOST_KINDS: Final = 500
MOST_EFFECTS: Final = 20
MOST_CARDS: Final = 100_000
#: After so many mistakes a file is not read on.
MOST_PROBLEMS: Final = 100

LARGEST_NUMBER: Final = 99  # what a card can show
DECK_SIZE: Final = 30
MOST_COPIES: Final = 4
#: In a game config; "no limit" may well be the largest number that a machine word holds.
LONGEST_NUMBER: Final = 20

#: Every code that a problem can have, with its meaning. The codes are stable: scripts may look for them.
PROBLEMS: Final = {
    "unreadable": "a file cannot be opened, or is no regular file",
    "too-large": "a file is larger than any that is read",
    "bad-text": "a file is not UTF-8 text, has a NUL in it, or a line with too many characters",
    "wrong-format": "the first line is not the word that such a file begins with",
    "too-many-values": "a file has too many cards, or a spell too many effects",
    "too-many-problems": "a file has so many mistakes that it is not read on",
    "no-section": 'a card stands above the first line "creatures" or "spells"',
    "no-cards": "a card file has no cards",
    "wrong-columns": "a card has too many or too few columns",
    "bad-card-id": "a card ID is not five capital letters, digits or underscores, or two cards have the same",
    "missing-name": "a card has no name, or a deck no name or no line about it",
    "bad-number": "a number is missing, is not one, or is too small or too large",
    "unknown-trait": "a letter is not a trait",
    "impossible-cost": "a cost depends on a creature, but the spell is not cast on a single one",
    "unknown-aim": "a spell is cast on something that does not exist",
    "bad-effect": "an effect does not exist, lacks what belongs behind it, or does not fit where it stands",
    "unknown-card": "a deck names a card that does not exist",
    "deck-rule": "a deck has too few or too many cards in all, or of one of them, or names one twice",
    "no-empty-line": "the line before the decks of a game config is not empty",
    "no-colon": "a line of a message config has no colon behind its key",
    "duplicate-key": "a message config has two texts for one key",
    "unknown-key": "a message config has a text that is never printed",
    "no-text": "a message config lacks a text that is printed",
}

AIMS: Final = {
    "own creatures": pieces.OWN_CREATURES,
    "enemy creatures": pieces.ENEMY_CREATURES,
    "all creatures": pieces.ALL_CREATURES,
    "target": pieces.TARGET,
    "graveyard": pieces.GRAVEYARD,
}
COSTS: Final = {"half": pieces.HALF, "one more": pieces.ONE_MORE}
EFFECTS: Final = {
    "gain": pieces.GAIN,
    "attack": pieces.ATTACK,
    "health": pieces.HEALTH,
    "halve": pieces.HALVE,
    "amputate": pieces.AMPUTATE,
    "clone": pieces.CLONE,
    "remember": pieces.REMEMBER,
    "revive": pieces.REVIVE,
}
WITH_TRAITS: Final = (pieces.GAIN, pieces.CLONE, pieces.REMEMBER)
#: Effects that must stand alone, with the only thing they can be cast on.
ALONE: Final = {pieces.CLONE: pieces.TARGET, pieces.REMEMBER: pieces.GRAVEYARD, pieces.REVIVE: pieces.GRAVEYARD}

_shipped: Final[dict[str, CardSet]] = {}


def shipped_cards() -> CardSet:
    """Return the card set that comes with the game; always the same object, also where threads ask at once."""
    path = os.path.join(DATA, "cards.txt")
    return _shipped[path] if path in _shipped else _shipped.setdefault(path, read_cards(path))


def shipped_decks(cards: CardSet | None = None) -> dict[str, OoperationsDeck]:
    """Return the decks that come with the game, by the name of their file, made of its cards or of new editions."""
    decks = {}
    folder = os.path.join(DATA, "decks")
    for file_name in sorted(os.listdir(folder)):
        text = read_text(os.path.join(folder, file_name))
        decks[file_name.removesuffix(".txt")] = parse_deck(text, cards or shipped_cards(), file_name)
    return decks


def shipped_texts() -> dict[str, str]:
    """Return the texts of the message config that comes with the game, by their keys."""
    return read_texts(SHIPPED_MESSAGES, MESSAGES)


def claims(path: str) -> bool:
    """Say whether a file begins as one of this game does, or has a misspelt first line and goes on as one does."""
    return kind_of_file(path) != ""


def kind_of_file(path: str) -> str:
    """Return the first line that a file has or was meant to have; "" if it is none of ours."""
    first, _, rest = _beginning(path).partition("\n")
    if first in LOOKS:
        return first
    import re
    from difflib import get_close_matches

    near = get_close_matches(first.strip().upper(), LOOKS, n=1, cutoff=0.6) if len(first) < LONGEST_FIRST else []
    return near[0] if near and re.search(LOOKS[near[0]], rest, re.MULTILINE) else ""


def check(paths: list[str]) -> list[Problem]:
    """Report all mistakes of files; the others may use the cards of card files among them, and those of the game."""
    problems: list[Problem] = []
    sets: list[tuple[str, CardSet]] = []
    kinds = [(path, kind_of_file(path)) for path in paths]
    for path, kind in kinds:
        if kind == CARDS:
            try:
                sets.append((path, read_cards(path)))
            except InvalidData as invalid:
                problems += invalid.problems
    cards, collisions = _with_own(sets)
    problems += collisions
    for path, kind in kinds:
        try:
            if kind == DECK and not collisions:  # else nobody knows which cards it means
                read_deck(path, cards)
            elif kind in (CONFIG, MESSAGES):
                problems += _check_for_console(path, kind, cards)
            elif not kind:
                _read(path)
                problems.append(_problem(path, 1, "wrong-format", f"the first line must be one of {', '.join(LOOKS)}"))
        except InvalidData as invalid:
            problems += invalid.problems
    return problems


def _with_own(sets: list[tuple[str, CardSet]]) -> tuple[CardSet, list[Problem]]:
    """Return the cards of the game and of card files, or of the game alone and why they cannot be used together."""
    if not sets:
        return shipped_cards(), []
    from tablewright.core.own import BadContent
    from tablewright.games.ooperations.own import with_own_cards  # which reads files by this module

    try:
        return with_own_cards(sets), []
    except BadContent as error:
        found = []
        for line in str(error).split("\n"):
            path = next((path for path, _ in sets if line.startswith(f"{path}: ")), sets[-1][0])
            found.append(_problem(path, 0, "bad-card-id", line.removeprefix(f"{path}: ")))
        return shipped_cards(), found


def _check_for_console(path: str, kind: str, cards: CardSet) -> list[Problem]:
    """Check a file whose bytes the console takes as they are."""
    try:
        text = read_bytes(path).decode("utf-8", "surrogateescape")
    except OSError as error:
        return [_unreadable(path, error)]
    problems = _nul(path, text, warning=True)
    first, *lines = text.split("\n")
    if first != kind:
        problems.append(_problem(path, 1, "wrong-format", f'the first line must be "{kind}"'))
    if kind == MESSAGES:
        _check_messages(lines, path, cards.cards, problems)
    else:
        parse_config(lines, cards, path, problems)
    return problems


def _beginning(path: str) -> str:
    try:
        data = read_bytes(path)
    except OSError as error:
        if error.errno != errno.EFBIG:
            return ""
        with open(path, "rb") as file:  # it is a regular file, and ``check`` will say that it is too large
            data = file.read(LOOKED_AT)
    return data[:LOOKED_AT].decode("ascii", "replace")


def _read(path: str) -> str:
    """Return the text of a card file or a deck; raises ``InvalidData`` if it is none."""
    try:
        text = read_text(path)
    except OSError as error:
        raise InvalidData([_unreadable(path, error)]) from error
    problems = _nul(path, text)
    if problems:
        raise InvalidData(problems)
    return text


def _nul(path: str, text: str, warning: bool = False) -> list[Problem]:
    place = text.find("\0")
    line = text.count("\n", 0, place) + 1
    return [] if place < 0 else [_problem(path, line, "bad-text", "there is a NUL in this line", warning)]


def _unreadable(path: str, error: OSError) -> Problem:
    code = {errno.EFBIG: "too-large", errno.EILSEQ: "bad-text"}.get(error.errno or 0, "unreadable")
    return _problem(path, 0, code, f"the file cannot be read: {error.strerror}")


def _problem(path: str, line: int, code: str, message: str, warning: bool = False) -> Problem:
    assert code in PROBLEMS, code
    # Words of the file are shown as they are, unless they could steer the terminal that shows them.
    return Problem(path, line, 0, code, message if message.isprintable() else plain(message), warning)


def _enough(problems: list[Problem], path: str, line: int) -> bool:
    """Say whether a file has so many mistakes that it is not worth reading on."""
    if len(problems) < MOST_PROBLEMS:
        return False
    problems.append(
        _problem(path, line, "too-many-problems", "the file is not read on from here: it has too many mistakes")
    )
    return True


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()  # other digits exist, and not all of them are numbers to Python


def _small_number(text: str, least: int, most: int) -> bool:
    return _is_number(text) and len(text) < 4 and least <= int(text) <= most


# --- card files


def card_rows(source: str) -> dict[str, dict[str, str]]:
    """Return the lines of a card file without mistakes: by section and ID, what follows the ID."""
    sections: dict[str, dict[str, str]] = {"creatures": {}, "spells": {}}
    section = ""
    for line in source.split("\n")[1:]:
        content = line.partition("#")[0].strip()
        if content in sections:
            section = content
        elif content:
            key, *cells = [cell.strip() for cell in content.split("|")]
            sections[section][key] = " | ".join(cells)
    return sections


def read_cards(path: str) -> CardSet:
    """Read a card file; raises ``InvalidData`` with all its mistakes."""
    return parse_cards(_read(path), path)


def parse_cards(text: str, path: str = "cards") -> CardSet:
    """Read the text of a card file; raises ``InvalidData`` with all its mistakes."""
    reader = _CardReader(path)
    lines = text.split("\n")
    if lines[0] != CARDS:
        reader.complain(1, "wrong-format", f'the first line must be "{CARDS}"')
    section = ""
    for number, line in enumerate(lines[1:], 2):
        content = line.partition("#")[0].strip()
        if not content:
            continue
        if _enough(reader.problems, path, number):
            break
        if len(reader.cards) == MOST_KINDS:
            reader.complain(number, "too-many-values", f"a card file has at most {MOST_KINDS} cards")
            break
        if len(content) > LONGEST_LINE:
            reader.complain(number, "bad-text", f"a line has at most {LONGEST_LINE:,} characters")
        elif content in ("creatures", "spells"):
            section = content
        elif not section:
            reader.complain(number, "no-section", 'the cards must stand below a line "creatures" or "spells"')
        else:
            columns = [column.strip() for column in content.split("|")]
            if section == "creatures":
                reader.creature(number, columns)
            else:
                reader.spell(number, columns)
    if not reader.cards and not reader.problems:
        reader.complain(1, "no-cards", "the file has no cards")
    if reader.problems:
        raise InvalidData(reader.problems)
    return CardSet(reader.cards, text)


class _CardReader:
    """Collects cards and complaints."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.cards: list[OoperationsCard] = []
        self.keys: set[str] = set()
        self.problems: list[Problem] = []

    def complain(self, line: int, code: str, message: str) -> None:
        self.problems.append(_problem(self.path, line, code, message))

    def creature(self, line: int, columns: list[str]) -> None:
        if len(columns) != 6:
            self.complain(line, "wrong-columns", f"a creature has 6 columns, this line has {len(columns)}")
            return
        key, name, mana, attack, health, letters = columns
        name = self._identity(line, key, name)
        cost = self._number(line, "mana", mana)
        strength = self._number(line, "attack", attack)
        life = self._number(line, "health", health, least=1)
        traits = self._traits(line, letters)
        place = len(self.cards)
        self.cards.append(
            OoperationsCard(place, key, name, cost, pieces.CREATURE, strength, life, traits, pieces.FIXED, ())
        )

    def spell(self, line: int, columns: list[str]) -> None:
        if len(columns) != 5:
            self.complain(line, "wrong-columns", f"a spell has 5 columns, this line has {len(columns)}")
            return
        key, name, mana, aim, program = columns
        name = self._identity(line, key, name)
        cost = COSTS.get(mana, pieces.FIXED)
        number = 0 if mana in COSTS else self._number(line, "mana", mana)
        if aim not in AIMS:
            self.complain(line, "unknown-aim", f'a spell cannot be cast on "{aim}"{did_you_mean(aim, AIMS)}')
        elif mana in COSTS and AIMS[aim] not in (pieces.TARGET, pieces.GRAVEYARD):
            self.complain(line, "impossible-cost", f'"{mana}" needs a single creature to be cast on')
        parts = program.split(",")
        if len(parts) > MOST_EFFECTS:
            self.complain(line, "too-many-values", f"a spell has at most {MOST_EFFECTS} effects")
        effects = [self._effect(line, text.split()) for text in parts[:MOST_EFFECTS]]
        for what, _ in effects:
            if what in ALONE and (len(effects) > 1 or AIMS.get(aim, ALONE[what]) != ALONE[what]):
                self.complain(line, "bad-effect", f'"{program}" does not fit: this effect stands alone on its own aim')
            elif what not in ALONE and aim == "graveyard":
                self.complain(line, "bad-effect", 'a graveyard spell can only "remember" or "revive"')
        aims = AIMS.get(aim, pieces.TARGET)
        self.cards.append(OoperationsCard(len(self.cards), key, name, number, aims, 0, 0, 0, cost, tuple(effects)))

    def _identity(self, line: int, key: str, name: str) -> str:
        """Check the ID and return the name as faces may show it."""
        fits = len(key) == 5 and key.isascii() and key.replace("_", "A").isalnum() and key == key.upper()
        if not fits:
            message = f'"{key}" is not a card ID: exactly five capital letters, digits or underscores'
            self.complain(line, "bad-card-id", message)
        elif key in self.keys:
            self.complain(line, "bad-card-id", f"there are two cards {key}")
        self.keys.add(key)
        shown = plain(name, LONGEST_NAME)
        if not shown:
            self.complain(line, "missing-name", f"{key} has no name")
        return shown

    def _number(self, line: int, what: str, text: str, least: int = 0) -> int:
        if _small_number(text, least, LARGEST_NUMBER):
            return int(text)
        self.complain(line, "bad-number", f'{what} must be a number from {least} to {LARGEST_NUMBER}, not "{text}"')
        return 0

    def _traits(self, line: int, letters: str) -> int:
        traits = 0
        for letter in letters:
            if letter not in TRAIT_LETTERS:
                self.complain(
                    line, "unknown-trait", f'"{letter}" is not a trait; the traits are {" ".join(TRAIT_LETTERS)}'
                )
            else:
                traits |= 1 << TRAIT_LETTERS.index(letter)
        return traits

    def _effect(self, line: int, words: list[str]) -> tuple[int, int]:
        name, amount, *more = [*words, "", ""]
        what = EFFECTS.get(name)
        if what is None:
            self.complain(line, "bad-effect", f'there is no effect "{name}"{did_you_mean(name, EFFECTS)}')
            return (pieces.GAIN, 0)
        if any(more):
            self.complain(line, "bad-effect", f'"{" ".join(words)}" has too many words; separate effects with commas')
        if what in WITH_TRAITS:
            if what == pieces.GAIN and not amount:
                self.complain(line, "bad-effect", f'"{name}" needs traits behind it, such as HT')
            return (what, self._traits(line, amount))
        if what in (pieces.ATTACK, pieces.HEALTH):
            # Attack can only grow: no rule says what a negative attack would mean.
            signs = "+" if what == pieces.ATTACK else "+-"
            if amount[:1] in signs and amount[:1] and _is_number(amount[1:]) and len(amount) < 4:
                return (what, int(amount))
            self.complain(line, "bad-effect", f'"{name}" needs an amount such as {signs[-1]}2, not "{amount}"')
        elif amount:
            self.complain(line, "bad-effect", f'"{name}" takes nothing behind it, but there is "{amount}"')
        return (what, 0)


# --- decks


@final
class OoperationsDeck:
    """A named list of cards that a table can be made of."""

    __slots__ = ("about", "cards", "name")

    def __init__(self, name: str, about: str, cards: tuple[OoperationsCard, ...]) -> None:
        self.name = name
        self.about = about
        self.cards = cards


def read_deck(path: str, cards: CardSet) -> OoperationsDeck:
    """Read a deck file; raises ``InvalidData`` with all its mistakes."""
    return parse_deck(_read(path), cards, path)


def parse_deck(text: str, cards: CardSet, path: str) -> OoperationsDeck:
    """Read a deck file: magic line, name, a line about it, then ``4 HWOLF`` lines. Raises ``InvalidData``."""
    problems: list[Problem] = []
    lines = [line.partition("#")[0].strip() for line in text.split("\n")]
    if lines[0] != DECK:
        problems.append(_problem(path, 1, "wrong-format", f'the first line must be "{DECK}"'))
    name, about = [*lines[1:3], "", ""][:2]
    name, about = plain(name, LONGEST_NAME), plain(about)
    if not name or not about:
        problems.append(
            _problem(path, 2, "missing-name", "the second line must name the deck, the third say what it is like")
        )
    deck: list[OoperationsCard] = []
    for number, line in enumerate(lines[3:], 4):
        if not line:
            continue
        if _enough(problems, path, number):
            break
        if len(line) > LONGEST_LINE:
            problems.append(_problem(path, number, "bad-text", f"a line has at most {LONGEST_LINE:,} characters"))
            continue
        count, _, key = line.partition(" ")
        card = cards.by_key.get(key.strip())
        if card is None:
            near = did_you_mean(key.strip(), cards.by_key)
            problems.append(_problem(path, number, "unknown-card", f'there is no card "{key.strip()}"{near}'))
        elif not _small_number(count, 1, MOST_COPIES) or deck.count(card):
            message = f"say once how many {card.key} the deck has, from 1 to {MOST_COPIES}"
            problems.append(_problem(path, number, "deck-rule", message))
        else:
            deck += [card] * int(count)
    if not problems and len(deck) != DECK_SIZE:
        problems.append(_problem(path, 0, "deck-rule", f"a deck has {DECK_SIZE} cards, this one {len(deck)}"))
    if problems:
        raise InvalidData(problems)
    return OoperationsDeck(name, about, tuple(deck))


# --- game configs


def parse_config(lines: list[str], cards: CardSet, path: str, problems: list[Problem]) -> OoperationsSetup | None:
    """Read the lines of a game config behind its first; ``None`` if there are mistakes that are not only warnings."""
    names = ("player health", "maximum number of rounds", "deck size", "mana pool size")
    numbers = []
    for index, name in enumerate(names):
        text = lines[index].strip()[:LONGEST_NAME] if index < len(lines) else ""
        if _is_number(text) and len(text) <= LONGEST_NUMBER:
            numbers.append(int(text))
        else:
            numbers.append(-1)
            problems.append(_problem(path, index + 2, "bad-number", f'the {name} must be a number, not "{text}"'))
    decks = []
    for line in (7, 8):
        text = lines[line - 2].strip() if line - 2 < len(lines) else ""
        deck = []
        keys = [key for key in text.split(";") if key]
        if len(keys) > MOST_CARDS:
            message = f"the deck has {len(keys):,} cards, and {MOST_CARDS:,} are the most"
            problems.append(_problem(path, line, "deck-rule", message))
            keys = []
        for key in keys:
            if _enough(problems, path, line):
                break
            card = cards.by_key.get(key)
            if card is None:
                key = key[:LONGEST_NAME]
                near = did_you_mean(key, cards.by_key)
                problems.append(_problem(path, line, "unknown-card", f'there is no card "{key}"{near}'))
            else:
                deck.append(card)
        if numbers[2] not in (-1, len(deck)):
            message = f"the deck has {len(deck)} cards, but the deck size is {numbers[2]}"
            problems.append(_problem(path, line, "deck-rule", message, warning=True))
        if len(deck) < FIRST_HAND:
            message = f"the deck has {len(deck)} cards, but each player begins with six"
            problems.append(_problem(path, line, "deck-rule", message, warning=True))
        decks.append(tuple(deck))
    if len(lines) > 4 and lines[4].strip():
        problems.append(_problem(path, 6, "no-empty-line", "the line before the decks should be empty", warning=True))
    if any(not problem.warning for problem in problems):
        return None
    return OoperationsSetup(cards, numbers[0], numbers[1], numbers[3], (decks[0], decks[1]), shuffle=False)


# --- message configs


def message_keys(cards: list[OoperationsCard]) -> list[str]:
    """Return every key that a message config for these cards has: the shipped one shows which are not of a card."""
    general = set(shipped_texts()) - _card_keys(shipped_cards().cards)
    return sorted(general | _card_keys(cards) | {"E_" + reason.code for reason in REASONS})


def _card_keys(cards: list[OoperationsCard]) -> set[str]:
    """Return the keys of what is said when a card is played, and of what a spell does."""
    return {"I_" + card.key for card in cards} | {"D_" + card.key for card in cards if card.aim != pieces.CREATURE}


def _check_messages(lines: list[str], path: str, cards: list[OoperationsCard], problems: list[Problem]) -> None:
    known = message_keys(cards)
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 2):
        key, colon, _ = line.partition(":")
        if not line:
            continue
        if _enough(problems, path, number):
            return
        key = key[:LONGEST_NAME]
        if not colon:
            problems.append(_problem(path, number, "no-colon", "there is no colon behind the key", warning=True))
        elif key in seen:
            message = f"{key} was given in line {seen[key]} already; this text replaces that one"
            problems.append(_problem(path, number, "duplicate-key", message, warning=True))
        elif key not in known:
            problems.append(_problem(path, number, "unknown-key", f"{key} is never printed", warning=True))
        seen[key] = number
    problems += [_problem(path, 0, "no-text", f"{key} has no text") for key in known if key not in seen]
