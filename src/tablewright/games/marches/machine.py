"""The effect CPU: programs made of operations, the chain state they work on, and the loop that runs them."""

from __future__ import annotations

from tablewright.core.light import final, mypyc_attr
from tablewright.core.state import Outcome
from tablewright.games.marches import codes, events
from tablewright.games.marches.state import MatchEnded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, NoReturn

    from tablewright.games.marches.effects import Effect
    from tablewright.games.marches.language import Occasion
    from tablewright.games.marches.reader import Node
    from tablewright.games.marches.state import Card, Entity, Position

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

    __slots__ = ("acc", "entity", "number", "owner", "places", "targets")

    def __init__(self, entity: Entity) -> None:
        self.entity = entity
        self.number = entity.number
        self.owner = entity.owner
        self.acc = 0
        #: Reference entities by number. Replaced as a whole, so that an effect can keep the ones it started with.
        self.targets: tuple[int, ...] = (entity.number,)
        #: Reference locations.
        self.places: tuple[int, ...] = ()


class Operation:
    """One instruction, compiled: an immutable value shared by all matches."""

    __slots__ = ()

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        """Carry it out; ``False`` ends the effect list."""
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

    __slots__ = ("instructions", "name", "occasion", "operations", "place")

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
    chains = table.chains
    number = entity.number
    chain = chains.get(number)
    outermost = chain is None
    if chain is None:
        chain = chains[number] = Chain(entity)
    table.nesting += 1
    if table.nesting > codes.MOST_NESTING:
        overrun(table, chain.entity.card, f"its effects ran {codes.MOST_NESTING} deep inside each other")
    if table.trace is not None:
        traced(table, program, chain, context)
    else:
        table.steps += len(program.operations)
        for operation in program.operations:
            if not operation.run(table, chain, context):
                break
    if table.steps > codes.MOST_STEPS:
        overrun(table, chain.entity.card, f"its effects took more than {codes.MOST_STEPS:,} steps in one action")
    table.nesting -= 1
    if outermost:
        del chains[number]


def traced(table: Position, program: Program, chain: Chain, context: Context) -> None:
    """Run the operations of a program and tell the trace about each."""
    trace = table.trace
    assert trace is not None
    table.steps += len(program.operations)
    trace.begin(table, program, chain, context)
    for index, operation in enumerate(program.operations):
        trace.before(table, index, chain, context)
        going_on = operation.run(table, chain, context)
        trace.after(table, index, chain, context, going_on)
        if not going_on:
            break
    trace.end(table)


def count(table: Position, chain: Chain, steps: int) -> None:
    """Count steps inside an operation that can take very many, and stop a program that takes too many."""
    table.steps += steps
    if table.steps > codes.MOST_STEPS:
        overrun(table, chain.entity.card, f"its effects took more than {codes.MOST_STEPS:,} steps in one action")


def bounded(table: Position, chain: Chain, number: int) -> int:
    """Return a number that is not too large, and stop a program that made one that is."""
    if number < -codes.MOST_NUMBER or number > codes.MOST_NUMBER:
        overrun(table, chain.entity.card, f"its effects made a number beyond {codes.MOST_NUMBER:,}")
    return number


def overrun(table: Position, card: Card, what: str) -> NoReturn:
    """End the match as void, naming the card that passed a bound."""
    table.fault = f"{card.name or 'card'} ({card.id}) broke the match: {what}"
    table.outcome = Outcome(VOID, (0.0, 0.0))
    if table.watch is not None:
        table.watch(events.MatchVoid(table.fault))
    raise MatchEnded
