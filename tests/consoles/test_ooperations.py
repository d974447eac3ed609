"""The console program: the seeds' own examples, start-up errors, the result file, and hostile input."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

from tablewright.consoles import ooperations as console
from tablewright.games.ooperations.files import SHIPPED_MESSAGES, message_keys, shipped_cards, shipped_texts
from tablewright.games.ooperations.game import GAME
from tablewright.games.ooperations.pieces import CREATURE
from tablewright.games.ooperations.reasons import REASONS
from tests.support.process import (
    HOSTILE_LINES,
    interrupted_at,
    modules_imported_by,
    modules_loaded_by,
    run_console,
    with_closed_input,
    with_closed_output,
    without_notices,
)
from tests.support.transcript import CONFORMANCE, program

SEEDS = CONFORMANCE.parent / "seeds"
MESSAGES = SHIPPED_MESSAGES
CONFIG = "GAME\n5\n9\n9\n6\n\n" + "SQIRL;GLDTR;SHOCK;FIRBL;FIRBL;SHOCK;SQIRL;SQIRL;SHOCK\n" * 2


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(CONFIG)
    return path


def play(config: Path, typed: str | bytes, messages: str = MESSAGES) -> str:
    """Play typed lines and return the output of a run that must end well."""
    data = typed if isinstance(typed, bytes) else typed.encode()
    ran = run_console("ooperations", [config.name, messages], data, config.parent)
    assert (ran.returncode, without_notices(ran.stderr)) == (0, b"")
    return ran.stdout.decode("utf-8", "surrogateescape")


def seed_example(pattern: str) -> tuple[str, str, str]:
    """Cut a console example out of a seed document: typed lines, expected output, and the file afterwards."""
    found = sorted(SEEDS.glob(pattern))
    if not found:
        pytest.skip(f"no seed documents at {SEEDS}")
    text = found[0].read_text()
    blocks = re.findall(r"^```\n(.*?)^```", text[text.index("Example Console Output") :], re.DOTALL | re.MULTILINE)
    typed = re.findall(r"^P[12]> (.*)$", blocks[0], re.MULTILINE)
    # On a pipe the typed text is not part of the output, and quit prints nothing behind its prompt.
    output = re.sub(r"^(P[12]> ).*\n", r"\1", blocks[0], flags=re.MULTILINE)
    return "\n".join(typed) + "\n", output, blocks[1] if len(blocks) > 1 else ""


def test_the_example_of_the_first_seed_with_our_own_messages(config: Path) -> None:
    typed, output, _ = seed_example("001*")
    assert play(config, typed) == output
    assert config.read_text() == CONFIG


def test_the_full_game_of_the_second_seed_with_our_own_messages(tmp_path: Path) -> None:
    typed, output, after = seed_example("000*")
    config = tmp_path / "game.txt"
    config.write_text(after.rpartition("\n\n")[0] + "\n")
    # In the document a spell's bottom line has lost its last blank where an editor took it.
    played = play(config, typed)
    assert [line.rstrip() for line in played.split("\n")] == [line.rstrip() for line in output.split("\n")]
    assert config.read_text() == after


def test_our_messages_have_every_key_and_nothing_else() -> None:
    assert GAME.check([MESSAGES]) == []


def test_the_console_prints_exactly_the_keys_of_our_messages() -> None:
    """Besides one key for each refusal and one or two for each card, it prints those that it names."""
    source = ast.parse(Path(console.__file__).read_text("utf-8"))
    texts = [node.value for node in ast.walk(source) if isinstance(node, ast.Constant)]
    named = {text for text in texts if isinstance(text, str) and re.fullmatch("[DEI]_[A-Z0-9_]+", text)}
    cards = shipped_cards().cards
    named |= {f"E_{reason.code}" for reason in REASONS} | {f"I_{card.key}" for card in cards}
    named |= {f"D_{card.key}" for card in cards if card.aim != CREATURE}
    assert named == set(shipped_texts()) == set(message_keys(cards))


def test_a_key_without_text_shows_itself_and_a_text_keeps_its_bytes(config: Path, tmp_path: Path) -> None:
    messages = tmp_path / "few.txt"
    messages.write_bytes(b"MESSAGE\nD_WELCOME: a: \xff\nno colon\n")
    played = play(config, "xyzzy\n", str(messages))
    assert played.startswith("<D_BORDER_D>\n a: \udcff\n<D_BORDER_D>\n")
    assert "\nP1> [ERROR] <E_UNKNOWN_COMMAND>\n\nP1> " in played
    ran = run_console("ooperations", [config.name, str(messages)], b"quit\n", config.parent)
    assert re.fullmatch(rf"tablewright check finds \d+ errors in {messages}: \S+ has no text\n", ran.stderr.decode())


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        ([], 2, "[ERROR] Wrong number of parameters.\n"),
        (["game.txt"], 2, "[ERROR] Wrong number of parameters.\n"),
        (["game.txt", "messages.txt", "x"], 2, "[ERROR] Wrong number of parameters.\n"),
        (["missing.txt", "also-missing"], 3, "[ERROR] Invalid file (missing.txt).\n"),
        (["game.txt", "./missing.txt"], 3, "[ERROR] Invalid file (./missing.txt).\n"),
        ([".", "messages.txt"], 3, "[ERROR] Invalid file (.).\n"),
        (["messages.txt", "messages.txt"], 3, "[ERROR] Invalid file (messages.txt).\n"),
        (["game.txt", "game.txt"], 3, "[ERROR] Invalid file (game.txt).\n"),
        (["crlf.txt", "messages.txt"], 3, "[ERROR] Invalid file (crlf.txt).\n"),
        (["bare.txt", "messages.txt"], 3, "[ERROR] Invalid file (bare.txt).\n"),
        (["empty.txt", "messages.txt"], 3, "[ERROR] Invalid file (empty.txt).\n"),
        (["cut.txt", "messages.txt"], 3, "[ERROR] Invalid file (cut.txt).\n"),
    ],
)
def test_start_up_errors(config: Path, arguments: list[str], status: int, text: str) -> None:
    folder = config.parent
    (folder / "messages.txt").write_bytes(Path(MESSAGES).read_bytes())
    (folder / "crlf.txt").write_text(CONFIG.replace("\n", "\r\n", 1), newline="")
    (folder / "bare.txt").write_text("GAME")
    (folder / "empty.txt").write_text("")
    (folder / "cut.txt").write_text("GAME\n5\n")
    ran = run_console("ooperations", arguments, b"", folder)
    assert (ran.returncode, ran.stdout.decode(), ran.stderr) == (status, text, b"")


def test_numbers_may_be_as_large_as_machine_words(config: Path) -> None:
    config.write_text(CONFIG.replace("GAME\n5\n9\n", "GAME\n4294967295\n2147483647\n"))
    assert "Health: 4294967295\n" in play(config, "status\n")


def test_quit_and_end_of_input_print_nothing_and_leave_the_file_alone(config: Path) -> None:
    assert play(config, "quit\n").endswith("\nP1> ")
    assert play(config, "").endswith("\nP1> ")
    assert play(config, "done\n").endswith("\nP2> ")
    assert config.read_text() == CONFIG


def test_a_last_line_without_newline_is_a_command(config: Path) -> None:
    assert play(config, "done").endswith("\nP2> ")


def test_case_and_white_space_do_not_matter(config: Path) -> None:
    assert "A squirrel soldier?!?!?" in play(config, b"  \t CreaTure\x0b sqIRl \r f3  \r\n")


@pytest.mark.parametrize("line", HOSTILE_LINES, ids=lambda line: repr(line[:12]))
def test_hostile_lines_are_unknown_commands(config: Path, line: bytes) -> None:
    output = play(config, line + b"\nquit\n")
    assert output.endswith("\nP1> [ERROR] Nobody at this table knows that command.\n\nP1> ")
    assert config.read_text() == CONFIG


def test_end_of_input_at_every_prompt_of_a_game_ends_it_quietly(tmp_path: Path) -> None:
    typed = ["creature sqirl f1", "hand", "done", "creature gldtr f1", "done", "battle f1 b1", "done", "done"]
    for count in range(len(typed) + 1):
        config = tmp_path / "game.txt"
        config.write_text(CONFIG)
        assert re.search(r"\nP[12]> $", play(config, "\n".join(typed[:count])))
        assert config.read_text() == CONFIG


def test_a_closed_output_ends_the_game_without_a_word(config: Path) -> None:
    assert with_closed_output("ooperations", [config.name, MESSAGES], b"done\n" * 50, config.parent) == (0, b"")


def test_a_closed_input_ends_the_game_without_a_word(config: Path) -> None:
    ran = with_closed_input("ooperations", [config.name, MESSAGES], config.parent)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_an_interrupt_ends_the_game_without_a_traceback(config: Path) -> None:
    command = [program("ooperations"), config.name, MESSAGES]
    assert interrupted_at(b"\nP1> ", command, config.parent) == (130, b"")


def test_each_game_on_the_same_file_adds_its_result(config: Path) -> None:
    play(config, "done\n" * 99)
    result = "\nPlayer 2 has won! Congratulations!\n"
    assert config.read_text() == CONFIG + result
    play(config, "done\n" * 99)
    assert config.read_text() == CONFIG + result * 2


def test_a_tie_is_written_as_the_catalogue_says_it(tmp_path: Path) -> None:
    config, messages = tmp_path / "game.txt", tmp_path / "messages.txt"
    config.write_text(CONFIG.replace("\n9\n9\n", "\n0\n9\n", 1))
    messages.write_bytes(Path(MESSAGES).read_bytes() + b"D_TIE: caf\xe9: a : tie \n")
    output = play(config, "", str(messages))
    assert output.endswith("\n caf\udce9: a : tie \n" + "=" * 89 + "\n")
    assert config.read_bytes().endswith(b"\n\n caf\xe9: a : tie \n")


def test_a_result_that_cannot_be_written_is_said_so(config: Path) -> None:
    # A privileged user may write to read-only files, so the file becomes a folder while the program runs.
    with subprocess.Popen(
        [program("ooperations"), config.name, MESSAGES],
        cwd=config.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.read(200)
        config.unlink()
        config.mkdir()
        output, _ = process.communicate(b"done\n" * 99, timeout=60)
    assert process.returncode == 0
    assert output.endswith(b"=\n[INFO] The result could not be written to the game config.\n")


def test_the_board_can_be_switched_off_and_on(config: Path) -> None:
    output = play(config, "board\ndone\nboard\nquit\n")
    first, _, rest = output.partition("P1> ")
    assert "ATTACKER: PLAYER 1" in first
    assert rest.startswith("\nP1> \nP2> ==================================")
    assert rest.count("ATTACKER: PLAYER 1") == 1


def test_the_console_imports_what_it_needs_and_no_slow_module() -> None:
    loaded = modules_imported_by("tablewright.consoles.ooperations")
    rooms = {
        "tablewright": "consoles core games",
        "tablewright.consoles": "ooperations saving terminal",
        "tablewright.core": "light outside problems state",
        "tablewright.games": "ooperations",
        "tablewright.games.ooperations": "actions battle drawing events files pieces reasons rules setup spells state",
    }
    assert {name for name in loaded if name.startswith("tablewright")} == {
        *rooms,
        *(f"{room}.{name}" for room, names in rooms.items() for name in names.split()),
    }
    slow = {"typing", "dataclasses", "enum", "json", "pathlib", "argparse", "re", "random", "importlib.resources"}
    assert loaded & slow == set()


def test_a_match_begins_without_a_slow_module(config: Path) -> None:
    code = "from tablewright.consoles.ooperations import main; main()"
    loaded = modules_loaded_by(code, str(config), SHIPPED_MESSAGES)
    assert "tablewright.games.ooperations.rules" in loaded
    assert not {"typing", "re", "enum", "dataclasses"} & loaded


def test_a_closed_input_does_not_hide_a_start_up_error(config: Path) -> None:
    ran = with_closed_input("ooperations", [config.name], config.parent)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, b"[ERROR] Wrong number of parameters.\n", b"")


def test_without_any_output_the_program_ends_quietly(config: Path) -> None:
    command = f'exec "{program("ooperations")}" "$@" >&-'
    ran = subprocess.run(
        ["sh", "-c", command, "ooperations", config.name, MESSAGES], cwd=config.parent, input=b"done\n", timeout=60
    )
    assert ran.returncode == 0
    assert config.read_text() == CONFIG
