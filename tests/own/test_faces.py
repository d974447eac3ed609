"""Own content in every face, as its author uses it: real processes, in a folder outside of the checkout."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from textual.pilot import Pilot

import tablewright
from tablewright.cli.new import shipped
from tablewright.core.match import Match
from tablewright.core.own import VARIABLE, with_content
from tablewright.core.record import Record
from tablewright.envs import spiel as registers_our_games  # noqa: F401
from tablewright.envs.arena import make_arena
from tablewright.games.marches.files import shipped_cards
from tablewright.games.marches.machine.trace import story_of
from tablewright.games.ooperations.files import shipped_cards as ooperations_cards
from tablewright.testing import random_record
from tablewright.tui.app import TablewrightApp
from tablewright.tui.screens.match import MatchScreen
from tests.cli.support import Person
from tests.support.transcript import program
from tests.tui.support import drive, press
from tests.web.serving import BOT, PERSON, Serving

from .conftest import begin

PATIENCE = 120
#: What can be begun with beside cards: the kind, the game and its choice.
OPTIONS = [
    ("deck", "marches", "deck1"),
    ("deck", "ooperations", "deck1"),
    ("dungeon", "dungeons", "dungeon"),
    ("maze", "maze", "layout"),
]


def ran(folder: Path, *words: str, status: int = 0, typed: str = "", name: str = "tablewright", **more: str) -> str:
    """Run a program without a terminal, and return all that it says."""
    done = subprocess.run(
        [program(name), *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=folder,
        env=os.environ | more,
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_new_makes_what_can_be_checked_and_played_as_it_is(tmp_path: Path) -> None:
    told = ran(tmp_path, "new", "creature", "Gate Crasher", "--like", "golem")
    made = [os.path.join("my-content", name) for name in ("gatec-cards.txt", "gatec.txt")]
    assert told.splitlines()[:2] == made
    assert "2 files checked: 0 errors, 0 warnings" in ran(tmp_path, "check", "my-content")
    ran(tmp_path, "match", "ooperations", "--bots", "random,random", "--games", "1", "--with", f"deck1={made[1]}")
    again = ran(tmp_path, "new", "creature", "Gate Crasher", status=2)
    assert again == f"tablewright new: {made[0]} is there already: choose another name\n"


@pytest.mark.parametrize(("kind", "like"), [("creature", "golem"), ("deck", "wolfpack")])
def test_a_name_without_a_latin_letter_makes_files_that_are_found(kind: str, like: str, tmp_path: Path) -> None:
    made = [tmp_path / line for line in ran(tmp_path, "new", kind, "Öö", "--like", like).split("\n\n")[0].splitlines()]
    deck = made[-1]
    assert re.fullmatch(r"own\w*\.txt", deck.name)
    assert f"{len(made)} files checked: 0 errors" in ran(tmp_path, "check", "my-content")
    words = ["match", "ooperations", "--bots", "random,random", "--games", "1", "--content", "my-content"]
    ran(tmp_path, *words, "--setup", f"deck1={deck.stem}")


@pytest.mark.parametrize("words", [["match", "--bots", "random,random", "--setup"], ["play", "--with"]])
def test_every_mistake_in_a_file_that_is_chosen_has_its_line(words: list[str], own: Path) -> None:
    deck = own / "raider.json"
    deck.write_text(deck.read_text().replace('"100 RAIDER": 3', '"100 RAIDER": 4').replace('": 2', '": 3'))
    told = ran(own, words[0], "marches", *words[1:], f"deck1={deck}", status=2).splitlines()
    assert len(told) > 2
    assert all(re.search(r"raider\.json:\d+:\d+: error deck-rule: ", line) for line in told)


LIKES = [("card", card.name) for card in shipped_cards().values() if card.id > 0 and card.rarity]
LIKES += [("class", card.name) for card in shipped_cards().values() if card.id < 0]
LIKES += [("creature", card.key) for card in ooperations_cards().cards]
LIKES += [(kind, name) for kind, game, key in OPTIONS for name in shipped(game, key)]


def test_a_start_like_anything_that_ships_has_no_mistake(tmp_path: Path) -> None:
    for number, (kind, like) in enumerate(LIKES):
        files = [str(path) for path in begin(tmp_path / str(number), kind, "", like)]
        game = next(game for game in tablewright.all_games() if game.claims(files[0]))
        assert [str(problem) for problem in game.check([path for path in files if game.claims(path)])] == []
        more = tablewright.game(game.key, files)
        (key, name), *_ = [
            (choice.key, option.name) for choice in more.choices() for option in choice.options if option.source
        ]
        assert more.new(more.setup(**{key: name}), 1).outcome is None


@pytest.mark.parametrize(
    ("kind", "like", "sentence"),
    [
        ("card", "TEIF", 'there is no card "TEIF"; did you mean "THIEF"?'),
        ("card", "FENKEEPER", "FENKEEPER is a class"),
        ("card", "LEVY", "LEVY cannot be in a deck"),
        ("class", "THIEF", "THIEF is not a class"),
        ("deck", "strom", 'there is no deck "strom"; did you mean "storm"?'),
        ("maze", "x", 'there is no layout "x"; there is example, short'),
        ("crad", "", 'there is no start for a "crad"; did you mean "card"?'),
    ],
)
def test_what_cannot_be_begun_is_told(kind: str, like: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        begin(tmp_path, kind, "", like)


def test_folders_are_named_by_option_environment_or_settings(own: Path, home: Path) -> None:
    words = ["match", "marches", "--bots", "random,random", "--games", "1", "--with", "deck1=raider"]
    assert 'there is no deck of player 1 "raider"' in ran(own.parent, *words, status=2)
    ran(own.parent, *words, "--content", "my-set")
    ran(own.parent, *words, **{VARIABLE: os.pathsep.join(["my-set", str(own)])})
    ran(own.parent, *words[:-1], "deck1=my-set/raider.json")
    home.mkdir(parents=True)
    (home / "settings.json").write_text(json.dumps({"content": [str(own)], "name": "Ann"}))
    ran(own.parent, *words)
    (own / "101.json").write_text("{")
    told = ran(own.parent, *words, status=2)
    assert "101.json:1:2: error bad-json" in told
    assert "own content cannot be read" in ran(own.parent, *words, "--content", "none", status=2)


def test_an_own_layout_is_solved_by_its_name(own: Path) -> None:
    file = str(own / "garden.maze")
    commands = ran(own, "solve", "maze", "garden", "--file", file, "--commands")
    assert commands.startswith("move ")
    assert ran(own, "solve", "maze", "garden", "--content", str(own), "--commands") == commands
    assert ran(own, "solve", "maze", "garden", "--commands", TABLEWRIGHT_CONTENT=str(own)) == commands


def test_a_study_names_folders_and_files(own: Path) -> None:
    text = 'game = "marches"\ngames = 1\nbots = ["random"]\nmirrors = false\ncontent = ["my-set"]\n'
    (own.parent / "study.toml").write_text(text + '[entrants]\ndeck = ["raider", "fen"]\n')
    assert "random raider - random fen: " in ran(own, "lab", "../study.toml", "--jobs", "2")
    (own.parent / "study.toml").write_text(
        text.replace("my-set", "my-set/none") + '[entrants]\ndeck = ["my-set/raider.json", "fen"]\n'
    )
    assert "my-set/none: own content cannot be read" in ran(own, "lab", "../study.toml", status=2)
    (own.parent / "other.toml").write_text(
        text.replace('content = ["my-set"]\n', "") + '[entrants]\ndeck = ["my-set/raider.json", "fen"]\n'
    )
    assert "random raider - random fen: " in ran(own, "lab", "../other.toml", "--jobs", "1")


def test_cards_are_checked_explained_and_tested_by_name(own: Path) -> None:
    deck = json.loads((own / "raider.json").read_text()) | {"name": "elsewhere"}
    (own.parent / "elsewhere.json").write_text(json.dumps(deck))
    assert "there is no card 100" in ran(own.parent, "check", "elsewhere.json", status=1)
    assert "1 files checked: 0 errors" in ran(own.parent, "check", "elsewhere.json", "--cards", "my-set")
    explain = ["schema", "marches", "--explain"]
    assert ran(own.parent, *explain, "THIEF", "9").count("THIEF (9): unit, costs 2 gold") == 2
    assert ran(own.parent, *explain, "raider", "--content", "my-set").startswith("RAIDER (100): unit")
    assert 'no card of this name; did you mean "THIEF"?' in ran(own.parent, *explain, "TEIF", status=1)


def test_the_console_plays_own_decks_by_name_and_saves(own: Path) -> None:
    typed = "done\nwhy\nsave match.record\nsave match.record\nsave\nquit\n"
    words = ["raider", "marsh-lord", "--content", "my-set", "--seed", "1"]
    told = ran(own.parent, *words, name="marches", typed=typed)
    assert "THE MARCHES: raider against marsh-lord, seed 1." in told
    assert "Saved to match.record.\n" in told
    assert "[ERROR] It cannot be saved to match.record: File exists.\n" in told
    assert "[ERROR] Say where: save FILE.\n" in told
    record = Record.read(str(own.parent / "match.record"))
    assert (record.actions, record.seed) == (["done"], 1)
    assert "after 1 of 1 actions" in ran(own.parent, "replay", "match.record")
    assert "THE MARCHES: raider" in ran(own.parent, *words[:2], name="marches", **{VARIABLE: "my-set"})
    assert 'there is no deck "raider"' in ran(own.parent, *words[:2], name="marches", status=2)


def test_the_form_of_a_new_match_lists_own_options_with_their_file(own: Path) -> None:
    game = with_content(tablewright.game("marches"), [str(own)])

    async def story(pilot: Pilot[Any]) -> None:
        assert "my-set/raider.json" in await press(pilot, "left")  # the option before the first is the last
        await press(pilot, "enter")
        playing = pilot.app.screen
        assert isinstance(playing, MatchScreen)
        assert 100 in playing.match.setup.cards
        assert "No effect was carried out by the last action." in await press(pilot, "w")

    drive(TablewrightApp(game, pace=0), story)


def test_a_new_match_is_played_with_the_cards_as_they_are_now(own: Path) -> None:
    game = with_content(tablewright.game("marches"), [str(own)])
    card = own / "100.json"

    async def story(pilot: Pilot[Any]) -> None:
        text = card.read_text()
        assert '"Attack": 2' in text
        card.write_text("{")
        assert "but the file ends" in await press(pilot, "left", "enter")
        card.write_text(text.replace('"Attack": 2', '"Attack": 7'))
        await press(pilot, "enter")
        playing = pilot.app.screen
        assert isinstance(playing, MatchScreen)
        assert playing.match.setup.cards[100].stats.attack.total == 7

    drive(TablewrightApp(game, pace=0), story)


def test_why_tells_what_the_effects_of_an_action_did() -> None:
    game = tablewright.game("marches")
    match = Match.replay(random_record(game, game.setup(), 1))
    number, told = next(
        (number, told) for number in range(len(match)) if (told := story_of(match.at(number), match.actions[number]))
    )

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "home", *["full_stop"] * (number + 1))
        shown = await press(pilot, "w")
        assert f"Why: {match.actions[number].text}" in shown
        assert told[0][:40] in shown

    drive(TablewrightApp(match, pace=0), story)


def test_a_terminal_shows_own_options_too(own: Path) -> None:
    person = Person("play", "maze", "--content", str(own))
    person.see("A new match of OOP1 Maze")
    person.type(b"\x1b[D")  # the option before the first is the last
    person.see("my-set/garden.maze")
    person.type(b"\x03")
    person.process.kill()
    person.process.wait(PATIENCE)


def test_environments_take_own_content(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arena = make_arena("marches", content=[str(own)], deck1="raider")
    assert 100 in arena.setup.cards
    assert make_arena("marches", deck1=str(own / "raider.json")).setup == arena.setup
    assert tablewright.play("marches", ["random", "random"], 1, content=[str(own)], deck1="raider").result
    monkeypatch.setenv(VARIABLE, str(own))
    assert make_arena("dungeons", dungeon="lair").setup.rooms


@pytest.mark.parametrize(
    ("key", "chosen"), [("marches", {"deck1": "raider", "deck2": "marsh-lord"}), ("maze", {"layout": "garden"})]
)
def test_openspiel_takes_own_content(key: str, chosen: dict[str, str], own: Path) -> None:
    game = pyspiel.load_game(f"tablewright_{key}", {"content": str(own), **chosen})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert pyspiel.load_game(str(game)).arena.setup == tablewright.game(key, [str(own)]).setup(**chosen)
    with pytest.raises(ValueError, match="there is no"):
        pyspiel.load_game(f"tablewright_{key}", chosen)


def test_a_server_offers_own_content_by_name_and_never_takes_a_path(own: Path, tmp_path: Path) -> None:
    serving = Serving(tmp_path / "store", "--content", str(own))

    def make(game: str, seats: list[Any], **setup: str) -> Any:
        wish = {"game": game, "setup": setup, "seats": seats, "options": {}}
        return serving.http.post("/api/v1/matches", json=wish)

    try:
        (layouts,) = next(game for game in serving.http.get("/api/v1/games").json() if game["key"] == "maze")["choices"]
        assert "garden" in [option["name"] for option in layouts["options"]]
        assert make("maze", [PERSON], layout="garden").status_code == 201
        assert make("marches", [PERSON, BOT], deck1="raider", deck2="marsh-lord").status_code == 201
        with tempfile.TemporaryDirectory() as short:  # a path that is no longer than a name may be
            (Path(short) / "x.maze").write_text("MAZE\nlayout x\nSAL\n")
            for path in (f"{short}/x.maze", f"{short}/x.maze:x"):
                refused = make("maze", [PERSON], layout=path)
                assert refused.status_code == 422
                assert refused.json()["text"].startswith(f'There is no layout "{path}"; there are example, ')
        for path in (f"{own}/raider.json", "./raider.json", "/etc/passwd"):
            assert make("marches", [PERSON, BOT], deck1=path).status_code == 422
    finally:
        serving.stop()
