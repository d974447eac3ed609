"""What a card really does, in plain words: derived from its program and the declarations, not from its text.

``card_text`` says the effects, ``card_lines`` everything about a card. They are used by ``info`` in the console, by
the linter, which compares them with what the author wrote, and by the reference page.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.marches.actions import targets as listed_places
from tablewright.games.marches.files import COPIES
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.teller import ProgramTeller, joined, with_article
from tablewright.games.marches.language.vocabulary import KINDS, TARGETING
from tablewright.games.marches.pieces import place_name

if TYPE_CHECKING:
    from tablewright.games.marches.language.effects import CardName
    from tablewright.games.marches.machine.chain import Program
    from tablewright.games.marches.pieces import MarchesCard


def program_text(card: MarchesCard, program: Program, card_name: CardName | None = None) -> str:
    """Say what one effect list of a card does, in one sentence."""
    return ProgramTeller(card, program, card_name).tell()


def card_text(card: MarchesCard, card_name: CardName | None = None) -> str:
    """Say what the effects of a card do, a sentence for each effect list; "" if it has none."""
    return " ".join(program_text(card, program, card_name) for program in card.programs)


def stats_text(card: MarchesCard) -> str:
    """Say type, cost and numbers of a card."""
    stats = card.stats
    parts = ["class" if card.kind == codes.PLAYER else KINDS.by_value[card.kind].says]
    if card.kind != codes.PLAYER:
        parts.append(f"costs {card.cost} gold")
    if card.kind != codes.SKILL:
        parts.append(f"{stats.hp.total} HP" + (f" with {card.damage} damage" if card.damage else ""))
    if card.kind == codes.UNIT:
        every = stats.denominator.total
        pace = f"{stats.movement.total}" if every == 1 else f"{stats.movement.total}/{every}"
        parts += [f"attack {stats.attack.total}", f"movement {pace}"]
    if card.kind == codes.PLAYER:
        parts.append(f"{card.gold} gold at the start")
    return ", ".join(parts)


def played_text(card: MarchesCard) -> str:
    """Say where and on what a card can be played, seen from player 1's side."""
    places = listed_places(card, 0, False)
    if not places:
        return "It cannot be played."
    if card.kind == codes.SKILL and card.targeting == codes.ON_BOARD:
        return "It is played on the board."
    what = "a tile"
    if card.kind == codes.SKILL:
        what = TARGETING.by_value[card.targeting].says
        if card.targeting not in (codes.ON_LANE, codes.ON_TILE, codes.ON_TILE_RELATIVE):
            kind = what.removeprefix("a ")
            what = {codes.OWNER: f"one of your {kind}s", codes.OPPONENT: with_article(f"enemy {kind}")}.get(
                card.owners, f"any {kind}"
            )
            what = what.replace("unit or buildings", "units or buildings")
    elif card.kind == codes.BUILDING:
        what = "one of your units"
    if not card.options:
        return f"It is played on {what}" + (" where no building is yet." if card.kind == codes.BUILDING else ".")
    names = joined((place_name(place) for place in places), "or")
    return f"It is played on {names}." if what in ("a tile", "a lane") else f"It is played on {what} on {names}."


def card_lines(card: MarchesCard, card_name: CardName | None = None) -> list[str]:
    """Say everything about a card: its numbers, where it is played, what it does, how often a deck may hold it."""
    lines = [f"{card.name} ({card.id}): {stats_text(card)}."]
    if card.kind == codes.PLAYER:
        name = card_name(card.power) if card_name is not None else f"card {card.power}"
        lines.append(f"Its power is {name}.")
    else:
        lines.append(played_text(card))
    lines += [program_text(card, program, card_name) for program in card.programs]
    if card.kind != codes.PLAYER:
        copies = COPIES.get(card.rarity)
        deck = f"A deck may hold {copies} of it" if copies else "It cannot be in a deck"
        lines.append(f"{deck}{'' if card.tribe == 'BASE' else f'; tribe {card.tribe}'}.")
    return lines
