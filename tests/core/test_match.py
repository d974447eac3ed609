"""One playing of a game: whose turn it is, what is refused, and every earlier position again."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.bots.random import RandomBot
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import KEPT_EVERY, LONGEST_MATCH, Match
from tablewright.core.perspective import Perspective, PlayerFault
from tablewright.core.record import BadRecord, Record
from tablewright.core.registry import find_game
from tablewright.core.state import Action, Event, IllegalAction
from tablewright.testing import random_record

from ..support.tables import every_game
from . import party
from .toy import GAME as TOY

OOPERATIONS = find_game("ooperations")
ALL_GAMES = [*every_game(), pytest.param(TOY, id="toy")]


def step(match: Match, dice: Dice) -> tuple[int, Any]:
    """Return something that the seat at turn may do."""
    legal = match.legal_actions()
    return match.turn, legal[dice.roll(len(legal)) - 1]


def played(game: Game, seed: int, most: int, setup: Any = None) -> Match:
    """Return a match of which some actions were done at random."""
    match, dice = Match(game, game.setup() if setup is None else setup, seed), Dice(seed)
    while not match.over and len(match) < most:
        match.do(*step(match, dice))
    return match


def together(*tokens: int) -> Match:
    return Match(party.GAME, party.PartySetup(tokens), 0, ["Ann", "Bea", "Cy", "Dot"][: len(tokens)])


def put(match: Match, *seats: int) -> None:
    for seat in seats:
        match.do(seat, party.GAME.table[seat])


# --- whose turn it is


def test_seats_take_turns_around_the_table_where_the_rules_leave_the_order_open() -> None:
    match = together(2, 2, 2)
    turns = []
    while not match.over:
        turns.append(match.turn)
        put(match, match.turn)
    assert turns == [0, 1, 2, 0, 1, 2]


def test_nobody_has_to_keep_to_the_order_and_it_goes_on_from_who_acted() -> None:
    match = together(3, 3, 3)
    put(match, 1)
    assert match.turn == 2
    put(match, 0)
    assert match.turn == 1
    put(match, 0, 0)
    assert match.turn == 1


def test_who_can_do_nothing_is_passed_over_but_still_acts() -> None:
    match = together(2, 0, 2)
    assert match.state.acting_seats() == (0, 1, 2)
    put(match, 0)
    assert match.turn == 2
    assert match.legal_actions(1) == []
    assert str(match.why_not(1, party.GAME.table[1])) == "seat 1 has no tokens"


def test_who_has_fallen_is_passed_over() -> None:
    match = together(2, 2, 2)
    match.state.fallen.add(1)  # type: ignore[attr-defined]
    put(match, 0)
    assert match.turn == 2
    assert match.legal_actions(1) == []
    assert str(match.why_not(1, party.GAME.table[1])) == "it is not your turn"


def test_the_last_one_standing_is_at_turn() -> None:
    match = together(2, 2, 2)
    match.state.fallen.update((0, 2))  # type: ignore[attr-defined]
    put(match, 1)
    assert (match.acting, match.turn) == ((1,), 1)


def test_a_last_seat_that_can_act_acts_alone() -> None:
    match = together(0, 0, 3)
    turns = []
    while not match.over:
        turns.append(match.turn)
        put(match, 2)
    assert turns == [2, 2, 2]


def test_heroes_that_fell_have_no_turn_in_a_real_dungeon() -> None:
    game = find_game("dungeons")
    fewer = 0
    for seed in range(6):
        match, dice = Match(game, game.setup(players="each"), seed), Dice(seed)
        while not match.over:
            standing = [seat for seat, hero in enumerate(match.state.view(None)["heroes"]) if hero["health"]]
            last = match.seats[-1] if match.seats else -1
            order = [(last + by) % 3 for by in (1, 2, 3)]
            assert match.turn == next(seat for seat in order if seat in standing and match.legal_actions(seat))
            fewer += len(standing) < 3
            match.advance(step(match, dice)[1])
    assert fewer > 20


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_legal_actions_of_all_seats_together_are_those_of_the_state(game: Game) -> None:
    match, dice = Match(game, game.setup(), 3), Dice(3)
    while not match.over and len(match) < 60:
        own = [match.legal_actions(seat) for seat in range(match.setup.seats)]
        assert sorted(a.number for legal in own for a in legal) == [
            action.number for action in sorted(match.state.legal_actions(), key=lambda action: action.number)
        ]
        for seat, legal in enumerate(own):
            assert match.perspective(seat).legal_actions() == legal
        match.do(*step(match, dice))


# --- doing


def test_a_seat_cannot_decide_for_another_and_nothing_changes() -> None:
    match = together(2, 2)
    before = match.state.key()
    with pytest.raises(IllegalAction, match=r"^Bea decides that$"):
        match.do(0, party.GAME.table[1])
    rivals = Match(TOY, TOY.setup(), 1, ["Ann", "Bea"])
    with pytest.raises(IllegalAction, match=r"^it is not your turn$"):
        rivals.do(1, TOY.table[0])
    assert (match.state.key(), len(match), match.seats) == (before, 0, [])


def test_what_the_rules_forbid_is_refused_with_their_reason_and_nothing_changes() -> None:
    match = Match(TOY, TOY.setup(), 1)
    while match.state.stones > 2:  # type: ignore[attr-defined]
        match.do(match.turn, TOY.table[0])
    before, count = match.state.key(), len(match)
    with pytest.raises(IllegalAction, match=r"^there are only 2 stones$"):
        match.do(match.turn, TOY.table[2])
    assert (match.state.key(), len(match)) == (before, count)


def test_a_match_that_is_over_takes_nothing_more() -> None:
    match = played(TOY, 1, 1000)
    assert match.outcome is not None
    assert match.over
    assert match.result == str(match.outcome)
    assert match.legal_actions(0) == match.legal_actions(1) == []
    with pytest.raises(IllegalAction, match=r"^the match is over$"):
        match.do(0, TOY.table[0])


def test_a_match_is_stopped_at_its_limit_without_an_outcome() -> None:
    match = Match(TOY, TOY.setup(stones="30"), 1, limit=3)
    assert match.play([RandomBot(1), RandomBot(2)]) is None
    assert (len(match), match.over, match.outcome, match.result) == (3, True, None, "")
    assert match.legal_actions()  # by the rules it could go on
    with pytest.raises(IllegalAction, match=r"^the match is over$"):
        match.do(match.turn, TOY.table[0])
    assert match.record().result == ""
    assert Match.replay(match.record()).limit == LONGEST_MATCH
    assert len(Match.replay(match.record(), limit=1)) == 3  # a record is never cut short


def test_do_returns_the_events_and_leaves_a_watcher_of_the_state_in_place() -> None:
    match = Match(TOY, TOY.setup(), 1)
    seen: list[Event] = []
    match.state.watch = seen.append
    events = match.do(0, TOY.table[1])
    assert [event.told(None) for event in events] == ["2 taken"]
    assert seen == events == match.events(1)
    match.advance(TOY.table[0])
    assert len(seen) == 2


class Stubborn:
    """Always wants the same."""

    def __init__(self, action: Action) -> None:
        self.action = action

    def choose(self, perspective: Perspective) -> Action:
        return self.action


def test_playing_refuses_a_choice_that_is_not_legal() -> None:
    match = Match(TOY, TOY.setup(), 1)
    with pytest.raises(PlayerFault, match=r'^seat 1 \(Seat 1\) chose "take 3", which cannot be done: there are only'):
        match.play([Stubborn(TOY.table[2]), Stubborn(TOY.table[2])])
    assert len(match) > 0
    with pytest.raises(
        PlayerFault, match=r'^seat 1 \(Ann\) chose "\w+ \w+", which cannot be done: Seat 2 decides that$'
    ):
        together(2, 2).play([Stubborn(party.GAME.table[1])] * 2)


@pytest.mark.parametrize("nonsense", [None, "take 1", 3, Match])
def test_a_player_who_returns_nonsense_is_named_with_its_seat(nonsense: Any) -> None:
    match = Match(TOY, TOY.setup(), 1, ["Ann", "Bea"])
    with pytest.raises(PlayerFault) as raised:
        match.play([Stubborn(TOY.table[0]), Stubborn(nonsense)])
    assert str(raised.value) == f"seat 2 (Bea) chose {nonsense!r}, which is no action"
    assert len(match) == 1


def test_an_action_of_another_game_is_named_with_the_seat_too() -> None:
    match = Match(OOPERATIONS, OOPERATIONS.setup(), 1)
    with pytest.raises(PlayerFault, match=r'^seat 1 \(Seat 1\) chose "take 1", which is no action of this game$'):
        match.play([Stubborn(TOY.table[0])] * 2)


class Listening:
    """Takes the first thing it can do, and notes what it was told before."""

    def __init__(self) -> None:
        self.told: list[list[str]] = []

    def choose(self, perspective: Perspective) -> Action:
        self.told.append(perspective.told)
        action: Action = perspective.legal_actions()[0]
        return action


def test_players_know_what_their_seat_was_told_so_far() -> None:
    match = Match(OOPERATIONS, OOPERATIONS.setup(), 1)
    players = [Listening(), Listening()]
    match.play(players)
    for seat, player in enumerate(players):
        all_told = [match.told(number, seat) for number in range(1, len(match) + 1)]
        turns = [number for number, acted in enumerate(match.seats) if acted == seat]
        assert player.told == [[line for lines in all_told[:turn] for line in lines] for turn in turns]
    assert players[0].told[-1] != players[1].told[-1]
    assert match.heard(0) == match.perspective(0).told
    match.go_back(7)
    assert match.heard(0) == [line for number in range(1, 8) for line in match.told(number, 0)]


def test_playing_asks_the_player_in_the_seat_at_turn() -> None:
    match = together(1, 2, 1)
    match.play([Stubborn(action) for action in party.GAME.table])
    assert match.seats == [0, 1, 2, 1]
    assert match.result == "seat 1 and seat 2 and seat 3 won (all in)"


def test_a_perspective_stays_as_it_is_while_the_match_goes_on() -> None:
    match = Match(TOY, TOY.setup(), 1)
    perspective = match.perspective(0)
    view, legal = perspective.view, perspective.legal_actions()
    match.do(0, TOY.table[2])
    assert (perspective.view, perspective.legal_actions()) == (view, legal)
    assert match.perspective(0).legal_actions() == []  # it is the other one's turn


def test_seats_without_a_name_are_numbered() -> None:
    assert Match(TOY, TOY.setup(), 1, ["Ann"]).names == ["Ann", "Seat 2"]


# --- looking back


@pytest.mark.parametrize("game", ALL_GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_looking_back_shows_what_was_seen_live_also_after_a_replay(game: Game, seed: int) -> None:
    match, dice = Match(game, game.setup(), seed), Dice(seed)
    spectators = [*range(match.setup.seats), None]
    positions, told = [match.state.clone()], []
    while not match.over and len(match) < 3 * KEPT_EVERY + 1:
        events = match.do(*step(match, dice))
        positions.append(match.state.clone())
        told.append({seat: [line for event in events if (line := event.told(seat))] for seat in spectators})
    again = Match.replay(Record.parse(str(match.record())) if game is not TOY else match.record())
    for one in (match, again):
        assert len(one) == len(told)
        for number in reversed(range(len(positions))):
            assert one.at(number) == positions[number]
        for number, lines in enumerate(told, 1):
            assert {seat: one.told(number, seat) for seat in spectators} == lines
        assert one.seats == match.seats
        assert [state.key() for state in one.positions()] == [state.key() for state in positions]


@pytest.mark.parametrize("game", ALL_GAMES)
def test_going_back_and_doing_the_same_leads_to_the_same(game: Game) -> None:
    match = played(game, 3, 2 * KEPT_EVERY + 5)
    actions, seats, end = list(match.actions), list(match.seats), match.state.clone()
    told = [match.told(number, 0) for number in range(1, len(match) + 1)]
    for number in (len(match) - 1, KEPT_EVERY + 1, KEPT_EVERY, 3, 0):
        if number >= len(actions):
            continue
        wanted = match.at(number)
        match.go_back(number)
        assert match.state == wanted
        assert (len(match), match.actions, match.seats) == (number, actions[:number], seats[:number])
        assert match.outcome is None
    for seat, action in zip(seats, actions, strict=True):
        match.do(seat, action)
    assert match.state == end
    assert [match.told(number, 0) for number in range(1, len(match) + 1)] == told


def test_another_future_after_going_back_leaves_nothing_of_the_old_one() -> None:
    game = find_game("ooperations")
    match = played(game, 1, 3 * KEPT_EVERY)
    for number in range(len(match) + 1):
        match.at(number)
    match.go_back(KEPT_EVERY + 3)
    while len(match) < 3 * KEPT_EVERY:
        match.do(match.turn, match.state.parse("done"))
    again = Match.replay(match.record())
    for number in range(1, len(match) + 1):
        assert match.at(number) == again.at(number)
        assert match.told(number, 0) == again.told(number, 0)


def test_positions_that_never_were_are_refused() -> None:
    match = played(TOY, 1, 3)
    for number in (-1, 4):
        with pytest.raises(IndexError, match=f"this match has the positions 0 to 3, not {number}"):
            match.at(number)


def test_turns_are_where_another_seat_takes_over() -> None:
    game, maze = find_game("ooperations"), find_game("maze")
    record = Record(game, game.setup(), 1, ["Ann", "Bea"], ["redraw", "done", "redraw", "redraw", "done"])
    assert Match.replay(record).turns() == [0, 2, 5]
    assert Match.replay(random_record(maze, maze.setup(), 1)).turns()[:3] == [0, 10, 20]
    assert Match(game, game.setup(), 1).turns() == [0]


# --- records


@pytest.mark.parametrize("game", every_game())
def test_a_record_of_a_match_replays_to_it(game: Game) -> None:
    match = played(game, 5, LONGEST_MATCH)
    text = str(match.record())
    again = Match.replay(Record.parse(text))
    assert again.state == match.state
    assert [action.text for action in again.actions] == [action.text for action in match.actions]
    assert (again.seats, again.names, again.outcome, again.fault) == (match.seats, match.names, match.outcome, "")
    assert str(again.record()) == text


def test_a_record_is_not_changed_by_the_match_that_goes_on() -> None:
    match = Match(TOY, TOY.setup(), 1, ["Ann", "Bea"])
    record = match.record()
    match.do(0, TOY.table[0])
    match.names[0] = "Zoe"
    assert (record.actions, record.seats) == ([], ["Ann", "Bea"])


BROKEN = [
    (5, "creature DEVIL F1", 'action 6, "creature DEVIL F1", does not fit this match: '),
    (0, "dance", 'action 1, "dance", does not fit this match: "dance" is not a command that changes the game'),
]


@pytest.mark.parametrize(("place", "line", "fault"), BROKEN)
def test_a_record_with_a_line_that_does_not_fit_is_good_up_to_there(place: int, line: str, fault: str) -> None:
    game = find_game("ooperations")
    record = random_record(game, game.setup(), 1)
    record.actions.insert(place, line)
    match = Match.replay(record, strict=False)
    assert len(match) == place
    assert match.fault.startswith(fault)
    assert match.at(place) == match.state
    with pytest.raises(BadRecord) as raised:
        Match.replay(record)
    assert str(raised.value) == match.fault


def test_actions_behind_the_end_do_not_fit() -> None:
    record = random_record(TOY, TOY.setup(), 1)
    record.actions.append("take 1")
    match = Match.replay(record, strict=False)
    assert match.over
    assert match.fault == f'action {len(match) + 1}, "take 1", does not fit this match: the match is over'


def test_a_result_that_was_not_reached_is_a_fault() -> None:
    record = random_record(TOY, TOY.setup(), 1)
    reached, record.result = record.result, "seat 2 won (bribery)"
    fault = f'the record says "seat 2 won (bribery)", but its actions lead to "{reached}"'
    assert Match.replay(record, strict=False).fault == fault
    with pytest.raises(BadRecord, match="bribery"):
        Match.replay(record)
    record.actions.pop()
    assert '"no end"' in Match.replay(record, strict=False).fault


# --- taking back


def test_dice_that_rolled_tell_something_new() -> None:
    match = Match(TOY, TOY.setup(), 1, ["Ann", "Bea"])
    match.do(0, TOY.table[0])
    assert match.told_new(1, 0)
    assert match.why_not_undo([0, 1]) == "the last action was Ann's"
    assert match.why_not_undo([1]) == '"take 1" has shown something that was hidden'


def test_people_who_play_together_take_back_each_others_actions_one_by_one() -> None:
    match = together(2, 2, 2)
    assert match.why_not_undo([0, 1, 2]) == "there is nothing to take back"
    put(match, 0, 1)
    for left in (1, 0):
        assert match.why_not_undo([0, 1, 2]) == ""
        match.undo([0, 1, 2])
        assert len(match) == left


def test_what_bots_answered_goes_with_the_action_of_a_person() -> None:
    match = together(2, 2, 2)
    put(match, 0, 1, 2)
    match.undo([0])
    assert len(match) == 0


def test_who_watches_and_fails_leaves_no_half_of_an_action_in_the_match() -> None:
    match = Match(TOY, TOY.setup(), 1)

    def fail(_: object) -> None:
        raise ValueError("the watcher fails")

    match.state.watch = fail
    with pytest.raises(ValueError, match="the watcher fails"):
        match.do(0, TOY.table[0])
    assert (match.actions, match.seats) == ([], [])
