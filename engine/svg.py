"""SVG elements of preview drawings; text is escaped when the document is written."""

from unicodedata import east_asian_width
from xml.etree.ElementTree import Element, tostring

WIDTH, HEIGHT = 1200, 630  # of the canvas: the size in which sites show link previews

TITLE_FONT = "Grandstander"
NARROW, WIDE = 0.6, 1.05  # estimated width of a character, in font sizes


def element(tag: str, *children: Element, **attributes: str | float) -> Element:
    """Returns an element; underscores in attribute names become hyphens (`stroke_width=2`)."""
    made = Element(tag, {name.replace("_", "-"): _to_text(value) for name, value in attributes.items()})
    made.extend(children)
    return made


def group(*children: Element, x: float = 0, y: float = 0, scale: float = 1) -> Element:
    """Returns the elements moved to (x, y) and scaled."""
    return element("g", *children, transform=f"translate({x:g} {y:g}) scale({scale:g})")


def rect(x: float, y: float, width: float, height: float, **attributes: str | float) -> Element:
    """Returns a rectangle; further attributes as of `element`."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def text(content: str, x: float, y: float, size: float, **attributes: str | float) -> Element:
    """Returns a line of text without its unprintable characters, which XML does not allow."""
    style: dict[str, str | float] = {"font_weight": 800, "fill": "#f4f1ea"}
    line = element("text", x=x, y=y, font_size=size, **{**style, **attributes})
    line.text = "".join(character for character in content if character.isprintable())
    return line


def truncate(content: str, size: float, width: float) -> str:
    """Returns the longest beginning of a text that fits the estimated width, with an ellipsis if cut."""
    for end in range(len(content), 0, -1):
        if text_width(content[:end], size) <= width - (size * NARROW if end < len(content) else 0):
            return content[:end] if end == len(content) else f"{content[:end].rstrip()}…"
    return ""


def text_width(content: str, size: float) -> float:
    """Returns the estimated width of a text in this font size."""
    return size * sum(WIDE if east_asian_width(letter) in "WF" else NARROW for letter in content)


def to_document(*children: Element) -> str:
    """Returns the SVG document of a whole drawing."""
    root = element("svg", *children, width=WIDTH, height=HEIGHT, viewBox=f"0 0 {WIDTH} {HEIGHT}")
    root.set("xmlns", "http://www.w3.org/2000/svg")
    return tostring(root, encoding="unicode")


def _to_text(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"
