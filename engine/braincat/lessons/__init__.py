"""The lessons of Braincat, in the order of learning; their records are beside this file."""

from collections.abc import Mapping
from functools import cache

from engine.braincat.lessons.goals import GOALS
from engine.lesson import Lesson, read_lessons

ORDER = ("blue-paw", "keep", "ask", "green-paw", "no-more-clues", "contrary")


@cache
def lessons() -> Mapping[str, Lesson]:
    """Returns the lessons by key."""
    return read_lessons(__name__, ORDER, GOALS)
