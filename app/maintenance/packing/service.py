"""Packs finished games: the rows of their moves become one compressed row (docs/adr/0048-packed-games.md)."""

import asyncio
import logging
import random
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from app.core.outages import is_unavailable
from app.core.tasks import cancel_and_wait, periodic
from app.infra.database.engine import Clock, Database, now
from app.infra.database.query import Cursor
from app.maintenance.packing import repository
from app.maintenance.packing.repository import FinishedGame
from app.tables.game.move_repository import moves_after
from app.tables.game.packed_moves import FORMAT, PACKED_PREFIX, pack, unpack
from app.tables.game.recorded_move import RecordedMove
from app.tables.game.salts import join_salts, split_salts

log = logging.getLogger(__name__)

UPGRADE_TIME = timedelta(days=1)  # then no server of the previous version runs, which reads only rows
MIN_AGE = timedelta(hours=1)  # most replays are watched right after the game, from rows
MAX_FIRST_DELAY_S, INTERVAL_S = 60.0, 60.0  # the first delay is random: processes do not run at once
MAX_MOVES = 2_000  # 40 ms of CPU, which grow with the square; games have hundreds
PAUSE_S = 0.05  # after each game: live tables come first


class GamePacker:
    """Packs finished games in the background, in every process; concurrent runs take different games."""

    def __init__(self, database: Database, clock: Clock = now, pause_s: float = PAUSE_S) -> None:
        self._database = database
        self._clock = clock
        self._pause_s = pause_s
        self._skipped: set[int] = set()  # games that failed; the next process tries them again
        first = random.uniform(0, MAX_FIRST_DELAY_S)
        self._task = asyncio.create_task(periodic(INTERVAL_S, self.pack_all, first_after_s=first))

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def pack_all(self) -> None:
        """Packs all games that are due, each whole or not at all."""
        async with self._database.write() as cursor:
            start = await repository.packing_start(cursor, FORMAT, self._clock() + UPGRADE_TIME)
        if self._clock() < start:
            return
        more = True
        while more:
            more = await self._pack_next()
            await asyncio.sleep(self._pause_s)

    async def _pack_next(self) -> bool:
        """Packs the oldest game; returns whether there was one. One that fails is skipped.

        One game in a transaction: with more, the order of their seats could be another one than that in which
        a player who leaves locks theirs.
        """
        game: FinishedGame | None = None
        try:
            async with self._database.write() as cursor:
                game = await repository.finished_game(cursor, self._clock() - MIN_AGE, self._skipped)
                if game is not None:
                    await _pack_game(cursor, game)
        except Exception as error:
            if game is None or is_unavailable(error):
                raise
            log.exception("a game cannot be packed", extra={"table": game.code})
            self._skipped.add(game.id)
        return game is not None


async def _pack_game(cursor: Cursor, game: FinishedGame) -> None:
    moves = await moves_after(cursor, game.id, 0)
    packed = _packed(moves, await repository.salts_of(cursor, game.id), game.code)
    if packed is not None:
        await repository.store_moves(cursor, game.id, len(moves), FORMAT, packed.moves)
        await repository.take_over_salts(cursor, game.id, packed.salts)
        await repository.take_over_results(cursor, game.id)
    await repository.mark(cursor, game)


class PackedParts(NamedTuple):
    """The packed moves and salts of a game."""

    moves: bytes
    salts: bytes


def _packed(moves: Sequence[RecordedMove], salts: Sequence[str], code: str) -> PackedParts | None:
    """Returns the packed parts; None if they cannot be restored from them, so that the rows have to stay."""
    if len(moves) > MAX_MOVES:
        return None
    try:
        packed = PackedParts(pack(moves), join_salts(salts))
        restored = _with_server_ids(unpack(packed.moves, FORMAT)), split_salts(packed.salts)
        if restored == (_with_server_ids(moves), salts):
            return packed
    except (ValueError, TypeError, KeyError, OverflowError):
        log.exception("a game cannot be packed", extra={"table": code})
    else:
        log.error("a packed game would differ", extra={"table": code})
    return None


def _with_server_ids(moves: Sequence[RecordedMove]) -> list[RecordedMove]:
    """Returns the moves without the ids that clients or packing gave them, which are not kept."""
    return [move if _is_kept(move.move_id) else move._replace(move_id="") for move in moves]


def _is_kept(move_id: str) -> bool:
    return " " in move_id and not move_id.startswith(PACKED_PREFIX)
