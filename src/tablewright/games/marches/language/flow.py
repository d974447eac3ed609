"""What can be known about an effect list without running it: who takes part, who the targets can be, what is 0.

The linter finds effects that do nothing with it, and ``texts.py`` says a whole card in plain words. Everything here
is on the safe side: what is called impossible is impossible, what is called certain is certain.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.marches.actions import ENTITY_TARGETS
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import CHAIN_PLACES, TABLE, TARGETS, register_of
from tablewright.games.marches.language.vocabulary import EVERY_KIND, FIELDS, KINDS, LIVING, PLACES
from tablewright.games.marches.machine import operations as op

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from tablewright.games.marches.language.shapes import Occasion, Register
    from tablewright.games.marches.machine.chain import Instruction, Operation, Program
    from tablewright.games.marches.pieces import MarchesCard

MANY: Final = 1_000_000
ANYBODY: Final = codes.OWNER | codes.OPPONENT
NEVER: Final = 0
MAYBE: Final = 1
ALWAYS: Final = 2
#: Lists of these situations can run while another list of the same entity is running, and then share its registers.
NESTED: Final = (codes.DAMAGING, codes.ENTERING, codes.MARCHING)
EVERY_SITUATION: Final = (*NESTED, codes.PLAYING, codes.CONSTRUCTING, codes.ENDING_TURN)
ACC: Final = register_of(codes.ACC).name
#: How the parts of each situation are called: who acts, and who it is done to.
PARTS: Final = {
    codes.PLAYING: ("", ""),
    codes.ENTERING: ("the unit that enters", "the building it enters"),
    codes.CONSTRUCTING: ("the unit that constructs", "the building it constructs"),
    codes.DAMAGING: ("whoever deals the damage", "whoever suffers the damage"),
    codes.MARCHING: ("the unit that marches", ""),
    codes.ENDING_TURN: ("the player whose turn ends", ""),
}


class Role:
    """What is known about one that takes part: possible types and owners, and whether it is the card itself."""

    __slots__ = ("itself", "kinds", "owners", "says")

    def __init__(self, kinds: int, owners: int, itself: int, says: str) -> None:
        self.kinds = kinds
        self.owners = owners
        self.itself = itself
        self.says = says


class Place:
    """Places that were added together: all of them ``code``, or tiles or lanes only known in play (``NOWHERE``)."""

    __slots__ = ("code", "least", "most", "says")

    def __init__(self, code: int, least: int, most: int, says: str) -> None:
        self.code = code
        self.least = least
        self.most = most
        self.says = says


class Targets:
    """What is known about the targets: possible types and owners, how many, and where they come from.

    ``role`` is the participant that was selected; ``found`` the instruction that found them, in ``places``.
    ``sure``: the role is selected without condition.
    """

    __slots__ = ("found", "kinds", "least", "most", "owners", "places", "role", "sure")

    def __init__(
        self,
        kinds: int,
        owners: int,
        least: int,
        most: int,
        role: Role | None = None,
        found: Instruction | None = None,
        places: tuple[Place, ...] = (),
        sure: bool = False,
    ) -> None:
        self.kinds = kinds
        self.owners = owners
        self.least = least
        self.most = most
        self.role = role
        self.found = found
        self.places = places
        self.sure = sure

    def at_least(self, least: int) -> Targets:
        """Return the same targets, known to be so many."""
        count = least if least > self.least else self.least
        return Targets(
            self.kinds, self.owners, count, self.most, self.role, self.found, self.places, self.sure or self.most == 1
        )


EMPTY: Final = Targets(0, 0, 0, 0)
UNKNOWN: Final = Targets(EVERY_KIND, ANYBODY, 0, MANY)
SOMEWHERE: Final = (Place(codes.NOWHERE, 0, MANY, "the places"),)


class Facts:
    """What is known at one point of an effect list. ``acc`` is ``None`` if it is known only in play."""

    __slots__ = ("acc", "places", "roles", "situation", "targets")

    def __init__(
        self, situation: int, roles: Mapping[int, Role], targets: Targets, places: tuple[Place, ...], acc: int | None
    ) -> None:
        self.situation = situation
        self.roles = roles
        self.targets = targets
        self.places = places
        self.acc = acc

    @property
    def most_places(self) -> int:
        """How many places there can be."""
        return sum(place.most for place in self.places)


class FlowStep:
    """One instruction with what is known before and after it.

    ``n`` is its number, or ``None`` if that is known only in play. ``goes_on`` tells of an assert whether it always
    lets the list go on or never does; it is ``None`` if that depends.
    """

    __slots__ = ("after", "before", "goes_on", "instruction", "n", "operation")

    def __init__(
        self,
        instruction: Instruction,
        operation: Operation,
        before: Facts,
        after: Facts,
        n: int | None,
        goes_on: bool | None,
    ) -> None:
        self.instruction = instruction
        self.operation = operation
        self.before = before
        self.after = after
        self.n = n
        self.goes_on = goes_on


# ---------------------------------------------------------------------------------------------------- who takes part


def deals_damage(card: MarchesCard) -> bool:
    """Say whether an effect of the card deals damage."""
    return any(isinstance(step, op.DealDamage) for program in card.programs for step in program.operations)


def roles_of(card: MarchesCard, occasion: Occasion) -> dict[int, Role]:
    """Return what is known about those who take part, by search criterion."""
    kind, during = card.kind, occasion.during
    itself = Role(kind, codes.OWNER, ALWAYS, f"this {KINDS.by_value[kind].says}")
    actor, affected = PARTS[during]
    roles = {codes.EFFECT_OWNING_ENTITY: itself}
    if during == codes.PLAYING:
        roles[codes.ACTOR_ENTITY] = itself
        kinds = codes.UNIT if kind == codes.BUILDING else 0
        if kind == codes.SKILL:
            kinds = ENTITY_TARGETS.get(card.targeting, 0)
        if kinds:
            owners = card.owners if kind == codes.SKILL else codes.OWNER
            says = " or ".join(word.says for word in KINDS.words if word.value & kinds)
            roles[codes.PLAY_TARGET_ENTITY] = Role(kinds, owners, NEVER, f"the {says} it was played on")
    elif during in (codes.ENTERING, codes.CONSTRUCTING):
        owners = ANYBODY if during == codes.ENTERING else codes.OWNER
        roles[codes.ACTOR_ENTITY] = itself if kind == codes.UNIT else Role(codes.UNIT, owners, NEVER, actor)
        building = Role(codes.BUILDING, owners, NEVER, affected)
        roles[codes.AFFECTED_ENTITY] = itself if kind == codes.BUILDING else building
    elif during == codes.DAMAGING:
        roles[codes.ACTOR_ENTITY] = Role(EVERY_KIND, ANYBODY, MAYBE, actor)
        roles[codes.AFFECTED_ENTITY] = Role(LIVING, ANYBODY, MAYBE, affected)
        if kind == codes.SKILL:
            roles = with_role(roles, card, codes.ACTOR_ENTITY, True)
        elif kind == codes.BUILDING and not deals_damage(card):
            roles = with_role(roles, card, codes.ACTOR_ENTITY, False)
    elif during == codes.MARCHING:  # a unit does not hear its own march, and nobody else is a unit
        roles[codes.ACTOR_ENTITY] = Role(codes.UNIT, ANYBODY, NEVER, actor)
    else:
        roles[codes.ACTOR_ENTITY] = Role(codes.PLAYER, ANYBODY, MAYBE if kind == codes.PLAYER else NEVER, actor)
    return roles


def with_role(roles: Mapping[int, Role], card: MarchesCard, criterion: int, is_it: bool) -> dict[int, Role]:
    """Return the roles when the card itself is known to have one of them, or known not to have it."""
    changed = dict(roles)
    role = roles[criterion]
    itself = roles[codes.EFFECT_OWNING_ENTITY]
    changed[criterion] = itself if is_it else Role(role.kinds, role.owners, NEVER, role.says)
    pair = (codes.ACTOR_ENTITY, codes.AFFECTED_ENTITY)
    if criterion in pair and roles.get(codes.AFFECTED_ENTITY, itself).itself == MAYBE and role.itself == MAYBE:
        # Damage: the card is one of the two. One that hurts itself is both, as is a player without cards.
        other = pair[criterion == codes.ACTOR_ENTITY]
        if not is_it:
            changed[other] = itself
        elif card.kind != codes.PLAYER and not deals_damage(card):
            changed[other] = Role(roles[other].kinds, roles[other].owners, NEVER, roles[other].says)
    return changed


def can_happen(card: MarchesCard, program: Program) -> bool:
    """Say whether the occasion of an effect list can ever come for its card."""
    occasion = program.occasion
    if not card.kind & occasion.kinds or (occasion.trigger and program.place not in occasion.places):
        return False
    if occasion.during == codes.MARCHING:
        return card.kind != codes.PLAYER  # marches are heard on tiles
    return occasion.during != codes.DAMAGING or card.kind != codes.SKILL or deals_damage(card)


# ------------------------------------------------------------------------------------------------------------ values


#: The names of the card fields by the names of the stat registers that are about them.
STAT_FIELDS: Final = {
    "TARGET_" + "".join(f"_{c}" if c.isupper() else c for c in field.name)[1:].upper(): field.name for field in FIELDS
}


def field_of(register: Register) -> str:
    """Return the name of the card field that a stat register is about; "" for other registers."""
    return STAT_FIELDS.get(register.name, "")


def kinds_with(register: Register) -> int:
    """Return the types of entities that have the value of a register that exists once per target."""
    name = field_of(register)
    return next((field.kinds for field in FIELDS if field.name == name), EVERY_KIND)


def number(values: Mapping[str, int], facts: Facts) -> int | None:
    """Return the number n of an instruction if it can be known; also if it has none."""
    if "Input" not in values:
        return None
    register = register_of(values["Input"])
    if register.during is not None:
        return None if register.during == facts.situation else 0
    if register.value == codes.TEMP_VARIABLE:
        return values["TempVariable"]
    if register.value == codes.ACC:
        return facts.acc
    targets = facts.targets
    if register.value == codes.TARGET_COUNT:
        return targets.least if targets.least == targets.most else None
    return None if targets.most and targets.kinds & kinds_with(register) else 0


def treats_targets(instruction: Instruction) -> bool:
    """Say whether an instruction does something to each of the targets, whatever its Input."""
    return TARGETS in instruction.effect.read({**instruction.values, "Input": codes.TEMP_VARIABLE})


# ---------------------------------------------------------------------------------------------------- following it


def written_parts(card: MarchesCard, situations: tuple[int, ...]) -> set[str]:
    """Return what those lists of a card write that run in some situations."""
    found: set[str] = set()
    for program in card.programs:
        if program.occasion.during in situations:
            for step in program.instructions:
                found |= step.effect.written(step.values)
    return found


def brings(instruction: Instruction, operation: Operation, cautious: bool) -> tuple[int, ...]:
    """Return the situations that an instruction can bring about for its own card, while it is carried out.

    The cautious answer also counts what other cards may do in reply; that can be anything.
    """
    if cautious:
        return NESTED if TABLE in instruction.effect.writes else ()
    if isinstance(operation, op.March):
        return NESTED
    if isinstance(operation, op.DealDamage):
        return (codes.DAMAGING,)
    return (codes.ENTERING,) if isinstance(operation, op.Summon) else ()


def forget(facts: Facts, parts: set[str]) -> Facts:
    """Return the facts when some parts can have become anything."""
    return Facts(
        facts.situation,
        facts.roles,
        UNKNOWN if TARGETS in parts else facts.targets,
        SOMEWHERE if CHAIN_PLACES in parts else facts.places,
        None if ACC in parts else facts.acc,
    )


def beginning(card: MarchesCard, program: Program, cautious: bool) -> Facts:
    """Return what is known when an effect list begins."""
    roles = roles_of(card, program.occasion)
    itself = Targets(card.kind, codes.OWNER, 1, 1, roles[codes.EFFECT_OWNING_ENTITY], sure=True)
    facts = Facts(program.occasion.during, roles, itself, (), 0)
    for other in card.programs:
        steps = zip(other.instructions, other.operations, strict=True)
        if any(program.occasion.during in brings(step, operation, cautious) for step, operation in steps):
            return forget(facts, written_parts(card, EVERY_SITUATION))
    return facts


def follow(card: MarchesCard, program: Program, cautious: bool = True) -> list[FlowStep]:
    """Go through an effect list as far as it can be reached.

    Lists of one entity that run inside of each other share targets, places and accumulator. To be ``cautious`` is to
    reckon with other cards that make them do so; otherwise only with the card's own effects.
    """
    facts = beginning(card, program, cautious)
    steps: list[FlowStep] = []
    for instruction, operation in zip(program.instructions, program.operations, strict=True):
        n = number(instruction.values, facts)
        goes_on = verdict(operation, facts, n)
        after = outcome(card, instruction, operation, facts, n)
        after = forget(after, written_parts(card, brings(instruction, operation, cautious)))
        steps.append(FlowStep(instruction, operation, facts, after, n, goes_on))
        if goes_on is False:
            break
        facts = after
    return steps


def verdict(operation: Operation, facts: Facts, n: int | None) -> bool | None:
    """Say whether an assert always or never goes on."""
    if isinstance(operation, op.Assert):
        if n is None and operation.amount.register == codes.TARGET_COUNT and facts.targets.least:
            n = facts.targets.least
        return None if n is None else (n == 0) == operation.turned
    if isinstance(operation, op.AssertRole):
        role = facts.roles.get(operation.criterion)
        itself = NEVER if role is None else role.itself
        return None if itself == MAYBE else (itself == NEVER) == operation.turned
    return None


def outcome(card: MarchesCard, instruction: Instruction, operation: Operation, facts: Facts, n: int | None) -> Facts:
    """Return what is known after an instruction that let the list go on."""
    roles, targets, places, acc = facts.roles, facts.targets, facts.places, facts.acc
    if isinstance(operation, op.Select):
        targets = select(operation, roles)
    elif isinstance(operation, op.Find):
        targets = find(operation, instruction, places, n)
    elif isinstance(operation, op.AddPlace):
        places += add_place(card, operation, instruction, facts.situation)
    elif isinstance(operation, op.AddTiles):
        on_tiles = targets.kinds & (codes.UNIT | codes.BUILDING)
        if on_tiles:
            whose = "each target" if targets.role is None else targets.role.says
            says = "their tiles" if targets.found is not None else f"the tile of {whose}"
            places += (Place(codes.NOWHERE, 0, targets.most, says),)
    elif isinstance(operation, op.ModifyRegister) and operation.register == codes.ACC:
        known = acc is not None or operation.operation not in (codes.ADD, codes.MULTIPLY)
        acc = op.plain(operation.operation, acc or 0, n) if n is not None and known else None
    elif isinstance(operation, op.Assert):
        register = operation.amount.register
        if register == codes.TARGET_COUNT:
            targets = EMPTY if operation.turned else targets.at_least(1)
        elif register == codes.ACC and operation.turned:
            acc = 0
    elif isinstance(operation, op.AssertRole) and operation.criterion in roles:
        roles = with_role(roles, card, operation.criterion, not operation.turned)
    return Facts(facts.situation, roles, targets, places, acc)


def select(operation: op.Select, roles: Mapping[int, Role]) -> Targets:
    """Return what ``SELECT_ENTITY`` makes of the roles."""
    role = roles.get(operation.criterion)
    if role is None or not role.kinds & operation.kinds or not role.owners & operation.owners:
        return EMPTY
    sure = not role.kinds & ~operation.kinds and not role.owners & ~operation.owners
    return Targets(role.kinds & operation.kinds, role.owners & operation.owners, int(sure), 1, role, sure=sure)


def find(operation: op.Find, instruction: Instruction, places: tuple[Place, ...], n: int | None) -> Targets:
    """Return what ``FIND_ENTITIES`` can find in the places."""
    kinds = operation.kinds & LIVING
    owners = operation.owners
    most = sum(place.most for place in places)
    least = sum(place.least for place in places)
    players = owners.bit_count() if kinds & codes.PLAYER else 0
    found = MANY if kinds & ~codes.PLAYER else players
    if operation.criterion == codes.ALL:
        each_least, each_most = players, found
    elif operation.criterion == codes.QUANTITY:
        limit = MANY if n is None else abs(n)
        each_least, each_most = 0 if n is None else min(players, limit), min(found, limit)
    elif operation.criterion == codes.ORDINAL:
        index = None if n is None else n if n >= 0 else -n - 1
        sure = index is not None and index < players
        each_least, each_most = int(sure), int(index is None or index < found)
    else:
        return EMPTY
    if not kinds or not owners or not most or not each_most:
        return EMPTY
    return Targets(kinds, owners, least * each_least, min(MANY, most * each_most), None, instruction, places)


def add_place(card: MarchesCard, operation: op.AddPlace, instruction: Instruction, situation: int) -> tuple[Place, ...]:
    """Return the place that ``ADD_LOCATION_REFERENCE`` adds; none outside of a play for the one played on."""
    said = instruction.effect.parameters["EffectLocation"].say(operation.place)
    if operation.place != codes.PLAY_TARGET:
        return (Place(operation.place, 1, 1, said),)
    if situation != codes.PLAYING:
        return ()
    if card.kind == codes.SKILL and card.targeting == codes.ON_BOARD:
        return (Place(codes.BOARD, 1, 1, PLACES.by_value[codes.BOARD].says),)
    return (Place(codes.NOWHERE, 1, 1, said),)
