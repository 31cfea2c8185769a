"""Add follows, blocks, results, ratings and handles"""

from collections.abc import Sequence
from uuid import UUID

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# The first 12 hexadecimal digits of a random UUID are 48 random bits.
HANDLES = {
    "postgresql": "substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)",
    "sqlite": "lower(hex(randomblob(6)))",
}
TO_TALLY = sa.text("status = 'finished' AND tallied_at IS NULL")


def player(name: str, table: str) -> tuple[sa.Column[UUID], sa.ForeignKeyConstraint]:
    column = sa.Column(name, sa.Uuid(), nullable=False)
    key = op.f(f"fk_{table}_{name}_players")
    return column, sa.ForeignKeyConstraint([name], ["players.id"], name=key, ondelete="CASCADE")


def upgrade() -> None:
    op.add_column("players", sa.Column("handle", sa.String(length=12), nullable=True))
    op.execute(f"UPDATE players SET handle = {HANDLES[op.get_bind().dialect.name]} WHERE name <> ''")
    op.create_index(op.f("ix_players_handle"), "players", ["handle"], unique=True)
    op.add_column("tables", sa.Column("tallied_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        "ix_tables_to_tally",
        "tables",
        ["finished_at", "id"],
        postgresql_where=TO_TALLY,
        sqlite_where=TO_TALLY,
    )
    for table in ("follows", "blocks"):
        op.create_table(
            table,
            *player("player_id", table),
            *player("other_id", table),
            sa.Column("since", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
            sa.PrimaryKeyConstraint("player_id", "other_id", name=op.f(f"pk_{table}")),
        )
        op.create_index(op.f(f"ix_{table}_other_id"), table, ["other_id"])
    op.create_table(
        "results",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        *player("player_id", "results"),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_results_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_results")),
    )
    op.create_index(op.f("ix_results_player_id"), "results", ["player_id", "game"])
    op.create_table(
        "ratings",
        *player("player_id", "ratings"),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "game", name=op.f("pk_ratings")),
    )
    op.create_table(
        "standings",
        *player("player_id", "standings"),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("month", sa.String(length=7), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "game", "month", name=op.f("pk_standings")),
    )
    op.create_index(op.f("ix_standings_game"), "standings", ["game", "month", "points"])


def downgrade() -> None:
    for table in ("standings", "ratings", "results", "blocks", "follows"):
        op.drop_table(table)
    op.drop_index("ix_tables_to_tally", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("tallied_at")
    op.drop_index(op.f("ix_players_handle"), "players")
    with op.batch_alter_table("players") as players:
        players.drop_column("handle")
