"""What events show of a match, and that neither they nor anything else shows what is hidden."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.core.perspective import Perspective
from tablewright.core.state import Event
from tablewright.games.ooperations import events
from tablewright.games.ooperations.events import DrewCard, HandRedrawn, OoperationsEvent
from tablewright.games.ooperations.files import shipped_cards
from tablewright.games.ooperations.game import GAME
from tablewright.games.ooperations.setup import OoperationsSetup
from tablewright.games.ooperations.state import OoperationsState
from tests.games.ooperations.story import table

SEATS = (0, 1, None)
CARDS = shipped_cards().cards


def random_setup(dice: Dice) -> OoperationsSetup:
    """Return a table with much mana and health, so that every card is played and most things happen."""
    decks = tuple(tuple(CARDS[dice.roll(len(CARDS)) - 1] for _ in range(10 + dice.roll(30))) for _ in (0, 1))
    return OoperationsSetup(shipped_cards(), 10 + dice.roll(60), 20, dice.roll(15), (decks[0], decks[1]), shuffle=True)


def steps(matches: int) -> Iterator[tuple[OoperationsState, OoperationsState, Any, list[Event], Dice]]:
    """Play random matches: the position before, the one after, what was done and what happened."""
    for seed in range(matches):
        dice = Dice(seed)
        state = GAME.new(random_setup(dice), seed)
        while state.outcome is None:
            legal = state.legal_actions()
            action = legal[dice.roll(len(legal)) - 1]
            before = state.clone()
            yield before, state, action, state.apply_watched(action), dice


def test_what_is_seen_is_json_and_tells_as_much_as_the_words() -> None:
    kinds = set()
    for _, _, _, happened, _ in steps(40):
        for event in happened:
            kinds.add(type(event).__name__)
            for seat in SEATS:
                seen = event.seen(seat)
                assert json.loads(json.dumps(seen)) == seen
                assert (seen is None) == (event.told(seat) == "")
                assert seen is None or seen["kind"] == type(event).__name__
    named = {name for name, kind in vars(events).items() if isinstance(kind, type) and not kind.__subclasses__()}
    assert kinds == named & {kind.__name__ for kind in all_kinds(OoperationsEvent)}


def all_kinds(kind: type) -> set[type]:
    return {kind}.union(*(all_kinds(one) for one in kind.__subclasses__()))


class Drawing:
    """A client that draws: it knows the first view of a spectator, and from then on only what events show."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = copy.deepcopy(view)
        self.players = self.view["players"]

    def put(self, seat: int, place: list[Any], creature: dict[str, Any] | None) -> None:
        zone = self.players[seat][place[0]]
        if place[0] == "graveyard" and creature is not None:
            assert place[1] == len(zone)
            zone.append(creature)
        elif place[0] == "graveyard":
            del zone[place[1]]
        else:
            assert (zone[place[1]] is None) != (creature is None)
            zone[place[1]] = creature

    def move(self, seat: int, moved: dict[str, Any]) -> None:
        if moved["from"] == ["hand"]:
            self.players[seat]["hand_size"] -= 1
        else:
            self.put(seat, moved["from"], None)
        self.put(seat, moved["to"], moved["creature"])

    def change(self, shown: dict[str, Any]) -> None:
        if "health" in shown:
            self.players[shown["seat"]]["health"] = shown["health"]
        if "creature" in shown:
            zone, slot = shown["at"]
            self.players[shown["seat"]][zone][slot] = shown["creature"]

    def see(self, seen: dict[str, Any]) -> None:
        kind, seat = seen["kind"], seen.get("seat", 0)
        if kind == "RoundStarted":
            self.view.update(round=seen["round"], pool=seen["pool"], attacker=seat)
            for player, mana in zip(self.players, seen["mana"], strict=True):
                player["mana"] = mana
        elif kind == "DrewCard":
            self.players[seat]["hand_size"] += 1
            self.players[seat]["deck_size"] -= 1
        elif kind == "HandRedrawn":
            self.players[seat]["deck_size"] += self.players[seat]["hand_size"] - seen["hand_size"]
            self.players[seat]["hand_size"] = seen["hand_size"]
        elif kind == "SpellCast":
            self.players[seat]["hand_size"] -= 1
            if seen["to"] is not None:
                self.put(seat, seen["target"]["at"], None)
                self.players[seat]["hand_size"] += seen["to"] == ["hand"]
            for shown in seen["changed"]:
                self.change(shown)
        elif kind == "CreaturesReturned":
            for moved in seen["moves"]:
                self.move(seat, moved)
        elif kind == "OoperationsEnded":
            self.view["outcome"] = seen["outcome"]
        elif "to" in seen:
            self.move(seat, seen)
        else:
            self.change(seen)
            self.change(seen.get("target", {}))
        if "mana" in seen and kind != "RoundStarted":
            self.players[seat]["mana"] = seen["mana"]


