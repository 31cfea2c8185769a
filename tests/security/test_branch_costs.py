"""Looking up, comparing and creating branches does not block the server."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from app.archive.game_import.deal_backfill import DealBackfill
from app.core.token_bucket import Rate
from app.infra.database.models.base import Base
from app.infra.rate_limits import ClientLimit
from app.infra.storage_quotas import ROW_BYTES
from app.tables.timekeeping.table_status import TableStatusNotifier
from engine.game import Step
from engine.registry import GAMES
from tests.app.branches import branch, import_record, list_imports
from tests.app.local_server import Running
from tests.app.people import NewPerson, play_out
from tests.security.crowds import Crowd, StartServer
from tests.security.same_deals import code_of, documents, finished, is_closed, listed, started

pytestmark = pytest.mark.backend("any")


@pytest.mark.backend("each")
async def test_games_stored_by_older_servers_are_found_by_their_deals(
    new_person: NewPerson,
    running: Running,
) -> None:
    """Until they are indexed, each is compared on request."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    source = await finished(ada)
    shelved = (await import_record(bo, await bo.record(source))).json()["code"]
    code = await started(ada, bo, source)
    kept = "tables", "imports"
    for one in kept:
        await _forget_deals(running, one, source, shelved)
    assert await code_of(bo, "GET", f"/replays/{source}") == "not_finished"
    assert await code_of(bo, "GET", f"/replays/{shelved}") == "not_finished"
    await _forget_deals(running, "tables", code)
    backfill = DealBackfill(running.infra.database)
    try:
        await backfill.run()
    finally:
        await backfill.close()
    await is_closed(bo, source)
    assert source not in await listed(bo)
    assert (await list_imports(bo))["games"] == []
    assert await code_of(bo, "GET", f"/replays/{shelved}/branches") == "not_finished"


async def _forget_deals(server: Running, of: str, *codes: str) -> None:
    rows: Any = Base.metadata.tables[of]
    values: dict[str, Any] = {"deal": None}
    async with server.infra.database.engine.execution_options(write=True).begin() as connection:
        await connection.execute(update(rows).where(rows.c.code.in_(codes)).values(**values))


def recorded(apply: Callable[..., Step], applied: list[str]) -> Callable[..., Step]:
    """Returns `apply`, which also notes its task, unless this tells open pages who is away."""

    def apply_and_note(*arguments: Any) -> Step:
        if (task := task_name()) != TableStatusNotifier._refresh_until_current.__qualname__:
            applied.append(task)
        return apply(*arguments)

    return apply_and_note


def task_name() -> str:
    """Returns the name of the running task's coroutine, empty outside tasks, as in other threads."""
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return ""
    return getattr(task and task.get_coro(), "__qualname__", "")


async def test_comparing_games_replays_none(
    start_server: StartServer, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For games played here and for imports, however often it is requested."""
    # Deadlines of other tests' games would be checked at a shared server.
    server = await start_server(socket_burst=9999)
    ada, bo = await crowd(server, 2)
    source = await finished(ada)
    shelved = (await import_record(ada, await bo.record(await finished(bo)))).json()["code"]
    for one in (source, shelved):
        code = (await branch(ada, one, None, bots="sensible"))["code"]
        await ada.start(code)
        await play_out(await ada.open_page(code))
    await server.archive.history_recorder.catch_up()
    server.tables.game._positions.clear()
    applied: list[str] = []
    for game in GAMES.values():
        monkeypatch.setattr(type(game), "apply", recorded(type(game).apply, applied))
    for one in (source, shelved):
        for _ in range(20):
            family = await ada.request("GET", f"/replays/{one}/branches")
        assert len(family["game"]["places"]) == len(family["branches"][0]["places"]) == 2
    assert applied == []


async def test_branches_are_limited_by_person_and_address(
    new_person: NewPerson,
    running: Running,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A class of forty players stays within the limits."""
    ada = await new_person("Ada")
    source = await finished(ada)
    monkeypatch.setattr(running.infra.limits, "tables", ClientLimit(Rate(20, 1e-6), 50))
    refused = [await code_of(ada, *documents(source)[3]) for _ in range(21)]
    assert refused == [""] * 20 + ["too_fast"]
    monkeypatch.setattr(running.infra.limits, "tables", ClientLimit(Rate(20, 1e-6), 2))
    people = [await new_person() for _ in range(41)]
    refused = [await code_of(person, *documents(source)[3]) for person in people]
    assert refused == [""] * 40 + ["too_fast"]


async def test_branches_count_the_moves_that_they_take_over(
    new_person: NewPerson,
    running: Running,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An imported game of thousands of moves could be multiplied on the disk for as much as a short one."""
    ada = await new_person("Ada")
    source = await finished(ada)
    monkeypatch.setattr("app.archive.branches.endpoints.GAME_BYTES", 3 * ROW_BYTES)
    counted: list[int] = []
    monkeypatch.setattr(running.infra.storage, "take", lambda _, size: counted.append(size))
    for ply in (2, 5):
        await branch(ada, source, ply)
    assert counted == [6 * ROW_BYTES, 6 * ROW_BYTES, 2 * ROW_BYTES]
