"""Queries of profiles."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, select

from app.infra.database.query import Cursor, Query
from app.infra.database.schema import PLAYERS


class ProfilePlayer(NamedTuple):
    """The player of a profile."""

    id: UUID
    name: str
    name_key: str | None  # None for a guest
    created_at: datetime


PLAYER = Query(
    select(PLAYERS.c.id, PLAYERS.c.name, PLAYERS.c.look.label("name_key"), PLAYERS.c.created_at).where(
        PLAYERS.c.handle == bindparam("handle"), PLAYERS.c.left_at.is_(None)
    ),
    ProfilePlayer,
)


async def find_player(cursor: Cursor, handle: str) -> ProfilePlayer | None:
    """Returns the player of this profile; None for nobody, and for a deleted account."""
    return await cursor.fetch_one(PLAYER, handle=handle)
