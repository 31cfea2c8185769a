"""Analyses of finished games."""

from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class GameAnalysisRow(Base):
    """The analysis of a table's game or of an imported one: exactly one of the codes is present."""

    __tablename__ = "analyses"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_code: Mapped[str | None] = mapped_column(ForeignKey("tables.code", ondelete="CASCADE"), unique=True)
    import_code: Mapped[str | None] = mapped_column(
        ForeignKey("imports.code", ondelete="CASCADE"), unique=True
    )
    version: Mapped[int]  # of the evaluation; another one is computed again
    body: Mapped[bytes] = mapped_column(LargeBinary)  # gzipped JSON
    made_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
