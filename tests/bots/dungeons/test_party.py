"""The party's bot: what it advises one of several heroes, its levels, and that names decide nothing."""

from __future__ import annotations

import pytest

from tablewright.bots.dungeons import expert
from tablewright.bots.registry import make_bot
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective
from tablewright.games.dungeons.files import parse_rooms
from tablewright.games.dungeons.game import GAME
from tablewright.games.dungeons.setup import DungeonsSetup, party
from tablewright.games.dungeons.state import DungeonsState
from tablewright.table.table import Table
from tablewright.testing import check_bot

HEROES = [("Ann", "W"), ("Bob", "B"), ("Cid", "R")]
WIZARD = 0


def around_a_dying_lich(seats: int) -> DungeonsState:
    rooms, problems = parse_rooms(["1:3,3;D:3,1:0;L:2,2:1;"], "dungeon")
    assert problems == []
    state = GAME.new(DungeonsSetup(rooms, party(HEROES, seats), seats, 60), 3)
    state.foes[0] = state.foes[0].with_health(2)
    return state


def test_the_names_of_heroes_decide_nothing() -> None:
    played = []
    for names in (("Ann", "Bob", "Cid"), ("Merlin", "quit", "")):
        heroes = list(zip(names, "WBR", strict=True))
        state = GAME.new(DungeonsSetup(GAME.setup(dungeon="keep").rooms, party(heroes, 1), 1, 60), 8)
        lines = []
        for _ in range(9):
            action = expert.choose(Perspective(state, 0))
            lines.append(action.text)
            state.submit(action)
        played.append(lines)
    assert played[0] == played[1]


def test_the_party_lets_the_strongest_finish_the_lich() -> None:
    assert make_bot("party", GAME).choose(Perspective(around_a_dying_lich(1), 0)).text.startswith("attack b")


def test_who_leads_one_hero_is_told_what_another_should_do() -> None:
    bot = make_bot("hard", GAME)
    action = bot.choose(Perspective(around_a_dying_lich(3), WIZARD))
    assert action.text.split()[1] == "w"
    assert 'the party would gain more by "attack b' in bot.why()


def test_who_leads_several_heroes_is_advised_to_do_the_best_that_any_of_them_can() -> None:
    match = Match(GAME, GAME.setup(players="each"), 5)
    table = Table(match.record())
    table.match.state = around_a_dying_lich(3)
    action, why = table.advice(table.question(WIZARD))
    assert action.text.startswith("attack b")
    assert "would gain more" not in why
    table.do(action)  # nobody refuses what was advised


def test_without_a_foe_a_hero_with_nothing_to_do_never_flees() -> None:
    """The wizard stands beside the way out while the loot is for the barbarian."""
    rooms, _ = parse_rooms(["1:4,4;D:1,1:0;T:4,4:5,PARM,1;D:4,1:2;", "2:3,3;D:1,1:1;L:2,2:1;"], "dungeon")
    state = GAME.new(DungeonsSetup(rooms, party(HEROES, 3), 3, 300), 3)
    for _ in range(8):
        state.submit(make_bot("hard", GAME).choose(Perspective(state, WIZARD)))
        assert state.outcome is None
        assert state.room.id == 1


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("players", ["one", "each"])
def test_the_hasty_levels_are_legal_and_see_no_more_than_a_person(level: str, players: str) -> None:
    check_bot(lambda: make_bot(level, GAME, seed=5), GAME, GAME.setup(players=players), 3, every=300)


def test_a_hasty_party_takes_more_care_when_it_is_wounded() -> None:
    def hurried(state: DungeonsState) -> int:
        bots = [make_bot("party:100", GAME, seed) for seed in range(8)]
        for bot in bots:
            bot.choose(Perspective(state, 0))
        return sum(bot.why() == "there was no time to think" for bot in bots)

    state = around_a_dying_lich(1)
    assert hurried(state) == 8
    state.heroes[:] = [hero.with_health(1) for hero in state.heroes]
    assert hurried(state) <= 3


@pytest.mark.parametrize("argument", ["101", "much"])
def test_haste_that_cannot_be_is_refused_with_a_sentence(argument: str) -> None:
    with pytest.raises(ValueError, match="it can hurry 0 to 100"):
        make_bot(f"party:{argument}", GAME)
