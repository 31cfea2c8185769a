"""Analysis of a finished game: computed while a reader asks for it, stored, the same for everybody."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.archive.game_analysis import evaluation, service
from app.archive.game_analysis.service import GameAnalyses
from app.core.errors import ServiceUnavailable
from app.infra.rate_limits import Caller
from app.infra.redis import keys
from app.infra.worker_pool import WorkerPool
from engine.types import Json
from tests.app.accounts import session_of
from tests.app.branches import branch, import_record
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, Refusal, play_out

pytestmark = pytest.mark.slow  # searches of bots

RECORDED = Path(__file__).parents[1] / "engine"
CAT: Json = json.loads((RECORDED / "recorded" / "2-white.json").read_text("utf-8"))
LITE: Json = json.loads((RECORDED / "cat_box_lite" / "recorded" / "2-seed.json").read_text("utf-8"))
MOVES = 4
GARBAGE = ("", "purr", "1", "1 2 3", "-1 4", "5 4", "1_0 20", "\u0663 4", "9" * 5000 + " 4", b"\xff 1")
POLL_S = 0.5  # as often as searches are allowed in the long run


async def import_beginning(person: Person, record: Json, name: str, moves: int = MOVES) -> str:
    """Imports the beginning of a game, whose analysis does not take long; returns its code."""
    begun = {**record, "seats": [name, "Bo"], "moves": record["moves"][:moves]}
    begun.pop("result")
    return str((await import_record(person, begun)).json()["code"])


async def analyzed(person: Person, code: str) -> Json:
    """Asks until the analysis is there."""
    done = 0
    while True:
        status: Json = await person.request("GET", f"/replays/{code}/analysis")
        assert status["done"] >= done or status["of"] == 0
        done = max(done, status["done"])
        if "analysis" in status:
            return status
        await asyncio.sleep(POLL_S)


@asynccontextmanager
async def process(running: Running) -> AsyncIterator[GameAnalyses]:
    """Another process's analyses."""
    infra = running.infra
    other = GameAnalyses(infra.database, infra.redis, infra.workers, running.archive.replays)
    try:
        yield other
    finally:
        await other.close()


@pytest.fixture
def stalled_workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No evaluation ends before the test does; then all fail."""
    ended = asyncio.Event()

    async def wait(*_args: object, **_kwargs: object) -> Any:
        await ended.wait()
        raise ServiceUnavailable

    monkeypatch.setattr(WorkerPool, "call", wait)
    monkeypatch.setattr(service, "WANTED_S", 1)
    yield
    ended.set()


@pytest.fixture
def short_evaluations(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, with little work: those of Cat Box Lite take seconds, in a busy worker minutes."""

    async def call(_pool: WorkerPool, function: Callable[..., Any], *args: Any, **_: object) -> Any:
        return function(*args)

    monkeypatch.setattr(WorkerPool, "call", call)
    monkeypatch.setattr(evaluation, "EFFORT", 0.02)


