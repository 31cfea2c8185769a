"""The SQL of imported games."""

from typing import Any
from uuid import UUID

from sqlalchemy import String, bindparam, cast, delete, func, insert, or_, select, update

from app.core.codes import new_code
from app.infra.database.models import ImportRow, PlayerRow
from app.infra.database.models.game_import import WITHOUT_DEAL
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Cursor, Statement
from engine.types import Json

IMPORTS: Any = ImportRow.__table__
PLAYERS: Any = PlayerRow.__table__
CODE_LENGTH = 10  # no table has so long a code
SHOWN = ("game", "seats", "result")  # of a record, in lists

_mine = IMPORTS.c.player_id == bindparam("player")
_code = IMPORTS.c.code == bindparam("code")
_columns = (IMPORTS.c.code, IMPORTS.c.record, IMPORTS.c.moves, IMPORTS.c.added_at)
_new = ("code", "player_id", "record", "moves", "size", "digest", "summary", "deal", "places")
LOCK = Statement(select(PLAYERS.c.look).where(PLAYERS.c.id == bindparam("player")).with_for_update())
_size = func.coalesce(IMPORTS.c.size, func.length(cast(IMPORTS.c.record, String)))
USE = Statement(
    select(func.count().label("games"), func.coalesce(func.sum(_size), 0).label("size")).where(_mine)
)
ADD = Statement(
    insert(IMPORTS)
    .values(added_at=func.now(), **{name: bindparam(name) for name in _new})
    .returning(*_columns)
)
SAME = Statement(select(*_columns).where(_mine, IMPORTS.c.digest == bindparam("written_digest")).limit(1))
ALL = PagedQuery(select(*_columns, IMPORTS.c.deal).where(_mine), IMPORTS.c.id, size=8)  # some may be large
_parts = tuple(IMPORTS.c.record[name].label(name) for name in SHOWN)
LISTED = Statement(
    select(IMPORTS.c.code, IMPORTS.c.moves, IMPORTS.c.added_at, IMPORTS.c.deal, IMPORTS.c.summary)
    .where(_mine)
    .order_by(IMPORTS.c.id.desc())
)
UNSUMMARIZED = Statement(  # added by a server of the version before
    select(IMPORTS.c.code, *_parts).where(_mine, IMPORTS.c.digest.is_(None))
)
_seen = (_code, or_(_mine, IMPORTS.c.player_id.is_(None)))
FIND = Statement(select(*_columns, IMPORTS.c.deal).where(*_seen))
SUMMARY = Statement(select(IMPORTS.c.code, IMPORTS.c.places, IMPORTS.c.deal, *_parts).where(*_seen))
TO_FILL = Statement(
    select(IMPORTS.c.id, IMPORTS.c.record)
    .where(WITHOUT_DEAL, IMPORTS.c.id > bindparam("after"))
    .order_by(IMPORTS.c.id)
    .limit(1)
)
FILL = Statement(
    update(IMPORTS)
    .where(IMPORTS.c.id == bindparam("number"))
    .values(deal=bindparam("new_deal"), places=bindparam("new_places"))
)
DROP = Statement(delete(IMPORTS).where(_code, _mine).returning(IMPORTS.c.id))
FORGET = Statement(delete(IMPORTS).where(_mine))


async def use_of(cursor: Cursor, player: UUID) -> tuple[int, int, bool]:
    """How many imports this person has, their size in bytes, and whether it is an account's.

    Nobody adds one to them before the transaction ends.
    """
    person = await cursor.one(LOCK, player=player)
    use = await cursor.one(USE, player=player)
    return use.games, int(use.size), person is not None and person.look is not None


async def same(cursor: Cursor, player: UUID, digest: str) -> Any:
    """This person's import of the same record, as `add` returns it; None if there is none."""
    return await cursor.one(SAME, player=player, written_digest=digest)


async def add(cursor: Cursor, player: UUID | None, **sound: Any) -> Any:
    """Adds a `reading.Sound` for this person, or nobody. Code, record, moves and when."""
    summary = {name: sound["record"][name] for name in SHOWN if name in sound["record"]}
    return await cursor.one(ADD, code=new_code(CODE_LENGTH), player_id=player, summary=summary, **sound)


async def listed(cursor: Cursor, player: UUID) -> list[tuple[Any, Json]]:
    """All of this person's, newest first: code, moves, when and deal; and what lists show of the record."""
    rows = await cursor.run(LISTED, player=player)
    old = await cursor.run(UNSUMMARIZED, player=player) if any(row.summary is None for row in rows) else []
    summaries = {row.code: {name: getattr(row, name) for name in SHOWN} for row in old}
    return [(row, row.summary or summaries[row.code]) for row in rows if row.summary or row.code in summaries]


async def find(cursor: Cursor, player: UUID, code: str) -> Any:
    """The one of this code, if it is this person's or nobody's; else None."""
    return await cursor.one(FIND, player=player, code=code) if _sound(code) else None


async def summary(cursor: Cursor, player: UUID, code: str) -> Any:
    """The same without its moves: game, seats, result, places and deal."""
    return await cursor.one(SUMMARY, player=player, code=code) if _sound(code) else None


def _sound(code: str) -> bool:
    return len(code) == CODE_LENGTH and code.isascii() and code.isalnum()


async def to_fill(cursor: Cursor, after: int) -> Any:
    """Id and record of the next one, by id, that an older server has kept without deal and places."""
    return await cursor.one(TO_FILL, after=after)


async def fill(cursor: Cursor, number: int, deal: bytes, places: list[list[int]]) -> None:
    await cursor.run(FILL, number=number, new_deal=deal, new_places=places)


async def drop(cursor: Cursor, player: UUID, code: str) -> bool:
    """Whether there was one of this code on this person's shelf."""
    return await cursor.one(DROP, player=player, code=code) is not None


async def forget(cursor: Cursor, player: UUID) -> None:
    await cursor.run(FORGET, player=player)
