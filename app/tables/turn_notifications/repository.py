"""The SQL of notices."""

from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import and_, bindparam, delete, exists, func, select
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.models import (
    MoveRow,
    NotifiedVersionRow,
    PushDeviceRow,
    SeatRow,
    SentNotificationRow,
    SessionRow,
    TableRow,
    WebhookRow,
)
from app.infra.database.paging import Paged
from app.infra.database.query import Cursor, Statement
from app.players.accounts.repository import MY_TABLES
from app.players.accounts.sessions import SessionIdentity
from app.tables.time_control.presets import TIME_CONTROLS

DEVICES: Any = PushDeviceRow.__table__
WEBHOOKS: Any = WebhookRow.__table__
NOTICES: Any = SentNotificationRow.__table__
SESSIONS: Any = SessionRow.__table__
TOLD: Any = NotifiedVersionRow.__table__
TABLES: Any = TableRow.__table__
SEATS: Any = SeatRow.__table__
MOVES: Any = MoveRow.__table__
DEVICES_EACH = 10  # of one person; the oldest goes first
DAYS = [clock for clock, pace in TIME_CONTROLS.items() if pace.is_turn_based]
AT_ONCE = 100  # tables in one sweep


def _all(*names: str) -> dict[str, Any]:
    return {name: bindparam(name) for name in names}


_their_device = and_(DEVICES.c.player_id == bindparam("player"), DEVICES.c.device == bindparam("name"))
_their_webhook = and_(WEBHOOKS.c.table_id == bindparam("table"), WEBHOOKS.c.player_id == bindparam("player"))

PASS_ON = Statement(delete(DEVICES).where(DEVICES.c.endpoint == bindparam("endpoint")))
SESSION_OF_DEVICE = Statement(select(DEVICES.c.session_id).where(_their_device))
DROP_DEVICE = Statement(delete(DEVICES).where(_their_device))
ADD_DEVICE = Statement(
    insert(DEVICES).values(
        added_at=func.now(),
        **_all("player_id", "session_id", "device", "endpoint", "p256dh", "auth", "language", "site"),
    )
)
DROP_OLDEST = Statement(
    delete(DEVICES).where(
        DEVICES.c.player_id == bindparam("player"),
        DEVICES.c.device.not_in(
            select(DEVICES.c.device)
            .where(DEVICES.c.player_id == bindparam("player"))
            .order_by(DEVICES.c.added_at.desc(), DEVICES.c.device)
            .limit(DEVICES_EACH)
        ),
    )
)
_columns = ("device", "endpoint", "p256dh", "auth", "language", "site")
DEVICES_OF = Statement(
    select(*(DEVICES.c[name] for name in _columns))
    .outerjoin(SESSIONS, SESSIONS.c.id == DEVICES.c.session_id)
    .where(DEVICES.c.player_id == bindparam("player"), SESSIONS.c.ended_at.is_(None))
)
WEBHOOK_OF = Statement(select(WEBHOOKS.c.url, WEBHOOKS.c.language, WEBHOOKS.c.site).where(_their_webhook))
_all_devices = DEVICES.c.player_id == bindparam("player")
_all_webhooks = WEBHOOKS.c.player_id == bindparam("player")
DROP_DEVICES = Statement(delete(DEVICES).where(_all_devices))
DROP_WEBHOOKS = Statement(delete(WEBHOOKS).where(_all_webhooks))
_webhooks_of = select(WEBHOOKS.c.url, WEBHOOKS.c.language, WEBHOOKS.c.site).where(_all_webhooks)
WEBHOOKS_OF = Statement(_webhooks_of)
WEBHOOKS_PAGED = Paged(_webhooks_of, WEBHOOKS.c.table_id)
DROP_WEBHOOK = Statement(delete(WEBHOOKS).where(_their_webhook))
_webhook = insert(WEBHOOKS).values(**_all("table_id", "player_id", "url", "language", "site"))
SET_WEBHOOK = Statement(
    _webhook.on_conflict_do_update(
        index_elements=["table_id", "player_id"],
        set_={name: _webhook.excluded[name] for name in ("url", "language", "site")},
    )
)
CLAIM = Statement(
    insert(NOTICES)
    .values(told_at=func.now(), **_all("table_id", "seat", "turn"))
    .on_conflict_do_nothing()
    .returning(NOTICES.c.turn)
)
_told = insert(TOLD).values(**_all("table_id", "version"))
MARK = Statement(
    _told.on_conflict_do_update(
        index_elements=["table_id"],
        set_={"version": _told.excluded.version},
        where=TOLD.c.version < _told.excluded.version,
    )
)
_version = select(func.max(MOVES.c.seq)).where(MOVES.c.table_id == TABLES.c.id).scalar_subquery()
_reachable = exists().where(
    SEATS.c.table_id == TABLES.c.id,
    SEATS.c.player_id.in_(select(DEVICES.c.player_id)),
) | exists().where(WEBHOOKS.c.table_id == TABLES.c.id)
UNTOLD = Statement(
    select(TABLES.c.id, TABLES.c.code, func.coalesce(_version, 0).label("version"))
    .outerjoin(TOLD, TOLD.c.table_id == TABLES.c.id)
    .where(
        TABLES.c.status == "playing",
        TABLES.c.terms["clock"].as_string().in_(DAYS),
        TABLES.c.id > bindparam("after"),
        func.coalesce(TOLD.c.version, -1) < func.coalesce(_version, 0),
        _reachable,
    )
    .order_by(TABLES.c.id)
    .limit(AT_ONCE)
)

