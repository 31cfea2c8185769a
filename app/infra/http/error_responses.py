"""Error responses over HTTP, and their description in OpenAPI."""

import logging
from collections import defaultdict
from typing import Any

from asyncpg.exceptions import PostgresError
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from redis.exceptions import RedisError
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException

from app.core.errors import (
    AppError,
    ForbiddenOrigin,
    Malformed,
    NoSession,
    NotFound,
    ServiceUnavailable,
    TooBig,
    TooFast,
    WrongMethod,
)
from app.core.outages import UNAVAILABLE_ERRORS, database_outages, is_unavailable, redis_outages

log = logging.getLogger(__name__)

READ_ERRORS = (NoSession, TooFast, ServiceUnavailable)  # of requests that need a session
WRITE_ERRORS = (*READ_ERRORS, Malformed, ForbiddenOrigin, TooBig)
UNVALIDATED_WRITE_ERRORS = (*READ_ERRORS, ForbiddenOrigin, TooBig)  # of writes without parameters or schema


def error_response(error: AppError) -> JSONResponse:
    """Returns the response for an error: its code and details as JSON."""
    return JSONResponse({"code": error.code, **error.details}, error.status, error.headers)


def error_responses(*kinds: type[AppError]) -> dict[int | str, dict[str, Any]]:
    """Returns the OpenAPI `responses` of an endpoint that may raise these errors, by status."""
    by_status = defaultdict(list)
    for kind in kinds:
        by_status[kind.status].append(kind)
    return {status: _description(listed) for status, listed in by_status.items()}


def _description(kinds: list[type[AppError]]) -> dict[str, Any]:
    codes = [kind.code for kind in kinds]
    details = {name: schema for kind in kinds for name, schema in kind.detail_schema.items()}
    body = {"type": "object", "properties": {"code": {"enum": codes}, **details}, "required": ["code"]}
    schema = {**body, "additionalProperties": False}
    return {"description": ", ".join(codes), "content": {"application/json": {"schema": schema}}}


def add_exception_handlers(app: FastAPI) -> None:
    """Turns every expected exception of an endpoint into an error response."""
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    for kind in (AppError, DBAPIError, PostgresError, *UNAVAILABLE_ERRORS):
        app.add_exception_handler(kind, _refused)
    app.add_exception_handler(RedisError, _without_redis)


async def _refused(_: Request, error: Exception) -> JSONResponse:
    if isinstance(error, AppError):
        if error.is_fault:
            log.error("a request failed", exc_info=error)
        return error_response(error)
    if is_unavailable(error):
        database_outages.add(error)
        return error_response(ServiceUnavailable())
    raise error


async def _without_redis(_: Request, error: Exception) -> JSONResponse:
    redis_outages.add(error)
    return error_response(ServiceUnavailable())


async def _malformed(_: Request, __: Exception) -> JSONResponse:
    return error_response(Malformed())


async def _http(request: Request, error: Exception) -> JSONResponse:
    """Responds to errors that Starlette raises itself."""
    match error:
        case HTTPException(status_code=404):
            return error_response(NotFound())
        case HTTPException(status_code=405):
            return error_response(WrongMethod(_allowed(request)))
    return error_response(Malformed())


def _allowed(request: Request) -> str:
    """Returns the methods of this path for the header Allow; HEAD is allowed where GET is."""
    methods = [method.upper() for method in request.app.openapi()["paths"][request.scope["route"].path]]
    return ", ".join(sorted([*methods, "HEAD"] if "GET" in methods else methods))
