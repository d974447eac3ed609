"""Reading cards: from a JSON document to a ``MarchesCard`` the rules can use, with every mistake on the way.

What makes a card impossible is reported here, as an error. What is possible but makes no sense is the linter's
business: such cards load, as they always did.
"""

from __future__ import annotations

import os

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import EFFECT_OF_NAME, EFFECTS
from tablewright.games.marches.language.reader import Document, Node, read, read_trusted, shown
from tablewright.games.marches.language.vocabulary import FIELDS, INTERACTIONS, PLACES, TRIGGERS
from tablewright.games.marches.machine.chain import Instruction, Program
from tablewright.games.marches.pieces import ABSENT, MarchesCard, Stat, Stats

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from tablewright.games.marches.language.effects import Effect
    from tablewright.games.marches.language.shapes import Field, Occasion, Parameter, Vocabulary

#: Every parameter that any effect takes. An effect may be given one that it does not use; the word must exist.
PARAMETERS: Final[dict[str, Parameter]] = {
    name: parameter for effect in EFFECTS for name, parameter in effect.parameters.items()
}
FIELD_OF_NAME: Final = {field.name: field for field in FIELDS}
STAT_CAPS: Final = {"Hp": 0, "Attack": 0, "Movement": 0, "MovementDenominator": 1}
LONGEST_NAME: Final = 60
LONGEST_CARD_TEXT: Final = 1_000
#: More tiles than these are not on the board; some may stand there twice.
MOST_OPTIONS: Final = 100
#: So many unknown words of one text are named.
MOST_UNKNOWN: Final = 5
ILLUSTRATION: Final = "-illustration.json"


def clean(text: str) -> str:
    """Return a printable text as every face may show it; what is ASCII stays as it was written."""
    if text.isascii() and text.isprintable():
        return text
    from tablewright.core.outside import plain

    return plain(text)


