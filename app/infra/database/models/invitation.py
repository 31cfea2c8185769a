"""Invitations of players to tables that have not started."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, false, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class InvitationRow(Base):
    """`host_id` invites `player_id`; it is open while the table has not started and still has this host."""

    __tablename__ = "invitations"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[UUID] = mapped_column(
        ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    host_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    declined: Mapped[bool] = mapped_column(server_default=false())
    invited_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
