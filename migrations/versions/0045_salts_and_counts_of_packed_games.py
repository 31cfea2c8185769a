"""Let a packed game's table take over the salts of its seats, and store names of counts once"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0045"
down_revision: str | None = "0044"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

UNPACKED = sa.text("salt IS NOT NULL")
HAS_NEXT = sa.text("next IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "count_names",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("names", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_count_names")),
        sa.UniqueConstraint("names", name=op.f("uq_count_names_names")),
    )
    op.drop_index(op.f("ix_tables_next"), table_name="tables")
    op.create_index("ix_tables_next", "tables", ["next"], postgresql_where=HAS_NEXT, sqlite_where=HAS_NEXT)
    op.add_column("tables", sa.Column("salts", sa.LargeBinary(), nullable=True))
    with op.batch_alter_table("seats") as seats:
        seats.drop_constraint(op.f("uq_seats_table_id_player_id"), type_="unique")
        seats.alter_column("salt", existing_type=sa.String(32), nullable=True)
    op.create_index(
        "ix_seats_one_of_player",
        "seats",
        ["table_id", "player_id"],
        unique=True,
        postgresql_where=UNPACKED,
        sqlite_where=UNPACKED,
    )


def downgrade() -> None:
    """Raises RuntimeError if games are packed with their salts: they would be lost."""
    if op.get_bind().execute(sa.text("SELECT 1 FROM tables WHERE salts IS NOT NULL LIMIT 1")).first():
        raise RuntimeError("games are packed: the schema before cannot store their salts")
    op.drop_index("ix_seats_one_of_player", table_name="seats")
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("salt", existing_type=sa.String(32), nullable=False)
        seats.create_unique_constraint(op.f("uq_seats_table_id_player_id"), ["table_id", "player_id"])
    op.drop_column("tables", "salts")
    op.drop_index("ix_tables_next", table_name="tables")
    op.create_index(op.f("ix_tables_next"), "tables", ["next"])
    op.drop_table("count_names")
