"""The console program: the seed's own game, start-up, setup questions, displays, the score file, and hostile input."""

from __future__ import annotations

import os
import re
import resource
import stat
import subprocess
from pathlib import Path

import pytest

from tablewright.consoles.dungeons import Story
from tablewright.core.problems import BadFile
from tablewright.core.state import Reason
from tablewright.games.dungeons import reasons
from tablewright.games.dungeons.files import STORY_KEYS
from tablewright.games.dungeons.game import GAME, dungeons
from tablewright.games.dungeons.tables import DATA
from tests.support.process import (
    HOSTILE_LINES,
    interrupted_at,
    modules_imported_by,
    run_console,
    with_closed_input,
    with_closed_output,
    without_notices,
)
from tests.support.transcript import CONFORMANCE, program

STORY = os.path.join(DATA, "story.txt")
#: The dungeon of the seed's full example, as its maps and messages show it.
EXAMPLE = "DUNGEON\n1:3,3;T:1,1:5,PARM,1,QCLD,1,GHEP,3;D:1,3:2;Z:2,2:1;D:3,3:0;\n2:3,3;D:1,2:1;L:2,2:1;\n"
PEACEFUL = "DUNGEON\n1:3,3;D:3,3:0;D:1,1:2;T:1,3:2,BOLT,3;\n2:3,3;D:1,1:1;G:3,3:1;\n"
ONE_ROGUE = "1\nCid\nr\n"
FLEE = ONE_ROGUE + "move r 3,3\n"

PROMPT = "\n** What do you want to do?\n> "
COUNT_ERROR = "Please enter a number of players between 1 and 3.\n> "
NAME_ERROR = "Please enter a unique name with not more than 10 characters.\n> "
TYPE_ERROR = "Please enter a letter representing your desired player type (W, B, or R).\n> "
FILE_ERROR = "!! This file cannot be written. Please enter another path.\n> "
FILE_PROMPT = "** a path for a new file (including the file format e.g. `.txt`).\n> "
SCORE = (
    "-- Players --------------------------------------\n"
    '  Rogue [R] "Cid" survived.\n'
    "\n"
    "-- Statistics -----------------------------------\n"
    "  1 rooms completed\n"
    "  1 performed actions\n"
    "\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "example.txt").write_text(EXAMPLE)
    (tmp_path / "peaceful.txt").write_text(PEACEFUL)
    return tmp_path


def play(folder: Path, typed: str | bytes, dungeon: str = "peaceful.txt", seed: str = "1234") -> str:
    """Play typed lines and return the output of a run that must end well."""
    data = typed if isinstance(typed, bytes) else typed.encode()
    ran = run_console("dungeons", [dungeon, STORY], data, folder, RAND_SEED=seed)
    assert (ran.returncode, without_notices(ran.stderr)) == (0, b"")
    return ran.stdout.decode("utf-8", "surrogateescape")


def test_the_full_game_of_the_seed_with_our_own_story(folder: Path) -> None:
    found = sorted((CONFORMANCE.parent / "seeds").glob("002*"))
    if not found:
        pytest.skip("no seed documents here")
    text = found[0].read_text()
    (block,) = re.findall(r"^```\n(.*?)^```", text[text.index("## Full Example Game") :], re.DOTALL | re.MULTILINE)
    typed = re.findall(r"^> (.*)$", block, re.MULTILINE)
    output = re.sub(r"^(> ).*\n", r"\1", block, flags=re.MULTILINE)
    (folder / "saves").mkdir()
    played = play(folder, "\n".join(typed) + "\n", "example.txt")
    assert played == output
    score = (folder / "saves" / "game_10.txt").read_text()
    assert score in output
    assert score.startswith("-- Players ---")
    assert score.endswith("  19 performed actions\n\n")


# Start-up


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        ([], 2, "Error: Wrong number of parameters!\n"),
        (["example.txt"], 2, "Error: Wrong number of parameters!\n"),
        (["example.txt", "story.txt", "x"], 2, "Error: Wrong number of parameters!\n"),
        (["missing.txt", "missing"], 3, "Error: Invalid file (missing.txt)!\n"),
        (["example.txt", "./missing.txt"], 3, "Error: Invalid file (./missing.txt)!\n"),
        ([".", "story.txt"], 3, "Error: Invalid file (.)!\n"),
        (["story.txt", "story.txt"], 3, "Error: Invalid file (story.txt)!\n"),
        (["example.txt", "example.txt"], 3, "Error: Invalid file (example.txt)!\n"),
        (["empty.txt", "story.txt"], 3, "Error: Invalid file (empty.txt)!\n"),
        (["bad.txt", "empty.txt"], 3, "Error: Invalid file (bad.txt)!\n"),
        (["", "story.txt"], 3, "Error: Invalid file ()!\n"),
    ],
)
def test_start_up_errors(folder: Path, arguments: list[str], status: int, text: str) -> None:
    (folder / "story.txt").write_bytes(Path(STORY).read_bytes())
    (folder / "empty.txt").write_text("")
    (folder / "bad.txt").write_text("DUNGEON\n1:3,3;Z:4,4:1;\n")
    ran = run_console("dungeons", arguments, b"", folder)
    assert (ran.returncode, ran.stdout.decode(), ran.stderr) == (status, text, b"")


