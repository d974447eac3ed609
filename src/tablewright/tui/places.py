"""Where settings and saves live: where the platform wants them, or below ``TABLEWRIGHT_HOME``."""

from __future__ import annotations

import os

HOME = "TABLEWRIGHT_HOME"


def config_folder() -> str:
    """Return the folder of the settings; it need not exist yet."""
    home = os.environ.get(HOME)
    if home:
        return home
    from platformdirs import user_config_dir

    return user_config_dir("tablewright", appauthor=False)


def saves_folder() -> str:
    """Return the folder of the saved matches; it need not exist yet."""
    home = os.environ.get(HOME)
    if home:
        return os.path.join(home, "saves")
    from platformdirs import user_data_dir

    return os.path.join(user_data_dir("tablewright", appauthor=False), "saves")
