"""Runs work in a subprocess that would block this process and all its tables."""

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from app.core.errors import ServiceUnavailable
from app.core.paths import ROOT

NICENESS = 5  # added to this process's own


async def run_in_subprocess(module: Sequence[str], stdin: bytes, timeout_s: float) -> bytes:
    """Returns the output of `python -m module ...` for this input.

    Raises ServiceUnavailable if it fails or takes longer.
    """
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", *module)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=pipe, stdout=pipe)
    with suppress(ProcessLookupError):  # it is over already
        os.setpriority(os.PRIO_PROCESS, process.pid, min(19, os.nice(0) + NICENESS))
    try:
        async with asyncio.timeout(timeout_s):
            answer, _ = await process.communicate(stdin)
    except TimeoutError:
        raise ServiceUnavailable from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise ServiceUnavailable
    return answer
