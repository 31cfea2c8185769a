"""Statements of a test's transaction that lock what a server needs, on Postgres."""

from sqlalchemy import bindparam, select

from app.infra.database.query import Command
from app.infra.database.schema import TABLES

LOCK_TABLE = Command(select(TABLES.c.id).where(TABLES.c.code == bindparam("code")).with_for_update())
