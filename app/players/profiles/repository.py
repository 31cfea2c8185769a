"""The SQL of profiles."""

from typing import Any

from sqlalchemy import bindparam, select

from app.infra.database.models import PlayerRow
from app.infra.database.query import Cursor, Statement

PLAYERS: Any = PlayerRow.__table__

PERSON = Statement(
    select(PLAYERS.c.id, PLAYERS.c.name, PLAYERS.c.look, PLAYERS.c.created_at).where(
        PLAYERS.c.handle == bindparam("handle"), PLAYERS.c.left_at.is_(None)
    )
)


async def person(cursor: Cursor, handle: str) -> Any:
    """Id, name, look and beginning; None for nobody, and for who deleted their account."""
    return await cursor.one(PERSON, handle=handle)
