"""Story files: the texts that a dungeon is told with."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.problems import Problem, did_you_mean, read_magic

if TYPE_CHECKING:
    from typing import Final

STORY_MAGIC: Final = "STORY"

SYMBOLS: Final = {"N": "** ", "E": "!! "}

#: Every key that the program prints.
KEYS: Final = (
    "N_INTRO",
    *[f"N_ROOM_{room}" for room in range(1, 10)],
    "N_ENEMY_G",
    "N_ENEMY_L",
    "N_ENEMY_Z",
    "N_PROMPT_MESSAGE",
    "N_LOOT_CHEST_LOCKED",
    "N_LOOT_SUCCESSFUL",
    "N_DEFEAT",
    "N_FLIGHT",
    "N_COMPLETION",
    "N_SCORING_FILE",
    "E_UNKNOWN_COMMAND",
    "E_INVALID_PARAM_COUNT",
    "E_INVALID_PARAM",
    "E_ENTITY_OR_ITEM_UNAVAILABLE",
    "E_INVALID_POSITION",
    "E_MOVE_LOCKED_DOOR",
    "E_ATTACK_NO_WEAPON_EQUIPPED",
    "E_ATTACK_NO_AMMUNITION",
    "E_SCORING_FILE_NOT_WRITABLE",
)


class Story:
    """The texts of a story file by key, ready to print."""

    __slots__ = ("texts",)

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts

    @classmethod
    def read(cls, path: str) -> Story:
        """Read a story file; raises ``BadFile``. Lines without a colon are skipped, a text may contain colons."""
        texts = {}
        for line in read_magic(path, STORY_MAGIC):
            key, colon, text = line.partition(":")
            if colon:
                symbol = SYMBOLS.get(key[:1], "")
                texts[key] = "\n".join([symbol + piece if piece else "" for piece in text.split(";")])
        return cls(texts)

    def text(self, key: str) -> str:
        """Return the printed text of a key; nothing if the file has none."""
        return self.texts.get(key, "")


def check_story(lines: list[str], path: str) -> list[Problem]:
    """Report all mistakes in the lines of a story file behind its magic line."""
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        key, colon, text = line.partition(":")
        if not colon:
            problems.append(Problem(path, number, 1, "text", f'a line is KEY:TEXT, this one is "{line[:20]}"'))
        elif key in seen:
            problems.append(Problem(path, number, 1, "key-twice", f"{key} is already on line {seen[key]}"))
        elif key not in KEYS:
            message = f'"{key[:40]}" is never printed{did_you_mean(key, KEYS)}'
            problems.append(Problem(path, number, 1, "unknown-key", message))
        elif not text.endswith(";"):
            message = f'{key} does not end with ";", so what is printed next follows in the same line'
            problems.append(Problem(path, number, len(line), "open-line", message, warning=True))
        seen.setdefault(key, number)
    missing = [Problem(path, 0, 0, "key-missing", f"{key} is missing") for key in KEYS if key not in seen]
    return problems + missing
