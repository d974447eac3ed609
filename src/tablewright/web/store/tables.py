"""The tables of the store; what changes here needs a migration.

The secret of a deal stands in a table of its own, so that no question about matches and no copy of their records can
bring it along.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

#: The names of constraints, so that migrations find them under any database.
METADATA = MetaData(naming_convention={"fk": "fk_%(table_name)s_%(column_0_name)s", "pk": "pk_%(table_name)s"})


def _match() -> Column[str]:
    return Column("match", String(40), ForeignKey("matches.id"), primary_key=True)


MATCHES = Table(
    "matches",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("charter", Text, nullable=False),
    Column("status", String(10), nullable=False),
    Column("free", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("worker", String(40)),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Index("ix_matches_status_created", "status", "created"),
)

ENTRIES = Table(
    "entries",
    METADATA,
    _match(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("seat", Integer),
    Column("act", BigInteger),
    Column("body", Text, nullable=False),
)

SECRETS = Table("secrets", METADATA, _match(), Column("secret", LargeBinary, nullable=False))

TOKENS = Table(
    "tokens",
    METADATA,
    _match(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
)

INVITES = Table(
    "invites",
    METADATA,
    _match(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
)

WORKERS = Table(
    "workers",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("address", String(300), nullable=False),
    Column("beat", BigInteger, nullable=False),
)
