"""Magical OOPerations: random play, and the console program on a long script."""

from __future__ import annotations

import os
import random
import sys
import tempfile

import measure
from tablewright.core.registry import find_game
from tablewright.games.ooperations.files import SHIPPED_MESSAGES, shipped_cards, shipped_decks
from tablewright.games.ooperations.setup import OoperationsSetup
from tablewright.games.ooperations.state import deal

PROGRAM = os.path.join(os.path.dirname(sys.executable), "ooperations")
ROUNDS = 400
LOOKS = ("board", "hand", "status", "graveyard", "info CADET")


def lines() -> list[measure.Line]:
    """Measure everything about this game."""
    game = find_game("ooperations")
    found = measure.game_lines(game, game.setup())
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, "config.txt")
        script = os.path.join(folder, "script.txt")
        commands = write_long_match(config, script)
        with open(config, "rb") as file:
            fresh = file.read()

        def commands_per_second() -> float:
            with open(config, "wb") as file:  # the program appends the result of the match
                file.write(fresh)
            return commands / measure.cpu_seconds([PROGRAM, config, SHIPPED_MESSAGES], script)

        found.append(("ooperations: console commands", measure.median_of(commands_per_second), "/s"))
        found += measure.startup_lines("ooperations", [PROGRAM, config, SHIPPED_MESSAGES])
    return found


def write_long_match(config: str, script: str) -> int:
    """Write a game config and a script that plays it at random, with a look at something after every other action."""
    cards = shipped_cards()
    decks = [(deck.cards * ROUNDS)[: ROUNDS + 6] for deck in list(shipped_decks().values())[:2]]
    setup = OoperationsSetup(cards, 9999999, ROUNDS, 5, (decks[0], decks[1]), shuffle=False)
    with open(config, "w", encoding="utf-8") as file:
        numbers = (setup.health, setup.max_rounds, len(decks[0]), setup.mana)
        file.write("GAME\n" + "".join(f"{number}\n" for number in numbers) + "\n")
        file.writelines(";".join(card.key for card in deck) + "\n" for deck in decks)
    dice = random.Random(1)
    state = deal(setup, None)
    commands = []
    while state.outcome is None:
        action = dice.choice(state.legal_actions())
        state.apply(action)
        commands.append(action.text)
        if len(commands) % 3 == 2:
            commands.append(dice.choice(LOOKS))
    with open(script, "w", encoding="utf-8") as file:
        file.writelines(f"{command}\n" for command in commands)
    return len(commands)
