"""Single-use secrets for signing in; only their SHA-256 is stored."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class RecoveryCodeRow(Base):
    """A recovery code, which replaces a forgotten password."""

    __tablename__ = "recovery_codes"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    digest: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)


class HandoverRow(Base):
    """A link that opens a session of the same player on another device."""

    __tablename__ = "handovers"

    digest: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    session_id: Mapped[UUID] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), index=True)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
