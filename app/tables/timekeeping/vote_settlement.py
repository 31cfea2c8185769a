"""Settles votes about seats when players come back or leave, without a new vote."""

from collections.abc import Sequence, Set

from app.tables.game.bots import Bots
from app.tables.game.tables import Table
from app.tables.timekeeping.service import TableVotes
from app.tables.timekeeping.status_message import SeatStates
from app.tables.timekeeping.votes import Vote, decide
from engine.types import Seat


class VoteSettlement:
    """Deletes votes about players who are back, and applies decisions that follow from fewer voters."""

    def __init__(self, table_votes: TableVotes, bots: Bots) -> None:
        self._table_votes, self._bots = table_votes, bots

    async def settle(
        self, table: Table, votes: Sequence[Vote], states: SeatStates, connected: Set[Seat]
    ) -> list[Vote]:
        """Returns the votes without the deleted ones. A decision publishes a change of the table.

        `connected` are the seats whose players are known to have the table open: when Redis has lost its data
        or cannot be reached, nobody seems to be away. Raises GameOver, ServiceUnavailable.
        """
        subjects = {vote.about for vote in votes if vote.about is not None}
        back = subjects - (states.away | states.timed_out)
        if not table.is_turn_based:
            back &= connected
        if back:
            await self._table_votes.drop_votes(table, back)
        for about in subjects - back:
            if decide(table, votes, about, states.absent):
                await self._table_votes.apply_seat_decision(table.code, about, states.absent)
                self._bots.wake(table.code)
        return [vote for vote in votes if vote.about not in back]
