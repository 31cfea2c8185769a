"""Decide at the start whether a game is rated; store pauses, stopping votes and substitutes"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0021"
down_revision: str | None = "0020"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TO_TALLY = sa.text(
    "tallied_at IS NULL AND (status = 'finished' OR (status = 'abandoned' AND stopped IS NOT NULL))"
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("rated", sa.Boolean(), nullable=True))
    op.add_column("tables", sa.Column("stopped", sa.JSON(), nullable=True))
    op.add_column("seats", sa.Column("pauses", sa.Integer(), server_default="0", nullable=False))
    op.add_column("archive", sa.Column("substituted", sa.JSON(), nullable=True))
    op.create_index(
        "ix_tables_to_rate",
        "tables",
        ["finished_at", "id"],
        postgresql_where=TO_TALLY,
        sqlite_where=TO_TALLY,
    )


def downgrade() -> None:
    op.drop_index("ix_tables_to_rate", table_name="tables")
    op.drop_column("archive", "substituted")
    op.drop_column("seats", "pauses")
    op.drop_column("tables", "stopped")
    op.drop_column("tables", "rated")
