"""Reads rows of tables and values of sequences from a plain dump of pg_dump, without executing its SQL."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

REVISION = "alembic_version"  # the table with the revision of the schema
ROWS = re.compile(rb'COPY public\."?(\w+)"? \(([\w", ]+)\) FROM stdin;\n')
SEQUENCE_VALUE = re.compile(rb"SELECT pg_catalog\.setval\('public\.(\w+)', (\d{1,18}), (true|false)\);\n")
END_OF_ROWS = b"\\.\n"
LAST_LINE = b"-- PostgreSQL database dump complete\n"


class BadDump(Exception):
    """The file is not a complete backup of Boxcats; the message has the reason."""


class Rows(NamedTuple):
    """The rows of a table; `lines` can be read until the next part is requested."""

    table: str
    columns: list[str]
    lines: Iterator[bytes]


class SequenceValue(NamedTuple):
    """The value of a sequence, and whether it was returned already (setval's `is_called`)."""

    sequence: str
    number: int
    given: bool


def parts(file: Iterable[bytes]) -> Iterator[Rows | SequenceValue]:
    """Yields rows and sequences in the order of the file. Raises BadDump if the file is truncated."""
    lines, is_complete = iter(file), False
    for line in lines:
        if found := ROWS.fullmatch(line):
            columns = found[2].decode().replace('"', "").split(", ")
            rows = Rows(found[1].decode(), columns, _rows_until_end(lines))
            yield rows
            for _ in rows.lines:  # skips lines that the caller did not read
                pass
        elif found := SEQUENCE_VALUE.fullmatch(line):
            yield SequenceValue(found[1].decode(), int(found[2]), found[3] == b"true")
        is_complete = is_complete or line == LAST_LINE
    if not is_complete:
        raise BadDump("it is no whole backup of a Postgres database")


def revision_of(file: Iterable[bytes]) -> str:
    """Returns the revision of the dumped schema. Raises BadDump."""
    found = ""
    for part in parts(file):
        if isinstance(part, Rows) and part.table == REVISION:
            found = b"".join(part.lines).decode(errors="replace").strip()
    if not found:
        raise BadDump("it is no backup of Boxcats")
    return found


def _rows_until_end(lines: Iterator[bytes]) -> Iterator[bytes]:
    for line in lines:
        if line == END_OF_ROWS:
            return
        yield line
    raise BadDump("it ends in the middle of a table")
