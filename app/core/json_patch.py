"""The engine's views and events as JSON, and the merge patches (RFC 7396) from one view to the next.

All of it is text from the start: what is made for every move and every seat is not made twice. The keys of a
view are names and numbers of its game, in which nothing has to be escaped.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any

import pydantic_core
from pydantic import TypeAdapter

PLAIN = (int, str)  # as JSON has them; a dict or tuple holds one kind of thing
WHOLE = (int, str, tuple)  # a patch has them anew or not at all
NOTHING = "{}"  # a patch that changes nothing, an object without members


def dump(value: Any) -> str:
    """JSON as text, without spaces."""
    return pydantic_core.to_json(value).decode()


def write(value: Any) -> str:
    """A view, an event or a part of one as JSON; what is None is left out."""
    if isinstance(value, PLAIN):
        return dump(value)
    if not isinstance(value, dict | tuple):
        return _serializer(value.__class__)(value, exclude_none=True).decode()
    if not value or isinstance(next(iter(value.values() if isinstance(value, dict) else value)), PLAIN):
        return dump(value)
    if isinstance(value, tuple):
        return f"[{','.join(map(write, value))}]"
    return _object([f'"{key}":{write(part)}' for key, part in value.items()])


def to_json(value: Any) -> Any:
    """The same for whoever looks into it."""
    return pydantic_core.from_json(write(value))


def diff(old: Any, new: Any) -> str:
    """The patch that turns the JSON of one view, or a part of one, into that of another of its type.

    Parts that are the same object are not looked into.
    """
    return _object(_changes(old, new))


def joined(one: str, other: str) -> str:
    """One object with the members of two."""
    if other == NOTHING:
        return one
    return other if one == NOTHING else f"{one[:-1]},{other[1:]}"


def _changes(old: Any, new: Any) -> list[str]:
    """The members of a patch."""
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
    """What a patch says of this part; "" if there is nothing to say."""
    if after is None:
        return "null"
    if before is None or isinstance(after, WHOLE):
        return "" if before == after else write(after)
    changes = _changes(before, after)
    return _object(changes) if changes else ""


def _object(members: Iterable[str]) -> str:
    return f"{{{','.join(members)}}}"


@cache
def _serializer(kind: Any) -> Callable[..., bytes]:
    """Pydantic's own: it knows the types of all parts beforehand."""
    return TypeAdapter(kind).serializer.to_json


@cache
def _parts(kind: Any) -> tuple[list[str], Callable[[Any], tuple[Any, ...]]]:
    """The names of a dataclass's fields, and what reads them all."""
    names = [field.name for field in fields(kind)]
    if len(names) == 1:
        return names, lambda value: (getattr(value, names[0]),)
    return names, attrgetter(*names)
