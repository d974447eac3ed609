"""The exact console program: ``ooperations GAME_CONFIG MESSAGE_CONFIG``. Reads lines, prints events; no rules."""

from __future__ import annotations

import os

from tablewright.consoles.saving import save_if_wanted, wanted
from tablewright.consoles.terminal import Terminal, complain, run, tell_errors, welcome
from tablewright.core.light import TYPE_CHECKING
from tablewright.core.problems import BadFile, read_magic, read_texts
from tablewright.core.state import Malformed, Reason, words
from tablewright.games.ooperations import events
from tablewright.games.ooperations.drawing import board_text, hand_text, mana_text
from tablewright.games.ooperations.files import (
    CARDS,
    CONFIG,
    MESSAGES,
    check,
    kind_of_file,
    parse_config,
    shipped_cards,
)
from tablewright.games.ooperations.pieces import CREATURE, OoperationsCard, trait_names
from tablewright.games.ooperations.reasons import INVALID_CARD, INVALID_PARAM_COUNT
from tablewright.games.ooperations.state import OoperationsPlayer, OoperationsState, deal

if TYPE_CHECKING:
    from typing import Final

    from tablewright.core.problems import Problem
    from tablewright.games.ooperations.actions import CardSet
    from tablewright.games.ooperations.events import OoperationsEvent
    from tablewright.games.ooperations.setup import OoperationsSetup

#: How a message begins, by the first letter of its key.
PREFIXES: Final = {"I": "[INFO] ", "E": "[ERROR] "}

#: The commands that only show something, with the number of their parameters.
DISPLAY_COMMANDS: Final = {"HELP": 0, "QUIT": 0, "BOARD": 0, "GRAVEYARD": 0, "HAND": 0, "STATUS": 0, "INFO": 1}

#: Events that print one message.
EVENT_MESSAGES: Final[dict[type[OoperationsEvent], str]] = {
    events.Hastened: "I_HASTE",
    events.Challenged: "I_CHALLENGER",
    events.CreatureRegenerated: "I_REGENERATE",
    events.WeakenedByPoison: "I_POISONED",
    events.DirectHit: "I_DIRECT",
    events.FightStarted: "I_FIGHT",
    events.StruckFirst: "I_FIRST_STRIKE",
    events.WasBrutal: "I_BRUTAL",
    events.StoleLife: "I_LIFESTEAL",
    events.PoisonedFoe: "I_VENOMOUS",
    events.BattleEnded: "D_BORDER_BATTLE_END",
    events.TemporaryLeft: "I_TEMPORARY",
    events.UndyingReturned: "I_UNDYING",
}

END_MESSAGES: Final = {
    "defeated": "D_END_PLAYER_DEFEATED",
    "no card to draw": "D_END_DRAW_CARD",
    "round limit": "D_END_MAX_ROUNDS",
}

HELP: Final = """\
=== Commands ============================================================================
- help
    Prints this help text.

- quit
    Terminates the game.

- battle <FIELD_SLOT> <BATTLE_SLOT>
    Moves a creature from a Field Zone slot into a Battle Zone slot.
    <FIELD_SLOT>: Current slot of the creature (F1, ..., F7)
    <BATTLE_SLOT>: Battle slot for the creature (B1, ..., B7)

- board
    Toggles the board printing.

- creature <HAND_CARD_ID> <FIELD_SLOT>
    Places a creature from your hand into a Field Zone slot.
    <HAND_CARD_ID>: The ID of the creature card in your hand
    <FIELD_SLOT>: The Field Zone slot to place the creature in

- done
    Ends your turn for this round.

- graveyard
    Prints all the cards in your graveyard.

- hand
    Prints your hand cards.

- info <CARD_ID>
    Prints card information.
    <CARD_ID>: The ID of the card to be inspected

- redraw
    Discards all hand cards and draws the same amount minus one from your deck.

- spell <HAND_CARD_ID> [<TARGET_SLOT>|<GRAVEYARD_CARD_ID>]
    Casts a spell from your hand.
    <HAND_CARD_ID>: The ID of the spell in your hand
    <TARGET_SLOT>: The slot to target with a target spell
    <GRAVEYARD_CARD_ID>: The ID of a card in the graveyard to cast a graveyard spell on

- status
    Prints general information about both players.

=========================================================================================
"""


