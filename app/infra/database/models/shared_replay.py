"""Shared replays and their chat."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class SharedReplayRow(Base):
    """A shared replay at its leader's position; everybody with the link follows."""

    __tablename__ = "reviews"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(16), unique=True)  # in the URL
    replay: Mapped[str] = mapped_column(String(16))  # code of the game
    ply: Mapped[int]
    leader_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"), index=True)
    moved_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now(), index=True)


class SharedReplayLineRow(Base):
    """A chat line; repeated requests have the same `said_id`."""

    __tablename__ = "review_lines"
    __table_args__ = (UniqueConstraint("player_id", "said_id"), Index(None, "review_id", "id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    review_id: Mapped[int] = mapped_column(ForeignKey("reviews.id", ondelete="CASCADE"))
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    said_id: Mapped[str] = mapped_column(String(32))  # made by the client
    name: Mapped[str] = mapped_column(String(40))  # the author's name when it was sent
    text: Mapped[str | None] = mapped_column(String(300))
    phrase: Mapped[str | None] = mapped_column(String(16))  # instead of a text
    at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
