"""Statements of a test's transaction that lock what a server needs, on Postgres."""

from sqlalchemy import bindparam, literal_column, select, text

from app.infra.database.query import Command, ValueQuery
from app.infra.database.schema import PLAYERS, TABLES

LOCK_TABLE = Command(select(TABLES.c.id).where(TABLES.c.code == bindparam("code")).with_for_update())
LOCK_PLAYER = Command(
    select(PLAYERS.c.id).where(PLAYERS.c.id == bindparam("player")).with_for_update(key_share=True)
)
WAITING = ValueQuery[int](  # connections that wait for a lock
    select(literal_column("pid"))
    .select_from(text("pg_locks JOIN pg_stat_activity USING (pid)"))
    .where(text("NOT granted AND datname = current_database()"))
)
