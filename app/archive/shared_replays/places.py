"""Names of shared replays among the places of presence."""

PREFIX = "review:"


def place_of(code: str) -> str:
    """Returns the place of a shared replay."""
    return PREFIX + code


def code_of(place: str) -> str:
    """Returns the code of the shared replay at this place."""
    return place.removeprefix(PREFIX)
