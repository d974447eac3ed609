"""The keys of deck and scenario files with their schemas and meanings: for editors and for the reference page."""

from __future__ import annotations

from typing import Any, Final

from tablewright.games.marches.authoring.schema import ONE_LINE, STAT_REF, closed, described, listed, text, whole
from tablewright.games.marches.files import BASE_CLASS, DECK_FORMAT, DECK_SIZE
from tablewright.games.marches.language import codes
from tablewright.games.marches.scenarios.scenario import EVENT_KINDS, OUTCOMES, SEATS, STAT_KEYS, TOPICS
from tablewright.games.marches.scenarios.scenario import FORMAT as SCENARIO_FORMAT
from tablewright.games.marches.setup import OPTION_RULES

Schema = dict[str, Any]
Table = dict[str, tuple[Schema, str]]

FLAG: Final[Schema] = {"type": "boolean"}
NUMBER: Final[Schema] = whole()
NUMBERS: Final[Schema] = listed(whole())
NAMED: Final[Schema] = {"type": ["integer", "string"]}
SEAT: Final[Schema] = {"enum": list(SEATS)}

DECK: Final[Table] = {
    "format": ({"const": DECK_FORMAT}, "Always the same."),
    "name": (text(pattern=ONE_LINE), "The name in menus."),
    "about": (text(pattern=ONE_LINE), "One line about the deck."),
    "class": (NUMBER, f"The number of the class; {BASE_CLASS} if it is left out."),
    "cards": (
        {"type": "object", "additionalProperties": whole(1, DECK_SIZE)},
        f'Copies of each card, {DECK_SIZE} in all. A card is named by number, by name, or by both: "9 THIEF".',
    ),
}
DECK_NEEDS: Final = ("format", "name", "cards")

