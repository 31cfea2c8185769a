"""What the people at a table may decide together about its time, and when it is decided."""

from collections.abc import Iterable, Set
from typing import Literal, NamedTuple

from app.tables.game.tables import Table
from engine.types import Seat

AboutSeat = Literal["wait", "caretaker", "end"]
AboutTable = Literal["wait", "pause", "go_on", "to_days", "to_live"]
Wish = Literal["wait", "caretaker", "end", "pause", "go_on", "to_days", "to_live"]


class Vote(NamedTuple):
    """What one person wants."""

    about: Seat | None  # somebody who is away; None: the whole table
    seat: Seat
    wish: Wish


def allowed_table_wishes(table: Table) -> frozenset[Wish]:
    """What all together may want of their table now."""
    if table.timing.paused:
        return frozenset({"wait", "go_on"})
    return frozenset({"wait", "to_live"} if table.is_turn_based else {"wait", "pause", "to_days"})


def decide(table: Table, votes: Iterable[Vote], about: Seat | None, absent: Set[Seat]) -> Wish | None:
    """What the votes about this come to: of a seat the majority decides, of the table all."""
    asked = _eligible_voters(table, about, absent)
    wishes = [vote.wish for vote in votes if vote.about == about and vote.seat in asked]
    needed = len(asked) if about is None else len(asked) // 2 + 1
    wanted = (wish for wish in set(wishes) if wish != "wait" and wishes.count(wish) >= needed)
    return next(wanted, None)


def _eligible_voters(table: Table, about: Seat | None, absent: Set[Seat]) -> set[Seat]:
    """About a seat the others who are here; about the table whoever has not left theirs to the caretaker."""
    if about is None:
        return {seat for seat in table.player_seats if not table.seats[seat].caretaker}
    return voters_about(table, about, absent)


def voters_about(table: Table, about: Seat, absent: Set[Seat]) -> set[Seat]:
    """The others who are here."""
    return {seat for seat in table.player_seats if seat not in absent and seat != about}
