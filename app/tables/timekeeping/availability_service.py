"""Players' nights and vacations, which the deadlines of turn-based tables avoid."""

from collections.abc import Callable
from datetime import date
from uuid import UUID

from app.core.clock import DatabaseClock
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.game.service import GameService
from app.tables.time_control.availability import (
    MAX_DAYS_OFF_PER_YEAR,
    ONE_DAY,
    Availability,
    QuietHours,
    Vacation,
)
from app.tables.timekeeping import repository
from app.tables.timekeeping.errors import TooManyDaysOff
from app.tables.timekeeping.schemas import AvailabilityInfo

MAX_DAYS_AHEAD = 365 * ONE_DAY  # how far ahead a vacation may begin
MAX_VACATIONS = 60  # stored per player; the oldest are dropped

CountTables = Callable[[int], None]  # called with the number of tables that a change makes due


class AvailabilityService:
    """Changes take effect at all of the player's tables immediately."""

    def __init__(
        self, database: Database, pubsub: PubSub, game_service: GameService, clock: DatabaseClock
    ) -> None:
        self._database, self._pubsub, self._game_service, self._clock = database, pubsub, game_service, clock

    async def get(self, player: UUID) -> AvailabilityInfo:
        """Returns the player's nights and vacations."""
        async with self._database.read() as cursor:
            return self._describe(await repository.availability_of(cursor, player))

    async def set_quiet_hours(self, player: UUID, quiet: QuietHours, count: CountTables) -> AvailabilityInfo:
        """Sets the nightly quiet hours."""
        chosen = QuietHours(**quiet.model_dump())
        return await self._change(player, count, lambda before: before.model_copy(update={"quiet": chosen}))

    async def add_vacation(self, player: UUID, vacation: Vacation, count: CountTables) -> AvailabilityInfo:
        """Adds a vacation that begins today or later. Raises TooManyDaysOff."""
        return await self._change(player, count, lambda before: self._with_vacation(before, vacation))

    async def end_vacation(self, player: UUID, first: date, count: CountTables) -> AvailabilityInfo:
        """Removes a vacation by its first day; if it has begun, its past days stay."""
        return await self._change(player, count, lambda before: self._without_vacation(before, first))

    async def _change(
        self, player: UUID, count: CountTables, change: Callable[[Availability], Availability]
    ) -> AvailabilityInfo:
        """Applies a change under a lock, so that concurrent changes are not lost."""
        now = self._clock.now()
        async with self._database.write() as cursor:
            before = await repository.lock_availability(cursor, player)
            if (availability := change(before)) == before:
                return self._describe(before)
            await repository.set_availability(cursor, player, availability)
            tables = await repository.turn_based_tables_of(cursor, player)
            for table in tables:
                await repository.make_due(cursor, table, now)
        count(len(tables))
        for code in tables.values():
            self._game_service.invalidate(code)
            self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
        return self._describe(availability)

    def _with_vacation(self, availability: Availability, vacation: Vacation) -> Availability:
        """Raises TooManyDaysOff."""
        vacations = sorted((*availability.vacations, vacation), key=lambda one: one.first)[-MAX_VACATIONS:]
        changed = availability.model_copy(update={"vacations": tuple(vacations)})
        if not self._is_allowed(changed, vacation):
            raise TooManyDaysOff
        return changed

    def _without_vacation(self, availability: Availability, first: date) -> Availability:
        today = availability.today(self._clock.now())
        left = (_ended_before(one, today) if one.first == first else one for one in availability.vacations)
        return availability.model_copy(update={"vacations": tuple(one for one in left if one)})

    def _is_allowed(self, availability: Availability, new: Vacation) -> bool:
        """Returns whether a new vacation fits the yearly limit, overlaps none and is not in the past."""
        before = [one for one in availability.vacations if one is not new]
        is_separate = all(new.last < one.first or one.last < new.first for one in before)
        is_within_limit = all(
            availability.days_off_taken(year) <= MAX_DAYS_OFF_PER_YEAR
            for year in (new.first.year, new.last.year)
        )
        today = availability.today(self._clock.now())
        return is_separate and is_within_limit and today <= new.first <= today + MAX_DAYS_AHEAD

    def _describe(self, availability: Availability) -> AvailabilityInfo:
        today = availability.today(self._clock.now())
        coming = [one for one in availability.vacations if one.last >= today]
        return AvailabilityInfo(
            quiet=availability.quiet, vacations=coming, left=availability.days_off_left(today.year)
        )


def _ended_before(vacation: Vacation, today: date) -> Vacation | None:
    if vacation.last < today:
        return vacation
    gone = today - ONE_DAY
    return None if gone < vacation.first else vacation.model_copy(update={"last": gone})
