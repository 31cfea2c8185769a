"""Queries of turn notifications: where a player wants to be notified, and what was sent."""

from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import and_, bindparam, delete, exists, func, select
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import (
    MOVES,
    NOTIFIED_VERSIONS,
    PUSH_DEVICES,
    SEATS,
    SENT_NOTIFICATIONS,
    SESSIONS,
    TABLES,
    WEBHOOKS,
)
from app.players.accounts.repository import MY_TABLES, lock_player
from app.players.accounts.sessions import SessionIdentity
from app.tables.time_control.presets import TURN_BASED_CLOCKS

MAX_DEVICES = 10  # of one player; the oldest is dropped first

BATCH_SIZE = 100  # tables in one sweep


class Device(NamedTuple):
    """A browser that shows its player's notifications."""

    device: str
    endpoint: str
    p256dh: str
    auth: str
    language: Any
    site: str


class StoredWebhook(NamedTuple):
    """An address that gets a player's notifications about one table."""

    url: str
    language: Any
    site: str


_own_device = and_(
    PUSH_DEVICES.c.player_id == bindparam("player"), PUSH_DEVICES.c.device == bindparam("name")
)
_own_devices = PUSH_DEVICES.c.player_id == bindparam("player")
DROP_ENDPOINT = Command(delete(PUSH_DEVICES).where(PUSH_DEVICES.c.endpoint == bindparam("endpoint")))
DROP_DEVICE = Command(delete(PUSH_DEVICES).where(_own_device))
_device = insert(PUSH_DEVICES).values(
    added_at=func.now(), **parameters("player_id", "session_id", *Device._fields)
)
# another player of the same browser may have added the endpoint at the same time
ADD_DEVICE = Command(
    _device.on_conflict_do_update(
        index_elements=["endpoint"],
        set_={
            name: _device.excluded[name] for name in ("player_id", "session_id", "added_at", *Device._fields)
        },
    )
)
DROP_OLDEST = Command(
    delete(PUSH_DEVICES).where(
        _own_devices,
        PUSH_DEVICES.c.device.not_in(
            select(PUSH_DEVICES.c.device)
            .where(_own_devices)
            .order_by(PUSH_DEVICES.c.added_at.desc(), PUSH_DEVICES.c.device)
            .limit(MAX_DEVICES)
        ),
    )
)


async def add_device(cursor: Cursor, identity: SessionIdentity, device: Device) -> None:
    """Stores the device in place of one of its name, and takes its endpoint from any other player.

    Tabs of a browser may do so at the same time: one after the other.
    """
    player = identity.player
    await lock_player(cursor, player)
    await cursor.execute(DROP_ENDPOINT, endpoint=device.endpoint)
    await cursor.execute(DROP_DEVICE, player=player, name=device.device)
    await cursor.execute(ADD_DEVICE, player_id=player, session_id=identity.session, **device._asdict())
    await cursor.execute(DROP_OLDEST, player=player)


SESSION_OF_DEVICE = ValueQuery[UUID | None](select(PUSH_DEVICES.c.session_id).where(_own_device))


async def session_of_device(cursor: Cursor, player: UUID, name: str) -> UUID | None:
    """Returns the session that added this device; None if there is no such device."""
    return await cursor.fetch_one(SESSION_OF_DEVICE, player=player, name=name)


async def drop_device(cursor: Cursor, player: UUID, name: str) -> None:
    await cursor.execute(DROP_DEVICE, player=player, name=name)


DEVICES = Query(
    select(*(PUSH_DEVICES.c[name] for name in Device._fields))
    .outerjoin(SESSIONS, SESSIONS.c.id == PUSH_DEVICES.c.session_id)
    .where(_own_devices, SESSIONS.c.ended_at.is_(None)),
    Device,
)


async def devices_of(cursor: Cursor, player: UUID) -> list[Device]:
    """Returns the player's devices whose session has not ended."""
    return await cursor.fetch_all(DEVICES, player=player)


DROP_DEVICES = Command(delete(PUSH_DEVICES).where(_own_devices))


async def drop_devices(cursor: Cursor, player: UUID) -> None:
    await cursor.execute(DROP_DEVICES, player=player)


_own_webhooks = WEBHOOKS.c.player_id == bindparam("player")
_own_webhook = and_(WEBHOOKS.c.table_id == bindparam("table"), _own_webhooks)
_webhooks = select(*(WEBHOOKS.c[name] for name in StoredWebhook._fields)).where(_own_webhooks)
WEBHOOKS_PAGED = PagedQuery(_webhooks, WEBHOOKS.c.table_id)


DROP_WEBHOOKS = Command(delete(WEBHOOKS).where(_own_webhooks))


