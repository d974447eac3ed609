"""The reference page of the card language, made of the declarations; its examples are carried out while it is made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tablewright.core.outside import MOST_BYTES
from tablewright.games.marches.authoring import schema_tables
from tablewright.games.marches.authoring.lint_keys import ILLUSTRATION_FIELDS
from tablewright.games.marches.authoring.lint_text import KEYWORDS
from tablewright.games.marches.authoring.mistakes import GROUPS
from tablewright.games.marches.authoring.schema import default_of
from tablewright.games.marches.files import BASE_TRIBE, COPIES, DECK_SIZE, MOST_CARDS, MOST_OWN_CARDS, MOST_OWN_VALUES
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import LONGEST_CARD_TEXT, LONGEST_NAME
from tablewright.games.marches.language.effects import (
    CHAIN_PLACES,
    EFFECTS,
    FLOW,
    PARTICIPANTS,
    TABLE,
    TARGETS,
    Effect,
    register_of,
)
from tablewright.games.marches.language.reader import LONGEST_TEXT, MOST_DEPTH, MOST_VALUES, parse
from tablewright.games.marches.language.shapes import Field, Register, Vocabulary
from tablewright.games.marches.language.vocabulary import (
    CRITERIA,
    FIELDS,
    KINDS,
    OCCASIONS,
    OPERATIONS,
    PLACES,
    PLAYERS,
    PROCESSING,
    REGISTERS,
    TARGET_KINDS,
    TARGETING,
)
from tablewright.games.marches.machine.trace import EffectStory
from tablewright.games.marches.scenarios.scenario import FORMAT, read_scenario
from tablewright.games.marches.scenarios.staging import scenario_start
from tablewright.games.marches.setup import OPTION_RULES

#: What stands above the reference in a page that also has other parts.
MARK: Final = "<!-- Everything below is made by: tablewright schema marches --reference -->"
EXAMPLE_CARD: Final = 100
#: Parts of the machine in words, for the tables.
PARTS: Final = {
    TARGETS: "the targets",
    CHAIN_PLACES: "the places",
    PARTICIPANTS: "who takes part",
    TABLE: "the table",
    FLOW: "whether the list goes on",
    "Input": "its Input",
    "Output": "its Output",
    "EffectLocation": "its EffectLocation",
}
BOUNDS: Final = (
    (codes.MOST_STEPS, "effects and treated targets during one action"),
    (codes.MOST_NESTING, "effect lists running inside each other"),
    (codes.MOST_ENTITIES, "units and buildings in play"),
    (codes.MOST_REFERENCES, "targets, and places, that an effect list collects"),
    (codes.MOST_NUMBER, "the size of any number, in either direction"),
)
FILE_BOUNDS: Final = (
    (MOST_BYTES, "bytes of a file"),
    (MOST_VALUES, f"values of a file, which nest at most {MOST_DEPTH} deep"),
    (LONGEST_TEXT, f"characters of a text; {LONGEST_NAME} of a name, {LONGEST_CARD_TEXT:,} of the text of a card"),
    (codes.MOST_EFFECTS, "effects of a list"),
    (MOST_CARDS, "cards of a deck, where the deck rules do not count"),
    (MOST_OWN_CARDS, "cards of a folder or a match besides those that ship with the game"),
    (MOST_OWN_VALUES, "values of all the cards that a match brings along"),
)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table."""
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    lines += [f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in rows]
    return [*lines, ""]


def code(word: object) -> str:
    """Return a word as code."""
    return f"`{word}`"


def codes_of(kinds: int) -> str:
    """List types of cards."""
    return ", ".join(code(word.name) for word in KINDS.words if word.value & kinds)


# -------------------------------------------------------------------------------------------------------- the parts


def field_rows(fields: Iterable[Field]) -> list[list[str]]:
    """Return a row for each field."""
    shapes = {"stat": "integer or stat", "tiles": "list", "interactions": "object", "triggers": "object"}
    rows = []
    for field in fields:
        default = field.default
        if field.vocabulary is not None and isinstance(default, int):
            default = field.vocabulary.write(default)
        shown = "needed" if field.needed else code(json.dumps(default))
        rows.append([code(field.name), codes_of(field.kinds), shapes.get(field.shape, field.shape), shown, field.about])
    return rows


def fields() -> list[str]:
    """Describe the fields of a card and of its illustration."""
    heads = ("Field", "Cards", "Value", "Default", "Meaning")
    return [
        "## The card file",
        "",
        "One JSON object per card in a file `<Id>.json`. A comma before a closing bracket does no harm. Keys that begin"
        " with `_` or `$` are yours. The case of words does not matter, that of keys does. Words of a vocabulary with"
        ' `|` can be joined: `UNIT|BUILDING`. A stat is a number, or `{"BaseValue": 3, "Modifier": -1}`.',
        "",
        *table(heads, field_rows(FIELDS)),
        "`Interactions` maps occasions to effect lists; `Triggers` maps places to occasions to effect lists.",
        "",
        "## The illustration file",
        "",
        "What players see, in a file `<Id>-illustration.json` beside the card. It carries no rules; numbers are texts."
        " In `Text`, `*word*` marks a keyword (" + ", ".join(KEYWORDS) + ") and `#NAME#` another card.",
        "",
        *table(heads, field_rows(ILLUSTRATION_FIELDS)),
    ]


