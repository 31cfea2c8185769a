"""Work that would hold up this process, and all tables with it, is done by another one beside it."""

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from app.core.errors import ServiceUnavailable
from app.core.paths import ROOT

LESS_URGENT = 5  # than this process, as the system counts it


async def run_in_subprocess(module: Sequence[str], given: bytes, longest: float) -> bytes:
    """What `python -m module …` writes when it reads this.

    Raises ServiceUnavailable if it fails or takes longer.
    """
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", *module)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=pipe, stdout=pipe)
    with suppress(ProcessLookupError):  # it is over already
        os.setpriority(os.PRIO_PROCESS, process.pid, min(19, os.nice(0) + LESS_URGENT))
    try:
        async with asyncio.timeout(longest):
            answer, _ = await process.communicate(given)
    except TimeoutError:
        raise ServiceUnavailable from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise ServiceUnavailable
    return answer