def test_what_is_played_although_it_has_mistakes_is_named_on_standard_error(folder: Path) -> None:
    (folder / "story.txt").write_bytes(Path(STORY).read_bytes().replace(b"N_DEFEAT:", b"N_DEFAET:"))
    ran = run_console("dungeons", ["peaceful.txt", "story.txt"], b"quit\n", folder)
    lines = ran.stderr.decode().splitlines()
    assert [line.partition(": ")[0] for line in lines] == [
        "tablewright check finds 2 errors in peaceful.txt",
        "tablewright check finds 2 errors in story.txt",
    ]
    assert ran.stdout == run_console("dungeons", ["example.txt", STORY], b"quit\n", folder).stdout
    assert run_console("dungeons", ["example.txt", STORY], b"quit\n", folder).stderr == b""


def test_a_small_room_is_enough_for_a_small_party(folder: Path) -> None:
    (folder / "small.txt").write_text("DUNGEON\n1:2,2;D:1,1:0;Z:2,2:1;\n")
    assert " 1 |#D0| B |\n   +---+---+\n 2 | W | Z1|\n" in play(folder, "2\nBob\nb\nAnn\nw\n", "small.txt")
    ran = run_console("dungeons", ["small.txt", STORY], b"3\nAnn\nw\nBob\nb\nCid\nr\n", folder)
    assert (ran.returncode, without_notices(ran.stderr)) == (3, b"")
    assert ran.stdout.endswith(b"> Error: Invalid file (small.txt)!\n")


@pytest.mark.parametrize("bad", ["dungeon", "story"])
def test_too_little_memory_is_an_error(folder: Path, bad: str) -> None:
    large = folder / "large.txt"
    large.write_bytes({"dungeon": b"DUNGEON\n", "story": b"STORY\n"}[bad])
    os.truncate(large, 2_000_000_000)  # a hole that takes no space on the disk
    arguments = ["large.txt", STORY] if bad == "dungeon" else ["example.txt", "large.txt"]
    ran = subprocess.run(
        [program("dungeons"), *arguments],
        cwd=folder,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (500_000_000, 500_000_000)),
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, b"Error: Not enough memory!\n", b"")


def test_the_same_seed_gives_the_same_game_and_none_another(folder: Path) -> None:
    typed = ONE_ROGUE + "move r 1,1\n" + "use r sbow\nattack r 3,3\n" * 3
    assert play(folder, typed, seed="7") == play(folder, typed, seed=" +7")
    assert len({play(folder, typed, seed="random") for _ in range(5)}) > 1


