"""Add chat messages of spectators, which only spectators read during the game"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0029"
down_revision: str | None = "0028"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("said", sa.Column("by_spectator", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.drop_index("ix_said_table_id", "said")
    op.create_index("ix_said_table_id", "said", ["table_id", "by_spectator", "id"])


def downgrade() -> None:
    op.drop_index("ix_said_table_id", "said")
    op.create_index("ix_said_table_id", "said", ["table_id", "id"])
    op.drop_column("said", "by_spectator")
