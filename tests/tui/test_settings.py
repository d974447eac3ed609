"""What is remembered between matches, and where it lives."""

from __future__ import annotations

import os
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
    for wrong in ('{"name": "bot hard"}', '{"theme": "pink"}'):
        (home / "settings.json").write_text(wrong)
        assert (Settings().name, Settings().theme) == ("You", "auto")
        assert "cannot be used" in Settings().fault


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '"x"',
        "[" * 100_000,
        '{"name": NaN}',
        f'{{"theme": {"9" * 5000}}}',
        '{"name": "\\u001b[2J"}',
        '{"name": "B\\u043et hard"}',
        '{"theme": ["dark"]}',
        " " * 2_000_000,
    ],
    ids=range(10),
)
def test_damaged_settings_are_the_defaults_and_stay_until_something_is_changed(home: Path, text: str) -> None:
    home.mkdir()
    path = home / "settings.json"
    path.write_text(text)
    settings = Settings()
    assert (settings.name, settings.theme) == ("You", "auto")
    assert "so the settings are the defaults: it" in settings.fault
    assert len(settings.fault) < 500
    settings.write()
    assert path.read_text() == text
    settings.theme = "dark"
    settings.write()
    assert (Settings().theme, Settings().fault) == ("dark", "")


def test_settings_that_are_no_file_are_never_opened(home: Path) -> None:
    home.mkdir()
    path = home / "settings.json"
    os.mkfifo(path)
    for _ in range(2):
        settings = Settings()
        assert "so the settings are the defaults: it is not a regular file" in settings.fault
        settings.theme = "dark"
        settings.write()
        assert "cannot be written" in settings.fault
        path.unlink()
        path.symlink_to("/dev/zero")
    path.unlink()
    path.symlink_to(home / "elsewhere.json")  # as people do who keep all their settings in one place
    settings = Settings()
    assert settings.fault == ""
    settings.theme = "dark"
    settings.write()
    assert path.is_symlink()
    assert Settings().theme == "dark"


def test_settings_that_cannot_be_written_are_a_sentence(home: Path) -> None:
    home.write_text("a file where a folder should be")
    settings = Settings()
    settings.theme = "dark"
    settings.write()
    assert "cannot be written" in settings.fault
