"""Which worker has a match, and which workers there are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the leases and the register of workers; nobody has a match yet."""
    op.add_column("matches", sa.Column("worker", sa.String(40)))
    op.add_column("matches", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "workers",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("address", sa.String(300), nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove them; nothing of a match is lost."""
    op.drop_table("workers")
    op.drop_column("matches", "epoch")
    op.drop_column("matches", "worker")
