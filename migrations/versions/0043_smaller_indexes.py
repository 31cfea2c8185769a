"""Use smaller indexes for digests, commitments and players of finished games"""

from collections.abc import Sequence

from alembic import op

revision: str = "0043"
down_revision: str | None = "0042"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

DIGESTS = (("tables", "deal"), ("commitments", "commitment"))  # found by equality alone
PLACE_IN_LIST = ("player_id", "finished_at", "table_id")


def upgrade() -> None:
    for table, column in DIGESTS:
        set_index(table, column, using="hash")
    op.drop_index(op.f("ix_commitments_at"), table_name="commitments")
    op.drop_index("ix_played_player_id", table_name="played")
    set_key_of_played(*PLACE_IN_LIST)
    op.create_index(op.f("ix_played_table_id"), "played", ["table_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_played_table_id"), table_name="played")
    set_key_of_played("table_id", "player_id")
    op.create_index("ix_played_player_id", "played", PLACE_IN_LIST)
    op.create_index(op.f("ix_commitments_at"), "commitments", ["at"])
    for table, column in DIGESTS:
        set_index(table, column, using="btree")


def set_index(table: str, column: str, *, using: str) -> None:
    name = op.f(f"ix_{table}_{column}")
    op.drop_index(name, table_name=table)
    op.create_index(name, table, [column], postgresql_using=using)


def set_key_of_played(*columns: str) -> None:
    with op.batch_alter_table("played") as played:
        played.drop_constraint(op.f("pk_played"), type_="primary")
        played.create_primary_key(op.f("pk_played"), [*columns])
