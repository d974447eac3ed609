"""What a player of Magical OOPerations sees, as numbers. Own things come first, whoever is asked."""

from __future__ import annotations

from array import array
from struct import Struct
from typing import Any, Final

from tablewright.envs.observations.layout import MOST_ROWS, CardCounter, Encoder, Layout, Piece
from tablewright.games.ooperations.actions import SLOT_NAMES
from tablewright.games.ooperations.pieces import CREATURE, LANES, TRAIT_LETTERS, TRAIT_NAMES, Creature
from tablewright.games.ooperations.setup import OoperationsSetup
from tablewright.games.ooperations.state import OoperationsPlayer, OoperationsState

#: What is told of every slot.
SLOT: Final = ("card", "attack", "health", "fresh", *TRAIT_NAMES)
FRESH: Final = SLOT.index("fresh")
FIRST_TRAIT: Final = FRESH + 1
WIDTH: Final = len(SLOT)

#: Writes all single numbers at once, which is faster than one by one.
write_head: Final = Struct("15f").pack_into


def layout(setup: OoperationsSetup) -> Layout:
    """Declare the numbers of an observation."""
    cards = tuple(card.key for card in setup.cards.cards)
    creatures = tuple(card.key for card in setup.cards.cards if card.aim == CREATURE)
    most = max(1, *(len(deck) for deck in setup.decks))
    health = max(999, setup.health)
    pieces = [
        Piece("round", 0, setup.max_rounds + 1, "number of the round"),
        Piece("rounds left", -1, setup.max_rounds, "rounds after this one until the round limit"),
        Piece("pool", 0, setup.mana + setup.max_rounds, "size of the mana pools"),
        Piece("attacking", 0, 1, "1: I am the attacker of this round"),
        Piece("my turn", 0, 1, "1: the decision is mine"),
    ]
    for who, whose in (("own", "my"), ("foe", "my opponent's")):
        pieces += [
            Piece(f"{who} health", -health, health, f"{whose} health"),
            Piece(f"{who} mana", 0, setup.mana + setup.max_rounds, f"{whose} mana"),
            Piece(f"{who} may redraw", 0, 1, "1: no card, move or done yet"),
            Piece(f"{who} hand size", 0, most, f"cards in {whose} hand"),
            Piece(f"{who} deck size", 0, most, f"cards in {whose} deck"),
        ]
    pieces += [
        Piece("own hand", 0, most, "how many of each card I hold", cards),
        Piece("own unseen", 0, most, "how many of each card are in my deck", cards),
        Piece("foe unseen", 0, most, "how many of each card are in my opponent's hand or deck", cards),
        Piece("own graveyard", 0, 999, "how many of each creature lie in my graveyard", creatures),
        Piece("foe graveyard", 0, 999, "how many of each creature lie in my opponent's graveyard", creatures),
        Piece(
            "slots",
            -999,
            999,
            "the creature in each slot, all 0 if it is empty: number of its card from 1, current attack and health, "
            "1 if it entered in this round, 1 for each trait it has",
            tuple(SLOT_NAMES),
            SLOT,
        ),
    ]
    return Layout(pieces)


class OoperationsEncoder(Encoder):
    """Fills the layout."""

    canvas = (89, 35)

    def __init__(self, setup: OoperationsSetup) -> None:
        super().__init__(layout(setup))
        self.max_rounds = setup.max_rounds
        self.by_key = setup.cards.by_key
        self.cards = len(setup.cards.cards)
        self._rows: dict[Creature, array[float]] = {}
        self.piles = CardCounter({card: card.index for card in setup.cards.cards})
        creatures = [card for card in setup.cards.cards if card.aim == CREATURE]
        #: Where a card type stands in the lists of creatures, by its index.
        self.burial = {card.index: place for place, card in enumerate(creatures)}
        places = self.layout
        self.hand = places["own hand"]
        self.sides = [
            (places["own unseen"], places["own graveyard"], places["slots"]),
            (places["foe unseen"], places["foe graveyard"], places["slots"] + 2 * LANES * WIDTH),
        ]

    def write(self, state: OoperationsState, seat: int, out: array[float]) -> None:
        own, foe = state.players[seat], state.players[1 - seat]
        write_head(
            out,
            0,
            state.round,
            self.max_rounds - state.round,
            state.pool,
            state.attacker == seat,
            state.seat_to_act == seat,
            own.health,
            own.mana,
            own.may_redraw,
            len(own.hand),
            len(own.deck) - own.drawn,
            foe.health,
            foe.mana,
            foe.may_redraw,
            len(foe.hand),
            len(foe.deck) - foe.drawn,
        )
        self._side(out, self.sides[0], own, state.round)
        self._side(out, self.sides[1], foe, state.round)
        place = self.hand
        for card in own.hand:
            out[place + card.index] += 1.0
        place = self.sides[1][0]
        for card in foe.hand:
            out[place + card.index] += 1.0

    def _side(
        self, out: array[float], places: tuple[int, int, int], player: OoperationsPlayer, round_number: int
    ) -> None:
        unseen, graveyard, place = places
        out[unseen : unseen + self.cards] = self.piles.left(player.deck, player.drawn)
        for creature in player.graveyard:
            out[graveyard + self.burial[creature.card.index]] += 1.0
        rows = self._rows
        for occupant in player.field + player.battle:
            if occupant is not None:
                out[place : place + WIDTH] = rows.get(occupant) or self._row(occupant)
                if occupant.entered == round_number:
                    out[place + FRESH] = 1.0
            place += WIDTH

    def _row(self, creature: Creature) -> array[float]:
        """Return the numbers of a creature and keep them: creatures are replaced when they change."""
        row = array("f", (creature.card.index + 1, creature.attack, creature.health, 0))
        row.extend([creature.traits >> bit & 1 for bit in range(len(TRAIT_NAMES))])
        if len(self._rows) >= MOST_ROWS:
            self._rows.clear()
        self._rows[creature] = row
        return row

    def write_view(self, view: dict[str, Any], seat: int, out: array[float]) -> None:
        players = (view["players"][seat], view["players"][1 - seat])
        head = [view["round"], self.max_rounds - view["round"], view["pool"]]
        head += [view["attacker"] == seat, view["seat_to_act"] == seat]
        for player in players:
            head += [player[name] for name in ("health", "mana", "may_redraw", "hand_size", "deck_size")]
        write_head(out, 0, *head)
        for key in players[0]["hand"]:
            out[self.hand + self.by_key[key].index] += 1.0
        for player, (unseen, graveyard, slots) in zip(players, self.sides, strict=True):
            for key in player["unseen"]:
                out[unseen + self.by_key[key].index] += 1.0
            for creature in player["graveyard"]:
                out[graveyard + self.burial[self.by_key[creature["card"]].index]] += 1.0
            for number, creature in enumerate(player["field"] + player["battle"]):
                if creature is not None:
                    place = slots + number * WIDTH
                    out[place] = self.by_key[creature["card"]].index + 1
                    out[place + 1] = creature["attack"]
                    out[place + 2] = creature["health"]
                    out[place + FRESH] = creature["entered"] == view["round"]
                    for letter in creature["traits"]:
                        out[place + FIRST_TRAIT + TRAIT_LETTERS.index(letter)] = 1.0


encoder = OoperationsEncoder
