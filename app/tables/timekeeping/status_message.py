"""Builds the `standing` message: a table's status apart from its game."""

from collections.abc import Iterable, Set
from typing import Any, NamedTuple

from app.tables.game.position import Position
from app.tables.game.protocol import SeatRequestInfo, SeatStatus, TableStatus, VoteInfo
from app.tables.timekeeping.absence import Absence, caretaker_seats
from app.tables.timekeeping.votes import Vote
from engine.types import Seat


class SeatStates(NamedTuple):
    """The seats of players who are not simply present."""

    disconnected: Set[Seat]
    away: Set[Seat]  # disconnected for so long that the others may vote about the seat
    timed_out: Set[Seat]
    caretaker: Set[Seat]

    @property
    def absent(self) -> Set[Seat]:
        """Returns the seats that the others may vote about, and that have no vote themselves."""
        return self.away | self.timed_out | self.caretaker


def seat_states(position: Position, seconds_away: dict[Seat, float], absence: Absence) -> SeatStates:
    """Classifies the players by how long they have been disconnected, and by their timeouts."""
    return SeatStates(
        {seat for seat, seconds in seconds_away.items() if seconds >= absence.DISCONNECTED_AFTER_S},
        {seat for seat, seconds in seconds_away.items() if seconds >= absence.AWAY_AFTER_S},
        absence.timed_out_seats(position),
        caretaker_seats(position),
    )


def build_status(position: Position, states: SeatStates, votes: Iterable[Vote], request: Any) -> TableStatus:
    """Returns the status without clocks; `request` is the row of the open seat request, or None."""
    return TableStatus(
        paused=position.table.timing.paused,
        seats={
            str(seat): SeatStatus(
                lost=seat in states.disconnected,
                away=seat in states.away,
                late=seat in states.timed_out,
                caretaker=seat in states.caretaker,
            )
            for seat in sorted(states.absent | states.disconnected)
        },
        votes=[VoteInfo(about=vote.about, seat=vote.seat, wish=vote.choice) for vote in votes],
        request=_request_info(request) if request else None,
    )


def finished_status(seconds_away: dict[Seat, float], absence: Absence) -> TableStatus:
    """Returns the status after a game: who has left."""
    return TableStatus(
        seats={
            str(seat): SeatStatus(lost=True, away=seconds >= absence.AWAY_AFTER_S)
            for seat, seconds in sorted(seconds_away.items())
            if seconds >= absence.DISCONNECTED_AFTER_S
        }
    )


def _request_info(request: Any) -> SeatRequestInfo:
    answers = sorted(request.answers.items())
    return SeatRequestInfo(
        seat=request.seat,
        name=request.name,
        agreed=[int(seat) for seat, yes in answers if yes],
        refused=[int(seat) for seat, yes in answers if not yes],
    )
