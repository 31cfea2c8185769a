"""Create shared replays"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NOW = sa.func.now()
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("replay", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("leader_id", sa.Uuid(), nullable=True),
        sa.Column("moved_at", MOMENT, server_default=NOW, nullable=False),
        _to("reviews", "leader_id", "players", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reviews")),
        sa.UniqueConstraint("code", name=op.f("uq_reviews_code")),
    )
    for column in ("leader_id", "moved_at"):
        op.create_index(op.f(f"ix_reviews_{column}"), "reviews", [column])
    op.create_table(
        "review_lines",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("review_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("said_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("text", sa.String(length=300), nullable=True),
        sa.Column("phrase", sa.String(length=16), nullable=True),
        sa.Column("at", MOMENT, server_default=NOW, nullable=False),
        _to("review_lines", "review_id", "reviews", "CASCADE"),
        _to("review_lines", "player_id", "players", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_review_lines")),
        sa.UniqueConstraint("player_id", "said_id", name=op.f("uq_review_lines_player_id_said_id")),
    )
    op.create_index(op.f("ix_review_lines_review_id"), "review_lines", ["review_id", "id"])


def _to(table: str, column: str, other: str, gone: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, ondelete=gone)


def downgrade() -> None:
    for table in ("review_lines", "reviews"):
        op.drop_table(table)
