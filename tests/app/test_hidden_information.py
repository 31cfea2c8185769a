"""All messages to a page contain only what the engine lets its seat see."""

import json
from typing import Any

import pytest

from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.main import build_services
from engine.registry import ENTRIES
from engine.types import Seat
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson, each_game, play_out
from tests.app.replays import check_page

pytestmark = pytest.mark.backend("any")


@each_game
async def test_pages_receive_their_own_view_only(new_person: NewPerson, game: str) -> None:
    code, people, pages = await start_table(new_person, seats=3, game=game)
    spectator = await (await new_person("Eve")).open_page(code)
    await play_out(*pages, spectator)
    record = await people[0].record(code)
    seats = [Seat(seat) for seat in range(3)]
    for seat, page in [*zip(seats, pages, strict=True), (None, spectator)]:
        check_page(page, seat, record)


@each_game
async def test_no_secret_is_sent_before_the_end(new_person: NewPerson, game: str) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    answers: list[str] = []

    async def keep(response: Any) -> None:
        await response.aread()
        answers.append(response.text)

    for person in (ada, bo):
        person.http.event_hooks["response"].append(keep)
    bots = "sensible" if ENTRIES[game].bots else ""
    code = (await ada.create_table(3 if bots else 2, game=game, bots=bots))["code"]
    await bo.sit(code, 1)
    await bo.ready(code)
    await ada.start(code)
    pages = [await ada.open_page(code), await bo.open_page(code)]
    await play_out(*pages)
    before_the_end = [*answers, *(text for page in pages for text in page.received)]
    record = await ada.record(code)
    secrets = [record["seed"], record["fairness"]["secret"], *filter(None, record["fairness"]["salts"])]
    assert len(secrets) == 4
    for text in before_the_end:
        assert not any(secret in text for secret in secrets)


async def test_page_opened_before_the_start_is_closed_to_spectators(
    running: Running, new_person: NewPerson
) -> None:
    """The notice of the start was lost; a move is the first notice that arrives."""
    ada, eve = await new_person("Ada"), await new_person("Eve")
    code = (await ada.create_table(2, bots="random", terms={"watching": "nobody"}))["code"]
    mine, hers = await ada.open_page(code), await eve.open_page(code)
    host = (await running.tables.game.table(code)).host
    assert host is not None
    async with build_services(running.infra.settings.model_copy(update={"redis_url": ""})) as silent:
        await silent.tables.lobby.start(host, code)
    running.infra.pubsub.publish(TABLE_CHANGES, TableChanged(code, 0))
    await mine.next("update")
    assert mine.table["status"] == "playing"
    assert await hers.wait_closed() == 4403
    kinds = [json.loads(text)["type"] for text in hers.received]
    assert kinds[0] == "table"
    assert kinds[-1] == "refused"
    assert "update" not in kinds
