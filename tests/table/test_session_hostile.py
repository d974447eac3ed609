"""Players who try what nobody should: nothing breaks, and nobody wins by it."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from tablewright.cli.verify import verdict
from tablewright.core.record import Record
from tablewright.table import session
from tablewright.table.charter import BOT, PERSON, TableOptions
from tablewright.table.telling import Eye
from tests.support.sessions import Room, make_charter


def two_people(**options: object) -> Room:
    room = Room(make_charter("ooperations", ["Ann", "Marla"], TableOptions(**options)))  # type: ignore[arg-type]
    room.join("ann", 0)
    room.join("marla", 1)
    return room


@pytest.mark.parametrize("name", ["{", "}", "{0}", "{winner}", "{winner.__class__}", "{name}"])
def test_a_name_is_never_a_form_to_fill_in(name: str) -> None:
    room = Room(make_charter("ooperations", [name, "Marla"]))
    room.join("ann", 0)
    room.join("marla", 1)
    room.say("ann", "offer", kind="draw")
    room.say("ann", "offer", kind="resign")
    assert room.last("marla", "snap")["outcome"]["why"] == f"{name} resigns"
    assert f"{name} offers a tie." in json.dumps(room.last("marla", "snap")["log"])


def test_what_was_offered_before_the_end_cannot_be_agreed_on_after_it() -> None:
    room, dice = two_people(), random.Random(1)
    while not room.session.over:
        if "draw" not in room.session.story.offers:
            room.say("ann", "offer", kind="draw")
            room.say("ann", "offer", kind="pause")
        viewer = room.asked()
        room.act(viewer, dice.choice(room.legal(viewer)))
    outcome = room.session.story.outcome()
    for kind in ("draw", "pause", "takeback"):
        room.say("marla", "answer", kind=kind, yes=True)
        assert room.last("marla", "nack")["code"] == "NO_OFFER"
    assert room.session.story.outcome() == outcome
    assert not room.session.story.paused


def test_asking_to_take_back_is_no_consent_to_another_taking_back() -> None:
    room = two_people()
    for _ in range(2):
        first = room.asked()
        while room.asked() == first:
            room.act(first, "done")
    length = len(room.session.story.playing)
    first, other = room.asked(), "marla" if room.asked() == "ann" else "ann"
    room.say(first, "offer", kind="takeback")
    room.say(other, "offer", kind="takeback")
    assert room.last(other, "nack")["code"] == "NO_OFFER"
    assert len(room.session.story.playing) == length


def test_who_loses_one_of_two_seats_to_another_window_is_away_from_the_other() -> None:
    room = Room(make_charter("ooperations", ["Ann", "Marla"], TableOptions(absence=30)))
    room.join("both", 0, 1)
    room.join("marla", 1)
    room.wait(31_000)
    assert room.last("marla", "gone") == {"t": "gone", "seat": 0, "seconds": 0}
    room.join("ann", 0)
    assert not room.session.claimable


def test_nobody_has_left_while_the_match_was_paused() -> None:
    room = two_people(absence=30)
    room.say("ann", "offer", kind="pause")
    room.say("marla", "answer", kind="pause", yes=True)
    room.session.leave("marla", room.now)
    room.wait(3_600_000)
    room.say("ann", "offer", kind="resume")
    room.wait(10_000)
    room.say("ann", "offer", kind="claim")
    assert room.last("ann", "nack")["code"] == "NOT_ABSENT"
    room.wait(21_000)
    room.say("ann", "offer", kind="claim")
    assert room.session.over


def test_a_rematch_does_not_wait_for_who_has_left() -> None:
    room = two_people(absence=30)
    room.session.leave("marla", room.now)
    room.wait(31_000)
    room.say("ann", "offer", kind="substitute")
    room.say("ann", "offer", kind="resign")
    room.say("ann", "offer", kind="rematch")
    assert [(plan.kind, plan.name, plan.bot) for plan in room.rematch.seats] == [
        (BOT, "", "normal"),
        (PERSON, "Ann", ""),
    ]


def test_bots_do_not_play_for_themselves() -> None:
    room = Room(make_charter("ooperations", ["bot easy", "bot easy"]))
    room.session.join("watcher", [], -1, None, room.now)
    room.session.leave("watcher", room.now)
    room.pump()
    assert len(room.session.story.playing) <= 1
    room.join("watcher")
    assert room.session.over


def test_the_log_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "LONGEST_LOG", 10)
    room = Room(make_charter("ooperations", ["Ann", "bot easy"]))
    room.join("ann", 0)
    for _ in range(20):
        if lines := [line for line in room.legal("ann") if line.startswith("creature")]:
            room.act("ann", lines[0])
        room.say("ann", "offer", kind="takeback")
        room.say("ann", "say", text="hello")
    assert room.last("ann", "nack")["code"] == "LIMIT"
    assert room.session.story.seq < 20
    assert room.act("ann", "done")["t"] == "ack"
    room.say("ann", "offer", kind="resign")
    assert room.session.over


@pytest.mark.parametrize("seed", range(12))
def test_whatever_people_do_the_log_tells_the_same_story_again(seed: int) -> None:
    """Random people come, go, play, ask, agree and refuse; the server restarts now and then."""
    dice = random.Random(seed)
    options = dice.choice(
        [TableOptions(), TableOptions(total=60, increment=2), TableOptions(turn=20), TableOptions(absence=10)]
    )
    charter = dice.choice(
        [
            make_charter("ooperations", ["{Ann", "Marla}"]),
            make_charter("marches", ["bot easy", "Marla"]),
            make_charter("dungeons", ["{0}", "bot easy", "Jonas"], players="each"),
        ]
    )
    room = Room(replace(charter, options=options))
    people = [seat for seat, plan in enumerate(charter.seats) if plan.kind != BOT]
    for number in range(150):
        live = list(room.session.viewers)
        viewer = dice.choice(live) if live else None
        deed = dice.choices(
            ["join", "leave", "act", "offer", "answer", "wait", "restart", "look"], [2, 1, 30, 6, 6, 2, 1, 1]
        )[0]
        if viewer is None or deed == "join":
            room.join(number, *dice.choice([people, people[:1], people[-1:], []]), since=dice.choice([-1, 0, 5, 10**9]))
        elif deed == "leave":
            room.session.leave(viewer, room.now)
        elif deed == "act":
            asked = next((one for one in live if room.legal(one)), viewer)
            room.act(asked, dice.choice(room.legal(asked) or ["done"]))
            room.now += 2_000
        elif deed == "offer":
            kinds = ["takeback", "draw", "pause", "rematch", "resume", "claim", "substitute", "resign"]
            room.say(viewer, "offer", kind=dice.choices(kinds, [9, 3, 3, 3, 9, 3, 3, 0.2])[0])
        elif deed == "answer":
            kind = dice.choice(["takeback", "draw", "pause", "rematch"])
            room.say(viewer, "answer", kind=kind, yes=kind != "draw" and dice.random() < 0.8)
        elif deed == "wait":
            room.wait(dice.choice([100, 6_000, 20_000]))
        elif deed == "restart":
            room = room.restart()
        else:
            room.say(viewer, "look", seq=dice.choice([-5, 0, 3, 10**12]))
    again = room.restart().session
    for seat in [None, *range(len(charter.seats))]:
        eye = Eye(() if seat is None else (seat,), seat)
        told = [one._telling.snap(eye, room.now) for one in (room.session, again)]
        for snap in told:
            del snap["seq"]  # the restart has noted that it was one
            snap.pop("clock", None)
        assert json.dumps(told[0]) == json.dumps(told[1])
    if room.session.over:
        assert verdict(Record.parse(str(room.session.record())), None).startswith("fair")
