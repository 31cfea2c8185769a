"""Moves of people, who take their seat back from the caretaker by making one."""

from uuid import UUID

from app.tables.game.protocol import Play as PlayMessage
from app.tables.game.service import GameService
from app.tables.timekeeping.service import TableVotes


class PlayerMoves:
    """Plays a move for the seat of a player."""

    def __init__(self, game_service: GameService, votes: TableVotes) -> None:
        self._game_service, self._votes = game_service, votes

    async def play_for(self, player: UUID, code: str, play: PlayMessage) -> int:
        """Plays a player's move and returns the version that it made.

        A move for the choice that stands takes the seat back from the caretaker first.

        Raises NotSeated and all that `play_move` does.
        """
        position = self._game_service.cached(code, at_least=0) or await self._game_service.position(code)
        seat = position.table.require_seat(player)
        returns = position.table.seats[seat].caretaker and position.is_open_choice(seat, play.turn)
        if returns and not position.table.timing.paused:
            await self._votes.set_caretaker(player, code, caretaker=False)
        return await self._game_service.play_move(code, seat, play)
