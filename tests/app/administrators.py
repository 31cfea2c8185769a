"""A server with an administrator, and what they do."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.settings import Settings
from engine.types import Json
from tests.app.accounts import create_account, sign_in
from tests.app.local_server import Running
from tests.app.people import Person

BOSS = "Chief Whisker"
WHY = {"why": "we are kind here"}


@asynccontextmanager
async def server_with_administrator(database_url: str, redis_url: str) -> AsyncIterator[Running]:
    """Runs a server on which the administrator's account exists."""
    settings = Settings(
        database_url=database_url,
        redis_url=redis_url,
        secret_key="k" * 32,
        bot_pause=0,
        admins=f"Nobody, {BOSS.upper()}",
        trusted_proxies="127.0.0.1",
    )
    plain = settings.model_copy(update={"admins": ""})
    async with Running(plain) as before, await new_client(before) as boss:
        await create_account(boss, BOSS)
    async with Running(settings) as server:
        yield server


async def new_client(server: Running, name: str = "", address: str = "") -> Person:
    person = Person(server.url)
    if address:
        person.http.headers["X-Forwarded-For"] = address
    await person.start_session(name)
    return person


async def administrator_of(server: Running) -> Person:
    boss = await new_client(server)
    await sign_in(boss, BOSS)
    return boss


async def take_action(boss: Person, path: str, **body: object) -> Json:
    overview: Json = await boss.request("POST", f"/admin{path}", {**WHY, **body})
    return overview
