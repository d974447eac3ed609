"""The linter's look at a card file key by key: it needs no card that loads, so it reports beside all other errors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import PARAMETERS
from tablewright.games.marches.language.effects import EFFECT_OF_NAME
from tablewright.games.marches.language.reader import MOST_SUGGESTIONS, Document, Node
from tablewright.games.marches.language.shapes import Field
from tablewright.games.marches.language.vocabulary import FIELDS, KINDS, LIVING

CARD_KEYS: Final = {field.name: field for field in FIELDS}
STAT_KEYS: Final = ("BaseValue", "Modifier")
EFFECT_KEYS: Final = ("EffectType", *PARAMETERS)
#: Numbers in the picture of a card are texts, so that they can be written as 2/3 or X.
ILLUSTRATION_FIELDS: Final = (
    Field("EntityType", "word", LIVING | codes.SKILL, "", "The type of the card.", vocabulary=KINDS),
    Field("Id", "integer", LIVING | codes.SKILL, 0, "The number of the card."),
    Field("Name", "text", LIVING | codes.SKILL, "", "The name of the card; of a skill, the only one."),
    Field("Text", "text", LIVING | codes.SKILL, "", "The rules text. `*word*` marks a keyword, `#NAME#` another card."),
    Field("Cost", "text", LIVING | codes.SKILL, "", "The cost, as it is printed."),
    Field("Hp", "text", LIVING, "", "The HP, as they are printed."),
    Field("Movement", "text", codes.UNIT, "", "The movement, as it is printed: X, or X/Y with a denominator."),
    Field("Attack", "text", codes.UNIT, "", "The attack, as it is printed."),
    Field("Rarity", "integer", LIVING | codes.SKILL, 0, "Shown as stars."),
    Field("Tribe", "text", LIVING | codes.SKILL, "BASE", "A deck holds cards of its class's tribe and of BASE."),
    Field("Expansion", "text", LIVING | codes.SKILL, "VANILLA", "The set that the card belongs to."),
)
#: Words that are longer than this are none that was misspelt.
LONGEST_KEY: Final = 60
ILLUSTRATION_KEYS: Final = {field.name: field for field in ILLUSTRATION_FIELDS}


def distance(one: str, other: str) -> int:
    """Count the letters to add, drop, change or swap with their neighbour to make one word of another."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        previous, row = row, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = previous
    return row[-1]


def misspelt(word: str, known: Iterable[str]) -> str:
    """Return the known word that another one is probably meant to be; "" if there is none."""
    plain = word.casefold().replace("_", "").replace("-", "").replace(" ", "")
    found = min(known, key=lambda name: distance(plain, name.casefold()), default="")
    return found if distance(plain, found.casefold()) <= (1 if len(found) < 8 else 2) else ""


def check_keys(document: Document, node: Node, known: Iterable[str], what: str) -> None:
    """Report keys that do not exist: an error if one was probably meant, a warning if not."""
    known = list(known)
    for key in node.members():
        if key in known or key[:1] in ("_", "$"):
            continue
        meant = ""
        if document.suggested < MOST_SUGGESTIONS and len(key) <= LONGEST_KEY:  # looking for the nearest takes time
            meant = misspelt(key, [name for name in known if name not in node.members()]) or misspelt(key, known)
        if meant:
            document.suggested += 1
            document.report("unknown-key", f'{what} has no "{key}"; did you mean "{meant}"?', node.keys[key])
        else:
            near = document.near(key, known)
            document.report("ignored-key", f'nobody reads "{key}" of {what}{near}', node.keys[key], True)


def check_card_keys(document: Document) -> None:
    """Report everything about the keys of a card file."""
    root = document.root
    if root is None or not isinstance(root.value, dict):
        return
    check_keys(document, root, CARD_KEYS, "a card")
    kind = kind_of(root)
    for key, node in root.members().items():
        field = CARD_KEYS.get(key)
        if field is None:
            continue
        if kind and not kind & field.kinds:
            name = KINDS.write(kind)
            hint = "; its name is in the illustration file" if key == "Name" else ""
            document.report("unused-field", f"a {name} has no {key}{hint}", root.keys[key], True)
            continue
        numbers = [node]
        if field.shape == "stat":
            check_keys(document, node, STAT_KEYS, f"the stat {key}")
            numbers = [node] if not node.members() else [part for part in (node.get("BaseValue"),) if part is not None]
        for number in numbers:
            if isinstance(number.value, int) and not isinstance(number.value, bool):
                check_range(document, field, number)
    for _, node, _ in occasions(root):
        for item in node.items():
            check_keys(document, item, EFFECT_KEYS, "an effect")
            check_parameters(document, item)


def check_range(document: Document, field: Field, node: Node) -> None:
    """Report a number that loads but makes no sense."""
    value = node.value
    assert isinstance(value, int)
    if not field.low <= value <= field.high and abs(value) <= codes.MOST_NUMBER:
        limit = f"at least {field.low}" if value < field.low else f"at most {field.high}"
        document.report("out-of-range", f"{field.name} should be {limit}, not {value}", node, True)


def check_parameters(document: Document, item: Node) -> None:
    """Report parameters that the effect does not have at all."""
    kind = item.get("EffectType")
    effect = EFFECT_OF_NAME.get(kind.value.upper()) if kind is not None and isinstance(kind.value, str) else None
    if effect is not None:
        for name in item.members():
            if name in PARAMETERS and name not in effect.parameters:
                document.report("unused-parameter", f"{effect.name} does not use {name}", item.keys[name], True)


def kind_of(root: Node) -> int:
    """Return the type of a card from its file; 0 if it has none."""
    node = root.get("EntityType")
    word = KINDS.read(node.value) if node is not None and isinstance(node.value, str) else None
    return word or 0


def occasions(root: Node) -> list[tuple[str, Node, tuple[int, int]]]:
    """List the effect lists in a card file with the names of their programs and the places of their keys."""
    found = []
    interactions = root.get("Interactions")
    if interactions is not None:
        for name, node in interactions.members().items():
            found.append((name.upper(), node, interactions.keys[name]))
    triggers = root.get("Triggers")
    if triggers is not None:
        for place, members in triggers.members().items():
            for name, node in members.members().items():
                found.append((f"{name.upper()} {place.upper()}", node, members.keys[name]))
    return found
