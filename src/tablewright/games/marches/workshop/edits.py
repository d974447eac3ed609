"""Changes of a sheet: each takes the texts of a card and gives others, in which everything else is as it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tablewright.games.marches.actions import ENTITY_TARGETS
from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import LONGEST_CARD_TEXT
from tablewright.games.marches.language.effects import EFFECT_OF_NAME
from tablewright.games.marches.language.idioms import IDIOM_OF_NAME, Idiom
from tablewright.games.marches.language.texts import card_text, played_text
from tablewright.games.marches.workshop.draft import (
    BadEdit,
    CardSheet,
    Draft,
    EffectList,
    Effects,
    ListRow,
    list_name,
    named_list,
)
from tablewright.games.marches.workshop.fields import COPIES_SAID, TITLES, mirrored, new_picture, set_field
from tablewright.games.marches.workshop.writing import Path, written

MOST_TEXT: Final = 200_000
#: Slots of the groups that one chip stands for: that of n, and that of how many are found.
AMOUNT: Final = ("Input", "MultiInputProcessing", "TempVariable")
WHICH: Final = ("Which", "WhichInput", "WhichProcessing", "WhichNumber")


def edited(sheet: CardSheet, number: int, edit: Mapping[str, Any], catalogue: Catalogue) -> CardSheet:
    """Return the sheet with a change; raises ``BadEdit`` if it cannot be made."""
    return applied(Draft(sheet, number, catalogue), edit)


def applied(draft: Draft, edit: Mapping[str, Any]) -> CardSheet:
    """Return the sheet of a draft with a change; raises ``BadEdit`` if it cannot be made."""
    if not isinstance(edit, Mapping):
        raise BadEdit("This is no change.")
    if "json" in edit:
        return _rewritten(draft.sheet, edit["json"])
    kind = next((name for name in EDITS if name in edit), None)
    if kind is None:
        raise BadEdit("This kind of change is not known.")
    if not draft.whole or not draft.value:
        raise BadEdit("The JSON of this card cannot be read; correct it first.")
    return EDITS[kind](draft, edit)


def _rewritten(sheet: CardSheet, texts: Any) -> CardSheet:
    """Take over texts that somebody has written."""
    if not isinstance(texts, Mapping):
        raise BadEdit("The JSON of a card is two texts.")
    card = texts.get("card", sheet.card)
    illustration = texts.get("illustration", sheet.illustration)
    for text in (card, illustration):
        if not isinstance(text, str) or len(text) > MOST_TEXT:
            raise BadEdit("The JSON of a card is a text, and not so long a one.")
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            raise BadEdit("The JSON has half a character in it.")
    return CardSheet(card, illustration)


def changed(draft: Draft, card: dict[str, Any], picture: dict[str, Any]) -> CardSheet:
    """Return the sheet with other JSON values; a text whose value is the same stays as it is."""
    text = draft.sheet.card if card == draft.value else written(card)
    drawn = draft.sheet.illustration if picture == draft.picture else written(picture)
    return CardSheet(text, drawn)


# ------------------------------------------------------------------------------------------------------ fields, text


def _field(draft: Draft, edit: Mapping[str, Any]) -> CardSheet:
    card, picture = set_field(draft, edit["field"], edit.get("value"))
    sheet = changed(draft, card, picture)
    after = Draft(sheet, draft.number, draft.catalogue)
    return changed(after, after.value, mirrored(draft, after))


def _text(draft: Draft, edit: Mapping[str, Any]) -> CardSheet:
    text = edit["text"]
    if not isinstance(text, str) or len(text) > LONGEST_CARD_TEXT:
        raise BadEdit(f"The text of a card has at most {LONGEST_CARD_TEXT:,} characters.")
    text = " ".join(text.split())
    if not text.isprintable():
        raise BadEdit("The text of a card must not have special characters.")
    return with_text(draft, text)


def _write_text(draft: Draft, edit: Mapping[str, Any]) -> CardSheet:
    if draft.card is None:
        raise BadEdit("The card has mistakes, so that nobody can say what it does.")
    return with_text(draft, told_text(draft))


def told_text(draft: Draft) -> str:
    """Return the text that says what the effects of a card do, with the marks of texts."""
    card = draft.card
    assert card is not None
    text = card_text(card, lambda number: f"#{draft.name(number)}#")
    if card.kind == codes.SKILL and card.targeting in ENTITY_TARGETS:
        # Whose unit or building it is played on stands nowhere else on a card.
        whom = played_text(card).removeprefix("It is ").removesuffix(".")
        text = text.replace("When this is played", f"When this is {whom}", 1)
    return text[:LONGEST_CARD_TEXT]


def with_text(draft: Draft, text: str) -> CardSheet:
    """Return the sheet with another text for players."""
    if text == draft.picture.get("Text", ""):
        return draft.sheet
    if not draft.picture and draft.card is None:
        raise BadEdit("The card has mistakes; mend them first.")
    return changed(draft, draft.value, {**new_picture(draft), **draft.picture, "Text": text})


# ------------------------------------------------------------------------------------------------------------- lists


def place_of(draft: Draft, where: Any, count: int) -> tuple[Any, ...]:
    """Return the parts of a place that an edit names."""
    if not isinstance(where, Sequence) or isinstance(where, str) or len(where) != count:
        raise BadEdit("This place does not exist.")
    return (draft.list_of(where[0]), *where[1:])


def row_of(where: EffectList, row: object) -> ListRow:
    """Return a row of a list."""
    if not isinstance(row, int) or isinstance(row, bool) or not 0 <= row < len(where.rows):
        raise BadEdit("There is no such step any more.")
    return where.rows[row]


def start_of(where: EffectList, index: object) -> int:
    """Return the number of effects before a row; behind the last row that is all of them."""
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index <= len(where.rows):
        raise BadEdit("There is no such place in the list any more.")
    return where.rows[index].first if index < len(where.rows) else len(where.effects)


def with_effects(draft: Draft, path: Path, effects: Effects | None) -> CardSheet:
    """Return the sheet with other effects in a list, or without it; what becomes empty by that goes too."""
    card = dict(draft.value)
    outer: list[dict[str, Any]] = [card]
    for key in path[:-1]:
        inner = dict(outer[-1].get(str(key)) or {})
        outer[-1][str(key)] = inner
        outer.append(inner)
    if effects is not None:
        outer[-1][str(path[-1])] = effects
    else:
        for depth in range(len(path) - 1, -1, -1):
            del outer[depth][str(path[depth])]
            if outer[depth]:
                break
    return changed(draft, card, draft.picture)


def _chip(draft: Draft, edit: Mapping[str, Any]) -> CardSheet:
    where, row, slot = place_of(draft, edit["chip"], 3)
    one = row_of(where, row)
    new = chip_effects(where, one, slot, edit.get("value"))
    return with_effects(draft, where.path, [*where.effects[: one.first], *new, *where.effects[one.first + one.count :]])


def chip_effects(where: EffectList, one: ListRow, slot: object, value: Any) -> Effects:
    """Return the effects of a row of which a chip has another value."""
    idiom = one.row.idiom
    effects = where.effects[one.first : one.first + one.count]
    for name, number in slot_values(idiom, slot, value).items():
        for index, slots in enumerate(idiom.slots):
            for parameter, other in slots.items():
                if other == name:
                    effects[index] = with_parameter(effects[index], parameter, number)
    return effects


def slot_values(idiom: Idiom, slot: object, value: Any) -> dict[str, int]:
    """Return the values of slots that are meant by the value of a chip."""
    if slot in ("amount", "loss"):
        if isinstance(value, int) and not isinstance(value, bool):
            value = {"Input": "TEMP_VARIABLE", "TempVariable": -value if slot == "loss" else value}
        if isinstance(value, Mapping):
            value = {**dict.fromkeys(AMOUNT), **value}
    elif slot == "Which" and isinstance(value, Mapping):
        value = {**dict.fromkeys(WHICH), **value}
    named = value if isinstance(value, Mapping) else {str(slot): value}
    return {str(name): number_of(idiom, str(name), one) for name, one in named.items()}


def number_of(idiom: Idiom, slot: str, value: Any) -> int:
    """Return the number behind a value of a slot; ``None`` is its default."""
    parameter = idiom.parameters.get(slot)
    if parameter is None:
        raise BadEdit("This step has no such word.")
    if value is None:
        return parameter.default
    if parameter.vocabulary is None:
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > codes.MOST_NUMBER:
            raise BadEdit(f"A whole number of at most {codes.MOST_NUMBER:,} is needed here.")
        return value
    number = parameter.vocabulary.read(value) if isinstance(value, str) else None
    if number is None:
        raise BadEdit("There is no such word here.")
    return number


def with_parameter(effect: dict[str, Any], name: str, number: int) -> dict[str, Any]:
    """Return an effect with another value of a parameter; defaults are left out, and other keys stay as they are."""
    declared = EFFECT_OF_NAME[effect["EffectType"].upper()]
    parameter = declared.parameters[name]
    words = parameter.vocabulary
    known = name in effect
    if known and (effect[name] if words is None else words.read(effect[name])) == number:
        return effect
    found = dict(effect)
    if number == parameter.default:
        found.pop(name, None)
        return found
    found[name] = number if words is None else words.write(number)
    if known:
        return found
    order = [key for key in declared.parameters if key in found]
    if [key for key in effect if key in declared.parameters] != [key for key in order if key != name]:
        return found  # its author has an order of their own
    behind = order[order.index(name) + 1 :]
    tail = [key for key in found if key in behind]
    return {key: found[key] for key in found if key not in tail} | {key: found[key] for key in tail}


def _add(draft: Draft, edit: Mapping[str, Any]) -> CardSheet:
    where, index = place_of(draft, edit["add"], 2)
    start = start_of(where, index)
    row = edit.get("row")
    if not isinstance(row, Mapping) or str(row.get("idiom")) not in IDIOM_OF_NAME:
        raise BadEdit("There is no such step.")
    idiom = IDIOM_OF_NAME[row["idiom"]]
    given = row.get("values") or {}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise BadEdit("The words of this step cannot be read.")
    values = {slot: number_of(idiom, slot, given.get(slot)) for slot in idiom.parameters}
    effects = [*where.effects[:start], *idiom.write(values), *where.effects[start:]]
    if len(effects) > codes.MOST_EFFECTS:
        raise BadEdit(f"A list has at most {codes.MOST_EFFECTS} effects.")
    return with_effects(draft, where.path, effects)


def _remove(draft: Draft, edit: Mapping[str, Any]) -> CardSheet:
    where, row = place_of(draft, edit["remove"], 2)
    one = row_of(where, row)
    return with_effects(draft, where.path, [*where.effects[: one.first], *where.effects[one.first + one.count :]])


def _move(draft: Draft, edit: Mapping[str, Any]) -> CardSheet:
    where, row, to = place_of(draft, edit["move"], 3)
    row_of(where, row), row_of(where, to)
    order = list(where.rows)
    order.insert(to, order.pop(row))
    effects = [effect for one in order for effect in where.effects[one.first : one.first + one.count]]
    return with_effects(draft, where.path, effects)


def _copy(draft: Draft, edit: Mapping[str, Any]) -> CardSheet:
    where, row = place_of(draft, edit["copy"], 2)
    one = row_of(where, row)
    behind = one.first + one.count
    effects = [*where.effects[:behind], *where.effects[one.first : behind], *where.effects[behind:]]
    if len(effects) > codes.MOST_EFFECTS:
        raise BadEdit(f"A list has at most {codes.MOST_EFFECTS} effects.")
    return with_effects(draft, where.path, effects)


def new_path(draft: Draft, name: object) -> Path:
    """Return where a new list goes in the file; raises ``BadEdit`` if the card has it, or cannot have it."""
    if draft.card is None:
        raise BadEdit("The card has mistakes; mend them first.")
    occasion, place = named_list(str(name))
    if not occasion.kinds & draft.kind or (occasion.trigger and place not in occasion.places):
        raise BadEdit("This kind of card never has such an occasion.")
    if any(one.id == list_name(occasion, place) for one in draft.lists):
        raise BadEdit("The card has steps for this occasion already.")
    if not occasion.trigger:
        return ("Interactions", occasion.name)
    word = str(name).partition("@")[2]
    keys = draft.value.get("Triggers") or {}
    return ("Triggers", next((key for key in keys if key.upper() == word), word), occasion.name)


def _add_list(draft: Draft, edit: Mapping[str, Any]) -> CardSheet:
    return with_effects(draft, new_path(draft, edit["addList"]), [])


def _remove_list(draft: Draft, edit: Mapping[str, Any]) -> CardSheet:
    return with_effects(draft, draft.list_of(edit["removeList"]).path, None)


def _relist(draft: Draft, edit: Mapping[str, Any]) -> CardSheet:
    where, name = place_of(draft, edit["relist"], 2)
    both = Draft(with_effects(draft, new_path(draft, name), where.effects), draft.number, draft.catalogue)
    return with_effects(both, where.path, None)


EDITS: Final[dict[str, Callable[[Draft, Mapping[str, Any]], CardSheet]]] = {
    "field": _field,
    "chip": _chip,
    "add": _add,
    "remove": _remove,
    "move": _move,
    "copy": _copy,
    "addList": _add_list,
    "removeList": _remove_list,
    "relist": _relist,
    "text": _text,
    "writeText": _write_text,
}
TOLD: Final = {
    "chip": "changed a step",
    "add": "added a step",
    "remove": "removed a step",
    "move": "moved a step",
    "copy": "copied a step",
    "addList": "added an occasion",
    "removeList": "removed an occasion",
    "relist": "chose another occasion",
    "text": "changed the text",
    "writeText": "had the text written",
    "json": "changed the JSON",
}


def told_edit(edit: Mapping[str, Any]) -> str:
    """Say what a change did, for a list of versions."""
    told = edit.get("told")
    if isinstance(told, str) and 0 < len(told) <= 200 and told.isprintable():
        return told
    if "field" in edit:
        key, value = str(edit["field"])[:40], edit.get("value")
        title = "cost" if key == "Cost" else TITLES.get(key, key)
        if key == "Rarity":
            value = COPIES_SAID.get(value) if isinstance(value, int) else None
        said = f" to {str(value)[:60]}" if isinstance(value, (int, str)) and not key.startswith("Target") else ""
        return f"changed {title}{said}" if key.startswith("Target") else f"changed the {title}{said}"
    return next((told for name, told in TOLD.items() if name in edit), "changed it")
