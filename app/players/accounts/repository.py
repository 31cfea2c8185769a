"""The SQL of people."""

import secrets
from typing import Any
from uuid import UUID, uuid4

from asyncpg.exceptions import UniqueViolationError
from sqlalchemy import bindparam, func, insert, null, select, update
from sqlalchemy.exc import IntegrityError

from app.infra.database.models import AdminRow, PlayerRow, SeatRow, TableRow
from app.infra.database.paging import Paged
from app.infra.database.query import Cursor, Statement

ADMINS: Any = AdminRow.__table__
PLAYERS: Any = PlayerRow.__table__
SEATS: Any = SeatRow.__table__
TABLES: Any = TableRow.__table__
MY_TABLES = 20  # the newest; older ones are history
TAKEN = (IntegrityError, UniqueViolationError)  # what either database says when a name is no longer free

_player = PLAYERS.c.id == bindparam("player")
PERSON = Statement(
    select(
        *(PLAYERS.c[name] for name in ("name", "look", "password", "created_at")),
        ADMINS.c.player_id.label("admin"),
    )
    .outerjoin(ADMINS, ADMINS.c.player_id == PLAYERS.c.id)
    .where(_player)
)
ACCOUNT = Statement(select(PLAYERS.c.id, PLAYERS.c.password).where(PLAYERS.c.look == bindparam("look")))
ADD = Statement(
    insert(PLAYERS).values(
        created_at=func.now(), id=bindparam("id"), name=bindparam("name"), handle=bindparam("handle")
    )
)
RENAME = Statement(update(PLAYERS).where(_player).values(name=bindparam("new")))
RENAME_ACCOUNT = Statement(
    update(PLAYERS).where(_player).values(name=bindparam("new"), look=bindparam("new_look"))
)
CLAIM = Statement(
    update(PLAYERS)
    .where(_player, PLAYERS.c.look.is_(None), PLAYERS.c.left_at.is_(None))
    .values(name=bindparam("new"), look=bindparam("new_look"), password=bindparam("hashed"))
    .returning(PLAYERS.c.id)
)
SET_PASSWORD = Statement(update(PLAYERS).where(_player).values(password=bindparam("hashed")))
STILL = Statement(
    select(PLAYERS.c.id).where(_player, PLAYERS.c.password == bindparam("hashed")).with_for_update()
)
STRIP = Statement(
    update(PLAYERS).where(_player).values(name="", look=null(), password=null(), left_at=func.now())
)
STRIP_SEATS = Statement(
    update(SEATS).where(SEATS.c.player_id == bindparam("player")).values(name="", again="")
)
TABLES_OF = Statement(
    select(TABLES.c.code, TABLES.c.game, TABLES.c.status, TABLES.c.deal)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(SEATS.c.player_id == bindparam("player"))
    .order_by(TABLES.c.id.desc())
    .limit(MY_TABLES)
)
_seats = (
    select(
        *(TABLES.c[name] for name in ("code", "game", "status", "created_at", "started_at", "finished_at")),
        SEATS.c.seat,
    )
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(SEATS.c.player_id == bindparam("player"))
)
SEATS_OF = Statement(_seats.order_by(TABLES.c.id))
SEATS_PAGED = Paged(_seats, TABLES.c.id)


def new_handle() -> str:
    """What stands in the address of a new profile: it tells nothing, and nobody comes upon it."""
    return secrets.token_hex(6)


async def person(cursor: Cursor, player: UUID) -> Any:
    """Name, look, password and beginning of this person, and whether they were named admin, or None."""
    return await cursor.one(PERSON, player=player)


async def account(cursor: Cursor, look: str) -> Any:
    """Id and password of the account whose name looks like this, or None."""
    return await cursor.one(ACCOUNT, look=look)


async def add_player(cursor: Cursor, name: str) -> UUID:
    player = uuid4()
    await cursor.run(ADD, id=player, name=name, handle=new_handle())
    return player


async def rename(cursor: Cursor, player: UUID, name: str) -> None:
    await cursor.run(RENAME, player=player, new=name)


async def rename_account(cursor: Cursor, player: UUID, name: str, look: str) -> None:
    """Raises one of TAKEN."""
    await cursor.run(RENAME_ACCOUNT, player=player, new=name, new_look=look)


async def claim(cursor: Cursor, player: UUID, name: str, look: str, hashed: str) -> bool:
    """False if this person has an account already. Raises one of TAKEN."""
    return await cursor.one(CLAIM, player=player, new=name, new_look=look, hashed=hashed) is not None


async def set_password(cursor: Cursor, player: UUID, hashed: str) -> None:
    await cursor.run(SET_PASSWORD, player=player, hashed=hashed)


async def is_still(cursor: Cursor, player: UUID, hashed: str) -> bool:
    """Whether the password is the one that was compared, and stays it until the transaction ends."""
    return await cursor.one(STILL, player=player, hashed=hashed) is not None


async def strip(cursor: Cursor, player: UUID) -> None:
    """Only the id is left: a former player."""
    await cursor.run(STRIP, player=player)
    await cursor.run(STRIP_SEATS, player=player)


async def tables_of(cursor: Cursor, player: UUID) -> list[Any]:
    """Code, game, status and deal of the tables where this person sits, newest first."""
    return await cursor.run(TABLES_OF, player=player)


async def seats_of(cursor: Cursor, player: UUID) -> list[Any]:
    """All tables where this person sits, with their times, oldest first."""
    return await cursor.run(SEATS_OF, player=player)
