"""Who may be called what: accounts hold their names, and guests give way."""

from datetime import timedelta
from uuid import UUID

from app.core.errors import NameTaken, RenamedOften
from app.infra.database.engine import Clock, now
from app.infra.database.query import Cursor
from app.players.accounts import name_repository, repository
from app.players.accounts.lookalikes import NameDigests, name_digests
from app.players.accounts.names import CAT_NAMES, MAX_LENGTH

REST_PERIOD = timedelta(days=30)  # a name that was given up, for everybody but who had it
MAX_RESTING = 20  # keys, two a name: nobody keeps many names from others


class NameReservations:
    """Within its caller's transaction."""

    def __init__(self, clock: Clock = now) -> None:
        self._clock = clock

    async def reserve_for_account(self, cursor: Cursor, player: UUID, name: str) -> list[str]:
        """The codes of open tables where guests had to give way. Raises NameTaken, RenamedOften."""
        keys, moment = name_digests(name), self._clock()
        if not await name_repository.hold(cursor, player, keys, moment):
            raise NameTaken
        await name_repository.release(cursor, player, keys, moment + REST_PERIOD)
        if await name_repository.resting(cursor, player, moment) > MAX_RESTING:
            raise RenamedOften(REST_PERIOD.total_seconds())
        await name_repository.forget_guest(cursor, player)
        return await self.rename_conflicting_guests(cursor, keys)

    async def reserve_for_guest(self, cursor: Cursor, player: UUID, name: str) -> None:
        """Guests may share names with each other. Raises NameTaken."""
        keys = name_digests(name)
        if await name_repository.is_taken(cursor, player, keys, self._clock()):
            raise NameTaken
        await name_repository.note_guest(cursor, player, name, keys)

    async def release(self, cursor: Cursor, player: UUID) -> None:
        """Of an account that goes: nobody has its name for a while."""
        nothing = NameDigests(b"", b"")
        await name_repository.release(cursor, player, nothing, self._clock() + REST_PERIOD)
        await name_repository.forget_guest(cursor, player)

    async def rename_conflicting_guests(self, cursor: Cursor, keys: NameDigests | None = None) -> list[str]:
        """Guests with an account's name get a number; the codes of open tables that show it."""
        guests = await name_repository.namesakes(cursor, keys)
        apart: dict[str, str] = {}
        for guest in guests:
            if guest.name not in apart:
                apart[guest.name] = await self._numbered(cursor, guest.player_id, guest.name)
            name = apart[guest.name]
            await repository.rename(cursor, guest.player_id, name)
            await name_repository.note_guest(cursor, guest.player_id, name, name_digests(name))
        return (
            await name_repository.open_tables(cursor, [guest.player_id for guest in guests]) if guests else []
        )

    async def backfill(self, cursor: Cursor) -> bool:
        """A batch of what servers of the version before left to do; whether there may be more."""
        accounts = await name_repository.accounts_without(cursor)
        for account in accounts:
            await name_repository.hold(cursor, account.id, name_digests(account.name), self._clock())
        guests = await name_repository.guests_without(cursor, CAT_NAMES)
        for guest in guests:
            await name_repository.note_guest(cursor, guest.id, guest.name, name_digests(guest.name))
        return name_repository.BATCH in (len(accounts), len(guests))

    async def _numbered(self, cursor: Cursor, player: UUID, name: str) -> str:
        """The first of "Anna 2", "Anna 3" … that no account holds."""
        number = 2
        while True:
            end = f" {number}"
            candidate = name[: MAX_LENGTH - len(end)].rstrip() + end
            if not await name_repository.is_taken(cursor, player, name_digests(candidate), self._clock()):
                return candidate
            number += 1