class OoperationsConsole:
    """One match at the console: a watcher that prints what happens, and the commands that show something."""

    def __init__(self, terminal: Terminal, setup: OoperationsSetup, texts: dict[str, str], config: str) -> None:
        self.terminal = terminal
        #: Of the message config, by key, and the lines that were printed of them.
        self.texts = texts
        self.lines: dict[str, str] = {}
        self.config = config
        self.board_on = True
        #: What was done, for a record.
        self.actions: list[str] = []
        #: What has happened before anybody was asked.
        self.begun: list[OoperationsEvent] = []
        self.state: OoperationsState = deal(setup, None, self.begun.append)
        self.state.watch = self.told

    def play(self) -> None:
        """Play until the match ends or the player leaves."""
        self.say("D_BORDER_D", "D_WELCOME", "D_BORDER_D")
        for event in self.begun:
            self.told(event)
        while self.state.outcome is None:
            line = self.terminal.read(f"\nP{self.state.seat_to_act + 1}> ")
            if line is None:
                return
            tokens = words(line)
            if tokens == ["QUIT"]:
                return
            reason = self.obey(tokens)
            if reason is not None:
                self.say("E_" + reason.code)

    def obey(self, tokens: list[str]) -> Reason | None:
        """Do what a command says, or return the reason why not."""
        command = tokens[0] if tokens else ""
        if command in DISPLAY_COMMANDS:
            if len(tokens) - 1 != DISPLAY_COMMANDS[command]:
                return INVALID_PARAM_COUNT
            return self.show(command, tokens[-1])
        try:
            action = self.state.setup.cards.parse(tokens)
        except Malformed as refusal:
            return refusal.reason
        reason = self.state.why_not(action)
        if reason is None:
            self.actions.append(action.text)
            self.state.apply(action)
        return reason

    def show(self, command: str, parameter: str) -> Reason | None:
        """Answer a command that changes nothing in the game."""
        player = self.state.players[self.state.seat_to_act]
        if command == "HELP":
            self.terminal.write(HELP)
        elif command == "BOARD":
            self.board_on = not self.board_on
            self.print_board()
        elif command == "GRAVEYARD":
            lines = [f"{creature.card.key} | {creature.card.name}\n" for creature in reversed(player.graveyard)]
            self.frame("D_BORDER_GRAVEYARD", "".join(lines))
        elif command == "HAND":
            self.frame("D_BORDER_HAND", hand_text(player.hand))
        elif command == "STATUS":
            status = [self.status_text(seat) for seat in (0, 1)]
            self.frame("D_BORDER_STATUS", self.line("D_BORDER_C").join(status))
        else:
            assert command == "INFO"
            card = self.state.setup.cards.by_key.get(parameter)
            if card is None:
                return INVALID_CARD
            self.frame("D_BORDER_INFO", self.info_text(card))
        return None

    def line(self, key: str) -> str:
        """Return the printed line of a key; one without text shows itself."""
        line = self.lines.get(key)
        if line is None:
            line = self.lines[key] = PREFIXES.get(key[:1], "") + self.texts.get(key, f"<{key}>") + "\n"
        return line

    def say(self, *keys: str) -> None:
        """Print messages of the message config."""
        for key in keys:
            self.terminal.write(self.line(key))

    def frame(self, border: str, text: str) -> None:
        """Print text between a titled border and the plain one."""
        self.say(border)
        self.terminal.write(text)
        self.say("D_BORDER_D")

    def told(self, event: OoperationsEvent) -> None:
        """Print an event while it happens."""
        message = EVENT_MESSAGES.get(type(event))
        if message is not None:
            self.say(message)
        elif isinstance(event, (events.CreaturePlayed, events.SpellCast)):
            self.say("I_" + event.card.key)
        elif isinstance(event, events.RoundStarted):
            self.terminal.write("\n")
            self.say("D_BORDER_D")
            self.terminal.write(f"{' ' * 41}ROUND {event.number}\n")
            self.say("D_BORDER_D")
            self.print_board()
        elif isinstance(event, events.TurnDone):
            self.print_board()
        elif isinstance(event, events.BattleStarted):
            self.terminal.write("\n")
            self.say("D_BORDER_BATTLE_PHASE")
        elif isinstance(event, events.SlotReached):
            self.terminal.write(f"{'-' * 40} SLOT {event.lane} {'-' * 41}\n")
        elif isinstance(event, events.AttackStarted):
            self.say("D_ATTACK_1" if event.number == 1 else "D_ATTACK_2")
        elif isinstance(event, events.OoperationsEnded):
            self.print_result()

    def print_board(self) -> None:
        """Print the board, Defender on top, unless printing is off."""
        if self.board_on:
            borders = self.line("D_BORDER_A"), self.line("D_BORDER_B")
            self.terminal.write(board_text(self.state, *borders))

    def print_result(self) -> None:
        """Print the Final Phase and append the result to the game config."""
        outcome = self.state.outcome
        assert outcome is not None
        self.terminal.write("\n")
        self.say("D_BORDER_GAME_END", END_MESSAGES[outcome.cause])
        if outcome.winners:
            result = f"Player {outcome.winners[0] + 1} has won! Congratulations!\n"
        else:
            result = self.line("D_TIE")
        self.terminal.write(result)
        self.say("D_BORDER_D")
        try:
            with open(self.config, "ab") as file:
                file.write(("\n" + result).encode("utf-8", "surrogateescape"))
        except OSError:
            self.say("I_FILE_WRITE_FAILED")

    def status_text(self, seat: int) -> str:
        """Say how a player is doing."""
        player: OoperationsPlayer = self.state.players[seat]
        return (
            f"Player {seat + 1}\n"
            f"Role: {'Attacker' if seat == self.state.attacker else 'Defender'}\n"
            f"Health: {player.health}\n"
            f"Mana: {player.mana} / {self.state.pool}\n"
            f"Remaining Deck: {player.cards_left()} card(s)\n"
            f"Graveyard Size: {len(player.graveyard)} card(s)\n"
        )

    def info_text(self, card: OoperationsCard) -> str:
        """Say what a card is."""
        head = f"{card.name} [{card.key}] ({mana_text(card)} mana)\n"
        if card.aim != CREATURE:
            return f"{head}Type: Spell\nEffect: {self.line('D_' + card.key)}"
        traits = ", ".join(trait_names(card.traits)) or "-"
        return f"{head}Type: Creature\nBase Attack: {card.attack}\nBase Health: {card.health}\nBase Traits: {traits}\n"