def occasions() -> list[str]:
    """Describe when effect lists run."""
    rows = []
    for occasion in OCCASIONS:
        known = [code(CRITERIA.write(criterion)) for criterion in occasion.known]
        places = ", ".join(code(PLACES.write(place)) for place in occasion.places)
        listed = f"trigger, at {places}" if occasion.trigger else "interaction"
        rows.append([code(occasion.name), listed, codes_of(occasion.kinds), occasion.about, ", ".join(known)])
    return [
        "## Occasions",
        "",
        "When the effect lists of a card run, and who can be named then. A unit does not hear its own march.",
        "",
        *table(("Occasion", "Written as", "Cards", "When", "Known then"), rows),
    ]


def vocabulary(words: Vocabulary, title: str) -> list[str]:
    """Describe the words of a vocabulary."""
    about = words.about + (" Can be joined with `|`." if words.flags and "|" not in words.about else "")
    rows = [[code(word.name), word.about] for word in words.words]
    if words.nothing:
        rows.append([code(words.nothing), "None of them; the same as leaving it out."])
    return [f"### {title}", "", about, "", *table(("Word", "Meaning"), rows)]


def registers() -> list[str]:
    """Describe the registers."""
    rows = [[code(word.name), access(register_of(word.value)), word.about] for word in REGISTERS.words]
    return ["### Input and Output", "", REGISTERS.about, "", *table(("Word", "Access", "Meaning"), rows)]


def access(register: Register) -> str:
    """Say how and when a register can be used."""
    how = "read, write" if register.writable else "read"
    if register.of_targets:
        how += ", once per target"
    if register.during is not None:
        names = [code(occasion.name) for occasion in OCCASIONS if occasion.during == register.during]
        how += f", only in {' and '.join(names)}"
    return how


def files() -> list[str]:
    """Describe deck and scenario files."""
    lines = [
        "## The deck file",
        "",
        f"Any name ending in `.json`. Exactly {DECK_SIZE} cards of the class's tribe and of `{BASE_TRIBE}`; copies of a"
        f" card by rarity: {', '.join(f'{rarity} allows {copies}' for rarity, copies in COPIES.items())}.",
        "",
        *key_table(schema_tables.DECK),
        "## The scenario file",
        "",
        "A position, what is done, and what must be true; run with `tablewright test`. Strict JSON: no comma before a"
        " closing bracket, no other keys. Players are `p1` and `p2`.",
        "",
        *key_table(schema_tables.SCENARIO),
        "Its `options`:",
        "",
        *table(
            ("Option", "Default", "Meaning"),
            [[code(rule.name), str(rule.default), rule.about] for rule in OPTION_RULES],
        ),
    ]
    for title, keys in (
        ("state", schema_tables.STATE),
        ("a player of a state", schema_tables.PLAYER),
        ("an entity of a state", schema_tables.ENTITY),
        ("new_game", schema_tables.NEW_GAME),
        ("a step", schema_tables.STEP),
        ("expect", schema_tables.EXPECT),
        ("an expected player", schema_tables.SEEN_PLAYER),
        ("an expected entity", schema_tables.SEEN_ENTITY),
    ):
        lines += [f"### Keys of {title}", "", *key_table(keys)]
    return lines


def key_table(keys: Mapping[str, tuple[object, str]]) -> list[str]:
    """Return the table of the keys of an object."""
    return table(("Key", "Meaning"), [[code(key), about] for key, (_, about) in keys.items()])


def bounds() -> list[str]:
    """Describe the bounds of the machine."""
    return [
        "## Bounds",
        "",
        "An effect cannot hang the game. Passing one of these bounds ends the match as void, with an error that names"
        " the card.",
        "",
        *table(("At most", "Of what"), [[f"{limit:,}", what] for limit, what in BOUNDS]),
        "What is read is bounded too: a file that passes one of these bounds is refused.",
        "",
        *table(("At most", "Of what"), [[f"{limit:,}", what] for limit, what in FILE_BOUNDS]),
    ]


def mistakes() -> list[str]:
    """Describe every code that a check reports."""
    lines = [
        "## What `tablewright check` reports",
        "",
        "Errors make a file useless, or are misspelt words; the exit status is 1. Warnings are for what can be played"
        " but does not do what it seems to; the exit status stays 0. The codes are stable: a program may rely on them,"
        " while the sentences behind them may get clearer.",
        "",
    ]
    for title, group in GROUPS.items():
        rows = [[code(m.code), "warning" if m.warning else "error", m.about, m.cure] for m in group]
        lines += [f"### {title}", "", *table(("Code", "Kind", "What is wrong", "What to do"), rows)]
    return lines


# ----------------------------------------------------------------------------------------------------- the effects


