"""Players: guests and accounts."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import JSON, Index, String, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime
from engine.types import Json


class PlayerRow(Base):
    __tablename__ = "players"
    __table_args__ = (
        # for searches of names by their beginning
        Index("ix_players_look_prefix", "look", postgresql_ops={"look": "text_pattern_ops"}),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(20))  # empty: deleted account
    handle: Mapped[str | None] = mapped_column(String(12), unique=True, index=True)  # in the profile's URL
    cat: Mapped[str | None] = mapped_column(String(12))  # null: the player has chosen none
    habits: Mapped[Json | None] = mapped_column(JSON)  # app.tables.time_control.availability
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
    look: Mapped[str | None] = mapped_column(Text, unique=True, index=True)  # name key; null: a guest
    password: Mapped[str | None] = mapped_column(String(200))  # argon2id hash; null: a guest
    left_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # account deleted; only the id remains
