"""Chooses moves for bots: quick ones in a thread, those that search in a worker process."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from app.core.errors import Busy, ServiceUnavailable
from app.infra import metrics
from app.infra.rate_limits import Caller
from app.infra.worker_pool import WorkerPool
from app.tables.game.position import Position
from app.tables.game.tables import Table
from engine.registry import ENTRIES
from engine.types import Move, Seat

SUBSTITUTE = ""  # instead of a bot's name, as at the seats of people
SEARCH_TIMEOUT_S = 10.0  # a search takes half a second of one core, and three if the server is busy
# At tables with a shared deal, whose players are compared: the bots there should not depend on the load.
SHARED_DEAL_ATTEMPTS, RETRY_S = 5, 1.0

Call = tuple[str, str, object, Sequence[Move], int]  # the arguments of choose_move


class ChosenMove(NamedTuple):
    """A bot's move."""

    move: Move
    by_fallback: bool = False  # instead of a bot that found no worker in time


class BotChoice:
    """Gives bots nothing but the view of their seat and its legal moves."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers

    async def choose(self, position: Position, seat: Seat, seed: int) -> ChosenMove:
        """Returns a move for the seat: by its own bot, or by the game's substitute for an absent player.

        If no worker answers in time, the same substitute chooses instead of a bot that searches.
        """
        game, state, table = position.game, position.state, position.table
        entry, bot = ENTRIES[game.key], table.seats[seat].bot
        view, legal = game.view(state, seat), game.legal_moves(state, seat)
        with metrics.bot_thinking_seconds.time():
            if searches := bot in entry.searching_bots:
                found = await self._search(table, (game.key, bot, view, legal, seed))
                if found is not None:
                    return ChosenMove(found)
                metrics.bot_fallbacks.inc()
                bot = SUBSTITUTE
            move = await asyncio.to_thread(choose_move, game.key, bot, view, legal, seed)
            return ChosenMove(move, by_fallback=searches)

    async def _search(self, table: Table, call: Call) -> Move | None:
        """Returns the move that a worker chooses, or None if none answers in time."""
        attempts = SHARED_DEAL_ATTEMPTS if table.deal_name else 1
        caller = caller_of(table)
        for attempt in range(attempts):
            try:
                return await self._workers.call(choose_move, *call, timeout_s=SEARCH_TIMEOUT_S, caller=caller)
            except (Busy, ServiceUnavailable):
                if attempt + 1 < attempts:
                    await asyncio.sleep(RETRY_S)
        return None


def caller_of(table: Table) -> Caller:
    """Returns for whom the table's bots think: its first player, who may have many tables, with the address
    from which the table was created; the tables of a night share one.
    """
    player = next((table.seats[seat].player for seat in table.player_seats), None)
    return Caller(table.address_key or table.deal_name or str(player or table.code), player)


def choose_move(game: str, bot: str, view: object, legal: Sequence[Move], seed: int) -> Move:
    """Returns the move of the bot with this name, or of the game's substitute."""
    entry = ENTRIES[game]
    choose = entry.substitute if bot == SUBSTITUTE else entry.bots[bot]
    move: Move = choose(view, legal, Random(seed))
    return move
