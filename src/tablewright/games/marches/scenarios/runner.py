"""Running scenarios: set up the position, do the steps, compare everything that is expected, say what differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tablewright.core.state import MATCH_OVER, Reason
from tablewright.games.marches import reasons, rules
from tablewright.games.marches.actions import PLAY, Aim, MarchesAction
from tablewright.games.marches.events import MarchesEvent
from tablewright.games.marches.files import BASE_TRIBE, deck_problems
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.reader import Node
from tablewright.games.marches.machine.trace import EffectStory, describe, folded
from tablewright.games.marches.pieces import ABSENT, Entity, Stat
from tablewright.games.marches.scenarios.scenario import ABILITIES, SEATS, STAT_KEYS, Scenario
from tablewright.games.marches.scenarios.staging import ATTRIBUTES, integer, number_of, numbers_of, scenario_start
from tablewright.games.marches.setup import BadSetup
from tablewright.games.marches.state import MarchesState

OK: Final = "OK"


class Difference:
    """Something that is not as expected."""

    __slots__ = ("column", "found", "line", "path", "step", "story", "wanted")

    def __init__(self, step: int, path: str, wanted: str, found: str, at: Node, story: list[str]) -> None:
        #: Counted from 0, as scenario authors do.
        self.step = step
        self.path = path
        self.wanted = wanted
        self.found = found
        #: Where the expectation stands in the file.
        self.line = at.line
        self.column = at.column
        #: What the effects of that step did, in words.
        self.story = story

    def __str__(self) -> str:
        return f"step {self.step}, {self.path}: wanted {self.wanted}, found {self.found}"


class Report:
    """How a scenario went: passed, failed with differences, or skipped for a reason."""

    __slots__ = ("differences", "id", "path", "skipped")

    def __init__(self, scenario: Scenario) -> None:
        self.path = scenario.path
        self.id = scenario.id
        self.skipped = ""
        self.differences: list[Difference] = []


def run_scenario(scenario: Scenario, effort: int | None = None) -> Report:
    """Run a scenario and report everything that differs.

    One that takes more than so many steps of effects in all is left off; ``None`` runs every one to its end.
    """
    report = Report(scenario)
    missing = [ability for ability in scenario.requires if ability not in ABILITIES]
    if missing:
        report.skipped = f"it requires {', '.join(missing)}"
        return report
    start = scenario.state or scenario.new_game
    assert start is not None
    try:
        run = _Run(scenario, report)
    except BadSetup as error:
        report.differences.append(Difference(0, "setup", "a position", str(error), start, []))
        return report
    spent = 0
    for index, step in enumerate(scenario.steps):
        if effort is not None and spent > effort:
            report.skipped = f"its effects take more than {effort:,} steps"
            break
        run.step(index, step)
        spent += run.state.steps + 1
    return report


# ------------------------------------------------------------------------------------------------------------ steps


class _Run:
    """A scenario while it is carried out."""

    def __init__(self, scenario: Scenario, report: Report) -> None:
        self.scenario = scenario
        self.report = report
        self.state, self.names = scenario_start(scenario)
        #: Positions and names to go back to.
        self.past: list[tuple[MarchesState, dict[str, int]]] = []
        self.index = 0
        self.story = EffectStory()
        self.events: list[MarchesEvent] = []
        self.outcome = OK
        self.targets: list[int] | None = None
        self.deck_valid: bool | None = None
        self.before = self.state.clone()

    def differ(self, path: str, wanted: object, found: object, at: Node) -> None:
        shown = [_shown(value) for value in (wanted, found)]
        self.report.differences.append(Difference(self.index, path, shown[0], shown[1], at, folded(self.story.lines)))

    def step(self, index: int, node: Node) -> None:
        """Do a step and compare."""
        self.index = index
        self.outcome, self.targets, self.deck_valid = OK, None, None
        self.story.clear()
        self.events.clear()
        self.before = self.state.clone()
        created = self.state.next_number
        do = node.get("do")
        if do is not None:
            self.do(do)
        bind = node.get("bind")
        if bind is not None:
            for number, item in enumerate(bind.items(), created):
                if number >= self.state.next_number:
                    self.differ("bind", f"an entity to call {item.value}", "no more entities created", item)
                    break
                self.names[str(item.value)] = number
        expect = node.get("expect")
        if expect is not None:
            _Comparison(self).compare(expect)
        if self.state.fault and not self.before.fault and (expect is None or expect.get("void") is None):
            self.differ("void", "a match that can go on", self.state.fault, expect or do or node)

    def watch(self, event: MarchesEvent) -> None:
        self.events.append(event)
        self.story.note(event)

    def do(self, node: Node) -> None:
        """Carry out what a step says."""
        state = self.state
        if node.value == "undo":
            if self.past:
                undone = self.past.pop()
                self.state, self.names = undone
                self.before = self.state.clone()
            else:
                self.differ("do", "an action to undo", "none was done", node)
            return
        at, asked, deck = node.get("at"), node.get("options"), node.get("check_deck")
        if asked is not None:
            self.outcome, self.targets = query(state, None if asked.value == "power" else integer(asked))
            return
        if deck is not None:
            self.deck_valid = not deck_problems(numbers_of(deck), BASE_TRIBE, self.scenario.catalogue)
            return
        if at is not None and isinstance(at.value, str) and at.value not in self.names:
            self.differ("do.at", "the name of an entity", at.value, node)
            return
        reason, actions = planned(state, node, self.names)
        self.outcome = OK if reason is None else outcome_code(reason)
        if reason is not None:
            return
        past = (state.clone(), dict(self.names))
        state.watch, state.trace = self.watch, self.story
        for action in actions:
            state.apply(action)
        state.watch, state.trace = None, None
        self.past.append(past)
        again = past[0].clone()
        for action in actions:
            again.apply(action)
        if again.key() != state.key():  # pragma: no cover - it would be a mistake of ours
            self.differ("do", "the same again after undoing it", "something else", node)


def outcome_code(reason: Reason) -> str:
    """Return what a refusal is called in scenarios."""
    return "INVALID_GAME_STATE" if reason.code == MATCH_OVER.code else reason.code


def planned(state: MarchesState, do: Node, names: Mapping[str, int]) -> tuple[Reason | None, Sequence[MarchesAction]]:
    """Return why a play, the power or the end of a turn cannot be done, or the actions that do it.

    A card that is to be played on a named entity needs one of these ``names``.
    """
    played = do.get("play")
    if played is None:
        action = state.setup.actions.power if do.value == "power" else state.setup.actions.done
        return state.why_not(action), [action]
    at = do.get("at")
    if at is not None and isinstance(at.value, str):
        return plan(state, integer(played), names[at.value], True)
    return plan(state, integer(played), 0 if at is None else integer(at), False)


def plan(state: MarchesState, card: int, target: int, entity: bool) -> tuple[Reason | None, list[MarchesAction]]:
    """Return why a card cannot be played on a target, or the actions that do it.

    The target is the number of an ``entity``, or a lane, a tile, 0 for the board, whichever the card is played on.
    """
    aim = state.setup.actions.aims[state.seat_to_act].get(card)
    if aim is None:
        return (MATCH_OVER if state.outcome is not None else reasons.INVALID_CARD.of(card=card)), []
    if aim.kinds:
        standing = state.entities.get(target) if entity else None
        place = codes.NOWHERE if standing is None else standing.tile
    else:
        place = codes.NOWHERE if entity else _place(aim, target)
    action = state.setup.actions.plays.get((card, place)) or MarchesAction(-1, "", PLAY, card, place, 0)
    reason = state.why_not(action)
    if reason is not None or not aim.kinds:
        return reason, [action]
    there = rules.candidates(state, aim, place)
    if target not in there:
        return reasons.WRONG_TARGET.of(card=aim.card.name, place=describe(state, target)), []
    return None, [action] if len(there) == 1 else [action, state.setup.actions.choices[there.index(target)]]


def _place(aim: Aim, target: int) -> int:
    """Return the place that a number means to a card that is not played on an entity."""
    if aim.card.kind == codes.SKILL and aim.card.targeting == codes.ON_BOARD:
        return codes.BOARD if target == 0 else codes.NOWHERE
    if aim.card.kind == codes.SKILL and aim.card.targeting == codes.ON_LANE:
        return codes.PLAINS + target if 0 <= target <= 2 else codes.NOWHERE
    return target if 0 <= target < codes.TILES else codes.NOWHERE


def query(state: MarchesState, card: int | None) -> tuple[str, list[int]]:
    """Return whether a card (``None``: the power) could be played, and on what."""
    if card is None:
        reason = state.why_not(state.setup.actions.power)
        return (OK, [0]) if reason is None else (outcome_code(reason), [])
    reason, _ = plan(state, card, codes.NOBODY, True)
    assert reason is not None  # nobody is never a target
    if reason.code != reasons.NO_TARGET.code:
        return outcome_code(reason), []
    aim = state.setup.actions.aims[state.seat_to_act][card]
    if aim.kinds:
        found = [n for tile in range(codes.TILES) for n in rules.candidates(state, aim, tile)]
    else:
        shift = {codes.BOARD: codes.BOARD, **{codes.PLAINS + lane: codes.PLAINS for lane in range(3)}}
        found = [action.place - shift.get(action.place, 0) for action in aim.row or []]
    return (OK if found else reasons.NO_TARGET.code), found


# ------------------------------------------------------------------------------------------------------- comparing


class _Comparison:
    """Compares the position after a step with what is expected of it."""

    def __init__(self, run: _Run) -> None:
        self.run = run
        self.state = run.state

    def same(self, path: str, node: Node, found: object) -> None:
        wanted = node.plain()
        if wanted != found or isinstance(wanted, bool) != isinstance(found, bool):
            self.run.differ(path, wanted, found, node)

    def compare(self, expect: Node) -> None:
        state = self.state
        winners = () if state.outcome is None else state.outcome.winners
        simple: dict[str, object] = {
            "outcome": self.run.outcome,
            "game_over": state.outcome is not None,
            "void": bool(state.fault),
            "winner": SEATS[winners[0]] if winners else None,
            "current": SEATS[state.seat_to_act],
            "turn": state.turn,
            "deck_valid": self.run.deck_valid,
        }
        for key, node in expect.members().items():
            if key in simple:
                self.same(key, node, simple[key])
            elif key == "unchanged":
                self.same(key, node, state.key() == self.run.before.key())
            elif key == "targets":
                self.compare_targets(node)
            elif key in SEATS:
                self.compare_player(key, node)
            elif key == "entities":
                for name, item in node.members().items():
                    self.compare_named(name, item)
            elif key == "board":
                self.compare_board(node)
            elif key == "counts":
                self.compare_counts(node)
            else:
                for kind, item in node.members().items():
                    self.same(f"events.{kind}", item, sum(event.counted == kind for event in self.run.events))

    def compare_targets(self, node: Node) -> None:
        names, targets = self.run.names, self.run.targets
        wanted = [names.get(str(i.value), i.value) if isinstance(i.value, str) else i.value for i in node.items()]
        if targets is None or sorted(map(str, wanted)) != sorted(map(str, targets)):
            of_number = {number: name for name, number in names.items()}
            entity_targets = any(isinstance(item.value, str) for item in node.items())
            found: list[object] = [of_number.get(t, t) if entity_targets else t for t in targets or []]
            self.run.differ("targets", node.plain(), found, node)

    def compare_player(self, key: str, node: Node) -> None:
        seat = SEATS.index(key)
        player, entity = self.state.players[seat], self.state.entities[seat]
        for name, member in node.members().items():
            path = f"{key}.{name}"
            if name == "hp":
                self.compare_stat(path, member, entity.stats.hp)
            elif name in ("hand", "discard"):
                found = sorted(player.hand if name == "hand" else player.discard)
                if sorted(numbers_of(member)) != found:
                    self.run.differ(path, member.plain(), found, member)
            else:
                values = {
                    "health": entity.health,
                    "damage": entity.damage,
                    "gold": player.gold,
                    "hand_count": len(player.hand),
                    "deck_count": len(player.deck) - player.drawn,
                    "power_available": player.power_available,
                }
                self.same(path, member, values[name])

    def compare_stat(self, path: str, node: Node, stat: Stat) -> None:
        if stat is ABSENT:
            self.run.differ(path, node.plain(), "no such stat", node)
        elif isinstance(node.value, dict):
            wanted = (number_of(node, "BaseValue", stat.cap), number_of(node, "Modifier", 0))
            if wanted != stat.key():
                found = {"BaseValue": stat.base, "Modifier": stat.modifier}
                self.run.differ(path, node.plain(), found, node)
        else:
            self.same(path, node, stat.total)

    def compare_named(self, name: str, node: Node) -> None:
        path = f"entities.{name}"
        number = self.run.names.get(name)
        if number is None:
            self.run.differ(path, "an entity", "no entity of that name", node)
            return
        entity = self.state.entities.get(number)
        if entity is None:
            if node.value is not None:
                self.run.differ(path, node.plain(), "out of play", node)
        elif node.value is None:
            self.run.differ(path, "out of play", describe(self.state, number), node)
        else:
            self.compare_entity(path, node, entity)

    def compare_entity(self, path: str, node: Node, entity: Entity) -> None:
        values: dict[str, Any] = {
            "card": entity.card.id,
            "owner": SEATS[entity.owner],
            "tile": entity.tile,
            "damage": entity.damage,
            "health": entity.health,
            "cooldown": entity.cooldown,
        }
        for name, member in node.members().items():
            if name in STAT_KEYS:
                self.compare_stat(f"{path}.{name}", member, getattr(entity.stats, ATTRIBUTES.get(name, name)))
            else:
                self.same(f"{path}.{name}", member, values[name])

    def compare_board(self, node: Node) -> None:
        placed = [entity for number, entity in self.state.entities.items() if number >= codes.FIRST_PLACED]
        if len(placed) != len(node.items()):
            listed = "; ".join(describe(self.state, entity.number) for entity in placed) or "an empty board"
            self.run.differ("board", f"{len(node.items())} entities", f"{len(placed)}: {listed}", node)
        for index, (item, entity) in enumerate(zip(node.items(), placed, strict=False)):
            self.compare_entity(f"board[{index}]", item, entity)

    def compare_counts(self, node: Node) -> None:
        for key, counts in node.members().items():
            seat = SEATS.index(key)
            for name, item in counts.members().items():
                kind = codes.UNIT if name == "units" else codes.BUILDING
                entities = self.state.entities.values()
                found = sum(entity.owner == seat and entity.card.kind == kind for entity in entities)
                self.same(f"counts.{key}.{name}", item, found)


def _shown(value: object) -> str:
    """Return a value as it is written in a scenario; sentences stay as they are."""
    import json

    return value if isinstance(value, str) and " " in value else json.dumps(value)
