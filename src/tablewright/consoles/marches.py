"""The console program: ``marches DECK DECK [--seed N]``. Two people at one keyboard; no rules here."""

from __future__ import annotations

import os
import sys

from tablewright.consoles.terminal import Terminal, run, tell_errors, welcome
from tablewright.core.dice import Dice, seed_from_text
from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import IllegalAction, Refused, words
from tablewright.games.marches import drawing, events
from tablewright.games.marches.actions import named_card
from tablewright.games.marches.files import Catalogue, deck_names, find_deck, is_number, make_setup
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import TILE_OF_NAME
from tablewright.games.marches.setup import BadSetup
from tablewright.games.marches.state import MarchesState, deal

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from tablewright.games.marches.actions import MarchesAction
    from tablewright.games.marches.events import MarchesEvent
    from tablewright.games.marches.files import MarchesDeck

USAGE: Final = "usage: marches DECK DECK [--seed N] [--content FOLDER] [--cards FOLDER] [--rule NAME=N]"
LOG_LINES: Final = 20
MOST_LOG: Final = 10_000

HELP: Final = """\
 play CARD at PLACE   play a card; the beginning of its name or its number is enough
                      PLACE is a tile (P1 F3 M8) or a lane (plains forest mountain);
                      skills that are played on the board need none
 choose NUMBER        choose among several targets on a tile
 power                use your active power, once in a turn
 done                 end your turn: the other player's units march

 hand                 your cards, and where they can be played
 board                the board
 info CARD            everything about a card
 info PLACE           everything about what stands on a tile
 log [NUMBER]         what happened last
 why                  what the effects of the last action did, step by step
 save FILE            write the match so far to a file, for `tablewright replay` and the like
 help                 this list
 quit                 leave the match

 On the board ^ is player 1, who marches up, and v player 2, who marches down.
 A unit shows attack/health, z if it rests; a building stands in [brackets] with its health.
"""


