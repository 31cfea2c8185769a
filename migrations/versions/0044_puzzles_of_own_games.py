"""Add the deals of puzzles and the games in which puzzles have been looked for"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0044"
down_revision: str | None = "0043"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("puzzles", sa.Column("deal", sa.LargeBinary(length=32), nullable=True))
    op.create_table(
        "puzzle_searches",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_puzzle_searches_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_puzzle_searches")),
    )


def downgrade() -> None:
    op.drop_table("puzzle_searches")
    op.drop_column("puzzles", "deal")
