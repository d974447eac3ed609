"""What the application remembers between matches: the player's name and the colours."""

from __future__ import annotations

import json
import os

from tablewright.table.players import why_no_person
from tablewright.tui.places import config_folder

THEMES = ("auto", "dark", "light")
DEFAULT_NAME = "You"


class Settings:
    """Values with defaults; a file that cannot be read is left alone, and ``fault`` says what is wrong with it."""

    def __init__(self) -> None:
        self.path = os.path.join(config_folder(), "settings.json")
        self.name = DEFAULT_NAME
        self.theme = "auto"
        self.fault = ""
        try:
            with open(self.path, encoding="utf-8") as file:
                value = json.load(file)
            name, theme = value.get("name", self.name), value.get("theme", self.theme)
        except FileNotFoundError:
            return
        except (OSError, ValueError, AttributeError):
            self.fault = f"{self.path} cannot be read, so the settings are the defaults"
            return
        if isinstance(name, str) and not why_no_person(name):
            self.name = name
        if theme in THEMES:
            self.theme = theme

    def write(self) -> None:
        """Remember the values, unless the file holds something that we could not read."""
        if self.fault:
            return
        text = json.dumps({"name": self.name, "theme": self.theme}, indent=4) + "\n"
        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            with open(self.path, "w", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            self.fault = f"the settings cannot be written to {self.path}: {error.strerror}"
