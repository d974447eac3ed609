"""The fields of a card that are not effects: what they are called, what they can be, and how they are changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tablewright.games.marches.actions import ENTITY_TARGETS
from tablewright.games.marches.authoring.lint_keys import ILLUSTRATION_KEYS
from tablewright.games.marches.authoring.lint_text import as_printed
from tablewright.games.marches.files import BASE_TRIBE, COPIES
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import LONGEST_NAME
from tablewright.games.marches.language.shapes import Field
from tablewright.games.marches.language.vocabulary import FIELDS, KINDS, TARGETING
from tablewright.games.marches.pieces import LANES
from tablewright.games.marches.workshop.draft import BadEdit, Draft

TITLES: Final = {
    "Name": "name",
    "Cost": "gold",
    "Rarity": "copies in a deck",
    "TargetOptions": "where it is played",
    "TargetType": "what it is played on",
    "TargetOwner": "whose",
    "Hp": "HP",
    "DamageTokens": "damage it comes with",
    "Attack": "attack",
    "Movement": "movement",
    "MovementDenominator": "turns per march",
    "CurrentGold": "gold at the start",
    "ActivePowerId": "power",
    "Tribe": "tribe",
}
TRIBE: Final = ILLUSTRATION_KEYS["Tribe"]
#: Fields that classes can have, but that mean nothing there.
NOT_OF_CLASSES: Final = ("Cost", "Rarity", "TargetOptions")
COPIES_SAID: Final = {0: "none", 1: "three", 2: "two", 3: "one"}
WHOSE: Final = {"OWNER": "yours", "OPPONENT": "the enemy's", "BOTH": "anybody's", "NONE": "yours"}
#: Beyond this a number is no longer for steppers.
HIGH: Final = 99


def fields_of(draft: Draft) -> list[Field]:
    """List the fields that the kind of a card has and that mean something."""
    targeting = targeting_of(draft)
    found = []
    for field in FIELDS:
        if field.name not in TITLES or (draft.kind and not draft.kind & field.kinds and field.name != "Name"):
            continue
        if draft.kind == codes.PLAYER and field.name in NOT_OF_CLASSES:
            continue
        if field.name == "DamageTokens" and not draft.value.get("DamageTokens"):
            continue
        if draft.kind == codes.SKILL:
            if (
                field.name == "TargetOptions"
                and targeting == codes.ON_BOARD
                and draft.value.get("TargetOptions") in ([0], "BOARD")
            ):
                continue
            if field.name == "TargetOwner" and targeting not in ENTITY_TARGETS:
                continue
        found.append(field)
    return [*found, TRIBE]


def targeting_of(draft: Draft) -> int:
    """Return what a skill is played on."""
    word = draft.value.get("TargetType", "")
    found = TARGETING.read(word) if isinstance(word, str) else None
    return codes.ON_BOARD if found is None else found


def value_of(draft: Draft, field: Field) -> Any:
    """Return what a field is now, as the page shows it; ``None`` if that is nothing the field can be."""
    if field is TRIBE or (field.name == "Name" and draft.kind == codes.SKILL):
        value = draft.picture.get(field.name, field.default)
    else:
        value = draft.value.get(field.name)
    if field.shape == "tiles":
        value = [0] if isinstance(value, str) else value
        return value if isinstance(value, list) and all(is_number(one) for one in value) else None
    if field.shape == "stat" and isinstance(value, dict):
        parts = [value.get("BaseValue", 0), value.get("Modifier", 0)]
        return sum(parts) if all(is_number(part) for part in parts) else None
    if value is None:
        return field.vocabulary.write(int(str(field.default))) if field.vocabulary is not None else field.default
    if field.shape in ("text", "word"):
        return (value.upper() if field.shape == "word" else value) if isinstance(value, str) else None
    return value if is_number(value) else None


def is_number(value: object) -> bool:
    """Say whether a JSON value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def shown_fields(draft: Draft) -> list[dict[str, Any]]:
    """Return the fields as the page shows them."""
    found = []
    for field in fields_of(draft):
        value = value_of(draft, field)
        shown = {"key": field.name, "title": TITLES[field.name], "about": field.about, "value": value}
        if field.name in ("Rarity", "ActivePowerId", "Tribe") or field.vocabulary is not None:
            shown |= {"shape": "choice", "says": said(draft, field.name, value)}
        elif field.shape == "tiles":
            lanes = draft.kind == codes.SKILL and targeting_of(draft) == codes.ON_LANE
            count = len(LANES) if lanes else codes.TILES
            shown |= {"shape": "lanes" if lanes else "tiles", "tiles": list(range(count))}
        elif field.shape == "text":
            shown |= {"shape": "text", "most": LONGEST_NAME}
        else:
            shown |= {"shape": "number", "low": field.low, "high": min(field.high, HIGH)}
        found.append(shown)
    return found


def said(draft: Draft, key: str, value: Any) -> str:
    """Say a value that is chosen from a list."""
    if value is None:
        return "none that can be read"
    if key == "Rarity":
        return COPIES_SAID.get(value, str(value))
    if key == "ActivePowerId":
        return draft.name(value)
    if key == "TargetOwner":
        return WHOSE.get(value, str(value))
    if key == "TargetType":
        word = TARGETING.by_name.get(value)
        if word is None:
            return str(value)
        return word.says + (", counted from your side" if word.name.endswith("_RELATIVE") else "")
    return str(value)


