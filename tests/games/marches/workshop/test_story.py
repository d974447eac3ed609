"""Why? Every effect list of a step, row by row, as the editor has the rows and as the board was then."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings

from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language.idioms import rows_of
from tablewright.games.marches.machine.chain import Chain, Context, Program, Trace
from tablewright.games.marches.state import MarchesState
from tablewright.games.marches.workshop.bench import changed_bench, new_bench, shown_bench
from tablewright.games.marches.workshop.sheet import shown_sheet, start_sheet
from tablewright.games.marches.workshop.story import MOST_ROWS, MOST_SHOWN
from tablewright.games.marches.workshop.trial import BenchTrial
from tests.games.marches.story import BOARD, Json, effect, find, gold, modify, skill, unit
from tests.games.marches.workshop.benches import SEEDS, after, any_catalogue, own, played


def story(number: int, catalogue: Catalogue, *deeds: Any, changes: tuple[Json, ...] = ()) -> list[Json]:
    """Return the story of the last step on the bench of a card."""
    bench = new_bench(number, catalogue)
    for change in changes:
        bench = changed_bench(bench, change, catalogue)
    step = shown_bench(after(bench, *deeds), number, catalogue)["steps"][-1]
    assert step["done"], step["title"]
    return list(step["story"])


def test_a_story_from_the_first_row_to_the_last() -> None:
    catalogue = own(skill(100, BOARD, find("OPPONENT", "BUILDING"), effect("EFFECT_DAMAGE", TempVariable=3), gold(2)))
    (told,) = story(100, catalogue, {"play": 100})
    assert told["who"] == "player 1's CARD 100"
    assert (told["card"], told["list"], told["occasion"], told["depth"]) == (
        100,
        "WHEN_PLAYED",
        "When this is played",
        0,
    )
    damage, pay = told["rows"]
    assert [damage["row"], pay["row"]] == [0, 1]
    assert damage["says"] == "Deal 3 damage to every enemy building on the board"
    assert damage["places"] == ["BOARD"]
    assert damage["did"]
    assert damage["result"].startswith("player 2's WORKSHOP on P3, ")
    assert sum("is gone from" in event for event in damage["events"]) == len(damage["targets"]) == 3
    left = {one["number"] for one in damage["entities"]}
    assert not left & set(damage["targets"])
    assert damage["players"][1]["gold"] == 12
    assert pay["players"][1]["gold"] == 12 + 2 * 3


def test_why_a_row_did_nothing_and_what_was_not_reached() -> None:
    nobody = effect("SELECT_ENTITY", SearchCriterion="EFFECT_OWNING_ENTITY", TargetPlayer="OWNER", TargetType="UNIT")
    catalogue = own(skill(100, nobody, effect("KILL_ENTITIES"), effect("ASSERT", Input="TARGET_COUNT"), gold(), gold()))
    (told,) = story(100, catalogue, {"play": 100})
    kill, asked, *rest = told["rows"]
    assert (kill["did"], kill["goesOn"]) == (False, True)
    assert kill["why"] == "this card itself is player 1's CARD 100, a friendly skill"
    assert (asked["did"], asked["goesOn"], asked["number"]) == (False, False, 0)
    assert asked["why"] == "that is 0: the list ends here"
    assert [(row["reached"], row["did"]) for row in rest] == [(False, False)] * 2
    assert rest[0]["why"] == "not reached: the list ended before"


def test_parameters_are_not_named_to_those_who_never_saw_them() -> None:
    catalogue = own(skill(100, effect("SELECT_ENTITY", SearchCriterion="ACTOR_ENTITY"), effect("KILL_ENTITIES")))
    (told,) = story(100, catalogue, {"play": 100})
    assert told["rows"][0]["why"] == "nobody is named"


def test_that_number_is_told_where_it_is_made() -> None:
    count = modify("ACC", "SET", Input="TARGET_COUNT")
    catalogue = own(skill(100, BOARD, find("OWNER", "UNIT"), count, modify("ACC", "MULTIPLY", 3)))
    (told,) = story(100, catalogue, {"play": 100})
    counted, multiplied = told["rows"]
    assert len(counted["targets"]) == counted["number"] == 4
    assert (multiplied["number"], multiplied["result"]) == (12, "that number: 12, before 4")


def test_a_list_inside_which_another_runs_is_told_in_parts_in_the_order_of_the_board() -> None:
    hurt = unit(101, hp=3, Interactions={"POST_DAMAGE": [gold(5)]})
    volley = skill(100, BOARD, find("OPPONENT", "UNIT"), effect("EFFECT_DAMAGE", TempVariable=1), gold(1))
    catalogue = own(volley, hurt)
    put = ({"clear": True}, *({"put": {"card": 101, "seat": 1, "tile": tile}} for tile in (5, 6)))
    told = story(100, catalogue, {"play": 100}, changes=put)
    assert [(one["card"], one["depth"], one.get("continued", False)) for one in told] == [
        (100, 0, False),
        (101, 1, False),
        (101, 1, False),
        (100, 0, True),
    ]
    damages = [[one["damage"] for one in row["entities"]] for part in told for row in part["rows"]]
    assert damages == [[1, 0], [1, 0], [1, 1], [1, 1]]
    golds = [row["players"][1]["gold"] for part in told for row in part["rows"]]
    assert golds == [12, 17, 22, 24]


def test_a_match_that_ends_in_the_middle_says_so_in_its_row() -> None:
    catalogue = own(skill(100, modify("ACC", "SET", 10**9), modify("ACC", "ADD", 1), gold()))
    bench = after(new_bench(100, catalogue), {"play": 100})
    shown = shown_bench(bench, 100, catalogue)
    ((told,),) = [step["story"] for step in shown["steps"]]
    assert shown["void"] == "CARD 100 (100) broke the match: its effects made a number beyond 1,000,000,000"
    assert told["rows"][-1]["result"] == shown["void"]
    assert len(told["rows"]) == 2


def test_changes_name_the_entities_whose_effects_made_them() -> None:
    catalogue = own(skill(100, gold(5)))
    shown = shown_bench(after(new_bench(100, catalogue), {"play": 100}, "end_turn"), 100, catalogue)
    by = {fact["key"]: fact["by"] for step in shown["steps"] for fact in step["changes"]}
    number = shown["steps"][0]["story"][0]["number"]
    assert by["0.p1.gold"] == [number]
    assert by["0.p1.hand"] == by["1.p2.hand"] == []


def test_rows_are_said_as_the_editor_says_them() -> None:
    catalogue = Catalogue()
    for number in (8, 16, 22, 36):
        sheet = start_sheet(100, catalogue, like=number)
        lists = {one["id"]: one["rows"] for one in shown_sheet(sheet, 100, catalogue)["lists"]}
        shown = played(1, catalogue, number, 12)
        told = [part for step in shown["steps"] for part in step["story"] if part["card"] == number]
        for part in told:
            for row in part["rows"]:
                assert row["says"] == lists[part["list"]][row["row"]]["says"]


# ------------------------------------------------------------------------------------------------------------- laws


class Counted(Trace):
    """Notes how many instructions of each list were begun, in the order in which the lists began."""

    def __init__(self) -> None:
        self.lists: list[tuple[Program, list[int]]] = []
        self.running: list[list[int]] = []

    def begin(self, state: MarchesState, program: Program, chain: Chain, context: Context) -> None:
        self.running.append([])
        self.lists.append((program, self.running[-1]))

    def before(self, state: MarchesState, index: int, chain: Chain, context: Context) -> None:
        self.running[-1].append(index)

    def after(self, state: MarchesState, index: int, chain: Chain, context: Context, going_on: bool) -> None:
        """Nothing more is counted."""

    def end(self, state: MarchesState) -> None:
        self.running.pop()

    def stopped(self, state: MarchesState) -> None:
        self.running.clear()


def begun(program: Program, instructions: list[int]) -> int:
    """Return how many rows of a program were begun."""
    count, first = 0, 0
    for row in rows_of(program.instructions):
        count += first in instructions
        first += len(row.idiom.effects)
    return count


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_the_rows_of_a_story_are_exactly_the_instructions_that_were_carried_out(seed: int) -> None:
    catalogue, number = any_catalogue(seed)
    shown = played(seed, catalogue, number, 6)
    assert sum(len(row["entities"]) for row in every_row(shown)) < MOST_SHOWN + 256
    trial = BenchTrial(shown["bench"], catalogue)
    for done, step in zip(trial.steps, shown["steps"], strict=True):
        counted = Counted()
        after_it = done.again(counted, lambda event: None)
        assert after_it == done.after  # being watched changes nothing
        rows = [(part["card"], row["row"]) for part in step["story"] for row in part["rows"] if row["reached"]]
        wanted = sum(begun(program, instructions) for program, instructions in counted.lists)
        assert len(rows) == wanted or (step["cut"] and len(rows) <= MOST_ROWS)
        if not step["cut"] and step["story"]:
            assert [part["list"].replace("@", " ") for part in step["story"] if "continued" not in part] == [
                program.name for program, instructions in counted.lists
            ]


def every_row(shown: Json) -> list[Json]:
    return [row for step in shown["steps"] for part in step["story"] for row in part["rows"]]


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_a_row_that_did_nothing_says_why_and_every_row_says_what_came_of_it(seed: int) -> None:
    catalogue, number = any_catalogue(seed)
    for row in every_row(played(seed, catalogue, number, 5)):
        assert bool(row["why"]) != row["did"]
        assert row["result"]
        assert row["did"] or not row["events"]
