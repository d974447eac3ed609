"""Cards, hands and the board as text."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.ooperations.pieces import (
    CREATURE,
    FIXED,
    LANES,
    Creature,
    OoperationsCard,
    summoned,
    trait_letters,
)

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.ooperations.state import OoperationsPlayer, OoperationsState

EMPTY_CELL: Final = (" " * 9,) * 4
#: The lines between the zones of one player, and between the players.
ZONE_BORDER: Final = "===" + "=".join(["[---------]"] * LANES) + "===\n"
LANE_BORDER: Final = "~~~" + "~".join([f"[~~~ {lane} ~~~]" for lane in range(1, LANES + 1)]) + "~~~\n"


def two_digits(number: int) -> str:
    """Return a number as a card shows it."""
    return f"{number:02}" if number <= 99 else "**"


def mana_text(card: OoperationsCard) -> str:
    """Return the mana cost as ``info`` shows it."""
    return str(card.mana) if card.cost == FIXED else "XX"


def card_lines(card: OoperationsCard, creature: Creature | None) -> tuple[str, str, str, str]:
    """Draw a card, nine characters wide and four lines high."""
    top = f" _____M{two_digits(card.mana) if card.cost == FIXED else 'XX'}"
    name = f"| {card.key} |"
    if creature is None:
        return (top, name, "|       |", " _______ ")
    letters = trait_letters(creature.traits)
    if len(letters) > 5:
        letters = letters[:4] + "+"
    bottom = f"A{two_digits(creature.attack)}___H{two_digits(creature.health)}"
    return (top, name, f"| {letters:5} |", bottom)


def zone_text(letter: str, zone: list[Creature | None]) -> str:
    """Draw one player's Field or Battle Zone."""
    cells = [EMPTY_CELL if creature is None else card_lines(creature.card, creature) for creature in zone]
    return "".join(
        f"{letter}   {'   '.join([cell[line] for cell in cells])}   {letter}\n" for line in range(len(EMPTY_CELL))
    )


def board_text(state: OoperationsState, zone_border: str = ZONE_BORDER, lane_border: str = LANE_BORDER) -> str:
    """Draw the board, Defender on top."""
    attacker = state.attacker
    top, bottom = state.players[1 - attacker], state.players[attacker]
    return (
        f"{'=' * 34} DEFENDER: PLAYER {2 - attacker} {'=' * 35}\n"
        + zone_text("F", top.field)
        + zone_border
        + zone_text("B", top.battle)
        + lane_border
        + zone_text("B", bottom.battle)
        + zone_border
        + zone_text("F", bottom.field)
        + f"{'=' * 34} ATTACKER: PLAYER {attacker + 1} {'=' * 35}\n"
    )


def hand_text(hand: list[OoperationsCard]) -> str:
    """Draw hand cards in rows of seven."""
    drawn = [card_lines(card, summoned(card, 0) if card.aim == CREATURE else None) for card in hand]
    lines = []
    for start in range(0, len(drawn), LANES):
        row = drawn[start : start + LANES]
        lines += [f"    {'   '.join([cell[line] for cell in row])}\n" for line in range(len(EMPTY_CELL))]
    return "".join(lines)


def picture(state: OoperationsState, seat: int | None) -> str:
    """Draw what a seat sees: how both players are doing, the board, and its own hand."""
    text = f"Round {state.round} of {state.setup.max_rounds}\n" + board_text(state)
    for owner, player in enumerate(state.players):
        text += _player_line(owner, player, state.pool)
    return text if seat is None else text + hand_text(state.players[seat].hand)


def _player_line(owner: int, player: OoperationsPlayer, pool: int) -> str:
    return (
        f"Player {owner + 1}: {player.health} health, {player.mana} of {pool} mana, {len(player.hand)} in hand, "
        f"{player.cards_left()} in deck, {len(player.graveyard)} in graveyard\n"
    )
