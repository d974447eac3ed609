"""Setups and snapshots as JSON values: what is damaged is refused with a sentence that says what is wrong."""

from __future__ import annotations

import copy
import itertools
import time
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.games.ooperations.files import parse_cards, shipped_cards
from tablewright.games.ooperations.game import GAME
from tablewright.games.ooperations.pieces import TRAIT_LETTERS
from tablewright.games.ooperations.setup import OoperationsSetup
from tablewright.games.ooperations.state import OoperationsState
from tablewright.games.ooperations.views import LARGEST
from tablewright.testing import mutations, random_match
from tablewright.testing.mutations import check_restored, check_setup
from tests.games.ooperations.story import do, table


def damaged(value: Any, path: str, change: Any) -> Any:
    """Return a copy in which what a path such as ``players.0.hand`` leads to is replaced, or taken out by ``...``."""
    value = copy.deepcopy(value)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = value
    for step in way:
        place = place[step]
    if change is ...:
        del place[last]
    else:
        place[last] = change
    return value


SETUP_DAMAGES = [
    ("health", ..., 'a setup of Magical OOPerations lacks "health"'),
    ("health", "20", "the health should be a whole number from 0 to"),
    ("health", -1, "the health should be a whole number from 0 to"),
    ("max_rounds", 2.5, "the last round should be a whole number"),
    ("mana", True, "the mana should be a whole number"),
    ("mana", 10**40, "the mana should be a whole number"),
    ("shuffle", 1, '"shuffle" should be true or false, not 1'),
    ("decks", [["CADET"]], "the decks should be a list of 2 entries"),
    ("decks.0", "CADET", "a deck should be a list of 0 to 100000 entries"),
    ("decks.1.3", "CADTE", "a card of a deck cannot be 'CADTE'; did you mean \"CADET\"?"),
    ("decks.1.3", None, "a card of a deck cannot be None"),
    ("cards", 7, "the card file should be a text"),
    ("decks.1", ["CADET"] * 300_000, "a deck should be a list of 0 to 100000 entries"),
    (
        "cards",
        "CARDS\ncreatures\n" + "x\n" * 400_000,
        "the cards of the setup have mistakes: cards:3: error wrong-columns",
    ),
    ("cards", "CARDS\n#\ud800", "the card file should be text that can be written as UTF-8"),
    ("cards", "CARDS\n", "the cards of the setup have mistakes: cards:1: error no-cards: the file has no cards"),
    ("helth", 20, 'a setup of Magical OOPerations has no field "helth"; did you mean "health"?'),
]


