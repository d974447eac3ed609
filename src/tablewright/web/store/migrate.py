"""Bringing the tables of a store to the newest form, and back."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from tablewright.web.store.engines import lock_for_migrating

#: The revision of the tables as they are described in ``tables.py``, and of none at all.
NEWEST, NOTHING = "head", "base"


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", "tablewright.web.store:migrations")
    config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection, revision: str = NEWEST) -> None:
    """Bring the tables to a later revision; what is there already stays.

    Whoever else wants to do it at the same time waits until the end of the transaction. Raises ``BadStore`` if the
    database cannot hold a store.
    """
    lock_for_migrating(connection)
    command.upgrade(_config(connection), revision)


def downgrade(connection: Connection, revision: str) -> None:
    """Bring the tables back to an earlier revision; what that one cannot hold is lost."""
    command.downgrade(_config(connection), revision)
