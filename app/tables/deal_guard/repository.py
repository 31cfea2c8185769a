"""Queries of games that share their deals: whom they are barred from, and who has seen them."""

from collections.abc import Collection, Iterable, Set
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import LargeBinary, bindparam, delete, exists, false, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.models.table import IN_PLAY
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery
from app.infra.database.schema import BRANCHES, PLAYERS, SEATS, SEEN_DEALS, TABLES, WITHHELD_DEALS
from app.tables.deal_guard.sealed_deals import is_sealed_to, sealed_to
from app.tables.deal_guard.withheld_deals import is_withheld

MAX_SEEN_DEALS = 5000  # of one player; the oldest are dropped

_in_play = select(TABLES.c.id, TABLES.c.code, TABLES.c.deal).where(IN_PLAY).subquery()
_others = SEATS.alias("others")
# A player who played alone and has left may see the original: there is no opponent.
_alone = ~exists().where(
    _others.c.table_id == SEATS.c.table_id,
    _others.c.player_id.is_not(None),
    _others.c.player_id != SEATS.c.player_id,
)
_plays = ~(SEATS.c.caretaker & _alone)
_player, _deal = SEATS.c.player_id == bindparam("player"), _in_play.c.deal == bindparam("deal")
_duplicates_of_player = (
    select(_in_play.c.deal)
    .join(BRANCHES, BRANCHES.c.table_id == _in_play.c.id)
    .join(SEATS, SEATS.c.table_id == _in_play.c.id)
    .where(BRANCHES.c.duplicate, _plays, _player)
)
PLAYS_DUPLICATE = ValueQuery[bytes](_duplicates_of_player.where(_deal).limit(1))


async def is_deal_barred(cursor: Cursor, player: UUID, deal: bytes, *, seated: bool = False) -> bool:
    """Returns whether this player plays a duplicate of these deals, or they are sealed to them or withheld.

    To people who are `seated` at a game, its page is not withheld.
    """
    if await cursor.fetch_one(PLAYS_DUPLICATE, player=player, deal=deal) is not None:
        return True
    return await is_sealed_to(cursor, player, deal) or (not seated and await is_withheld(cursor, deal))


DEALS_OF_PLAYER = ValueQuery[bytes](_duplicates_of_player)


async def deals_of_duplicates(cursor: Cursor, player: UUID) -> frozenset[bytes]:
    """Returns the deals of all duplicates that this player plays now."""
    return frozenset(await cursor.fetch_all(DEALS_OF_PLAYER, player=player))


_asked = bindparam("deals", expanding=True, type_=LargeBinary)
BARRED_AMONG = ValueQuery[bytes](
    _duplicates_of_player.where(_in_play.c.deal.in_(_asked)).union(
        select(WITHHELD_DEALS.c.digest.label("deal")).where(WITHHELD_DEALS.c.digest.in_(_asked))
    )
)


async def barred_among(cursor: Cursor, player: UUID, deals: Iterable[bytes | None]) -> frozenset[bytes]:
    """Returns those of these deals that this player plays in a duplicate now, or that are withheld."""
    asked = list({deal for deal in deals if deal is not None})
    return frozenset(await cursor.fetch_all(BARRED_AMONG, player=player, deals=asked) if asked else ())


class PlayedDeal(NamedTuple):
    """A player who plays a duplicate, and its deals."""

    player: UUID
    deal: bytes


PLAYED_AMONG = Query(
    select(SEATS.c.player_id.label("player"), _in_play.c.deal)
    .join(_in_play, _in_play.c.id == SEATS.c.table_id)
    .join(BRANCHES, BRANCHES.c.table_id == _in_play.c.id)
    .where(BRANCHES.c.duplicate, _plays, _in_play.c.deal.in_(_asked))
    .where(SEATS.c.player_id.in_(bindparam("players", expanding=True))),
    PlayedDeal,
)


async def duplicates_among(
    cursor: Cursor, players: Collection[UUID], deals: Collection[bytes]
) -> list[PlayedDeal]:
    """Returns which of these players play duplicates of which of these deals now."""
    if not players or not deals:
        return []
    return await cursor.fetch_all(PLAYED_AMONG, players=list(players), deals=list(deals))


_players_of_duplicates = (
    select(SEATS.c.player_id)
    .join(_in_play, _in_play.c.id == SEATS.c.table_id)
    .join(BRANCHES, BRANCHES.c.table_id == _in_play.c.id)
    .where(BRANCHES.c.duplicate, _deal, SEATS.c.player_id.is_not(None), _plays)
)
PLAYERS_OF_DUPLICATES = ValueQuery[UUID](_players_of_duplicates)
# One player may have started hundreds of duplicates, and this is asked whenever a page is opened.
PLAYERS_AMONG = ValueQuery[UUID](
    _players_of_duplicates.where(SEATS.c.player_id.in_(bindparam("players", expanding=True)))
)


async def players_of(cursor: Cursor, deal: bytes) -> frozenset[UUID]:
    """Returns the people who play a duplicate of these deals now."""
    return frozenset(await cursor.fetch_all(PLAYERS_OF_DUPLICATES, deal=deal))


