"""Follows and blocks."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class FollowRow(Base):
    """`player_id` follows `other_id`; two who follow each other are friends."""

    __tablename__ = "follows"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    other_id: Mapped[UUID] = mapped_column(
        ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    since: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())


class BlockRow(Base):
    """`player_id` blocks `other_id`: they are never matched, and the first sees no messages of the other."""

    __tablename__ = "blocks"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    other_id: Mapped[UUID] = mapped_column(
        ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    since: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
