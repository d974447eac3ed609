"""The console program as a real process: the companion's dialogues, start-up, input of every kind."""

from __future__ import annotations

import os
import re
import resource
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.games.maze.game import GAME
from tablewright.games.maze.solver.solve import solve
from tests.support.process import (
    HOSTILE_LINES,
    PATIENCE,
    interrupted_at,
    modules_imported_by,
    run_console,
    started,
    unmeasured,
    with_closed_input,
    with_closed_output,
)
from tests.support.transcript import CONFORMANCE, program

COMPANION = CONFORMANCE.parent / "spec" / "maze.md"
SEEDS = CONFORMANCE.parent / "seeds"


def play(layout: str, typed: str | bytes, seed: str = "2", tmp: Path = Path("/")) -> str:
    """Play typed lines and return the output of a run that must end well."""
    data = typed if isinstance(typed, bytes) else typed.encode()
    ran = run_console("maze", layout.split(), data, tmp, RAND_SEED=seed)
    assert (ran.returncode, ran.stderr) == (0, b"")
    return ran.stdout.decode("utf-8")


def without_boards(output: str) -> str:
    return "".join(line + "\n" for line in output.split("\n") if line[:1] not in "╬║")[:-1]


# What the documents show


def dialogues() -> list[tuple[str, str, str]]:
    """Cut the worked dialogues out of the companion: layout, seed, text."""
    if not COMPANION.exists():
        return []
    text = COMPANION.read_text("utf-8")
    text = text[text.index("## 9 Worked dialogues") : text.index("## 10 ")]
    parts = re.split(r"^Layout ", text, flags=re.MULTILINE)[1:]
    found = []
    for part in parts:
        head = part.partition("\n\n")[0]
        layout = " ".join(re.findall(r"`([A-Z]+)`", head.partition("RAND_SEED")[0]))
        seed = re.search(r"RAND_SEED=(\d+)", head)
        assert seed is not None
        before = "".join(f" > {line}\n" for line in re.findall(r"`((?:map|move|flip)[^`]*)`", head))
        body = "".join(line[4:] + "\n" for line in part.split("\n") if line.startswith("    "))
        found.append((layout, seed[1], before + body))
    return found


@pytest.mark.parametrize("number", range(3))
def test_the_dialogues_of_the_companion(number: int) -> None:
    if not dialogues():
        pytest.skip(f"no companion at {COMPANION}")
    layout, seed, text = dialogues()[number]
    typed = [re.split(r" {3,}", line[3:])[0] for line in text.split("\n") if line.startswith(" > ")]
    output = without_boards(play(layout, "\n".join(typed) + "\n", seed))
    answers = output.split(" > ")[1:]
    assert len(answers) == len(typed) + ("quit" not in typed)
    expected = re.split(r"^ > .*\n", text, flags=re.MULTILINE)[1:]
    for line, wanted, answer in zip(typed, expected, answers, strict=False):
        if wanted:  # the commands on the way into the third dialogue are given without their answers
            assert answer == wanted, line


def test_the_help_text_is_that_of_the_seed_and_the_prompt_follows_directly() -> None:
    found = sorted(SEEDS.glob("003*"))
    if not found:
        pytest.skip(f"no seed documents at {SEEDS}")
    text = found[0].read_text("utf-8")
    block = text[text.index("Commands:\\n") :].partition("```")[0]
    help_text = "".join(line.removesuffix("\\n") + "\n" for line in block.rstrip("\n").split("\n"))
    output = play("S", "HELP\nquit\n")
    assert output.endswith(f"\n > {help_text} > ")
    assert help_text.endswith("scry\n\n")


def test_a_won_game_ends_with_the_state_and_the_winning_line_and_no_prompt() -> None:
    solution = solve(GAME.new(GAME.setup(layout="short"), 11))
    output = play("CSF LEA", "map\n" + "\n".join(solution.commands) + "\nflip\n", "11")
    last = output.rpartition(" > ")[2]
    assert re.fullmatch(
        rf"Card Flip Counter: +{solution.flips}\nPossible move: \w+\n"
        rf"You win, congratulations! It took you {solution.flips} card flips to find the treasure.\n",
        last,
    )


# Starting


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        [""],
        ["S", ""],
        ["", "S"],
        ["s"],
        ["Sa"],
        ["S B"],
        [" S"],
        ["S\n"],
        ["S1"],
        ["S,B"],
        ["SABCDE"],
        ["SA", "B"],
        ["A", "SB"],
        ["SS"],
        ["SA", "AB"],
        ["AB"],
        ["SZ"],
        ["SG"],
        ["Ś"],
        ["SÄ"],
        ["ＳＡ"],
        ["S\udcff"],
        ["SABCD", "EFGHI", "JKLMN", "OPQRT", "UVWXY", "ZABCD"],
        ["S"] * 30,
        ["S" * 1000],
        ["-h"],
        ["--help"],
    ],
    ids=repr,
)
def test_an_invalid_layout_is_one_line_and_status_2(arguments: list[str], tmp_path: Path) -> None:
    ran = run_console("maze", arguments, b"quit\n", tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, b"Error: Invalid configuration!\n", b"")


