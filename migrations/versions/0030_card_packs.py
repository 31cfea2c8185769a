"""Add card packs of players, and the pack that a report is about"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0030"
down_revision: str | None = "0029"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "pack_contents",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("cards", sa.JSON(), nullable=False),
        sa.Column("used", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("hidden", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_pack_contents")),
    )
    op.create_table(
        "packs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("content", sa.String(40), nullable=False),
        sa.Column("shared", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_packs_player_id_players"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["content"], ["pack_contents.name"], name=op.f("fk_packs_content_pack_contents")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_packs")),
        sa.UniqueConstraint("code", name=op.f("uq_packs_code")),
    )
    op.create_index(op.f("ix_packs_player_id"), "packs", ["player_id"])
    op.create_index(op.f("ix_packs_content"), "packs", ["content"])
    op.add_column("reports", sa.Column("pack", sa.String(40), nullable=True))


def downgrade() -> None:
    op.drop_column("reports", "pack")
    op.drop_table("packs")
    op.drop_table("pack_contents")
