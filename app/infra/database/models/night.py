"""Duplicate nights: events whose tables all play the same deals."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    String,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime

NightStatus = Literal["open", "playing", "finished", "closed"]
# Queries must repeat these two literally.
NIGHT_LISTED = text("public AND status IN ('open', 'playing')")
TABLE_RUNNING = text("done_at IS NULL")


class NightRow(Base):
    """One event."""

    __tablename__ = "nights"
    __table_args__ = (
        CheckConstraint("status IN ('open', 'playing', 'finished', 'closed')", name="status"),
        Index("ix_nights_listed", "id", postgresql_where=NIGHT_LISTED, sqlite_where=NIGHT_LISTED),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(16), unique=True)  # in the URL
    host_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"), index=True)
    game: Mapped[str] = mapped_column(String(32))
    seats: Mapped[int]  # of each table
    deals: Mapped[int]  # how many are played
    people_per_table: Mapped[int]  # at most, at the start; bots fill the other seats
    bots: Mapped[str] = mapped_column(String(32))
    scoring: Mapped[str] = mapped_column(String(12))  # app.events.duplicate_nights.scoring
    clock: Mapped[str] = mapped_column(String(12))
    minutes: Mapped[int]  # that a table may take for a deal
    public: Mapped[bool]  # listed
    status: Mapped[NightStatus] = mapped_column(String(8))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now(), index=True)
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    address_key: Mapped[str] = mapped_column(String(16), index=True)  # app.infra.address_keys: the host's


class NightPlayerRow(Base):
    """A player in an event; group and place are given at the start."""

    __tablename__ = "night_players"
    __table_args__ = (UniqueConstraint("night_id", "group", "place"), Index(None, "player_id"))

    night_id: Mapped[int] = mapped_column(ForeignKey("nights.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    group: Mapped[int | None]  # the number of the table that its people share through all deals
    place: Mapped[int | None]  # from which the seat of each deal follows
    first_deal: Mapped[int] = mapped_column(server_default="1")  # later for latecomers
    address_key: Mapped[str] = mapped_column(String(16))
    joined_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())


class NightDealRow(Base):
    """The cards of one deal; secret until all tables have played it."""

    __tablename__ = "night_deals"

    night_id: Mapped[int] = mapped_column(ForeignKey("nights.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # from 1
    seed: Mapped[bytes] = mapped_column(LargeBinary(32))
    first_seat: Mapped[int | None]  # this and the next two: set at the start
    cards: Mapped[list[Any] | None] = mapped_column(JSON)  # in the record's form
    digest: Mapped[bytes | None] = mapped_column(LargeBinary(32))  # app.tables.deal_guard.digest
    revealed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class NightTableRow(Base):
    """One deal at one group's table. The primary key lets a single process create its table."""

    __tablename__ = "night_tables"
    __table_args__ = (
        ForeignKeyConstraint(
            ["night_id", "deal"], ["night_deals.night_id", "night_deals.number"], ondelete="CASCADE"
        ),
        Index(
            "ix_night_tables_running", "night_id", postgresql_where=TABLE_RUNNING, sqlite_where=TABLE_RUNNING
        ),
    )

    night_id: Mapped[int] = mapped_column(primary_key=True)
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    group: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table_id: Mapped[int | None] = mapped_column(ForeignKey("tables.id", ondelete="SET NULL"), unique=True)
    due_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # when the table is stopped
    done_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    scores: Mapped[list[int] | None] = mapped_column(JSON)  # by seat; null: the game had no result
    substituted: Mapped[list[int] | None] = mapped_column(JSON)  # seats for which the caretaker made a move


class WithheldDealRow(Base):
    """A deal whose finished games nobody may see yet, because others still have to play it."""

    __tablename__ = "withheld_deals"

    digest: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)  # app.tables.deal_guard.digest
