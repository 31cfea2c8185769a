"""Ratings: which games count, once each, in the order in which they finished."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import permutations
from uuid import UUID

import pytest
from sqlalchemy import bindparam, null, update

from app.infra.database.query import Command
from app.infra.database.schema import PLAYERS
from app.main import Services, build_services
from app.players.accounts import repository as accounts
from app.players.friends.repository import ensure_handle
from app.players.ratings import repository
from app.players.ratings.scale import PROVISIONAL_GAMES, Rating, updated_ratings
from app.players.ratings.service import Ratings
from app.settings import Settings
from app.tables.game.rated_games import is_rated
from app.tables.game.settings import TableSettings
from app.tables.game.tables import TableSeat
from app.tables.lobby.repository import add_table, columns_of
from app.tables.results.result_recorder import record_results, record_stopped_game
from engine.game import SeatResult
from engine.types import Seat
from tests.app.local_server import Running
from tests.app.people import GAME, NewPerson, Refusal, each_game_with_bots, play_out
from tests.services import MakeDatabase

pytestmark = pytest.mark.backend("any")

FORGET_HANDLE = Command(update(PLAYERS).where(PLAYERS.c.id == bindparam("player")).values(handle=null()))
RATED = TableSettings(visibility="public", clock="relaxed")
NOVEMBER, DECEMBER = (datetime(2026, month, 3, tzinfo=UTC) for month in (11, 12))
ROBOT = TableSeat(None, "sensible", "Robo", "", ready=True)


@pytest.fixture
async def services(new_database: MakeDatabase) -> AsyncIterator[Services]:
    """The services of a server on an empty database."""
    settings = Settings(database_url=await new_database(), secret_key="k" * 32)
    async with build_services(settings) as services:
        yield services


@pytest.fixture
async def people(services: Services) -> list[UUID]:
    async with services.infra.database.write() as cursor:
        return [await accounts.add_player(cursor, name) for name in ("Ada", "Bo", "Cleo")]


async def play(
    services: Services,
    chairs: Sequence[UUID | TableSeat],
    places: Sequence[int] = (1, 2, 3),
    terms: TableSettings = RATED,
    month: datetime = NOVEMBER,
    substituted: Sequence[int] = (),
) -> None:
    """Stores a finished game with these places; the caretaker made moves of the seats `substituted`."""
    sat = [
        one if isinstance(one, TableSeat) else TableSeat(one, "", "Somebody", "", ready=True)
        for one in chairs
    ]
    columns = {"game": GAME, "options": {}, "bots": "", "host_id": None, **columns_of(terms)}
    async with services.infra.database.write() as cursor:
        table = await add_table(cursor, len(chairs), **columns)
        over = replace(table, seats=tuple(sat), finished_at=month, rated=is_rated(GAME, {}, terms, sat))
        tallies = [SeatResult(10 - place, place, {"rounds": 3}) for place in places]
        await record_results(cursor, over, tallies, frozenset(map(Seat, substituted)))


async def stop(
    services: Services,
    people: Sequence[UUID],
    places: Sequence[int],
    stopped_by: Collection[int],
    substituted: Collection[int] = (),
) -> None:
    """Stores a rated game with these places that the players of some seats stopped."""
    chairs = tuple(TableSeat(one, "", "Somebody", "", ready=True) for one in people)
    columns = {"game": GAME, "options": {}, "bots": "", "host_id": None, **columns_of(RATED)}
    seats = frozenset(map(Seat, stopped_by))
    async with services.infra.database.write() as cursor:
        table = await add_table(cursor, len(chairs), **columns)
        over = replace(table, seats=chairs, finished_at=NOVEMBER, rated=True, stopped_by=seats)
        await record_stopped_game(cursor, over, places, frozenset(map(Seat, substituted)))


async def ratings(services: Services, people: Sequence[UUID]) -> list[tuple[int, int]]:
    """Returns points and number of rated games of these players."""
    found = []
    async with services.infra.database.read() as cursor:
        for player in people:
            rows = await repository.ratings_of(cursor, player)
            found += [(Rating(row.mu, row.sigma).points, row.games) for row in rows] or [(0, 0)]
    return found


def test_tied_players_gain_the_same() -> None:
    one, two, three = updated_ratings([Rating()] * 3, [1, 1, 3])
    assert one == two
    assert one.mu > Rating().mu > three.mu
    assert Rating().points == 1000
    [better, worse] = updated_ratings([Rating(30, 4), Rating(20, 4)], [2, 1])
    assert better.mu < 30
    assert worse.mu > 20, "a lower-rated winner gains"


async def test_better_places_gain(services: Services, people: list[UUID]) -> None:
    await play(services, people)
    (first, _), (second, _), (third, _) = once = await ratings(services, people)
    assert first > second > third
    assert {games for _, games in once} == {1}
    await play(services, people)
    again = await ratings(services, people)
    assert again[0] > once[0]
    assert {games for _, games in again} == {2}


@pytest.mark.parametrize("visibility", ["link", "friends"])
async def test_private_tables_do_not_count(services: Services, people: list[UUID], visibility: str) -> None:
    await play(
        services, people, terms=TableSettings.model_validate({"visibility": visibility, "clock": "quick"})
    )
    assert await ratings(services, people) == [(0, 0)] * 3
    async with services.infra.database.read() as cursor:
        assert len(await repository.results_of(cursor, people[0], 10)) == 1, "but its numbers are kept"


async def test_tables_without_a_clock_or_with_bots_do_not_count(
    services: Services, people: list[UUID]
) -> None:
    await play(services, people, terms=TableSettings(visibility="public"))
    await play(services, [*people[:2], ROBOT])
    assert await ratings(services, people) == [(0, 0)] * 3


async def places(services: Services, player: UUID) -> list[int]:
    """Returns the places in the player's results."""
    async with services.infra.database.read() as cursor:
        return [row.place for row in await repository.results_of(cursor, player, 10)]


