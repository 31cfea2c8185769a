"""Who people are."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from time import monotonic
from typing import Any
from uuid import UUID

from app.core.errors import NameTaken, NoSession, NotFound
from app.infra.database.engine import Database, now
from app.infra.database.query import Cursor
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.players.accounts import repository, security_events, session_repository
from app.players.accounts.administrators import Administrators
from app.players.accounts.lookalikes import comparison_keys, name_key
from app.players.accounts.name_policy import check_name
from app.players.accounts.names import RESERVED_KEYS, clean_name, random_guest_name
from app.players.accounts.naming import NameReservations
from app.players.accounts.schemas import Me, MyTable, SecurityEvent
from app.players.accounts.sessions import SessionIdentity
from app.players.public_id import public_id
from app.tables.deal_guard.repository import closed_to

CACHE_SIZE = 20_000  # sessions
SEEN_INTERVAL_S = 3600  # seconds: so coarsely is kept when a session was last seen


class Accounts:
    """Guests, and those who have an account: the same people with a name that is theirs, and a password."""

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        clock: Callable[[], float] = monotonic,
        reserved: frozenset[str] = RESERVED_KEYS,
        admins: str = "",
        naming: NameReservations | None = None,
    ) -> None:
        self._naming = naming or NameReservations()
        self._database = database
        self._administrators = Administrators(admins)
        self._reserved = reserved  # looks that no account can take
        self._pubsub = pubsub
        self._clock = clock
        self._valid_until: OrderedDict[UUID, float] = (
            OrderedDict()
        )  # sessions, and until when; the first to come first

    async def authenticate(self, identity: SessionIdentity | None) -> SessionIdentity:
        """The same visitor, if they may come in: every request and every new socket passes here.

        Raises NoSession if the session is none, or has ended.
        """
        if identity is None:
            raise NoSession
        if self._valid_until.get(identity.session, 0) <= self._clock():
            await self._check_session(identity)
            self._remember(identity.session)
        return identity

    async def _check_session(self, identity: SessionIdentity) -> None:
        """Raises NoSession."""
        async with self._database.read() as cursor:
            row = await session_repository.look_up(cursor, identity)
        if row is None:
            await self._adopt_legacy_session(identity)
        elif row.ended_at is not None:
            raise NoSession
        elif (now() - row.seen_at).total_seconds() > SEEN_INTERVAL_S:
            async with self._database.write() as cursor:
                await session_repository.see(cursor, identity.session)

    async def _adopt_legacy_session(self, identity: SessionIdentity) -> None:
        """Whose cookie is of the version before gets a session. Raises NoSession if that is nobody."""
        if identity.session != identity.player:
            raise NoSession
        async with self._database.write() as cursor:
            if not await session_repository.adopt(cursor, identity.player):
                raise NoSession

    def _remember(self, session: UUID) -> None:
        """Until it ends nothing has to be asked about it, but now and then."""
        self._valid_until[session] = self._clock() + SEEN_INTERVAL_S
        if len(self._valid_until) > CACHE_SIZE:
            self._valid_until.popitem(last=False)

    def invalidate(self, sessions: Collection[UUID]) -> None:
        """These ended."""
        for session in sessions:
            self._valid_until.pop(session, None)

    async def create_guest(self, device: str) -> SessionIdentity:
        """A new guest."""
        async with self._database.write() as cursor:
            return await session_repository.add_guest(cursor, random_guest_name(), device)

    async def me(self, identity: SessionIdentity) -> Me:
        async with self._database.read() as cursor:
            person = await repository.person(cursor, identity.player)
            closed = await closed_to(cursor, identity.player)
            tables = [
                table
                for table in await repository.tables_of(cursor, identity.player)
                if table.status in ("open", "playing") or table.deal not in closed
            ]
            events = await security_events.to_show(cursor, identity)
        if person is None:
            raise NoSession
        mine = [MyTable(code=table.code, game=table.game, status=table.status) for table in tables]
        admin = self._administrators.include(person)
        return Me(
            who=public_id(identity.player),
            name=person.name,
            account=person.look is not None,
            admin=admin,
            tables=mine,
            security_events=[
                SecurityEvent(**{**event._asdict(), "at": event.at.isoformat()}) for event in events
            ],
        )

    async def dismiss_event(self, identity: SessionIdentity, event: int) -> Me:
        """This session shows the security event no longer. Raises NotFound."""
        async with self._database.write() as cursor:
            if not await security_events.dismiss(cursor, identity, event):
                raise NotFound
        return await self.me(identity)

    async def rename(self, identity: SessionIdentity, raw: str, device: str) -> Me:
        """Takes another name; tables that have not started show it at once.

        Raises BadName, LinkInName, ReservedName, NameTaken, RenamedOften.
        """
        name = clean_name(raw)
        try:
            async with self._database.write() as cursor:
                changed = await self._rename(cursor, identity, name, device)
        except repository.TAKEN:
            raise NameTaken from None
        return await self.publish_name(identity, changed)

    async def publish_name(self, identity: SessionIdentity, changed: Sequence[str] = ()) -> Me:
        """At the tables that have not started, and at these; the others have it as it was at their start."""
        me = await self.me(identity)
        mine = [table.code for table in me.tables if table.status == "open"]
        for code in {*mine, *changed}:
            self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
        return me

    async def _rename(self, cursor: Cursor, identity: SessionIdentity, name: str, device: str) -> list[str]:
        """The codes of open tables where guests had to give way. Raises as `rename`, or one of TAKEN."""
        player, look = identity.player, name_key(name)
        person, holder = await repository.person(cursor, player), await repository.account(cursor, look)
        if person is None:
            raise NoSession
        if look != name_key(person.name):  # their own in other letters is not judged again
            check_name(name)
            if not comparison_keys(name).isdisjoint(self._reserved_keys(person)):
                raise NameTaken
        if holder is not None and holder.id != player:
            raise NameTaken
        if person.name != name:
            await security_events.record(cursor, identity, "name", device, person.name, name)
        if person.look is None:
            await self._naming.reserve_for_guest(cursor, player, name)
            await repository.rename(cursor, player, name)
            return []
        await repository.rename_account(cursor, player, name, look)
        return await self._naming.reserve_for_account(cursor, player, name)

    def _reserved_keys(self, person: Any) -> frozenset[str]:
        """A guest may be called as newcomers are, but not as an administrator."""
        return self._reserved if person.look is not None else self._reserved - RESERVED_KEYS