def prepared(effect: Effect) -> list[Mapping[str, str | int]]:
    """Return an effect list with the example of an effect, after examples of those that it builds on."""
    values = effect.complete({name: _value(effect, name, word) for name, word in effect.example.items()})
    before: list[Mapping[str, str | int]] = []
    for part in (CHAIN_PLACES, TARGETS):
        if part in effect.read(values) and part not in effect.writes:
            provider = next(other for other in EFFECTS if part in other.writes)
            before += prepared(provider)
    return [*before, effect.example]


def _value(effect: Effect, name: str, word: str | int) -> int:
    """Return the value of a word in an example."""
    parameter = effect.parameters.get(name)
    if parameter is None or parameter.vocabulary is None:
        return word if isinstance(word, int) else 0
    return parameter.vocabulary.read(str(word)) or 0


def example_scenario(effects: Sequence[Mapping[str, str | int]]) -> dict[str, Any]:
    """Return a scenario in which an enemy unit enters a building that has these effects."""
    card = {
        "Id": EXAMPLE_CARD,
        "EntityType": "BUILDING",
        "Name": "GATEHOUSE",
        "Hp": 5,
        "TargetOptions": [],
        "Interactions": {"UNIT_ENTERS_BUILDING": [dict(effect) for effect in effects]},
    }
    return {
        "format": FORMAT,
        "id": "example",
        "title": "An enemy unit enters a building",
        "covers": ["effect"],
        "basis": ["seed"],
        "cards": [card],
        "state": {
            "entities": [
                {"card": EXAMPLE_CARD, "owner": "p1", "tile": 5},
                {"card": 9, "owner": "p1", "tile": 7},
                {"card": 2, "owner": "p2", "tile": 6},
            ]
        },
        "steps": [{"do": "end_turn"}],
    }


def example_story(effects: Sequence[Mapping[str, str | int]]) -> list[str]:
    """Carry out an example and return what its effects did."""
    document = parse(json.dumps(example_scenario(effects)), "example.json", strict=True)
    scenario = read_scenario(document)
    assert scenario is not None, document.problems
    match, _ = scenario_start(scenario)
    story = EffectStory()
    match.trace, match.watch = story, story.note
    match.apply(match.setup.actions.done)
    return story.lines


def effect_section(effect: Effect) -> list[str]:
    """Describe one effect."""
    rows = []
    for name, parameter in effect.parameters.items():
        values = "whole number"
        if parameter.vocabulary is not None:
            values = ", ".join(code(word.name) for word in parameter.words)
            if len(parameter.words) > 7:
                values = f"see {'Input and Output' if parameter.vocabulary is REGISTERS else parameter.vocabulary.name}"
        default = "needed" if parameter.needed else code(default_of(parameter))
        rows.append([code(name), values, default, parameter.about])
    program = prepared(effect)
    lines = [f"### {effect.name}", "", effect.about, ""]
    lines += table(("Parameter", "Values", "Default", "Meaning"), rows) if rows else ["It takes no parameters.", ""]
    reads = ", ".join(PARTS[part] for part in effect.reads)
    writes = ", ".join(PARTS[part] for part in effect.writes)
    lines += [f"Reads {reads}; writes {writes}.", "", "```json"]
    lines += [json.dumps(dict(step)) + "," * (step is not program[-1]) for step in program]
    lines += ["```", "", "```text", *example_story(program), "```", ""]
    return lines


def effects() -> list[str]:
    """Describe all effects."""
    lines = [
        "## Effects",
        "",
        f"An effect list, of at most {codes.MOST_EFFECTS} effects, is carried out in order. It has *targets* (at first"
        " the card itself), *places* (at first none) and an *accumulator* (`ACC`, at first 0). The number *n* of an"
        " effect is its `TempVariable`, unless `Input` names another value.",
        "",
        "Each example below is the `UNIT_ENTERS_BUILDING` of a building, GATEHOUSE, of player 1 on F2. Player 1 has a"
        " THIEF on F4; a MILITIA of player 2 marches from F3 onto F2. What the effects then do is what `why` shows in"
        " the console.",
        "",
    ]
    for effect in EFFECTS:
        lines += effect_section(effect)
    return lines


def values() -> list[str]:
    """Describe the words of all parameters."""
    lines = ["## Values", ""]
    lines += registers()
    for words, title in (
        (PROCESSING, "MultiInputProcessing"),
        (OPERATIONS, "ModifierOperation"),
        (CRITERIA, "SearchCriterion"),
        (PLAYERS, "TargetPlayer, TargetOwner"),
        (TARGET_KINDS, "TargetType of an effect"),
        (PLACES, "EffectLocation, places of triggers"),
        (TARGETING, "TargetType of a skill"),
        (KINDS, "EntityType"),
    ):
        lines += vocabulary(words, title)
    return lines


def reference() -> str:
    """Return the whole reference as Markdown."""
    lines = [MARK, "", "# Reference of the card language", ""]
    for part in (fields(), occasions(), effects(), values(), files(), bounds(), mistakes()):
        lines += part
    return "\n".join(lines).rstrip("\n") + "\n"
