"""A deal as one player may see it: with everybody's results once they have played it or it is revealed."""

from collections.abc import Sequence
from uuid import UUID

from app.events.daily_deals import repository
from app.events.daily_deals.deal_repository import ListedDeal
from app.events.daily_deals.deals import deal_name
from app.events.daily_deals.repository import ResultRow, ScoreRow, TryRow
from app.events.daily_deals.schemas import DailyDeal, DailyPlayer, DailyResults, DailyScore, DailyTry
from app.infra.database.query import Cursor
from app.tables.deal_guard.repository import barred_among


async def read_deal(cursor: Cursor, row: ListedDeal, reader: UUID) -> DailyDeal:
    """Returns the deal; its results are left out while it is sealed to the reader or played again by them."""
    own = await repository.find(cursor, reader, row.day, row.game)
    scores = await repository.scores(cursor, row.day, row.game)
    plays_again = row.deal in await barred_among(cursor, reader, [row.deal])  # in a duplicate
    is_open = row.secret is not None or (own is not None and own.status != "playing")
    return DailyDeal(
        game=row.game,
        seats=row.seats,
        commitment=row.commitment.hex(),
        published=row.published,
        name=deal_name(row.day, row.game),
        secret=row.secret.hex() if row.secret and not plays_again else "",
        players=sum(score.players for score in scores),
        mine=own and _own_try(own, scores),
        results=await _results(cursor, row, reader, scores) if is_open and not plays_again else None,
    )


async def _results(cursor: Cursor, row: ListedDeal, reader: UUID, scores: Sequence[ScoreRow]) -> DailyResults:
    best = await repository.best(cursor, row.day, row.game)
    friends = await repository.of_friends(cursor, reader, row.day, row.game)
    return DailyResults(
        scores=_distribution(scores, ranked=True),
        guest_scores=_distribution(scores, ranked=False),
        best=[_player(one, scores) for one in best],
        friends=[_player(one, scores) for one in friends],
    )


def _own_try(own: TryRow, scores: Sequence[ScoreRow]) -> DailyTry:
    return DailyTry(
        code=own.code or "",
        status="running" if own.status == "playing" else "finished",
        score=own.score,
        place=_place(own.score, scores) if own.ranked and own.score is not None else None,
        settled=own.settled or own.code is None,
        substituted=own.substituted,
    )


def _player(row: ResultRow, scores: Sequence[ScoreRow]) -> DailyPlayer:
    return DailyPlayer(
        name=row.name,
        handle=row.handle or "",
        code=row.code or "",
        score=row.score,
        place=_place(row.score, scores),
        substituted=row.substituted,
    )


def _place(score: int, scores: Sequence[ScoreRow]) -> int:
    """Returns the place of a score among ranked players; equal scores share it."""
    return 1 + sum(row.players for row in scores if row.ranked and row.score > score)


def _distribution(scores: Sequence[ScoreRow], *, ranked: bool) -> list[DailyScore]:
    return [DailyScore(score=row.score, players=row.players) for row in scores if row.ranked == ranked]