async def test_caretakers_win_gains_nothing(services: Services, people: list[UUID]) -> None:
    """Whether it still plays at the end, or the player took the seat back for the last move."""
    for gone in (True, False):
        chairs = [TableSeat(one, "", "Somebody", "", ready=True) for one in people]
        chairs[1] = replace(chairs[1], caretaker=gone)
        await play(services, chairs, places=[2, 1, 3], substituted=[1])
        (second, _), (first, _), (third, _) = await ratings(services, people)
        assert first == Rating().points
        assert second > third
        assert await places(services, people[1]) == []


async def test_caretakers_loss_counts_for_the_player(services: Services, people: list[UUID]) -> None:
    """By as much as if they had stayed."""
    gone = TableSeat(people[1], "", "Bo", "", ready=True, caretaker=True)
    await play(services, [people[0], gone, people[2]], places=[1, 3, 2], substituted=[1])
    stayed = updated_ratings([Rating()] * 3, [1, 3, 2])
    assert await ratings(services, people) == [(rating.points, 1) for rating in stayed]
    assert await places(services, people[1]) == [3]


async def test_caretakers_lead_gains_nothing_when_others_stop_the_game(
    services: Services, people: list[UUID]
) -> None:
    await stop(services, people[:2], [1, 2], stopped_by={1}, substituted={0})
    [(led, _), (stopped, _)] = await ratings(services, people[:2])
    assert led <= Rating().points
    assert stopped < Rating().points


async def test_private_game_finished_by_a_caretaker_is_not_in_the_statistics(
    services: Services, people: list[UUID]
) -> None:
    gone = TableSeat(people[1], "", "Bo", "", ready=True, caretaker=True)
    await play(
        services, [people[0], gone], places=[1, 2], terms=TableSettings(clock="quick"), substituted=[1]
    )
    assert (await places(services, people[0]), await places(services, people[1])) == ([1], [])


def test_caretaker_never_raises_a_rating() -> None:
    """Neither the skill nor its certainty, at any final place."""
    known = [Rating(22, 7), Rating(31, 3), Rating(25, 1), Rating(20, 0.3)]
    for places in permutations([1, 2, 3, 4]):
        for before, now in zip(known, updated_ratings(known, places), strict=True):
            kept, overruled = now.no_better_than(before), now.no_worse_than(before)
            assert max(kept.mu - before.mu, kept.points - before.points) <= 0
            assert min(overruled.mu - before.mu, overruled.points - before.points) >= 0
            assert now in (kept, overruled) or kept == overruled == before


async def test_deleted_player_gets_no_rating(services: Services, people: list[UUID]) -> None:
    gone = TableSeat(people[1], "", "", "", ready=True)
    await services.account_deletion.delete(people[1])
    await play(services, [people[0], gone, people[2]])
    assert [games for _, games in await ratings(services, people)] == [1, 0, 1]


@pytest.mark.backend("each")
async def test_concurrently_finished_games_are_all_counted(services: Services, people: list[UUID]) -> None:
    """No rating is lost between two processes, whatever the order of the seats."""
    async with build_services(services.infra.settings) as other:
        turned = [people[1], people[2], people[0]]
        await asyncio.gather(
            *(play(one, seats) for seats in (people, turned) for one in (services, other, services))
        )
    assert [games for _, games in await ratings(services, people)] == [6] * 3