class _CardReader:
    """Reads one card, reporting into its document."""

    def __init__(self, document: Document) -> None:
        self.document = document

    # ------------------------------------------------------------------------------------------------ single values

    def wrong(self, node: Node, name: str, wanted: str) -> None:
        self.document.report("wrong-kind", f"{name} must be {wanted}, not {node.kind}", node)

    def integer(self, node: Node, name: str) -> int | None:
        """Read a whole number."""
        value = node.value
        if not isinstance(value, int) or isinstance(value, bool):
            self.wrong(node, name, "a whole number")
            return None
        if abs(value) > codes.MOST_NUMBER:
            self.document.report("number-range", f"{name} is beyond {codes.MOST_NUMBER:,}", node)
            return None
        return value

    def text(self, node: Node, name: str) -> str | None:
        """Read a text of one line."""
        if not isinstance(node.value, str):
            self.wrong(node, name, "a text")
            return None
        most = LONGEST_CARD_TEXT if name == "Text" else LONGEST_NAME
        if not node.value.isprintable() or len(node.value) > most:
            limit = f" of at most {most:,} characters"
            self.document.report("bad-text", f"{name} must be one line{limit}, without special characters", node)
            return None
        return clean(node.value)

    def word(self, node: Node, name: str, vocabulary: Vocabulary) -> int | None:
        """Read a word, or several joined with |, of a vocabulary."""
        if not isinstance(node.value, str):
            self.wrong(node, name, "a text")
            return None
        value = vocabulary.read(node.value)
        if value is None:
            for word in vocabulary.unknown(node.value)[:MOST_UNKNOWN]:
                self.unknown(node, word, name, vocabulary.names)
        return value

    def unknown(self, at: Node | tuple[int, int], word: str, what: str, known: Iterable[str]) -> None:
        """Report a word that does not exist, with the nearest one that does."""
        word = shown(word)
        self.document.report("unknown-word", f'there is no {what} "{word}"{self.document.near(word, known)}', at)

    def stat(self, node: Node, name: str) -> Stat | None:
        """Read a stat: a number, or base and modifier."""
        cap = STAT_CAPS[name]
        if not isinstance(node.value, dict):
            base = self.integer(node, name)
            return None if base is None else Stat(base, 0, cap)
        numbers = []
        for key, default in (("BaseValue", cap), ("Modifier", 0)):
            member = node.get(key)
            numbers.append(default if member is None else self.integer(member, f"{key} of {name}"))
        base, modifier = numbers
        return None if base is None or modifier is None else Stat(base, modifier, cap)

    def tiles(self, node: Node) -> tuple[int, ...] | None:
        """Read ``TargetOptions``."""
        if node.value is None:
            return None
        if isinstance(node.value, str) and node.value.upper() == "BOARD":
            return (0,)
        if not isinstance(node.value, list):
            self.wrong(node, "TargetOptions", "a list of whole numbers")
            return None
        if len(node.value) > MOST_OPTIONS:
            self.document.report("too-many-values", f"TargetOptions has at most {MOST_OPTIONS} items", node)
            return None
        numbers = [self.integer(item, "an item of TargetOptions") for item in node.items()]
        return tuple(number for number in numbers if number is not None)

    def mapping(self, node: Node, name: str) -> dict[str, Node]:
        """Read an object."""
        if not isinstance(node.value, dict):
            if node.value is not None:
                self.wrong(node, name, "an object")
            return {}
        return node.value

    # ---------------------------------------------------------------------------------------------------- programs

    def programs(self, root: Node, kind: int) -> list[Program]:
        """Read all effect lists of a card."""
        found: dict[str, Program] = {}
        interactions = root.get("Interactions")
        if interactions is not None:
            for name, node in self.mapping(interactions, "Interactions").items():
                occasion = INTERACTIONS.get(name.upper())
                if occasion is None:
                    self.unknown(interactions.keys[name], name, "interaction", INTERACTIONS)
                    self.effects(node, shown(name))  # its mistakes count too
                else:
                    self.add(found, occasion, codes.NOWHERE, node, interactions.keys[name])
        triggers = root.get("Triggers")
        if triggers is not None and kind != codes.SKILL:
            for place_name, members in self.mapping(triggers, "Triggers").items():
                place = PLACES.read(place_name)
                if place is None:
                    self.unknown(triggers.keys[place_name], place_name, "place for triggers", PLACES.names)
                for name, node in self.mapping(members, shown(place_name)).items():
                    occasion = TRIGGERS.get(name.upper())
                    if occasion is None:
                        self.unknown(members.keys[name], name, "trigger", TRIGGERS)
                    if occasion is None or place is None:
                        self.effects(node, shown(name))
                    else:
                        self.add(found, occasion, place, node, members.keys[name])
        return list(found.values())

    def add(self, found: dict[str, Program], occasion: Occasion, place: int, node: Node, key: tuple[int, int]) -> None:
        """Read one effect list."""
        name = occasion.name if place == codes.NOWHERE else f"{occasion.name} {PLACES.write(place)}"
        if name in found:
            self.document.report("duplicate-key", f"{name} is here a second time", key)
        instructions = self.effects(node, occasion.name)
        if instructions:
            found[name] = program_of(occasion, place, instructions)

    def effects(self, node: Node, name: str) -> list[Instruction]:
        """Read the effects of a list."""
        instructions: list[Instruction] = []
        if isinstance(node.value, list):
            if len(node.value) > codes.MOST_EFFECTS:
                self.document.report("too-many-effects", f"a list has at most {codes.MOST_EFFECTS} effects", node)
                return []
            for item in node.items():
                instruction = self.instruction(item)
                if instruction is not None:
                    instructions.append(instruction)
        elif node.value is not None:
            self.wrong(node, name, "a list of effects")
        return instructions

    def instruction(self, node: Node) -> Instruction | None:
        """Read one effect with its parameters."""
        if not isinstance(node.value, dict):
            self.wrong(node, "an effect", "an object")
            return None
        effect: Effect | None = None
        kind = node.get("EffectType")
        if kind is None:
            self.document.report("missing-field", "an effect needs an EffectType", node)
        elif not isinstance(kind.value, str):
            self.wrong(kind, "EffectType", "a text")
        else:
            effect = EFFECT_OF_NAME.get(kind.value.upper())
            if effect is None:
                self.unknown(kind, kind.value, "effect", EFFECT_OF_NAME)
        before = self.document.errors
        written: dict[str, int] = {}
        for name, member in node.value.items():
            parameter = PARAMETERS.get(name)
            if parameter is not None:
                vocabulary = parameter.vocabulary
                value = self.integer(member, name) if vocabulary is None else self.word(member, name, vocabulary)
                if value is not None:
                    written[name] = value
        if effect is None or self.document.errors > before:
            return None
        values = effect.complete(written)
        if effect.refuse is not None:
            name, reason = effect.refuse(values)
            if name:
                self.document.report("impossible-effect", f"{name}: {reason}", node.get(name) or kind)
                return None
        return Instruction(effect, values, tuple(written), node)

    # ------------------------------------------------------------------------------------------------------ the card

    def field(self, field: Field, root: Node) -> object:
        """Read a field of the card other than its programs; mistakes give its default."""
        node = root.get(field.name)
        if node is None:
            if field.needed:
                self.document.report("missing-field", f"a card needs the field {field.name}", root)
            return field.default
        value: object = None
        if field.shape == "integer":
            value = self.integer(node, field.name)
        elif field.shape == "text":
            value = self.text(node, field.name)
        elif field.shape == "word":
            assert field.vocabulary is not None
            value = self.word(node, field.name, field.vocabulary)
        elif field.shape == "stat":
            value = self.stat(node, field.name)
        elif field.shape == "tiles":
            value = self.tiles(node)
        return field.default if value is None else value


