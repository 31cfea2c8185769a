"""Cats, suits and colors of all preview drawings; the shapes are those of the client (web/src/art)."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any
from xml.etree.ElementTree import Element

from engine.artwork_shapes import SHAPES
from engine.svg import element, group

_CAT_SIZE, _SUIT_SIZE = 48, 24  # of the squares in which the shapes are drawn
INK, PAPER = "#141a30", "#fbf5e7"
GOLD, SOFT, LINE = "#f3c969", "#b9c0d6", "#2b3763"
SURFACE, RAISED = "#141c38", "#1a2342"
SUIT_INK = "#0d1326"
TINTS = {"red": "#d55e00", "blue": "#56a4e8", "yellow": "#f0c93a", "green": "#1fae83"}


def cat(seat: int, x: float, y: float, size: float) -> Element:
    """Returns the head of the cat that stands for a seat; the document needs `seat_cats`, too."""
    return group(element("use", href=f"#cat{seat}"), x=x, y=y, scale=size / _CAT_SIZE)


def seat_cats(names: Sequence[str]) -> Element:
    """Returns the definitions of the seats' cats, of which `names` has one for each seat."""
    heads = enumerate(_head(_shapes()["cats"][name]) for name in names)
    return element("defs", *(element("g", *head, id=f"cat{seat}") for seat, head in heads))


def named_cat(name: str, x: float, y: float, size: float) -> Element:
    """Returns the head of a certain cat."""
    return group(*_head(_shapes()["cats"][name]), x=x, y=y, scale=size / _CAT_SIZE)


def suit(color: str, x: float, y: float, size: float, fill: str) -> Element:
    """Returns the sign of a suit color."""
    shape = element("path", d=_shapes()["suits"][color], fill=fill, fill_rule="evenodd")
    return group(shape, x=x, y=y, scale=size / _SUIT_SIZE)


def crown(x: float, y: float, scale: float) -> Element:
    """Returns the mark of a winner."""
    shape = element("path", d="M0 18h24l2-16-8 6-6-8-6 8-8-6Z", fill=GOLD, stroke=SUIT_INK, stroke_width=1.5)
    return group(shape, x=x, y=y, scale=scale)


@cache
def _shapes() -> dict[str, Any]:
    """Returns the shapes of cats and suits; parsed when they are first drawn."""
    shapes: dict[str, Any] = json.loads(SHAPES)
    return shapes


def _head(cat: Any) -> Iterator[Element]:
    """Yields the parts of a cat's head as web/src/art/CatHead.svelte draws them."""
    outline, round_line = cat["outline"], {"fill": "none", "stroke_linejoin": "round"}
    yield element("path", d=outline, stroke=PAPER, stroke_width=4.4, **round_line)
    yield element("path", d=outline, fill=cat["fur"])
    for patch in cat["patches"]:
        yield element("path", d=patch["d"], fill=patch["fill"])
    for stroke in cat["strokes"]:
        yield _stroke(stroke["d"], stroke["ink"], stroke["width"])
    yield element("path", d=outline, stroke=INK, stroke_width=1.7, **round_line)
    yield from _face(cat["eyes"], cat["nose"])


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
