"""What viewers are told of a match: pure functions of its story and of the seat that somebody looks through.

Nothing here is sent to anybody who may not know it: views, words and events come from the match, which answers for one
seat at a time, and what a viewer does not learn is told by its number only.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from tablewright.core.registry import names
from tablewright.core.state import State
from tablewright.table.charter import ACT, LogEntry
from tablewright.table.choices import Choices
from tablewright.table.story import NOTE, MatchStory
from tablewright.table.wording import Scene

Message = dict[str, Any]

#: So many entries are sent one by one to a viewer that comes back; behind more it gets the whole position.
LONGEST_TAIL = 256


@dataclass(slots=True)
class Eye:
    """How somebody looks at a match: the seats played (none: watching), the one looked through, the view last sent."""

    seats: tuple[int, ...]
    seat: int | None = None
    view: Any = None

    @property
    def speaker(self) -> int:
        """The seat in whose name things are said and offered."""
        return self.seats[0] if self.seat is None else self.seat


class Telling:
    """What can be told of a story."""

    def __init__(self, story: MatchStory) -> None:
        self.story = story
        #: A game without a board for the browser is shown by its text picture.
        self._pictures = story.game.key not in names("pages")

    # --- for everybody

    def facts(self, here: Collection[int]) -> dict[str, Any]:
        """Return what everybody may know of the match."""
        story = self.story
        status = "over" if story.over else "running" if story.match is not None else "waiting"
        return {
            "id": story.charter.id,
            "game": story.game.key,
            "title": story.game.title,
            "status": status,
            "seats": self.seats(here),
            "turn": list(story.match.acting) if status == "running" and story.match is not None else [],
            "when": story.match.state.when() if story.match is not None else "",
            "chosen": story.charter.chosen,
            "day": story.charter.day,
            "created": story.charter.created,
            "commitment": story.charter.commitment,
            "outcome": story.outcome(),
            "rematch": story.rematch,
        }

    def seats(self, here: Collection[int]) -> list[Message]:
        """Return who sits where; ``here`` are the seats whose players are looking."""
        return [
            {
                "seat": seat,
                "kind": chair.kind,
                "name": chair.called if chair.name or chair.bot else "",
                "bot": chair.bot,
                "taken": bool(chair.name) or not chair.person,
                "came": bool(chair.nonce),
                "here": seat in here or bool(chair.bot),
            }
            for seat, chair in enumerate(self.story.chairs)
        ]

    def welcome(self, eye: Eye, here: Collection[int], watchers: int, now: int) -> Message:
        """Return what a viewer is told first."""
        story = self.story
        game, options = story.game, story.options
        clock = {"total": options.total, "increment": options.increment, "turn": options.turn}
        return {
            "seq": story.seq,
            "you": list(eye.seats),
            "seats": self.seats(here),
            "watchers": watchers,
            "game": {
                "key": game.key,
                "title": game.title,
                "hidden": game.hidden,
                "cooperative": game.cooperative,
            },
            "options": {
                "clock": clock if options.timed else None,
                "watchers": options.watchers,
                "hints": options.hints,
                "chat": options.chat,
                "absence": options.patience,
            },
            "commitment": story.charter.commitment,
            "seal": story.match.seal if story.match is not None else "",
            "ender": story.wording.ender,
            "acts": max((act for seat, act in story.answered if seat in eye.seats), default=0),
            "waiting": story.match is None,
            "rematch": story.rematch,
            "now": now,
        }

    def offers(self) -> Message:
        """Return what is offered, and by whom."""
        return {kind: {"seat": seat} for kind, seat in self.story.offers.items()}

    def clock(self, now: int) -> Message | None:
        """Return the clocks; ``None`` where there are none."""
        clocks = self.story.clocks
        if not self.story.options.timed:
            return None
        return {"left": clocks.left(now), "running": list(clocks.running), "now": now, "paused": self.story.paused}

    # --- for one eye

    def view(self, seat: int | None) -> Any:
        """Return what a seat may know; ``None`` before the match has begun."""
        return None if self.story.match is None else self.story.match.state.view(seat)

    def picture(self, state: State, seat: int | None) -> Message:
        """Return the text picture of a position for pages that have no board for the game."""
        return {"picture": state.picture(seat)} if self._pictures else {}

    def snap(self, eye: Eye, now: int) -> Message:
        """Return everything that a viewer may know: position, log, and what there is to decide."""
        story, match = self.story, self.story.match
        snap: Message = {"seq": story.seq, "eye": eye.seat, "view": self.view(eye.seat), "log": self.log(eye.seat)}
        if match is not None:
            snap |= {"when": match.state.when(), "outcome": story.outcome(), "clock": self.clock(now)}
            snap |= {"last": match.seen(len(match), eye.seat) if len(match) else []}
            snap |= self.picture(match.state, eye.seat)
        return snap | {"offers": self.offers(), "paused": story.paused, "request": self.request(eye)}

    def at(self, seq: int, eye: int | None) -> Message:
        """Return an earlier position: the one that was reached with an entry."""
        match = self.story.playing
        number = self.story.number_at(seq)
        state = match.at(number)
        shown = {"seq": seq, "number": number, "eye": eye, "view": state.view(eye), "when": state.when()}
        return shown | {"last": match.seen(number, eye) if number else []} | self.picture(state, eye)

    def log(self, eye: int | None) -> list[Message]:
        """Return the match in words, as it was told through an eye, with what was said and agreed."""
        story = self.story
        lines: list[Message] = []
        for number in range(1, len(story.playing) + 1) if story.match is not None else ():
            told = story.told(number, eye)
            if told:
                own = number - story.inherited - 1
                seq, when = (story.seqs[own], story.whens[own]) if own >= 0 else (0, "before")
                lines.append({"seq": seq, "seat": story.playing.seats[number - 1], "when": when, "told": told})
        lines += [{"seq": one.seq, "seat": one.seat, "kind": one.kind, "told": [one.text]} for one in story.lines]
        lines.sort(key=lambda line: line["seq"])
        return lines

    def action_event(self, entry: LogEntry, eye: int | None) -> Message:
        """Return what is told of an action; nothing but its number where nothing is learnt."""
        story = self.story
        number = story.number_at(entry.seq)
        told = story.told(number, eye)
        if not told:
            return {"seq": entry.seq}
        event = {"seq": entry.seq, "kind": ACT, "seat": entry.seat, "at": entry.at, "told": told}
        event |= {"when": story.whens[number - story.inherited - 1], "seen": story.playing.seen(number, eye)}
        return event | ({"outcome": story.outcome()} if story.over and number == len(story.playing) else {})

    def entry_event(self, seq: int) -> Message:
        """Return what everybody is told of an entry that is no action; nothing but its number for most."""
        for line in reversed(self.story.lines):
            if line.seq == seq:
                return {"seq": line.seq, "kind": line.kind, "seat": line.seat, "told": [line.text]}
        return {"seq": seq}

    def tail(self, eye: Eye, since: int) -> list[Message] | None:
        """Return what a viewer has missed, or ``None`` if it is better shown the whole position."""
        story = self.story
        if story.match is None or len(eye.seats) > 1 or not 0 < since <= story.seq or story.seq - since > LONGEST_TAIL:
            return None
        acts = {seq: number for number, seq in enumerate(story.seqs, story.inherited + 1)}
        if since < story.moved and any(seq not in acts for seq in self._moves_since(since)):
            return None
        tail = []
        for seq in range(since + 1, story.seq + 1):
            if seq in acts:
                entry = LogEntry(seq, 0, ACT, story.playing.seats[acts[seq] - 1])
                tail.append(self.action_event(entry, eye.seat))
            else:
                tail.append(self.entry_event(seq))
        if tail:
            tail[-1] |= {"view": self.view(eye.seat), "offers": self.offers()}
            tail[-1] |= self.picture(story.playing.state, eye.seat)
        return tail

    def _moves_since(self, since: int) -> list[int]:
        """Return the entries behind one that changed the position, by an action or otherwise."""
        noted = [line.seq for line in self.story.lines if line.kind == NOTE and line.seq > since]
        return [*noted, self.story.moved]

    # --- what there is to decide

    def acting(self, eye: Eye) -> list[int]:
        """Return the seats of a viewer that may act now."""
        match = self.story.match
        return [] if match is None else [seat for seat in match.acting if seat in eye.seats]

    def request(self, eye: Eye, view: Any = None) -> Message:
        """Return what a viewer has to decide, with what it cannot do and why; or for whom it waits.

        ``view`` is what its seat sees, where that is known already.
        """
        story, match = self.story, self.story.match
        request: Message = {"id": story.moved}
        if story.over:
            return request | {"over": True}
        seats = self.acting(eye)
        undo = match is not None and any(seat in eye.seats for seat in match.seats[story.inherited :])
        if match is None or story.paused or not seats:
            awaited = [] if match is None or story.paused else list(match.acting)
            return request | {"wait": True, "seats": awaited, "undo": undo, "paused": story.paused}
        wording, scene = story.wording, Scene(match.state, eye.seat, story.names, view)
        choices = Choices(match, seats, wording, scene)
        listed, groups = [], {}
        for action, reason in [*((action, "") for action in choices.legal), *choices.impossible]:
            group = wording.group(action)
            if group not in groups:
                groups[group] = wording.group_title(group, scene)
            title = groups[group] if group == action.text else wording.title(action, scene)
            choice = {"action": action.text, "title": title, "group": group}
            if reason:
                choice["reason"] = reason
            listed.append(choice)
        turn = match.turn if match.turn in seats else seats[0]
        return request | {"seat": turn, "eye": eye.seat, "choices": listed, "groups": groups, "undo": undo}

    def title(self, action: Any, seat: int) -> str:
        """Return how an action is called by itself."""
        wording, scene = self.story.wording, Scene(self.story.playing.state, seat, self.story.names)
        group = wording.group(action)
        title = wording.group_title(group, scene)
        return title if group == action.text else f"{title}: {wording.title(action, scene)}"

    # --- after the end

    def replay(self, here: Collection[int]) -> dict[str, Any]:
        """Return the match step by step, with everything that was hidden."""
        story, match = self.story, self.story.playing
        steps = []
        for number, seat in enumerate(match.seats, 1):
            when = match.at(number).when() if number <= story.inherited else story.whens[number - story.inherited - 1]
            steps.append({"number": number, "seat": seat, "when": when, "told": story.told(number, seat)})
        return {
            "id": story.charter.id,
            "game": {"key": story.game.key, "title": story.game.title, "hidden": story.game.hidden},
            "names": story.names,
            "seats": self.seats(here),
            "actions": len(match),
            "turns": match.turns(),
            "steps": steps,
            "chosen": story.charter.chosen,
            "outcome": story.outcome(),
            "seal": match.seal,
            "branched": match.branched,
        }

    def positions(self, first: int, last: int) -> list[dict[str, Any]]:
        """Return positions with all hands open."""
        match = self.story.playing
        found = []
        for number in range(max(0, first), min(last, len(match)) + 1):
            state = match.at(number)
            views: dict[str, Any] = {str(seat): state.view(seat) for seat in range(len(self.story.chairs))}
            views["watch"] = state.view(None)
            seen = match.seen(number, match.seats[number - 1]) if number else []
            position = {"number": number, "views": views, "seen": seen, "turn": list(state.acting_seats())}
            found.append(position | self.picture(state, None))
        return found
