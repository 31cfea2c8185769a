"""Add rematches"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("next", sa.String(16), nullable=True))
    op.add_column("tables", sa.Column("next_secret", sa.LargeBinary(32), nullable=True))
    op.add_column("seats", sa.Column("again", sa.String(32), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("again")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("next_secret")
        tables.drop_column("next")
