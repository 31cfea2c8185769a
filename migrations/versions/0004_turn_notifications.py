"""Create push devices, webhooks and turn notifications"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NOW = sa.func.now()


def upgrade() -> None:
    op.create_table(
        "devices",
        _player("devices"),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("device", sa.String(length=32), nullable=False),
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("p256dh", sa.String(length=88), nullable=False),
        sa.Column("auth", sa.String(length=24), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("site", sa.String(length=300), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "device", name=op.f("pk_devices")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_devices_endpoint")),
    )
    op.create_table(
        "webhooks",
        _table("webhooks"),
        _player("webhooks"),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("url", sa.String(length=1000), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("site", sa.String(length=300), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "player_id", name=op.f("pk_webhooks")),
    )
    op.create_table(
        "notices",
        _table("notices"),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "turn", name=op.f("pk_notices")),
    )


def downgrade() -> None:
    for table in ("notices", "webhooks", "devices"):
        op.drop_table(table)


def _player(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_player_id_players")
    return sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=name, ondelete="CASCADE")


def _table(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_table_id_tables")
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=name, ondelete="CASCADE")
