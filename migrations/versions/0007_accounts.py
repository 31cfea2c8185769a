"""Add accounts, sessions, recovery codes and handover links"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NOW = sa.func.now()
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("players", sa.Column("look", sa.Text(), nullable=True))
    op.add_column("players", sa.Column("password", sa.String(length=200), nullable=True))
    op.add_column("players", sa.Column("left_at", MOMENT, nullable=True))
    op.create_index(op.f("ix_players_look"), "players", ["look"], unique=True)
    op.create_table(
        "sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("device", sa.String(length=60), nullable=False),
        sa.Column("created_at", MOMENT, server_default=NOW, nullable=False),
        sa.Column("seen_at", MOMENT, server_default=NOW, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_sessions_player_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_player_id"), "sessions", ["player_id"])
    op.create_index(op.f("ix_sessions_ended_at"), "sessions", ["ended_at"])
    op.create_table(
        "recovery_codes",
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name=op.f("fk_recovery_codes_player_id_players"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("player_id", "digest", name=op.f("pk_recovery_codes")),
    )
    op.create_table(
        "handovers",
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_handovers_session_id_sessions"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_handovers")),
    )
    op.create_index(op.f("ix_handovers_session_id"), "handovers", ["session_id"])
    op.create_index(op.f("ix_tables_host_id"), "tables", ["host_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_tables_host_id"), "tables")
    for table in ("handovers", "recovery_codes", "sessions"):
        op.drop_table(table)
    op.drop_index(op.f("ix_players_look"), "players")
    with op.batch_alter_table("players") as players:
        for column in ("left_at", "password", "look"):
            players.drop_column(column)
