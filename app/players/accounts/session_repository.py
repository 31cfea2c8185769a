"""The SQL of sessions, and of what lets somebody in once."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.infra.database.models import HandoverRow, PlayerRow, RecoveryCodeRow, SessionRow
from app.infra.database.query import Cursor, PostgresCursor, Statement
from app.players.accounts.repository import add_player, new_handle
from app.players.accounts.sessions import SessionIdentity

SESSIONS: Any = SessionRow.__table__
PLAYERS: Any = PlayerRow.__table__
CODES: Any = RecoveryCodeRow.__table__
HANDOVERS: Any = HandoverRow.__table__

NEW_GUEST = """
    WITH guest AS (INSERT INTO players (id, name, handle, created_at) VALUES ($1, $2, $5, now()) RETURNING id)
    INSERT INTO sessions (id, player_id, device, created_at, seen_at)
    SELECT $3, guest.id, $4, now(), now() FROM guest
"""  # on Postgres one way there and back for both

_open = SESSIONS.c.ended_at.is_(None)
_of_player = SESSIONS.c.player_id == bindparam("player")
_one = SESSIONS.c.id == bindparam("session")
_new: dict[str, Any] = {
    "id": bindparam("id"),
    "player_id": bindparam("player_id"),
    "device": bindparam("device"),
    "confirmed_at": bindparam("confirmed_at", type_=SESSIONS.c.confirmed_at.type),
}
_now = {"created_at": func.now(), "seen_at": func.now()}
OPEN = Statement(select(SESSIONS.c.ended_at, SESSIONS.c.seen_at).where(_one, _of_player))
ADD = Statement(insert(SESSIONS).values(**_now, **_new))
FROM_BEFORE = Statement(
    select(PLAYERS.c.name).where(
        PLAYERS.c.id == bindparam("player"),
        PLAYERS.c.name != "",
        PLAYERS.c.password.is_(None),  # an account can end all its sessions, also those never made
        ~select(SESSIONS.c.id).where(_of_player, SESSIONS.c.id != SESSIONS.c.player_id).exists(),
    )
)
ADOPT = Statement(insert_or_not(SESSIONS).values(**_now, **_new).on_conflict_do_nothing())
SEE = Statement(update(SESSIONS).where(_one).values(seen_at=func.now()))
CONFIRM = Statement(
    update(SESSIONS)
    .where(_one, _of_player)
    .values(confirmed_at=bindparam("moment", type_=SESSIONS.c.confirmed_at.type))
)
CONFIRMED = Statement(
    select(SESSIONS.c.confirmed_at, PLAYERS.c.password.is_not(None).label("account"))
    .join(PLAYERS, PLAYERS.c.id == SESSIONS.c.player_id)
    .where(_one, _of_player)
)
END = Statement(
    update(SESSIONS).where(_one, _of_player, _open).values(ended_at=func.now()).returning(SESSIONS.c.id)
)
END_OTHERS = Statement(
    update(SESSIONS)
    .where(_of_player, _open, SESSIONS.c.id != bindparam("kept"))
    .values(ended_at=func.now())
    .returning(SESSIONS.c.id)
)
END_ALL = Statement(
    update(SESSIONS).where(_of_player, _open).values(ended_at=func.now()).returning(SESSIONS.c.id)
)
LISTED = Statement(
    select(*(SESSIONS.c[name] for name in ("id", "device", "created_at", "seen_at")))
    .where(_of_player, _open)
    .order_by(SESSIONS.c.seen_at.desc(), SESSIONS.c.created_at.desc())
)
ENDED = Statement(select(SESSIONS.c.id).where(SESSIONS.c.ended_at >= bindparam("since")))
ADD_CODE = Statement(insert(CODES).values(player_id=bindparam("player_id"), digest=bindparam("digest")))
DROP_CODES = Statement(delete(CODES).where(CODES.c.player_id == bindparam("player")))
USE_CODE = Statement(
    delete(CODES)
    .where(
        CODES.c.digest == bindparam("code"),
        CODES.c.player_id.in_(select(PLAYERS.c.id).where(PLAYERS.c.look == bindparam("look"))),
    )
    .returning(CODES.c.player_id)
)
_handed = HANDOVERS.c.digest == bindparam("code"), HANDOVERS.c.expires_at > bindparam("moment")
ADD_HANDOVER = Statement(
    insert(HANDOVERS).values(
        digest=bindparam("digest"), session_id=bindparam("session_id"), expires_at=bindparam("expires_at")
    )
)
DROP_HANDOVERS = Statement(delete(HANDOVERS).where(HANDOVERS.c.session_id == bindparam("session")))
USE_HANDOVER = Statement(delete(HANDOVERS).where(*_handed).returning(HANDOVERS.c.session_id))
GIVER = Statement(
    select(PLAYERS.c.id, PLAYERS.c.name)
    .join(SESSIONS, SESSIONS.c.player_id == PLAYERS.c.id)
    .where(_one, _open)
)
HANDED = Statement(select(HANDOVERS.c.session_id).where(*_handed))


async def look_up(cursor: Cursor, identity: SessionIdentity) -> Any:
    """When this session ended, if it did, and was last seen; None if there is none of this person."""
    return await cursor.one(OPEN, session=identity.session, player=identity.player)


async def open_session(
    cursor: Cursor, player: UUID, device: str, confirmed_at: datetime | None = None
) -> SessionIdentity:
    """A new session of this person, who may just have proved the password."""
    identity = SessionIdentity(uuid4(), player)
    await cursor.run(ADD, id=identity.session, player_id=player, device=device, confirmed_at=confirmed_at)
    return identity


async def add_guest(cursor: Cursor, name: str, device: str) -> SessionIdentity:
    """Somebody new, and their first session."""
    if not isinstance(cursor, PostgresCursor):
        return await open_session(cursor, await add_player(cursor, name), device)
    identity = SessionIdentity(session=uuid4(), player=uuid4())
    await cursor.connection.execute(NEW_GUEST, identity.player, name, identity.session, device, new_handle())
    return identity


async def adopt(cursor: Cursor, player: UUID) -> bool:
    """The first session of somebody whom a server of the version before made: it bears their own id.

    False if there is no such person.
    """
    if await cursor.one(FROM_BEFORE, player=player) is None:
        return False
    await cursor.run(ADOPT, id=player, player_id=player, device="", confirmed_at=None)
    return True


async def see(cursor: Cursor, session: UUID) -> None:
    await cursor.run(SEE, session=session)


async def confirm(cursor: Cursor, identity: SessionIdentity, moment: datetime) -> None:
    """The person proved the password in this session at that moment."""
    await cursor.run(CONFIRM, session=identity.session, player=identity.player, moment=moment)


async def confirmed(cursor: Cursor, identity: SessionIdentity) -> Any:
    """Whether this is an account, and when its password was last proved in this session."""
    return await cursor.one(CONFIRMED, session=identity.session, player=identity.player)


async def end(cursor: Cursor, player: UUID, session: UUID) -> list[UUID]:
    """This one, if it is this person's and open; those that ended."""
    return [row.id for row in await cursor.run(END, session=session, player=player)]


