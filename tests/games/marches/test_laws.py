"""The laws of every game, over thousands of random matches with our cards and with cards made at random."""

from __future__ import annotations

import pytest

from tablewright.core.dice import Dice
from tablewright.core.record import Record
from tablewright.games.marches.files import deck_names, make_setup
from tablewright.games.marches.game import GAME
from tablewright.games.marches.language import codes
from tablewright.games.marches.setup import MarchesSetup
from tablewright.games.marches.state import MarchesState
from tablewright.testing import check_match
from tests.games.marches.forge import Forge

PAIRS = [(one, other) for one in deck_names() for other in deck_names()]
BASE = [3, 4, 5, 9, 10, 11, 15, 16, 17] * 3 + [6, 7, 12, 13, 18, 19] * 2 + [8, 14, 20]


def base_setup(seed: int) -> MarchesSetup:
    """Return two random decks of the base set."""
    dice = Dice(seed)
    return make_setup([dice.shuffled(BASE)[:30] for _ in range(2)])


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_laws_with_the_ready_decks(one: str, other: str) -> None:
    setup = GAME.setup(deck1=one, deck2=other)
    for seed in range(8):
        check_match(GAME, setup, seed, every=40)


@pytest.mark.parametrize("chunk", range(10))
def test_laws_with_random_decks_of_the_base_set(chunk: int) -> None:
    for seed in range(15):
        check_match(GAME, base_setup(100 * chunk + seed), seed, every=40)


@pytest.mark.parametrize("chunk", range(12))
def test_laws_with_random_cards(chunk: int) -> None:
    for seed in range(12):
        setup = Forge(1000 * chunk + seed).setup()
        record = check_match(GAME, setup, seed, every=30)
        assert record.result


def invariants(state: MarchesState) -> None:
    """What is true of every position, whatever the cards do."""
    entities = state.entities
    assert list(entities) == sorted(entities)
    assert list(entities)[:2] == [0, 1]
    standing = {number: tile for tile, numbers in enumerate(state.tiles) for number in numbers}
    assert standing == {number: entity.tile for number, entity in entities.items() if number >= 2}
    for numbers in state.tiles:
        assert list(numbers) == sorted(numbers)
        assert sum(entities[number].card.kind == codes.BUILDING for number in numbers) <= 1
    settled = state.clone()
    settled.settle()
    assert (settled.tiles, settled.posted, settled.ending) == (state.tiles, state.posted, state.ending)
    for player, counted in zip(state.players, settled.players, strict=True):
        assert (player.units, player.buildings) == (counted.units, counted.buildings)
        assert (player.unit_tiles, player.building_tiles) == (counted.unit_tiles, counted.building_tiles)
    assert len(entities) - 2 <= codes.MOST_ENTITIES
    assert (state.gone, state.chain, state.running) == ({}, None, ())
    for player in state.players:
        assert player.hand == sorted(player.hand)
        assert abs(player.gold) <= codes.MOST_NUMBER + 1000
    for number, entity in entities.items():
        stats = entity.stats
        assert entity.cooldown >= 0
        for stat in (stats.hp, stats.attack, stats.movement, stats.denominator):
            assert stat.total >= stat.cap
        if state.outcome is None:
            assert entity.health > 0, f"{number} should be dead"
    for seat in (0, 1):
        owned = list(state.setup.decks[seat])
        held = [*state.players[seat].hand, *state.players[seat].deck[state.players[seat].drawn :]]
        assert sorted([*held, *state.players[seat].discard]) == owned


@pytest.mark.parametrize("chunk", range(10))
def test_every_position_of_two_thousand_matches_makes_sense(chunk: int) -> None:
    for seed in range(200):
        dice = Dice(seed)
        setup = Forge(7 * seed + chunk).setup() if seed % 4 == 0 else base_setup(chunk)
        state = GAME.new(setup, 1000 * chunk + seed)
        actions = 0
        while state.outcome is None:
            legal = state.legal_actions()
            state.apply(legal[dice.roll(len(legal)) - 1])
            actions += 1
            if actions % 3 == 0 or state.outcome is not None:
                invariants(state)
            assert actions < 5000


# --------------------------------------------------------------------------------------------------------------- undo


@pytest.mark.parametrize("seed", range(15))
def test_undo_of_a_whole_turn_is_exact(seed: int) -> None:
    setup = Forge(seed).setup() if seed % 3 == 0 else GAME.setup(deck1="fen", deck2="guild")
    dice = Dice(seed)
    state = GAME.new(setup, seed)
    turns = [(state.clone(), state.snapshot())]
    lines: list[str] = []
    starts = [0]
    while state.outcome is None:
        legal = state.legal_actions()
        action = legal[dice.roll(len(legal)) - 1]
        turn = state.turn
        state.apply(action)
        lines.append(action.text)
        if state.turn != turn:
            turns.append((state.clone(), state.snapshot()))
            starts.append(len(lines))
    for (kept, snapshot), start in zip(reversed(turns), reversed(starts), strict=True):
        assert kept.snapshot() == snapshot
        replayed = Record(GAME, setup, seed, ["", ""], lines[:start]).replay()
        assert replayed == kept
        again = kept.clone()
        for line in lines[start:]:
            again.submit(again.parse(line))
        assert again == state
        assert again.snapshot() == state.snapshot()


def test_order_of_independent_plays_does_not_matter_to_search_tables() -> None:
    setup = GAME.setup(deck1="vanguard", deck2="masons")
    one = next(m for m in (GAME.new(setup, seed) for seed in range(99)) if {9, 11} <= set(m.players[0].hand))
    other = one.clone()
    for line in ("play thief at P1", "play war hounds at M1"):
        one.submit(one.parse(line))
    for line in ("play war hounds at M1", "play thief at P1"):
        other.submit(other.parse(line))
    assert one != other
    assert one.table_key() == other.table_key()
    other.submit(other.parse("done"))
    assert one.table_key() != other.table_key()
