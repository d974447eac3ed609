"""Problems at their places, each with changes that mend it.

Changes are guessed, and then made and looked at: what is shown was tried, and after it the problem is gone and no other
error has come.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from tablewright.games.marches.authoring.lint_keys import CARD_KEYS
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import LONGEST_NAME, PARAMETERS
from tablewright.games.marches.language.effects import CHAIN_PLACES, EFFECT_OF_NAME
from tablewright.games.marches.language.shapes import Register
from tablewright.games.marches.language.vocabulary import CRITERIA, KINDS, OCCASIONS, PLACES, REGISTERS
from tablewright.games.marches.workshop.draft import BadEdit, CardSheet, Draft, EffectList, ListRow, Spot, tried
from tablewright.games.marches.workshop.edits import applied, changed, chip_effects
from tablewright.games.marches.workshop.fields import choices, mirrored
from tablewright.games.marches.workshop.offers import chip_says, chip_values, list_offers, row_offers
from tablewright.games.marches.workshop.sentences import Sentences
from tablewright.games.marches.workshop.writing import Path

Shown = dict[str, Any]
#: Title and change.
Mend = tuple[str, Shown]
#: So many mends are shown of a problem, and so many changes are tried for it.
MOST_MENDS: Final = 3
MOST_TRIES: Final = 6
REVEALING: Final = ("always-ends", "never-runs")
PROPOSED: Final = re.compile(r'did you mean "([^"]+)"\?')
#: Codes that another step before can mend, and how the names of the idioms begin that are proposed.
MISSING_STEP: Final = {
    "no-targets": ("choose",),
    "always-zero": ("count", "take"),
    "empty-places": ("choose",),
    "may-loop": ("if",),
}
#: Codes that a place before can mend.
MISSING_PLACE: Final = ("empty-targets", "summons-nobody")


#: How the steps of a list are called where the linter calls them by the names of effects.
STEPS: Final = {
    "SELECT_ENTITY": "this choice",
    "FIND_ENTITIES": "this choice",
    "ADD_LOCATION_REFERENCE": "“mark”",
    "SUMMON_UNIT": "the summoning",
    "MODIFIER": "the change",
    "ASSERT": "the condition",
    "ASSERT_ROLE": "the condition",
    "KILL_ENTITIES": "the killing",
    "EFFECT_DAMAGE": "the damage",
    "CARD_DRAW": "the drawing",
    "MARCH_ENTITIES": "the march",
}
SAID: Final = {
    **{word.name: word.noun for word in REGISTERS.words if isinstance(word, Register)},
    **{word.name: word.says for word in CRITERIA.words if "{" not in word.says},
    **{occasion.name: f"“{occasion.says.lower()}”" for occasion in OCCASIONS},
    **STEPS,
}
#: What the linter says of a whole step, in the words of rows.
PLAINLY: Final = {
    "there are no targets here": "nobody is chosen here",
    "nobody reads ACC behind this": "no later step uses that number",
    "nothing happens behind this assert": "nothing depends on this yet: add a step below it",
    "nobody does anything with these targets": "no later step does anything with them",
}
CODE_WORD: Final = re.compile(r"\b[A-Z]+(?:_[A-Z]+)*\b")


class Budget:
    """How much may still be tried: whole cards, and rows by themselves, which is quicker."""

    def __init__(self) -> None:
        self.whole = 28
        self.light = 100


def shown_problems(draft: Draft, lists: list[Shown]) -> list[Shown]:
    """Return the problems of a sheet as the page shows them, and note each at its row."""
    found: list[Shown] = []
    budget = Budget()
    for spot in draft.spots:
        at = place_of_problem(draft, spot)
        problem = spot.problem
        mends = list(tried_mends(draft, spot, budget)) if draft.whole else []
        for one in lists:
            if at and one["id"] == at.get("list") and "row" in at:
                one["rows"][at["row"]]["problems"].append(len(found))
        message = said_plainly(problem.message) if at and "row" in at else problem.message
        shown = {"code": problem.code, "message": message, "warning": problem.warning, "at": at}
        found.append({**shown, "mends": mends})
    return found


def said_plainly(message: str) -> str:
    """Return what the linter says of a step in the words of rows."""
    for words, plainly in PLAINLY.items():
        message = message.replace(words, plainly)
    return CODE_WORD.sub(lambda found: SAID.get(found[0], found[0]), message)


def tried_mends(draft: Draft, spot: Spot, budget: Budget) -> Iterator[Shown]:
    """Try what could mend a problem, and go through what does."""
    titles: set[str] = set()
    for tries, (title, edit) in enumerate(mends_of(draft, spot, budget)):
        if not budget.whole or len(titles) == MOST_MENDS or tries == MOST_TRIES:
            return
        budget.whole -= 1
        if title not in titles and helps(draft, spot, edit):
            titles.add(title)
            yield {"title": title, "edit": {**edit, "told": told(title)}}


def told(title: str) -> str:
    """Say for a list of versions that a mend was taken."""
    return f"mended: {title[:1].lower()}{title[1:]}"


def place_of_problem(draft: Draft, spot: Spot) -> Shown | None:
    """Return where the page shows a problem."""
    path, problem = spot.path, spot.problem
    if not draft.whole:
        return {"json": {"line": problem.line, "column": problem.column, "illustration": spot.drawn}}
    if spot.drawn and path is not None:
        return {"text": True} if path[:1] == ("Text",) else {"field": path[0]} if path else None
    if problem.code == "no-text":
        return {"text": True}
    if path:
        where = list_at(draft, path)
        if where is not None:
            row = row_at(where, path)
            return {"list": where.id} if row is None else {"list": where.id, "row": row}
        if len(path) == 1 and path[0] in CARD_KEYS:
            return {"field": path[0]}
    return {"json": {"line": problem.line, "column": problem.column}} if problem.line and not spot.drawn else None


def list_at(draft: Draft, path: Path) -> EffectList | None:
    """Return the effect list that a way leads into."""
    return next((one for one in draft.lists if path[: len(one.path)] == one.path), None)


def row_at(where: EffectList, path: Path) -> int | None:
    """Return the row that a way leads into."""
    index = path[len(where.path)] if len(path) > len(where.path) else None
    for number, one in enumerate(where.rows):
        if isinstance(index, int) and one.first <= index < one.first + one.count:
            return number
    return None


def helps(draft: Draft, spot: Spot, edit: Shown) -> bool:
    """Make a change, and say whether it mends a problem without making others."""
    try:
        sheet = applied(draft, edit)
    except BadEdit:
        return False
    after = Draft(sheet, draft.number, draft.catalogue)
    before, left = of_codes(draft), of_codes(after)
    if left[spot.problem.code] >= before[spot.problem.code]:
        return False
    errors = Counter(problem.code for problem in after.problems if not problem.warning)
    # A card that did not load, or a list that was not followed, was not looked at as a whole.
    revealing = draft.card is None or spot.problem.code in REVEALING
    more = sum(left.values()) > sum(before.values()) and not revealing
    return not more and all(before[code] >= n for code, n in errors.items())


def of_codes(draft: Draft) -> Counter[str]:
    """Count the problems of a draft by code."""
    return Counter(problem.code for problem in draft.problems)


# ----------------------------------------------------------------------------------------------------------- guesses


def mends_of(draft: Draft, spot: Spot, budget: Budget) -> Iterator[Mend]:
    """Guess what could mend a problem, the most likely first."""
    path = spot.path
    yield from text_mends(draft, spot)
    yield from field_mends(draft, spot)
    if path:
        yield from value_mends(draft, spot, path)
        if spot.problem.code in REMOVABLE:
            yield f"Remove “{path[-1]}”", replaced(draft, spot.drawn, path, None)
        where = None if spot.drawn else list_at(draft, path)
        if where is not None:
            yield from list_mends(draft, spot, where, path, budget)


def text_mends(draft: Draft, spot: Spot) -> Iterator[Mend]:
    """Guess about what players read."""
    code, message = spot.problem.code, spot.problem.message
    text = draft.picture.get("Text")
    if code in ("unknown-keyword", "unknown-name", "bad-markup") and isinstance(text, str):
        mark = "#" if code == "unknown-name" or '"#"' in message else "*"
        quoted = re.findall(r'"([^"]*)"', message)
        near = PROPOSED.search(message)
        if near is not None:
            yield f"Write “{near[1]}”", {"text": text.replace(quoted[0], near[1])}
        if code == "bad-markup":
            yield f"Remove the {mark}", {"text": text.replace(mark, "")}
        elif quoted:
            bare = re.sub(
                re.escape(mark) + re.escape(quoted[0]) + r"([.,:;]?)" + re.escape(mark), quoted[0] + r"\1", text
            )
            yield f"Remove the {mark}", {"text": bare}
    if code in ("no-text", "text-differs") or code in ("unknown-keyword", "unknown-name", "bad-markup"):
        yield "Write the text for me", {"writeText": True}
    if code == "illustration-differs" and draft.card is not None:
        picture = mirrored(draft, draft, only_changed=False)
        if "Name" in picture and isinstance(draft.value.get("Name"), str):
            picture["Name"] = draft.value["Name"]
        yield "Copy the values of the card", as_json(draft, changed(draft, draft.value, picture))


def field_mends(draft: Draft, spot: Spot) -> Iterator[Mend]:
    """Guess about the card as a whole."""
    code, card = spot.problem.code, draft.card
    if code in ("wrong-id", "missing-field") and "Id" in (spot.problem.message + str(spot.path)):
        yield f"Take the number {draft.number}", replaced(draft, False, ("Id",), draft.number)
    if code == "missing-field" and "EntityType" in spot.problem.message:
        for kind in KINDS.words:
            yield f"Make it a {kind.says}", replaced(draft, False, ("EntityType",), kind.name)
    if code == "never-played":
        yield "Let decks have three of it", {"field": "Rarity", "value": 1}
        yield "Let it be played everywhere", {"field": "TargetOptions", "value": []}
    if card is not None and code in ("dies-at-once", "bad-class"):
        for number, _ in choices(draft, "ActivePowerId")[:3] if card.kind == codes.PLAYER else ():
            yield f"Give it the power {draft.name(number)}", {"field": "ActivePowerId", "value": number}
        yield f"Give it {card.damage + 1} HP", {"field": "Hp", "value": card.damage + 1}
    if code == "no-name":
        yield "Give it a name", {"field": "Name", "value": f"CARD {draft.number}"}
    if code == "same-name" and card is not None:
        for number in range(2, 5):
            name = f"{card.name[: LONGEST_NAME - 2]} {number}"
            yield f"Call it {name}", {"field": "Name", "value": name}
    if code == "unknown-tribe":
        near = PROPOSED.search(spot.problem.message)
        for tribe in dict.fromkeys([*([near[1]] if near else []), "BASE"]):
            yield f"Take the tribe {tribe}", {"field": "Tribe", "value": tribe}


#: Codes that are mended by removing what they are about.
REMOVABLE: Final = (
    "unknown-key",
    "ignored-key",
    "unused-field",
    "unused-parameter",
    "unknown-word",
    "wrong-kind",
    "odd-options",
)


def value_mends(draft: Draft, spot: Spot, path: Path) -> Iterator[Mend]:
    """Guess about one value in the JSON: a proposed word, a number in its range, a text that is a number."""
    code, message, drawn = spot.problem.code, spot.problem.message, spot.drawn
    value = value_at(draft.picture if drawn else draft.value, path)
    near = PROPOSED.search(message)
    if near is not None and code == "unknown-key":
        yield f"Write “{near[1]}”", renamed_key(draft, drawn, path, near[1])
    elif near is not None and code == "unknown-word":
        if isinstance(value, str):
            unknown = re.findall(r'"([^"]*)"', message)[0]
            yield (
                f"Write “{near[1]}”",
                replaced(draft, drawn, path, re.sub(re.escape(unknown), near[1], value, count=1)),
            )
        else:
            yield f"Write “{near[1]}”", renamed_key(draft, drawn, path, near[1])
    if code == "wrong-kind" and isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,9}\s*", value):
        yield f"Write the number {int(value)}", replaced(draft, drawn, path, int(value))
    if code == "wrong-kind" and isinstance(value, float):
        yield f"Write the number {int(value)}", replaced(draft, drawn, path, int(value))
    if code in ("out-of-range", "number-range") and isinstance(value, int):
        field = CARD_KEYS.get(str(path[0]))
        low, high = (field.low, field.high) if field is not None else (-99, 99)
        nearest = min(max(value, low), high)
        yield f"Take {nearest}", replaced(draft, drawn, path, nearest)
    if code == "odd-options":
        listed = draft.value.get("TargetOptions")
        if isinstance(listed, list):
            for count in (codes.TILES, 3):
                kept = [one for one in dict.fromkeys(listed) if isinstance(one, int) and 0 <= one < count]
                yield "Leave only places that exist", {"field": "TargetOptions", "value": kept}
    if code == "impossible-effect":
        effect = EFFECT_OF_NAME["MODIFIER"]
        for word in effect.parameters["ModifierOperation"].words[:2] if "ModifierOperation" in message else ():
            yield f"Write “{word.name}”", replaced(draft, drawn, (*path[:-1], "ModifierOperation"), word.name)
        if "Output" in message:
            yield "Write “TARGET_ATTACK”", replaced(draft, drawn, (*path[:-1], "Output"), "TARGET_ATTACK")


def list_mends(draft: Draft, spot: Spot, where: EffectList, path: Path, budget: Budget) -> Iterator[Mend]:
    """Guess about an effect list: other words in the row, a step before it, no such step, another occasion."""
    number = row_at(where, path)
    if number is None:
        if where.effects:
            for offer in list_offers(draft, where):
                if "current" not in offer:
                    yield f"Do this instead: {offer['title'][:1].lower()}{offer['title'][1:]}", offer["edit"]
        yield "Remove this occasion", {"removeList": where.id}
        return
    one = where.rows[number]
    yield from word_mends(draft, spot.problem.code, where, number, path, budget)
    index = path[len(where.path)]
    effect = EFFECT_OF_NAME[where.effects[int(index)]["EffectType"].upper()]
    if spot.problem.code in MISSING_PLACE and CHAIN_PLACES in effect.reads:
        for place in PLACES.words:
            if place.value != codes.BOARD or spot.problem.code != "summons-nobody":
                row = {"idiom": "also-there", "values": {"EffectLocation": place.name}}
                says = "their tile" if place.value == codes.CURRENT_TILE else place.says
                yield f"Before it: mark {says}", {"add": [where.id, number], "row": row}
    for verb in MISSING_STEP.get(spot.problem.code, ()):
        budget.light -= min(budget.light, 10)
        for offer in row_offers(draft, where, number, one.first, verb) if budget.light else ():
            yield f"Before it: {offer['title'][:1].lower()}{offer['title'][1:]}", offer["edit"]
    yield "Remove this step", {"remove": [where.id, number]}


def word_mends(draft: Draft, code: str, where: EffectList, number: int, path: Path, budget: Budget) -> Iterator[Mend]:
    """Guess other words for the chips of a row: those with which nothing is wrong with it any more."""
    assert draft.card is not None
    assert where.program is not None
    one = where.rows[number]
    sentences = Sentences(draft.name, draft.card, where.program, list(where.rows))
    slots = [part["chip"] for part in sentences.parts(number) if isinstance(part, dict) and not part.get("fixed")]
    if len(path) > len(where.path) + 1 and (slot := slot_of(where, one, path)) in slots:
        slots = [slot]
    old = where.effects[one.first : one.first + one.count]
    now = tried(draft, where, old, one.first, one.count)
    assert now is not None
    for slot in slots:
        found = 0
        for value, _, _ in chip_values(draft, sentences, one, slot):
            if not budget.light:
                return
            budget.light -= 1
            trial = tried(draft, where, chip_effects(where, one, slot, value), one.first, one.count)
            if trial is None or not trial.wrong <= now.wrong - {code}:
                continue
            yield f"Say “{chip_says(draft, trial, one, slot)}”", {"chip": [where.id, number, slot], "value": value}
            found += 1
            if found == MOST_MENDS:
                break


def slot_of(where: EffectList, one: ListRow, path: Path) -> str:
    """Return the chip that a parameter of an effect belongs to."""
    index, name = path[len(where.path)], str(path[len(where.path) + 1])
    if name not in PARAMETERS or not isinstance(index, int):
        return ""
    slot = one.row.idiom.slots[index - one.first].get(name, "")
    return {"Input": "amount", "MultiInputProcessing": "amount", "TempVariable": "amount"}.get(slot, slot)


# --------------------------------------------------------------------------------------------------------- the JSON


def value_at(value: Any, path: Path) -> Any:
    """Return the value at the end of a way; ``None`` if there is none."""
    for key in path:
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and isinstance(key, int) and key < len(value):
            value = value[key]
        else:
            return None
    return value


def put(value: Any, path: Path, new: Any, name: str = "") -> Any:
    """Return a JSON value with another one at the end of a way, or called ``name``; ``None`` takes it away."""
    key = path[0]
    if len(path) > 1:
        if isinstance(value, list) and isinstance(key, int):
            return [put(item, path[1:], new, name) if at == key else item for at, item in enumerate(value)]
        return {other: put(item, path[1:], new, name) if other == key else item for other, item in value.items()}
    if isinstance(value, list):
        return [new if at == key else item for at, item in enumerate(value) if at != key or new is not None]
    if name:
        return {name if other == key else other: item for other, item in value.items()}
    if new is None:
        return {other: item for other, item in value.items() if other != key}
    return {**value, str(key): new}


def replaced(draft: Draft, drawn: bool, path: Path, new: Any) -> Shown:
    """Return the change that puts another value into the JSON."""
    card = draft.value if drawn else put(draft.value, path, new)
    picture = put(draft.picture, path, new) if drawn else draft.picture
    return as_json(draft, changed(draft, card, picture))


def renamed_key(draft: Draft, drawn: bool, path: Path, name: str) -> Shown:
    """Return the change that calls a key of the JSON something else."""
    card = draft.value if drawn else put(draft.value, path, None, name)
    picture = put(draft.picture, path, None, name) if drawn else draft.picture
    return as_json(draft, changed(draft, card, picture))


def as_json(draft: Draft, sheet: CardSheet) -> Shown:
    """Return the change that makes a sheet of a draft."""
    texts = {}
    if sheet.card != draft.sheet.card:
        texts["card"] = sheet.card
    if sheet.illustration != draft.sheet.illustration:
        texts["illustration"] = sheet.illustration
    return {"json": texts}
