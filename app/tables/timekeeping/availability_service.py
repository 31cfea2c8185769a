"""A person's days: nights and vacations, which the deadlines of tables by days keep clear of."""

from collections.abc import Callable
from datetime import date
from uuid import UUID

from app.core.clock import DatabaseClock
from app.core.errors import TooManyDaysOff
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.game.service import GameService, database_errors
from app.tables.time_control.availability import A_DAY, DAYS_OFF, Habits, Quiet, Vacation
from app.tables.timekeeping import repository
from app.tables.timekeeping.schemas import Days

A_YEAR = 365 * A_DAY  # ahead at most
MOST_VACATIONS = 60  # kept at once; the old ones are forgotten


class PersonalDays:
    """What changes here counts at all of the person's tables at once."""

    def __init__(self, database: Database, pubsub: PubSub, play: GameService, clock: DatabaseClock) -> None:
        self._database, self._pubsub, self._play, self._clock = database, pubsub, play, clock

    async def days(self, player: UUID) -> Days:
        """Raises ServiceUnavailable."""
        async with database_errors(), self._database.read() as cursor:
            return self._shown(await repository.habits_of(cursor, player))

    async def set_quiet(self, player: UUID, quiet: Quiet) -> Days:
        """Raises ServiceUnavailable."""
        return await self._change(player, lambda habits: habits.model_copy(update={"quiet": quiet}))

    async def add_vacation(self, player: UUID, vacation: Vacation) -> Days:
        """Raises TooManyDaysOff, ServiceUnavailable; a vacation begins today or later."""
        return await self._change(player, lambda habits: self._with(habits, vacation))

    async def end_vacation(self, player: UUID, first: date) -> Days:
        """One that has begun ends yesterday: the days that are gone count. Raises ServiceUnavailable."""
        return await self._change(player, lambda habits: self._without(habits, first))

    async def _change(self, player: UUID, change: Callable[[Habits], Habits]) -> Days:
        """From what they are now: of two changes at once none is lost."""
        now = self._clock.now()
        async with database_errors(), self._database.write() as cursor:
            habits = change(await repository.lock_habits(cursor, player))
            await repository.set_habits(cursor, player, habits)
            tables = await repository.tables_of(cursor, player)
            for table in tables:
                await repository.hurry(cursor, table, now)
        for code in tables.values():
            self._play.invalidate(code)
            self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
        return self._shown(habits)

    def _with(self, habits: Habits, vacation: Vacation) -> Habits:
        """Raises TooManyDaysOff."""
        vacations = sorted((*habits.vacations, vacation), key=lambda one: one.first)[-MOST_VACATIONS:]
        wished = habits.model_copy(update={"vacations": tuple(vacations)})
        if not self._is_sound(wished, vacation):
            raise TooManyDaysOff
        return wished

    def _without(self, habits: Habits, first: date) -> Habits:
        today = habits.today(self._clock.now())
        left = (_until(one, today) if one.first == first else one for one in habits.vacations)
        return habits.model_copy(update={"vacations": tuple(one for one in left if one)})

    def _is_sound(self, habits: Habits, new: Vacation) -> bool:
        """Whether no more days are taken than there are, none twice, and none that is gone."""
        before = [one for one in habits.vacations if one is not new]
        apart = all(new.last < one.first or one.last < new.first for one in before)
        enough = all(habits.days_off_taken(year) <= DAYS_OFF for year in (new.first.year, new.last.year))
        today = habits.today(self._clock.now())
        return apart and enough and today <= new.first <= today + A_YEAR

    def _shown(self, habits: Habits) -> Days:
        today = habits.today(self._clock.now())
        coming = [one for one in habits.vacations if one.last >= today]
        return Days(quiet=habits.quiet, vacations=coming, left=habits.days_off_left(today.year))


def _until(vacation: Vacation, today: date) -> Vacation | None:
    if vacation.last < today:
        return vacation
    gone = today - A_DAY
    return None if gone < vacation.first else vacation.model_copy(update={"last": gone})
