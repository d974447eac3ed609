"""The answer to "why did nothing happen?": every effect list of an action, instruction by instruction, in words.

All of it is derived from the declarations: what an effect says, reads and writes.
"""

from __future__ import annotations

import re
from typing import Any, Final

from tablewright.games.marches.actions import MarchesAction
from tablewright.games.marches.events import named
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import (
    CHAIN_PLACES,
    FLOW,
    PARTICIPANT,
    PARTICIPANTS,
    TARGETS,
    register_of,
)
from tablewright.games.marches.language.idioms import row_at
from tablewright.games.marches.language.vocabulary import CRITERIA, KINDS, PLACES
from tablewright.games.marches.machine.chain import Chain, Context, Instruction, Program, Trace
from tablewright.games.marches.machine.operations import Amount, participant
from tablewright.games.marches.pieces import TILE_NAMES, place_name
from tablewright.games.marches.state import MarchesState

#: A longer story is cut.
MOST_LINES: Final = 400
#: What is told so often in a row, in blocks of at most so many lines, is folded.
FEWEST: Final = 3
LONGEST_BLOCK: Final = 60


class RunningList:
    """An effect list that is being carried out, and how things were before the instruction that runs."""

    __slots__ = ("acc", "damage", "events", "program", "reached", "steps", "value")

    def __init__(self, program: Program) -> None:
        self.program = program
        self.reached = 0
        # Registers before the instruction, and the number it works with, if that is known beforehand.
        self.acc = 0
        self.damage = 0
        self.steps = 0
        self.value: int | None = None
        #: How many events the instruction has made.
        self.events = 0

    def reach(self, state: MarchesState, index: int, chain: Chain, context: Context) -> None:
        """Note how things are before an instruction."""
        self.reached = index + 1
        self.acc, self.damage, self.steps = chain.acc, context.damage, context.steps
        self.events = 0
        amount = getattr(self.program.operations[index], "amount", None)
        self.value = None
        if isinstance(amount, Amount) and not amount.each and amount.register != codes.TEMP_VARIABLE:
            steps = state.steps
            self.value = amount.value(state, chain, context)
            state.steps = steps  # looking takes none: the same happens whether somebody watches or not


class EffectStory(Trace):
    """Collects the lines that tell what the effects of one action did."""

    __slots__ = ("lines", "running")

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.running: list[RunningList] = []

    def clear(self) -> None:
        """Forget everything, for the next action."""
        self.lines.clear()
        self.running.clear()

    def write(self, line: str, more: int = 0) -> None:
        """Add a line at the depth of the list that is running."""
        if len(self.lines) < MOST_LINES:
            self.lines.append("  " * (2 * len(self.running) - 2 + more) + line)
        elif len(self.lines) == MOST_LINES:
            self.lines.append("... and so on")

    def note(self, event: Any) -> None:
        """Tell an event where it belongs: below the instruction that is running."""
        if self.running:
            self.running[-1].events += 1
            self.write(f"- {event.told(None)}", 2)

    # ------------------------------------------------------------------------------------ what the machine reports

    def begin(self, state: MarchesState, program: Program, chain: Chain, context: Context) -> None:
        self.running.append(RunningList(program))
        if len(self.lines) > MOST_LINES:
            return
        says = occasion_of(program)
        parts = cast_of(state, chain, context)
        who = describe(state, chain.number)
        self.write(f"{who}, {says[0].lower()}{says[1:]}{'; ' if parts else ''}{', '.join(parts)}:")

    def before(self, state: MarchesState, index: int, chain: Chain, context: Context) -> None:
        running = self.running[-1]
        running.reach(state, index, chain, context)
        if len(self.lines) <= MOST_LINES:
            self.write(f"{index + 1}. {say(state, running.program.instructions[index])}", 1)

    def after(self, state: MarchesState, index: int, chain: Chain, context: Context, going_on: bool) -> None:
        if len(self.lines) <= MOST_LINES:
            _, text = result_of(state, self.running[-1], index, chain, context, going_on)
            self.write(f"= {text}", 2)

    def end(self, state: MarchesState) -> None:
        running = self.running[-1]
        left = len(running.program.instructions) - running.reached
        if left:
            first = running.reached + 1
            what = f"instruction {first} is" if left == 1 else f"instructions {first} to {first + left - 1} are"
            self.write(f"{what} not reached", 1)
        self.running.pop()

    def stopped(self, state: MarchesState) -> None:
        if self.running:
            del self.running[1:]
            self.write(state.fault or "the match is over, nothing more happens")
            self.running.clear()


def story_of(state: MarchesState, action: MarchesAction) -> list[str]:
    """Tell what the effects of an action do in a position; both stay as they are."""
    again = state.clone()
    story = EffectStory()
    again.trace, again.watch = story, story.note
    again.apply(action)
    return folded(story.lines)


def folded(lines: list[str]) -> list[str]:
    """Return a story in which what happens over and over again is told once, whatever its numbers and depth are."""
    shapes = [re.sub(r"-?\d+", "0", line.strip()) for line in lines]
    told: list[str] = []
    place = 0
    while place < len(lines):
        size, times = _repeated(shapes, place)
        told += lines[place : place + size]
        if times > 1:
            what = "this line" if size == 1 else f"these {size} lines"
            depth = lines[place][: len(lines[place]) - len(lines[place].lstrip())]
            told.append(f"{depth}... {what} {times - 1} more times, with other numbers")
        place += size * times
    return told


