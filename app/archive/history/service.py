"""Lists of finished games: the reader's own, the public ones of given players, or all public ones."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from app.archive.history import repository
from app.archive.history.repository import HistoryQuery, HistoryRow, PagePosition
from app.archive.history.schemas import History, HistoryGame, HistorySeat
from app.archive.replays.sources import replay_header
from app.core.dates import FIRST_DAY, LAST_DAY
from app.core.errors import Malformed
from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.players.accounts.lookalikes import name_key
from app.players.friends.errors import PlayerNotFound
from app.tables.deal_guard.repository import deals_of_duplicates
from app.tables.game.repository import load_tables
from app.tables.game.tables import Table

PAGE_SIZE = 20
PAGE_TOKEN = re.compile(r"([0-9]{1,16})-([0-9]{1,9})")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class Filters(NamedTuple):
    """Filters of a history query."""

    mine: bool  # only games of the reader, public or not
    players: Sequence[str]  # handles or account names; all of them played
    game: str | None
    since: date | None
    until: date | None  # inclusive
    zone: str  # of the days: the name of a time zone


class GameHistory:
    """Reads pages along an index, so that the cost of a page does not grow with the list."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, reader: UUID, filters: Filters, after: str | None) -> History:
        """Returns the page after the token `after`. Raises PlayerNotFound, Malformed (invalid token)."""
        end = (filters.until or LAST_DAY) + timedelta(days=1)
        before = _parse_page_token(after) if after else PagePosition(_start_of(end, filters.zone), 0)
        async with self._database.read() as cursor:
            players = [await _player_named(cursor, who) for who in filters.players]
            players += [reader] if filters.mine else []
            query = HistoryQuery(
                await repository.fewest_games_first(cursor, players) if len(players) > 1 else players,
                not filters.mine,
                filters.game,
                _start_of(filters.since or FIRST_DAY, filters.zone),
                await deals_of_duplicates(cursor, reader),
            )
            rows = await repository.page(cursor, query, before, PAGE_SIZE + 1)
            tables = await load_tables(cursor, [row.code for row in rows[:PAGE_SIZE]]) if rows else []
        known = {table.code: table for table in tables}
        games = [_game(known[row.code], row, reader) for row in rows[:PAGE_SIZE] if row.code in known]
        return History(games=games, next=_page_token(rows[PAGE_SIZE - 1]) if len(rows) > PAGE_SIZE else None)


async def _player_named(cursor: Cursor, who: str) -> UUID:
    """Returns the player with this handle or account name. Raises PlayerNotFound."""
    found = await repository.find(cursor, who, name_key(who)) if who.isprintable() else None
    if found is None:
        raise PlayerNotFound
    return found


def _start_of(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)


def _page_token(row: HistoryRow) -> str:
    """Returns the token of the page after this row."""
    return f"{(row.finished_at - EPOCH) // MICROSECOND}-{row.table_id}"


def _parse_page_token(token: str) -> PagePosition:
    """Returns the last game before the page of this token. Raises Malformed."""
    parts = PAGE_TOKEN.fullmatch(token)
    if parts is None:
        raise Malformed
    return PagePosition(EPOCH + int(parts[1]) * MICROSECOND, int(parts[2]))


def _game(table: Table, row: HistoryRow, reader: UUID) -> HistoryGame:
    head = replay_header(table, table.seat_of(reader))
    results: Sequence[Sequence[int | None]] = row.result or [[None, None]] * len(head.people)
    substituted = row.substituted or ()
    return HistoryGame(
        code=head.code,
        game=head.game,
        status=head.status,
        started=head.started,
        finished=head.finished,
        moves=row.moves,
        seats=[
            HistorySeat(**player.model_dump(), score=score, place=place, substituted=seat in substituted)
            for seat, (player, (score, place)) in enumerate(zip(head.people, results, strict=True))
        ],
        you=head.you,
    )
