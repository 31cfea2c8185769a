"""Merge patches (RFC 7396): what turns one JSON object into another. Objects here hold no nulls."""

from engine.types import Json


def diff(old: Json, new: Json) -> Json:
    """The patch for which `merge(old, patch) == new`."""
    patch: Json = {key: None for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            if inner := diff(before, value):
                patch[key] = inner
        elif not _same(before, value):
            patch[key] = value
    return patch


def merge(target: Json, patch: Json) -> Json:
    """The target with the patch applied; neither is changed."""
    result = dict(target)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict):
            before = result.get(key)
            result[key] = merge(before if isinstance(before, dict) else {}, value)
        else:
            result[key] = value
    return result


def _same(one: object, other: object) -> bool:
    """As JSON sees it: Python takes 1 and true for equal."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    return type(one) is type(other) and one == other
