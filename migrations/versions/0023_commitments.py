"""Add the public list of commitments, and tables that start automatically"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0023"
down_revision: str | None = "0022"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

STARTING = sa.text("starts_at IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "unpublished_commitments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("commitment", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unpublished_commitments")),
    )
    op.create_table(
        "commitments",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("commitment", sa.LargeBinary(length=32), nullable=False),
        sa.Column("previous", sa.LargeBinary(length=32), nullable=False),
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_commitments")),
    )
    op.create_index(op.f("ix_commitments_at"), "commitments", ["at"])
    op.create_index(op.f("ix_commitments_commitment"), "commitments", ["commitment"])
    op.add_column("tables", sa.Column("starts_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        "ix_tables_starts_at", "tables", ["starts_at"], postgresql_where=STARTING, sqlite_where=STARTING
    )
    op.create_index(op.f("ix_tables_next"), "tables", ["next"])


def downgrade() -> None:
    op.drop_index(op.f("ix_tables_next"), "tables")
    op.drop_index("ix_tables_starts_at", "tables")
    op.drop_column("tables", "starts_at")
    op.drop_table("commitments")
    op.drop_table("unpublished_commitments")
