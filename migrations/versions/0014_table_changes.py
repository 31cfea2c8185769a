"""Count changes of a table besides its moves"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("changes", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("tables", "changes")
