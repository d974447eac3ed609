"""What has to be true after every world. Whatever is compared is what people were really told, and the log alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tablewright.cli.verify import verdict
from tablewright.core.dice import Dice
from tablewright.core.match import Match
from tablewright.core.record import Record
from tablewright.core.state import Refused
from tablewright.table.charter import ACT, LogEntry
from tablewright.table.story import MatchStory
from tablewright.table.telling import Eye, Telling
from tablewright.web.store import OVER, RUNNING, WAITING, StoredMatch
from tests.simulation.clients import Client, Message
from tests.simulation.world import World

#: So many messages of a world, at most, are compared with those of a twin.
TWINS = 48


def check(world: World) -> Counter[str]:
    """Raise ``AssertionError`` with what is wrong; returns how much was compared."""
    stored = world.disk.load(world.match)
    assert stored is not None
    done: Counter[str] = Counter()
    check_log(stored.entries)
    for client in world.clients:
        check_answers(client, stored, done)
    story = _replayed(stored)
    status = OVER if story.over else WAITING if story.match is None else RUNNING
    assert world.disk.matches[world.match].status == status
    assert not story.rematch or story.rematch in world.disk.matches
    check_record(world, story, done)
    for client in world.witnesses:
        check_table(client, story, done)
    check_hidden(world, stored, done)
    return done


def _replayed(stored: StoredMatch) -> MatchStory:
    try:
        return MatchStory(stored.charter, stored.secret, stored.entries)
    except (Refused, ValueError) as error:
        raise AssertionError(f"the log does not replay: {error}") from error


def check_log(entries: Sequence[LogEntry]) -> None:
    """The numbers have no gap, no time goes back, and no act of anybody is in it twice."""
    numbers = [entry.seq for entry in entries]
    assert numbers == list(range(1, len(entries) + 1)), f"the log has gaps: {numbers}"
    times = [entry.at for entry in entries]
    assert times == sorted(times), f"the log goes back in time: {times}"
    acts = Counter((entry.seat, entry.act) for entry in entries if entry.act is not None)
    assert all(count == 1 for count in acts.values()), acts


def check_answers(client: Client, stored: StoredMatch, done: Counter[str]) -> None:
    """What was acknowledged is stored once and in the order in which it was done; what was refused is not."""
    own = {entry.act: entry for entry in stored.entries if entry.act is not None and entry.seat in client.table["you"]}
    before = 0
    for number, (line, seq) in sorted(client.acked.items()):
        entry = own.get(number)
        assert entry is not None, f"{client.name}: act {number} was acknowledged, and is not stored"
        assert (entry.kind, entry.seq, entry.body["line"]) == (ACT, seq, line), f"{client.name}: act {number}: {entry}"
        assert seq > before, f"{client.name}: act {number} is stored before an earlier one"
        before = seq
        done["acknowledged"] += 1
        done["acts sent again"] += number in client.sent_again
    for number, code in client.refused.items():
        assert number not in own, f"{client.name}: act {number} was refused ({code}), and is stored"
        done["refused"] += 1


def check_record(world: World, story: MatchStory, done: Counter[str]) -> None:
    """A match that has ended gives its record, which verifies, and leads to the position that the log leads to."""
    if not story.over:
        return
    assert world.record == str(story.record())
    record = Record.parse(world.record)
    assert verdict(record, story.playing.seal)
    assert Match.replay(record).state == story.playing.state
    done["records"] += 1


def check_table(client: Client, story: MatchStory, done: Counter[str]) -> None:
    """Somebody knows exactly what the log says that they should know."""
    table, eye = client.table, Eye(tuple(client.table["you"]), client.table["eye"])
    truth: Message = _written(Telling(story).snap(eye, 0))
    if story.match is not None:
        assert table["seq"] == story.seq, f"{client.name} knows {table['seq']} entries of {story.seq}"
    for key in ("view", "request", "offers", "outcome", "paused"):
        assert table.get(key) == truth.get(key), f"{client.name}: {key}: {table.get(key)} instead of {truth.get(key)}"
    known, said = ([(line["seq"], line["seat"], line["told"]) for line in one["log"]] for one in (table, truth))
    assert known == said, f"{client.name}: the log {known} instead of {said}"
    done["tables"] += 1


def check_hidden(world: World, stored: StoredMatch, done: Counter[str]) -> None:
    """No message tells a viewer more than it would in a deal that it could not tell apart: a twin gets the same."""
    sent: dict[int, list[tuple[Client, int | None, Message]]] = {}
    dice = Dice(world.seed)
    for client in world.clients:
        for eye, seq, message in client.messages:
            if message["t"] in ("snap", "request", "ev", "at"):
                sent.setdefault(message.get("seq", seq), []).append((client, eye, message))
            for event in message.get("events", []):
                sent.setdefault(event["seq"], []).append((client, eye, {"t": "ev", **event}))
    share = max(1, sum(map(len, sent.values())) // TWINS)
    story, count = MatchStory(stored.charter, stored.secret, []), 0
    for entry in stored.entries:
        chosen = []
        for one in sent.get(entry.seq, []):
            count += 1
            if count % share == 0:
                chosen.append(one)
        before = story.match.clone() if story.match is not None and chosen else None
        story.add(entry)
        for client, eye, message in chosen:
            if story.match is None or story.over:
                continue
            if message["t"] == "ev" and before is not None and entry.kind == ACT:
                done["events of twins"] += _compare_event(story, before, entry, eye, message, dice)
            elif message["t"] != "ev":
                seen = eye if message["t"] == "request" else message["eye"]
                _compare_state(story, Eye(tuple(client.table["you"]), seen), message, dice)
                done["positions of twins"] += 1


def _compare_state(story: MatchStory, eye: Eye, message: Message, dice: Dice) -> None:
    """Compare a message about a position with what it would be if all that the viewer cannot see were dealt again."""
    real = story.playing
    story.match = real.clone(real.state.resample(eye.seat, dice))
    try:
        twin = _written(_told_now(story, eye, message))
    finally:
        story.match = real
    for key in set(twin) - {"clock"}:
        assert message.get(key) == twin[key], f"{key} tells {eye.seat} something: {message.get(key)} and {twin[key]}"


def _told_now(story: MatchStory, eye: Eye, message: Message) -> Message:
    """Return what a message about a position would say; nothing if that position does not stand any more."""
    telling = Telling(story)
    if message["t"] == "at":
        return telling.at(story.seq, eye.seat) if message["number"] == len(story.playing) else {}
    return telling.snap(eye, 0) if message["t"] == "snap" else telling.request(eye)


def _compare_event(
    story: MatchStory, before: Match, entry: LogEntry, eye: int | None, message: Message, dice: Dice
) -> bool:
    """Compare what was told of an action with what would have been told of it in a deal that looked the same before,
    if it looks the same afterwards.
    """
    twin = before.clone(before.state.resample(eye, dice))
    assert entry.seat is not None
    rolled = twin.state.rolled()
    try:
        twin.do(entry.seat, twin.parse(entry.seat, entry.body["line"]))
    except Refused:
        return False
    if twin.state.view(eye) != story.playing.state.view(eye) or twin.state.rolled() != rolled:
        return False
    told = [story.named(line) for line in twin.told(len(twin), eye)]
    if message.get("told", []) != told and eye == entry.seat:
        return False  # who draws cards learns which, also in an order that does not show later
    assert message.get("told", []) == told, f"{eye} is told {message.get('told')}, a twin {told}"
    if told:
        seen = _written(twin.seen(len(twin), eye))
        assert message["seen"] == seen, f"{eye} sees {message['seen']}, a twin {seen}"
    view = _written(twin.state.view(eye))
    assert message.get("view", view) == view, f"view tells {eye} something: {message['view']} and {view}"
    return True


def _written(value: Any) -> Any:
    return json.loads(json.dumps(value))
