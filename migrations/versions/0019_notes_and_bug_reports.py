"""Add notes of players and bug reports"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "journal",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(length=300), nullable=False),
        sa.Column("shared", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        _to("table_id", "tables"),
        _to("player_id", "players"),
        sa.PrimaryKeyConstraint("table_id", "player_id", "ply", name=op.f("pk_journal")),
    )
    op.create_index(op.f("ix_journal_player_id"), "journal", ["player_id"])
    op.add_column("reports", sa.Column("problem", sa.JSON(), nullable=True))


def _to(column: str, other: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_journal_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, ondelete="CASCADE")


def downgrade() -> None:
    op.drop_column("reports", "problem")
    op.drop_table("journal")
