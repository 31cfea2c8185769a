"""Create the history of finished games"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

MARKS = ("archived_at", "archive_again_at")
LISTED = sa.text("listed")
TO_ARCHIVE = sa.text("status IN ('finished', 'abandoned') AND archived_at IS NULL AND started_at IS NOT NULL")


def what_a_list_needs() -> list[sa.Column[object]]:
    return [
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
    ]


def of_table(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_table_id_tables")
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=name, ondelete="CASCADE")


def index(name: str, table: str, columns: list[str]) -> None:
    op.create_index(name, table, columns, postgresql_where=LISTED, sqlite_where=LISTED)


def upgrade() -> None:
    for moment in MARKS:
        op.add_column("tables", sa.Column(moment, sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        "ix_tables_to_archive",
        "tables",
        ["finished_at", "id"],
        postgresql_where=TO_ARCHIVE,
        sqlite_where=TO_ARCHIVE,
    )
    op.create_table(
        "archive",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        *what_a_list_needs(),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=False),
        of_table("archive"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_archive")),
    )
    index("ix_archive_listed", "archive", ["finished_at", "table_id"])
    index("ix_archive_listed_game", "archive", ["game", "finished_at", "table_id"])
    op.create_table(
        "played",
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        *what_a_list_needs(),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_played_player_id_players"), ondelete="CASCADE"
        ),
        of_table("played"),
        sa.PrimaryKeyConstraint("player_id", "table_id", name=op.f("pk_played")),
    )
    op.create_index(op.f("ix_played_table_id"), "played", ["table_id"])
    op.create_index("ix_played_player_id", "played", ["player_id", "finished_at", "table_id"])
    index("ix_played_listed", "played", ["player_id", "finished_at", "table_id"])


def downgrade() -> None:
    op.drop_table("played")
    op.drop_table("archive")
    op.drop_index("ix_tables_to_archive", "tables")
    with op.batch_alter_table("tables") as tables:
        for moment in MARKS:
            tables.drop_column(moment)
