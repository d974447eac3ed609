"""Folders of own content: what is found in them, what collides, and what is refused in a sentence."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path

import pytest

import tablewright
from tablewright.core import own as content
from tablewright.core.game import Game
from tablewright.core.own import BadContent, accept_paths, find_files
from tablewright.core.record import Record
from tablewright.testing import random_record

from .conftest import begin

CHOICES = {"marches": "deck1", "ooperations": "deck1", "dungeons": "dungeon", "maze": "layout"}
NAMES = {"marches": ["marsh-lord", "raider"], "ooperations": ["gatec"], "dungeons": ["lair"], "maze": ["garden"]}


def options(game: Game, key: str) -> list[str]:
    return [option.name for choice in game.choices() if choice.key == key for option in choice.options]


@pytest.mark.parametrize("key", CHOICES)
def test_own_content_stands_behind_what_ships_and_is_played(key: str, own: Path) -> None:
    shipped = tablewright.game(key)
    game = tablewright.game(key, content=[str(own)])
    choice = CHOICES[key]
    assert options(game, choice) == [*options(shipped, choice), *NAMES[key]]
    lines = [option.about for one in game.choices() if one.key == choice for option in one.options if option.source]
    assert all(line.startswith("my-set/") for line in lines)
    assert options(pickle.loads(pickle.dumps(game)), choice) == options(game, choice)
    assert options(pickle.loads(pickle.dumps(shipped)), choice) == options(shipped, choice)
    for name in NAMES[key]:
        record = random_record(game, game.setup(**{choice: name}), 3)
        # Without the folder: what an author made is in the record, and is found nowhere else.
        assert str(Record.parse(str(record)).replay().outcome) == record.result
        with pytest.raises(ValueError, match="there is no"):
            shipped.setup(**{choice: name})


@pytest.mark.parametrize(
    ("key", "word", "name"),
    [
        ("marches", "raider.json", "raider"),
        ("ooperations", "gatec.txt", "gatec"),
        ("dungeons", "lair.txt", "lair"),
        ("maze", "garden.maze", "garden"),
        ("maze", "garden.maze:garden", "garden"),
    ],
)
def test_the_path_of_a_file_stands_for_its_name(key: str, word: str, name: str, own: Path) -> None:
    choice = CHOICES[key]
    game, names = accept_paths(tablewright.game(key), {choice: str(own / word)})
    assert names == {choice: name}
    assert accept_paths(tablewright.game(key), {choice: word}, str(own))[1] == names
    assert game.setup(**names) == tablewright.game(key, [str(own)]).setup(**names)
    with pytest.raises(ValueError, match="there is no"):  # the game itself takes names only
        tablewright.game(key).setup(**{choice: str(own / word)})


@pytest.mark.parametrize(
    ("key", "word", "sentence"),
    [
        ("marches", "none.json", "none.json: own content cannot be read: No such file or directory"),
        ("marches", "100.json", "100.json has nothing to choose for deck of player 1"),
        ("maze", "two.maze", "two.maze:NAME with one of a, b"),
        ("maze", "two.maze:c", 'two.maze has no "c" for layout; it has a, b'),
        ("dungeons", "./lair.md", "lair.md has nothing to choose for dungeon"),
    ],
)
def test_paths_that_are_no_use(key: str, word: str, sentence: str, own: Path) -> None:
    (own / "two.maze").write_text("MAZE\nlayout a\nSAL\nlayout b\nSBL\n")
    with pytest.raises(BadContent) as told:
        accept_paths(tablewright.game(key), {CHOICES[key]: word}, str(own))
    assert sentence in str(told.value)


def card(folder: Path, number: int, name: str) -> Path:
    """Make a card of the Marches alone in a folder."""
    for path in begin(folder, "card", name):
        if path.name == "100.json":
            path.write_text(path.read_text().replace('"Id": 100', f'"Id": {number}'))
            path.rename(folder / f"{number}.json")
        else:
            path.unlink()
    return folder / f"{number}.json"


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        ((200, "FIRST"), (200, "SECOND"), "/a/200.json has a card 200 too; give one of them another number"),
        ((200, "TWICE"), (201, "TWICE"), "/a/200.json has a card TWICE too; give one of them another name"),
        (
            (200, "FIRST"),
            (9, "SECOND"),
            "/b/9.json: card 9 is THIEF in the game, and SECOND here; give it another",
        ),
    ],
)
def test_sets_of_the_marches_never_collide_silently(
    one: tuple[int, str], other: tuple[int, str], sentence: str, tmp_path: Path
) -> None:
    card(tmp_path / "a", *one)
    second = card(tmp_path / "b", *other)
    with pytest.raises(BadContent) as told:
        tablewright.game("marches", [str(tmp_path)])
    assert str(told.value).startswith(f"{second}: ")
    assert sentence in str(told.value)


def test_a_card_with_number_and_name_of_one_that_ships_is_a_new_edition_of_it(tmp_path: Path) -> None:
    path = card(tmp_path / "a", 9, "THIEF")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"Attack": 7}))
    game = tablewright.game("marches", [str(tmp_path)])
    assert game.setup(deck1="fen").cards[9].stats.attack.total == 7
    assert tablewright.game("marches").setup(deck1="fen").cards[9].stats.attack.total == 2
    again = Record.parse(str(random_record(game, game.setup(deck1="fen"), 1)))
    assert again.setup.cards[9].stats.attack.total == 7
    (tmp_path / "wolf.txt").write_text(CARDS.format("HWOLF", "Hungry Wolf").replace("| 3 |", "| 9 |"))
    wolves = tablewright.game("ooperations", [str(tmp_path)])
    assert wolves.setup(deck1="wolfpack").cards.by_key["HWOLF"].attack == 9
    unchanged = tablewright.game("ooperations").setup(deck1="duelists", deck2="graveyard")
    assert wolves.setup(deck1="duelists", deck2="graveyard") == unchanged


CARDS = "CARDS\ncreatures\n{} | {} | 2 | 3 | 2 | B\n"


@pytest.mark.parametrize(
    ("key", "files", "sentence"),
    [
        (
            "ooperations",
            {"a.txt": CARDS.format("MINE1", "One"), "b.txt": CARDS.format("MINE1", "Two")},
            "/a.txt has a card MINE1 too; give one of them another ID",
        ),
        (
            "ooperations",
            {"a.txt": CARDS.format("HWOLF", "Sheep")},
            "a.txt: card HWOLF is Hungry Wolf in the game, and Sheep here; give it another ID",
        ),
        ("ooperations", {"a.txt": "CARDS\ncreatures\nX | Y | 1\n"}, "a.txt:3: error wrong-columns"),
        ("ooperations", {"storm.txt": "DECK\nX\nY\n30 CADET\n"}, "storm.txt:4: error"),
        ("marches", {"100.json": "{"}, "100.json:1:2: error bad-json"),
        (
            "maze",
            {"a.maze": "MAZE\nlayout short\nSAL\n"},
            'a layout "short" ships with the game; give this one',
        ),
        (
            "maze",
            {"a.maze": "MAZE\nlayout x\nSAL\n", "b.maze": "MAZE\nlayout X\nSAL\n"},
            '/a.maze has a layout "X" too; give one another name',
        ),
        ("maze", {"a.maze": "MAZE\nroom K\n"}, "a.maze:2: error wrong-row-count"),
        ("dungeons", {"cellar.txt": "DUNGEON\n1:5,5;L:2,4:1;\n"}, 'a dungeon "cellar" ships with the game'),
        ("dungeons", {"mine2.txt": "DUNGEON\n1:5,5;L:9,9:1;\n"}, "mine2.txt:2:"),
    ],
)
def test_what_cannot_be_used_is_told_with_its_file(
    key: str, files: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(BadContent) as told:
        tablewright.game(key, [str(tmp_path)])
    assert sentence in str(told.value)


def test_a_room_that_is_too_small_for_the_party_is_told_when_it_is_chosen(tmp_path: Path) -> None:
    (tmp_path / "closet.txt").write_text("DUNGEON\n1:2,2;D:2,2:0;L:1,1:1;\n")
    game = tablewright.game("dungeons", [str(tmp_path)])
    assert game.setup(dungeon="closet", heroes="rogue").rooms
    with pytest.raises(ValueError, match=r"closet\.txt: room 1 has only 2 free fields for 3 heroes"):
        game.setup(dungeon="closet")


def test_hostile_folders_cost_nothing_and_are_told(tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(own / "pipe.txt")
    (own / "loop").symlink_to(own)
    (own / ".hidden").mkdir()
    (own / ".hidden" / "100.json").write_text("{")
    (own / "nowhere.json").symlink_to(own / "gone.json")
    assert tablewright.game("marches", [str(own)]).setup(deck1="raider")
    assert len(find_files([str(own), str(own), str(own / "loop")])) == len(find_files([str(own)]))
    os.mkfifo(own / "300.json")
    with pytest.raises(BadContent, match=r"300\.json: error unreadable: .* it is not a regular file"):
        tablewright.game("marches", [str(own)])
    for path, sentence in [
        (tmp_path / "none", "No such file or directory"),
        (own / "pipe.txt", "it is neither a regular file nor a folder"),
        ("x\0y", "embedded null"),
        ("/dev/null", "it is neither a regular file nor a folder"),
    ]:
        with pytest.raises(BadContent, match=sentence):
            find_files([str(path)])
    monkeypatch.setattr(content, "MOST_FILES", 10)
    with pytest.raises(BadContent, match="my-set: own content cannot be read: it has more than 10 files"):
        find_files([str(own)])


def test_all_mistakes_are_told_at_once_but_not_without_end(tmp_path: Path) -> None:
    for number in range(100, 140):
        (tmp_path / f"{number}.json").write_text("{")
    with pytest.raises(BadContent) as told:
        tablewright.game("marches", [str(tmp_path)])
    lines = str(told.value).split("\n")
    assert len(lines) == content.MOST_TOLD + 1
    assert "100.json:1:2: error bad-json" in lines[0]
    assert lines[-1] == "and 20 more"
