"""Browsers that are registered for notifications."""

import asyncio

import pytest

from app.settings import Settings
from tests.app.local_server import Running
from tests.app.people import NewPerson
from tests.app.push_subscription import Browser
from tests.app.receiver import Receiver
from tests.services import MakeDatabase


async def test_device_is_stored_once_when_its_tabs_subscribe_at_once(
    new_database: MakeDatabase,
    redis_url: str,
    new_guest: NewPerson,
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also if another player of the same browser does at the same time: one of them gets the endpoint."""
    monkeypatch.setattr("app.infra.services.SafeHttpClient", receiver.http_client)
    settings = Settings(database_url=await new_database(), redis_url=redis_url, secret_key="k" * 32)
    async with Running(settings) as server:
        ada, bo = [await new_guest("", at=server) for _ in range(2)]
        for number in range(5):
            browser = Browser(receiver.address(f"/push/{number}"))
            body = {**browser.subscription._asdict(), "language": "en"}
            await asyncio.gather(*(one.request("PUT", f"/push/a{number}", body) for one in (ada, bo) * 2))
            on = [(await one.request("GET", f"/push/a{number}"))["on"] for one in (ada, bo)]
            assert sorted(on) == [False, True]
