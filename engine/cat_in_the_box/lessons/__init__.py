"""The lessons of Cat in the Box, in the order of learning; their records are beside this file."""

from collections.abc import Mapping
from functools import cache

from engine.cat_in_the_box.lessons.goals import GOALS
from engine.lesson import Lesson, read_lessons

ORDER = (
    "follow",
    "win-following",
    "trump",
    "lead-trump",
    "lost-already",
    "duck",
    "discard",
    "room",
    "two-tricks",
    "group",
)


@cache
def lessons() -> Mapping[str, Lesson]:
    """Returns the lessons by key."""
    return read_lessons(__name__, ORDER, GOALS)