STATS: Final[Table] = {
    key: (STAT_REF, f"Its {key.replace('_', ' ')}, if it differs from the card's.") for key in STAT_KEYS
}
PLAYER: Final[Table] = {
    "class": (NUMBER, "The number of the class."),
    "hp": (STAT_REF, "The HP stat; that of the class if it is left out."),
    "damage": (NUMBER, "Damage taken so far; 0 if it is left out, whatever the class begins with."),
    "gold": (NUMBER, "Gold; that of the class if it is left out."),
    "hand": (NUMBERS, "Numbers of the cards in hand."),
    "deck": (
        {"anyOf": [whole(0, 1000), NUMBERS]},
        "Numbers of the cards, the next one first; or how many cards that can never be played.",
    ),
    "discard": (NUMBERS, "Numbers of the cards in the discard pile."),
    "power": (NUMBER, "The number of the active power; that of the class if it is left out."),
    "power_available": (FLAG, "Whether the power can still be used in this turn."),
}
ENTITY: Final[Table] = {
    "ref": (text(), "A name for it in later steps."),
    "card": (NUMBER, "The number of its card. Needed."),
    "owner": (SEAT, "Whose it is. Needed."),
    "tile": (whole(0, codes.TILES - 1), "The tile, from 0 to 17 as player 1 counts them. Needed."),
    **STATS,
    "damage": (NUMBER, "Damage taken so far; that of the card if it is left out."),
    "cooldown": (NUMBER, "Marches since the last one that was not a rest."),
    "played_at": (
        whole(0, codes.TILES - 1),
        "The tile at which it was played from hand, where its PLAY_TARGET triggers listen; nowhere if it is left out.",
    ),
}
STATE: Final[Table] = {
    "current": (SEAT, "Whose turn it is."),
    "turn": (NUMBER, "The number of the turn."),
    "p1": (closed(described(PLAYER)), "Player 1."),
    "p2": (closed(described(PLAYER)), "Player 2."),
    "entities": (
        listed(closed(described(ENTITY), ["card", "owner", "tile"])),
        "Units and buildings in the order in which they were placed. Nothing is played or entered by that.",
    ),
}
START: Final[Schema] = closed({"deck": NUMBERS, "class": NUMBER}, ["deck"])
NEW_GAME: Final[Table] = {
    "p1": (START, f"Player 1: `deck`, a list of {DECK_SIZE} card numbers, and `class`."),
    "p2": (START, "Player 2, the same."),
    "seed": ({"type": "integer"}, "Decides the shuffling."),
}
SEEN_PLAYER: Final[Table] = {
    "health": (NUMBER, "HP minus damage."),
    "hp": (STAT_REF, "The HP stat."),
    "damage": (NUMBER, "Damage."),
    "gold": (NUMBER, "Gold."),
    "hand": (NUMBERS, "The cards in hand, in any order."),
    "hand_count": (NUMBER, "How many cards are in hand."),
    "deck_count": (NUMBER, "How many cards are left in the deck."),
    "discard": (NUMBERS, "The discard pile, in any order."),
    "power_available": (FLAG, "Whether the power can be used."),
}
SEEN_ENTITY: Final[Table] = {
    "card": (NUMBER, "The number of its card."),
    "owner": (SEAT, "Whose it is."),
    "tile": (NUMBER, "Where it stands."),
    **{key: (STAT_REF, f"Its {key.replace('_', ' ')}.") for key in STAT_KEYS},
    "damage": (NUMBER, "Damage."),
    "health": (NUMBER, "HP minus damage."),
    "cooldown": (NUMBER, "Its cooldown."),
}
EXPECT: Final[Table] = {
    "outcome": ({"enum": list(OUTCOMES)}, "The answer to what was done: `OK`, or why it was refused."),
    "targets": (listed(NAMED), "The valid targets that an `options` step found, in any order."),
    "unchanged": (FLAG, "The whole position is as before the step."),
    "game_over": (FLAG, "Whether the match is over."),
    "void": (FLAG, "Whether a card has broken the match. A match that becomes void unexpectedly is a failure."),
    "winner": ({"enum": [*SEATS, None]}, "Who has won, or `null`."),
    "current": (SEAT, "Whose turn it is."),
    "turn": (NUMBER, "The number of the turn."),
    "p1": (closed(described(SEEN_PLAYER)), "What is true of player 1."),
    "p2": (closed(described(SEEN_PLAYER)), "What is true of player 2."),
    "entities": (
        {"type": "object", "additionalProperties": {"anyOf": [{"type": "null"}, closed(described(SEEN_ENTITY))]}},
        "For names: `null` if it is out of play, or what is true of it.",
    ),
    "board": (listed(closed(described(SEEN_ENTITY))), "All units and buildings in the order of placement."),
    "counts": (
        closed({seat: closed({"units": NUMBER, "buildings": NUMBER}) for seat in SEATS}),
        "How many `units` and `buildings` each player has.",
    ),
    "events": (
        closed(dict.fromkeys(EVENT_KINDS, NUMBER)),
        f"How often something happened in this step: {', '.join(f'`{kind}`' for kind in EVENT_KINDS)}.",
    ),
    "deck_valid": (FLAG, "The answer of `check_deck`."),
}
DO: Final[Schema] = {
    "anyOf": [
        {"enum": ["power", "end_turn", "undo"]},
        closed({"play": NUMBER, "at": NAMED}, ["play"]),
        closed({"options": {"anyOf": [NUMBER, {"const": "power"}]}}, ["options"]),
        closed({"check_deck": NUMBERS}, ["check_deck"]),
    ]
}
STEP: Final[Table] = {
    "do": (
        DO,
        'What is done: `{"play": 9, "at": 0}` (a tile, a lane, 0 for the board, or a name), `"power"`, `"end_turn"`,'
        ' `"undo"`, or a question: `{"options": 9}`, `{"options": "power"}`, `{"check_deck": [..]}`.',
    ),
    "bind": (listed(text()), "Names for the units and buildings that come into play in this step."),
    "expect": (closed(described(EXPECT)), "What must be true afterwards."),
    "note": ({}, "A note of your own."),
}
SCENARIO: Final[Table] = {
    "format": ({"const": SCENARIO_FORMAT}, "Always the same."),
    "id": (text(), "The name of the file without `.json`."),
    "title": (text(), "What it shows, in one sentence."),
    "covers": (listed({"anyOf": [{"enum": list(TOPICS)}, text()]}), f"Topics: {', '.join(TOPICS)}."),
    "basis": (listed(text()), "Where the expectations come from."),
    "note": (text(), "A note of your own."),
    "requires": (listed(text()), "Abilities without which it is skipped."),
    "cards": (listed({"$ref": "#/$defs/card"}), "Cards of its own; they replace those with the same number."),
    "options": (
        closed(described({rule.name: ({"anyOf": [FLAG, whole(0, 100)]}, rule.about) for rule in OPTION_RULES})),
        "Rules that differ from the usual ones.",
    ),
    "state": (closed(described(STATE)), "The position at the start."),
    "new_game": (closed(described(NEW_GAME), SEATS), "Instead of a position: a match from its beginning."),
    "steps": (listed(closed(described(STEP))), "What is done, one after the other."),
}
SCENARIO_NEEDS: Final = ("format", "id", "title", "covers", "basis", "steps")
