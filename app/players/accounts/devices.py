"""The sessions of a player on their devices: list, end, and hand over to another device."""

from datetime import timedelta
from uuid import UUID

from app.core.errors import NoSession, NotFound
from app.infra.database.engine import Clock, Database, now
from app.players.accounts import security_events, session_repository
from app.players.accounts.errors import LinkSpent
from app.players.accounts.one_time_codes import new_handover_secret, secret_digest
from app.players.accounts.schemas import SessionInfo
from app.players.accounts.session_revocation import SessionRevocations
from app.players.accounts.sessions import SessionIdentity

LINK_LIFETIME = timedelta(minutes=5)


class DeviceSessions:
    """Ended sessions are announced at once in this process, and within seconds in all others."""

    def __init__(self, database: Database, revocations: SessionRevocations, clock: Clock = now) -> None:
        self._database = database
        self._revocations = revocations
        self._clock = clock

    async def list(self, identity: SessionIdentity) -> list[SessionInfo]:
        """Returns the player's open sessions, most recently seen first."""
        async with self._database.read() as cursor:
            rows = await session_repository.listed(cursor, identity.player)
        return [
            SessionInfo(
                id=str(row.id),
                device=row.device,
                created_at=row.created_at.isoformat(),
                seen_at=row.seen_at.isoformat(),
                this=row.id == identity.session,
            )
            for row in rows
        ]

    async def end(self, identity: SessionIdentity, session: UUID) -> None:
        """Ends one session of this player. Raises NotFound, NoSession."""
        async with self._database.write() as cursor:
            await session_repository.lock_player_of(cursor, identity)
            ended = await session_repository.end(cursor, identity.player, session)
        if not ended:
            raise NotFound
        self._revocations.notify(ended)

    async def end_others(self, identity: SessionIdentity, device: str) -> SessionIdentity:
        """Ends all other sessions and returns the one to continue with. Raises NoSession.

        Cookies of the previous version share one session per player, so a caller with such a cookie gets a
        new session.
        """
        async with self._database.write() as cursor:
            await session_repository.lock_player_of(cursor, identity)
            own, shared = identity, list[UUID]()
            if identity.session == identity.player:
                shared = await session_repository.end(cursor, identity.player, identity.session)
                own = await session_repository.open_session(cursor, identity.player, device)
            ended = shared + await session_repository.end_others(cursor, own)
        self._revocations.notify(ended)
        return own

    async def create_link(self, identity: SessionIdentity) -> str:
        """Returns the secret of a handover link: valid once, for LINK_LIFETIME."""
        secret = new_handover_secret()
        async with self._database.write() as cursor:
            until = self._clock() + LINK_LIFETIME
            await session_repository.store_handover(cursor, identity.session, secret_digest(secret), until)
        return secret

    async def link_owner(self, secret: str) -> str:
        """Returns the name of the player who made this link, without using it up. Raises LinkSpent."""
        async with self._database.read() as cursor:
            player = await session_repository.handover_player(
                cursor, secret_digest(secret), self._clock(), using=False
            )
        if player is None:
            raise LinkSpent
        return str(player.name)

    async def redeem_link(self, before: SessionIdentity | None, secret: str, device: str) -> SessionIdentity:
        """Opens a session of the link's player and ends the browser's previous one. Raises LinkSpent."""
        async with self._database.write() as cursor:
            player = await session_repository.handover_player(
                cursor, secret_digest(secret), self._clock(), using=True
            )
            if player is None:
                raise LinkSpent
            try:
                await session_repository.lock_player_of(cursor, SessionIdentity(player.session, player.id))
            except NoSession:
                raise LinkSpent from None
            identity = await session_repository.open_session(cursor, player.id, device)
            await security_events.record(cursor, identity, "device", device)
            ended = await session_repository.end(cursor, before.player, before.session) if before else []
            ended += await session_repository.end_oldest(cursor, identity)
        self._revocations.notify(ended)
        return identity
