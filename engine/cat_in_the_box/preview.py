"""Preview drawing of Cat in the Box: board, trick and players, from a spectator's view (C21)."""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from engine.artwork import GOLD, LINE, RAISED, SOFT, SUIT_INK, SURFACE, TINTS, cat, crown, suit
from engine.cat_in_the_box.view_types import PlayerView, View
from engine.svg import element, rect, text, truncate

FREE_SPACE = {"red": "#2f2135", "blue": "#1a2a50", "yellow": "#303037", "green": "#173443"}
LEFT, TOP, RIGHT, BOTTOM = 40, 104, 800, 464  # of the board
GAP, LABEL_WIDTH = 8, 60
PLATES, PLATE_WIDTH, PLATES_BOTTOM = 836, 324, 602  # of the players' plates
TRICK_TOP = 486
CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 84, 116, 152


def draw(view: View, names: Sequence[str]) -> Iterator[Element]:
    """Yields the elements of a position; `names` are the players' by seat."""
    yield element("defs", _paper())
    yield from _rounds(view)
    yield from _board(view)
    yield from _trick(view)
    for seat, name in enumerate(names):
        yield from _player(view, seat, name)


def _paper() -> Element:
    """Returns the gradient of a card's front."""
    stops = [element("stop", offset=at, stop_color=color) for at, color in ((0, "#fffdf6"), (1, "#efe4cb"))]
    return element("linearGradient", *stops, id="paper", x1=0, y1=0, x2=0.3, y2=1)


def _rounds(view: View) -> Iterator[Element]:
    """Yields a box per round: filled when it was played, with a bright edge while it goes on."""
    for number in range(view.rounds):
        x = 1160 - (view.rounds - number) * 36 + 8
        over = number < len(view.scored)
        now = number == view.round and not over
        edge: dict[str, str | float] = {"stroke": GOLD if now or over else LINE, "stroke_width": 3}
        yield rect(x, 50, 24, 24, rx=6, fill=GOLD if over else "none", **edge)


# --- the board


def _board(view: View) -> Iterator[Element]:
    height = (BOTTOM - TOP - 3 * GAP) / 4
    in_trick = set(view.current.cards.values()) if view.current else set()
    for row, (color, numbers) in enumerate(view.rows.items()):
        y = TOP + row * (height + GAP)
        yield rect(LEFT, y, LABEL_WIDTH, height, rx=14, fill=TINTS[color])
        yield suit(color, LEFT + 11, y + height / 2 - 19, 38, SUIT_INK)
        width = (RIGHT - LEFT - LABEL_WIDTH) / len(numbers) - GAP
        for column, number in enumerate(numbers):
            x = LEFT + LABEL_WIDTH + GAP + column * (width + GAP)
            space = f"{color}{number}"
            if space in view.blocked:
                yield from _blocked(x, y, width, height)
                continue
            edge: dict[str, str | float] = {"stroke": TINTS[color], "stroke_opacity": 0.35}
            yield rect(x, y, width, height, rx=12, fill=FREE_SPACE[color], **edge)
            if space in view.tokens:
                ring = space in in_trick
                yield from _token(view.tokens[space], x + width / 2 - 3, y + height / 2 + 4, ring=ring)
            yield _number(number, x + width - 8, y + 24, FREE_SPACE[color])


def _number(number: int, x: float, y: float, background: str) -> Element:
    """Returns a space's number with an outline, so that it can be read over a token."""
    outline: dict[str, str | float] = {"stroke": background, "stroke_width": 6, "paint_order": "stroke"}
    return text(str(number), x, y, 21, fill=SOFT, text_anchor="end", stroke_linejoin="round", **outline)


def _blocked(x: float, y: float, width: float, height: float) -> Iterator[Element]:
    """Yields a blocked space (C2, C4)."""
    yield rect(x, y, width, height, rx=12, fill="#0c1228")
    cross = f"M{x + width / 2 - 11:g} {y + height / 2 - 11:g}l22 22m0-22l-22 22"
    yield element("path", d=cross, stroke="#3a4778", stroke_width=4, stroke_linecap="round")


