"""Futures whose waiting task may have been canceled."""

import asyncio
from typing import TypeVar

T = TypeVar("T")


def resolve(future: asyncio.Future[T], outcome: T | Exception) -> None:
    """Sets the result or the exception of a future; does nothing if it is done or canceled."""
    if future.done():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
