"""Keep as test: what was tried on a bench, as a scenario with what matters of it; and tests of an author, run again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tablewright.games.marches.drawing import shortened
from tablewright.games.marches.events import BuildingEntered, CardPlayed, Combat, EntityMoved, PowerUsed, TurnBegan
from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language.reader import Node, parse
from tablewright.games.marches.scenarios.recording import expected
from tablewright.games.marches.scenarios.runner import Difference, run_scenario
from tablewright.games.marches.scenarios.scenario import FILLER, FORMAT, SEATS, Scenario, read_scenario
from tablewright.games.marches.workshop.draft import BadEdit
from tablewright.games.marches.workshop.facts import WORDS, Fact, changed_facts, same_facts
from tablewright.games.marches.workshop.trial import MOST_STEPS, BenchTrial, Done, known_card

Json = dict[str, Any]

NAME: Final = r"[A-Za-z0-9_-]{1,80}"
LONGEST_TITLE: Final = 200
#: Tests may be a stranger's: one that takes more steps of effects is not run to its end.
MOST_EFFORT: Final = 100_000
WIDTH: Final = 100
#: What a test says it is about, by what happens in it.
TOPICS: Final = {
    PowerUsed: "power",
    EntityMoved: "march",
    Combat: "combat",
    BuildingEntered: "building",
    TurnBegan: "turn",
    CardPlayed: "effect",
}


def kept_test(bench: object, number: int, name: str, title: str, keep: Sequence[str], catalogue: Catalogue) -> str:
    """Return the text of a scenario that expects what was ticked; raises ``BadEdit``.

    ``keep`` are keys of what a shown bench says has changed, or has not. The cards are not in the text: they are found
    where it is run, so that it says whether it is still so after one has been changed.
    """
    known_card(number, catalogue)
    if not re.fullmatch(NAME, name):
        raise BadEdit("the name of a test has at most 80 letters, digits and dashes")
    title = " ".join(title.split())
    if not 0 < len(title) <= LONGEST_TITLE or not title.isprintable():
        raise BadEdit(f"a test needs a title of one line, of at most {LONGEST_TITLE} characters")
    trial = BenchTrial(bench, catalogue)
    if not trial.steps:
        raise BadEdit("do something with the card first: a test is what was done and what came of it")
    if not all(done.outcome for done in trial.steps):
        raise BadEdit("something on this bench cannot be done any more: go back before it")
    wanted = set(keep)
    steps: list[Json] = []
    named = {str(at.value) for done in trial.steps if (at := done.do.get("at")) is not None}
    for index, done in enumerate(trial.steps):
        facts: list[Fact] = [*changed_facts(done), *same_facts(done)]
        ticked = {fact.keys: fact.value for fact in facts if fact.key(index) in wanted}
        wanted -= {fact.key(index) for fact in facts}
        if done.after.fault and not done.before.fault and not done.reason:
            ticked["void",] = True  # a match that becomes void is a mistake unless it is expected
        named |= {keys[1] for keys in ticked if keys[0] == "entities"}
        steps.append({"do": done.do.plain(), "bind": done.bind, "expect": expected(_whole(ticked))})
    if wanted:
        raise BadEdit("what was ticked is not so any more: look at the bench again")
    if not any(step["expect"] for step in steps):
        raise BadEdit("tick at least one thing that matters")
    for step in steps:  # a name that nobody uses would be one thing more to come true
        while step["bind"] and step["bind"][-1] not in named:
            step["bind"] = step["bind"][:-1]
    value = {
        "format": FORMAT,
        "id": name,
        "title": title,
        "covers": _topics(trial.steps),
        "basis": ["workshop"],
        "note": f"about card {number}",
        "state": trial.start,
        "steps": [{key: part for key, part in step.items() if part} for step in steps],
    }
    return _laid_out(value, "", WIDTH) + "\n"


def _laid_out(value: object, indent: str, width: int) -> str:
    """Write a JSON value for people: what fits into a line is in one."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or len(indent) + len(line) <= width:
        return line
    inner = indent + "  "
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + _laid_out(item, inner, width) for item in value) + f"\n{indent}]"
    members = [f"{inner}{json.dumps(key)}: {_laid_out(item, inner, width)}" for key, item in value.items()]
    return "{\n" + ",\n".join(members) + f"\n{indent}}}"


def _whole(ticked: Mapping[tuple[str, ...], Any]) -> dict[tuple[str, ...], Any]:
    """Put what is expected of one thing under one key: that it is there, and what is so of it."""
    found: dict[tuple[str, ...], Any] = {}
    for keys, value in ticked.items():
        if isinstance(value, dict):
            found |= {(*keys, key): part for key, part in value.items()}
        else:
            found[keys] = value
    return found


