"""A position of Cat in the Box as everybody at the table sees it: board, trick and players."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from app.archive.link_previews.art import GOLD, LINE, RAISED, SOFT, SUIT_INK, SURFACE, TINTS, cat, crown, suit
from app.archive.link_previews.svg import box, element, shortened, words
from engine.types import Json

GROUND = {"red": "#2f2135", "blue": "#1a2a50", "yellow": "#303037", "green": "#173443"}  # of free spaces
LEFT, TOP, RIGHT, BOTTOM = 40, 104, 800, 464  # the board
GAP, LABEL = 8, 60
PLATES = 836  # where the players begin
PLATE_WIDTH = 324
TRICK = 486  # where the cards begin, from above
CARD_WIDTH, CARD_HEIGHT = 84, 116


def draw(view: Json, names: list[str]) -> Iterator[Element]:
    """`view` is a spectator's."""
    yield from _rounds(view)
    yield from _board(view)
    yield from _trick(view)
    for seat, name in enumerate(names):
        yield from _player(view, seat, name)


def _rounds(view: Json) -> Iterator[Element]:
    """A box for each round; those that were played are closed."""
    for number in range(view["rounds"]):
        x = 1160 - (view["rounds"] - number) * 36 + 8
        over = number < len(view["scored"])
        now = number == view["round"] and not over
        look: dict[str, str | float] = {"stroke": GOLD if now or over else LINE, "stroke_width": 3}
        yield box(x, 50, 24, 24, rx=6, fill=GOLD if over else "none", **look)


# --- the board


def _board(view: Json) -> Iterator[Element]:
    height = (BOTTOM - TOP - 3 * GAP) / 4
    fresh = set((view.get("current") or {}).get("cards", {}).values())
    for row, (color, numbers) in enumerate(view["rows"].items()):
        y = TOP + row * (height + GAP)
        yield box(LEFT, y, LABEL, height, rx=14, fill=TINTS[color])
        yield suit(color, LEFT + 11, y + height / 2 - 19, 38, SUIT_INK)
        width = (RIGHT - LEFT - LABEL) / len(numbers) - GAP
        for column, number in enumerate(numbers):
            x = LEFT + LABEL + GAP + column * (width + GAP)
            space = f"{color}{number}"
            owner = view["tokens"].get(space)
            if space in view["blocked"]:
                yield from _blocked(x, y, width, height)
                continue
            yield box(
                x, y, width, height, rx=12, fill=GROUND[color], stroke=TINTS[color], stroke_opacity=0.35
            )
            if owner is not None:
                yield from _token(owner, x + width / 2 - 3, y + height / 2 + 4, fresh=space in fresh)
            yield _number(number, x + width - 8, y + 24, GROUND[color])


def _number(number: int, x: float, y: float, ground: str) -> Element:
    """Readable over a token, too."""
    around: dict[str, str | float] = {"stroke": ground, "stroke_width": 6, "paint_order": "stroke"}
    return words(str(number), x, y, 21, fill=SOFT, text_anchor="end", stroke_linejoin="round", **around)


def _blocked(x: float, y: float, width: float, height: float) -> Iterator[Element]:
    """C2, C4."""
    yield box(x, y, width, height, rx=12, fill="#0c1228")
    cross = f"M{x + width / 2 - 11:g} {y + height / 2 - 11:g}l22 22m0-22l-22 22"
    yield element("path", d=cross, stroke="#3a4778", stroke_width=4, stroke_linecap="round")


def _token(seat: int, x: float, y: float, *, fresh: bool) -> Iterator[Element]:
    """Whose card took the space; a ring around those of the trick under way."""
    if fresh:
        yield element("circle", cx=x, cy=y, r=37, fill="none", stroke=GOLD, stroke_width=5)
    yield cat(seat, x - 29, y - 29, 58)


# --- the trick, or what came of the game


def _trick(view: Json) -> Iterator[Element]:
    begun = view.get("current", {}).get("cards")
    trick = view["current"] if begun else view.get("last", {})
    cards = trick.get("cards", {})
    for place, (seat, space) in enumerate(cards.items()):
        x = LEFT + place * 152
        yield from _card(space[:-1], space[-1], x, TRICK)
        yield cat(int(seat), x + CARD_WIDTH - 18, TRICK + CARD_HEIGHT - 56, 60)
        if trick.get("winner") == int(seat):
            yield crown(x + CARD_WIDTH + 12, TRICK + CARD_HEIGHT - 74, 1)
    if not cards:
        for place in range(view["seats"]):
            yield from _face_down(LEFT + place * 152, TRICK, place)


def _card(color: str, number: str, x: float, y: float) -> Iterator[Element]:
    yield box(x + 2, y + 5, CARD_WIDTH, CARD_HEIGHT, rx=13, fill="#04070f", opacity=0.5)
    yield box(x, y, CARD_WIDTH, CARD_HEIGHT, rx=13, fill="url(#paper)")
    band = f"M{x} {y + 34}v-21a13 13 0 0 1 13-13h{CARD_WIDTH - 26}a13 13 0 0 1 13 13v21Z"
    yield element("path", d=band, fill=TINTS[color])
    yield suit(color, x + CARD_WIDTH / 2 - 13, y + 4, 26, SUIT_INK)
    yield words(number, x + CARD_WIDTH / 2 - 4, y + 92, 58, fill="#20242f", text_anchor="middle")


def _face_down(x: float, y: float, seat: int) -> Iterator[Element]:
    """Before the first trick of a round."""
    yield box(
        x, y, CARD_WIDTH, CARD_HEIGHT, rx=13, fill=RAISED, stroke=GOLD, stroke_opacity=0.55, stroke_width=3
    )
    yield cat(seat, x + 15, y + 31, 54)


# --- the players


def _player(view: Json, seat: int, name: str) -> Iterator[Element]:
    seats = view["seats"]
    height = min((602 - TOP - (seats - 1) * 10) / seats, 128)
    y = TOP + seat * (height + 10)
    player = view["players"][str(seat)]
    won = seat in view.get("result", {}).get("winners", ())
    to_act = won or seat in view["to_act"]
    edge = {"stroke": GOLD if to_act else LINE, "stroke_width": 3 if to_act else 1.5}
    yield box(PLATES, y, PLATE_WIDTH, height, rx=18, fill=SURFACE, **edge)
    middle = y + height / 2
    yield cat(seat, PLATES + 14, middle - 32, 64)
    if won:
        yield crown(PLATES + 33, middle - 52, 1.1)
    yield words(shortened(name, 26, 150), PLATES + 92, middle - 4, 26)
    yield words(str(player["score"]), PLATES + PLATE_WIDTH - 20, middle + 2, 40, fill=GOLD, text_anchor="end")
    yield words(_tricks(player), PLATES + 92, middle + 28, 22, fill=SOFT)
    for place, color in enumerate(view["rows"]):
        yield from _color(color, PLATES + 156 + place * 28, middle + 8, lost=color in player["lost"])


def _tricks(player: Json) -> str:
    """Won, of those bid."""
    return f"{player['won']} / {player['bid']}" if "bid" in player else str(player["won"])


def _color(color: str, x: float, y: float, *, lost: bool) -> Iterator[Element]:
    yield suit(color, x, y, 22, "#3a4470" if lost else TINTS[color])
    if lost:
        strike = f"M{x + 1:g} {y + 21:g}l20-20"
        yield element("path", d=strike, stroke="#ffb39a", stroke_width=3, stroke_linecap="round")