@pytest.mark.parametrize("layout", ["S", "A S", "ABCDS", "A B C D E F L S", "SA BC DE FL"])
def test_every_valid_shape_starts(layout: str) -> None:
    output = play(layout, "")
    rows = layout.split()
    board = [line for line in output.split("\n") if line[:1] in ("╬", "║")]
    assert len(board) == 16 * len(rows) + 1
    assert {len(line) for line in board} == {36 * len(rows[0]) + 1}
    assert output.startswith("Welcome to the magical OOP1 Maze!!!\nCard Flip Counter:   0\n╬")


@pytest.mark.parametrize(
    ("seed", "deck"),
    [
        ("0", "down right left up"),
        ("1", "right left down up"),
        ("2", "right up down left"),
        ("3", "down up left right"),
        ("7", "up right left down"),
        ("42", "right left down up"),
        ("100", "down left up right"),
        ("5489", "left up down right"),
        ("2468", "right up left down"),
        ("12345", "left down up right"),
        ("65535", "up left right down"),
        ("99999", "up down left right"),
        ("4294967295", "up right left down"),
        ("4294967303", "up right left down"),
        ("272838000", "left down right up"),
        ("4029690477", "left right up down"),
        ("  +007", "up right left down"),
        ("-1", "up right left down"),
        ("99999999999999999999999", "up right left down"),
        ("", "down right left up"),
        ("  ", "down right left up"),
        ("-", "down right left up"),
    ],
)
def test_the_seed_shuffles_the_cards(seed: str, deck: str) -> None:
    output = play("S", "map\n" + "flip\n" * 4, seed)
    assert re.findall(r"Possible move: (\w+)", output) == [*deck.split(), deck.split()[0]]


@pytest.mark.parametrize("seed", ["7 ", "0x10", "abc", None])
def test_without_a_usable_seed_the_cards_are_random(seed: str | None, tmp_path: Path) -> None:
    env = {key: value for key, value in os.environ.items() if key != "RAND_SEED"}
    if seed is not None:
        env["RAND_SEED"] = seed
    decks = set()
    for _ in range(8):  # all equal once in 24 ** 7 times
        ran = subprocess.run([program("maze"), "S"], input=b"map\nflip\nflip\nflip\n", capture_output=True, env=env)
        decks.add(tuple(re.findall(rb"Possible move: (\w+)", ran.stdout)))
    assert all(sorted(deck) == [b"down", b"left", b"right", b"up"] for deck in decks)
    assert len(decks) > 1