def read_config(path: str, cards: CardSet) -> OoperationsSetup:
    """Read a game config; raises ``BadFile`` if it cannot be played."""
    problems: list[Problem] = []
    setup = parse_config(read_magic(path, CONFIG), cards, path, problems)
    if setup is None:
        raise BadFile(path)
    return setup


def own_card_files() -> list[str]:
    """Return the card files in the folders of own content that the environment names; raises ``ValueError``."""
    if not os.environ.get("TABLEWRIGHT_CONTENT"):
        return []
    from tablewright.core.own import find_files, from_environment

    return [file for file in find_files(from_environment()) if kind_of_file(file) == CARDS]


def all_cards(files: list[str]) -> CardSet:
    """Return the cards of the game and of card files; raises ``ValueError`` with everything that is wrong with them."""
    if not files:
        return shipped_cards()
    from tablewright.games.ooperations.own import OoperationsContent

    return OoperationsContent(files).cards


def program(arguments: list[str], terminal: Terminal) -> int:
    """Run the console on its arguments and return the exit status."""
    if len(arguments) != 2:
        terminal.write("[ERROR] Wrong number of parameters.\n")
        return 2
    try:
        own = own_card_files()
        setup = read_config(arguments[0], all_cards(own))
        texts = read_texts(arguments[1], MESSAGES)
    except BadFile as bad:
        terminal.write(f"[ERROR] Invalid file ({bad.path}).\n")
        return 3
    except ValueError as error:  # the output is that of the rulebook, which knows no own content
        complain(str(error))
        return 3
    tell_errors(check([*arguments, *own]))
    record = wanted()
    console = OoperationsConsole(terminal, setup, texts, arguments[0])
    try:
        console.play()
    finally:
        save_if_wanted(record, "ooperations", setup, 0, console.actions)
    return 0


def main() -> int:
    """Run the installed command ``ooperations``."""
    welcome("Magical OOPerations", "ooperations GAME_CONFIG MESSAGE_CONFIG", "{ready}/duel.txt {ready}/messages.txt")
    return run(program)
