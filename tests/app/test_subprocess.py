"""Work that is done by a process beside the server."""

import os

import pytest

from app.core.errors import ServiceUnavailable
from app.infra.subprocess import NICENESS, run_in_subprocess


async def say(what: str) -> str:
    """What Python says to this."""
    return (
        await run_in_subprocess(
            ("timeit", "-n1", "-r1", "-s", f"import os, sys; sys.stdin.read(); print({what})"), b"", 10
        )
    ).decode()


async def test_subprocess_has_a_lower_priority() -> None:
    assert (await say("os.nice(0)")).split()[0] == str(min(19, os.nice(0) + NICENESS))


async def test_failed_subprocess_raises_service_unavailable() -> None:
    with pytest.raises(ServiceUnavailable):
        await say("1 / 0")
