"""Queries of nights and their people."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Select,
    bindparam,
    delete,
    func,
    insert,
    null,
    or_,
    select,
    union,
    update,
)

from app.core.codes import new_code
from app.events.duplicate_nights.schemas import NewNight
from app.events.duplicate_nights.scoring import Scoring
from app.infra.database.engine import now
from app.infra.database.models.night import NIGHT_LISTED, NightStatus
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import NIGHT_PLAYERS, NIGHTS, PLAYERS
from app.players.accounts.repository import lock_player

MAX_LISTED = 200  # public nights that are read, of which the first are shown
MAX_FINISHED = 20  # finished nights of a player that are listed

_night = NIGHTS.c.id == bindparam("night")
_player = bindparam("player", type_=PLAYERS.c.id.type)
_running = NIGHTS.c.status.in_(("open", "playing"))


class Night(NamedTuple):
    """A night's row, its host's name and the number of its people."""

    id: int
    code: str
    host_id: UUID | None
    game: str
    seats: int
    deals: int
    people_per_table: int
    bots: str
    scoring: Scoring
    clock: str
    minutes: int
    public: bool
    status: NightStatus
    address_key: str
    host: str | None
    people: int


_count_of_people = (
    select(func.count()).where(NIGHT_PLAYERS.c.night_id == NIGHTS.c.id).correlate(NIGHTS).scalar_subquery()
)


def _nights() -> Select[*tuple[object, ...]]:
    columns = [NIGHTS.c[name] for name in Night._fields[: Night._fields.index("host")]]
    return select(*columns, PLAYERS.c.name.label("host"), _count_of_people.label("people")).outerjoin(
        PLAYERS, PLAYERS.c.id == NIGHTS.c.host_id
    )


_of_code = _nights().where(NIGHTS.c.code == bindparam("code"))
FIND = Query(_of_code, Night)
LOCK = Query(_of_code.with_for_update(of=NIGHTS), Night)
LOCK_BY_ID = Command(select(NIGHTS.c.id).where(_night).with_for_update())
BY_ID = Query(_nights().where(_night), Night)


async def find(cursor: Cursor, code: str) -> Night | None:
    """Returns the night with this code."""
    return await cursor.fetch_one(FIND, code=code)


async def lock(cursor: Cursor, code: str) -> Night | None:
    """Returns the night with this code, locked until the transaction ends."""
    if (night := await cursor.fetch_one(LOCK, code=code)) is None:
        return None
    return await cursor.fetch_row(BY_ID, night=night.id)  # as others left it


async def lock_by_id(cursor: Cursor, night: int) -> Night:
    """Returns the night, locked until the transaction ends."""
    await cursor.execute(LOCK_BY_ID, night=night)
    return await cursor.fetch_row(BY_ID, night=night)


PUBLIC = Query(_nights().where(NIGHT_LISTED).order_by(NIGHTS.c.id.desc()).limit(MAX_LISTED), Night)
_takes_part = (
    select(NIGHT_PLAYERS.c.night_id)
    .where(NIGHT_PLAYERS.c.night_id == NIGHTS.c.id, NIGHT_PLAYERS.c.player_id == _player)
    .correlate(NIGHTS)
    .exists()
)
MINE = Query(
    _nights().where(_running, or_(NIGHTS.c.host_id == _player, _takes_part)).order_by(NIGHTS.c.id.desc()),
    Night,
)
_hosted = select(NIGHTS.c.id).where(NIGHTS.c.host_id == _player)
_joined = select(NIGHT_PLAYERS.c.night_id).where(NIGHT_PLAYERS.c.player_id == _player)
FINISHED = Query(
    _nights()
    .where(NIGHTS.c.status == "finished", NIGHTS.c.id.in_(union(_hosted, _joined)))
    .order_by(NIGHTS.c.id.desc())
    .limit(MAX_FINISHED),
    Night,
)


async def public_nights(cursor: Cursor) -> list[Night]:
    """Returns the newest public nights that are open or played."""
    return await cursor.fetch_all(PUBLIC)


async def nights_of(cursor: Cursor, player: UUID) -> list[Night]:
    """Returns the open and played nights of this player, as host or player."""
    return await cursor.fetch_all(MINE, player=player)


async def finished_nights_of(cursor: Cursor, player: UUID) -> list[Night]:
    """Returns the newest finished nights of this player, as host or player."""
    return await cursor.fetch_all(FINISHED, player=player)


def _count_nights(condition: ColumnElement[bool]) -> ValueQuery[int]:
    return ValueQuery(select(func.count().label("count")).select_from(NIGHTS).where(_running, condition))


HOSTED = _count_nights(NIGHTS.c.host_id == _player)
HOSTED_BY_ADDRESS = _count_nights(NIGHTS.c.address_key == bindparam("address"))
JOINED = _count_nights(_takes_part)


async def lock_and_count_hosted(cursor: Cursor, player: UUID, address: str) -> tuple[int, int]:
    """Returns how many nights that are not over this player hosts, and this address; locks the player."""
    await lock_player(cursor, player)
    of_host = await cursor.fetch_row(HOSTED, player=player)
    return of_host, await cursor.fetch_row(HOSTED_BY_ADDRESS, address=address)


async def lock_and_count_joined(cursor: Cursor, player: UUID) -> int:
    """Returns in how many nights that are not over this player takes part; locks the player."""
    await lock_player(cursor, player)
    return await cursor.fetch_row(JOINED, player=player)


_NEW = (
    "code", "host_id", "game", "seats", "deals", "people_per_table", "bots", "scoring", "clock", "minutes",
    "public", "address_key",
)  # fmt: skip
ADD = ValueQuery[int](
    insert(NIGHTS).values(status="open", created_at=func.now(), **parameters(*_NEW)).returning(NIGHTS.c.id)
)
CODE_IN_USE = ValueQuery[int](select(NIGHTS.c.id).where(NIGHTS.c.code == bindparam("code")))


async def add(cursor: Cursor, host: UUID, new: NewNight, address: str) -> Night:
    """Stores an open night."""
    code = new_code()
    while await cursor.fetch_one(CODE_IN_USE, code=code) is not None:
        code = new_code()
    await cursor.fetch_row(ADD, code=code, host_id=host, address_key=address, **new.model_dump())
    return await cursor.fetch_row(FIND, code=code)


SET_STATUS = Command(update(NIGHTS).where(_night).values(status=bindparam("new_status"), address_key=""))
FORGET_ADDRESSES = Command(
    update(NIGHT_PLAYERS).where(NIGHT_PLAYERS.c.night_id == bindparam("night")).values(address_key="")
)
START = Command(update(NIGHTS).where(_night).values(status="playing", started_at=func.now()))


async def start(cursor: Cursor, night: int) -> None:
    """Marks the night as being played."""
    await cursor.execute(START, night=night)


async def end(cursor: Cursor, night: int, status: NightStatus) -> None:
    """Marks the night as finished, or as canceled; its addresses are forgotten."""
    await cursor.execute(SET_STATUS, night=night, new_status=status)
    await cursor.execute(FORGET_ADDRESSES, night=night)


class Entrant(NamedTuple):
    """A player of a night."""

    player_id: UUID
    name: str
    group: int | None
    place: int | None
    first_deal: int
    address_key: str


ENTRANTS = Query(
    select(
        NIGHT_PLAYERS.c.player_id,
        PLAYERS.c.name,
        NIGHT_PLAYERS.c.group,
        NIGHT_PLAYERS.c.place,
        NIGHT_PLAYERS.c.first_deal,
        NIGHT_PLAYERS.c.address_key,
    )
    .join(PLAYERS, PLAYERS.c.id == NIGHT_PLAYERS.c.player_id)
    .where(NIGHT_PLAYERS.c.night_id == bindparam("night"))
    .order_by(NIGHT_PLAYERS.c.joined_at, NIGHT_PLAYERS.c.player_id),
    Entrant,
)


async def entrants(cursor: Cursor, night: int) -> list[Entrant]:
    """Returns the people of a night in the order of joining."""
    return await cursor.fetch_all(ENTRANTS, night=night)


JOIN = Command(
    insert(NIGHT_PLAYERS).values(
        parameters("night_id", "player_id", "group", "place", "first_deal", "address_key", "joined_at")
    )
)


async def join(
    cursor: Cursor, night: int, player: UUID, address: str, place: tuple[int, int, int] | None = None
) -> None:
    """Adds a player; `place` is the group, the place and the first deal of a latecomer."""
    group, number, first_deal = place or (None, None, 1)
    values = {"group": group, "place": number, "first_deal": first_deal, "address_key": address}
    await cursor.execute(JOIN, night_id=night, player_id=player, joined_at=now(), **values)


_of_night = NIGHT_PLAYERS.c.night_id == bindparam("night")
_of_player = NIGHT_PLAYERS.c.player_id == _player
LEAVE = ValueQuery[int](
    delete(NIGHT_PLAYERS).where(_of_night, _of_player).returning(NIGHT_PLAYERS.c.night_id)
)
SET_PLACE = Command(
    update(NIGHT_PLAYERS)
    .where(_of_night, _of_player)
    .values(group=bindparam("to_group"), place=bindparam("to"))
)


async def leave(cursor: Cursor, night: int, player: UUID) -> bool:
    """Removes a player; returns whether they took part."""
    return await cursor.fetch_one(LEAVE, night=night, player=player) is not None


async def set_places(cursor: Cursor, night: int, places: Mapping[UUID, tuple[int, int]]) -> None:
    """Stores each player's group and place."""
    rows = [
        {"night": night, "player": player, "to_group": group, "to": place}
        for player, (group, place) in places.items()
    ]
    await cursor.execute_many(SET_PLACE, rows)


