"""Many guests behind one address: an attacker, or a school."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from tests.app.local_server import Running
from tests.app.people import Person, Refusal

ELSEWHERE = "192.0.2.7"
StartServer = Callable[..., Awaitable[Running]]
Crowd = Callable[..., Awaitable[list[Person]]]


async def refusal_codes(calls: Sequence[Awaitable[Any]]) -> list[str]:
    """Returns the codes of the refused calls."""
    answers = await asyncio.gather(*calls, return_exceptions=True)
    for one in answers:
        if isinstance(one, BaseException) and not isinstance(one, Refusal):
            raise one
    return [one.code for one in answers if isinstance(one, Refusal)]
