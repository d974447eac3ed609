"""What is called certain beforehand is certain: real matches with random cards never contradict it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.games.marches.authoring.lint_flow import FlowLint
from tablewright.games.marches.authoring.lint_keys import occasions
from tablewright.games.marches.files import Catalogue, make_setup
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import read_card
from tablewright.games.marches.language.flow import ALWAYS, NEVER, Facts, FlowStep, can_happen, follow
from tablewright.games.marches.language.reader import Document, parse
from tablewright.games.marches.machine import operations as op
from tablewright.games.marches.machine.chain import Chain, Context, Instruction, Program, Trace
from tablewright.games.marches.pieces import MarchesCard
from tablewright.games.marches.state import MarchesState, deal
from tests.games.marches.random_cards import random_catalogue


class Witness(Trace):
    """Compares every effect list that runs with what was known about it."""

    def __init__(self) -> None:
        self.running: list[list[FlowStep]] = []
        self.seen = 0
        self.certain = 0

    def begin(self, state: MarchesState, program: Program, chain: Chain, context: Context) -> None:
        assert can_happen(chain.entity.card, program)
        self.running.append(follow(chain.entity.card, program))

    def before(self, state: MarchesState, index: int, chain: Chain, context: Context) -> None:
        assert index < len(self.running[-1]), "an effect that was called unreachable"
        step = self.running[-1][index]
        self.seen += 1
        self.compare(step.before, state, chain, context)
        amount = getattr(step.operation, "amount", None)
        if isinstance(amount, op.Amount) and step.n is not None:
            assert amount.value(state, chain, context) == step.n
            self.certain += 1

    def after(self, state: MarchesState, index: int, chain: Chain, context: Context, going_on: bool) -> None:
        step = self.running[-1][index]
        if step.goes_on is not None:
            assert going_on == step.goes_on
            self.certain += 1

    def end(self, state: MarchesState) -> None:
        self.running.pop()

    def stopped(self, state: MarchesState) -> None:
        self.running.clear()

    def compare(self, facts: Facts, state: MarchesState, chain: Chain, context: Context) -> None:
        assert facts.situation == context.situation
        assert facts.targets.least <= len(chain.targets) <= facts.targets.most
        assert sum(place.least for place in facts.places) <= len(chain.places) <= facts.most_places
        for number in chain.targets:
            assert self.fits(state, chain, number, facts.targets.kinds, facts.targets.owners)
        if facts.acc is not None:
            assert chain.acc == facts.acc
        for criterion in (
            codes.EFFECT_OWNING_ENTITY,
            codes.ACTOR_ENTITY,
            codes.AFFECTED_ENTITY,
            codes.PLAY_TARGET_ENTITY,
        ):
            number = op.participant(criterion, chain.number, context)
            role = facts.roles.get(criterion)
            if role is None:
                assert number == codes.NOBODY
                continue
            assert self.fits(state, chain, number, role.kinds, role.owners)
            assert role.itself != ALWAYS or number == chain.number
            assert role.itself != NEVER or number != chain.number

    def fits(self, state: MarchesState, chain: Chain, number: int, kinds: int, owners: int) -> bool:
        entity = state.known(number)
        assert entity is not None
        side = codes.OWNER if entity.owner == chain.owner else codes.OPPONENT
        return bool(entity.card.kind & kinds and owners & side)


@pytest.mark.parametrize("seed", range(20))
def test_matches_with_random_cards_never_contradict_what_was_known_beforehand(seed: int) -> None:
    rng = random.Random(seed)
    witness = Witness()
    for _ in range(4):
        catalogue, numbers = random_catalogue(rng, 12)
        deck = [rng.choice([*numbers, 2, 9, 11]) for _ in range(20)]
        setup = make_setup([deck, deck], [-10, -10], {"any_deck": 1}, catalogue)
        state = deal(setup, Dice(rng.randrange(1000)))
        state.trace = witness
        for _ in range(150):
            if state.outcome is not None:
                break
            state.apply(rng.choice(state.legal_actions()))
        witness.running.clear()
    assert witness.seen > 100
    assert witness.certain > 10


#: Warnings that say of an effect that it does nothing at all.
IDLE = ("unread-result", "cannot-write", "no-targets", "needless-assert", "empty-places", "summons-nobody", "no-change")


class Noting(FlowLint):
    """Collects the instructions that are called idle."""

    def __init__(self, document: Document, card: MarchesCard, find_card: Callable[[int], MarchesCard | None]) -> None:
        super().__init__(document, card, find_card)
        self.idle: set[int] = set()

    def warn(self, code: str, message: str, instruction: Instruction, parameter: str = "EffectType") -> None:
        nothing = code == "no-change" and instruction.effect.name != "MODIFIER"  # 0 damage is still an occasion
        if code in IDLE and not nothing:
            self.idle.add(id(instruction.node.value if instruction.node is not None else None))


def without_idle_effects(card: dict[str, Any], catalogue: Catalogue) -> dict[str, Any] | None:
    """Return a card without the effects that the linter calls idle; ``None`` if there are none."""
    document = parse(json.dumps(card))
    loaded = read_card(document)
    assert loaded is not None
    noting = Noting(document, loaded, catalogue.get)
    noting.check()
    lists = {program.name: program for program in loaded.programs if can_happen(loaded, program)}
    changed = deepcopy(card)
    for name, effects, _ in occasions(document.root) if document.root is not None else []:
        if name in lists:
            kept = [item.plain() for item in effects.items() if id(item.value) not in noting.idle]
            occasion, _, place = name.partition(" ")
            holder = changed["Triggers"][place] if place else changed["Interactions"]
            if kept:  # a card without any list at all would not listen to its tile
                holder[occasion] = kept
    return changed if noting.idle else None


@pytest.mark.parametrize("seed", range(25))
def test_effects_that_are_called_idle_can_be_removed_without_changing_a_match(seed: int) -> None:
    rng = random.Random(seed)
    whole, numbers = random_catalogue(rng, 12)
    reduced = Catalogue()
    removed = 0
    for number in [*numbers, -10]:
        source: Any = whole.sources[number][0]
        shorter = without_idle_effects(source, whole)
        removed += shorter is not None
        reduced.add_value(shorter or source, None)
    deck = [rng.choice([*numbers, 2, 9, 11]) for _ in range(20)]
    matches = [
        deal(make_setup([deck, deck], [-10, -10], {"any_deck": 1}, catalogue), Dice(seed))
        for catalogue in (whole, reduced)
    ]
    for _ in range(120):
        if any(state.outcome is not None for state in matches):
            break
        choice = rng.choice(matches[0].legal_actions()).number
        for state in matches:
            state.apply(next(action for action in state.legal_actions() if action.number == choice))
        if any(state.fault for state in matches):  # a bound is passed a little later with fewer effects
            break
        assert matches[0].key() == matches[1].key()
    assert removed > 0