def public(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view without what no event needs to show: whose turn it is, and what is left of the deck lists."""
    shown = {key: view[key] for key in ("round", "pool", "attacker", "outcome")}
    if view["outcome"] is not None and view["outcome"]["cause"] == "round limit":
        del shown["round"]  # the round that would be next is never begun
    return {
        **shown,
        "players": [
            {key: value for key, value in player.items() if key not in ("unseen", "may_redraw")}
            for player in view["players"]
        ],
    }


def test_whoever_draws_the_events_has_the_table_as_it_is() -> None:
    drawing: Drawing | None = None
    last: OoperationsState | None = None
    for before, state, _, happened, _ in steps(60):
        if state is not last:
            last, drawing = state, Drawing(before.view(None))
        assert drawing is not None
        for event in happened:
            seen = event.seen(None)
            if seen is not None:
                drawing.see(seen)
        assert public(drawing.view) == public(state.view(None))


def test_only_the_owner_sees_what_is_drawn() -> None:
    count = 0
    for before, state, _, happened, _ in steps(20):
        for event in happened:
            if not isinstance(event, DrewCard | HandRedrawn):
                continue
            count += 1
            for seat in SEATS:
                seen = event.seen(seat)
                assert seen is not None
                assert ("card" in seen or "hand" in seen) == (seat == event.seat)
            if isinstance(event, HandRedrawn):
                assert event.seen(event.seat)["hand"] == state.view(event.seat)["players"][event.seat]["hand"]
        assert before.key() != state.key()
    assert count > 200


def test_what_looks_the_same_is_told_and_shown_the_same() -> None:
    compared = 0
    for number, (before, state, action, happened, dice) in enumerate(steps(40)):
        if number % 3:
            continue
        for seat in SEATS:
            other = before.resample(seat, dice)
            if other.why_not(action) is not None:
                continue
            others = other.apply_watched(action)
            if other.view(seat) == state.view(seat):
                compared += 1
                assert [(e.told(seat), e.seen(seat)) for e in happened] == [
                    (e.told(seat), e.seen(seat)) for e in others
                ]
    assert compared > 1000


def test_nothing_that_a_seat_can_ask_for_depends_on_what_it_cannot_see() -> None:
    positions = 0
    for number, (state, _, _, _, dice) in enumerate(steps(30)):
        if number % 10:
            continue
        positions += 1
        for seat in SEATS:
            other = state.resample(seat, dice)
            assert other.view(seat) == state.view(seat)
            assert other.picture(seat) == state.picture(seat)
            assert other.acting_seats() == state.acting_seats()
            if seat is None:
                continue
            real, dealt = Perspective(state, seat), Perspective(other, seat)
            assert [a.text for a in real.legal_actions()] == [a.text for a in dealt.legal_actions()]
            for action in GAME.actions(state.setup):
                assert real.why_not(action) == dealt.why_not(action)
                assert other.parse(action.text) is state.parse(action.text)
    assert positions > 200


@pytest.mark.parametrize(
    ("position", "line", "seen"),
    [
        (
            "me hand: REVIV | me graveyard: ANGEL 1/-1, CADET | me mana 50",
            "spell REVIV ANGEL",
            {"target": {"seat": 0, "at": ["graveyard", 0]}, "to": ["hand"], "changed": []},
        ),
        (
            "me hand: SHOCK | foe battle: CADET@3 2/1",
            "spell SHOCK OB3",
            {"target": {"seat": 1, "at": ["battle", 2]}, "to": None, "changed": []},
        ),
        (
            "me hand: MEMRY | me field: CADET@1, CADET@2, CADET@3, CADET@4, CADET@5, CADET@6, CADET@7"
            " | me graveyard: CADET 2/0",
            "spell MEMRY CADET",
            {"target": {"seat": 0, "at": ["graveyard", 0]}, "to": None, "changed": []},
        ),
    ],
)
def test_a_spell_shows_where_it_was_cast_and_what_came_of_it(position: str, line: str, seen: dict[str, Any]) -> None:
    state = table(position)
    *_, cast = state.apply_watched(state.parse(line))
    shown = cast.seen(None)
    assert shown is not None
    assert {key: shown[key] for key in seen} == seen
    assert shown["mana"] == state.players[0].mana
