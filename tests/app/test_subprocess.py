"""Work in a subprocess of the server."""

import os

import pytest

from app.core.errors import ServiceUnavailable
from app.infra.subprocess import NICENESS, run_in_subprocess


async def run_python(what: str) -> str:
    """Evaluates an expression in a Python subprocess and returns the printed value."""
    return (
        await run_in_subprocess(
            ("timeit", "-n1", "-r1", "-s", f"import os, sys; sys.stdin.read(); print({what})"), b"", 10
        )
    ).decode()


async def test_subprocess_has_a_lower_priority() -> None:
    assert (await run_python("os.nice(0)")).split()[0] == str(min(19, os.nice(0) + NICENESS))


async def test_failed_subprocess_raises_service_unavailable() -> None:
    with pytest.raises(ServiceUnavailable):
        await run_python("1 / 0")
