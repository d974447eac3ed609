"""The story of a step for the page: every effect list that ran, row by row, with the board as it was then.

The rows are those of the editor. A list inside which another one runs is told in parts, so that whoever steps through
the rows in their order sees the board as it went.
"""

from __future__ import annotations

import re
from typing import Any, Final

from tablewright.games.marches import events
from tablewright.games.marches.drawing import shortened
from tablewright.games.marches.events import MarchesEvent
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import CHAIN_PLACES, FLOW, TARGETS
from tablewright.games.marches.language.idioms import rows_of
from tablewright.games.marches.language.vocabulary import PLACES
from tablewright.games.marches.machine.chain import Chain, Context, Program, Trace
from tablewright.games.marches.machine.trace import RunningList, cast_of, describe, occasion_of, result_of
from tablewright.games.marches.pieces import TILE_NAMES, Entity, MarchesCard
from tablewright.games.marches.state import MarchesState
from tablewright.games.marches.views import view_entity
from tablewright.games.marches.workshop.draft import ListRow
from tablewright.games.marches.workshop.sentences import Sentences
from tablewright.games.marches.workshop.trial import Done, card_name

#: Rows that are told of one step; and units and buildings that are shown with the rows of one bench.
MOST_ROWS: Final = 120
MOST_SHOWN: Final = 4_000
#: Of the events of one row so many are told, and of what came of it so many characters.
MOST_EVENTS: Final = 20
LONGEST_RESULT: Final = 300
#: What the trace says to those who write parameters.
NAMES_NOBODY: Final = re.compile(r"\b[A-Z]\w+ names nobody")
Json = dict[str, Any]


class StoryRoom:
    """How much may still be told of a bench, and what was drawn already."""

    __slots__ = ("drawn", "shown")

    def __init__(self) -> None:
        self.shown = MOST_SHOWN
        #: Entities are never changed, only replaced, so that each is drawn once.
        self.drawn: dict[Entity, Json] = {}

    def entities(self, state: MarchesState) -> list[Json]:
        """Draw the board."""
        placed = [entity for number, entity in state.entities.items() if number >= codes.FIRST_PLACED]
        self.shown -= len(placed)
        for entity in placed:
            if entity not in self.drawn:
                self.drawn[entity] = view_entity(entity)
        return [self.drawn[entity] for entity in placed]


class _Listing(RunningList):
    """An effect list that runs, and what is told of it."""

    __slots__ = ("entry", "found", "head", "number", "row", "rows", "told")

    def __init__(self, program: Program, rows: list[tuple[int, int, str]], head: Json, number: int) -> None:
        super().__init__(program)
        #: First instruction, number of instructions and sentence of each row.
        self.rows = rows
        self.head = head
        self.number = number
        #: The part of the list that rows are added to; ``None`` after another list came in between.
        self.entry: Json | None = None
        #: The row that runs, and which of the rows it is; what came of its instructions so far.
        self.told: Json | None = None
        self.row = -1
        self.found = ""


