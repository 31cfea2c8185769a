"""Add invitations to tables, and an index for searches of players by name"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0033"
down_revision: str | None = "0032"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NAME_INDEX = "ix_players_look_prefix"


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column("declined", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("invited_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_invitations_table_id_tables"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_invitations_player_id_players"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["host_id"], ["players.id"], name=op.f("fk_invitations_host_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "player_id", name=op.f("pk_invitations")),
    )
    op.create_index(op.f("ix_invitations_player_id"), "invitations", ["player_id"])
    op.create_index(op.f("ix_invitations_host_id"), "invitations", ["host_id"])
    op.create_index(NAME_INDEX, "players", ["look"], postgresql_ops={"look": "text_pattern_ops"})


def downgrade() -> None:
    op.drop_index(NAME_INDEX, "players")
    op.drop_table("invitations")
