"""Password confirmation for actions for which a session cookie alone is not enough."""

from datetime import timedelta

from app.core.errors import NoSession
from app.infra.database.engine import Database, now
from app.players.accounts import repository, session_repository
from app.players.accounts.errors import NoAccount, PasswordNeeded, WrongPassword
from app.players.accounts.passwords import Passwords
from app.players.accounts.sessions import SessionIdentity

LIFETIME = timedelta(minutes=10)


class PasswordConfirmations:
    """The time of confirmation is stored with the session, so every process checks the same value."""

    def __init__(self, database: Database, passwords: Passwords) -> None:
        self._database = database
        self._passwords = passwords

    async def confirm(self, identity: SessionIdentity, password: str) -> None:
        """Confirms this session for LIFETIME. Raises WrongPassword, NoAccount, TooFast."""
        async with self._database.read() as cursor:
            row = await repository.find_player(cursor, identity.player)
        if row is None or row.password is None:
            raise NoAccount
        if not await self._passwords.match(row.password, password):
            raise WrongPassword
        async with self._database.write() as cursor:
            if not await repository.has_password_hash(cursor, identity.player, row.password):
                raise WrongPassword  # changed concurrently
            await session_repository.confirm(cursor, identity, now())

    async def require(self, identity: SessionIdentity) -> None:
        """Requires a recent confirmation; guests pass. Raises PasswordNeeded, NoSession."""
        async with self._database.read() as cursor:
            session = await session_repository.confirmed(cursor, identity)
        if session is None:
            raise NoSession
        at = session.confirmed_at
        if session.account and (at is None or at + LIFETIME < now()):
            raise PasswordNeeded
