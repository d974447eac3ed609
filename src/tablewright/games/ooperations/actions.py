"""What a player can do: five commands. Each action prints as its command line and parses back from it.

Slots are numbered as the acting player sees them: own Field Zone 0-6, own Battle Zone 7-13, then the opponent's Field
Zone 14-20 and Battle Zone 21-27.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.outside import LONGEST_NAME, plain
from tablewright.core.state import Action, Malformed
from tablewright.games.ooperations.pieces import CREATURE, GRAVEYARD, LANES, TARGET, OoperationsCard
from tablewright.games.ooperations.reasons import (
    INVALID_CARD,
    INVALID_PARAM_COUNT,
    INVALID_SLOT,
    MISSING_CARD,
    UNKNOWN_COMMAND,
)

if TYPE_CHECKING:
    from typing import Final

PLAY_CREATURE: Final = 0
BATTLE: Final = 1
SPELL: Final = 2
REDRAW: Final = 3
DONE: Final = 4

OWN_SLOTS: Final = 2 * LANES
SLOTS: Final = 4 * LANES
SLOT_NAMES: Final = [f"{side}{zone}{lane}" for side in ("", "O") for zone in "FB" for lane in range(1, LANES + 1)]
SLOT_NUMBERS: Final = {name: number for number, name in enumerate(SLOT_NAMES)}

NO_SLOT: Final = -1  # a word stands where a slot should be, but it does not name one
WRONG_COUNT: Final = -2  # the spell has too many or too few parameters for its kind


@final
class OoperationsAction(Action):
    """One action of this game. Which fields mean something depends on ``kind``.

    ``slot`` is the Field slot of ``creature`` and ``battle`` or the slot that a spell targets, ``battle_slot`` where
    ``battle`` moves to, ``buried`` the card that a graveyard spell brings back.
    """

    __slots__ = ("battle_slot", "buried", "card", "kind", "slot")

    def __init__(
        self,
        number: int,
        text: str,
        kind: int,
        card: OoperationsCard | None = None,
        slot: int = NO_SLOT,
        battle_slot: int = NO_SLOT,
        buried: OoperationsCard | None = None,
    ) -> None:
        super().__init__(number, text)
        self.kind = kind
        self.card = card
        self.slot = slot
        self.battle_slot = battle_slot
        self.buried = buried


@final
class Row:
    """The same action for each slot of a zone. Which of them a set of free slots allows is worked out once."""

    __slots__ = ("_among", "actions")

    def __init__(self, actions: list[OoperationsAction]) -> None:
        self.actions = actions
        self._among: dict[int, list[OoperationsAction]] = {}

    def among(self, free: int) -> list[OoperationsAction]:
        """Return the actions for slots that are free, one bit each; the list is shared."""
        found = self._among.get(free)
        if found is None:
            found = self._among[free] = [action for slot, action in enumerate(self.actions) if free >> slot & 1]
        return found


@final
class CardSet:
    """All cards that a table knows, and every action that is possible with them, made once."""

    __slots__ = ("actions", "battles", "battles_in", "by_key", "cards", "done", "order", "redraw", "source")

    def __init__(self, cards: list[OoperationsCard], source: str) -> None:
        self.cards = cards
        #: The text of the card file, so that a record can carry a set that does not ship with the game.
        self.source = source
        self.by_key: dict[str, OoperationsCard] = {card.key: card for card in cards}
        #: The order in which cards are laid before they are dealt anew: that of their IDs.
        self.order = {self.by_key[key]: place for place, key in enumerate(sorted(self.by_key))}
        self.actions: list[OoperationsAction] = []
        self.done = self._add("done", DONE)
        self.redraw = self._add("redraw", REDRAW)
        self.battles: list[list[OoperationsAction]] = [
            [
                self._add(f"battle F{field + 1} B{lane + 1}", BATTLE, slot=field, battle_slot=LANES + lane)
                for lane in range(LANES)
            ]
            for field in range(LANES)
        ]
        self.battles_in = [Row(battles) for battles in self.battles]
        for card in cards:
            if card.aim == CREATURE:
                for slot in range(LANES):
                    card.actions.append(self._add(f"creature {card.key} F{slot + 1}", PLAY_CREATURE, card, slot))
                card.row = Row(card.actions)
            elif card.aim == TARGET:
                for slot in range(SLOTS):
                    card.actions.append(self._add(f"spell {card.key} {SLOT_NAMES[slot]}", SPELL, card, slot))
            elif card.aim == GRAVEYARD:
                for buried in cards:
                    if buried.aim == CREATURE:
                        action = self._add(f"spell {card.key} {buried.key}", SPELL, card, buried=buried)
                    else:  # keeps the list indexed by card; spells never lie in a graveyard
                        action = OoperationsAction(-1, f"spell {card.key} {buried.key}", SPELL, card, buried=buried)
                    card.actions.append(action)
            else:
                card.actions.append(self._add(f"spell {card.key}", SPELL, card))

    def _add(
        self,
        text: str,
        kind: int,
        card: OoperationsCard | None = None,
        slot: int = NO_SLOT,
        battle_slot: int = NO_SLOT,
        buried: OoperationsCard | None = None,
    ) -> OoperationsAction:
        action = OoperationsAction(len(self.actions), text, kind, card, slot, battle_slot, buried)
        self.actions.append(action)
        return action

    def parse(self, words: list[str]) -> OoperationsAction:
        """Return the action that upper-case words name, or raise ``Malformed`` for what is wrong with the words alone.

        What only the position can tell is left to ``why_not``, also for commands that are never legal, such as a
        creature for the opponent's side: these come back with the number -1.
        """
        command = words[0] if words else ""
        parameters = words[1:]
        if command == "SPELL":
            return self._parse_spell(parameters)
        if command == "DONE" or command == "REDRAW":
            _expect(words, 0)
            return self.done if command == "DONE" else self.redraw
        if command == "CREATURE":
            _expect(words, 2)
            card = self._card(parameters[0])
            slot = _slot(parameters[1])
            if card.aim == CREATURE and slot < LANES:
                return card.actions[slot]
            return OoperationsAction(-1, f"creature {card.key} {SLOT_NAMES[slot]}", PLAY_CREATURE, card, slot)
        if command == "BATTLE":
            _expect(words, 2)
            slot, battle_slot = _slot(parameters[0]), _slot(parameters[1])
            if slot < LANES <= battle_slot < OWN_SLOTS:
                return self.battles[slot][battle_slot - LANES]
            text = f"battle {SLOT_NAMES[slot]} {SLOT_NAMES[battle_slot]}"
            return OoperationsAction(-1, text, BATTLE, None, slot, battle_slot)
        raise Malformed(UNKNOWN_COMMAND.of(word=plain(command.lower(), LONGEST_NAME)))

    def _parse_spell(self, parameters: list[str]) -> OoperationsAction:
        if not parameters:
            raise Malformed(MISSING_CARD)
        card = self._card(parameters[0])
        text = "spell " + " ".join(parameters)
        if card.aim == GRAVEYARD and len(parameters) > 1:
            # The rulebook counts this parameter among the card IDs, so that an unknown one is told before a look at
            # the hand.
            buried = self._card(parameters[1])
            if len(parameters) == 2:
                return card.actions[buried.index]
        elif card.aim == TARGET and len(parameters) == 2:
            slot = SLOT_NUMBERS.get(parameters[1], NO_SLOT)
            return card.actions[slot] if slot != NO_SLOT else OoperationsAction(-1, text, SPELL, card, NO_SLOT)
        elif card.aim not in (CREATURE, TARGET, GRAVEYARD) and len(parameters) == 1:
            return card.actions[0]
        return OoperationsAction(-1, text, SPELL, card, WRONG_COUNT)

    def _card(self, word: str) -> OoperationsCard:
        card = self.by_key.get(word)
        if card is None:
            raise Malformed(INVALID_CARD.of(word=plain(word, LONGEST_NAME)))
        return card


def _slot(word: str) -> int:
    slot = SLOT_NUMBERS.get(word, NO_SLOT)
    if slot == NO_SLOT:
        raise Malformed(INVALID_SLOT.of(word=plain(word, LONGEST_NAME)))
    return slot


def _expect(words: list[str], count: int) -> None:
    if len(words) - 1 != count:
        raise Malformed(INVALID_PARAM_COUNT.of(word=words[0].lower(), need=count, have=len(words) - 1))
