"""What people say to each other, and what they report."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class ChatMessageRow(Base):
    """A line; the unique id makes a resend harmless."""

    __tablename__ = "said"
    __table_args__ = (UniqueConstraint("player_id", "said_id"), Index(None, "table_id", "id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int | None] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))  # none: lobby
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    said_id: Mapped[str] = mapped_column(String(32))  # the page's own
    name: Mapped[str] = mapped_column(String(40))  # of who said it, then
    text: Mapped[str | None] = mapped_column(String(300))
    phrase: Mapped[str | None] = mapped_column(String(16))  # instead of a text
    at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
    address_key: Mapped[str | None] = mapped_column(
        String(16)
    )  # app.infra.address_keys: of a line in the lobby


class ReportRow(Base):
    """What somebody wants an administrator to see: a person, with what was said before, or a problem."""

    __tablename__ = "reports"

    id: Mapped[int] = mapped_column(primary_key=True)
    by_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"), index=True)
    about_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"), index=True)
    about: Mapped[str] = mapped_column(String(40))  # what that person was called
    table: Mapped[str | None] = mapped_column(String(16))  # its code; none: the lobby
    words: Mapped[str] = mapped_column(String(300))
    lines: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
    problem: Mapped[dict[str, Any] | None] = mapped_column(JSON)  # of the page and its game, instead
    address_key: Mapped[str | None] = mapped_column(String(16))  # app.infra.address_keys: of who reports it
    settled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
