"""What is another after a step of a bench, and what is not: each with the key under which a scenario expects it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tablewright.games.marches.events import named
from tablewright.games.marches.language import codes
from tablewright.games.marches.machine.trace import describe
from tablewright.games.marches.pieces import TILE_NAMES, Entity
from tablewright.games.marches.scenarios.recording import changes, entity_facts, player_facts
from tablewright.games.marches.scenarios.runner import OK
from tablewright.games.marches.scenarios.scenario import SEATS
from tablewright.games.marches.state import MarchesState
from tablewright.games.marches.workshop.story import RowStory
from tablewright.games.marches.workshop.trial import Done, card_name

Keys = tuple[str, ...]

#: What people call the parts of a player and of a unit or building.
WORDS = {
    "health": "health",
    "gold": "gold",
    "hand": "hand",
    "deck_count": "cards left to draw",
    "discard": "discard pile",
    "power_available": "power",
    "tile": "place",
    "hp": "HP",
    "attack": "attack",
    "movement": "movement",
    "movement_denominator": "turns for a march",
    "cooldown": "turns rested",
    "owner": "owner",
    "card": "card",
}


class Fact:
    """Something that can be expected after a step."""

    __slots__ = ("about", "after", "before", "keys", "title", "value")

    def __init__(self, keys: Keys, value: Any, title: str, before: Any, after: Any, about: object) -> None:
        self.keys = keys
        #: As it is expected in a scenario.
        self.value = value
        #: For people; ``before`` is ``None`` for what was not there.
        self.title = title
        self.before = before
        self.after = after
        #: An entity by number, or a seat and a word.
        self.about = about

    def key(self, step: int) -> str:
        """Return what tells it from all others of a bench."""
        return ".".join([str(step), *self.keys])

    def shown(self, step: int, story: RowStory | None) -> dict[str, Any]:
        """Return it for the page; ``by`` are the entities whose effects did it."""
        by = [] if story is None else sorted(story.by.get(self.about, ()))
        key = self.key(step)
        return {"key": key, "title": self.title, "before": self.before, "after": self.after, "by": by}


def changed_facts(done: Done) -> list[Fact]:
    """List what is another after a step; for one that could not be done, the answer."""
    if done.reason:
        return [Fact(("outcome",), done.outcome, "The answer", None, done.reason, None)] if done.outcome else []
    before, after = done.before, done.after
    number_of = {name: number for number, name in done.names.items()}
    found: list[Fact] = []
    created: set[str] = set()
    for keys, value in changes(before, after, done.names).items():
        if keys[0] in SEATS:
            found.append(_player_fact(before, after, SEATS.index(keys[0]), keys[1], value))
        elif keys[0] != "entities":
            found.append(_match_fact(before, after, keys, value))
        elif number_of[keys[1]] in before.entities:
            found.append(_entity_fact(before, after, number_of[keys[1]], keys, value))
        elif keys[1] not in created:
            created.add(keys[1])
            found += _created_facts(after, number_of[keys[1]], keys[1])
    return found


def same_facts(done: Done) -> Iterator[Fact]:
    """Go through what a step could have changed, but did not."""
    before, after = done.before, done.after
    if not done.reason:
        yield Fact(("outcome",), OK, "It can be done", None, "yes", None)
    for seat, name in enumerate(SEATS):
        for word in ("health", "gold"):
            value = player_facts(after, seat)[word]
            if value == player_facts(before, seat)[word]:
                yield Fact((name, word), value, f"Player {seat + 1}'s {word}", value, value, (seat, word))
    for number, name in done.names.items():
        old, new = before.entities.get(number), after.entities.get(number)
        if number >= codes.FIRST_PLACED and old is not None and new is not None and old.health == new.health:
            title = f"{_placed(after, number)}: health"
            yield Fact(("entities", name, "health"), new.health, title, new.health, new.health, number)


def _match_fact(before: MarchesState, after: MarchesState, keys: Keys, value: Any) -> Fact:
    if keys[0] == "current":
        old, new = f"player {before.seat_to_act + 1}", f"player {after.seat_to_act + 1}"
        return Fact(keys, value, "Whose turn it is", old, new, None)
    if keys[0] == "turn":
        return Fact(keys, value, "Turn", before.turn, after.turn, None)
    how = "over"
    if keys[0] != "game_over":
        how = f"void: {after.fault}" if keys[0] == "void" else f"won by player {SEATS.index(value) + 1}"
    return Fact(keys, value, "The match", None, how, None)


def _player_fact(before: MarchesState, after: MarchesState, seat: int, word: str, value: Any) -> Fact:
    old = player_facts(before, seat)[word]
    about: object = seat if word == "health" else (seat, word)
    shown = (old, value)
    if isinstance(value, list):
        shown = (None, _cards_moved(after, old, value))
    elif word == "power_available":
        shown = ("ready" if old else "used", "ready" if value else "used")
    return Fact((SEATS[seat], word), value, f"Player {seat + 1}'s {WORDS[word]}", shown[0], shown[1], about)


def _cards_moved(state: MarchesState, old: list[int], new: list[int]) -> str:
    """Say which cards have come and gone."""
    moved = [("+", number) for number in (Counter(new) - Counter(old)).elements()]
    moved += [("-", number) for number in (Counter(old) - Counter(new)).elements()]
    return ", ".join(f"{sign} {card_name(state, number)}" for sign, number in moved)


def _entity_fact(before: MarchesState, after: MarchesState, number: int, keys: Keys, value: Any) -> Fact:
    old = before.entities[number]
    if value is None:
        return Fact(keys, None, _called(old), f"on {TILE_NAMES[old.tile]}", "gone", number)
    if keys[2] == "damage":  # people look at what is left
        health = after.entities[number].health
        keys = (*keys[:2], "health")
        return Fact(keys, health, f"{_placed(after, number)}: health", old.health, health, number)
    if keys[2] == "tile":
        return Fact(keys, value, f"{_called(old)}: place", TILE_NAMES[old.tile], TILE_NAMES[value], number)
    title = f"{_placed(after, number)}: {WORDS[keys[2]]}"
    return Fact(keys, value, title, entity_facts(old)[keys[2]], value, number)


def _created_facts(after: MarchesState, number: int, name: str) -> list[Fact]:
    """Return that something has come into play, and what is otherwise about it than on its card."""
    entity = after.entities[number]
    value = {"card": entity.card.id, "owner": SEATS[entity.owner], "tile": entity.tile}
    place = f"on {TILE_NAMES[entity.tile]}"
    found = [Fact(("entities", name), value, f"New: {named(entity)}", None, place, number)]
    printed = entity_facts(
        Entity(number, entity.card, entity.owner, entity.tile, entity.card.damage, 0, 0, entity.card.stats)
    )
    for word, now in entity_facts(entity).items():
        if now != printed[word]:
            found.append(_new_fact(entity, name, word, now))
    return found


def _new_fact(entity: Entity, name: str, word: str, now: Any) -> Fact:
    word, now = ("health", entity.health) if word == "damage" else (word, now)
    title = f"New: {named(entity)}: {WORDS[word]}"
    return Fact(("entities", name, word), now, title, None, now, entity.number)


def _called(entity: Entity) -> str:
    text = named(entity)
    return text[0].upper() + text[1:]


def _placed(state: MarchesState, number: int) -> str:
    text = describe(state, number)
    return text[0].upper() + text[1:]
