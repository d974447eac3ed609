"""The console program, as a real process."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tablewright.core.dice import Dice
from tablewright.games.marches.files import Catalogue, find_deck, make_setup
from tablewright.games.marches.state import deal
from tests.games.marches.story import BOARD, effect, find, modify, skill, unit
from tests.support.process import (
    HOSTILE_LINES,
    modules_imported_by,
    run_console,
    with_closed_input,
    with_closed_output,
)

DECKS = ["vanguard", "fen", "--seed", "7"]


def console(*lines: str, arguments: list[str] | None = None, cwd: Path = Path(), **env: str) -> str:
    typed = "".join(f"{line}\n" for line in lines).encode()
    ran = run_console("marches", DECKS if arguments is None else arguments, typed, cwd, **env)
    assert ran.stderr == b""
    assert ran.returncode == 0, ran.stdout.decode()
    return ran.stdout.decode()


def test_the_opening(tmp_path: Path) -> None:
    assert console("quit", cwd=tmp_path) == (
        "THE MARCHES: vanguard against fen, seed 7. Type help for the commands.\n"
        "\n"
        "== Turn 1: player 1 ==\n"
        "\n"
        "v player 2, BOG WARDEN   21 HP   4 gold   hand 5   deck 25   MARSH LIGHT (costs 3)\n"
        "------------------------------------------------------------------------------\n"
        " PLAINS                    FOREST                    MOUNTAIN\n"
        "     |                         |                     M8 .\n"
        "     |                     F6 .                      M7 .\n"
        " P4 .                      F5 .                      M6 .\n"
        " P3 .                      F4 .                      M5 .\n"
        " P2 .                      F3 .                      M4 .\n"
        " P1 .                      F2 .                      M3 .\n"
        "     |                     F1 .                      M2 .\n"
        "     |                         |                     M1 .\n"
        "------------------------------------------------------------------------------\n"
        "^ player 1, MARSHAL   21 HP   4 gold   hand 5   deck 25   SORTIE (costs 3)\n"
        "\n"
        "player 1, 4 gold> "
    )


def test_own_cards_that_the_check_calls_wrong_are_named_beside_the_match(tmp_path: Path) -> None:
    card = {**unit(100), "Atack": 3, "Rarity": 1}
    del card["Attack"]
    (tmp_path / "100.json").write_text(json.dumps(card, indent=1))
    ran = run_console("marches", [*DECKS, "--cards", "."], b"info 100\nquit\n", tmp_path)
    right = run_console("marches", DECKS, b"quit\n", tmp_path)
    assert ran.returncode == 0
    assert ran.stdout.startswith(right.stdout)
    line = next(n for n, text in enumerate(json.dumps(card, indent=1).split("\n"), 1) if "Atack" in text)
    assert ran.stderr.decode() == (
        f'tablewright check finds 1 error in ./100.json: a card has no "Atack"; did you mean "Attack"? (line {line})\n'
    )


def test_a_turn_and_its_events(tmp_path: Path) -> None:
    text = console("play thief forest", "why", "done", "why", "log 2", "log 0", cwd=tmp_path)
    assert "player 1, 4 gold>   player 1 plays THIEF at F1\n" in text
    assert "  player 1's THIEF comes into play on F1\n" in text
    assert "No effect was carried out by the last action.\n" in text
    assert "player 2, at the end of a turn (listening to the board); the one who acts is player 1:\n" in text
    assert "    = no targets: the one who acts is player 1, an enemy player\n" in text
    assert "== Turn 2: player 2 ==\n  player 2 draws a card\n" in text
    assert " F1 ^THIEF 2/2 " in text
    assert "player 2, 6 gold>   player 2 draws a card\n  player 2 gains 2 gold, now 6\nplayer 2, 6 gold> " in text


def test_looking_at_cards_and_tiles(tmp_path: Path) -> None:
    text = console(
        "info",
        "info thief",
        "info f1",
        "play thief f1",
        "info F1",
        "info nonsense",
        "help",
        "log",
        "hand",
        cwd=tmp_path,
    )
    assert "[ERROR] Say of what: info CARD or info PLACE.\n" in text
    assert '"Whenever it deals damage, you get 1 gold."\n' in text
    assert "F1 is empty.\n" in text
    assert "On F1:\n  1. THIEF of player 1, unit, 2 of 2 HP, attack 2, movement 1\n" in text
    assert '[ERROR] There is no card called "NONSENSE" in this match.\n' in text
    assert " why                  what the effects of the last action did, step by step\n" in text
    assert " +  2 BATTERING RAM            unit 2/1, movement 3\n" in text
    assert "\n        at P1 F1 M1\n" in text
    assert "        not now: FLAMING VOLLEY costs 3 gold, and you have 2\n" in text


def test_nothing_to_tell_yet(tmp_path: Path) -> None:
    text = console("log", "log x", "log 1 2", "why", cwd=tmp_path)
    assert "Nothing has happened yet.\n" in text
    assert text.count("[ERROR] Say how many lines: log NUMBER.\n") == 2
    assert "No effect was carried out by the last action.\n" in text


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("fly", "[ERROR] The commands of a turn are: play CARD at PLACE, power, choose NUMBER, done."),
        ("play thief", "[ERROR] Say where: play THIEF at PLACE."),
        ("play thief p3", "[ERROR] THIEF cannot be played at P3."),
        ("play brute p1", "[ERROR] BRUTE is not in your hand."),
        ("choose 1", "[ERROR] There is nothing to choose."),
    ],
)
def test_errors_are_one_line(line: str, error: str, tmp_path: Path) -> None:
    assert f"player 1, 4 gold> {error}\nplayer 1, 4 gold> " in console(line, cwd=tmp_path)


def test_the_hand_of_the_other_player_is_never_shown(tmp_path: Path) -> None:
    text = console("hand", "board", "log", "info p1", "done", cwd=tmp_path)
    for name in ("REED STALKER", "BOG HERALD", "WILL-O-WISP", "MIRE"):
        assert name not in text


# --------------------------------------------------------------------------------------------------------- own cards


def own_cards(folder: Path) -> list[str]:
    """Write some cards and a deck of them, and return the arguments for a match of that deck against itself."""
    slayer = skill(200, BOARD, find("OPPONENT", "PLAYER"), effect("KILL_ENTITIES"), Rarity=1)
    breaker = skill(201, modify("ACC", "SET", 10**9), modify("ACC", "ADD", 1), Rarity=1)
    dart = skill(
        202,
        effect("SELECT_ENTITY", SearchCriterion="PLAY_TARGET_ENTITY", TargetPlayer="BOTH", TargetType="UNIT"),
        effect("EFFECT_DAMAGE", TempVariable=1),
        Rarity=1,
        TargetType="UNIT",
        TargetOwner="BOTH",
        TargetOptions=[],
    )
    cards = [
        slayer,
        breaker,
        dart,
        unit(203, hp=3, movement=0, Rarity=1, Name="A NAME THAT IS FAR TOO LONG FOR THE BOARD", MovementDenominator=2),
    ]
    cards += [unit(number, Rarity=1) for number in range(204, 210)]
    for card in cards:
        (folder / f"{card['Id']}.json").write_text(json.dumps(card))
    names = {200: "SLAYER", 201: "BREAKER", 202: "DART"}
    for number, name in names.items():
        (folder / f"{number}-illustration.json").write_text(json.dumps({"Name": name, "Text": f"*{name}* of #NAMES#"}))
    deck = {"format": "marches-deck/1", "name": "own", "cards": {str(card["Id"]): 3 for card in cards}}
    (folder / "own.json").write_text(json.dumps(deck))
    return ["own.json", "./own.json", "--cards=."]


def seed_with(folder: Path, *numbers: int) -> str:
    """Return a seed whose opening hand holds these cards."""
    catalogue = Catalogue()
    catalogue.add_folder(str(folder))
    deck = find_deck(str(folder / "own.json"), catalogue)
    setup = make_setup([deck.cards, deck.cards], catalogue=catalogue)
    for seed in range(5000):
        hand = deal(setup, Dice(seed)).players[0].hand
        if all(hand.count(number) >= numbers.count(number) for number in numbers):
            return f"--seed={seed}"
    raise AssertionError("no such seed")


def test_a_match_is_won(tmp_path: Path) -> None:
    arguments = own_cards(tmp_path)
    text = console("play slayer", arguments=[*arguments, seed_with(tmp_path, 200)], cwd=tmp_path)
    assert "  player 1 has won\n" in text
    assert text.endswith("\nPlayer 1 has won the match in turn 1.\n")


def test_a_card_that_breaks_the_match(tmp_path: Path) -> None:
    arguments = own_cards(tmp_path)
    text = console("play breaker", arguments=[*arguments, seed_with(tmp_path, 201)], cwd=tmp_path)
    fault = "BREAKER (201) broke the match: its effects made a number beyond 1,000,000,000"
    assert f"  the match is void: {fault}\n" in text
    assert text.endswith(f"[ERROR] {fault}.\nThe match is void: nobody has won.\n")


def test_choosing_on_the_console(tmp_path: Path) -> None:
    arguments = [*own_cards(tmp_path), seed_with(tmp_path, 202, 203, 203)]
    lines = ["play a name f1", "play a name f1", "play dart f1", "done", "choose 3", "choose 2", "info f1", "why"]
    text = console(*lines, "board", arguments=arguments, cwd=tmp_path)
    assert (
        "DART on which one?\n"
        "  1. A NAME THAT IS FAR TOO LONG FOR THE BOARD of player 1, unit, 3 of 3 HP, attack 1, movement 0/2\n"
    ) in text
    assert "player 1, choose> [ERROR] First choose one of the 2 targets on F1.\n" in text
    assert "player 1, choose> [ERROR] Choose a number from 1 to 2.\n" in text
    assert "player 1, choose>   player 1 plays DART on player 1's A NAME" in text
    assert "  2. A NAME THAT IS FAR TOO LONG FOR THE BOARD of player 1, unit, 2 of 3 HP" in text
    assert "2. deal 1 damage to every target\n" in text
    assert re.search(r"\^A NAME THAT IS~ 1/3\n +\^A NAME THAT IS~ 1/2\n", re.sub(r" +M\d \.", "", text))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            [],
            "[--cards FOLDER] [--rule NAME=N]\n  decks: fen, guild, masons, vanguard, or",
        ),
        (["fen"], "usage: marches DECK DECK"),
        (["fen", "gild"], 'there is no deck "gild"; did you mean "guild"?'),
        (["fen", "guild", "--seed"], "--seed needs a value"),
        (["fen", "guild", "--seed", "x"], 'the seed must be a number, not "x"'),
        (["fen", "guild", "--rule", "starting_cards=x"], 'the rule starting_cards must be a number, not "x"'),
        (
            ["fen", "guild", "--rule=starting_card=3"],
            'there is no rule "starting_card"; did you mean "starting_cards"?',
        ),
        (["fen", "guild", "--rule=starting_cards=31"], "starting_cards must be from 0 to 30, not 31"),
        (["fen", "guild", "--sed", "1"], 'there is no option "--sed"'),
        (["fen", "none.json"], "none.json: error unreadable: this file cannot be read"),
        (["fen", "guild", "--cards", "none"], "the folder none cannot be read"),
    ],
)
def test_what_cannot_be_started_is_said_in_a_sentence(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    ran = run_console("marches", arguments, b"", tmp_path)
    assert ran.returncode == 2
    assert ran.stdout.decode().startswith("[ERROR] ")
    assert sentence in ran.stdout.decode()
    assert ran.stderr == b""


def test_help_and_seeds(tmp_path: Path) -> None:
    assert console(arguments=["--help"], cwd=tmp_path).startswith("usage: marches DECK DECK")
    assert ", seed 5." in console(arguments=["fen", "fen"], cwd=tmp_path, RAND_SEED="5")
    assert ", seed 6." in console(arguments=["fen", "fen", "--seed", "6"], cwd=tmp_path, RAND_SEED="5")
    assert "hand 4 " in console(arguments=["fen", "fen", "--rule", "starting_cards=4", "--rule=any_deck"], cwd=tmp_path)
    assert re.search(r", seed \d+\.", console(arguments=["fen", "fen"], cwd=tmp_path, RAND_SEED="?"))


# ------------------------------------------------------------------------------------------------------------ hostile


def test_hostile_lines_are_refused_one_by_one(tmp_path: Path) -> None:
    verbs = [b"", b"play ", b"info ", b"log ", b"choose ", b"play thief at "]
    typed = b"".join(
        verb + line.replace(b"\n", b" ") + b"\n" for verb in verbs for line in [*HOSTILE_LINES, b"0" * 5000]
    )
    ran = run_console("marches", DECKS, typed + b"quit\n", tmp_path)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.count(b"[ERROR]") > 50
    assert max(len(line) for line in ran.stdout.split(b"\n")) < 400


@pytest.mark.parametrize("lines", [0, 1, 2, 3])
def test_the_end_of_input_ends_the_program_at_every_prompt(lines: int, tmp_path: Path) -> None:
    script = ["play thief f1", "done", "hand"]
    ran = run_console("marches", DECKS, "\n".join(script[:lines]).encode(), tmp_path)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.endswith(b"> \n")


def test_closed_streams(tmp_path: Path) -> None:
    assert with_closed_output("marches", DECKS, b"hand\ndone\n" * 50, tmp_path) == (0, b"")
    ran = with_closed_input("marches", DECKS, tmp_path)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_the_program_starts_without_heavy_modules() -> None:
    loaded = modules_imported_by("tablewright.consoles.marches")
    heavy = {
        "typing",
        "dataclasses",
        "enum",
        "json",
        "re",
        "pathlib",
        "argparse",
        "random",
        "importlib.resources",
        "difflib",
    }
    assert not loaded & heavy
    others = {name for name in loaded if name.startswith("tablewright.games.") and ".marches" not in name}
    assert not others
    assert "tablewright.games.marches.machine.trace" not in loaded
    assert not {name for name in loaded if name.startswith("tablewright.games.marches.") and name.count(".") > 3} - {
        f"tablewright.games.marches.{room}"
        for room in (
            *("language.cards", "language.codes", "language.effects", "language.reader", "language.shapes"),
            *("language.vocabulary", "machine.chain", "machine.operations"),
        )
    }
