"""Work that would hold up this process, and all tables with it, is done by another one beside it."""

import asyncio
import sys
from collections.abc import Sequence

from app.errors import OneMoment
from app.settings import ROOT


async def work_out(module: Sequence[str], given: bytes, longest: float) -> bytes:
    """What `python -m module …` writes when it reads this. Raises OneMoment if it fails or takes longer."""
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", *module)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=pipe, stdout=pipe)
    try:
        async with asyncio.timeout(longest):
            answer, _ = await process.communicate(given)
    except TimeoutError:
        raise OneMoment from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise OneMoment
    return answer
