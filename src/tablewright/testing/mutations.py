"""Damage: what a stranger could send instead of a snapshot, a setup or a record, and what must come of it.

``check_restored``, ``check_setup`` and ``check_record`` take something damaged. It is refused with a sentence, or what
comes of it obeys the laws; anything else raises ``AssertionError``, or whatever exception should not have been raised.
"""

from __future__ import annotations

import json
from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.record import BadRecord, Record
from tablewright.core.state import State
from tablewright.testing.hiding import nothing_hidden_shows, views_are_fresh
from tablewright.testing.laws import legality_is_exact, snapshots_round_trip
from tablewright.testing.trial import Trial

#: What is put in the place of something: the ends of ranges, other types, and what readers stumble over.
STRANGE: list[Any] = [
    *(0, 1, -1, 2, 7, 100, 2**31, 2**32, 2**63, 10**9, -(10**9), 10**18, -(10**18), 10**29, 1.5, -0.0, 1e300),
    *(float("inf"), float("-inf"), float("nan"), True, False, None, "", " ", "0", "\x1b[2J", "\ud800", "x" * 3000),
    *([], {}, [None], [0], {"": 0}, {"card": 0}, [[[[[[]]]]]]),
]
#: What has so many parts is not multiplied any more.
LARGE = 5_000
#: So many actions are tried on what was restored.
TRIED = 12


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to all parts of a JSON value, from the whole to the leaves."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))]


def damaged(value: Any, dice: Dice, times: int = 1) -> Any:
    """Return a copy of a JSON value with some parts replaced, removed, doubled, moved or renamed."""
    value = _copy(value)
    for _ in range(times):
        value = _damaged_once(value, dice)
    return value


def _copy(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _damaged_once(value: Any, dice: Dice) -> Any:
    paths = places(value)
    path = _one_of(paths, dice)
    if not path:
        path = _one_of(paths, dice)  # the whole thing is seldom worth it
    if not path:
        return _copy(_one_of(STRANGE, dice))
    holder = _at(value, path[:-1])
    key, old = path[-1], _at(value, path)
    kind = dice.roll(10)
    if kind <= 3:
        holder[key] = _copy(_one_of(STRANGE, dice))
    elif kind <= 5 and type(old) is int:  # near misses: one too many, one too few
        holder[key] = old + dice.roll(5) - 3
    elif kind <= 6:
        holder[key] = _copy(_at(value, _one_of(paths, dice)))
    elif kind == 7:
        del holder[key]
    elif isinstance(holder, list):
        if kind == 8:
            holder.insert(key, _copy(old))
        elif kind == 9:
            holder[:] = dice.shuffled(holder)
        elif len(paths) < LARGE:
            holder[:] = holder * dice.roll(30)
    elif kind == 8:
        holder[f"{key}x"] = holder.pop(key)
    else:
        other = _one_of(list(holder), dice)
        holder[key], holder[other] = holder[other], holder[key]
    return value


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _one_of(items: list[Any], dice: Dice) -> Any:
    return items[dice.roll(len(items)) - 1]


def damaged_text(text: str, dice: Dice) -> str:
    """Return a text of which a line or some characters are replaced, removed, doubled, moved or cut off."""
    kind = dice.roll(8)
    if kind <= 4:
        lines = text.split("\n")
        one, two = dice.roll(len(lines)) - 1, dice.roll(len(lines)) - 1
        if kind == 1:
            del lines[one]
        elif kind == 2:
            lines.insert(two, lines[one])
        elif kind == 3:
            lines[one], lines[two] = lines[two], lines[one]
        else:
            lines[one] = str(_one_of(STRANGE, dice))
        return "\n".join(lines)
    place = dice.roll(len(text)) - 1
    if kind == 5:
        return text[:place]
    if kind == 6:
        return text[:place] + text[place + dice.roll(20) :]
    odd = ["\0", "\x1b", "é", "\u202e", "9" * 5000, "[" * 2000, "\ud800"]
    new = chr(dice.roll(126)) if kind == 7 else _one_of(odd, dice)
    return text[:place] + new + text[place + 1 :]


def check_restored(game: Game, snapshot: Any, dice: Dice) -> bool:
    """Restore a snapshot that may be damaged; says whether it was taken."""
    try:
        state = game.restore(snapshot)
    except ValueError as refusal:
        assert str(refusal), "a snapshot is refused without a sentence"
        return False
    try:
        check_playable(game, state, dice)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{json.dumps(snapshot)}") from error
    return True


def check_playable(game: Game, state: State, dice: Dice) -> None:
    """Ask a position the laws that damage could break, and play on from it."""
    at = Trial(game, state.setup, state, dice)  # type: ignore[attr-defined]
    legality_is_exact(at)
    snapshots_round_trip(at)
    views_are_fresh(at)
    nothing_hidden_shows(at)
    for _ in range(TRIED):
        legal = state.legal_actions()
        if not legal:
            break
        state.submit(legal[dice.roll(len(legal)) - 1])
    legality_is_exact(at)
    snapshots_round_trip(at)


def check_setup(game: Game, value: Any, dice: Dice) -> bool:
    """Read a setup that may be damaged, and play with it; says whether it was taken."""
    try:
        setup = game.read_setup(value)
    except ValueError as refusal:
        assert str(refusal), "a setup is refused without a sentence"
        return False
    try:
        written = game.write_setup(setup)
        assert game.write_setup(game.read_setup(_copy(written))) == written, "a setup does not come back"
        check_playable(game, game.new(setup, dice.raw()), dice)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{json.dumps(value)}") from error
    return True


def check_record(text: str, whole: Match, sound: str = "") -> str:
    """Read a record that may be damaged, and replay it: "refused", "cut" or "whole".

    ``whole`` is the match before the damage. A record that is taken as whole leads to its last position, one that is
    cut to one of its positions, and a refusal has a sentence. ``sound`` is the text before the damage if it has a
    checksum with every action: cut off exactly behind one it is the record of a shorter match.
    """
    try:
        record = Record.parse(text)
        match = Match.replay(record)
    except BadRecord as refusal:
        assert str(refusal), "a record is refused without a sentence"
        return "refused"
    if not record.cut and not (sound and sound.startswith(text)):
        assert match.state == whole.state, f"a damaged record leads to another position\n{text}"
        return "whole"
    known = [action.text for action in whole.actions[: len(match)]]
    same = match.setup == whole.setup and match.seed == whole.seed
    assert same and [action.text for action in match.actions] == known, f"a cut record leads elsewhere\n{text}"
    return "cut"
