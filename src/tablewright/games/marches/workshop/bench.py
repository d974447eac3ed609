"""Try it: a bench on which a card can be played at once, and all that the page draws of it."""

from __future__ import annotations

from typing import Any

from tablewright.games.marches import rules
from tablewright.games.marches.actions import PLAY, Aim
from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.vocabulary import KINDS
from tablewright.games.marches.machine.trace import describe
from tablewright.games.marches.pieces import place_name
from tablewright.games.marches.scenarios.runner import plan
from tablewright.games.marches.scenarios.scenario import FILLER
from tablewright.games.marches.state import MarchesState
from tablewright.games.marches.views import view
from tablewright.games.marches.workshop.facts import changed_facts, same_facts
from tablewright.games.marches.workshop.laying import new_bench as new_bench
from tablewright.games.marches.workshop.palette import changed_bench as changed_bench
from tablewright.games.marches.workshop.story import RowStory, StoryRoom, story_of_step
from tablewright.games.marches.workshop.trial import BenchTrial, known_card, sentence

Json = dict[str, Any]


def shown_bench(bench: object, number: int, catalogue: Catalogue) -> Json:
    """Return a bench as the page draws it; raises ``BadEdit`` if there cannot be such a bench."""
    known_card(number, catalogue)
    trial = BenchTrial(bench, catalogue)
    state = trial.state
    room = StoryRoom()
    stories: dict[int, RowStory] = {}
    for index in reversed(range(len(trial.steps))):  # what was done last is asked about first
        stories[index] = story_of_step(trial.steps[index], room)
    return {
        "bench": trial.bench(),
        "view": open_view(state),
        "names": trial.names,
        "choices": choices(state, trial.of_number()),
        "palette": palette(catalogue),
        "over": f"Player {state.outcome.winners[0] + 1} has won." if state.outcome and state.outcome.winners else None,
        "void": state.fault or None,
        "steps": [
            {
                "title": done.title + (f": {done.reason}" if done.reason else ""),
                "seat": done.seat,
                "done": not done.reason,
                "events": [event.told(None) for event in done.events],
                "changes": [fact.shown(index, stories[index]) for fact in changed_facts(done)],
                "same": [fact.shown(index, None) for fact in same_facts(done)],
                "story": stories[index].lists,
                "cut": stories[index].cut,
            }
            for index, done in enumerate(trial.steps)
        ],
    }


def open_view(state: MarchesState) -> Json:
    """Return what somebody sees who looks into both hands."""
    shown = view(state, None)
    for player, held in zip(shown["players"], state.players, strict=True):
        player["hand"] = list(held.hand)
        player["unseen"] = sorted(held.deck[held.drawn :])
    return shown


def palette(catalogue: Catalogue) -> list[Json]:
    """List the cards that can be put on a bench."""
    cards = [catalogue.get(number) for number in catalogue.numbers() if number != FILLER]
    return [
        {"card": card.id, "name": card.name, "kind": KINDS.write(card.kind)}
        for card in cards
        if card is not None and card.kind != codes.PLAYER
    ]


# ---------------------------------------------------------------------------------------------------------- choices


def choices(state: MarchesState, names: dict[int, str]) -> list[Json]:
    """List what can be done, and what cannot with the reason."""
    seat = state.seat_to_act
    player = state.players[seat]
    places: dict[int, list[int]] = {}
    for action in state.legal_actions():
        if action.kind == PLAY:
            places.setdefault(action.card, []).append(action.place)
    found: list[Json] = []
    for number in sorted(set(player.hand)):
        aim = state.setup.actions.aims[seat][number]
        if number in places:
            found += [choice for place in places[number] for choice in _plays(state, aim, place, names)]
        else:
            reason, _ = plan(state, number, codes.NOBODY, True)
            assert reason is not None  # nobody is never a target
            title = f"Play {aim.card.name}"
            found.append(_choice(title, {"play": number}, aim.card.name, sentence(reason, state)))
    power = player.power.name
    reason = state.why_not(state.setup.actions.power)
    found.append(_choice(f"Use the power {power}", "power", "Power", "" if reason is None else sentence(reason, state)))
    reason = state.why_not(state.setup.actions.done)
    found.append(_choice("End the turn", "end_turn", "Turn", "" if reason is None else sentence(reason, state)))
    return found


def _plays(state: MarchesState, aim: Aim, place: int, names: dict[int, str]) -> list[Json]:
    """List the ways to play a card at a place."""
    card = aim.card
    if aim.kinds:
        return [
            _choice(f"Play {card.name} on {describe(state, target)}", {"play": card.id, "at": names[target]}, card.name)
            for target in rules.candidates(state, aim, place)
            if target in names
        ]
    if place == codes.BOARD:
        return [_choice(f"Play {card.name}", {"play": card.id}, card.name)]
    at = place - codes.PLAINS if place >= codes.PLAINS else place
    return [_choice(f"Play {card.name} on {place_name(place)}", {"play": card.id, "at": at}, card.name)]


def _choice(title: str, do: object, group: str, reason: str = "") -> Json:
    return {"title": title, "do": do, "group": group, **({"reason": reason} if reason else {})}
