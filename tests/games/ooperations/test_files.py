"""Card files, decks, configs and message files of authors: all mistakes at once, each with its line."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from tablewright.core.outside import MOST_BYTES
from tablewright.core.problems import InvalidData
from tablewright.core.record import Record
from tablewright.games.ooperations.files import (
    DATA,
    DECK_SIZE,
    PROBLEMS,
    SHIPPED_MESSAGES,
    parse_cards,
    parse_deck,
    read_cards,
    shipped_cards,
)
from tablewright.games.ooperations.game import GAME
from tablewright.games.ooperations.setup import OoperationsSetup
from tablewright.testing import check_match
from tests.support.transcript import ROOT


def complaints(path: Path, text: str) -> list[str]:
    """Return the problems of a file, without its path."""
    path.write_text(text)
    return [str(problem).removeprefix(f"{path}:").strip() for problem in GAME.check([str(path)])]


def test_the_shipped_files_are_without_fault() -> None:
    folder = Path(DATA)
    files = [str(path) for path in sorted(folder.rglob("*.txt"))]
    assert all(GAME.claims(path) for path in files)
    assert GAME.check(files) == []


def test_there_are_at_least_six_decks_of_thirty_cards_with_a_line_about_each() -> None:
    options = GAME.choices()[0].options
    assert len(options) >= 6
    assert len({option.about for option in options}) == len(options)
    for option in options:
        assert len(GAME.setup(deck1=option.name).decks[0]) == DECK_SIZE


def test_every_mistake_of_a_card_file_is_reported_at_once(tmp_path: Path) -> None:
    text = """CARDS
