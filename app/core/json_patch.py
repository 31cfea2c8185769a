"""JSON of the engine's views and events, and merge patches (RFC 7396) from one view to the next.

Everything is built as text, so that parts which several seats get are serialized once. Keys of a view are
names and numbers of its game and need no escaping.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any

import pydantic_core
from pydantic import TypeAdapter

SCALARS = (int, str)  # a dict or tuple holds values of one type
REPLACED = (int, str, tuple)  # a patch contains them whole or not at all
EMPTY = "{}"  # a patch that changes nothing


def dump(value: Any) -> str:
    """Returns any JSON value as text, without spaces."""
    return pydantic_core.to_json(value).decode()


def encode(value: Any) -> str:
    """Returns a view, an event or a part of one as JSON text, without fields that are None."""
    if isinstance(value, SCALARS):
        return dump(value)
    if not isinstance(value, dict | tuple):
        return _serializer(value.__class__)(value, exclude_none=True).decode()
    if not value or isinstance(next(iter(value.values() if isinstance(value, dict) else value)), SCALARS):
        return dump(value)
    if isinstance(value, tuple):
        return f"[{','.join(map(encode, value))}]"
    return _object([f'"{key}":{encode(part)}' for key, part in value.items()])


def to_json(value: Any) -> Any:
    """Returns `encode(value)` as Python objects."""
    return pydantic_core.from_json(encode(value))


def diff(old: Any, new: Any) -> str:
    """Returns the patch from one view, or a part of one, to another of the same type.

    Parts that are the same object are not compared.
    """
    return _object(_changes(old, new))


def join(one: str, other: str) -> str:
    """Returns one JSON object with the members of two."""
    if other == EMPTY:
        return one
    return other if one == EMPTY else f"{one[:-1]},{other[1:]}"


def _changes(old: Any, new: Any) -> list[str]:
    """Returns the members of a patch."""
    if not isinstance(new, dict):
        names, parts = _parts(new.__class__)
        return [
            f'"{name}":{change}'
            for name, before, after in zip(names, parts(old), parts(new), strict=True)
            if before is not after and (change := _change(before, after))
        ]
    changes = [
        f'"{key}":{change}'
        for key, after in new.items()
        if (before := old.get(key)) is not after and (change := _change(before, after))
    ]
    if len(old) != len(new) or old.keys() != new.keys():
        changes += [f'"{key}":null' for key in old if key not in new]
    return changes


def _change(before: Any, after: Any) -> str:
    """Returns the JSON of one member of a patch, "" for no change."""
    if after is None:
        return "null"
    if before is None or isinstance(after, REPLACED):
        return "" if before == after else encode(after)
    changes = _changes(before, after)
    return _object(changes) if changes else ""


def _object(members: Iterable[str]) -> str:
    return f"{{{','.join(members)}}}"


@cache
def _serializer(kind: Any) -> Callable[..., bytes]:
    """Returns pydantic's serializer, which knows the types of all parts in advance."""
    return TypeAdapter(kind).serializer.to_json


@cache
def _parts(kind: Any) -> tuple[list[str], Callable[[Any], tuple[Any, ...]]]:
    """Returns the names of a dataclass's fields and a function that reads all of them."""
    names = [field.name for field in fields(kind)]
    if len(names) == 1:
        return names, lambda value: (getattr(value, names[0]),)
    return names, attrgetter(*names)
