"""Add reserved names of accounts and recorded names of guests"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0026"
down_revision: str | None = "0025"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "held_names",
        sa.Column("key", sa.LargeBinary(length=32), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        _to_player("held_names"),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_held_names")),
    )
    op.create_table(
        "guest_names",
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("look", sa.LargeBinary(length=32), nullable=False),
        sa.Column("skeleton", sa.LargeBinary(length=32), nullable=False),
        _to_player("guest_names"),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_guest_names")),
    )
    for table, columns in (("held_names", ("player_id", "until")), ("guest_names", ("look", "skeleton"))):
        for column in columns:
            op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def _to_player(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_player_id_players")
    return sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=name, ondelete="CASCADE")


def downgrade() -> None:
    op.drop_table("guest_names")
    op.drop_table("held_names")
