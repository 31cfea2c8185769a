"""The engine's views and events as JSON, and the merge patches (RFC 7396) from one view to the next."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any

import pydantic_core
from pydantic import TypeAdapter

from engine.types import Json

PLAIN = (int, str)  # as JSON has them; a dict or tuple holds one kind of thing
WHOLE = (int, str, tuple)  # a patch has them anew or not at all


def dump(value: Any) -> str:
    """JSON as text, without spaces."""
    return pydantic_core.to_json(value).decode()


def to_json(value: Any) -> Any:
    """A view, an event or a part of one as JSON; what is None is left out."""
    if value is None or isinstance(value, PLAIN):
        return value
    if isinstance(value, tuple):
        return list(value) if not value or isinstance(value[0], PLAIN) else [to_json(one) for one in value]
    if not isinstance(value, dict):
        return _serializer(value.__class__)(value, mode="json", exclude_none=True)
    if not value or isinstance(next(iter(value.values())), PLAIN):
        return value
    return {key: to_json(part) for key, part in value.items()}


def diff(old: Any, new: Any) -> Json:
    """The patch that turns the JSON of one view, or a part of one, into that of another of its type.

    Parts that are the same object are not looked into.
    """
    patch: Json = {}
    if isinstance(new, dict):
        for key, after in new.items():
            if (before := old.get(key)) is not after:
                _note(patch, key, before, after)
        if len(old) != len(new) or old.keys() != new.keys():
            patch.update((key, None) for key in old if key not in new)
        return patch
    names, parts = _parts(new.__class__)
    for key, before, after in zip(names, parts(old), parts(new), strict=True):
        if before is not after:
            _note(patch, key, before, after)
    return patch


def _note(patch: Json, key: str, before: Any, after: Any) -> None:
    if after is None:
        patch[key] = None
    elif isinstance(after, WHOLE) or before is None:
        if before != after:
            patch[key] = to_json(after)
    elif inner := diff(before, after):
        patch[key] = inner


@cache
def _serializer(kind: Any) -> Callable[..., Any]:
    """Pydantic's own: it knows the types of all parts beforehand, which takes a quarter of the time."""
    return TypeAdapter(kind).serializer.to_python


@cache
def _parts(kind: Any) -> tuple[list[str], Callable[[Any], tuple[Any, ...]]]:
    """The names of a dataclass's fields, and what reads them all."""
    names = [field.name for field in fields(kind)]
    if len(names) == 1:
        return names, lambda value: (getattr(value, names[0]),)
    return names, attrgetter(*names)
