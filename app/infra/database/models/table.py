"""A table: with its seats and moves it is the record of a game."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, LargeBinary, String, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime
from engine.types import Json

Status = Literal["open", "playing", "finished", "abandoned"]
IN_LOBBY = text("status = 'open' AND visibility <> 'link'")  # word for word in the query, or no index is used

STARTING = text("starts_at IS NOT NULL")  # likewise
TO_WATCH = text("status = 'playing' AND visibility = 'public'")  # likewise
HAS_ADDRESS = text("address_key IS NOT NULL")
TO_TALLY = text(
    "tallied_at IS NULL AND (status = 'finished' OR (status = 'abandoned' AND stopped IS NOT NULL))"
)  # likewise
FINISHED = text("status = 'finished' AND tallied_at IS NULL")  # what servers of the version before look for
# A game that took over another's deals, of those in play: the others get theirs when they end
IN_PLAY = text("status = 'playing' AND deal IS NOT NULL")
WITHOUT_DEAL = text("deal IS NULL AND archived_at IS NOT NULL")
TO_ARCHIVE = text("status IN ('finished', 'abandoned') AND archived_at IS NULL AND started_at IS NOT NULL")


class TableRow(Base):
    __tablename__ = "tables"
    __table_args__ = (
        CheckConstraint("status IN ('open', 'playing', 'finished', 'abandoned')", name="status"),
        Index("ix_tables_in_lobby", "id", postgresql_where=IN_LOBBY, sqlite_where=IN_LOBBY),
        Index("ix_tables_to_watch", "id", postgresql_where=TO_WATCH, sqlite_where=TO_WATCH),
        Index(None, "address_key", postgresql_where=HAS_ADDRESS, sqlite_where=HAS_ADDRESS),
        Index("ix_tables_to_tally", "finished_at", "id", postgresql_where=FINISHED, sqlite_where=FINISHED),
        Index("ix_tables_to_rate", "finished_at", "id", postgresql_where=TO_TALLY, sqlite_where=TO_TALLY),
        Index("ix_tables_starts_at", "starts_at", postgresql_where=STARTING, sqlite_where=STARTING),
        Index(
            "ix_tables_to_archive", "finished_at", "id", postgresql_where=TO_ARCHIVE, sqlite_where=TO_ARCHIVE
        ),
        Index("ix_tables_deal_in_play", "id", postgresql_where=IN_PLAY, sqlite_where=IN_PLAY),
        Index("ix_tables_without_deal", "id", postgresql_where=WITHOUT_DEAL, sqlite_where=WITHOUT_DEAL),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(16), unique=True)  # in the link
    game: Mapped[str] = mapped_column(String(32))
    options: Mapped[Json] = mapped_column(JSON)
    status: Mapped[Status] = mapped_column(String(16))
    bots: Mapped[str] = mapped_column(String(32))  # what fills empty seats at the start, "" for nothing
    look_on: Mapped[bool]  # for servers of the version before: it stands in the terms
    terms: Mapped[Json | None] = mapped_column(
        JSON
    )  # app.tables.game.settings; none: the version before made it
    timing: Mapped[Json | None] = mapped_column(JSON)  # app.tables.time_control.state
    visibility: Mapped[str] = mapped_column(String(8), server_default="link")  # the terms', for the index
    secret: Mapped[bytes] = mapped_column(LargeBinary(32))  # told to nobody before the end
    host_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    tallied_at: Mapped[datetime | None] = mapped_column(
        UtcDateTime
    )  # what people made of the game is kept, or never will be
    tally_again_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # it failed: not before this
    archived_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # lists of games have it
    archive_again_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # it failed: not before this
    rated: Mapped[bool | None]  # settled at the start; none: not started, or by the version before
    stopped: Mapped[list[int] | None] = mapped_column(
        JSON
    )  # a rated game ended by vote: the seats that voted for it or were absent
    next: Mapped[str | None] = mapped_column(String(16), index=True)  # the code of the next game's table
    closed: Mapped[str | None] = mapped_column(String(300))  # why an administrator closed it
    changes: Mapped[int] = mapped_column(server_default="0")  # raised by what changes in a game besides moves
    deal: Mapped[bytes | None] = mapped_column(LargeBinary(32), index=True)  # app.tables.deal_guard.digest
    address_key: Mapped[str | None] = mapped_column(String(16))  # app.infra.address_keys: of who listed it
    attended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # when one of its players was last seen
    next_secret: Mapped[bytes | None] = mapped_column(LargeBinary(32))  # its secret until it is there
    starts_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # by itself, at the latest; until it has
