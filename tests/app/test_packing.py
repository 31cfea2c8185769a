"""Finished games are packed, and everything that reads a game reads a packed one as before."""

from datetime import date, timedelta
from typing import NamedTuple

import pytest
from sqlalchemy import delete, func, insert, select, update

from app.archive.history import repository as history
from app.infra.database.engine import Database
from app.infra.database.query import Command, Query, ValueQuery
from app.infra.database.schema import (
    DAILY_DEALS,
    DAILY_TRIES,
    MOVES,
    PACKED_GAMES,
    RATING_CHANGES,
    SEAT_RESULTS,
    SEATS,
    TABLES,
)
from app.maintenance.packing import service as packing
from app.maintenance.packing.service import MIN_AGE, UPGRADE_TIME
from app.moderation.repository import make_admin
from app.settings import Settings
from app.tables.game import packed_moves
from app.tables.game.move_repository import NewMove, append, moves_after
from app.tables.game.position import TIME_UP_PREFIX
from app.tables.game.record_export import FORMER_PLAYER_NAME
from app.tables.game.repository import change_marks, load_table
from app.tables.game.settings import TableSettings
from app.tables.lobby import removals
from engine.record import read_record, replay
from tests.app.accounts import create_account, session_of
from tests.app.branches import branch
from tests.app.local_server import Running
from tests.app.packed_games import (
    DUE,
    everything_about,
    manual_packer,
    pack_after,
    process,
    results_of,
    store_games,
    store_processed_games,
)
from tests.app.people import GAME, Person, play_out, start_game
from tests.app.personal_data import BROWSER_STATE


class Counts(NamedTuple):
    """Numbers of rows."""

    moves: int
    packed: int
    entries: int


COUNTS = Query(
    select(
        select(func.count()).select_from(MOVES).scalar_subquery().label("moves"),
        select(func.count()).select_from(PACKED_GAMES).scalar_subquery().label("packed"),
        select(func.count(SEATS.c.entry)).scalar_subquery().label("entries"),
    ),
    Counts,
)


async def counts(database: Database) -> Counts:
    async with database.read() as cursor:
        return await cursor.fetch_row(COUNTS)


def move_to(server: Running, *people: Person) -> None:
    """Lets these people use this server from now on; their cookies are valid there as well."""
    for person in people:
        person.url, person.http.base_url = server.url, server.url


@pytest.mark.slow
async def test_packed_games_are_read_as_before(settings: Settings, database: Database) -> None:
    async with Person("http://127.0.0.1") as ada, Person("http://127.0.0.1") as bo:
        async with Running(settings) as server:
            move_to(server, ada, bo)
            codes = [await start_game(ada, bo, terms={"visibility": "public"}) for _ in range(2)]
            await play_out(*[await one.open_page(codes[0]) for one in (ada, bo)])
            await (await ada.open_page(codes[1])).play_legal_move()
            await server.tables.game.abandon(codes[1])
            for step in (server.tables.result_recorder, server.archive.history_recorder):
                await step.catch_up()
            before, rows = await everything_about(ada, codes), (await counts(database)).moves
            await pack_after(database, DUE)
        assert await counts(database) == (0, 2, 0)
        async with Running(settings) as server:  # with empty caches
            move_to(server, ada, bo)
            assert await everything_about(ada, codes) == before
            async with database.read() as cursor:
                versions = {mark.code: mark.version for mark in await change_marks(cursor, codes)}
            assert versions == dict(zip(codes, (rows - 2, 2), strict=True))
            ply, recorded = 20, before[0][0][0]["moves"]
            code = (await branch(ada, codes[0], ply))["code"]
            await ada.start(code)
            async with database.read() as cursor:
                taken = await moves_after(cursor, (await load_table(cursor, code)).id, 0)
            assert [[one.seat, one.move] for one in taken[:ply]] == recorded[:ply]
            await check_report_and_deletion(ada, bo, server, codes[0])


