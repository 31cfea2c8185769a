"""What the server answers when it refuses: a stable code and a status, never a sentence.

    AppError
    ├── Malformed           malformed 422            not a message or body of ours
    ├── BadName             bad_name 422
    ├── NoSession           no_session 401           no guest yet: GET /api/me makes one
    ├── TableNotFound       table_not_found 404
    ├── NoSuchSeat          no_such_seat 404
    ├── NotFound            not_found 404
    ├── SeatTaken           seat_taken 409
    ├── AlreadyStarted      already_started 409
    ├── NotStarted          not_started 409
    ├── NotAllReady         not_all_ready 409
    ├── NotEnoughPlayers    not_enough_players 409
    ├── NotFinished         not_finished 409
    ├── NotSeated           not_seated 403
    ├── NotHost             not_host 403
    ├── NoLookingOn         no_looking_on 403
    ├── ForbiddenOrigin     forbidden_origin 403
    ├── TooBig              too_big 413
    └── OneMoment           one_moment 503           database or bus away; nothing is lost, try again

Whatever is not in the tree is `internal` 500. The engine's refusals (engine.errors) bear such codes, too.
"""

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException

log = logging.getLogger(__name__)


class AppError(Exception):
    """Base of all refusals of the server."""

    code = "internal"
    status = 500


class Malformed(AppError):
    code, status = "malformed", 422


class BadName(AppError):
    code, status = "bad_name", 422


class NoSession(AppError):
    code, status = "no_session", 401


class TableNotFound(AppError):
    code, status = "table_not_found", 404


class NoSuchSeat(AppError):
    code, status = "no_such_seat", 404


class NotFound(AppError):
    code, status = "not_found", 404


class SeatTaken(AppError):
    code, status = "seat_taken", 409


class AlreadyStarted(AppError):
    code, status = "already_started", 409


class NotStarted(AppError):
    code, status = "not_started", 409


class NotAllReady(AppError):
    code, status = "not_all_ready", 409


class NotEnoughPlayers(AppError):
    code, status = "not_enough_players", 409


class NotFinished(AppError):
    code, status = "not_finished", 409


class NotSeated(AppError):
    code, status = "not_seated", 403


class NotHost(AppError):
    code, status = "not_host", 403


class NoLookingOn(AppError):
    code, status = "no_looking_on", 403


class ForbiddenOrigin(AppError):
    code, status = "forbidden_origin", 403


class TooBig(AppError):
    code, status = "too_big", 413


class OneMoment(AppError):
    code, status = "one_moment", 503


# OSError: asyncpg tells a refused connection as what it is
DATABASE_AWAY = (OperationalError, PoolTimeout, OSError, TimeoutError)
AWAY_STATES = ("08", "53", "57")  # of Postgres: connection lost, too busy, going down or coming up


def is_away(error: BaseException) -> bool:
    """Whether this error says that the database cannot be reached now, rather than that we did wrong."""
    if isinstance(error, DBAPIError):
        state = str(getattr(error.orig, "sqlstate", None))
        return error.connection_invalidated or state[:2] in AWAY_STATES or isinstance(error, OperationalError)
    return isinstance(error, DATABASE_AWAY)


def answer(code: str, status: int) -> JSONResponse:
    """The one form of a refusal."""
    return JSONResponse({"code": code}, status)


def install_handlers(app: FastAPI) -> None:
    """Every exception that leaves an endpoint becomes a code."""
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)
    for kind in (AppError, DBAPIError, *DATABASE_AWAY):
        app.add_exception_handler(kind, _refused)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, AppError):
        return answer(error.code, error.status)
    if is_away(error):
        log.warning("the database is away: %s on %s", type(error).__name__, request.url.path)
        return answer(OneMoment.code, OneMoment.status)
    return await _unexpected(request, error)


async def _malformed(_: Request, __: Exception) -> JSONResponse:
    return answer(Malformed.code, Malformed.status)


async def _http(_: Request, error: Exception) -> JSONResponse:
    nothing_there = isinstance(error, HTTPException) and error.status_code in (404, 405)
    return (
        answer(NotFound.code, NotFound.status) if nothing_there else answer(Malformed.code, Malformed.status)
    )


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    log.error("unexpected on %s", request.url.path, exc_info=error)
    return answer(AppError.code, AppError.status)
