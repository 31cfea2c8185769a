"""Opens the server's database for a command."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.infra.database.engine import Database
from app.infra.database.migrate import bring_up_to_date
from app.settings import SettingsError, load_settings

Result = TypeVar("Result")


def run_with_database(run: Callable[[Database], Awaitable[Result]]) -> Result:
    """Returns what `run` returns for the database; exits with one sentence if the database cannot be used."""
    try:
        return asyncio.run(_with_database(run))
    except SettingsError as error:
        sys.exit(f"Boxcats cannot do it: {error}")


async def _with_database(run: Callable[[Database], Awaitable[Result]]) -> Result:
    settings = load_settings()
    await bring_up_to_date(settings, migrating=False)
    database = Database(settings.database)
    try:
        return await run(database)
    finally:
        await database.close()