async def barred_players(
    cursor: Cursor, players: Collection[UUID], deal: bytes, seated: Set[UUID] = frozenset()
) -> frozenset[UUID]:
    """Returns those of these players whom the deals are barred from (`is_deal_barred`)."""
    playing = await cursor.fetch_all(PLAYERS_AMONG, deal=deal, players=list(players)) if players else ()
    barred = frozenset(playing) | await sealed_to(cursor, players, deal)
    return barred | (frozenset(players) - seated) if await is_withheld(cursor, deal) else barred


_of_player = SEEN_DEALS.c.player_id == bindparam("player")
HAS_SEEN = ValueQuery[str](
    select(SEEN_DEALS.c.code).where(_of_player, SEEN_DEALS.c.deal == bindparam("deal"))
)


async def has_seen(cursor: Cursor, player: UUID, deal: bytes) -> bool:
    """Returns whether it is stored that this player has seen these deals."""
    return await cursor.fetch_one(HAS_SEEN, player=player, deal=deal) is not None


ADD = ValueQuery[int](
    insert(SEEN_DEALS)
    .values(
        seen_at=func.now(),
        code=bindparam("code"),
        player_id=bindparam("player_id"),
        deal=bindparam("new_deal"),
    )
    .on_conflict_do_nothing()
    .returning(SEEN_DEALS.c.id)
)
_surplus = (
    select(SEEN_DEALS.c.id).where(_of_player).order_by(SEEN_DEALS.c.id.desc()).offset(MAX_SEEN_DEALS).limit(1)
)
PRUNE = Command(delete(SEEN_DEALS).where(_of_player, SEEN_DEALS.c.id <= _surplus.scalar_subquery()))


class OpenDuplicate(NamedTuple):
    """A duplicate that has not started."""

    id: int
    code: str


OPEN_DUPLICATES = Query(
    select(TABLES.c.id, TABLES.c.code)
    .join(BRANCHES, BRANCHES.c.table_id == TABLES.c.id)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(BRANCHES.c.duplicate, TABLES.c.status == "open", TABLES.c.deal == bindparam("deal"), _player)
    .order_by(TABLES.c.id)
    .with_for_update(of=TABLES),
    OpenDuplicate,
)
UNREADY = Command(update(SEATS).where(SEATS.c.table_id == bindparam("table")).values(ready=false()))


async def record_view(cursor: Cursor, player: UUID, deal: bytes, code: str) -> list[str]:
    """Stores that this player has seen these deals.

    Returns the open duplicates of them where this player sits: everybody there has to be ready again, and the
    tables stay locked until the transaction ends.
    """
    if await cursor.fetch_one(ADD, player_id=player, new_deal=deal, code=code) is not None:
        await cursor.execute(PRUNE, player=player)
    tables = await cursor.fetch_all(OPEN_DUPLICATES, player=player, deal=deal)
    for table in tables:
        await cursor.execute(UNREADY, table=table.id)
    return [table.code for table in tables]


LOCK_PLAYERS = Command(
    select(PLAYERS.c.id)
    .where(PLAYERS.c.id.in_(bindparam("players", expanding=True)))
    .order_by(PLAYERS.c.id)
    .with_for_update(key_share=True)  # does not block inserts that refer to them
)
BUSY = ValueQuery[int](
    select(_in_play.c.id)
    .outerjoin(BRANCHES, BRANCHES.c.table_id == _in_play.c.id)
    .join(SEATS, SEATS.c.table_id == _in_play.c.id)
    .where(
        _deal,
        SEATS.c.player_id.in_(bindparam("players", expanding=True)),
        or_(BRANCHES.c.duplicate, bindparam("duplicate", type_=BRANCHES.c.duplicate.type)),
        _plays,
    )
    .limit(1)
)


async def is_busy(cursor: Cursor, players: Collection[UUID], deal: bytes, *, duplicate: bool) -> bool:
    """Returns whether one of them plays these deals at another table, and one of the two is a duplicate.

    Locks the people, so that no other start with them commits before the transaction ends.
    """
    await cursor.execute(LOCK_PLAYERS, players=sorted(players))
    return await cursor.fetch_one(BUSY, players=list(players), deal=deal, duplicate=duplicate) is not None


SET_DEAL = Command(
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"))
    .values(deal=bindparam("digest", type_=LargeBinary))
)


async def set_deal(cursor: Cursor, table: int, digest: bytes) -> None:
    """Stores the digest of the table's deals, by which it is found."""
    await cursor.execute(SET_DEAL, table=table, digest=digest)


SEEN_BY = PagedQuery(
    select(SEEN_DEALS.c.code, SEEN_DEALS.c.deal, SEEN_DEALS.c.seen_at).where(_of_player), SEEN_DEALS.c.id
)
DROP_OF_PLAYER = Command(delete(SEEN_DEALS).where(_of_player))


async def erase(cursor: Cursor, player: UUID) -> None:
    """Drops what is stored of the deals that this player has seen."""
    await cursor.execute(DROP_OF_PLAYER, player=player)
