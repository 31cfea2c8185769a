"""Finds the tables that wait for a player: those at which they are to act, and those they are invited to.

Uses cached or replayed positions: replaying half a game takes 2 ms, once, while storing whose turn it is
would cost a write per move.
"""

from math import inf
from uuid import UUID

from app.infra.database.engine import Database
from app.tables.errors import DamagedGame, NotStarted, TableNotFound
from app.tables.game.position import Position
from app.tables.game.remaining_time import clock_states, step_ends_at
from app.tables.game.service import GameService
from app.tables.invitations import repository as invitations
from app.tables.invitations.schemas import Invitation
from app.tables.time_control.availability import utc
from app.tables.turn_notifications import repository
from app.tables.turn_notifications.schemas import MyTurn


class MyTurns:
    """Reads the positions of a player's running tables."""

    def __init__(self, database: Database, game_service: GameService) -> None:
        self._database = database
        self._game_service = game_service

    async def list_for(self, player: UUID) -> list[MyTurn]:
        """Returns the tables where the player is to act, by deadline, then by waiting time, then invitations.

        Raises ServiceUnavailable.
        """
        async with self._database.read() as cursor:
            tables = await repository.tables_in_play(cursor, player)
            invited = [_invitation(one) for one in await invitations.received(cursor, player)]
        found = [await self._turn_at(code, version, player) for code, version in tables]
        turns = [turn for turn in found if turn is not None]
        return sorted(turns, key=lambda turn: (turn.until is None, turn.until or turn.since)) + invited

    async def _turn_at(self, code: str, version: int, player: UUID) -> MyTurn | None:
        """Returns the player's turn at this table; None also if the table is gone or its game is damaged."""
        try:
            return _turn(await self._game_service.position(code, version), player)
        except (TableNotFound, NotStarted, DamagedGame):
            return None


def _invitation(received: Invitation) -> MyTurn:
    return MyTurn(code=received.code, since=received.since, until=None, invitation=True)


def _turn(position: Position, player: UUID) -> MyTurn | None:
    table = position.table
    seat = table.seat_of(player)
    if seat is None or seat not in position.turns or table.is_played_by_bot(seat) or table.timing.paused:
        return None
    clock = clock_states(position).get(seat)
    due_at = clock.due_at if clock else step_ends_at(position)
    return MyTurn(
        code=table.code,
        since=utc(position.times[position.turns[seat]]),
        until=utc(due_at) if due_at < inf else None,
    )
