"""Card packs that players write."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, String, false, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class PackContentRow(Base):
    """The cards of packs under a name that is their digest, so they never change.

    Games refer to them by name: what a table has used stays when its pack is changed or deleted.
    """

    __tablename__ = "pack_contents"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    title: Mapped[str] = mapped_column(String(60))
    language: Mapped[str] = mapped_column(String(8))
    cards: Mapped[list[Any]] = mapped_column(JSON)  # [text, letters] of each
    used: Mapped[bool] = mapped_column(server_default=false())  # by a table, or reported
    hidden: Mapped[bool] = mapped_column(server_default=false())  # by an administrator


class CardPackRow(Base):
    """A pack of a player, who alone sees it unless it is shared."""

    __tablename__ = "packs"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(16), unique=True)  # of its link
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    content: Mapped[str] = mapped_column(ForeignKey("pack_contents.name"), index=True)
    shared: Mapped[bool] = mapped_column(server_default=false())
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
