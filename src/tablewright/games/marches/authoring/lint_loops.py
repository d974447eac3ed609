"""The linter's look at effects that bring themselves about: inside of themselves, by answering each other, by growing.

A match that runs into one of these ends void. What is said here is "may": whether it comes to it depends on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tablewright.games.marches.actions import targets
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.flow import ALWAYS, NEVER, SOMEWHERE, FlowStep
from tablewright.games.marches.machine import operations as op
from tablewright.games.marches.machine.chain import Program
from tablewright.games.marches.pieces import FIRST, MarchesCard

CardOfNumber = Callable[[int], MarchesCard | None]


def loop_message(card: MarchesCard, find_card: CardOfNumber, steps: Sequence[FlowStep], program: Program) -> str:
    """Say how the last of some steps of an effect list brings the list about again; "" if it does not."""
    *before, step = steps
    operation, during, found = step.operation, program.occasion.during, step.before.targets
    again = f"makes {program.occasion.name} happen again, inside of itself"
    if isinstance(operation, op.DealDamage) and during == codes.DAMAGING and found.most:
        if not is_guarded(card, before, step):
            return f"this damage {again}; go on only if the card is not the ACTOR_ENTITY"
        if found.kinds & card.kind and not is_bounded(before):
            until = "for ever" if program.occasion.name == "PRE_DAMAGE" else "until one of them is dead"
            return f"two of these hit each other back {until}; assert something that ends it"
    elif isinstance(operation, op.March) and during == codes.MARCHING and found.kinds & codes.UNIT:
        return f"this march {again}"
    elif isinstance(operation, op.Summon) and during == codes.ENTERING and enters_again(card, step):
        return "the unit that is summoned enters the building on its tile, and that summons again"
    elif isinstance(operation, op.Summon) and during == codes.ENDING_TURN and multiplies(card, find_card, step.n):
        if is_bounded(before):
            return ""
        return f"each of these brings another one at every end of turn, until {codes.MOST_ENTITIES} are too many"
    return ""


def is_guarded(card: MarchesCard, before: Sequence[FlowStep], step: FlowStep) -> bool:
    """Say whether an effect does something only when the damage does not come from the card itself."""
    role = step.before.targets.role
    itself = role is not None and role.itself == ALWAYS
    actor = step.before.roles[codes.ACTOR_ENTITY]
    if role is actor and not step.before.targets.kinds & card.kind:
        return True
    asserted = {
        (earlier.operation.criterion, earlier.operation.turned)
        for earlier in before
        if isinstance(earlier.operation, op.AssertRole)
    }
    return actor.itself == NEVER or ((codes.AFFECTED_ENTITY, False) in asserted and not itself)


def is_bounded(before: Sequence[FlowStep]) -> bool:
    """Say whether an effect is only reached under a condition that may end what it brings about.

    That there is damage, or that somebody takes part who always does, ends nothing.
    """
    for earlier in before:
        if isinstance(earlier.operation, op.Assert):
            register = earlier.operation.amount.register
            if register == codes.TARGET_COUNT and earlier.before.targets.found is not None:
                return True
            if register not in (codes.TARGET_COUNT, codes.TEMP_VARIABLE, codes.DAMAGE_AMOUNT):
                return True
    return False


def multiplies(card: MarchesCard, find_card: CardOfNumber, number: int | None) -> bool:
    """Say whether a card is a unit that summons its like, at once or by others."""
    return card.kind == codes.UNIT and number is not None and card.id in descendants(find_card, number)


def descendants(find_card: CardOfNumber, number: int) -> set[int]:
    """Return the numbers of a unit and of all that it summons at the end of turns, and what those summon."""
    found: set[int] = set()
    waiting = [number]
    while waiting:
        number = waiting.pop()
        card = find_card(number)
        if number in found or card is None or card.kind != codes.UNIT:
            continue
        found.add(number)
        for program in card.programs:
            if program.occasion.during == codes.ENDING_TURN:
                waiting += [
                    step.values["TempVariable"]
                    for step in program.instructions
                    if step.effect.card_number and step.values["Input"] == codes.TEMP_VARIABLE
                ]
    return found


def enters_again(card: MarchesCard, step: FlowStep) -> bool:
    """Say whether a unit summoned when another enters a building can itself run the same effect list."""
    if card.kind == codes.UNIT:
        return step.n in (None, card.id)
    tiles = targets(card, 0, False)
    firsts = {codes.PLAINS + lane: first for lane, first in enumerate(FIRST[0])}
    added = [place for place in step.before.places if place not in SOMEWHERE]
    return any(place.code == codes.NOWHERE or firsts.get(place.code, codes.NOWHERE) in tiles for place in added)
