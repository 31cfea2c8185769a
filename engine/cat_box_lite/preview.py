"""Preview drawing of Cat Box Lite: play area, public sides and pile, from a spectator's view (L15)."""

from collections.abc import Iterator, Sequence
from functools import cache
from xml.etree.ElementTree import Element, fromstring

from engine.artwork import GOLD, LINE, SOFT, SURFACE, cat, crown
from engine.cat_box_lite.preview_shapes import SQUARES
from engine.cat_box_lite.view_types import LaidCard, View
from engine.svg import element, group, rect, text, truncate

LEFT, TOP, RIGHT, BOTTOM = 40, 104, 800, 602  # of the play area
MAX_SQUARE = 96
PLATES, PLATE_WIDTH = 836, 324  # left edge and width of the players' plates
FACE = 96  # a card is drawn in a square of this size, then scaled
CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))  # column and row of a face's squares, clockwise
LETTER = {"black": "b", "white": "w", "gray": "g", "orange": "o"}


def draw(view: View, names: Sequence[str]) -> Iterator[Element]:
    """Yields the elements of a position; `names` are the players' by seat."""
    yield from _symbols()
    yield text(f"{view.turn} / {view.turns}", 1160, 70, 30, fill=SOFT, text_anchor="end")
    yield _area([view.laid[str(number)] for number in range(len(view.laid))])
    for seat, name in enumerate(names):
        yield from _player(view, seat, name)
    if view.top is not None:
        yield _card(view.top, PLATES + PLATE_WIDTH - 100, 512, 88)
        yield text(f"{view.pile} ×", PLATES + PLATE_WIDTH - 116, 568, 30, fill=SOFT, text_anchor="end")


@cache
def _symbols() -> Element:
    """Returns style and defs: #lite-b … #lite-x, and the clip path #lite-card."""
    return fromstring(SQUARES)


def _area(laid: Sequence[LaidCard]) -> Element:
    """Returns all laid cards, scaled to the space of the play area."""
    columns, rows = [card.column for card in laid], [card.row for card in laid]
    width, height = (max(places) - min(places) + 2 for places in (columns, rows))
    square = min((RIGHT - LEFT) / width, (BOTTOM - TOP) / height, MAX_SQUARE)
    x = (LEFT + RIGHT - width * square) / 2 - min(columns) * square
    y = (TOP + BOTTOM - height * square) / 2 - min(rows) * square
    cards = [_card(card.face, x + card.column * square, y + card.row * square, 2 * square) for card in laid]
    return element("g", *cards)


def _card(face: str, x: float, y: float, size: float) -> Element:
    half = FACE / 2
    squares = [
        element("use", href=f"#lite-{letter}", x=column * half, y=row * half, width=half, height=half)
        for letter, (column, row) in zip(face, CORNERS, strict=True)
    ]
    fold = element("path", d=f"M{half:g} 0V{FACE}M0 {half:g}H{FACE}", stroke="#141a30", stroke_opacity=0.22)
    edge = rect(1.5, 1.5, FACE - 3, FACE - 3, rx=9, fill="none", stroke="#fbf5e7", stroke_width=3)
    shown = element("g", *squares, fold, clip_path="url(#lite-card)")
    return group(shown, edge, x=x, y=y, scale=size / FACE)


def _player(view: View, seat: int, name: str) -> Iterator[Element]:
    """Yields a player's plate: the public sides of the hand, or identity and score after the game."""
    result = view.result
    y, winner = TOP + seat * 132, result is not None and seat in result.winners
    active = winner or seat in view.to_act
    edge = {"stroke": GOLD if active else LINE, "stroke_width": 3 if active else 1.5}
    yield rect(PLATES, y, PLATE_WIDTH, 120, rx=18, fill=SURFACE, **edge)
    yield cat(seat, PLATES + 14, y + 28, 64)
    if winner:
        yield crown(PLATES + 33, y + 8, 1.1)
    if result is None:
        yield text(truncate(name, 26, 110), PLATES + 88, y + 68, 26)
        for slot, face in enumerate(view.hands[str(seat)]):
            yield _card(face, PLATES + 204 + slot * 58, y + 34, 52)
        return
    yield text(truncate(name, 26, 100), PLATES + 88, y + 68, 26)
    sign = element("use", href=f"#lite-{LETTER[result.identities[seat]]}", width=48, height=48)
    yield group(sign, x=PLATES + 196, y=y + 32, scale=56 / 48)
    score = str(result.scores[seat])
    yield text(score, PLATES + PLATE_WIDTH - 16, y + 74, 40, fill=GOLD, text_anchor="end")
