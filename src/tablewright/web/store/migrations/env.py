"""Runs the migrations in the transaction that it is given; Alembic asks for this file."""

from __future__ import annotations

from alembic import context

from tablewright.web.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
