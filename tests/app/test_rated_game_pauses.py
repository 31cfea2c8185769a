"""Pauses of rated games are bounded in number and in time, so that nobody pauses instead of losing."""

from collections.abc import Iterable

import pytest

from app.tables.timekeeping import pauses
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, refusal_code, start_game
from tests.app.timekeeping import RELAXED_TIMEOUT_S, AdvanceClock, movers, vote, wait_for_status

pytestmark = pytest.mark.backend("any")

RATED = {"visibility": "public", "clock": "relaxed"}


async def pause(people: Iterable[Person], code: str, wish: str = "pause") -> None:
    for person in people:
        await vote(person, code, wish)


async def test_pause_of_a_rated_game_expires(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    """Otherwise a losing player could refuse to resume."""
    code, people, pages = await start_table(new_player, terms=RATED)
    await pause(people, code)
    status = await wait_for_status(pages[0], paused=True)
    assert 0 < status["resumes"] <= pauses.MAX_PAUSE_S * 1000
    advance_clock(pauses.MAX_PAUSE_S - 10)
    await server.tables.timekeeping.deadlines.run_due()
    assert (await server.tables.game.table(code)).timing.paused
    advance_clock(20)
    await server.tables.timekeeping.deadlines.run_due()
    status = await wait_for_status(pages[0], paused=False)
    assert status["clocks"]["0"]["left"] > 80_000, "the pause did not cost anybody time"
    assert await movers(server.services, code) == []
    advance_clock(RELAXED_TIMEOUT_S)
    await server.tables.timekeeping.deadlines.run_due()
    assert (0, True) in await movers(server.services, code), "and the clocks run again"


async def test_pause_that_players_ended_before_it_expired_keeps_its_end(
    server: Running, new_player: NewPerson
) -> None:
    code, people, _ = await start_table(new_player, terms=RATED)
    await pause(people, code)
    await pause(people, code, "go_on")
    before = (await server.tables.game.table(code)).timing
    later = server.infra.clock.now() + 2 * pauses.MAX_PAUSE_S
    await pauses.end_pause_if_due(server.infra.database, code, later)
    server.tables.game.invalidate(code)
    assert (await server.tables.game.table(code)).timing == before


async def test_pauses_of_a_rated_game_are_counted(server: Running, new_player: NewPerson) -> None:
    """By player who requests them first, whether the others agree or not."""
    code, (ada, bo), pages = await start_table(new_player, terms=RATED)
    for page in pages:
        await page.close()
    for _ in range(pauses.MAX_PAUSES_PER_PLAYER):
        await vote(ada, code, "pause")
        await vote(ada, code, "wait")
    assert await refusal_code(vote(ada, code, "pause")) == "no_pause_left"
    for _ in range(pauses.MAX_PAUSES_PER_PLAYER):
        await pause((bo, ada), code)
        await pause((bo, ada), code, "go_on")
    assert await refusal_code(vote(bo, code, "pause")) == "no_pause_left"


async def test_pauses_per_game_are_limited(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pauses, "MAX_PAUSES_PER_GAME", 1)
    code, (ada, bo), _ = await start_table(new_player, terms=RATED)
    await pause((ada, bo), code)
    await pause((ada, bo), code, "go_on")
    assert await refusal_code(vote(bo, code, "pause")) == "no_pause_left"


async def test_pauses_of_private_games_are_many_and_long(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, people, pages = await start_table(new_player, terms={"clock": "relaxed"})
    await pages[1].close()
    for _ in range(pauses.MAX_PAUSES_PER_GAME + 1):
        await pause(people, code)
        await wait_for_status(pages[0], paused=True)
        await pause(people, code, "go_on")
        await wait_for_status(pages[0], paused=False)
    await pause(people, code)
    status = await wait_for_status(pages[0], paused=True)
    assert "resumes" not in status
    advance_clock(10 * pauses.MAX_PAUSE_S)
    await server.tables.timekeeping.deadlines.run_due()
    assert (await server.tables.game.table(code)).timing.paused


async def test_pauses_of_private_games_are_bounded(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them are read with the table: a player alone with bots could make that slow."""
    monkeypatch.setattr(pauses, "MAX_PAUSES", 2)
    ada = await new_player()
    code = await start_game(ada, seats=2, bots="random")
    for _ in range(2):
        await vote(ada, code, "pause")
        await vote(ada, code, "go_on")
    assert await refusal_code(vote(ada, code, "pause")) == "no_pause_left"
    assert len((await server.tables.game.table(code)).timing.pauses) == 2


@pytest.mark.backend("each")
async def test_repeated_move_gets_the_same_answer_during_a_pause(
    server: Running, new_player: NewPerson
) -> None:
    """Its first answer was lost with the connection."""
    code, people, pages = await start_table(new_player, terms=RATED)
    move, turn = pages[0].legal()[0], pages[0].turn
    first = await pages[0].play(move, turn, "1" * 16)
    await pause(people, code)
    await wait_for_status(pages[0], paused=True)
    assert await pages[0].play(move, turn, "1" * 16) == first
