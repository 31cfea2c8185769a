"""The SQL of games that share their deals: to whom they are closed, and who has seen them."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from sqlalchemy import LargeBinary, bindparam, delete, exists, false, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.models import BranchRow, PlayerRow, SeatRow, SeenDealRow, TableRow
from app.infra.database.models.table import IN_PLAY
from app.infra.database.paging import Paged
from app.infra.database.query import Cursor, Statement

TABLES: Any = TableRow.__table__
SEATS: Any = SeatRow.__table__
BRANCHES: Any = BranchRow.__table__
PLAYERS: Any = PlayerRow.__table__
SEEN: Any = SeenDealRow.__table__
KEPT = 5000  # of one person, the newest

_in_play = select(TABLES.c.id, TABLES.c.code, TABLES.c.deal).where(IN_PLAY).subquery()
_others = SEATS.alias("others")
_alone = ~exists().where(
    _others.c.table_id == SEATS.c.table_id,
    _others.c.player_id.is_not(None),
    _others.c.player_id != SEATS.c.player_id,
)
# Who plays alone may leave such a game and look the original up: nobody is deceived.
_duplicates = (
    select(_in_play.c.deal, SEATS.c.player_id)
    .join(BRANCHES, BRANCHES.c.table_id == _in_play.c.id)
    .join(SEATS, SEATS.c.table_id == _in_play.c.id)
    .where(BRANCHES.c.duplicate, ~(SEATS.c.caretaker & _alone))
)
_player, _deal = SEATS.c.player_id == bindparam("player"), _in_play.c.deal == bindparam("deal")
CLOSED = Statement(_duplicates.where(_player, _deal).limit(1))
CLOSED_TO = Statement(_duplicates.where(_player))
CLOSED_OF = Statement(
    select(SEATS.c.player_id)
    .join(_in_play, _in_play.c.id == SEATS.c.table_id)
    .join(BRANCHES, BRANCHES.c.table_id == _in_play.c.id)
    .where(BRANCHES.c.duplicate, _deal, SEATS.c.player_id.is_not(None), ~(SEATS.c.caretaker & _alone))
)

_ids: dict[str, Any] = {"player_id": bindparam("player_id"), "deal": bindparam("new_deal")}
KNOWN = Statement(
    select(SEEN.c.code).where(SEEN.c.player_id == bindparam("player"), SEEN.c.deal == bindparam("deal"))
)
NOTE = Statement(
    insert(SEEN)
    .values(seen_at=func.now(), code=bindparam("code"), **_ids)
    .on_conflict_do_nothing()
    .returning(SEEN.c.id)
)
_of_player = SEEN.c.player_id == bindparam("player")
_too_many = select(SEEN.c.id).where(_of_player).order_by(SEEN.c.id.desc()).offset(KEPT).limit(1)
PRUNE = Statement(delete(SEEN).where(_of_player, SEEN.c.id <= _too_many.scalar_subquery()))
OPEN_DUPLICATES = Statement(
    select(TABLES.c.id, TABLES.c.code)
    .join(BRANCHES, BRANCHES.c.table_id == TABLES.c.id)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(BRANCHES.c.duplicate, TABLES.c.status == "open", TABLES.c.deal == bindparam("deal"), _player)
    .order_by(TABLES.c.id)
    .with_for_update(of=TABLES)
)
UNREADY = Statement(update(SEATS).where(SEATS.c.table_id == bindparam("table")).values(ready=false()))

_people = SEATS.c.player_id.in_(bindparam("people", expanding=True))
LOCK_PEOPLE = Statement(
    select(PLAYERS.c.id)
    .where(PLAYERS.c.id.in_(bindparam("people", expanding=True)))
    .order_by(PLAYERS.c.id)
    .with_for_update(key_share=True)  # in nobody's way who only refers to them
)
BUSY = Statement(
    select(_in_play.c.id)
    .join(BRANCHES, BRANCHES.c.table_id == _in_play.c.id)
    .join(SEATS, SEATS.c.table_id == _in_play.c.id)
    .where(
        _deal,
        _people,
        or_(BRANCHES.c.duplicate, bindparam("duplicate", type_=BRANCHES.c.duplicate.type)),
        ~(SEATS.c.caretaker & _alone),
    )
    .limit(1)
)
KEEP = Statement(
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"))
    .values(deal=bindparam("digest", type_=LargeBinary))
)
SEEN_BY = Paged(select(SEEN.c.code, SEEN.c.seen_at).where(SEEN.c.player_id == bindparam("player")), SEEN.c.id)
FORGET = Statement(delete(SEEN).where(SEEN.c.player_id == bindparam("player")))


async def is_closed(cursor: Cursor, player: UUID, deal: bytes) -> bool:
    """Whether this person plays a duplicate with these deals now."""
    return await cursor.one(CLOSED, player=player, deal=deal) is not None


async def closed_to(cursor: Cursor, player: UUID) -> frozenset[bytes]:
    """The deals of all duplicates that this person plays now."""
    return frozenset(row.deal for row in await cursor.run(CLOSED_TO, player=player))


async def players_of(cursor: Cursor, deal: bytes) -> frozenset[UUID]:
    """Who plays a duplicate with these deals now."""
    return frozenset(row.player_id for row in await cursor.run(CLOSED_OF, deal=deal))


async def has_noted(cursor: Cursor, player: UUID, deal: bytes) -> bool:
    return await cursor.one(KNOWN, player=player, deal=deal) is not None


async def note(cursor: Cursor, player: UUID, deal: bytes, code: str) -> list[str]:
    """This person sees these deals; the open tables where the others are to be told, none of them ready.

    Such a table does not start before the transaction ends.
    """
    if await cursor.run(NOTE, player_id=player, new_deal=deal, code=code):
        await cursor.run(PRUNE, player=player)
    tables = await cursor.run(OPEN_DUPLICATES, player=player, deal=deal)
    for table in tables:
        await cursor.run(UNREADY, table=table.id)
    return [table.code for table in tables]


async def is_busy(cursor: Cursor, people: Collection[UUID], deal: bytes, *, duplicate: bool) -> bool:
    """Whether one of them plays these deals at another table, and one of the two is a duplicate.

    Nothing that these people start is started before the transaction ends.
    """
    await cursor.run(LOCK_PEOPLE, people=sorted(people))
    return await cursor.one(BUSY, people=list(people), deal=deal, duplicate=duplicate) is not None


async def keep(cursor: Cursor, table: int, digest: bytes) -> None:
    """From now on the table is found by its deals."""
    await cursor.run(KEEP, table=table, digest=digest)


async def forget(cursor: Cursor, player: UUID) -> None:
    await cursor.run(FORGET, player=player)