class MarchesConsole:
    """One match at the console."""

    def __init__(self, terminal: Terminal, state: MarchesState, seed: int) -> None:
        self.terminal = terminal
        self.write = terminal.write
        self.state = state
        self.seed = seed
        #: What was done, for a record.
        self.actions: list[str] = []
        #: The last action and the position before it, to answer why.
        self.last: tuple[MarchesState, MarchesAction] | None = None
        self.log: list[str] = []
        #: What was told of cards, by their numbers.
        self.known: dict[int, str] = {}
        #: What the last action did, as long as it is not told: events never change.
        self.happened: list[MarchesEvent] = []
        state.watch = self.happened.append
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "HELP": self.help,
            "HAND": self.hand,
            "BOARD": self.board,
            "INFO": self.info,
            "LOG": self.show_log,
            "WHY": self.why,
        }

    def error(self, sentence: object) -> None:
        """Print why something was not done."""
        text = str(sentence)
        self.write(f"[ERROR] {text[:1].upper()}{text[1:]}.\n")

    def tell(self) -> None:
        """Print what has happened as everybody may hear it, and note it for later."""
        lines = [
            f"\n== Turn {event.turn}: player {event.seat + 1} =="
            if type(event) is events.TurnBegan
            else f"  {event.told(None)}"
            for event in self.happened
        ]
        self.happened.clear()
        self.write("\n".join([*lines, ""]))
        self.log += lines
        while len(self.log) > MOST_LOG:
            del self.log[: MOST_LOG // 2]

    # ---------------------------------------------------------------------------------------------------- the match

    def play(self) -> None:
        """Play until the match ends or the players leave."""
        self.write("== Turn 1: player 1 ==\n")
        self.board([])
        while self.state.outcome is None:
            line = self.terminal.read(self.prompt())
            if line is None:
                self.write("\n")
                return
            typed = words(line)
            if typed == ["QUIT"]:
                return
            if typed:
                self.command(typed, line)
        outcome = self.state.outcome
        self.board([])
        if outcome.winners:
            self.write(f"\nPlayer {outcome.winners[0] + 1} has won the match in turn {self.state.turn}.\n")
        else:
            self.error(self.state.fault)
            self.write("The match is void: nobody has won.\n")

    def prompt(self) -> str:
        """Return the prompt of the player to act."""
        state = self.state
        player = f"player {state.seat_to_act + 1}"
        if state.choosing_tile != codes.NOWHERE:
            return f"{player}, choose> "
        return f"{player}, {state.players[state.seat_to_act].gold} gold> "

    def command(self, typed: list[str], line: bytes) -> None:
        """Do what was typed."""
        if typed[0] == "SAVE":
            self.save(line.decode("utf-8", "surrogateescape").strip()[len("save") :].strip())
            return
        show = self.commands.get(typed[0])
        if show is not None:
            show(typed[1:])
            return
        state = self.state
        try:
            action = state.parse(line.decode("utf-8", "surrogateescape"))
            reason = state.why_not(action)
            if reason is not None:
                raise IllegalAction(reason)
        except Refused as refusal:
            self.error(refusal)
            return
        self.last = (state.clone(), action)
        self.actions.append(action.text)
        turn = state.turn
        state.apply(action)
        self.tell()
        if state.outcome is None and state.choosing_tile != codes.NOWHERE:
            self.write(drawing.choice_text(state))
        elif state.outcome is None and state.turn != turn:
            self.board([])

    # ----------------------------------------------------------------------------------------------------- looking

    def help(self, typed: list[str]) -> None:
        """Print the commands."""
        self.write(HELP)

    def hand(self, typed: list[str]) -> None:
        """Print the hand of the player to act."""
        self.write(drawing.hand_text(self.state))

    def board(self, typed: list[str]) -> None:
        """Print the board."""
        self.write("\n" + drawing.board_text(self.state) + "\n")

    def info(self, typed: list[str]) -> None:
        """Print everything about a card or a tile."""
        if not typed:
            self.error("say of what: info CARD or info PLACE")
        elif len(typed) == 1 and typed[0] in TILE_OF_NAME:
            self.write(drawing.tile_text(self.state, TILE_OF_NAME[typed[0]]))
        else:
            try:
                card = named_card(self.state, " ".join(typed))
            except Refused as refusal:
                self.error(refusal)
            else:
                if card.id not in self.known:
                    self.known[card.id] = drawing.card_text(self.state, card)
                self.write(self.known[card.id])

    def show_log(self, typed: list[str]) -> None:
        """Print what happened last."""
        count = LOG_LINES
        if typed:
            if len(typed) > 1 or not (typed[0].isascii() and typed[0].isdigit()):
                self.error("say how many lines: log NUMBER")
                return
            count = int(typed[0][:9])
        if not self.log:
            self.write("Nothing has happened yet.\n")
        for line in self.log[-count:] if count else []:
            self.write(line.removeprefix("\n") + "\n")

    def save(self, path: str) -> None:
        """Write the match so far as a record; nothing that is there is overwritten."""
        from tablewright.consoles.saving import save

        if not path:
            self.error("say where: save FILE")
            return
        why_not = save(path, "marches", self.state.setup, self.seed, self.actions)
        if why_not:
            self.error(why_not)
        else:
            self.write(f"Saved to {path}.\n")

    def why(self, typed: list[str]) -> None:
        """Print what the effects of the last action did, step by step."""
        from tablewright.games.marches.machine.trace import story_of

        lines = [] if self.last is None else story_of(*self.last)
        for line in lines or ["No effect was carried out by the last action."]:
            self.write(line + "\n")


# ------------------------------------------------------------------------------------------------------- the program


class Arguments:
    """What the program was started with; raises ``BadSetup``."""

    def __init__(self, words: list[str]) -> None:
        self.decks: list[str] = []
        #: ``None``: a random one.
        self.seed = seed_from_text(os.environ.get("RAND_SEED"))
        self.folders: list[str] = []
        self.content: list[str] = []
        self.rules: dict[str, int] = {}
        waiting = list(words)
        while waiting:
            word = waiting.pop(0)
            option, equals, value = word.partition("=")
            if not option.startswith("--"):
                self.decks.append(word)
                continue
            if option not in ("--seed", "--cards", "--content", "--rule"):
                raise BadSetup(f'there is no option "{word[:40]}"; {USAGE}')
            if not equals:
                if not waiting:
                    raise BadSetup(f"{option} needs a value; {USAGE}")
                value = waiting.pop(0)
            if option == "--cards":
                self.folders.append(value)
            elif option == "--content":
                self.content.append(value)
            elif option == "--rule":
                name, _, number = value.partition("=")
                self.rules[name] = self.number(number or "1", f"rule {name[:40]}")
            else:
                self.seed = self.number(value, "seed")
        if len(self.decks) != 2:
            raise BadSetup(usage())

    def number(self, text: str, what: str) -> int:
        """Read a number."""
        if not (text.isascii() and text.isdigit() and len(text) < 20):
            raise BadSetup(f'the {what} must be a number, not "{text[:40]}"')
        return int(text)


def usage() -> str:
    """Say how the program is started."""
    return f"{USAGE}\n  decks: {', '.join(deck_names())}, or the path of a deck file"


def own_cards(folders: list[str]) -> list[str]:
    """List the card files of folders, each with its illustration."""
    return [
        os.path.join(folder, name)
        for folder in folders
        for name in sorted(os.listdir(folder))
        if name.endswith(".json") and is_number(name.removesuffix(".json").removesuffix("-illustration"))
    ]


def own_content(paths: list[str]) -> tuple[list[str], Catalogue, dict[str, tuple[MarchesDeck, str]]]:
    """Return the files in folders, the cards of them and of the game, and the decks by name; raises ``BadSetup``."""
    if not paths and not os.environ.get("TABLEWRIGHT_CONTENT"):
        return [], Catalogue(), {}
    from tablewright.core.own import find_files, from_environment
    from tablewright.games.marches.authoring.lint import claims
    from tablewright.games.marches.own import MarchesContent

    try:
        files = [file for file in find_files([*paths, *from_environment()]) if claims(file)]
        content = MarchesContent(files)
    except ValueError as error:
        raise BadSetup(str(error)) from error
    return files, content.catalogue, content.decks


def program(arguments: list[str], terminal: Terminal) -> int:
    """Play one match; 2 if it cannot be set up."""
    if arguments in (["-h"], ["--help"]):
        terminal.write(f"{usage()}\n")
        return 0
    try:
        wanted = Arguments(arguments)
        files, catalogue, own_decks = own_content(wanted.content)
        for folder in wanted.folders:
            catalogue.add_folder(folder)
        decks = [own_decks[name][0] if name in own_decks else find_deck(name, catalogue) for name in wanted.decks]
        setup = make_setup([deck.cards for deck in decks], [deck.class_ for deck in decks], wanted.rules, catalogue)
    except BadSetup as error:
        terminal.write(f"[ERROR] {error}\n")
        return 2
    own = [*files, *own_cards(wanted.folders), *(name for name in wanted.decks if os.path.isfile(name))]
    if own:
        from tablewright.games.marches.authoring.lint import check

        tell_errors(check(own))
    seed = int.from_bytes(os.urandom(4), "little") if wanted.seed is None else wanted.seed
    terminal.write(
        f"THE MARCHES: {decks[0].name} against {decks[1].name}, seed {seed}. Type help for the commands.\n\n"
    )
    MarchesConsole(terminal, deal(setup, Dice(seed)), seed).play()
    return 0


def main() -> None:
    """Run the console program."""
    welcome("The Marches", "marches DECK DECK [--seed N]", "fen guild")
    sys.exit(run(program))
