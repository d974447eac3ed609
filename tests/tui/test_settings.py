"""What is remembered between matches, and where it lives."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablewright.tui.places import config_folder, saves_folder
from tablewright.tui.settings import Settings


def test_settings_and_saves_live_where_the_platform_wants_them(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    assert config_folder() == str(home)
    assert saves_folder() == str(home / "saves")
    monkeypatch.delenv("TABLEWRIGHT_HOME")
    import platformdirs

    assert config_folder() == platformdirs.user_config_dir("tablewright", appauthor=False)
    assert saves_folder().startswith(platformdirs.user_data_dir("tablewright", appauthor=False))


def test_settings_are_remembered(home: Path) -> None:
    settings = Settings()
    assert (settings.name, settings.theme, settings.fault) == ("You", "auto", "")
    settings.name, settings.theme = "Ann", "light"
    settings.write()
    assert (Settings().name, Settings().theme) == ("Ann", "light")
    (home / "settings.json").write_text('{"name": "bot hard", "theme": "pink"}')
    assert (Settings().name, Settings().theme) == ("You", "auto")


def test_settings_that_cannot_be_read_are_left_alone(home: Path) -> None:
    home.mkdir()
    for text in ("{", "[]", '"x"'):
        (home / "settings.json").write_text(text)
        settings = Settings()
        assert "cannot be read" in settings.fault
        settings.write()
        assert (home / "settings.json").read_text() == text


def test_settings_that_cannot_be_written_are_a_sentence(home: Path) -> None:
    home.write_text("a file where a folder should be")
    settings = Settings()
    settings.fault = ""
    settings.write()
    assert "cannot be written" in settings.fault
