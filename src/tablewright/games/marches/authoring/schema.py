"""JSON Schemas (2020-12) of the files that authors write, for editors; derived from the declarations.

A schema refuses everything that the loader refuses and that can be seen in one file: keys, words, kinds of values,
impossible effects. Trailing commas, which cards may have, are up to the editor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from tablewright.games.marches.authoring.lint_keys import ILLUSTRATION_FIELDS, STAT_KEYS
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import LONGEST_NAME, PARAMETERS
from tablewright.games.marches.language.effects import EFFECTS, Effect
from tablewright.games.marches.language.shapes import Field, Occasion, Parameter, Vocabulary
from tablewright.games.marches.language.vocabulary import FIELDS, INTERACTIONS, KINDS, PLACES, TRIGGERS
from tablewright.games.marches.scenarios.scenario import STARTS

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
#: Keys for notes of the author's own, and for the editor's "$schema".
NOTES: Final = "^[_$]"
EFFECT: Final = {"$ref": "#/$defs/effect"}
EFFECTS_REF: Final = {"$ref": "#/$defs/effects"}
STAT_REF: Final = {"$ref": "#/$defs/stat"}
ONE_LINE: Final = "^[^\\u0000-\\u001f\\u007f]*$"


def caseless(word: str) -> str:
    """Return a pattern for a word whose case does not matter."""
    return "".join(f"[{c}{c.lower()}]" if c.isalpha() else "\\" + c if c in "+-/." else c for c in word)


def one_of(words: Iterable[str]) -> str:
    """Return a pattern for one of some words."""
    return f"({'|'.join(caseless(word) for word in words)})"


def whole(low: int = -codes.MOST_NUMBER, high: int = codes.MOST_NUMBER) -> Schema:
    """Return the schema of a whole number."""
    return {"type": "integer", "minimum": low, "maximum": high}


def text(**more: Any) -> Schema:
    """Return the schema of a text."""
    return {"type": "string", **more}


def listed(items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


def closed(properties: Mapping[str, Any], required: Iterable[str] = (), notes: bool = False, **more: Any) -> Schema:
    """Return the schema of an object that has no other keys than these."""
    schema: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False, **more}
    if notes:
        schema["patternProperties"] = {NOTES: True}
    if list(required):
        schema["required"] = list(required)
    return schema


def described(rows: Mapping[str, tuple[Schema, str]]) -> Schema:
    """Return the schemas of a table of keys, with what they mean."""
    return {key: {**schema, "description": about} for key, (schema, about) in rows.items()}


def words(vocabulary: Vocabulary, names: list[str] | None = None) -> Schema:
    """Return the schema of a word: a list to complete from, and the pattern of what else is accepted."""
    names = vocabulary.names if names is None else names
    about = [vocabulary.by_name[name].about if name in vocabulary.by_name else "None of them." for name in names]
    pattern = f"^{one_of(names)}$"
    if vocabulary.flags:
        part = f"[ \\t]*{one_of(names)}?[ \\t]*"
        pattern = f"^{part}(\\|{part})*$"
    return {"type": "string", "anyOf": [{"enum": names, "enumDescriptions": about}, {"pattern": pattern}]}


# ------------------------------------------------------------------------------------------------------------ cards


def refused(effect: Effect) -> list[Schema]:
    """Return the schemas that keep impossible values from an effect: found by asking its declaration."""
    assert effect.refuse is not None
    needed = [parameter for parameter in effect.parameters.values() if parameter.needed]
    first, second = needed
    possible: dict[str, list[str]] = {}
    for one in values_of(first):
        possible[one] = []
        for other in values_of(second):
            chosen = {first.name: read(first, one), second.name: read(second, other)}
            if not effect.refuse(effect.complete(chosen))[0]:
                possible[one].append(other)
    usable = [name for name in possible if possible[name]]
    everything = [name for name in values_of(second) if any(name in found for found in possible.values())]
    found: list[Schema] = [
        {
            "required": [parameter.name for parameter in needed],
            "properties": {
                first.name: words(vocabulary_of(first), usable),
                second.name: words(vocabulary_of(second), everything),
            },
        }
    ]
    for one in usable:
        if possible[one] != everything:
            condition = {"properties": {first.name: {"pattern": f"^{caseless(one)}$"}}}
            then = {"properties": {second.name: words(vocabulary_of(second), possible[one])}}
            found.append({"if": condition, "then": then})
    return found


def vocabulary_of(parameter: Parameter) -> Vocabulary:
    """Return the vocabulary of a parameter that has one."""
    assert parameter.vocabulary is not None
    return parameter.vocabulary


def values_of(parameter: Parameter) -> list[str]:
    """List the words that can be written for a parameter."""
    return vocabulary_of(parameter).names


def read(parameter: Parameter, word: str) -> int:
    """Return the value of a known word."""
    value = vocabulary_of(parameter).read(word)
    assert value is not None
    return value


def parameter_schema(parameter: Parameter) -> Schema:
    """Return the schema of a parameter, whatever the effect."""
    return whole() if parameter.vocabulary is None else words(parameter.vocabulary)


def default_of(parameter: Parameter) -> str | int:
    """Return the default of a parameter as it is written in a file."""
    return parameter.default if parameter.vocabulary is None else parameter.vocabulary.write(parameter.default)


def effect_schema() -> Schema:
    """Return the schema of an effect: which parameters there are, and what each means to each effect."""
    cases: list[Schema] = []
    for effect in EFFECTS:
        properties: Schema = {"EffectType": {"description": effect.about}}
        for name in PARAMETERS:
            parameter = effect.parameters.get(name)
            if parameter is None:
                properties[name] = {"deprecated": True, "description": f"{effect.name} does not use {name}."}
            else:
                properties[name] = {"description": parameter.about, "default": default_of(parameter)}
        kind = {"properties": {"EffectType": {"pattern": f"^{caseless(effect.name)}$"}}, "required": ["EffectType"]}
        cases.append(
            {
                "if": kind,
                "then": {"properties": properties, "allOf": refused(effect)}
                if effect.refuse
                else {"properties": properties},
            }
        )
    names = [effect.name for effect in EFFECTS]
    effect_type = {
        "type": "string",
        "anyOf": [
            {"enum": names, "enumDescriptions": [effect.about for effect in EFFECTS]},
            {"pattern": f"^{one_of(names)}$"},
        ],
    }
    properties = {"EffectType": effect_type, **{name: parameter_schema(PARAMETERS[name]) for name in PARAMETERS}}
    return closed(properties, ["EffectType"], notes=True, allOf=cases)


def caseless_keys(keys: Mapping[str, Schema]) -> Schema:
    """Return the schema of an object, or null, whose keys are words in any case."""
    return {
        "type": ["object", "null"],
        "properties": dict(keys),
        "patternProperties": {f"^{caseless(key)}$": schema for key, schema in keys.items()},
        "additionalProperties": False,
    }


def occasions(found: Mapping[str, Occasion]) -> dict[str, Schema]:
    """Return the schemas of effect lists by the names of their occasions."""
    return {name: {**EFFECTS_REF, "description": occasion.about} for name, occasion in found.items()}


def field_schema(field: Field) -> Schema:
    """Return the schema of a field of a card."""
    shapes: dict[str, Callable[[], Schema]] = {
        "integer": whole,
        "stat": lambda: dict(STAT_REF),
        "text": lambda: text(maxLength=LONGEST_NAME, pattern=ONE_LINE),
        "word": lambda: words(field.vocabulary) if field.vocabulary is not None else {},
        "tiles": lambda: {
            "anyOf": [listed(whole()), {"type": "null"}, {"type": "string", "pattern": f"^{caseless('BOARD')}$"}]
        },
        "interactions": lambda: caseless_keys(occasions(INTERACTIONS)),
        "triggers": lambda: caseless_keys(
            {word.name: {**caseless_keys(occasions(TRIGGERS)), "description": word.about} for word in PLACES.words}
        ),
    }
    schema = shapes[field.shape]()
    schema["description"] = field.about
    if field.default is not None:
        default = field.default
        schema["default"] = (
            field.vocabulary.write(default) if field.vocabulary and isinstance(default, int) else default
        )
    return schema


def card_schema() -> Schema:
    """Return the schema of a card file."""
    cases = []
    for kind in KINDS.words:
        others = [field for field in FIELDS if not kind.value & field.kinds]
        unused = {
            field.name: {"deprecated": True, "description": f"A {kind.name} has no {field.name}."} for field in others
        }
        condition = {"properties": {"EntityType": {"pattern": f"^{caseless(kind.name)}$"}}, "required": ["EntityType"]}
        cases.append({"if": condition, "then": {"properties": unused}})
    required = [field.name for field in FIELDS if field.needed]
    card = closed({field.name: field_schema(field) for field in FIELDS}, required, notes=True, allOf=cases)
    return document("card", "A card of The Marches", card, card_parts())


def card_parts() -> Schema:
    """Return the definitions that the schema of a card refers to."""
    numbers = {key: whole() for key in STAT_KEYS}
    return {
        "stat": {"anyOf": [whole(), closed(numbers, notes=True)]},
        "effects": {"type": ["array", "null"], "items": EFFECT, "maxItems": codes.MOST_EFFECTS},
        "effect": effect_schema(),
    }


def illustration_schema() -> Schema:
    """Return the schema of an illustration file."""
    properties = {}
    for field in ILLUSTRATION_FIELDS:
        schema = whole() if field.shape == "integer" else text(pattern=ONE_LINE)
        if field.vocabulary is not None:
            schema = words(field.vocabulary)
        elif field.name == "Name":
            schema["maxLength"] = LONGEST_NAME
        properties[field.name] = {**schema, "description": field.about}
    return document("illustration", "The picture of a card of The Marches", closed(properties, notes=True), {})


def document(name: str, title: str, schema: Schema, parts: Schema) -> Schema:
    """Return a schema as a document of its own."""
    head = {"$schema": DIALECT, "$id": f"urn:tablewright:marches:{name}", "title": title}
    return {**head, **schema, **({"$defs": parts} if parts else {})}


# ---------------------------------------------------------------------------------------------- decks and scenarios


def deck_schema() -> Schema:
    """Return the schema of a deck file."""
    from tablewright.games.marches.authoring.schema_tables import DECK, DECK_NEEDS

    return document("deck", "A deck of The Marches", closed(described(DECK), DECK_NEEDS), {})


def scenario_schema() -> Schema:
    """Return the schema of a scenario file."""
    from tablewright.games.marches.authoring.schema_tables import SCENARIO, SCENARIO_NEEDS

    card = card_schema()
    parts = {"card": {key: card[key] for key in card if key[0] != "$"}, **card["$defs"]}
    choice = {"oneOf": [{"required": [key]} for key in STARTS]}
    schema = {**closed(described(SCENARIO), SCENARIO_NEEDS), **choice}
    return document("scenario", "A scenario of The Marches", schema, parts)


SCHEMAS: Final = {
    "card": card_schema,
    "illustration": illustration_schema,
    "deck": deck_schema,
    "scenario": scenario_schema,
}
