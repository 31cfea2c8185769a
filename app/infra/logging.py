"""Log lines: for people or as JSON, all by one way, each with the ids of what it belongs to.

The code says `logging.getLogger(__name__)` and passes FIELDS by `extra`; the ids are structlog's context
variables.
"""

import logging
import sys
from uuid import uuid4

import structlog
from structlog.contextvars import bind_contextvars
from structlog.typing import Processor

from app.settings import Settings

SOCKETS = "uvicorn.sockets"  # would say from which address each socket comes, and to which table
FIELDS = ("method", "path", "status", "ms", "table")  # nothing else that hangs on a record gets into a line
BEFORE: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.ExtraAdder(allow=FIELDS),
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def set_up_logs(settings: Settings) -> None:
    """From now on every logger of this process writes to stderr, in the form that the settings want.

    The level is for our own lines: what libraries say in detail would tell secrets, like frames and what SQL
    is given.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(formatter(settings))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    logging.getLogger("app").setLevel(level)
    logging.getLogger("uvicorn").setLevel(max(level, logging.INFO))
    logging.getLogger(SOCKETS).setLevel(logging.WARNING)


def formatter(settings: Settings) -> logging.Formatter:
    """What makes a line of a record."""
    if settings.log_format == "json":
        last: list[Processor] = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:  # a plain traceback: the other kind shows what is in variables
        plain = structlog.dev.plain_traceback
        last = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=BEFORE,
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
