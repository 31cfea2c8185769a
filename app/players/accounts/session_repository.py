"""Queries of sessions, recovery codes and handovers (links that open a session on another device)."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import Integer, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.core.errors import NoSession
from app.infra.database.query import Command, Cursor, PostgresCursor, Query, ValueQuery, parameters
from app.infra.database.schema import HANDOVERS, PLAYERS, RECOVERY_CODES, SESSIONS
from app.players.accounts.repository import add_player, lock_player, new_handle
from app.players.accounts.sessions import SessionIdentity

MAX_OPEN = 50  # sessions of one player

_open = SESSIONS.c.ended_at.is_(None)
_of_player = SESSIONS.c.player_id == bindparam("player")
_one = SESSIONS.c.id == bindparam("session")


class SessionState(NamedTuple):
    """When a session was last used, and when it ended, if it has."""

    ended_at: datetime | None
    seen_at: datetime


STATE = Query(select(SESSIONS.c.ended_at, SESSIONS.c.seen_at).where(_one, _of_player), SessionState)


async def load_state(cursor: Cursor, identity: SessionIdentity) -> SessionState | None:
    """Returns when the session ended and was last seen; None if the player has no such session."""
    return await cursor.fetch_one(STATE, session=identity.session, player=identity.player)


_new = insert_or_not(SESSIONS).values(
    created_at=func.now(),
    seen_at=func.now(),
    confirmed_at=bindparam("confirmed_at", type_=SESSIONS.c.confirmed_at.type),
    **parameters("id", "player_id", "device"),
)
ADD = Command(_new)


async def open_session(
    cursor: Cursor, player: UUID, device: str, confirmed_at: datetime | None = None
) -> SessionIdentity:
    """Stores a new session; `confirmed_at` is when its player proved the password."""
    identity = SessionIdentity(uuid4(), player)
    await cursor.execute(ADD, id=identity.session, player_id=player, device=device, confirmed_at=confirmed_at)
    return identity


ADD_GUEST = """
    WITH guest AS (INSERT INTO players (id, name, handle, created_at) VALUES ($1, $2, $5, now()) RETURNING id)
    INSERT INTO sessions (id, player_id, device, created_at, seen_at)
    SELECT $3, guest.id, $4, now(), now() FROM guest
"""  # one round trip for both rows


async def add_guest(cursor: Cursor, name: str, device: str) -> SessionIdentity:
    """Stores a new guest with a first session."""
    if not isinstance(cursor, PostgresCursor):
        return await open_session(cursor, await add_player(cursor, name), device)
    identity = SessionIdentity(session=uuid4(), player=uuid4())
    await cursor.connection.execute(ADD_GUEST, identity.player, name, identity.session, device, new_handle())
    return identity


WITHOUT_SESSIONS = ValueQuery[str](
    select(PLAYERS.c.name).where(
        PLAYERS.c.id == bindparam("player"),
        PLAYERS.c.name != "",
        PLAYERS.c.password.is_(None),  # an account may have ended all its sessions
        ~select(SESSIONS.c.id).where(_of_player, SESSIONS.c.id != SESSIONS.c.player_id).exists(),
    )
)
ADOPT = Command(_new.on_conflict_do_nothing())


async def adopt(cursor: Cursor, player: UUID) -> bool:
    """Stores the first session of a guest of an older version, whose cookie names no session.

    The session gets the guest's own id. False if there is no such guest.
    """
    if await cursor.fetch_one(WITHOUT_SESSIONS, player=player) is None:
        return False
    await cursor.execute(ADOPT, id=player, player_id=player, device="", confirmed_at=None)
    return True


SET_SEEN = Command(update(SESSIONS).where(_one).values(seen_at=func.now()))


async def touch(cursor: Cursor, session: UUID) -> None:
    """Sets the session's last use to now."""
    await cursor.execute(SET_SEEN, session=session)