def _topics(steps: Sequence[Done]) -> list[str]:
    happened = set().union(*(done.kinds for done in steps))
    return [topic for event, topic in TOPICS.items() if event in happened] or ["targeting"]


# ------------------------------------------------------------------------------------------------------ running them


def run_tests(texts: Mapping[str, str], catalogue: Catalogue) -> list[Json]:
    """Run scenarios by name, and say how each went, what differs, and which cards it is about."""
    return [run_test(name, text, catalogue) for name, text in texts.items()]


def run_test(name: str, text: str, catalogue: Catalogue) -> Json:
    """Run one scenario."""
    document = parse(text, f"{name}.json", strict=True)
    scenario = read_scenario(document, catalogue)
    root = document.root or Node({}, 0, 0)
    title = root.get("title")
    found: Json = {"name": name, "title": name if title is None else shortened(str(title.value), LONGEST_TITLE)}
    found |= {"state": "broken", "says": "", "cards": cards_of(root, catalogue), "bench": None}
    if scenario is None:
        errors = [problem for problem in document.problems if not problem.warning]
        found["says"] = errors[0].message + (f" (line {errors[0].line})" if errors[0].line else "")
        return found
    found["bench"] = _bench(scenario)
    report = run_scenario(scenario, MOST_EFFORT)
    if report.skipped:
        found["says"] = report.skipped
    elif report.differences:
        # That something did not come into play follows from what else is so.
        first = min(report.differences, key=lambda one: (one.step, one.path == "bind"))
        more = len(report.differences) - 1
        found["state"] = "fail"
        found["says"] = difference_words(first) + (f", and {more} more" if more else "")
    else:
        found["state"] = "ok"
    return found


def difference_words(difference: Difference) -> str:
    """Say in one sentence what is not as expected."""
    path, wanted, was = difference.path, difference.wanted, difference.found
    keys = path.split(".")
    if path == "setup":
        return was
    if path == "bind":
        return f"{wanted.rpartition(' ')[2]} should come into play, but does not"
    if path == "void":
        return was if wanted == "a match that can go on" else "the match should become void, but it goes on"
    if path == "outcome":
        if wanted == '"OK"':
            return "it should be possible, but is not"
        return "it should be refused, but is not" if was == '"OK"' else "it is refused for another reason"
    if path in ("game_over", "winner"):
        return f"the match should end otherwise: expected {path.replace('_', ' ')} {wanted}, was {was}"
    what = WORDS.get(keys[-1], keys[-1])
    if keys[0] in SEATS:
        what = f"player {SEATS.index(keys[0]) + 1}'s {what}"
    elif keys[0] == "entities":
        what = keys[1] if len(keys) == 2 else f"{what} of {'.'.join(keys[1:-1])}"
    return f"expected {what} {wanted}, was {was}"


def cards_of(root: Node, catalogue: Catalogue) -> list[int]:
    """List the cards that a scenario is about: those of authors that it names, or else all that it names."""
    found: set[int] = set()
    state = root.get("state") or Node({}, 0, 0)
    for seat in SEATS:
        player = state.get(seat) or Node({}, 0, 0)
        named = [player.get("class"), player.get("power"), *(player.get("hand") or root).items()]
        found |= {node.value for node in named if node is not None and _is_number(node)}  # type: ignore[misc]
    parts = [(item.get("card")) for item in (state.get("entities") or root).items()]
    parts += [(step.get("do") or root).get("play") for step in (root.get("steps") or root).items()]
    found |= {node.value for node in parts if node is not None and _is_number(node)}  # type: ignore[misc]
    found.discard(FILLER)
    own = {number for number in found if number in catalogue.sources}
    return sorted(own or found)


def _is_number(node: Node) -> bool:
    return isinstance(node.value, int) and not isinstance(node.value, bool)


def _bench(scenario: Scenario) -> Json | None:
    """Return the bench of a scenario, if it is one that a bench can show."""
    if scenario.state is None or scenario.options or len(scenario.steps) > MOST_STEPS:
        return None
    steps: list[Json] = []
    for step in scenario.steps:
        do, bind = step.get("do"), step.get("bind")
        if do is None or (do.get("play") is None and do.value not in ("power", "end_turn")):
            return None
        steps.append({"do": do.plain(), **({} if bind is None else {"bind": bind.plain()})})
    return {"state": scenario.state.plain(), "steps": steps}