async def check_report_and_deletion(ada: Person, bo: Person, server: Running, code: str) -> None:
    """A report of a problem has the record of a packed game; a player who leaves has no name in it."""
    before = await ada.record(code)
    await create_account(ada, "Warden")
    await ada.request("POST", "/problems", {"table": code, "words": "upside down", "page": BROWSER_STATE})
    async with server.infra.database.write() as cursor:
        await make_admin(cursor, session_of(server, ada).player)
    [report] = (await ada.request("GET", "/admin"))["reports"]
    game = (await ada.request("GET", f"/admin/reports/{report['id']}/problem"))["game"]
    assert game["moves"] == before["moves"]
    assert [*replay(read_record(game))]
    await bo.request("POST", "/account/deletion", {"password": ""})
    after = await ada.record(code)
    assert after["seats"].count(FORMER_PLAYER_NAME) == 1
    assert {**after, "seats": before["seats"]} == before


@pytest.mark.usefixtures("without_sweeps")  # they would process the last game as well
async def test_games_are_packed_once_when_they_are_due(settings: Settings, database: Database) -> None:
    """An hour after their end and a day after the upgrade, if all their results are stored."""
    async with Running(settings) as server:
        games = await store_games(server, 9)
        await process(server, games[:8])
        rows = (await counts(database)).moves
        for too_early in (UPGRADE_TIME - MIN_AGE, timedelta()):
            await pack_after(database, too_early)
        assert await counts(database) == (rows, 0, 18)
        await pack_after(database, DUE, processes=3)
        async with database.read() as cursor:
            unprocessed = await moves_after(cursor, games[8].id, 0)
        assert await counts(database) == (len(unprocessed), 8, 2)


async def test_removals_and_voice_links_end_when_the_game_is_packed(
    settings: Settings, database: Database
) -> None:
    async with Running(settings) as server:
        terms = TableSettings(link="https://call.example/room", hold=2)
        [game] = await store_processed_games(server, 1, terms)
        player = game.seats[0].player
        assert player
        async with database.write() as cursor:
            await removals.remove(cursor, game, player, permanent=True)
        await pack_after(database, DUE)
        assert [page async for page in removals.OF_PLAYER.pages(database, player=player)] == []
        async with database.read() as cursor:
            packed = (await load_table(cursor, game.code)).settings
        assert (game.settings.link, packed) == (terms.link, terms.model_copy(update={"link": ""}))


@pytest.mark.backend("any")
async def test_game_that_just_ended_is_not_packed(settings: Settings, database: Database) -> None:
    await (await manual_packer(database, -UPGRADE_TIME)).pack_all()
    async with Running(settings) as server:
        await store_processed_games(server, 1)
        rows = (await counts(database)).moves
        await pack_after(database, MIN_AGE / 2)
        assert await counts(database) == (rows, 0, 2)
        await pack_after(database, MIN_AGE)
        assert (await counts(database)).packed == 1


async def test_daily_try_is_settled_before_its_game_is_packed(settings: Settings, database: Database) -> None:
    async with Running(settings) as server:
        games = await store_processed_games(server, 2)
        key = {"day": date(2026, 1, 1), "game": GAME}
        deal = {**key, "seats": 4, "commitment": bytes(32), "deal": bytes(32)}
        async with database.write() as cursor:
            await cursor.execute(Command(insert(DAILY_DEALS).values(deal)))
            await cursor.execute(Command(insert(DAILY_TRIES).values(**key, table_id=games[0].id)))
        await pack_after(database, DUE)
        assert (await counts(database)).packed == 1
        async with database.write() as cursor:
            await cursor.execute(Command(update(DAILY_TRIES).values(settled=True)))
        await pack_after(database, DUE)
        assert await counts(database) == (0, 2, 0)


async def test_results_of_packed_games_are_kept_until_erased(settings: Settings, database: Database) -> None:
    async with Running(settings) as server:
        games = await store_processed_games(server, 2, TableSettings(visibility="public", clock="relaxed"))
        [player, other], code = [seat.player for seat in games[0].seats], games[0].code
        assert player
        assert other
        before = await results_of(database, player, code)
        assert [len(part) for part in (before[0], *before[2:4])] == [2, 2, 2]
        assert None not in before[4]
        await pack_after(database, DUE)
        async with database.read() as cursor:
            for rows in (SEAT_RESULTS, RATING_CHANGES):
                assert await cursor.fetch_all(ValueQuery[int](select(rows.c.seat))) == []
        assert await results_of(database, player, code) == before
        async with database.write() as cursor:
            await history.erase(cursor, player)
        assert await results_of(database, player, code) == [[], 0, [], [], [None, before[4][1]]]
        assert (await results_of(database, other, code))[1] == 2


