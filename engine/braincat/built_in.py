"""The built-in packs in the form of a record's options: the default of `packs`."""

from engine.braincat.packs import built_in
from engine.types import Json


def built_in_packs() -> Json:
    """Returns the built-in packs by name."""
    return {name: pack.as_options() for name, pack in built_in().items()}
