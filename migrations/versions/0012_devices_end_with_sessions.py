"""Delete push devices with their session"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    with op.batch_alter_table("devices") as devices:
        devices.add_column(sa.Column("session_id", sa.Uuid(), nullable=True))
        devices.create_foreign_key(
            op.f("fk_devices_session_id_sessions"), "sessions", ["session_id"], ["id"], ondelete="CASCADE"
        )


def downgrade() -> None:
    with op.batch_alter_table("devices") as devices:
        devices.drop_constraint(op.f("fk_devices_session_id_sessions"), type_="foreignkey")
        devices.drop_column("session_id")
