"""Which sessions are accepted, and how processes notice that one has ended."""

import secrets
from uuid import UUID

import pytest
from sqlalchemy import bindparam, delete, update

from app.core.errors import NoSession
from app.infra.database.engine import now
from app.infra.database.query import Command
from app.infra.database.schema import SESSIONS
from app.players.accounts.session_revocation import OVERLAP, SessionRevocations
from app.players.accounts.sessions import SessionIdentity
from tests.app.accounts import create_account, session_of
from tests.app.local_server import Running
from tests.app.people import NewPerson

pytestmark = pytest.mark.backend("any")

DELETE_SESSIONS = Command(delete(SESSIONS).where(SESSIONS.c.player_id == bindparam("player")))
END = Command(
    update(SESSIONS).where(SESSIONS.c.id == bindparam("session")).values(ended_at=bindparam("moment"))
)


async def test_account_without_sessions_is_not_adopted_by_an_old_cookie(
    running: Running, new_person: NewPerson
) -> None:
    """Ended sessions are deleted after a while; cookies of the previous version have the player's id."""
    ada = await new_person()
    await create_account(ada, f"Ada {secrets.token_hex(4)}")
    player = session_of(running, ada).player
    async with running.infra.database.write() as cursor:
        await cursor.execute(DELETE_SESSIONS, player=player)
    with pytest.raises(NoSession):
        await running.players.accounts.authenticate(SessionIdentity(player, player))


async def test_end_of_a_session_is_noticed_late(running: Running) -> None:
    """One that was committed late, or dated by a slow clock, before the last poll."""
    ended, guest, moment = set[UUID](), await running.players.accounts.create_guest(""), now()
    revocations = SessionRevocations(running.infra.database, [ended.update], lambda: moment)
    await revocations.poll()
    async with running.infra.database.write() as cursor:
        await cursor.execute(END, session=guest.session, moment=moment - OVERLAP / 2)
    await revocations.poll()
    await revocations.close()
    assert guest.session in ended