SET_CONFIRMED = Command(
    update(SESSIONS)
    .where(_one, _of_player)
    .values(confirmed_at=bindparam("moment", type_=SESSIONS.c.confirmed_at.type))
)


async def confirm(cursor: Cursor, identity: SessionIdentity, moment: datetime) -> None:
    """Stores that the password was proved in this session at that moment."""
    await cursor.execute(SET_CONFIRMED, session=identity.session, player=identity.player, moment=moment)


class Confirmation(NamedTuple):
    """When the password was last entered in a session, and whether the player has one."""

    confirmed_at: datetime | None
    account: bool


CONFIRMATION = Query(
    select(SESSIONS.c.confirmed_at, PLAYERS.c.password.is_not(None).label("account"))
    .join(PLAYERS, PLAYERS.c.id == SESSIONS.c.player_id)
    .where(_one, _of_player, _open),
    Confirmation,
)


async def confirmed(cursor: Cursor, identity: SessionIdentity) -> Confirmation | None:
    """Returns when the password was last proved in this session, and whether its player has an account.

    None if the session has ended.
    """
    return await cursor.fetch_one(CONFIRMATION, session=identity.session, player=identity.player)


STILL_OPEN = ValueQuery[UUID](select(SESSIONS.c.id).where(_one, _of_player, _open))


async def lock_player_of(cursor: Cursor, identity: SessionIdentity) -> None:
    """Locks the session's player until the transaction ends. Raises NoSession if the session has ended.

    Every transaction that ends several sessions of a player, or changes what opens new ones, locks the player
    first, so that they run one after the other.
    """
    await lock_player(cursor, identity.player)
    if await cursor.fetch_one(STILL_OPEN, session=identity.session, player=identity.player) is None:
        raise NoSession


_end = update(SESSIONS).where(_of_player, _open).values(ended_at=func.now()).returning(SESSIONS.c.id)
END = ValueQuery[UUID](_end.where(_one))


async def end(cursor: Cursor, player: UUID, session: UUID) -> list[UUID]:
    """Ends this session of the player. Returns it, or nothing if it was not open."""
    return await cursor.fetch_all(END, session=session, player=player)


END_OTHERS = ValueQuery[UUID](_end.where(SESSIONS.c.id != bindparam("kept")))


async def end_others(cursor: Cursor, identity: SessionIdentity) -> list[UUID]:
    """Ends all other sessions of the player, and returns them."""
    return await cursor.fetch_all(END_OTHERS, player=identity.player, kept=identity.session)


END_ALL = ValueQuery[UUID](_end)


async def end_all(cursor: Cursor, player: UUID) -> list[UUID]:
    """Ends all sessions of the player, and returns them."""
    return await cursor.fetch_all(END_ALL, player=player)


_newest_first = SESSIONS.c.seen_at.desc(), SESSIONS.c.created_at.desc()
_others = select(SESSIONS.c.id).where(_of_player, _open, SESSIONS.c.id != bindparam("kept"))
_oldest = _others.order_by(*_newest_first).limit(MAX_OPEN).offset(bindparam("number", type_=Integer()))
END_OLDEST = ValueQuery[UUID](_end.where(SESSIONS.c.id.in_(_oldest)))


async def end_oldest(cursor: Cursor, identity: SessionIdentity) -> list[UUID]:
    """Ends all sessions of the player but this and the most recently seen, MAX_OPEN in all; returns them."""
    player, kept = identity.player, identity.session
    return await cursor.fetch_all(END_OLDEST, player=player, kept=kept, number=MAX_OPEN - 1)


class OpenSession(NamedTuple):
    """A session that has not ended."""

    id: UUID
    device: str
    created_at: datetime
    seen_at: datetime


OPEN_SESSIONS = Query(
    select(*(SESSIONS.c[name] for name in OpenSession._fields))
    .where(_of_player, _open)
    .order_by(*_newest_first)
    .limit(MAX_OPEN),
    OpenSession,
)


