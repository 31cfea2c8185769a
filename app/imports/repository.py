"""The SQL of imported games."""

from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, delete, func, insert, or_, select

from app.lobby.codes import new_code
from app.models import ImportRow, PlayerRow
from app.statements import Cursor, Statement
from engine.types import Json

IMPORTS: Any = ImportRow.__table__
PLAYERS: Any = PlayerRow.__table__
CODE_LENGTH = 10  # no table has so long a code

_mine = IMPORTS.c.player_id == bindparam("player")
_code = IMPORTS.c.code == bindparam("code")
_columns = (IMPORTS.c.code, IMPORTS.c.record, IMPORTS.c.moves, IMPORTS.c.added_at)
LOCK = Statement(select(PLAYERS.c.id).where(PLAYERS.c.id == bindparam("player")).with_for_update())
COUNT = Statement(select(func.count().label("games")).where(_mine))
ADD = Statement(
    insert(IMPORTS)
    .values(
        added_at=func.now(),
        **{name: bindparam(name) for name in ("code", "player_id", "record", "moves")},
    )
    .returning(*_columns)
)
ALL = Statement(select(*_columns).where(_mine).order_by(IMPORTS.c.id.desc()))
_parts = (IMPORTS.c.record[name].label(name) for name in ("game", "seats", "result"))
LISTED = Statement(
    select(IMPORTS.c.code, IMPORTS.c.moves, IMPORTS.c.added_at, *_parts)
    .where(_mine)
    .order_by(IMPORTS.c.id.desc())
)
FIND = Statement(select(*_columns).where(_code, or_(_mine, IMPORTS.c.player_id.is_(None))))
DROP = Statement(delete(IMPORTS).where(_code, _mine).returning(IMPORTS.c.id))
FORGET = Statement(delete(IMPORTS).where(_mine))


async def count(cursor: Cursor, player: UUID) -> int:
    """How many this person has; nobody adds one to them before the transaction ends."""
    await cursor.run(LOCK, player=player)
    games: int = (await cursor.one(COUNT, player=player)).games
    return games


async def add(cursor: Cursor, player: UUID | None, record: Json, moves: int) -> Any:
    """Puts it on this person's shelf, or nobody's. Code, record, moves and when."""
    code = new_code(CODE_LENGTH)
    return await cursor.one(ADD, code=code, player_id=player, record=record, moves=moves)


async def all_of(cursor: Cursor, player: UUID) -> list[Any]:
    """The same of all on this person's shelf, the newest first."""
    return await cursor.run(ALL, player=player)


async def listed(cursor: Cursor, player: UUID) -> list[Any]:
    """The same, but of each record no more than game, seats and result."""
    return await cursor.run(LISTED, player=player)


async def find(cursor: Cursor, player: UUID, code: str) -> Any:
    """The one of this code, if it is this person's or nobody's; else None."""
    sound = len(code) == CODE_LENGTH and code.isascii() and code.isalnum()
    return await cursor.one(FIND, player=player, code=code) if sound else None


async def drop(cursor: Cursor, player: UUID, code: str) -> bool:
    """Whether there was one of this code on this person's shelf."""
    return await cursor.one(DROP, player=player, code=code) is not None


async def forget(cursor: Cursor, player: UUID) -> None:
    await cursor.run(FORGET, player=player)