async def end_others(cursor: Cursor, identity: SessionIdentity) -> list[UUID]:
    """All of this person but the visitor's own; those that ended."""
    return [row.id for row in await cursor.run(END_OTHERS, player=identity.player, kept=identity.session)]


async def end_all(cursor: Cursor, player: UUID) -> list[UUID]:
    """Those that ended."""
    return [row.id for row in await cursor.run(END_ALL, player=player)]


async def listed(cursor: Cursor, player: UUID) -> list[Any]:
    """The open ones, the last seen first."""
    return await cursor.run(LISTED, player=player)


async def ended_since(cursor: Cursor, since: datetime) -> frozenset[UUID]:
    return frozenset(row.id for row in await cursor.run(ENDED, since=since))


async def replace_codes(cursor: Cursor, player: UUID, digests: Sequence[bytes]) -> None:
    """These are the recovery codes from now on."""
    await cursor.run(DROP_CODES, player=player)
    for digest in digests:
        await cursor.run(ADD_CODE, player_id=player, digest=digest)


async def use_code(cursor: Cursor, look: str, digest: bytes) -> UUID | None:
    """Whose it was; nobody can use it again."""
    row = await cursor.one(USE_CODE, look=look, code=digest)
    return None if row is None else row.player_id


async def hand_over(cursor: Cursor, session: UUID, digest: bytes, expires_at: datetime) -> None:
    """A session has one link at a time."""
    await cursor.run(DROP_HANDOVERS, session=session)
    await cursor.run(ADD_HANDOVER, digest=digest, session_id=session, expires_at=expires_at)


async def giver(cursor: Cursor, digest: bytes, moment: datetime, *, using: bool) -> Any:
    """Id and name of who made this link, if it is good still and their session, too. Used up with `using`."""
    row = await cursor.one(USE_HANDOVER if using else HANDED, code=digest, moment=moment)
    return None if row is None else await cursor.one(GIVER, session=row.session_id)
