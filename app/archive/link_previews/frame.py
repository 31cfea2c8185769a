"""The background and the heading of every preview picture."""

from xml.etree.ElementTree import Element

from engine.artwork import GOLD, SOFT, named_cat
from engine.svg import HEIGHT, TITLE_FONT, WIDTH, element, group, rect, text


def background() -> list[Element]:
    """Returns the night sky and the lamp over the table."""
    night = _glow("night", ("#2b3760", 0, 1), ("#141b38", 0.55, 1), ("#0b1020", 1, 1), cx="38%", cy="30%")
    lamp = _glow("lamp", ("#f3c969", 0, 0.16), ("#f3c969", 1, 0), cx="50%", cy="50%")
    return [
        element("defs", night, lamp),
        rect(0, 0, WIDTH, HEIGHT, fill="url(#night)"),
        element("ellipse", cx=420, cy=60, rx=620, ry=420, fill="url(#lamp)"),
    ]


def heading(game: str) -> list[Element]:
    """Returns the site's logo and name, and the game's name."""
    return [
        *_logo(40, 28),
        text("Boxcats", 104, 72, 46, font_family=TITLE_FONT, fill=GOLD),
        text(game, 300, 70, 30, fill=SOFT),
    ]


def _logo(x: float, y: float) -> list[Element]:
    """Returns a cat that looks out of a box."""
    front = element("path", d="M0 30H52L48 58H4Z", fill="#c9974f")
    edge = element("path", d="M0 30H52L51 36H1Z", fill="#a97b39")
    return [named_cat("tabby", x + 3, y - 6, 46), group(front, edge, x=x, y=y)]


def _glow(name: str, *stops: tuple[str, float, float], cx: str, cy: str) -> Element:
    """Returns a radial gradient with stops (color, offset, opacity)."""
    made = [element("stop", offset=at, stop_color=color, stop_opacity=solid) for color, at, solid in stops]
    return element("radialGradient", *made, id=name, cx=cx, cy=cy, r="75%" if name == "night" else "50%")
