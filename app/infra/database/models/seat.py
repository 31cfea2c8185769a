"""Seats of tables, created with the table, taken or not."""

from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, false, text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base

MATCHED = text("entry IS NOT NULL")
UNPACKED = text("salt IS NOT NULL")


class SeatRow(Base):
    __tablename__ = "seats"
    __table_args__ = (
        Index(
            "ix_seats_one_of_player",
            "table_id",
            "player_id",
            unique=True,
            postgresql_where=UNPACKED,
            sqlite_where=UNPACKED,
        ),
        Index(None, "player_id"),
        Index("ix_seats_entry", "entry", unique=True, postgresql_where=MATCHED, sqlite_where=MATCHED),
    )

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id"))
    bot: Mapped[str] = mapped_column(String(32))  # key of the bot, or ""
    name: Mapped[str] = mapped_column(String(40))  # fixed at the start
    # hex; the player's part of the shuffle; null: packed, `tables.salts` has it
    salt: Mapped[str | None] = mapped_column(String(32))
    ready: Mapped[bool]
    caretaker: Mapped[bool] = mapped_column(server_default=false())  # plays for the absent player
    pauses: Mapped[int] = mapped_column(server_default="0")  # pauses that the player requested
    shows_hand: Mapped[bool] = mapped_column(server_default=false())  # to spectators, delayed
    # rematch answer: salt of the next game, "" for no, null for none
    again: Mapped[str | None] = mapped_column(String(32))
    # id of the quick-match request, until the game is packed
    entry: Mapped[str | None] = mapped_column(String(32))
