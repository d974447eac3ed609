"""What a viewer may not know is in no byte that is sent to it.

The frames to every viewer are compared with those of a twin: the same session, in which everything that is hidden from
this viewer was dealt again. A frame that differs would tell one deal from the other.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import tablewright
from tablewright.core.dice import Dice
from tests.support.sessions import Room, make_charter

NAMES = ["Ann", "Marla"]
STEPS = 50


def again(room: Room, viewer: str, dice: Dice | None = None) -> Room:
    """Return the room once more; with dice, what the viewer does not see is dealt again."""
    twin = room.restart()
    for name, eye in room.session.viewers.items():
        twin.join(name, *eye.seats)
    if dice is not None:
        match = twin.session.story.playing
        twin.session.story.match = match.clone(match.state.resample(room.session.viewers[viewer].seat, dice))
    twin.sent.clear()
    return twin


def frames(room: Room, viewer: str) -> list[str]:
    return [json.dumps(message, sort_keys=True) for message in room.sent.get(viewer, [])]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", ["dungeons", "marches", "maze", "ooperations"])
def test_no_frame_tells_one_deal_from_another(game: str, seed: int) -> None:
    names = NAMES[: tablewright.game(game).setup().seats]
    room = Room(make_charter(game, names))
    for seat, name in enumerate(names):
        room.join(name, seat)
    room.join("watcher")
    dice, alike = random.Random(seed), 0
    for step in range(STEPS):
        story = room.session.story
        if room.session.over:
            break
        actor = names[story.playing.turn]
        line = dice.choice([action.text for action in story.playing.legal_actions()])
        for viewer, eye in room.session.viewers.items():
            real, twin = again(room, viewer), again(room, viewer, Dice(step))
            for other in (real, twin):
                other.join(viewer, *eye.seats)  # the whole position
                other.say(viewer, "look", seq=story.seq)
                other.say(viewer, "offer", kind="draw")
                if viewer != actor:  # what the one who decides would be asked, refused or allowed
                    other.say(viewer, "act", id=1, request=story.moved, action=line)
            assert frames(real, viewer) == frames(twin, viewer), f"{viewer} at {step}"
            assert real.session.facts() == twin.session.facts()
            alike += compare_action(real, twin, viewer, actor, line)
        room.act(actor, line)
    assert alike > STEPS / 2


def compare_action(real: Room, twin: Room, viewer: str, actor: str, line: str) -> bool:
    """Compare what a viewer is sent of an action that is possible in both deals and tells it the same in both."""
    learnt: list[Any] = []
    for room in (real, twin):
        room.sent.clear()
        room.say(actor, "act", id=2, request=room.session.story.moved, action=line)
        story, seat = room.session.story, room.session.viewers[viewer].seat
        story_told = story.told(len(story.playing), seat) if len(story.playing) else []
        learnt.append((story.playing.state.view(seat), story_told, len(story.playing)))
    if learnt[0] != learnt[1]:
        return False
    assert frames(real, viewer) == frames(twin, viewer), f"{viewer} after {line}"
    return True