@pytest.mark.parametrize(("path", "change", "sentence"), SETUP_DAMAGES)
def test_a_damaged_setup_is_refused_with_a_sentence(path: str, change: object, sentence: str) -> None:
    value = damaged(GAME.write_setup(GAME.setup()), path, change)
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the sentence is compared below
        GAME.read_setup(value)
    assert str(refusal.value).startswith(sentence)
    snapshot = {**GAME.new(GAME.setup(), 1).snapshot(), "setup": value}
    with pytest.raises(ValueError) as refusal:  # noqa: PT011
        GAME.restore(snapshot)
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    ("path", "change", "sentence"),
    [
        ("version", ..., 'a snapshot of Magical OOPerations lacks "version"'),
        ("version", 99, "this snapshot is not of Magical OOPerations, rules 1"),
        ("game", "maze", "this snapshot is not of Magical OOPerations, rules 1"),
        ("round", None, "the round should be a whole number"),
        ("round", 0, "the round should be a whole number from 1 to 24, not 0"),
        ("round", 25, "the round should be a whole number from 1 to 24, not 25"),
        ("pool", -1, "the mana pool should be 51 here"),
        ("pool", True, "the mana pool should be 51 here"),
        ("attacker", 1, "the attacker should be 0 here"),
        ("seat_to_act", "0", "the seat to act should be a whole number from 0 to 1, not '0'"),
        ("players", {}, "the players should be a list of 2 entries"),
        ("players.0", [], "a player should be an object, not []"),
        ("players.0.hand", ..., 'a player lacks "hand"'),
        ("players.0.hand", None, "a hand should be a list"),
        ("players.0.hand.0", "NOPE!", "a card of a hand cannot be 'NOPE!'"),
        ("players.1.deck.0", ["CADET"], "a card of a deck cannot be ['CADET']"),
        ("players.1.health", 1.5, "the health of a player should be a whole number"),
        ("players.1.health", 21, "the health of a player should be a whole number from -10"),
        ("players.1.health", 0, "a match in which somebody is defeated should be over"),
        ("players.1.health", -(10**9), "the health of a player should be a whole number from -3"),
        ("players.1.mana", -1, "the mana of a player should be a whole number"),
        ("players.1.mana", 52, "the mana of a player should be a whole number from 0 to 51, not 52"),
        ("players.1.may_redraw", "no", "\"may_redraw\" should be true or false, not 'no'"),
        ("players.0.may_redraw", True, "a player who has done something may not redraw"),
        ("players.0.hand", ["METOR"], "a player has more of the card METOR than the deck began with"),
        ("players.0.hand", ["CADET"] * 99, "a player has more cards than the deck began with and than were cloned"),
        ("players.0.field", [None] * 6, "the Field Zone should be a list of 7 entries"),
        ("players.0.battle", "", "the Battle Zone should be a list of 7 entries"),
        ("players.0.battle.1", "HWOLF", "a creature should be an object, not 'HWOLF'"),
        ("players.0.battle.0.card", "SHOCK", "the card of a creature cannot be 'SHOCK'"),
        ("players.0.battle.0.attack", -1, "the attack of a creature should be a whole number"),
        ("players.0.battle.0.attack", 10**9, "the attack of a creature should be a whole number from 0 to 3"),
        ("players.0.battle.0.health", 10**9, "the health of a creature should be a whole number from -3"),
        ("players.0.battle.0.health", 0, "a creature with 0 health is on the board instead of in a graveyard"),
        ("players.0.battle.0.health", [], "the health of a creature should be a whole number"),
        ("players.0.battle.0.traits", "X", "a trait cannot be 'X'"),
        ("players.0.battle.0.traits", "HB", "the traits of a creature should be in order, and each of them once"),
        ("players.0.battle.0.traits", ["B"], "the traits of a creature should be a text"),
        ("players.0.battle.0.entered", 9, "the round in which a creature entered should be a whole number from 0 to 1"),
        ("players.0.graveyard.0", None, "a creature should be an object, not None"),
        ("outcome", "tie", "the outcome should be an object, not 'tie'"),
        ("outcome", {"cause": "tie"}, 'the outcome lacks "returns"'),
        ("outcome", {"cause": "tie", "returns": [0, 0]}, "the cause cannot be 'tie'"),
        ("outcome", {"cause": "defeated", "returns": [0]}, "the returns should be a list of 2 entries"),
        ("outcome", {"cause": "defeated", "returns": [0, 5]}, "the returns should be numbers from -1 to 1"),
        ("outcome", {"cause": "defeated", "returns": [0, 0]}, 'a match does not end like this with "defeated"'),
        ("outcome", {"cause": "no card to draw", "returns": [1, -1]}, "a match does not end like this with"),
        ("outcome", {"cause": "round limit", "returns": [0, 0]}, "the round in which a match ends at its limit should"),
    ],
)
def test_a_damaged_snapshot_is_refused_with_a_sentence(path: str, change: object, sentence: str) -> None:
    snapshot = table("me battle: HWOLF@1 | me graveyard: CADET | me hand: SHOCK").snapshot()
    assert GAME.restore(snapshot).snapshot() == snapshot
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the sentence is compared below
        GAME.restore(damaged(snapshot, path, change))
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize("value", [None, {}, [], 7, "setup", {"decks": [["CADET"], ["NOPE!"]]}])
def test_what_is_not_a_setup_or_snapshot_at_all_is_refused_with_a_sentence(value: object) -> None:
    with pytest.raises(ValueError, match=r"^a setup of Magical OOPerations (should be an object, not|lacks) "):
        GAME.read_setup(value)
    with pytest.raises(ValueError, match=r"^a snapshot of Magical OOPerations (should be an object, not|lacks) "):
        GAME.restore(value)


