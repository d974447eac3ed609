"""What strangers may send, and what nobody may learn: damaged snapshots and setups, hidden rooms and cards, events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from time import process_time
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.core.perspective import Perspective
from tablewright.core.state import Malformed
from tablewright.games.maze.files import standard
from tablewright.games.maze.game import GAME
from tablewright.games.maze.pieces import TILE_LETTERS, WALL
from tablewright.games.maze.setup import MOST_FLIPS, MazeSetup
from tablewright.games.maze.solver.puzzles import random_layout
from tablewright.games.maze.state import MazeState
from tablewright.testing import Trial
from tablewright.testing.laws import legality_is_exact, snapshots_round_trip
from tablewright.testing.mutations import check_restored, check_setup, damaged
from tests.games.maze.story import table

VIEWERS = (0, None)


def some_setup(dice: Dice) -> MazeSetup:
    """Return a setup: rooms of the rulebook, or some that nobody would build."""
    if dice.roll(2) == 1:
        return MazeSetup(random_layout(dice, dice.roll(8)), standard().rooms, dice.roll(60) - 1)
    tiles = "PPPPPP" + TILE_LETTERS
    rooms = {
        letter: bytes([WALL, *(TILE_LETTERS.index(tiles[dice.roll(len(tiles)) - 1]) for _ in range(24))])
        for letter in "KQZ"
    }
    return MazeSetup(["SK", "QZ"], {**standard().rooms, **rooms}, dice.roll(60) - 1)


def positions(dice: Dice, matches: int, most: int = 300) -> Iterator[MazeState]:
    """Yield positions of random matches in which cards are flipped rarely enough to get somewhere."""
    for _ in range(matches):
        state = GAME.new(some_setup(dice), dice.raw())
        for _ in range(most):
            legal = state.legal_actions()
            if not legal:
                break
            if dice.roll(15) == 1:
                yield state
            state.apply(legal[dice.roll(len(legal)) - 1] if dice.roll(3) == 1 else legal[-1])
        yield state


@pytest.mark.parametrize("seed", range(3))
def test_a_damaged_snapshot_is_refused_or_plays_on(seed: int) -> None:
    dice = Dice(seed)
    snapshots = [state.snapshot() for state in positions(dice, 30)]
    assert all(GAME.restore(snapshot).snapshot() == snapshot for snapshot in snapshots)
    began = process_time()
    taken = sum(
        check_restored(GAME, damaged(snapshots[n % len(snapshots)], dice, dice.roll(3)), dice) for n in range(1500)
    )
    assert 0 < taken < 750
    assert process_time() - began < 60


@pytest.mark.parametrize("seed", range(2))
def test_a_damaged_setup_is_refused_or_can_be_played(seed: int) -> None:
    dice = Dice(seed)
    began = process_time()
    taken = sum(
        check_setup(GAME, damaged(GAME.write_setup(some_setup(dice)), dice, dice.roll(3)), dice) for _ in range(1000)
    )
    assert 0 < taken < 500
    assert process_time() - began < 60


def test_samples_can_be_kept_like_the_positions_they_stand_for() -> None:
    dice = Dice(5)
    for state in positions(dice, 10):
        sample = state.resample(0, dice)
        assert GAME.restore(json.loads(json.dumps(sample.snapshot()))) == sample


def restored(layout: str = "SA BC", limit: int = 0, **change: Any) -> MazeState:
    """Restore the start of a match with a change."""
    setup = MazeSetup(layout.split(), standard().rooms, limit)
    return GAME.restore({**GAME.new(setup, 3).snapshot(), **change})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"rooms": "ASBC"}, "room S where it lies"),
        ({"revealed": [False] * 4}, "on a tile of its own that can be walked on"),
        ({"revealed": [True, False, False, True]}, "every other revealed room lies next to one"),
        ({"counter": 1}, "does not fit the cards seen"),
        ({"counter": 4, "active": 0, "seen": 1}, "does not fit the cards seen"),
        ({"counter": 2, "active": 2, "seen": 4}, "does not fit the cards seen"),
        ({"counter": 9, "active": 1, "seen": 4, "limit": 7}, "the counter should be a whole number from 0 to 8"),
        ({"characters": [14, 6, 16]}, "whoever stops next to a covered room reveals it"),
        ({"pressed": True, "layout": "S"}, "switches in covered rooms cannot be pressed"),
    ],
)
def test_a_position_that_no_match_can_have_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        restored(**change)


def test_hourglasses_switches_and_treasure_are_as_the_rules_leave_them() -> None:
    story = table("SK", rooms={"K": "WGLLL PPTFS PPPPP PPPPP PPPPP"}).reveal("K")
    for who, row, column, sentence in (("T", 0, 1, "uses it up"), ("T", 1, 2, "the switches are pressed")):
        story.put("F", "K", 1, 3).put("S", "K", 1, 4).put(who, "K", row, column)
        with pytest.raises(ValueError, match=sentence):
            GAME.restore(story.state.snapshot())
    gone = story.put("T", "K", 4, 1).state.snapshot()
    gone["tiles"][1][0] = "WGPLL"
    with pytest.raises(ValueError, match='the tiles of room "K" do not come from its floor plan'):
        GAME.restore(gone)
    late = table("SK", rooms={"K": "WGLLL PPTFS PPPPP PPPPP PPPPP"}, limit=2).reveal("K").do("flip", "flip", "flip")
    late.put("T", "K", 0, 2).put("F", "K", 0, 3).put("S", "K", 0, 4)
    with pytest.raises(ValueError, match="does not find the treasure any more"):
        GAME.restore(late.state.snapshot())


@pytest.mark.parametrize("limit", [0, MOST_FLIPS])
def test_the_highest_counter_plays_on_and_can_be_kept(limit: int) -> None:
    state = restored(limit=limit, counter=MOST_FLIPS - 1, seen=4, active=(MOST_FLIPS - 1) % 4)
    for _ in range(2):
        state.do("flip")
        snapshots_round_trip(Trial(GAME, state.setup, state, Dice(1)))
        legality_is_exact(Trial(GAME, state.setup, state, Dice(1)))
    assert str(state.outcome) == f"lost (too many flips, score {MOST_FLIPS + 1})"


# What is hidden


def test_nothing_that_is_asked_tells_a_position_from_its_samples() -> None:
    dice = Dice(11)
    asked = 0
    for state in positions(dice, 40):
        for seat in VIEWERS:
            sample = state.resample(seat, dice)
            assert sample.view(seat) == state.view(seat)
            assert sample.picture(seat) == state.picture(seat)
            real, other = Perspective(state, seat or 0), Perspective(sample, seat or 0)
            assert real.legal_actions() == other.legal_actions()
            for action in GAME.actions(state.setup):
                one, two = real.why_not(action), other.why_not(action)
                assert (one, str(one)) == (two, str(two)), action
                assert sample.parse(action.text) is action
        asked += 1
    assert asked >= 200


def test_actions_are_the_same_however_the_rooms_lie() -> None:
    texts = [
        [action.text for action in GAME.actions(MazeSetup(layout.split(), standard().rooms))]
        for layout in ("SA BC", "SC AB", "AB CS")
    ]
    assert texts[0] == texts[1] == texts[2]


@pytest.mark.parametrize(
    "line", ["\x1b[2J", "x" * 1_000_000, "move \u202ex up", "move t \x07", "move t up \x9b" + "9" * 9_000]
)
def test_what_somebody_typed_comes_back_as_plain_text(line: str) -> None:
    with pytest.raises(Malformed) as caught:
        table("SA").state.parse(line)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


# Events


def test_events_are_json_and_tell_everybody_what_the_view_then_shows() -> None:
    dice = Dice(7)
    kinds = set()
    for position in positions(dice, 60):
        state = position.clone()
        while state.outcome is None and dice.roll(20) > 1:
            legal = state.legal_actions()
            events = state.apply_watched(legal[dice.roll(len(legal)) - 1])
            view = state.view(0)
            for event in events:
                seen = event.seen(0)
                assert seen is not None
                assert json.loads(json.dumps(seen)) == seen == event.seen(None)
                assert event.told(0) == event.told(None) != ""
                kinds.add(seen["kind"])
                _shown_in(view, seen, last=event is events[-1])
    assert kinds >= {"Flipped", "Moved", "Revealed", "HourglassUsed", "Unlocked", "Fought", "Scried", "Lost"}


def _shown_in(view: dict[str, Any], seen: dict[str, Any], last: bool) -> None:
    """Check what an event says against the view after its action."""
    if "counter" in seen:
        assert seen["counter"] == view["counter"]
    if seen["kind"] == "Flipped":
        assert seen["card"] == view["card"]
    if seen["kind"] == "Moved":
        assert seen["to"] == view["characters"][seen["character"]] != seen["from"]
    if seen["kind"] == "Revealed":
        assert seen["room"] == view["rooms"][seen["place"]]
        assert not last or seen["tiles"] == view["tiles"][seen["place"]]
    for row, column in seen.get("cleared", []):
        room = view["tiles"][row // 5 * view["columns"] + column // 5]
        assert room[row % 5][column % 5] == "P"


def test_pressed_switches_tell_of_open_rooms_only() -> None:
    plans = {"K": "WTFSX PPPPP PPPPP PPPPP PPPPP", "Q": "WXXXX PPPPP PPPPP PPPPP PPPPP"}
    story = table("SKQ", "right up left down", rooms=plans).reveal("K")
    story.put("F", "K", 0, 2).put("S", "K", 0, 3).put("T", "K", 1, 1).do("up", "move t up")
    seen = story.events[-1].seen(None)
    assert seen == {"kind": "SwitchesPressed", "cleared": [[0, 6], [0, 7], [0, 8], [0, 9]]}
    assert story.state.pressed


def test_what_happens_looks_the_same_where_the_positions_did() -> None:
    dice = Dice(23)
    compared = 0
    for state in positions(dice, 40):
        for action in state.legal_actions():
            one, two = state.clone(), state.resample(0, dice)
            happened, elsewhere = one.apply_watched(action), two.apply_watched(action)
            if one.view(0) == two.view(0):
                compared += 1
                assert [event.told(0) for event in happened] == [event.told(0) for event in elsewhere]
                assert [event.seen(0) for event in happened] == [event.seen(0) for event in elsewhere]
    assert compared >= 500