class RowStory(Trace):
    """Collects the effect lists of one step."""

    __slots__ = ("by", "cut", "left", "lists", "room", "rows", "running")

    def __init__(self, room: StoryRoom) -> None:
        self.lists: list[Json] = []
        self.running: list[_Listing] = []
        self.room = room
        self.left = MOST_ROWS
        #: Was there more to tell?
        self.cut = False
        self.rows: dict[Program, list[tuple[int, int, str]]] = {}
        #: For what effects have changed (an entity by number, or a seat and a word) the entities whose lists did it.
        self.by: dict[object, set[int]] = {}

    def note(self, event: MarchesEvent) -> None:
        """Tell an event where it belongs: in the row that is running."""
        if self.running:
            listing = self.running[-1]
            listing.events += 1
            for changed in _changed(event):
                self.by.setdefault(changed, set()).add(listing.number)
            if listing.told is not None and len(listing.told["events"]) < MOST_EVENTS:
                listing.told["events"].append(event.told(None))

    # ------------------------------------------------------------------------------------ what the machine reports

    def begin(self, state: MarchesState, program: Program, chain: Chain, context: Context) -> None:
        if self.cut:
            self.running.append(_Listing(program, [], {}, chain.number))
            return
        if self.running:
            self._draw(state, self.running[-1])
            self.running[-1].entry = None
        if program not in self.rows:
            self.rows[program] = _rows(state, chain.entity.card, program)
        occasion = PLACES.by_value[program.place].name if program.place != codes.NOWHERE else ""
        head = {
            "who": describe(state, chain.number),
            "card": chain.entity.card.id,
            "number": chain.number,
            "seat": chain.owner,
            "list": f"{program.occasion.name}@{occasion}" if occasion else program.occasion.name,
            "occasion": occasion_of(program),
            "cast": cast_of(state, chain, context),
            "depth": len(self.running),
        }
        self.running.append(_Listing(program, self.rows[program], head, chain.number))

    def before(self, state: MarchesState, index: int, chain: Chain, context: Context) -> None:
        listing = self.running[-1]
        if self.cut:
            return
        listing.reach(state, index, chain, context)
        row = listing.row + 1
        if row < len(listing.rows) and listing.rows[row][0] == index:
            listing.row = row
            listing.found = ""
            listing.told = self._open(listing, row)

    def after(self, state: MarchesState, index: int, chain: Chain, context: Context, going_on: bool) -> None:
        listing = self.running[-1]
        told = listing.told
        if told is None:
            return
        did, text = result_of(state, listing, index, chain, context, going_on)
        instruction = listing.program.instructions[index]
        reads, writes = instruction.effect.read(instruction.values), instruction.effect.written(instruction.values)
        if TARGETS in reads or TARGETS in writes:
            told["targets"] = [number for number in dict.fromkeys(chain.targets) if number >= 0]
        if CHAIN_PLACES in reads or CHAIN_PLACES in writes:
            told["places"] = [_place_word(place) for place in dict.fromkeys(chain.places)]
        if TARGETS in writes:
            listing.found = text.removeprefix("targets: ")
        elif FLOW in writes and listing.found:  # who was looked for says more than how many there were
            text = f"{listing.found}: {'going on' if going_on else 'the list ends here'}"
        elif "ACC" in writes:
            told["number"] = chain.acc
        elif listing.value is not None:
            told["number"] = listing.value
        first, count, _ = listing.rows[listing.row]
        if index == first + count - 1 or not going_on:
            told["goesOn"] = going_on
            did = did or bool(told["events"])
            if listing.found and TARGETS in reads and not writes & {TARGETS, FLOW}:  # the row has chosen them itself
                text = listing.found if not did or text == "done" else f"{listing.found}; {text}"
            self._close(state, listing, did, text)

    def end(self, state: MarchesState) -> None:
        listing = self.running.pop()
        for row in range(listing.row + 1, len(listing.rows)):
            told = self._open(listing, row)
            if told is not None:
                why = "not reached: the list ended before"
                told |= {"reached": False, "goesOn": False, "why": why, "result": why}
                self._draw(state, listing, told)
        if self.running:
            self.running[-1].entry = None

    def stopped(self, state: MarchesState) -> None:
        for listing in reversed(self.running):
            if listing.told is not None:
                listing.told["goesOn"] = False
                self._close(state, listing, True, state.fault or "the match is over, nothing more happens")
        self.running.clear()

    # ---------------------------------------------------------------------------------------------------- the rows

    def _open(self, listing: _Listing, row: int) -> Json | None:
        """Begin to tell a row; ``None`` if there is no room for it."""
        if self.left <= 0 or self.room.shown <= 0:
            self.cut = True
            return None
        self.left -= 1
        if listing.entry is None:
            listing.entry = {**listing.head, "rows": []}
            self.lists.append(listing.entry)
            listing.head = {**listing.head, "continued": True, "occasion": f"{occasion_of(listing.program)}, going on"}
        told: Json = {"row": row, "says": listing.rows[row][2], "reached": True, "did": False, "result": "", "why": ""}
        told |= {"targets": [], "places": [], "number": None, "goesOn": True, "events": []}
        listing.entry["rows"].append(told)
        return told

    def _close(self, state: MarchesState, listing: _Listing, did: bool, text: str) -> None:
        told = listing.told
        assert told is not None
        text = shortened(NAMES_NOBODY.sub("nobody is named", text), LONGEST_RESULT)
        told["did"], told["result"] = did, text
        if not did:
            told["why"] = text.partition(": ")[2] if text.startswith("no") and ": " in text else text
        self._draw(state, listing)
        listing.told = None

    def _draw(self, state: MarchesState, listing: _Listing, told: Json | None = None) -> None:
        """Show the board with a row, unless it was shown when another list began inside it."""
        told = told or listing.told
        if told is not None and "entities" not in told:
            told["entities"] = self.room.entities(state)
            told["players"] = [
                {"health": state.entities[seat].health, "gold": state.players[seat].gold} for seat in (0, 1)
            ]


def story_of_step(done: Done, room: StoryRoom) -> RowStory:
    """Do a step once more, and tell what its effects did."""
    story = RowStory(room)
    done.again(story, story.note)
    return story


def _rows(state: MarchesState, card: MarchesCard, program: Program) -> list[tuple[int, int, str]]:
    """Return first instruction, number of instructions and sentence of each row of a program, as in the editor."""
    rows: list[ListRow] = []
    for row in rows_of(program.instructions):
        first = rows[-1].first + rows[-1].count if rows else 0
        rows.append(ListRow(row, first, len(row.idiom.effects)))
    shown = Sentences(lambda number: card_name(state, number), card, program, rows).shown()
    return [(one.first, one.count, said["says"]) for one, said in zip(rows, shown, strict=True)]


def _place_word(place: int) -> str:
    """Return a place as the page knows it: a tile by its name, a lane or the board by the word of the language."""
    return TILE_NAMES[place] if place < codes.TILES else PLACES.by_value[place].name


def _changed(event: MarchesEvent) -> list[object]:
    """Return what an event changes: an entity by number, or a seat and a word."""
    if isinstance(event, events.GoldChanged):
        return [(event.seat, "gold")]
    if isinstance(event, events.CardDrawn):
        return [(event.seat, "hand"), (event.seat, "deck_count")]
    if isinstance(event, events.Damage):
        return [event.victim.number]
    if isinstance(event, (events.EntityCreated, events.EntityMoved, events.EntityDied, events.StatChanged)):
        return [event.entity.number]
    return []
