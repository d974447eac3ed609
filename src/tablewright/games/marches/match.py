"""A match: the position with the contract that every game keeps."""

from __future__ import annotations

from tablewright.core.dice import Dice
from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import Malformed, Reason, words
from tablewright.games.marches import rules
from tablewright.games.marches.actions import CHOOSE, PLAY, MarchesAction
from tablewright.games.marches.board import FIRST, LANES, TILE_OF_NAME
from tablewright.games.marches.language import codes
from tablewright.games.marches.state import Entity, MarchesPlayer, MatchEnded, Position

if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

    from tablewright.games.marches.setup import MarchesSetup
    from tablewright.games.marches.state import MarchesCard

UNKNOWN_COMMAND = Reason(
    "UNKNOWN_COMMAND", "the commands of a turn are: play CARD at PLACE, power, choose NUMBER, done"
)
UNKNOWN_CARD = Reason("UNKNOWN_CARD", 'there is no card called "{name}" in this match{near}')
AMBIGUOUS_CARD = Reason("AMBIGUOUS_CARD", '"{name}" could be {cards}')
UNKNOWN_PLACE = Reason("UNKNOWN_PLACE", '"{word}" is no place: say P1 to P4, F1 to F6, M1 to M8, or a lane')
NO_PLACE = Reason("NO_PLACE", "say where: play {card} at PLACE")


