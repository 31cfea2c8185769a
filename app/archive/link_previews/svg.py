"""Elements of a drawing; whatever text goes in is escaped when the drawing is written."""

from unicodedata import east_asian_width
from xml.etree.ElementTree import Element, tostring

WIDTH, HEIGHT = 1200, 630  # what link previews are shown in

TITLE_FONT = "Grandstander"
NARROW, WIDE = 0.6, 1.05  # of a letter's height: how broad most letters are


def element(tag: str, *children: Element, **attributes: str | float) -> Element:
    """`stroke_width=2` is written stroke-width="2"."""
    written = {name.replace("_", "-"): _written(value) for name, value in attributes.items()}
    made = Element(tag, written)
    made.extend(children)
    return made


def group(*children: Element, x: float = 0, y: float = 0, scale: float = 1) -> Element:
    """Drawn at this place, in this size."""
    return element("g", *children, transform=f"translate({x:g} {y:g}) scale({scale:g})")


def box(x: float, y: float, width: float, height: float, **attributes: str | float) -> Element:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def words(text: str, x: float, y: float, size: float, **attributes: str | float) -> Element:
    """A line of text; what XML does not allow, and what shows nothing, is left out."""
    styled: dict[str, str | float] = {"font_weight": 800, "fill": "#f4f1ea"}
    line = element("text", x=x, y=y, font_size=size, **{**styled, **attributes})
    line.text = "".join(letter for letter in text if letter.isprintable())
    return line


def shortened(text: str, size: float, room: float) -> str:
    """As much of a text as has room, about."""
    for end in range(len(text), 0, -1):
        if broad(text[:end], size) <= room - (size * NARROW if end < len(text) else 0):
            return text[:end] if end == len(text) else f"{text[:end].rstrip()}…"
    return ""


def broad(text: str, size: float) -> float:
    """How broad a text is, about."""
    return size * sum(WIDE if east_asian_width(letter) in "WF" else NARROW for letter in text)


def drawing(*children: Element) -> str:
    """The whole picture as text."""
    root = element("svg", *children, width=WIDTH, height=HEIGHT, viewBox=f"0 0 {WIDTH} {HEIGHT}")
    root.set("xmlns", "http://www.w3.org/2000/svg")
    return tostring(root, encoding="unicode")


def _written(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"
