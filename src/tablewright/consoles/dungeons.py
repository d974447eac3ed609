"""The exact terminal program ``dungeons DUNGEON_FILE STORY_FILE``: reads lines, prints events; no rules."""

from __future__ import annotations

import os

from tablewright.consoles.saving import save_if_wanted, wanted
from tablewright.consoles.terminal import Terminal, run, tell_errors, welcome
from tablewright.core.dice import Dice, seed_from_text
from tablewright.core.light import TYPE_CHECKING
from tablewright.core.problems import BadFile, HugeFile, read_magic, read_texts
from tablewright.core.state import Malformed, words
from tablewright.games.dungeons.actions import check_count, integer, parse_hero, parse_words
from tablewright.games.dungeons.drawing import foe_line, header, inventory, item_lines, room_map
from tablewright.games.dungeons.events import (
    COMPLETION,
    DEFEAT,
    FLIGHT,
    ActionDone,
    Attacked,
    ChestLocked,
    ChestTried,
    Ended,
    Equipped,
    FoeMoved,
    FoesActed,
    Looted,
    Rolled,
    RoomCompleted,
    RoomEntered,
)
from tablewright.games.dungeons.files import STORY_MAGIC, check_story, playable, read_dungeon
from tablewright.games.dungeons.floor import place
from tablewright.games.dungeons.reasons import ABSENT, FALLEN
from tablewright.games.dungeons.setup import (
    LONGEST_NAME,
    MOST_HEROES,
    NO_LIMIT,
    DungeonsSetup,
    name_fits,
    party,
    too_small,
)
from tablewright.games.dungeons.state import deal
from tablewright.games.dungeons.tables import DATA, HERO_OF, HEROES

if TYPE_CHECKING:
    from tablewright.core.state import Event, Reason
    from tablewright.games.dungeons.actions import DungeonsAction
    from tablewright.games.dungeons.pieces import Hero
    from tablewright.games.dungeons.setup import Room
    from tablewright.games.dungeons.state import DungeonsState

PROMPT = "> "
#: What ``whoami`` answers.
TEAM = "Tablewright"

ENDINGS = {DEFEAT: "N_DEFEAT", FLIGHT: "N_FLIGHT", COMPLETION: "N_COMPLETION"}

#: Display commands with the number of their parameters.
DISPLAYS = {
    "HELP": 0,
    "QUIT": 0,
    "STORY": 0,
    "MAP": 0,
    "POSITIONS": 0,
    "PLAYER": 1,
    "INVENTORY": 1,
    "WHOAMI": 0,
    "PLAY": 0,
}

#: Events that the rulebook has no line for.
SILENT = (RoomCompleted, Equipped, Ended)


#: What stands before every line of a text, by the first letter of its key: of the narrator, and of an error.
SYMBOLS = {"N": "** ", "E": "!! "}


class Story:
    """The texts of a story file by key, ready to print."""

    __slots__ = ("texts",)

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts

    @classmethod
    def read(cls, path: str) -> Story:
        """Read a story file; raises ``BadFile``."""
        texts = {}
        for key, text in read_texts(path, STORY_MAGIC).items():
            symbol = SYMBOLS.get(key[:1], "")
            texts[key] = "\n".join([symbol + piece if piece else "" for piece in text.split(";")])
        return cls(texts)

    def text(self, key: str) -> str:
        """Return the printed text of a key; nothing if the file has none."""
        return self.texts.get(key, "")


class Quit(Exception):
    """The player has left, or the input has ended."""


