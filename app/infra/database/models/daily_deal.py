"""Daily deals, and each player's one try at each of them."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import (
    Date,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    String,
    UniqueConstraint,
    false,
    func,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime

# Queries must repeat these two literally.
UNSETTLED = text("NOT settled")
SEALED = text("secret IS NULL")


class DailyDealRow(Base):
    """The deal of a day and a game. It is sealed while `secret` is null."""

    __tablename__ = "daily_deals"
    __table_args__ = (Index(None, "deal", postgresql_where=SEALED, sqlite_where=SEALED),)

    day: Mapped[date] = mapped_column(Date, primary_key=True)  # in UTC
    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    seats: Mapped[int]
    commitment: Mapped[bytes] = mapped_column(LargeBinary(32))  # to the secret
    deal: Mapped[bytes] = mapped_column(LargeBinary(32))  # app.tables.deal_guard.digest
    secret: Mapped[bytes | None] = mapped_column(LargeBinary(32))  # once it is revealed


class DailyTryRow(Base):
    """A player's try. It outlives its table and, without the player, their account."""

    __tablename__ = "daily_tries"
    __table_args__ = (
        ForeignKeyConstraint(["day", "game"], ["daily_deals.day", "daily_deals.game"]),
        UniqueConstraint("day", "game", "player_id"),
        Index(None, "player_id"),
        Index("ix_daily_tries_unsettled", "day", "game", postgresql_where=UNSETTLED, sqlite_where=UNSETTLED),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(Date)
    game: Mapped[str] = mapped_column(String(32))
    player_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"))
    table_id: Mapped[int | None] = mapped_column(ForeignKey("tables.id", ondelete="SET NULL"), index=True)
    address_key: Mapped[str | None] = mapped_column(String(16))  # app.infra.address_keys; until the reveal
    began_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
    settled: Mapped[bool] = mapped_column(server_default=false())  # the next three are final
    score: Mapped[int | None]  # null: ended without a result
    ranked: Mapped[bool] = mapped_column(server_default=false())
    # not all moves were the Experts' and own
    substituted: Mapped[bool] = mapped_column(server_default=false())
