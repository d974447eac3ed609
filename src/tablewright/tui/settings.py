"""What the application remembers between matches: the player's name, the colours, and folders of own content."""

from __future__ import annotations

import json
import os

from tablewright.core.disk import write_whole
from tablewright.core.outside import parse_json, read_text
from tablewright.table.players import why_no_person
from tablewright.tui.places import config_folder

THEMES = ("auto", "dark", "light")
DEFAULT_NAME = "You"


class Settings:
    """Values with defaults. A file that cannot be used stays as it is until something is changed.

    ``fault`` says what is wrong with it.
    """

    def __init__(self) -> None:
        self.path = os.path.join(config_folder(), "settings.json")
        self.name = DEFAULT_NAME
        self.theme = "auto"
        #: Folders of own content, as somebody has written them into the file; see ``core.own``.
        self.content: list[str] = []
        self._content: list[str] = []
        self.fault = ""
        try:
            self._read(parse_json(read_text(self.path)))
        except FileNotFoundError:
            pass
        except OSError as error:
            self.fault = f"{self.path} cannot be read, so the settings are the defaults: {error.strerror}"
        except ValueError as error:
            self.fault = f"{self.path} cannot be used, so the settings are the defaults: {error}"
        self._kept = (self.name, self.theme)

    def _read(self, value: object) -> None:
        if not isinstance(value, dict):
            raise ValueError("it is not a JSON object")
        name, theme = value.get("name", self.name), value.get("theme", self.theme)
        if not isinstance(name, str) or why_no_person(name):
            raise ValueError("its name is none that a player can have")
        if theme not in THEMES:
            raise ValueError(f"its theme is none of {', '.join(THEMES)}")
        content = value.get("content", [])
        if not isinstance(content, list) or not all(isinstance(path, str) for path in content):
            raise ValueError("its content is not a list of folders")
        self.name, self.theme = name, theme
        self.content = [os.path.join(os.path.dirname(self.path), os.path.expanduser(path)) for path in content]
        self._content = content

    def write(self) -> None:
        """Remember the values if one was changed."""
        if (self.name, self.theme) == self._kept:
            return
        value: dict[str, object] = {"name": self.name, "theme": self.theme}
        if self._content:
            value["content"] = self._content
        text = json.dumps(value, indent=4) + "\n"
        path = os.path.realpath(self.path)  # who keeps the file elsewhere and links to it goes on doing so
        try:
            if os.path.exists(path) and not os.path.isfile(path):
                raise OSError(0, "it is not a regular file")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            write_whole(path, text.encode())
        except OSError as error:
            self.fault = f"the settings cannot be written to {self.path}: {error.strerror}"
        else:
            self.fault = ""
            self._kept = (self.name, self.theme)
