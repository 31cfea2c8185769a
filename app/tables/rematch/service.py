"""Rematches: another game with the same players at a new table."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from uuid import UUID

from app.core.errors import AppError
from app.core.futures import resolve
from app.core.tasks import TaskSet
from app.infra.database.engine import Database
from app.infra.database.errors import database_errors
from app.infra.database.query import Cursor
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.players.accounts.names import disambiguate, random_bot_names
from app.players.bans.service import Bans
from app.tables.errors import AlreadyStarted, DamagedGame, NotFinished, TableNotFound
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table, TableSeat
from app.tables.lobby.errors import TooManyTables, TooManyTablesHere
from app.tables.lobby.limits import OpenTableLimits, check_table_limits
from app.tables.lobby.repository import lock_table
from app.tables.lobby.visibility import must_stay_public
from app.tables.rematch import repository
from engine.types import Seat

EMPTY_SEAT = TableSeat(None, "", "", "", ready=False)
COALESCE_S = 0.02  # answers within this time are processed together
GONE_AFTER_S = 30  # without a connection to the table


@dataclass(eq=False, slots=True)
class PendingAnswer:
    """A player's answer that has not been processed."""

    player: UUID
    salt: str  # a salt: agrees; "": declines
    address: str  # the digest of the player's address
    processed: "asyncio.Future[str]" = field(default_factory=asyncio.Future)


class Rematch:
    """When all have answered, those who agreed play at a new table, each one seat further.

    Seats that the caretaker has need not answer. If a player agrees a second time, players who have been
    disconnected for GONE_AFTER_S are not waited for either. A table with free seats counts like any other
    open table of its host.
    """

    def __init__(
        self, database: Database, pubsub: PubSub, presence: Presence, bans: Bans, limits: OpenTableLimits
    ) -> None:
        self._database = database
        self._pubsub = pubsub
        self._presence = presence
        self._bans = bans
        self._limits = limits
        self._answers: dict[str, list[PendingAnswer]] = {}  # by table: answers to process
        self._tasks = TaskSet()

    async def close(self) -> None:
        await self._tasks.close()

    async def answer(self, player: UUID, code: str, salt: str, address: str = "") -> str:
        """Answers with a salt (agrees) or "" (declines); returns the rematch's code if this answer started
        it, else "". `address` is the digest of the player's address.

        Raises TableNotFound, NotSeated, NotFinished, AlreadyStarted (without this player), TooManyTables,
        TooManyTablesHere, ServiceUnavailable.
        """
        answer = PendingAnswer(player, salt, address)
        batch = self._answers.setdefault(code, [])
        batch.append(answer)
        if len(batch) == 1:
            self._tasks.start(self._process_batch(code))
        return await answer.processed

    async def leave_all(self, player: UUID) -> None:
        """Declines the rematches to which the player has agreed. Raises ServiceUnavailable."""
        async with database_errors(), self._database.read() as cursor:
            codes = await repository.codes_of_agreed(cursor, player)
        for code in codes:
            with suppress(TableNotFound, AlreadyStarted, DamagedGame, TooManyTables, TooManyTablesHere):
                await self.answer(player, code, "")

    async def _process_batch(self, code: str) -> None:
        """Processes the answers of a table that arrive together in one transaction."""
        await asyncio.sleep(COALESCE_S)
        answers = self._answers.pop(code)
        try:
            rematch_code = await self._process(code, answers)
        except Exception as error:  # every caller gets the error
            for answer in answers:
                resolve(answer.processed, error)
        else:
            pending = [answer for answer in answers if not answer.processed.done()]
            for answer in pending:
                resolve(answer.processed, rematch_code if answer is pending[-1] else "")

    async def _process(self, code: str, answers: Sequence[PendingAnswer]) -> str:
        """Records the answers; returns the rematch's code if it started, else ""."""
        async with database_errors(), self._database.write() as cursor:
            before = await lock_table(cursor, code)
            table, answered = _with_answers(self._without_banned(before), answers)
            if not answered:
                return ""
            if not table.rematch_secret:
                await _reserve_next_commitment(cursor, table)
                started = False
            else:
                address = answers[-1].address
                started = await self._start_if_complete(cursor, before, table, answered, address)
                if not started and table.seats == before.seats:
                    return ""  # answers that were repeated
                # After the new seats, which lock their players: deletions lock a player before the seats.
                await repository.store_answers(cursor, table, answered)
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
        return str(table.rematch_code) if started else ""

    def _without_banned(self, table: Table) -> Table:
        """Returns the table with banned players declining, whatever they answered before."""
        seats = [
            replace(seat, again="") if seat.player and self._bans.is_banned(seat.player) else seat
            for seat in table.seats
        ]
        return replace(table, seats=tuple(seats))

    async def _start_if_complete(
        self, cursor: Cursor, before: Table, table: Table, answered: Sequence[Seat], address: str
    ) -> bool:
        """Starts the rematch if no answer is missing; returns whether it did."""
        waits_for = _players_missing(table)
        if waits_for and any(table.seats[seat].again and before.seats[seat].again for seat in answered):
            waits_for -= await self._gone_players(table.code, waits_for)
        if waits_for or not any(table_seat.again for table_seat in table.seats):
            return False
        await self._start(cursor, table, address)
        return True

    async def _start(self, cursor: Cursor, table: Table, address: str) -> None:
        seats = _rotated_seats(table, await repository.names(cursor, table))
        players = [seat.player for seat in table.seats if seat.player and seat.again]
        host = table.host if table.host in players else players[0]
        settings = table.settings
        if any(seat.kind == "empty" for seat in seats):
            settings = await self._settings_of_open_table(cursor, table, players, host, address)
        await repository.create_table(cursor, replace(table, settings=settings), host, seats, address)

    async def _settings_of_open_table(
        self, cursor: Cursor, table: Table, players: Sequence[UUID], host: UUID, address: str
    ) -> TableSettings:
        """Returns the settings of a table with free seats: private if enough of its host's are in the lobby.

        Raises TooManyTables, TooManyTablesHere (also if it must stay public).
        """
        settings = table.settings
        if settings.visibility != "link":
            private = settings.model_copy(update={"visibility": "link"})
            try:
                await check_table_limits(cursor, self._limits, host, address, new=True, listed=True)
            except (TooManyTables, TooManyTablesHere):
                if await must_stay_public(cursor, self._presence, table, private, host, players):
                    raise
            else:
                return settings
            settings = private
        await check_table_limits(cursor, self._limits, host, address, new=True, listed=False)
        return settings

    async def _gone_players(self, code: str, players: set[UUID]) -> set[UUID]:
        away = await self._presence.seconds_away(code, players)
        return {player for player, seconds in (away or {}).items() if seconds >= GONE_AFTER_S}


