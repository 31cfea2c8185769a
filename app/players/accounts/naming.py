"""Name reservations: accounts own their names; guests with a confusable name are renamed."""

from datetime import timedelta
from uuid import UUID

from app.core.errors import RenamedOften
from app.infra.database.engine import Clock, now
from app.infra.database.query import Cursor
from app.players.accounts import name_repository, repository
from app.players.accounts.errors import NameTaken
from app.players.accounts.lookalikes import NameDigests, name_digests
from app.players.accounts.names import CAT_NAMES, MAX_LENGTH

REST_PERIOD = timedelta(days=30)  # before others may take a released name
MAX_RESTING = 20  # keys of released names per player, two a name


class NameReservations:
    """All methods run in the caller's transaction."""

    def __init__(self, clock: Clock = now) -> None:
        self._clock = clock

    async def reserve_for_account(self, cursor: Cursor, player: UUID, name: str) -> list[str]:
        """Reserves a name for an account and releases its earlier ones.

        Returns the codes of the tables of renamed guests. Raises NameTaken, RenamedOften.
        """
        keys, moment = name_digests(name), self._clock()
        if not await name_repository.hold(cursor, player, keys, moment):
            raise NameTaken
        await name_repository.release(cursor, player, keys, moment + REST_PERIOD)
        if await name_repository.count_resting(cursor, player, moment) > MAX_RESTING:
            raise RenamedOften(REST_PERIOD.total_seconds())
        await name_repository.delete_guest_name(cursor, player)
        return await self.rename_conflicting_guests(cursor, keys)

    async def reserve_for_guest(self, cursor: Cursor, player: UUID, name: str) -> None:
        """Records a guest's name; guests may share names with each other. Raises NameTaken."""
        keys = name_digests(name)
        if await name_repository.is_taken(cursor, player, keys, self._clock()):
            raise NameTaken
        await name_repository.store_guest_name(cursor, player, name, keys)

    async def release(self, cursor: Cursor, player: UUID) -> None:
        """Releases all names of a deleted player; they stay unavailable for REST_PERIOD."""
        none_kept = NameDigests(b"", b"")
        await name_repository.release(cursor, player, none_kept, self._clock() + REST_PERIOD)
        await name_repository.delete_guest_name(cursor, player)

    async def rename_conflicting_guests(self, cursor: Cursor, keys: NameDigests | None = None) -> list[str]:
        """Appends a number to guests' names that collide with an account's, or with `keys`.

        Returns the codes of open and running tables where they sit.
        """
        guests = await name_repository.namesakes(cursor, keys)
        new_names: dict[str, str] = {}
        for guest in guests:
            if guest.name not in new_names:
                new_names[guest.name] = await self._numbered(cursor, guest.player_id, guest.name)
            name = new_names[guest.name]
            await repository.rename(cursor, guest.player_id, name)
            await name_repository.store_guest_name(cursor, guest.player_id, name, name_digests(name))
        return await repository.unfinished_tables(cursor, [guest.player_id for guest in guests])

    async def backfill(self, cursor: Cursor) -> bool:
        """Records names left unrecorded by the previous version; returns whether more may exist."""
        accounts = await name_repository.accounts_without(cursor)
        for account in accounts:
            await name_repository.hold(cursor, account.id, name_digests(account.name), self._clock())
        guests = await name_repository.guests_without(cursor, CAT_NAMES)
        for guest in guests:
            await name_repository.store_guest_name(cursor, guest.id, guest.name, name_digests(guest.name))
        return name_repository.BATCH_SIZE in (len(accounts), len(guests))

    async def _numbered(self, cursor: Cursor, player: UUID, name: str) -> str:
        """Returns the first of "Anna 2", "Anna 3" … that no account owns."""
        number = 2
        while True:
            end = f" {number}"
            candidate = name[: MAX_LENGTH - len(end)].rstrip() + end
            if not await name_repository.is_taken(cursor, player, name_digests(candidate), self._clock()):
                return candidate
            number += 1