def _token(seat: int, x: float, y: float, *, ring: bool) -> Iterator[Element]:
    """Yields a seat's token, with a ring if it belongs to the trick under way."""
    if ring:
        yield element("circle", cx=x, cy=y, r=37, fill="none", stroke=GOLD, stroke_width=5)
    yield cat(seat, x - 29, y - 29, 58)


# --- the trick


def _trick(view: View) -> Iterator[Element]:
    """Yields the trick under way, else the last one, else a card face down per seat."""
    trick = view.current if view.current and view.current.cards else view.last
    if trick is None:
        for place in range(view.seats):
            yield from _face_down(LEFT + place * CARD_STEP, TRICK_TOP, place)
        return
    for place, (seat, space) in enumerate(trick.cards.items()):
        x = LEFT + place * CARD_STEP
        yield from _card(space[:-1], space[-1], x, TRICK_TOP)
        yield cat(int(seat), x + CARD_WIDTH - 18, TRICK_TOP + CARD_HEIGHT - 56, 60)
        if trick.winner == int(seat):
            yield crown(x + CARD_WIDTH + 12, TRICK_TOP + CARD_HEIGHT - 74, 1)


def _card(color: str, number: str, x: float, y: float) -> Iterator[Element]:
    yield rect(x + 2, y + 5, CARD_WIDTH, CARD_HEIGHT, rx=13, fill="#04070f", opacity=0.5)
    yield rect(x, y, CARD_WIDTH, CARD_HEIGHT, rx=13, fill="url(#paper)")
    band = f"M{x} {y + 34}v-21a13 13 0 0 1 13-13h{CARD_WIDTH - 26}a13 13 0 0 1 13 13v21Z"
    yield element("path", d=band, fill=TINTS[color])
    yield suit(color, x + CARD_WIDTH / 2 - 13, y + 4, 26, SUIT_INK)
    yield text(number, x + CARD_WIDTH / 2 - 4, y + 92, 58, fill="#20242f", text_anchor="middle")


def _face_down(x: float, y: float, seat: int) -> Iterator[Element]:
    edge: dict[str, str | float] = {"stroke": GOLD, "stroke_opacity": 0.55, "stroke_width": 3}
    yield rect(x, y, CARD_WIDTH, CARD_HEIGHT, rx=13, fill=RAISED, **edge)
    yield cat(seat, x + 15, y + 31, 54)


# --- the players


def _player(view: View, seat: int, name: str) -> Iterator[Element]:
    """Yields a player's plate: name, score, tricks won and bid, and color tokens."""
    height = min((PLATES_BOTTOM - TOP - (view.seats - 1) * 10) / view.seats, 128)
    y = TOP + seat * (height + 10)
    player = view.players[str(seat)]
    won = view.result is not None and seat in view.result.winners
    active = won or seat in view.to_act
    edge = {"stroke": GOLD if active else LINE, "stroke_width": 3 if active else 1.5}
    yield rect(PLATES, y, PLATE_WIDTH, height, rx=18, fill=SURFACE, **edge)
    middle = y + height / 2
    yield cat(seat, PLATES + 14, middle - 32, 64)
    if won:
        yield crown(PLATES + 33, middle - 52, 1.1)
    yield text(truncate(name, 26, 150), PLATES + 92, middle - 4, 26)
    yield text(str(player.score), PLATES + PLATE_WIDTH - 20, middle + 2, 40, fill=GOLD, text_anchor="end")
    yield text(_tricks(player), PLATES + 92, middle + 28, 22, fill=SOFT)
    for place, color in enumerate(view.rows):
        yield from _color(color, PLATES + 156 + place * 28, middle + 8, lost=color in player.lost)


def _tricks(player: PlayerView) -> str:
    """Returns the tricks won, and the bid if there is one (C6)."""
    return str(player.won) if player.bid is None else f"{player.won} / {player.bid}"


def _color(color: str, x: float, y: float, *, lost: bool) -> Iterator[Element]:
    """Yields a color token, struck out if the seat has lost it (C11)."""
    yield suit(color, x, y, 22, "#3a4470" if lost else TINTS[color])
    if lost:
        strike = f"M{x + 1:g} {y + 21:g}l20-20"
        yield element("path", d=strike, stroke="#ffb39a", stroke_width=3, stroke_linecap="round")
