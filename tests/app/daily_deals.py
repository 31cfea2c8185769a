"""Daily deals on days that the tests set, against bots that answer at once."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from app.infra.database.engine import now
from app.infra.worker_pool import WorkerPool
from engine.bots import choose_random
from engine.types import Json
from tests.app.local_server import Running
from tests.app.people import LONGEST_WAIT, Person, play_out

LITE, CAT = "cat-box-lite", "cat-in-the-box"
DAYS_OF_A_TEST = 5
days = (date(2040, 1, 1) + timedelta(days=DAYS_OF_A_TEST * number) for number in count())


class Calendar:
    """The clock of a server's daily deals."""

    def __init__(self, running: Running) -> None:
        self.events = running.events
        self.today = next(days)

    async def set(self, day: date, hour: int = 12) -> None:
        """Sets the time, and publishes and reveals what is due."""
        moment = datetime(day.year, day.month, day.day, hour, 30, tzinfo=UTC)
        self._set_clock(lambda: moment)
        await self.events.deal_publisher.publish()

    async def next_day(self, hour: int = 12) -> None:
        self.today += timedelta(days=1)
        await self.set(self.today, hour)

    def reset(self) -> None:
        self._set_clock(now)

    def _set_clock(self, clock: Any) -> None:
        self.events.deal_publisher.clock = clock
        self.events.daily_deals.clock = clock
        self.events.daily_standings.clock = clock


async def choose_at_once(_pool: WorkerPool, *call_args: Any, **__: Any) -> Any:
    """Stands in for `WorkerPool.call`: bots that search choose at random, by their seed and view."""
    *_, view, legal, seed = call_args
    return choose_random(view, legal, Random(f"{seed} {view}"))


async def start_daily(person: Person, calendar: Calendar, game: str = LITE) -> str:
    """Starts or resumes the person's try of today; returns the table's code."""
    code: str = (await person.request("POST", f"/daily/{game}", {"day": calendar.today.isoformat()}))["code"]
    return code


async def play_daily(person: Person, calendar: Calendar, game: str = LITE) -> str:
    """Plays first legal moves to the end, and waits until the result is final."""
    code = await start_daily(person, calendar, game)
    await finish_daily(person, code, calendar.today, game)
    return code


async def finish_daily(person: Person, code: str, day: date, game: str = LITE) -> Json:
    """Plays a try to the end; returns the deal once its result is final."""
    await play_out(await person.open_page(code))
    async with asyncio.timeout(LONGEST_WAIT):
        while not (found := await deal(person, day, game))["mine"]["settled"]:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return found


async def deal(person: Person, day: date, game: str = LITE) -> Json:
    """Returns the deal of a day as the person sees it."""
    deals = (await person.request("GET", f"/daily?day={day.isoformat()}"))["deals"]
    found: Json = next(one for one in deals if one["game"] == game)
    return found
