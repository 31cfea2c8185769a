"""Chooses moves for bots: quick ones in a thread, those that search in a worker process."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from random import Random

from app.core.errors import Busy, ServiceUnavailable
from app.infra import metrics
from app.infra.worker_pool import WorkerPool
from app.tables.game.position import Position
from engine.registry import ENTRIES
from engine.types import Move, Seat

SUBSTITUTE = ""  # instead of a bot's name, as at the seats of people
SEARCH_TIMEOUT_S = 3.0  # a search takes half a second of one core


class BotChoice:
    """Gives bots nothing but the view of their seat and its legal moves."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers

    async def choose(self, position: Position, seat: Seat, seed: int) -> Move:
        """Returns a move for the seat, by its own bot or by the substitute of a player.

        If no worker answers in time, the game's substitute chooses instead of a bot that searches.
        """
        game, state = position.game, position.state
        entry, bot = ENTRIES[game.key], position.table.seats[seat].bot
        view, legal = game.view(state, seat), game.legal_moves(state, seat)
        with metrics.bot_thinking_seconds.time():
            if bot in entry.searching_bots:
                with suppress(Busy, ServiceUnavailable):
                    return await self._workers.call(
                        choose_move, game.key, bot, view, legal, seed, timeout_s=SEARCH_TIMEOUT_S
                    )
                metrics.bot_fallbacks.inc()
                bot = SUBSTITUTE
            return await asyncio.to_thread(choose_move, game.key, bot, view, legal, seed)


def choose_move(game: str, bot: str, view: object, legal: Sequence[Move], seed: int) -> Move:
    """Returns the move of the bot with this name, or of the game's substitute."""
    entry = ENTRIES[game]
    choose = entry.substitute if bot == SUBSTITUTE else entry.bots[bot]
    move: Move = choose(view, legal, Random(seed))
    return move