async def test_late_move_at_a_packed_table_is_refused(settings: Settings, database: Database) -> None:
    """A process that was suspended during the end knows an earlier version; no row is in its way."""
    async with Running(settings) as server:
        [game] = await store_processed_games(server, 1)
        async with database.read() as cursor:
            moves = await moves_after(cursor, game.id, 0)
        await pack_after(database, DUE)
        late = NewMove(game.id, 5, moves[4].seat, moves[4].move, "late")
        async with database.write() as cursor:
            assert await append(cursor, [late, late._replace(seq=len(moves) + 1)]) == {}
        async with database.read() as cursor:
            rest = await moves_after(cursor, game.id, 4)
        assert [one._replace(move_id="") for one in rest] == [one._replace(move_id="") for one in moves[4:]]


async def test_game_that_cannot_be_packed_keeps_its_rows(
    settings: Settings, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not keep others from being packed."""
    async with Running(settings) as server:
        games = await store_processed_games(server, 2)
        first, pack = games[0], packed_moves.pack
        async with database.read() as cursor:
            moves = await moves_after(cursor, first.id, 0)
        monkeypatch.setattr(packing, "pack", lambda rows: pack(rows[:-1] if rows == moves else rows))
        await pack_after(database, DUE)
        assert await counts(database) == (len(moves), 1, 2)
        async with database.read() as cursor:
            assert await moves_after(cursor, first.id, 0) == moves
            assert await cursor.fetch_all(ValueQuery[bool](select(TABLES.c.packed))) == [True, True]


async def test_game_whose_server_ids_would_be_lost_keeps_its_rows(
    settings: Settings, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They tell why a move was made; those of clients are not kept."""
    async with Running(settings) as server:
        [game] = await store_processed_games(server, 1)
        async with database.read() as cursor:
            moves = await moves_after(cursor, game.id, 0)
        timed_out = [one._replace(move_id=f"{TIME_UP_PREFIX}{one.seq}") for one in moves]
        assert packing._packed(timed_out, [""], game.code) is not None
        monkeypatch.setattr(packing, "pack", lambda _: packed_moves.pack(moves))
        assert packing._packed(timed_out, [""], game.code) is None
        assert packing._packed(moves, [""], game.code) is not None


async def test_game_that_fails_does_not_keep_others_from_being_packed(
    settings: Settings, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """Here a row that nobody should have written is in the way of the first."""
    async with Running(settings) as server:
        games = await store_processed_games(server, 3)
        row = {"table_id": games[0].id, "version": 1, "form": 2, "content": b""}
        async with database.write() as cursor:
            await cursor.execute(Command(insert(PACKED_GAMES).values(row)))
            moves = await moves_after(cursor, games[0].id, 0)
        await pack_after(database, DUE)
        assert await counts(database) == (len(moves), 3, 2)
        assert "a game cannot be packed" in caplog.text
        async with database.write() as cursor:
            await cursor.execute(Command(delete(PACKED_GAMES).where(PACKED_GAMES.c.table_id == games[0].id)))
        await pack_after(database, DUE)
        assert await counts(database) == (0, 3, 0)


async def test_very_long_game_keeps_its_rows(
    settings: Settings, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Packing takes time that grows with the square of its length."""
    async with Running(settings) as server:
        games = await store_processed_games(server, 2)
        async with database.write() as cursor:
            length = len(await moves_after(cursor, games[0].id, 0))
            of_second = MOVES.c.table_id == games[1].id
            await cursor.execute(Command(delete(MOVES).where(of_second, MOVES.c.seq >= length)))
        monkeypatch.setattr(packing, "MAX_MOVES", length - 1)
        await pack_after(database, DUE)
        assert await counts(database) == (length, 1, 2)
