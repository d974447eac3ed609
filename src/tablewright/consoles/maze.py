"""The exact terminal program: ``maze ROW...``."""

from __future__ import annotations

import os

from tablewright.consoles.saving import save_if_wanted, wanted
from tablewright.consoles.terminal import complain, run, welcome
from tablewright.core.dice import Dice, seed_from_text
from tablewright.core.light import TYPE_CHECKING
from tablewright.core.problems import read_texts
from tablewright.core.state import Malformed, Refused, words
from tablewright.games.maze import reasons
from tablewright.games.maze.drawing import draw_state
from tablewright.games.maze.files import DATA, layout_faults, standard
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.state import deal

if TYPE_CHECKING:
    from tablewright.consoles.terminal import Terminal
    from tablewright.core.state import Reason
    from tablewright.games.maze.state import MazeState

PROMPT = " > "
#: Commands to the program, not to the game; none takes parameters.
OWN_COMMANDS = ("HELP", "QUIT", "MAP")


class MazeConsole:
    """One game in the terminal."""

    def __init__(self, state: MazeState, terminal: Terminal, texts: dict[str, str]) -> None:
        self.state = state
        self.terminal = terminal
        #: What is printed, by key.
        self.texts = texts
        self.map_on = True
        #: What was done, for a record.
        self.actions: list[str] = []

    def play(self) -> None:
        """Read commands until the game is won, given up, or the input ends."""
        self.show_state()
        while self.state.outcome is None:
            line = self.terminal.read(PROMPT)
            if line is None or not line.endswith(b"\n"):  # a last line without its end is not executed
                return
            typed = words(line)
            if typed == ["QUIT"]:
                return
            if typed:
                self.obey(typed)
        self.terminal.write(self.texts["WON"].replace("<n>", str(self.state.counter)) + "\n")

    def obey(self, typed: list[str]) -> None:
        """Carry out one command, or say why not."""
        try:
            if typed[0] in OWN_COMMANDS:
                self.obey_own(typed)
            else:
                action = self.state.setup.actions.parse(typed)
                self.state.submit(action)
                self.actions.append(action.text)
                self.show_state()
        except Refused as refusal:
            self.terminal.write(self.refusal(refusal.reason))

    def obey_own(self, typed: list[str]) -> None:
        """Carry out ``help`` or ``map``; a lonely ``quit`` never comes here."""
        if len(typed) > 1:
            raise Malformed(reasons.PARAMETERS.of(command=typed[0].lower(), wanted=0, given=len(typed) - 1))
        if typed[0] == "HELP":
            with open(os.path.join(DATA, "help.txt"), encoding="utf-8") as file:
                self.terminal.write(file.read())
        else:
            self.map_on = not self.map_on
            if self.map_on:
                self.show_state()

    def refusal(self, reason: Reason) -> str:
        """Return the error line of a reason."""
        return self.texts[reason.code].replace("<C>", str(reason.values.get("name"))) + "\n"

    def show_state(self) -> None:
        """Print the counter, the board if the map is on, and the card."""
        self.terminal.write(draw_state(self.state, self.map_on))


def find_setup(arguments: list[str]) -> MazeSetup | None:
    """Return the maze of rows of rooms, or that of the name of an own layout; ``None`` if they are neither.

    Own layouts are in the folders that the environment names. Raises ``ValueError`` if these cannot be used.
    """
    if not layout_faults(arguments, standard().rooms):
        return MazeSetup(arguments, standard().rooms)
    if len(arguments) != 1 or not os.environ.get("TABLEWRIGHT_CONTENT"):
        return None
    from tablewright.core.own import from_environment
    from tablewright.core.registry import find_game

    game = find_game("maze", from_environment())
    own = [option.name for choice in game.choices() for option in choice.options if option.source]
    if arguments[0] not in own:
        return None
    setup = game.setup(layout=arguments[0])
    return MazeSetup(setup.layout, setup.rooms)  # nobody counts flips here


def program(arguments: list[str], terminal: Terminal) -> int:
    """Play one game; the exit status is that of the rulebook."""
    texts = read_texts(os.path.join(DATA, "messages.txt"), "MAZE MESSAGES")
    try:
        setup = find_setup(arguments)
    except ValueError as error:
        complain(str(error))
        setup = None
    if setup is None:
        terminal.write(texts["LAYOUT"] + "\n")
        return 2
    seed = seed_from_text(os.environ.get("RAND_SEED"))
    if seed is None:
        seed = int.from_bytes(os.urandom(4), "little")
    record = wanted()
    terminal.write(texts["WELCOME"] + "\n")
    try:
        console = MazeConsole(deal(setup, Dice(seed)), terminal, texts)
        try:
            console.play()
        finally:
            save_if_wanted(record, "maze", setup, seed, console.actions)
    except MemoryError:
        terminal.write(texts["MEMORY"] + "\n")
        return 1
    return 0


def main() -> int:
    """Run as a process; the entry point of the ``maze`` command."""
    welcome("OOP1 Maze", "maze ROW_OF_ROOMS...", "SAD BCL")
    return run(program)
