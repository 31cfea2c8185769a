"""Our cats, suits and the ground of every picture; the shapes are the client's own (web/src/art)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from app.archive.link_previews.svg import HEIGHT, TITLE_FONT, WIDTH, box, element, group, words

SHAPES: dict[str, Any] = json.loads((Path(__file__).parent / "art.json").read_text("utf-8"))
CATS: list[Any] = list(SHAPES["cats"].values())
CAT, SUIT = 48, 24  # the sheets they are drawn on
INK, PAPER = "#141a30", "#fbf5e7"
GOLD, SOFT, LINE = "#f3c969", "#b9c0d6", "#2b3763"
SURFACE, RAISED = "#141c38", "#1a2342"
SUIT_INK = "#0d1326"
TINTS = {"red": "#d55e00", "blue": "#56a4e8", "yellow": "#f0c93a", "green": "#1fae83"}


def cat(seat: int, x: float, y: float, size: float) -> Element:
    """The head of the cat that sits on a seat."""
    return group(*_head(CATS[seat % len(CATS)]), x=x, y=y, scale=size / CAT)


def suit(color: str, x: float, y: float, size: float, fill: str) -> Element:
    shape = element("path", d=SHAPES["suits"][color], fill=fill, fill_rule="evenodd")
    return group(shape, x=x, y=y, scale=size / SUIT)


def crown(x: float, y: float, scale: float) -> Element:
    """What a winner wears."""
    shape = element("path", d="M0 18h24l2-16-8 6-6-8-6 8-8-6Z", fill=GOLD, stroke=SUIT_INK, stroke_width=1.5)
    return group(shape, x=x, y=y, scale=scale)


def ground() -> list[Element]:
    """The night, and the lamp over the table."""
    night = _glow("night", ("#2b3760", 0, 1), ("#141b38", 0.55, 1), ("#0b1020", 1, 1), cx="38%", cy="30%")
    lamp = _glow("lamp", ("#f3c969", 0, 0.16), ("#f3c969", 1, 0), cx="50%", cy="50%")
    return [
        element("defs", night, lamp, _paper()),
        box(0, 0, WIDTH, HEIGHT, fill="url(#night)"),
        element("ellipse", cx=420, cy=60, rx=620, ry=420, fill="url(#lamp)"),
    ]


def heading(game: str) -> list[Element]:
    """Whose picture it is."""
    return [
        *_mark(40, 28),
        words("Boxcats", 104, 72, 46, font_family=TITLE_FONT, fill=GOLD),
        words(game, 300, 70, 30, fill=SOFT),
    ]


def _mark(x: float, y: float) -> list[Element]:
    """A cat looks out of its box."""
    front = element("path", d="M0 30H52L48 58H4Z", fill="#c9974f")
    edge = element("path", d="M0 30H52L51 36H1Z", fill="#a97b39")
    return [cat(0, x + 3, y - 6, 46), group(front, edge, x=x, y=y)]


def _glow(name: str, *stops: tuple[str, float, float], cx: str, cy: str) -> Element:
    made = [element("stop", offset=at, stop_color=color, stop_opacity=solid) for color, at, solid in stops]
    return element("radialGradient", *made, id=name, cx=cx, cy=cy, r="75%" if name == "night" else "50%")


def _paper() -> Element:
    stops = [element("stop", offset=at, stop_color=color) for at, color in ((0, "#fffdf6"), (1, "#efe4cb"))]
    return element("linearGradient", *stops, id="paper", x1=0, y1=0, x2=0.3, y2=1)


def _head(drawn: Any) -> Iterator[Element]:
    """As web/src/art/CatHead.svelte draws it."""
    outline, round_line = drawn["outline"], {"fill": "none", "stroke_linejoin": "round"}
    yield element("path", d=outline, stroke=PAPER, stroke_width=4.4, **round_line)
    yield element("path", d=outline, fill=drawn["fur"])
    for patch in drawn["patches"]:
        yield element("path", d=patch["d"], fill=patch["fill"])
    for stroke in drawn["strokes"]:
        yield _stroke(stroke["d"], stroke["ink"], stroke["width"])
    yield element("path", d=outline, stroke=INK, stroke_width=1.7, **round_line)
    yield from _face(drawn["eyes"], drawn["nose"])


def _face(eyes: Any, nose: Any) -> Iterator[Element]:
    for x in (24 - eyes["x"], 24 + eyes["x"]):
        y = eyes["y"]
        iris = {"rx": eyes["rx"], "ry": eyes["ry"], "fill": eyes["iris"]}
        yield element("ellipse", cx=x, cy=y, stroke=INK, stroke_width=0.9, **iris)
        yield element("ellipse", cx=x, cy=y + 0.3, rx=1.15, ry=2.3, fill=INK)
        yield element("circle", cx=x + 0.9, cy=y - 0.8, r=0.75, fill="#fff")
    y = nose["y"]
    yield element("path", d=f"M22 {y:g}q2-.9 4 0-.4 2-2 2.6-1.6-.6-2-2.6Z", fill=nose["color"])
    mouth = f"M24 {y + 2.4:g}v1.4q-.4 2.2-3.6 1.6M24 {y + 3.8:g}q.4 2.2 3.6 1.6"
    yield _stroke(mouth, nose["mouth"], 1.2)


def _stroke(d: str, ink: str, width: float) -> Element:
    line: dict[str, str] = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return element("path", d=d, fill="none", stroke=ink, stroke_width=width, **line)
