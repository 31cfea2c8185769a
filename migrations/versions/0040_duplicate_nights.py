"""Add duplicate nights with their players, deals and tables, and the deals withheld from everybody"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0040"
down_revision: str | None = "0039"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

LISTED, RUNNING = sa.text("public AND status IN ('open', 'playing')"), sa.text("done_at IS NULL")


def upgrade() -> None:
    _create_nights()
    _create_players()
    _create_deals()
    _create_tables()
    op.create_table(
        "withheld_deals",
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_withheld_deals")),
    )


def _create_nights() -> None:
    op.create_table(
        "nights",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("host_id", sa.Uuid(), nullable=True),
        sa.Column("game", sa.String(32), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("seats", "deals", "people_per_table")),
        sa.Column("bots", sa.String(32), nullable=False),
        sa.Column("scoring", sa.String(12), nullable=False),
        sa.Column("clock", sa.String(12), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("address_key", sa.String(16), nullable=False),
        sa.CheckConstraint(
            "status IN ('open', 'playing', 'finished', 'closed')", name=op.f("ck_nights_status")
        ),
        sa.ForeignKeyConstraint(
            ["host_id"], ["players.id"], name=op.f("fk_nights_host_id_players"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_nights")),
        sa.UniqueConstraint("code", name=op.f("uq_nights_code")),
    )
    for column in ("host_id", "created_at", "address_key"):
        op.create_index(op.f(f"ix_nights_{column}"), "nights", [column])
    op.create_index("ix_nights_listed", "nights", ["id"], postgresql_where=LISTED, sqlite_where=LISTED)


def _create_players() -> None:
    op.create_table(
        "night_players",
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("group", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("first_deal", sa.Integer(), server_default="1", nullable=False),
        sa.Column("address_key", sa.String(16), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["night_id"], ["nights.id"], name=op.f("fk_night_players_night_id_nights"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_night_players_player_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("night_id", "player_id", name=op.f("pk_night_players")),
        sa.UniqueConstraint("night_id", "group", "place", name=op.f("uq_night_players_night_id_group_place")),
    )
    op.create_index(op.f("ix_night_players_player_id"), "night_players", ["player_id"])


def _create_deals() -> None:
    op.create_table(
        "night_deals",
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("first_seat", sa.Integer(), nullable=True),
        sa.Column("cards", sa.JSON(), nullable=True),
        sa.Column("digest", sa.LargeBinary(32), nullable=True),
        sa.Column("revealed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["night_id"], ["nights.id"], name=op.f("fk_night_deals_night_id_nights"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("night_id", "number", name=op.f("pk_night_deals")),
    )


def _create_tables() -> None:
    op.create_table(
        "night_tables",
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("group", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("scores", sa.JSON(), nullable=True),
        sa.Column("substituted", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["night_id", "deal"],
            ["night_deals.night_id", "night_deals.number"],
            name=op.f("fk_night_tables_night_id_deal_night_deals"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_night_tables_table_id_tables"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("night_id", "deal", "group", name=op.f("pk_night_tables")),
        sa.UniqueConstraint("table_id", name=op.f("uq_night_tables_table_id")),
    )
    op.create_index(
        "ix_night_tables_running",
        "night_tables",
        ["night_id"],
        postgresql_where=RUNNING,
        sqlite_where=RUNNING,
    )


def downgrade() -> None:
    for table in ("withheld_deals", "night_tables", "night_deals", "night_players", "nights"):
        op.drop_table(table)
