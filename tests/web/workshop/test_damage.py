"""Whatever is sent to the workshop, the answer is an answer or a sentence: nothing breaks, and nothing is lost."""

from __future__ import annotations

from typing import Any

from tablewright.core.dice import Dice
from tablewright.testing.mutations import damaged
from tablewright.web.workshop import answers
from tablewright.web.workshop.bounds import OWN
from tablewright.web.workshop.space import Space
from tablewright.web.workshop.working import work

from .authors import THIEF


def bodies(space: Space, number: int) -> list[tuple[str, dict[str, Any]]]:
    """Return calls that make sense, as the routes pass them on."""
    call = answers.CALLS
    shown = call["use_bench"](space, number)
    sheet = call["open_card"](space, number)
    play = next(one["do"] for one in shown["choices"] if not one.get("reason"))
    bench = {**shown["bench"], "steps": [{"do": play}]}
    edits: list[Any] = [
        {"field": "Cost", "value": 3},
        {"text": "Words"},
        {"json": sheet["json"]},
        *(offer["edit"] for offer in call["offer_edits"](space, number, {"lists": True})[:2]),
        *(offer["edit"] for offer in call["offer_edits"](space, number, {"add": [sheet["lists"][0]["id"], 0]})[:4]),
    ]
    return [
        *(("edit_card", {"number": number, "base": sheet["version"], "edit": edit}) for edit in edits),
        ("offer_edits", {"number": number, "at": {"add": [sheet["lists"][0]["id"], 0]}}),
        ("offer_edits", {"number": number, "at": {"field": "Rarity"}}),
        ("use_bench", {"number": number, "bench": bench}),
        ("use_bench", {"number": number, "change": {"gold": [0, 5]}}),
        ("keep_test", {"number": number, "bench": bench, "title": "It works", "keep": ["0.p1.hand"]}),
        ("edit_deck", {"name": "my-fen", "edit": {"set": {"9": 1}}}),
    ]


def test_damaged_requests_are_answered_or_refused(space: Space) -> None:
    number = answers.CALLS["make_card"](space, like=THIEF)["number"]
    answers.CALLS["make_deck"](space, "fen")
    dice = Dice(1)
    refused = taken = 0
    for round_ in range(5):
        for call, arguments in bodies(space, number):
            key = next(key for key in ("edit", "at", "change", "bench", "keep") if key in arguments)
            broken = {**arguments, key: damaged(arguments[key], dice, 1 + round_ % 3)}
            if not isinstance(broken[key], dict):
                continue  # the models of the routes let nothing else through
            answer = work(space.folder, OWN, call, broken)
            if isinstance(answer, bytes):
                taken += 1
            else:
                status, code, text, _ = answer
                assert status < 500, (call, broken, text)
                assert code
                assert text.isprintable()
                refused += 1
            while (sheet := answers.CALLS["open_card"](space, number))["draft"] and sheet["canUndo"]:
                answers.CALLS["undo_card"](space, number)
    assert refused > 10
    assert taken
