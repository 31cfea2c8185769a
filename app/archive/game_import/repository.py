"""Queries of imported games."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import String, bindparam, cast, delete, func, insert, or_, select, update

from app.core.codes import may_be_code, new_code
from app.infra.database.models.game_import import WITHOUT_DEAL
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery
from app.infra.database.schema import IMPORTS, PLAYERS
from engine.types import Json

CODE_LENGTH = 10  # characters; codes of tables are shorter
LISTED_FIELDS = ("game", "seats", "result")  # fields of a record in lists

_mine = IMPORTS.c.player_id == bindparam("player")
_code = IMPORTS.c.code == bindparam("code")
_columns = (IMPORTS.c.code, IMPORTS.c.record, IMPORTS.c.moves, IMPORTS.c.added_at)
_new = ("code", "player_id", "record", "moves", "size", "digest", "summary", "deal", "places")
LOCK = ValueQuery[str | None](
    select(PLAYERS.c.look).where(PLAYERS.c.id == bindparam("player")).with_for_update(key_share=True)
)
_size = func.coalesce(IMPORTS.c.size, func.length(cast(IMPORTS.c.record, String)))


class StorageUse(NamedTuple):
    """How many imports a player has, and their size in bytes."""

    games: int
    size: int


USE = Query(
    select(func.count().label("games"), func.coalesce(func.sum(_size), 0).label("size")).where(_mine),
    StorageUse,
)


class StoredImport(NamedTuple):
    """An imported record."""

    code: str
    record: Json
    moves: int
    added_at: datetime


ADD = Query(
    insert(IMPORTS)
    .values(added_at=func.now(), **{name: bindparam(name) for name in _new})
    .returning(*_columns),
    StoredImport,
)
FIND_BY_DIGEST = Query(
    select(*_columns).where(_mine, IMPORTS.c.digest == bindparam("record_digest")).limit(1), StoredImport
)
FIND_WITHOUT_OWNER = Query(
    select(*_columns)
    .where(IMPORTS.c.player_id.is_(None), IMPORTS.c.digest == bindparam("record_digest"))
    .limit(1),
    StoredImport,
)
ALL = PagedQuery(select(*_columns, IMPORTS.c.deal).where(_mine), IMPORTS.c.id, size=8)  # records may be large
_parts = tuple(IMPORTS.c.record[name].label(name) for name in LISTED_FIELDS)


class ListedImport(NamedTuple):
    """An import as its owner's list shows it."""

    code: str
    moves: int
    added_at: datetime
    deal: bytes | None
    summary: Json | None


LISTED = Query(
    select(IMPORTS.c.code, IMPORTS.c.moves, IMPORTS.c.added_at, IMPORTS.c.deal, IMPORTS.c.summary)
    .where(_mine)
    .order_by(IMPORTS.c.id.desc()),
    ListedImport,
)


class ImportParts(NamedTuple):
    """The fields of a record that lists show."""

    code: str
    game: Any
    seats: Any
    result: Any


UNSUMMARIZED = Query(  # stored by a server of the previous version
    select(IMPORTS.c.code, *_parts).where(_mine, IMPORTS.c.digest.is_(None)), ImportParts
)
_seen = (_code, or_(_mine, IMPORTS.c.player_id.is_(None)))


class ImportWithDeal(NamedTuple):
    """An imported record with the digest of its first deal."""

    code: str
    record: Json
    moves: int
    added_at: datetime
    deal: bytes | None


FIND = Query(select(*_columns, IMPORTS.c.deal).where(*_seen), ImportWithDeal)


class ImportSummary(NamedTuple):
    """The parts of an import that its owner's list needs."""

    code: str
    places: list[list[int]] | None
    deal: bytes | None
    game: Any
    seats: Any
    result: Any


SUMMARY = Query(
    select(IMPORTS.c.code, IMPORTS.c.places, IMPORTS.c.deal, *_parts).where(*_seen), ImportSummary
)


class ImportWithoutDeal(NamedTuple):
    """An import of an older version, without the digest of its first deal."""

    id: int
    record: Json


