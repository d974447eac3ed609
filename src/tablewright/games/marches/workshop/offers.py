"""What fits at a place of a card: words for a chip, steps for an effect list, occasions, values of a field.

Nothing here knows what effects do. Candidates come from the declarations, and each is put into the card and looked at
by the linter: what makes sense there is offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.flow import ACC, ANYBODY, Facts, FlowStep, Role, beginning
from tablewright.games.marches.language.idioms import ADDS_PLACE, IDIOMS, EffectRow, Idiom, row_at
from tablewright.games.marches.language.shapes import Occasion, Register
from tablewright.games.marches.language.vocabulary import EVERY_KIND, LIVING, OCCASIONS, PROCESSING, REGISTERS
from tablewright.games.marches.machine.chain import Program
from tablewright.games.marches.pieces import MarchesCard
from tablewright.games.marches.workshop.draft import (
    BadEdit,
    CardSheet,
    Draft,
    EffectList,
    ListRow,
    TriedCard,
    list_name,
    rows_in,
    tried,
)
from tablewright.games.marches.workshop.edits import chip_effects, place_of, row_of, start_of
from tablewright.games.marches.workshop.fields import choices, fields_of, said, value_of
from tablewright.games.marches.workshop.sentences import Sentences, heading, plain, slot_step

Offer = dict[str, Any]
#: Numbers that are offered; others can be typed.
NUMBERS: Final = (1, 2, 3, 4, 5)
#: What a new row may have: that nobody uses its result yet.
FINE: Final = frozenset({"unread-result"})
#: Under which headings steps are offered, and what is said about them, by how the names of their idioms begin.
ACTING, PAYING, CHANGING, ASKING, CHOOSING = (
    "Do something",
    "Gold and cards",
    "Change numbers",
    "If",
    "Choose and count",
)
BEFORE: Final = "What a step before has counted or remembered."
NAMED: Final = "Later steps call it “that number”."
VERBS: Final = {
    "damage": (ACTING, "They are hurt, and nobody strikes back."),
    "kill": (ACTING, "They are dead at once, without damage."),
    "march": (ACTING, "At once, beside the march of the turn."),
    "summon": (ACTING, "A unit comes into play and costs nothing."),
    "change": (ACTING, "A later step can ask whether any are gone."),
    "gain": (PAYING, "Gold comes or goes at once."),
    "draw": (PAYING, "Nobody is hurt by an empty deck."),
    "gold": (PAYING, "However much there was."),
    "stat": (CHANGING, "For as long as it is in play."),
    "steps": (CHANGING, "Only of the march that is going on."),
    "hit": (CHANGING, "Only this time."),
    "if": (ASKING, "What stands below happens only then."),
    "choose": (CHOOSING, "Later steps call them “it” or “them”."),
    "also": (CHOOSING, "Later steps search or summon there."),
    **dict.fromkeys(("count", "take", "increase", "multiply", "negative", "turn"), (CHOOSING, NAMED)),
}
#: Steps whose number is more likely something that is there than one that is written, and those that do harm.
READING: Final = ("take", "turn", "if")
HOSTILE: Final = ("damage", "kill", "change")
#: What says of somebody who takes part who, whose and what it is.
TAKING_PART: Final = ("SearchCriterion", "TargetPlayer", "TargetType")
#: So many values are tried in vain for a new row.
MOST_TRIES: Final = 12
#: Idioms that say in a clumsy way what others say.
NOT_OFFERED: Final = ("take-plainly", "count-one")
#: What the slots of a new row begin with, the most likely first; others with what is left out in cards.
FIRST_VALUES: Final[Mapping[str, tuple[int, ...]]] = {
    "Which": (codes.ALL,),
    "TargetPlayer": (codes.OWNER, codes.OPPONENT),
    "TargetType": (codes.UNIT, codes.PLAYER, codes.BUILDING),
    "TilePlayer": (ANYBODY,),
    "TileType": (EVERY_KIND,),
    "Receiver": (codes.OWNER,),
    "Output": (codes.TARGET_ATTACK, codes.TARGET_HP),
    "ModifierOperation": (codes.NO_OPERATION, codes.ADD, codes.SET, codes.NOT),
    "EffectLocation": (codes.BOARD, codes.PLAINS),
}


def offers(sheet: CardSheet, number: int, at: Mapping[str, Any], catalogue: Catalogue) -> list[Offer]:
    """List what can be put at a place of a card, each with the change that does it; raises ``BadEdit``."""
    draft = Draft(sheet, number, catalogue)
    if not isinstance(at, Mapping):
        raise BadEdit("This place does not exist.")
    if "field" in at:
        return field_offers(draft, at["field"])
    if draft.card is None:
        raise BadEdit("The card has mistakes; mend them first.")
    if "lists" in at:
        return [
            {"title": title, "about": occasion.about, "edit": {"addList": name}}
            for name, occasion, title in free_lists(draft)
        ]
    if "relist" in at:
        return list_offers(draft, draft.list_of(at["relist"]))
    if "chip" in at:
        where, row, slot = place_of(draft, at["chip"], 3)
        return chip_offers(draft, where, row, row_of(where, row), slot)
    if "add" in at:
        where, index = place_of(draft, at["add"], 2)
        return row_offers(draft, where, index, start_of(where, index))
    raise BadEdit("This place does not exist.")


# ------------------------------------------------------------------------------------------------- fields, occasions


def field_offers(draft: Draft, key: object) -> list[Offer]:
    """List the values that a field can be given."""
    field = next((field for field in fields_of(draft) if field.name == key), None)
    if field is None:
        raise BadEdit("This card has no such field.")
    now = value_of(draft, field)
    return [
        {
            "title": said(draft, field.name, value),
            "about": about,
            "edit": {"field": field.name, "value": value},
            **current(value == now),
        }
        for value, about in choices(draft, field.name)
    ]


def current(is_it: bool) -> dict[str, Any]:
    """Return the mark of what is chosen now."""
    return {"current": True} if is_it else {}


def occasions_of(draft: Draft) -> list[tuple[str, Occasion, str]]:
    """List the effect lists that this kind of card can have: name, occasion, and how it is said."""
    assert draft.card is not None
    found = []
    for occasion in OCCASIONS:
        if not occasion.kinds & draft.card.kind:
            continue
        if occasion.during == codes.MARCHING and draft.card.kind == codes.PLAYER:
            continue  # marches are heard on tiles
        for place in occasion.places or (codes.NOWHERE,):
            name = list_name(occasion, place)
            empty = EffectList(name, occasion, place, (), [], None, ())
            found.append((name, occasion, plain(heading(draft, empty))))
    return found


def free_lists(draft: Draft) -> list[tuple[str, Occasion, str]]:
    """List those of them that the card does not have yet."""
    taken = {one.id for one in draft.lists}
    return [one for one in occasions_of(draft) if one[0] not in taken]


def list_offers(draft: Draft, where: EffectList) -> list[Offer]:
    """List the occasions that an effect list can be moved to."""
    taken = {one.id for one in draft.lists} - {where.id}
    return [
        {"title": title, "about": occasion.about, "edit": {"relist": [where.id, name]}, **current(name == where.id)}
        for name, occasion, title in occasions_of(draft)
        if name not in taken
    ]


# -------------------------------------------------------------------------------------------------------------- chips


def chip_offers(draft: Draft, where: EffectList, row: int, one: ListRow, slot: object) -> list[Offer]:
    """List the words that fit into a chip: with them nothing is wrong with the row that was not before."""
    if not isinstance(slot, str) or where.program is None or draft.card is None:
        raise BadEdit("This step has no such word.")
    sentences = Sentences(draft.name, draft.card, where.program, list(where.rows))
    old = where.effects[one.first : one.first + one.count]
    strict, before = [tried(draft, where, old, one.first, one.count, cautious) for cautious in (False, True)]
    assert strict is not None
    assert before is not None
    cautious = strict.wrong != before.wrong  # the row makes sense because other cards may interfere
    found: list[Offer] = []
    titles: set[str] = set()
    for value, about, group in chip_values(draft, sentences, one, slot):
        effects = chip_effects(where, one, slot, value)
        same = effects == old
        trial = before if same else tried(draft, where, effects, one.first, one.count, cautious)
        if trial is None or not (same or trial.wrong <= before.wrong):
            continue
        title = chip_says(draft, trial, one, slot)
        offer = {"title": title, "about": about, "edit": {"chip": [where.id, row, slot], "value": value}}
        if (same and not any("current" in other for other in found)) or title not in titles:
            titles.add(title)
            found.append({**offer, **({"group": group} if group else {}), **current(same)})
    return without_doubles(found)


def without_doubles(found: list[Offer]) -> list[Offer]:
    """Drop offers that say the same as the one that is chosen now."""
    now = {offer["title"] for offer in found if "current" in offer}
    return [offer for offer in found if "current" in offer or offer["title"] not in now]


def chip_says(draft: Draft, trial: TriedCard, one: ListRow, slot: str) -> str:
    """Return what a chip says in a list that is tried; the whole row, if that is read in another way."""
    rows = rows_in(trial.program)
    sentences = Sentences(draft.name, trial.card, trial.program, rows)
    for number, other in enumerate(rows):
        if other.first <= one.first < other.first + other.count:
            parts = sentences.parts(number)
            wanted = ("amount", "loss") if slot in ("amount", "loss") else (slot,)
            for part in parts:
                if isinstance(part, dict) and part["chip"] in wanted:
                    return str(part["says"])
            return plain(parts)
    raise AssertionError(one)


def chip_values(draft: Draft, sentences: Sentences, one: ListRow, slot: str) -> Iterator[tuple[Any, str, str]]:
    """Go through the values that a chip might have: value, what it means, heading."""
    idiom, values = one.row.idiom, one.row.values
    index = one.first + slot_step(idiom, slot)
    facts = sentences.facts(index)
    if slot in ("amount", "loss"):
        if "Input" not in idiom.parameters:
            raise BadEdit("This step has no such word.")
        yield from amount_values(draft, idiom, facts, values, slot)
    elif slot == "Which" and slot in idiom.parameters:
        yield from which_values(values)
    elif slot not in idiom.parameters:
        raise BadEdit("This step has no such word.")
    elif idiom.parameters[slot].vocabulary is None:
        yield from ((number, "", "") for number in dict.fromkeys([values[slot], *NUMBERS]))
    elif slot == "SearchCriterion" and "TargetPlayer" in idiom.parameters:
        yield from participant_values(idiom, facts)
    elif slot == "ModifierOperation":
        yield from operation_values(idiom, values)
    else:
        yield from word_values(idiom, slot, values, facts)


def word_values(idiom: Idiom, slot: str, values: Mapping[str, int], facts: Facts) -> Iterator[tuple[Any, str, str]]:
    """Go through the words of a slot; those of flags also joined."""
    parameter = idiom.parameters[slot]
    vocabulary = parameter.vocabulary
    assert vocabulary is not None
    effect = idiom.effects[slot_step(idiom, slot)].name
    only = idiom.only.get(slot)
    if not vocabulary.flags:
        for word in parameter.words:
            if only is None or word.value in only:
                yield word.name, word.about, ""
        return
    relevant = ANYBODY if slot in ("TargetPlayer", "TilePlayer", "Receiver") else LIVING
    if effect == "SELECT_ENTITY":
        role = facts.roles.get(values["SearchCriterion"])
        if role is not None:
            relevant = role.owners if relevant == ANYBODY else role.kinds
    singles = [word for word in vocabulary.words if word.value & relevant and word.value.bit_count() == 1]
    for number in sorted(flag_sums([word.value for word in singles]), key=lambda one: (one.bit_count(), one)):
        about = next((word.about for word in vocabulary.words if word.value == number), "Any of them.")
        yield vocabulary.write(number), about, ""


def flag_sums(flags: Iterable[int]) -> set[int]:
    """Return all sums of some flags, at least one."""
    found: set[int] = set()
    for flag in flags:
        found |= {flag} | {flag | other for other in found}
    return found


def participant_values(idiom: Idiom, facts: Facts) -> Iterator[tuple[Any, str, str]]:
    """Go through those who take part; with one of them goes what it can be, unless the present condition fits."""
    player, kind = ("TilePlayer", "TileType") if "TilePlayer" in idiom.parameters else ("TargetPlayer", "TargetType")
    words = idiom.parameters[player].vocabulary, idiom.parameters[kind].vocabulary
    for word in idiom.parameters["SearchCriterion"].words:
        yield word.name, word.about, ""
        role = facts.roles.get(word.value)
        if role is not None and words[0] is not None and words[1] is not None:
            whole = {player: words[0].write(role.owners), kind: words[1].write(role.kinds)}
            yield {"SearchCriterion": word.name, **whole}, word.about, ""


def operation_values(idiom: Idiom, values: Mapping[str, int]) -> Iterator[tuple[Any, str, str]]:
    """Go through the ways in which a value is changed, or the two sides of a condition."""
    parameter = idiom.parameters["ModifierOperation"]
    if idiom.effects[-1].name != "MODIFIER":
        for word in ("NONE", "NOT"):
            yield word, "", ""
        return
    for one in parameter.words:
        if one.value == codes.ADD and values.get("Input") == codes.TEMP_VARIABLE:
            number = abs(values["TempVariable"]) or 1
            yield {"ModifierOperation": one.name, "TempVariable": number}, one.about, ""
            yield {"ModifierOperation": one.name, "TempVariable": -number}, "So much is taken away.", ""
        else:
            yield one.name, one.about, ""


def amount_values(
    draft: Draft, idiom: Idiom, facts: Facts, values: Mapping[str, int], slot: str
) -> Iterator[tuple[Any, str, str]]:
    """Go through the numbers that an effect can work with."""
    if idiom.card_number:
        numbers = sorted({*draft.catalogue.numbers(), draft.number})
        for number in numbers:
            card = draft.find(number)
            if card is not None and is_unit(card):
                stats = f"{card.stats.attack.total}/{card.stats.hp.total}, {card.cost} gold"
                yield number, f"{stats}. {card.text}", "Units"
    elif slot == "loss":
        for number in dict.fromkeys([-values["TempVariable"], *NUMBERS]):
            yield number, "", "A number"
    else:
        now = [values["TempVariable"]] if values["Input"] == codes.TEMP_VARIABLE else []
        for number in dict.fromkeys([*now, *NUMBERS]):
            yield number, "", "A number"
    for word in REGISTERS.words:
        assert isinstance(word, Register)
        if word.value == codes.TEMP_VARIABLE or idiom.card_number:
            continue
        ways = PROCESSING.words if word.of_targets and facts.targets.most > 1 else PROCESSING.words[:1]
        for way in ways:
            value = {"Input": word.name, "MultiInputProcessing": way.name}
            about = BEFORE if word.value == codes.ACC else word.about.removesuffix(" Read only.")
            yield value, way.about if word.of_targets else about, "What is there"


def which_values(values: Mapping[str, int]) -> Iterator[tuple[Any, str, str]]:
    """Go through how many of those found are taken."""
    yield {"Which": "ALL"}, "All of them, in the order in which they came into play.", ""
    for number in (1, 2, 3):
        yield {"Which": "QUANTITY", "WhichNumber": number}, "Those that came into play first.", ""
    for number in (1, 2):
        yield {"Which": "ORDINAL", "WhichNumber": number}, "One of them, in the order in which they came.", ""
    yield {"Which": "QUANTITY", "WhichInput": "ACC"}, "So many of them.", ""
    parts = ("Which", "WhichInput", "WhichProcessing", "WhichNumber")
    words = {"WhichInput": REGISTERS, "WhichProcessing": PROCESSING}
    now: dict[str, Any] = {name: words[name].write(values[name]) if name in words else values[name] for name in parts}
    criteria = {codes.ALL: "ALL", codes.QUANTITY: "QUANTITY", codes.ORDINAL: "ORDINAL"}
    if values["Which"] in criteria:
        yield {**now, "Which": criteria[values["Which"]]}, "", ""


# --------------------------------------------------------------------------------------------------------- new rows


def row_offers(draft: Draft, where: EffectList, index: int, start: int, verb: str = "") -> list[Offer]:
    """List the steps that can do something at a place of a list, with first words that make sense.

    ``verb`` limits them to those whose idioms begin with it.
    """
    found: dict[str, Offer] = {}
    for row, trial in new_rows(draft, where, start, verb):
        rows = [*where.rows[:index], ListRow(row, start, len(row.idiom.effects))]
        title = plain(Sentences(draft.name, trial.card, trial.program, rows).parts(index))
        words = {slot: word_of(row.idiom, slot, number) for slot, number in row.values.items()}
        edit = {"add": [where.id, index], "row": {"idiom": row.idiom.name, "values": words}}
        group, about = VERBS[row.idiom.name.split("-")[0]]
        found.setdefault(title, {"title": title, "about": about, "edit": edit, "group": group})
    order = list(dict.fromkeys(group for group, _ in VERBS.values()))
    return sorted(found.values(), key=lambda offer: order.index(offer["group"]))


def new_rows(draft: Draft, where: EffectList, start: int, verb: str) -> Iterator[tuple[EffectRow, TriedCard]]:
    """Go through the rows that make sense at a place of a list: of each idiom that with the most likely words."""
    facts = facts_at(draft, where, start)
    placed = any(effect["EffectType"].upper() == ADDS_PLACE.name for effect in where.effects[:start])
    for idiom in IDIOMS:
        if not idiom.name.startswith(verb) or idiom.name in NOT_OFFERED or (idiom.places and placed):
            continue
        # What was tried in vain: the values of the slots up to the effect that made no sense.
        vain: set[tuple[int, ...]] = set()
        for values in first_values(draft, idiom, facts):
            known = [tuple(values[slot] for slot in slots_until(idiom, step)) for step in range(len(idiom.effects))]
            if any((step, *key) in vain for step, key in enumerate(known)):
                continue
            row = EffectRow(idiom, values)
            trial, wrong = tried_row(draft, where, row, start)
            if trial is not None:
                yield row, trial
                break
            vain.add((wrong, *known[wrong]))
            if len(vain) == MOST_TRIES:
                break


def tried_row(draft: Draft, where: EffectList, row: EffectRow, start: int) -> tuple[TriedCard | None, int]:
    """Try a new row, with other cards that interfere and without; if it makes no sense, tell which of its effects."""
    trial: TriedCard | None = None
    for cautious in (True, False):
        trial = tried(draft, where, row.idiom.write(row.values), start, cautious=cautious)
        wrong = len(row.idiom.effects) - 1 if trial is None else senseless(trial, row, start)
        if wrong is not None:
            return None, wrong
    return trial, 0


def slots_until(idiom: Idiom, step: int) -> list[str]:
    """List the slots of an idiom up to one of its effects."""
    return [slot for slots in idiom.slots[: step + 1] for slot in slots.values()]


def facts_at(draft: Draft, where: EffectList, start: int) -> Facts:
    """Return what is known at a place of a list."""
    assert draft.card is not None
    program = where.program or Program("", where.occasion, where.place, (), ())
    sentences = Sentences(draft.name, draft.card, program, list(where.rows))
    if start and start == len(sentences.steps):
        return sentences.steps[-1].after
    if not start and not sentences.steps:
        return beginning(draft.card, program, True)
    return sentences.facts(start)


def senseless(trial: TriedCard, row: EffectRow, start: int) -> int | None:
    """Return which effect of a new row makes no sense where it is, or says what another row says better."""
    count = len(row.idiom.effects)
    for step in range(count):
        at = start + step
        if at >= len(trial.steps) or trial.codes.get(at, FINE) - FINE or is_idle(trial.steps[at]):
            return step
    return None if row_at(trial.program.instructions, start, count).idiom is row.idiom else count - 1


def is_idle(step: FlowStep) -> bool:
    """Say whether a step does nothing that the linter minds, because what follows may still come."""
    reads = step.instruction.effect.read(step.instruction.values)
    written = step.instruction.effect.written(step.instruction.values)
    if step.goes_on is not None or (ACC in reads and step.before.acc == 0):
        return True
    return written == {ACC} and step.n is not None and step.instruction.values["Input"] != codes.TEMP_VARIABLE


def word_of(idiom: Idiom, slot: str, number: int) -> Any:
    """Return a value of a slot as it is written."""
    vocabulary = idiom.parameters[slot].vocabulary
    return number if vocabulary is None else vocabulary.write(number)


def first_values(draft: Draft, idiom: Idiom, facts: Facts) -> Iterator[dict[str, int]]:
    """Go through values that a new row can begin with, the most likely first."""
    slots = [slot for slot in idiom.parameters if slot not in ("TilePlayer", "TileType")]
    taking_part = idiom.effects[0].name == "SELECT_ENTITY" and "TileType" not in idiom.parameters
    whose: Mapping[int, Role] = facts.roles if taking_part else {}
    free = [slot for slot in slots if slot not in TAKING_PART or not whose]
    tile = {slot: FIRST_VALUES[slot][0] for slot in ("TilePlayer", "TileType") if slot in idiom.parameters}
    for chosen in product(*(first_of(draft, idiom, slot, facts) for slot in free)):
        values: dict[str, int] = dict(zip(free, chosen, strict=True)) | tile
        if not whose:
            yield values
        for criterion, role in whose.items():
            for owners, kinds in conditions(role, idiom):
                yield {**values, "SearchCriterion": criterion, "TargetPlayer": owners, "TargetType": kinds}


def conditions(role: Role, idiom: Idiom) -> list[tuple[int, int]]:
    """Return whose and what a participant is asked to be at first: for a step anything, for a question a part of it."""
    whole = (role.owners, role.kinds)
    if not idiom.name.startswith("if"):
        return [whole]
    sides = [(side, role.kinds) for side in (codes.OWNER, codes.OPPONENT) if role.owners == ANYBODY]
    kinds = [
        (role.owners, kind) for kind in (codes.UNIT, codes.BUILDING, codes.PLAYER) if role.kinds & kind != role.kinds
    ]
    return [*sides, *kinds, whole][:2]


def first_of(draft: Draft, idiom: Idiom, slot: str, facts: Facts) -> Sequence[int]:
    """Return the values of one slot that are tried for a new row."""
    verb = idiom.name.split("-")[0]
    if slot == "SearchCriterion":
        return list(facts.roles)
    if slot == "TempVariable":
        if idiom.card_number:
            return [number for number in draft.catalogue.numbers() if is_unit(draft.find(number))][:1]
        return [0 if verb in READING else 2 if verb == "multiply" else 1]
    if slot == "Input" and verb in READING:
        return [word.value for word in REGISTERS.words if word.value != codes.TEMP_VARIABLE]
    if slot == "MultiInputProcessing" and verb in READING and facts.targets.most > 1:
        return (codes.SUM, codes.FIRST)
    if slot == "EffectLocation" and verb == "summon":
        return (codes.PLAINS,)  # nobody is summoned on the board
    if slot == "TargetPlayer" and verb in HOSTILE:
        return (codes.OPPONENT, codes.OWNER)
    found = FIRST_VALUES.get(slot)
    return [idiom.parameters[slot].default] if found is None else [one for one in found if takes(idiom, slot, one)]


def takes(idiom: Idiom, slot: str, value: int) -> bool:
    """Say whether a value can stand in a slot."""
    return slot not in idiom.only or value in idiom.only[slot]


def is_unit(card: MarchesCard | None) -> bool:
    """Say whether a card is a unit, which can be summoned."""
    return card is not None and card.kind == codes.UNIT