def _with_answers(table: Table, answers: Sequence[PendingAnswer]) -> tuple[Table, list[Seat]]:
    """Returns the table with these answers, and the answering seats; invalid answers get their error."""
    seats = [
        replace(table_seat, again="") if table_seat.is_former else table_seat for table_seat in table.seats
    ]
    answered = []
    for answer in answers:
        try:
            seat = _seat_of(table, answer.player)
        except AppError as error:
            resolve(answer.processed, error)
        else:
            seats[seat] = replace(seats[seat], again=_first_salt(seats[seat], answer))
            answered.append(seat)
    return replace(table, seats=tuple(seats)), answered


def _first_salt(seat: TableSeat, answer: PendingAnswer) -> str:
    """Returns the seat's first salt, which its browser has kept, or else the answer's."""
    return seat.again if seat.again and answer.salt else answer.salt


async def _reserve_next_commitment(cursor: Cursor, table: Table) -> None:
    """Reserves the rematch's code and secret, and asks again those who agreed.

    Needed if a server of the previous version started this game, or the rematch's table was deleted: no
    commitment was published before the salts.
    """
    seats = [replace(seat, again=None if seat.again else seat.again) for seat in table.seats]
    await repository.reserve(cursor, table)
    await repository.store_answers(cursor, replace(table, seats=tuple(seats)), table.player_seats)


def _seat_of(table: Table, player: UUID) -> Seat:
    """Raises NotSeated, NotFinished, AlreadyStarted."""
    seat = table.require_seat(player)
    if table.status != "finished":
        raise NotFinished
    if table.started_rematch:
        raise AlreadyStarted
    return seat


def _players_missing(table: Table) -> set[UUID]:
    """Returns the players whose answers are missing."""
    unanswered = (seat for seat in table.seats if seat.again is None and not seat.caretaker)
    return {seat.player for seat in unanswered if seat.player}


def _rotated_seats(table: Table, names: dict[UUID, str]) -> list[TableSeat]:
    """Returns the rematch's seats: everybody moves one seat on; seats left over get bots, or stay empty."""
    seats = [_kept_seat(seat, names) if seat.again or seat.bot else EMPTY_SEAT for seat in table.seats]
    if table.bots:
        new = iter(random_bot_names([seat.name for seat in seats], len(seats)))
        seats = [
            TableSeat(None, table.bots, next(new), "", ready=True) if one is EMPTY_SEAT else one
            for one in seats
        ]
    frozen = [""] * len(seats) if EMPTY_SEAT in seats else disambiguate([seat.name for seat in seats])
    seats = [replace(seat, name=name) for seat, name in zip(seats, frozen, strict=True)]
    return [*seats[-1:], *seats[:-1]]


def _kept_seat(seat: TableSeat, names: dict[UUID, str]) -> TableSeat:
    name = names[seat.player] if seat.player else seat.name
    return TableSeat(seat.player, seat.bot, name, seat.again or "", ready=True)
