"""Add the readers of chat messages that not everybody at the table may read"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0028"
down_revision: str | None = "0027"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("said", sa.Column("readers", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("said", "readers")
