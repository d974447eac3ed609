"""Setups, snapshots and views as JSON values."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tablewright
from tablewright.core.dice import Dice
from tablewright.games.maze import rules
from tablewright.games.maze.files import standard
from tablewright.games.maze.game import GAME, MAX_FLIPS
from tablewright.games.maze.setup import MazeSetup
from tests.games.maze.story import table


def test_the_game_is_found_by_its_key() -> None:
    assert tablewright.game("maze") is GAME


def test_every_layout_that_ships_can_be_chosen() -> None:
    (choice,) = GAME.choices()
    for option in choice.options:
        setup = GAME.setup(layout=option.name)
        assert option.about.startswith(" ".join(setup.layout) + ": ")
        assert setup.max_flips == MAX_FLIPS
    assert GAME.setup() == GAME.setup(layout=choice.options[0].name)


def test_a_layout_may_be_spelled_out() -> None:
    assert GAME.setup(layout="SAD BCL").layout == ("SAD", "BCL")
    assert repr(GAME.setup(layout="SAD BCL")) == "<SAD BCL>"


@pytest.mark.parametrize("chosen", [{"layout": "exampel"}, {"layout": ""}, {"layout": "SZ"}, {"deck": "x"}])
def test_unknown_choices_are_refused_with_a_sentence(chosen: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"there is no layout|has no choice"):
        GAME.setup(**chosen)


OWN = {"layout": ["SK"], "max_flips": 9, "rooms": {"K": ["WWPWW", "WPPPW", "PPGPP", "WPPPW", "WWPWW"]}}


@pytest.mark.parametrize("value", [{"layout": ["SAD", "BCL"], "max_flips": 0}, OWN])
def test_setups_round_trip(value: Any) -> None:
    setup = GAME.read_setup(value)
    assert GAME.write_setup(setup) == value
    assert GAME.read_setup(json.loads(json.dumps(GAME.write_setup(setup)))) == setup
    assert hash(GAME.read_setup(value)) == hash(setup)


def test_setups_differ_by_layout_rooms_and_limit() -> None:
    setups = [
        GAME.read_setup(OWN),
        GAME.read_setup({**OWN, "max_flips": 8}),
        GAME.read_setup({**OWN, "layout": ["KS"]}),
        GAME.read_setup({**OWN, "rooms": {"K": ["WWPWW", "WPPPW", "PPPPP", "WPPPW", "WWPWW"]}}),
        OWN,
    ]
    assert [one == other for one in setups for other in setups].count(True) == len(setups)


PLAN = ["WWPWW", "WPPPW", "PPPPP", "WPPPW", "WWPWW"]


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ([], "a maze setup should be an object"),
        ({"layout": ["S"], "x": 1}, 'a maze setup has no field "x"'),
        ({}, 'a maze setup lacks "layout"'),
        ({"layout": "S"}, "the layout should be a list of 1 to 26 entries"),
        ({"layout": [1]}, "a row of the layout should be a text"),
        ({"layout": []}, "the layout should be a list of 1 to 26 entries"),
        ({"layout": ["S"] * 27}, "the layout should be a list of 1 to 26 entries"),
        ({"layout": ["SABCDE"]}, "the layout cannot be used: a row has 1 to 5 rooms"),
        ({"layout": ["S" * 27]}, "a row of the layout should be a text of at most 26 characters"),
        ({"layout": ["SZ"]}, "room Z has no floor plan"),
        ({"layout": ["S"], "max_flips": -1}, "the limit of flips should be a whole number from 0"),
        ({"layout": ["S"], "max_flips": True}, "the limit of flips should be a whole number from 0"),
        ({"layout": ["S"], "max_flips": "9"}, "the limit of flips should be a whole number from 0"),
        ({"layout": ["S"], "rooms": []}, "the table of rooms should be an object"),
        ({"layout": ["S"], "rooms": {"ab": PLAN}}, 'the table of rooms has no field "ab"'),
        ({"layout": ["S"], "rooms": {"K": PLAN[1:]}}, 'the floor plan of room "K" should be a list of 5 entries'),
        ({"layout": ["S"], "rooms": {"K": ["x" * 5] * 5}}, "should be 5 rows of 5 letters"),
        ({"layout": ["S"], "rooms": {"K": ["PPP"] * 5}}, "should be 5 rows of 5 letters"),
        ({"layout": ["S"], "rooms": {"K": [5] * 5}}, 'a row of the floor plan of room "K" should be a text'),
        ({"layout": ["S"], "rooms": {"K": ["PPPPP"] * 5}}, 'the top left tile of room "K" should be a wall'),
        ({"layout": ["S"], "rooms": {"S": ["WWWWW"] * 5}}, 'the characters start on passages of room "S"'),
    ],
)
def test_a_bad_setup_is_refused_with_a_sentence(value: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        GAME.read_setup(value)


def snapshot() -> dict[str, Any]:
    return GAME.new(GAME.setup(layout="SA"), 3).snapshot()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"x": 1}, 'a maze snapshot has no field "x"'),
        ({"version": 2}, "the version of a maze snapshot should be a whole number from 1 to 1, not 2"),
        ({"setup": 1}, "a maze setup should be an object"),
        ({"deck": ["up"] * 4}, "the deck should have each direction once"),
        ({"deck": ["up", "left", "right", "dwon"]}, "a card cannot be 'dwon'; did you mean \"down\""),
        ({"deck": ["up", "left", "right", []]}, r"a card cannot be \[\]"),
        ({"deck": 4}, "the deck should be a list of 4 entries"),
        ({"seen": 5}, "the number of cards seen should be a whole number from 1 to 4"),
        ({"active": 1}, "the place of the card that shows should be a whole number from 0 to 0"),
        ({"counter": -1}, "the counter should be a whole number"),
        ({"pressed": 1}, '"pressed" should be true or false'),
        ({"rooms": "SB"}, '"rooms" should have the rooms of the setup'),
        ({"rooms": 7}, '"rooms" should be a text'),
        ({"revealed": [True]}, '"revealed" should be a list of 2 entries'),
        ({"revealed": [1, 0]}, 'whether room "S" is revealed should be true or false'),
        ({"tiles": []}, '"tiles" should be a list of 2 entries'),
        ({"tiles": [PLAN, 1]}, 'the tiles of room "A" should be a list of 5 entries'),
        ({"tiles": [["WWPWW", "WPMPW", *PLAN[2:]], PLAN]}, 'the tiles of room "S" do not come from its floor plan'),
        ({"tiles": [["WPPWW", *PLAN[1:]], PLAN]}, 'the tiles of room "S" do not come from its floor plan'),
        ({"tiles": [PLAN, ["WPPWW", "PPWPV", "PPGPW", "WWWPW", "SPPMW"]]}, 'room "A" is covered'),
        ({"characters": [1, 2]}, "the tiles of the characters should be a list of 3 entries"),
        ({"characters": [8, 6, 99]}, "the tile of a character should be a whole number from 0 to 49"),
        ({"characters": [8, 6, 6]}, "every character stands on a tile of its own"),
        ({"characters": [8, 6, 0]}, "every character stands on a tile of its own"),
        ({"characters": [8, 6, 26]}, "every character stands on a tile of its own"),
    ],
)
def test_a_bad_snapshot_is_refused_with_a_sentence(change: dict[str, Any], sentence: str) -> None:
    assert GAME.restore(snapshot()) == GAME.new(GAME.setup(layout="SA"), 3)
    with pytest.raises(ValueError, match=sentence):
        GAME.restore({**snapshot(), **change})


def test_an_incomplete_snapshot_is_refused() -> None:
    incomplete = snapshot()
    del incomplete["deck"]
    with pytest.raises(ValueError, match='a maze snapshot lacks "deck"'):
        GAME.restore(incomplete)
    with pytest.raises(ValueError, match="a maze snapshot should be an object"):
        GAME.restore([])


def test_finished_matches_come_back_finished() -> None:
    t = table("SL", "right up left down").reveal("L").put("T", "L", 1, 1).put("F", "L", 3, 2).put("S", "L", 3, 1)
    won = t.do("move f right").state
    assert GAME.restore(won.snapshot()).outcome == won.outcome
    lost = table("S", limit=1).do("flip", "flip").state
    assert GAME.restore(lost.snapshot()).outcome == lost.outcome


def test_the_view_hides_covered_rooms_and_cards_that_nobody_saw() -> None:
    state = table("SAD BCL", "left up down right").do("flip").state
    view = state.view(0)
    assert view == state.view(None)
    assert view["rooms"] == ["S", None, None, None, None, None]
    assert view["tiles"][1:] == [None] * 5
    assert view["deck"] == ["left", "up", None, None]
    assert view["card"] == "up"
    assert view["rooms_in_play"] == list("ABCDLS")
    assert view["characters"] == {"T": [1, 3], "F": [1, 1], "S": [3, 1]}
    assert view["outcome"] is None


def test_samples_deal_the_covered_rooms_and_unseen_cards_in_every_way() -> None:
    state = table("SA BC", "left up down right").state
    dice = Dice(5)
    samples = [state.resample(0, dice) for _ in range(400)]
    assert {sample.letters for sample in samples} == {"SABC", "SACB", "SBAC", "SBCA", "SCAB", "SCBA"}
    assert len({sample.deck for sample in samples}) == 6
    assert all(sample.deck[0] == state.deck[0] for sample in samples)


def test_a_sample_depends_on_view_and_dice_alone() -> None:
    one, other = table("SA BC", "left up down right").state, table("SC AB", "left right up down").state
    other.setup = one.setup
    assert one.view(0) == other.view(0)
    assert one != other
    for seed in range(20):
        assert one.resample(0, Dice(seed)) == other.resample(0, Dice(seed))


def test_samples_know_that_the_switches_are_gone() -> None:
    state = table("SD AC LF").state
    rules.press_switches(state)  # nobody stands on one: nothing happens
    assert not state.pressed
    state.pressed = True
    for sample in (state.resample(0, Dice(seed)) for seed in range(20)):
        place = sample.letters.index("L")
        rules.reveal(sample, place)
        assert sample.view(0)["tiles"][place][0] == "WWPWW"


def test_the_rooms_of_a_setup_are_those_in_play() -> None:
    assert sorted(MazeSetup(["SA"], standard().rooms).rooms) == ["A", "S"]
