"""The SQL of imported games."""

from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, delete, func, insert, or_, select, update

from app.lobby.codes import new_code
from app.models import ImportRow, PlayerRow
from app.models.imports import WITHOUT_DEAL
from app.statements import Cursor, Statement

IMPORTS: Any = ImportRow.__table__
PLAYERS: Any = PlayerRow.__table__
CODE_LENGTH = 10  # no table has so long a code

_mine = IMPORTS.c.player_id == bindparam("player")
_code = IMPORTS.c.code == bindparam("code")
_columns = (IMPORTS.c.code, IMPORTS.c.record, IMPORTS.c.moves, IMPORTS.c.added_at)
_new = ("code", "player_id", "record", "moves", "deal", "places")
LOCK = Statement(select(PLAYERS.c.id).where(PLAYERS.c.id == bindparam("player")).with_for_update())
COUNT = Statement(select(func.count().label("games")).where(_mine))
ADD = Statement(
    insert(IMPORTS)
    .values(added_at=func.now(), **{name: bindparam(name) for name in _new})
    .returning(*_columns)
)
ALL = Statement(select(*_columns, IMPORTS.c.deal).where(_mine).order_by(IMPORTS.c.id.desc()))
_parts = tuple(IMPORTS.c.record[name].label(name) for name in ("game", "seats", "result"))
LISTED = Statement(
    select(IMPORTS.c.code, IMPORTS.c.moves, IMPORTS.c.added_at, IMPORTS.c.deal, *_parts)
    .where(_mine)
    .order_by(IMPORTS.c.id.desc())
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


async def count(cursor: Cursor, player: UUID) -> int:
    """How many this person has; nobody adds one to them before the transaction ends."""
    await cursor.run(LOCK, player=player)
    games: int = (await cursor.one(COUNT, player=player)).games
    return games


async def add(cursor: Cursor, player: UUID | None, **sound: Any) -> Any:
    """Puts a `reading.Sound` on this person's shelf, or nobody's. Code, record, moves and when."""
    return await cursor.one(ADD, code=new_code(CODE_LENGTH), player_id=player, **sound)


async def all_of(cursor: Cursor, player: UUID) -> list[Any]:
    """The same of all on this person's shelf, and their deals, the newest first."""
    return await cursor.run(ALL, player=player)


async def listed(cursor: Cursor, player: UUID) -> list[Any]:
    """The same, but of each record no more than game, seats and result."""
    return await cursor.run(LISTED, player=player)


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
