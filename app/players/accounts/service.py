"""Players: authentication of sessions, creation of guests, the player's own data, renaming."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from time import monotonic
from uuid import UUID

from cachetools import TTLCache

from app.core.errors import NoSession, NotFound
from app.infra.database.engine import Database, now
from app.infra.database.query import Cursor
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.players.accounts import repository, security_events, session_repository
from app.players.accounts.administrators import Administrators
from app.players.accounts.errors import NameTaken
from app.players.accounts.lookalikes import comparison_keys, name_key
from app.players.accounts.name_policy import check_name
from app.players.accounts.names import RESERVED_KEYS, clean_name, random_guest_name
from app.players.accounts.naming import NameReservations
from app.players.accounts.schemas import Me, MyTable, SecurityEvent
from app.players.accounts.sessions import SessionIdentity
from app.players.cats import CatName, default_cat
from app.players.public_id import public_id

CACHE_SIZE = 20_000  # sessions
SEEN_INTERVAL_S = 3600  # resolution of a session's `seen_at`

# Returns those of some deals that a player may not look at now.
BarredAmong = Callable[[Cursor, UUID, Iterable[bytes | None]], Awaitable[Collection[bytes]]]


class Accounts:
    """Guests and accounts. An account is a guest with a reserved name and a password."""

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        barred_among: BarredAmong,
        clock: Callable[[], float] = monotonic,
        reserved: frozenset[str] = RESERVED_KEYS,
        admins: str = "",
        naming: NameReservations | None = None,
    ) -> None:
        self._naming = naming or NameReservations()
        self._database = database
        self._barred_among = barred_among
        self._administrators = Administrators(admins)
        self._reserved = reserved  # comparison keys of names that no account can take
        self._pubsub = pubsub
        # Sessions that need no check for now.
        self._valid: TTLCache[UUID, bool] = TTLCache(CACHE_SIZE, SEEN_INTERVAL_S, timer=clock)

    async def authenticate(self, identity: SessionIdentity | None) -> SessionIdentity:
        """Returns the identity if its session is open; every request and new socket passes here.

        Raises NoSession if there is no session, or it has ended.
        """
        if identity is None:
            raise NoSession
        if identity.session not in self._valid:
            await self._check_session(identity)
            self._valid[identity.session] = True
        return identity

    def is_known_open(self, identity: SessionIdentity) -> bool:
        """Returns whether the session was found open lately; False also for one not asked for yet."""
        return identity.session in self._valid

    async def _check_session(self, identity: SessionIdentity) -> None:
        """Checks the session in the database and updates its `seen_at`. Raises NoSession."""
        async with self._database.read() as cursor:
            row = await session_repository.load_state(cursor, identity)
        if row is None:
            await self._adopt_legacy_session(identity)
        elif row.ended_at is not None:
            raise NoSession
        elif (now() - row.seen_at).total_seconds() > SEEN_INTERVAL_S:
            async with self._database.write() as cursor:
                await session_repository.touch(cursor, identity.session)

    async def _adopt_legacy_session(self, identity: SessionIdentity) -> None:
        """Creates the session for a cookie of the previous version. Raises NoSession."""
        if identity.session != identity.player:
            raise NoSession
        async with self._database.write() as cursor:
            if not await session_repository.adopt(cursor, identity.player):
                raise NoSession

    def invalidate(self, sessions: Collection[UUID]) -> None:
        """Drops ended sessions from the cache."""
        for session in sessions:
            self._valid.pop(session, None)

    async def create_guest(self, device: str) -> SessionIdentity:
        """Creates a guest with a random name and a first session."""
        async with self._database.write() as cursor:
            return await session_repository.add_guest(cursor, random_guest_name(), device)

    async def me(self, identity: SessionIdentity) -> Me:
        """Returns the player's own data. Raises NoSession if the player was deleted."""
        async with self._database.read() as cursor:
            row = await repository.find_player(cursor, identity.player)
            seated = await repository.tables_of(cursor, identity.player)
            barred = await self._barred_among(cursor, identity.player, (table.deal for table in seated))
            tables = [
                table for table in seated if table.status in ("open", "playing") or table.deal not in barred
            ]
            others = await repository.table_mates(cursor, identity.player, [table.id for table in tables])
            events = await security_events.to_show(cursor, identity)
            admin = row is not None and self._administrators.includes(row)
            open_reports = await repository.count_open_reports(cursor) if admin else 0
        if row is None:
            raise NoSession
        return Me(
            who=public_id(identity.player),
            name=row.name,
            cat=row.cat or default_cat(identity.player),
            account=row.name_key is not None,
            named=row.name_key is not None or comparison_keys(row.name).isdisjoint(RESERVED_KEYS),
            admin=admin,
            open_reports=open_reports,
            tables=[_my_table(table, others) for table in tables],
            security_events=[
                SecurityEvent(**{**event._asdict(), "at": event.at.isoformat()}) for event in events
            ],
        )

    async def dismiss_event(self, identity: SessionIdentity, event: int) -> Me:
        """Hides a security event in this session. Raises NotFound."""
        async with self._database.write() as cursor:
            if not await security_events.dismiss(cursor, identity, event):
                raise NotFound
        return await self.me(identity)

    async def rename(self, identity: SessionIdentity, raw: str, device: str) -> Me:
        """Renames the player; tables that have not started show the new name at once.

        Raises BadName, LinkInName, ReservedName, NameTaken, RenamedOften, NoSession.
        """
        name = clean_name(raw)
        try:
            async with self._database.write() as cursor:
                changed = await self._rename(cursor, identity, name, device)
        except repository.TAKEN:
            raise NameTaken from None
        return await self.publish_changes(identity, changed)

    async def choose_cat(self, identity: SessionIdentity, cat: CatName) -> Me:
        """Sets the player's cat and notifies the tables that show it."""
        async with self._database.write() as cursor:
            await repository.set_cat(cursor, identity.player, cat)
        return await self.publish_changes(identity)

    async def publish_changes(self, identity: SessionIdentity, others: Sequence[str] = ()) -> Me:
        """Notifies the player's open and running tables, and these others, of a name, a cat or an account."""
        async with self._database.read() as cursor:
            own = await repository.unfinished_tables(cursor, [identity.player])
        for code in {*own, *others}:
            self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
        return await self.me(identity)

    async def _rename(self, cursor: Cursor, identity: SessionIdentity, name: str, device: str) -> list[str]:
        """Returns the codes of the tables of renamed guests. Raises as `rename`, or one of TAKEN."""
        player, key = identity.player, name_key(name)
        await repository.lock_player(cursor, player)  # before its names: renames at the same time take turns
        row, holder = await repository.find_player(cursor, player), await repository.account(cursor, key)
        if row is None:
            raise NoSession
        if name != row.name:
            check_name(name)  # spaces and case can make a link or a title of a name
        if key != name_key(row.name) and not comparison_keys(name).isdisjoint(self._reserved_keys(row)):
            raise NameTaken
        if holder is not None and holder.id != player:
            raise NameTaken
        if row.name != name:
            await security_events.record(cursor, identity, "name", device, row.name, name)
        if row.name_key is None:
            await self._naming.reserve_for_guest(cursor, player, name)
            await repository.rename(cursor, player, name)
            return []
        await repository.rename_account(cursor, player, name, key)
        return await self._naming.reserve_for_account(cursor, player, name)

    def _reserved_keys(self, row: repository.PlayerAccount) -> frozenset[str]:
        """Guests may use the random names of new guests; accounts may not."""
        return self._reserved if row.name_key is not None else self._reserved - RESERVED_KEYS


def _my_table(table: repository.OwnTable, others: Sequence[repository.TableMate]) -> MyTable:
    names = [other.name for other in others if other.table_id == table.id]
    return MyTable(code=table.code, game=table.game, status=table.status, others=names)
