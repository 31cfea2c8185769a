"""People: guests, and those who took a name and a password for good."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import JSON, String, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.engine import Base, Moment, now
from engine.types import Json


class PlayerRow(Base):
    __tablename__ = "players"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    name: Mapped[str] = mapped_column(String(20))  # empty: a former player
    handle: Mapped[str | None] = mapped_column(
        String(12), unique=True, index=True
    )  # in the profile's address
    habits: Mapped[Json | None] = mapped_column(JSON)  # app.tables.time_control.availability
    created_at: Mapped[datetime] = mapped_column(Moment, default=now, server_default=func.now())
    look: Mapped[str | None] = mapped_column(Text, unique=True, index=True)  # an account's name, as it looks
    password: Mapped[str | None] = mapped_column(String(200))  # argon2; none: a guest
    left_at: Mapped[datetime | None] = mapped_column(Moment)  # deleted the account: only the id is left