def read_card(document: Document, illustration: Document | None = None) -> MarchesCard | None:
    """Make a card of a document; ``None`` if it has errors. They are reported in the documents."""
    root = document.root
    if root is None:
        return None
    if not isinstance(root.value, dict):
        document.report("wrong-kind", f"a card must be an object, not {root.kind}", root)
        return None
    reader = _CardReader(document)
    kind = reader.field(FIELD_OF_NAME["EntityType"], root)
    values: dict[str, object] = {}
    for field in FIELDS:
        if field.name != "EntityType":
            applies = not isinstance(kind, int) or kind & field.kinds
            values[field.name] = reader.field(field, root) if applies else field.default
    programs = reader.programs(root, kind if isinstance(kind, int) else 0)
    name, text, tribe = read_illustration(illustration)
    if document.errors or (illustration is not None and illustration.errors):
        return None
    assert isinstance(kind, int)
    stats = [_stat(values[name], kind, FIELD_OF_NAME[name]) for name in STAT_CAPS]
    number = _int(values["Id"])
    options = values["TargetOptions"]
    return MarchesCard(
        id=number,
        kind=kind,
        name=str(values["Name"]) or name or f"CARD {number}",
        cost=_int(values["Cost"]),
        rarity=_int(values["Rarity"]),
        tribe=tribe,
        text=text,
        options=options if isinstance(options, tuple) else None,
        targeting=_int(values["TargetType"]),
        owners=_int(values["TargetOwner"]) or codes.OWNER,
        stats=Stats(*stats),
        damage=_int(values["DamageTokens"]),
        gold=_int(values["CurrentGold"]),
        power=_int(values["ActivePowerId"]),
        programs=tuple(programs),
    )


def read_illustration(document: Document | None) -> tuple[str, str, str]:
    """Return name, text and tribe of an illustration; the rest of it is for painters."""
    if document is None or document.root is None:
        return "", "", "BASE"
    if not isinstance(document.root.value, dict):
        document.report("wrong-kind", f"an illustration must be an object, not {document.root.kind}", document.root)
        return "", "", "BASE"
    reader = _CardReader(document)
    found = []
    for key, default in (("Name", ""), ("Text", ""), ("Tribe", "BASE")):
        node = document.root.get(key)
        found.append((None if node is None else reader.text(node, key)) or default)
    return found[0], found[1], found[2]


def read_card_file(path: str, trusted: bool = False) -> tuple[MarchesCard | None, Document, Document | None]:
    """Read a card file and the illustration beside it, if there is one; also return both documents.

    Files that ship with the game are ``trusted``: they are read quickly, and once more if they have mistakes.
    """
    document = read_trusted(path) if trusted else read(path)
    stem = path[: -len(".json")]
    beside = stem + ILLUSTRATION
    illustration = None
    if os.path.exists(beside):
        illustration = read_trusted(beside) if trusted else read(beside)
    card = read_named_card(document, illustration)
    if card is None and trusted:
        return read_card_file(path)
    return card, document, illustration


def read_named_card(document: Document, illustration: Document | None) -> MarchesCard | None:
    """Make a card of a document whose name must be that of its card."""
    card = read_card(document, illustration)
    name = os.path.basename(document.path)[: -len(".json")]
    if card is not None and str(card.id) != name and document.root is not None:
        document.report("wrong-id", f"the Id is {card.id}, but the file is called {name}.json", document.root.get("Id"))
        return None
    return card


def read_effects(document: Document, node: Node, occasion: Occasion) -> list[Instruction]:
    """Read one effect list; mistakes are reported in the document, and what has some is left out."""
    return _CardReader(document).effects(node, occasion.name)


def program_of(occasion: Occasion, place: int, instructions: Iterable[Instruction]) -> Program:
    """Make the program of an effect list."""
    steps = tuple(instructions)
    name = occasion.name if place == codes.NOWHERE else f"{occasion.name} {PLACES.write(place)}"
    return Program(name, occasion, place, steps, tuple([step.effect.build(step.values) for step in steps]))


def _stat(value: object, kind: int, field: Field) -> Stat:
    """Return a stat that was read, a default one, or ``ABSENT`` if this kind of card has none."""
    if isinstance(value, Stat):
        return value
    return Stat(_int(value), 0, STAT_CAPS[field.name]) if kind & field.kinds else ABSENT


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value