@pytest.mark.backend("each")
@each_game_with_bots
async def test_game_is_counted_once_by_several_processes(
    running: Running, new_person: NewPerson, game: str
) -> None:
    """The process of the last move, another one, and both again."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    terms = RATED.model_dump()
    code = (await ada.create_table(2, game=game, terms=terms))["code"]
    await bo.sit(code, 1)
    await bo.ready(code)
    await ada.start(code)
    async with build_services(running.infra.settings) as other:
        await play_out(await ada.open_page(code), await bo.open_page(code))
        for _ in range(2):
            await asyncio.gather(
                *(one.tables.result_recorder.catch_up() for one in (other, running.services))
            )
    people = [chair.player for chair in (await running.tables.game.table(code)).seats]
    assert [games for _, games in await ratings(running.services, [one for one in people if one])] == [1, 1]


async def test_leaderboard_lists_rated_players(services: Services, people: list[UUID]) -> None:
    ada, bo, cleo = people
    for _ in range(PROVISIONAL_GAMES):
        await play(services, [ada, bo], places=[1, 2])
    await play(services, [bo, cleo], places=[1, 1], month=DECEMBER)
    board = Ratings(services.infra.database, clock=lambda: DECEMBER)
    december = await board.leaderboard(ada, GAME, None)
    assert (december.month, december.months, december.mine) == ("2026-12", ["2026-12", "2026-11"], [])
    assert {row.name for row in december.rows} == {"Bo", "Cleo"}
    november = await board.leaderboard(bo, GAME, "2026-11")
    assert [(row.place, row.name, row.games, row.you) for row in november.rows] == [
        (1, "Ada", PROVISIONAL_GAMES, False),
        (2, "Bo", PROVISIONAL_GAMES, True),
    ]
    assert [row.name for row in november.mine] == ["Bo"]
    assert {row.name: row.provisional for row in december.rows} == {"Bo": False, "Cleo": True}
    of_another_game = await board.leaderboard(bo, "cat-box-lite", "2026-11")
    assert (of_another_game.rows, of_another_game.months) == ([], ["2026-12", "2026-11"])
    await services.account_deletion.delete(ada)
    assert [row.name for row in (await board.leaderboard(bo, GAME, "2026-11")).rows] == ["Bo"]


@pytest.mark.backend("each")
async def test_tied_players_share_a_rank(
    services: Services, people: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who is not among the best still sees their own rank."""
    await play(services, people, places=[1, 1, 1])
    monkeypatch.setattr("app.players.ratings.service.MAX_ROWS", 2)
    board = await Ratings(services.infra.database).leaderboard(people[2], GAME, "2026-11")
    assert [row.place for row in board.rows] == [1, 1]
    assert [(row.place, row.name) for row in board.mine] == [(1, "Cleo")]
    async with services.infra.database.write() as cursor:
        handles = [await ensure_handle(cursor, player) for player in people]
    assert board.mine[0].handle == handles[2]


async def test_player_without_a_handle_is_left_out_of_the_leaderboard(
    services: Services, people: list[UUID]
) -> None:
    """As one whom a server of the previous version created."""
    ada, bo, _ = people
    await play(services, [ada, bo], places=[1, 2])
    async with services.infra.database.write() as cursor:
        await cursor.execute(FORGET_HANDLE, player=ada)
    board = await Ratings(services.infra.database).leaderboard(bo, GAME, "2026-11")
    assert [row.name for row in board.rows] == ["Bo"]


@pytest.mark.backend("each")
async def test_invalid_requests_are_refused(new_person: NewPerson) -> None:
    ada = await new_person()
    for path, code in (
        ("/leaderboard/chess", "not_found"),
        (f"/leaderboard/{GAME}?month=2026-13", "malformed"),
        (f"/leaderboard/{GAME}?month=now", "malformed"),
        (f"/leaderboard/{GAME}?month=", "malformed"),
    ):
        with pytest.raises(Refusal, match=code):
            await ada.request("GET", path)
    assert (await ada.request("GET", f"/leaderboard/{GAME}?month=1999-01"))["rows"] == []


async def test_profile_shows_a_rating_changed_without_a_result(
    services: Services, people: list[UUID]
) -> None:
    await play(services, people)
    async with services.infra.database.write() as cursor:
        handle = await ensure_handle(cursor, people[0])
    before = (await services.players.profiles.profile(people[1], handle)).played[0]
    await stop(services, people, [3, 1, 2], stopped_by={0})
    after = (await services.players.profiles.profile(people[1], handle)).played[0]
    assert (after.games, after.rated[0].points < before.rated[0].points) == (before.games, True)
