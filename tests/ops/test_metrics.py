"""What Prometheus receives about a game that was played, and who may request it."""

import asyncio

import pytest

from app.main import create_app
from app.settings import Settings
from tests.app.local_server import client_of
from tests.app.people import LONGEST_WAIT
from tests.ops.exposition import Exposition, scrape
from tests.ops.played import Played
from tests.services import MakeDatabase

ROUTES = {"/api/me", "/api/tables", "/api/tables/{code}/start", "/api/tables/{code}/record", "/*"}


async def test_requests_are_counted_by_route_and_status(played: Played) -> None:
    ada = played.people[0]
    await ada.http.get("/api/nothing/at/all")
    await ada.http.get("/t/whatever")
    await ada.http.request("BREW", "/api/me")
    seen = await scrape(played.server.url)
    of = "boxcats_http_requests_total"
    assert seen.of(of, method="GET", route="/api/me", status="200") == 2
    assert seen.of(of, method="POST", route="/api/tables/{code}/start", status="200") == 1
    assert seen.of(of, method="GET", route="/*", status="404") == 1
    assert seen.of(of, method="other", route="/api/me", status="405") == 1
    assert seen.labels(of, "route") >= ROUTES
    assert not any(played.record["fairness"]["table"] in route for route in seen.labels(of, "route"))
    assert seen.of("boxcats_http_seconds_count", route="/api/me") >= 2


async def test_moves_are_counted_by_kind_of_player(played: Played) -> None:
    seen = await scrape(played.server.url)
    seats = [seat for seat, _ in played.record["moves"]]
    of_bots = seats.count(2)
    assert seen.of("boxcats_moves_total", by="bot") == of_bots > 0
    assert seen.of("boxcats_moves_total", by="person") == len(seats) - of_bots > 0
    assert seen.of("boxcats_move_seconds_count") == len(seats) - of_bots
    assert seen.of("boxcats_bot_thinking_seconds_count") == of_bots
    assert seen.of("boxcats_commit_moves_sum") == len(seats)
    assert seen.of("boxcats_commit_moves_count") == seen.of("boxcats_commit_seconds_count") > 0
    for histogram in ("move", "commit", "bot_thinking"):
        assert 0 < seen.of(f"boxcats_{histogram}_seconds_sum") < 60


async def test_refusals_are_counted_by_code(played: Played) -> None:
    before = await scrape(played.server.url)
    assert before.of("boxcats_refusals_total", code=played.refusal) == 1
    page = await played.people[0].connect()
    await page.send({"type": "who are you"})
    await page.wait_closed()
    after = await scrape(played.server.url)
    grown = after.of("boxcats_refusals_total", code="malformed") - before.of(
        "boxcats_refusals_total", code="malformed"
    )
    assert grown == 1


async def with_sockets(played: Played, count: int) -> Exposition:
    """Waits until the server has this many connections."""
    async with asyncio.timeout(LONGEST_WAIT):
        while (seen := await scrape(played.server.url)).of("boxcats_sockets") != count:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    return seen


async def test_current_numbers_are_exported(played: Played) -> None:
    before = await with_sockets(played, len(played.pages))
    assert before.of("boxcats_tables_followed") == 1
    assert before.of("boxcats_games_in_memory") == 1
    assert before.of("boxcats_outbox_messages") == before.of("boxcats_outbox_longest") == 0
    page = await played.people[0].open_page((await played.people[0].create_table())["code"])
    during = await scrape(played.server.url)
    assert during.of("boxcats_sockets") == before.of("boxcats_sockets") + 1
    assert during.of("boxcats_tables_followed") == 2
    await page.close()
    after = await with_sockets(played, len(played.pages))
    assert after.of("boxcats_tables_followed") == 1


async def test_pool_is_exported(played: Played) -> None:
    seen = await scrape(played.server.url)
    assert seen.labels("boxcats_pool_connections", "state") == {"in_use", "idle"}
    assert sum(seen.of("boxcats_pool_connections", state=state) for state in ("in_use", "idle")) >= 1


ASKING = [
    ("127.0.0.1", {}, 200),
    ("::1", {}, 200),
    ("172.18.0.7", {}, 200),
    ("::ffff:10.0.0.7", {}, 200),
    ("8.8.8.8", {}, 404),
    ("::ffff:8.8.8.8", {}, 404),
    ("2a00:1450::1", {}, 404),
    ("127.0.0.1", {"X-Forwarded-For": "10.0.0.7"}, 404),
    ("127.0.0.1", {"Forwarded": "for=10.0.0.7"}, 404),
    ("127.0.0.1", {"Via": "1.1 a-tunnel"}, 404),
    ("/run/boxcats.sock", {}, 404),
]


@pytest.mark.parametrize(("address", "headers", "status"), ASKING)
async def test_metrics_are_private(
    new_sqlite: MakeDatabase, address: str, headers: dict[str, str], status: int
) -> None:
    app = create_app(Settings(database_url=await new_sqlite(), secret_key="k" * 32))
    async with client_of(app, address) as visitor:
        answer = await visitor.get("/metrics", headers=headers)
        ready = await visitor.get("/readyz", headers=headers)
        assert (await visitor.get("/healthz", headers=headers)).status_code == 200
    assert (answer.status_code, ready.status_code) == (status, status)
    assert ("boxcats_" in answer.text) == ("database" in ready.text) == (status == 200)
