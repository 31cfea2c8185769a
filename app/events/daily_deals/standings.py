"""What a player may read about daily deals: results once the deal is open to them."""

from datetime import date, timedelta
from itertools import groupby
from operator import attrgetter
from uuid import UUID

from app.core.dates import unix_ms
from app.events.daily_deals import deal_repository, repository
from app.events.daily_deals.deals import daily_games, day_start, listed_games, reveal_time
from app.events.daily_deals.errors import DailyDealNotFound
from app.events.daily_deals.repository import OwnScore
from app.events.daily_deals.results import read_deal
from app.events.daily_deals.schemas import DailyDay, DealCommitment, PastDay, PastDays, PlayedDeal
from app.events.daily_deals.settlement import settle_ended
from app.infra.database.engine import Clock, Database, now

PAGE_DAYS = 14


class DailyStandings:
    """Reads deals and their results; first settles the tries that have ended."""

    def __init__(self, database: Database, clock: Clock = now) -> None:
        self._database = database
        self.clock = clock

    async def get_day(self, reader: UUID, day: date | None) -> DailyDay:
        """Returns a day up to today. Raises DailyDealNotFound."""
        moment = self.clock()
        day = day or moment.date()
        if day > moment.date():
            raise DailyDealNotFound
        await settle_ended(self._database, day, day)
        async with self._database.read() as cursor:
            rows = await deal_repository.listed_deals(cursor, day)
            if not rows:
                raise DailyDealNotFound
            deals = {row.game: await read_deal(cursor, row, reader) for row in rows}
            tomorrow = day + timedelta(days=1)
            ahead = await deal_repository.deals_of_days(cursor, tomorrow, tomorrow)
        ahead_by_game = {row.game: row.commitment.hex() for row in ahead if day == moment.date()}
        return DailyDay(
            day=day,
            today=moment.date(),
            now=unix_ms(moment),
            ends=unix_ms(day_start(moment.date() + timedelta(days=1))),
            reveals=unix_ms(reveal_time(day)),
            deals=[deals[game] for game in listed_games(deals)],
            next=[
                DealCommitment(game=game, commitment=ahead_by_game[game])
                for game in listed_games(ahead_by_game)
            ],
        )

    async def past_days(self, reader: UUID, before: date | None) -> PastDays:
        """Returns revealed days, the newest first."""
        async with self._database.read() as cursor:
            keys = await deal_repository.revealed_before(
                cursor, before or self.clock().date(), (PAGE_DAYS + 1) * len(list(daily_games()))
            )
            days = [
                (day, listed_games(key.game for key in some))
                for day, some in groupby(keys, key=attrgetter("day"))
            ]
            shown = days[:PAGE_DAYS]
            own = await repository.own_scores(cursor, reader, shown[-1][0], shown[0][0]) if shown else []
        tries = {(row.day, row.game): row for row in own}
        past = [
            PastDay(day=day, deals=[_played(game, tries.get((day, game))) for game in games])
            for day, games in shown
        ]
        return PastDays(days=past, more=len(days) > PAGE_DAYS)


def _played(game: str, own: OwnScore | None) -> PlayedDeal:
    if own is None:
        return PlayedDeal(game=game, played=False)
    return PlayedDeal(game=game, played=True, settled=own.settled, score=own.score)