def test_who_has_drawn_nothing_cannot_be_in_the_first_round() -> None:
    snapshot = GAME.new(GAME.setup(), 1).snapshot()
    one = snapshot["players"][0]
    one.update(deck=one["deck"] + one["hand"], hand=[], may_redraw=False)
    with pytest.raises(ValueError, match=r"^a player has drawn too few cards for round 1$"):
        GAME.restore(snapshot)


def test_a_finished_match_comes_back_with_its_outcome() -> None:
    state = table("foe battle: DRAGN@1 | me health 1", seat=1)
    do(state, "done")
    assert state.outcome is not None
    assert GAME.restore(state.snapshot()).outcome == state.outcome


def test_a_sample_depends_on_the_view_and_the_dice_alone() -> None:
    def samples(state: OoperationsState, seat: int | None) -> list[object]:
        return [state.resample(seat, Dice(seed)).key() for seed in range(5)]

    for seed in range(10):
        state = GAME.new(GAME.setup(), seed)
        for seat in (0, 1, None):
            other = state.resample(seat, Dice(99))
            assert other.key() != state.key()
            assert other.view(seat) == state.view(seat)
            assert samples(other, seat) == samples(state, seat)
            assert len(set(samples(state, seat))) == 5


OWN_CARDS = parse_cards(
    """CARDS
creatures
BRUTE | Brute | 0 | 99 | 99 | BHLV
GHOST | Ghost | 1 | 0 | 1 | TU
spells
BOOST | Boost | 0 | own creatures | """
    + ", ".join(["attack +99", "health +99"] * 10)
    + """
TWINS | Twins | half | target | clone H
BLAST | Blast | 1 | all creatures | health -99, halve
AGAIN | Again | one more | graveyard | revive
"""
)


def endings() -> list[OoperationsState]:
    """Return matches that have ended in every way, some of them before the first decision."""
    deck = tuple(OWN_CARDS.by_key[key] for key in "BRUTE GHOST BRUTE BLAST BRUTE BRUTE TWINS GHOST".split())
    found = []
    for health, rounds, cards in itertools.product((0, 1, 150), (0, 1, 2, 9), (0, 5, 7, 8)):
        for seed in range(8):
            setup = OoperationsSetup(OWN_CARDS, health, rounds, 3, (deck[:cards], deck), shuffle=True)
            found.append(random_match(GAME, setup, seed).state)
    return found


def test_every_end_of_a_match_comes_back_and_no_other_is_believed() -> None:
    seen = set()
    for state in endings():
        assert state.outcome is not None
        snapshot = state.snapshot()
        assert GAME.restore(snapshot).snapshot() == snapshot
        seen.add((state.outcome.cause, state.outcome.returns))
        for cause in ("defeated", "no card to draw", "round limit"):
            other = {**snapshot, "outcome": {"cause": cause, "returns": [0.5, -0.5]}}
            with pytest.raises(
                ValueError, match=r"a match does not end like this|should be .* here$|should be a whole|too few"
            ):
                GAME.restore(other)
    assert len(seen) >= 7


def random_setup(dice: Dice) -> OoperationsSetup:
    """Return a setup of any size, with cards of an author now and then."""
    cards = shipped_cards() if dice.roll(3) > 1 else OWN_CARDS
    decks = tuple(tuple(cards.cards[dice.roll(len(cards.cards)) - 1] for _ in range(dice.roll(30) - 1)) for _ in (0, 1))
    numbers = [(0, 1, 5, 20, LARGEST - 1)[dice.roll(5) - 1] for _ in range(3)]
    return OoperationsSetup(cards, numbers[0], numbers[1], numbers[2], (decks[0], decks[1]), dice.roll(2) == 1)


