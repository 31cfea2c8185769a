"""Add size, summary and digest of imports"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0024"
down_revision: str | None = "0023"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("imports", sa.Column("size", sa.Integer(), nullable=True))
    op.add_column("imports", sa.Column("summary", sa.JSON(), nullable=True))
    op.add_column("imports", sa.Column("digest", sa.String(length=64), nullable=True))


def downgrade() -> None:
    for column in ("digest", "summary", "size"):
        op.drop_column("imports", column)
