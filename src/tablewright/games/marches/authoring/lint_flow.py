"""The linter's look at what effects do: each list is followed with what can be known about it beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tablewright.games.marches.authoring.lint_keys import occasions
from tablewright.games.marches.authoring.lint_loops import loop_message
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import CHAIN_PLACES, FLOW, TABLE, TARGETS, Effect, register_of
from tablewright.games.marches.language.flow import (
    ACC,
    EMPTY,
    EVERY_SITUATION,
    NESTED,
    NEVER,
    FlowStep,
    can_happen,
    field_of,
    follow,
    kinds_with,
    treats_targets,
    written_parts,
)
from tablewright.games.marches.language.reader import Document
from tablewright.games.marches.language.shapes import Register
from tablewright.games.marches.language.teller import kinds_in_words
from tablewright.games.marches.language.vocabulary import CRITERIA, KINDS, LIVING, PLACES, REGISTERS
from tablewright.games.marches.machine import operations as op
from tablewright.games.marches.machine.chain import Instruction, Program
from tablewright.games.marches.pieces import MarchesCard

#: Registers and parts of the chain that only later effects of the same card can see.
INNER: Final = (TARGETS, CHAIN_PLACES, ACC)
MODIFIERS: Final = (op.ModifyRegister, op.ModifyGold, op.ModifyStat)


class _Used(dict[str, str]):
    """Notes which placeholders a sentence has."""

    def __init__(self, said: Mapping[str, str]) -> None:
        super().__init__(said)
        self.asked: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.asked.add(key)
        return super().__getitem__(key)


def used_parameters(effect: Effect, values: Mapping[str, int]) -> set[str]:
    """Return the parameters that matter with these values: those that the sentence of the effect speaks of."""
    used = _Used({name: parameter.say(values[name]) for name, parameter in effect.parameters.items()})
    sentence = effect.says
    used["amount"] = "n"
    while "{" in sentence:
        sentence = sentence.format_map(used)
    found = used.asked - {"amount"}
    if "amount" in used.asked and "Input" in values:
        found.add("Input")
        register = register_of(values["Input"])
        if register.value == codes.TEMP_VARIABLE:
            found.add("TempVariable")
        elif register.of_targets:
            found.add("MultiInputProcessing")
    return found


class FlowLint:
    """Checks all effect lists of one card that has been loaded, reporting into its document."""

    def __init__(self, document: Document, card: MarchesCard, find_card: Callable[[int], MarchesCard | None]) -> None:
        self.document = document
        self.card = card
        self.find_card = find_card
        #: Steps that have been reported already as the cause of what follows from them.
        self.blamed: set[int] = set()
        #: Steps whose number has been reported as 0, and whether missing places have been.
        self.zero: set[int] = set()
        self.placeless = False
        #: The list that is being checked.
        self.steps: list[FlowStep] = []
        #: Places of it that have been reported as useless.
        self.useless: list[Instruction] = []

    def warn(self, code: str, message: str, instruction: Instruction, parameter: str = "EffectType") -> None:
        """Report at a parameter of an instruction, or at its type if the parameter is not written."""
        node = instruction.node
        assert node is not None
        self.document.report(code, message, node.get(parameter) or node.get("EffectType"), True)

    def check(self) -> None:
        """Check every effect list."""
        assert self.document.root is not None
        programs = {program.name: program for program in self.card.programs}
        for name, node, key in occasions(self.document.root):
            program = programs.get(name)
            if program is None:
                if not node.items():
                    self.document.report("empty-list", f"{name.split(' ')[0]} has no effects", key, True)
            elif not can_happen(self.card, program):
                self.document.report("never-runs", self.why_never(program), key, True)
            else:
                self.check_program(program)

    def why_never(self, program: Program) -> str:
        """Say why an occasion never comes."""
        occasion, kind = program.occasion, KINDS.write(self.card.kind)
        if not self.card.kind & occasion.kinds:
            return f"{occasion.name} never happens to a {kind}"
        if occasion.trigger and program.place not in occasion.places:
            places = " or ".join(PLACES.write(place) for place in occasion.places)
            return f"{occasion.name} is only heard at {places}, never at {PLACES.write(program.place)}"
        if occasion.during == codes.MARCHING:
            return f"{occasion.name} is heard on tiles, and a {kind} stands on none"
        return f"{occasion.name} never happens to a {kind} that deals no damage"

    def check_program(self, program: Program) -> None:
        """Check one effect list."""
        self.check_steps(program, range(len(program.instructions)))
        if len(self.steps) == len(program.instructions):
            self.check_results(self.steps, program)

    def check_steps(self, program: Program, some: range, cautious: bool = True) -> None:
        """Check some effects of a list by themselves, where they stand; ``cautious`` is that of ``follow``."""
        self.blamed, self.zero, self.placeless = set(), set(), False
        self.steps = steps = follow(self.card, program, cautious)
        for index in some:
            if index < len(steps):
                self.check_parameters(index, steps[index])
                self.check_input(index, steps, program)
                self.check_effect(index, steps, program)

    # --------------------------------------------------------------------------------------------------- parameters

    def check_parameters(self, index: int, step: FlowStep) -> None:
        """Check the parameters of an instruction one by one."""
        instruction = step.instruction
        effect, values = instruction.effect, instruction.values
        used = used_parameters(effect, values)
        for name, parameter in effect.parameters.items():
            value, vocabulary = values[name], parameter.vocabulary
            nothing = vocabulary is not None and vocabulary is not REGISTERS and value == 0 and vocabulary.nothing
            gold = name == "TargetPlayer" and not parameter.needed and name in used
            if nothing and (parameter.needed or gold):
                self.blamed.add(index)
                self.warn("missing-parameter", f"{effect.name} does nothing without a {name}", instruction, name)
            elif not nothing and vocabulary is not None and parameter.allowed is not None:
                word = vocabulary.write(value)
                if word not in parameter.allowed:
                    self.blamed.add(index)
                    known = ", ".join(parameter.allowed)
                    message = f"{word} means nothing as {name} of {effect.name}; it takes {known}"
                    self.warn("senseless-word", message, instruction, name)
            if name in instruction.written and name not in used and value != parameter.default:
                if isinstance(step.operation, op.Find) and (step.n is None or step.n < 0):
                    continue  # the sign still decides which player comes first
                self.unused(instruction, name)

    def unused(self, instruction: Instruction, name: str) -> None:
        """Report a parameter that does not matter together with the others."""
        effect, values = instruction.effect, instruction.values
        if name in ("TempVariable", "MultiInputProcessing") and "Input" in used_parameters(effect, values):
            why = f" when its Input is {REGISTERS.write(values['Input'])}"
        elif "Output" in values:
            why = f" when its Output is {REGISTERS.write(values['Output'])}"
        else:
            why = f" when its SearchCriterion is {CRITERIA.write(values['SearchCriterion'])}"
        self.warn("unused-parameter", f"{effect.name} does not use {name}{why}", instruction, name)

    # -------------------------------------------------------------------------------------------- inputs and outputs

    def check_input(self, index: int, steps: list[FlowStep], program: Program) -> None:
        """Check the value that an instruction reads."""
        step = steps[index]
        values = step.instruction.values
        if "Input" not in used_parameters(step.instruction.effect, values):
            return
        register = register_of(values["Input"])
        if (
            register.of_targets
            and values["MultiInputProcessing"] == codes.EACH
            and not treats_targets(step.instruction)
        ):
            message = f"{step.instruction.effect.name} does nothing for each target; EACH acts like FIRST here"
            self.warn("each-as-first", message, step.instruction, "MultiInputProcessing")
        if step.goes_on is not None or step.n != 0:
            return  # asserts have reports of their own
        if register.during is not None:
            message = f"{register.name} is always 0 in {program.occasion.name}"
        elif register.value == codes.ACC and not any(ACC in self.writes(step) for step in steps[:index]):
            message = "ACC is always 0 here: nothing has been put into it"
        elif register.of_targets and step.before.targets.most:
            message = f"{register.name} is always 0 here: {self.no_stat(step)}"
        else:
            return
        self.zero.add(index)
        self.warn("always-zero", message, step.instruction, "Input")

    def no_stat(self, step: FlowStep) -> str:
        """Say that the targets do not have a stat."""
        return f"the target is a {kinds_in_words(step.before.targets.kinds)}, which has none"

    def writes(self, step: FlowStep) -> set[str]:
        """Return what a step writes."""
        return step.instruction.effect.written(step.instruction.values)

    def check_output(self, index: int, step: FlowStep, program: Program) -> None:
        """Check the value that a MODIFIER changes."""
        instruction, values = step.instruction, step.instruction.values
        register = register_of(values["Output"])
        if register.during is not None and register.during != program.occasion.during:
            message = f"there is no {register.name} in {program.occasion.name}, so it cannot be changed"
            self.warn("cannot-write", message, instruction, "Output")
        elif field_of(register) and step.before.targets.most and not step.before.targets.kinds & kinds_with(register):
            message = f"{register.name} cannot be changed: {self.no_stat(step)}"
            self.warn("cannot-write", message, instruction, "Output")
        elif self.clumsy(step, register):
            self.warn("senseless-word", self.clumsy(step, register), instruction, "ModifierOperation")
        elif register.value == codes.DAMAGE_AMOUNT and program.occasion.name == "POST_DAMAGE":
            message = "the damage has been dealt already; use PRE_DAMAGE to change it"
            self.warn("late-change", message, instruction, "Output")
        elif (values["ModifierOperation"], step.n) in ((codes.ADD, 0), (codes.MULTIPLY, 1)) and index not in self.zero:
            operation = instruction.effect.parameters["ModifierOperation"].vocabulary
            assert operation is not None
            message = f"{operation.write(values['ModifierOperation'])} {step.n} changes nothing"
            self.warn("no-change", message, instruction, "TempVariable")

    def clumsy(self, step: FlowStep, register: Register) -> str:
        """Say which plainer word an operation stands for, which is then probably not what is meant; "" if for none."""
        operation, constant = step.instruction.values["ModifierOperation"], step.instruction.values["Input"] == 0
        if operation == codes.ABSOLUTE_SET and not field_of(register):
            return f"ABSOLUTE_SET is the same as SET for {register.name}, which has no base; write SET"
        if operation == codes.NOT and constant:
            return f"NOT of the number {step.n} always gives {int(step.n == 0)}; write SET"
        if operation == codes.MULTIPLY and constant and step.n == 0:
            return "MULTIPLY 0 always gives 0; write SET"
        return ""

    # ----------------------------------------------------------------------------------------------- single effects

    def check_effect(self, index: int, steps: list[FlowStep], program: Program) -> None:
        """Check that an instruction can do something."""
        step = steps[index]
        operation, instruction = step.operation, step.instruction
        if isinstance(operation, MODIFIERS):
            self.check_output(index, step, program)
        if isinstance(operation, (op.Select, op.Find)):
            if step.after.targets is EMPTY and index not in self.blamed:
                self.blamed.add(index)
                if isinstance(operation, op.Find) and not step.before.most_places and self.placeless:
                    return
                self.warn("empty-targets", f"this never finds anybody: {self.why_empty(step)}", instruction)
        elif isinstance(operation, (op.AddPlace, op.AddTiles)):
            if len(step.after.places) == len(step.before.places) and not self.is_blamed(index, steps):
                self.placeless = True
                self.warn("empty-places", self.why_no_place(step, program), instruction, "EffectLocation")
        elif isinstance(operation, op.Summon):
            self.check_summon(index, step)
        elif isinstance(operation, (op.Assert, op.AssertRole)):
            self.check_assert(index, steps, program)
        elif treats_targets(instruction):
            self.check_targets(index, steps)
        nothing = step.n is not None and step.n <= 0 and index not in self.zero
        if isinstance(operation, (op.DealDamage, op.Draw)) and nothing:
            what = "damage" if isinstance(operation, op.DealDamage) else "cards"
            self.warn("no-change", f"{step.n} {what} is nothing", instruction, "TempVariable")
        self.check_loop(index, steps, program)

    def is_blamed(self, index: int, steps: list[FlowStep]) -> bool:
        """Say whether the instruction that chose the present targets has been reported."""
        for earlier in range(index - 1, -1, -1):
            if TARGETS in self.writes(steps[earlier]):
                return earlier in self.blamed
        return False

    def check_targets(self, index: int, steps: list[FlowStep]) -> None:
        """Check that there can be targets that an effect works on."""
        step = steps[index]
        found = step.before.targets
        needed = codes.UNIT if isinstance(step.operation, op.March) else LIVING
        if found.most == 0:
            if not self.is_blamed(index, steps):
                message = f"{step.instruction.effect.name} does nothing: there are no targets here"
                self.warn("no-targets", message, step.instruction)
        elif isinstance(step.operation, (op.March, op.Kill, op.DealDamage)) and not found.kinds & needed:
            what = "march" if needed == codes.UNIT else "be hurt or killed"
            name = step.instruction.effect.name
            message = f"{name} does nothing: the target is a {kinds_in_words(found.kinds)}, which cannot {what}"
            self.warn("no-targets", message, step.instruction)

    def why_empty(self, step: FlowStep) -> str:
        """Say why a selection or search never finds anybody."""
        operation, facts = step.operation, step.before
        if isinstance(operation, op.Find):
            if not facts.most_places:
                return "no place has been added before; use ADD_LOCATION_REFERENCE"
            if not operation.kinds & LIVING:
                return "skills are nowhere to be found"
            return "there is no such number" if operation.criterion == codes.ORDINAL else "it takes 0 of those found"
        assert isinstance(operation, op.Select)
        role = facts.roles.get(operation.criterion)
        criterion = CRITERIA.write(operation.criterion)
        if role is None:
            return f"there is no {criterion} on this occasion"
        if not role.kinds & operation.kinds:
            return f"{criterion} is {role.says}, and that is a {kinds_in_words(role.kinds)}"
        whose = "the card's owner" if role.owners == codes.OWNER else "the opponent"
        return f"{criterion} is {role.says}, and that belongs to {whose}"

    def why_no_place(self, step: FlowStep, program: Program) -> str:
        """Say why no place is added."""
        if isinstance(step.operation, op.AddTiles):
            if not step.before.targets.most:
                return "this adds no place: there are no targets here"
            return (
                f"this adds no place: the target is a {kinds_in_words(step.before.targets.kinds)}, which is on no tile"
            )
        return f"this adds no place: in {program.occasion.name} nothing is being played"

    def check_summon(self, index: int, step: FlowStep) -> None:
        """Check that a unit is summoned somewhere."""
        facts, instruction = step.before, step.instruction
        where = "no place has been added before; use ADD_LOCATION_REFERENCE"
        if facts.most_places:
            where = "one cannot summon on the board; add a lane or a tile"
        if all(place.code == codes.BOARD for place in facts.places):
            if not self.placeless:
                self.warn("summons-nobody", where, instruction)
        else:
            self.check_boards(index)
        if step.n is None:
            return
        card = self.find_card(step.n)
        if card is None:
            self.warn("summons-nobody", f"there is no card {step.n}", instruction, "TempVariable")
        elif card.kind != codes.UNIT:
            message = f"card {step.n}, {card.name}, is not a unit"
            self.warn("summons-nobody", message, instruction, "TempVariable")

    def check_boards(self, index: int) -> None:
        """Report the board among the places of a summoning: nobody is summoned there, and no list searches it."""
        lists = self.card.programs
        if not any(isinstance(operation, op.Find) for program in lists for operation in program.operations):
            for step in self.steps[:index]:
                added = step.after.places[len(step.before.places) :]
                if any(place.code == codes.BOARD for place in added) and step.instruction not in self.useless:
                    self.useless.append(step.instruction)
                    self.warn(
                        "unread-result", "nobody is summoned on the board, or searched for there", step.instruction
                    )

    def check_assert(self, index: int, steps: list[FlowStep], program: Program) -> None:
        """Check that an assert can go either way."""
        step = steps[index]
        left = len(program.instructions) - index - 1
        if step.goes_on is None or not left or (step.before.targets is EMPTY and self.is_blamed(index, steps)):
            return
        why = self.why_certain(step, program)
        if step.goes_on:
            self.warn("needless-assert", f"this always goes on: {why}", step.instruction)
        elif index not in self.blamed:
            rest = "the effect behind it never happens" if left == 1 else f"the {left} effects behind it never happen"
            self.warn("always-ends", f"this always ends the list: {why}; {rest}", step.instruction)

    def why_certain(self, step: FlowStep, program: Program) -> str:
        """Say why the outcome of an assert is certain."""
        operation = step.operation
        if isinstance(operation, op.AssertRole):
            role = step.before.roles.get(operation.criterion)
            name = CRITERIA.write(operation.criterion)
            if role is None:
                return f"there is no {name} in {program.occasion.name}"
            return (
                f"in {program.occasion.name} {name} is {'never' if role.itself == NEVER else 'always'} the card itself"
            )
        assert isinstance(operation, op.Assert)
        register = register_of(operation.amount.register)
        if register.value == codes.TARGET_COUNT and step.before.targets.least:
            return "there always is a target"
        return f"{register.name} is always {step.n} here"

    def check_loop(self, index: int, steps: list[FlowStep], program: Program) -> None:
        """Check that an effect does not bring about its own occasion."""
        message = loop_message(self.card, self.find_card, steps[: index + 1], program)
        if message:
            self.warn("may-loop", message, steps[index].instruction)

    # ------------------------------------------------------------------------------------------------------ results

    def check_results(self, steps: list[FlowStep], program: Program) -> None:
        """Report effects whose result nobody reads, going backwards."""
        everything = self.read_parts(nested=False)
        inside = self.read_parts(nested=True)
        shared = program.occasion.during in NESTED and TABLE in written_parts(self.card, EVERY_SITUATION)
        wanted = everything if shared else set()
        matters = False  # does anything happen behind this point?
        unread: list[tuple[str, Instruction]] = []
        wasted: set[str] = set()  # what only effects read whose own result nobody reads
        for step in reversed(steps):
            effect, values = step.instruction.effect, step.instruction.values
            writes, reads = effect.written(values), effect.read(values)
            if writes <= {*INNER, FLOW} and not writes & wanted and not (FLOW in writes and matters):
                if not writes & wasted:
                    unread.append((self.unread(writes), step.instruction))
                wasted |= reads
                continue
            if TARGETS in writes or (ACC in writes and ACC not in reads):
                wanted -= writes
            wanted |= reads & set(INNER)
            if TABLE in writes:
                wanted |= inside
            matters = True
        for message, instruction in reversed(unread):
            self.warn("unread-result", message, instruction)

    def read_parts(self, nested: bool) -> set[str]:
        """Return what the lists of the card read; with ``nested``, only those that can run inside others."""
        found: set[str] = set()
        for program in self.card.programs:
            if not nested or program.occasion.during in NESTED:
                for step in program.instructions:
                    found |= step.effect.read(step.values) & set(INNER)
        return found

    def unread(self, writes: set[str]) -> str:
        """Say that nobody reads a result."""
        if TARGETS in writes:
            return "nobody does anything with these targets"
        if CHAIN_PLACES in writes:
            return "nobody searches or summons in this place"
        return "nobody reads ACC behind this" if ACC in writes else "nothing happens behind this assert"
