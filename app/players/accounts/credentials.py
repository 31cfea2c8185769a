"""Account credentials: registration, sign-in, password changes and recovery codes."""

from uuid import UUID

from app.infra.database.engine import Database, now
from app.infra.database.query import Cursor
from app.players.accounts import repository, security_events, session_repository
from app.players.accounts.errors import AlreadyClaimed, BadName, NameTaken, WrongCode, WrongPassword
from app.players.accounts.lookalikes import comparison_keys, name_key
from app.players.accounts.name_policy import check_name
from app.players.accounts.names import clean_name
from app.players.accounts.naming import NameReservations
from app.players.accounts.one_time_codes import new_recovery_codes, secret_digest
from app.players.accounts.passwords import Passwords
from app.players.accounts.session_revocation import SessionRevocations
from app.players.accounts.sessions import SessionIdentity


class Credentials:
    """Every successful password check opens a new session, so that a stolen session id gains nothing.

    Sessions ended here are announced to `SessionRevocations` after the commit.
    """

    def __init__(
        self,
        database: Database,
        revocations: SessionRevocations,
        passwords: Passwords,
        reserved: frozenset[str],
        naming: NameReservations,
    ) -> None:
        self._naming = naming
        self._database = database
        self._reserved = reserved  # comparison keys of names that cannot be registered
        self._revocations = revocations
        self._passwords = passwords

    async def register(
        self, identity: SessionIdentity, raw: str, password: str, device: str
    ) -> tuple[SessionIdentity, list[str], list[str]]:
        """Turns a guest into an account and ends all earlier sessions of the guest.

        Returns the new session, the recovery codes in plain text (stored as digests only), and the codes of
        open tables where guests with the same name were renamed. Raises BadName, LinkInName, ReservedName,
        BadPassword, WeakPassword, NameTaken, AlreadyClaimed, NoSession, TooFast.
        """
        name = clean_name(raw)
        check_name(name)
        if not comparison_keys(name).isdisjoint(self._reserved):
            raise NameTaken
        hashed = await self._passwords.hash(password, name)
        codes = new_recovery_codes()
        try:
            async with self._database.write() as cursor:
                await session_repository.lock_player_of(cursor, identity)
                if not await repository.claim(cursor, identity.player, name, name_key(name), hashed):
                    raise AlreadyClaimed
                changed = await self._naming.reserve_for_account(cursor, identity.player, name)
                await session_repository.replace_codes(cursor, identity.player, [*map(secret_digest, codes)])
                new, ended = await self._replace_sessions(cursor, identity.player, device)
        except repository.TAKEN:
            raise NameTaken from None
        self._revocations.notify(ended)
        return new, codes, changed

    async def sign_in(
        self, before: SessionIdentity | None, raw: str, password: str, device: str
    ) -> SessionIdentity:
        """Opens a session of the named account and ends the browser's previous session.

        Raises WrongPassword (also for an unknown name), TooFast.
        """
        name_key = _name_key(raw)
        async with self._database.read() as cursor:
            account = await repository.account(cursor, name_key)
        hashed = account.password if account else None
        is_match = await self._passwords.match(hashed, password)
        if account is None or hashed is None or not is_match:
            raise WrongPassword
        async with self._database.write() as cursor:
            if not await repository.has_password_hash(cursor, account.id, hashed):
                raise WrongPassword  # changed concurrently
            identity = await session_repository.open_session(cursor, account.id, device, now())
            ended = await session_repository.end(cursor, before.player, before.session) if before else []
            ended += await session_repository.end_oldest(cursor, identity)
        self._revocations.notify(ended)
        return identity

    async def recover(self, raw: str, code: str, password: str, device: str) -> SessionIdentity:
        """Sets a new password with a one-time recovery code and ends all earlier sessions.

        Raises BadPassword, WeakPassword, WrongCode, TooFast.
        """
        hashed = await self._passwords.hash(password, raw)
        async with self._database.write() as cursor:
            player = await session_repository.use_code(cursor, _name_key(raw), secret_digest(code))
            if player is None:
                raise WrongCode
            await repository.set_password(cursor, player, hashed)
            identity, ended = await self._replace_sessions(cursor, player, device)
            await security_events.record(cursor, identity, "recovery", device)
        self._revocations.notify(ended)
        return identity

    async def change_password(self, identity: SessionIdentity, password: str, device: str) -> SessionIdentity:
        """Sets a new password and ends all earlier sessions; the caller has confirmed the old password.

        Returns the new session. Raises BadPassword, WeakPassword, NoSession, TooFast.
        """
        async with self._database.read() as cursor:
            player = await repository.find_player(cursor, identity.player)
        hashed = await self._passwords.hash(password, player.name if player else "")
        async with self._database.write() as cursor:
            await session_repository.lock_player_of(cursor, identity)
            await repository.set_password(cursor, identity.player, hashed)
            new, ended = await self._replace_sessions(cursor, identity.player, device)
            await security_events.record(cursor, new, "password", device)
        self._revocations.notify(ended)
        return new

    async def renew_codes(self, identity: SessionIdentity, device: str) -> list[str]:
        """Replaces all recovery codes; the caller has confirmed the password.

        Returns the new codes. Raises NoSession.
        """
        codes = new_recovery_codes()
        async with self._database.write() as cursor:
            await session_repository.lock_player_of(cursor, identity)
            await session_repository.replace_codes(cursor, identity.player, [*map(secret_digest, codes)])
            await security_events.record(cursor, identity, "codes", device)
        return codes

    async def _replace_sessions(
        self, cursor: Cursor, player: UUID, device: str
    ) -> tuple[SessionIdentity, list[UUID]]:
        """Opens a session with a fresh password confirmation and ends all others; returns both."""
        identity = await session_repository.open_session(cursor, player, device, now())
        return identity, await session_repository.end_others(cursor, identity)


def _name_key(raw: str) -> str:
    """Returns the key under which an account is found; an invalid name gives one that no account has."""
    try:
        return name_key(clean_name(raw))
    except BadName:
        return ""
