"""The engine's views and events as JSON, and the merge patches (RFC 7396) from one view to the next."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any

from engine.types import Json


def to_json(value: Any) -> Any:
    """A view, an event or a part of one as JSON; what is None is left out."""
    if isinstance(value, dict):
        return {key: to_json(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return (
            list(value) if not value or isinstance(value[0], int | str) else [to_json(one) for one in value]
        )
    if not is_dataclass(value):
        return value
    names, parts = _parts(value.__class__)
    return {name: to_json(part) for name, part in zip(names, parts(value), strict=True) if part is not None}


def diff(old: Any, new: Any) -> Json:
    """The patch that turns the JSON of one view, or a part of one, into that of another of its type.

    Parts that are the same object are not looked into.
    """
    if isinstance(new, dict):
        patch: Json = {key: None for key in old if key not in new}
        pairs = [(key, old.get(key), part) for key, part in new.items()]
    else:
        names, parts = _parts(new.__class__)
        patch, pairs = {}, list(zip(names, parts(old), parts(new), strict=True))
    for key, before, after in pairs:
        if before is after:
            continue
        if type(before) is type(after) and (isinstance(after, dict) or is_dataclass(after)):
            if inner := diff(before, after):
                patch[key] = inner
        elif before != after:
            patch[key] = None if after is None else to_json(after)
    return patch


@cache
def _parts(kind: Any) -> tuple[list[str], Callable[[Any], tuple[Any, ...]]]:
    """The names of a dataclass's fields, and what reads them all."""
    names = [field.name for field in fields(kind)]
    if len(names) == 1:
        return names, lambda value: (getattr(value, names[0]),)
    return names, attrgetter(*names)
