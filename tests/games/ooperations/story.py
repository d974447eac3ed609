"""Positions in one line, for tests that read like the rulebook.

``table("me battle: RAPTR@1 4/2 | foe battle: GOLEM@1 5/7 +P | foe health 3")`` puts a Raptor with 4 attack and 2 health
into the acting player's Battle slot 1, and so on. Values that are not given are the card's own. The decks are what is
there, and spells that were cast: enough for every number that a creature has.
"""

from __future__ import annotations

from typing import Any

from tablewright.games.ooperations.files import shipped_cards
from tablewright.games.ooperations.game import GAME
from tablewright.games.ooperations.state import OoperationsState

CARDS = shipped_cards().by_key


def creature(words: list[str]) -> dict[str, Any]:
    card = CARDS[words[0]]
    value: dict[str, Any] = {"card": card.key, "attack": card.attack, "health": card.health, "entered": 0}
    traits = {letter for bit, letter in enumerate("BCFHLPRTUV") if card.traits >> bit & 1}
    for word in words[1:]:
        if "/" in word:
            attack, health = word.split("/")
            value["attack"], value["health"] = int(attack), int(health)
        elif word.startswith("+"):
            traits |= set(word[1:])
        elif word.startswith("-"):
            traits -= set(word[1:])
        else:
            value["entered"] = int(word.removeprefix("round"))
    value["traits"] = "".join(sorted(traits))
    return value


def table(text: str = "", *, round_number: int = 1, seat: int = 0, mana: int = 50) -> OoperationsState:
    """Return a position; ``me`` is the seat to act, and everybody has mana and cards enough."""
    snapshot = GAME.new(GAME.setup(), 1).snapshot()
    pool = 50 + round_number
    setup = snapshot["setup"]
    setup["mana"] = pool - (round_number + 1) // 2
    snapshot.update(round=round_number, seat_to_act=seat, attacker=0 if round_number % 4 < 2 else 1, pool=pool)
    for player in snapshot["players"]:
        player.update(mana=mana, hand=[], may_redraw=False)
    for part in filter(None, (part.strip() for part in text.split("|"))):
        where, _, content = part.partition(":")
        words = where.split()
        player = snapshot["players"][seat if words[0] == "me" else 1 - seat]
        if words[1] in ("health", "mana"):
            player[words[1]] = int(words[2])
        elif words[1] in ("hand", "deck"):
            player[words[1]] = content.split()
        elif words[1] == "graveyard":
            player["graveyard"] = [creature(item.split()) for item in content.split(",")]
        else:
            for item in content.split(","):
                first, *rest = item.split()
                key, _, lane = first.partition("@")
                player[words[1]][int(lane) - 1] = creature([key, *rest])
    for number, player in enumerate(snapshot["players"]):
        creatures = [*player["graveyard"], *player["field"], *player["battle"]]
        there = [one["card"] for one in creatures if one is not None]
        setup["decks"][number] = [*player["deck"], *player["hand"], *there, *["SHOCK"] * 10]
    return GAME.restore(snapshot)


def do(state: OoperationsState, *lines: str) -> list[str]:
    """Do commands of the seat to act and return what happened, in words."""
    told: list[str] = []
    state.watch = lambda event: told.append(event.told(None))
    for line in lines:
        state.submit(state.parse(line))
    state.watch = None
    return [line for line in told if line]


def zone(state: OoperationsState, seat: int, name: str) -> str:
    """Return a zone as text: ``1:RAPTR 4/2 BF, 3:...``."""
    from tablewright.games.ooperations.pieces import trait_letters

    items = enumerate(getattr(state.players[seat], name), 1)
    return ", ".join(
        f"{lane}:{c.card.key} {c.attack}/{c.health} {trait_letters(c.traits)}".strip() for lane, c in items if c
    )
