"""Telling one effect list in plain words: who the targets are, under which conditions, and what is done to them.

The sentences come from the table of idioms and the declarations of the effects; here they are put together, with the
targets and places named as far as ``flow`` knows them.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import CHAIN_PLACES, TARGETS, amount_in_words, register_of
from tablewright.games.marches.language.flow import ACC, ALWAYS, ANYBODY, Targets, can_happen, follow, treats_targets
from tablewright.games.marches.language.idioms import CHANGE_IN_NUMBER, row_at
from tablewright.games.marches.language.vocabulary import EVERY_KIND, KINDS, PLACES
from tablewright.games.marches.machine import operations as op

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Final

    from tablewright.games.marches.language.effects import CardName
    from tablewright.games.marches.language.flow import Facts, FlowStep, Place, Role
    from tablewright.games.marches.machine.chain import Program
    from tablewright.games.marches.pieces import MarchesCard


SIDES: Final = {codes.OWNER: "friendly ", codes.OPPONENT: "enemy ", ANYBODY: ""}
PLAYERS: Final = {codes.OWNER: "you", codes.OPPONENT: "your opponent", ANYBODY: "both players"}
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
ONCE: Final = " (once per target)"
TIMES: Final = {1: "", 2: " (twice)"}
THAT_NUMBER: Final = register_of(codes.ACC).says
THE_CHANGE: Final = "the change in their number"


def joined(words: Iterable[str], last: str = "and") -> str:
    """Join words as a list in a sentence."""
    found = list(words)
    return f"{', '.join(found[:-1])} {last} {found[-1]}" if len(found) > 1 else "".join(found)


def kinds_in_words(kinds: int, plural: bool = False) -> str:
    """Say types of entities."""
    if kinds == EVERY_KIND:
        return "ones" if plural else "one"
    return joined((word.says + "s" * plural for word in KINDS.words if word.value & kinds), "or")


def with_article(words: str) -> str:
    """Put the indefinite article before words."""
    return f"an {words}" if words[0] in "aeiou" and not words.startswith("unit") else f"a {words}"


class ProgramTeller:
    """Tells one effect list. It knows what the targets are called, and whether they have been named already."""

    def __init__(self, card: MarchesCard, program: Program, card_name: CardName | None) -> None:
        self.card = card
        self.program = program
        self.card_name = card_name
        self.targets: Targets | None = None
        self.named = False
        #: How the number that is kept from effect to effect is said.
        self.kept = THAT_NUMBER

    # -------------------------------------------------------------------------------------------- naming the targets

    def who(self, kinds: int, owners: int) -> str:
        """Say somebody of some types and owners, as the predicate of a sentence."""
        if kinds == codes.PLAYER and owners != ANYBODY:
            return PLAYERS[owners]
        return with_article(SIDES[owners] + kinds_in_words(kinds))

    def where(self, places: Iterable[Place], each: bool = False) -> str:
        """Say where something is searched or summoned; ``each`` stresses that it is done in every single place."""
        names = [place.says for place in places]
        several = each and (len(names) > 1 or any(place.most > 1 for place in places))
        said = joined(
            name + TIMES.get(names.count(name), f" ({names.count(name)} times)") for name in dict.fromkeys(names)
        )
        return f"on each of {said}" if several else f"on {said}"

    def phrase(self) -> str:
        """Name the targets in full, one by one."""
        targets = self.targets
        if targets is None or (targets.role is None and targets.found is None):
            return "every target"
        if targets.kinds == codes.PLAYER and targets.least == targets.most:
            return PLAYERS[targets.owners] + " (once for every place)" * (len(targets.places) > 1)
        if targets.found is None:
            assert targets.role is not None
            return targets.role.says
        values = targets.found.values
        if values["SearchCriterion"] == codes.ALL:
            return f"every {self.there(targets)}"
        if values["Input"] == codes.TEMP_VARIABLE:
            return f"{self.which(values)} of {self.plural()}"
        amount = amount_in_words(values).replace(THAT_NUMBER, self.kept)
        if values["SearchCriterion"] == codes.QUANTITY:
            return f"as many of {self.plural()} as {amount}"
        return f"the one of {self.plural()} that {amount} counts to from 0"

    def there(self, targets: Targets) -> str:
        """Say what was searched for, and where."""
        return f"{SIDES[targets.owners]}{kinds_in_words(targets.kinds)} {self.where(targets.places)}"

    def which(self, values: Mapping[str, int]) -> str:
        """Say which of those found are taken, by a number that stands in the card."""
        n = values["TempVariable"]
        if values["SearchCriterion"] == codes.QUANTITY:
            return "the first" if abs(n) == 1 else f"the first {abs(n)}"
        index = n if n >= 0 else -n - 1
        return f"the {ORDINALS[index]}" if index < len(ORDINALS) else f"number {index + 1}"

    def plural(self) -> str:
        """Name the targets as a group."""
        targets = self.targets
        if targets is None or targets.found is None:
            return "the targets" if targets is None or targets.role is None else self.phrase()
        # Some of those found are taken in every place by itself.
        some = targets.found.values["SearchCriterion"] != codes.ALL
        return f"the {SIDES[targets.owners]}{kinds_in_words(targets.kinds, True)} {self.where(targets.places, some)}"

    def single(self) -> bool:
        """Say whether there is at most one target."""
        return self.targets is not None and self.targets.most <= 1

    def each(self) -> str:
        """Name the targets one by one, in full for the first time."""
        if not self.named or self.targets is None:
            self.named = True
            return self.phrase()
        if self.targets.kinds == codes.PLAYER and self.targets.owners != ANYBODY:
            return PLAYERS[self.targets.owners]
        return "it" if self.single() else "each of them"

    def all(self) -> str:
        """Name the targets as a group, in full for the first time."""
        if self.targets is not None and self.targets.most == 0:
            return "the targets"
        if self.single():
            return self.each()
        named, self.named = self.named, True
        return "them" if named else self.plural()

    def times(self, form: str) -> str:
        """Say how often something happens that happens once per target."""
        targets = self.targets
        if targets is not None and targets.most == 1:
            if targets.found is None or targets.least:
                return ""
            values = targets.found.values
            if values["Input"] == codes.TEMP_VARIABLE and self.which(values) == "the first":
                self.named = True
                return form.format(f"if there is {with_article(self.there(targets))}")
        return form.format(f"{'for' if form[0] == '{' else 'once for'} {self.each()}")

    def condition(self, targets: Targets, role: Role, turned: bool) -> str:
        """Say when a role is a target."""
        return f"{role.says} is {'not ' * turned}{self.who(targets.kinds, targets.owners)}"

    # ----------------------------------------------------------------------------------------------------- sentences

    def fill(self, sentence: str, facts: Facts) -> str:
        """Put what is known about targets and places into the sentence of an effect."""
        marks: dict[str, Callable[[], str]] = {
            "for every target, ": lambda: self.times("{}, "),
            ONCE: lambda: self.times(", {}"),
            "the number of targets": lambda: f"the number of {self.all().removeprefix('the ')}",
            "the gold of the first target": lambda: "the gold of its owner",
            "its own gold": lambda: "the gold of its owner",
            "the first target": lambda: self.each() if self.single() else f"the first of {self.all()}",
            "all targets together": lambda: self.each() if self.single() else f"{self.all()} together",
            "every target": self.each,
            "the targets": self.all,
            THAT_NUMBER: lambda: self.kept,
        }
        done = ""
        while True:
            found = [(at, -len(mark), mark) for mark in marks if (at := sentence.find(mark)) >= 0]
            if not found:
                break
            at, _, mark = min(found)
            done += sentence[:at] + marks[mark]()
            sentence = sentence[at + len(mark) :]
        done += sentence
        if "in every place" in done:
            tiles = [place for place in facts.places if place.code != codes.BOARD]  # nobody is summoned on the board
            done = done.replace("in every place", self.where(tiles) if tiles else "nowhere")
        return self.personal(done, facts.targets.owners)

    def personal(self, sentence: str, owners: int) -> str:
        """Say "you" where the sentence speaks of the card's owner."""
        sentence = sentence.replace("the card's owner", "you").replace("for the opponent", "for your opponent")
        if owners in (codes.OWNER, codes.OPPONENT):
            owner, opponent = PLAYERS[owners], PLAYERS[ANYBODY ^ owners]
            sentence = sentence.replace("its owner's opponent", opponent).replace("its owner", owner)
        for noun in ("gold", "HP", "attack", "movement denominator", "movement"):
            sentence = sentence.replace(f"the {noun} of your opponent", f"your opponent's {noun}")
            sentence = sentence.replace(f"the {noun} of you", f"your {noun}")
            sentence = sentence.replace(f"the {noun} of it ", f"its {noun} ")
            if sentence.endswith(f"the {noun} of it"):
                sentence = sentence.removesuffix(f"the {noun} of it") + f"its {noun}"
        sentence = sentence.replace("you draws", "you draw").replace("both players draws", "both players draw")
        amount = sentence.rpartition(" ")[2]
        if amount.isdigit() and sentence.removesuffix(f" {amount}").endswith((" draw", " draws")):
            sentence += " card" if amount == "1" else " cards"
        return sentence

    def assertion(self, step: FlowStep) -> str:
        """Say the condition of an assert."""
        operation, targets = step.operation, step.before.targets
        if isinstance(operation, op.AssertRole):
            role = step.before.roles.get(operation.criterion)
            this = f"this {KINDS.by_value[self.card.kind].says}"
            if role is not None and role.itself != ALWAYS:
                does = role.says.removeprefix("whoever ")
                if does != role.says:
                    return f"{this} is not the one that {does}" if operation.turned else f"{this} {does}"
                return f"{this} is {'not ' * operation.turned}{role.says}"
        elif isinstance(operation, op.Assert) and operation.amount.register == codes.TARGET_COUNT:
            if targets.role is not None and targets.sure:
                return f"there is {'no' if operation.turned else 'a'} target"
            if targets.role is not None:
                self.named = True
                return self.condition(targets, targets.role, operation.turned)
            if targets.found is not None:
                there = self.there(targets)
                return f"there is no {there}" if operation.turned else f"there is {with_article(there)}"
        elif isinstance(operation, op.Assert) and operation.amount.register == codes.ACC and self.kept == THE_CHANGE:
            return f"their number has {'not ' * operation.turned}changed"
        sentence = self.sentence(step)
        return self.fill(sentence, step.before).removeprefix("go on only if ")

    def sentence(self, step: FlowStep) -> str:
        """Say one instruction by itself, as the table of idioms does."""
        row = row_at([step.instruction], 0)
        return smooth(row.idiom.say(row.values, self.card_name))

    # ------------------------------------------------------------------------------------------ the number that is kept

    def merged(self, steps: list[FlowStep], index: int) -> bool:
        """Say whether the number taken here is used only once, before anything happens: then that says it all."""
        step = steps[index]
        targets = step.before.targets
        fresh = step.before.acc == 0 or step.instruction.values["ModifierOperation"] in (codes.SET, codes.ABSOLUTE_SET)
        adds = step.instruction.values["ModifierOperation"] in (codes.SET, codes.ABSOLUTE_SET, codes.ADD)
        if not fresh or not adds or (targets.role is not None and not targets.sure):
            return False
        uses = [
            number
            for number, other in enumerate(steps[index + 1 :], index + 1)
            if ACC in other.instruction.effect.read(other.instruction.values)
        ]
        between = steps[index + 1 : uses[0]] if uses else []
        chosen = {TARGETS, CHAIN_PLACES}
        writes = [other.instruction.effect.written(other.instruction.values) for other in between]
        last = steps[uses[0]] if uses else step
        return len(uses) == 1 and not isinstance(last.operation, op.ModifyRegister) and all(w <= chosen for w in writes)

    def keep(self, steps: list[FlowStep], index: int) -> str:
        """Say what is done with the number that is kept; "" if it is said where it is used."""
        step = steps[index]
        if self.merged(steps, index):
            self.kept = THAT_NUMBER
            self.kept = self.fill(amount_in_words(step.instruction.values), step.before)
            return ""
        sentence = self.sentence(step)
        if step.before.acc == 0 and sentence.endswith(f" to {THAT_NUMBER}") and sentence.startswith("add "):
            amount = sentence.removeprefix("add ").removesuffix(f" to {THAT_NUMBER}")
            sentence = "count the targets" if amount == "the number of targets" else f"take {amount}"
        told = self.fill(sentence, step.before)
        self.kept = THAT_NUMBER
        return told

    def tell(self) -> str:
        """Tell the whole effect list in one sentence."""
        story = self.lead()
        conditions: list[str] = []
        clauses: list[str] = []
        conditional = False  # are we inside of an "if the target is ..."?
        steps = follow(self.card, self.program, cautious=False)
        silent = self.changes_in_number(steps)
        for index, step in enumerate(steps):
            targets = step.before.targets
            if targets is not self.targets and index not in silent:
                kept = same(self.targets, targets)
                self.named = self.named and kept
                conditional = conditional and kept and not targets.sure
                self.targets = targets
            effect = step.instruction.effect
            if isinstance(step.operation, (op.Assert, op.AssertRole)):
                if clauses:
                    story += told(conditions, clauses) + "; then"
                    conditions, clauses = [], []
                conditions.append(self.assertion(step))
                conditional = False
                if step.goes_on is False:
                    clauses.append("nothing happens, because that is never so")
                continue
            written = effect.written(step.instruction.values)
            if TARGETS in written or CHAIN_PLACES in written:
                continue
            if index in silent:
                self.kept = THE_CHANGE
                continue
            if ACC in written:
                sentence = self.keep(steps, index)
                if not sentence:
                    continue
            elif not treats_targets(step.instruction):
                sentence = self.fill(self.sentence(step), step.before)
            elif targets.most == 0:
                continue
            else:
                if_so = ""
                if targets.role is not None and not targets.sure and not conditional:
                    if_so = f"if {self.condition(targets, targets.role, False)}, "
                    self.named = True
                sentence = self.fill(self.sentence(step), step.before)
                if conditional:
                    clauses[-1] += f" and {sentence}"  # what is joined so stands under the same condition
                else:
                    clauses.append(if_so + sentence)
                conditional = conditional or bool(if_so)
                continue
            sentence = "in any case, " * conditional + sentence
            conditional = False
            if TARGETS in effect.read(step.instruction.values) and targets.role is not None and not targets.sure:
                sentence += f" (0 if {self.condition(targets, targets.role, True)})"
            clauses.append(sentence)
        return story + told(conditions, clauses or ["nothing happens"]) + "."

    def changes_in_number(self, steps: list[FlowStep]) -> set[int]:
        """Return the steps that only find out how the number of targets has changed by damage."""
        found: set[int] = set()
        instructions = [step.instruction for step in steps]
        for start in range(len(steps)):
            if CHANGE_IN_NUMBER.read(instructions, start) is not None:
                found |= {start + 1, start + 3, start + 4, start + 5}
        return found

    def lead(self) -> str:
        """Say when the list runs."""
        program, kind = self.program, self.card.kind
        says = program.occasion.says
        if not program.occasion.trigger:
            name = KINDS.by_value[kind].says
            says = says.replace(f"a {name} ", f"this {name} ") if says.count(f"a {name} ") else says
            says = says.removesuffix(f"a {name}") + f"this {name}" if says.endswith(f" a {name}") else says
        elif program.place != codes.BOARD:
            place = PLACES.by_value[program.place].says.replace("of each target", "where this is")
            says = says.removesuffix(" on") + f" on from {place}" if says.endswith(" on") else f"{says} on {place}"
        if not can_happen(self.card, program):
            says += " (which it never does)"
        return says


def same(one: Targets | None, other: Targets) -> bool:
    """Say whether two targets are the same participant, chosen in the same way."""
    if one is None or one.role is None:
        return False
    return (one.role, one.kinds, one.owners) == (other.role, other.kinds, other.owners)


def smooth(sentence: str) -> str:
    """Turn round what would read badly: negative numbers, how often something happens, and long amounts of damage."""
    if ONCE in sentence:
        sentence = sentence.replace(ONCE, "") + ONCE
    if sentence.startswith("add -") and sentence[5].isdigit():
        amount, _, rest = sentence.removeprefix("add -").partition(" to ")
        return f"subtract {amount} from {rest}"
    amount, to, rest = sentence.removeprefix("deal ").partition(" damage to ")
    if sentence.startswith("deal ") and to and not amount.lstrip("-").isdigit():
        return f"deal damage to {rest}, as much as {amount}"
    return sentence


def told(conditions: list[str], clauses: list[str]) -> str:
    """Join conditions and what happens under them."""
    return (f", if {joined(conditions)}" if conditions else "") + ": " + "; ".join(clauses)
