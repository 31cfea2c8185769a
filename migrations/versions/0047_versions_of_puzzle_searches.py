"""Add the version of the search that confirmed a puzzle"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0047"
down_revision: str | None = "0046"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("puzzles", sa.Column("search", sa.Integer(), server_default="1", nullable=False))


def downgrade() -> None:
    op.drop_column("puzzles", "search")
