"""Keep the texts of packs that an imported game brought with it"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0046"
down_revision: str | None = "0045"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "import_packs",
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("cards", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.id"], name=op.f("fk_import_packs_import_id_imports"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("import_id", "name", name=op.f("pk_import_packs")),
    )
    op.create_index(op.f("ix_import_packs_name"), "import_packs", ["name"])


def downgrade() -> None:
    op.drop_table("import_packs")
