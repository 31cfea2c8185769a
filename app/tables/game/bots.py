"""Plays for bots: submits their moves through the same path as players' moves."""

import asyncio
import hmac
import logging
import random
from collections.abc import Callable
from uuid import uuid4

from structlog.contextvars import clear_contextvars

from app.core.errors import AppError, ServiceUnavailable
from app.core.tasks import cancel_and_wait
from app.infra.logging import bind_table
from app.tables.game.bot_choice import BotChoice, ChosenMove
from app.tables.game.position import CARETAKER_PREFIX, FALLBACK_PREFIX, Position, StaleChoice
from app.tables.game.protocol import Play as PlayMessage
from app.tables.game.service import GameService
from engine.errors import RulesError
from engine.moves import write_move
from engine.types import Seat

log = logging.getLogger(__name__)

RETRY_S = 1.0  # until the next attempt while the database is unavailable


class Bots:
    """Runs at most one driver task per table in this process.

    If several processes drive the same table, the database accepts one of their moves.
    """

    def __init__(self, game_service: GameService, choice: BotChoice, pause: float) -> None:
        self._game_service = game_service
        self._choice = choice
        self._pause = pause  # seconds between a bot's moves, so that people can follow
        self._random = random.Random()  # seeded by the system, independent of any game's seed
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()  # tables woken while their driver was running

    def wake(self, code: str) -> None:
        """Starts the table's driver, unless the cached position says that no bot is to act."""
        known = self._game_service.cached(code, at_least=0)
        if known is not None and not known.bots_to_act:
            return
        if code in self._drivers:
            self._woken.add(code)
        else:
            self._drivers[code] = asyncio.create_task(self._drive(code))

    async def play_for_absent(
        self, position: Position, seat: Seat, id_prefix: str, still_absent: Callable[[Position], bool]
    ) -> None:
        """Plays one move for an absent player, once even if several processes attempt it.

        `id_prefix` is TIME_UP_PREFIX or CARETAKER_PREFIX: the move's id is made of it and the turn.
        `still_absent` is asked again under the table's lock, after the bot has chosen.

        Raises RulesError or StaleChoice if the choice is gone or the player is back, ServiceUnavailable.
        """
        turn = position.number(seat, position.turns[seat])
        move = (await self._choose(position, seat)).move
        code = position.table.code
        self._game_service.invalidate(code)  # the player may have come back at another process
        play = PlayMessage.model_construct(id=f"{id_prefix}{turn}", turn=turn, move=write_move(move))
        await self._game_service.play_move(code, seat, play, may_play_for_absent=still_absent)
        self.wake(code)

    async def close(self) -> None:
        await cancel_and_wait(*self._drivers.values())

    async def _drive(self, code: str) -> None:
        clear_contextvars()  # the context of the caller that woke the driver
        bind_table(code)
        try:
            while await self._act_once(code) or code in self._woken:
                self._woken.discard(code)
        except Exception:
            log.exception("a bot failed")
        finally:
            self._drivers.pop(code, None)
            self._woken.discard(code)

    async def _act_once(self, code: str) -> bool:
        """Plays one bot's move; returns False if no bot is to act."""
        self._woken.discard(code)
        try:
            position = await self._game_service.position(code)
            if not (to_act := position.bots_to_act):
                return False
            version = position.version
            await self._make_move(position, to_act[0])
        except ServiceUnavailable:
            await asyncio.sleep(RETRY_S)
        except StaleChoice:
            pass  # the position changed meanwhile: try again
        except RulesError:
            if (await self._game_service.position(code)).version == version:
                raise  # the bot would choose this move again
        except AppError as error:
            if error.is_fault:
                raise
            return False  # the table has not started, is paused, or does not exist
        return True

    async def _make_move(self, position: Position, seat: Seat) -> None:
        """Plays for a bot's own seat, or for a seat that the caretaker plays."""
        if not position.table.seats[seat].bot:
            await self.play_for_absent(
                position, seat, CARETAKER_PREFIX, lambda now: now.table.is_played_by_bot(seat)
            )
            return
        turn = position.number(seat, position.turns[seat])
        move, by_fallback = await self._choose(position, seat)
        move_id = f"{FALLBACK_PREFIX}{turn}" if by_fallback else uuid4().hex
        play = PlayMessage.model_construct(id=move_id, turn=turn, move=write_move(move))
        await self._game_service.play_move(position.table.code, seat, play)

    async def _choose(self, position: Position, seat: Seat) -> ChosenMove:
        """Takes a random delay around the pause, so that the time tells nothing about the hand."""
        thinking = self._choice.choose(position, seat, self._seed(position, seat))
        delay = asyncio.sleep(self._pause * self._random.uniform(0.7, 1.3))
        chosen, _ = await asyncio.gather(thinking, delay)
        return chosen

    def _seed(self, position: Position, seat: Seat) -> int:
        """Returns the bot's seed: at all tables with a shared deal the same for the seat's next move."""
        table = position.table
        if not table.deal_name:
            return self._random.getrandbits(64)
        number = sum(choice.seat == seat for choice in position.choices)
        return int.from_bytes(hmac.digest(table.seed, f"bot {seat} {number}".encode(), "sha256")[:8])
