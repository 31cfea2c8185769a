"""Store the moves of a finished game as one compressed value"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0036"
down_revision: str | None = "0035"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TO_PACK = sa.text("NOT packed AND archived_at IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "packed_games",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.SmallInteger(), nullable=False),
        sa.Column("form", sa.SmallInteger(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_packed_games_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_packed_games")),
    )
    op.create_table(
        "packing_start",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("begins_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_packing_start")),
    )
    op.add_column("tables", sa.Column("packed", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_index(
        "ix_tables_to_pack", "tables", ["finished_at", "id"], postgresql_where=TO_PACK, sqlite_where=TO_PACK
    )


def downgrade() -> None:
    """Raises RuntimeError if games are packed: they would be lost."""
    if op.get_bind().execute(sa.text("SELECT 1 FROM packed_games LIMIT 1")).first():
        raise RuntimeError("games are packed: the schema before cannot store them")
    op.drop_index("ix_tables_to_pack", table_name="tables")
    op.drop_column("tables", "packed")
    op.drop_table("packing_start")
    op.drop_table("packed_games")
