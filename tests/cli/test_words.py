"""What the command line says to those who mistype: what is wrong, and what they may have meant."""

from __future__ import annotations

import pytest

import tablewright
from tablewright.cli import main
from tests.cli.support import run


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["plya"], 'tablewright: error: there is no command "plya"; did you mean "play"?'),
        (["zzz"], 'tablewright: error: there is no command "zzz"; there are play, console, serve, '),
        (["--verison"], 'tablewright: error: there is no option "--verison"; did you mean "--version"?'),
        (
            ["match", "ooperations", "--bts", "random,random"],
            'tablewright match: error: there is no option "--bts"; did you mean "--bots"?',
        ),
        (["laws", "maze", "--macthes=3"], 'there is no option "--macthes"; did you mean "--matches"?'),
        (["play", "maze", "--q\x1b[31m"], 'tablewright play: error: there is no option "--q'),
    ],
)
def test_a_mistyped_word_gets_a_suggestion(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert sentence in last
    assert "\x1b" not in last


@pytest.mark.parametrize(
    "command", [["match", "marches", "--bots", "random,random"], ["play", "marches"], ["laws", "marches"]]
)
def test_an_unknown_deck_lists_the_decks(command: list[str]) -> None:
    ran = run(*command, "--with", "deck1=mason")
    assert ran.returncode == 2
    sentence = 'there is no deck of player 1 "mason"; did you mean "masons"? There are fen, guild, masons, vanguard'
    assert sentence in ran.stderr
    ran = run(*command, "--with", "deck1=xyz")
    assert 'there is no deck of player 1 "xyz"; there are fen, guild, masons, vanguard' in ran.stderr


def test_options_may_be_shortened_and_the_old_name_of_with_still_works() -> None:
    ran = run("match", "ooperations", "--bots", "random,random", "--ga", "1", "--setup", "deck1=storm", "deck2=titans")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("random") == 2


def test_the_laws_are_tried_on_the_table_that_was_asked_for() -> None:
    whole = run("laws", "dungeons", "--matches", "1")
    alone = run("laws", "dungeons", "--matches", "1", "--with", "dungeon=abyss", "--with", "players=one")
    assert (whole.returncode, alone.returncode) == (0, 0)
    assert whole.stdout != alone.stdout


def test_version_is_an_option_too(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"tablewright {tablewright.__version__}\n"
