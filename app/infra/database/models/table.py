"""Tables; the record of a game is computed from table, seats and moves."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, LargeBinary, String, false, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime
from engine.types import Json

Status = Literal["open", "playing", "finished", "abandoned"]
# Queries must repeat these four literally.
IN_LOBBY = text("status = 'open' AND visibility <> 'link'")
STARTING = text("starts_at IS NOT NULL")
WATCHABLE = text("status = 'playing' AND visibility = 'public'")
TO_TALLY = text(
    "tallied_at IS NULL AND (status = 'finished' OR (status = 'abandoned' AND stopped IS NOT NULL))"
)
HAS_ADDRESS = text("address_key IS NOT NULL")
HAS_NEXT = text("next IS NOT NULL")
FINISHED = text("status = 'finished' AND tallied_at IS NULL")  # used by servers of the previous version
# A running game has a digest only if it took over deals; others get theirs at the end.
IN_PLAY = text("status = 'playing' AND deal IS NOT NULL")
WITHOUT_DEAL = text("deal IS NULL AND archived_at IS NOT NULL")
TO_ARCHIVE = text("status IN ('finished', 'abandoned') AND archived_at IS NULL AND started_at IS NOT NULL")
TO_PACK = text("NOT packed AND archived_at IS NOT NULL")  # queries must repeat it literally


class TableRow(Base):
    __tablename__ = "tables"
    __table_args__ = (
        CheckConstraint("status IN ('open', 'playing', 'finished', 'abandoned')", name="status"),
        Index("ix_tables_in_lobby", "id", postgresql_where=IN_LOBBY, sqlite_where=IN_LOBBY),
        Index("ix_tables_to_watch", "id", postgresql_where=WATCHABLE, sqlite_where=WATCHABLE),
        Index(None, "address_key", postgresql_where=HAS_ADDRESS, sqlite_where=HAS_ADDRESS),
        Index("ix_tables_to_tally", "finished_at", "id", postgresql_where=FINISHED, sqlite_where=FINISHED),
        Index("ix_tables_to_rate", "finished_at", "id", postgresql_where=TO_TALLY, sqlite_where=TO_TALLY),
        Index("ix_tables_starts_at", "starts_at", postgresql_where=STARTING, sqlite_where=STARTING),
        Index(
            "ix_tables_to_archive", "finished_at", "id", postgresql_where=TO_ARCHIVE, sqlite_where=TO_ARCHIVE
        ),
        Index("ix_tables_to_pack", "finished_at", "id", postgresql_where=TO_PACK, sqlite_where=TO_PACK),
        Index("ix_tables_deal_in_play", "id", postgresql_where=IN_PLAY, sqlite_where=IN_PLAY),
        Index(None, "deal", postgresql_using="hash"),  # half as large as a B-tree
        Index("ix_tables_next", "next", postgresql_where=HAS_NEXT, sqlite_where=HAS_NEXT),
        Index("ix_tables_without_deal", "id", postgresql_where=WITHOUT_DEAL, sqlite_where=WITHOUT_DEAL),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(16), unique=True)  # in the URL
    game: Mapped[str] = mapped_column(String(32))
    options: Mapped[Json] = mapped_column(JSON)
    status: Mapped[Status] = mapped_column(String(16))
    bots: Mapped[str] = mapped_column(String(32))  # bot for empty seats at the start, or ""
    look_on: Mapped[bool]  # repeats `terms`, for servers of the previous version
    # app.tables.game.settings; null: made by the previous version
    terms: Mapped[Json | None] = mapped_column(JSON)
    timing: Mapped[Json | None] = mapped_column(JSON)  # app.tables.time_control.state
    visibility: Mapped[str] = mapped_column(String(8), server_default="link")  # as in `terms`, for the index
    secret: Mapped[bytes] = mapped_column(LargeBinary(32))  # revealed at the end of the game
    host_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    tallied_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # results are stored, or never will be
    tally_again_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # after a failure: earliest retry
    archived_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # the history has the game
    archive_again_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # after a failure: earliest retry
    rated: Mapped[bool | None]  # decided at the start; null: not started, or by an older version
    # rated game ended by vote: seats that voted for it or were absent
    stopped: Mapped[list[int] | None] = mapped_column(JSON)
    next: Mapped[str | None] = mapped_column(String(16))  # code of the rematch
    closed: Mapped[str | None] = mapped_column(String(300))  # an administrator's reason for closing it
    changes: Mapped[int] = mapped_column(server_default="0")  # number of changes besides moves
    deal: Mapped[bytes | None] = mapped_column(LargeBinary(32))  # app.tables.deal_guard.digest
    # of a deal that many tables play: the seed follows from it instead of the code
    deal_name: Mapped[str | None] = mapped_column(String(64))
    address_key: Mapped[str | None] = mapped_column(String(16))  # app.infra.address_keys: the host's
    attended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # when a player was last connected
    next_secret: Mapped[bytes | None] = mapped_column(LargeBinary(32))  # secret of a future rematch
    starts_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # scheduled start; null after the start
    packed: Mapped[bool] = mapped_column(server_default=false())  # its moves are in `packed_games`
    salts: Mapped[bytes | None] = mapped_column(LargeBinary)  # of the seats of a packed game, in order
