"""Queries of analyses, which are deleted with their games."""

from sqlalchemy import Table, bindparam, func, literal, select
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.query import Command, Cursor, ValueQuery
from app.infra.database.schema import GAME_ANALYSES, IMPORTS, TABLES

VERSION = 1  # of evaluations

_columns = ("version", "body", "made_at")


def _find(column: str) -> ValueQuery[bytes]:
    return ValueQuery[bytes](
        select(GAME_ANALYSES.c.body).where(
            GAME_ANALYSES.c[column] == bindparam("code"), GAME_ANALYSES.c.version == VERSION
        )
    )


def _store(column: str, games: Table) -> Command:
    """Returns a statement that stores nothing if the game has been deleted meanwhile."""
    body = bindparam("body", type_=GAME_ANALYSES.c.body.type)
    rows = select(games.c.code, literal(VERSION), body, func.now()).where(games.c.code == bindparam("code"))
    new = insert(GAME_ANALYSES).from_select([column, *_columns], rows)
    return Command(
        new.on_conflict_do_update(
            index_elements=[column], set_={name: new.excluded[name] for name in _columns}
        )
    )


FIND, FIND_IMPORTED = _find("table_code"), _find("import_code")
STORE, STORE_IMPORTED = _store("table_code", TABLES), _store("import_code", IMPORTS)


async def find(cursor: Cursor, code: str, *, imported: bool) -> bytes | None:
    """Returns the gzipped analysis of a game."""
    return await cursor.fetch_one(FIND_IMPORTED if imported else FIND, code=code)


async def store(cursor: Cursor, code: str, body: bytes, *, imported: bool) -> None:
    await cursor.execute(STORE_IMPORTED if imported else STORE, code=code, body=body)
