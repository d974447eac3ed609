"""Is this card fair? The verdict in simulated studies, the swap, and the question as authors ask it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tablewright.cli import main
from tablewright.cli.lab_card import Waiting, duration
from tablewright.core.own import BadContent
from tablewright.lab.card import CardAnswer, ask, card_study
from tablewright.lab.runners import on_cores
from tablewright.lab.sequential import BOUND, MOST_PAIRS, CardTest, PairCounts, Verdict
from tablewright.lab.swaps import on_the_line
from tests.lab.simulated import rates, simulated, weights

# ------------------------------------------------------------------------------------------------------ the verdict
# docs/lab.md has the rates of 10,000 simulated studies each; these bounds leave room for the chance of 400.


@pytest.mark.parametrize("restless", [0.1, 0.3])
def test_a_card_without_impact_is_rarely_called_strong_or_weak(restless: float) -> None:
    found = rates(400, 0.0, restless)
    assert found["too strong"] + found["too weak"] < 0.08
    assert found["fair"] > 0.85
    assert found["covered"] > 0.92


@pytest.mark.parametrize(("impact", "verdict"), [(BOUND, "too strong"), (-BOUND, "too weak")])
def test_a_card_at_a_bound_is_rarely_called_fair(impact: float, verdict: str) -> None:
    for restless in (0.1, 0.3):
        found = rates(400, impact, restless)
        assert found["fair"] < 0.08
        assert found[verdict] > 0.85
        assert found["covered"] > 0.92


def test_a_large_effect_is_known_soon_and_a_borderline_one_may_stay_unknown() -> None:
    dice = random.Random(3)
    strong = [simulated(dice, 0.2, 0.4) for _ in range(20)]
    assert {test.verdict for test in strong} == {Verdict.STRONG}
    assert max(test.counts.pairs for test in strong) < 600
    between = [simulated(dice, BOUND / 2, 0.5) for _ in range(40)]
    unknown = [test for test in between if test.verdict is Verdict.UNKNOWN]
    assert unknown
    assert {test.counts.pairs for test in unknown} == {MOST_PAIRS}


def test_what_changes_nothing_at_all_is_fair_but_not_at_once() -> None:
    test = CardTest()
    pairs = next(number for number in range(1, MOST_PAIRS) if test.add(0.0))
    assert test.verdict is Verdict.FAIR
    # A card at a bound decides one pair in twenty; so many in a row without one would be rare.
    assert (1 - BOUND) ** pairs < 0.01
    assert test.counts.interval()[0] == pytest.approx(0.0)


def test_simulated_pairs_have_the_impact_that_they_should() -> None:
    chances = weights(0.05, 0.3)
    assert sum(chances) == pytest.approx(1)
    counts = PairCounts([round(chance * 10**6) for chance in chances])
    assert counts.moments()[0] == pytest.approx(0.05, abs=1e-5)


# ---------------------------------------------------------------------------------------------------------- the swap


def test_plain_cards_lie_on_the_line_of_all_cards() -> None:
    assert [on_the_line([(1, 2), (2, 4), (3, 6)], cost) for cost in (0, 2, 5)] == [0, 4, 10]
    assert on_the_line([(1, 1), (2, 1), (3, 3)], 2) == 2  # 1.67, rounded up
    assert on_the_line([(2, 3), (2, 4)], 9) == 4


@pytest.mark.parametrize(("word", "deck"), [("hungry wolf", "wolfpack"), ("9", "fen")])
def test_everything_but_the_card_is_dealt_as_before(word: str, deck: str) -> None:
    study = card_study(word, deck, "random")
    with_card, without = study.setup(0, 0), study.setup(1, 0)
    changed = [one != two for one, two in zip(with_card.decks[0], without.decks[0], strict=True)]
    assert sum(changed) == study.swap.copies(deck) > 1
    assert len(set(without.decks[0])) == len(set(with_card.decks[0]))
    assert with_card.decks[1] == without.decks[1]
    hands = [study.game.new(setup, 7).players for setup in (with_card, without)]
    for one, two in zip(*(player.deck for player in (hands[0][0], hands[1][0])), strict=True):
        assert one == two or one in {card for card, new in zip(with_card.decks[0], changed, strict=True) if new}
    assert list(hands[0][1].deck) == list(hands[1][1].deck)


def test_every_pair_has_its_own_deal_and_opponents_and_seats_take_turns() -> None:
    study = card_study("HWOLF", bot="random")
    pairs = [study.pair(deal) for deal in range(28)]
    assert all(one.first == two.first and one.pairing + 1 == two.pairing for one, two in pairs)
    assert len({one.first // 2 for one, _ in pairs}) == 28
    assert len({(one.pairing, one.first % 2) for one, _ in pairs}) == 14  # seven opponents, two seats


# ------------------------------------------------------------------------------------------------------ the question


def figures(answer: CardAnswer) -> tuple[object, ...]:
    return (answer.test.counts.counts, answer.pairings, answer.drawn, answer.played, answer.words())


def test_the_answer_is_the_same_on_any_number_of_cores() -> None:
    study = card_study("CADET", "wolfpack", "random")
    one = ask(study, deals=14)
    assert one.test.counts.pairs == 14
    assert 0 < one.played <= one.drawn <= 14
    assert figures(ask(study, on_cores(2), deals=14)) == figures(one)


def test_it_stops_as_soon_as_it_knows(tmp_path: Path) -> None:
    # One card of thirty in the hands of somebody who plays at random changes hardly any match.
    deck = tmp_path / "pack.txt"
    others = "".join(f"4 {card}\n" for card in ("HWOLF", "CADET", "FARMR", "NITMR", "SOLDR", "CVLRY", "KNGHT"))
    deck.write_text(f"DECK\nPack\nMany creatures, and one that is asked about.\n\n{others}1 ASASN\n1 GOLEM\n")
    answer = ask(card_study("ASASN", str(deck), "random"), deals=600)
    assert answer.verdict is Verdict.FAIR
    assert answer.test.counts.pairs < 600
    assert answer.words()[0] == "Assassin in pack: fair."
    assert not any("too early" in sentence for sentence in answer.words())


def test_authors_ask_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "card", "hungry", "wolf", "--bot", "random", "--deals", "14", "--jobs", "1"]
    assert main(words) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Hungry Wolf in wolfpack: not known yet."
    assert lines[1].startswith("Impact: ")
    assert lines[1].endswith("compared with a creature of 2 mana with attack 3, health 3 and no traits.")
    assert lines[2].startswith("Played: in ")
    assert lines[3].startswith("Pairings: worst against ")
    assert lines[4].startswith("It is too early to say: about ")
    assert lines[5] == "14 deals, each played with and without it by random, who may miss tricks."


@pytest.mark.parametrize("terminal", [False, True])
def test_whoever_waits_is_told_how_long(terminal: bool, capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    answer = CardAnswer(card_study("THIEF", "fen", "normal"), ["fen"])
    waiting = Waiting("normal", 1000, terminal, lambda: now)
    started = capsys.readouterr().err
    assert started.startswith("At most 1,000 deals, each played twice by normal, until the answer is known; Ctrl-C ")
    for deal in range(1, 61):
        now = 5.0 * deal
        answer.test.add((-1.0, 0.0, 0.0, 1.0)[deal % 4])
        waiting(answer)
    waiting.close()
    told = capsys.readouterr().err.replace("\r", "\n").split("\n")
    lines = [line.rstrip() for line in told if " deals in " in line]
    assert len(lines) == (60 if terminal else 5)  # a line that is written over, or one a minute
    assert lines[-1].startswith("60 deals in 5 min; about ")
    assert lines[-1].endswith("as it looks now, at most 78 min more")
    advice = [line for line in told if "--bot greedy" in line]
    assert advice == ["normal thinks long; --bot greedy answers sooner, and misses more tricks."]


def test_what_is_quick_is_told_nothing_more(capsys: pytest.CaptureFixture[str]) -> None:
    answer = CardAnswer(card_study("THIEF", "fen", "greedy"), ["fen"])
    waiting = Waiting("greedy", 20, False, lambda: 0.0)
    answer.test.add(0.0)
    waiting(answer)
    waiting.close()
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert [duration(seconds) for seconds in (3.2, 89, 90, 5300, 9000)] == ["3 s", "89 s", "2 min", "88 min", "2.5 h"]


def test_deals_spoilt_by_void_matches_count_as_played() -> None:
    answer = CardAnswer(card_study("THIEF", "fen", "greedy"), ["fen"], void=10)
    for pair in range(MOST_PAIRS - 10):
        answer.test.counts.add((-1.0, 1.0)[pair % 2])
    assert "1990 deals do not settle it: the impact is close to a bound." in answer.words()


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (0, "changes hardly any"),
        (1, "turns about 1 loss into a win"),
        (2, "turns about 2 losses into wins"),
        (-1, "costs about 1 win"),
        (-2, "costs about 2 wins"),
    ],
)
def test_a_single_match_is_told_as_one(changed: int, told: str) -> None:
    answer = CardAnswer(card_study("THIEF", "fen", "greedy"), ["fen"])
    for pair in range(100):
        answer.test.counts.add(0.0 if pair >= abs(changed) else 1.0 if changed > 0 else -1.0)
    assert f"In 100 matches it {told}, compared with " in answer.words()[1]


def test_cards_of_the_marches_can_be_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "card", "THIEF", "--in", "fen", "--bot", "random", "--deals", "4", "--jobs", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "THIEF in fen: not known yet."
    assert lines[1].endswith("compared with a unit of 2 gold with 2 HP, attack 2, movement 1 and no text.")


def test_a_class_is_compared_with_the_base_class_that_plays_the_same_deck() -> None:
    study = card_study("BOG WARDEN", "fen", "random")
    seated, plain = study.setup(0, 0), study.setup(1, 0)
    assert (seated.classes[0], plain.classes[0]) == (-6, -1)
    assert seated.decks == plain.decks
    lines = ask(study, deals=8).words()
    assert lines[0] == "BOG WARDEN in fen: not known yet."
    assert lines[1].endswith("compared with BASE CLASS with the same deck.")
    assert not [line for line in lines if line.startswith("Played")]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["BASE CLASS"], 'The Marches has no deck card "BASE CLASS"'),
        (["WOLFF"], 'Magical OOPerations has no card "WOLFF"'),
        (["THIEFF"], 'The Marches has no deck card "THIEFF"; did you mean "THIEF"?'),
        ([], "name a card"),
        (["HWOLF", "--in", "venom"], "the deck venom does not hold Hungry Wolf"),
        (["HWOLF", "--in", "venmo"], 'there is no deck "venmo"; did you mean "venom"'),
        (["HWOLF", "--in", "missing.txt"], "missing.txt: own content cannot be read: No such file"),
        (["THIEF", "--in", "missing.json"], "missing.json"),
        (["HWOLF", "--game", "maze"], "OOP1 Maze has no cards that can be swapped"),
        (["HWOLF", "--game", "marches"], 'The Marches has no deck card "HWOLF"'),
        (["HWOLF", "--bot", "gredy"], 'did you mean "greedy"'),
        (["HWOLF", "--deals", "0"], "--deals must be from 1 to 2000"),
        (["ZMBFY"], "no ready deck holds Zombify"),
    ],
)
def test_questions_that_cannot_be_asked(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "--deals", "4", "--jobs", "1", "--bot", "random", "card", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err


def test_a_deck_file_with_mistakes_is_refused(tmp_path: Path) -> None:
    deck = tmp_path / "own.txt"
    deck.write_text("DECK\nOwn\nBroken.\n\n3 WOLF\n")
    with pytest.raises(BadContent, match='there is no card "WOLF"'):
        card_study("HWOLF", str(deck), "random")
