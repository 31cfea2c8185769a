"""A seat at a table; it is there from the table's first day, taken or not."""

from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base


class SeatRow(Base):
    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("table_id", "player_id"), Index(None, "player_id"))

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id"))
    bot: Mapped[str] = mapped_column(String(32))  # which bot plays here, "" for none
    name: Mapped[str] = mapped_column(String(40))  # frozen at the start
    salt: Mapped[str] = mapped_column(String(32))  # hex, this person's part of the shuffle
    ready: Mapped[bool]
    caretaker: Mapped[bool] = mapped_column(server_default=false())  # it plays for the owner
    pauses: Mapped[int] = mapped_column(server_default="0")  # so many this person has asked for
    shows_hand: Mapped[bool] = mapped_column(server_default=false())  # late, to who looks on
    again: Mapped[str | None] = mapped_column(
        String(32)
    )  # the salt for the next game, "" for no wish to play it
    entry: Mapped[str | None] = mapped_column(String(32), unique=True)  # the wish that was granted