def positions(seed: int) -> list[OoperationsState]:
    """Return some positions of a random match, and its end."""
    dice = Dice(seed)
    match = random_match(GAME, random_setup(dice), seed)
    found = [state.clone() for number, state in enumerate(match.positions()) if number % 9 == 0]
    return [*found, match.state]


def test_a_damaged_position_is_refused_with_a_sentence_or_can_be_played() -> None:
    dice, taken = Dice(5), 0
    for seed in range(60):
        for state in positions(seed):
            for _ in range(3):
                taken += check_restored(GAME, mutations.damaged(state.snapshot(), dice, dice.roll(3)), dice)
    assert taken > 15


def test_a_damaged_setup_is_refused_with_a_sentence_or_can_be_played() -> None:
    dice, taken = Dice(6), 0
    for _ in range(400):
        written = GAME.write_setup(random_setup(dice))
        taken += check_setup(GAME, mutations.damaged(written, dice, dice.roll(3)), dice)
    assert taken > 100


def extreme(state: OoperationsState) -> OoperationsState:
    """Return the position with the largest numbers on every card that are believed."""
    found = state.snapshot()
    for player, field, buried in itertools.product(found["players"], ("attack", "health"), (False, True)):
        creatures = player["graveyard"] if buried else [one for one in player["field"] + player["battle"] if one]
        for creature in creatures:
            creature[field] = 10**19
            with pytest.raises(ValueError, match=f"the {field} of a creature should be a whole number from") as refusal:
                GAME.restore(found)
            creature[field] = int(str(refusal.value).split("to ")[1].split(",")[0])
    return GAME.restore(found)


def test_positions_at_the_limits_can_be_played_and_come_back() -> None:
    dice = Dice(7)
    for seed in range(12):
        setup = OoperationsSetup(OWN_CARDS, 10**5, 99, 9, (tuple(OWN_CARDS.cards * 5),) * 2, shuffle=True)
        match = random_match(GAME, setup, seed, 10 + 7 * seed)
        state = extreme(match.state)
        while state.outcome is None:
            legal = state.legal_actions()
            state.apply(legal[dice.roll(len(legal)) - 1])
            assert GAME.restore(state.snapshot()) == state


def test_the_largest_setup_there_is_can_be_played_and_comes_back_quickly() -> None:
    kinds = [f"C{number:04} | Name | 99 | 99 | 99 | {TRAIT_LETTERS}" for number in range(250)]
    effects = ", ".join(["attack +99"] * 20)
    kinds += ["spells", *(f"S{number:04} | Name | 99 | own creatures | {effects}" for number in range(125))]
    kinds += [f"G{number:04} | Name | one more | graveyard | remember {TRAIT_LETTERS}" for number in range(125)]
    deck = [line.partition(" ")[0] for line in kinds if line != "spells"] * 2
    numbers = {"health": LARGEST, "max_rounds": LARGEST, "mana": LARGEST, "shuffle": True}
    cards = "\n".join(["CARDS", "creatures", *kinds])
    before = time.process_time()
    state = GAME.new(GAME.read_setup({**numbers, "decks": [deck, deck], "cards": cards}), 1)
    assert time.process_time() - before < 10
    dice = Dice(1)
    for _ in range(300):
        legal = state.legal_actions()
        state.apply(legal[dice.roll(len(legal)) - 1])
    before = time.process_time()
    snapshot = state.snapshot()
    assert GAME.restore(snapshot) == state
    assert state.view(0)
    assert state.picture(1)
    assert time.process_time() - before < 10
    with pytest.raises(ValueError, match="the health should be a whole number from 0 to"):
        GAME.read_setup({**numbers, "health": LARGEST + 1, "decks": [deck, deck], "cards": cards})
