"""What strangers may send and what anybody may see: damage, secret deals, what is hidden, and what clients draw."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tablewright.core.dealing import LookedAhead, SecretDeal
from tablewright.core.dice import Dice
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective
from tablewright.core.record import Record
from tablewright.envs.observations import make_encoder
from tablewright.games.dungeons.game import GAME, dungeons
from tablewright.games.dungeons.state import DungeonsState
from tablewright.games.dungeons.tables import ITEMS
from tablewright.games.dungeons.views import LONGEST_LINE, MOST_DRAWS
from tablewright.testing import random_match
from tablewright.testing.mutations import check_playable, check_restored, check_setup, damaged, damaged_text
from tests.games.dungeons.story import table
from tests.games.dungeons.test_laws import random_setup

#: Dungeons as strangers write them: the largest numbers, doors to nowhere, twins, rooms apart.
ODD = [
    ["1:9,1;D:1,1:0;D:1,9:7;T:1,5:2147483647,ARRW,2147483647,BOLT,2147483647;"],
    ["1:3,3;D:1,1:2;D:1,2:2;Z:3,3:1;Z:3,2:1;", "2:2,2;L:1,1:0;"],
    ["1:9,9;D:1,1:0;T:2,2:0;", "5:4,4;", "3:3,3;D:1,1:1;D:2,2:0;"],
]


def odd_setup(dungeon: list[str]) -> Any:
    heroes = [{"name": "Å", "type": "R"}, {"name": "", "type": "W"}]
    return GAME.read_setup({"dungeon": dungeon, "heroes": heroes, "seats": 2, "limit": 2**31 - 1})


def setups() -> list[Any]:
    """Return tables of all kinds."""
    made = [GAME.setup(dungeon=name, players=players) for name in dungeons() for players in ("one", "each")]
    return [*made, *[random_setup(Dice(seed)) for seed in range(30)], *map(odd_setup, ODD)]


def positions(every: int) -> list[DungeonsState]:
    """Return positions from the first to the last of many random matches."""
    found = []
    for seed, setup in enumerate(setups()):
        match = random_match(GAME, setup, seed, 120)
        found += [state.clone() for number, state in enumerate(match.positions()) if number % every == 0]
        found.append(match.state)
    return found


# --- Damage


@pytest.mark.parametrize("chunk", range(3))
def test_damaged_snapshots_are_refused_or_can_be_played(chunk: int) -> None:
    dice = Dice(chunk)
    whole = [state.snapshot() for state in positions(40)]
    taken = sum(
        check_restored(GAME, damaged(whole[dice.roll(len(whole)) - 1], dice, dice.roll(3)), dice) for _ in range(1000)
    )
    assert 0 < taken < 300


@pytest.mark.parametrize("chunk", range(3))
def test_damaged_setups_are_refused_or_can_be_played(chunk: int) -> None:
    dice = Dice(chunk)
    whole = [GAME.write_setup(setup) for setup in setups()]
    taken = 0
    for _ in range(1000):
        bad = damaged(whole[dice.roll(len(whole)) - 1], dice, dice.roll(3))
        if isinstance(bad, dict) and isinstance(bad.get("dungeon"), list) and dice.roll(2) == 1:
            bad["dungeon"] = [damaged_text(line, dice) if isinstance(line, str) else line for line in bad["dungeon"]]
        taken += check_setup(GAME, bad, dice)
    assert 0 < taken < 500


def test_the_largest_numbers_are_played_with() -> None:
    full = ",".join(f"{item},2147483647" for item in ("ARRW", "BOLT", "NHEP", "DAGG"))
    chests = "".join(f"T:{row},{column}:1,{full};" for row in range(1, 9) for column in range(1, 10))
    setup = GAME.read_setup(
        {
            "dungeon": [f"1:9,9;{chests}D:9,1:0;", "2:3,3;"],
            "heroes": [{"name": "Cid", "type": "R"}],
            "seats": 1,
            "limit": 2**31 - 1,
        }
    )
    state = GAME.new(setup, 1)
    looted = 0
    for _ in range(150):
        loots = [action for action in state.legal_actions() if action.text.startswith("loot")]
        moves = [action for action in state.legal_actions() if action.text.startswith("move")]
        state.submit((loots or moves[:-1] or moves)[0])
        looted = max(looted, state.view(0)["heroes"][0]["bag"].get("BOLT", 0))
    assert looted > 2 * (2**31 - 1)
    check_playable(GAME, state, Dice(1))


def test_a_lock_that_nobody_opens_stays_within_the_bounds_of_an_observation() -> None:
    state = GAME.new(odd_setup(ODD[0]), 1)
    state.do("move w 1,4")
    state.do("loot w 1,5")
    view = state.view(0)
    assert view["room"]["chests"][0]["value"] == 2**31 - 1
    encoder = make_encoder(GAME, state.setup)
    seen = encoder.encode(state, 0)
    assert (seen <= encoder.layout.bounds()[1]).all()
    assert (encoder.encode_view(view, 0) == seen).all()


def test_the_fullest_dungeon_comes_back_from_its_setup() -> None:
    full = "".join(f",{item.abbreviation},2147483647" for item in ITEMS)
    chests = [f"T:{n // 9 + 1},{n % 9 + 1}:2147483647{full};" for n in range(80)]
    setup = GAME.read_setup(
        {
            "dungeon": [f"{room}:9,9;" + "".join(chests) for room in range(1, 10)],
            "heroes": [{"name": "Cid", "type": "R"}],
            "seats": 1,
            "limit": 0,
        }
    )
    written = GAME.write_setup(setup)
    assert max(map(len, written["dungeon"])) < LONGEST_LINE
    assert GAME.read_setup(written) == setup


def test_amounts_that_add_up_to_too_much_are_refused() -> None:
    written = GAME.write_setup(GAME.setup())
    written["dungeon"] = ["1:9,9;T:1,1:0,ARRW,2147483647,ARRW,1;"]
    with pytest.raises(ValueError, match="all ARRW together are more than 2147483647"):
        GAME.read_setup(written)


def _seconds(value: Any, read: Any) -> float:
    start = time.process_time()
    with pytest.raises(ValueError, match=r"\w"):
        read(value)
    return time.process_time() - start


def test_absurd_sizes_are_refused_quickly() -> None:
    written, whole = GAME.write_setup(GAME.setup()), GAME.new(GAME.setup(), 1).snapshot()
    items = [f"{room}:9,9;T:1,1:0" + ",ABXY,1" * 5000 for room in range(1, 10)]
    doors = [f"{room}:9,9;" + "D:1,1:0;" * 4900 for room in range(1, 10)]
    for value in (
        {**written, "dungeon": items},
        {**written, "dungeon": doors},
        {**written, "dungeon": ["1:3,3;"] * 100_000},
        {**written, "x" * 900_000: 1},
        {**written, "heroes": [{"name": "a", "type": "W" * 900_000}]},
    ):
        assert _seconds(value, GAME.read_setup) < 10
    for value in (
        {**whole, "version": "x" * 900_000},
        {**whole, "dice": [1, MOST_DRAWS + 1]},
        {**whole, "hoards": [whole["hoards"][0]] * 100_000},
    ):
        assert _seconds(value, GAME.restore) < 10


def test_dice_that_were_rolled_often_are_rolled_again_soon() -> None:
    whole = {**GAME.new(GAME.setup(), 1).snapshot(), "dice": [1, MOST_DRAWS]}
    start = time.process_time()
    assert GAME.restore(whole).rolled() == MOST_DRAWS
    assert time.process_time() - start < 15  # half a second where nobody else is busy


# --- Names


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("A\x1b[2Jnn", "A[2Jnn"),
        ("  An\tn ", "An n"),
        ("\u202eAnn", "Ann"),
        ("\ud800Ann", "Ann"),
        ("e\u200d\u0301", "é"),
        ("Ａnn", "Ann"),
    ],
)
def test_names_of_heroes_are_plain_text(name: str, shown: str) -> None:
    written = GAME.write_setup(GAME.setup())
    written["heroes"][0]["name"] = name
    setup = GAME.read_setup(written)
    assert setup.players[0].name == shown
    assert GAME.read_setup(GAME.write_setup(setup)) == setup


def test_names_that_only_look_different_are_the_same() -> None:
    written = GAME.write_setup(GAME.setup())
    written["heroes"][0]["name"] = "Bru\u200bna"
    with pytest.raises(ValueError, match='"Bruna" is used twice'):
        GAME.read_setup(written)


# --- What is hidden


def test_nothing_that_a_seat_can_ask_for_depends_on_what_is_hidden() -> None:
    """Only the samples differ: chests, rooms to come and dice. All seats and spectators know the same."""
    dice = Dice(1)
    asked = 0
    for state in positions(15):
        setup = state.setup
        for seat in (*range(setup.seats), None):
            sample = state.resample(seat, dice)
            assert sample.view(seat) == state.view(seat) == state.view(None)
            assert sample.picture(seat) == state.picture(seat) == state.picture(None)
            assert sample.legal_actions() == state.legal_actions()
            assert sample.acting_seats() == state.acting_seats()
            assert GAME.restore(sample.snapshot()) == sample  # samples are positions like any other
            if seat is None:
                continue
            real, dealt = Perspective(state, seat), Perspective(sample, seat)
            assert real.legal_actions() == dealt.legal_actions()
            for action in GAME.actions(setup):
                assert real.why_not(action) == dealt.why_not(action)
            assert GAME.actions(sample.setup) is GAME.actions(setup)
            asked += 1
    assert asked > 300


def test_a_view_and_a_picture_have_nothing_of_rooms_to_come_and_of_closed_chests() -> None:
    rooms = ("2:9,9;D:7,7:1;L:6,6:7;T:5,5:19,HCRS,77;",)
    t = table("B D2 T W", ". . . .", rooms=rooms, chest="17,WARH,88")
    shown = json.dumps(t.state.view(None)) + t.state.picture(None)
    for hidden in ("HCRS", "WARH", "L7", "77", "88", "17", "19", '"L"'):
        assert hidden not in shown


def test_what_is_told_and_seen_of_an_action_tells_no_more_than_the_position_after_it() -> None:
    """With the same dice: what is rolled is told as well, and a sample has dice of its own."""
    compared = 0
    for number, state in enumerate(positions(4)):
        legal = state.legal_actions()
        if not legal:
            continue
        action = legal[Dice(number).roll(len(legal)) - 1]
        sample = state.resample(None, Dice(number))
        sample.dice = state.dice.clone()
        events, others = state.apply_watched(action), sample.apply_watched(action)
        if state.view(None) == sample.view(None):
            compared += 1
            assert [event.told(None) for event in events] == [event.told(None) for event in others]
            assert [event.seen(None) for event in events] == [event.seen(None) for event in others]
    assert compared > 300


# --- What clients draw


def test_every_event_is_seen_as_json_exactly_if_it_is_told() -> None:
    kinds = set()
    for seed, setup in enumerate(setups()):
        match = random_match(GAME, setup, seed, 150)
        for number in range(1, len(match) + 1):
            for event in match.events(number):
                seen = event.seen(None)
                assert (seen is None) == (event.told(None) == "")
                assert json.loads(json.dumps(seen)) == seen
                assert all(event.seen(seat) == seen for seat in range(setup.seats))
                if seen is not None:
                    assert seen["kind"] == type(event).__name__
                    assert len(seen) > 1
                    kinds.add(seen["kind"])
    assert kinds == {
        *("HeroMoved", "RoomEntered", "RoomCompleted", "ChestTried", "ChestLocked", "Looted", "Rolled", "Consumed"),
        *("Regenerated", "Resistant", "Equipped", "Attacked", "LostHealth", "Defeated", "FoeMoved", "Ended"),
    }


def test_a_client_that_follows_the_events_knows_where_everybody_is_and_how_they_are() -> None:
    """Between two views nothing moves, falls, heals or is picked up unseen."""
    for seed, setup in enumerate(setups()):
        match = random_match(GAME, setup, seed, 80)
        view = match.at(0).view(None)
        for number, state in enumerate(match.positions()):
            after = json.loads(json.dumps(state.view(None)))
            if number:
                view = follow(view, match.seen(number, None), after)
            assert drawn(view) == drawn(after)
            view = after


def follow(view: dict[str, Any], events: list[dict[str, Any]], after: dict[str, Any]) -> dict[str, Any]:
    """Return a view with what was seen since then drawn into it; a new room is taken as it is shown."""
    for event in events:
        kind = event["kind"]
        if kind == "RoomEntered":
            return after
        if "hero" in event:
            (piece,) = [hero for hero in view["heroes"] if hero["type"] == event["hero"]["type"]]
            assert piece["seat"] == event["hero"]["seat"]
        elif "foe" in event:
            at = event["from"] if kind == "FoeMoved" else event["at"]
            (piece,) = [foe for foe in view["room"]["foes"] if foe["at"] == at]
            assert {"type": piece["type"], "id": piece["id"]} == event["foe"]
        if kind in ("HeroMoved", "FoeMoved"):
            assert piece["at"] == event["from"]
            if event["to"] not in [door["at"] for door in view["room"]["doors"]]:
                piece["at"] = event["to"]
        elif kind in ("LostHealth", "Regenerated"):
            difference = event["regenerated"] if kind == "Regenerated" else -event["lost"]
            assert piece["health"] + difference == event["health"]
            piece["health"] = event["health"]
        elif kind == "Defeated":
            assert (piece["at"], piece["health"]) == (event["at"], 0)
            if "foe" in event:
                view["room"]["foes"].remove(piece)
            piece.update(at=None, armor=None, weapon=None, resists=None)
            view["room"]["remains"].append({"at": event["at"]})
        elif kind == "Looted":
            for hoards in (view["room"]["chests"], view["room"]["remains"]):
                hoards[:] = [hoard for hoard in hoards if hoard["at"] != event["at"]]
            for item, amount in event["items"].items():
                piece["bag"][item] = piece["bag"].get(item, 0) + amount
        elif kind == "Equipped":
            piece.update(armor=event["armor"], weapon=event["weapon"])
        elif kind == "Resistant":
            piece["resists"] = event["resists"]
        elif kind == "Ended":
            view["outcome"] = event["outcome"]
    return view


def drawn(view: dict[str, Any]) -> Any:
    """Return what a client draws of a view."""
    heroes = [[hero[key] for key in ("type", "at", "health", "armor", "weapon", "resists")] for hero in view["heroes"]]
    foes = [[foe[key] for key in ("type", "id", "at", "health")] for foe in view["room"]["foes"]]
    places = [[hoard["at"] for hoard in view["room"][key]] for key in ("chests", "remains")]
    return heroes, foes, places, view["outcome"]


# --- Secret deals


def test_a_whole_match_of_a_secret_deal_is_played_recorded_and_replayed() -> None:
    for name, players in (("cellar", "each"), ("chapel", "one")):
        setup = GAME.setup(dungeon=name, players=players)
        match, dice = Match(GAME, setup, SecretDeal.make(setup.seats)), Dice(4)
        while not match.over:
            legal = match.legal_actions()
            action = legal[dice.roll(len(legal)) - 1]
            told = match.do(match.turn, action)
            assert all(isinstance(event.told(None), str) for event in told)
            for seat in range(setup.seats):
                sample = match.perspective(seat).sample(dice)
                assert sample.view(seat) == match.state.view(seat)
                if sample.outcome is None:
                    sample.apply(sample.legal_actions()[-1])  # samples have dice of their own
        assert match.state.rolled() > 0
        again = Match.replay(Record.parse(str(match.record())))
        assert again.state.view(None) == match.state.view(None)
        assert [again.told(n, None) for n in range(1, len(again) + 1)] == [
            match.told(n, None) for n in range(1, len(match) + 1)
        ]


def test_nobody_looks_ahead_in_a_secret_deal() -> None:
    match = Match(GAME, GAME.setup(), SecretDeal.make(1))
    (attack, *_) = [action for action in match.legal_actions() if action.text.startswith("attack b")]
    with pytest.raises(LookedAhead):
        match.state.clone().apply(attack)
    before = match.state.key()
    assert any(" show" in event.told(0) for event in match.do(0, attack))
    assert match.state.key() != before


def test_a_snapshot_of_a_secret_deal_does_not_come_back() -> None:
    match = Match(GAME, GAME.setup(), SecretDeal.make(1))
    with pytest.raises(
        ValueError, match="the match was dealt from a secret, and its dice come back from its record only"
    ):
        GAME.restore(json.loads(json.dumps(match.state.snapshot())))
