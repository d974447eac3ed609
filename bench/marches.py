"""The Marches: random play with the base set and with a board full of triggers, and the console on a long script."""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile

import measure
from tablewright.core.dice import Dice
from tablewright.core.registry import find_game
from tablewright.games.marches.actions import POWER
from tablewright.games.marches.files import Catalogue, find_deck, make_setup
from tablewright.games.marches.setup import MarchesSetup
from tablewright.games.marches.state import deal

PROGRAM = os.path.join(os.path.dirname(sys.executable), "marches")
SEED = 1
COMMANDS = 4000
LOOKS = ("board", "hand", "info THIEF", "info F1", "log", "why")
#: Buildings and units that listen to marches or to the end of turns, and militia to walk among them.
LISTENERS = [4, 5, 25, 25, 26, 26, 26, 30, 30, 34, 34, 34, 35, 35] * 2 + [24, 24]


def lines() -> list[measure.Line]:
    """Measure everything about this game."""
    game = find_game("marches")
    found = measure.game_lines(game, game.setup(deck1="vanguard", deck2="masons"))
    crowded = make_setup([LISTENERS, LISTENERS], [-2, -3], {"any_deck": 1, "starting_cards": 9})
    found.append(("marches, many triggers: listeners in play", listeners_in_play(crowded), "on average"))
    for name, value, unit in measure.game_lines(game, crowded):
        found.append((name.replace("marches:", "marches, many triggers:"), value, unit))
    with tempfile.TemporaryDirectory() as folder:
        arguments = write_long_match(folder)
        script = os.path.join(folder, "script.txt")

        def commands_per_second() -> float:
            return COMMANDS / measure.cpu_seconds([PROGRAM, *arguments], script)

        found.append(("marches: console commands", measure.median_of(commands_per_second), "/s"))
    found += measure.startup_lines("marches", [PROGRAM, "vanguard", "masons", "--seed", str(SEED)])
    return found


def listeners_in_play(setup: MarchesSetup) -> float:
    """Return how many triggers listen, averaged over the positions of random matches."""
    counts = []
    for state in measure.positions(find_game("marches"), setup):
        cards = [entity.card for entity in state.entities.values()]
        counts.append(sum(program.occasion.trigger for card in cards for program in card.programs))
    return sum(counts) / len(counts)


def write_long_match(folder: str) -> list[str]:
    """Write a deck whose player hardly ever dies, and a script that plays it at random and looks around.

    Returns the arguments of the console program.
    """
    with open(os.path.join(folder, "-50.json"), "w", encoding="utf-8") as file:
        json.dump({"Id": -50, "EntityType": "PLAYER", "Name": "ROCK", "Hp": 1_000_000, "CurrentGold": 5}, file)
    catalogue = Catalogue()
    catalogue.add_folder(folder)
    cards = find_deck("vanguard", catalogue).cards
    path = os.path.join(folder, "deck.json")
    with open(path, "w", encoding="utf-8") as file:
        counted = {str(number): cards.count(number) for number in sorted(set(cards))}
        json.dump({"format": "marches-deck/1", "name": "long", "class": -50, "cards": counted}, file)
    setup = make_setup([cards, cards], [-50, -50], None, catalogue)
    dice = random.Random(SEED)
    state = deal(setup, Dice(SEED))
    commands: list[str] = []
    while len(commands) < COMMANDS - 1:
        action = dice.choice(state.legal_actions())
        if action.kind == POWER and len(state.entities) > 40:
            action = setup.actions.done
        state.apply(action)
        commands.append(action.text)
        if dice.random() < 0.3:
            commands.append(dice.choice(LOOKS))
    with open(os.path.join(folder, "script.txt"), "w", encoding="utf-8") as file:
        file.writelines(f"{command}\n" for command in [*commands[: COMMANDS - 1], "quit"])
    return [path, path, "--seed", str(SEED), "--cards", folder]
