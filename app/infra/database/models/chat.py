"""Chat lines and reports."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint, false, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class ChatLineRow(Base):
    """A chat line; repeated requests have the same `said_id`."""

    __tablename__ = "said"
    __table_args__ = (UniqueConstraint("player_id", "said_id"), Index(None, "table_id", "by_spectator", "id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int | None] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))  # null: lobby
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    said_id: Mapped[str] = mapped_column(String(32))  # made by the client
    name: Mapped[str] = mapped_column(String(40))  # the author's name when it was sent
    text: Mapped[str | None] = mapped_column(String(300))
    phrase: Mapped[str | None] = mapped_column(String(16))  # instead of a text
    at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
    address_key: Mapped[str | None] = mapped_column(String(16))  # app.infra.address_keys; only in the lobby
    # the seats that may read it while the game runs; null: everybody
    readers: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    # only other spectators may read it while the game runs
    by_spectator: Mapped[bool] = mapped_column(server_default=false())


class ReportRow(Base):
    """A report to administrators: of a player, with the lines before it, of a card pack, or of a bug."""

    __tablename__ = "reports"

    id: Mapped[int] = mapped_column(primary_key=True)
    by_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"), index=True)
    about_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"), index=True)
    about: Mapped[str] = mapped_column(String(40))  # name of the reported player
    table: Mapped[str | None] = mapped_column(String(16))  # code of the table; null: the lobby
    words: Mapped[str] = mapped_column(String(300))
    lines: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
    problem: Mapped[dict[str, Any] | None] = mapped_column(JSON)  # bug report: page and game; else null
    pack: Mapped[str | None] = mapped_column(String(40))  # name of the reported cards; else null
    address_key: Mapped[str | None] = mapped_column(String(16))  # app.infra.address_keys: the reporter's
    settled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
