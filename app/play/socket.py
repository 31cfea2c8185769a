"""`/ws`: one socket a page. Parses strictly, hands over, answers; knows no rule and no SQL."""

import asyncio
import logging
from contextlib import suppress
from time import perf_counter
from uuid import UUID

from pydantic import ValidationError
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from app import metrics
from app.access import follow_table, name_line
from app.errors import AppError, Malformed, NoLookingOn, NoSession, OneMoment, TableNotFound, TooFast
from app.parts import Parts, parts_of
from app.play.hub import Watcher
from app.play.outbox import WRITE_NOW, Outbox
from app.play.position import StaleChoice
from app.play.protocol import (
    CLIENT_MESSAGE,
    PROTOCOL_VERSION,
    Accepted,
    Again,
    Join,
    Message,
    Ping,
    Play,
    Pong,
    Refused,
    Stale,
)
from engine.errors import RulesError

log = logging.getLogger(__name__)

MALFORMED, NO_SESSION, TABLE_NOT_FOUND, OUTDATED, FLOOD = 4400, 4401, 4404, 4426, 4429
INTERNAL, COME_BACK = 1011, 1012
CLOSES = {NoLookingOn.code: 4403, TableNotFound.code: TABLE_NOT_FOUND, OneMoment.code: COME_BACK}


async def socket(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application of `/ws`: a page's line, until one side ends it."""
    await receive()  # that it wants to connect
    if scope["path"] != "/ws":
        await send({"type": "websocket.close"})  # before the upgrade: a plain 403
        return
    await send({"type": "websocket.accept"})
    name_line()
    parts = parts_of(HTTPConnection(scope))
    try:
        player = await parts.accounts.known(parts.sessions.read(HTTPConnection(scope)))
    except NoSession:
        await _turn_away(send, NO_SESSION)
    except Exception as error:
        log.warning("nobody can be welcomed: %s", type(error).__name__)
        await _turn_away(send, COME_BACK)
    else:
        outbox = Outbox(send, scope["extensions"].get(WRITE_NOW))
        await Line(receive, outbox, parts, player).run()


async def _turn_away(send: Send, code: int) -> None:
    with suppress(OSError):  # it may have gone by itself
        await send({"type": "websocket.close", "code": code})


class Line:
    """One open socket."""

    __slots__ = ("_outbox", "_parts", "_player", "_receive", "_watcher")

    def __init__(self, receive: Receive, outbox: Outbox, parts: Parts, player: UUID) -> None:
        self._receive = receive
        self._parts = parts
        self._outbox = outbox
        self._player = player
        self._watcher: Watcher | None = None  # at the table it follows

    async def run(self) -> None:
        """Reads until the page goes, breaks the rules of the line, or does not read what it is sent."""
        metrics.sockets.inc()
        try:
            await self._read()
        except asyncio.CancelledError:
            if not self._outbox.overflown:
                raise
        except OneMoment:  # it cannot be shown the position that it should see
            self._outbox.finish(COME_BACK)
        except Exception:
            log.exception("a socket failed")
            self._outbox.finish(INTERNAL)
        finally:
            metrics.sockets.dec()
            self._leave()
            await self._outbox.close()

    async def _read(self) -> None:
        while not self._outbox.finished and (text := await self._next()) is not None:
            try:
                self._parts.limits.messages.take(self._player)
                message = CLIENT_MESSAGE.validate_json(text)
            except TooFast:
                self._outbox.finish(FLOOD)
                return
            except ValidationError:
                self._break_off()
                return
            await self._handle(message)

    async def _next(self) -> str | None:
        """The next message; None when the page is gone. Bytes are no message of ours."""
        message = await self._outbox.wait_for(self._receive)
        return None if message["type"] == "websocket.disconnect" else message.get("text") or ""

    async def _handle(self, message: Join | Play | Ping | Again) -> None:
        match message:
            case Join():
                await self._join(message)
            case Play() if self._watcher is not None:
                await self._play(message, self._watcher)
            case Play():
                self._break_off(message.id)  # the first message is a join
            case Again() if self._watcher is not None:
                await self._again(message, self._watcher)
            case Again():
                self._break_off()
            case Ping():
                self._send(Pong())
                self._wake_bots()  # nothing was heard for long: the process that drove them may have died

    async def _join(self, join: Join) -> None:
        if join.protocol != PROTOCOL_VERSION:
            self._outbox.finish(OUTDATED)
            return
        self._leave()
        follow_table(join.table.lower())
        watcher = Watcher(join.table.lower(), self._player, self._outbox, join.log_from or -1)
        try:
            await self._parts.hub.join(watcher)
        except AppError as error:
            self._refuse(error.code)
            self._outbox.finish(CLOSES.get(error.code, INTERNAL))
            return
        self._watcher = watcher
        log.info("a page follows a table")
        self._wake_bots()  # after a restart nobody else would

    async def _play(self, play: Play, watcher: Watcher) -> None:
        code, came = watcher.code, perf_counter()
        try:
            version = await self._parts.play.play_for(self._player, code, play)
            self._send(Accepted(id=play.id, version=version))
            metrics.move_seconds.observe(perf_counter() - came)
            self._parts.bots.wake(code)
        except (RulesError, AppError) as error:
            self._refuse(error.code, play.id)
        except StaleChoice as stale:
            metrics.refusals.labels("stale").inc()
            self._send(Stale(id=play.id, version=stale.version))
            await self._parts.hub.show(watcher)

    async def _again(self, again: Again, watcher: Watcher) -> None:
        salt = again.salt if again.yes else ""
        try:
            following = await self._parts.again.say(self._player, watcher.code, salt)
        except AppError as error:
            self._refuse(error.code)
        else:
            if following:
                self._parts.bots.wake(following)

    def _wake_bots(self) -> None:
        watcher = self._watcher
        if watcher is not None and watcher.table is not None and watcher.table.status == "playing":
            self._parts.bots.wake(watcher.code)

    def _leave(self) -> None:
        if self._watcher is not None:
            self._parts.hub.leave(self._watcher)
            self._watcher = None

    def _break_off(self, about: str | None = None) -> None:
        self._refuse(Malformed.code, about)
        self._outbox.finish(MALFORMED)

    def _refuse(self, code: str, about: str | None = None) -> None:
        metrics.refusals.labels(code).inc()
        self._send(Refused(id=about, code=code))

    def _send(self, message: Message) -> None:
        self._outbox.put(message.model_dump_json(exclude_none=True))
