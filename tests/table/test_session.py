"""One match and everybody who looks at it: what each of them is sent."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablewright
from tablewright.cli.verify import verdict
from tablewright.core.record import Record
from tablewright.table.charter import Branch, TableOptions
from tablewright.table.session import NotYet, Refusal
from tests.support.sessions import Room, make_charter

GAMES = ["dungeons", "marches", "maze", "ooperations"]


def two_people(**options: object) -> Room:
    room = Room(make_charter("ooperations", ["Ann", "Marla"], TableOptions(**options)))  # type: ignore[arg-type]
    room.join("ann", 0)
    room.join("marla", 1)
    return room


def play_on(room: Room, dice: random.Random, most: int = 10_000) -> None:
    for _ in range(most):
        if room.session.over:
            return
        viewer = room.asked()
        assert room.act(viewer, dice.choice(room.legal(viewer)))["t"] == "ack"


def seats_of(game: str) -> list[str]:
    return ["Ann", "Marla"][: tablewright.game(game).setup().seats]


# --- coming


def test_the_cards_are_dealt_when_everybody_has_come() -> None:
    room = Room(make_charter("ooperations", ["Ann", "Marla"]))
    room.join("ann", 0, nonce="00" * 16)
    assert room.last("ann", "welcome")["waiting"]
    assert room.view("ann") is None
    assert room.request("ann")["wait"]
    assert room.act("ann", "done")["code"] == "WAITING"
    room.join("marla", 1)
    assert len(room.view("ann")["players"][0]["hand"]) > 0
    assert room.view("ann")["players"][1]["hand"] is None
    assert room.last("ann", "welcome")["seal"]


def test_every_seat_adds_to_the_deal_and_the_commitment_comes_before() -> None:
    hands = []
    for nonce in ("00" * 16, "11" * 16):
        room = Room(make_charter("ooperations", ["Ann", "Marla"]))
        room.join("ann", 0, nonce=nonce)
        room.join("marla", 1, nonce="22" * 16)
        assert room.sent["ann"][0]["commitment"] == room.charter.commitment
        hands.append(room.view("ann")["players"][0]["hand"])
    assert hands[0] != hands[1]


def test_a_second_window_takes_over_and_the_first_is_told() -> None:
    room = two_people()
    room.join("ann again", 0)
    assert room.last("ann", "bye")["code"] == 4009
    assert room.closed == {"ann": 4009}
    assert room.act("ann", "done")["code"] == "NOT_HERE"
    assert room.act("ann again", "done")["t"] == "ack"


def test_a_name_that_looks_like_another_is_refused() -> None:
    room = Room(make_charter("ooperations", ["Ann", ""]))
    with pytest.raises(Refusal, match="look the same"):
        room.session.sit(1, "ann", room.now)
    room.session.sit(1, "Marla", room.now)
    with pytest.raises(Refusal, match="sits there"):
        room.session.sit(1, "Jonas", room.now)
    assert [seat["name"] for seat in room.session.facts()["seats"]] == ["Ann", "Marla"]


# --- playing


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_stored_and_verified(game: str) -> None:
    room = Room(make_charter(game, seats_of(game)))
    for seat, name in enumerate(seats_of(game)):
        room.join(name, seat)
    room.join("watcher")
    with pytest.raises(NotYet, match="goes on"):
        room.session.record()
    play_on(room, random.Random(5))
    record = Record.parse(str(room.session.record()))
    assert verdict(record, room.last("Ann", "welcome")["seal"]).startswith("fair")
    again = room.restart().session
    assert str(again.record()) == str(room.session.record())
    assert room.request("watcher") == {"t": "request", "id": again.story.moved, "over": True}
    replay = again.replay()
    assert replay["actions"] == len(replay["steps"]) == len(record.actions)
    assert replay["outcome"]["words"]
    last = again.positions(replay["actions"] - 1, replay["actions"] + 5)
    assert [position["number"] for position in last] == [replay["actions"] - 1, replay["actions"]]
    assert last[-1]["views"]["watch"] == room.view("watcher")


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_answers(game: str) -> None:
    seats = [*seats_of(game)[:-1], "bot easy"]
    room = Room(make_charter(game, seats))
    for seat, name in enumerate(seats[:-1]):
        room.join(name, seat)
    room.join("watcher")
    for _ in range(12):
        if (viewer := room.asked()) is not None:
            room.act(viewer, room.legal(viewer)[0])
    assert any(entry.kind == "act" and entry.seat == len(seats) - 1 for entry in room.stored)


def test_what_is_acknowledged_is_in_the_log_and_done_once() -> None:
    room = two_people()
    asked = room.asked()
    line = room.legal(asked)[0]
    first = room.act(asked, line)
    stored = len(room.stored)
    again = room.act(asked, line, id=first["id"])
    assert again == first
    assert len(room.stored) == stored
    assert room.stored[first["seq"] - 1].body == {"line": line}


def test_the_same_action_is_acknowledged_again_after_a_restart() -> None:
    room = two_people()
    asked = room.asked()
    first = room.act(asked, room.legal(asked)[0])
    seat = room.last(asked, "welcome")["you"][0]
    later = room.restart()
    later.join("back", seat)
    assert later.last("back", "welcome")["acts"] == first["id"]
    assert later.act("back", "whatever", id=first["id"]) == first


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"request": -5}, "STALE"),
        ({"action": "dance"}, "UNKNOWN_COMMAND"),
        ({"action": 7}, "MALFORMED"),
        ({"action": "x" * 100_000}, "MALFORMED"),
        ({"action": "creature DRAGN F1"}, "NOT_IN_HAND"),
        ({"id": True}, "MALFORMED"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_code_and_a_sentence(parts: dict[str, object], code: str) -> None:
    room = two_people()
    asked = room.asked()
    before = len(room.stored)
    room.act(asked, "done", **parts)
    answer = room.last(asked, "nack")
    assert answer["text"]
    assert answer["code"] == code
    assert len(room.stored) == before


def test_nobody_plays_for_another_and_watchers_play_nothing() -> None:
    room = two_people()
    room.join("watcher")
    asked = room.asked()
    other = "marla" if asked == "ann" else "ann"
    assert room.act(other, "done")["code"] == "NOT_YOUR_TURN"
    for kind in ("offer", "hint", "say", "answer"):
        room.say("watcher", kind, kind="resign", text="hi")
        assert room.last("watcher", "nack")["code"] == "NOT_SEATED"
    assert room.act("watcher", "done")["code"] == "NOT_SEATED"


def test_choices_come_with_reasons_and_titles() -> None:
    room = two_people()
    choices = room.request(room.asked())["choices"]
    impossible = [choice for choice in choices if "reason" in choice]
    assert impossible
    assert all(choice["title"] and choice["group"] in room.request(room.asked())["groups"] for choice in choices)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["ann", "marla", "watcher", "nobody"]),
            st.fixed_dictionaries(
                {"t": st.sampled_from(["act", "offer", "answer", "say", "hint", "look", "hello", "x"]) | JSON},
                optional={
                    "id": st.integers(-3, 9) | JSON,
                    "request": st.integers(0, 9) | JSON,
                    "action": st.sampled_from(["done", "redraw", "creature SOLDR F1"]) | JSON,
                    "kind": st.sampled_from(["takeback", "draw", "pause", "resume", "claim", "substitute"]) | JSON,
                    "yes": st.booleans() | JSON,
                    "text": JSON,
                    "seq": st.integers(-5, 50) | JSON,
                },
            ),
        ),
        max_size=25,
    )
)
def test_nothing_that_is_sent_breaks_a_session(messages: list[tuple[str, dict[str, object]]]) -> None:
    room = two_people()
    room.join("watcher")
    for viewer, message in messages:
        room.now += 100
        room.session.receive(viewer, message, room.now)
        batch = room.session.drain()
        room.stored += batch.entries
        for _, answer in batch.messages:
            json.dumps(answer)
    again = room.restart().session
    assert again.story.playing.state == room.session.story.playing.state
    assert (again.story.offers, again.story.paused) == (room.session.story.offers, room.session.story.paused)


# --- coming back


@pytest.mark.parametrize("game", GAMES)
def test_whoever_comes_back_at_any_point_knows_what_the_others_know(game: str) -> None:
    room = Room(make_charter(game, seats_of(game)))
    for seat, name in enumerate(seats_of(game)):
        room.join(name, seat)
    dice = random.Random(3)
    for step in range(25):
        if room.session.over:
            break
        play_on(room, dice, 1)
        if step % 3 == 0:
            room.say("Ann", "say", text=f"step {step}")
        for since in (-1, room.session.story.seq - 2, room.session.story.seq):
            room.join("eye", since=since)
            assert room.view("eye") == room.session.story.playing.state.view(None)
            assert room.request("eye")["id"] == room.session.story.moved
            room.session.leave("eye", room.now)


def test_a_short_absence_is_told_event_by_event() -> None:
    room = two_people()
    dice = random.Random(1)
    play_on(room, dice, 3)
    since = room.session.story.seq
    room.session.leave("ann", room.now)
    while room.asked() == "marla":
        play_on(room, dice, 1)
        if room.session.story.seq > since + 2:
            break
    room.join("ann", 0, since=since)
    missed = room.last("ann", "tail")["events"]
    assert [event["seq"] for event in missed] == list(range(since + 1, room.session.story.seq + 1))


def test_numbers_have_no_gaps_for_anybody() -> None:
    room = two_people()
    room.join("watcher")
    play_on(room, random.Random(2), 30)
    for viewer in ("ann", "marla", "watcher"):
        numbers = [message["seq"] for message in room.sent[viewer] if message["t"] in ("ev", "snap")]
        assert numbers == sorted(numbers)
        events = [message["seq"] for message in room.sent[viewer] if message["t"] == "ev"]
        assert events == list(range(events[0], events[0] + len(events)))


def test_an_earlier_position_is_shown_as_it_was_seen() -> None:
    room = two_people()
    seen = [room.view("ann")]
    seqs = [room.session.story.seq]
    dice = random.Random(8)
    for _ in range(10):
        play_on(room, dice, 1)
        seen.append(room.view("ann"))
        seqs.append(room.session.story.seq)
    for seq, view in zip(seqs, seen, strict=True):
        room.say("ann", "look", seq=seq)
        assert room.last("ann", "at")["view"] == view


# --- two on one device


def test_two_on_one_device_see_the_hand_of_whoever_decides() -> None:
    room = Room(make_charter("ooperations", ["Ann", "Marla"]))
    room.join("device", 0, 1)
    dice = random.Random(4)
    eyes = set()
    for _ in range(20):
        eye = room.request("device")["eye"]
        eyes.add(eye)
        assert room.view("device")["players"][eye]["hand"] is not None
        assert room.view("device")["players"][1 - eye]["hand"] is None
        play_on(room, dice, 1)
    assert eyes == {0, 1}


def test_one_person_can_play_all_heroes() -> None:
    game = tablewright.game("dungeons")
    keys = {choice.key: [option.name for option in choice.options] for choice in game.choices()}
    three = {key: names[-1] for key, names in keys.items() if "3" in names[-1]}
    setup = game.setup(**three)
    names = ["Ann", "Marla", "Jonas"][: setup.seats]
    room = Room(make_charter("dungeons", names, **three))
    room.join("device", *range(setup.seats))
    play_on(room, random.Random(6), 10)
    assert len(room.session.story.playing) == 10


# --- offers


def test_a_misclick_is_taken_back_at_once_and_stays_in_the_record() -> None:
    room = Room(make_charter("ooperations", ["Ann", "bot easy"], deck1="wolfpack"))  # something for the first mana
    room.join("ann", 0)
    before = room.view("ann")
    line = next(line for line in room.legal("ann") if line.startswith("creature"))
    room.act("ann", line)
    room.say("ann", "offer", kind="takeback")
    assert room.view("ann") == before
    assert room.request("ann")["choices"]
    play_on(room, random.Random(1))
    text = str(room.session.record())
    assert f"{line}\nundo: 0\n" in text
    assert Record.parse(text).history[:2] == [line, "undo: 0"]
    assert verdict(Record.parse(text), None).startswith("fair")
    assert str(room.restart().session.record()) == text


def test_what_is_the_others_turn_is_taken_back_only_with_consent() -> None:
    room = two_people()
    asked = room.asked()
    other = "marla" if asked == "ann" else "ann"
    while room.asked() == asked:
        room.act(asked, "done")
    view = room.view(asked)
    room.say(asked, "offer", kind="takeback")
    assert room.last(other, "ev")["offers"] == {"takeback": {"seat": 0 if asked == "ann" else 1}}
    room.say(other, "answer", kind="takeback", yes=False)
    assert room.last(asked, "ev")["offers"] == {}
    assert room.view(asked) == view
    room.say(asked, "offer", kind="takeback")
    assert room.last(asked, "nack")["code"] == "LIMIT"
    assert "10 seconds" in room.last(asked, "nack")["text"]
    room.now += 10_000
    room.say(asked, "offer", kind="takeback")
    room.say(other, "answer", kind="takeback", yes=True)
    assert room.asked() == asked
    assert any("takes the last action back" in line["told"][0] for line in room.last(other, "snap")["log"])


def test_an_offer_that_nobody_made_cannot_be_accepted() -> None:
    room = two_people()
    room.say("ann", "answer", kind="draw", yes=True)
    assert room.last("ann", "nack")["code"] == "NO_OFFER"
    room.say("ann", "offer", kind="draw")
    room.say("ann", "answer", kind="draw", yes=True)
    assert not room.session.over


@pytest.mark.parametrize(
    ("steps", "winners", "cause"),
    [
        ([("ann", "offer", {"kind": "resign"})], [1], "resigned"),
        ([("ann", "offer", {"kind": "draw"}), ("marla", "answer", {"kind": "draw", "yes": True})], [], "agreed"),
        ([("ann", "offer", {"kind": "draw"}), ("marla", "offer", {"kind": "draw"})], [], "agreed"),
    ],
)
def test_a_table_can_end_a_match(steps: list[tuple[str, str, dict]], winners: list[int], cause: str) -> None:
    room = two_people()
    play_on(room, random.Random(1), 5)
    for viewer, kind, parts in steps:
        room.say(viewer, kind, **parts)
    outcome = room.last("marla", "snap")["outcome"]
    assert (outcome["winners"], outcome["cause"]) == (winners, cause)
    assert room.request("ann") == {"id": room.session.story.moved, "over": True}
    record = Record.parse(str(room.session.record()))
    assert record.ended == (cause, None if cause == "agreed" else 0)
    assert verdict(record, None).startswith("fair")
    assert room.act("ann", "done")["code"] == "MATCH_OVER"


def test_a_pause_stops_the_clocks_and_play() -> None:
    room = two_people(total=60)
    asked = room.asked()
    other = "marla" if asked == "ann" else "ann"
    room.say(asked, "offer", kind="pause")
    room.say(other, "answer", kind="pause", yes=True)
    room.wait(600_000)
    assert room.act(asked, "done")["code"] == "PAUSED"
    assert not room.session.over
    room.say(other, "offer", kind="resume")
    assert room.act(asked, "done")["t"] == "ack"


def test_a_rematch_swaps_the_seats_and_everybody_learns_their_own() -> None:
    room = Room(make_charter("ooperations", ["Ann", "Marla"], deck1="wolfpack"))
    room.join("ann", 0)
    room.join("marla", 1)
    room.say("ann", "offer", kind="rematch")
    assert room.last("ann", "nack")["code"] == "NO_OFFER"
    room.say("ann", "offer", kind="resign")
    room.say("ann", "offer", kind="rematch")
    assert room.rematch is None
    room.say("marla", "offer", kind="rematch")
    assert [plan.name for plan in room.rematch.seats] == ["Marla", "Ann"]
    assert room.rematch.chosen["deck2"] == "wolfpack"
    room.session.rematched("newtable2345", room.rematch.before, room.now)
    room.pump()
    assert room.last("ann", "rematch") == {"t": "rematch", "id": "newtable2345", "seats": [1]}
    assert room.last("marla", "rematch")["seats"] == [0]
    assert room.last("marla", "ev")["offers"] == {}
    room.say("ann", "offer", kind="rematch")
    assert room.last("ann", "nack")["code"] == "NO_OFFER"
    assert room.restart().session.facts()["rematch"] == "newtable2345"


# --- time


def test_the_clock_runs_for_whoever_decides_and_ends_the_match() -> None:
    room = two_people(total=60, increment=5)
    asked = room.asked()
    seat = 0 if asked == "ann" else 1
    room.wait(10_000)
    while room.asked() == asked:
        room.act(asked, "done")
    assert room.last(asked, "clock")["left"][seat] == 55_000
    room.wait(70_000)
    outcome = room.last(asked, "snap")["outcome"]
    assert outcome["cause"] == "time"
    assert outcome["winners"] == [seat]


def test_the_time_that_the_server_was_away_is_nobodys() -> None:
    room = two_people(total=60)
    room.wait(5_000)
    later = Room(room.charter, room.stored, room.now + 3_600_000)
    later.join("ann", 0)
    later.join("marla", 1)
    later.wait(1_000)
    assert not later.session.over
    assert min(later.last("ann", "snap")["clock"]["left"]) > 50_000


def test_an_absent_player_is_announced_and_may_be_replaced() -> None:
    room = two_people(absence=30)
    room.session.leave("marla", room.now)
    room.pump()
    assert room.last("ann", "presence")["seats"][1] == {"seat": 1, "here": False}
    room.say("ann", "offer", kind="claim")
    assert room.last("ann", "nack")["code"] == "NOT_ABSENT"
    room.wait(6_000)
    assert room.last("ann", "gone") == {"t": "gone", "seat": 1, "seconds": 25}
    room.wait(30_000)
    assert room.last("ann", "gone")["seconds"] == 0
    room.say("ann", "offer", kind="substitute")
    play_on(room, random.Random(1), 6)
    assert any(entry.kind == "act" and entry.seat == 1 and entry.act is None for entry in room.stored)
    room.join("marla", 1)
    assert room.session.story.chairs[1].bot == ""
    assert "is back" in json.dumps(room.last("ann", "snap")["log"])


def test_who_has_left_has_lost_when_the_other_says_so() -> None:
    room = two_people(absence=30)
    room.session.leave("marla", room.now)
    room.wait(31_000)
    room.say("ann", "offer", kind="claim")
    assert room.session.story.outcome()["why"] == "Marla has left the table"
    assert room.session.story.outcome()["winners"] == [0]


# --- advice, talk, playing on


def test_hints_are_for_whoever_decides_where_the_table_allows_them() -> None:
    room = Room(make_charter("maze", ["Ann"]))
    room.join("ann", 0)
    room.say("ann", "hint")
    hint = room.last("ann", "hint")
    assert hint["action"] in room.legal("ann")
    assert hint["title"]
    assert hint["why"]
    strict = Room(make_charter("maze", ["Ann"], TableOptions(hints=False)))
    strict.join("ann", 0)
    strict.say("ann", "hint")
    assert strict.last("ann", "nack")["code"] == "NO_HINTS"


def test_who_leads_several_heroes_gets_the_hint_for_whichever_should_act() -> None:
    room = Room(make_charter("dungeons", ["Ann", "Ann", "Ann"], players="each"))
    room.join("ann", 0, 1, 2)
    turns = []
    for turn in "wbrwb":  # the heroes in the order of their seats, whose turn it would be
        room.say("ann", "hint")
        action = room.last("ann", "hint")["action"]
        turns.append(action.split()[1] == turn)
        assert room.act("ann", action)["t"] == "ack"
    assert not all(turns)


def test_what_is_said_is_plain_and_stays() -> None:
    room = two_people()
    room.say("ann", "say", text="well \x1b[31mplayed")
    assert room.last("marla", "ev")["told"] == ["well [31mplayed"]
    room.say("ann", "say", text="x" * 201)
    assert room.last("ann", "nack")["code"] == "TOO_LONG"
    later = room.restart()
    later.join("ann", 0)
    assert [line["kind"] for line in later.last("ann", "snap")["log"]] == ["say"]


def test_the_log_has_the_names_of_the_players() -> None:
    room = two_people()
    play_on(room, random.Random(2), 20)
    words = json.dumps([line for line in room.sent["ann"] if line["t"] == "ev"])
    assert "Ann" in words
    assert "Player 1" not in words


def test_a_finished_match_can_be_played_on_from_any_position() -> None:
    room = two_people()
    play_on(room, random.Random(3))
    text, there = str(room.session.record()), 20
    branch = Room(make_charter("ooperations", ["Ann", "bot easy"], branch=Branch(room.charter.id, text, there)))
    branch.join("ann", 0)
    assert branch.session.story.playing.branched == there
    assert branch.session.story.playing.at(there).view(0) == room.session.story.playing.at(there).view(0)
    branch.say("ann", "offer", kind="takeback")
    assert branch.last("ann", "nack")["code"] == "NO_UNDO"
    play_on(branch, random.Random(3))
    again = Record.parse(str(branch.session.record()))
    assert again.branched == there
    assert len(again.replay().view(None)) > 0


def test_a_bot_that_fails_does_not_stop_the_match() -> None:
    room = Room(make_charter("ooperations", ["Ann", "bot easy"]))
    room.session.join("ann", [0], -1, None, room.now)
    for _ in range(3):
        batch = room.session.drain()
        for viewer, message in batch.messages:
            room.sent.setdefault(viewer, []).append(message)
        for thought in batch.thoughts:
            room.session.thought_failed(thought, room.now)
        if room.legal("ann"):
            room.session.receive(
                "ann", {"t": "act", "id": 1, "request": room.request("ann")["id"], "action": "done"}, room.now
            )
    assert len(room.session.story.playing) >= 2


def test_who_has_days_for_a_turn_may_be_away_for_days() -> None:
    room = two_people(turn=3 * 86_400)
    room.session.leave("marla", room.now)
    room.wait(2 * 86_400_000)
    room.say("ann", "offer", kind="claim")
    assert room.last("ann", "nack")["code"] == "NOT_ABSENT"
