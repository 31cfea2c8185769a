"""Which messages of browsers fail a test."""

import pytest

from tests.e2e.browsing import Visits
from tests.e2e.context_pool import ContextPool
from tests.e2e.server import Boxcats

LEAVE = "new WebSocket(`ws://${location.host}/ws`).close()"


async def warn(contexts: ContextPool, server: Boxcats, script: str) -> None:
    """Runs a script that makes the browser warn, on a page of its own visit."""
    async with Visits(contexts, server.url) as visits:
        page = await visits.open("/privacy")
        async with page.expect_console_message():
            await page.evaluate(script)


async def test_connection_may_be_closed_before_it_is_open(contexts: ContextPool, embedded: Boxcats) -> None:
    """Pages close it when they are left at once; on a slow machine some are."""
    await warn(contexts, embedded, LEAVE)


async def test_other_warnings_fail_a_test(contexts: ContextPool, embedded: Boxcats) -> None:
    with pytest.raises(AssertionError, match="Meow"):
        await warn(contexts, embedded, "console.warn('Meow')")
