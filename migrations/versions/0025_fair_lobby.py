"""Add origin and last attendance of open tables, and removals from them"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0025"
down_revision: str | None = "0024"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

HAS_ADDRESS = sa.text("address_key IS NOT NULL")
TO_WATCH = sa.text("status = 'playing' AND visibility = 'public'")


def upgrade() -> None:
    op.add_column("tables", sa.Column("address_key", sa.String(16), nullable=True))
    op.add_column("tables", sa.Column("attended_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("said", sa.Column("address_key", sa.String(16), nullable=True))
    op.add_column("reports", sa.Column("address_key", sa.String(16), nullable=True))
    op.create_index(
        op.f("ix_tables_address_key"),
        "tables",
        ["address_key"],
        postgresql_where=HAS_ADDRESS,
        sqlite_where=HAS_ADDRESS,
    )
    op.create_index("ix_tables_to_watch", "tables", ["id"], postgresql_where=TO_WATCH, sqlite_where=TO_WATCH)
    op.create_table(
        "removals",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        _to("table_id", "tables"),
        _to("player_id", "players"),
        sa.PrimaryKeyConstraint("table_id", "player_id", name=op.f("pk_removals")),
    )
    op.create_index(op.f("ix_removals_player_id"), "removals", ["player_id"])


def _to(column: str, other: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_removals_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, ondelete="CASCADE")


def downgrade() -> None:
    op.drop_table("removals")
    op.drop_index("ix_tables_to_watch", "tables")
    op.drop_index(op.f("ix_tables_address_key"), "tables")
    op.drop_column("reports", "address_key")
    op.drop_column("said", "address_key")
    op.drop_column("tables", "attended_at")
    op.drop_column("tables", "address_key")
