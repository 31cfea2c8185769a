"""Preview of a table's seats, for games that have not started or have no drawing of their own."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from engine.artwork import GOLD, LINE, SURFACE, cat
from engine.svg import WIDTH, element, rect, text, text_width, truncate

SEAT_WIDTH, GAP = 200, 20
TOP, TABLE = 190, 452  # y coordinates of the cats and of the table
NAME = 30  # font size


def draw(names: list[str]) -> Iterator[Element]:
    """Draws the seats; an empty name is a free seat."""
    left = (WIDTH - len(names) * (SEAT_WIDTH + GAP) + GAP) / 2
    yield element("ellipse", cx=WIDTH / 2, cy=TABLE + 30, rx=560, ry=90, fill=SURFACE, stroke=LINE)
    for seat, name in enumerate(names):
        yield from _seat(seat, name, left + seat * (SEAT_WIDTH + GAP))


def _seat(seat: int, name: str, x: float) -> Iterator[Element]:
    middle = x + SEAT_WIDTH / 2
    if not name:
        dashed: dict[str, str | float] = {"stroke": GOLD, "stroke_width": 4, "stroke_dasharray": "14 12"}
        yield element("circle", cx=middle, cy=TOP + 120, r=74, fill="none", **dashed)
        return
    yield cat(seat, x + 10, TOP + 20, SEAT_WIDTH - 20)
    shown = truncate(name, NAME, SEAT_WIDTH - 30)
    width = text_width(shown, NAME) + 40
    yield rect(middle - width / 2, TABLE - 18, width, 54, rx=16, fill="#0f1630", stroke=LINE)
    yield text(shown, middle, TABLE + 19, NAME, text_anchor="middle")
