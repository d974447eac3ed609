"""The effect CPU: programs made of operations, the chain state they work on, and the loop that runs them."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final, mypyc_attr
from tablewright.core.state import VOID, Outcome
from tablewright.games.marches import events
from tablewright.games.marches.language import codes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import NoReturn

    from tablewright.games.marches.language.effects import Effect
    from tablewright.games.marches.language.reader import Node
    from tablewright.games.marches.language.shapes import Occasion
    from tablewright.games.marches.pieces import Entity, MarchesCard
    from tablewright.games.marches.state import MarchesState


class MatchEnded(Exception):
    """Unwinds everything that was still to happen; raised once, at the moment a match ends."""


@final
@mypyc_attr(acyclic=True, free_list_len=1)
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
@mypyc_attr(acyclic=True, free_list_len=1)
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

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        """Carry it out; ``False`` ends the effect list."""
        raise NotImplementedError

    def guards(self, following: tuple[Operation, ...]) -> int:
        """Say how many operations at the head of a list, with this one first, ``target`` stands for."""
        return 0

    def target(self, state: MarchesState, entity: Entity, context: Context) -> int:
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

    def begin(self, state: MarchesState, program: Program, chain: Chain, context: Context) -> None:
        """An effect list begins."""
        raise NotImplementedError

    def before(self, state: MarchesState, index: int, chain: Chain, context: Context) -> None:
        """An instruction is about to be carried out."""
        raise NotImplementedError

    def after(self, state: MarchesState, index: int, chain: Chain, context: Context, going_on: bool) -> None:
        """An instruction has been carried out."""
        raise NotImplementedError

    def end(self, state: MarchesState) -> None:
        """The effect list is over."""
        raise NotImplementedError

    def stopped(self, state: MarchesState) -> None:
        """The match has ended in the middle of it all."""
        raise NotImplementedError


def run(state: MarchesState, program: Program, entity: Entity, context: Context) -> None:
    """Run an effect list of an entity."""
    running = state.running
    if len(running) == codes.MOST_NESTING:
        overrun(state, entity, f"its effects ran {codes.MOST_NESTING} deep inside each other")
    number = entity.number
    outer = chain = state.chain
    while chain is not None and chain.number != number:
        chain = chain.outer
    operations = program.operations
    length = len(operations)
    if chain is None:
        target = number
        guard = program.guard
        if guard is not None and state.trace is None:
            target = guard.target(state, entity, context)
            if target == codes.NOBODY:
                state.steps += length
                return
            operations = program.guarded
        state.chain = chain = Chain(entity, target, outer)
    state.running = running + (entity,)  # noqa: RUF005 - compiled, it is faster than with a star
    state.steps += length
    if state.trace is not None:
        traced(state, program, chain, context)
    else:
        for operation in operations:
            if not operation.run(state, chain, context):
                break
    if state.steps > codes.MOST_STEPS:
        overrun(state, entity, f"its effects took more than {codes.MOST_STEPS:,} steps in one action")
    state.running = running
    state.chain = outer


def traced(state: MarchesState, program: Program, chain: Chain, context: Context) -> None:
    """Run the operations of a program and tell the trace about each."""
    trace = state.trace
    assert trace is not None
    trace.begin(state, program, chain, context)
    for index, operation in enumerate(program.operations):
        trace.before(state, index, chain, context)
        going_on = operation.run(state, chain, context)
        trace.after(state, index, chain, context, going_on)
        if not going_on:
            break
    trace.end(state)


def bounded(state: MarchesState, chain: Chain, number: int) -> int:
    """Return a number that is not too large, and stop a program that made one that is."""
    if number < -codes.MOST_NUMBER or number > codes.MOST_NUMBER:
        overrun(state, chain.entity, f"its effects made a number beyond {codes.MOST_NUMBER:,}")
    return number


# ------------------------------------------------------------------------------------------------------- void matches


def overrun(state: MarchesState, entity: Entity, what: str) -> NoReturn:
    """End the match as void because effects of an entity passed a bound."""
    state.running += (entity,)
    void(state, entity.card, what)


def void(state: MarchesState, card: MarchesCard, what: str) -> NoReturn:
    """End the match as void, naming the card that passed a bound and the seat that is to blame, if one is."""
    blame = to_blame(state)
    state.fault = f"{card.name or 'card'} ({card.id}) broke the match: {what}"
    state.outcome = Outcome(VOID, (0.0, 0.0), None, blame)
    if state.watch is not None:
        state.watch(events.MatchVoid(state.fault, blame))
    raise MatchEnded


def to_blame(state: MarchesState) -> int | None:
    """Return the seat whose cards passed a bound; ``None`` if that is not certain.

    Cards that ship with the game pass none by themselves: if only one seat brings others, it is to blame, whatever was
    running. If both do, nobody may lose because the other makes a sound card of theirs run wild. Lists that run too
    deep inside each other are a loop, and that is blamed on the seat to which everything in it belongs; whoever set it
    off does not matter. The other bounds (steps, numbers, entities) can be prepared on the table long before.
    """
    setup = state.setup
    if setup.brings_own[0] != setup.brings_own[1]:
        return 0 if setup.brings_own[0] else 1
    if len(state.running) <= codes.MOST_NESTING:
        return None
    loop = {setup.seat_of_card(one.card.id, one.owner) for one in state.running[codes.MOST_NESTING // 2 :]}
    return loop.pop() if len(loop) == 1 else None
