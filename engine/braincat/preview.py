"""Preview drawing of Braincat: clue chain, master cards and players, from a spectator's view (B31).

Cards are drawn with their numbers: the engine knows no texts.
"""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from engine.artwork import GOLD, INK, LINE, PAPER, SOFT, SURFACE, TINTS, cat, crown
from engine.braincat.preview_board import Card, shown_board, shown_masters
from engine.braincat.view_types import Board, View
from engine.svg import element, group, rect, text, truncate

LEFT = 40  # edge of the board
CHAIN_TOP, CLUE_WIDTH, CLUE_HEIGHT, PAW_SPACE = 116, 92, 128, 40
MASTERS_TOP, MASTER_WIDTH, MASTER_HEIGHT, MASTER_STEP = 330, 112, 152, 127
TOKEN = 34  # size of a cat on a master card
PLATES, PLATE_WIDTH, PLATES_TOP, PLATES_BOTTOM = 836, 324, 104, 602
CARD_INK = "#20242f"
PAW = "M-13-22Q-15-8-15 0-14 14 0 14 14 14 15 0 15-8 13-22ZM-8 13l-2 9M0 14v10M8 13l2 9"  # claws downwards
PAW_TINTS = (TINTS["blue"], TINTS["green"])


def draw(view: View, names: Sequence[str]) -> Iterator[Element]:
    """Yields the elements of a position; `names` are the players' by seat."""
    yield text(
        f"{min(view.round + 1, view.rounds)} / {view.rounds}", 1160, 70, 30, fill=SOFT, text_anchor="end"
    )
    board = shown_board(view)
    if board is not None:
        yield from _chain(board)
        for index, card in enumerate(shown_masters(view)):
            yield from _master(card, LEFT + index * MASTER_STEP)
    for seat, name in enumerate(names):
        yield from _player(view, board, seat, name)


# --- the board


def _chain(board: Board) -> Iterator[Element]:
    """Yields the clues in the order of the chain, and a paw between neighbors (B7, B8)."""
    order = list(range(len(board.clues)))
    if board.paws[:1] == (1,):
        order[:2] = [1, 0]
    for index, clue in enumerate(order):
        x = LEFT + index * (CLUE_WIDTH + PAW_SPACE)
        yield from _paper(str(board.clues[clue]), x, CHAIN_TOP, CLUE_WIDTH, CLUE_HEIGHT)
        if index < len(board.paws):
            yield _paw(index, x + CLUE_WIDTH + PAW_SPACE / 2, to_left=board.paws[index] == clue)


def _paw(index: int, x: float, *, to_left: bool) -> Element:
    """Returns a paw whose claws point to the left or to the right."""
    tint = PAW_TINTS[min(index, 1)]
    shape = element("path", d=PAW, fill=tint, stroke=PAPER, stroke_width=3, stroke_linejoin="round")
    turned = element("g", shape, transform=f"rotate({90 if to_left else -90})")
    return group(turned, x=x, y=CHAIN_TOP + CLUE_HEIGHT / 2)


def _master(card: Card, x: float) -> Iterator[Element]:
    """Yields a master card; unopened and gone ones are darker, the mystery card has a golden edge."""
    if card.number is None:
        yield rect(
            x, MASTERS_TOP, MASTER_WIDTH, MASTER_HEIGHT, rx=13, fill=SURFACE, stroke=LINE, stroke_width=3
        )
        return
    front = _paper(str(card.number), x, MASTERS_TOP, MASTER_WIDTH, MASTER_HEIGHT)
    yield element("g", *front, opacity=0.4 if card.gone else 1)
    if card.edge is not None:
        edge: dict[str, str | float] = {"fill": "none", "stroke": card.edge, "stroke_width": 7}
        yield rect(x, MASTERS_TOP, MASTER_WIDTH, MASTER_HEIGHT, rx=13, **edge)
    for place, family in enumerate(card.totems):
        yield _totem(family, x + 22 + 40 * place, MASTERS_TOP + MASTER_HEIGHT + 8)
    for place, seat in enumerate(card.seats):
        column, row = place % 3, place // 3
        yield cat(seat, x + 4 + column * TOKEN, MASTERS_TOP + MASTER_HEIGHT + 8 + row * TOKEN, TOKEN)


def _totem(family: str, x: float, y: float) -> Element:
    shape = element(
        "path", d="M0 46V14L4 0l9 8h4l9-8 4 14v32Z", fill=TINTS[family], stroke=PAPER, stroke_width=3
    )
    return group(shape, x=x, y=y)


def _paper(number: str, x: float, y: float, width: float, height: float) -> Iterator[Element]:
    yield rect(x, y, width, height, rx=13, fill=PAPER, stroke=INK, stroke_width=2)
    yield text(number, x + width / 2, y + height / 2 + 16, 44, fill=CARD_INK, text_anchor="middle")


# --- the players


def _player(view: View, board: Board | None, seat: int, name: str) -> Iterator[Element]:
    """Yields a player's plate: name, points, and a golden edge for the cat of the round or a winner."""
    height = min((PLATES_BOTTOM - PLATES_TOP + 10) / view.seats - 10, 92)
    y, size = PLATES_TOP + seat * (height + 10), min(56, height - 4)
    won = view.result is not None and seat in view.result.winners
    is_cat = view.result is None and board is not None and board.cat == seat
    edge = {"stroke": GOLD if won or is_cat else LINE, "stroke_width": 3 if won or is_cat else 1.5}
    yield rect(PLATES, y, PLATE_WIDTH, height, rx=14, fill=SURFACE, **edge)
    if view.families is not None:
        yield rect(PLATES + 6, y + 6, 6, height - 12, rx=3, fill=TINTS[view.families[seat]])
    middle = y + height / 2
    yield cat(seat, PLATES + 18, middle - size / 2, size)
    if won:
        yield crown(PLATES + 18 + size / 2 - 12, y - 4, 1)
    yield text(truncate(name, 24, 160), PLATES + 88, middle + 8, 24)
    score = str(view.scores[seat])
    yield text(score, PLATES + PLATE_WIDTH - 18, middle + 11, 32, fill=GOLD, text_anchor="end")
