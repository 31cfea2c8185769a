"""Add the cat that a player has chosen"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0032"
down_revision: str | None = "0031"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("players", sa.Column("cat", sa.String(12), nullable=True))


def downgrade() -> None:
    op.drop_column("players", "cat")
