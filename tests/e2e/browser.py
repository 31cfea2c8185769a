"""Chromium for tests and for what measures pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tests.e2e.waiting import TIMEOUT_S

expect.set_options(timeout=TIMEOUT_S * 1000)  # milliseconds: two busy cores are slow

BROWSER_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Less work for the same pages, and slower ones: for tests, not for what measures.
SPARING = (
    "--process-per-site",  # pages of a context share a renderer
    # threads of its own cost more than they help on busy cores, as does collecting garbage often and in steps
    "--js-flags=--single-threaded --min-semi-space-size=16 --no-incremental-marking",
)
# Tiles as large as the window and no memory for them: pages are laid out and composited but not drawn.
NO_DRAWING = (
    "--force-gpu-mem-available-mb=1",
    "--default-tile-width=4096",
    "--default-tile-height=4096",
)


def browser_options(config: pytest.Config) -> tuple[str, ...]:
    """Returns the options of a browser for tests, which draws pages only for `--pictures`."""
    return SPARING if config.getoption("pictures") else (*SPARING, *NO_DRAWING)


@asynccontextmanager
async def launched(program: Path | None, *options: str) -> AsyncIterator[Browser]:
    """Launches a browser with this executable, and with these options besides those of all browsers."""
    assert program, "Chromium is missing; `make test` installs it or says how"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=[*BROWSER_OPTIONS, *options])
        yield browser
        await browser.close()
