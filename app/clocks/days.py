"""A person's days: nights and vacations, which the deadlines of tables by days keep clear of."""

from datetime import date
from uuid import UUID

from app.bus import Bus, TableChanged
from app.clocks import repository
from app.clocks.clock import Clock
from app.clocks.habits import A_DAY, DAYS_OFF, Habits, Quiet, Vacation
from app.clocks.schemas import Days
from app.database import Database
from app.errors import TooManyDaysOff
from app.play.service import Play, unless_away

A_YEAR = 365 * A_DAY  # ahead at most
MOST_VACATIONS = 60  # kept at once; the old ones are forgotten


class PersonalDays:
    """What changes here counts at all of the person's tables at once."""

    def __init__(self, database: Database, bus: Bus, play: Play, clock: Clock) -> None:
        self._database, self._bus, self._play, self._clock = database, bus, play, clock

    async def days(self, player: UUID) -> Days:
        """Raises OneMoment."""
        async with unless_away(), self._database.read() as cursor:
            return self._shown(await repository.habits_of(cursor, player))

    async def set_quiet(self, player: UUID, quiet: Quiet) -> Days:
        """Raises OneMoment."""
        habits = await self._habits(player)
        return await self._keep(player, habits.model_copy(update={"quiet": quiet}))

    async def add_vacation(self, player: UUID, vacation: Vacation) -> Days:
        """Raises TooManyDaysOff, OneMoment; a vacation begins today or later."""
        habits = await self._habits(player)
        vacations = sorted((*habits.vacations, vacation), key=lambda one: one.first)[-MOST_VACATIONS:]
        wished = habits.model_copy(update={"vacations": tuple(vacations)})
        if not self._is_sound(wished, vacation):
            raise TooManyDaysOff
        return await self._keep(player, wished)

    async def end_vacation(self, player: UUID, first: date) -> Days:
        """One that has begun ends yesterday: the days that are gone count. Raises OneMoment."""
        habits = await self._habits(player)
        today = habits.today(self._clock.now())
        left = (_until(one, today) if one.first == first else one for one in habits.vacations)
        return await self._keep(
            player, habits.model_copy(update={"vacations": tuple(one for one in left if one)})
        )

    async def _habits(self, player: UUID) -> Habits:
        async with unless_away(), self._database.read() as cursor:
            return await repository.habits_of(cursor, player)

    async def _keep(self, player: UUID, habits: Habits) -> Days:
        now = self._clock.now()
        async with unless_away(), self._database.write() as cursor:
            await repository.set_habits(cursor, player, habits)
            tables = await repository.tables_of(cursor, player)
            for table in tables:
                await repository.hurry(cursor, table, now)
        for code in tables.values():
            self._play.outdate(code)
            self._bus.publish(TableChanged(code))
        return self._shown(habits)

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
