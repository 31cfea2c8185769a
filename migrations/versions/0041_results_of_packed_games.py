"""Let the players of a packed game take over their results and rating changes"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0041"
down_revision: str | None = "0040"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

COLUMNS: dict[str, sa.types.TypeEngine[Any]] = {
    "score": sa.Integer(),
    "place": sa.SmallInteger(),
    "counts": sa.JSON(),
    "before": sa.Integer(),
    "after": sa.Integer(),
}


def upgrade() -> None:
    for name, kind in COLUMNS.items():
        op.add_column("played", sa.Column(name, kind, nullable=True))


def downgrade() -> None:
    """Is not called while games are packed: the downgrade of 0036 would refuse, in the same transaction."""
    for name in COLUMNS:
        op.drop_column("played", name)
