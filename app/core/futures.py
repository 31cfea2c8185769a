"""Futures for whom somebody waits, or waited."""

import asyncio
from typing import TypeVar

T = TypeVar("T")


def resolve(promise: asyncio.Future[T], answer: T | Exception) -> None:
    """What it is about is answered, or fails; nothing happens if whoever waited was cancelled."""
    if promise.done():
        return
    if isinstance(answer, Exception):
        promise.set_exception(answer)
    else:
        promise.set_result(answer)
