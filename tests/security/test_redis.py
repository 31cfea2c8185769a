"""A writer to Redis can make processes reload tables, and nothing else."""

import asyncio
import json

import pytest
from redis.asyncio import Redis as Client

from app.infra.redis import keys
from app.infra.redis.keys import TABLES_CHANNEL
from app.tables.matchmaking.queue import SEEN
from engine.types import Seat
from tests.app.local_server import Running
from tests.app.people import NewPerson, play_out
from tests.app.replays import check_page
from tests.services import Redis


async def test_forged_notices_change_nothing(
    postgres_server: Running, redis: Redis, new_guest: NewPerson, quiet: None
) -> None:
    """Unknown versions, unknown tables and malformed notices, during a game."""
    ada, bo = await new_guest("Ada", at=postgres_server), await new_guest("Bo", at=postgres_server)
    code = (await ada.create_table(2))["code"]
    await bo.sit(code, 1)
    await bo.ready(code)
    await ada.start(code)
    pages = [await ada.open_page(code), await bo.open_page(code)]
    playing = asyncio.gather(play_out(*pages))
    async with Client.from_url(redis.url) as forger:
        for number in range(300):
            for words in forged(code, number):
                await forger.publish(TABLES_CHANNEL, words)
    await playing
    record = await ada.record(code)
    for seat, page in enumerate(pages):
        check_page(page, Seat(seat), record)


def forged(code: str, number: int) -> list[str | bytes]:
    notices = [
        [[code, number]],
        [[code, None], [code, 2**63 + number], [code, -number]],
        [["nosuch", number], ["", None], ["\x00" * number, 1]],
        [[code, "1"]],
        {"table": code},
    ]
    origin = f"forger-{number}"
    return [
        *(json.dumps({"origin": origin, "notices": one}) for one in notices),
        b"\xff" * number,
        "{" * number,
    ]


FAR = 2**40  # a time in the distant future, so that an entry counts


@pytest.mark.parametrize("member", [b"\xff" * 40, b"no player at all, and no process either"])
async def test_forged_entries_do_not_stop_counts(
    postgres_server: Running, redis: Redis, new_guest: NewPerson, quiet: None, member: bytes
) -> None:
    """Entries that no server wrote, which may not even be text, are skipped."""
    ada = await new_guest("Ada", at=postgres_server)
    code = (await ada.create_table(2))["code"]
    await ada.open_page(code)
    forged = (SEEN, keys.presence(code))
    async with Client.from_url(redis.url) as forger:
        for key in forged:
            await forger.zadd(key, {member: FAR})
        page = await (await new_guest("Bo", at=postgres_server)).connect("/ws/lobby")
        await page.send({"type": "enter", "protocol": 1})
        assert (await page.next("online"))["people"] >= 2
        presence = postgres_server.tables.presence
        while len((await presence.players_at([code]))[code]) != 1:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        for key in forged:
            await forger.zrem(key, member)


async def test_key_of_another_type_hides_nobody(
    postgres_server: Running, redis: Redis, new_guest: NewPerson, quiet: None
) -> None:
    """Neither at its own table nor at others, whose players are written and read in the same call."""
    people = [await new_guest(at=postgres_server) for _ in range(3)]
    codes = [(await person.create_table(2))["code"] for person in people]
    async with Client.from_url(redis.url) as forger:
        for code in codes[::2]:
            await forger.rpush(keys.presence(code), "no player")
    for person, code in zip(people[:2], codes, strict=False):  # nobody is at the last table, nor writes there
        await person.open_page(code)
    presence = postgres_server.tables.presence
    while list(map(len, (await presence.players_at(codes)).values())) != [1, 1, 0]:  # noqa: ASYNC110
        await asyncio.sleep(0.05)


async def test_counter_of_another_type_stops_no_count(
    postgres_server: Running, redis: Redis, new_guest: NewPerson
) -> None:
    async with Client.from_url(redis.url) as forger:
        await forger.delete(keys.ONLINE)
        await forger.rpush(keys.ONLINE, "no player")
    page = await (await new_guest(at=postgres_server)).connect("/ws/lobby")
    await page.send({"type": "enter", "protocol": 1})
    assert (await page.next("online"))["people"] >= 1
