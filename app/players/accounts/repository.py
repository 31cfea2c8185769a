"""Queries of people: guests and accounts."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid4

from asyncpg.exceptions import UniqueViolationError
from sqlalchemy import bindparam, case, delete, func, insert, null, select, update
from sqlalchemy.exc import IntegrityError

from app.infra.database.models import Status
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import ADMINS, PLAYERS, REPORTS, SEATS, TABLES
from app.players.cats import CatName

MY_TABLES = 20  # older finished games are in the history
TAKEN = (IntegrityError, UniqueViolationError)  # raised by the databases when a name is no longer free

_player = PLAYERS.c.id == bindparam("player")
_not_deleted = PLAYERS.c.left_at.is_(None)


def new_handle() -> str:
    """Returns a random handle, which is part of the URL of a profile and cannot be guessed."""
    return secrets.token_hex(6)


class PlayerAccount(NamedTuple):
    """A player's row."""

    name: str
    name_key: str | None  # None for a guest
    password: str | None  # its argon2id hash
    created_at: datetime
    admin: UUID | None  # not None: made administrator by command
    cat: CatName | None  # None: not chosen


PLAYER = Query(
    select(
        PLAYERS.c.name,
        PLAYERS.c.look.label("name_key"),
        PLAYERS.c.password,
        PLAYERS.c.created_at,
        ADMINS.c.player_id.label("admin"),
        PLAYERS.c.cat,
    )
    .outerjoin(ADMINS, ADMINS.c.player_id == PLAYERS.c.id)
    .where(_player, _not_deleted),
    PlayerAccount,
)


async def find_player(cursor: Cursor, player: UUID) -> PlayerAccount | None:
    """Returns the player with this id; None if they were deleted."""
    return await cursor.fetch_one(PLAYER, player=player)


LOCK = Command(select(PLAYERS.c.id).where(_player).with_for_update(key_share=True))


async def lock_player(cursor: Cursor, player: UUID) -> None:
    """Locks the player until the transaction ends; others can still add rows that refer to the player."""
    await cursor.execute(LOCK, player=player)


HAS_ACCOUNT: ValueQuery[bool] = ValueQuery(
    select(PLAYERS.c.look.is_not(None).label("account")).where(_player)
)


async def has_account(cursor: Cursor, player: UUID) -> bool:
    """Returns whether the player has an account."""
    return await cursor.fetch_one(HAS_ACCOUNT, player=player) is True


class AccountPassword(NamedTuple):
    """The account of a name, and the hash of its password."""

    id: UUID
    password: str


ACCOUNT = Query(
    select(PLAYERS.c.id, PLAYERS.c.password).where(PLAYERS.c.look == bindparam("name_key")), AccountPassword
)


async def account(cursor: Cursor, name_key: str) -> AccountPassword | None:
    """Returns the account whose name has this key."""
    return await cursor.fetch_one(ACCOUNT, name_key=name_key)


ADD = Command(insert(PLAYERS).values(created_at=func.now(), **parameters("id", "name", "handle")))


async def add_player(cursor: Cursor, name: str) -> UUID:
    """Stores a new guest and returns their id."""
    player = uuid4()
    await cursor.execute(ADD, id=player, name=name, handle=new_handle())
    return player


RENAME = Command(update(PLAYERS).where(_player, _not_deleted).values(name=bindparam("new")))


async def rename(cursor: Cursor, player: UUID, name: str) -> None:
    """Renames a guest."""
    await cursor.execute(RENAME, player=player, new=name)


SET_CAT = Command(update(PLAYERS).where(_player, _not_deleted).values(cat=bindparam("chosen")))


async def set_cat(cursor: Cursor, player: UUID, cat: CatName) -> None:
    await cursor.execute(SET_CAT, player=player, chosen=cat)


RENAME_ACCOUNT = Command(
    update(PLAYERS).where(_player, _not_deleted).values(name=bindparam("new"), look=bindparam("new_key"))
)


async def rename_account(cursor: Cursor, player: UUID, name: str, name_key: str) -> None:
    """Renames an account. Raises one of TAKEN."""
    await cursor.execute(RENAME_ACCOUNT, player=player, new=name, new_key=name_key)


CLAIM = ValueQuery[UUID](
    update(PLAYERS)
    .where(_player, PLAYERS.c.look.is_(None), _not_deleted)
    .values(name=bindparam("new"), look=bindparam("new_key"), password=bindparam("hashed"))
    .returning(PLAYERS.c.id)
)


async def claim(cursor: Cursor, player: UUID, name: str, name_key: str, hashed: str) -> bool:
    """Makes the guest an account; False if they have one already. Raises one of TAKEN."""
    row = await cursor.fetch_one(CLAIM, player=player, new=name, new_key=name_key, hashed=hashed)
    return row is not None


