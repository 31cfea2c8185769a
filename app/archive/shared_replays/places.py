"""What reviews are called where other places have names, too."""

PREFIX = "review:"


def place_of(code: str) -> str:
    """The name of a review's place."""
    return PREFIX + code


def code_of(place: str) -> str:
    """Whose name this is."""
    return place.removeprefix(PREFIX)
