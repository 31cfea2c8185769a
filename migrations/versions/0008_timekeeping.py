"""Add deadlines, votes, the caretaker, pauses and availability"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NOW = sa.func.now()


def upgrade() -> None:
    op.add_column("tables", sa.Column("timing", sa.JSON(), nullable=True))
    op.add_column("players", sa.Column("habits", sa.JSON(), nullable=True))
    for table in ("seats", "moves"):
        op.add_column(table, sa.Column("caretaker", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "deadlines",
        _table("deadlines"),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_deadlines")),
    )
    op.create_index(op.f("ix_deadlines_due_at"), "deadlines", ["due_at"])
    op.create_table(
        "votes",
        _table("votes"),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("about", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("wish", sa.String(length=16), nullable=False),
        sa.Column("said_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "about", "seat", name=op.f("pk_votes")),
    )


def downgrade() -> None:
    for table in ("votes", "deadlines"):
        op.drop_table(table)
    for table, column in (
        ("moves", "caretaker"),
        ("seats", "caretaker"),
        ("players", "habits"),
        ("tables", "timing"),
    ):
        with op.batch_alter_table(table) as changed:
            changed.drop_column(column)


def _table(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_table_id_tables")
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=name, ondelete="CASCADE")