async def test_every_decision_is_evaluated(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    code = await import_beginning(ada, CAT, "all")
    status = await analyzed(ada, code)
    assert status["done"] == status["of"] == MOVES
    decisions = status["analysis"]["decisions"]
    assert [one["ply"] for one in decisions] == list(range(MOVES))
    for one, (seat, move) in zip(decisions, CAT["moves"], strict=False):
        assert (one["seat"], one["round"]) == (seat, 1)
        assert one["moves"][one["played"]]["move"] == move
        assert one["loss"] == pytest.approx(
            one["moves"][0]["points"] - one["moves"][one["played"]]["points"], abs=0.01
        )
        assert set(one["moves"][0]["chances"]) == {"paradox", "bonus"}
        assert "beliefs" not in one
    assert all(0 <= accuracy <= 100 for accuracy in status["analysis"]["accuracy"])


@pytest.mark.usefixtures("short_evaluations")
async def test_position_that_was_played_on_is_analyzed(new_person: NewPerson) -> None:
    """From an imported game: all moves, those of the source included."""
    ada = await new_person("Ada")
    source = (await import_record(ada, CAT)).json()["code"]
    taken = len(CAT["moves"]) - MOVES
    code = (await branch(ada, source, taken, bots="random"))["code"]
    await ada.start(code)
    await play_out(await ada.open_page(code))
    moves = (await ada.record(code))["moves"]
    assert moves[:taken] == CAT["moves"][:taken]
    decisions = (await analyzed(ada, code))["analysis"]["decisions"]
    assert [[one["seat"], one["moves"][one["played"]]["move"]] for one in decisions] == moves


@pytest.mark.usefixtures("short_evaluations")
async def test_beliefs_about_identities(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    status = await analyzed(ada, await import_beginning(ada, LITE, "identities", moves=2))
    assert [sorted(belief) for belief in status["analysis"]["decisions"][0]["beliefs"]] == [
        ["black", "gray", "orange", "white"]
    ] * 2


@pytest.mark.usefixtures("short_evaluations")
async def test_analysis_is_stored_and_the_same_for_everybody(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code, other = await import_beginning(ada, CAT, "same"), await import_beginning(bo, CAT, "same")
    first, second = await asyncio.gather(analyzed(ada, code), analyzed(bo, other))
    assert first == second

    async def fail(*_args: object, **_kwargs: object) -> Any:
        raise ServiceUnavailable

    monkeypatch.setattr(WorkerPool, "call", fail)
    assert await analyzed(ada, code) == first


async def test_analysis_requires_a_finished_and_visible_game(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "WANTED_S", 1)
    code, people, pages = await start_table(new_person, seats=2, terms={"watching": "nobody"})
    for person in people:
        with pytest.raises(Refusal, match="not_finished"):
            await person.request("GET", f"/replays/{code}/analysis")
    await play_out(*pages)
    assert (await people[0].request("GET", f"/replays/{code}/analysis"))["done"] == 0
    with pytest.raises(Refusal, match="no_looking_on"):
        await (await new_person("Eve")).request("GET", f"/replays/{code}/analysis")
    with pytest.raises(Refusal, match="table_not_found"):
        await people[0].request("GET", "/replays/nowhere/analysis")


@pytest.mark.usefixtures("short_evaluations")
async def test_analysis_ends_when_nobody_waits_and_goes_on_later(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[tuple[str, int]]()  # analyses of earlier tests may still run
    until = GameAnalyses._is_wanted

    async def is_wanted(self: GameAnalyses, code: str, done: int, of: int) -> bool:
        wanted = await until(self, code, done, of)
        first = (code, done) not in asked
        asked.append((code, done))
        return wanted and not (first and (code, done) == (watched, MOVES // 2))

    monkeypatch.setattr(GameAnalyses, "_is_wanted", is_wanted)
    ada = await new_person("Ada")
    watched = await import_beginning(ada, CAT, "ends")
    status = await analyzed(ada, watched)
    assert status["done"] == MOVES
    assert asked.count((watched, MOVES // 2)) == 2, "it had ended there"
    assert asked.count((watched, 0)) == 1, "it went on there"
    assert [one["ply"] for one in status["analysis"]["decisions"]] == list(range(MOVES))


@pytest.mark.usefixtures("short_evaluations")
async def test_one_of_several_processes_analyzes_a_game(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All have it in their queues before one begins."""
    calls = Counter[Caller]()  # analyses of earlier tests may still run
    evaluate = WorkerPool.call

    async def counted(pool: WorkerPool, *call: Any, caller: Caller, **options: Any) -> Any:
        calls[caller] += 1
        return await evaluate(pool, *call, caller=caller, **options)

    monkeypatch.setattr(WorkerPool, "call", counted)
    ada = await new_person("Ada")
    player = session_of(running, ada).player
    code = await import_beginning(ada, CAT, "processes")
    async with process(running) as other:
        await asyncio.gather(running.archive.game_analyses.get(code, player), other.get(code, player))
        assert (await analyzed(ada, code))["done"] == MOVES
        assert calls[Caller(code)] == MOVES


@pytest.mark.usefixtures("stalled_workers")
async def test_one_process_analyzes_a_game_while_a_decision_takes_long(
    running: Running, new_person: NewPerson
) -> None:
    """Its progress stays, so that it is shown and no other process begins."""
    ada = await new_person("Ada")
    player, code = session_of(running, ada).player, await import_beginning(ada, CAT, "long")
    async with process(running) as first, process(running) as second:
        for _ in range(round(1.5 * service.WANTED_S / POLL_S)):
            await first.get(code, player)
            await asyncio.sleep(POLL_S)
        assert (await second.get(code, player)).of == MOVES


@pytest.mark.usefixtures("stalled_workers")
async def test_pending_analyses_of_a_player_are_bounded(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    codes = [
        await import_beginning(ada, CAT, f"pending {number}")
        for number in range(service.MAX_PENDING_EACH + 1)
    ]
    for code in codes[:-1]:
        await ada.request("GET", f"/replays/{code}/analysis")
    with pytest.raises(Refusal, match="busy"):
        await ada.request("GET", f"/replays/{codes[-1]}/analysis")


@pytest.mark.usefixtures("stalled_workers")
async def test_refused_requests_use_up_no_starts_of_a_game(new_person: NewPerson) -> None:
    game, people, pages = await start_table(new_person, seats=2)
    await play_out(*pages)
    eve = await new_person("Eve")
    for number in range(service.MAX_PENDING_EACH):
        own = await import_beginning(eve, CAT, f"fills {number}")
        await eve.request("GET", f"/replays/{own}/analysis")
    for _ in range(service.START_RATE.burst + 1):
        with pytest.raises(Refusal, match="busy"):
            await eve.request("GET", f"/replays/{game}/analysis")
    await people[0].request("GET", f"/replays/{game}/analysis")


async def test_starts_of_an_analysis_are_limited(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_args: object, **_kwargs: object) -> Any:
        raise ServiceUnavailable

    monkeypatch.setattr(WorkerPool, "call", fail)
    ada = await new_person("Ada")
    code = await import_beginning(ada, CAT, "starts")

    async def request_for_ever() -> None:
        while True:
            await ada.request("GET", f"/replays/{code}/analysis")

    with pytest.raises(Refusal, match="too_fast"):
        await asyncio.wait_for(request_for_ever(), 30)


async def test_progress_that_no_server_wrote_is_none(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It neither fails a request nor keeps the analysis from its start."""
    begun = asyncio.Event()

    async def wait(*_args: object, caller: Caller, **_options: object) -> Any:
        if caller != Caller(code):  # analyses of earlier tests may still run, also at another server
            raise ServiceUnavailable
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(WorkerPool, "call", wait)
    ada = await new_person("Ada")
    player, code = session_of(running, ada).player, await import_beginning(ada, CAT, "garbage")
    redis, key = running.infra.redis, keys.analysis_progress(code)
    writes: list[Callable[[], Awaitable[Any]]] = [partial(redis.set, key, garbage) for garbage in GARBAGE]
    writes.append(partial(redis.rpush, key, "1 4"))  # of another type
    async with process(running) as analyses:
        for write in writes:
            await redis.delete(key)
            await write()
            status = await analyses.get(code, player)
            assert (status.done, status.of) == (0, 0), write
            await begun.wait()  # from then on the process writes nothing
        assert not await redis.exists(key)
