"""Drop indexes of finished games that others can serve"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0037"
down_revision: str | None = "0036"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

LISTED, MATCHED = sa.text("listed"), sa.text("entry IS NOT NULL")


def upgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.drop_constraint(op.f("uq_seats_entry"), type_="unique")
    op.create_index(
        "ix_seats_entry", "seats", ["entry"], unique=True, postgresql_where=MATCHED, sqlite_where=MATCHED
    )
    op.drop_index("ix_played_listed", table_name="played")
    set_key_of_played("table_id", "player_id")
    op.drop_index(op.f("ix_played_table_id"), table_name="played")


def downgrade() -> None:
    op.create_index(op.f("ix_played_table_id"), "played", ["table_id"])
    set_key_of_played("player_id", "table_id")
    op.create_index(
        "ix_played_listed",
        "played",
        ["player_id", "finished_at", "table_id"],
        postgresql_where=LISTED,
        sqlite_where=LISTED,
    )
    op.drop_index("ix_seats_entry", table_name="seats")
    with op.batch_alter_table("seats") as seats:
        seats.create_unique_constraint(op.f("uq_seats_entry"), ["entry"])


def set_key_of_played(*columns: str) -> None:
    with op.batch_alter_table("played") as played:
        played.drop_constraint(op.f("pk_played"), type_="primary")
        played.create_primary_key(op.f("pk_played"), [*columns])
