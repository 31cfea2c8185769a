"""Names in use or resting, as digests of their spelling and of their appearance."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class HeldNameRow(Base):
    """A name that an account holds, or released recently."""

    __tablename__ = "held_names"

    key: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    until: Mapped[datetime | None] = mapped_column(UtcDateTime, index=True)  # end of the rest; null: in use


class GuestNameRow(Base):
    """A name that a guest chose; guests may share names."""

    __tablename__ = "guest_names"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(20))  # from which the digests were computed
    look: Mapped[bytes] = mapped_column(LargeBinary(32), index=True)
    skeleton: Mapped[bytes] = mapped_column(LargeBinary(32), index=True)
