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
from tests.faults.cluster import Cluster
from tests.faults.load_scenario import run_load
from tests.soak import scaled
from tools import programs

DURATION = scaled(0.5, whole=30.0)  # seconds
OFFSET_S = 10  # seconds


@pytest.fixture
def skewed_cluster(cluster: Cluster) -> Iterator[Cluster]:
    """One process's clock is 10 s ahead, the other's 10 s behind; monotonic time is unaffected."""
    clock = programs.fake_clock()
    assert clock, "libfaketime is missing; `make test` installs it or says how"
    wrong = {"LD_PRELOAD": str(clock), "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    with ExitStack() as stack:
        processes = tuple(
            stack.enter_context(Boxcats(**cluster.settings, **wrong, FAKETIME=f"{offset:+}s"))
            for offset in (OFFSET_S, -OFFSET_S)
        )
        yield replace(cluster, processes=processes, urls=[process.url for process in processes])


async def test_games_survive_wrong_clocks(skewed_cluster: Cluster) -> None:
    assert [round(seconds_ahead(url) / OFFSET_S) for url in skewed_cluster.urls] == [1, -1]
    async with run_load(skewed_cluster) as load:
        await asyncio.sleep(DURATION)
    assert not load.closes
    assert not load.refusals
    for game in load.evidence:
        meta = game.record["meta"]
        times = [meta["started_at"], *meta["made_at"]]
        assert times == sorted(times), "the database's clock is the one that counts"


def seconds_ahead(url: str) -> float:
    """Returns how far the process's clock is ahead of this machine's, to the second."""
    its_own = parsedate_to_datetime(httpx.get(f"{url}/healthz").headers["date"])
    return (its_own - datetime.now(UTC)).total_seconds()