@final
class MarchesState(Position):
    """One position of a match."""

    __slots__ = ()

    def legal_actions(self) -> list[MarchesAction]:
        return rules.legal(self)

    def why_not(self, action: MarchesAction) -> Reason | None:
        return rules.why_not(self, action)

    def apply(self, action: MarchesAction) -> None:
        self.steps = 0
        try:
            rules.carry_out(self, action)
        except MatchEnded:
            self.chain = None
            self.nesting = 0
            if self.trace is not None:
                self.trace.stopped(self)
        if self.gone:
            self.gone.clear()

    def clone(self) -> MarchesState:
        return MarchesState(
            self.setup,
            self.seat_to_act,
            self.outcome,
            self.turn,
            [self.players[0].clone(), self.players[1].clone()],
            self.entities.copy(),
            self.tiles[:],
            self.posted,
            self.ending,
            self.next_number,
            self.choosing_card,
            self.choosing_tile,
            self.fault,
        )

    # -------------------------------------------------------------------------------------------------- comparing

    def key(self) -> Hashable:
        return (
            self.seat_to_act,
            self.turn,
            self.choosing_card,
            self.choosing_tile,
            self.fault,
            None if self.outcome is None else self.outcome.returns,
            self.players[0].key(),
            self.players[1].key(),
            tuple([entity.key() for entity in self.entities.values()]),
        )

    def table_key(self) -> Hashable:
        """Return a looser key for search tables: the order of placement counts only on each tile.

        Positions that differ only in the order of independent plays share it, though a search over the whole board
        or the order of marches could still tell them apart.
        """
        entities = self.entities
        return (
            self.seat_to_act,
            self.choosing_card,
            self.choosing_tile,
            None if self.outcome is None else self.outcome.returns,
            self.players[0].key(),
            self.players[1].key(),
            entities[0].key(),
            entities[1].key(),
            tuple([tuple([entities[number].key() for number in tile]) for tile in self.tiles]),
        )

    # ---------------------------------------------------------------------------------------------------- commands

    def parse(self, line: str) -> MarchesAction:
        typed = words(line)
        actions = self.setup.actions
        if typed == ["DONE"]:
            return actions.done
        if typed == ["POWER"]:
            return actions.power
        if len(typed) == 2 and typed[0] == "CHOOSE" and typed[1].isascii() and typed[1].isdigit():
            index = int(typed[1][:9]) - 1
            if 0 <= index < len(actions.choices):
                return actions.choices[index]
            return MarchesAction(-1, f"choose {index + 1}", CHOOSE, codes.NO_CARD, codes.NOWHERE, index)
        if len(typed) < 2 or typed[0] != "PLAY":
            raise Malformed(UNKNOWN_COMMAND)
        name, where = self.split(typed[1:])
        card = self.named_card(name)
        place = self.place(card, where)
        act = actions.plays.get((card.id, place))
        return act or MarchesAction(-1, actions.play_text(card, place), PLAY, card.id, place, 0)

    def split(self, typed: list[str]) -> tuple[str, str]:
        """Tell the card from the place in the words behind ``play``."""
        whole = " ".join(typed)
        if whole in self.setup.actions.names:
            return whole, ""
        if len(typed) > 2 and typed[-2] in ("AT", "ON"):
            return " ".join(typed[:-2]), typed[-1]
        if len(typed) > 1 and self.read_place(typed[-1]) != codes.NOWHERE:
            return " ".join(typed[:-1]), typed[-1]
        return whole, ""

    def named_card(self, name: str) -> MarchesCard:
        """Return the card that is called so, has this number, or whose name begins so.

        Where several do, those in the player's hand come first, then those that are in a deck.
        """
        cards = self.setup.cards
        number = name.removeprefix("#")
        if number.removeprefix("-").isdigit() and number.isascii() and int(number[:12]) in cards:
            return cards[int(number[:12])]
        names = {card.id: " ".join(words(card.name)) for card in cards.values()}
        found = [card for card, known in names.items() if known == name]
        if not found:
            found = [card for card, known in names.items() if known.startswith(name)]
        for better in (self.players[self.seat_to_act].hand, self.setup.actions.aims[0]):
            preferred = [card for card in found if card in better]
            found = preferred or found
        if len(found) == 1:
            return cards[found[0]]
        name = name[:40]
        if found:
            listed = " or ".join(f"{cards[card].name} ({card})" for card in sorted(found))
            raise Malformed(AMBIGUOUS_CARD.of(name=name, cards=listed))
        from tablewright.core.problems import did_you_mean

        raise Malformed(UNKNOWN_CARD.of(name=name, near=did_you_mean(name, names.values())))

    def read_place(self, word: str) -> int:
        """Return the place that a word names: a tile by name or number, or a lane; else ``NOWHERE``."""
        if word in TILE_OF_NAME:
            return TILE_OF_NAME[word]
        for lane, (name, _, _) in enumerate(LANES):
            if word == name:
                return codes.PLAINS + lane
        if len(word) <= 2 and word.isascii() and word.isdigit() and int(word) < codes.TILES:
            return int(word)
        return codes.NOWHERE

    def place(self, card: MarchesCard, word: str) -> int:
        """Return the place that is meant for a card. A lane means its first tile to cards that go on tiles."""
        aim = self.setup.actions.aims[self.seat_to_act].get(card.id)
        row = [] if aim is None or aim.row is None else aim.row
        if word:
            place = self.read_place(word)
            if place == codes.NOWHERE:
                raise Malformed(UNKNOWN_PLACE.of(word=word[:40]))
            on_lanes = any(act.place >= codes.TILES for act in row)
            if place >= codes.TILES and not on_lanes:
                return FIRST[self.seat_to_act][place - codes.TILES]
            if place < len(LANES) and on_lanes and word.isdigit():
                return codes.PLAINS + place
            return place
        if card.kind == codes.SKILL and card.targeting == codes.ON_BOARD:
            return codes.BOARD
        if len(row) == 1:
            return row[0].place
        raise Malformed(NO_PLACE.of(card=card.name))

    # ------------------------------------------------------------------------------------------ looking and saving

    def when(self) -> str:
        return f"turn {self.turn}"

    def view(self, seat: int | None) -> dict[str, Any]:
        from tablewright.games.marches.views import view

        return view(self, seat)

    def picture(self, seat: int | None) -> str:
        from tablewright.games.marches.drawing import picture

        return picture(self, seat)

    def snapshot(self) -> dict[str, Any]:
        from tablewright.games.marches.views import snapshot

        return snapshot(self)

    def resample(self, seat: int | None, dice: Dice) -> MarchesState:
        sample = self.clone()
        for owner, player in enumerate(sample.players):
            left = player.deck[player.drawn :]
            if owner == seat:
                player.deck = tuple(dice.shuffled(left))
            else:
                # A card whose target is being chosen is known to be in the hand.
                open_card = self.choosing_tile != codes.NOWHERE and owner == self.seat_to_act
                shown = [self.choosing_card] if open_card else []
                hidden = [*player.hand, *left]
                for card in shown:
                    hidden.remove(card)
                dealt = dice.shuffled(sorted(hidden))
                count = len(player.hand) - len(shown)
                player.hand = sorted([*shown, *dealt[:count]])
                player.deck = tuple(dealt[count:])
            player.drawn = 0
        return sample


def new_match(setup: MarchesSetup, seed: int) -> MarchesState:
    """Start a match: shuffle, deal, player 1 to act."""
    dice = Dice(seed)
    players: list[MarchesPlayer] = []
    entities: dict[int, Entity] = {}
    for seat in (0, 1):
        card = setup.cards[setup.classes[seat]]
        deck = tuple(dice.shuffled(setup.decks[seat]))
        hand = sorted(deck[: setup.options.starting_cards])
        players.append(MarchesPlayer(card.gold, hand, deck, len(hand), (), card.power, True))
        entities[seat] = Entity(seat, card, seat, codes.NOWHERE, card.damage, 0, codes.NOWHERE, card.stats)
    ending = tuple([seat for seat in (0, 1) if entities[seat].card.end_of_turn is not None])
    tiles: list[tuple[int, ...]] = [()] * codes.TILES
    first = codes.FIRST_PLACED
    return MarchesState(
        setup, 0, None, 1, players, entities, tiles, (), ending, first, codes.NO_CARD, codes.NOWHERE, ""
    )
