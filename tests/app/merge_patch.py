"""JSON merge patches (RFC 7396) as the page applies them."""

from engine.types import Json


def merge(target: Json, patch: Json) -> Json:
    """Returns the target with the patch applied; changes neither."""
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