def choices(draft: Draft, key: str) -> list[tuple[Any, str]]:
    """List the values that a field can be given, with what they mean."""
    if key == "Rarity":
        rarities = [*COPIES, 0]
        return [
            (rarity, "its power or what it summons only" if not rarity else f"rarity {rarity}") for rarity in rarities
        ]
    if key == "TargetType":
        return [(word.name, word.about) for word in TARGETING.words]
    if key == "TargetOwner":
        return [(name, "") for name in ("OWNER", "OPPONENT", "BOTH")]
    numbers = [*draft.catalogue.numbers(), *([] if draft.card is None else [draft.number])]
    cards = [card for number in dict.fromkeys(numbers) if (card := draft.find(number)) is not None]
    if key == "ActivePowerId":
        powers = [card for card in cards if card.kind == codes.SKILL and card.targeting == codes.ON_BOARD]
        return [(card.id, f"{card.cost} gold: {card.text}") for card in powers]
    if key == "Tribe":
        tribes = sorted({card.tribe for card in cards if card.kind == codes.PLAYER} - {BASE_TRIBE})
        own = draft.picture.get("Tribe")
        if draft.kind == codes.PLAYER and isinstance(own, str) and own not in (*tribes, BASE_TRIBE):
            tribes.append(own)
        name = draft.value.get("Name")
        if draft.kind == codes.PLAYER and isinstance(name, str) and name and name not in tribes:
            tribes.append(name)
        return [(BASE_TRIBE, "every class may use it"), *((tribe, "only its class may use it") for tribe in tribes)]
    raise BadEdit("There is nothing to choose from here.")


def set_field(draft: Draft, key: object, value: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the JSON values of card and illustration with another value of a field; raises ``BadEdit``."""
    field = next((field for field in fields_of(draft) if field.name == key), None)
    if field is None:
        raise BadEdit("This card has no such field.")
    card, picture = dict(draft.value), dict(draft.picture)
    if value == value_of(draft, field) and type(value) is type(value_of(draft, field)):
        return card, picture
    if field.shape == "text":
        if not isinstance(value, str) or not value.isprintable() or len(value) > LONGEST_NAME:
            raise BadEdit(f"The {TITLES[field.name]} must be one line of at most {LONGEST_NAME} characters.")
        text = " ".join(value.split()).upper()
        if field is TRIBE or draft.kind == codes.SKILL:
            return card, {**new_picture(draft), **picture, field.name: text}
        card[field.name] = text
        if picture:
            picture[field.name] = text
        return card, picture
    card[field.name] = checked(draft, field, value)
    if field.name == "TargetType" and draft.value.get("TargetOptions") in ([], [0], "BOARD"):
        # On the board there is one place, elsewhere anything may be chosen to begin with.
        card["TargetOptions"] = [0] if value == "BOARD" else []
    return card, picture


def checked(draft: Draft, field: Field, value: Any) -> Any:
    """Return a value as it is written into the card; raises ``BadEdit`` if it is none for the field."""
    title = TITLES[field.name]
    if field.shape == "tiles":
        whole = isinstance(value, list) and all(is_number(one) for one in value)
        count = len(LANES) if draft.kind == codes.SKILL and targeting_of(draft) == codes.ON_LANE else codes.TILES
        if value is not None and (not whole or not all(0 <= one < count for one in value)):
            raise BadEdit("There is no such place on the board.")
        return value
    if field.vocabulary is not None:
        if not isinstance(value, str) or field.vocabulary.read(value) is None:
            raise BadEdit(f"There is no such word for: {title}.")
        return value
    if not is_number(value):
        raise BadEdit(f"The {title} must be a whole number.")
    if not field.low <= value <= field.high:
        raise BadEdit(f"The {title} must be from {field.low} to {field.high}.")
    old = draft.value.get(field.name)
    if isinstance(old, dict) and is_number(old.get("Modifier", 0)):
        return {**old, "BaseValue": value - old.get("Modifier", 0)}
    return value


def new_picture(draft: Draft) -> dict[str, Any]:
    """Return what a new illustration of a card says; nothing, if it has one."""
    if draft.picture or draft.card is None:
        return {}
    printed = as_printed(draft.card)
    found: dict[str, Any] = {"Id": draft.card.id, "EntityType": KINDS.write(draft.card.kind)}
    found |= {"Name": draft.card.name, "Text": ""}
    found |= {key: printed[key] for key in ("Cost", "Hp", "Attack", "Movement") if key in printed}
    if draft.card.kind != codes.PLAYER:
        found["Rarity"] = draft.card.rarity
    return {**found, "Tribe": draft.card.tribe}


def mirrored(old: Draft, new: Draft, only_changed: bool = True) -> dict[str, Any]:
    """Return the illustration of a card whose values were changed: what it prints of them follows."""
    picture = dict(new.picture)
    if new.card is None or not picture:
        return picture
    before: Mapping[str, str] = {} if old.card is None else as_printed(old.card)
    for key, printed in as_printed(new.card).items():
        if key in picture and (not only_changed or before.get(key) != printed):
            picture[key] = int(printed) if ILLUSTRATION_KEYS[key].shape == "integer" else printed
    return picture