class DungeonsConsole:
    """One match at one terminal."""

    def __init__(self, terminal: Terminal, path: str, rooms: list[Room], story: Story) -> None:
        self.terminal = terminal
        self.path = path
        self.rooms = rooms
        self.story = story
        self.stories_on = True
        self.map_on = True
        self.met: set[str] = set()
        #: What was done, for a record.
        self.actions: list[str] = []
        self.state: DungeonsState

    def write(self, text: str) -> None:
        """Print text as it is."""
        self.terminal.write(text)

    def tell(self, key: str) -> None:
        """Print a text of the story file."""
        self.terminal.write(self.story.text(key))

    def read(self) -> bytes:
        """Prompt for a line; raises ``Quit`` at the end of input."""
        line = self.terminal.read(PROMPT)
        if line is None:
            raise Quit
        return line

    def ask(self) -> list[str]:
        """Prompt for the words of a line; raises ``Quit`` also when they say so."""
        line = words(self.read())
        if line == ["QUIT"]:
            raise Quit
        return line

    def play(self, seed: int) -> None:
        """Play from the introduction to the score."""
        self.tell("N_INTRO")
        heroes = self.ask_party()
        if too_small(self.rooms, len(heroes)) is not None:
            raise BadFile(self.path)
        setup = DungeonsSetup(self.rooms, party(heroes, 1), 1, NO_LIMIT)
        self.write("\n-- Players --------------------------------------\n")
        for player in setup.players:
            self.write(f"  Player {player.number + 1}: {player.label}\n")
        self.write("\n")
        self.state = deal(setup, Dice(seed))
        self.tell_room(True)
        self.print_room()
        self.state.watch = self.watch
        record = wanted()
        try:
            while self.state.outcome is None:
                self.tell("N_PROMPT_MESSAGE")
                self.command()
        finally:
            save_if_wanted(record, "dungeons", setup, seed, self.actions)
        self.tell(ENDINGS[self.state.outcome.cause])
        score = self.score()
        self.write(score)
        self.tell("N_SCORING_FILE")
        self.save(score.encode("utf-8", "surrogateescape"))

    # Before the match

    def ask_party(self) -> list[tuple[str, str]]:
        """Ask for the number of players, their names and types."""
        self.write(f"How many players want to join the adventure? (1 to {MOST_HEROES})\n")
        count = None
        while count is None:
            line = self.ask()
            count = integer(line[0]) if len(line) == 1 else None
            if count is None or not 1 <= count <= MOST_HEROES:
                count = None
                self.write(f"Please enter a number of players between 1 and {MOST_HEROES}.\n")
        heroes: list[tuple[str, str]] = []
        for number in range(1, count + 1):
            self.write(f"\nPlayer {number} what do you wish to be called? (max length {LONGEST_NAME} characters)\n")
            name = self.ask_name([other for other, _ in heroes])
            self.write(f"{name}, please choose a player type:\n")
            taken = [letter for _, letter in heroes]
            for kind in HEROES:
                self.write(f"  [{kind.letter}] {kind.name:10} {taken.count(kind.letter)}/1\n")
            heroes.append((name, self.ask_type(taken)))
        return heroes

    def ask_name(self, others: list[str]) -> str:
        """Ask for a name, which is taken literally, until it fits."""
        while True:
            line = self.read()
            name = (line[:-1] if line.endswith(b"\n") else line).decode("utf-8", "surrogateescape")
            if name_fits(name, others):
                return name
            self.write(f"Please enter a unique name with not more than {LONGEST_NAME} characters.\n")

    def ask_type(self, taken: list[str]) -> str:
        """Ask for a player type that is not taken."""
        while True:
            line = self.ask()
            letter = line[0] if len(line) == 1 else ""
            if letter not in HERO_OF:
                self.write("Please enter a letter representing your desired player type (W, B, or R).\n")
            elif letter in taken:
                self.write("This player type is no longer available. Please choose a different player type.\n")
            else:
                return letter

    # Commands

    def command(self) -> None:
        """Read lines until one of them is a valid command, and do it."""
        while True:
            line = words(self.read())
            reason: Reason | None
            try:
                if line and line[0] in DISPLAYS:
                    check_count(line, DISPLAYS[line[0]])
                    reason = self.display(line)
                else:
                    reason = self.act(parse_words(line))
            except Malformed as refusal:
                reason = refusal.reason
            if reason is None:
                return
            self.tell("E_" + reason.code)

    def act(self, action: DungeonsAction) -> Reason | None:
        """Do an action or return the reason against it."""
        reason = self.state.why_not(action)
        if reason is None:
            self.actions.append(action.text)
            self.state.apply(action)
        return reason

    def display(self, line: list[str]) -> Reason | None:
        """Do a display command or return the reason against it."""
        command = line[0]
        if command == "QUIT":
            raise Quit
        if command == "HELP":
            with open(os.path.join(DATA, "help.txt"), encoding="ascii") as file:
                self.write(file.read())
        elif command == "STORY":
            self.stories_on = not self.stories_on
        elif command == "MAP":
            self.map_on = not self.map_on
            if self.map_on:
                self.write(room_map(self.state))
        elif command == "POSITIONS":
            self.print_positions()
        elif command == "WHOAMI":
            self.write(f"Team: {TEAM}\n")
        elif command == "PLAY":
            from tablewright.bots.dungeons.expert import choose
            from tablewright.core.perspective import Perspective

            action = choose(Perspective(self.state, 0))
            self.write(f"AI: {action.text}\n")
            return self.act(action)
        else:
            kind = parse_hero(line[1])
            hero = self.state.hero(kind.number)
            if hero is None:
                return ABSENT.of(hero=kind.name)
            if not hero.health:
                return FALLEN.of(name=hero.name)
            if command == "PLAYER":
                self.print_hero(hero)
            else:
                self.write(inventory(hero))
        return None

    def print_positions(self) -> None:
        """Print where everybody is."""
        for hero in self.state.heroes:
            if hero.health:
                self.write(f"{hero.label} on {place(hero.field)}\n")
        for foe in self.state.foes:
            if foe.health:
                self.write(f"{foe.label} on {place(foe.field)}\n")

    def print_hero(self, hero: Hero) -> None:
        """Print a hero's values."""
        kind = hero.player.kind
        self.write(f"{hero.label} on {place(hero.field)}\n")
        for name, value in (
            ("Armor Value:", hero.av),
            ("Current Health:", hero.health),
            ("Max Health:", kind.health),
            ("Strength:", kind.strength),
            ("Vitality:", kind.vitality),
        ):
            self.write(f"  {name:16}{value:5}\n")

    # Events

    def watch(self, event: Event) -> None:
        """Print what happens."""
        if isinstance(event, ActionDone | FoesActed):
            self.print_room()
        elif isinstance(event, RoomEntered):
            self.tell_room(event.first)
        elif isinstance(event, ChestLocked):
            self.tell("N_LOOT_CHEST_LOCKED")
        elif isinstance(event, Looted):
            self.tell("N_LOOT_SUCCESSFUL")
            self.write(item_lines(event.items))
        elif isinstance(event, ChestTried):
            self.write(f"** {event.told(0)}\n")
        elif isinstance(event, Rolled):
            self.write(f"[Dice Roll] {event.dice} d{event.sides} resulting in a total value of {event.total}.\n\n")
        elif isinstance(event, FoeMoved) or (isinstance(event, Attacked) and event.foe):
            self.write(f"\n{event.told(0)}\n")
        elif not isinstance(event, SILENT):
            self.write(f"{event.told(0)}\n")

    def tell_room(self, first: bool) -> None:
        """Tell the story of the room on the first visit, and of foes met for the first time."""
        room = self.state.room
        new = sorted({foe.kind.letter for foe in room.foes} - self.met) if first else []
        self.met.update(new)
        if first and self.stories_on:
            self.tell(f"N_ROOM_{room.id}")
            for letter in new:
                self.tell(f"N_ENEMY_{letter}")

    def print_room(self) -> None:
        """Print header, map and foes."""
        self.write("\n" + header(self.state) + "\n")
        if self.map_on:
            self.write(room_map(self.state))
        self.write(foe_line(self.state))

    # After the match

    def score(self) -> str:
        """Return the score as it is printed and saved."""
        lines = ["-- Players --------------------------------------"]
        lines += [f"  {hero.label} survived." for hero in self.state.heroes if hero.health]
        lines += [f"  {hero.label}, rest in peace." for hero in self.state.heroes if not hero.health]
        lines += ["", "-- Statistics -----------------------------------"]
        lines += [f"  {self.state.completed()} rooms completed", f"  {self.state.total} performed actions", "", ""]
        return "\n".join(lines)

    def save(self, score: bytes) -> None:
        """Ask for a path until the score can be written there."""
        while True:
            line = self.read()
            if words(line) == ["QUIT"]:
                raise Quit
            try:
                with open(line.strip(), "wb") as file:
                    file.write(score)
                return
            except (OSError, ValueError):  # ValueError: a NUL in the path
                self.tell("E_SCORING_FILE_NOT_WRITABLE")


def program(arguments: list[str], terminal: Terminal) -> int:
    """Run the program and return its exit status."""
    if len(arguments) != 2:
        terminal.write("Error: Wrong number of parameters!\n")
        return 2
    seed = seed_from_text(os.environ.get("RAND_SEED"))
    try:
        rooms, problems = read_dungeon(arguments[0])
        if not playable(problems):
            raise BadFile(arguments[0])
        console = DungeonsConsole(terminal, arguments[0], rooms, Story.read(arguments[1]))
        tell_errors([*problems, *check_story(read_magic(arguments[1], STORY_MAGIC), arguments[1])])
        console.play(int.from_bytes(os.urandom(4)) if seed is None else seed)
    except (HugeFile, MemoryError):
        terminal.write("Error: Not enough memory!\n")
        return 1
    except BadFile as error:
        terminal.write(f"Error: Invalid file ({error.path})!\n")
        return 3
    except Quit:
        pass
    return 0


def main() -> int:
    """Run as the installed command."""
    welcome("Dungeons & Classes", "dungeons DUNGEON_CONFIG STORY_CONFIG", "{ready}/cellar.txt {ready}/story.txt")
    return run(program)
