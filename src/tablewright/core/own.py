"""Own content: folders and files of authors, whose decks, dungeons and layouts stand beside what ships with a game.

Only who sits at this machine names folders and paths, on a command line, in a study, the settings or the environment.
What comes over the net names options: ``Game.pick`` never looks at the file system.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from tablewright.core.game import Choice, Game, Option
from tablewright.core.outside import LONGEST_NAME, plain

#: Folders of own content, separated as the platform separates paths.
VARIABLE = "TABLEWRIGHT_CONTENT"
#: A folder of own content has no more files and folders in it, at any depth.
MOST_FILES = 5_000
#: Of everything that is wrong with own content so much is told.
MOST_TOLD = 20
#: What the files of authors end in.
ENDINGS = (".json", ".txt", ".maze")


class BadContent(ValueError):
    """Own content cannot be used; the message has a line for everything that is wrong."""

    def __init__(self, sentences: Sequence[str]) -> None:
        more = [f"and {len(sentences) - MOST_TOLD} more"] if len(sentences) > MOST_TOLD else []
        super().__init__("\n".join([*sentences[:MOST_TOLD], *more]))


class Shelf:
    """Options by name while they are collected: two of one name are a mistake that names where both come from."""

    def __init__(self, what: str, shipped: Iterable[str]) -> None:
        self.what = what
        self.wrong: list[str] = []
        self._shipped = {name.casefold() for name in shipped}
        self._from: dict[str, str] = {}

    def take(self, name: str, path: str) -> bool:
        """Say whether a name is free, and note who has it now."""
        word = name.casefold()
        if word in self._shipped:
            self.wrong.append(f'{path}: a {self.what} "{name}" ships with the game; give this one another name')
        elif word in self._from:
            self.wrong.append(f'{path}: {self._from[word]} has a {self.what} "{name}" too; give one another name')
        else:
            self._from[word] = path
            return True
        return False

    def check(self) -> None:
        """Raise ``BadContent`` if anything was wrong."""
        if self.wrong:
            raise BadContent(self.wrong)


def from_environment() -> list[str]:
    """Return the folders that the environment names."""
    return [path for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path]


def shown_path(path: str) -> str:
    """Return the end of a path, enough to tell files apart in a list of options."""
    folder, name = os.path.split(path)
    return plain(os.path.join(os.path.basename(folder), name), LONGEST_NAME)


def own_about(about: str, path: str) -> str:
    """Return the line about an option of an author's file: where it comes from, and what its author says of it."""
    return f"{shown_path(path)}: {about}" if about else shown_path(path)


def find_files(paths: Iterable[str]) -> list[str]:
    """Return the regular files in folders, and files as they are, each once; raises ``BadContent``.

    Links to folders are not followed, and what begins with a dot is left alone.
    """
    found: dict[str, str] = {}
    wrong: list[str] = []
    for path in paths:
        try:
            if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
                raise ValueError("it is neither a regular file nor a folder")
            files = [path] if os.path.isfile(path) else _inside(path)
        except OSError as error:
            wrong.append(f"{plain(path)}: own content cannot be read: {error.strerror}")
            continue
        except ValueError as error:
            wrong.append(f"{plain(path)}: own content cannot be read: {error}")
            continue
        for file in files:
            found.setdefault(os.path.realpath(file), os.path.abspath(file))
    if wrong:
        raise BadContent(wrong)
    return list(found.values())


def _inside(folder: str) -> list[str]:
    with os.scandir(folder):  # what is no folder, or cannot be read, says so
        pass
    files: list[str] = []
    seen = 0
    for inside, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        seen += len(folders) + len(names)
        if seen > MOST_FILES:
            raise ValueError(f"it has more than {MOST_FILES:,} files")
        paths = [os.path.join(inside, name) for name in sorted(names) if not name.startswith(".")]
        files += [path for path in paths if os.path.isfile(path)]
    return files


def with_content(game: Game, paths: Sequence[str]) -> Game:
    """Return a game that also offers what is in folders and files; raises ``BadContent``."""
    return _with_files(game, find_files(paths)) if paths else game


def _with_files(game: Game, files: Iterable[str]) -> Game:
    known = {os.path.realpath(file) for file in game.own_files}
    new = [file for file in files if os.path.realpath(file) not in known and game.claims(file)]
    return game.with_files([*game.own_files, *new]) if new else game


def reread(game: Game) -> Game:
    """Return a game with its own files as they are now, as somebody may have edited them; raises ``BadContent``."""
    return game.with_files(game.own_files) if game.own_files else game


def with_content_all(games: Sequence[Game], paths: Sequence[str]) -> list[Game]:
    """Return the games that offer more with some folders and files; raises ``BadContent``, also if there is none."""
    files = find_files(paths)
    made = [(game, _with_files(game, files)) for game in games]
    if paths and not any(game.own_files for _, game in made):
        raise BadContent([f"{plain(path)}: there is no card, deck, dungeon or maze in it" for path in paths])
    return [new for game, new in made if new is not game]


def accept_paths(game: Game, chosen: Mapping[str, str], folder: str = "") -> tuple[Game, dict[str, str]]:
    """Let paths, seen from a folder, stand for names: return the game that offers their content, and the names.

    A file that offers several is followed by a colon and the name. Raises ``ValueError`` with a sentence. This is for
    people at this machine; see above.
    """
    names = dict(chosen)
    for key, word in chosen.items():
        choice = _choice(game, key) if _is_path(word) else None
        if choice is None or any(option.name == word for option in choice.options):
            continue
        path, name = os.path.join(folder, word), ""
        if not os.path.exists(path) and ":" in word:
            path, _, name = path.rpartition(":")
        game = with_content(game, [path])
        names[key] = _brought(_choice(game, key), path, name).name
    return game, names


def _choice(game: Game, key: str) -> Choice | None:
    return next((choice for choice in game.choices() if choice.key == key), None)


def _is_path(word: str) -> bool:
    return os.sep in word or "/" in word or word.endswith(ENDINGS) or word.rpartition(":")[0].endswith(ENDINGS)


def _brought(choice: Choice | None, path: str, name: str) -> Option:
    assert choice is not None, "own content takes nothing away"
    real = os.path.realpath(path)
    options = [option for option in choice.options if option.source and os.path.realpath(option.source) == real]
    fitting = [option for option in options if name in ("", option.name)]
    if len(fitting) == 1:
        return fitting[0]
    what = choice.title.lower()
    known = ", ".join(option.name for option in options)
    if not options:
        raise BadContent([f"{plain(path)} has nothing to choose for {what}"])
    if name:
        raise BadContent([f'{plain(path)} has no "{plain(name, LONGEST_NAME)}" for {what}; it has {known}'])
    raise BadContent([f"{plain(path)} has several to choose for {what}: write {plain(path)}:NAME with one of {known}"])
