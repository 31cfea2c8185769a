"""Statements of a test's transaction that lock what a server needs, on Postgres."""

from sqlalchemy import bindparam, func, literal_column, select, text

from app.infra.database.query import Command, Cursor, ValueQuery
from app.infra.database.schema import PLAYERS, TABLES

LOCK_TABLE = Command(select(TABLES.c.id).where(TABLES.c.code == bindparam("code")).with_for_update())
LOCK_PLAYER = Command(
    select(PLAYERS.c.id).where(PLAYERS.c.id == bindparam("player")).with_for_update(key_share=True)
)
CLEAR_SNAPSHOT = Command(select(func.pg_stat_clear_snapshot()))
WAITING = ValueQuery[int](  # connections that wait for a lock
    select(literal_column("pid"))
    .select_from(text("pg_locks JOIN pg_stat_activity USING (pid)"))
    .where(text("NOT granted AND datname = current_database()"))
)


async def waiting_connections(cursor: Cursor) -> list[int]:
    """Returns the process ids of the connections that wait for a lock now.

    Postgres reads pg_stat_activity once in a transaction; without clearing, newer connections are missing.
    """
    await cursor.execute(CLEAR_SNAPSHOT)
    return await cursor.fetch_all(WAITING)


async def wait_for_waiting_connection(cursor: Cursor) -> int:
    """Waits until a connection waits for a lock; returns its process id."""
    while not (waiting := await waiting_connections(cursor)):
        pass
    return waiting[0]
