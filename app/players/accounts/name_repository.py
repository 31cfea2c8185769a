"""Queries of names: held by accounts, resting after an account released them, and those of guests."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import and_, bindparam, delete, exists, func, null, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import GUEST_NAMES, HELD_NAMES, PLAYERS
from app.players.accounts.lookalikes import NameDigests

BATCH_SIZE = 500


class GuestName(NamedTuple):
    """A guest whose name looks like another one."""

    player_id: UUID
    name: str


class PlayerWithName(NamedTuple):
    """A player and their name."""

    id: UUID
    name: str


_moment = bindparam("moment", type_=HELD_NAMES.c.until.type)
_own = HELD_NAMES.c.player_id == bindparam("player")
_these = HELD_NAMES.c.key.in_([bindparam("name_key"), bindparam("skeleton")])
_new = insert(HELD_NAMES).values(key=bindparam("key"), player_id=bindparam("player_id"))
HOLD_NAME = ValueQuery[bytes](
    _new.on_conflict_do_update(
        index_elements=["key"],
        set_={"player_id": _new.excluded.player_id, "until": null()},
        where=or_(HELD_NAMES.c.player_id == _new.excluded.player_id, HELD_NAMES.c.until <= _moment),
    ).returning(HELD_NAMES.c.key)
)


async def hold(cursor: Cursor, player: UUID, keys: NameDigests, moment: datetime) -> bool:
    """Gives the name to this account; False if another holds it, or it rests for another."""
    held = 0
    for key in sorted(keys):  # every transaction locks them in this order
        held += len(await cursor.fetch_all(HOLD_NAME, key=key, player_id=player, moment=moment))
    return held == len(keys)


RELEASE = Command(
    update(HELD_NAMES)
    .where(_own, HELD_NAMES.c.until.is_(None), ~_these)
    .values(until=bindparam("ends", type_=HELD_NAMES.c.until.type))
)


async def release(cursor: Cursor, player: UUID, kept: NameDigests, ends: datetime) -> None:
    """Lets all other names of this account rest until `ends`; meanwhile only it may take them back."""
    await cursor.execute(RELEASE, player=player, ends=ends, **kept._asdict())


COUNT_RESTING = ValueQuery[int](
    select(func.count().label("number")).where(_own, HELD_NAMES.c.until > _moment)
)


async def count_resting(cursor: Cursor, player: UUID, moment: datetime) -> int:
    """Returns how many keys rest for this account."""
    return await cursor.fetch_row(COUNT_RESTING, player=player, moment=moment)


TAKEN = ValueQuery[bytes](
    select(HELD_NAMES.c.key)
    .where(
        _these,
        HELD_NAMES.c.player_id != bindparam("player"),
        or_(HELD_NAMES.c.until.is_(None), HELD_NAMES.c.until > _moment),
    )
    .limit(1)
)


async def is_taken(cursor: Cursor, player: UUID, keys: NameDigests, moment: datetime) -> bool:
    """Returns whether another account holds this name, or one that looks like it."""
    return await cursor.fetch_one(TAKEN, player=player, moment=moment, **keys._asdict()) is not None


_new_name = insert(GUEST_NAMES).values(
    look=bindparam("name_key"), **parameters("player_id", "name", "skeleton")
)
SET_GUEST_NAME = Command(
    _new_name.on_conflict_do_update(
        index_elements=["player_id"],
        set_={name: _new_name.excluded[name] for name in ("name", "look", "skeleton")},
    )
)


async def store_guest_name(cursor: Cursor, player: UUID, name: str, keys: NameDigests) -> None:
    """Stores a guest's name, to be found when an account takes one like it."""
    await cursor.execute(SET_GUEST_NAME, player_id=player, name=name, **keys._asdict())


DROP_GUEST_NAME = Command(delete(GUEST_NAMES).where(GUEST_NAMES.c.player_id == bindparam("player")))


async def delete_guest_name(cursor: Cursor, player: UUID) -> None:
    await cursor.execute(DROP_GUEST_NAME, player=player)


_is_guest = and_(PLAYERS.c.look.is_(None), PLAYERS.c.left_at.is_(None))
_has_this_name = and_(
    PLAYERS.c.id == GUEST_NAMES.c.player_id, PLAYERS.c.name == GUEST_NAMES.c.name, _is_guest
)
_guests = select(GUEST_NAMES.c.player_id, GUEST_NAMES.c.name).join(PLAYERS, _has_this_name).limit(BATCH_SIZE)
NAMESAKES_OF_ACCOUNTS = Query(
    _guests.where(
        exists().where(
            HELD_NAMES.c.until.is_(None),
            or_(HELD_NAMES.c.key == GUEST_NAMES.c.look, HELD_NAMES.c.key == GUEST_NAMES.c.skeleton),
        )
    ),
    GuestName,
)
NAMESAKES = Query(
    _guests.where(
        or_(GUEST_NAMES.c.look == bindparam("name_key"), GUEST_NAMES.c.skeleton == bindparam("skeleton"))
    ),
    GuestName,
)


async def namesakes(cursor: Cursor, keys: NameDigests | None) -> list[GuestName]:
    """Returns a batch of guests whose name looks like this one, or (None) like any account's."""
    if keys is None:
        return await cursor.fetch_all(NAMESAKES_OF_ACCOUNTS)
    return await cursor.fetch_all(NAMESAKES, **keys._asdict())


_holds = exists().where(HELD_NAMES.c.player_id == PLAYERS.c.id, HELD_NAMES.c.until.is_(None))
ACCOUNTS_WITHOUT = Query(
    select(PLAYERS.c.id, PLAYERS.c.name).where(PLAYERS.c.look.is_not(None), ~_holds).limit(BATCH_SIZE),
    PlayerWithName,
)


async def accounts_without(cursor: Cursor) -> list[PlayerWithName]:
    """Returns a batch of accounts that hold no name, because a server of the previous version made them."""
    return await cursor.fetch_all(ACCOUNTS_WITHOUT)


_has_guest_name = exists().where(
    GUEST_NAMES.c.player_id == PLAYERS.c.id, GUEST_NAMES.c.name == PLAYERS.c.name
)
GUESTS_WITHOUT = Query(
    select(PLAYERS.c.id, PLAYERS.c.name)
    .where(_is_guest, PLAYERS.c.name.not_in(bindparam("given", expanding=True)), ~_has_guest_name)
    .limit(BATCH_SIZE),
    PlayerWithName,
)


async def guests_without(cursor: Cursor, given: Sequence[str]) -> list[PlayerWithName]:
    """Returns a batch of guests whose name is not stored here and none of the `given` default names."""
    return await cursor.fetch_all(GUESTS_WITHOUT, given=["", *given])