def _repeated(shapes: list[str], place: int) -> tuple[int, int]:
    """Return the length of the shortest block that is told at least ``FEWEST`` times in a row, and how often."""
    for size in range(1, min(LONGEST_BLOCK, (len(shapes) - place) // FEWEST) + 1):
        block, times = shapes[place : place + size], 1
        while shapes[place + size * times : place + size * (times + 1)] == block:
            times += 1
        if times >= FEWEST:
            return size, times
    return 1, 1


# ------------------------------------------------------------------------------------------------------------ words


def occasion_of(program: Program) -> str:
    """Say when an effect list runs."""
    if program.place == codes.NOWHERE:
        return program.occasion.says
    heard = PLACES.by_value[program.place].says.replace("of each target", "it stands on")
    return f"{program.occasion.says} (listening to {heard})"


def cast_of(state: MarchesState, chain: Chain, context: Context) -> list[str]:
    """Say who takes part in what is going on, besides the entity whose effect list runs."""
    return [
        f"{CRITERIA.by_value[criterion].says} is {describe(state, number)}"
        for criterion in (codes.ACTOR_ENTITY, codes.AFFECTED_ENTITY, codes.PLAY_TARGET_ENTITY)
        if (number := participant(criterion, chain.number, context)) not in (codes.NOBODY, chain.number)
    ]


def result_of(
    state: MarchesState, running: RunningList, index: int, chain: Chain, context: Context, going_on: bool
) -> tuple[bool, str]:
    """Return whether an instruction that has just been carried out did anything, and say what came of it."""
    instruction = running.program.instructions[index]
    effect, values = instruction.effect, instruction.values
    written = effect.written(values)
    value = "" if running.value is None else f"that is {running.value}"
    if FLOW in written:
        verdict = "going on" if going_on else "the list ends here"
        if PARTICIPANTS in effect.reads:
            criterion = values["SearchCriterion"]
            value = "SearchCriterion names nobody"
            if CRITERIA.write(criterion) in PARTICIPANT:
                number = participant(criterion, chain.number, context)
                value = f"{CRITERIA.by_value[criterion].says} is {describe(state, number)}"
        return going_on, f"{value or 'that is ' + str(values.get('TempVariable', 0))}: {verdict}"
    if TARGETS in written:
        if chain.targets:
            return True, "targets: " + ", ".join(describe(state, number) for number in chain.targets)
        return False, "no targets" + _no_target(state, instruction, chain, context)
    if CHAIN_PLACES in written:
        places = ", ".join(place_name(place) for place in chain.places)
        return bool(places), f"places: {places}" if places else "no places"
    if "Output" in values:
        register = register_of(values["Output"])
        if register.during is not None and register.during != context.situation:
            return False, f"nothing: there is no {register.noun} now"
        for output, old, new in (
            (codes.ACC, running.acc, chain.acc),
            (codes.DAMAGE_AMOUNT, running.damage, context.damage),
            (codes.MARCH_CURRENT_MOVEMENT, running.steps, context.steps),
        ):
            if register.value == output:
                return True, f"{register.noun}: {new}, before {old}"
    if not running.events:
        return False, f"nothing{_nothing(instruction, chain)}"
    return True, value or "done"


def _nothing(instruction: Instruction, chain: Chain) -> str:
    """Say why an instruction had no effect on the table."""
    reads = instruction.effect.read(instruction.values)
    if TARGETS in reads and not chain.targets:
        return ": there are no targets"
    if CHAIN_PLACES in reads and not chain.places:
        return ": no place has been added"
    for name, parameter in instruction.effect.parameters.items():
        if parameter.vocabulary is not None and parameter.vocabulary.flags and not instruction.values[name]:
            return f": {name} names nobody"
    return " changes by that"


def _no_target(state: MarchesState, instruction: Instruction, chain: Chain, context: Context) -> str:
    """Say why no target was found."""
    values = instruction.values
    for name in ("SearchCriterion", "TargetPlayer", "TargetType"):
        if not values[name]:
            return f": {name} names nobody"
    if CHAIN_PLACES in instruction.effect.reads:
        return ": no place has been added" if not chain.places else ": nobody there fits"
    number = participant(values["SearchCriterion"], chain.number, context)
    entity = state.known(number)
    said = CRITERIA.by_value[values["SearchCriterion"]].says
    if entity is None:
        return f": nobody is {said} here"
    whose = "a friendly" if entity.owner == chain.owner else "an enemy"
    kind = KINDS.by_value[entity.card.kind].says
    return f": {said} is {describe(state, number)}, {whose} {kind}"


def say(state: MarchesState, instruction: Instruction) -> str:
    """Say an instruction with the names of the cards in this match."""

    def card_name(number: int) -> str:
        card = state.setup.cards.get(number)
        return f"card {number}" if card is None else card.name

    row = row_at([instruction], 0)
    return row.idiom.say(row.values, card_name)


def describe(state: MarchesState, number: int) -> str:
    """Name an entity with its place, and say so if it has left play."""
    entity = state.known(number)
    if entity is None:
        return "nobody"
    name = named(entity)
    if entity.tile == codes.NOWHERE:
        return name
    place = TILE_NAMES[entity.tile]
    return f"{name} on {place}" if number in state.entities else f"{name}, gone from {place}"
