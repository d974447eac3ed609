"""What can be derived from the fields of a state: a copy, a key, a snapshot, a picture, the action that a line names.

These are the defaults of ``State`` and ``Game`` for whoever writes a small game. They are right for a state that holds
numbers, texts, lists, tuples, dicts, sets, dice, enum members, and objects that are dataclasses or have ``clone``;
whoever wants to be fast writes the methods by hand. What has a hash of its own counts as a value that never changes and
is shared. The fields ``setup`` and ``watch`` are never copied.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import fields as declared
from dataclasses import is_dataclass
from enum import Enum
from typing import Any, TypeVar

from tablewright.core.dice import Dice, dice_at
from tablewright.core.game import Game, Setup
from tablewright.core.state import Action, Malformed, Outcome, Reason, State, words

S = TypeVar("S", bound=State)

NO_COMMAND = Reason("NO_COMMAND", 'there is no such command; "{example}" would be one')
#: No match draws more numbers; whoever writes more into a snapshot wants us to count for ever.
MOST_DRAWN = 1_000_000
#: What never changes and is shared by all copies.
SHARED = (int, float, str, bytes, Action, Reason, Outcome, Enum, Game, type, frozenset)


def fields(thing: Any) -> dict[str, Any]:
    """Return what an object holds, by name; nothing for values of Python itself."""
    found: dict[str, Any] = {}
    for kind in reversed(type(thing).__mro__):
        slots = kind.__dict__.get("__slots__", ())
        for name in ([slots] if isinstance(slots, str) else slots) or kind.__dict__.get("__mypyc_attrs__", ()):
            found[name] = getattr(thing, name, None)
    found.update(getattr(thing, "__dict__", {}))
    if isinstance(thing, State):
        found.pop("watch", None)  # who looks on is no part of a position
    return found


def _is_value(thing: Any) -> bool:
    """Say whether an object promises by a hash of its own never to change."""
    own: Any = type(thing).__hash__
    return own is not None and own is not object.__hash__


def _unknown(thing: Any, what: str) -> TypeError:
    return TypeError(
        f"a {type(thing).__name__} cannot be {what} by default: keep numbers, texts, lists, dicts and dataclasses in a "
        "state, or write clone, key, snapshot and restore"
    )


# ------------------------------------------------------------------------------------------------------------- copies


def copy_state(state: S) -> S:
    """Return an equal state that shares nothing mutable with this one and has no watcher."""
    twin: S = type(state).__new__(type(state))
    memo: dict[int, Any] = {}
    for name, value in fields(state).items():
        setattr(twin, name, value if name == "setup" else _copied(value, memo))
    twin.watch = None
    return twin


def _copied(value: Any, memo: dict[int, Any]) -> Any:
    if value is None or isinstance(value, SHARED):
        return value
    if id(value) not in memo:
        memo[id(value)] = _copy(value, memo)
    return memo[id(value)]


def _copy(value: Any, memo: dict[int, Any]) -> Any:
    kind = type(value)
    if kind is list:
        return [_copied(part, memo) for part in value]
    if kind is dict:
        return {key: _copied(part, memo) for key, part in value.items()}
    if kind is set:
        return value.copy()
    if isinstance(value, tuple):
        parts = [_copied(part, memo) for part in value]
        return value if all(map(_same, parts, value)) else tuple(parts)
    if hasattr(value, "clone"):
        return value.clone()
    if _is_value(value):
        return value
    parts_of = fields(value)
    if not parts_of:
        raise _unknown(value, "copied")
    twin: Any = object.__new__(kind)
    memo[id(value)] = twin
    for name, part in parts_of.items():
        object.__setattr__(twin, name, _copied(part, memo))
    return twin


def _same(one: Any, other: Any) -> bool:
    return one is other


# --------------------------------------------------------------------------------------------------------------- keys


def state_key(state: State) -> tuple[Any, ...]:
    """Return a hashable value of everything in a state."""
    return tuple(_frozen(value) for value in fields(state).values())


def _frozen(value: Any) -> Any:
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        return frozenset((key, _frozen(part)) for key, part in value.items())
    if isinstance(value, set):
        return frozenset(value)
    if isinstance(value, Dice):
        return value.key()
    if isinstance(value, Action):
        return value.text
    if _is_value(value):
        return value
    parts = fields(value)
    if not parts:
        raise _unknown(value, "compared")
    return (type(value).__name__, *map(_frozen, parts.values()))


# ---------------------------------------------------------------------------------------------------------- snapshots


def write_state(state: State) -> dict[str, Any]:
    """Return the fields of a state as JSON: what that does not know is a dict with one key that says what it is."""
    return {name: _written(value) for name, value in fields(state).items()}


def _written(value: Any) -> Any:
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind is list:
        return list(map(_written, value))
    if kind is tuple:
        return {"tuple": list(map(_written, value))}
    if kind is dict:
        return {"dict": [[_written(key), _written(part)] for key, part in value.items()]}
    if kind in (set, frozenset):
        return {kind.__name__: sorted(map(_written, value), key=repr)}
    if isinstance(value, Dice):
        return {"dice": list(value.key())}
    if isinstance(value, Action):
        return {"action": value.text}
    if isinstance(value, Outcome):
        return {"outcome": [value.cause, list(value.returns), value.score, value.blame]}
    if isinstance(value, Setup):
        return {"setup": value.chosen}
    if isinstance(value, Enum):
        return {kind.__name__: value.name}
    if is_dataclass(value):
        return {kind.__name__: [_written(getattr(value, part.name)) for part in declared(value)]}
    raise _unknown(value, "written")


def read_state(game: Game, snapshot: Any) -> State:
    """Return the state of a snapshot; raises ``ValueError`` with a sentence if it is none.

    It has the fields of a state that was just dealt, each of a type that it may have, and can be looked at. That is not
    enough to be a position that a match could reach: take snapshots of strangers only with a ``restore`` of your own.
    """
    try:
        written = snapshot.get("setup")
        setup = game.read_setup(written["setup"]) if isinstance(written, dict) and "setup" in written else game.setup()
        state = game.deal(setup, Dice(0))
        known = fields(state)
        if snapshot.keys() != known.keys():
            raise ValueError("its fields are others")
        read = _readers(game, state)
        for name, before in known.items():
            value = _read(snapshot[name], read)
            if None not in (value, before) and type(value) is not type(before):
                raise ValueError(f"{name} is of another type")
            setattr(state, name, setup if name == "setup" and isinstance(setup, Setup) else value)
        state.legal_actions()
        for seat in (*range(setup.seats), None):
            state.view(seat)
        return state
    except (ValueError, TypeError, AttributeError, LookupError, ArithmeticError, RecursionError) as error:
        raise ValueError(f"this is no snapshot of {game.title}: {type(error).__name__}: {error}") from error


def _readers(game: Game, state: State) -> dict[str, Callable[[Any], Any]]:
    """Return how each kind of thing is read; classes are those of the module of the state, and no others."""
    actions = {action.text: action for action in state.actions()} if _has_actions(state) else {}
    readers: dict[str, Callable[[Any], Any]] = {
        "tuple": lambda parts: tuple(_read(part, readers) for part in parts),
        "dict": lambda pairs: {_read(key, readers): _read(part, readers) for key, part in pairs},
        "set": lambda parts: {_read(part, readers) for part in parts},
        "frozenset": lambda parts: frozenset(_read(part, readers) for part in parts),
        "dice": lambda key: dice_at(key[0], min(key[1], MOST_DRAWN)),
        "action": actions.__getitem__,
        "outcome": lambda parts: Outcome(parts[0], tuple(map(float, parts[1])), *parts[2:]),
        "setup": game.read_setup,
    }
    for name, kind in vars(sys.modules[type(state).__module__]).items():
        if isinstance(kind, type) and issubclass(kind, Enum):
            readers[name] = kind.__getitem__
        elif isinstance(kind, type) and is_dataclass(kind):
            readers[name] = lambda parts, kind=kind: kind(*(_read(part, readers) for part in parts))  # type: ignore[misc]
    return readers


def _has_actions(state: State) -> bool:
    return type(state).actions is not State.actions


def _read(value: Any, readers: dict[str, Callable[[Any], Any]]) -> Any:
    if isinstance(value, list):
        return [_read(part, readers) for part in value]
    if isinstance(value, dict):
        ((kind, inner),) = value.items()
        return readers[kind](inner)
    return value


# ------------------------------------------------------------------------------------------------------------- others


def find_action(actions: Sequence[Any], line: str) -> Any:
    """Return the action whose command line has the same words, in any case; raises ``Malformed`` if there is none."""
    wanted = words(line)
    for action in actions:
        if action.text == line or words(action.text) == wanted:
            return action
    raise Malformed(NO_COMMAND.of(example=actions[0].text))


def draw_view(view: dict[str, Any]) -> str:
    """Return a view as lines of text, one for every key."""
    lines = []
    for key, value in view.items():
        if isinstance(value, list) and value and isinstance(value[0], list | dict):
            lines += [f"{key} {number}: {_said(part)}" for number, part in enumerate(value, 1)]
        else:
            lines.append(f"{key}: {_said(value)}")
    return "\n".join(lines) + "\n"


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_said(part)}" for key, part in value.items())
    if isinstance(value, list):
        return " ".join(map(_said, value)) or "-"
    return "-" if value is None else str(value)


def with_new_dice(state: S, dice: Dice) -> S:
    """Return a copy whose future dice are new: a sample where nothing is hidden but what has not been rolled yet."""
    sample = state.clone()
    for name, value in fields(sample).items():
        if isinstance(value, Dice):
            setattr(sample, name, Dice(dice.raw()))
    return sample
