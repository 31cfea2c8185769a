"""Deals whose cards a player has seen in finished games."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, LargeBinary, String, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class SeenDealRow(Base):
    """A player has seen these deals, first in the game of this code."""

    __tablename__ = "seen_deals"
    __table_args__ = (UniqueConstraint("player_id", "deal"), Index(None, "player_id", "id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    deal: Mapped[bytes] = mapped_column(LargeBinary(32))  # app.tables.deal_guard.digest
    code: Mapped[str] = mapped_column(String(16))  # of a table or an imported game, or the key of a puzzle
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now(), index=True)
