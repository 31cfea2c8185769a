"""The lessons of Cat Box Lite, in the order of learning; their records are beside this file."""

from collections.abc import Mapping
from functools import cache

from engine.cat_box_lite.lessons.goals import GOALS
from engine.lesson import Lesson, read_lessons

ORDER = (
    "cover",
    "empty-box",
    "private-side",
    "other-hand",
    "connect",
    "split",
    "points",
    "last-card",
)


@cache
def lessons() -> Mapping[str, Lesson]:
    """Returns the lessons by key."""
    return read_lessons(__name__, ORDER, GOALS)
