"""Add digests of deals, and who has seen them"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0022"
down_revision: str | None = "0021"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

IN_PLAY = sa.text("status = 'playing' AND deal IS NOT NULL")
TABLES_WITHOUT = sa.text("deal IS NULL AND archived_at IS NOT NULL")
IMPORTS_WITHOUT = sa.text("deal IS NULL")


def upgrade() -> None:
    op.add_column("tables", sa.Column("deal", sa.LargeBinary(length=32), nullable=True))
    op.create_index(op.f("ix_tables_deal"), "tables", ["deal"])
    _partial("ix_tables_deal_in_play", "tables", IN_PLAY)
    _partial("ix_tables_without_deal", "tables", TABLES_WITHOUT)
    op.add_column("imports", sa.Column("deal", sa.LargeBinary(length=32), nullable=True))
    op.add_column("imports", sa.Column("places", sa.JSON(), nullable=True))
    _partial("ix_imports_without_deal", "imports", IMPORTS_WITHOUT)
    op.add_column("branches", sa.Column("public", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "seen_deals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("deal", sa.LargeBinary(length=32), nullable=False),
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_seen_deals_player_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seen_deals")),
        sa.UniqueConstraint("player_id", "deal", name=op.f("uq_seen_deals_player_id_deal")),
    )
    op.create_index(op.f("ix_seen_deals_player_id"), "seen_deals", ["player_id", "id"])
    op.create_index(op.f("ix_seen_deals_seen_at"), "seen_deals", ["seen_at"])


def _partial(name: str, table: str, which: sa.TextClause) -> None:
    op.create_index(name, table, ["id"], postgresql_where=which, sqlite_where=which)


def downgrade() -> None:
    op.drop_table("seen_deals")
    op.drop_column("branches", "public")
    op.drop_index("ix_imports_without_deal", "imports")
    op.drop_column("imports", "places")
    op.drop_column("imports", "deal")
    for name in ("ix_tables_without_deal", "ix_tables_deal_in_play", "ix_tables_deal"):
        op.drop_index(name, "tables")
    op.drop_column("tables", "deal")
