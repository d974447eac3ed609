"""Players who try what nobody should: nothing breaks, and nobody wins by it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tablewright.cli.verify import verdict
from tablewright.core.record import Record
from tablewright.table import session
from tablewright.table.charter import BOT, PERSON, TableOptions
from tablewright.table.table import Table
from tablewright.web.making import CannotMake, branch_of
from tests.support.sessions import Room, make_charter


def two_people(**options: object) -> Room:
    packs = {"deck1": "wolfpack", "deck2": "wolfpack"}  # with something for the first mana, whoever begins
    room = Room(make_charter("ooperations", ["Ann", "Marla"], TableOptions(**options), **packs))  # type: ignore[arg-type]
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


def test_a_match_that_was_stopped_is_over_for_everybody() -> None:
    room = two_people()
    room.session.story.playing.limit = 3
    for _ in range(3):
        room.act(room.asked(), "done")
    assert room.asked() is None
    room.join("late")
    assert room.last("late", "snap")["outcome"]["why"] == "it had become too long"
    assert room.session.facts()["status"] == "over"
    assert room.session.facts()["turn"] == []
    assert room.session.replay()["actions"] == 3
    assert len(room.session.positions(0, 9)) == 4
    assert "secret" not in str(room.session.record())
    with pytest.raises(CannotMake, match="cannot be played on"):
        branch_of(room.charter.id, room.session.record(), 1)
    room.say("ann", "offer", kind="resign")
    assert room.last("ann", "nack")["code"] == "MATCH_OVER"


@pytest.mark.parametrize("ending", ["resign", "draw", "claim"])
def test_the_terminal_opens_what_was_played_in_the_browser(tmp_path: Path, ending: str) -> None:
    room = two_people(absence=30)
    line = next(line for line in room.legal(room.asked()) if line.startswith("creature"))
    first = room.asked()
    room.act(first, line)
    room.say(first, "offer", kind="takeback")
    room.act(first, "done")
    if ending == "claim":
        room.session.leave("marla", room.now)
        room.wait(31_000)
    room.say("ann", "offer", kind=ending)
    room.say("marla", "answer", kind=ending, yes=True)
    path = tmp_path / "web.record"
    path.write_text(str(room.session.record()), "utf-8")
    table = Table.resume(str(path))
    table.close()
    assert table.ending == {"resign": "Marla won (resigned)", "draw": "tie (agreed)", "claim": "Ann won (left)"}[ending]
    assert len(table.match) == 1
    assert Record.read(str(path)).history == [line, "undo: 0", "done"]
    assert verdict(Record.read(str(path)), room.session.story.playing.seal).startswith("fair")
