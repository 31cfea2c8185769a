"""Add puzzles, players' standings in them and their answers"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0039"
down_revision: str | None = "0038"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def _player(table: str) -> tuple[sa.Column[object], sa.ForeignKeyConstraint]:
    name = op.f(f"fk_{table}_player_id_players")
    return (
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=name, ondelete="CASCADE"),
    )


def upgrade() -> None:
    op.create_table(
        "puzzles",
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("shipped", sa.Boolean(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_puzzles")),
    )
    op.create_index(op.f("ix_puzzles_game"), "puzzles", ["game", "mu"])
    op.create_table(
        "puzzle_standings",
        *_player("puzzle_standings"),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best_streak", sa.Integer(), nullable=False),
        sa.Column("puzzle", sa.String(80), nullable=True),
        sa.ForeignKeyConstraint(
            ["puzzle"], ["puzzles.key"], name=op.f("fk_puzzle_standings_puzzle_puzzles"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("player_id", "game", name=op.f("pk_puzzle_standings")),
    )
    op.create_table(
        "puzzle_answers",
        *_player("puzzle_answers"),
        sa.Column("puzzle", sa.String(80), nullable=False),
        sa.Column("move", sa.JSON(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["puzzle"], ["puzzles.key"], name=op.f("fk_puzzle_answers_puzzle_puzzles"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", "puzzle", name=op.f("pk_puzzle_answers")),
    )


def downgrade() -> None:
    op.drop_table("puzzle_answers")
    op.drop_table("puzzle_standings")
    op.drop_table("puzzles")