def test_the_console_imports_no_slow_module() -> None:
    loaded = modules_imported_by("tablewright.consoles.dungeons")
    assert {name for name in loaded if name.startswith("tablewright.games.")} == {
        "tablewright.games.dungeons",
        *[
            f"tablewright.games.dungeons.{module}"
            for module in (
                "actions",
                "battle",
                "drawing",
                "events",
                "files",
                "floor",
                "kinds",
                "pieces",
                "reasons",
                "rules",
                "setup",
                "state",
                "tables",
            )
        ],
    }
    slow = {"typing", "dataclasses", "enum", "json", "pathlib", "argparse", "re", "random", "difflib"}
    assert loaded & slow == set()


# The story


def test_a_story_prints_symbols_before_every_piece_that_is_not_empty(tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text("STORY\nN_A:;first line;second: line;;\nE_B:oh;\nnothing\nX:plain\n")
    story = Story.read(str(path))
    assert story.text("N_A") == "\n** first line\n** second: line\n\n"
    assert story.text("E_B") == "!! oh\n"
    assert story.text("X") == "plain"
    assert story.text("N_MISSING") == ""
    path.write_text("STORIES\n")
    with pytest.raises(BadFile):
        Story.read(str(path))


def test_every_refusal_has_a_text_in_the_story() -> None:
    refusals = [reason for reason in vars(reasons).values() if isinstance(reason, Reason)]
    assert {"E_" + reason.code for reason in refusals} | {"E_SCORING_FILE_NOT_WRITABLE"} == {
        key for key in STORY_KEYS if key.startswith("E_")
    }


# Setup questions


@pytest.mark.parametrize("line", ["", "0", "4", "2x", "1 2", "2.0", "-1", "quit now", "three", "99999999999999999999"])
def test_wrong_numbers_of_players(folder: Path, line: str) -> None:
    assert play(folder, line + "\n").endswith(f"(1 to 3)\n> {COUNT_ERROR}")


def test_numbers_and_types_may_have_blanks_and_any_case(folder: Path) -> None:
    output = play(folder, " \t 2 \nAnn\n  w \nBob\n b\n")
    assert '  Player 1: Wizard [W] "Ann"\n  Player 2: Barbarian [B] "Bob"\n' in output


def test_names_are_taken_literally(folder: Path) -> None:
    output = play(folder, "3\n  quit \nw\n\nb\nquit\nr\n")
    assert '  Player 1: Wizard [W] "  quit "\n  Player 2: Barbarian [B] ""\n  Player 3: Rogue [R] "quit"\n' in output


def test_names_must_differ_and_have_at_most_ten_bytes(folder: Path) -> None:
    output = play(folder, "2\n12345678901\nÄÄÄÄÄÄ\n1234567890\nW\n1234567890\nABC\nb\n")
    assert f"> {NAME_ERROR}{NAME_ERROR}1234567890, please choose" in output
    assert f"> {NAME_ERROR}ABC, please choose" in output
    assert '"abc"' in play(folder, "2\nABC\nw\nabc\nb\n")


def test_a_name_may_be_any_bytes(folder: Path) -> None:
    output = play(folder, b"1\n\xff\x00\xfe\nw\nplayer w\n")
    assert 'Wizard [W] "\udcff\x00\udcfe" on (2,3)\n' in output


def test_types_are_letters_that_are_not_taken(folder: Path) -> None:
    output = play(folder, "2\nAnn\nx\nwizard\nw b\n\nw\nBob\nw\nr\n")
    assert f"> {TYPE_ERROR}{TYPE_ERROR}{TYPE_ERROR}{TYPE_ERROR}\nPlayer 2 what" in output
    assert "  [W] Wizard     1/1\n  [B] Barbarian  0/1\n  [R] Rogue      0/1\n" in output
    assert "> This player type is no longer available. Please choose a different player type.\n> \n--" in output


@pytest.mark.parametrize("line", HOSTILE_LINES, ids=lambda line: repr(line[:12]))
def test_hostile_lines_at_every_prompt(folder: Path, line: bytes) -> None:
    before = set(os.listdir(folder))
    output = play(folder, line + b"\n1\nCid\n" + line + b"\nr\n" + line + b"\nquit\n")
    assert f"> {COUNT_ERROR}" in output
    assert f"> {TYPE_ERROR}" in output
    assert output.endswith(f"{PROMPT}!! There is no such COMMAND, try help.\n> ")
    named = play(folder, b"1\n" + line + b"\nCid\nr\n")
    assert "please choose a player type:\n" in named
    assert set(os.listdir(folder)) == before


# The command prompt


def test_end_of_input_at_every_prompt_ends_quietly(folder: Path) -> None:
    typed = ["2", "Ann", "w", "Bob", "b", "help", "nonsense", "move w 1,1", "quit"]
    for count in range(len(typed)):
        assert play(folder, "\n".join(typed[:count])).endswith("> ")


@pytest.mark.parametrize("count", range(4))
def test_quit_ends_everywhere_but_at_the_name(folder: Path, count: int) -> None:
    typed = ["1", "Cid", "r", "help"][:count]
    output = play(folder, "\n".join([*typed, "  QuIt ", "2", "move r 3,3"]) + "\n")
    assert output.endswith("> " if count != 1 else TYPE_ERROR)


def test_a_closed_output_ends_the_game_without_a_word(folder: Path) -> None:
    typed = ONE_ROGUE.encode() + b"help\n" * 50
    status, stderr = with_closed_output("dungeons", ["peaceful.txt", STORY], typed, folder)
    assert (status, without_notices(stderr)) == (0, b"")


def test_a_closed_input_ends_the_game_without_a_word(folder: Path) -> None:
    ran = with_closed_input("dungeons", ["peaceful.txt", STORY], folder)
    assert (ran.returncode, without_notices(ran.stderr)) == (0, b"")


def test_an_interrupt_ends_the_game_without_a_traceback(folder: Path) -> None:
    status, stderr = interrupted_at(b"\n> ", [program("dungeons"), "peaceful.txt", STORY], folder)
    assert (status, without_notices(stderr)) == (130, b"")


def test_errors_are_followed_by_the_bare_prompt(folder: Path) -> None:
    output = play(
        folder, ONE_ROGUE + "quit x\nplayer\nplayer z\nplayer w\ninventory b\nmove r 1,1 x\nmove r 9,9\nplay 1\n"
    )
    assert output.endswith(
        f"{PROMPT}!! Invalid AMOUNT OF PARAMETERS.\n> !! Invalid AMOUNT OF PARAMETERS.\n"
        "> !! This PARAMETER makes no sense here.\n> !! Unavailable entity or item.\n"
        "> !! Unavailable entity or item.\n> !! Invalid AMOUNT OF PARAMETERS.\n"
        "> !! That position is outside the room, too far away, or there is nothing of the kind.\n"
        "> !! Invalid AMOUNT OF PARAMETERS.\n> "
    )


def test_the_other_errors_of_the_story(folder: Path) -> None:
    output = play(folder, ONE_ROGUE + "use r rapi\nattack r 9,9\nmove r 1,2\nmove r 1,1\nmove r 1,1\n")
    assert f"{PROMPT}!! You cannot attack without an equipped weapon.\n> " in output
    assert output.endswith("> !! The door is locked as long as a foe is standing.\n> ")
    output = play(folder, ONE_ROGUE + "use r sbow\n" + "attack r 1,1\n" * 21 + "use r arrw\n")
    assert output.endswith(
        "> !! You have run out of ammunition for this weapon.\n> !! This PARAMETER makes no sense here.\n> "
    )


def test_fallen_foes_have_no_position(folder: Path) -> None:
    typed = "1\nBob\nb\n" + "attack b 2,2\n" * 5 + "positions\n"
    assert play(folder, typed, "example.txt").endswith(f'> Barbarian [B] "Bob" on (2,3)\n{PROMPT}')


def test_a_fallen_hero_is_unavailable_to_displays(folder: Path) -> None:
    # Two heroes beside the door, and an axe that does not look.
    output = play(folder, "2\nAnn\nw\nBob\nb\n" + "attack b 2,3\n" * 8 + "player w\ninventory w\npositions\n")
    assert "Ann was defeated." in output
    assert output.endswith(
        f'> !! Unavailable entity or item.\n> !! Unavailable entity or item.\n> Barbarian [B] "Bob" on (3,2)\n{PROMPT}'
    )


def test_the_inventory_leaves_out_what_is_empty(folder: Path) -> None:
    output = play(folder, ONE_ROGUE + "inventory r\nuse r larm\nuse r rapi\ninventory r\nloot r 1,3\n")
    assert (
        'Inventory "Cid"\n'
        "  Equipped Armor: [LARM] Leather Armor\n"
        "  Equipped Weapon: [RAPI] Rapier\n"
        "  Weapons: [DAGG] Dagger (2), [SBOW] Shortbow (1)\n"
        "  Consumables: [ARRW] Arrow (20)\n" + PROMPT
    ) in output
    assert (
        'Inventory "Cid"\n'
        "  Equipped Armor: [-] None\n"
        "  Equipped Weapon: [-] None\n"
        "  Armor: [LARM] Leather Armor (1)\n"
        "  Weapons: [DAGG] Dagger (2), [RAPI] Rapier (1), [SBOW] Shortbow (1)\n"
        "  Consumables: [ARRW] Arrow (20)\n" + PROMPT
    ) in output
    assert (
        "> ** To unlock this chest you need to roll at least -1 to reach the 2 needed.\n"
        "[Dice Roll] 1 d20 resulting in a total value of 4.\n"
        "\n"
        "** Looting successful! You have received the following items ...\n"
        "  Consumables: [BOLT] Bolt (3)\n"
        "\n"
        "-- ROOM 1 (1/2 completed) --------------------\n"
    ) in output


def test_a_chest_that_stays_locked(folder: Path) -> None:
    (folder / "locked.txt").write_text("DUNGEON\n1:3,3;D:3,3:0;T:1,3:99,BOLT,3;\n")
    output = play(folder, ONE_ROGUE + "loot r 1,3\n", "locked.txt")
    assert ".\n\n** The lock does not give way. Try again!\n\n-- ROOM 1 (1/1 completed)" in output


def test_potions_and_resistances_as_lines(folder: Path) -> None:
    (folder / "potions.txt").write_text("DUNGEON\n1:3,3;D:3,3:0;T:1,3:2,NHEP,1,FIRS,1;\n")
    output = play(folder, ONE_ROGUE + "loot r 1,3\nuse r nhep\nuse r firs\n", "potions.txt")
    assert (
        '> Rogue [R] "Cid" consumed "Normal Health Potion".\n'
        "[Dice Roll] 2 d4 resulting in a total value of 5.\n"
        "\n"
        'Rogue [R] "Cid" regenerates 0 health.\n'
        "\n-- ROOM"
    ) in output
    assert (
        '> Rogue [R] "Cid" consumed "Potion of Fire Resistance".\n'
        'Rogue [R] "Cid" is now resistant to "Fire" until leaving the room.\n'
        "\n-- ROOM"
    ) in output


def test_stories_are_told_once_and_foes_announced_once(folder: Path) -> None:
    (folder / "three.txt").write_text(
        "DUNGEON\n1:3,3;D:3,3:0;D:1,3:2;\n2:3,3;D:3,3:1;D:1,3:3;\n3:3,3;D:3,3:2;Z:1,1:1;\n"
    )
    there = "move r 1,3\n" * 2
    output = play(folder, ONE_ROGUE + there, "three.txt")
    assert "moved to (1,3).\n** Well done, you made it through the first room!\n" in output
    assert output.count("** The torches on these walls") == 1
    assert output.count("** Beware, there are zombies") == 1
    silent = play(folder, ONE_ROGUE + "story\n" + there, "three.txt")
    assert "torches" not in silent
    assert "zombies" not in silent
    assert "moved to (1,3).\n\n-- ROOM 2 (2/3 completed)" in silent


def test_play_takes_an_action_and_whoami_names_the_team(folder: Path) -> None:
    output = play(folder, ONE_ROGUE + "whoami\nplay\nwhoami x\n")
    team = re.search(r"> Team: (.*)\n\n\*\* What", output)
    assert team is not None
    assert 0 < len(team[1]) <= 20
    chosen = re.search(r"> AI: ((?:move|loot|attack|use) r \S+)\n(.*)", output, re.DOTALL)
    assert chosen is not None
    typed = play(folder, ONE_ROGUE + f"whoami\n{chosen[1]}\nwhoami x\n")
    assert typed.endswith(f"> {chosen[2]}")


# The score file


def test_the_score_is_printed_and_saved_in_place_of_what_was_there(folder: Path) -> None:
    (folder / "Score 1.txt").write_text("x" * 5000)
    output = play(folder, FLEE + "  Score 1.txt \t\nquit\n")
    assert output.endswith(
        f"** rather than fight through it!\n\n{SCORE}** Enter the file path of a writable file or\n{FILE_PROMPT}"
    )
    assert (folder / "Score 1.txt").read_text() == SCORE


@pytest.mark.parametrize(
    "path",
    ["", "   ", ".", "missing/score.txt", "nul\0.txt", "x" * 5000, "/", "peaceful.txt/x", "/proc/version"],
    ids=lambda path: repr(path[:20]),
)
def test_paths_that_cannot_be_written_are_asked_for_again(folder: Path, path: str) -> None:
    before = {name: (folder / name).read_bytes() for name in os.listdir(folder)}
    output = play(folder, FLEE + f"{path}\n{path}\n")
    assert output.endswith(f"{FILE_PROMPT}{FILE_ERROR}{FILE_ERROR}")
    assert {name: (folder / name).read_bytes() for name in os.listdir(folder)} == before
    play(folder, FLEE + f"{path}\nscore.txt\n")
    assert (folder / "score.txt").read_text() == SCORE


def test_a_file_that_may_not_be_written_is_left_alone(folder: Path) -> None:
    locked = folder / "locked.txt"
    locked.write_text("mine")
    locked.chmod(stat.S_IRUSR)
    if os.access(locked, os.W_OK):
        pytest.skip("a privileged user may write everywhere")
    assert play(folder, FLEE + "locked.txt\n").endswith(FILE_ERROR)
    assert locked.read_text() == "mine"


def test_a_full_disk_is_said_so(folder: Path) -> None:
    assert play(folder, FLEE + "/dev/full\n").endswith(f"{FILE_PROMPT}{FILE_ERROR}")


@pytest.mark.parametrize("line", ["quit\n", " QUIT \n", ""])
def test_nobody_has_to_save(folder: Path, line: str) -> None:
    before = set(os.listdir(folder))
    assert play(folder, FLEE + line).endswith(FILE_PROMPT)
    assert set(os.listdir(folder)) == before


def test_defeat_lists_survivors_before_the_fallen(folder: Path) -> None:
    output = play(folder, "2\nAnn\nw\nBob\nb\n" + "attack b 2,3\n" * 8 + "move b 3,3\n")
    assert output.index('  Barbarian [B] "Bob" survived.\n') < output.index('  Wizard [W] "Ann", rest in peace.\n')
    lost = play(folder, "1\nAnn\nw\nuse w qacd\n" + "attack w 2,3\n" * 9)
    assert "Ann was defeated.\n\n** The dungeon has become quiet again.\n" in lost
    assert '  Wizard [W] "Ann", rest in peace.\n' in lost


@pytest.mark.parametrize("name", dungeons())
def test_every_shipped_dungeon_starts_with_our_story(folder: Path, name: str) -> None:
    dungeon = os.path.join(DATA, "dungeons", f"{name}.txt")
    output = play(folder, "3\nAnn\nw\nBob\nb\nCid\nr\nquit\n", dungeon)
    rooms = len(GAME.setup(dungeon=name).rooms)
    assert f"-- ROOM 1 (0/{rooms} completed) --------------------\n" in output
    assert output.endswith(PROMPT)
