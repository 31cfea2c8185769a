"""`/ws`: the WebSocket of a table. Dispatches parsed messages to the services and answers them."""

import logging
from time import perf_counter
from typing import Any

from app.core.errors import AppError, ServiceUnavailable
from app.infra import metrics
from app.infra.logging import bind_table
from app.infra.services import InfraServices
from app.infra.storage_quotas import SEAT_BYTES
from app.infra.websocket.close_codes import CloseCode
from app.infra.websocket.connection import Opened, WebSocketConnection
from app.infra.websocket.messages import Ping, Pong
from app.tables.chat.protocol import React, SendChat
from app.tables.errors import DamagedGame, TableNotFound, TooManySpectators, ViewNotAllowed
from app.tables.game.position import StaleChoice
from app.tables.game.protocol import Accepted, Join, Play, RematchAnswer, ShowHand, Stale
from app.tables.game.subscriber import TableSubscriber
from app.tables.services import TableServices
from app.tables.sockets.protocol import CLIENT_MESSAGE
from engine.errors import RulesError

log = logging.getLogger(__name__)

CLOSE_CODES = {
    ViewNotAllowed.code: CloseCode.NOT_ALLOWED,
    TooManySpectators.code: CloseCode.TOO_MANY_SPECTATORS,
    TableNotFound.code: CloseCode.NOT_FOUND,
    DamagedGame.code: CloseCode.DAMAGED_GAME,
    ServiceUnavailable.code: CloseCode.TRY_AGAIN,
}


class TableSocket(WebSocketConnection):
    """One connection that follows one table at a time."""

    __slots__ = ("_address_key", "_followed", "_subscriber", "_tables")
    kinds = CLIENT_MESSAGE

    def __init__(self, infra: InfraServices, tables: TableServices, opened: Opened) -> None:
        super().__init__(infra.limits, infra.storage, opened)
        self._tables, self._address_key = tables, infra.address_keys.of(opened.caller.address)
        self._subscriber: TableSubscriber | None = None  # once it has joined
        self._followed = ""  # the table's code in the log context

    async def _handle(self, message: Any) -> None:
        if self._subscriber is not None and self._subscriber.code != self._followed:
            self._bind_log_to(self._subscriber.code)  # the hub moved it to a rematch
        match message:
            case Join():
                await self._join(message)
            case Play() if self._subscriber is not None:
                await self._play(message, self._subscriber)
            case Play():
                self._close_as_malformed(message.id)  # the first message has to be a join
            case RematchAnswer() if self._subscriber is not None:
                await self._answer_rematch(message, self._subscriber)
            case ShowHand() if self._subscriber is not None:
                await self._show_hand(message, self._subscriber)
            case SendChat() | React() if self._subscriber is not None:
                await self._chat(message, self._subscriber)
            case RematchAnswer() | ShowHand() | SendChat() | React():
                self._close_as_malformed()
            case Ping():
                self._send(Pong())
                self._wake_bots()  # the process that drove them may have died

    async def _join(self, join: Join) -> None:
        if not self._accept_join(join.protocol, self._limits.joins):
            return
        self._leave()
        self._bind_log_to(join.table.lower())
        joined_from, stays_after_game = join.log_from or -1, bool(join.stay) or not join.log_from
        subscriber = TableSubscriber(
            self._followed,
            self._player,
            self._send_queue,
            joined_from,
            self._caller.network,
            stays_after_game=stays_after_game,
            rejoined=join.log_from > 0,
        )
        try:
            await self._tables.hub.subscribe(subscriber)
        except AppError as error:
            self._refuse_and_close(error, CLOSE_CODES)
            return
        self._subscriber = subscriber
        log.info("a client follows a table")
        self._wake_bots()  # after a restart, nothing else wakes them

    async def _play(self, play: Play, subscriber: TableSubscriber) -> None:
        code, received_at = subscriber.code, perf_counter()
        try:
            version = await self._tables.timekeeping.moves.play_for(self._player, code, play)
            accepted = Accepted(id=play.id, version=version).model_dump_json(exclude_none=True)
            self._send_queue.put_batched(accepted)  # sent together with the update that follows
            metrics.move_seconds.observe(perf_counter() - received_at)
            self._tables.bots.wake(code)
        except (RulesError, AppError) as error:
            self._refuse(error.code, play.id)
        except StaleChoice as stale:
            metrics.refusals.labels("stale").inc()
            self._send(Stale(id=play.id, version=stale.version))
            await self._tables.hub.send_full_view(subscriber)

    async def _answer_rematch(self, answer: RematchAnswer, subscriber: TableSubscriber) -> None:
        salt, table = answer.salt if answer.yes else "", subscriber.table
        try:
            self._limits.table_changes.take(self._caller)
            if answer.yes and not (table and table.agreed_to_rematch(self._player)):
                self._storage.take(self._caller, SEAT_BYTES)
            following = await self._tables.rematch.answer(
                self._player, subscriber.code, salt, self._address_key
            )
        except AppError as error:
            self._refuse(error.code, answer.type)
        else:
            if following and (table is None or table.has_bots):
                self._tables.bots.wake(following)

    async def _show_hand(self, message: ShowHand, subscriber: TableSubscriber) -> None:
        try:
            self._limits.table_changes.take(self._caller)
            await self._tables.hand_sharing.set_shared(self._player, subscriber.code, shows=message.yes)
        except AppError as error:
            self._refuse(error.code, message.type)

    async def _chat(self, message: SendChat | React, subscriber: TableSubscriber) -> None:
        try:
            if isinstance(message, SendChat):
                self._count_text(message.text)
                await self._tables.chat.send(self._player, subscriber.code, message, self._caller.address)
            elif subscriber.table is not None:
                await self._tables.chat.react(self._player, subscriber.table, message)
        except (RulesError, AppError) as error:
            self._refuse(error.code, message.id if isinstance(message, SendChat) else None)

    def _bind_log_to(self, code: str) -> None:
        self._followed = code
        bind_table(code)

    def _wake_bots(self) -> None:
        subscriber = self._subscriber
        if subscriber is not None and subscriber.table is not None and subscriber.table.status == "playing":
            self._tables.bots.wake(subscriber.code)

    def _leave(self) -> None:
        if self._subscriber is not None:
            self._tables.hub.unsubscribe(self._subscriber)
            self._subscriber = None