WITHOUT_DEAL_AFTER = Query(
    select(IMPORTS.c.id, IMPORTS.c.record)
    .where(WITHOUT_DEAL, IMPORTS.c.id > bindparam("after"))
    .order_by(IMPORTS.c.id)
    .limit(1),
    ImportWithoutDeal,
)
SET_DEAL = Command(
    update(IMPORTS)
    .where(IMPORTS.c.id == bindparam("number"))
    .values(deal=bindparam("new_deal"), places=bindparam("new_places"))
)
DELETE = ValueQuery[int](delete(IMPORTS).where(_code, _mine).returning(IMPORTS.c.id))
ERASE = Command(delete(IMPORTS).where(_mine))


async def storage_use(cursor: Cursor, player: UUID) -> tuple[int, int, bool]:
    """Returns the number of the player's imports, their size in bytes, and whether the player has an account.

    Locks the player, so that no import is added before the transaction ends.
    """
    name_key = await cursor.fetch_one(LOCK, player=player)
    use = await cursor.fetch_row(USE, player=player)
    return use.games, int(use.size), name_key is not None


async def find_by_digest(cursor: Cursor, player: UUID, digest: str) -> StoredImport | None:
    """Returns the player's import of the record with this digest, or None."""
    return await cursor.fetch_one(FIND_BY_DIGEST, player=player, record_digest=digest)


async def find_without_owner(cursor: Cursor, digest: str) -> StoredImport | None:
    """Returns the import of the record with this digest that belongs to nobody, or None."""
    return await cursor.fetch_one(FIND_WITHOUT_OWNER, record_digest=digest)


async def add(cursor: Cursor, player: UUID | None, **validated: Any) -> StoredImport:
    """Stores the fields of a `ValidatedRecord`, for a player or (None) for everybody with its code."""
    summary = {name: validated["record"][name] for name in LISTED_FIELDS if name in validated["record"]}
    return await cursor.fetch_row(
        ADD, code=new_code(CODE_LENGTH), player_id=player, summary=summary, **validated
    )


async def listed(cursor: Cursor, player: UUID) -> list[tuple[ListedImport, Json]]:
    """Returns the player's imports, the newest first, each with the fields of its record that lists show."""
    rows = await cursor.fetch_all(LISTED, player=player)
    old = (
        await cursor.fetch_all(UNSUMMARIZED, player=player)
        if any(row.summary is None for row in rows)
        else []
    )
    summaries = {row.code: {name: getattr(row, name) for name in LISTED_FIELDS} for row in old}
    return [(row, row.summary or summaries[row.code]) for row in rows if row.summary or row.code in summaries]


async def find(cursor: Cursor, player: UUID, code: str) -> ImportWithDeal | None:
    """Returns the imported game; None if it does not exist or belongs to another player."""
    if not _is_code(code):
        return None
    return await cursor.fetch_one(FIND, player=player, code=code)


async def summary(cursor: Cursor, player: UUID, code: str) -> ImportSummary | None:
    """Returns the imported game like `find`, without its moves."""
    if not _is_code(code):
        return None
    return await cursor.fetch_one(SUMMARY, player=player, code=code)


def _is_code(code: str) -> bool:
    return len(code) == CODE_LENGTH and may_be_code(code)


async def next_without_deal(cursor: Cursor, after: int) -> ImportWithoutDeal | None:
    """Returns the next import, by id, that an older server stored without deal and places."""
    return await cursor.fetch_one(WITHOUT_DEAL_AFTER, after=after)


async def set_deal(cursor: Cursor, number: int, deal: bytes, places: list[list[int]]) -> None:
    """Stores the digest of an import's first deal and its seats' places."""
    await cursor.execute(SET_DEAL, number=number, new_deal=deal, new_places=places)


async def delete_import(cursor: Cursor, player: UUID, code: str) -> bool:
    """Deletes the player's import of this code; False if there is none."""
    return _is_code(code) and await cursor.fetch_one(DELETE, player=player, code=code) is not None


async def erase(cursor: Cursor, player: UUID) -> None:
    """Deletes the player's imports."""
    await cursor.execute(ERASE, player=player)
