"""Log output of our modules and of libraries, as text or JSON.

Modules use `logging.getLogger(__name__)` and pass FIELDS by `extra`. Ids of requests, connections and tables
are structlog's context variables.
"""

import logging
import sys
from uuid import uuid4

import structlog
from structlog.contextvars import bind_contextvars
from structlog.typing import Processor

from app.settings import Settings

SOCKETS = "uvicorn.sockets"  # its info lines would reveal client addresses and tables
FIELDS = ("method", "path", "status", "ms", "table")  # other extra fields are not logged
PROCESSORS: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.ExtraAdder(allow=FIELDS),
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def set_up_logs(settings: Settings) -> None:
    """Configures all loggers of this process to write to stderr.

    The level is for our own modules: detailed lines of libraries contain secrets, such as WebSocket frames
    and SQL parameters.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(formatter(settings))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    logging.getLogger("app").setLevel(level)
    logging.getLogger("uvicorn").setLevel(max(level, logging.INFO))
    logging.getLogger(SOCKETS).setLevel(logging.WARNING)


def formatter(settings: Settings) -> logging.Formatter:
    """Returns the formatter for the configured format."""
    if settings.log_format == "json":
        last: list[Processor] = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:  # plain tracebacks: the rich ones show local variables
        plain = structlog.dev.plain_traceback
        last = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=PROCESSORS,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )


def new_id() -> str:
    """Returns an id for a request or a connection, as log lines show it."""
    return uuid4().hex[:12]


def bind_connection_id() -> None:
    """Adds a new id to all later log lines of this task and of the tasks that it starts."""
    bind_contextvars(request=new_id())


def bind_table(code: str) -> None:
    """Adds a table's code to all later log lines of this task and of the tasks that it starts."""
    bind_contextvars(table=code)
