"""The SQL of names: which accounts hold them, which rest after they were given up, which guests bear them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import and_, bindparam, delete, exists, func, null, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.models import GuestNameRow, HeldNameRow, PlayerRow, SeatRow, TableRow
from app.infra.database.query import Cursor, Statement
from app.players.accounts.lookalikes import NameDigests

HELD: Any = HeldNameRow.__table__
GUESTS: Any = GuestNameRow.__table__
PLAYERS: Any = PlayerRow.__table__
SEATS: Any = SeatRow.__table__
TABLES: Any = TableRow.__table__
BATCH = 500

_moment = bindparam("moment", type_=HELD.c.until.type)
_mine = HELD.c.player_id == bindparam("player")
_these = HELD.c.key.in_([bindparam("look"), bindparam("skeleton")])
_new = insert(HELD).values(key=bindparam("key"), player_id=bindparam("player_id"))
HOLD = Statement(
    _new.on_conflict_do_update(
        index_elements=["key"],
        set_={"player_id": _new.excluded.player_id, "until": null()},
        where=or_(HELD.c.player_id == _new.excluded.player_id, HELD.c.until <= _moment),
    ).returning(HELD.c.key)
)
RELEASE = Statement(
    update(HELD)
    .where(_mine, HELD.c.until.is_(None), ~_these)
    .values(until=bindparam("ends", type_=HELD.c.until.type))
)
RESTING = Statement(select(func.count().label("number")).where(_mine, HELD.c.until > _moment))
TAKEN = Statement(
    select(HELD.c.key)
    .where(
        _these,
        HELD.c.player_id != bindparam("player"),
        or_(HELD.c.until.is_(None), HELD.c.until > _moment),
    )
    .limit(1)
)
_noted = insert(GUESTS).values({name: bindparam(name) for name in ("player_id", "name", "look", "skeleton")})
NOTE_GUEST = Statement(
    _noted.on_conflict_do_update(
        index_elements=["player_id"],
        set_={name: _noted.excluded[name] for name in ("name", "look", "skeleton")},
    )
)
FORGET_GUEST = Statement(delete(GUESTS).where(GUESTS.c.player_id == bindparam("player")))
_is_guest = and_(PLAYERS.c.look.is_(None), PLAYERS.c.left_at.is_(None))
_still = and_(PLAYERS.c.id == GUESTS.c.player_id, PLAYERS.c.name == GUESTS.c.name, _is_guest)
NAMESAKES = Statement(
    select(GUESTS.c.player_id, GUESTS.c.name)
    .join(PLAYERS, _still)
    .where(
        exists().where(
            HELD.c.until.is_(None),
            or_(HELD.c.key == GUESTS.c.look, HELD.c.key == GUESTS.c.skeleton),
        )
    )
    .limit(BATCH)
)
NAMESAKES_OF = Statement(
    select(GUESTS.c.player_id, GUESTS.c.name)
    .join(PLAYERS, _still)
    .where(or_(GUESTS.c.look == bindparam("look"), GUESTS.c.skeleton == bindparam("skeleton")))
    .limit(BATCH)
)
OPEN_TABLES = Statement(
    select(TABLES.c.code)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(TABLES.c.status == "open", SEATS.c.player_id.in_(bindparam("players", expanding=True)))
    .distinct()
)
_holds = exists().where(HELD.c.player_id == PLAYERS.c.id, HELD.c.until.is_(None))
_is_noted = exists().where(GUESTS.c.player_id == PLAYERS.c.id, GUESTS.c.name == PLAYERS.c.name)
ACCOUNTS_WITHOUT = Statement(
    select(PLAYERS.c.id, PLAYERS.c.name).where(PLAYERS.c.look.is_not(None), ~_holds).limit(BATCH)
)
GUESTS_WITHOUT = Statement(
    select(PLAYERS.c.id, PLAYERS.c.name)
    .where(
        _is_guest,
        PLAYERS.c.name.not_in(bindparam("given", expanding=True)),
        ~_is_noted,
    )
    .limit(BATCH)
)


async def hold(cursor: Cursor, player: UUID, keys: NameDigests, moment: datetime) -> bool:
    """This account's from now on; False if it is another's, or rests for another."""
    held = 0
    for key in sorted(keys):  # all in the same order
        held += len(await cursor.run(HOLD, key=key, player_id=player, moment=moment))
    return held == len(keys)


async def release(cursor: Cursor, player: UUID, kept: NameDigests, ends: datetime) -> None:
    """All other names that this account held rest until then, and are its own meanwhile."""
    await cursor.run(RELEASE, player=player, ends=ends, **kept._asdict())


async def resting(cursor: Cursor, player: UUID, moment: datetime) -> int:
    """How many keys rest for this account."""
    number: int = (await cursor.one(RESTING, player=player, moment=moment)).number
    return number


async def is_taken(cursor: Cursor, player: UUID, keys: NameDigests, moment: datetime) -> bool:
    """Whether somebody else holds this name, or one that looks like it."""
    return await cursor.one(TAKEN, player=player, moment=moment, **keys._asdict()) is not None


async def note_guest(cursor: Cursor, player: UUID, name: str, keys: NameDigests) -> None:
    """What this guest is called, to be found when an account takes such a name."""
    await cursor.run(NOTE_GUEST, player_id=player, name=name, **keys._asdict())


async def forget_guest(cursor: Cursor, player: UUID) -> None:
    await cursor.run(FORGET_GUEST, player=player)


async def namesakes(cursor: Cursor, keys: NameDigests | None = None) -> list[Any]:
    """Guests who bear such a name, or without keys any name that is an account's: some of them, if many."""
    if keys is None:
        return await cursor.run(NAMESAKES)
    return await cursor.run(NAMESAKES_OF, **keys._asdict())


async def open_tables(cursor: Cursor, players: Sequence[UUID]) -> list[str]:
    """The codes of tables that have not started and where one of them sits."""
    return [row.code for row in await cursor.run(OPEN_TABLES, players=list(players))]


async def accounts_without(cursor: Cursor) -> list[Any]:
    """Accounts that hold no name yet, as a server of the version before made them."""
    return await cursor.run(ACCOUNTS_WITHOUT)


async def guests_without(cursor: Cursor, given: Sequence[str]) -> list[Any]:
    """Guests who chose a name, of which no note was taken."""
    return await cursor.run(GUESTS_WITHOUT, given=["", *given])