async def drop_webhooks(cursor: Cursor, player: UUID) -> None:
    """Deletes the player's webhooks of all tables."""
    await cursor.execute(DROP_WEBHOOKS, player=player)


WEBHOOK = Query(
    select(*(WEBHOOKS.c[name] for name in StoredWebhook._fields)).where(_own_webhook), StoredWebhook
)


async def webhook_of(cursor: Cursor, table: int, player: UUID) -> StoredWebhook | None:
    """Returns the player's webhook of this table."""
    return await cursor.fetch_one(WEBHOOK, table=table, player=player)


_webhook = insert(WEBHOOKS).values(parameters("table_id", "player_id", *StoredWebhook._fields))
SET_WEBHOOK = Command(
    _webhook.on_conflict_do_update(
        index_elements=["table_id", "player_id"],
        set_={name: _webhook.excluded[name] for name in StoredWebhook._fields},
    )
)


async def set_webhook(cursor: Cursor, table: int, player: UUID, **chosen: str) -> None:
    """Stores the player's webhook of this table; `chosen` has the fields of StoredWebhook."""
    await cursor.execute(SET_WEBHOOK, table_id=table, player_id=player, **chosen)


DROP_WEBHOOK = Command(delete(WEBHOOKS).where(_own_webhook))
DROP_GONE_WEBHOOK = Command(delete(WEBHOOKS).where(_own_webhook, WEBHOOKS.c.url == bindparam("url")))


async def drop_webhook(cursor: Cursor, table: int, player: UUID) -> None:
    await cursor.execute(DROP_WEBHOOK, table=table, player=player)


CLAIM = ValueQuery[int](
    insert(SENT_NOTIFICATIONS)
    .values(told_at=func.now(), **parameters("table_id", "seat", "turn"))
    .on_conflict_do_nothing()
    .returning(SENT_NOTIFICATIONS.c.turn)
)


async def claim_notification(cursor: Cursor, table: int, seat: int, turn: int) -> bool:
    """Marks this seat as notified of this turn; False if it was before."""
    return await cursor.fetch_one(CLAIM, table_id=table, seat=seat, turn=turn) is not None


_notified = insert(NOTIFIED_VERSIONS).values(parameters("table_id", "version"))
MARK_NOTIFIED = Command(
    _notified.on_conflict_do_update(
        index_elements=["table_id"],
        set_={"version": _notified.excluded.version},
        where=NOTIFIED_VERSIONS.c.version < _notified.excluded.version,
    )
)


async def mark_notified(cursor: Cursor, table: int, version: int) -> None:
    """Marks that all who are to act at this version of the table are notified, or cannot be."""
    await cursor.execute(MARK_NOTIFIED, table_id=table, version=version)


class UnnotifiedTable(NamedTuple):
    """A table with a version of which players are to be notified."""

    id: int
    code: str
    version: int


_version = select(func.max(MOVES.c.seq)).where(MOVES.c.table_id == TABLES.c.id).scalar_subquery()
_reachable = exists().where(
    SEATS.c.table_id == TABLES.c.id,
    SEATS.c.player_id.in_(select(PUSH_DEVICES.c.player_id)),
) | exists().where(WEBHOOKS.c.table_id == TABLES.c.id)
UNNOTIFIED = Query(
    select(TABLES.c.id, TABLES.c.code, func.coalesce(_version, 0).label("version"))
    .outerjoin(NOTIFIED_VERSIONS, NOTIFIED_VERSIONS.c.table_id == TABLES.c.id)
    .where(
        TABLES.c.status == "playing",
        TABLES.c.terms["clock"].as_string().in_(TURN_BASED_CLOCKS),
        TABLES.c.id > bindparam("after"),
        func.coalesce(NOTIFIED_VERSIONS.c.version, -1) < func.coalesce(_version, 0),
        _reachable,
    )
    .order_by(TABLES.c.id)
    .limit(BATCH_SIZE),
    UnnotifiedTable,
)


async def unnotified_tables(cursor: Cursor, after: int) -> list[UnnotifiedTable]:
    """Returns the next turn-based tables, by id, with a version that nobody was notified of."""
    return await cursor.fetch_all(UNNOTIFIED, after=after)


class PlayedTable(NamedTuple):
    """A table at which a player has a seat, and its version."""

    code: str
    version: int


PLAYED_TABLES = Query(
    select(TABLES.c.code, func.coalesce(_version, 0).label("version"))
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(SEATS.c.player_id == bindparam("player"), TABLES.c.status == "playing")
    .order_by(TABLES.c.id.desc())
    .limit(MY_TABLES),
    PlayedTable,
)


async def tables_in_play(cursor: Cursor, player: UUID) -> list[PlayedTable]:
    """Returns the newest tables where this player plays."""
    return await cursor.fetch_all(PLAYED_TABLES, player=player)
