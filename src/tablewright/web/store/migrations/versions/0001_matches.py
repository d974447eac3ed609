"""Matches, their logs, secrets, tokens and invitations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _match() -> sa.Column[str]:
    return sa.Column("match", sa.String(40), sa.ForeignKey("matches.id"), primary_key=True)


def _seat() -> sa.Column[int]:
    return sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False)


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("charter", sa.Text, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_matches_status_created", "matches", ["status", "created"])
    op.create_table(
        "entries",
        _match(),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("act", sa.BigInteger),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table("secrets", _match(), sa.Column("secret", sa.LargeBinary, nullable=False))
    op.create_table("tokens", _match(), _seat(), sa.Column("hash", sa.LargeBinary, nullable=False))
    op.create_table("invites", _match(), _seat(), sa.Column("hash", sa.LargeBinary, nullable=False))


def downgrade() -> None:
    """Remove them with everything in them."""
    for table in ("invites", "tokens", "secrets", "entries", "matches"):
        op.drop_table(table)