SET_PASSWORD = Command(update(PLAYERS).where(_player, _not_deleted).values(password=bindparam("hashed")))


async def set_password(cursor: Cursor, player: UUID, hashed: str) -> None:
    await cursor.execute(SET_PASSWORD, player=player, hashed=hashed)


HAS_PASSWORD = ValueQuery[UUID](
    select(PLAYERS.c.id).where(_player, PLAYERS.c.password == bindparam("hashed")).with_for_update()
)


async def has_password_hash(cursor: Cursor, player: UUID, hashed: str) -> bool:
    """Returns whether this is the account's current password hash; locks it until the transaction ends."""
    return await cursor.fetch_one(HAS_PASSWORD, player=player, hashed=hashed) is not None


ANONYMIZE = Command(
    update(PLAYERS)
    .where(_player)
    .values(
        name="",
        look=null(),
        password=null(),
        cat=null(),
        left_at=func.coalesce(PLAYERS.c.left_at, func.now()),
    )
)
ANONYMIZE_SEATS = Command(
    update(SEATS).where(SEATS.c.player_id == bindparam("player")).values(name="", again="")
)


DISMISS = Command(delete(ADMINS).where(ADMINS.c.player_id == bindparam("player")))


async def anonymize(cursor: Cursor, player: UUID) -> None:
    """Deletes everything about the player but the id, also at their seats."""
    await cursor.execute(ANONYMIZE, player=player)
    await cursor.execute(DISMISS, player=player)
    await cursor.execute(ANONYMIZE_SEATS, player=player)


class OwnTable(NamedTuple):
    """A table at which the player has a seat."""

    id: int
    code: str
    game: str
    status: Status
    deal: bytes | None


_is_unfinished = TABLES.c.status.in_(("open", "playing"))
OWN_TABLES = Query(
    select(TABLES.c.id, TABLES.c.code, TABLES.c.game, TABLES.c.status, TABLES.c.deal)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(SEATS.c.player_id == bindparam("player"))
    .order_by((TABLES.c.status == "playing").desc(), _is_unfinished.desc(), TABLES.c.id.desc())
    .limit(MY_TABLES),
    OwnTable,
)


async def tables_of(cursor: Cursor, player: UUID) -> list[OwnTable]:
    """Returns the tables where this player sits: running ones first, then open ones, then the newest."""
    return await cursor.fetch_all(OWN_TABLES, player=player)


UNFINISHED_TABLES = ValueQuery[str](
    select(TABLES.c.code)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(_is_unfinished, SEATS.c.player_id.in_(bindparam("players", expanding=True)))
    .distinct()
)


async def unfinished_tables(cursor: Cursor, players: Sequence[UUID]) -> list[str]:
    """Returns the codes of all open and running tables where one of them sits."""
    return await cursor.fetch_all(UNFINISHED_TABLES, players=list(players)) if players else []


class TableMate(NamedTuple):
    """Another player at one of the player's tables."""

    table_id: int
    name: str


TABLE_MATES = Query(
    select(SEATS.c.table_id, func.coalesce(func.nullif(SEATS.c.name, ""), PLAYERS.c.name).label("name"))
    .join(PLAYERS, PLAYERS.c.id == SEATS.c.player_id)
    .where(SEATS.c.table_id.in_(bindparam("tables", expanding=True)), PLAYERS.c.id != bindparam("player"))
    .where(_not_deleted)
    .order_by(SEATS.c.seat),
    TableMate,
)


async def table_mates(cursor: Cursor, player: UUID, tables: Sequence[int]) -> list[TableMate]:
    """Returns the names of the other people at these tables, without deleted accounts."""
    return await cursor.fetch_all(TABLE_MATES, player=player, tables=tables) if tables else []


COUNT_OPEN_REPORTS = ValueQuery[int](
    select(func.count().label("count")).select_from(REPORTS).where(REPORTS.c.settled_at.is_(None))
)


async def count_open_reports(cursor: Cursor) -> int:
    return await cursor.fetch_row(COUNT_OPEN_REPORTS)


class OwnSeat(NamedTuple):
    """A seat of the player, for their data export."""

    code: str
    game: str
    status: Status
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    seat: int


_seats = (
    select(*(TABLES.c[name] for name in OwnSeat._fields[:-1]), SEATS.c.seat)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(SEATS.c.player_id == bindparam("player"))
)
OWN_SEATS = Query(_seats.order_by(TABLES.c.id), OwnSeat)
# The deals of ended games, which the player may be playing again.
SEATS_PAGED = PagedQuery(
    _seats.add_columns(case((_is_unfinished, null()), else_=TABLES.c.deal).label("deal")), TABLES.c.id
)


async def seats_of(cursor: Cursor, player: UUID) -> list[OwnSeat]:
    """Returns all seats of this player, the oldest table first."""
    return await cursor.fetch_all(OWN_SEATS, player=player)
