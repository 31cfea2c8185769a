"""A position of Cat Box Lite as everybody at the table sees it: play area, public sides, pile."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from app.archive.link_previews.art import GOLD, LINE, SOFT, SURFACE, cat, crown
from app.archive.link_previews.svg import box, element, group, shortened, words
from engine.types import Json

SQUARES = fromstring((Path(__file__).parent / "cat_box_lite.xml").read_text("utf-8"))  # the client's own
LEFT, TOP, RIGHT, BOTTOM = 40, 104, 800, 602  # the play area
LARGEST = 96  # a square of it
PLATES, PLATE_WIDTH = 836, 324
FACE = 96  # a card's sheet
AT = ((0, 0), (1, 0), (1, 1), (0, 1))  # a face's squares, clockwise
LETTER = {"black": "b", "white": "w", "gray": "g", "orange": "o"}


def draw(view: Json, names: list[str]) -> Iterator[Element]:
    """`view` is a spectator's."""
    yield from SQUARES
    yield words(f"{view['turn']} / {view['turns']}", 1160, 70, 30, fill=SOFT, text_anchor="end")
    yield _area([view["laid"][str(number)] for number in range(len(view["laid"]))])
    for seat, name in enumerate(names):
        yield from _player(view, seat, name)
    if "top" in view:
        yield _card(view["top"], PLATES + PLATE_WIDTH - 100, 512, 88)
        yield words(f"{view['pile']} ×", PLATES + PLATE_WIDTH - 116, 568, 30, fill=SOFT, text_anchor="end")


def _area(laid: list[Json]) -> Element:
    """All that lies, as large as there is room for."""
    columns, rows = ([card[axis] for card in laid] for axis in ("column", "row"))
    wide, high = (max(places) - min(places) + 2 for places in (columns, rows))
    square = min((RIGHT - LEFT) / wide, (BOTTOM - TOP) / high, LARGEST)
    x = (LEFT + RIGHT - wide * square) / 2 - min(columns) * square
    y = (TOP + BOTTOM - high * square) / 2 - min(rows) * square
    cards = [
        _card(card["face"], x + card["column"] * square, y + card["row"] * square, 2 * square)
        for card in laid
    ]
    return element("g", *cards)


def _card(face: str, x: float, y: float, size: float) -> Element:
    half = FACE / 2
    squares = [
        element("use", href=f"#lite-{letter}", x=column * half, y=row * half, width=half, height=half)
        for letter, (column, row) in zip(face, AT, strict=True)
    ]
    fold = element("path", d=f"M{half:g} 0V{FACE}M0 {half:g}H{FACE}", stroke="#141a30", stroke_opacity=0.22)
    edge = box(1.5, 1.5, FACE - 3, FACE - 3, rx=9, fill="none", stroke="#fbf5e7", stroke_width=3)
    shown = element("g", *squares, fold, clip_path="url(#lite-card)")
    return group(shown, edge, x=x, y=y, scale=size / FACE)


def _player(view: Json, seat: int, name: str) -> Iterator[Element]:
    result = view.get("result")
    y, winner = TOP + seat * 132, result is not None and seat in result["winners"]
    active = winner or seat in view["to_act"]
    edge = {"stroke": GOLD if active else LINE, "stroke_width": 3 if active else 1.5}
    yield box(PLATES, y, PLATE_WIDTH, 120, rx=18, fill=SURFACE, **edge)
    yield cat(seat, PLATES + 14, y + 28, 64)
    if winner:
        yield crown(PLATES + 33, y + 8, 1.1)
    if result is None:
        yield words(shortened(name, 26, 110), PLATES + 88, y + 68, 26)
        for slot, face in enumerate(view["hands"][str(seat)]):
            yield _card(face, PLATES + 204 + slot * 58, y + 34, 52)
        return
    yield words(shortened(name, 26, 100), PLATES + 88, y + 68, 26)
    sign = element("use", href=f"#lite-{LETTER[result['identities'][seat]]}", width=48, height=48)
    yield group(sign, x=PLATES + 196, y=y + 32, scale=56 / 48)
    score = str(result["scores"][seat])
    yield words(score, PLATES + PLATE_WIDTH - 16, y + 74, 40, fill=GOLD, text_anchor="end")
