"""Deals from a secret: nobody can look ahead, everybody can check afterwards, and every order of cards is as likely."""

from __future__ import annotations

import hashlib
import json
import pickle
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, cast

import pytest

from tablewright.bots.registry import make_bot
from tablewright.core.dealing import BadDeal, Deal, LookedAhead, SecretDeal, SecretDice, Stream
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.record import BadRecord, Checksum, Record
from tablewright.core.registry import all_games, find_game
from tests.core.toy import GAME as TOY

OOPERATIONS = find_game("ooperations")
SECRET = bytes(range(32))
NONCES = (b"a" * 16, b"b" * 16)


def fixed(secret: bytes = SECRET, match_id: str = "m1", nonces: tuple[bytes, ...] = NONCES) -> SecretDeal:
    return SecretDeal.make(2, match_id, nonces, secret)


def dealt(deal: SecretDeal, **chosen: str) -> Match:
    return Match(OOPERATIONS, OOPERATIONS.setup(**chosen), deal)


def finished(game: Game = OOPERATIONS) -> Match:
    setup = game.setup()
    match = Match(game, setup, SecretDeal.make(setup.seats))
    match.play([make_bot("random", game, seat) for seat in range(setup.seats)])
    return match


# --- the scheme, written down a second time


def words_of(secret: bytes, nonces: tuple[bytes, ...], setup: str) -> Iterator[int]:
    """Return the words of a deal by nothing but the text of the scheme."""
    key = hashlib.sha256(b"tw-key-1" + secret + hashlib.sha256(setup.encode()).digest() + b"".join(nonces)).digest()
    block = 0
    while True:
        yield from struct.unpack(">8I", hashlib.sha256(key + struct.pack(">QQ", 0, block)).digest())
        block += 1


