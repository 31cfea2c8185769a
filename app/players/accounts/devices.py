"""A person's sessions: listed, ended, carried over to another device."""

from datetime import timedelta
from uuid import UUID

from app.core.errors import LinkSpent, NoSession, NotFound
from app.infra.database.engine import Clock, Database, now
from app.players.accounts import security_events, session_repository
from app.players.accounts.one_time_codes import new_handover_secret, secret_digest
from app.players.accounts.schemas import SessionInfo
from app.players.accounts.session_revocation import SessionRevocations
from app.players.accounts.sessions import SessionIdentity

LINK_LIFETIME = timedelta(minutes=5)


class DeviceSessions:
    """What ends is told at once here, and within seconds by every process."""

    def __init__(self, database: Database, ended: SessionRevocations, clock: Clock = now) -> None:
        self._database = database
        self._ended = ended
        self._clock = clock

    async def list(self, identity: SessionIdentity) -> list[SessionInfo]:
        """The open ones, the last seen first."""
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
        """One of this person's. Raises NotFound."""
        async with self._database.write() as cursor:
            ended = await session_repository.end(cursor, identity.player, session)
        if not ended:
            raise NotFound
        self._ended.notify(ended)

    async def end_others(self, identity: SessionIdentity, device: str) -> SessionIdentity:
        """All but the visitor's own, who goes on as told. Raises NoSession.

        All cookies of the version before are one session: whoever has that one goes on with a new one.
        """
        async with self._database.write() as cursor:
            own, shared = identity, list[UUID]()
            if identity.session == identity.player:
                shared = await session_repository.end(cursor, identity.player, identity.session)
                if not shared:
                    raise NoSession
                own = await session_repository.open_session(cursor, identity.player, device)
            ended = shared + await session_repository.end_others(cursor, own)
        self._ended.notify(ended)
        return own

    async def create_link(self, identity: SessionIdentity) -> str:
        """The secret of a link by which another device becomes this person's, once and soon."""
        secret = new_handover_secret()
        async with self._database.write() as cursor:
            until = self._clock() + LINK_LIFETIME
            await session_repository.hand_over(cursor, identity.session, secret_digest(secret), until)
        return secret

    async def link_owner(self, secret: str) -> str:
        """The name of the person whose link this is; it stays good. Raises LinkSpent."""
        async with self._database.read() as cursor:
            giver = await session_repository.giver(cursor, secret_digest(secret), self._clock(), using=False)
        if giver is None:
            raise LinkSpent
        return str(giver.name)

    async def redeem_link(self, before: SessionIdentity | None, secret: str, device: str) -> SessionIdentity:
        """A session of the person whose link this is; the one that the browser had ends. Raises LinkSpent."""
        async with self._database.write() as cursor:
            giver = await session_repository.giver(cursor, secret_digest(secret), self._clock(), using=True)
            if giver is None:
                raise LinkSpent
            identity = await session_repository.open_session(cursor, giver.id, device)
            await security_events.record(cursor, identity, "device", device)
            ended = await session_repository.end(cursor, before.player, before.session) if before else []
        self._ended.notify(ended)
        return identity