IN_PLAY = Statement(
    select(TABLES.c.code, func.coalesce(_version, 0).label("version"))
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(SEATS.c.player_id == bindparam("player"), TABLES.c.status == "playing")
    .order_by(TABLES.c.id.desc())
    .limit(MY_TABLES)
)


class Device(NamedTuple):
    """A browser that shows its person's notices."""

    device: str
    endpoint: str
    p256dh: str
    auth: str
    language: Any
    site: str


async def add_device(cursor: Cursor, identity: SessionIdentity, device: Device) -> None:
    """In place of what was there by this name, and of whoever had this browser before."""
    player = identity.player
    await cursor.run(PASS_ON, endpoint=device.endpoint)
    await cursor.run(DROP_DEVICE, player=player, name=device.device)
    await cursor.run(ADD_DEVICE, player_id=player, session_id=identity.session, **device._asdict())
    await cursor.run(DROP_OLDEST, player=player)


async def session_of_device(cursor: Cursor, player: UUID, name: str) -> UUID | None:
    """The session that added this device; None if there is no such device."""
    row = await cursor.one(SESSION_OF_DEVICE, player=player, name=name)
    return None if row is None else row.session_id


async def drop_device(cursor: Cursor, player: UUID, name: str) -> None:
    await cursor.run(DROP_DEVICE, player=player, name=name)


async def devices_of(cursor: Cursor, player: UUID) -> list[Device]:
    return [Device(*row) for row in await cursor.run(DEVICES_OF, player=player)]


async def drop_devices(cursor: Cursor, player: UUID) -> None:
    """All of this person's."""
    await cursor.run(DROP_DEVICES, player=player)


async def webhooks_of(cursor: Cursor, player: UUID) -> list[Any]:
    """Url, language and site, at all tables."""
    return await cursor.run(WEBHOOKS_OF, player=player)


async def drop_webhooks(cursor: Cursor, player: UUID) -> None:
    """At all tables."""
    await cursor.run(DROP_WEBHOOKS, player=player)


async def webhook_of(cursor: Cursor, table: int, player: UUID) -> Any:
    """Its url, language and site; None if there is none."""
    return await cursor.one(WEBHOOK_OF, table=table, player=player)


async def set_webhook(cursor: Cursor, table: int, player: UUID, **chosen: str) -> None:
    await cursor.run(SET_WEBHOOK, table_id=table, player_id=player, **chosen)


async def drop_webhook(cursor: Cursor, table: int, player: UUID) -> None:
    await cursor.run(DROP_WEBHOOK, table=table, player=player)


async def claim(cursor: Cursor, table: int, seat: int, turn: int) -> bool:
    """Whether nobody has told this seat of this turn yet; from now on somebody has."""
    return await cursor.one(CLAIM, table_id=table, seat=seat, turn=turn) is not None


async def mark(cursor: Cursor, table: int, version: int) -> None:
    """Everybody who is to act at this version is told, or cannot be."""
    await cursor.run(MARK, table_id=table, version=version)


async def untold(cursor: Cursor, after: int) -> list[Any]:
    """Id, code and version of the next days tables where somebody who could be told was not, in order."""
    return await cursor.run(UNTOLD, after=after)


async def tables_in_play(cursor: Cursor, player: UUID) -> list[Any]:
    """Code and version of the newest tables where this person plays."""
    return await cursor.run(IN_PLAY, player=player)
