"""One cluster for all tests of faults: it must recover from each of them."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.e2e.server import Boxcats
from tests.faults.cluster import LIMITS, Cluster, DurablePostgres
from tests.services import Redis


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with ExitStack() as stack:
        postgres, redis = stack.enter_context(DurablePostgres()), stack.enter_context(Redis())
        settings = {
            "DATABASE_URL": postgres.url("postgres"),
            "REDIS_URL": redis.url,
            "SECRET_KEY": "k" * 32,
            **dict.fromkeys(LIMITS, "9999"),
        }
        processes = tuple(stack.enter_context(Boxcats(**settings)) for _ in range(2))
        urls = [process.url for process in processes]
        yield Cluster(postgres, redis, settings, processes, urls)