LOST1 | Lost | 1 | 1 | 1 |
creatures
abcde | Small Letters | 1 | 1 | 1 |
TOOLNG | Six Letters | 1 | 1 | 1 |
GOOD1 | Good | 1 | 1 | 1 | BH
GOOD1 | Twice | 1 | 1 | 1 |
NONAM | | 1 | 1 | 1 |
NUMBR | Numbers | x | 100 | 0 | Q
SHORT | Short
spells
SPEL1 | Spell | half | all creatures | health -1
SPEL2 | Spell | 1 | targt | gian B
SPEL3 | Spell | 1 | target | attack -1, health 3, halve 2
SPEL4 | Spell | 1 | target | clone HT, gain B
SPEL5 | Spell | 1 | graveyard | gain B
SPEL6 | Spell | 1 | target | revive
SPEL7 | Spell
"""
    assert complaints(tmp_path / "cards.txt", text) == [
        '2: error no-section: the cards must stand below a line "creatures" or "spells"',
        '4: error bad-card-id: "abcde" is not a card ID: exactly five capital letters, digits or underscores',
        '5: error bad-card-id: "TOOLNG" is not a card ID: exactly five capital letters, digits or underscores',
        "7: error bad-card-id: there are two cards GOOD1",
        "8: error missing-name: NONAM has no name",
        '9: error bad-number: mana must be a number from 0 to 99, not "x"',
        '9: error bad-number: attack must be a number from 0 to 99, not "100"',
        '9: error bad-number: health must be a number from 1 to 99, not "0"',
        '9: error unknown-trait: "Q" is not a trait; the traits are B C F H L P R T U V',
        "10: error wrong-columns: a creature has 6 columns, this line has 2",
        '12: error impossible-cost: "half" needs a single creature to be cast on',
        '13: error unknown-aim: a spell cannot be cast on "targt"; did you mean "target"?',
        '13: error bad-effect: there is no effect "gian"; did you mean "gain"?',
        '14: error bad-effect: "attack" needs an amount such as +2, not "-1"',
        '14: error bad-effect: "health" needs an amount such as -2, not "3"',
        '14: error bad-effect: "halve" takes nothing behind it, but there is "2"',
        '15: error bad-effect: "clone HT, gain B" does not fit: this effect stands alone on its own aim',
        '16: error bad-effect: a graveyard spell can only "remember" or "revive"',
        '17: error bad-effect: "revive" does not fit: this effect stands alone on its own aim',
        "18: error wrong-columns: a spell has 5 columns, this line has 2",
    ]


def test_a_card_file_needs_its_first_line_and_cards(tmp_path: Path) -> None:
    with pytest.raises(InvalidData, match='the first line must be "CARDS"'):
        parse_cards("creatures\n")
    assert complaints(tmp_path / "cards.txt", "CARDS\n") == ["1: error no-cards: the file has no cards"]
    with pytest.raises(InvalidData, match="cannot be read"):
        read_cards(str(tmp_path / "missing.txt"))


def test_mistakes_of_a_deck(tmp_path: Path) -> None:
    text = "DECK\n\nAbout.\n\n4 HWOLF\n5 CADET\nx FARMR\n1 HWLOF\n1 HWOLF\n"
    assert complaints(tmp_path / "deck.txt", text) == [
        "2: error missing-name: the second line must name the deck, the third say what it is like",
        "6: error deck-rule: say once how many CADET the deck has, from 1 to 4",
        "7: error deck-rule: say once how many FARMR the deck has, from 1 to 4",
        '8: error unknown-card: there is no card "HWLOF"; did you mean "HWOLF"?',
        "9: error deck-rule: say once how many HWOLF the deck has, from 1 to 4",
    ]
    text = "DECK\nName\nAbout\n4 HWOLF\n"
    assert complaints(tmp_path / "deck.txt", text) == ["error deck-rule: a deck has 30 cards, this one 4"]


def test_mistakes_of_a_game_config(tmp_path: Path) -> None:
    text = "GAME\n5\nmany\n9\n-1\nno\nHWOLF;HWLOF\n"
    assert complaints(tmp_path / "game.txt", text) == [
        '3: error bad-number: the maximum number of rounds must be a number, not "many"',
        '5: error bad-number: the mana pool size must be a number, not "-1"',
        '7: error unknown-card: there is no card "HWLOF"; did you mean "HWOLF"?',
        "7: warning deck-rule: the deck has 1 cards, but the deck size is 9",
        "7: warning deck-rule: the deck has 1 cards, but each player begins with six",
        "8: warning deck-rule: the deck has 0 cards, but the deck size is 9",
        "8: warning deck-rule: the deck has 0 cards, but each player begins with six",
        "6: warning no-empty-line: the line before the decks should be empty",
    ]
    good = "GAME\n5\n9\n8\n1\n\n" + "CADET;CADET;CADET;CADET;CADET;CADET;CADET\n" * 2
    assert complaints(tmp_path / "game.txt", good) == [
        "7: warning deck-rule: the deck has 7 cards, but the deck size is 8",
        "8: warning deck-rule: the deck has 7 cards, but the deck size is 8",
    ]


def test_a_mistake_in_one_number_of_a_game_config_does_not_shift_the_others(tmp_path: Path) -> None:
    text = "GAME\n5\nmany\n7\n1\n\n" + "CADET;CADET;CADET;CADET;CADET;CADET;CADET\n" * 2
    assert complaints(tmp_path / "game.txt", text) == [
        '3: error bad-number: the maximum number of rounds must be a number, not "many"'
    ]


def test_digits_of_other_alphabets_are_not_numbers(tmp_path: Path) -> None:
    text = "CARDS\nspells\nSPEL1 | Spell | ² | target | health -²\n"
    assert complaints(tmp_path / "cards.txt", text) == [
        '3: error bad-number: mana must be a number from 0 to 99, not "²"',
        '3: error bad-effect: "health" needs an amount such as -2, not "-²"',
    ]
    assert complaints(tmp_path / "deck.txt", "DECK\nName\nAbout\n² CADET\n") == [
        "4: error deck-rule: say once how many CADET the deck has, from 1 to 4"
    ]


def test_mistakes_of_a_message_file(tmp_path: Path) -> None:
    shipped = Path(SHIPPED_MESSAGES).read_text()
    text = shipped.replace("D_TIE:", "D_TEI:") + "nonsense\nI_HASTE:again\n\n"
    last = shipped.count("\n")
    found = complaints(tmp_path / "messages.txt", text)
    assert "error no-text: D_TIE has no text" in found
    assert any(line.endswith("warning unknown-key: D_TEI is never printed") for line in found)
    assert f"{last + 1}: warning no-colon: there is no colon behind the key" in found
    assert any(line.startswith(f"{last + 2}: warning duplicate-key: I_HASTE was given in line") for line in found)
    assert len(found) == 4


BOMBS = {
    "a mebibyte too many": ("CARDS\n" + "#" * 2_000_000, "too-large: the file cannot be read: it is larger than"),
    "too large a deck": ("DECK\n" + "#" * 2_000_000, "too-large: the file cannot be read: it is larger than"),
    "too large a config": ("GAME\n" + "1" * 2_000_000, "too-large: the file cannot be read: it is larger than"),
    "too many messages": ("MESSAGE\n" + "x:y\n" * 500_000, "too-large: the file cannot be read: it is larger than"),
    "no UTF-8": (b"CARDS\n\xff\xfe", "bad-text: the file cannot be read: it is not UTF-8 text"),
    "a NUL": ("CARDS\ncreatures\nCADET | Ca\0det | 1 | 1 | 1 |\n", "bad-text: there is a NUL in this line"),
    "nests": ("CARDS\ncreatures\n" + "[" * 100_000, "bad-text: a line has at most 1,000 characters"),
    "long deck": ("DECK\nName\nAbout\n" + "4 " * 100_000, "bad-text: a line has at most 1,000 characters"),
    "digits": (
        f"CARDS\ncreatures\nCADET | Cadet | {'9' * 500} | 1 | 1 |\n",
        "bad-number: mana must be a number from 0",
    ),
    "zeros": ("CARDS\ncreatures\nCADET | Cadet | 0001000000 | 1 | 1 |\n", "bad-number: mana must be a number from 0"),
    "copies": ("DECK\nName\nAbout\n0019999999 CADET\n", "deck-rule: say once how many CADET the deck has"),
    "infinity": (
        "CARDS\ncreatures\nCADET | Cadet | Infinity | 1 | NaN |\n",
        "bad-number: mana must be a number from 0",
    ),
    "cards": (
        "CARDS\ncreatures\n" + "".join(f"C{number:04} | Name | 1 | 1 | 1 |\n" for number in range(9999)),
        "too-many-values: a card file has at most 500 cards",
    ),
    "effects": (
        f"CARDS\nspells\nSPELL | Spell | 1 | target | {', '.join(['halve'] * 100)}\n",
        "too-many-values: a spell has at most 20 effects",
    ),
    "mistakes": ("CARDS\ncreatures\n" + "x\n" * 400_000, "too-many-problems: the file is not read on from here"),
    "misspelt": ("DECK\nName\nAbout\n" + "1 CADTE\n" * 100_000, "too-many-problems: the file is not read on from here"),
    "keys": ("MESSAGE\n" + "x:y\n" * 200_000, "too-many-problems: the file is not read on from here"),
    "300,000 cards": (
        "GAME\n1\n1\n1\n1\n\n" + "A;" * 300_000 + "\n",
        "deck-rule: the deck has 300,000 cards, and 100,000 are the most",
    ),
    "misspelt cards": (
        "GAME\n1\n1\n1\n1\n\n" + "CADTE;" * 1000 + "\n",
        "too-many-problems: the file is not read on from here",
    ),
    "a long card": ("GAME\n1\n1\n1\n1\n\n" + "C" * 900_000 + "\n", 'unknown-card: there is no card "CCCC'),
    "a long number": ("GAME\n" + "1" * 900_000, 'bad-number: the player health must be a number, not "1111'),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_file_that_would_do_harm_costs_little_and_has_a_clear_problem(name: str, tmp_path: Path) -> None:
    content, problem = BOMBS[name]
    path = tmp_path / "bomb.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    before = time.process_time()
    assert GAME.claims(str(path))
    found = [str(one).removeprefix(str(path)) for one in GAME.check([str(path)])]
    assert time.process_time() - before < 10
    assert any(f"error {problem}" in line for line in found), found[:5]
    assert len(found) < 150
    assert all(len(line) < 1500 for line in found)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    (tmp_path / "gone").symlink_to("nowhere")
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "device", tmp_path / "gone", Path("nul\0")):
        assert not GAME.claims(str(path))
        with pytest.raises(InvalidData, match="error unreadable: the file cannot be read: "):
            read_cards(str(path))


def test_what_faces_show_of_a_file_is_plain_text(tmp_path: Path) -> None:
    source = "CARDS\ncreatures\nEVIL1 | \x1b[2JEv\u202eil\tone | 1 | 1 | 1 |\nEVIL2 | \u200b | 1 | 1 | 1 |\n"
    path = tmp_path / "cards.txt"
    assert complaints(path, source) == ["4: error missing-name: EVIL2 has no name"]
    cards = parse_cards(source.rpartition("EVIL2")[0])
    assert cards.by_key["EVIL1"].name == "[2JEvil one"
    assert len(parse_cards(f"CARDS\ncreatures\nEVIL1 | {'x' * 900} | 1 | 1 | 1 |\n").cards[0].name) == 80
    thirty = "".join(f"4 {key}\n" for key in "CADET FARMR AGRAT CVLRY SOLDR GUARD SNAKE".split()) + "2 HWOLF\n"
    deck = parse_deck(f"DECK\nE\x1b[31mvil\nA\x07bout\n{thirty}", shipped_cards(), "deck.txt")
    assert (deck.name, deck.about) == ("E[31mvil", "About")
    assert complaints(path, "DECK\nName\nAbout\n4 \x1b]0;NOBODY\n") == [
        '4: error unknown-card: there is no card "]0;NOBODY"'
    ]


def test_a_new_creature_needs_a_line_and_no_code(tmp_path: Path) -> None:
    path = tmp_path / "more.txt"
    source = (Path(DATA) / "cards.txt").read_text()
    path.write_text(source.replace("creatures\n", "creatures\nPHNIX | Phoenix | 1 | 4 | 1 | HU\n", 1))
    cards = read_cards(str(path))
    deck = (cards.by_key["PHNIX"], cards.by_key["SHOCK"], cards.by_key["REVIV"]) * 5
    setup = OoperationsSetup(cards, 9, 20, 2, (deck, deck), shuffle=True)
    assert GAME.read_setup(GAME.write_setup(setup)) == setup
    record = check_match(GAME, setup, 4)
    assert any("PHNIX" in line for line in record.actions)
    assert Record.parse(str(record)).replay().outcome is not None
    deck_file = tmp_path / "phoenix.txt"
    deck_file.write_text("DECK\nPhoenixes\nFire.\n4 PHNIX\n")
    assert [p.code for p in GAME.check([str(path), str(deck_file)])] == ["deck-rule"]


def test_unknown_choices_are_refused_with_the_nearest_name() -> None:
    with pytest.raises(ValueError, match='did you mean "wolfpack"'):
        GAME.setup(deck1="wolfpak")
    with pytest.raises(ValueError, match='did you mean "deck1"'):
        GAME.setup(dekc1="wolfpack")


@pytest.mark.parametrize(
    ("first", "right", "rest"),
    [
        ("DEKC", "DECK", "Name\nAbout\n4 HWOLF\n"),
        ("Deck", "DECK", "Name\nAbout\n4 HWOLF\n"),
        ("DECKS", "DECK", "Name\nAbout\n4 HWOLF\n"),
        ("CARD", "CARDS", "creatures\nCADET | Cadet | 1 | 2 | 1 |\n"),
        ("GAEM", "GAME", "5\n9\n7\n1\n\nCADET\nCADET\n"),
        ("MESSAGES", "MESSAGE", "D_TIE:x\n"),
    ],
)
def test_a_misspelt_first_line_is_recognised_and_named(first: str, right: str, rest: str, tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text(f"{first}\n{rest}")
    assert GAME.claims(str(path))
    assert f'{path}:1: error wrong-format: the first line must be "{right}"' in map(str, GAME.check([str(path)]))
    path.write_text(f"{first}\nis the title of these notes, and so on.\n")
    assert not GAME.claims(str(path))


def test_words_too_many_or_too_few_behind_an_effect_are_reported(tmp_path: Path) -> None:
    text = "CARDS\nspells\nSPEL1 | Spell | 1 | target | health +2 attack +1\nSPEL2 | Spell | 1 | target | gain\n"
    assert complaints(tmp_path / "cards.txt", text) == [
        '3: error bad-effect: "health +2 attack +1" has too many words; separate effects with commas',
        '4: error bad-effect: "gain" needs traits behind it, such as HT',
    ]


def test_setups_compare_by_value_and_files_of_others_are_not_claimed(tmp_path: Path) -> None:
    assert GAME.setup() == GAME.setup()
    assert hash(GAME.setup()) == hash(GAME.setup())
    assert GAME.setup() != GAME.setup(deck1="venom")
    assert not GAME.claims(os.fspath(tmp_path))
    assert not GAME.claims(__file__)


CARD_FILE = "CARDS\ncreatures\nOGRE_ | Ogre | 6 | 5 | 12 | R\n"


def test_cards_that_cannot_be_used_together_are_told(tmp_path: Path) -> None:
    one, two = str(tmp_path / "one.txt"), str(tmp_path / "two.txt")
    for path in (one, two):
        Path(path).write_text(CARD_FILE)
    assert [str(problem) for problem in GAME.check([one, two])] == [
        f"{two}: error bad-card-id: {one} has a card OGRE_ too; give one of them another ID"
    ]
    Path(one).write_text(CARD_FILE.replace("OGRE_", "GOLEM"))
    (told,) = GAME.check([one])
    assert "card GOLEM is Golem in the game, and Ogre here; give it another ID" in told.message


def test_exactly_the_declared_problems_occur_and_the_guide_lists_them(tmp_path: Path) -> None:
    many = ";".join(["CADET"] * 7)
    texts = [
        "CARDS\n",
        "CARDS\n\xff",
        "CARDS\n" + "#" * MOST_BYTES,
        "CARDS\ncreatures\n" + "x\n" * 200,
        "CARDS\ncreatures\n" + "x" * 1001,
        "CARDS\nspells\nSPEL1 | Spell | 1 | target | " + "halve," * 21,
        "CARDS\nLOST1 | Lost | 1 | 1 | 1 |\ncreatures\nabcde | | x | 1 | 1 | Q\nSHORT\n",
        "CARDS\nspells\nSPEL1 | Spell | half | all creatures | halve\nSPEL2 | Spell | 1 | targt | gian\n",
        "DECK\nName\nAbout\n4 CADET\n",
        "DECK\nName\nAbout\n5 CADET\n1 HWLOF\n",
        f"GAME\n5\n9\n7\n1\nno\n{many}\n{many}\n",
        "MESSAGE\nnonsense\nD_TEI:x\nD_TIE:x\nD_TIE:y\n",
    ]
    with pytest.raises(InvalidData) as refusal:  # a deck is known by its first line, so this one is named
        parse_deck("Name\nAbout\n", shipped_cards(), "deck.txt")
    found = {problem.code for problem in [*refusal.value.problems, *GAME.check([str(tmp_path)])]}
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.txt"
        path.write_bytes(text.encode("latin-1"))
        found |= {problem.code for problem in GAME.check([str(path)])}
    assert found == set(PROBLEMS)
    _, _, guide = (ROOT / "docs" / "ooperations.md").read_text("utf-8").partition("| code | meaning |\n")
    assert dict(re.findall(r"^\| `(.+)` \| (.+) \|$", guide, re.MULTILINE)) == PROBLEMS
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", code) for code in PROBLEMS)
