"""What a player of Magical OOPerations sees, as numbers. Own things come first, whoever is asked."""

from __future__ import annotations

from array import array
from typing import Any, Final

from tablewright.envs.observations.layout import MOST_ROWS, CardCounter, Encoder, Layout, Piece
from tablewright.games.ooperations.actions import SLOT_NAMES
from tablewright.games.ooperations.cards import CREATURE, LANES, TRAIT_LETTERS, TRAIT_NAMES, Creature
from tablewright.games.ooperations.setup import Setup
from tablewright.games.ooperations.state import OoperationsState, Player

#: What is told of every slot.
SLOT: Final = ("card", "attack", "health", "fresh", *TRAIT_NAMES)
FRESH: Final = SLOT.index("fresh")
FIRST_TRAIT: Final = FRESH + 1
WIDTH: Final = len(SLOT)


def layout(setup: Setup) -> Layout:
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

    def __init__(self, setup: Setup) -> None:
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
            (places["own health"], places["own unseen"], places["own graveyard"], places["slots"]),
            (places["foe health"], places["foe unseen"], places["foe graveyard"], places["slots"] + 2 * LANES * WIDTH),
        ]

    def write(self, state: OoperationsState, seat: int, out: array[float]) -> None:
        round_number = state.round
        self._head(out, round_number, state.pool, state.attacker == seat, state.seat_to_act == seat)
        own, foe = state.players[seat], state.players[1 - seat]
        self._side(out, self.sides[0], own, round_number)
        self._side(out, self.sides[1], foe, round_number)
        place = self.hand
        for card in own.hand:
            out[place + card.index] += 1.0
        place = self.sides[1][1]
        for card in foe.hand:
            out[place + card.index] += 1.0

    def _head(self, out: array[float], round_number: int, pool: int, attacking: bool, my_turn: bool) -> None:
        out[0] = round_number
        out[1] = self.max_rounds - round_number
        out[2] = pool
        out[3] = attacking
        out[4] = my_turn

    def _side(self, out: array[float], places: tuple[int, int, int, int], player: Player, round_number: int) -> None:
        scalars, unseen, graveyard, place = places
        out[scalars] = player.health
        out[scalars + 1] = player.mana
        out[scalars + 2] = player.may_redraw
        out[scalars + 3] = len(player.hand)
        out[scalars + 4] = len(player.deck) - player.drawn
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
        self._head(out, view["round"], view["pool"], view["attacker"] == seat, view["seat_to_act"] == seat)
        for key in view["players"][seat]["hand"]:
            out[self.hand + self.by_key[key].index] += 1.0
        for player, (scalars, unseen, graveyard, slots) in zip(
            (view["players"][seat], view["players"][1 - seat]), self.sides, strict=True
        ):
            names = ("health", "mana", "may_redraw", "hand_size", "deck_size")
            for place, name in enumerate(names, scalars):
                out[place] = player[name]
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