def shuffled_by(words: Iterator[int], items: list[str]) -> list[str]:
    left, order = list(items), []
    while left:
        sides = len(left)
        low, word = -1, 0
        while low < (2**32 - sides) % sides:
            word = next(words)
            low = word * sides % 2**32
        order.append(left.pop(word * sides // 2**32))
    return order


def test_the_cards_are_those_of_the_published_scheme() -> None:
    deal = fixed()
    assert deal.commitment == hashlib.sha256(b"tw-deal-1" + b"m1" + SECRET).digest()
    match = dealt(deal)
    written = OOPERATIONS.write_setup(match.setup)
    text = json.dumps(written, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    words = words_of(SECRET, NONCES, text)
    start: Any = match.at(0)
    for player, deck in zip(start.players, written["decks"], strict=True):
        assert [card.key for card in player.deck] == shuffled_by(words, deck)


def test_every_part_of_the_deal_decides_the_cards() -> None:
    cards = {str(dealt(fixed()).state.snapshot()["players"])}
    for other in (fixed(secret=bytes(32)), fixed(nonces=(NONCES[0], bytes(16)))):
        cards.add(str(dealt(other).state.snapshot()["players"]))
    cards.add(str(dealt(fixed(), deck2="storm").state.snapshot()["players"]))
    assert len(cards) == 4
    assert dealt(fixed(match_id="m2")).state == dealt(fixed()).state  # a name of the match decides nothing
    assert dealt(SecretDeal.make(2)).state.snapshot() != dealt(SecretDeal.make(2)).state.snapshot()


def test_the_seal_stands_for_everything_that_decides_the_cards() -> None:
    seals = {dealt(fixed()).seal, dealt(fixed(secret=bytes(32))).seal, dealt(fixed(), deck2="storm").seal}
    seals.add(dealt(fixed(nonces=(NONCES[0], bytes(16)))).seal)
    assert len(seals) == 4
    assert dealt(fixed()).seal == dealt(fixed()).seal
    assert Match(OOPERATIONS, OOPERATIONS.setup(), 7).seal == ""
    text = str(dealt(fixed()).record())
    setup = next(line for line in text.split("\n") if line.startswith("setup: ")).removeprefix("setup: ")
    content = hashlib.sha256(setup.encode()).digest()
    commitment = hashlib.sha256(b"tw-deal-1m1" + SECRET).digest()
    by_hand = hashlib.sha256(b"tw-seal-1" + commitment + content + b"".join(NONCES)).hexdigest()
    assert dealt(fixed()).seal == by_hand


def test_a_secret_is_for_one_match_and_a_number_has_an_end() -> None:
    deal = fixed()
    first = dealt(deal)
    with pytest.raises(BadDeal, match="a secret deal is for one match"):
        dealt(deal, deck2="storm")
    assert first.at(0) == dealt(fixed()).state
    with pytest.raises(BadDeal, match="at most 40 digits"):
        Deal(10**40)
    largest = Match(OOPERATIONS, OOPERATIONS.setup(), 1 - 10**40).record()
    assert Record.parse(str(largest)).seed == 1 - 10**40


# --- nobody looks ahead


def test_only_the_match_can_roll_dice_of_a_secret() -> None:
    match = Match(TOY, TOY.setup(), fixed())
    for state in (match.state, match.state.clone(), match.at(0), match.perspective(0)._state):
        with pytest.raises(LookedAhead, match="known to nobody before it is drawn"):
            state.clone().apply(TOY.table[0])
    assert match.do(0, TOY.table[0])
    sample = match.perspective(1).sample(Dice(1))
    sample.apply(TOY.table[0])
    assert len(match) == 1


def test_the_secret_does_not_travel_with_states_perspectives_or_copies() -> None:
    match = Match(TOY, TOY.setup(), fixed())
    dice = match.state.dice  # type: ignore[attr-defined]
    assert SECRET.hex() not in repr(vars(match.deal.public()))
    for thing in (dice, match.deal):
        with pytest.raises(TypeError, match="stay"):
            pickle.dumps(thing)
    assert dice.key() == (-1, 2)
    dungeons = find_game("dungeons")
    with pytest.raises(ValueError, match="its dice come back from its record only"):
        dungeons.restore(Match(dungeons, dungeons.setup(), SecretDeal.make(1)).state.snapshot())


def test_a_record_has_the_secret_after_the_end_and_not_before() -> None:
    match = dealt(fixed())
    text = str(match.record())
    assert f"deal: tw-deal-1 m1\ncommitment: {match.deal.commitment.hex()}\n" in text  # type: ignore[attr-defined]
    assert SECRET.hex() not in text
    assert "seed" not in text
    with pytest.raises(BadRecord, match="the cards of this match are secret until its end"):
        Record.parse(text).replay()
    match.play([make_bot("random", OOPERATIONS, seat) for seat in (0, 1)])
    text = str(match.record())
    assert f"\nsecret: {SECRET.hex()}\n" in text
    assert Record.parse(text).replay() == match.state


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_every_game_can_be_dealt_from_a_secret(game: Game) -> None:
    match = finished(game)
    again = Match.replay(Record.parse(str(match.record())))
    assert again.result == match.result != ""
    assert again.state == match.state
    half = len(match) // 2
    assert again.at(half) == match.at(half)
    assert [event.told(None) for event in again.events(half)] == [event.told(None) for event in match.events(half)]
    again.go_back(half)
    assert again.state == match.at(half)


# --- afterwards everybody can check


@pytest.mark.parametrize(
    ("line", "change", "sentence"),
    [
        ("secret", "00", "the secret is not the one that the deal was committed to"),
        ("secret", "", "lacks a readable commitment, nonces or secret line"),
        ("commitment", "00", "another length than its scheme gives it"),
        ("nonces", "00", "another length than its scheme gives it"),
        ("nonces", "zz", "lacks a readable commitment, nonces or secret line"),
    ],
)
def test_a_deal_that_does_not_fit_is_refused(line: str, change: str, sentence: str) -> None:
    lines = str(finished().record()).split("\n")
    changed = [f"{line}: {change or 'x'}" if one.startswith(f"{line}: ") else one for one in lines]
    with pytest.raises(BadRecord, match=sentence):
        Record.parse(Checksum().seal("\n".join(changed[:-2]) + "\n"))


def test_a_secret_of_another_commitment_is_not_believed() -> None:
    deal = SecretDeal("m1", fixed().commitment, NONCES)
    assert not deal.known
    for wrong in (bytes(32), SECRET[:-1], b""):
        with pytest.raises(BadDeal):
            deal.reveal(wrong)
    with pytest.raises(BadDeal, match="not known here"):
        _ = deal.secret
    deal.reveal(SECRET)
    assert deal.known


# --- bots


def test_bots_have_dice_of_their_own() -> None:
    match = dealt(fixed())
    seeds = [match.deal.seed_of_bot(seat) for seat in range(3)]
    assert len(set(seeds)) == 3
    first = Match(OOPERATIONS, OOPERATIONS.setup(), fixed()).deal.seed_of_bot(0)
    assert first == seeds[0]
    numbers = {Deal(7).seed_of_bot(seat) for seat in range(3)} | {Deal(8).seed_of_bot(0)}
    assert len(numbers) == 4
    assert 7 not in numbers


# --- every order is as likely as any other


class Scripted(Stream):
    """A stream whose words are given."""

    def __init__(self, *words: int) -> None:
        super().__init__()
        self.words = words

    def word(self, number: int) -> int:
        return self.words[number]


def test_words_that_would_favour_a_face_are_passed_over() -> None:
    dice = SecretDice(Scripted(0, 1, 2**32 - 1))  # 2^32 = 3 * k + 1: one word is too many, and that is the word 0
    assert dice.roll(3) == 1
    assert dice.drawn == 2
    assert dice.roll(3) == 3


class Drawn(Game):
    """A match of it is what it draws."""

    def __init__(self, draw: Callable[[Dice], Any]) -> None:
        self.draw = draw

    def write_setup(self, setup: Any) -> Any:
        return setup

    def deal(self, setup: Any, dice: Dice) -> Any:
        return self.draw(dice)


def test_every_order_of_five_cards_is_equally_likely() -> None:
    game = Drawn(lambda dice: dice.shuffled("abcde"))
    orders: Counter[str] = Counter()
    for number in range(24_000):
        orders["".join(cast(Any, fixed(secret=number.to_bytes(32, "big")).start(game, None)))] += 1
    assert len(orders) == 120
    chi_square = sum((count - 200) ** 2 / 200 for count in orders.values())
    assert chi_square < 177  # 119 degrees of freedom: exceeded by chance once in 2,000 times, and these deals are fixed


def test_consecutive_words_are_independent() -> None:
    faces: Any = fixed().start(Drawn(lambda dice: [dice.roll(6) for _ in range(36_001)]), None)
    pairs = Counter(pairwise(faces))
    chi_square = sum((pairs[one, two] - 1000) ** 2 / 1000 for one in range(1, 7) for two in range(1, 7))
    assert chi_square < 67  # 35 degrees of freedom, once in 1,000 times
