"""Thousands of damaged messages cause no error, no leak and no table that stops.

FUZZ_SEED=… repeats a run; a failed test prints its seed. 2,000 messages, 100,000 in a soak.
"""

import asyncio
import json
import random
import resource
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from app.core.json_patch import to_json
from app.tables.sockets.protocol import ServerMessage
from engine.moves import parse_move
from engine.record import read_record
from engine.types import Json, Seat
from tests.app.local_server import Running
from tests.app.people import Page, Person
from tests.security.attacker import ALLOWED, SEED, Attacker, at_table, wait_until_clean
from tests.security.mutations import Mutator
from tests.security.raw_connection import cookies_of
from tests.soak import SOAK

SHOTS, ROUNDS = 1000, 1 if SOAK == 1 else 50  # a round is one game
MESSAGE: TypeAdapter[object] = TypeAdapter(ServerMessage)
FEW = 10  # the number of open database connections varies
ROOM = 40_000_000  # bytes by which memory may grow: cached games, and memory that Python does not return


@pytest.mark.timeout(60 + 60 * SOAK)
async def test_damaged_messages_cause_no_error_and_no_leak(target: Running, quiet: None) -> None:
    print(f"FUZZ_SEED={SEED}")  # noqa: T201
    rng, closes = random.Random(SEED), Counter[int]()
    await one_round(target, rng, closes, 100)  # everything that is created once exists now
    tasks, files, memory = len(asyncio.all_tasks()), open_files(), used_memory()
    for _ in range(ROUNDS):
        await one_round(target, rng, closes, SHOTS)
    await wait_until_clean(target, tasks)
    assert open_files() - files < FEW
    assert used_memory() - memory < ROOM
    assert set(closes) <= ALLOWED
    assert closes.keys() >= {1002, 4400, 4401}, "the messages reached the server"


async def one_round(server: Running, rng: random.Random, closes: Counter[int], shots: int) -> None:
    """Plays a game of four. One player also attacks, as do a spectator and a stranger."""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(server.url)) for _ in range(5)]
        for person in people:
            await person.start_session()
        await attack(server, people, rng, closes, shots)


async def attack(
    server: Running, people: list[Person], rng: random.Random, closes: Counter[int], shots: int
) -> None:
    *seated, spectator = people
    code = await begin(seated)
    closed = await begin(seated[:2], terms={"watching": "nobody"})
    codes = [code, closed, "nosuch"]
    attackers = [
        Attacker(
            server.url, cookies, seat, Mutator(random.Random(rng.getrandbits(64)), codes), at_table(code)
        )
        for cookies, seat in ((cookies_of(seated[3]), Seat(3)), (cookies_of(spectator), None))
    ]
    mutator = Mutator(random.Random(rng.getrandbits(64)), codes)
    stranger = Attacker(server.url, "", None, mutator, at_table(code))
    pages = [await person.open_page(code) for person in seated]
    hurry = asyncio.Event()
    playing = [asyncio.create_task(play(page, hurry)) for page in pages]
    await asyncio.gather(stranger.attack(10), *(attacker.attack(shots // 2) for attacker in attackers))
    hurry.set()
    async with asyncio.timeout(60):
        await asyncio.gather(*playing)
    record = await seated[0].record(code)
    assert not stranger.received
    for attacker in (*attackers, stranger):
        check(attacker, code, closed, record)
        closes.update(attacker.closes)


async def begin(people: list[Person], **fields: Any) -> str:
    """Starts a game and returns the code of its table."""
    code = str((await people[0].create_table(len(people), **fields))["code"])
    for seat, person in enumerate(people[1:], start=1):
        await person.sit(code, seat)
        await person.ready(code)
    await people[0].start(code)
    return code


async def play(page: Page, hurry: asyncio.Event) -> None:
    """Plays to the end, even if moves are made for the same seat elsewhere."""
    while page.table.get("status") != "finished":
        if page.turn is None:
            await page.receive()
            continue
        if not hurry.is_set():
            await asyncio.sleep(0.02)
        version = page.version
        if (await page.play(page.legal()[0]))["type"] != "accepted":
            while page.version == version and page.table.get("status") != "finished":
                await page.next("update", "table")


def check(attacker: Attacker, code: str, closed: str, record: Json) -> None:
    """Checks that the messages contain only what this seat may see, and no secrets."""
    secret = [record["seed"], record["fairness"]["secret"], *filter(None, record["fairness"]["salts"])]
    for text in attacker.received:
        MESSAGE.validate_json(text, strict=True)  # strict: unknown keys are refused
        assert not any(one in text for one in secret)
    seen = {table for table, _, _ in attacker.views}
    assert seen <= ({code, closed} if attacker.seat is not None else {code})
    views = views_of(record, attacker.seat)
    for table, version, view in attacker.views:
        if table == code:
            assert view == views[version]


def views_of(record: Json, seat: Seat | None) -> list[Json]:
    """Returns what this seat may see according to the engine, by version."""
    read = read_record(record)
    game = read.game
    state = game.start(read.seats, read.options, read.draws).state
    views = [to_json(game.view(state, seat))]
    for mover, move in json.loads(json.dumps(read.moves)):
        state = game.apply(state, Seat(mover), parse_move(move, game.move_types)).state
        views.append(to_json(game.view(state, seat)))
    return views


def open_files() -> int:
    """Returns the number of open files of this process."""
    return len(list(Path("/proc/self/fd").iterdir()))


def used_memory() -> int:
    """Returns the resident memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
