"""Futures whose waiting task may have been cancelled."""

import asyncio
from typing import TypeVar

T = TypeVar("T")


def resolve(future: asyncio.Future[T], outcome: T | Exception) -> None:
    """Sets the result or the exception of a future; does nothing if it is done or cancelled."""
    if future.done():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