_before = bindparam("before", type_=NIGHTS.c.created_at.type)
UNSTARTED = ValueQuery[str](
    select(NIGHTS.c.code).where(NIGHTS.c.status == "open", NIGHTS.c.created_at < _before).limit(MAX_LISTED)
)


async def codes_of_unstarted(cursor: Cursor, before: datetime) -> list[str]:
    """Returns the codes of open nights that were created before this time."""
    return await cursor.fetch_all(UNSTARTED, before=before)


_exported = select(NIGHTS.c.code, NIGHTS.c.game, NIGHTS.c.status, NIGHTS.c.created_at)
HOSTED_PAGED = PagedQuery(_exported.where(NIGHTS.c.host_id == _player), NIGHTS.c.id)
JOINED_PAGED = PagedQuery(
    _exported.add_columns(NIGHT_PLAYERS.c.joined_at)
    .join(NIGHT_PLAYERS, NIGHT_PLAYERS.c.night_id == NIGHTS.c.id)
    .where(NIGHT_PLAYERS.c.player_id == _player),
    NIGHTS.c.id,
)
OPEN_HOSTED = ValueQuery[int](
    select(NIGHTS.c.id).where(NIGHTS.c.host_id == _player, NIGHTS.c.status == "open").with_for_update()
)
FORGET_HOST = Command(update(NIGHTS).where(NIGHTS.c.host_id == _player).values(host_id=null()))
LEAVE_ALL = Command(delete(NIGHT_PLAYERS).where(_of_player))


async def erase_hosted(cursor: Cursor, player: UUID) -> None:
    """Cancels the open nights of this host, and removes them as host of all others."""
    for night in await cursor.fetch_all(OPEN_HOSTED, player=player):
        await end(cursor, night, "closed")
    await cursor.execute(FORGET_HOST, player=player)


async def erase_joined(cursor: Cursor, player: UUID) -> None:
    """Removes this player from all nights; their seats get bots from the next deal."""
    await cursor.execute(LEAVE_ALL, player=player)
