"""The bots behind the levels and styles of the card games: what they never do, and what sets them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tablewright.bots.bot import Bot
from tablewright.bots.play import play
from tablewright.bots.registry import levels, make_bot
from tablewright.bots.style import styles
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective
from tablewright.core.registry import find_game
from tablewright.games.marches.actions import PLAY
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import TILE_NAMES
from tablewright.games.ooperations.actions import BATTLE, OWN_SLOTS, PLAY_CREATURE, SPELL
from tablewright.games.ooperations.pieces import AMPUTATE, GAIN, HEALTH, TEMPORARY
from tablewright.testing import check_bot

CARD_GAMES = ["ooperations", "marches"]


def positions(key: str, name: str, seeds: range) -> Iterator[tuple[Any, Bot]]:
    """Yield the positions of matches between a bot and itself, each with the bot that is to decide."""
    game = find_game(key)
    decks = [option.name for option in game.choices()[0].options]
    for seed in seeds:
        setup = game.setup(deck1=decks[seed % len(decks)], deck2=decks[(seed // 2 + 1) % len(decks)])
        match = Match(game, setup, seed)
        bots = [make_bot(name, game, seed + seat) for seat in (0, 1)]
        while not match.over:
            bot = bots[match.turn]
            yield match.state, bot
            match.do(match.turn, bot.choose(match.perspective(match.turn)))


def wins(state: Any, action: Any) -> bool:
    after = state.clone()
    after.apply(action)
    return after.outcome is not None and after.outcome.returns[state.seat_to_act] > 0


@pytest.mark.parametrize(
    ("key", "level"),
    [
        *[(key, level) for key in CARD_GAMES for level in ("easy", "normal", "hard")],
        *[("marches", style) for style in ("rusher", "builder", "trickster")],
    ],
)
def test_no_level_misses_a_win_in_one_and_no_style_of_the_marches_for_what_it_likes(key: str, level: str) -> None:
    found = 0
    for state, _ in positions(key, "greedy", range(40)):
        if found == 8:
            break
        if any(wins(state, action) for action in state.legal_actions()):
            found += 1
            bot = make_bot(level, find_game(key), found)
            assert wins(state, bot.choose(Perspective(state, state.seat_to_act)))
    assert found == 8


def test_the_easy_bot_of_ooperations_casts_nothing_harmful_on_its_own_creatures() -> None:
    cast = 0
    for state, bot in positions("ooperations", "easy", range(14)):
        action = bot.choose(Perspective(state, state.seat_to_act))
        if action.kind == SPELL and 0 <= action.slot < OWN_SLOTS:
            cast += 1
            for effect, amount in action.card.effects:
                assert not (effect == HEALTH and amount < 0), action
                assert effect != AMPUTATE, action
                assert not (effect == GAIN and amount == TEMPORARY), action
    assert cast > 3


def test_the_easy_bot_of_the_marches_aims_no_skill_at_what_hurts_its_own_side_more() -> None:
    def strength(state: Any, seat: int) -> int:
        return sum(
            entity.health + entity.stats.attack.total for entity in state.entities.values() if entity.owner == seat
        )

    played = 0
    for state, bot in positions("marches", "easy", range(14)):
        seat = state.seat_to_act
        action = bot.choose(Perspective(state, seat))
        if action.kind == PLAY and state.setup.cards[action.card].kind == codes.SKILL and action.place != codes.BOARD:
            played += 1
            after = state.clone()
            after.apply(action)
            lost = [strength(state, side) - strength(after, side) for side in (seat, 1 - seat)]
            assert lost[0] <= max(0, lost[1]), action
    assert played > 5


@pytest.mark.parametrize("key", CARD_GAMES)
@pytest.mark.parametrize("name", ["casual:50", "rollout:1", "rusher", "builder", "trickster"])
def test_the_bots_of_levels_and_styles_see_no_more_than_a_person(key: str, name: str) -> None:
    game = find_game(key)
    check_bot(lambda: make_bot(name, game, seed=5), game, game.setup(), 3, every=40)


@pytest.mark.parametrize("key", CARD_GAMES)
def test_every_style_has_a_line_and_a_deck_that_can_be_chosen(key: str) -> None:
    game = find_game(key)
    decks = {option.name for option in game.choices()[0].options}
    assert len(styles(game)) >= 3
    assert not {*styles(game)} & {*levels(game)}
    for name, style in styles(game).items():
        assert style.line
        assert style.deck in decks
        assert make_bot(name, game).name == name


def manner(key: str, name: str, seeds: range) -> Counter[str]:
    """Count what a style does in the same positions as the others."""
    game = find_game(key)
    counted: Counter[str] = Counter()
    for number, (state, _) in enumerate(positions(key, "greedy", seeds)):
        if number % 3 == 0:
            action = make_bot(name, game, number).choose(Perspective(state, state.seat_to_act))
            if key == "ooperations":
                kinds = {PLAY_CREATURE: "creature", SPELL: "spell"}
                fight = "attack" if state.seat_to_act == state.attacker else "block"
                counted[fight if action.kind == BATTLE else kinds.get(action.kind, "")] += 1
            elif action.kind == PLAY:
                kind = state.setup.cards[action.card].kind
                unit = "" if kind != codes.UNIT else f"unit on {TILE_NAMES[action.place][0]}"
                counted[unit or ("skill" if kind == codes.SKILL else "building")] += 1
    return counted


def test_the_styles_of_ooperations_keep_to_their_manners() -> None:
    rusher, builder, trickster = (manner("ooperations", name, range(6)) for name in styles(find_game("ooperations")))
    assert rusher["attack"] > builder["attack"]
    assert rusher["block"] < trickster["block"] < builder["block"]
    assert builder["creature"] > max(rusher["creature"], trickster["creature"])
    assert trickster["spell"] > 1.3 * max(rusher["spell"], builder["spell"])


def test_the_styles_of_the_marches_keep_to_their_manners() -> None:
    rusher, builder, trickster = (manner("marches", name, range(2)) for name in styles(find_game("marches")))
    assert rusher["unit on P"] > 1.3 * max(builder["unit on P"], trickster["unit on P"])
    assert rusher["building"] < trickster["building"] < builder["building"]
    assert trickster["skill"] > 1.1 * max(rusher["skill"], builder["skill"])


def test_a_match_of_styles_names_them() -> None:
    match = play("ooperations", ["rusher", "trickster"], seed=3)
    assert match.names == ["rusher", "trickster"]
    assert match.outcome is not None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("style:rushr", 'there is no style "rushr"; did you mean "rusher"'),
        ("casual:101", "must be a number up to 100"),
        ("casual:few", "must be a number up to 100"),
        ("rollout:0", "must be a number of deals"),
    ],
)
def test_what_cannot_be_behind_a_name_is_refused_with_a_sentence(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_bot(name, "ooperations")


def test_they_say_why() -> None:
    game = find_game("marches")
    state = game.new(game.setup(), 1)
    for name, reason in [("casual:100", "that it noticed"), ("rollout:1", "worth"), ("rusher", "worth")]:
        bot = make_bot(name, game)
        bot.choose(Perspective(state, 0))
        assert reason in bot.why()


def test_what_overlooks_everything_only_waits() -> None:
    game = find_game("marches")
    state = game.new(game.setup(), 1)
    assert make_bot("casual:100", game).choose(Perspective(state, 0)) is state.setup.actions.done