async def listed(cursor: Cursor, player: UUID) -> list[OpenSession]:
    """Returns the player's open sessions, the last seen first."""
    return await cursor.fetch_all(OPEN_SESSIONS, player=player)


ENDED_SINCE = ValueQuery[UUID](select(SESSIONS.c.id).where(SESSIONS.c.ended_at >= bindparam("since")))


async def ended_since(cursor: Cursor, since: datetime) -> frozenset[UUID]:
    """Returns all sessions that ended since then, of everybody."""
    return frozenset(await cursor.fetch_all(ENDED_SINCE, since=since))


_codes_of_player = RECOVERY_CODES.c.player_id == bindparam("player")
ADD_CODE = Command(insert(RECOVERY_CODES).values(parameters("player_id", "digest")))
DROP_CODES = Command(delete(RECOVERY_CODES).where(_codes_of_player))


async def replace_codes(cursor: Cursor, player: UUID, digests: Sequence[bytes]) -> None:
    """Stores these recovery codes in place of the player's earlier ones."""
    await cursor.execute(DROP_CODES, player=player)
    await cursor.execute_many(ADD_CODE, [{"player_id": player, "digest": digest} for digest in digests])


LOCK_NAMED = ValueQuery[UUID](
    select(PLAYERS.c.id).where(PLAYERS.c.look == bindparam("name_key")).with_for_update(key_share=True)
)
USE_CODE = ValueQuery[UUID](
    delete(RECOVERY_CODES)
    .where(_codes_of_player, RECOVERY_CODES.c.digest == bindparam("code"))
    .returning(RECOVERY_CODES.c.player_id)
)


async def use_code(cursor: Cursor, name_key: str, digest: bytes) -> UUID | None:
    """Deletes the account's recovery code and returns the account; None if it has no such code.

    Locks the account before its codes, in the same order as a replacement of the codes, to avoid a deadlock.
    """
    player = await cursor.fetch_one(LOCK_NAMED, name_key=name_key)
    if player is None:
        return None
    return await cursor.fetch_one(USE_CODE, player=player, code=digest)


ADD_HANDOVER = Command(insert(HANDOVERS).values(parameters("digest", "session_id", "expires_at")))
DROP_HANDOVERS = Command(delete(HANDOVERS).where(HANDOVERS.c.session_id == bindparam("session")))


async def store_handover(cursor: Cursor, session: UUID, digest: bytes, expires_at: datetime) -> None:
    """Stores a handover in place of the session's earlier one."""
    await cursor.execute(DROP_HANDOVERS, session=session)
    await cursor.execute(ADD_HANDOVER, digest=digest, session_id=session, expires_at=expires_at)


class HandoverPlayer(NamedTuple):
    """The player to whom a link to another device belongs, and the session that created it."""

    id: UUID
    name: str
    session: UUID


_valid = HANDOVERS.c.digest == bindparam("code"), HANDOVERS.c.expires_at > bindparam("moment")
USE_HANDOVER = ValueQuery[UUID](delete(HANDOVERS).where(*_valid).returning(HANDOVERS.c.session_id))
HANDOVER = ValueQuery[UUID](select(HANDOVERS.c.session_id).where(*_valid))
HANDOVER_PLAYER = Query(
    select(PLAYERS.c.id, PLAYERS.c.name, SESSIONS.c.id.label("session"))
    .join(SESSIONS, SESSIONS.c.player_id == PLAYERS.c.id)
    .where(_one, _open),
    HandoverPlayer,
)


async def handover_player(
    cursor: Cursor, digest: bytes, moment: datetime, *, using: bool
) -> HandoverPlayer | None:
    """Returns the player of a valid handover whose session is open; deletes the handover with `using`."""
    session = await cursor.fetch_one(USE_HANDOVER if using else HANDOVER, code=digest, moment=moment)
    if session is None:
        return None
    return await cursor.fetch_one(HANDOVER_PLAYER, session=session)
