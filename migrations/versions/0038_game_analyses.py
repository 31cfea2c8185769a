"""Add the analyses of finished games"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0038"
down_revision: str | None = "0037"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_code", sa.String(length=16), nullable=True),
        sa.Column("import_code", sa.String(length=16), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_code"], ["tables.code"], name=op.f("fk_analyses_table_code_tables"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["import_code"],
            ["imports.code"],
            name=op.f("fk_analyses_import_code_imports"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_analyses")),
        sa.UniqueConstraint("table_code", name=op.f("uq_analyses_table_code")),
        sa.UniqueConstraint("import_code", name=op.f("uq_analyses_import_code")),
    )


def downgrade() -> None:
    op.drop_table("analyses")
