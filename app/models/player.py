"""People; a guest for now, an account is this row with more columns."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import String, func
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base, Moment, now


class PlayerRow(Base):
    __tablename__ = "players"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    name: Mapped[str] = mapped_column(String(20))
    created_at: Mapped[datetime] = mapped_column(Moment, default=now, server_default=func.now())