@pytest.mark.parametrize("locale", ["C", "POSIX", "de_AT.ISO-8859-1", "nonsense"])
def test_output_is_utf8_whatever_the_locale(locale: str, tmp_path: Path) -> None:
    env = {"LC_ALL": locale, "LANG": locale, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    ran = run_console("maze", ["S"], b"", tmp_path, **env)
    assert ran.stdout.decode("utf-8").count("═") == 70
    assert (ran.returncode, ran.stderr) == (0, b"")


# Input


def test_quit_and_end_of_input_print_nothing() -> None:
    assert play("S", "quit\nflip\n") == play("S", "") == play("S", "quit") == play("S", "flip")
    assert play("S", "").endswith("\nPossible move: right\n > ")


def test_a_last_line_without_its_end_is_not_executed() -> None:
    assert play("S", "map\nflip").endswith("Possible move: right\n >  > ")


def test_blank_lines_only_repeat_the_prompt() -> None:
    assert play("S", b"\n \t \n\r\n\x0b\x0c\n").endswith("right\n >  >  >  >  > ")


def test_case_and_white_space_do_not_matter() -> None:
    typed = b"  \t mAp\x0b \nMOVE\tF \x0cRight   1 \r\nqUiT \r\n"
    assert play("S", typed).endswith("right\n >  > Card Flip Counter:   0\nPossible move: right\n > ")


@pytest.mark.parametrize("command", ["quit", "help", "map", "flip", "unlock", "fight"])
def test_commands_without_parameters_refuse_some(command: str) -> None:
    output = play("S", f"{command} x\nflip\n")
    assert " > Please enter a correct NUMBER OF PARAMETERS to not confuse your treasure hunters!\n > Card" in output


def test_the_map_goes_off_silently_and_comes_back_with_a_look() -> None:
    output = play("S", "map\nflip\nmap\nflip\n")
    start, silent, flipped, shown, again = output.split(" > ")[:5]
    assert silent == ""
    assert flipped == "Card Flip Counter:   1\nPossible move: up\n"
    assert shown.count("╬") == again.count("╬") == start.count("╬") == 4


def test_errors_show_no_state() -> None:
    assert play("S", "map\nfight\nmove t up\n").endswith(
        ' > Fighter: "Nothing to fight here!"\n > Thief: "I can\'t go that way right now!"\n > '
    )


def test_a_counter_above_999_grows_to_the_right() -> None:
    output = play("S", "map\n" + "flip\n" * 1000)
    assert "Counter:  99\n" in output
    assert "Counter: 999\n" in output
    assert output.endswith("Card Flip Counter: 1000\nPossible move: right\n > ")


KNOWN = "Please enter a KNOWN COMMAND to not confuse your treasure hunters!\n"


@pytest.mark.parametrize("line", HOSTILE_LINES, ids=lambda line: repr(line[:12]))
def test_hostile_lines_are_blank_or_unknown_commands(line: bytes) -> None:
    output = play("S", line + b"\nquit\n")
    assert output.endswith(f"right\n > {'' if not line.split() else KNOWN} > ")


def test_hostile_parameters_are_explained_like_any_other() -> None:
    typed = b"move t up \xff\nmove \xc3\x9f up\nmove t \xff 1\nscry \x00 up\nmove t right " + b"9" * 100_000 + b"\n"
    answers = play("S", b"map\n" + typed).split(" > ")[2:]
    assert answers == [
        'Thief: "I don\'t understand how far I should go!"\n',
        "Who do you want to move?!?\n",
        'Thief: "I don\'t understand where I should go!"\n',
        'Seer: "I can\'t scry without my magic crystal ball!"\n',
        'Thief: "My way is blocked!"\n',
        "",
    ]


@given(st.lists(st.binary(max_size=60), max_size=30))
@settings(max_examples=15, deadline=None)
def test_garbage_ends_well(lines: list[bytes]) -> None:
    assert play("SAD BCL", b"\n".join(lines)).endswith(" > ")


def test_end_of_input_at_every_prompt_ends_quietly() -> None:
    typed = ["map", "move f right", "flip", "help", "move t down", "nonsense", "map", "flip"]
    for count in range(len(typed) + 1):
        assert play("SA", "".join(line + "\n" for line in typed[:count])).endswith(" > ")


def test_a_prompt_is_there_before_the_program_waits() -> None:
    with started([program("maze"), "S"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for line in (b"map\n", b"flip\n", b"\n", b"quit\n"):
            output = b""
            while not output.endswith(b" > "):
                piece = process.stdout.read1()
                assert piece, output
                output += piece
            process.stdin.write(line)
            process.stdin.flush()
        assert process.stdout.read() == b""
        assert process.wait(PATIENCE) == 0


def test_a_closed_output_ends_the_game_without_a_word(tmp_path: Path) -> None:
    assert with_closed_output("maze", ["SAD", "BCL"], b"flip\n" * 50, tmp_path) == (0, b"")


def test_a_closed_input_ends_the_game_without_a_word(tmp_path: Path) -> None:
    ran = with_closed_input("maze", ["S"], tmp_path)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_an_interrupt_ends_the_game_without_a_traceback(tmp_path: Path) -> None:
    assert interrupted_at(b" > ", [program("maze"), "S"], tmp_path) == (130, b"")


def test_a_line_that_does_not_fit_into_memory_is_the_end() -> None:
    def little_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (120_000_000, 120_000_000))

    with subprocess.Popen(
        [program("maze"), "S"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=little_memory,
        env=unmeasured(),
    ) as process:
        output, errors = process.communicate(b"x" * 200_000_000, timeout=60)
    assert output.endswith(b" > Error: Not enough memory!\n")
    assert (process.returncode, errors) == (1, b"")


def test_the_console_loads_nothing_slow() -> None:
    loaded = modules_imported_by("tablewright.consoles.maze")
    slow = {"typing", "dataclasses", "enum", "json", "pathlib", "argparse", "re", "random", "functools", "collections"}
    assert loaded & slow == set()
    assert {name for name in loaded if name.startswith("tablewright.games.")} == {
        "tablewright.games.maze",
        *(
            f"tablewright.games.maze.{part}"
            for part in "actions drawing events files pieces reasons rules setup state".split()
        ),
    }


def test_what_was_said_is_there_before_the_next_line_is_waited_for(tmp_path: Path) -> None:
    pipe = subprocess.PIPE
    with started([program("maze"), "SAD", "BCL"], stdin=pipe, stdout=pipe, cwd=tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for typed in (b"", b"fli", b"p\nfl", b"ip\n"):
            process.stdin.write(typed)
            process.stdin.flush()
            output = b""
            while typed != b"fli" and not output.endswith(b" > "):
                piece = process.stdout.read1()
                assert piece, output
                output += piece
        assert b"Card Flip Counter:   2" in output
