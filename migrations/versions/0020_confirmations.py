"""Add password confirmations and security events"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0020"
down_revision: str | None = "0019"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("sessions", sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "security_events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("before", sa.String(length=20), nullable=False),
        sa.Column("after", sa.String(length=20), nullable=False),
        sa.Column("device", sa.String(length=60), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        _to("security_events", "player_id", "players"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_security_events")),
    )
    for column in ("player_id", "at"):
        op.create_index(op.f(f"ix_security_events_{column}"), "security_events", [column])
    op.create_table(
        "dismissals",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        _to("dismissals", "event_id", "security_events"),
        _to("dismissals", "session_id", "sessions"),
        sa.PrimaryKeyConstraint("event_id", "session_id", name=op.f("pk_dismissals")),
    )
    op.create_index(op.f("ix_dismissals_session_id"), "dismissals", ["session_id"])


def _to(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, ondelete="CASCADE")


def downgrade() -> None:
    op.drop_table("dismissals")
    op.drop_table("security_events")
    with op.batch_alter_table("sessions") as sessions:
        sessions.drop_column("confirmed_at")
