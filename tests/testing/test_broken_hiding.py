"""Every law about what is hidden finds the mistake it is there for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.core.state import Action, Event, Reason
from tablewright.testing import POSITION_LAWS, START_LAWS
from tests.testing.breaking import Mistake, broken_game, broken_state, expect
from tests.testing.test_broken_games import MISTAKES as OTHER_MISTAKES
from tests.testing.tiny import CARDS, NOT_HELD, NOT_NOW, Drawn, Played, TinyState


def unchanged(self: TinyState, seat: int | None, dice: Dice) -> TinyState:
    return self.clone()


def keeping(name: str) -> Callable[..., TinyState]:
    """Return a ``resample`` that deals everything again but for one field."""

    def resample(self: TinyState, seat: int | None, dice: Dice) -> TinyState:
        sample = TinyState.resample(self, seat, dice)
        setattr(sample, name, getattr(self.clone(), name))
        return sample

    return resample


def keeping_hands(self: TinyState, seat: int | None, dice: Dice) -> TinyState:
    sample = self.clone()
    sample.deck, sample.dice = dice.shuffled(sorted(self.deck)), Dice(dice.raw())
    return sample


def unsorted(self: TinyState, seat: int | None, dice: Dice) -> TinyState:
    sample = keeping_hands(self, seat, dice)
    sample.deck = dice.shuffled(self.deck)
    return sample


def only_for_spectators(self: TinyState, seat: int | None, dice: Dice) -> TinyState:
    return TinyState.resample(self, seat, dice) if seat is None else unchanged(self, seat, dice)


def sharing_the_table(self: TinyState, seat: int | None, dice: Dice) -> TinyState:
    sample = TinyState.resample(self, seat, dice)
    sample.table = self.table
    return sample


class Gossip(Drawn):
    """Tells everybody which card was drawn."""

    def told(self, seat: int | None) -> str:
        return f"seat {self.seat} draws the {self.card}"


class Whisper(Drawn):
    """Tells the other seat, but no spectator."""

    def told(self, seat: int | None) -> str:
        return super().told(seat) if seat is None else f"seat {self.seat} draws the {self.card}"


class Glimpse(Drawn):
    """Tells nothing wrong, and shows the card to whoever draws events."""

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"card": self.card}


class Hint(Drawn):
    """Shows something of which it tells nothing."""

    def told(self, seat: int | None) -> str:
        return ""

    def seen(self, seat: int | None) -> dict[str, Any]:
        return {"kind": "Hint"}


class Coloured(Drawn):
    def told(self, seat: int | None) -> str:
        return f"\x1b[1m{super().told(seat)}"


class Silent(Event):
    def __init__(self, seat: int, card: int) -> None:
        pass


class Live(Played):
    """Tells what is on the table when it is told, and not what was when it happened."""

    table: list[int]

    def told(self, seat: int | None) -> str:
        return f"there are {len(self.table)} cards"


def telling_live(self: TinyState, event: Event) -> None:
    if self.watch is not None:
        live = Live(0, 0, 0)
        live.table = self.table
        self.watch(live)


def shy(self: TinyState, event: Event) -> None:
    if self.watch is not None:
        self.points[0] += 1
        self.watch(event)


def out_of_turn_by_hand(self: TinyState, action: Action) -> Reason | None:
    """Say of the seat that is not to act what it holds."""
    reason = TinyState.why_not(self, action)
    held = action.number % CARDS in self.hands[self.seat_of(action)]
    return NOT_HELD.of(card=action.number % CARDS) if reason is NOT_NOW and not held else reason


def sentence_by_hand(self: TinyState, action: Action) -> Reason | None:
    """Say in the sentence, though not in the values, what the other seat holds."""
    reason = TinyState.why_not(self, action)
    hand = self.hands[1 - self.seat_to_act]
    return (
        Reason("NOT_HELD", f"not that one, and the other has {hand}")
        if reason is not None and reason.values
        else reason
    )


def reasons_by_hand(self: TinyState, action: Action) -> Reason | None:
    reason = TinyState.why_not(self, action)
    hand = self.hands[1 - self.seat_to_act]
    return NOT_HELD.of(card=hand[0]) if reason is not None and reason.values and hand else reason


def _unseen(state: TinyState, seat: int | None) -> list[int]:
    return state.deck + [card for owner in (0, 1) if owner != seat for card in state.hands[owner]]


def view_with(**parts: Callable[[TinyState, int | None], Any]) -> Callable[..., dict[str, Any]]:
    def view(self: TinyState, seat: int | None) -> dict[str, Any]:
        return {**TinyState.view(self, seat), **{name: part(self, seat) for name, part in parts.items()}}

    return view


MISTAKES: dict[str, Mistake] = {
    "view_is_no_json": (
        broken_state(view=view_with(hand=lambda self, seat: tuple(self.hands[seat or 0]))),
        "views_are_fresh",
        "the view of seat 0 is not a JSON value",
    ),
    "view_is_the_state": (
        broken_state(view=view_with(table=lambda self, seat: self.table)),
        "views_are_fresh",
        "whoever changes a view of seat 0 changes the game",
    ),
    "picture_in_colours": (
        broken_state(picture=lambda self, seat: "\x1b[1mtable"),
        "views_are_fresh",
        "the picture for seat 0 has more in it than plain text",
    ),
    "picture_of_nothing": (
        broken_state(picture=lambda self, seat: " \n"),
        "views_are_fresh",
        "there is nothing to see for seat 0",
    ),
    "view_shows_all": (
        broken_state(view=view_with(hands=lambda self, seat: [hand[:] for hand in self.hands])),
        "nothing_hidden_shows",
        r"seat 0 could tell a sample from the real state \(hands\[1\]\[\d\]: ",
    ),
    "view_in_the_order_of_the_deck": (
        broken_state(view=view_with(left=lambda self, seat: {str(card): 1 for card in _unseen(self, seat)})),
        "nothing_hidden_shows",
        "the order of what seat 0 sees depends on hidden things",
    ),
    "picture_shows_all": (
        broken_state(picture=lambda self, seat: f"hands\n{self.hands}"),
        "nothing_hidden_shows",
        r"the picture of seat 0 shows hidden things \(line\[1\]: ",
    ),
    "hidden_denied": (
        broken_game(hidden=False),
        "nothing_hidden_shows",
        "seat 1 knows more than seat 0, but hidden is False",
    ),
    "reason_of_the_other_hand": (
        broken_state(why_not=reasons_by_hand),
        "nothing_hidden_shows",
        r'the reason against "\d play \d+" tells seat \d something hidden \("you do not hold the',
    ),
    "reason_in_its_sentence": (
        broken_state(why_not=sentence_by_hand),
        "nothing_hidden_shows",
        r'the reason against "0 play \d+" tells seat 0 something hidden \("not that one, and the other has \[',
    ),
    "reason_out_of_turn": (
        broken_state(why_not=out_of_turn_by_hand),
        "nothing_hidden_shows",
        r'the reason against "1 play \d+" tells (a spectator|seat \d) something hidden',
    ),
    "sample_shares_the_table": (
        broken_state(resample=sharing_the_table),
        "samples_can_be_played",
        r"playing a sample changed the real state, which shares table: \[\], not \[",
    ),
    "sample_deals_nothing": (
        broken_state(resample=unchanged),
        "samples_depend_on_the_view_and_the_dice",
        r"a sample of (seat \d|a spectator) depends on something that it cannot see \((deck|hands|dice)",
    ),
    "sample_keeps_the_dice": (
        broken_state(resample=keeping("dice")),
        "samples_depend_on_the_view_and_the_dice",
        r"a sample of seat 0 depends on something that it cannot see \(dice: ",
    ),
    "sample_keeps_hands": (
        broken_state(resample=keeping_hands),
        "samples_depend_on_the_view_and_the_dice",
        r"depends on something that it cannot see \((deck|hands)\[",
    ),
    "sample_only_for_spectators": (
        broken_state(resample=only_for_spectators),
        "samples_depend_on_the_view_and_the_dice",
        "a sample of seat 0 depends on something that it cannot see",
    ),
    "sample_not_sorted": (
        broken_state(resample=unsorted),
        "samples_depend_on_the_view_and_the_dice",
        r"depends on something that it cannot see \(deck\[",
    ),
    # --- events
    "told_gossip": (
        broken_state(drawn=Gossip),
        "events_show_no_more_than_views",
        r'the events of "\d play \d+" tell (seat \d|a spectator) something hidden \(\[\d\]\[0\]: .seat \d draws the',
    ),
    "told_to_the_other_seat": (
        broken_state(drawn=Whisper),
        "events_show_no_more_than_views",
        r'the events of "\d play \d+" tell seat \d something hidden',
    ),
    "shown_to_all": (
        broken_state(drawn=Glimpse),
        "events_show_no_more_than_views",
        r'the events of "\d play \d+" tell (seat \d|a spectator) something hidden \(\[\d\]\[1\].card: ',
    ),
    "shown_and_not_told": (
        broken_state(drawn=Hint),
        "events_show_no_more_than_views",
        "is told or seen, but not both, by seat 0",
    ),
    "told_in_colours": (
        broken_state(drawn=Coloured),
        "events_show_no_more_than_views",
        r"is not told in plain text, but by '\\x1b\[1myou draw",
    ),
    "event_without_told": (
        broken_state(drawn=Silent),
        "events_show_no_more_than_views",
        "Silent lacks told: what a seat learns from it",
    ),
    "event_of_the_present": (
        broken_state(tell=telling_live),
        "events_stay_as_they_were",
        r'the events of "\d play \d+" tell something else later \(\[0\]\[0\]\[0\]: ',
    ),
    "watched_pot": (
        broken_state(tell=shy),
        "events_stay_as_they_were",
        r'"\d play \d+" does something else when watched \(points\[0\]',
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_breaks_its_law(name: str) -> None:
    expect(MISTAKES[name])


def test_every_law_is_broken_by_something() -> None:
    broken = {law for _, law, _ in [*MISTAKES.values(), *OTHER_MISTAKES.values()]}
    assert {law.__name__ for law in [*START_LAWS, *POSITION_LAWS]} == broken - {"random play"}
