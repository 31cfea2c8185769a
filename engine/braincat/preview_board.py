"""What a preview shows of the master cards of a round, from a spectator's view (B31)."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.artwork import GOLD, TINTS
from engine.braincat.options import FAMILIES, Family
from engine.braincat.view_types import Board, RoundSummary, View
from engine.types import Seat


class Card(NamedTuple):
    """A master card."""

    number: int | None = None  # in its pack; unopened without one
    gone: bool = False  # turned out or dumped
    edge: str | None = None  # a color: of its place, or gold for the mystery card
    totems: tuple[Family, ...] = ()
    seats: tuple[Seat, ...] = ()  # that vote for it, or whose token it holds


def shown_board(view: View) -> Board | None:
    """Returns the round that is being played, else the last one."""
    if view.board is not None:
        return view.board
    summary = _last_summary(view)
    return None if summary is None else summary.board


def shown_masters(view: View) -> Iterator[Card]:
    """Yields the masters of the shown round in the order of opening, the unopened ones last."""
    board, summary = shown_board(view), None if view.board else _last_summary(view)
    assert board is not None, "a round has begun"
    cards = summary.masters if summary and summary.masters else board.masters
    mystery = summary.mystery if summary else None
    for master, number in enumerate(cards):
        yield _card(view, board, master, number, is_mystery=master == mystery)
    yield from (Card() for _ in range(len(board.masters) + board.unopened - len(cards)))


def _last_summary(view: View) -> RoundSummary | None:
    return list(view.ended.values())[-1] if view.ended else None


def _card(view: View, board: Board, master: int, number: int, *, is_mystery: bool) -> Card:
    at = [index for index, place in enumerate(board.places) if place == master]
    gone = master in board.gone
    if view.mode == "individual":
        return Card(number, gone, GOLD if is_mystery else None, seats=tuple(map(Seat, at)))
    if view.mode == "teams":
        return Card(number, gone, GOLD if is_mystery else None, totems=tuple(FAMILIES[one] for one in at))
    family = FAMILIES[at[0]] if at and not gone else None
    edge = GOLD if is_mystery else TINTS[family] if family else None
    return Card(number, gone, edge, seats=_voters(view, family))


def _voters(view: View, family: Family | None) -> tuple[Seat, ...]:
    """Returns the seats that vote to keep the card on a place (B12)."""
    votes = view.debate.votes if view.debate else {}
    return tuple(Seat(int(seat)) for seat, vote in votes.items() if vote == family)
