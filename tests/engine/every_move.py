"""All conceivable moves, and the expected refusal of each, derived rule by rule from a seat's view alone."""

from itertools import product

from engine.cat_in_the_box.moves import Bid, CatMove, Declare, SetAside
from engine.cat_in_the_box.view_types import View
from engine.types import Seat
from tests.engine.builders import COLOR

EVERY_MOVE: list[CatMove] = [
    *map(SetAside, range(-1, 12)),
    *map(Bid, range(-1, 10)),
    *(Declare(card, color) for card, color in product(range(-1, 12), COLOR.values())),
]
PHASE: dict[type, str] = {SetAside: "set_aside", Bid: "bid", Declare: "play"}
BIDS = {3: (1, 3, 4), 4: (1, 2, 3), 5: (1, 2, 3)}


def refusal(view: View, seat: Seat, move: CatMove) -> str | None:
    """Returns the code with which a move must be refused, None if it is legal; takes the seat's view."""
    if view.phase == "over":
        return "game_over"
    if seat not in view.to_act:
        return "not_to_act"
    if PHASE[type(move)] != view.phase:
        return "wrong_phase"
    match move:
        case SetAside(card=card):
            return None if card in (view.hand or ()) else "C5"
        case Bid(tricks=tricks):
            return None if tricks in BIDS[view.seats] else "C6"
        case Declare():
            return _refused_declaration(view, seat, move)


def _refused_declaration(view: View, seat: Seat, move: Declare) -> str | None:
    if not _c9_allows(view, seat, move):
        return "C9"
    lead = view.current is not None and not view.current.cards
    if move.color != "red" or not lead or any(space.startswith("red") for space in view.tokens):
        return None
    others = product(view.hand or (), ("blue", "yellow", "green"))
    return "C10" if any(_c9_allows(view, seat, Declare(card, color)) for card, color in others) else None  # type: ignore[arg-type]


def _c9_allows(view: View, seat: Seat, move: Declare) -> bool:
    """Returns whether C9 holds: the card in hand, a free space and the color token."""
    space = f"{move.color}{move.card}"
    free = move.card in view.rows[move.color] and space not in view.tokens and space not in view.blocked
    return free and move.card in (view.hand or ()) and move.color not in view.players[str(seat)].lost
