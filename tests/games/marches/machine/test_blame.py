"""Whose card broke a match: by the rules nobody loses, but a table may count it as the loss of who brought the card."""

from __future__ import annotations

import json

import pytest

from tablewright.core.match import Match
from tablewright.core.record import Record
from tablewright.games.marches.events import MatchVoid
from tablewright.games.marches.files import Catalogue, make_setup
from tablewright.games.marches.game import GAME
from tests.games.marches.story import BOARD, Json, effect, find, modify, skill, unit

HIT = effect("EFFECT_DAMAGE", TempVariable=0)
HURT = effect("ASSERT_ROLE", SearchCriterion="AFFECTED_ENTITY")
ACTOR = effect("SELECT_ENTITY", SearchCriterion="ACTOR_ENTITY", TargetPlayer="BOTH", TargetType="UNIT")
#: Hits itself whenever it is hit.
WILD = unit(101, Interactions={"WHEN_PLAYED": [HIT], "POST_DAMAGE": [HIT]})
#: Hits itself whenever it is hit, but waits until somebody does it.
TOUCHY = unit(101, Interactions={"POST_DAMAGE": [HURT, HIT]})
#: Strikes back whenever it is hit: sound, as long as nobody answers that.
THORNS = {"POST_DAMAGE": [HURT, ACTOR, HIT]}
VOLLEY = skill(200, BOARD, find("OPPONENT", "UNIT"), HIT)


def played(decks: list[list[int]], cards: list[Json], *lines: str, owner_loses: bool = True) -> Match:
    catalogue = Catalogue()
    for card in cards:
        catalogue.add_value(card, None)
    match = Match(GAME, make_setup(decks, options={"any_deck": 1}, catalogue=catalogue), 1, owner_loses=owner_loses)
    for line in lines:
        match.do(match.turn, match.state.parse(line))
    assert match.over
    return match


def blamed(match: Match) -> int | None:
    """Return who is to blame, after a look at everything that must agree about it."""
    state = match.state
    assert state.outcome is not None
    assert (state.outcome.returns, str(state.outcome)) == ((0.0, 0.0), "tie (VOID)")
    blame = state.outcome.blame
    assert state.view(None)["blame"] == blame
    assert state.clone().outcome == state.outcome
    restored = GAME.restore(json.loads(json.dumps(state.snapshot())))
    assert restored == state
    assert restored.outcome == state.outcome
    last = match.events(len(match))[-1]
    assert isinstance(last, MatchVoid)
    assert last.seen(None) == {"kind": "MatchVoid", "fault": state.view(None)["fault"], "blame": blame}
    replayed = Match.replay(Record.parse(str(match.record())))
    assert replayed.outcome == match.outcome
    assert match.outcome is not None
    expected = {None: (0.0, 0.0), 0: (-1.0, 1.0), 1: (1.0, -1.0)}[blame if match.owner_loses else None]
    assert match.outcome.returns == expected
    return blame


@pytest.mark.parametrize("owner_loses", [False, True])
def test_a_card_of_either_seat_that_runs_wild(owner_loses: bool) -> None:
    assert blamed(played([[101], [9]], [WILD], "play 101 at P1", owner_loses=owner_loses)) == 0
    assert blamed(played([[9], [101]], [WILD], "done", "play 101 at P4", owner_loses=owner_loses)) == 1


def test_whoever_sets_it_off_is_not_to_blame() -> None:
    assert blamed(played([[101], [200]], [TOUCHY, VOLLEY], "play 101 at P1", "done", "play 200")) == 0
    assert blamed(played([[101], [16]], [TOUCHY], "play 101 at P1", "done", "play ARROW VOLLEY at P1")) == 0
    assert blamed(played([[200], [101]], [TOUCHY, VOLLEY], "done", "play 101 at P4", "done", "play 200")) == 1


def test_nobody_is_to_blame_for_a_loop_of_both() -> None:
    mine, theirs = unit(101, Interactions=THORNS), unit(102, Interactions=THORNS)
    lines = ("play 101 at P1", "done", "play 102 at P4", *["done"] * 4)
    assert blamed(played([[101], [102]], [mine, theirs], *lines)) is None


def test_who_gets_a_unit_is_not_to_blame_for_the_card() -> None:
    bomb = unit(101, Interactions={"POST_DAMAGE": [HIT]}, Triggers={"BOARD": {"ON_END_OF_TURN": [HIT]}})
    plains = effect("ADD_LOCATION_REFERENCE", EffectLocation="PLAINS")
    gift = skill(200, plains, effect("SUMMON_UNIT", TargetPlayer="OPPONENT", TempVariable=101))
    match = played([[200], [9]], [bomb, gift], "play 200", "done")
    assert blamed(match) == 0
    assert match.state.view(None)["entities"][0]["owner"] == 1


def test_who_alone_brings_own_cards_is_to_blame_for_what_they_prepared() -> None:
    rich = skill(100, modify("PLAYERS_GOLD", "SET", 10**9, TargetPlayer="OPPONENT"))
    match = played([[100], [15]], [rich], "play 100", "done", "play 15")
    assert blamed(match) == 0
    assert "broke the match: its effects made a number beyond 1,000,000,000" in match.state.view(None)["fault"]


def test_numbers_can_be_prepared_by_the_other_so_that_nobody_is_to_blame_where_both_bring_own_cards() -> None:
    rich = skill(100, modify("PLAYERS_GOLD", "SET", 10**9, TargetPlayer="OPPONENT"))
    coin = skill(200, modify("PLAYERS_GOLD", "ADD", 1, TargetPlayer="OWNER"))
    assert blamed(played([[100], [200]], [rich, coin], "play 100", "done", "play 200")) is None
    greedy = skill(100, modify("PLAYERS_GOLD", "MULTIPLY", 10**9, TargetPlayer="OWNER"))
    assert blamed(played([[100], [9]], [greedy], "play 100")) == 0


def test_who_filled_the_board_is_to_blame_for_a_card_that_has_no_room() -> None:
    plains = effect("ADD_LOCATION_REFERENCE", EffectLocation="PLAINS")
    crowd = skill(100, *[plains] * 128, effect("SUMMON_UNIT", TargetPlayer="BOTH", TempVariable=101))
    match = played([[100], [9]], [crowd, unit(101, attack=0, movement=0)], "play 100", "done", "play 9 at F6")
    assert blamed(match) == 0
