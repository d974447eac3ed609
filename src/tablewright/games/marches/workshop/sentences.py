"""Rows as sentences with chips: what a row says where it stands, with those it is about named as they are known there.

A row never shows registers or parameters. Targets are "it" or "them", with what they are beside it; the accumulator is
"that number"; who takes part is called by what it does on the occasion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import CHAIN_PLACES, FLOW, PARTICIPANT, RECEIVERS, TARGETS, register_of
from tablewright.games.marches.language.flow import (
    ACC,
    ALWAYS,
    ANYBODY,
    SOMEWHERE,
    UNKNOWN,
    Facts,
    Role,
    Targets,
    follow,
    roles_of,
)
from tablewright.games.marches.language.idioms import CHANGE_IN_NUMBER, CHANGE_THERE, Idiom, which_amount
from tablewright.games.marches.language.teller import ORDINALS, PLAYERS, THAT_NUMBER, ProgramTeller, joined
from tablewright.games.marches.language.vocabulary import CRITERIA, EVERY_KIND, KINDS, PLACES
from tablewright.games.marches.machine.chain import Program
from tablewright.games.marches.pieces import MarchesCard
from tablewright.games.marches.workshop.draft import Draft, EffectList, ListRow

#: A sentence: plain texts, and chips as objects.
Part = str | dict[str, Any]
#: What chips are about, by slot.
KIND_OF_CHIP: Final = {
    "amount": "num",
    "loss": "num",
    "TempVariable": "num",
    "TargetPlayer": "who",
    "TilePlayer": "who",
    "Receiver": "who",
    "SearchCriterion": "who",
    "TargetType": "what",
    "TileType": "what",
    "Output": "what",
    "Input": "num",
    "EffectLocation": "where",
    "ModifierOperation": "how",
    "Which": "how",
    "MultiInputProcessing": "how",
}
SIDES: Final = {codes.OWNER: "friendly", codes.OPPONENT: "enemy", ANYBODY: "friendly or enemy", 0: "nobody's"}
OF_SIDES: Final = {codes.OWNER: "a friendly", codes.OPPONENT: "an enemy", ANYBODY: "a friendly or enemy", 0: "nobody's"}
GROUPS: Final = {
    codes.FIRST: "the first one's {}",
    codes.SUM: "their total {}",
    codes.AVERAGE: "their average {}",
    codes.MAX: "their highest {}",
    codes.MIN: "their lowest {}",
    codes.EACH: "its own {}",
}
THOSE_GONE: Final = "the number of those gone"
POSSESSIVES: Final = {
    "it": "its",
    "them": "their",
    "you": "your",
    "your opponent": "your opponent's",
    "both players": "both players'",
    "nobody": "nobody's",
}
ONE_PLAYER: Final = {codes.OWNER: "you", codes.OPPONENT: "your opponent", ANYBODY: "anybody", 0: "nobody"}
#: What somebody who takes part must be.
CONDITION: Final = re.compile(r", if it is \{\w+\} \{\w+\},| if it is \{\w+\} \{\w+\}")
ANYBODY_SAID: Final = re.compile(r",? if it is \{(\w+)Player\} \{\w+Type\}")
OF_SOMEBODY: Final = "the {Output} of {SearchCriterion}"
PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
SEVERAL: Final = ("you", "both players")
VERBS: Final = {" gains ": " gain ", " draws ": " draw ", " loses ": " lose "}


class Sentences:
    """Says the rows of one effect list of a card."""

    def __init__(self, name: Callable[[int], str], card: MarchesCard, program: Program, rows: list[ListRow]) -> None:
        #: Names the card of a number.
        self.name = name
        self.card = card
        self.program = program
        self.rows = rows
        self.steps = follow(card, program, cautious=False)
        self.teller = ProgramTeller(card, program, name)

    # -------------------------------------------------------------------------------------------------------- facts

    def facts(self, index: int) -> Facts:
        """Return what is known before an effect; little, if it is never reached."""
        if index < len(self.steps):
            return self.steps[index].before
        roles = roles_of(self.card, self.program.occasion)
        return Facts(self.program.occasion.during, roles, UNKNOWN, SOMEWHERE, None)

    def named(self, targets: Targets) -> str:
        """Say in full who the targets are."""
        self.teller.targets = targets
        return "nobody" if targets.most == 0 else self.teller.phrase().replace("every target", "whoever was chosen")

    def pronoun(self, targets: Targets) -> str:
        """Say who the targets are, where a row before has chosen them."""
        if targets.most == 0:
            return "nobody"
        if targets.kinds == codes.PLAYER and targets.owners != ANYBODY and targets.least == targets.most:
            return PLAYERS[targets.owners]
        if targets.role is not None and targets.role.itself == ALWAYS:
            return role_said(targets.role)
        return "it" if targets.most == 1 else "them"

    def kept(self, index: int) -> str:
        """Say what the number is that is kept from effect to effect, before an effect."""
        says = THAT_NUMBER
        for one in self.rows:
            if one.first < index and ACC in self.written(one):
                says = THOSE_GONE if one.row.idiom in (CHANGE_IN_NUMBER, CHANGE_THERE) else THAT_NUMBER
        return says

    def written(self, one: ListRow) -> set[str]:
        """Return what the effects of a row write."""
        steps = self.program.instructions[one.first : one.first + one.count]
        return {part for step in steps for part in step.effect.written(step.values)}

    # ------------------------------------------------------------------------------------------------------- values

    def amount(self, values: Mapping[str, int], index: int, card_number: bool) -> str:
        """Say the number n of an effect."""
        register = register_of(values["Input"])
        targets = self.facts(index).targets
        if register.value == codes.TEMP_VARIABLE:
            number = values["TempVariable"]
            return self.name(number) if card_number else str(number)
        if register.value == codes.ACC:
            return self.kept(index)
        if register.value == codes.TARGET_COUNT:
            return "the number of them"
        if register.value == codes.MARCH_START_FLAG:
            return "1 at the start of the march, later 0" if not self.asks_for(index) else "the march"
        if not register.of_targets:
            return register.says
        gold = register.value == codes.PLAYERS_GOLD
        if targets.most <= 1:
            who = self.pronoun(targets)
            owner = PLAYERS.get(targets.owners, "its owner") if gold else who
            if who == "it" and not gold:
                return f"its {register.noun}"
            return {"you": f"your {register.noun}"}.get(owner, f"the {register.noun} of {owner}")
        noun = "owners' gold" if gold and values["MultiInputProcessing"] != codes.EACH else register.noun
        return GROUPS[values["MultiInputProcessing"]].format("owner's gold" if noun == "gold" else noun)

    def asks_for(self, index: int) -> bool:
        """Say whether an effect is a row that asks for a number."""
        return any(one.first == index and one.row.idiom.name == "if-number" for one in self.rows)

    def which(self, values: Mapping[str, int], index: int) -> str:
        """Say how many of those found are taken."""
        criterion, amount = values["Which"], which_amount(values)
        number = amount["TempVariable"] if amount["Input"] == codes.TEMP_VARIABLE else None
        side = " (the enemy's first)" if number is not None and number < 0 else ""
        if criterion == codes.ALL:
            return "every" + side
        if criterion not in (codes.QUANTITY, codes.ORDINAL):
            return "none of the"
        if number is None:
            says = self.amount(amount, index, False)
            return f"as many as {says} of the" if criterion == codes.QUANTITY else f"the one after {says} others of the"
        if criterion == codes.QUANTITY:
            return ("the first" if abs(number) == 1 else f"the first {abs(number)}") + side
        at = number if number >= 0 else -number - 1
        return (f"the {ORDINALS[at]}" if at < len(ORDINALS) else f"number {at + 1} of the") + side

    def place(self, place: int, index: int) -> str:
        """Say a place."""
        if place != codes.CURRENT_TILE:
            return PLACES.by_value[place].says
        targets = self.facts(index).targets
        return f"the tile of {self.pronoun(targets)}" if targets.most <= 1 else "the tile of each of them"

    def receiver(self, value: int, index: int) -> str:
        """Say who gets something that is dealt out per target."""
        owners = self.facts(index).targets.owners
        if value == ANYBODY or value == 0 or owners not in (codes.OWNER, codes.OPPONENT):
            return RECEIVERS[value]
        return PLAYERS[owners if value == codes.OWNER else ANYBODY ^ owners]

    def role(self, criterion: int, index: int) -> str:
        """Say who takes part."""
        role = self.facts(index).roles.get(criterion)
        if role is not None:
            return role_said(role)
        return CRITERIA.by_value[criterion].says if CRITERIA.write(criterion) in PARTICIPANT else "nobody"

    def where(self, index: int) -> str:
        """Say the places that were collected."""
        places = self.facts(index).places
        if not places:
            return "nowhere"
        if places is SOMEWHERE:
            return "in the marked places"
        says = self.teller.where(places).replace(SOMEWHERE[0].says, "places marked before")
        return says.replace("each target", "each of them")

    # ------------------------------------------------------------------------------------------------------ sentence

    def parts(self, number: int) -> list[Part]:
        """Say a row as texts and chips."""
        one = self.rows[number]
        template = self.template(one)
        found: list[Part] = []
        for at, piece in enumerate(PLACEHOLDER.split(template)):
            found += [piece] if at % 2 == 0 else self.chip(piece, one)
        return smoothed(found)

    def template(self, one: ListRow) -> str:
        """Return the sentence of a row without what goes without saying there."""
        template = one.row.idiom.row
        last = self.facts(one.first + one.count - 1)
        if CONDITION.search(template):
            if self.needs_no_condition(one):
                template = CONDITION.sub("", template)
            elif self.is_covered(one):
                template = ANYBODY_SAID.sub(r", {\1Player}, {\1Type}", template)
        if template.startswith(OF_SOMEBODY) and self.role(one.row.values["SearchCriterion"], one.first) == "you":
            template = template.replace(OF_SOMEBODY, "{yours} {Output}")
        if template.startswith("for "):
            targets = last.targets
            certain = targets.least == targets.most == 1 and targets.owners in (codes.OWNER, codes.OPPONENT)
            if certain and ("{targets}" in template or is_itself(targets)):
                template = template[template.index(", ") + 2 :]
        if template.startswith("the {Output} of {targets}") and self.pronoun(last.targets) in POSSESSIVES:
            template = template.replace("the {Output} of {targets}", "{theirs} {Output}")
        if one.row.idiom.name == "if-number":
            if one.row.values["Input"] == codes.MARCH_START_FLAG:
                return "if {amount} {ModifierOperation} at its start"
            if one.row.values["Input"] == codes.ACC and self.kept(one.first) == THOSE_GONE:
                return "if {ModifierOperation} gone"
        return template

    def is_covered(self, one: ListRow) -> bool:
        """Say whether somebody who takes part is always what the row asks for."""
        values = one.row.values
        role = self.facts(one.first).roles.get(values["SearchCriterion"])
        about = "Tile" if "TilePlayer" in values else "Target"
        owners, kinds = values[f"{about}Player"], values[f"{about}Type"]
        return role is not None and not role.owners & ~owners and not role.kinds & ~kinds

    def needs_no_condition(self, one: ListRow) -> bool:
        """Say whether it could be asked for nothing else, or where it stands is all that matters."""
        role = self.facts(one.first).roles.get(one.row.values["SearchCriterion"])
        if role is None or not self.is_covered(one):
            return False
        alone = role.itself == ALWAYS or (role.owners.bit_count() == role.kinds.bit_count() == 1)
        return alone or "TilePlayer" in one.row.values

    def chip(self, slot: str, one: ListRow) -> list[Part]:
        """Return what stands for a placeholder of a sentence."""
        row = one.row
        idiom, values = row.idiom, row.values
        index = one.first + slot_step(idiom, slot)
        if slot == "targets":
            targets = self.facts(index).targets
            says = self.pronoun(targets)
            each = says == "them" and idiom.row.startswith("for ")
            return [name_chip(slot, "each of them" if each else says, self.named(targets))]
        if slot == "places":
            return [self.where(index)]
        if slot == "this":
            return [f"this {KINDS.by_value[self.card.kind].says}"]
        if slot == "too":
            return [" too"] if self.facts(index).places else []
        if slot == "yours":
            return [chip("SearchCriterion", POSSESSIVES["you"])]
        if slot == "theirs":
            targets = self.facts(index).targets
            return [name_chip("targets", POSSESSIVES[self.pronoun(targets)], self.named(targets))]
        if slot == "amount":
            return [self.amount_chip(values, index, idiom)]
        if slot == "Which":
            return [chip(slot, self.which(values, index))]
        value = values[slot]
        effect = idiom.effects[slot_step(idiom, slot)].name
        said = idiom.words.get(slot, {}).get(value)
        if slot == "ModifierOperation" and value == codes.ADD and self.is_loss(values):
            said = {"gains": "loses", "grows by": "falls by"}.get(said or "", said)
        if slot == "EffectLocation":
            said = self.place(value, index)
        elif slot == "Receiver" and effect != "SUMMON_UNIT":
            said = self.receiver(value, index)
            if "{Receiver} gold" in idiom.row:
                said = POSSESSIVES.get(said, f"{said}'s")
        elif slot == "SearchCriterion" and effect != "FIND_ENTITIES":
            said = self.role(value, index).replace("whoever ", "the one that ")
        elif effect == "SELECT_ENTITY":
            return self.condition(slot, one, index)
        elif slot == "TargetPlayer" and said is None:
            one_of_them = values.get("ModifierOperation") == codes.NO_OPERATION and idiom.name.startswith("if-")
            said = (OF_SIDES if one_of_them else SIDES)[value]
        elif slot == "TargetType":
            several = values.get("Which") == codes.QUANTITY and self.which(values, index) != "the first"
            said = kinds_said(value, several)
        elif slot == "ModifierOperation" and idiom.name == "if-number":
            template = self.template(one)
            if template.endswith(" gone"):
                said = "none are" if value == codes.NOT else "any are"
            elif template.endswith(" start"):
                said = "is not" if value == codes.NOT else "is"
        if said is None:
            said = PLACEHOLDER.sub("", idiom.parameters[slot].say(value)).strip() or "nothing"
        if slot == "TempVariable":
            return [{**chip(slot, said), "value": value}]
        return [chip(slot, said)]

    def condition(self, slot: str, one: ListRow, index: int) -> list[Part]:
        """Say whose or what a participant must be."""
        value = one.row.values[slot]
        role = self.facts(index).roles.get(one.row.values["SearchCriterion"])
        kinds = 0 if role is None else role.kinds
        if slot in ("TargetPlayer", "TilePlayer"):
            sides = ONE_PLAYER if kinds == codes.PLAYER else OF_SIDES
            if self.is_covered(one) and not one.row.idiom.name.startswith("if-"):
                sides = SIDES
            return [chip(slot, sides[value])]
        if kinds & value and kinds.bit_count() == 1:
            said_already = kinds == codes.PLAYER or self.is_covered(one)
            return [] if said_already else [kinds_said(kinds)]
        if kinds and not kinds & ~value:
            return [chip(slot, "of any kind" if self.is_covered(one) else "one")]
        return [chip(slot, kinds_said(value))]

    def is_loss(self, values: Mapping[str, int]) -> bool:
        """Say whether a number is taken away."""
        return values.get("Input") == codes.TEMP_VARIABLE and values["TempVariable"] < 0

    def amount_chip(self, values: Mapping[str, int], index: int, idiom: Idiom) -> dict[str, Any]:
        """Return the chip of n; one that is taken away is shown without its sign."""
        loss = (
            values.get("ModifierOperation") == codes.ADD and self.is_loss(values) and "ModifierOperation" in idiom.words
        )
        says = self.amount(values, index, idiom.card_number)
        found = chip("loss" if loss else "amount", says.removeprefix("-") if loss else says)
        if idiom.card_number:
            return {**found, "kind": "what"}
        if values["Input"] == codes.TEMP_VARIABLE:
            number = values["TempVariable"]
            return {**found, "value": -number if loss else number}
        return found

    # ------------------------------------------------------------------------------------------------------- the row

    def gives(self, number: int) -> str:
        """Name what a row gives to later ones; "" if nothing."""
        one = self.rows[number]
        written = self.written(one)
        last = one.first + one.count - 1
        after = self.steps[last].after if last < len(self.steps) else None
        if ACC in written:
            return self.kept(last + 1)
        if TARGETS in written and after is not None and after.targets.most:
            return self.pronoun(after.targets)
        return "the marked places" if CHAIN_PLACES in written and TARGETS not in written and one.count == 1 else ""

    def shown(self) -> list[dict[str, Any]]:
        """Return all rows as the page shows them."""
        found, indent = [], 0
        for number, one in enumerate(self.rows):
            parts = self.parts(number)
            found.append(
                {
                    "parts": parts,
                    "indent": indent,
                    "first": one.first,
                    "count": one.count,
                    "gives": self.gives(number),
                    "says": plain(parts),
                    "problems": [],
                }
            )
            last = self.program.instructions[one.first + one.count - 1]
            indent += FLOW in last.effect.writes
        return found


def role_said(role: Role) -> str:
    """Say who takes part; a class is the player who is asked."""
    return PLAYERS[codes.OWNER] if role.itself == ALWAYS and role.kinds == codes.PLAYER else role.says


def is_itself(targets: Targets) -> bool:
    """Say whether the only target is certainly the card itself, so that it need not be said."""
    return targets.role is not None and targets.role.itself == ALWAYS and targets.sure


def name_chip(slot: str, says: str, title: str) -> dict[str, Any]:
    """Return the name of a result of rows before; ``title`` says what it is."""
    return {"chip": slot, "says": says, "kind": "name", "fixed": True, "title": title}


def slot_step(idiom: Idiom, slot: str) -> int:
    """Return which effect of an idiom a placeholder is about."""
    wanted = {"amount": "Input", "loss": "Input"}.get(slot, slot)
    for index, slots in enumerate(idiom.slots):
        if wanted in slots.values():
            return index
    return 0 if slot == "places" else len(idiom.slots) - 1


def chip(slot: str, says: str) -> dict[str, Any]:
    """Return a chip."""
    return {"chip": slot, "says": says, "kind": KIND_OF_CHIP.get(slot, "how")}


def kinds_said(kinds: int, plural: bool = False) -> str:
    """Say types of entities."""
    if kinds & EVERY_KIND == EVERY_KIND:
        return "unit, building, player or skill"
    return joined((word.says + "s" * plural for word in KINDS.words if word.value & kinds), "or") or "nothing"


def plain(parts: list[Part]) -> str:
    """Return a sentence without chips."""
    return "".join(part if isinstance(part, str) else part["says"] for part in parts).strip()


def says_of(part: Part) -> str:
    """Return the words of a chip; "" for a text."""
    return "" if isinstance(part, str) else str(part["says"])


def smoothed(parts: list[Part]) -> list[Part]:
    """Make one text of neighbouring ones, agree verbs and nouns with what stands before, and begin with a capital."""
    found: list[Part] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        elif part != "":
            found.append(part)
    for at, part in enumerate(found):
        if isinstance(part, str):
            found[at] = part.replace(", ,", ",").replace(" ,", ",")
    if found and isinstance(found[-1], str):
        found[-1] = found[-1].rstrip(" ,")
    for at, part in enumerate(found):
        before = says_of(found[at - 1]) if at else ""
        if isinstance(part, str):
            if before in SEVERAL:
                for verb, other in VERBS.items():
                    part = part.replace(verb, other)
            found[at] = part.replace(" cards", " card") if before == "1" else part
        elif at > 1 and says_of(found[at - 2]) in SEVERAL:
            says = says_of(part)
            found[at] = {**part, "says": VERBS.get(f" {says} ", says).strip()}
    if found:
        first = found[0]
        text = first if isinstance(first, str) else says_of(first)
        text = text[:1].upper() + text[1:]
        found[0] = text if isinstance(first, str) else {**first, "says": text}
    return found


def heading(draft: Draft, where: EffectList) -> list[Part]:
    """Say when a list runs, with chips for the occasion and, if there is a choice, for the place."""
    assert draft.card is not None
    occasion, kind = where.occasion, KINDS.by_value[draft.card.kind].says
    says = occasion.says
    if not occasion.trigger:
        says = re.sub(rf"\ba {kind}\b", f"this {kind}", says)
    parts: list[Part] = [{"chip": "occasion", "says": says, "kind": "where"}]
    if len(occasion.places) > 1 or (occasion.trigger and where.place not in occasion.places):
        place = PLACES.by_value[where.place].says.replace("of each target", "where this is")
        parts += [" from ", {"chip": "place", "says": place, "kind": "where"}]
    return parts


def shown_lists(draft: Draft) -> list[dict[str, Any]]:
    """Return the effect lists of a card as the page shows them."""
    found = []
    for where in draft.lists:
        rows: list[dict[str, Any]] = []
        if where.program is not None and draft.card is not None:
            rows = Sentences(draft.name, draft.card, where.program, list(where.rows)).shown()
        found.append({"id": where.id, "parts": heading(draft, where), "rows": rows})
    return found
