"""What strangers send, and what nobody may learn: events as they are seen, hidden cards, damage, hostile files."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective
from tablewright.games.marches.events import CardDrawn, CardPlayed, EntityMoved, MarchesEvent
from tablewright.games.marches.files import Catalogue, deck_names, find_deck, make_setup
from tablewright.games.marches.game import GAME
from tablewright.games.marches.setup import BadSetup, MarchesSetup
from tablewright.games.marches.state import MarchesState
from tablewright.testing.mutations import check_restored, check_setup, damaged
from tests.games.marches.forge import Forge
from tests.games.marches.story import BOARD, Json, effect, find, modify, skill, unit

SEATS = (0, 1, None)
BASE_DECK = [3, 4, 5, 9, 10, 11, 15, 16, 17] * 3 + [6, 7, 12]
#: A refusal takes less than this.
SOON = 10.0  # ten times what it takes here; a tool that watches every line makes everything slow


def some_setup(number: int) -> MarchesSetup:
    names = deck_names()
    if number % 3 == 0:
        return Forge(number).setup()
    return GAME.setup(deck1=names[number % 4], deck2=names[number // 4 % 4])


def positions(matches: int, every: int) -> list[MarchesState]:
    """Return positions of random matches, every one with an open choice among them."""
    found = []
    for number in range(matches):
        state, dice = GAME.new(some_setup(number), number), Dice(number)
        for count in range(300):
            if count % every == 0 or state.view(None)["choosing"]:
                found.append(state.clone())
            legal = state.legal_actions()
            if not legal:
                found.append(state.clone())
                break
            state.apply(legal[dice.roll(len(legal)) - 1])
    return found


# ------------------------------------------------------------------------------------------------------------- events


def test_what_is_seen_of_events_is_json_and_hides_drawn_cards() -> None:
    kinds = set()
    for number in range(30):
        state, dice = GAME.new(some_setup(number), number), Dice(number)
        for _ in range(200):
            legal = state.legal_actions()
            if not legal:
                break
            for event in state.apply_watched(legal[dice.roll(len(legal)) - 1]):
                kinds.add(type(event))
                for seat in SEATS:
                    seen = event.seen(seat)
                    assert (seen is None) == (event.told(seat) == "")
                    assert seen is not None
                    assert json.loads(json.dumps(seen)) == seen
                    assert seen["kind"] == type(event).__name__
                    if isinstance(event, CardDrawn):
                        assert ("card" in seen) == (seat == event.seat)
    assert kinds == set(MarchesEvent.__subclasses__())


def test_what_is_seen_agrees_with_the_view() -> None:
    """Whoever moves pieces as events say has what the next view shows."""
    state, dice = GAME.new(GAME.setup(deck1="fen", deck2="guild"), 5), Dice(5)
    tiles: dict[int, int] = {}
    health: dict[int, int] = {}
    while state.outcome is None:
        legal = state.legal_actions()
        events = state.apply_watched(legal[dice.roll(len(legal)) - 1])
        for seen in [event.seen(None) or {} for event in events]:
            if seen["kind"] == "EntityCreated":
                entity = seen["entity"]
                tiles[entity["number"]], health[entity["number"]] = entity["tile"], entity["health"]
            elif seen["kind"] == "EntityMoved":
                assert tiles[seen["number"]] == seen["from"]
                tiles[seen["number"]] = seen["tile"]
            elif seen["kind"] == "EntityDied":
                assert tiles.pop(seen["number"]) == seen["tile"]
            elif seen["kind"] in ("Damage", "StatChanged"):
                health[seen["number"]] = seen["health"]
        view = state.view(None)
        assert tiles == {entity["number"]: entity["tile"] for entity in view["entities"]}
        assert {number: health[number] for number in tiles} == {e["number"]: e["health"] for e in view["entities"]}
        for seat, player in enumerate(view["players"]):
            assert health.get(seat, player["health"]) == player["health"]


def test_plays_and_marches_say_what_and_where() -> None:
    match = Match(GAME, GAME.setup(deck1="vanguard", deck2="masons"), 3)
    plays: list[Json] = []
    moves: list[Json] = []
    dice = Dice(3)
    while not match.over:
        legal = match.legal_actions()
        for event in match.do(match.turn, legal[dice.roll(len(legal)) - 1]):
            seen = event.seen(None) or {}
            plays += [seen] if isinstance(event, CardPlayed) else []
            moves += [seen] if isinstance(event, EntityMoved) else []
    assert {tuple(play) for play in plays} == {("kind", "seat", "card", "tile", "lane", "target")}
    assert all(abs(move["from"] - move["tile"]) == 1 for move in moves)
    assert any(play["target"] is not None and play["tile"] is not None for play in plays)


# -------------------------------------------------------------------------------------------------------------- hidden


def test_whatever_is_asked_hidden_cards_make_no_difference() -> None:
    dice = Dice(1)
    asked = 0
    for state in positions(36, 6):
        for seat in SEATS:
            other = state.resample(seat, dice)
            assert other.view(seat) == state.view(seat)
            assert other.picture(seat) == state.picture(seat)
            if seat is None:
                continue
            real, dealt = Perspective(state, seat), Perspective(other, seat)
            assert [a.text for a in real.legal_actions()] == [a.text for a in dealt.legal_actions()]
            for action in GAME.actions(state.setup):
                assert real.why_not(action) == dealt.why_not(action), action
        asked += 1
    assert asked > 300


def test_what_happens_is_told_and_seen_alike_where_it_looks_alike() -> None:
    dice = Dice(2)
    compared = 0
    for state in positions(40, 7):
        legal = state.legal_actions()
        if not legal:
            continue
        action = legal[dice.roll(len(legal)) - 1]
        for seat in SEATS:
            one, other = state.clone(), state.resample(seat, dice)
            if other.why_not(action) is not None:
                continue
            events, others = one.apply_watched(action), other.apply_watched(action)
            if one.view(seat) == other.view(seat):
                compared += 1
                # Two cards that a seat draws in one action may come in another order: it alone is told.
                assert sorted(event.told(seat) for event in events) == sorted(event.told(seat) for event in others)
                assert sorted(str(event.seen(seat)) for event in events) == sorted(
                    str(event.seen(seat)) for event in others
                )
    assert compared > 300


# -------------------------------------------------------------------------------------------------------------- damage


@pytest.mark.parametrize("chunk", range(4))
def test_damaged_snapshots_are_refused_or_make_sense(chunk: int) -> None:
    dice = Dice(chunk)
    whole = [state.snapshot() for state in positions(8, 30)]
    taken = 0
    for number in range(300):
        broken = damaged(whole[dice.roll(len(whole)) - 1], dice, 1 + number % 2)
        taken += check_restored(GAME, broken, dice)
    assert 0 < taken < 300


@pytest.mark.parametrize("chunk", range(4))
def test_damaged_setups_are_refused_or_make_sense(chunk: int) -> None:
    dice = Dice(chunk)
    whole = [GAME.write_setup(some_setup(number)) for number in range(12)]
    taken = 0
    for number in range(300):
        broken = damaged(whole[dice.roll(len(whole)) - 1], dice, 1 + number % 2)
        taken += check_setup(GAME, broken, dice)
    assert 0 < taken < 300


def snapshot(**changes: Any) -> Any:
    value = json.loads(json.dumps(GAME.new(GAME.setup(), 1).snapshot()))
    return {**value, **changes}


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"outcome": ["VOID", [0, 0]]}, "an end that no match can have"),
        ({"outcome": ["VOID", [0, 0]], "fault": "\x1b[2J"}, "an end that no match can have"),
        ({"outcome": ["DEFEATED", [1, 1]]}, "an end that no match can have"),
        ({"outcome": ["DEFEATED", [1, -1], 0]}, "an end that no match can have"),
        ({"fault": "x"}, "the match is not void"),
        ({"turn": 10**9}, "its turn should be a whole number"),
        ({"choosing": [16, -1]}, "a card to aim, but no tile"),
        ({"also": [[]]}, "what can be played besides"),
    ],
)
def test_positions_that_no_match_can_have(changes: Json, wanted: str) -> None:
    with pytest.raises(ValueError, match=wanted):
        GAME.restore(snapshot(**changes))


def test_cards_are_those_of_the_deck_list_and_the_dead_are_not_in_play() -> None:
    value = snapshot()
    value["players"][0]["hand"].pop()
    with pytest.raises(ValueError, match="other cards than the deck list says"):
        GAME.restore(value)
    value = snapshot()
    value["entities"][0][4] = 30
    with pytest.raises(ValueError, match="no health left"):
        GAME.restore(value)


def test_numbers_near_the_bounds_play_on() -> None:
    value = snapshot()
    for player in value["players"]:
        player["gold"] = 10**15 - 100
    value["entities"][0][7] = 2 * 10**9
    value["turn"], value["next_number"] = 999_000, 10**14
    state, dice = GAME.restore(value), Dice(1)
    for _ in range(60):
        legal = state.legal_actions()
        if not legal:
            break
        state.submit(legal[dice.roll(len(legal)) - 1])
        assert GAME.restore(json.loads(json.dumps(state.snapshot()))) == state


# --------------------------------------------------------------------------------------------------------------- sizes


def own(**changes: Any) -> Json:
    setup: Json = {"classes": [-1, -1], "decks": [BASE_DECK, BASE_DECK], "options": {}, "cards": []}
    return {**setup, **changes}


MANY_EFFECTS = [effect("KILL_ENTITIES")] * 300_000


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (own(decks=[[9] * 300_000, BASE_DECK], options={"any_deck": 1}), "a deck should be a list of 0 to 1000"),
        (own(cards=[[skill(100, *MANY_EFFECTS), None]]), "more than 20,000 values"),
        (own(cards=[[unit(number), None] for number in range(100, 20_000)]), "its cards should be a list of 0 to 1000"),
        (own(cards=[[skill(n, *MANY_EFFECTS[:190]), None] for n in range(100, 400)]), "more than 100,000 values"),
        (own(cards=[[unit(100, Name="x" * 900_000), None]]), "a text has more than 10,000 characters"),
        (own(cards=[[unit(100), {"Text": "x" * 2_000}]]), "Text must be one line of at most 1,000 characters"),
        (own(cards=[[unit(100, TargetOptions=[4] * 15_000), None]]), "TargetOptions has at most 100 items"),
        (own(cards=[[unit(100, Hp=10**400), None]]), "a number is too large"),
        (own(cards=[[unit(100, Hp=float("inf")), None]]), "a number is too large"),
        (own(decks=[[-1] * 30, BASE_DECK], options={"any_deck": 1}), "is a class and cannot be in a deck"),
        (own(options={"x" * 100_000: 1}), "its options has no field"),
    ],
)
def test_absurd_setups_are_refused_quickly(value: Json, wanted: str) -> None:
    begun = time.process_time()
    with pytest.raises(BadSetup, match=wanted) as refusal:
        GAME.read_setup(value)
    assert time.process_time() - begun < SOON
    assert len(str(refusal.value)) < 400


def test_a_setup_that_could_not_be_read_again_is_not_made(tmp_path: Path) -> None:
    numbers = range(100, 400)
    for number in numbers:
        (tmp_path / f"{number}.json").write_text(json.dumps(skill(number, *MANY_EFFECTS[:190])))
    catalogue = Catalogue()
    catalogue.add_folder(str(tmp_path))
    assert make_setup([numbers[:30], BASE_DECK], options={"any_deck": 1}, catalogue=catalogue)
    with pytest.raises(BadSetup, match="more than 100,000 values"):
        make_setup([numbers, BASE_DECK], options={"any_deck": 1}, catalogue=catalogue)


def test_a_value_that_nests_without_end_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    with pytest.raises(BadSetup, match="nested more than 32 deep"):
        GAME.read_setup(own(cards=[[deep, None]]))


def test_many_summons_of_what_is_known_only_in_play_are_followed_once() -> None:
    blind = effect("SUMMON_UNIT", TargetPlayer="OWNER", Input="ACC")
    cards = [[skill(number, *[blind] * 190), None] for number in range(100, 150)]
    begun = time.process_time()
    setup = GAME.read_setup(own(decks=[list(range(100, 150)), BASE_DECK], options={"any_deck": 1}, cards=cards))
    assert time.process_time() - begun < SOON
    assert set(range(100, 150)) <= set(setup.cards)


def test_names_are_shown_as_plain_text() -> None:
    catalogue = Catalogue()
    catalogue.add_value(unit(100, Name="A" + "\u0301" * 40 + "\uff22"), {"Text": "\uff23"})
    card = catalogue.get(100)
    assert card is not None
    assert len(card.name) < 8
    assert card.name.endswith("B")
    assert card.text == "C"
    with pytest.raises(BadSetup, match="bad-text"):
        catalogue.add_value(unit(101, Name="A\u202eB"), None)


# --------------------------------------------------------------------------------------------------------------- files


CARD = json.dumps(unit(100, Rarity=1))
HOSTILE = {
    "large": b" " * 2_000_000,
    "deep": b"[" * 100_000,
    "number": CARD.replace('"Hp": 5', '"Hp": ' + "9" * 5_000).encode(),
    "infinity": CARD.replace('"Hp": 5', '"Hp": Infinity').encode(),
    "nan": CARD.replace('"Hp": 5', '"Hp": NaN').encode(),
    "nul": CARD.replace("UNIT 100", "UNIT\0100").encode(),
    "latin": CARD.replace("UNIT 100", "UNIT é").encode("latin-1"),
    "effects": json.dumps(skill(100, *MANY_EFFECTS[:30_000])).encode()[:999_999],
    "text": CARD.replace("UNIT 100", "x" * 900_000).encode(),
    "escapes": CARD.replace("UNIT 100", "\\n" * 400_000).encode(),
    "empty": b"",
}


def checked(path: Path) -> list[str]:
    """Check a file and return the lines about it."""
    begun = time.process_time()
    assert GAME.claims(str(path))
    lines = [str(problem) for problem in GAME.check([str(path)])]
    assert time.process_time() - begun < SOON
    assert all(line.isprintable() for line in lines)
    return lines


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_card_files_have_one_clear_problem(name: str, tmp_path: Path) -> None:
    path = tmp_path / "100.json"
    path.write_bytes(HOSTILE[name])
    assert len(checked(path)) == 1


@pytest.mark.parametrize("name", ["100.json", "100-illustration.json", "deck.json", "index.csv"])
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_what_is_no_regular_file_is_not_read(name: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero")
    if name.startswith("100"):
        assert len(checked(path)) == 1
    else:
        assert not GAME.claims(str(path))
    (tmp_path / "7.json").write_text(json.dumps(unit(7)))
    assert all(problem.path == str(path) for problem in GAME.check([str(path)]))


def test_a_deck_is_read_as_trusted_only_where_it_ships_with_the_game(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_bytes(HOSTILE["deep"])
    for name in (str(tmp_path / "mine"), "../cards/1"):
        with pytest.raises(BadSetup, match="cannot be read"):
            find_deck(name, Catalogue())
    assert find_deck("VANGUARD", Catalogue()).name == "vanguard"


def test_a_deck_of_too_many_names_and_a_name_that_is_too_long(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    cards = {f"card {number}": 1 for number in range(5_000)}
    path.write_text(json.dumps({"format": "marches-deck/1", "name": "x" * 100, "cards": cards}))
    begun = time.process_time()
    with pytest.raises(BadSetup, match=r"(?s)name has at most 80.*names at most 1,000 cards"):
        find_deck(str(path), Catalogue())
    assert time.process_time() - begun < SOON


# ------------------------------------------------------------------------------------------------------- slow programs


def test_the_slowest_actions_end_soon() -> None:
    """Lists of the most effects with the most places and targets, on a full board."""
    places = [effect("ADD_LOCATION_REFERENCE", EffectLocation="CURRENT_TILE")] * 3
    board = [effect("ADD_LOCATION_REFERENCE", EffectLocation="FOREST")] * 200
    summon = effect("SUMMON_UNIT", TargetPlayer="OWNER", TempVariable=101)
    still = effect("SUMMON_UNIT", TargetPlayer="BOTH", TempVariable=102)
    programs = [
        [BOARD, find("OWNER", "UNIT"), *places, *[still] * 190],
        [BOARD, find("OWNER", "UNIT"), *places, *[find("OPPONENT", "UNIT")] * 190],
        [BOARD, find("OWNER", "UNIT"), *[effect("MARCH_ENTITIES")] * 190],
        [BOARD, find("OWNER", "UNIT"), *[modify("TARGET_ATTACK", "ADD", 1)] * 190],
    ]
    catalogue = Catalogue()
    catalogue.add_value(unit(101, hp=5, attack=0), None)
    catalogue.add_value(unit(102, hp=0), None)
    catalogue.add_value(skill(103, *board[:190], summon), None)
    for number, program in enumerate(programs, 110):
        catalogue.add_value(skill(number, *program), None)
    for number, _ in enumerate(programs, 110):
        setup = make_setup([[103, number], [9]], options={"any_deck": 1}, catalogue=catalogue)
        state = GAME.new(setup, 1)
        state.do("play 103")
        assert len(state.view(None)["entities"]) == 190
        begun = time.process_time()
        state.do(f"play {number}")
        assert time.process_time() - begun < SOON


def test_thousands_of_misspelt_words_are_refused_quickly(tmp_path: Path) -> None:
    words = "|".join(["UNTI", "IUTN"] * 800)
    effects = [find("OPPONENT", words) for _ in range(100)]
    card = {**skill(100, BOARD), "Interactions": {"WHEN_PLAYED": effects}}
    began = time.process_time()
    with pytest.raises(BadSetup, match="there is no"):
        GAME.read_setup({**GAME.write_setup(GAME.setup()), "cards": [[card, None]]})
    for number in range(200):
        (tmp_path / f"{1000 + number}.json").write_text(json.dumps(unit(1000 + number, Name=f"UNIT {number} OF MANY")))
    cards = {f"UNTI {number} FO MANY": 1 for number in range(500)}
    deck = tmp_path / "deck.json"
    deck.write_text(json.dumps({"format": "marches-deck/1", "name": "Many", "class": -1, "cards": cards}))
    problems = GAME.check([str(path) for path in tmp_path.iterdir()])
    assert sum(problem.code == "unknown-card" for problem in problems) == 500
    assert sum("did you mean" in problem.message for problem in problems) <= 20
    assert time.process_time() - began < 20  # one second here, without a tool that watches every line
