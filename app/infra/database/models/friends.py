"""Whom people want to play with, and whom not."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class FollowRow(Base):
    """Two who follow each other are friends."""

    __tablename__ = "follows"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    other_id: Mapped[UUID] = mapped_column(
        ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    since: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())


class BlockRow(Base):
    """Nothing brings these two together, and the first reads nothing of the other's."""

    __tablename__ = "blocks"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    other_id: Mapped[UUID] = mapped_column(
        ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    since: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
