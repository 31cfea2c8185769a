"""The clocks of two processes are 20 s apart, and both differ from the database's."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx
import pytest

from tests.e2e.server import Boxcats
from tests.faults.cluster import House
from tests.faults.load_scenario import evening
from tests.soak import scaled
from tools import programs

EVENING = scaled(0.5, whole=30.0)  # seconds
OFF = 10  # seconds


@pytest.fixture
def mistimed(house: House) -> Iterator[House]:
    """One process's clock is 10 s ahead, the other's 10 s behind; monotonic time is unaffected."""
    clock = programs.fake_clock()
    assert clock, "libfaketime is missing; `make test` installs it or says how"
    wrong = {"LD_PRELOAD": str(clock), "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    with ExitStack() as stack:
        processes = tuple(
            stack.enter_context(Boxcats(**house.settings, **wrong, FAKETIME=f"{off:+}s"))
            for off in (OFF, -OFF)
        )
        yield replace(house, processes=processes, doors=[process.url for process in processes])


async def test_games_survive_wrong_clocks(mistimed: House) -> None:
    assert [round(seconds_ahead(door) / OFF) for door in mistimed.doors] == [1, -1]
    async with evening(mistimed) as played:
        await asyncio.sleep(EVENING)
    assert not played.closes
    assert not played.refusals
    for game in played.evidence:
        meta = game.record["meta"]
        times = [meta["started_at"], *meta["made_at"]]
        assert times == sorted(times), "the database's clock is the one that counts"


def seconds_ahead(door: str) -> float:
    """Returns how far the process's clock is ahead of this machine's, to the second."""
    its_own = parsedate_to_datetime(httpx.get(f"{door}/healthz").headers["date"])
    return (its_own - datetime.now(UTC)).total_seconds()
