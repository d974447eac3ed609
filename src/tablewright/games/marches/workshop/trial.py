"""A bench as it is sent over the wire, read with every bound, and carried out by the rules.

A bench is the ``state`` of a scenario and the ``steps`` that were done from there. It comes from outside: whatever is
wrong with it is told as one sentence, and what it can cost is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from tablewright.core.state import Reason
from tablewright.games.marches.actions import MarchesAction
from tablewright.games.marches.events import EntityCreated, MarchesEvent
from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.reader import Node, from_value
from tablewright.games.marches.machine.chain import Trace
from tablewright.games.marches.machine.trace import describe
from tablewright.games.marches.pieces import Entity, place_name
from tablewright.games.marches.scenarios.runner import OK, outcome_code, planned
from tablewright.games.marches.scenarios.scenario import FILLER, FORMAT, Scenario, read_scenario
from tablewright.games.marches.scenarios.staging import scenario_start
from tablewright.games.marches.setup import BadSetup
from tablewright.games.marches.state import MarchesState
from tablewright.games.marches.workshop.draft import BadEdit

#: A bench has at most so many steps, and a hand, deck or discard pile on it at most so many cards.
MOST_STEPS: Final = 30
MOST_HELD: Final = 60
LONGEST_REF: Final = 80
#: Of what one step brings into play so much gets a name, and of its events so many are kept. Nobody does more by hand.
MOST_NAMED: Final = 300
MOST_EVENTS: Final = 100
#: Effects carried out and targets treated, in all steps together.
MOST_EFFORT: Final = 200_000
BENCH_KEYS: Final = ("state", "steps")


class Done:
    """A step that was carried out, or why it could not be."""

    __slots__ = (
        *("actions", "after", "before", "bind", "do", "events", "kinds", "names", "outcome", "reason", "seat"),
        "title",
    )

    def __init__(self, do: Node, title: str, before: MarchesState, reason: str, outcome: str) -> None:
        self.do = do
        self.title = title
        self.seat = before.seat_to_act
        self.before = before
        #: "" if it was done, else a sentence.
        self.reason = reason
        #: The word of scenarios for the answer; "" if they have none, because it speaks of what never came into play.
        self.outcome = outcome
        self.actions: Sequence[MarchesAction] = ()
        self.after = before
        #: The first of what happened, and which kinds of events there were at all.
        self.events: list[MarchesEvent] = []
        self.kinds: set[type[MarchesEvent]] = set()
        #: The names of what it brought into play, in order of creation.
        self.bind: list[str] = []
        #: By number, the names of everything that was in play before or after it.
        self.names: dict[int, str] = {}

    def again(self, trace: Trace, watch: Callable[[MarchesEvent], None]) -> MarchesState:
        """Do it once more, with somebody who watches."""
        state = self.before.clone()
        state.trace, state.watch = trace, watch
        for action in self.actions:
            state.apply(action)
        state.trace, state.watch = None, None
        return state


class BenchTrial:
    """A bench and what came of it; raises ``BadEdit`` with a sentence if there cannot be such a bench."""

    def __init__(self, bench: object, catalogue: Catalogue) -> None:
        scenario = read_bench(bench, catalogue)
        try:
            self.state, known = scenario_start(scenario)
        except BadSetup as error:
            raise BadEdit(str(error)) from error
        #: The number of every unit and building that was ever in play, by name.
        self.names: dict[str, int] = dict(known)
        self._counts: dict[str, int] = {}
        assert scenario.state is not None
        self.start: dict[str, Any] = {"entities": [], **scenario.state.plain()}  # type: ignore[dict-item] # an object
        self._name_all(known.values())
        self.steps: list[Done] = []
        effort = 0
        for step in scenario.steps:
            self._carry_out(step)
            effort += self.state.steps
            if effort > MOST_EFFORT:
                raise BadEdit("the effects on this bench take very many steps: go back a step, or start over")

    def do(self, deed: object) -> Done:
        """Do one thing more, which is known to be a step."""
        return self._carry_out(from_value({"do": deed}, "").root or Node({}, 0, 0))

    def bench(self) -> dict[str, Any]:
        """Return the bench again, with a name for everything in it."""
        steps = [{"do": done.do.plain(), **({"bind": done.bind} if done.bind else {})} for done in self.steps]
        return {"state": self.start, "steps": steps}

    def of_number(self) -> dict[int, str]:
        """Return the names by number."""
        return {number: name for name, number in self.names.items()}

    def _name_all(self, known: Iterable[int]) -> None:
        named = set(known)
        placed = [number for number in self.state.entities if number >= codes.FIRST_PLACED]
        for number, item in zip(placed, self.start["entities"], strict=True):
            if number not in named:
                item["ref"] = self.fresh_name(self.state.entities[number].card.name)
                self.names[item["ref"]] = number

    def _carry_out(self, step: Node) -> Done:
        do = step.get("do")
        assert do is not None
        before = self.state.clone()
        reason, actions = self._plan(do)
        done = Done(do, told(before, do, self.names), before, *reason)
        self.steps.append(done)
        done.names = self.of_number()
        if done.reason:
            return done
        done.actions = actions
        created: list[Entity] = []

        def watch(event: MarchesEvent) -> None:
            done.kinds.add(type(event))
            if len(done.events) < MOST_EVENTS:
                done.events.append(event)
            if isinstance(event, EntityCreated) and len(created) < MOST_NAMED:
                created.append(event.entity)

        self.state.watch = watch
        for action in actions:
            self.state.apply(action)
        self.state.watch = None
        done.after = self.state.clone()
        bind = step.get("bind")
        wanted = [] if bind is None else [str(item.value) for item in bind.items()]
        for index, entity in enumerate(created):
            name = wanted[index] if index < len(wanted) else ""
            if not name or name in self.names:
                name = self.fresh_name(entity.card.name)
            self.names[name] = entity.number
            done.names[entity.number] = name
            done.bind.append(name)
        return done

    def fresh_name(self, card: str) -> str:
        """Return a name that nothing on this bench has."""
        plain = "".join(char if char.isascii() and char.isalnum() else "-" for char in card.lower())
        base = "-".join(part for part in plain.split("-") if part) or "card"
        name, count = base, self._counts.get(base, 1)
        while name in self.names:
            count += 1
            name = f"{base}-{count}"
        self._counts[base] = count
        return name

    def _plan(self, do: Node) -> tuple[tuple[str, str], Sequence[MarchesAction]]:
        """Return why something cannot be done, with the word of scenarios, or the actions that do it."""
        at = do.get("at")
        if at is not None and isinstance(at.value, str) and at.value not in self.names:
            return (f"there is no {at.value} to play it on", ""), []
        reason, actions = planned(self.state, do, self.names)
        return ("", OK) if reason is None else (sentence(reason, self.state), outcome_code(reason)), actions


def read_bench(bench: object, catalogue: Catalogue) -> Scenario:
    """Read a bench as a scenario; raises ``BadEdit``."""
    if not isinstance(bench, Mapping) or not set(bench) <= set(BENCH_KEYS):
        raise BadEdit("a bench has a state and steps, and nothing else")
    value = {"format": FORMAT, "id": "bench", "title": "", "covers": [], "basis": [], "state": {}, "steps": [], **bench}
    document = from_value(value, "")
    if document.root is not None:
        _check_sizes(document.root)
    scenario = read_scenario(document, catalogue)
    if scenario is None:
        raise BadEdit(next(problem for problem in document.problems if not problem.warning).message)
    return scenario


def _check_sizes(root: Node) -> None:
    steps = (root.get("steps") or root).items()
    if len(steps) > MOST_STEPS:
        raise BadEdit(f"a bench has at most {MOST_STEPS} steps: go back a step, or start over")
    for step in steps:
        if not isinstance(step.value, dict) or not {"do"} <= set(step.value) <= {"do", "bind"}:
            raise BadEdit("a step of a bench says what is done")
        do = step.value["do"]
        if do.get("play") is None and do.value not in ("power", "end_turn"):
            raise BadEdit("on a bench one plays cards, uses the power and ends turns")
    state = root.get("state") or root
    for seat in ("p1", "p2"):
        for zone in ("hand", "deck", "discard"):
            held = (state.get(seat) or root).get(zone)
            size = 0 if held is None else held.value if isinstance(held.value, int) else len(held.items())
            if size > MOST_HELD:
                raise BadEdit(f"a {zone} on a bench has at most {MOST_HELD} cards")
    refs = [item.get("ref") for item in (state.get("entities") or root).items()]
    refs += [item for step in steps for item in (step.get("bind") or root).items()]
    for ref in refs:
        text = "" if ref is None else str(ref.value)
        if len(text) > LONGEST_REF or not text.isprintable():
            raise BadEdit(f"a name on a bench is one line of at most {LONGEST_REF} characters")


def known_card(number: int, catalogue: Catalogue) -> None:
    """Raise ``BadEdit`` for a card that cannot be tried."""
    if number == FILLER:
        raise BadEdit(f"{FILLER} is the card that fills decks in tests: give this card another number")
    if catalogue.get(number) is None:
        raise BadEdit(f"there is no card {number}")


# ------------------------------------------------------------------------------------------------------------ words


def sentence(reason: Reason, state: MarchesState) -> str:
    """Return a refusal for somebody who plays for both."""
    player = f"player {state.seat_to_act + 1}"
    text = str(reason)
    for mine, whole in (
        ("is not in your hand", f"is not in the hand of {player}"),
        ("you have used your power", f"{player} has used the power"),
        ("and you have", f"and {player} has"),
    ):
        text = text.replace(mine, whole)
    return text


def card_name(state: MarchesState, number: int) -> str:
    """Return the name of a card that may be in no match."""
    card = state.setup.cards.get(number)
    return f"card {number}" if card is None else card.name


def target_name(state: MarchesState, card: int, at: object, names: Mapping[str, int]) -> str:
    """Say what a card is played on; nothing for the board."""
    if isinstance(at, str):
        return describe(state, names[at]) if at in names else at
    aim = state.setup.actions.aims[state.seat_to_act].get(card)
    if aim is None or not isinstance(at, int):
        return ""
    if aim.card.kind == codes.SKILL and aim.card.targeting == codes.ON_BOARD:
        return ""
    place = at + codes.PLAINS if aim.card.kind == codes.SKILL and aim.card.targeting == codes.ON_LANE else at
    return place_name(place) if 0 <= place < codes.BOARD else str(at)


def told(state: MarchesState, do: Node, names: Mapping[str, int]) -> str:
    """Say what a step does."""
    player = f"Player {state.seat_to_act + 1}"
    played, at = do.get("play"), do.get("at")
    if played is None:
        power = state.players[state.seat_to_act].power.name
        return f"{player} uses the power {power}" if do.value == "power" else f"{player} ends the turn"
    assert isinstance(played.value, int)
    on = target_name(state, played.value, 0 if at is None else at.value, names)
    return f"{player} plays {card_name(state, played.value)}{' on ' if on else ''}{on}"
