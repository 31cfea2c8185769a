"""Votes about a seat or a table's time, and when they decide."""

from collections.abc import Iterable, Set
from typing import Literal, NamedTuple

from app.tables.game.tables import Table
from app.tables.time_control.presets import RULES_CLOCKS
from engine.types import Seat

SeatChoice = Literal["wait", "caretaker", "end"]
VoteChoice = Literal["wait", "caretaker", "end", "pause", "go_on", "to_days", "to_live"]


class Vote(NamedTuple):
    """One player's vote."""

    about: Seat | None  # the seat of an absent player; None: the table
    seat: Seat
    choice: VoteChoice


def allowed_table_choices(table: Table) -> frozenset[VoteChoice]:
    """Returns the choices in a vote about the table that are possible now.

    The last player of a rated game cannot change its clock, which would start again each time. Where other
    tables wait for the result, its players would let the time run out after a bad deal.
    """
    if table.settings.clock in RULES_CLOCKS:
        return frozenset({"wait"})
    if table.timing.paused:
        return frozenset({"wait", "go_on"})
    if table.is_awaited:
        return frozenset({"wait"})
    possible: frozenset[VoteChoice] = frozenset({"to_live"} if table.is_turn_based else {"pause", "to_days"})
    if table.rated and len(_eligible_voters(table, None, frozenset())) == 1:
        possible -= {"to_live", "to_days"}
    return possible | {"wait"}


def decide(table: Table, votes: Iterable[Vote], about: Seat | None, absent: Set[Seat]) -> VoteChoice | None:
    """Returns the decision: by majority about a seat, by unanimity about the table; None if there is none."""
    eligible = _eligible_voters(table, about, absent)
    choices = [vote.choice for vote in votes if vote.about == about and vote.seat in eligible]
    needed = len(eligible) if about is None else len(eligible) // 2 + 1
    decisions = (one for one in set(choices) if one != "wait" and choices.count(one) >= needed)
    return next(decisions, None)


def _eligible_voters(table: Table, about: Seat | None, absent: Set[Seat]) -> set[Seat]:
    """Returns who votes: about a seat the others present, about the table all whose seat the caretaker does
    not have.
    """
    if about is None:
        return {seat for seat in table.player_seats if not table.seats[seat].caretaker}
    return voters_about(table, about, absent)


def voters_about(table: Table, about: Seat, absent: Set[Seat]) -> set[Seat]:
    """Returns the present players other than the one concerned."""
    return {seat for seat in table.player_seats if seat not in absent and seat != about}
