"""Add lobby listing and quick match"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

IN_LOBBY = sa.text("status = 'open' AND visibility <> 'link'")


def upgrade() -> None:
    op.add_column("tables", sa.Column("visibility", sa.String(8), server_default="link", nullable=False))
    op.create_index("ix_tables_in_lobby", "tables", ["id"], postgresql_where=IN_LOBBY, sqlite_where=IN_LOBBY)
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("entry", sa.String(32), nullable=True))
        seats.create_unique_constraint(op.f("uq_seats_entry"), ["entry"])


def downgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.drop_constraint(op.f("uq_seats_entry"), type_="unique")
        seats.drop_column("entry")
    op.drop_index("ix_tables_in_lobby", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("visibility")
