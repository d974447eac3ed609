"""What a study plans: who meets whom, in which seats, with which seeds; and what is refused."""

from __future__ import annotations

import os
import pickle
import tracemalloc
from pathlib import Path
from time import perf_counter

import pytest

from tablewright.core.registry import find_game
from tablewright.lab.study import BadStudy, Entrant, Pairing, Seeding, Study, at_one_table, make_study, read_study
from tests.core import toy


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('game = "oops"', 'there is no game "oops"'),
        ('game = "ooperations"\ngames = 0', "games must be a whole number from 1 to"),
        ('game = "ooperations"\ngames = "many"', "games must be a whole number from 1 to"),
        ('game = "ooperations"\nbots = []', "bots must be a list of at least one name"),
        ('game = "ooperations"\nbots = ["gredy"]', 'did you mean "greedy"'),
        ('game = "ooperations"\nbots = ["random", "random"]', "bots names something twice"),
        ('game = "ooperations"\n[entrants]\ndeck = []', "entrants.deck must be a list of at least one name"),
        ('game = "ooperations"\n[entrants]\ndeck = ["wolfpak"]', 'did you mean "wolfpack"'),
        ('game = "ooperations"\n[entrants]\ndekc = ["venom"]', 'did you mean "deck"'),
        ('game = "ooperations"\ngaems = 3', 'did you mean "games"'),
        ('game = "ooperations"\nmirrors = false', "there is nobody to play against"),
        ("game = ", "is not a TOML file"),
        ("x = " + "[" * 500 + "\n" * 2 + "[" * 900, "nests too deep|is not a TOML file"),
        ("x = " + "\n".join(["[" * 900] * 40), "it nests too deep"),
        ("a." * 20_000 + "a = 1", "a line has more than 1,000 characters"),
        ("games = " + "9" * 5_000, "a line has more than 1,000 characters"),
        ("# " + "\n" * 100_000, "larger than 50,000 bytes"),
        ('game = "ooperations"\ngames = 1.5', "games must be a whole number from 1 to 1000000, not 1.5"),
        ('game = "ooperations"\ngames = inf', "games must be a whole number"),
        ('game = "ooperations"\ngames = 10_000_000', "games must be a whole number from 1 to 1000000"),
        ('game = "ooperations"\ngames = 900_000', "that makes 1,800,000 matches; a study has at most 1,000,000"),
        ('game = "ooperations"\nmirrors = 3', "mirrors must be true or false"),
        ('game = "ooperations"\nentrants = 3', r"\[entrants\] must be a table of choices"),
        ('game = "ooperations"\nbots = [' + '"x",\n' * 101 + "]", "bots has 101 names; 100 are the most"),
        ("\n".join(f"game{number} = 1" for number in range(3_000)), "and more$"),
        ('game = "x\\u001b[2J"', r'there is no game "x\[2J"'),
    ],
)
def test_a_study_that_cannot_be_run_is_refused_with_a_sentence(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "study.toml"
    path.write_text(text)
    began = perf_counter()
    with pytest.raises(BadStudy, match=message) as caught:
        read_study(str(path))
    assert perf_counter() - began < 20
    assert all(line.isprintable() for line in str(caught.value).splitlines())


def test_a_study_that_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").symlink_to("/dev/zero")
    for name, message in (("pipe", "not a regular file"), ("endless", "not a regular file"), (".", "directory")):
        with pytest.raises(BadStudy, match=message):
            read_study(str(tmp_path / name))


def test_bots_by_the_hundred_make_too_many_pairings() -> None:
    bots = [f"search:{number}" for number in range(1, 101)]
    settings = {"game": "ooperations", "games": 1, "bots": bots, "entrants": {"deck": "all"}}
    with pytest.raises(BadStudy, match=r"that makes [\d,]+ pairings; a study has at most 10,000"):
        make_study(settings)
    with pytest.raises(ValueError, match=r"that makes 1,000,001 matches"):
        at_one_table(find_game("maze"), {}, ["random"], 1_000_001, 1)
    with pytest.raises(ValueError, match=r"101 bots are too many"):
        at_one_table(find_game("maze"), {}, [*bots, "random"], 1, 1)


def test_the_largest_study_takes_no_memory_to_plan() -> None:
    study = make_study({"game": "maze", "games": 1_000_000, "bots": ["random"]})
    tracemalloc.start()
    try:
        assert study.chunk_count() == sum(1 for _ in study.chunks()) == 200_000
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert study.chunk_count(1) == 1_000_000


def test_names_are_plain_text() -> None:
    entrant = Entrant("rand\x1b[2Jom", (("deck", "[red]\u202ewolf\n"),))
    assert str(Pairing((entrant,), (("table", "\x07x"),))) == "rand[2Jom [red]wolf @ x"


def test_settings_from_python_are_checked_like_a_file_and_may_hold_the_game_itself() -> None:
    with pytest.raises(BadStudy) as caught:
        make_study({"game": "ooperations", "games": 0, "bots": ["gredy"]})
    assert [line.split(" ")[0] for line in str(caught.value).splitlines()] == ["games", "there"]
    study = make_study({"game": toy.GAME, "bots": ("random",), "tables": {"stones": "all"}})
    assert [str(pairing) for pairing in study.pairings] == ["random - random @ 12", "random - random @ 30"]


def seats(study: Study, pairing: int = 0) -> list[list[str]]:
    """Return the bots in the seats of each match of a pairing."""
    one = study.pairings[pairing]
    return [
        [one.entrants[entrant].bot for entrant in one.lineup(number % study.seatings, study.setup(pairing, 0).seats)]
        for number in range(study.matches)
    ]


def test_at_one_table_bots_change_seats_on_the_same_deal_and_keep_the_table() -> None:
    study = at_one_table(find_game("ooperations"), {"deck1": "titans"}, ["greedy", "random"], 3, 9)
    assert seats(study) == [["greedy", "random"], ["random", "greedy"], ["greedy", "random"]]
    assert (study.deals, [chunk.matches for chunk in study.chunks(1)]) == (2, [1, 1, 1])
    assert study.setup(0, 0).decks == study.setup(0, 1).decks


def test_at_one_table_where_all_win_or_lose_together_each_bot_plays_every_deal_in_all_seats() -> None:
    chosen = {"players": "each", "dungeon": "cellar"}
    study = at_one_table(find_game("dungeons"), chosen, ["random", "greedy"], 2, 0)
    assert [seats(study, 0), seats(study, 1)] == [[["random"] * 3] * 2, [["greedy"] * 3] * 2]
    assert (study.against, study.deals) == (False, 2)


def test_what_a_bot_brings_along_changes_seats_with_it() -> None:
    study = make_study({"game": "ooperations", "bots": ["random"], "entrants": {"deck": ["wolfpack", "venom"]}})
    one, two = study.setup(1, 0).decks, study.setup(1, 1).decks
    assert one != two
    assert list(one) == [*reversed(two)]


def test_each_deal_and_each_bot_has_its_seed() -> None:
    counted, mixed = Seeding.CONSECUTIVE, Seeding.MIXED
    assert [counted.of_deal(5, deal) for deal in range(3)] == [5, 6, 7]
    assert {counted.of_bot(5, 2, seat) for seat in range(2)} == {7}
    # Published strengths were measured with these.
    assert [mixed.of_deal(0, 0), mixed.of_deal(0, 1), mixed.of_bot(0, 1, 1)] == [1752639628, 527439898, 650267546]


def test_a_study_goes_to_another_process_without_its_game() -> None:
    study = at_one_table(find_game("ooperations"), {}, ["random", "random"], 2, 1)
    study.setup(0, 0)
    copy = pickle.loads(pickle.dumps(study))
    assert copy == study
    assert copy.game is study.game
