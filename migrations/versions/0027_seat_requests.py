"""Add requests for a seat after a lost session"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0027"
down_revision: str | None = "0026"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "seat_requests",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        _to("table_id", "tables"),
        _to("player_id", "players"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_seat_requests")),
    )
    op.create_index(op.f("ix_seat_requests_player_id"), "seat_requests", ["player_id"])


def _to(column: str, other: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_seat_requests_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, ondelete="CASCADE")


def downgrade() -> None:
    op.drop_table("seat_requests")
