"""Changes of tuples: states are tuples, which never change in place."""

from typing import TypeVar

T = TypeVar("T")


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Returns the tuple with one item replaced."""
    return values[:index] + (value,) + values[index + 1 :]  # noqa: RUF005 (a third faster)
