"""Names that are somebody's, as digests: of how they are spelled, and of what they look like."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class HeldNameRow(Base):
    """An account has it, or had it a short while ago."""

    __tablename__ = "held_names"

    key: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    until: Mapped[datetime | None] = mapped_column(UtcDateTime, index=True)  # given up; null: in use


class GuestNameRow(Base):
    """What a guest chose to be called; they may share names."""

    __tablename__ = "guest_names"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(20))  # of which the keys are
    look: Mapped[bytes] = mapped_column(LargeBinary(32), index=True)
    skeleton: Mapped[bytes] = mapped_column(LargeBinary(32), index=True)
