"""The effect CPU: programs made of operations, the chain state they work on, and the loop that runs them."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final, mypyc_attr
from tablewright.core.state import Outcome
from tablewright.games.marches import events
from tablewright.games.marches.language import codes
from tablewright.games.marches.state import MatchEnded

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, NoReturn

    from tablewright.games.marches.language.effects import Effect
    from tablewright.games.marches.language.reader import Node
    from tablewright.games.marches.language.shapes import Occasion
    from tablewright.games.marches.state import Entity, MarchesCard, Position

VOID: Final = "VOID"


@final
class Context:
    """What is going on while an effect list runs; it belongs to one activation, not to the chain state."""

    __slots__ = ("actor", "affected", "damage", "place", "situation", "start", "steps", "target")

    def __init__(
        self, situation: int, actor: int, affected: int, damage: int, steps: int, start: int, target: int, place: int
    ) -> None:
        self.situation = situation
        self.actor = actor
        self.affected = affected
        #: Amount of the damage step.
        self.damage = damage
        #: Steps left of the march, and whether it has not advanced yet.
        self.steps = steps
        self.start = start
        #: The entity and the place that the card was played on.
        self.target = target
        self.place = place


@final
class Chain:
    """The registers of an entity while one of its effect lists runs, shared by lists of it that run inside."""

    __slots__ = ("acc", "entity", "number", "outer", "owner", "places", "targets")

    def __init__(self, entity: Entity, target: int, outer: Chain | None) -> None:
        self.entity = entity
        self.number = entity.number
        self.owner = entity.owner
        self.acc = 0
        #: Reference entities by number. Replaced as a whole, so that an effect can keep the ones it started with.
        self.targets: tuple[int, ...] = (target,)
        #: Reference locations.
        self.places: tuple[int, ...] = ()
        #: The chain of the effect list inside which this one was started.
        self.outer = outer


class Operation:
    """One instruction, compiled: an immutable value shared by all matches."""

    __slots__ = ()

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        """Carry it out; ``False`` ends the effect list."""
        raise NotImplementedError

    def guards(self, following: tuple[Operation, ...]) -> int:
        """Say how many operations at the head of a list, with this one first, ``target`` stands for."""
        return 0

    def target(self, table: Position, entity: Entity, context: Context) -> int:
        """Return the only target that these operations leave, or ``NOBODY`` if they end the list of an entity."""
        raise NotImplementedError


@final
class Instruction:
    """One effect of a card as its author wrote it: the declaration, its parameters complete with defaults.

    ``written`` names the parameters that stand in the file; ``node`` is their place there.
    """

    __slots__ = ("effect", "node", "values", "written")

    def __init__(
        self, effect: Effect, values: Mapping[str, int], written: tuple[str, ...] = (), node: Node | None = None
    ) -> None:
        self.effect = effect
        self.values = values
        self.written = written
        self.node = node

    def __str__(self) -> str:
        return self.effect.say(self.values)


@final
class Program:
    """An effect list of a card: the instructions for people, the operations for the machine."""

    __slots__ = ("guard", "guarded", "instructions", "name", "occasion", "operations", "place")

    def __init__(
        self,
        name: str,
        occasion: Occasion,
        place: int,
        instructions: tuple[Instruction, ...],
        operations: tuple[Operation, ...],
    ) -> None:
        #: The occasion, and the place that a trigger listens to, as they are written in the card.
        self.name = name
        self.occasion = occasion
        #: The place that a trigger listens to; ``NOWHERE`` for interactions.
        self.place = place
        self.instructions = instructions
        self.operations = operations
        # Most lists that listen to something begin with a condition and end there. That is asked first, because it
        # spares all that running a list takes.
        guards = operations[0].guards(operations[1:]) if operations else 0
        self.guard = operations[0] if guards else None
        #: What is left to do if the condition is met.
        self.guarded = operations[guards:]


@mypyc_attr(allow_interpreted_subclasses=True)
class Trace:
    """Is told about every effect list and every instruction; ``trace.py`` makes words of it."""

    __slots__ = ()

    def begin(self, table: Position, program: Program, chain: Chain, context: Context) -> None:
        """An effect list begins."""
        raise NotImplementedError

    def before(self, table: Position, index: int, chain: Chain, context: Context) -> None:
        """An instruction is about to be carried out."""
        raise NotImplementedError

    def after(self, table: Position, index: int, chain: Chain, context: Context, going_on: bool) -> None:
        """An instruction has been carried out."""
        raise NotImplementedError

    def end(self, table: Position) -> None:
        """The effect list is over."""
        raise NotImplementedError

    def stopped(self, table: Position) -> None:
        """The match has ended in the middle of it all."""
        raise NotImplementedError


def run(table: Position, program: Program, entity: Entity, context: Context) -> None:
    """Run an effect list of an entity."""
    if table.nesting == codes.MOST_NESTING:
        overrun(table, entity.card, f"its effects ran {codes.MOST_NESTING} deep inside each other")
    number = entity.number
    outer = chain = table.chain
    while chain is not None and chain.number != number:
        chain = chain.outer
    operations = program.operations
    length = len(operations)
    if chain is None:
        target = number
        guard = program.guard
        if guard is not None and table.trace is None:
            target = guard.target(table, entity, context)
            if target == codes.NOBODY:
                count(table, entity.card, length)
                return
            operations = program.guarded
        table.chain = chain = Chain(entity, target, outer)
    table.nesting += 1
    table.steps += length
    if table.trace is not None:
        traced(table, program, chain, context)
    else:
        for operation in operations:
            if not operation.run(table, chain, context):
                break
    count(table, entity.card, 0)
    table.nesting -= 1
    table.chain = outer


def traced(table: Position, program: Program, chain: Chain, context: Context) -> None:
    """Run the operations of a program and tell the trace about each."""
    trace = table.trace
    assert trace is not None
    trace.begin(table, program, chain, context)
    for index, operation in enumerate(program.operations):
        trace.before(table, index, chain, context)
        going_on = operation.run(table, chain, context)
        trace.after(table, index, chain, context, going_on)
        if not going_on:
            break
    trace.end(table)


def count(table: Position, card: MarchesCard, steps: int) -> None:
    """Count steps of a card's effects, and stop those that take too many."""
    table.steps += steps
    if table.steps > codes.MOST_STEPS:
        overrun(table, card, f"its effects took more than {codes.MOST_STEPS:,} steps in one action")


def bounded(table: Position, chain: Chain, number: int) -> int:
    """Return a number that is not too large, and stop a program that made one that is."""
    if number < -codes.MOST_NUMBER or number > codes.MOST_NUMBER:
        overrun(table, chain.entity.card, f"its effects made a number beyond {codes.MOST_NUMBER:,}")
    return number


def overrun(table: Position, card: MarchesCard, what: str) -> NoReturn:
    """End the match as void, naming the card that passed a bound."""
    table.fault = f"{card.name or 'card'} ({card.id}) broke the match: {what}"
    table.outcome = Outcome(VOID, (0.0, 0.0))
    if table.watch is not None:
        table.watch(events.MatchVoid(table.fault))
    raise MatchEnded
