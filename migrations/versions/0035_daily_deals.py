"""Add daily deals, each player's try at them, and the name of a table's deal"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0035"
down_revision: str | None = "0034"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

SEALED, UNSETTLED = sa.text("secret IS NULL"), sa.text("NOT settled")


def upgrade() -> None:
    op.add_column("tables", sa.Column("deal_name", sa.String(64), nullable=True))
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("commitment", sa.LargeBinary(32), nullable=False),
        sa.Column("deal", sa.LargeBinary(32), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=True),
        sa.PrimaryKeyConstraint("day", "game", name=op.f("pk_daily_deals")),
    )
    op.create_index(
        op.f("ix_daily_deals_deal"), "daily_deals", ["deal"], postgresql_where=SEALED, sqlite_where=SEALED
    )
    _create_tries()


def _create_tries() -> None:
    op.create_table(
        "daily_tries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=True),
        sa.Column("table_id", sa.Integer(), nullable=True),
        sa.Column("address_key", sa.String(16), nullable=True),
        sa.Column("began_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("settled", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("ranked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("substituted", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(
            ["day", "game"],
            ["daily_deals.day", "daily_deals.game"],
            name=op.f("fk_daily_tries_day_game_daily_deals"),
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_daily_tries_player_id_players"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_daily_tries_table_id_tables"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_daily_tries")),
        sa.UniqueConstraint("day", "game", "player_id", name=op.f("uq_daily_tries_day_game_player_id")),
    )
    op.create_index(op.f("ix_daily_tries_player_id"), "daily_tries", ["player_id"])
    op.create_index(op.f("ix_daily_tries_table_id"), "daily_tries", ["table_id"])
    op.create_index(
        "ix_daily_tries_unsettled",
        "daily_tries",
        ["day", "game"],
        postgresql_where=UNSETTLED,
        sqlite_where=UNSETTLED,
    )


def downgrade() -> None:
    op.drop_table("daily_tries")
    op.drop_table("daily_deals")
    op.drop_column("tables", "deal_name")
