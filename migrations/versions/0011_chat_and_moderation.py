"""Create chat, reports, administrators, bans and the audit log"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NOW = sa.func.now()
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("tables", sa.Column("closed", sa.String(length=300), nullable=True))
    op.create_table(
        "said",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("said_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("text", sa.String(length=300), nullable=True),
        sa.Column("phrase", sa.String(length=16), nullable=True),
        sa.Column("at", MOMENT, server_default=NOW, nullable=False),
        _to("said", "table_id", "tables", "CASCADE"),
        _to("said", "player_id", "players", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_said")),
        sa.UniqueConstraint("player_id", "said_id", name=op.f("uq_said_player_id_said_id")),
    )
    op.create_index(op.f("ix_said_table_id"), "said", ["table_id", "id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("by_id", sa.Uuid(), nullable=True),
        sa.Column("about_id", sa.Uuid(), nullable=True),
        sa.Column("about", sa.String(length=40), nullable=False),
        sa.Column("table", sa.String(length=16), nullable=True),
        sa.Column("words", sa.String(length=300), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("at", MOMENT, server_default=NOW, nullable=False),
        sa.Column("settled_at", MOMENT, nullable=True),
        _to("reports", "by_id", "players", "SET NULL"),
        _to("reports", "about_id", "players", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    for column in ("by_id", "about_id"):
        op.create_index(op.f(f"ix_reports_{column}"), "reports", [column])
    _create_order()


def _create_order() -> None:
    op.create_table(
        "admins",
        sa.Column("player_id", sa.Uuid(), nullable=False),
        _to("admins", "player_id", "players", "CASCADE"),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_admins")),
    )
    op.create_table(
        "bans",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=True),
        sa.Column("network", sa.String(length=50), nullable=True),
        sa.Column("about", sa.String(length=50), nullable=False),
        sa.Column("muted", sa.Boolean(), nullable=False),
        sa.Column("why", sa.String(length=300), nullable=False),
        sa.Column("since", MOMENT, server_default=NOW, nullable=False),
        sa.Column("until", MOMENT, nullable=True),
        _to("bans", "player_id", "players", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bans")),
        sa.CheckConstraint("(player_id IS NULL) <> (network IS NULL)", name=op.f("ck_bans_whom")),
    )
    op.create_table(
        "acts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("admin_id", sa.Uuid(), nullable=True),
        sa.Column("admin", sa.String(length=40), nullable=False),
        sa.Column("act", sa.String(length=16), nullable=False),
        sa.Column("about", sa.String(length=50), nullable=False),
        sa.Column("why", sa.String(length=300), nullable=False),
        sa.Column("at", MOMENT, server_default=NOW, nullable=False),
        _to("acts", "admin_id", "players", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_acts")),
    )


def downgrade() -> None:
    for table in ("acts", "bans", "admins", "reports", "said"):
        op.drop_table(table)
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("closed")


def _to(table: str, column: str, other: str, ondelete: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, ondelete=ondelete)
