"""People whom a host removed from a table before its start."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class RemovalRow(Base):
    """A player who cannot take a seat at this table until a time."""

    __tablename__ = "removals"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[UUID] = mapped_column(
        ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    until: Mapped[datetime | None] = mapped_column(UtcDateTime)  # null: for good
