"""A database whose games were all packed in the first format, by an earlier server, is upgraded."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from app.infra.database.engine import Database
from app.infra.database.query import ValueQuery
from app.infra.database.schema import PACKED_GAMES
from app.settings import Settings
from app.tables.game.move_repository import moves_after
from app.tables.game.packed_moves import FORMAT
from app.tables.game.repository import load_table
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table
from tests.app.local_server import Running
from tests.app.older_packing import make_older
from tests.app.packed_games import DUE, pack_after, results_of, store_processed_games
from tests.app.revisions import downgrade, upgrade

EARLIER = "0041"  # the first schema in which packed games took over results
RATED = TableSettings(visibility="public", clock="relaxed")
FORMATS = ValueQuery[int](select(PACKED_GAMES.c.form).order_by(PACKED_GAMES.c.table_id))


async def stored_of(database: Database, games: Sequence[Table]) -> list[Any]:
    """Reads moves, seats and results of these games."""
    players = [seat.player for game in games for seat in game.seats if seat.player]
    async with database.read() as cursor:
        tables = [await load_table(cursor, game.code) for game in games]
        moves = [await moves_after(cursor, game.id, 0) for game in games]
    return [
        [[one._replace(move_id="") for one in rows] for rows in moves],
        [table.seats for table in tables],
        [table.draws for table in tables],
        [await results_of(database, player, games[0].code) for player in players],
    ]


async def test_games_of_the_first_format_survive_an_upgrade(database_url: str, redis_url: str) -> None:
    """They stay in their format, beside new games in the present one."""
    database = Database(database_url)
    settings = Settings(database_url=database_url, redis_url=redis_url, secret_key="k" * 32, bot_pause=0)
    async with Running(settings) as server:
        games = await store_processed_games(server, 3, RATED)
        before = await stored_of(database, games)
    await pack_after(database, DUE)
    for game in games:
        await make_older(database, game.code, 1)
    await database.close()
    await downgrade(database_url, EARLIER)
    await upgrade(database_url, "head")
    database = Database(database_url)
    async with Running(settings) as server:
        assert await stored_of(database, games) == before
        await store_processed_games(server, 1, RATED)
        await pack_after(database, DUE)
        async with database.read() as cursor:
            assert await cursor.fetch_all(FORMATS) == [1, 1, 1, FORMAT]
        assert (await stored_of(database, games))[:3] == before[:3]
    await database.close()
