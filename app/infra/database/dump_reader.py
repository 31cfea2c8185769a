"""Reads what pg_dump wrote: the rows of tables, and how far sequences went. Nothing in it is ever run."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

REVISION = "alembic_version"  # the table that says which schema the rows are for
ROWS = re.compile(rb'COPY public\."?(\w+)"? \(([\w", ]+)\) FROM stdin;\n')
STAND = re.compile(rb"SELECT pg_catalog\.setval\('public\.(\w+)', (\d{1,18}), (true|false)\);\n")
NO_MORE_ROWS = b"\\.\n"
WHOLE = b"-- PostgreSQL database dump complete\n"


class BadDump(Exception):
    """No whole backup of games; the message says why."""


class Rows(NamedTuple):
    """What was in a table; its lines are there until the next part is asked for."""

    table: str
    columns: list[str]
    lines: Iterator[bytes]


class Stand(NamedTuple):
    """How far a sequence went, and whether it has given out that number."""

    sequence: str
    number: int
    given: bool


def parts(file: Iterable[bytes]) -> Iterator[Rows | Stand]:
    """All that is data, in the order in which it was written. Raises BadDump if it ends too early."""
    lines, whole = iter(file), False
    for line in lines:
        if found := ROWS.fullmatch(line):
            columns = found[2].decode().replace('"', "").split(", ")
            rows = Rows(found[1].decode(), columns, _until_the_end(lines))
            yield rows
            for _ in rows.lines:  # of which nobody took them
                pass
        elif found := STAND.fullmatch(line):
            yield Stand(found[1].decode(), int(found[2]), found[3] == b"true")
        whole = whole or line == WHOLE
    if not whole:
        raise BadDump("it is no whole backup of a Postgres database")


def revision_of(file: Iterable[bytes]) -> str:
    """Which schema the rows are for. Raises BadDump."""
    found = ""
    for part in parts(file):
        if isinstance(part, Rows) and part.table == REVISION:
            found = b"".join(part.lines).decode(errors="replace").strip()
    if not found:
        raise BadDump("it is no backup of Boxcats")
    return found


def _until_the_end(lines: Iterator[bytes]) -> Iterator[bytes]:
    for line in lines:
        if line == NO_MORE_ROWS:
            return
        yield line
    raise BadDump("it ends in the middle of a table")
